import hashlib

import numpy as np
from analyzer.tables.index import in_order, read_index, runs

from analyzer.audit import LogName, review
from tests.tables.units import write_unit

IDS = [f"20210101{hour:02}gm-00a9-0000-0000000{hour % 7}" for hour in range(12)]


def index_of(room, small_game):
    """Units of seven and five logs, the ids of the second before those of the first."""
    logs = [(LogName(log_id, f"{log_id}.xml"), small_game) for log_id in IDS]
    write_unit(room / "1", review(logs[5:]))
    write_unit(room / "2", review(logs[:5]))
    return read_index([room / "1", room / "2"])


def test_logs_stand_by_unit_and_are_put_in_order_by_id(tmp_path, small_game):
    index = index_of(tmp_path, small_game)

    assert index.log_id.to_pylist() == IDS[5:] + IDS[:5]
    assert index.unit.tolist() == [0] * 7 + [1] * 5
    assert in_order(index, np.ones(12, np.bool_)).tolist() == [*range(7, 12), *range(7)]


def test_counts_of_rows_are_as_narrow_as_they_may_be(tmp_path, small_game):
    index = index_of(tmp_path, small_game)

    assert index.rows["games"].tolist() == [1] * 12
    assert index.rows["seats"].dtype == np.uint8
    hands = int(index.rows["hands"][0])
    assert index.starts["hands"].tolist() == [*range(0, 7 * hands, hands), *range(0, 5 * hands, hands)]


def test_columns_of_some_logs_come_in_the_order_asked_for(tmp_path, small_game):
    index = index_of(tmp_path, small_game)
    asked = np.array([11, 0, 7, 6])
    digests = [hashlib.sha256(IDS[place].encode()).digest()[:16] for place in (4, 5, 0, 11)]

    assert index.columns(asked, ("source",))["source"].to_pylist() == [
        f"{IDS[place]}.xml" for place in (4, 5, 0, 11)
    ]
    assert index.digests(asked).tobytes() == b"".join(digests)
    assert (index.half_digest[asked] == index.digests(asked)[:, 0]).all()


def test_an_index_of_no_units_is_empty():
    index = read_index([])

    assert len(index.unit) == len(index.id_rank) == len(index.log_id) == 0


def test_runs_are_of_equal_values():
    assert list(runs(np.array([3, 3, 1, 3]))) == [slice(0, 2), slice(2, 3), slice(3, 4)]
    assert list(runs(np.array([], np.int64))) == []
