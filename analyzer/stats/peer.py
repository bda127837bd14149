"""What other projects call a statistic, and which of ours it is."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Peer"]


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
    why: str = ""
