"""Figures of other projects with our corresponding statistics, or why there is none; from ``peers.toml``."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["Peer", "Reference", "peers"]


class Reference(NamedTuple):
    """A statistic of the catalogue, by an axis, where a condition holds.

    Attributes:
        statistic: Its name.
        by: Expressions of the axis, separated by commas; empty for none.
        where: The condition; empty for none.
    """

    statistic: str
    by: str = ""
    where: str = ""


class Peer(NamedTuple):
    """Names in one project that correspond to the same statistics here.

    Attributes:
        source: The project or page, and the file if it has several.
        names: Their names there.
        statistics: What gives it here, or what it is computed from; empty if there is none.
        why: The difference, the category, or why there is none.
    """

    source: str
    names: tuple[str, ...]
    statistics: tuple[Reference, ...]
    why: str


@cache
def peers() -> tuple[Peer, ...]:
    """Every row of ``peers.toml``, in its order."""
    text = Path(__file__).with_name("peers.toml").read_text(encoding="utf-8")
    return tuple(
        Peer(
            row["source"],
            tuple(row["names"]),
            tuple(Reference(**one) for one in row.get("statistics", ())),
            row.get("why", ""),
        )
        for row in tomllib.loads(text)["peer"]
    )
