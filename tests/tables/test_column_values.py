import numpy as np

from analyzer.tables.column_values import logged
from analyzer.vocabulary import ABSENT


def test_what_a_log_does_not_state_is_null():
    values, null = logged(np.array([5, ABSENT, -3], np.int32))

    assert null.tolist() == [False, True, False]
    assert values[~null].tolist() == [5, -3]
