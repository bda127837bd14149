"""When a run's watch is told how much there is to do."""

from threading import Event

import pytest

from analyzer.batch.watching import Beginning, Unwatched
from analyzer.errors import UserMistake
from analyzer.sources.plan import Survey

SOON = 30
"""Seconds after which something that should have come is missed."""


class Told(Unwatched):
    def __init__(self):
        self.calls = []

    def begin(self, logs, earlier):
        self.calls.append((logs, earlier))


class Plan:
    """A plan whose survey takes until it may end."""

    def __init__(self, logs=7):
        self.may_end, self.asked, self.logs = Event(), 0, logs

    def survey(self, done):
        self.asked += 1
        if not self.may_end.wait(SOON):
            raise TimeoutError
        if self.logs is None:
            raise UserMistake("the list is gone")
        return Survey(self.logs, frozenset())


def test_units_are_given_out_while_all_is_being_counted():
    plan, told = Plan(), Told()
    beginning = Beginning(plan, told, 0, None)

    given = [*beginning.before_more_of("abcd")]
    beginning.tell_if_counted()

    assert given == [*"abcd"]
    assert told.calls == []
    plan.may_end.set()
    beginning.tell()
    assert told.calls == [(7, 0)]


def test_it_is_told_once_and_counted_once():
    plan, told = Plan(), Told()
    plan.may_end.set()
    beginning = Beginning(plan, told, 3, None)

    for _ in range(3):
        beginning.tell()
        beginning.tell_if_counted()

    assert told.calls == [(7, 3)]
    assert plan.asked == 1


def test_what_an_earlier_survey_has_said_is_told_at_once():
    plan, told = Plan(), Told()
    beginning = Beginning(plan, told, 3, Survey(None, frozenset()))

    beginning.tell()

    assert told.calls == [(None, 3)]
    assert plan.asked == 0


def test_a_plan_that_cannot_be_counted_ends_the_run_with_its_own_words():
    plan = Plan(logs=None)
    beginning = Beginning(plan, Told(), 0, None)
    beginning.tell_if_counted()
    plan.may_end.set()

    with pytest.raises(UserMistake, match="the list is gone"):
        beginning.tell()
