import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.tables.arrow import arrow_table
from analyzer.tables.values import Coded, Nullable, logged, waits_text
from analyzer.vocabulary import ABSENT, KINDS, mpsz, parse_mpsz

KIND_SETS = st.lists(st.sets(st.integers(0, KINDS - 1)), max_size=12)


def strings(text):
    rows = zip(text.offsets[:-1], text.offsets[1:], strict=True)
    return [text.data[start:stop].tobytes().decode() for start, stop in rows]


def bits(kinds):
    return sum(1 << kind for kind in kinds)


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        ([], ""),
        ([0], "1m"),
        ([2, 5, 8], "369m"),
        ([27, 33], "17z"),
        ([8, 9, 17, 18, 26, 27], "9m19p19s1z"),
        (list(range(KINDS)), "123456789m123456789p123456789s1234567z"),
    ],
    ids=str,
)
def test_waits_are_written_as_mpsz(kinds, text):
    assert strings(waits_text(np.array([bits(kinds)], np.uint64), None)) == [text]


@given(KIND_SETS)
def test_waits_of_many_rows_read_back_and_agree_with_the_vocabulary(rows):
    texts = strings(waits_text(np.array([bits(kinds) for kinds in rows], np.uint64), None))

    assert [set(parse_mpsz(text)) for text in texts] == rows
    assert texts == [mpsz([kind * 4 + 3 for kind in kinds]) for kinds in rows]


def test_a_null_wait_has_no_text():
    waits = waits_text(np.array([1, 1], np.uint64), np.array([True, False]))

    assert strings(waits) == ["", "1m"]
    assert waits.null.tolist() == [True, False]


def test_what_a_log_does_not_state_is_null():
    values, null = logged(np.array([5, ABSENT, -3], np.int32))

    assert null.tolist() == [False, True, False]
    assert values[~null].tolist() == [5, -3]


def findings(**columns):
    """A table of three rows, most of them null."""
    blank = dict.fromkeys(
        ("hand", "kyoku", "honba", "seat", "element", "rule_set", "claimed", "computed"), [None] * 3
    )
    stated = dict.fromkeys(("log_id", "source", "check", "verdict", "message"), ["x"] * 3)
    return arrow_table("findings", {**blank, **stated, **columns})


def test_a_number_that_its_column_cannot_hold_is_null():
    table = findings(seat=np.array([3, 256, -1], np.int64))

    assert table["seat"].to_pylist() == [3, None, None]


def test_values_keep_their_nulls():
    table = findings(
        hand=Nullable(np.array([1, 2, 3], np.int32), np.array([False, True, False])),
        rule_set=Coded(np.array([1, -1, 0]), ["wrc", "tenhou"]),
    )

    assert table["hand"].to_pylist() == [1, None, 3]
    assert table["rule_set"].to_pylist() == ["tenhou", None, "wrc"]


def test_a_null_where_the_schema_allows_none_is_an_error():
    with pytest.raises(ValueError, match="column check has nulls"):
        findings(check=["a", None, "b"])


def test_columns_must_be_those_of_the_schema():
    with pytest.raises(ValueError, match=r"differ from its schema: \['colour'\]"):
        findings(colour=["red"] * 3)
