"""What a run keeps of its units, and how units are joined and rid of what went."""

from dataclasses import replace
from uuid import uuid4

import pytest

from analyzer.batch.kept_units import (
    files_of,
    forget,
    inputs_of,
    kept_units,
    rewritten,
)
from analyzer.batch.work import do_unit
from analyzer.folders import folder
from analyzer.sources import SourceLog, SourceProblem
from analyzer.tables.parts import part_path, read_part

NAMES = [f"2022010{day}01gm-00a9-0000-0000000a" for day in range(1, 7)]


@pytest.fixture
def kept(job, unit, honest):
    """Keeps logs of these names, of which others than the named are unreadable, as a unit."""

    def keep(*names):
        items = [SourceLog(f"logs/{name}", honest) for name in names if name in NAMES]
        items += [SourceProblem(name, "is empty") for name in names if name not in NAMES]
        return do_unit(unit(items), job).kept

    return keep


def ids(out, unit, table="hands"):
    """Log ids in a part; none where there is no part."""
    if table not in unit.parts:
        return []
    with out.open(part_path(table, unit.parts[table])) as file:
        return read_part(file, table)["log_id"].to_pylist()


def test_a_unit_that_is_kept_is_found_again(out, kept):
    units = [kept(*NAMES[:2]), kept(NAMES[2], "broken")]

    assert kept_units(out) == {unit.unit: unit for unit in units}


def test_the_parts_of_a_unit_have_their_logs_in_one_order(out, kept):
    unit = kept(NAMES[2], NAMES[0], "1st", NAMES[1])

    assert inputs_of(out, unit)["log_id"].to_pylist() == ["1st", *NAMES[:3]]
    assert ids(out, unit, "games") == ids(out, unit, "hands") == NAMES[:3]
    assert ids(out, unit, "findings") == ["1st"]
    (file,) = {part.file for part in unit.parts.values()}
    assert file == f"part-{NAMES[0]}-{unit.unit[:8]}.parquet"


def test_a_unit_without_a_log_that_could_be_read_is_named_by_itself(kept):
    unit = kept("broken", "empty")

    assert {table: part.file for table, part in unit.parts.items()} == {
        "findings": f"part-{unit.unit}.parquet"
    }
    assert unit.logs == 2


def test_a_unit_that_is_forgotten_keeps_its_parts(out, kept):
    unit = kept(NAMES[0])

    forget(out, [unit.unit])

    assert kept_units(out) == {}
    assert ids(out, unit) == NAMES[:1]


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("damage", [lambda data: b"", lambda data: bytes(len(data)), lambda data: data[:-9]])
def test_a_damaged_unit_is_forgotten(out, kept, place, damage):
    unit, other = kept(NAMES[0]), kept(NAMES[1])
    name = files_of(unit)[place]
    out.write(name, damage(out.read(name)))

    assert kept_units(out) == {other.unit: other}


def test_in_a_store_the_files_of_a_unit_must_be_there(job, unit, many):
    pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")
    stored = replace(job, out=f"memory://{uuid4().hex}")
    out, done = folder(stored.out), do_unit(unit(many(2)), stored).kept
    assert kept_units(out) == {done.unit: done}

    out.remove(files_of(done)[-1])

    assert kept_units(out) == {}


def test_what_went_is_taken_out_of_rows_and_inputs(out, kept):
    unit = kept(*NAMES[:3], "broken")

    left = rewritten(out, [unit], gone=[0, 3])

    assert ids(out, left) == ids(out, left, "games") == NAMES[1:3]
    assert ids(out, left, "findings") == []
    assert inputs_of(out, left)["log_id"].to_pylist() == NAMES[1:3]
    assert (left.logs, left.source, left.replaces) == (2, unit.source, (unit.unit,))
    assert left.sums == kept(*NAMES[1:3]).sums


def test_duplicates_lose_their_rows_and_stay_in_the_list(out, kept):
    unit = kept(*NAMES[:3])

    left = rewritten(out, [unit], repeated=[1])
    again = rewritten(out, [left], gone=[0])

    assert ids(out, again) == [NAMES[2]]
    listed = inputs_of(out, again).to_pydict()
    assert (listed["log_id"], listed["rows_games"]) == (NAMES[1:3], [0, 1])
    assert (left.logs, again.logs, again.sums) == (3, 2, kept(NAMES[2]).sums)


def test_a_unit_may_lose_all_its_rows_and_all_its_inputs(out, kept):
    unit = kept(*NAMES[:2])

    left = rewritten(out, [unit], repeated=[0, 1])

    assert (left.parts, left.logs) == ({}, 2)
    assert kept_units(out) == {left.unit: left}
    assert rewritten(out, [left], gone=[0, 1]) is None
    assert kept_units(out) == {}


def test_joined_units_are_one_in_the_order_of_its_logs(out, kept):
    units = [kept(NAMES[3], NAMES[0]), kept(NAMES[2], "broken"), kept(NAMES[1])]

    one = rewritten(out, units)

    assert ids(out, one) == ids(out, one, "games") == NAMES[:4]
    assert ids(out, one, "findings") == ["broken"]
    assert (one.logs, one.replaces) == (5, tuple(unit.unit for unit in units))
    assert kept_units(out) == {one.unit: one}


def test_units_of_several_sources_are_named_after_the_first(out, kept):
    units = [kept(name)._replace(source=source) for name, source in zip(NAMES, "aab", strict=False)]

    assert rewritten(out, units[:2]).source == "a"
    units = [kept(name)._replace(source=source) for name, source in zip(NAMES, "aab", strict=False)]
    assert rewritten(out, units).source == "a and 1 more"


def test_what_another_unit_replaces_does_not_count_beside_it(out, kept):
    unit = kept(*NAMES[:3])
    files = {name: out.read(name) for name in files_of(unit)}
    left = rewritten(out, [unit], gone=[0])
    # As if the run had ended before it removed them.
    for name, data in files.items():
        out.write(name, data)

    assert kept_units(out) == {left.unit: left}


def test_what_a_damaged_unit_would_replace_counts(out, kept):
    unit = kept(*NAMES[:3])
    files = {name: out.read(name) for name in files_of(unit)}
    left = rewritten(out, [unit], gone=[0])
    for name, data in files.items():
        out.write(name, data)
    out.remove(files_of(left)[-1])

    assert kept_units(out) == {unit.unit: unit}
