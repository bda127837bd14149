"""Statistics over the tables: their definitions, counts and intervals."""

from __future__ import annotations

from typing import Final

__all__ = ["STATS"]

STATS: Final = "stats"
"""Folder of the stored counts, within the folder of a run."""
