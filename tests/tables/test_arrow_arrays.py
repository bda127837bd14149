import subprocess
import sys
from datetime import date

import numpy as np
import pyarrow as pa
import pytest

from analyzer.tables.arrow import arrow_array, numbers, plain, texts


@pytest.mark.parametrize("dtype", ["uint8", "int16", "int32", "int64", "float64", "bool"])
def test_numbers_are_those_that_pyarrow_makes(dtype):
    values = np.array([0, 1, 1, 0, 1, 0, 0, 1, 1], dtype)
    null = values == 0

    assert numbers(values).equals(pa.array(values))
    assert numbers(values, null).equals(pa.array(values, mask=null))
    assert numbers(values[::2]).equals(pa.array(values[::2]))
    assert numbers(values[:0]).equals(pa.array(values[:0]))


@pytest.mark.parametrize("values", [[], [None], ["", "東", None, "a\0b"], ["one"] * 9])
def test_texts_are_those_that_pyarrow_makes(values):
    made = texts(values)
    made.validate(full=True)

    assert made.equals(pa.array(values, pa.string()))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, None, -3], pa.int8()),
        ([2**62, 0], pa.int64()),
        ([0.5, None], pa.float64()),
        ([True, None, False], pa.bool_()),
        (["houou", None], pa.string()),
        ([date(2009, 2, 20), None, date(1969, 12, 31)], pa.date32()),
        ([], pa.date32()),
    ],
    ids=str,
)
def test_values_of_python_are_as_pyarrow_makes_them(values, kind):
    made = arrow_array(values, kind)
    made.validate(full=True)

    assert made.equals(pa.array(values, kind))


@pytest.mark.parametrize("kind", ["bool", "uint8", "int32", "int64", "double"])
def test_plain_numbers_keep_their_type_and_order(kind):
    column = pa.chunked_array([pa.array([1, 0, 1], "uint8").cast(kind), pa.array([0], "uint8").cast(kind)])

    assert plain(column).dtype == np.dtype(kind)
    assert plain(column.slice(1)).tolist() == [0, 1, 0]
    assert plain(column.slice(4)).tolist() == []


RUN = """
import sys
from pathlib import Path
from analyzer.batch.run import run
from analyzer.batch.outputs import Outputs
from analyzer.stats import Extent
from analyzer.batch.work import Job
run([sys.argv[1]], Job(Path(sys.argv[2]), outputs=Outputs(statistics=Extent.NONE)))
sys.exit("pandas" in sys.modules)
"""


def test_the_tables_of_a_run_need_no_pandas(tmp_path, small_game):
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "2022010101gm-00a9-0000-0000000a.mjlog").write_bytes(small_game)
    (logs / "copy.mjlog").write_bytes(small_game)
    (logs / "broken.mjlog").write_bytes(b"<mjloggm>")

    ran = subprocess.run([sys.executable, "-c", RUN, logs, tmp_path / "out"], check=False)

    assert ran.returncode == 0
