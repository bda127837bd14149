"""Figures of other projects with our corresponding statistics, or why there is none; from ``peers.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Peer", "peers"]


class Peer(NamedTuple):
    """Names in one project that correspond to the same statistics here.

    Attributes:
        source: The project or page, and the file if it has several.
        names: Their names there.
        statistics: Names in the catalogue that give it, or that it is computed from; empty if there are none.
        why: The difference, the group or bin, or why there is none.
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
