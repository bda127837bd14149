from contextlib import nullcontext

from analyzer.batch.engines.scheduling import Died, Stage, Trial, after_death, in_halves, scheduled
from analyzer.batch.engines.worker import Answer
from tests.batch.engines.trials import counted, done, flat, names, unit_of


class Workers:
    """Two workers that do nothing; what comes of a trial is known, and a log called ``k`` kills."""

    def __init__(self, never_heard=()):
        self.never_heard = set(never_heard)
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
        is_deadly = "k" in logs and trial.stage != Stage.COUNT
        return trial, Died(f"{logs} killed") if is_deadly else Answer(does(trial.unit))


def tried(workers, *units, count=None):
    """Names of the logs that are read, what is lost and why, and what was tried."""
    results, lost = done(scheduled(lambda: nullcontext(workers)), names, units, count=count)
    return flat(results), [("".join(names(one.unit)), one.reason) for one in lost], workers.sent


def test_what_kills_is_tried_alone_and_then_in_halves_before_what_follows():
    read, lost, sent = tried(Workers(), unit_of("a"), unit_of("b", "k"), unit_of("c"), unit_of("d"))

    assert (read, lost) == (["a", "b", "c", "d"], [("k", "reading it ends the process: k killed")])
    assert sent == [
        ("FIRST", "a"), ("FIRST", "bk"), ("FIRST", "c"), ("ALONE", "bk"),
        ("PART", "b"), ("PART", "k"), ("FIRST", "d"), ("ALONE", "k"),
    ]  # fmt: skip


def test_what_is_counted_to_be_one_log_is_lost_for_the_reason_known():
    read, lost, sent = tried(Workers(), unit_of("k"), count=counted)

    assert (read, lost) == ([], [("k", "reading it ends the process: k killed")])
    assert [stage for stage, _ in sent] == ["FIRST", "ALONE", "COUNT"]


def test_what_nothing_was_heard_of_is_sent_again_and_not_suspected():
    read, lost, sent = tried(Workers(never_heard=["a"]), unit_of("a"), unit_of("b"))

    assert (read, lost) == (["a", "b"], [])
    assert sent == [("FIRST", "a"), ("FIRST", "b"), ("FIRST", "a")]


def test_what_ended_a_worker_is_first_tried_alone():
    unit = unit_of("a", "b")

    assert after_death(Trial(unit), can_count=True) == (Trial(unit, Stage.ALONE),)


def test_what_ended_a_worker_alone_is_cut_in_two():
    parts = after_death(Trial(unit_of("a", "b", "c"), Stage.ALONE), can_count=True)

    assert [[part.name for part in trial.unit.parts] for trial in parts] == [["a"], ["b", "c"]]
    assert {trial.stage for trial in parts} == {Stage.PART}


def test_a_part_is_cut_on_at_once_as_it_is_under_suspicion():
    parts = after_death(Trial(unit_of("a", "b"), Stage.PART), can_count=True)

    assert [trial.unit.parts[0].name for trial in parts] == ["a", "b"]


def test_one_log_is_tried_alone_before_it_is_lost():
    unit = unit_of("a")

    assert after_death(Trial(unit, Stage.PART), can_count=False) == (Trial(unit, Stage.ALONE),)
    assert after_death(Trial(unit, Stage.ALONE), can_count=False) == ()


def test_one_part_is_counted_before_it_is_lost():
    unit = unit_of("many:a,b")

    assert after_death(Trial(unit, Stage.ALONE), can_count=True) == (Trial(unit, Stage.COUNT),)
    assert after_death(Trial(unit, Stage.COUNT), can_count=True) == ()


def test_what_is_counted_is_cut_by_its_logs_and_not_counted_again():
    counted = unit_of("many:a,b,c")._replace(window=(0, 3))

    assert [trial.unit.window for trial in in_halves(counted, "")] == [(0, 1), (1, 3)]
    assert after_death(Trial(counted._replace(window=(0, 1)), Stage.ALONE), can_count=True) == ()
    assert in_halves(counted._replace(window=(0, 1)), "") == ()
