"""Statistics over the tables: what each says, how it is counted, and its intervals."""

from __future__ import annotations

from typing import Final

__all__ = ["STATS"]

STATS: Final = "stats"
"""Name of the folder, within that of a run, of what was counted."""
