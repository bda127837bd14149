"""What a run knows: the lists of inputs of its units; nothing else remembers it.

What is new and gone is told by keys.  DuckDB is asked, and imported, only where something is there twice,
has moved, or could not be read.
A duplicate has the same id as another log, in whatever form, or the same bytes under another id.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from io import BytesIO
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.batch.kept_units import INPUTS, KeptUnit, inputs_of, rewritten, row_column
from analyzer.batch.same_games import first_difference
from analyzer.batch.totals import InputKind, Totals
from analyzer.errors import AnalyzerError
from analyzer.folders import Folder
from analyzer.sources.plan import Survey
from analyzer.tables.arrow import numbers, plain, texts
from analyzer.tables.schema import TABLES

_MEMORY: Final = "96MiB"
"""What DuckDB may hold before it spills: a million inputs take some 250 MB."""
_AT_ONCE: Final = 10_000
"""Lines that are made at once."""
_UNITS_AT_ONCE: Final = 64
"""Units whose statements are held while duplicates are compared."""
_UNASKED: Final = {"counts", "said", *(row_column(table) for table in TABLES if table != "games")}
_COLUMNS: Final = [name for name in INPUTS.names if name not in _UNASKED]
"""What is asked about."""
_GAME: Final = f"kind = {InputKind.READ.value}"
_LOG: Final = f"kind <= {InputKind.LOST.value}"
_REPEATED: Final = f"""
    CREATE OR REPLACE TEMP TABLE logs AS
    SELECT *, row_number() OVER (
        ORDER BY NOT is_dated, form, source, log_id, digest, rows_games = 0, unit, place
    ) AS rank
    FROM inputs WHERE {_GAME} AND (
        rows_games = 0
        OR game IN (SELECT game FROM inputs WHERE {_GAME} GROUP BY game HAVING count(*) > 1)
        OR digest IN (SELECT digest FROM inputs WHERE {_GAME} GROUP BY digest HAVING count(*) > 1)
    )
"""
"""Games that share their id or their bytes with another, or did, in the order in which one stays."""
_UNDECIDED: Final = """
    CREATE OR REPLACE TEMP TABLE undecided AS
    SELECT rank, game, digest FROM logs WHERE rows_games > 0
"""
_FIRST: Final = """
    INSERT INTO staying SELECT rank, game, digest FROM undecided
    QUALIFY rank = min(rank) OVER (PARTITION BY game) AND rank = min(rank) OVER (PARTITION BY digest)
"""
"""What comes first under its id and with its bytes stays, and what shares either with it does not."""
_DECIDED: Final = """
    DELETE FROM undecided
    WHERE game IN (SELECT game FROM staying) OR digest IN (SELECT digest FROM staying)
"""
_DUPLICATES: Final = """
    CREATE OR REPLACE TEMP TABLE duplicates AS
    SELECT logs.unit, logs.place, logs.source, logs.log_id, logs.rows_games > 0 AS has_rows,
        other.source AS stays, other.log_id AS stays_id, other.digest = logs.digest AS is_same,
        logs.form, other.form AS stays_form,
        other.unit AS stays_unit, other.place AS stays_place, NULL::UBIGINT AS differs,
        other.game = logs.game AND other.stated <> logs.stated AS may_differ,
        NOT has_rows AND coalesce(least(by_id.rank, by_bytes.rank) > logs.rank, true) AS is_freed
    FROM logs
    LEFT JOIN staying AS by_id ON by_id.game = logs.game
    LEFT JOIN staying AS by_bytes ON by_bytes.digest = logs.digest
    LEFT JOIN logs AS other ON other.rank = coalesce(by_id.rank, by_bytes.rank)
    WHERE logs.rank IS DISTINCT FROM other.rank
