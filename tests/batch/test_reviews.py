import pytest

from analyzer.audit import Verdict
from analyzer.audit.findings import unreadable
from analyzer.batch import reviews
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
from analyzer.errors import UserMistake
from analyzer.kernels import beside, is_compiling
from analyzer.sources import Skipped, SourceLog, SourceProblem
from tests.work import peak_bytes


@pytest.fixture
def ready(monkeypatch):
    """Compiled kernels in the cache; none is called."""
    monkeypatch.setattr(beside, "is_filled", lambda _: True)


@pytest.fixture(autouse=True)
def kernels(monkeypatch):
    """The kernels of the referee, none of which is loaded."""
    monkeypatch.setattr(beside, "is_filled", lambda _: False)
    monkeypatch.setattr(REFEREE, "_is_loaded", False)
    monkeypatch.setattr(REFEREE, "_plain", 0)


def sizes(items):
    return [(len(batch.logs), batch.is_compiled) for batch in batches(items)]


def test_plain_batches_are_small(many):
    assert sizes(many(2 * PLAIN_LOGS + 5)) == [(PLAIN_LOGS, False), (PLAIN_LOGS, False), (5, False)]


def test_plain_batches_of_long_logs_are_smaller(monkeypatch):
    log = SourceLog("1", b"<INIT/>" * PLAIN_HANDS)

    assert sizes([log, log]) == [(1, False), (1, False)]


def test_compiled_batches_are_large(many, ready):
    assert sizes(many(2 * BATCH_LOGS + 5)) == [(BATCH_LOGS, True), (BATCH_LOGS, True), (5, True)]


def test_the_compiled_take_over_between_two_batches(many, monkeypatch):
    found = batches(many(BATCH_LOGS + PLAIN_LOGS))

    plain = next(found)
    monkeypatch.setattr(beside, "is_filled", lambda _: True)
    compiled = next(found)

    assert (len(plain.logs), plain.is_compiled) == (PLAIN_LOGS, False)
    assert (len(compiled.logs), compiled.is_compiled) == (BATCH_LOGS, True)


@pytest.mark.parametrize("count", [1, REFEREE.loads_above, REFEREE.loads_above + 1])
def test_some_dozens_of_logs_are_worth_loading_compiled_kernels(many, ready, count):
    assert sizes(many(count)) == [(count, count > REFEREE.loads_above)]


def test_large_logs_make_small_batches(monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_BYTES", 1000)
    items = [SourceLog(str(number), bytes(400)) for number in range(7)]

    assert [len(batch.logs) for batch in batches(items)] == [3, 3, 1]


def test_logs_of_many_hands_make_small_batches(monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_HANDS", 100)
    xml, json = b"<mjloggm>" + b"<INIT/>" * 40, b"{" + b" " * 60 * 300
    items = [SourceLog(str(number), data) for number, data in enumerate([xml] * 4 + [json] * 3)]

    assert [len(batch.logs) for batch in batches(items)] == [3, 2, 2]


def test_logs_of_many_hands_that_were_read_together_are_judged_in_parts(monkeypatch):
    monkeypatch.setattr(reviews, "BATCH_HANDS", 100)
    log = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/>' + b"<INIT/>" * 40 + b"</mjloggm>"
    logs = tuple((name_log(str(number)), log) for number in range(5))
    problems = (unreadable(name_log("6"), "is empty"),)

    parts = list(review_batch(Batch(logs, {}, problems, (), (), is_compiled=False), Terms()))

    assert [len(part.review.events.hands.game) for part in parts] == [80, 40, 80]
    assert [log.source for part in parts for log in part.review.logs] == ["0", "1", "2", "3", "4"]
    assert [len(part.batch.problems) for part in parts] == [1, 0, 0]


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


def test_a_stream_is_read_only_as_far_as_needed(many):
    items = iter(many(PLAIN_LOGS + 7))

    next(batches(items))

    assert len(list(items)) == 7


def test_kernels_run_compiled_for_large_batches_only(many, ready, monkeypatch):
    seen = []
    monkeypatch.setattr(reviews, "review", lambda logs, *_, **__: seen.append((len(logs), is_compiling())))

    list(review_all(many(3), Terms()))
    list(review_all(many(REFEREE.loads_above), Terms()))

    assert seen == [(3, False), (REFEREE.loads_above, True)]
    assert not is_compiling()


def test_what_could_not_be_read_is_a_finding_and_the_rest_is_judged(honest):
    items = [
        SourceProblem("a.zip!1", "is encrypted"),
        SourceLog("2", honest),
        Skipped("notes.txt"),
    ]

    (batch,) = review_all(items, Terms())

    ((finding, reason),) = batch.batch.problems
    assert (finding.log, finding.check, finding.verdict) == ("a.zip!1", "well-formed", Verdict.MALFORMED)
    assert reason == "is encrypted"
    assert finding.message == f"not a readable log: {reason}"
    assert [log.source for log in batch.review.logs] == ["2"]
    assert batch.batch.skipped == (Skipped("notes.txt"),)
    assert finding in batch.findings


def test_a_batch_without_logs_has_its_problems_all_the_same():
    (batch,) = review_all([SourceProblem("1", "is empty")], Terms())

    assert batch.review is None
    assert [finding.source for finding in batch.findings] == ["1"]


@pytest.mark.parametrize("terms", [Terms(rules="tenhoo"), Terms(checks=("draw-knd",))], ids=str)
def test_terms_that_do_not_exist_are_refused(many, terms):
    with pytest.raises(UserMistake):
        list(review_all(many(1), terms))


ID = "2011020417gm-00a9-0000-b67fcaa3"


@pytest.mark.parametrize(
    "source",
    [
        ID,
        f"{ID}.mjlog",
        f"{ID}&tw=2.mjlog",
        f"logs/2011/{ID}.xml.gz",
        f"a.zip!b/{ID}&tw=0.mjlog",
        f"a.zip!{ID}",
        f"C:\\logs\\{ID}.txt",
        f"0/log/?{ID}",
        f"0/?log={ID}&tw=3",
    ],
)
def test_a_file_named_by_an_id_is_that_log(source):
    assert name_log(source) == (ID, source)


@pytest.mark.parametrize("log_id", ["2022062622gm-0009-12717-4ba5fb37", "20061001gm-0001-0000-0123abcd"])
def test_long_lobbies_and_dates_without_hour_are_ids_too(log_id):
    assert name_log(f"{log_id}.mjlog").log_id == log_id


@pytest.mark.parametrize(
    "source",
    [
        "d-bug1.mjlog",
        f"{ID}-edited.mjlog",
        f"copy of {ID}.mjlog",
        f"{ID}/1.mjlog",
        "2011020417gm-00a9-0000-b67fcaa.mjlog",
        "<stdin>",
    ],
)
def test_any_other_name_stays_the_name_of_its_source(source):
    assert name_log(source) == (source, source)
