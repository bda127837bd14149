"""The course of a hand: how near to tenpai each seat was and when, and what was left of its waits.

The replay follows it only where somebody asks, as the tables do.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Plays
from analyzer.replay import registers as r
from analyzer.replay.course_plays import CourseRows, NagashiEnd
from analyzer.replay.fact_columns import Ends, of_seats
from analyzer.replay.moments import Moments, blank_moments
from analyzer.replay.registers import NO_KINDS
from analyzer.vocabulary import SEATS, TILES, PlayKind

__all__ = ["NO_KINDS", "Course", "NagashiEnd", "blank_rows", "course_columns"]


class Course(NamedTuple):
    """The course of each hand; shape (hands, 4) unless said.  Turns count own discards from 1; 0 is never.

    Where the table of a hand is not known, its rows mean nothing.
    """

    haipai_shanten: NDArray[np.int8]
    """Of the 13 tiles dealt: 0 tenpai."""
    kyuushu_kinds: NDArray[np.uint8]
    """Terminal and honour kinds among the 14 tiles of the first draw; NO_KINDS where a call came before it,
    or there was none."""
    kyuushu_shanten: NDArray[np.int8]
    """Of those 14 tiles, where there are such."""
    tenpai_turn: NDArray[np.uint8]
    """First discard that left the shape tenpai."""
    tenpai_waits: NDArray[np.uint64]
    """Waits after that discard, one bit per kind; 0 without it."""
    tenpai_wait_kinds: NDArray[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    tenpai_wait_live: NDArray[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    open_turn: NDArray[np.uint8]
    """The discard that followed the first meld off another seat, or would have."""
    nagashi_until: NDArray[np.uint8]
    """Discards from the first on that all were terminals or honours and not called."""
    nagashi_end: NDArray[np.uint8]
    """A NagashiEnd."""
    riichi_waits: NDArray[np.uint64]
    """Waits after the declaration tile, one bit per kind; 0 without riichi."""
    riichi_wait_kinds: NDArray[np.uint8]
    """How many of those kinds the seat did not hold all four tiles of then."""
    riichi_wait_live: NDArray[np.uint8]
    """Tiles of those kinds that the seat did not see then."""
    riichi_furiten: NDArray[np.bool_]
    """Some of those kinds lay among the own discards then."""
    wait_kinds: NDArray[np.uint8]
    """How many kinds of ``waits`` the seat does not hold all four tiles of, without a tile that it has just
    drawn."""
    wait_live: NDArray[np.uint8]
    """Tiles of the kinds of ``waits`` that the seat does not see at the end; the tile that it has just drawn
    or wins on is not seen."""
    shanten_after: NDArray[np.int8]
    """Shape (discards,): shanten after each discard; discards of a seat in a row, by hand, then seat."""
    shanten_offsets: NDArray[np.int64]
    """Shape (hands * 4 + 1,): where the discards of each seat stand."""
    moments: Moments
    """No rows unless asked for."""


def blank_rows(plays: Plays, hands: int, *, moments: bool) -> CourseRows:
    """Room for what is no register, of all hands together."""
    return CourseRows(
        np.zeros((SEATS, TILES), np.int8),
        np.zeros(np.count_nonzero(plays.kind == PlayKind.DISCARD), np.int8),
        np.zeros(hands * SEATS + 1, np.int64),
        blank_moments(int(np.count_nonzero(plays.kind <= PlayKind.KITA)) if moments else 0),
    )


def course_columns(ends: Ends, rows: CourseRows) -> Course:
    """Columns of `Course`."""
    seat = of_seats(ends)
    return Course(
        haipai_shanten=seat[r.HAIPAI_SHANTEN].view(np.int8),
        kyuushu_kinds=seat[r.KYUUSHU_KINDS],
        kyuushu_shanten=seat[r.KYUUSHU_SHANTEN].view(np.int8),
        tenpai_turn=seat[r.TENPAI_TURN],
        tenpai_waits=ends.masks[r.TENPAI_WAITS],
        tenpai_wait_kinds=seat[r.TENPAI_WAIT_KINDS],
        tenpai_wait_live=seat[r.TENPAI_WAIT_LIVE],
        open_turn=seat[r.OPEN_TURN],
        nagashi_until=seat[r.NAGASHI_UNTIL],
        nagashi_end=seat[r.NAGASHI_END],
        riichi_waits=ends.masks[r.RIICHI_WAITS],
        riichi_wait_kinds=seat[r.RIICHI_WAIT_KINDS],
        riichi_wait_live=seat[r.RIICHI_WAIT_LIVE],
        riichi_furiten=seat[r.RIICHI_FURITEN].astype(np.bool_),
        wait_kinds=seat[r.WAIT_KINDS],
        wait_live=seat[r.WAIT_LIVE],
        shanten_after=rows.shanten_after[: rows.shanten_offsets[-1]],
        shanten_offsets=rows.shanten_offsets,
        moments=rows.moments,
    )
