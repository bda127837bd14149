"""Some of many values that are much alike; at length a test has all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest

Value = TypeVar("Value")


def thinned(values: Iterable[Value], every: int) -> list[object]:
    """Values of one parameter: each so many-th for the quick suite, the others for the long one."""
    return [
        value if place % every == 0 else pytest.param(value, marks=pytest.mark.long)
        for place, value in enumerate(values)
    ]
