"""Rows of ``hands`` and ``draws``: how the hand began, how it ended, and what followed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.formats.log_id import GoType
from analyzer.tables.categories import DRAW_KINDS, END_KINDS
from analyzer.tables.column_values import (
    Coded,
    Columns,
    Nullable,
    Values,
    logged,
    of_go_types,
    seats_in_play,
    some,
)
from analyzer.tables.logged_results import Claims
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS

__all__ = ["draw_columns", "draw_kind_codes", "hand_columns", "hand_index", "is_judged", "is_sound"]


def draw_kind_codes(kinds: NDArray[np.uint8]) -> Coded:
    """Names of the kinds of ryuukyoku; null for 0 and for an unknown kind."""
    codes = kinds.astype(np.int32) - 1
    codes[codes >= len(DRAW_KINDS)] = -1
    return Coded(codes, DRAW_KINDS)


def hand_index(review: Review) -> NDArray[np.int32]:
    """Index of each hand in its game; shape (hands,)."""
    first = review.events.games.hand_offsets[review.events.hands.game]
    return (np.arange(len(first)) - first).astype(np.int32)


def is_sound(review: Review) -> NDArray[np.bool_]:
    """Whether the hand was read completely and no illegal event left its state unknown; shape (hands,)."""
    return review.events.hands.readable & ~review.facts.derailed


def is_judged(review: Review) -> NDArray[np.bool_]:
    """Whether the hand is sound and a rule set was chosen for its game; shape (hands,)."""
    return is_sound(review) & (review.case.rule_of_game >= 0)[review.events.hands.game]


def hand_columns(review: Review, claims: Claims) -> Columns:
    """Columns of ``hands`` that are not keys; one row per row of the events' hands."""
    return {
        "hand": hand_index(review),
        **_start(review),
        **_end(review, claims),
        **_play(review),
        **_riichi(review),
        **_game(review),
        **_following(review),
    }


def _start(review: Review) -> dict[str, Values]:
    hands, facts = review.events.hands, review.facts
    return {
        "kyoku": logged(hands.kyoku),
        "honba": logged(hands.honba),
        "kyotaku": logged(hands.kyotaku),
        "dealer": facts.dealer,
        "is_readable": hands.readable,
        "is_sound": is_sound(review),
    }


def _end(review: Review, claims: Claims) -> dict[str, Values]:
    unsound = some(~is_sound(review))
    won = claims.winner != NO_SEAT
    return {
        "end": Coded(claims.end.astype(np.int32), END_KINDS),
        "draw_kind": draw_kind_codes(claims.draw_kind),
        "winner_count": claims.winners.sum(axis=1),
        "winner": Nullable(claims.winner, ~won),
        "loser": Nullable(claims.loser, claims.loser == NO_SEAT),
        "is_tsumo": Nullable(claims.loser == NO_SEAT, ~won),
        "live_tiles": Nullable(review.facts.live_tiles, unsound),
        "tenpai_count": Nullable(review.draws.tenpai.sum(axis=1), some(~is_judged(review))),
    }


def _play(review: Review) -> dict[str, Values]:
    facts = review.facts
    return {
        "draws": facts.draws.sum(axis=1),
        "discards": facts.discards.sum(axis=1),
        "turn": facts.discards.max(axis=1, initial=0),
        "calls": facts.call_count,
        "kans": facts.kans.sum(axis=1),
        "kita": facts.kita.sum(axis=1),
        "open_seats": (facts.open_melds > 0).sum(axis=1),
    }


def _riichi(review: Review) -> dict[str, Values]:
    facts = review.facts
    declared = facts.riichi_order > 0
    nobody = declared.sum(axis=1) == 0
    first = np.where(declared, facts.riichi_order, SEATS + 1).argmin(axis=1)
    turn = facts.riichi_turn[np.arange(len(first)), first]
    return {
        "riichi_count": declared.sum(axis=1),
        "first_riichi_seat": Nullable(first, nobody),
        "first_riichi_turn": Nullable(turn, nobody | (turn == 0)),
    }


def _last_scheduled(review: Review) -> NDArray[np.int32]:
    """Last scheduled kyoku, by length and players; ABSENT without GO; shape (games,)."""
    games = review.events.games
    rounds = of_go_types(games.go_type, lambda go: 1 + (GoType.HANCHAN in go))
    east = rounds * 4 - (1 + (games.players == 3))
    return np.where(east < 0, ABSENT, east).astype(np.int32)


def _is_last(review: Review) -> NDArray[np.bool_]:
    """Whether the hand is the last of its game; shape (hands,)."""
    game = review.events.hands.game
    last = np.ones(len(game), np.bool_)
    last[:-1] = game[1:] != game[:-1]
    return last


def _game(review: Review) -> dict[str, Values]:
    """Columns of the position of the hand in its game, and of the riichi sticks that it leaves."""
    hands = review.events.hands
    scheduled = _last_scheduled(review)[hands.game]
    unknown = (scheduled == ABSENT) | (hands.kyoku == ABSENT)
    open_end = ~is_judged(review) | ~hands.complete
    return {
        "is_all_last": Nullable(hands.kyoku >= scheduled, some(unknown)),
        "is_last": _is_last(review),
        "kyotaku_after": Nullable(review.next.kyotaku, some(open_end)),
    }


def _following(review: Review) -> dict[str, Values]:
    """Columns of the next hand of the same game."""
    hands, facts = review.events.hands, review.facts
    last = _is_last(review)

    def following(column: NDArray[np.integer]) -> Nullable:
        shifted = np.roll(column, -1)
        return Nullable(shifted, last | (shifted == ABSENT))

    return {
        "next_kyoku": following(hands.kyoku),
        "next_honba": following(hands.honba),
        "next_dealer": following(facts.dealer),
    }


def draw_columns(review: Review, claims: Claims, rows: NDArray[np.intp]) -> Columns:
    """Columns of ``draws`` that are not of the game.

    Args:
        review: Review of the batch.
        claims: Claims of the batch.
        rows: Rows of the events' hands that end in a ryuukyoku according to the log.
    """
    hands, facts, draws = review.events.hands, review.facts, review.draws
    unjudged = ~is_judged(review)[rows]
    computed_kind = np.where(unjudged, 0, draws.kind[rows]).astype(np.uint8)
    dealer = facts.dealer[rows]
    return {
        "hand": hand_index(review)[rows],
        "kyoku": logged(hands.kyoku[rows]),
        "honba": logged(hands.honba[rows]),
        "kyotaku": logged(hands.kyotaku[rows]),
        "dealer": dealer,
        "kind": draw_kind_codes(claims.draw_kind[rows]),
        "kind_computed": draw_kind_codes(computed_kind),
        "live_tiles": Nullable(facts.live_tiles[rows], some(~is_sound(review)[rows])),
        "riichi_count": (facts.riichi_order[rows] > 0).sum(axis=1),
        "tenpai_count": Nullable(draws.tenpai[rows].sum(axis=1), unjudged),
        "is_dealer_tenpai": Nullable(draws.tenpai[rows, dealer], unjudged),
        **_per_seat(review, claims, rows, unjudged),
    }


def _per_seat(
    review: Review, claims: Claims, rows: NDArray[np.intp], unjudged: NDArray[np.bool_]
) -> dict[str, Values]:
    draws, deltas = review.draws, claims.deltas[rows]
    empty = ~seats_in_play(review.facts.players[rows])
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
