"""Parts that are done are told apart by their keys, each taken once, whatever their number."""

from analyzer.sources.units import DoneParts
from tests.work import lines_run

KEYS = [number.to_bytes(8, "big") for number in (7, 5, 2**64 - 1)]


def test_a_part_that_stands_there_twice_is_taken_twice_and_no_more():
    parts = DoneParts({"a": KEYS[0] + KEYS[1], "b": KEYS[0]})

    assert [parts.take(key) for key in (KEYS[0], KEYS[0], KEYS[0])] == [True, True, False]
    assert not parts.take(KEYS[2])
    assert parts.stale() == {"a"}


def test_logs_are_those_of_units_whose_every_part_was_taken():
    parts = DoneParts({"a": KEYS[0] + KEYS[1], "b": KEYS[2]})

    assert [parts.take(KEYS[0], 3), parts.take(KEYS[2], 4)] == [True, True]
    assert parts.logs() == 4


def test_nothing_done_has_no_part():
    assert not DoneParts({}).take(KEYS[0])


def test_the_same_part_many_times_is_no_more_work_than_many_parts():
    """A zip that names one member 60,000 times took two minutes when it was read a second time."""

    def take_all(count):
        parts = DoneParts({"a": KEYS[0] * count})
        assert sum(parts.take(KEYS[0]) for _ in range(count + 1)) == count

    few, many = (lines_run(lambda count=count: take_all(count)) for count in (200, 400))

    assert many < 2.1 * few
