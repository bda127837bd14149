"""What other projects compute, and which statistics of ours say it, or why none does; from ``peers.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Peer", "peers"]


class Peer(NamedTuple):
    """Names of one project that mean the same here.

    Attributes:
        source: The project or page, and the file where it has several.
        names: What they are called there.
        statistics: Names in the catalogue that say it, or of which it is made; empty where there is none.
        why: How they differ, which group or bin is meant, or why there is none.
    """

    source: str
    names: tuple[str, ...]
    statistics: tuple[str, ...]
    why: str


@cache
def peers() -> tuple[Peer, ...]:
    """Every row of ``peers.toml``, in its order."""
    text = Path(__file__).with_name("peers.toml").read_text(encoding="utf-8")
    return tuple(
        Peer(row["source"], tuple(row["names"]), tuple(row.get("statistics", ())), row.get("why", ""))
        for row in tomllib.loads(text)["peer"]
    )
