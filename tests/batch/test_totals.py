"""Counts of a run, the summary made of them, and its text."""

import json
from dataclasses import asdict

import pytest

from analyzer.audit import CHECKS
from analyzer.audit.findings import Verdict
from analyzer.batch.reviews import Terms, review_all
from analyzer.batch.totals import Totals, summary_text
from analyzer.sources import Skipped, SourceLog, SourceProblem
from analyzer.sources.items import Absent
from tests.formats.tenhou6.documents import of_mjlog


def totals_of(items, terms):
    totals = Totals()
    for batch in review_all(items, terms):
        totals.add(batch)
    return totals


def test_a_run_is_counted_batch_by_batch(items, draw_kind):
    totals, parts = totals_of(items, draw_kind), Totals()

    assert (totals.games, totals.hands, totals.unreadable, totals.skipped) == (3, 3, 1, 1)
    assert dict(totals.findings) == {"draw-kind": 1, "well-formed": 1}
    assert dict(totals.verdicts) == {Verdict.INCONSISTENT: 1, Verdict.MALFORMED: 1}
    for item in items:
        for batch in review_all([item], draw_kind):
            parts.add(batch)
    assert parts == totals == Totals(**json.loads(json.dumps(asdict(totals))))


def test_the_summary_object_has_the_keys_that_programs_rely_on(items, draw_kind):
    totals = totals_of(items, draw_kind)
    summary = totals.summary(1.23456)

    assert list(summary) == [
        "type", "inputs", "games", "hands", "seconds", "findings", "checks", "draws", "rule_sets",
        "unreadable", "duplicates", "absent", "skipped",
    ]  # fmt: skip
    assert summary["seconds"] == 1.235
    # Without times it is the same everywhere.
    assert "seconds" not in totals.summary()
    assert list(summary["draws"]) == [
        "exhaustive", "nagashi_mangan", "suufon_renda", "kyuushu_kyuuhai", "suucha_riichi", "suukaikan",
        "sanchahou", "chombo",
    ]  # fmt: skip
    assert list(summary["checks"]) == [check.id for check in CHECKS]
    assert summary["checks"]["draw-kind"] == {"passed": 2, "failed": 1, "undecided": 0, "absent": 0}
    assert summary["checks"]["well-formed"] == {"passed": 3, "failed": 1, "undecided": 0, "absent": 0}


def test_the_text_says_what_was_counted_and_which_checks_never_ran(items, draw_kind):
    totals = totals_of([*items, *(Skipped(f"{number:03}") for number in range(500))], draw_kind)
    lines = summary_text(totals, 0.123).splitlines()

    assert {
        "3 games, 3 hands, 0.1 s",
        "draws: suufon_renda 1, kyuushu_kyuuhai 2",
        "rule sets: tenhou-2010 3",
        "findings: inconsistent 1, malformed 1",
        "inputs: 505 = games 3 + unreadable 1 + duplicates 0 + absent 0 + skipped 501",
    } <= {*lines}
    # Only the first names of what was passed over are kept.
    assert lines[-1].startswith("passed over, no logs: 501 (")
    assert lines[-1].endswith("000, 001, …)")
    assert len(totals.skipped_names) == 3
    rows = {words[0]: words[1:] for words in map(str.split, lines)}
    assert rows["draw-kind"] == ["2", "1", "0", "0"]
    assert rows["dealer"] == ["0", "0", "0", "0", "(never", "ran)"]
    assert summary_text(totals).startswith("3 games, 3 hands\n")


def test_undecided_alone_is_clean(honest, draw_kind):
    cut = honest[: honest.index(b"<RYUUKYOKU")]
    totals = totals_of([SourceLog("1", cut)], Terms(checks=("whole-log",)))

    assert dict(totals.verdicts) == {Verdict.UNDECIDED: 1}
    assert totals.is_clean
    assert not totals_of([SourceProblem("1", "is empty")], draw_kind).is_clean


def test_games_without_a_rule_set_are_counted_as_such(honest):
    totals = totals_of([SourceLog("1", honest)], Terms(rules="tenhou-sanma"))

    assert dict(totals.rule_sets) == {"none": 1}


def test_every_thing_that_came_in_is_counted_as_one_thing(honest, draw_kind):
    game = json.dumps(of_mjlog(honest, "1"))
    items = [
        SourceLog("1", honest),
        SourceLog("2", b"<mjlog/>"),
        SourceProblem("3", "is empty"),
        Skipped("4"),
        Absent("5.db", 7),
        # Of several games, one is bad.
        SourceLog("6.json", "\n".join([game, game[:-1], game]).encode()),
        SourceLog("6.json#2", b"<mjlog/>"),
    ]

    totals = totals_of(items, draw_kind)

    assert totals.accounts() == {
        "inputs": 15, "games": 3, "unreadable": 4, "duplicates": 0, "absent": 7, "skipped": 1,
    }  # fmt: skip
    assert totals.checks["well-formed"].failed == 4
    totals.games -= 1
    for output in (totals.summary, lambda: summary_text(totals)):
        with pytest.raises(RuntimeError, match="15 inputs, but games 2 \\+ unreadable 4 "):
            output()
