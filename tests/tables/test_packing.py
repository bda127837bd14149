import numpy as np
import pytest
from analyzer.tables.packing import packed, unpacked

from analyzer.tables.categories import NAGASHI_ENDS, TILE_NAMES, WAIT_SHAPES
from analyzer.tables.column_values import Coded, Lists, Nullable, Waits, seat_rows
from analyzer.tables.seat_schema import SEATS


def findings(**columns):
    """Three rows, most of them null."""
    blank = dict.fromkeys(
        ("hand", "kyoku", "honba", "seat", "element", "rule_set", "claimed", "computed", "reason"), [None] * 3
    )
    stated = dict.fromkeys(("source", "check", "verdict", "message"), ["x"] * 3) | {"count": [1] * 3}
    return unpacked("findings", packed("findings", {**blank, **stated, **columns}, 3))


def seats(players, **columns):
    """Rows of ``seats`` with only the given columns, as in a finished table."""
    rows = seat_rows(np.array(players, np.uint8))
    nobody = np.ones((1, 1), np.bool_)
    blank = {
        column.name: Nullable(np.zeros((1, 1)), nobody) if column.null else np.zeros((1, 1), np.uint8)
        for column in SEATS[3:]
    }
    blank["wait_shape"] = Coded(np.full((1, 1), -1), WAIT_SHAPES)
    blank["nagashi_end"] = Coded(np.full((1, 1), -1), NAGASHI_ENDS)
    blank["waits"] = blank["riichi_waits"] = Waits(np.zeros((1, 1), np.uint64), nobody)
    count = len(rows.places)
    blank["shanten_after"] = Lists(np.zeros(0, np.int8), np.zeros(count + 1, np.int32), None)
    finished = unpacked("seats", packed("seats", {**blank, **columns}, rows))
    return {name: finished[name].to_pylist() for name in columns}


def test_a_number_that_its_column_cannot_hold_is_null():
    rows = findings(seat=np.array([3, 256, -1], np.int64))

    assert rows["seat"].to_pylist() == [3, None, None]


def test_values_keep_their_nulls():
    rows = findings(
        hand=Nullable(np.array([1, 2, 3], np.int32), np.array([False, True, False])),
        rule_set=Coded(np.array([1, -1, 0]), ["wrc", "tenhou"]),
    )

    assert rows["hand"].to_pylist() == [1, None, 3]
    assert rows["rule_set"].to_pylist() == ["tenhou", None, "wrc"]


def test_a_null_where_the_schema_allows_none_is_an_error():
    with pytest.raises(ValueError, match="column check has nulls"):
        findings(check=["a", None, "b"])


def test_columns_must_be_those_of_the_schema():
    with pytest.raises(ValueError, match=r"differ from its schema: \['colour'\]"):
        findings(colour=["red"] * 3)


def test_the_empty_seat_of_a_hand_is_no_row():
    of_seat = np.array([[1, 2, 3, 4], [5, 6, 7, 0]], np.int32)

    assert seats([4, 3], draws=of_seat, hand=np.array([[8], [9]])) == {
        "draws": [1, 2, 3, 4, 5, 6, 7],
        "hand": [8, 8, 8, 8, 9, 9, 9],
    }


def test_waits_and_names_become_text_again():
    kinds = np.array([[0, 0b1001, 0, 1 << 33]], np.uint64)
    shapes = np.array([[-1, 0, -1, 4]])

    assert seats(
        [4],
        waits=Waits(kinds, np.array([[True, False, False, False]])),
        wait_shape=Coded(shapes, WAIT_SHAPES),
    ) == {"waits": [None, "14m", "", "7z"], "wait_shape": [None, "ryanmen", None, "tanki"]}


def test_names_must_be_those_of_the_vocabulary():
    with pytest.raises(ValueError, match="column wait_shape has names that differ from its vocabulary"):
        seats([4], wait_shape=Coded(np.zeros((1, 4), np.int8), TILE_NAMES))
