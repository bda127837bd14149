import json

import pytest

from analyzer.batch import reviews
from analyzer.batch.kept_units import inputs_of, kept_units
from analyzer.batch.outputs import KEEP, NameMode, Names
from analyzer.batch.reviews import batches, review_batch
from analyzer.batch.totals import InputKind
from analyzer.batch.work import UnitRows
from analyzer.folders import folder
from analyzer.sources import Absent, Skipped, SourceLog, SourceProblem
from analyzer.sources.units import Part, Unit
from tests.formats.tenhou6.converter import to_tenhou6


def keys(*numbers):
    return b"".join(number.to_bytes(8, "big") for number in numbers)


@pytest.fixture
def kept(tmp_path, draw_kind):
    """Keeps items, all of one part or each of its own, as a unit; gives it with its inputs."""

    def keep(items, tables=("games", "hands", "findings"), names=KEEP, parts=(7,), **how):
        unit = Unit("0123456789abcdef", "-", "", "carried", tuple(Part(f"part-{n}") for n in parts))
        rows = UnitRows(unit._replace(keys=keys(*parts)), tables, names, **how)
        for batch in batches(
            rows.noted((min(place, len(parts) - 1), item) for place, item in enumerate(items))
        ):
            for reviewed in review_batch(batch, draw_kind):
                rows.add(reviewed)
        out = folder(tmp_path / "out")
        unit = rows.keep(out)
        assert kept_units(out) == {unit.unit: unit}
        return unit, inputs_of(out, unit).to_pydict()

    return keep


def test_every_input_has_the_key_of_its_part(kept, honest):
    items = [
        SourceLog("b", honest),
        Skipped("d"),
        SourceProblem("a", "is empty"),
        SourceLog("c", b"<mjlog/>"),
    ]

    _, inputs = kept(items, parts=(11, 22, 2**64 - 1, 44))

    assert dict(zip(inputs["source"], inputs["key"], strict=True)) == {
        "a": 2**64 - 1, "b": 11, "c": 44, "d": 22,
    }  # fmt: skip


def test_games_of_one_log_have_the_key_of_its_part(kept, honest):
    two = json.dumps([to_tenhou6(honest, "1")] * 2).encode()

    _, inputs = kept([SourceLog("a", two), SourceLog("b#2", two)], parts=(11, 22))

    assert dict(zip(inputs["source"], inputs["key"], strict=True)) == {
        "a": 11, "a#2": 11, "b#2": 22, "b#2#2": 22,
    }  # fmt: skip


def test_rows_without_a_log_have_the_keys_of_their_pages(kept):
    _, inputs = kept([Absent("a.db", 3), Absent("a.db", 4)], parts=(11, 22))

    assert inputs["key"] == [11, 22]
    assert inputs["inputs"] == [3, 4]


def test_a_part_without_any_input_is_listed_and_counts_as_none(kept, honest):
    unit, inputs = kept([SourceLog("a", honest)], parts=(11, 22))

    assert inputs["source"] == ["a", "part-22"]
    assert (inputs["key"], inputs["inputs"], inputs["is_first"]) == ([11, 22], [1, 0], [True, True])
    assert (InputKind(inputs["kind"][1]), unit.logs) == (InputKind.NOTHING, 1)


def test_every_input_has_a_row_that_says_what_became_of_it(kept, honest):
    items = [
        SourceLog("1", honest),
        SourceLog("2", b"<mjlog/>"),
        SourceProblem("3", "is empty"),
        Skipped("4"),
        Absent("5", 7),
    ]

    unit, inputs = kept(items)

    assert inputs["source"] == ["1", "2", "3", "4", "5"]
    assert [InputKind(kind).text for kind in inputs["kind"]] == [
        "read", "malformed", "unreadable", "skipped", "absent",
    ]  # fmt: skip
    assert inputs["inputs"] == [1, 1, 1, 1, 7]
    assert inputs["rows_hands"] == [1, 0, 0, 0, 0]
    assert inputs["rows_findings"] == [0, 1, 1, 0, 0]
    assert inputs["rule_set"] == ["tenhou", None, None, None, None]
    assert [digest is None for digest in inputs["digest"]] == [False, False, True, True, True]
    assert unit.logs == 3


def test_what_its_reader_died_of_is_lost(kept):
    _, inputs = kept([SourceProblem("1", "was killed"), SourceProblem("2", "is empty")], lost=["1"])

    assert inputs["kind"] == [InputKind.LOST, InputKind.UNREADABLE]
    assert inputs["reason"] == ["was killed", "is empty"]


def test_each_game_of_a_log_of_several_has_a_digest_of_its_own(kept, honest):
    several = json.dumps([to_tenhou6(honest, "1")] * 3).encode()

    _, inputs = kept([SourceLog("1.json", several)])

    assert inputs["source"] == ["1.json", "1.json#2", "1.json#3"]
    assert len({*inputs["digest"]}) == 3
    assert {*inputs["key"]} == {7}
    assert inputs["is_first"] == [True, False, False]


def test_equal_bytes_have_equal_digests_whatever_they_are_called(kept, honest):
    _, inputs = kept([SourceLog("1", honest), SourceLog("2", honest), SourceLog("3", honest + b"\n")])

    first, second, third = inputs["digest"]
    assert first == second != third


def test_a_table_that_comes_later_has_no_rows_of_what_was_before(kept, honest, wrong, monkeypatch):
    monkeypatch.setattr(reviews, "PLAIN_LOGS", 1)

    unit, inputs = kept([SourceProblem("1", "is empty"), SourceLog("2", honest), SourceLog("3", wrong)])

    assert inputs["rows_hands"] == [0, 1, 1]
    assert inputs["rows_findings"] == [1, 0, 1]
    assert {table: part.rows for table, part in unit.parts.items()} == {"games": 2, "hands": 2, "findings": 2}


def test_only_wanted_tables_are_built(kept, honest):
    unit, inputs = kept([SourceLog("1", honest)], tables=("games",))

    assert {*unit.parts} == {"games"}
    assert inputs["rows_hands"] == [0]


def test_a_reason_names_no_player_where_names_are_left_out(kept, honest):
    named = [SourceLog("1", honest.replace(b"mjloggm", b"Alice"))]

    assert "Alice" in kept(named)[1]["reason"][0]
    assert "Alice" not in kept(named, names=Names(NameMode.DROP))[1]["reason"][0]


def test_an_input_that_nobody_accounts_for_stops_the_run(kept, honest, monkeypatch):
    judge = reviews.review
    monkeypatch.setattr(reviews, "review", lambda logs, *of, **also: judge(logs[1:], *of, **also))

    with pytest.raises(RuntimeError, match="2 inputs, but 1 have a row"):
        kept([SourceLog("1", honest), SourceLog("2", honest)])
