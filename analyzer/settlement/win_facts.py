"""From the facts of a hand to the facts of a win: situation, tiles and dora of each winner."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import Facts, Place
from analyzer.replay.seats import of_seats
from analyzer.settlement.win_columns import WinFacts
from analyzer.settlement.win_dora import aka_held, dora_held
from analyzer.vocabulary import NO_TILE, PlayKind

__all__ = ["describe_situation", "indicators_shown", "no_facts", "win_facts"]

EAST: Final = 27
MOST_INDICATORS: Final = 5
DISCARD: Final = int(PlayKind.DISCARD)
KAKAN: Final = int(PlayKind.KAKAN)


class _Columns(NamedTuple):
    """The columns of `Facts` that are read win by win; compiled code pays for every array it is handed."""

    players: NDArray[np.uint8]
    dealer: NDArray[np.uint8]
    live_tiles: NDArray[np.int16]
    discards: NDArray[np.uint8]
    last_kind: NDArray[np.uint8]
    last_tile: NDArray[np.uint8]
    last_replacement: NDArray[np.uint8]
    call_count: NDArray[np.uint8]
    place: NDArray[np.uint8]
    kita: NDArray[np.uint8]
    riichi_turn: NDArray[np.uint8]
    double_riichi: NDArray[np.bool_]
    ippatsu: NDArray[np.bool_]


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
    columns = _Columns._make(getattr(facts, name) for name in _Columns._fields)
    found = no_facts(
        is_tsumo,
        concealed=of_seats(facts.concealed, hand, winner),
        meld_kind=of_seats(facts.meld_kind, hand, winner),
        meld_tile=of_seats(facts.meld_tile, hand, winner),
    )
    describe_wins(columns, hand, winner, kyoku, indicators, ura_indicators, red_fives, found)
    return found


def no_facts(
    is_tsumo: NDArray[np.bool_],
    *,
    concealed: NDArray[np.uint8],
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
) -> WinFacts:
    """Facts with these columns, and all else yet to be written."""
    numbers = iter(np.zeros((8, len(is_tsumo)), np.uint8))
    flags = iter(np.zeros((10, len(is_tsumo)), np.bool_))
    return WinFacts(
        concealed=concealed,
        meld_kind=meld_kind,
        meld_tile=meld_tile,
        win_kind=next(numbers),
        is_tsumo=is_tsumo,
        seat_wind=next(numbers),
        round_wind=next(numbers),
        players=next(numbers),
        riichi=next(flags),
        double_riichi=next(flags),
        ippatsu=next(flags),
        chankan=next(flags),
        rinshan=next(flags),
        haitei=next(flags),
        houtei=next(flags),
        tenhou=next(flags),
        chiihou=next(flags),
        renhou=next(flags),
        dora=next(numbers),
        ura=next(numbers),
        aka=next(numbers),
        kita=next(numbers),
    )


@kernel
def describe_wins(
    facts: _Columns,
    hand: NDArray[np.int32],
    winner: NDArray[np.uint8],
    kyoku: NDArray[np.int32],
    indicators: NDArray[np.uint8],
    ura_indicators: NDArray[np.uint8],
    red_fives: NDArray[np.bool_],
    wins: WinFacts,
) -> None:
    """Write the columns of ``wins`` but for the melds; of a ron the concealed part still lacks its tile."""
    for row in range(len(hand)):
        table, seat = int(hand[row]), int(winner[row])
        wins.kita[row] = facts.kita[table, seat]
        players = int(facts.players[table])
        wins.players[row] = players
        # A difference of unsigned numbers must not fall below zero.
        wins.seat_wind[row] = EAST + (seat + players - int(facts.dealer[table])) % players
        wins.round_wind[row] = EAST + int(kyoku[row]) // 4
        wins.riichi[row] = facts.riichi_turn[table, seat] > 0
        wins.double_riichi[row] = facts.double_riichi[table, seat]
        wins.ippatsu[row] = facts.ippatsu[table, seat]
        describe_situation(
            wins,
            row,
            seat == int(facts.dealer[table]),
            int(facts.live_tiles[table]),
            int(facts.last_kind[table]),
            int(facts.last_replacement[table]),
            facts.call_count[table] == 0 and facts.discards[table, seat] == 0,
        )
        tile = int(facts.last_tile[table])
        wins.win_kind[row] = tile // 4
        won_on = NO_TILE if wins.is_tsumo[row] else tile
        if won_on != NO_TILE:
            wins.concealed[row, tile // 4] += 1
        wins.dora[row] = dora_held(wins, row, indicators[row])
        if wins.riichi[row]:
            wins.ura[row] = dora_held(wins, row, ura_indicators[row])
        if red_fives[row]:
            wins.aka[row] = aka_held(facts.place[table], seat, won_on)


@kernel
def describe_situation(
    wins: WinFacts,
    row: int,
    is_dealer: bool,
    live_tiles: int,
    last_kind: int,
    replaced: int,
    untouched: bool,
) -> None:
    """Write how a hand is won, given who wins and what was played last."""
    is_tsumo = bool(wins.is_tsumo[row])
    off_discard = not is_tsumo and last_kind == DISCARD
    wins.chankan[row] = not is_tsumo and last_kind == KAKAN
    wins.rinshan[row] = is_tsumo and replaced != 0
    wins.haitei[row] = is_tsumo and replaced == 0 and live_tiles == 0
    wins.houtei[row] = off_discard and live_tiles == 0
    wins.tenhou[row] = is_tsumo and untouched and is_dealer
    wins.chiihou[row] = is_tsumo and untouched and not is_dealer
    wins.renhou[row] = off_discard and untouched and not is_dealer
