"""Wins: what lies on the table at each, from the facts of its hand, and the columns of what it is worth."""

from __future__ import annotations

from enum import unique
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import Facts
from analyzer.replay.seats import of_seats
from analyzer.settlement.dora import PLAY, aka_held, dora_held
from analyzer.settlement.points import FU_PARTS
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import NO_TILE, Code

__all__ = [
    "NO_PLACE",
    "SHAPE",
    "YAKUMAN_PLACES",
    "YAKU_PLACES",
    "WinFacts",
    "WinScores",
    "WinShape",
    "describe_situation",
    "no_facts",
    "no_scores",
    "win_facts",
]


YAKU_PLACES: Final = 20
"""Width of the list of yaku."""
YAKUMAN_PLACES: Final = 8
"""Width of the list of yakuman."""
NO_PLACE: Final = 255
"""Marks the absence of a place in a decomposition (uint8)."""


@unique
class WinShape(Code):
    """How the tiles of a win are complete."""

    NONE = 0
    """They are not: no win."""
    STANDARD = 1
    """Four sets and a pair."""
    SEVEN_PAIRS = 2
    THIRTEEN_ORPHANS = 3


SHAPE: Final = numbered(WinShape)


class WinFacts(NamedTuple):
    """The table at each win; shape (wins,) unless said."""

    concealed: NDArray[np.uint8]
    """Shape (wins, 34): counts of the concealed part, the winning tile included, kita not."""
    meld_kind: NDArray[np.uint8]
    """Shape (wins, 4): PlayKind of each meld in order of calling; 0 where fewer."""
    meld_tile: NDArray[np.uint8]
    """Shape (wins, 4): lowest tile kind of each meld."""
    win_kind: NDArray[np.uint8]
    """Kind of the winning tile."""
    is_tsumo: NDArray[np.bool_]
    seat_wind: NDArray[np.uint8]
    """Kind of the winner's wind, 27-30; 27 is the dealer."""
    round_wind: NDArray[np.uint8]
    """Kind of the round's wind, 27-30."""
    players: NDArray[np.uint8]
    riichi: NDArray[np.bool_]
    """Also true with double riichi."""
    double_riichi: NDArray[np.bool_]
    ippatsu: NDArray[np.bool_]
    chankan: NDArray[np.bool_]
    """Ron on the tile added to a pon (not on a kita)."""
    rinshan: NDArray[np.bool_]
    """Tsumo on a replacement tile."""
    haitei: NDArray[np.bool_]
    """Tsumo on the last tile of the live wall."""
    houtei: NDArray[np.bool_]
    """Ron on the last discard."""
    tenhou: NDArray[np.bool_]
    """Tsumo on the dealer's first draw, no call before."""
    chiihou: NDArray[np.bool_]
    """The same of a non-dealer."""
    renhou: NDArray[np.bool_]
    """Ron before the own first draw, no call before."""
    dora: NDArray[np.uint8]
    """Dora by the indicators, over concealed part, melds and kita."""
    ura: NDArray[np.uint8]
    """The same by the ura indicators; 0 without riichi."""
    aka: NDArray[np.uint8]
    """Red fives held."""
    kita: NDArray[np.uint8]
    """Norths set aside."""


class WinScores(NamedTuple):
    """What each hand is worth; shape (wins,) unless said."""

    shape: NDArray[np.uint8]
    """A WinShape; with NONE everything else is empty."""
    han: NDArray[np.uint8]
    """Han with dora; 13 per yakuman; 0 for a hand without yaku, whatever dora it has."""
    yaku_han: NDArray[np.uint8]
    """Han without dora."""
    fu: NDArray[np.uint8]
    """As printed: 25 for seven pairs, 0 for thirteen orphans."""
    limit: NDArray[np.uint8]
    """0 none, 1 mangan, 2 haneman, 3 baiman, 4 sanbaiman, 5 yakuman."""
    yakuman_count: NDArray[np.uint8]
    """Yakuman that are paid, a double one twice; a counted yakuman is none."""
    base: NDArray[np.int32]
    """Base points: what a child takes from a child by tsumo, unrounded."""
    points: NDArray[np.int32]
    """Points as printed: without honba and sticks, a tsumo in total."""
    yaku: NDArray[np.uint8]
    """Shape (wins, YAKU_PLACES, 2): id and han as a log lists them; empty with a yakuman; ids are padded
    with NO_YAKU, han with 0."""
    yakuman: NDArray[np.uint8]
    """Shape (wins, YAKUMAN_PLACES): ids, padded with NO_YAKU."""
    sets: NDArray[np.uint8]
    """Shape (wins, 4, 3): form (RUN, TRIPLE, QUAD), lowest kind, and 1 when scored as concealed; the
    concealed part first, then the melds.  Zeros unless the shape is STANDARD."""
    pair: NDArray[np.uint8]
    """Kind of the pair; NO_PLACE unless the shape is STANDARD."""
    win_place: NDArray[np.uint8]
    """Set (0-3) or pair (4) that the winning tile completed; NO_PLACE unless the shape is STANDARD."""
    fu_parts: NDArray[np.uint8]
    """Shape (wins, FU_PARTS, 3): FuPart, fu, and the kind concerned or 255; zeros beyond the last."""


def no_scores(wins: int) -> WinScores:
    """Scores of so many wins, all empty."""
    yaku = np.zeros((wins, YAKU_PLACES, 2), np.uint8)
    yaku[:, :, 0] = NO_YAKU
    return WinScores(
        shape=np.zeros(wins, np.uint8),
        han=np.zeros(wins, np.uint8),
        yaku_han=np.zeros(wins, np.uint8),
        fu=np.zeros(wins, np.uint8),
        limit=np.zeros(wins, np.uint8),
        yakuman_count=np.zeros(wins, np.uint8),
        base=np.zeros(wins, np.int32),
        points=np.zeros(wins, np.int32),
        yaku=yaku,
        yakuman=np.full((wins, YAKUMAN_PLACES), NO_YAKU, np.uint8),
        sets=np.zeros((wins, 4, 3), np.uint8),
        pair=np.full(wins, NO_PLACE, np.uint8),
        win_place=np.full(wins, NO_PLACE, np.uint8),
        fu_parts=np.zeros((wins, FU_PARTS, 3), np.uint8),
    )


EAST: Final = 27
_FLAGS: Final = (
    *("is_tsumo", "riichi", "double_riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei"),
    *("tenhou", "chiihou", "renhou"),
)


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
        indicators: Shape (wins, any): dora indicators, tile ids, NO_TILE where fewer.
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
    blank: dict[str, NDArray[Any]] = {
        name: np.zeros(len(is_tsumo), np.bool_ if name in _FLAGS else np.uint8) for name in WinFacts._fields
    }
    given = {"is_tsumo": is_tsumo, "concealed": concealed, "meld_kind": meld_kind, "meld_tile": meld_tile}
    return WinFacts(**(blank | given))


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
    off_discard = not is_tsumo and last_kind == PLAY.DISCARD
    wins.chankan[row] = not is_tsumo and last_kind == PLAY.KAKAN
    wins.rinshan[row] = is_tsumo and replaced != 0
    wins.haitei[row] = is_tsumo and replaced == 0 and live_tiles == 0
    wins.houtei[row] = off_discard and live_tiles == 0
    wins.tenhou[row] = is_tsumo and untouched and is_dealer
    wins.chiihou[row] = is_tsumo and untouched and not is_dealer
    wins.renhou[row] = off_discard and untouched and not is_dealer
