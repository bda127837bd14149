"""When the work of a run is counted, and what comes of it."""

from threading import Event

import pytest

from analyzer.batch.watching import counted_beside
from analyzer.errors import UserMistake

SOON = 30
"""Seconds after which something that should have come is missed."""


def test_units_are_given_out_while_all_is_being_counted():
    may_end, events = Event(), []

    def count():
        events.append("begun")
        assert may_end.wait(SOON)
        events.append("counted")

    units = counted_beside("abcd", count)
    assert events == []
    given = [next(units) for _ in range(4)]

    assert (given, events) == ([*"abcd"], ["begun"])
    may_end.set()
    assert (list(units), events) == ([], ["begun", "counted"])


@pytest.mark.parametrize("units", ["", "a", "abcd"])
def test_it_is_counted_once_however_many_units_there_are(units):
    counts = []

    assert [*counted_beside(units, lambda: counts.append(1))] == [*units]
    assert counts == [1]


def test_a_plan_that_cannot_be_counted_ends_the_run_with_its_own_words():
    def count():
        raise UserMistake("the list is gone")

    units = counted_beside("ab", count)

    assert [next(units), next(units)] == ["a", "b"]
    with pytest.raises(UserMistake, match="the list is gone"):
        next(units)
