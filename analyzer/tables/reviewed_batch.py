"""A reviewed batch, and what several of its tables need: results, and the names of categories."""

from __future__ import annotations

from collections.abc import Callable
from enum import unique
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer import vocabulary
from analyzer.audit.review import Review
from analyzer.formats.events import Claim, Events
from analyzer.formats.log_id import GoType, LogId, Room, parse_log_id
from analyzer.replay import replay_with_course
from analyzer.replay.facts import Course, NagashiEnd
from analyzer.replay.seats import seats_in_play
from analyzer.settlement.game_end import ranks
from analyzer.settlement.yaku_names import Yaku
from analyzer.tables.arrow import SeatRows
from analyzer.tiles.waits import WaitShape
from analyzer.vocabulary import (
    ABSENT,
    KINDS,
    NO_SEAT,
    NO_TILE,
    SEATS,
    Code,
    DrawKind,
    EndKind,
    PlayKind,
    kind_text,
)


@unique
class Way(Code):
    """How a winner won."""

    RIICHI = 0
    DAMA = 1
    OPEN = 2


ROOMS: Final = tuple(room.name.lower() for room in Room)
LENGTHS: Final = ("tonpuu", "hanchan")
END_KINDS: Final = tuple(kind.name.lower() for kind in EndKind)
DRAW_KINDS: Final = tuple(kind.text for kind in DrawKind)
PLAY_KINDS: Final = tuple(kind.name.lower() for kind in PlayKind if kind <= PlayKind.KITA)
WAYS: Final = tuple(way.name.lower() for way in Way)
WAIT_SHAPES: Final = tuple(shape.name.lower() for shape in WaitShape)
NAGASHI_ENDS: Final = tuple(end.name.lower() for end in NagashiEnd)
LIMITS: Final = (*vocabulary.LIMITS[:-1], "kazoe_yakuman", vocabulary.LIMITS[-1])
"""Indices 0 to 4 equal the limit in ``ten`` of AGARI; its 5 is either of the last two."""
YAKU_NAMES: Final = tuple(yaku.name.lower() for yaku in Yaku if yaku < Yaku.DORA)
"""Every yaku, by its id; dora are not yaku."""
TILE_NAMES: Final = (*map(kind_text, range(KINDS)), "0m", "0p", "0s")
"""Every tile kind, then the red fives."""


class Claims(NamedTuple):
    """Claims of the log; one entry per row of ``hands``."""

    end: NDArray[np.uint8]
    """EndKind of the first result; NONE without a result."""
    draw_kind: NDArray[np.uint8]
    """Kind of ryuukyoku as in ``results``; 0 if the first result is not a ryuukyoku."""
    winner: NDArray[np.uint8]
    """Winner of the first result; NO_SEAT without one."""
    loser: NDArray[np.uint8]
    """Loser of the first result; NO_SEAT without one or at a tsumo."""
    winners: NDArray[np.bool_]
    """Whether the seat won, in any result; shape (hands, 4)."""
    deltas: NDArray[np.int32]
    """Points, summed over all results; ABSENT if a result states none; shape (hands, 4)."""
    shown: NDArray[np.bool_]
    """Whether a ryuukyoku shows the tehai; shape (hands, 4)."""
    can_show: NDArray[np.bool_]
    """Whether the format of the log can show tehai: JSON cannot."""


