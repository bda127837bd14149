"""Tables of reviews, and folders of finished runs, written from reviews without a run."""

import json

from analyzer.batch.reviews import Terms, review_all
from analyzer.batch.totals import Totals
from analyzer.folders import folder
from analyzer.sources import iter_logs
from analyzer.stats.stored import write_statistics
from analyzer.tables import MANIFEST
from analyzer.tables.build import finding_table, game_rows
from analyzer.tables.load import RunTables
from analyzer.tables.parts import part_name, write_part
from analyzer.tables.schema import SCHEMA_VERSION, tables_of


def build_tables(review, wanted=None, stand_in=None):
    """The wanted tables of a review by name, or all that are written by default."""
    names = tables_of(wanted)
    tables = {name: table for name, (table, _) in game_rows(review, names, stand_in).items()}
    return tables | ({"findings": finding_table(review.findings)} if "findings" in names else {})


def write_run(out, *reviews, wanted=None, stand_in=None, summary=None, counts=False):
    """Write each review as a unit, and the manifest; a review has its logs in the order of their ids.

    Args:
        out: Path or URL.
        reviews: One for each unit.
        wanted: Names of tables; None for all.
        stand_in: Gives what replaces the name of a player; None to keep the names.
        summary: What is in the summary; None for no such file.
        counts: Whether the statistics are counted and kept.
    """
    where, units = folder(out), [build_tables(review, wanted, stand_in) for review in reviews]
    run = RunTables(where, parts_of(where, units, tables_of(wanted)))
    files = write_statistics(run) if counts else {}
    if summary is not None:
        where.write("summary.json", json.dumps(summary).encode())
    write_manifest(run, files)
    return out


def write_logs(out, *sources, **options):
    """Write what a run over these sources writes; they give their logs in the order of their ids.

    Options are those of `write_run`.
    """
    totals, reviews = Totals(), []
    for batch in review_all(iter_logs(sources), Terms()):
        totals.add(batch)
        reviews.append(batch.review)
    return write_run(out, *reviews, summary=totals.summary(), **options)


def parts_of(where, units, names):
    """Write the tables of units, and list their parts by table."""
    parts = {name: [] for name in names}
    for number, tables in enumerate(units):
        ids = tables["games"]["log_id"] if "games" in tables else ()
        file = part_name(str(ids[0]) if len(ids) else "", f"{number:016x}")
        for name in names:
            if tables[name].num_rows:
                parts[name].append(write_part(where, name, file, tables[name]))
    return {name: tuple(sorted(found)) for name, found in parts.items()}


def write_manifest(run, files=None, schema=SCHEMA_VERSION):
    tables = {name: [part._asdict() for part in parts] for name, parts in run.parts.items()}
    manifest = {
        "terms": {"schema": schema},
        "units": [],
        "totals": {},
        "tables": tables,
        "files": files or {},
    }
    run.folder.write(MANIFEST, json.dumps(manifest).encode())
