"""Batches of logs, their names, when kernels run compiled, and what is judged."""

import pytest

from analyzer.audit.findings import Verdict, unreadable
from analyzer.batch import converting, reviews
from analyzer.batch.converting import convert_all
from analyzer.batch.reviews import (
    BATCH_LOGS,
    PLAIN_HANDS,
    PLAIN_LOGS,
    REFEREE,
    Batch,
    Terms,
    batches,
    name_log,
    review_all,
    review_batch,
)
from analyzer.kernels import beside, is_compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem
from tests.work import peak_bytes


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    """The kernels of the referee, none of which is loaded."""
    monkeypatch.setattr(beside, "is_filled", lambda _: False)
    monkeypatch.setattr(REFEREE, "_is_loaded", False)
    monkeypatch.setattr(REFEREE, "_plain", 0)


@pytest.fixture
def ready(kernels, monkeypatch):
    """Compiled kernels in the cache; none is called."""
    monkeypatch.setattr(beside, "is_filled", lambda _: True)


def sizes(items):
    return [(len(batch.logs), batch.is_compiled) for batch in batches(items)]


LONG = SourceLog("1", b"<INIT/>" * PLAIN_HANDS)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2 * PLAIN_LOGS + 5, [(PLAIN_LOGS, False), (PLAIN_LOGS, False), (5, False)]),
        (None, [(1, False), (1, False)]),
    ],
)
def test_plain_batches_are_small_and_those_of_long_logs_smaller(many, count, expected):
    assert sizes(many(count) if count else [LONG, LONG]) == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2 * BATCH_LOGS + 5, [(BATCH_LOGS, True), (BATCH_LOGS, True), (5, True)]),
        (1, [(1, False)]),
        (REFEREE.loads_above, [(REFEREE.loads_above, False)]),
        (REFEREE.loads_above + 1, [(REFEREE.loads_above + 1, True)]),
    ],
)
def test_compiled_batches_are_large_and_some_dozens_of_logs_are_worth_loading_them(
    many, ready, count, expected
):
    assert sizes(many(count)) == expected


def test_the_compiled_take_over_between_two_batches_and_a_stream_is_read_no_further(many, monkeypatch):
    items = iter(many(BATCH_LOGS + PLAIN_LOGS))
    found = batches(items)

    plain = next(found)
    assert len(plain.logs) == PLAIN_LOGS
    monkeypatch.setattr(beside, "is_filled", lambda _: True)
    compiled = next(found)

    assert (len(compiled.logs), plain.is_compiled, compiled.is_compiled) == (BATCH_LOGS, False, True)
    assert len(list(items)) == 0


XML, JSON, ESCAPED = b"<mjloggm>" + b"<INIT/>" * 40, b"{" + b" " * 60 * 300, b'{"\\u' + b'"start_kyoku"' * 60


@pytest.mark.parametrize(
    ("most", "value", "logs", "expected"),
    [
        ("BATCH_BYTES", 1000, [bytes(400)] * 7, [3, 3, 1]),
        ("BATCH_HANDS", 100, [XML] * 4 + [JSON] * 3, [3, 2, 2]),
        # Escaped, JSON may hold more than its text shows.
        ("BATCH_HANDS", 4, [ESCAPED] * 4, [2, 2]),
    ],
)
def test_large_logs_and_logs_of_many_hands_make_small_batches(monkeypatch, most, value, logs, expected):
    monkeypatch.setattr(reviews, most, value)
    items = [SourceLog(str(number), data) for number, data in enumerate(logs)]

    assert [len(batch.logs) for batch in batches(items)] == expected


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
    for most in ("BATCH_HANDS", "PLAIN_HANDS"):
        monkeypatch.setattr(reviews, most, 800)
    found = []

    peak = peak_bytes(lambda: found.extend(batch.review.unreadable for batch in review_all(items, Terms())))

    assert found == [0] * 10
    assert peak < 40_000_000


def test_kernels_run_compiled_for_large_batches_only(many, ready, monkeypatch):
    seen = []
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
NAMED = {
    ID: ID,
    f"{ID}.mjlog": ID,
    f"{ID}&tw=2.mjlog": ID,
    f"logs/2011/{ID}.xml.gz": ID,
    f"a.zip!b/{ID}&tw=0.mjlog": ID,
    f"C:\\logs\\{ID}.txt": ID,
    f"0/log/?{ID}": ID,
    f"0/?log={ID}&tw=3": ID,
    "2022062622gm-0009-12717-4ba5fb37.mjlog": "2022062622gm-0009-12717-4ba5fb37",
    "20061001gm-0001-0000-0123abcd.mjlog": "20061001gm-0001-0000-0123abcd",
}
OTHERS = ["d-bug1.mjlog", f"{ID}-edited.mjlog", f"copy of {ID}.mjlog", f"{ID}/1.mjlog", ID[:-1], "<stdin>"]


@pytest.mark.parametrize(("source", "log_id"), [*NAMED.items(), *zip(OTHERS, OTHERS, strict=True)])
def test_a_file_named_by_an_id_is_that_log_and_any_other_is_named_by_its_source(source, log_id):
    assert name_log(source) == (log_id, source)
