"""Logs whose files are gone: which have only moved, and when a run refuses to remove the others.

A moved file keeps its rows: another that is new has the same bytes.  Bytes are read only where a size says
that they may be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from typing import Final, NamedTuple

import numpy as np
import pyarrow as pa

from analyzer.batch.engines import Engine, Lost
from analyzer.batch.kept_units import KeptUnit, inputs_of
from analyzer.batch.ledger import Ledger, beginnings, came_of, labels_of
from analyzer.batch.totals import InputKind
from analyzer.errors import UserMistake
from analyzer.folders import Folder
from analyzer.sources.asking import file_finder
from analyzer.sources.choice import Choice, log_id_of
from analyzer.sources.items import SourceLog
from analyzer.sources.plan import Plan
from analyzer.sources.units import Unit, make_unit, read_parts
from analyzer.tables.arrow import digests, numbers, texts
from analyzer.tables.load import read_manifest
from analyzer.tables.parts import is_part_of

_IS_READ: Final = f"kind = {InputKind.READ.value}"
_AT_ONCE: Final = 10_000
"""Rows that are Python values at once."""
_NEW: Final = pa.schema(
    {
        "part": pa.uint64(),
        "new_key": pa.uint64(),
        "root": pa.string(),
        "file": pa.string(),
        "digest": pa.binary(32),
    }
)
"""Items of new parts: number and key of the part, source of its unit, and source and digest of the item.

What is no log has no digest, and so its part is not whole.
"""
_OLD: Final = f"""
    CREATE OR REPLACE TEMP TABLE old AS
    SELECT unit, key, place, source, digest, size, log_id <> source AS states_id,
        count(*) OVER part AS together, bool_and({_IS_READ}) OVER part AS is_read
    FROM inputs SEMI JOIN gone USING (unit, place) WINDOW part AS (PARTITION BY unit, key)
"""
_PAIRS: Final = """
    CREATE OR REPLACE TEMP TABLE pairs AS
    WITH logs AS (
        SELECT old.*, part, new_key, root, file, source AS was FROM old JOIN new USING (digest) WHERE is_read
    ), mapped AS (
        SELECT *, file AS now, true AS is_log FROM logs
        UNION ALL
        SELECT game.*, part, new_key, root, file, was, file || substr(game.source, length(was) + 1), false
        FROM old AS game JOIN logs ON game.unit = logs.unit AND game.key = logs.key
            AND game.source <> was AND regexp_replace(game.source, '#[0-9]+$', '') = was
    ), whole AS (
        SELECT unit, key, part, min(was) AS old, min(file) AS new FROM mapped
        JOIN (SELECT part, count(*) AS files FROM new GROUP BY part) USING (part)
        GROUP BY ALL
        HAVING count(*) = max(together) AND count(DISTINCT place) = count(*)
            AND count(*) FILTER (is_log) = max(files)
    ), ranked AS (
        SELECT unit, key, part,
            row_number() OVER (PARTITION BY part ORDER BY old, unit, key) AS old_rank,
            row_number() OVER (PARTITION BY unit, key ORDER BY new, part) AS new_rank
        FROM whole
    )
    SELECT * FROM mapped JOIN ranked USING (unit, key, part)
