"""Batches of logs, their names, when kernels run compiled, what is judged, and the counts of a run."""

import json
from dataclasses import asdict

import pytest

from analyzer.audit import CHECKS
from analyzer.audit.findings import Verdict, unreadable
from analyzer.batch import converting, reviews
from analyzer.batch.converting import convert_all
from analyzer.batch.reviews import (
    BATCH_LOGS,
    PLAIN_LOGS,
    REFEREE,
    Batch,
    Terms,
    batches,
    name_log,
    review_all,
    review_batch,
)
from analyzer.batch.totals import Totals, summary_text
from analyzer.kernels import beside, is_compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem
from analyzer.sources.items import Absent
from tests.formats.tenhou6.documents import of_mjlog
from tests.logs import Elements, fixed_logs
from tests.work import peak_bytes


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    """The kernels of the referee, none of which is loaded."""
    monkeypatch.setattr(beside, "is_filled", lambda _: False)
    monkeypatch.setattr(REFEREE, "_is_loaded", False)
    monkeypatch.setattr(REFEREE, "_plain", 0)


PLAIN, COMPILED = (PLAIN_LOGS, False), (BATCH_LOGS, True)
LOADS = REFEREE.loads_above


@pytest.mark.parametrize(
    ("is_ready", "count", "expected"),
    [
        (False, 2 * PLAIN_LOGS + 5, [PLAIN, PLAIN, (5, False)]),
        (True, 2 * BATCH_LOGS + 5, [COMPILED, COMPILED, (5, True)]),
        # Some dozens of logs are worth loading them.
        (True, LOADS, [(LOADS, False)]),
        (True, LOADS + 1, [(LOADS + 1, True)]),
    ],
)
def test_plain_batches_are_small_and_compiled_ones_large(many, monkeypatch, is_ready, count, expected):
    monkeypatch.setattr(beside, "is_filled", lambda _: is_ready)

    assert [(len(batch.logs), batch.is_compiled) for batch in batches(many(count))] == expected


def test_the_compiled_take_over_between_two_batches_and_a_stream_is_read_no_further(many, monkeypatch):
    items = iter(many(BATCH_LOGS + PLAIN_LOGS))
    found = batches(items)

    plain = next(found)
    assert len(plain.logs) == PLAIN_LOGS
    monkeypatch.setattr(beside, "is_filled", lambda _: True)
    compiled = next(found)

    assert (len(compiled.logs), plain.is_compiled, compiled.is_compiled) == (BATCH_LOGS, False, True)
    assert len(list(items)) == 0


