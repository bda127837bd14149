"""Tables of games, hands, seats and draws: one schema, and Parquet files that follow it.

`columns.md` lists every column; `schema` reads it and needs no Arrow, which is imported when a table is made.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MANIFEST"]

MANIFEST: Final = "manifest.json"
"""Lists the parts of the tables; written last: a folder without one holds no finished run."""
