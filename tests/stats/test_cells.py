"""Cells add up: those of two archives are those of both together."""

import numpy as np
import pyarrow as pa
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.stats.cells import CellSums, added, cell_schema
from analyzer.stats.counts import sums_of
from analyzer.stats.groups import Groups
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from tests.stats.frames import block_of


def of_seats(name, kind, measure, columns, **rest):
    return Statistic(name, "topic", "seats", kind, "unit", "Definition.", measure, columns, **rest)


STATISTICS = (
    of_seats(
        "rate", RATE, lambda rows: Measure(rows["tenpai"] == 1, rows.known("tenpai")), ("seats.tenpai",)
    ),
    of_seats("mean", MEAN, lambda rows: Measure(rows["delta"]), ("seats.delta",)),
    of_seats(
        "shares", SHARES, lambda rows: Measure(rows["delta"], at=rows["seat"]), ("seats.delta",), axis="seat"
    ),
)

HANDS = st.lists(
    st.tuples(
        st.integers(0, 7),
        st.lists(st.sampled_from([True, False, None]), min_size=4, max_size=4),
        st.lists(st.integers(-30, 30).map(lambda hundreds: hundreds * 100), min_size=4, max_size=4),
    ),
    min_size=1,
    max_size=5,
)


def block(hands):
    return block_of(
        hands={"kyoku": [kyoku for kyoku, _, _ in hands]},
        seats={"tenpai": [tenpai for _, tenpai, _ in hands], "delta": [delta for _, _, delta in hands]},
    )


def cells(*blocks, by=("kyoku",)):
    groups, sums = Groups(by), CellSums([one.name for one in STATISTICS])
    for one in blocks:
        group, keys = groups.of(one, "seats")
        for place, statistic in enumerate(STATISTICS):
            sums.add(place, sums_of(statistic, one.rows("seats"), group, len(keys)), keys)
    return sums.table(groups)


def in_order(table):
    return table.sort_by([(name, "ascending") for name in table.column_names])


@settings(max_examples=20)
@given(HANDS, HANDS)
def test_cells_of_two_archives_added_up_are_those_of_both_together(first, second):
    apart = added([cells(block(first)), cells(block(second))], ["kyoku"])

    assert in_order(apart).equals(in_order(cells(block(first + second))))


@settings(max_examples=20)
@given(HANDS)
def test_cells_of_finer_groups_added_up_are_those_of_coarser_ones(hands):
    fine = cells(block(hands), by=("kyoku", "seat"))

    assert in_order(added([fine], ["kyoku"])).equals(in_order(cells(block(hands))))
    assert in_order(added([fine], [])).equals(in_order(cells(block(hands), by=())))


@settings(max_examples=20)
@given(HANDS)
def test_block_by_block_gives_the_same_cells_as_all_at_once(hands):
    assert cells(*(block([hand]) for hand in hands)).equals(cells(block(hands)))


def test_cells_come_statistic_by_statistic_in_order():
    table = cells(block([(3, [True] * 4, [100] * 4), (1, [False] * 4, [0] * 4)]))

    assert table.schema == cell_schema(["kyoku"])
    assert table.slice(0, 4).select(["statistic", "kyoku", "at", "n", "total"]).to_pylist() == [
        {"statistic": "rate", "kyoku": 1, "at": None, "n": 4, "total": 0.0},
        {"statistic": "rate", "kyoku": 3, "at": None, "n": 4, "total": 4.0},
        {"statistic": "mean", "kyoku": 1, "at": None, "n": 4, "total": 0.0},
        {"statistic": "mean", "kyoku": 3, "at": None, "n": 4, "total": 400.0},
    ]


def test_no_block_gives_no_cell():
    sums = CellSums(["rate"])

    assert sums.table(Groups(["room"])).equals(cell_schema(["room"]).empty_table())


def test_more_cells_than_wait_at_once_are_added_meanwhile(monkeypatch):
    monkeypatch.setattr("analyzer.stats.cells._AT_ONCE", 1)
    hands = [(number % 3, [True, False, None, True], [0, 100, -100, 0]) for number in range(6)]

    together = cells(block(hands))

    assert cells(*(block([hand]) for hand in hands)).equals(together)
    assert isinstance(together, pa.Table)
    assert np.asarray(together["n"]).sum() == 18 + 24 + 24
