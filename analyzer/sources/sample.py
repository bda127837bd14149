"""A sample of so many logs, settled as a share of them all, so that each log can be told on its own."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from heapq import heappush, heappushpop
from pathlib import Path

from analyzer.errors import UserMistake
from analyzer.sources.asking import Origin, is_stream
from analyzer.sources.choice import KEYS, Choice, log_key
from analyzer.sources.items import Blob, Limits, SourceLog, Unreadable
from analyzer.sources.listing import Listing, Piece
from analyzer.sources.sqlite import Page, ids_of_logs
from analyzer.sources.units import read_unit
from analyzer.sources.walk import Look

__all__ = ["settled"]


def settled(choice: Choice, origins: tuple[Origin, ...], limits: Limits, leave_out: str = "") -> Choice:
    """The choice with a sample by number turned into the share that draws as many.

    All names are listed for it; what is not named by a log id is read.  ``leave_out`` is that of `plan`.

    Raises:
        UserMistake: When a source can be read only once.
    """
    if choice.sample_logs is None:
        return choice
    if any(is_stream(origin) for origin in origins):
        raise UserMistake(
            f"a sample of {choice.sample_logs} logs cannot be drawn from standard input; "
            "expected files, or a share of the logs such as 1%"
        )
    each = replace(choice, sample_logs=None, limit=None)
    lowest: list[int] = []
    """The lowest keys, negated: a heap has its smallest at the front."""
    listing = Listing(Look(each, limits, limits.depth), leave_out=leave_out)
    names = (
        name for origin in origins for piece in listing.pieces(origin) for name in _names(piece, listing.look)
    )
    for key in map(log_key, names):
        if len(lowest) < choice.sample_logs:
            heappush(lowest, -key)
        else:
            heappushpop(lowest, -key)
    if len(lowest) < choice.sample_logs:
        return replace(choice, sample_logs=None)
    return replace(choice, sample_logs=None, sample=math.nextafter((1 - lowest[0]) / KEYS, 2.0))


def _names(piece: Piece, look: Look) -> Iterator[str]:
    """Names of the logs of a piece; without reading them, where they are known."""
    if piece.is_sure and piece.part.page is not None:
        yield from _row_names(piece, piece.part.page, look)
    elif piece.is_sure:
        yield from [piece.name] * (piece.logs or 0)
    else:
        items = read_unit(piece.as_unit(), look.choice, look.limits)
        yield from (item.source for item in items if isinstance(item, SourceLog))


def _row_names(piece: Piece, page: Page, look: Look) -> Iterator[str]:
    source = piece.root.source
    try:
        names = (
            f"{source}!{key}" for key in ids_of_logs(Blob(source, Path(piece.root.path)), page, look.limits)
        )
        yield from filter(look.choice.by_name, names)
    except Unreadable:
        return
