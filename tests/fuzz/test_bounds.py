"""Compiled code must never have an index beside an array, whatever logs say.

Numba takes those below zero as counted from the end, and looks at no others.  Here it looks at all, in a
process of its own, whose kernels are compiled anew.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba.cpython import slicing

from analyzer.kernels import compiling, kernel
from analyzer.tables.schema import TABLES
from tests.built_tables import build_tables
from tests.fuzz.test_damaged_logs import batches, review_of
from tests.test_two_speeds import played

LOGS = 2_000
ROOT = Path(__file__).resolve().parents[2]


@kernel
def entry(values, index):
    return values[index]


def look() -> None:
    """Play games, and judge damaged logs; no index may count from the end."""
    slicing.fix_index = lambda _builder, index, _size: index
    with compiling():
        for beside in (-1, 3):
            with pytest.raises(IndexError):
                entry(np.zeros(3, np.uint8), beside)
        assert played(3)
        for seeds in batches(range(LOGS)):
            assert build_tables(review_of(seeds), TABLES)["plays"].num_rows


@pytest.mark.long
def test_no_kernel_looks_beside_an_array(tmp_path: Path) -> None:
    program = "from tests.fuzz.test_bounds import look; look()"
    looking = {"NUMBA_BOUNDSCHECK": "1", "TENHOU_ANALYZER_CACHE": str(tmp_path)}

    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=os.environ | looking, check=True)