def test_large_logs_make_small_batches(monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_BYTES", 1000)
    items = [SourceLog(str(number), bytes(400)) for number in range(7)]

    assert [len(batch.logs) for batch in batches(items)] == [3, 3, 1]


def test_logs_of_many_hands_that_were_read_together_are_judged_in_parts(monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_HANDS", 100)
    log = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/>' + b"<INIT/>" * 40 + b"</mjloggm>"
    logs = tuple((name_log(str(number)), log) for number in range(5))
    problems = (unreadable(name_log("6"), "is empty"),)

    parts = list(review_batch(Batch(logs, {"4": 7}, problems, (), (), is_compiled=False), Terms()))

    assert [len(part.review.events.hands.game) for part in parts] == [80, 40, 80]
    assert [log.source for part in parts for log in part.review.logs] == ["0", "1", "2", "3", "4"]
    assert [len(part.batch.problems) for part in parts] == [1, 0, 0]
    assert [part.batch.first_lines for part in parts] == [{"4": 7}] * 3


@pytest.mark.long
def test_the_memory_of_a_batch_is_bounded_by_its_hands(monkeypatch):
    """Bare INITs are seven bytes each; what is made of one takes thousands."""
    log = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/>' + b"<INIT/>" * 200 + b"</mjloggm>"
    items = [SourceLog(str(number), log) for number in range(40)]
    monkeypatch.setattr(reviews, "BATCH_HANDS", 800)
    found = []

    peak = peak_bytes(lambda: found.extend(batch.review.unreadable for batch in review_all(items, Terms())))

    assert found == [0] * 10
    assert peak < 40_000_000


def test_kernels_run_compiled_for_large_batches_only(many, monkeypatch):
    seen = []
    monkeypatch.setattr(beside, "is_filled", lambda _: True)
    monkeypatch.setattr(reviews, "review", lambda logs, *_, **__: seen.append((len(logs), is_compiling())))

    list(review_all(many(3), Terms()))
    list(review_all(many(REFEREE.loads_above), Terms()))

    assert seen == [(3, False), (REFEREE.loads_above, True)]
    assert not is_compiling()


def test_kernels_run_compiled_while_a_log_is_converted_and_not_while_its_games_are_taken(monkeypatch):
    seen = []

    def converted(log, target):
        seen.append(is_compiling())
        yield "a game"
        yield "another"

    monkeypatch.setattr(converting, "_converted", converted)
    monkeypatch.setattr(converting.REFEREE, "pays", lambda logs: True)
    games = convert_all([SourceLog("a.mjlog", b"<mjloggm/>", 1)], "mjai")

    assert next(games) == "a game"
    assert (seen, is_compiling()) == ([True], False)


def test_what_could_not_be_read_is_a_finding_and_the_rest_is_judged(honest):
    items = [SourceProblem("a.zip!1", "is encrypted"), SourceLog("2", honest), Skipped("notes.txt")]

    (batch,) = review_all(items, Terms())
    (alone,) = review_all(items[:1], Terms())

    ((finding, reason),) = batch.batch.problems
    assert (finding.log, finding.check, finding.verdict) == ("a.zip!1", "well-formed", Verdict.MALFORMED)
    assert (reason, finding.message) == ("is encrypted", "not a readable log: is encrypted")
    assert [log.source for log in batch.review.logs] == ["2"]
    assert batch.batch.skipped == (Skipped("notes.txt"),)
    assert finding in batch.findings
    assert (alone.review, [one.source for one in alone.findings]) == (None, ["a.zip!1"])


ID = "2011020417gm-00a9-0000-b67fcaa3"
NAMED = [
    f"{ID}.mjlog",
    f"{ID}&tw=2.mjlog",
    f"a.zip!b/{ID}.xml.gz",
    f"C:\\logs\\{ID}.txt",
    f"0/?log={ID}&tw=3",
]
OTHERS = ["d-bug1.mjlog", f"{ID}-edited.mjlog", f"copy of {ID}.mjlog", f"{ID}/1.mjlog", ID[:-1], "<stdin>"]


def test_a_file_named_by_an_id_is_that_log_and_any_other_is_named_by_its_source():
    assert [name_log(source) for source in NAMED] == [(ID, source) for source in NAMED]
    assert [name_log(source) for source in OTHERS] == [(source, source) for source in OTHERS]


# Counts of a run, the summary made of them, and its text.


def totals_of(items, terms):
    totals = Totals()
    for batch in review_all(items, terms):
        totals.add(batch)
    return totals


def test_the_summary_object_has_the_keys_that_programs_rely_on(items, draw_kind):
    totals = totals_of(items, draw_kind)
    summary = totals.summary(1.23456)
    assert totals == Totals(**json.loads(json.dumps(asdict(totals))))

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


def test_of_a_chain_of_failures_the_first_counts_as_a_finding():
    log = Elements.of(fixed_logs()[1].read_bytes())
    win = log.find("<AGARI")
    before, *others = log.numbers(win, "sc")
    log.set_numbers(win, "sc", [before + 10, *others])

    totals = totals_of([SourceLog("1", log.xml())], Terms())

    assert sum(tally.failed for tally in totals.checks.values()) > 1
    assert (totals.findings.total(), totals.verdicts) == (1, {Verdict.INCONSISTENT: 1})


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
