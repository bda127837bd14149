"""Rows of ``seats``: one per hand and occupied seat, with the course of the hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, NO_KINDS
from analyzer.settlement.wait_values import has_ron_yaku
from analyzer.tables.arrow import Coded, Columns, Lists, Nullable, Waits, logged, some
from analyzer.tables.categories import NAGASHI_ENDS, WAIT_SHAPES, WAYS
from analyzer.tables.reviewed_batch import ReviewedBatch, placements
from analyzer.tiles.waits import NO_WAIT, wait_shapes
from analyzer.vocabulary import ABSENT, SEATS, DrawKind, EndKind, PlayKind

__all__ = ["seat_columns"]

_SEATS = np.arange(SEATS, dtype=np.uint8)


def seat_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``seats`` that are not of the game, and the game of every row.

    Columns of fixed width have all four seats, with shape (hands, 4) or one that broadcasts to it.
    """
    columns = {
        "hand": batch.index[:, None],
        "seat": _SEATS[None, :],
        **_outcome(batch),
        **_play(batch),
        **_end(batch),
        **_course(batch),
        **_waits_of_course(batch),
    }
    return columns, batch.review.events.hands.game[batch.seats.places // SEATS]


def _outcome(batch: ReviewedBatch) -> Columns:
    facts, claims, scores = batch.review.facts, batch.claims, batch.review.events.hands.scores
    dealer = facts.dealer[:, None].astype(np.int32)
    unknown = ((scores == ABSENT) & batch.in_play).any(axis=1, keepdims=True)
    return {
        "seat_wind": (_SEATS - dealer) % facts.players[:, None].astype(np.int32),
        "is_dealer": dealer == _SEATS,
        "is_winner": claims.winners,
        "is_loser": claims.loser[:, None] == _SEATS,
        "score": logged(scores),
        "placement": Nullable(placements(scores, batch.in_play), some(unknown)),
        "delta": logged(claims.deltas),
        "delta_computed": _computed_delta(batch),
        "deposit": facts.riichi_accepted * batch.review.case.stick[:, None],
    }


def _computed_delta(batch: ReviewedBatch) -> Nullable:
    """Score changes by the rule set, without own deposits; null unless it judges the hand and ends it."""
    draws, wins, won = batch.review.draws, batch.review.wins, batch.claims.end == EndKind.AGARI
    sums = np.zeros((len(won), SEATS), np.int32)
    np.add.at(sums, wins.hand, wins.deltas)
    is_known = batch.is_judged & (won | (draws.kind > 0))
    return Nullable(np.where(won[:, None], sums, draws.deltas).astype(np.int32), some(~is_known[:, None]))


def _play(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    return {
        "draws": facts.draws,
        "discards": facts.discards,
        "melds": facts.meld_count,
        "open_melds": facts.open_melds,
        "kans": facts.kans,
        "kita": facts.kita,
        "riichi_turn": Nullable(facts.riichi_turn, facts.riichi_turn == 0),
        "riichi_order": Nullable(facts.riichi_order, facts.riichi_order == 0),
        "riichi_accepted": facts.riichi_accepted,
        "is_double_riichi": facts.double_riichi,
    }


def _end(batch: ReviewedBatch) -> Columns:
    facts, draws, claims = batch.review.facts, batch.review.draws, batch.claims
    unsound, unjudged = some(~batch.is_sound[:, None]), some(~batch.is_judged[:, None])
    tehai: dict[str, NDArray[np.generic]] = {
        "wait_kinds": batch.course.wait_kinds,
        "furiten": facts.furiten != 0,
        "furiten_discard": (facts.furiten & FURITEN_DISCARD) != 0,
        "furiten_passed": (facts.furiten & FURITEN_PASSED) != 0,
        "furiten_riichi": (facts.furiten & FURITEN_RIICHI) != 0,
        "yaochu_kinds": facts.yaochu_kinds,
        "river_yaochu": facts.river_yaochu,
        "river_called": facts.river_called,
    }
    return {
        "tenpai": Nullable(draws.tenpai, unjudged),
        "shown": Nullable(claims.shown, ((claims.end != EndKind.RYUUKYOKU) | ~claims.can_show)[:, None]),
        "waits": Waits(facts.waits, unsound),
        **{name: Nullable(values, unsound) for name, values in tehai.items()},
        "nagashi": Nullable(draws.nagashi, unjudged),
    }


def _course(batch: ReviewedBatch) -> Columns:
    course, unsound = batch.course, ~batch.is_sound[:, None]
    some_unsound = some(unsound)
    unknown = unsound | (course.kyuushu_kinds == NO_KINDS)
    return {
        "haipai_shanten": Nullable(course.haipai_shanten, some_unsound),
        "kyuushu_kinds": Nullable(course.kyuushu_kinds, unknown),
        "kyuushu_shanten": Nullable(course.kyuushu_shanten, unknown),
        "open_turn": Nullable(course.open_turn, unsound | (course.open_turn == 0)),
        "shanten_after": _shanten_after(batch),
        "nagashi_until": Nullable(course.nagashi_until, some_unsound),
        "nagashi_end": Coded(np.where(unsound, -1, course.nagashi_end.astype(np.int32)), NAGASHI_ENDS),
    }


def _shanten_after(batch: ReviewedBatch) -> Lists:
    """One list per row; empty if the hand is not sound."""
    course, places = batch.course, batch.seats.places
    unsound = batch.seats.flat(~batch.is_sound[:, None])
    counts = np.diff(course.shanten_offsets)
    kept = np.zeros(len(counts), np.bool_)
    kept[places] = ~unsound
    offsets = np.zeros(len(places) + 1, np.int32)
    np.cumsum(np.where(kept, counts, 0)[places], out=offsets[1:])
    values = course.shanten_after
    return Lists(
        values if offsets[-1] == len(values) else values[kept.repeat(counts)], offsets, some(unsound)
    )


def _waits_of_course(batch: ReviewedBatch) -> Columns:
    """Waits at the first tenpai, at the riichi, and at the end."""
    facts, course, unsound = batch.review.facts, batch.course, ~batch.is_sound[:, None]
    noten = unsound | (facts.waits == 0)
    never_tenpai = unsound | (course.tenpai_turn == 0)
    no_riichi = unsound | (facts.riichi_turn == 0)
    silent = _is_silent_tenpai(batch)
    return {
        "tenpai_turn": Nullable(course.tenpai_turn, never_tenpai),
        "tenpai_waits": Waits(course.tenpai_waits, never_tenpai),
        "tenpai_wait_kinds": Nullable(course.tenpai_wait_kinds, never_tenpai),
        "tenpai_wait_live": Nullable(course.tenpai_wait_live, never_tenpai),
        "tenpai_way": Coded(np.where(never_tenpai, -1, batch.ways), WAYS),
        "riichi_waits": Waits(course.riichi_waits, no_riichi),
        "riichi_wait_kinds": Nullable(course.riichi_wait_kinds, no_riichi),
        "riichi_wait_live": Nullable(course.riichi_wait_live, no_riichi),
        "riichi_furiten": Nullable(course.riichi_furiten, no_riichi),
        "wait_live": Nullable(course.wait_live, noten),
        "wait_shape": _wait_shapes(batch, noten),
        "keishiki": Nullable(~_has_ron_yaku(batch, silent), ~silent),
    }


def _wait_shapes(batch: ReviewedBatch, noten: NDArray[np.bool_]) -> Coded:
    """WaitShape of each seat, ignoring a tile just drawn; shape (hands, 4)."""
    facts = batch.review.facts
    hand, seat = np.nonzero(~noten)
    concealed = facts.concealed[hand, seat]
    drew = np.flatnonzero((facts.last_kind[hand] == PlayKind.DRAW) & (facts.last_seat[hand] == seat))
    concealed[drew, facts.last_tile[hand[drew]] // 4] -= 1
    shapes = wait_shapes(concealed, facts.waits[hand, seat])
    codes = np.full(noten.shape, -1, np.int32)
    codes[hand, seat] = np.where(shapes == NO_WAIT, -1, shapes.astype(np.int32))
    return Coded(codes, WAIT_SHAPES)


def _is_silent_tenpai(batch: ReviewedBatch) -> NDArray[np.bool_]:
    """Whether a seat is tenpai without riichi at a judged exhaustive draw; shape (hands, 4)."""
    facts = batch.review.facts
    drawn = (batch.claims.draw_kind == DrawKind.EXHAUSTIVE) & batch.is_judged
    tenpai = batch.review.draws.tenpai & (facts.waits != 0)
    silent: NDArray[np.bool_] = drawn[:, None] & tenpai & (facts.riichi_order == 0)
    return silent


def _has_ron_yaku(batch: ReviewedBatch, silent: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether some wait gives a yaku by ron, for the seats asked for; shape (hands, 4)."""
    case, hands = batch.review.case, batch.review.events.hands
    found = np.zeros(silent.shape, np.bool_)
    rule_of_hand = case.rule_of_game[hands.game]
    for index, rules in enumerate(case.rule_sets):
        asked = silent & (rule_of_hand == index)[:, None]
        found |= has_ron_yaku(batch.review.facts, hands.kyoku, rules, asked)
    return found