"""
"""Every old part with every new one of the same bytes, input by input; further games of a log go with it.
Among parts of the same bytes the first by name goes to the first, and so on: their ranks are equal."""


class Moves(NamedTuple):
    """What became of inputs whose files are gone.

    Attributes:
        moved: Inputs that keep their rows; columns unit, place, and their new source, key and root, the
            source of their unit.
        elsewhere: Inputs whose bytes a new file has, those that moved included; columns unit and place.
    """

    moved: pa.Table
    elsewhere: pa.Table


def find_moves(ledger: Ledger, gone: pa.Table, planned: Plan, left: Counter[int], engine: Engine) -> Moves:
    """Which inputs that are gone have moved to a part that is ``left`` to be read.

    A log moves if its id stays, which its name or its bytes state.  A part moves as a whole; one of which
    anything could not be read does not.

    Args:
        ledger: What was read.
        gone: As from `Ledger.gone`.
        planned: The sources, without those that can be read only once.
        left: As from `Ledger.left_of`.
        engine: Reads the parts that may have moved.
    """
    sizes, parts = {*gone["size"].to_pylist()}, 0
    digesting = partial(digests_of, choice=planned.choice)
    units = _of_sizes(planned.units(left), sizes) if left.total() else iter(())
    with closing(engine(digesting, units)) as results:
        for found in results:
            if isinstance(found, Lost) or not found.num_rows:
                continue
            if not parts:
                none = "CREATE OR REPLACE TEMP TABLE new AS FROM found LIMIT 0"
                ledger.execute(_OLD, none, gone=gone, found=found)
            ledger.execute(f"INSERT INTO new SELECT part + {parts}, * EXCLUDE part FROM found", found=found)
            parts += 1 + max(found["part"].to_pylist())
    if not parts:
        nothing = gone.slice(0, 0).select(["unit", "place"])
        return Moves(nothing, nothing)
    ledger.execute(_PAIRS)
    moved = ledger.ask(
        "SELECT unit, key AS old_key, place, now AS source, new_key AS key, root, states_id, was, file "
        "FROM pairs WHERE old_rank = new_rank ORDER BY ALL"
    )
    names = moved.select(["was", "file", "states_id"]).to_batches(max_chunksize=_AT_ONCE)
    stays = (_has_same_id(*row) for some in names for row in zip(*some.to_pydict().values(), strict=True))
    others = moved.filter(numbers(~np.fromiter(stays, np.bool_, moved.num_rows)))
    moved = ledger.ask("FROM moved ANTI JOIN others USING (unit, old_key)", moved=moved, others=others)
    return Moves(
        moved.select(["unit", "place", "source", "key", "root"]),
        ledger.ask("SELECT DISTINCT unit, place FROM pairs"),
    )


def _of_sizes(units: Iterable[Unit], sizes: AbstractSet[int]) -> Iterator[Unit]:
    """Units of only those parts that have one of these sizes."""
    for unit in units:
        places = [place for place, part in enumerate(unit.parts) if part.size in sizes]
        if places:
            parts = tuple(unit.parts[place] for place in places)
            carried = tuple(unit.carried[place] for place in places) if unit.carried else ()
            yield make_unit(unit._replace(parts=parts, carried=carried))


def digests_of(unit: Unit, choice: Choice) -> pa.Table:
    """What the parts of a unit hold, with the columns of `_NEW`."""
    items = [
        (place, item.source, sha256(item.data).digest() if isinstance(item, SourceLog) else None)
        for place, item in read_parts(unit, choice)
    ]
    keys = np.frombuffer(unit.keys, ">u8").astype(np.uint64)
    places = np.array([place for place, *_ in items], np.intp)
    columns = [
        numbers(places.astype(np.uint64)),
        numbers(keys[places]),
        texts([unit.source] * len(items)),
        texts([source for _, source, _ in items]),
        digests([digest for *_, digest in items]),
    ]
    return pa.Table.from_arrays(columns, schema=_NEW)


def _has_same_id(was: str, now: str, states_id: bool) -> bool:
    """Whether a log has the same id under another name."""
    before, after = log_id_of(was), log_id_of(now)
    # Where names are none, the id is what the bytes state, or else the name.
    return before == after or (states_id and before == was and after == now)


def refuse_missing(ledger: Ledger, gone: pa.Table, moves: Moves, planned: Plan) -> None:
    """Refuse to remove what came of a source without any of its known files, as an unmounted disk is.

    One of which anything is elsewhere has not lost its disk.

    Args:
        ledger: What was read.
        gone: As from `Ledger.gone`.
        moves: What has moved.
        planned: The sources, without those that can be read only once.

    Raises:
        UserMistake: When there is such a source.
    """
    stale = ledger.ask("FROM gone WHERE is_named", gone=gone)
    lost = _without_known_files(stale["source"].to_pylist(), planned)
    if lost:
        found = "SELECT source FROM inputs SEMI JOIN elsewhere USING (unit, place)"
        rest = "SELECT source FROM inputs ANTI JOIN gone USING (unit, place)"
        held = {"elsewhere": moves.elsewhere, "gone": stale}
        for source in ledger.ask(f"SELECT DISTINCT source FROM ({found} UNION ALL {rest})", **held)[0]:
            lost.difference_update(labels_of(source.as_py(), lost))
    if lost:
        raise UserMistake(
            f"{min(lost)!r} has none of the files that earlier runs read there; expected its disk to be "
            "mounted, or --remove-missing to remove their logs from the tables"
        )


def _without_known_files(sources: Iterable[str], planned: Plan) -> set[str]:
    """Labels of sources that inputs came of, but have none of their files any more."""
    named, looks = {one.label: one for one in planned.origins}, dict[str, Callable[[str], bool]]()
    found = set[str]()
    for source in sources:
        for label in labels_of(source, named.keys()):
            if label not in looks:
                looks[label] = file_finder(named[label])
            if label not in found and any(map(looks[label], beginnings(source))):
                found.add(label)
    return looks.keys() - found


def refuse_lost(
    out: Folder,
    labels: AbstractSet[str],
    units: Iterable[KeptUnit],
    ids: Sequence[str] = (),
    damaged: str = "damaged tables",
) -> None:
    """Refuse to forget units of which the sources are not named, so that nobody would read them again.

    Of ``ids`` the lists of inputs are damaged; of ``units`` the run has what ``damaged`` says.
    """
    rows = [(damaged, inputs_of(out, unit, ("source",))) for unit in units]
    for unit in ids:
        # Where the tables cannot be read either, nobody knows what the unit had.
        with suppress(UserMistake):
            tables = read_manifest(out)
            parts = [part for part in tables.parts_of("games") if is_part_of(part.file, unit)]
            rows += [("a damaged list of inputs", tables.read("games", part, ("source",))) for part in parts]
    for what, found in rows:
        for source in found["source"].to_pylist():
            if not came_of(source, labels):
                raise UserMistake(
                    f"{out.shown!r} has {what} of {source!r}; expected its source to be named too, "
                    "so that it is read again"
                )
