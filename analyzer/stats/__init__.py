"""Statistics over the tables: the catalogue, the views it counts, and how values come from them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

__all__ = ["STATISTICS", "Extent"]

STATISTICS: Final = "stats.parquet"
"""Their file in the folder of a run."""


class Extent(StrEnum):
    """Which statistics of the catalogue a run counts."""

    HEADLINE = "headline"
    ALL = "all"
    NONE = "none"
