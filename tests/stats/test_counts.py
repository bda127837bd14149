import numpy as np
import pytest

from analyzer.stats.counts import NO_CATEGORY, count
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

HANDS = rows_of("hands", hands={"kyoku": [0, 1, 2, 3], "honba": [0, 0, 1, 2]})


def statistic(kind, measure, grain="hands", **rest):
    return Statistic("it", "topic", grain, kind, "unit", "Definition.", lambda rows: measure, (), **rest)


def test_a_rate_counts_the_rows_that_count_and_those_for_which_it_holds():
    it = statistic(RATE, Measure(np.array([True, True, False, True]), np.array([True, True, True, False])))

    assert measured(it, HANDS) == {(None, None): (3, 2)}


def test_a_rate_by_turn_leaves_out_what_has_no_turn():
    it = statistic(
        RATE, Measure(np.array([True, True, False, True]), at=np.array([5, 5, 5, -1])), axis="turn"
    )

    assert measured(it, HANDS) == {(5, None): (3, 2)}


def test_a_mean_keeps_the_sum_and_the_sum_of_squares():
    it = statistic(
        MEAN, Measure(np.array([1000, -3000, 2000, 7], np.int32), np.array([True, True, True, False]))
    )

    counts = count(it, HANDS)

    assert (counts.n.tolist(), counts.total.tolist(), counts.squares.tolist()) == ([3], [0.0], [14e6])


def test_squares_of_points_do_not_overflow():
    it = statistic(MEAN, Measure(np.full(4, 96000, np.int32)))

    assert count(it, HANDS).squares.tolist() == [4 * 96000.0**2]


def test_shares_of_labels_and_of_numbers():
    codes = Measure(np.array([1, 0, 1, 1]))
    points = Measure(np.array([-3000, 1000, 1000, 1500]))

    assert measured(statistic(SHARES, codes, labels=("east", "south")), HANDS) == {
        (None, "east"): (4, 1),
        (None, "south"): (4, 3),
    }
    assert measured(statistic(SHARES, points), HANDS) == {
        (None, -3000): (4, 1),
        (None, 1000): (4, 2),
        (None, 1500): (4, 1),
    }


def test_numbers_far_apart_are_counted_too():
    it = statistic(SHARES, Measure(np.array([-(10**9), 10**9, 10**9, 0])))

    assert measured(it, HANDS) == {(None, -(10**9)): (4, 1), (None, 10**9): (4, 2), (None, 0): (4, 1)}


def test_shares_by_turn_have_the_denominator_of_their_turn():
    it = statistic(SHARES, Measure(np.array([0, 1, 1, 1]), at=np.array([3, 3, 4, 4])), axis="turn")

    assert measured(it, HANDS) == {(3, 0): (2, 1), (3, 1): (2, 1), (4, 1): (2, 2)}


def test_items_of_lists_are_counted_on_the_rows_they_stand_for():
    items = Measure(np.array([0, 1, 1]), row=np.array([0, 0, 2]), base=np.array([True, True, True, False]))

    assert measured(statistic(SHARES, items), HANDS) == {(None, 0): (3, 1), (None, 1): (3, 2)}


def test_every_group_has_cells_of_its_own():
    it = statistic(MEAN, Measure(np.array([1, 2, 4, 8])))

    counts = count(it, HANDS, np.array([1, 0, 1, 1], np.int32), 2)

    assert [*zip(counts.group.tolist(), counts.n.tolist(), counts.total.tolist(), strict=True)] == [
        (0, 1, 2.0),
        (1, 3, 13.0),
    ]


def test_items_and_their_denominators_go_to_the_group_of_their_row():
    items = Measure(np.array([7, 7]), row=np.array([0, 3]), base=np.ones(4, np.bool_))

    counts = count(statistic(SHARES, items), HANDS, np.array([0, 0, 1, 1], np.int32), 2)

    cells = zip(*(column.tolist() for column in counts[:5]), strict=True)
    assert sorted(cells) == [
        (0, -1, NO_CATEGORY, 2, 0.0),
        (0, -1, 7, 0, 1.0),
        (1, -1, NO_CATEGORY, 2, 0.0),
        (1, -1, 7, 0, 1.0),
    ]


def test_groups_and_bins_are_counted_together():
    it = statistic(RATE, Measure(np.array([True, False, True, True]), at=np.array([0, 2, 2, 2])), axis="turn")

    counts = count(it, HANDS, np.array([0, 0, 1, 1], np.int32), 2)

    cells = zip(
        counts.group.tolist(), counts.at.tolist(), counts.n.tolist(), counts.total.tolist(), strict=True
    )
    assert [*cells] == [(0, 0, 1, 1.0), (0, 2, 1, 0.0), (1, 2, 2, 2.0)]


def test_nothing_to_count_gives_no_cell():
    nothing = np.zeros(4, np.bool_)

    for kind in (RATE, MEAN, SHARES):
        assert len(count(statistic(kind, Measure(nothing, nothing)), HANDS).n) == 0


@pytest.mark.parametrize(
    ("kind", "measure", "rest", "message"),
    [
        (RATE, Measure(np.array([1, 0, -1, 1])), {}, "is a rate of int64; expected bool"),
        (
            SHARES,
            Measure(np.array([0, 1, 2, -1])),
            {"labels": ("a", "b")},
            "categories -1 to 2; expected 0 to 1",
        ),
        (
            MEAN,
            Measure(np.zeros(4), at=np.array([0, 1, 2, 3])),
            {"axis": "way", "axis_labels": ("a", "b")},
            "a bin 3; expected fewer than 2",
        ),
    ],
)
def test_a_measure_that_its_kind_does_not_allow_is_refused(kind, measure, rest, message):
    with pytest.raises(ValueError, match=message):
        count(statistic(kind, measure, **rest), HANDS)
