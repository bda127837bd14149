"""Rows of ``seats``: one per hand and seat in play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.replay.course import Course
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.settlement.game_end import ranks
from analyzer.tables.claims import Claims
from analyzer.tables.courses import course_columns
from analyzer.tables.hands import hand_index, is_judged, is_sound
from analyzer.tables.seat_rows import SeatRows, seats_in_play
from analyzer.tables.settled import settled_deltas
from analyzer.tables.values import Columns, Nullable, Waits, logged, some
from analyzer.vocabulary import ABSENT, SEATS, EndKind

__all__ = ["placements", "seat_columns"]

_SEATS = np.arange(SEATS, dtype=np.uint8)


def placements(scores: NDArray[np.int32], in_play: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Placement 1-4 of each seat by score, ties to the seat nearer the first dealer; shape (rows, 4)."""
    return ranks(np.where(in_play, scores, np.iinfo(np.int32).min)).astype(np.uint8) + np.uint8(1)


def seat_columns(review: Review, claims: Claims, course: Course, rows: SeatRows) -> Columns:
    """Columns of ``seats`` that are not of the game; rows by hand, then seat, empty seats left out.

    Those of fixed width still have all four seats, in shape (hands, 4) or one that broadcasts to it.
    """
    in_play = seats_in_play(review.facts.players)
    unsound = some(~is_sound(review)[:, None])
    unjudged = some(~is_judged(review)[:, None])
    return {
        **_stated(review, claims),
        **{name: Nullable(values, unsound) for name, values in _tehai(review).items()},
        "tenpai": Nullable(review.draws.tenpai, unjudged),
        "nagashi": Nullable(review.draws.nagashi, unjudged),
        **_with_nulls(review, claims, in_play),
        "waits": Waits(review.facts.waits, unsound),
        **course_columns(review, claims, course, rows),
    }


def _stated(review: Review, claims: Claims) -> dict[str, NDArray[np.generic]]:
    """Columns that are never null; shape (hands, 4), or one that broadcasts to it."""
    facts = review.facts
    dealer = facts.dealer[:, None].astype(np.int32)
    return {
        "hand": hand_index(review)[:, None],
        "seat": _SEATS[None, :],
        "seat_wind": (_SEATS - dealer) % facts.players[:, None].astype(np.int32),
        "is_dealer": dealer == _SEATS,
        "is_winner": claims.winners,
        "is_loser": claims.loser[:, None] == _SEATS,
        "deposit": facts.riichi_accepted * review.case.stick[:, None],
        "draws": facts.draws,
        "discards": facts.discards,
        "melds": facts.meld_count,
        "open_melds": facts.open_melds,
        "kans": facts.kans,
        "kita": facts.kita,
        "riichi_accepted": facts.riichi_accepted,
        "is_double_riichi": facts.double_riichi,
    }


def _tehai(review: Review) -> dict[str, NDArray[np.generic]]:
    """Columns that are null where the hand is not sound; shape (hands, 4)."""
    facts = review.facts
    return {
        "wait_kinds": np.bitwise_count(facts.waits),
        "furiten": facts.furiten != 0,
        "furiten_discard": (facts.furiten & FURITEN_DISCARD) != 0,
        "furiten_passed": (facts.furiten & FURITEN_PASSED) != 0,
        "furiten_riichi": (facts.furiten & FURITEN_RIICHI) != 0,
        "yaochu_kinds": facts.yaochu_kinds,
        "river_yaochu": facts.river_yaochu,
        "river_called": facts.river_called,
    }


def _with_nulls(review: Review, claims: Claims, in_play: NDArray[np.bool_]) -> dict[str, Nullable]:
    """Columns with nulls of their own; shapes (hands, 4), or ones that broadcast to it."""
    facts, scores = review.facts, review.events.hands.scores
    settled = settled_deltas(review, claims)
    unknown = ((scores == ABSENT) & in_play).any(axis=1, keepdims=True)
    return {
        "score": logged(scores),
        "placement": Nullable(placements(scores, in_play), unknown),
        "delta": logged(claims.deltas),
        "delta_computed": Nullable(settled.deltas, ~settled.is_known[:, None]),
        "riichi_turn": Nullable(facts.riichi_turn, facts.riichi_turn == 0),
        "riichi_order": Nullable(facts.riichi_order, facts.riichi_order == 0),
        "shown": Nullable(claims.shown, ((claims.end != EndKind.RYUUKYOKU) | ~claims.can_show)[:, None]),
    }