class ReviewedBatch:
    """A batch, with the results that several tables share; each is computed on first use.

    Args:
        review: Its review.
        stand_in: Gives what replaces the name of a player; None to keep the names.
        plays: Whether its course has the columns of single plays.
    """

    def __init__(
        self, review: Review, stand_in: Callable[[str], str | None] | None = None, *, plays: bool = False
    ) -> None:
        self.review = review
        self.stand_in = stand_in
        self._plays = plays

    @cached_property
    def ids(self) -> list[LogId | None]:
        """What the log id of each game says; None if it says nothing."""
        return [parse_log_id(log.log_id) for log in self.review.logs]

    @cached_property
    def days(self) -> NDArray[np.datetime64]:
        """Day in the log id of each game, not a time if it has none; shape (games,)."""
        # NumPy reads a text in a fifth of the time that it takes for a date.
        return np.array([str(found.day) if found else "NaT" for found in self.ids], "datetime64[D]")

    @cached_property
    def claims(self) -> Claims:
        """Claims of the log about each hand."""
        return _claims(self.review)

    @cached_property
    def course(self) -> Course:
        """The course of each hand; played again for it unless the review has it."""
        followed = self.review.audit.course
        if followed is None or self._plays:
            followed = replay_with_course(self.review.events, plays=self._plays)[2]
        return followed

    @cached_property
    def index(self) -> NDArray[np.int32]:
        """Index of each hand in its game; shape (hands,)."""
        first = self.review.events.games.hand_offsets[self.review.events.hands.game]
        return (np.arange(len(first)) - first).astype(np.int32)

    @cached_property
    def is_sound(self) -> NDArray[np.bool_]:
        """Whether the hand was read whole and no illegal event left its state unknown; shape (hands,)."""
        return self.review.events.hands.readable & ~self.review.facts.derailed

    @cached_property
    def is_judged(self) -> NDArray[np.bool_]:
        """Whether the hand is sound and a rule set was chosen for its game; shape (hands,)."""
        return self.is_sound & (self.review.audit.rule_of_game >= 0)[self.review.events.hands.game]

    @cached_property
    def in_play(self) -> NDArray[np.bool_]:
        """Which seats are occupied; shape (hands, 4)."""
        return seats_in_play(self.review.facts.players)

    @cached_property
    def seats(self) -> SeatRows:
        """The rows of ``seats``."""
        return SeatRows(len(self.in_play), np.flatnonzero(self.in_play))

    @cached_property
    def ways(self) -> NDArray[np.int8]:
        """How each seat played, as a `Way`; shape (hands, 4)."""
        silent = np.where(self.review.facts.open_melds > 0, np.int8(Way.OPEN), np.int8(Way.DAMA))
        return np.where(self.review.facts.riichi_turn > 0, np.int8(Way.RIICHI), silent)


def _claims(review: Review) -> Claims:
    events, hands, results = review.events, review.events.hands, review.events.results
    count = len(hands.kyoku)
    starts = hands.result_offsets[:-1]
    has_result = hands.result_offsets[1:] > starts

    def of_first(column: NDArray[np.uint8], missing: int) -> NDArray[np.uint8]:
        values = np.full(count, missing, np.uint8)
        values[has_result] = column[starts[has_result]]
        return values

    winner = of_first(results.winner, NO_SEAT)
    loser = of_first(results.loser, NO_SEAT)
    loser[loser == winner] = NO_SEAT
    return Claims(
        end=of_first(results.end, EndKind.NONE),
        draw_kind=of_first(results.draw_kind, 0),
        winner=winner,
        loser=loser,
        winners=_winners(events, count),
        deltas=_deltas(events, has_result),
        shown=_shown(events, count),
        can_show=~review.audit.unstated(Claim.SHOWN_TILES),
    )


def _winners(events: Events, count: int) -> NDArray[np.bool_]:
    results = events.results
    winners = np.zeros((count, SEATS), np.bool_)
    won = results.winner < SEATS
    winners[results.hand[won], results.winner[won]] = True
    return winners


def _deltas(events: Events, has_result: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Sums over the results of each hand, which are contiguous."""
    deltas = np.full((len(has_result), SEATS), ABSENT, np.int32)
    starts = events.hands.result_offsets[:-1][has_result]
    if len(starts) == 0:
        return deltas
    stated = events.results.deltas != ABSENT
    sums = np.add.reduceat(np.where(stated, events.results.deltas, 0), starts, axis=0, dtype=np.int64)
    known = np.logical_and.reduceat(stated, starts, axis=0) & (np.abs(sums) < -ABSENT)
    deltas[has_result] = np.where(known, sums, ABSENT)
    return deltas


def _shown(events: Events, count: int) -> NDArray[np.bool_]:
    results = events.results
    shown = np.zeros((count, SEATS), np.bool_)
    rows, seats = np.nonzero(
        (results.shown[:, :, 0] != NO_TILE) & (results.end == EndKind.RYUUKYOKU)[:, None]
    )
    shown[results.hand[rows], seats] = True
    return shown


def placements(scores: NDArray[np.int32], in_play: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Placement 1-4 of each seat by score, ties to the lower seat; shape (rows, 4)."""
    return ranks(np.where(in_play, scores, np.iinfo(np.int32).min)).astype(np.uint8) + np.uint8(1)


def of_go_types(
    go_types: NDArray[np.int32], read: Callable[[GoType], int], absent: int = 0
) -> NDArray[np.int32]:
    """A number computed from the GO type of each game; ``absent`` if the log has no GO; shape (games,)."""
    types, places = np.unique(go_types, return_inverse=True)
    numbers = [absent if value == ABSENT else int(read(GoType(value))) for value in types.tolist()]
    return np.array(numbers, np.int32)[places]
