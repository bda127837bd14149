"""Rows of ``seats``: one per hand and occupied seat, with the course of the hand."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.replay.course import NO_KINDS, Course
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.settlement.game_end import ranks
from analyzer.settlement.keishiki import has_ron_yaku
from analyzer.tables.categories import NAGASHI_ENDS, WAIT_SHAPES, WAYS, Way
from analyzer.tables.column_values import (
    Coded,
    Columns,
    Lists,
    Nullable,
    SeatRows,
    Waits,
    logged,
    seats_in_play,
    some,
)
from analyzer.tables.hand_tables import hand_index, is_judged, is_sound
from analyzer.tables.logged_results import Claims
from analyzer.tiles.wait_shapes import NO_WAIT, wait_shapes
from analyzer.vocabulary import ABSENT, SEATS, DrawKind, EndKind, PlayKind

__all__ = ["Settled", "course_columns", "placements", "seat_columns", "settled_deltas", "ways"]

_SEATS = np.arange(SEATS, dtype=np.uint8)


def placements(scores: NDArray[np.int32], in_play: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Placement 1-4 of each seat by score, ties to the lower seat; shape (rows, 4)."""
    return ranks(np.where(in_play, scores, np.iinfo(np.int32).min)).astype(np.uint8) + np.uint8(1)


def seat_columns(review: Review, claims: Claims, course: Course, rows: SeatRows) -> Columns:
    """Columns of ``seats`` that are not of the game; rows by hand, then seat, empty seats left out.

    Fixed-width columns have all four seats, with shape (hands, 4) or one that broadcasts to it.
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
    """Columns that are null if the hand is not sound; shape (hands, 4)."""
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


class Settled(NamedTuple):
    """Computed score changes; one entry per row of the events' hands."""

    deltas: NDArray[np.int32]
    """Points without own deposits; shape (hands, 4)."""
    is_known: NDArray[np.bool_]
    """Whether a rule set judges the hand and gives it an outcome; shape (hands,)."""


def settled_deltas(review: Review, claims: Claims) -> Settled:
    """Score changes by the rule set for each hand as it was played.

    Args:
        review: Review of the batch.
        claims: Claims of the batch.
    """
    draws, wins = review.draws, review.wins
    won = claims.end == EndKind.AGARI
    sums = np.zeros((len(won), SEATS), np.int32)
    np.add.at(sums, wins.hand, wins.deltas)
    return Settled(
        np.where(won[:, None], sums, draws.deltas).astype(np.int32),
        is_judged(review) & (won | (draws.kind > 0)),
    )


def course_columns(review: Review, claims: Claims, course: Course, rows: SeatRows) -> Columns:
    """Columns of the course of the hand: shanten, tenpai, calls, waits and nagashi.

    Args:
        review: Review of the batch.
        claims: Claims of the batch.
        course: Course of the hands.
        rows: Rows of the table.
    """
    facts = review.facts
    unsound = ~is_sound(review)[:, None]
    some_unsound = some(unsound)

    def known(values: NDArray[np.generic]) -> Nullable:
        return Nullable(values, some_unsound)

    def where(there: NDArray[np.bool_], **columns: NDArray[np.generic]) -> Columns:
        null = unsound | ~there
        return {name: Nullable(values, null) for name, values in columns.items()}

    never_tenpai = unsound | (course.tenpai_turn == 0)
    silent = _is_silent_tenpai(review, claims)
    shapes = _wait_shapes(facts, ~unsound).astype(np.int32)
    return {
        "haipai_shanten": known(course.haipai_shanten),
        **where(
            course.kyuushu_kinds != NO_KINDS,
            kyuushu_kinds=course.kyuushu_kinds,
            kyuushu_shanten=course.kyuushu_shanten,
        ),
        **where(
            course.tenpai_turn > 0,
            tenpai_turn=course.tenpai_turn,
            tenpai_wait_kinds=np.bitwise_count(course.tenpai_waits),
            tenpai_wait_live=course.tenpai_wait_live,
        ),
        "tenpai_waits": Waits(course.tenpai_waits, never_tenpai),
        "tenpai_way": Coded(np.where(never_tenpai, -1, ways(facts)), WAYS),
        **where(course.open_turn > 0, open_turn=course.open_turn),
        "shanten_after": _shanten_after(course, rows, rows.flat(unsound)),
        "riichi_waits": Waits(course.riichi_waits, unsound | (facts.riichi_turn == 0)),
        **where(
            facts.riichi_turn > 0,
            riichi_wait_kinds=np.bitwise_count(course.riichi_waits),
            riichi_wait_live=course.riichi_wait_live,
            riichi_furiten=course.riichi_furiten,
        ),
        **where(facts.waits != 0, wait_live=course.wait_live),
        "wait_shape": Coded(np.where(shapes == NO_WAIT, -1, shapes), WAIT_SHAPES),
        "keishiki": Nullable(~_has_ron_yaku(review, silent), ~silent),
        "nagashi_until": known(course.nagashi_until),
        "nagashi_end": Coded(np.where(unsound, -1, course.nagashi_end.astype(np.int32)), NAGASHI_ENDS),
    }


