"""A compiled kernel is good for as long as nothing has changed that its code depends on."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import analyzer
from analyzer.kernels import Kernel, digests

SOURCE = """
from typing import NamedTuple
import numpy as np
from analyzer.kernels import kernel

HONBA_POINTS = 300
LIMITS = np.array([0, 8000], np.int32)

class Deal(NamedTuple):
    "Columns of a deal."
    seats: np.ndarray
    limits: np.ndarray

@kernel
def bonus(honba):
    "Points of all honba."
    return honba * HONBA_POINTS

@kernel
def payment(deal: Deal, honba, row=0):
    "Points of one row."
    return LIMITS[deal.limits[row]] + bonus(honba)
"""


def digest_after(before="", after=""):
    """Digest of the kernel `payment` with one text put in place of another."""
    assert before in SOURCE
    names = {"__name__": "payments"}
    code = compile(SOURCE.replace(before, after, 1) if before else SOURCE, "payments", "exec", 0, True)
    exec(code, names)  # noqa: S102 - our own words
    return names["payment"].digest


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Points of one row.", "What a row pays."),
        ("Points of all honba.", "What honba pay."),
        ("Columns of a deal.", "A deal."),
        ("    return LIMITS", "    # The limit first.\n\n    return LIMITS"),
        ("HONBA_POINTS = 300", "\n\nOTHERS = 301\nHONBA_POINTS = 300"),
    ],
)
def test_words_lines_and_what_a_kernel_does_not_read_leave_its_digest(before, after):
    assert digest_after(before, after) == digest_after()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("row=0", "row=1"),
        ("+ bonus(honba)", "- bonus(honba)"),
        ("[row]] +", "[row]] + 1 +"),
        ("honba * HONBA", "honba // HONBA"),
        ("HONBA_POINTS = 300", "HONBA_POINTS = 301"),
        ("8000", "8001"),
        ("int32", "int64"),
        ("[0, 8000]", "[[0], [8000]]"),
        ("    seats: np.ndarray\n    limits: np.ndarray", "    limits: np.ndarray\n    seats: np.ndarray"),
        # A kept kernel finds its rows where they stood.
        ("@kernel\ndef payment", "Deal.__module__ = 'deals'\n\n@kernel\ndef payment"),
        ("@kernel", "@kernel(inline=True)"),
        ("@kernel", "@kernel(allocates=True)"),
    ],
)
def test_code_values_layouts_and_options_of_a_kernel_and_its_callees_change_its_digest(before, after):
    assert digest_after(before, after) != digest_after()


def test_a_number_inside_a_comprehension_of_a_kernel_changes_its_digest():
    doubled, tripled = (
        digest_after("honba * HONBA_POINTS", f"sum([each * {times} for each in range(honba)])")
        for times in (2, 3)
    )

    assert doubled != tripled


def test_another_compiler_changes_the_digest(monkeypatch):
    before = digest_after()
    monkeypatch.setattr(digests, "_versions", lambda: ("other",))

    assert digest_after() != before


def test_a_kernel_that_reads_what_cannot_be_compared_is_refused():
    with pytest.raises(TypeError, match="nothing tells whether a dict has changed"):
        digest_after("HONBA_POINTS = 300", "HONBA_POINTS = {}")


def test_every_kernel_of_the_package_has_a_digest_of_its_own():
    modules = [one.name for one in pkgutil.walk_packages(analyzer.__path__, "analyzer.")]
    values = (value for name in modules for value in vars(importlib.import_module(name)).values())
    digests_found = {one.function: one.digest for one in values if isinstance(one, Kernel)}

    assert len(digests_found) == len(set(digests_found.values())) > 200
