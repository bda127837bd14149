"""Units of work from reviews, written and merged as in a run."""

import hashlib

import numpy as np
from analyzer.tables.index import read_index
from analyzer.tables.parquet import write_tables
from analyzer.tables.unit_tables import Entry, UnitWriter

from analyzer.tables.build import pack_findings, pack_tables
from analyzer.tables.game_tables import dates_of


def write_unit(folder, *reviews, wanted=None):
    """Write the tables of some reviews as one unit."""
    folder.mkdir(parents=True)
    with UnitWriter(folder, wanted) as writer:
        for review in reviews:
            packed = pack_tables(review, wanted)
            tables = {name: table for name, (table, _) in packed.items()}
            rows = {name: np.bincount(game, minlength=len(review.logs)) for name, (_, game) in packed.items()}
            if wanted is None or "findings" in wanted:
                found = [(finding.log, finding.source) for finding in review.findings]
                tables["findings"] = pack_findings(review.findings)
                rows["findings"] = np.array([found.count(log) for log in review.logs])
            dates, players = dates_of(review.case).years.tolist(), review.events.games.players.tolist()
            entries = [entry(*of) for of in zip(review.logs, dates, players, strict=True)]
            writer.add(entries, tables, rows)


def entry(name, year, players):
    digest = hashlib.sha256(name.log_id.encode()).digest()[:16]
    return Entry(
        name.log_id, name.source, 0, digest, None, None, np.zeros(1, np.int32), year or None, players
    )


def merge(room, units, kept=None, wanted=None, **options):
    """Merge units, each a list of reviews, and return the folder of the tables."""
    for number, reviews in enumerate(units):
        write_unit(room / "units" / str(number), *reviews, wanted=wanted)
    index = read_index(sorted((room / "units").iterdir()), wanted)
    (room / "tables").mkdir()
    kept = np.ones(len(index.unit), np.bool_) if kept is None else kept
    write_tables(room / "tables", index, kept, **options)
    return room / "tables"
