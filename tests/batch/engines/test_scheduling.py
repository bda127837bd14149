from contextlib import nullcontext

from analyzer.batch.engines.scheduling import Died, Stage, scheduled
from analyzer.batch.engines.worker import Answer
from tests.batch.engines.trials import done, flat, logs_of, names, unit_of


class Workers:
    """Two workers that do nothing; what comes of a trial is known, and a log called ``k`` kills.

    Others kill as often as ``shots`` says, while logs are looked at one by one.
    """

    def __init__(self, never_heard=(), shots=()):
        self.never_heard = set(never_heard)
        self.shots = dict(shots)
        self.looked_at = None
        self.sent = []
        self.doing = []

    def room(self):
        return 2 - len(self.doing)

    def send(self, trial, does):
        self.sent.append((trial.stage.name, "".join(names(trial.unit))))
        self.doing.append((trial, does))
        assert len(self.doing) == 1 or all(one.stage != Stage.ALONE for one, _ in self.doing)

    def hear(self, *, is_waiting):
        if is_waiting:
            yield self.ended(*self.doing.pop(0))

    def ended(self, trial, does):
        logs = "".join(names(trial.unit))
        if logs in self.never_heard:
            self.never_heard.remove(logs)
            return trial, None
        if trial.lost is None:
            return trial, Died(f"{logs} killed") if "k" in logs else Answer(does(trial.unit))
        for self.looked_at, log in enumerate(logs):
            if self.looked_at not in trial.lost and self.kills(log):
                return trial, Died(f"{log} killed")
        return trial, Answer(does(trial.unit))

    def kills(self, log):
        self.shots[log] = self.shots.get(log, 0) - 1
        return log == "k" or self.shots[log] >= 0


def tried(workers, *units, one_by_one=None):
    """Names of the logs that are read, what is lost and why, and what was tried."""
    looked_at = (lambda _: workers.looked_at) if one_by_one else None
    results, lost = done(scheduled(lambda: nullcontext(workers)), one_by_one or names, units, looked_at)
    return flat(results), [("".join(names(one.unit)), one.reason) for one in lost], workers.sent


def rest(unit, lost=()):
    """The logs of a unit, but for those that are lost; for these, the reasons."""
    return [dict(lost).get(number, log) for number, log in enumerate(logs_of(unit))]


def test_what_kills_is_tried_alone_and_then_in_halves_before_what_follows():
    read, lost, sent = tried(Workers(), unit_of("a"), unit_of("b", "k"), unit_of("c"), unit_of("d"))

    assert (read, lost) == (["a", "b", "c", "d"], [("k", "reading it ends the process: k killed")])
    assert sent == [
        ("FIRST", "a"), ("FIRST", "bk"), ("FIRST", "c"), ("ALONE", "bk"),
        ("PART", "b"), ("PART", "k"), ("FIRST", "d"), ("ALONE", "k"),
    ]  # fmt: skip


def test_what_nothing_was_heard_of_is_sent_again_and_not_suspected():
    read, lost, sent = tried(Workers(never_heard=["a"]), unit_of("a"), unit_of("b"))

    assert (read, lost) == (["a", "b"], [])
    assert sent == [("FIRST", "a"), ("FIRST", "b"), ("FIRST", "a")]


def test_a_part_is_cut_on_at_once_as_it_is_under_suspicion():
    read, lost, sent = tried(Workers(), unit_of("a", "k", "b", "c"))

    assert (read, [name for name, _ in lost]) == (["a", "b", "c"], ["k"])
    assert [logs for stage, logs in sent if stage == "PART"] == ["ak", "bc", "a", "k"]


def test_logs_of_one_part_are_looked_at_one_by_one_and_all_that_kill_are_left_out():
    read, lost, sent = tried(Workers(), unit_of("many:a,k,b,k,c"), one_by_one=rest)

    reason = "reading it ends the process: k killed"
    assert (read, lost) == (["a", "b", "c", reason, reason], [])
    # At once, when the first has killed the third; the second one may have met what kills anything.
    assert [stage for stage, _ in sent] == ["FIRST", *5 * ["ALONE"]]


def test_a_log_at_which_one_worker_was_killed_for_another_reason_is_not_lost():
    workers = Workers(shots={"b": 1})

    read, lost, _ = tried(workers, unit_of("many:a,k,b"), one_by_one=rest)

    assert (read, lost) == (["a", "b", "reading it ends the process: k killed"], [])


def test_a_part_that_kills_before_any_log_is_looked_at_is_lost():
    workers = Workers()
    results, lost = done(scheduled(lambda: nullcontext(workers)), rest, [unit_of("many:a,k")], lambda _: None)

    assert results == []
    assert [one.reason for one in lost] == ["reading it ends the process: k killed"]


def test_a_part_that_kills_at_what_is_left_out_already_is_lost():
    workers = Workers()
    workers.kills = lambda log: True

    def always_the_first(_):
        return 0

    results, lost = done(
        scheduled(lambda: nullcontext(workers)), rest, [unit_of("many:k,k")], always_the_first
    )

    assert (results, len(lost)) == ([], 1)
