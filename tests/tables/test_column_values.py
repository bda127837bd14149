import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.tables.column_values import logged, waits_text
from analyzer.vocabulary import ABSENT, KINDS, mpsz, parse_mpsz

KIND_SETS = st.lists(st.sets(st.integers(0, KINDS - 1)), max_size=12)


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
    assert waits_text(np.array([bits(kinds)], np.uint64)).to_pylist() == [text]


@given(KIND_SETS)
def test_waits_of_many_rows_read_back_and_agree_with_the_vocabulary(rows):
    texts = waits_text(np.array([bits(kinds) for kinds in rows], np.uint64)).to_pylist()

    assert [set(parse_mpsz(text)) for text in texts] == rows
    assert texts == [mpsz([kind * 4 + 3 for kind in kinds]) for kinds in rows]


def test_what_a_log_does_not_state_is_null():
    values, null = logged(np.array([5, ABSENT, -3], np.int32))

    assert null.tolist() == [False, True, False]
    assert values[~null].tolist() == [5, -3]