"""
"""Each with the log that stays instead of it, null where that is gone, and the first place where it states
otherwise than that, null without one; freed is what should stay now."""
_MOST: Final = 100
"""Reasons that a summary has, and the most logs that it names for each."""


def _left_out(stays: str, has_duplicates: bool) -> str:
    """What is in quarantine, with the reason; ``stays`` is what it says of the log that stays instead."""
    unread = f"""
        SELECT source, log_id, list_extract({[kind.text for kind in InputKind]}, kind + 1) AS class,
            coalesce(reason, '') AS reason
        FROM inputs WHERE {_LOG} AND NOT {_GAME}
    """
    duplicates = f"""
        UNION ALL
        SELECT source, log_id, 'duplicate', CASE
            WHEN stays IS NULL
                THEN 'same as a log that is not there any more; name its source again to read it'
            WHEN log_id <> stays_id THEN 'the bytes of ' || {stays} || ' under another id'
            WHEN is_same THEN 'same log as ' || {stays}
            WHEN differs IS NOT NULL THEN 'differs under the same id from ' || {stays}
            WHEN form <> stays_form THEN 'same game in another form as ' || {stays}
            ELSE 'other bytes under the same id as ' || {stays} END
        FROM duplicates
    """
    return unread + duplicates * has_duplicates


_ENDS: Final = re.compile("[/!#]|$")
"""Behind the name of a folder, of an archive, and of a file of several games."""
_ENDS_OF_FILES: Final = re.compile("[!#]|$")


def _say_nothing(_: str) -> None:
    """Nobody waits."""


class Ledger(ExitStack):
    """The units that are done, and a database of their inputs; for use in ``with``."""

    def __init__(self, out: Folder) -> None:
        super().__init__()
        self.out = out
        self.units: dict[str, KeptUnit] = {}
        self._unlisted: list[KeptUnit] = []
        """Units whose inputs are not in the database yet."""
        self.has_duplicates = False
        """Whether `find_duplicates` has filled the table ``duplicates``."""
        self._database: Any = None

    def add(self, unit: KeptUnit) -> None:
        """Take a unit in, instead of one of the same id and of those that it replaces."""
        self.remove([unit.unit, *unit.replaces])
        self.units[unit.unit] = unit
        self._unlisted.append(unit)

    def remove(self, units: Iterable[str]) -> None:
        """Leave units out, by id; their files are left to others."""
        names = [name for name in units if self.units.pop(name, None) is not None]
        self._unlisted = [unit for unit in self._unlisted if unit.unit not in names]
        if names and self._database is not None:
            self._database.execute("DELETE FROM inputs WHERE unit IN (SELECT unnest(?))", [names])

    def ask(self, sql: str, **held: pa.Table) -> pa.Table:
        """The rows of a query over ``inputs``, and over tables that are given by name."""
        with self._holding(held) as database:
            return database.sql(sql).to_arrow_table()

    def execute(self, *statements: str, **held: pa.Table) -> None:
        """Execute statements over the same."""
        with self._holding(held) as database:
            for statement in statements:
                database.execute(statement)

    @contextmanager
    def _holding(self, held: Mapping[str, pa.Table]) -> Iterator[Any]:
        """The database, with the inputs of all units, and within the block with these tables."""
        if self._database is None:
            self._database = self.enter_context(self._open())
        database = self._database
        for unit in self._unlisted:
            database.register("fresh", inputs_of(self.out, unit, _COLUMNS))
            database.execute(
                "INSERT INTO inputs SELECT ?, row_number() OVER () - 1, * FROM fresh", [unit.unit]
            )
        self._unlisted = []
        for name, table in held.items():
            database.register(name, table)
        yield database
        for name in held:
            database.unregister(name)

    @contextmanager
    def _open(self) -> Iterator[Any]:
        import duckdb

        with TemporaryDirectory(prefix="tenhou-analyzer-ledger-", ignore_cleanup_errors=True) as spill:
            options = {"memory_limit": _MEMORY, "temp_directory": spill, "threads": "1"}
            with duckdb.connect(config={**options, "python_enable_replacements": "false"}) as database:
                database.register("fresh", pa.Table.from_batches([], INPUTS).select(_COLUMNS))
                database.execute("CREATE TABLE inputs AS SELECT '' AS unit, 0 AS place, * FROM fresh")
                yield database

    def _of_units(self, *columns: str) -> Iterator[pa.Table]:
        """These columns of the inputs of each unit."""
        return (inputs_of(self.out, unit, columns) for unit in self.units.values())

    # What there is to do

    def left_of(self, survey: Survey, streams: AbstractSet[str]) -> tuple[Counter[int], int]:
        """What is still to be read, as `Plan.units` takes it, and how many logs of the survey that may be.

        ``streams`` are the labels of standard input and pipes.
        """
        planned, each = np.frombuffer(survey.keys, np.uint64), np.frombuffer(survey.each, np.int64)
        keys, place, times = np.unique(planned, return_inverse=True, return_counts=True)
        most = np.zeros(len(keys), np.int64)
        np.maximum.at(most, place, each)
        columns = ["key", "is_first", "source"] if streams else ["key", "is_first"]
        firsts = [inputs.filter(inputs["is_first"]) for inputs in self._of_units(*columns)]
        done = np.concatenate([keys[:0], *(plain(inputs["key"]) for inputs in firsts)])
        at = np.searchsorted(keys, done[np.isin(done, keys)])
        times = np.maximum(times - np.bincount(at, minlength=len(keys)), 0)
        some = np.flatnonzero(times)
        left = Counter(dict(zip(keys[some].tolist(), times[some].tolist(), strict=True)))
        for inputs in firsts if streams else ():
            left.subtract(_where(inputs, lambda source: came_of(source, streams))["key"].to_pylist())
        return left, int(times @ most)

    def gone(self, survey: Survey, labels: AbstractSet[str]) -> pa.Table | None:
        """Inputs whose files the named sources lost or changed, or that are not there any more, if any.

        Those of standard input and pipes are never among them: nobody can look there again.  Columns unit,
        place, source, kind, size, and is_named.

        Args:
            survey: That of the plan.
            labels: Those of the plan, without standard input and pipes.
        """
        keys = [plain(inputs["key"]) for inputs in self._of_units("key")]
        is_there = np.isin(np.concatenate(keys), np.frombuffer(survey.keys, np.uint64))
        # Members of an archive follow each other, and are there or not with it.
        is_file, found = lru_cache(16)(os.path.isfile), []
        ends = np.cumsum([len(of_unit) for of_unit in keys])
        for unit, are_there in zip(self.units.values(), np.split(is_there, ends), strict=False):
            if are_there.all():
                continue
            places = numbers(np.flatnonzero(~are_there))
            rows = inputs_of(self.out, unit, ["source", "kind", "size"]).take(places)
            columns = {"unit": texts([unit.unit] * len(places)), "place": places}
            columns |= {name: rows[name] for name in rows.column_names}
            columns["is_named"] = numbers(_flags(rows, lambda source: came_of(source, labels)))
            inputs = pa.Table.from_pydict(columns)
            inputs = _where(inputs, lambda source: not came_of(source, survey.unlisted))
            inputs = _where(inputs, lambda source: came_of(source, labels) or not _is_there(source, is_file))
            found += [inputs] * bool(inputs.num_rows)
        return pa.concat_tables(found) if found else None

    def count_gone(self, gone: pa.Table) -> int:
        """How many logs are gone that were taken out: all but those whose source was read again."""
        found: int = self.ask(
            f"FROM gone ANTI JOIN (SELECT source FROM inputs WHERE {_LOG}) USING (source) WHERE {_LOG}",
            gone=gone,
        ).num_rows
        return found

    # What changes units

    def rewrite(self, say: Callable[[str], object] = _say_nothing, **changes: pa.Table) -> None:
        """Change inputs of units: take some out, leave rows of others out, or move them.

        ``say`` gets how many units are written; ``changes`` are named as those of `kept_units.rewritten`,
        with columns unit and place, and what else these say.
        """
        of_units: dict[str, dict[str, pa.Table]] = {}
        for name, inputs in changes.items():
            for unit, some in _by_unit(inputs):
                of_units.setdefault(unit, {})[name] = some
        for number, (unit, tables) in enumerate(of_units.items()):
            say(f"taking out rows, {number} of {len(of_units)} units written")
            places = {
                name: {row["place"]: row for row in inputs.to_pylist()} for name, inputs in tables.items()
            }
            left = rewritten(self.out, [self.units[unit]], **places)
            self.remove([unit])
            if left is not None:
                self.add(left)

    # Duplicates

    def find_duplicates(self) -> None:
        """Find which logs are left out, so that every id and every content occurs once.

        Of several, one whose id has a date stays, of these one in the fullest form, and of these the first by
        the name of its source.

        Raises:
            AnalyzerError: When two log ids have the same key.
        """
        self.has_duplicates = self._has_repeated()
        if not self.has_duplicates:
            return
        self.execute(_REPEATED)
        clash = self.ask(
            "SELECT min(log_id) AS one, max(log_id) AS other, game "
            "FROM logs GROUP BY game HAVING one <> other"
        ).to_pylist()
        if clash:
            one, other, key = clash[0].values()
            raise AnalyzerError(f"the log ids {one!r} and {other!r} have the same key {key}")
        self.execute(
            "CREATE OR REPLACE TEMP TABLE staying (rank BIGINT, game BIGINT, digest BLOB)", _UNDECIDED
        )
        while self.ask("FROM undecided LIMIT 1").num_rows:
            self.execute(_FIRST, _DECIDED)
        self.execute(_DUPLICATES)
        self._compare()

    def _has_repeated(self) -> bool:
        """Whether a game has, or had, the id or the bytes of another: most archives need no more to be asked.

        Of digests eight bytes are looked at, which takes a tenth of the memory.
        """
        if any(unit.totals.duplicates for unit in self.units.values()):
            return True
        keys, starts = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint64)]
        for inputs in self._of_units("kind", "game", "digest"):
            is_game = plain(inputs["kind"]) == InputKind.READ
            keys.append(plain(inputs["game"])[is_game].view(np.uint64))
            octets = inputs["digest"].combine_chunks().buffers()[1]
            starts.append(np.frombuffer(octets, np.uint64).reshape(-1, 4)[: len(is_game), 0][is_game])
        return any(np.unique(some).size < some.size for some in map(np.concatenate, [keys, starts]))

    def _compare(self) -> None:
        """Note where duplicates differ from what stays; what logs state is read from the files of units."""
        said = lru_cache(_UNITS_AT_ONCE)(lambda unit: inputs_of(self.out, self.units[unit], ["said"])["said"])
        pairs = self.ask(
            "SELECT unit, place, stays_unit, stays_place FROM duplicates WHERE may_differ ORDER BY ALL"
        )
        for some in pairs.to_batches(max_chunksize=_AT_ONCE):
            found = [
                first_difference(said(unit)[place].as_py(), said(stays_unit)[stays_place].as_py())
                for unit, place, stays_unit, stays_place in zip(*some.to_pydict().values(), strict=True)
            ]
            first = np.array([place or 0 for place in found], np.uint64)
            column = numbers(first, np.array([place is None for place in found], np.bool_))
            table = pa.Table.from_batches([some]).append_column("first", column)
            self.execute(
                "UPDATE duplicates SET differs = first FROM found "
                "WHERE duplicates.unit = found.unit AND duplicates.place = found.place",
                found=table,
            )

    def forget_freed(self, labels: AbstractSet[str], streams: AbstractSet[str]) -> bool:
        """Take duplicates out that should stay now and have no rows, if their source is named.

        With each goes all of its file, which is read as a whole.  Of ``streams``, the labels of standard
        input and pipes, nothing else goes, as it may not come again.
        """
        if not any(unit.totals.duplicates for unit in self.units.values()):
            return False
        self.find_duplicates()
        files = "SELECT unit, key FROM inputs SEMI JOIN (FROM duplicates WHERE is_freed) USING (unit, place)"
        freed = self.ask(
            "SELECT unit, place, inputs.source, coalesce(is_freed, false) AS is_freed "
            "FROM inputs LEFT JOIN duplicates USING (unit, place) "
            f"SEMI JOIN ({files}) USING (unit, key) ORDER BY ALL"
        )
        freed = _where(freed, lambda source: came_of(source, labels))
        is_streamed = _flags(freed, lambda source: came_of(source, streams))
        freed = freed.filter(numbers(~is_streamed | plain(freed["is_freed"])))
        self.rewrite(gone=freed)
        return bool(freed.num_rows)

    def drop_rows_of_duplicates(self, say: Callable[[str], object]) -> None:
        """Leave duplicates without rows in the tables; ``say`` gets what is done now."""
        say("looking for duplicates")
        self.find_duplicates()
        if self.has_duplicates:
            have_rows = self.ask("SELECT unit, place FROM duplicates WHERE has_rows ORDER BY ALL")
            self.rewrite(say, repeated=have_rows)

    def differing(self) -> pa.Table:
        """Duplicates that differ from the log of their id that stays, ordered by id and source.

        They were found before.  Columns log_id, source, form, stays, stays_form, and place: the upper half
        of a number of `same_games.said_of`.
        """
        return self.ask(
            "SELECT log_id, source, form, stays, stays_form, differs AS place FROM duplicates "
            "WHERE differs IS NOT NULL ORDER BY ALL"
        )

    # What is told

    def totals(self) -> Totals:
        """The counts of everything but what differs."""
        totals = Totals()
        for unit in self.units.values():
            totals.join(unit.totals)
        return totals

    def quarantine(self) -> tuple[bytes, list[dict[str, object]]]:
        """What is not in the tables, and why; its duplicates were found before.

        The quarantine list as lines of JSON ordered by source; and its entries by class and reason, the most
        common first, with the first sources.
        """
        if not self.has_duplicates and not any(unit.totals.unreadable for unit in self.units.values()):
            return b"", []
        names, text = ("source", "log", "class", "reason"), BytesIO()
        with self._holding({}) as database:
            found = database.execute(f"{_left_out('stays', self.has_duplicates)} ORDER BY ALL")
            while lines := found.fetchmany(_AT_ONCE):
                for line in lines:
                    text.write(f"{json.dumps(dict(zip(names, line, strict=True)))}\n".encode())
        whole = _left_out("'another log'", self.has_duplicates)
        by_reason = self.ask(
            f"SELECT class, reason, count(*) AS count, list(source ORDER BY source)[:{_MOST}] AS sources "
            f"FROM ({whole}) "
            f"GROUP BY class, reason ORDER BY count(*) DESC, class, reason LIMIT {_MOST}"
        )
        return text.getvalue(), by_reason.to_pylist()


def _where(inputs: pa.Table, is_wanted: Callable[[str], bool]) -> pa.Table:
    """Some inputs, chosen by their sources."""
    return inputs.filter(numbers(_flags(inputs, is_wanted)))


def _flags(inputs: pa.Table, is_so: Callable[[str], bool]) -> NDArray[np.bool_]:
    """What is said of each source; shape (inputs,)."""
    batches = inputs.select(["source"]).to_batches(max_chunksize=_AT_ONCE)
    flags = (is_so(source) for some in batches for source in some["source"].to_pylist())
    return np.fromiter(flags, np.bool_, inputs.num_rows)


def _by_unit(inputs: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    """Inputs unit by unit; all of them as Python values would take too much memory."""
    if inputs.num_rows:
        coded = inputs["unit"].combine_chunks().dictionary_encode()
        for code, unit in enumerate(coded.dictionary.to_pylist()):
            yield unit, inputs.filter(numbers(plain(coded.indices) == code))


def _is_there(source: str, is_file: Callable[[str], bool]) -> bool:
    """Whether the file is there that something was read from; what is not on a disk always is."""
    if not os.path.isabs(source):  # noqa: PTH117 (many files)
        return True
    return any(is_file(source[: end.start()]) for end in _ENDS_OF_FILES.finditer(source))


def came_of(source: str, labels: AbstractSet[str]) -> bool:
    """Whether something read came of one of these sources, by their names.

    Examples:
        >>> came_of("/logs/2022.zip!a.mjlog", {"/logs"})
        True
        >>> came_of("/a.json#2", {"/"}), came_of("/a.json#2", {"/a.json"}), came_of("s3://a/b", {"s3://a"})
        (True, True, True)
        >>> came_of("/logs2/a.mjlog", {"/logs"})
        False
    """
    return any(True for _ in labels_of(source, labels))


def labels_of(source: str, labels: AbstractSet[str]) -> Iterator[str]:
    """Those of the labels that something read may have come of."""
    # Lists name millions of files, so each label is looked up.
    return (start for start in beginnings(source) if start in labels)


def beginnings(source: str) -> Iterator[str]:
    """What something read may have come of, by its name: the folders and archives above it, and itself."""
    for end in _ENDS.finditer(source):
        yield source[: end.start() or 1]
