"""Rows of ``draws``: every ryuukyoku, as logged and as computed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.tables.claims import Claims
from analyzer.tables.hands import draw_kind_codes, hand_index, is_judged, is_sound
from analyzer.tables.seat_rows import seats_in_play
from analyzer.tables.values import Columns, Nullable, Values, logged, some
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["draw_columns"]


def draw_columns(review: Review, claims: Claims, rows: NDArray[np.intp]) -> Columns:
    """Columns of ``draws`` that are not of the game.

    Args:
        review: A batch.
        claims: Its claims.
        rows: Rows of the events' hands that the log ends in a ryuukyoku.
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
