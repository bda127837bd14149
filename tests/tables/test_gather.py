import numpy as np
import pyarrow as pa
import pytest

from analyzer.tables.gather import gather, picked

ROWS = pa.record_batch(
    {
        "number": pa.array([0, None, 2, 3, None, 5, 6, 7, 8, 9], pa.int16()),
        "sure": pa.array(range(10), pa.uint64()),
        "flag": pa.array([True, False, None, True] * 2 + [None, False]),
        "text": [str(number) for number in range(9)] + [None],
        "list": [[number] * (number % 3) for number in range(10)],
    }
)
RUN, STREWN = [2, 3, 4, 5, 6, 7], [9, 0, 4]


@pytest.mark.parametrize(
    "order", [None, [2, 0, 1, 5, 8, 3, 4, 7, 6]], ids=["as they come", "in another order"]
)
@pytest.mark.parametrize("parts", [(RUN, STREWN), (STREWN, RUN)], ids=str)
def test_rows_are_those_that_arrow_takes(parts, order):
    rows = gather(
        [picked(ROWS, np.array(part)) for part in parts],
        ROWS.schema,
        None if order is None else np.array(order),
    )

    rows.validate(full=True)
    places = [place for part in parts for place in part]
    assert rows.equals(ROWS.take(pa.array(places if order is None else [places[place] for place in order])))


def test_what_has_no_null_in_one_batch_may_have_some_in_another():
    without = ROWS.slice(5).take(pa.array([0, 1]))

    rows = gather([picked(without, np.array([0, 1])), picked(ROWS, np.array([1]))], ROWS.schema, None)

    assert rows["number"].to_pylist() == [5, 6, None]
