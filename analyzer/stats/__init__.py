"""Statistics over the tables: the catalogue, the views it counts, and how values come from them."""

from __future__ import annotations

from typing import Final

__all__ = ["STATISTICS", "STATS"]

STATS: Final = "stats"
"""What the statistics are called among the outputs of a run."""
STATISTICS: Final = "stats.parquet"
"""Their file in the folder of a run."""