def ways(facts: Facts) -> NDArray[np.int8]:
    """How each seat played, as a `Way`; shape (hands, 4)."""
    silent = np.where(facts.open_melds > 0, np.int8(Way.OPEN), np.int8(Way.DAMA))
    return np.where(facts.riichi_turn > 0, np.int8(Way.RIICHI), silent)


def _shanten_after(course: Course, rows: SeatRows, unsound: NDArray[np.bool_]) -> Lists:
    """One list per row; empty if the hand is not sound."""
    counts = np.diff(course.shanten_offsets)
    kept = np.zeros(len(counts), np.bool_)
    kept[rows.places] = ~unsound
    counts[~kept] = 0
    offsets = np.zeros(len(rows.places) + 1, np.int32)
    np.cumsum(counts[rows.places], out=offsets[1:])
    values = course.shanten_after
    if offsets[-1] < len(values):
        values = values[np.repeat(kept, np.diff(course.shanten_offsets))]
    return Lists(values, offsets, some(unsound))


def _wait_shapes(facts: Facts, sound: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """WaitShape of each seat, NO_WAIT without waits, ignoring a tile just drawn; shape (hands, 4)."""
    hand, seat = np.nonzero((facts.waits != 0) & sound)
    concealed = facts.concealed[hand, seat]
    drew = np.flatnonzero((facts.last_kind[hand] == PlayKind.DRAW) & (facts.last_seat[hand] == seat))
    concealed[drew, facts.last_tile[hand[drew]] // 4] -= 1
    shapes = np.full(facts.waits.shape, NO_WAIT, np.uint8)
    shapes[hand, seat] = wait_shapes(concealed, facts.waits[hand, seat])
    return shapes


def _is_silent_tenpai(review: Review, claims: Claims) -> NDArray[np.bool_]:
    """Whether a seat is tenpai without riichi at a judged exhaustive draw; shape (hands, 4)."""
    drawn = (claims.draw_kind == DrawKind.EXHAUSTIVE) & is_judged(review)
    silent: NDArray[np.bool_] = (
        drawn[:, None] & review.draws.tenpai & (review.facts.waits != 0) & (review.facts.riichi_order == 0)
    )
    return silent


def _has_ron_yaku(review: Review, silent: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether some wait gives a yaku by ron, for the seats asked for; shape (hands, 4)."""
    found = np.zeros(silent.shape, np.bool_)
    rule_of_hand = review.case.rule_of_game[review.events.hands.game]
    for index, rules in enumerate(review.case.rule_sets):
        asked = silent & (rule_of_hand == index)[:, None]
        found |= has_ron_yaku(review.facts, review.events.hands.kyoku, rules, asked)
    return found
