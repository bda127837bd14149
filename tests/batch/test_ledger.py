"""What a run asks its lists of inputs."""

from array import array
from collections import Counter

import pytest

from analyzer.batch.ledger import Ledger, came_of
from analyzer.batch.reviews import review_all
from analyzer.batch.totals import Totals
from analyzer.batch.work import do_unit
from analyzer.sources import Absent, Skipped, SourceLog, SourceProblem
from analyzer.sources.plan import Survey

A, B, C = (f"2022010{day}01gm-00a9-0000-0000000a" for day in (1, 2, 3))


@pytest.fixture
def ledger(out):
    with Ledger(out) as opened:
        yield opened


@pytest.fixture
def add(ledger, job, unit):
    """Does a unit of items and adds it to the ledger; gives the keys of its parts."""

    def add_unit(*items):
        made = unit(items)
        ledger.add(do_unit(made, job).kept)
        return [int.from_bytes(made.keys[start : start + 8], "big") for start in range(0, len(made.keys), 8)]

    return add_unit


@pytest.fixture
def three(add, honest):
    """Keys of two logs of one folder and one of another."""
    logs = ((f"x/{A}", honest), (f"x/{B}", honest + b" "), (f"y/{C}", honest + b"  "))
    return add(*(SourceLog(*log) for log in logs))


def survey_of(keys, unlisted=()):
    return Survey(0, array("Q", keys), array("q", [1] * len(keys)), {*unlisted})


def gone(ledger, keys, labels, unlisted=()):
    return ledger.gone(survey_of(keys, unlisted), {*labels})["source"].to_pylist()


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ("/logs", "/logs"),
        ("/logs/2022/a.xml", "/"),
        ("/logs/2022/a.xml", "/logs/2022"),
        ("/logs.zip!2022/a.xml", "/logs.zip"),
        ("/a.json#2", "/a.json"),
        ("s3://logs/a.xml", "s3://logs"),
    ],
)
def test_what_is_in_a_source_came_of_it(source, label):
    assert came_of(source, {label})


@pytest.mark.parametrize(
    ("source", "label"),
    [("/logs2/a.xml", "/logs"), ("/logs.zip!a.xml", "/logs"), ("s3://logs/a", "/"), ("<stdin>!a.xml", "/")],
)
def test_what_is_elsewhere_did_not_come_of_it(source, label):
    assert not came_of(source, {label})


def test_what_is_planned_and_not_done_is_left_as_often_as_it_is_planned(ledger, three):
    first, *_ = three

    left, logs = ledger.left_of(survey_of([first, first, 7, 8, 8]), frozenset())

    assert (left, logs) == (Counter({first: 1, 7: 1, 8: 2}), 4)


def test_what_came_of_a_stream_is_known_though_no_survey_has_it(ledger, three):
    left, logs = ledger.left_of(survey_of([]), {"y"})

    assert (left, logs) == (Counter({three[2]: -1}), 0)


def test_what_the_named_sources_lack_is_gone_unless_they_cannot_be_listed(ledger, three):
    _, second, _ = three

    assert gone(ledger, [second], "xy") == [f"x/{A}", f"y/{C}"]
    assert gone(ledger, [second], "x") == [f"x/{A}"]
    assert gone(ledger, [second], "xy", unlisted="y") == [f"x/{A}"]
    assert gone(ledger, three, "xy") == []


def test_what_is_taken_out_is_known_no_more(ledger, three):
    ledger.rewrite(gone=ledger.gone(survey_of(three[1:2]), {"x", "y"}))

    assert ledger.ask("SELECT source FROM inputs")["source"].to_pylist() == [f"x/{B}"]
    ledger.rewrite(gone=ledger.gone(survey_of([]), {"x"}))
    assert (ledger.ask("FROM inputs").num_rows, ledger.units) == (0, {})


def test_totals_are_those_of_the_batches_without_duplicates(ledger, add, items, draw_kind):
    every = [*items, Absent("a.db", 7), Skipped("notes"), SourceProblem("b", "is empty")]
    counted = Totals()
    for batch in review_all(every, draw_kind):
        counted.add(batch)
    add(*every)
    assert ledger.totals() == counted

    copy = next(item for item in items if isinstance(item, SourceLog) and A[:8] in item.source)
    add(SourceLog(f"z/{B}", copy.data))
    ledger.drop_rows_of_duplicates()

    counted.inputs, counted.duplicates = counted.inputs + 1, 1
    assert ledger.totals() == counted
