"""Rows of ``hands`` and ``draws``: how the hand began, how it ended, and what followed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.log_id import GoType
from analyzer.replay.seats import sum_of_seats
from analyzer.tables.categories import DRAW_KINDS, END_KINDS
from analyzer.tables.column_values import Coded, Columns, Nullable, logged, of_go_types, some
from analyzer.tables.reviewed_batch import ReviewedBatch
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, EndKind

__all__ = ["draw_columns", "hand_columns"]


def hand_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``hands`` that are not of the game, and the game of every row."""
    columns = {**_start(batch), **_end(batch), **_play(batch), **_riichi(batch), **_position(batch)}
    return columns, batch.review.events.hands.game


def _start(batch: ReviewedBatch) -> Columns:
    hands = batch.review.events.hands
    return {
        "hand": batch.index,
        "kyoku": logged(hands.kyoku),
        "honba": logged(hands.honba),
        "kyotaku": logged(hands.kyotaku),
        "dealer": batch.review.facts.dealer,
        "is_readable": hands.readable,
        "is_sound": batch.is_sound,
    }


def _end(batch: ReviewedBatch) -> Columns:
    review, claims = batch.review, batch.claims
    nobody, no_loser = claims.winner == NO_SEAT, claims.loser == NO_SEAT
    return {
        "end": Coded(claims.end.astype(np.int32), END_KINDS),
        "draw_kind": _draw_kinds(claims.draw_kind),
        "winner_count": sum_of_seats(claims.winners),
        "winner": Nullable(claims.winner, nobody),
        "loser": Nullable(claims.loser, no_loser),
        "is_tsumo": Nullable(no_loser, nobody),
        "live_tiles": Nullable(review.facts.live_tiles, some(~batch.is_sound)),
        "tenpai_count": Nullable(sum_of_seats(review.draws.tenpai), some(~batch.is_judged)),
    }


def _draw_kinds(kinds: NDArray[np.uint8]) -> Coded:
    """Names of the kinds of ryuukyoku; null for 0 and for an unknown kind."""
    codes = kinds.astype(np.int32) - 1
    codes[codes >= len(DRAW_KINDS)] = -1
    return Coded(codes, DRAW_KINDS)


def _play(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    return {
        "draws": sum_of_seats(facts.draws),
        "discards": sum_of_seats(facts.discards),
        "turn": facts.discards.max(axis=1, initial=0),
        "calls": facts.call_count,
        "kans": sum_of_seats(facts.kans),
        "kita": sum_of_seats(facts.kita),
        "open_seats": sum_of_seats(facts.open_melds > 0),
    }


def _riichi(batch: ReviewedBatch) -> Columns:
    facts = batch.review.facts
    declared = facts.riichi_order > 0
    count = sum_of_seats(declared)
    first = np.where(declared, facts.riichi_order, SEATS + 1).argmin(axis=1)
    turn = facts.riichi_turn[np.arange(len(first)), first]
    return {
        "riichi_count": count,
        "first_riichi_seat": Nullable(first, count == 0),
        "first_riichi_turn": Nullable(turn, (count == 0) | (turn == 0)),
    }


def _position(batch: ReviewedBatch) -> Columns:
    """Columns of the position of the hand in its game, and of what follows."""
    hands = batch.review.events.hands
    last = np.ones(len(hands.game), np.bool_)
    last[:-1] = hands.game[1:] != hands.game[:-1]
    scheduled = _last_scheduled(batch)[hands.game]
    unknown = (scheduled == ABSENT) | (hands.kyoku == ABSENT)

    def following(column: NDArray[np.integer]) -> Nullable:
        shifted = np.roll(column, -1)
        return Nullable(shifted, last | (shifted == ABSENT))

    return {
        "is_all_last": Nullable(hands.kyoku >= scheduled, some(unknown)),
        "is_last": last,
        "kyotaku_after": Nullable(batch.review.next.kyotaku, some(~batch.is_judged | ~hands.complete)),
        "next_kyoku": following(hands.kyoku),
        "next_honba": following(hands.honba),
        "next_dealer": following(batch.review.facts.dealer),
    }


def _last_scheduled(batch: ReviewedBatch) -> NDArray[np.int32]:
    """Last scheduled kyoku, by length and players; ABSENT without GO; shape (games,)."""
    games = batch.review.events.games
    rounds = of_go_types(games.go_type, lambda go: 1 + (GoType.HANCHAN in go))
    east = rounds * 4 - (1 + (games.players == 3))
    return np.where(east < 0, ABSENT, east).astype(np.int32)


def draw_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``draws`` that are not of the game, and the game of every row."""
    hands, facts, draws = batch.review.events.hands, batch.review.facts, batch.review.draws
    rows = np.flatnonzero(batch.claims.end == EndKind.RYUUKYOKU)
    unjudged = ~batch.is_judged[rows]
    dealer = facts.dealer[rows]
    return {
        "hand": batch.index[rows],
        "kyoku": logged(hands.kyoku[rows]),
        "honba": logged(hands.honba[rows]),
        "kyotaku": logged(hands.kyotaku[rows]),
        "dealer": dealer,
        "kind": _draw_kinds(batch.claims.draw_kind[rows]),
        "kind_computed": _draw_kinds(np.where(unjudged, 0, draws.kind[rows]).astype(np.uint8)),
        "live_tiles": Nullable(facts.live_tiles[rows], some(~batch.is_sound[rows])),
        "riichi_count": sum_of_seats(facts.riichi_order[rows] > 0),
        "tenpai_count": Nullable(sum_of_seats(draws.tenpai[rows]), unjudged),
        "is_dealer_tenpai": Nullable(draws.tenpai[rows, dealer], unjudged),
        **_per_seat(batch, rows, unjudged),
    }, hands.game[rows]


def _per_seat(batch: ReviewedBatch, rows: NDArray[np.intp], unjudged: NDArray[np.bool_]) -> Columns:
    draws, claims = batch.review.draws, batch.claims
    empty, deltas = ~batch.in_play[rows], claims.deltas[rows]
    out = empty | unjudged[:, None]
    no_kind = (draws.kind[rows] == 0)[:, None]
    wide: dict[str, tuple[NDArray[np.generic], NDArray[np.bool_]]] = {
        "tenpai": (draws.tenpai[rows], out),
        "shown": (claims.shown[rows], empty | ~claims.can_show[rows, None]),
        "nagashi": (draws.nagashi[rows], out),
        "delta": (deltas, empty | (deltas == ABSENT)),
        "delta_computed": (draws.deltas[rows], out | no_kind),
    }
    return {
        f"{name}{seat}": Nullable(values[:, seat], null[:, seat])
        for name, (values, null) in wide.items()
        for seat in range(SEATS)
    }
