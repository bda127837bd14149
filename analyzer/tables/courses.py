"""Columns of ``seats`` that tell the course of the hand: shanten, tenpai, calls, waits and nagashi."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.replay.course import NO_KINDS, Course
from analyzer.replay.facts import Facts
from analyzer.settlement.keishiki import has_ron_yaku
from analyzer.tables.categories import NAGASHI_ENDS, WAIT_SHAPES
from analyzer.tables.claims import Claims
from analyzer.tables.hands import is_judged, is_sound
from analyzer.tables.seat_rows import SeatRows
from analyzer.tables.values import Coded, Columns, Lists, Nullable, Waits, some
from analyzer.tiles.wait_shapes import NO_WAIT, wait_shapes
from analyzer.vocabulary import DrawKind, PlayKind

__all__ = ["course_columns"]


def course_columns(review: Review, claims: Claims, course: Course, rows: SeatRows) -> Columns:
    """These columns.

    Args:
        review: A batch.
        claims: Its claims.
        course: Of its hands.
        rows: Of the table.
    """
    facts = review.facts
    unsound = ~is_sound(review)[:, None]
    some_unsound = some(unsound)

    def known(values: NDArray[np.generic]) -> Nullable:
        return Nullable(values, some_unsound)

    def where(there: NDArray[np.bool_], **columns: NDArray[np.generic]) -> Columns:
        null = unsound | ~there
        return {name: Nullable(values, null) for name, values in columns.items()}

    silent = _is_silent_tenpai(review, claims)
    shapes = _wait_shapes(facts, ~unsound).astype(np.int32)
    return {
        "haipai_shanten": known(course.haipai_shanten),
        **where(
            course.kyuushu_kinds != NO_KINDS,
            kyuushu_kinds=course.kyuushu_kinds,
            kyuushu_shanten=course.kyuushu_shanten,
        ),
        **where(course.tenpai_turn > 0, tenpai_turn=course.tenpai_turn),
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


def _shanten_after(course: Course, rows: SeatRows, unsound: NDArray[np.bool_]) -> Lists:
    """One list per row; those of hands that are not sound are empty."""
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
    """Shape (hands, 4): a WaitShape, NO_WAIT without waits; a tile just drawn is laid aside."""
    hand, seat = np.nonzero((facts.waits != 0) & sound)
    concealed = facts.concealed[hand, seat]
    drew = np.flatnonzero((facts.last_kind[hand] == PlayKind.DRAW) & (facts.last_seat[hand] == seat))
    concealed[drew, facts.last_tile[hand[drew]] // 4] -= 1
    shapes = np.full(facts.waits.shape, NO_WAIT, np.uint8)
    shapes[hand, seat] = wait_shapes(concealed, facts.waits[hand, seat])
    return shapes


def _is_silent_tenpai(review: Review, claims: Claims) -> NDArray[np.bool_]:
    """Shape (hands, 4): tenpai without riichi at an exhaustive draw that can be judged."""
    drawn = (claims.draw_kind == DrawKind.EXHAUSTIVE) & is_judged(review)
    silent: NDArray[np.bool_] = (
        drawn[:, None] & review.draws.tenpai & (review.facts.waits != 0) & (review.facts.riichi_order == 0)
    )
    return silent


def _has_ron_yaku(review: Review, silent: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (hands, 4): some wait gives a yaku by ron, of the seats that are asked for."""
    found = np.zeros(silent.shape, np.bool_)
    rule_of_hand = review.case.rule_of_game[review.events.hands.game]
    for index, rules in enumerate(review.case.rule_sets):
        asked = silent & (rule_of_hand == index)[:, None]
        found |= has_ron_yaku(review.facts, review.events.hands.kyoku, rules, asked)
    return found
