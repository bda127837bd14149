"""From the facts of a hand to the facts of a win: situation, tiles and dora of each winner."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, Place
from analyzer.settlement.win_columns import WinFacts
from analyzer.settlement.win_dora import aka_held, dora_held, kinds_held
from analyzer.vocabulary import AKA_IDS, NO_TILE, PlayKind

__all__ = ["indicators_shown", "win_facts"]

EAST: Final = 27
MOST_INDICATORS: Final = 5
TILE_KINDS: Final = 34


def indicators_shown(facts: Facts, hand: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Dora indicators on the table at the end of hands; shape (wins, 5), ascending, NO_TILE where fewer."""
    shown = facts.place[hand] == Place.INDICATOR
    order = np.argsort(~shown, axis=1, kind="stable")[:, :MOST_INDICATORS]
    there = np.take_along_axis(shown, order, axis=1)
    return np.where(there, order, NO_TILE).astype(np.uint8)


def win_facts(
    facts: Facts,
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    is_tsumo: NDArray[np.bool_],
    *,
    kyoku: NDArray[np.int32],
    indicators: NDArray[np.uint8],
    ura_indicators: NDArray[np.uint8],
    red_fives: NDArray[np.bool_],
) -> WinFacts:
    """What lies on the table at each win.

    Args:
        facts: Of all hands.
        hand: Shape (wins,): row of facts.
        winner: Shape (wins,).
        is_tsumo: Shape (wins,).
        kyoku: Shape (wins,): index of the kyoku.
        indicators: Shape (wins, any): dora indicators, tile ids; from `indicators_shown`.
        ura_indicators: The same under them; they count for a riichi winner only.
        red_fives: Shape (wins,): the game has red fives.
    """
    seat = winner.astype(np.int64)
    players = facts.players[hand]
    tile = facts.last_tile[hand].astype(np.int64)
    rows = np.arange(len(hand))
    concealed = facts.concealed[hand, seat].copy()
    concealed[rows, np.minimum(tile // 4, TILE_KINDS - 1)] += ~is_tsumo & (tile != NO_TILE)
    meld_kind, meld_tile = facts.meld_kind[hand, seat], facts.meld_tile[hand, seat]
    kita = facts.kita[hand, seat]
    held = kinds_held(concealed, meld_kind, meld_tile, kita)
    aka = aka_held(facts.place[hand[:, None], list(AKA_IDS)], winner, np.where(is_tsumo, NO_TILE, tile))
    riichi = facts.riichi_turn[hand, seat] > 0
    last_kind, live = facts.last_kind[hand], facts.live_tiles[hand]
    replaced = facts.last_replacement[hand] != 0
    untouched = (facts.call_count[hand] == 0) & (facts.discards[hand, seat] == 0)
    is_dealer = winner == facts.dealer[hand]
    on_discard = ~is_tsumo & (last_kind == PlayKind.DISCARD)
    return WinFacts(
        concealed=concealed,
        meld_kind=meld_kind,
        meld_tile=meld_tile,
        win_kind=(tile // 4).astype(np.uint8),
        is_tsumo=is_tsumo,
        seat_wind=(EAST + (seat - facts.dealer[hand]) % players).astype(np.uint8),
        round_wind=(EAST + kyoku // 4).astype(np.uint8),
        players=players,
        riichi=riichi,
        double_riichi=facts.double_riichi[hand, seat],
        ippatsu=facts.ippatsu[hand, seat],
        chankan=~is_tsumo & (last_kind == PlayKind.KAKAN),
        rinshan=is_tsumo & replaced,
        haitei=is_tsumo & (live == 0) & ~replaced,
        houtei=on_discard & (live == 0),
        tenhou=is_tsumo & untouched & is_dealer,
        chiihou=is_tsumo & untouched & ~is_dealer,
        renhou=on_discard & untouched & ~is_dealer,
        dora=dora_held(held, indicators, players),
        ura=np.where(riichi, dora_held(held, ura_indicators, players), 0).astype(np.uint8),
        aka=np.where(red_fives, aka, 0).astype(np.uint8),
        kita=kita,
    )
