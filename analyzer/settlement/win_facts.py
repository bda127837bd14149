"""Wins: what lies on the table at each, from the facts of its hand, and the columns of what it is worth."""

from __future__ import annotations

from enum import unique
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import Facts
from analyzer.replay.seats import of_seats
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.dora import PLAY, aka_held, dora_counted, dora_held, ura_counted
from analyzer.settlement.points import FU_PARTS
from analyzer.settlement.yaku_names import BIT, NO_YAKU
from analyzer.vocabulary import NO_TILE, Code

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
    situation_yaku: NDArray[np.int64]
    """Mask (`BIT`) of the yaku that the way of winning gives where the rules have them: double riichi or
    riichi, ippatsu, chankan, rinshan, haitei, houtei, tenhou, chiihou, renhou."""
    dora: NDArray[np.uint8]
    """Dora by the indicators, over concealed part, melds and kita."""
    ura: NDArray[np.uint8]
    """The same by the ura indicators; 0 without riichi."""
    aka: NDArray[np.uint8]
    """Red fives held."""
    kita: NDArray[np.uint8]
    """Norths set aside."""

    @property
    def riichi(self) -> NDArray[np.bool_]:
        """Whether the winner is in riichi."""
        in_riichi: NDArray[np.bool_] = self.situation_yaku & IN_RIICHI != 0
        return in_riichi


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
IN_RIICHI: Final = BIT.RIICHI | BIT.DOUBLE_RIICHI


class Situation(NamedTuple):
    """What a hand is played under: kyoku, honba and dora indicators; shape (hands,) unless said."""

    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    indicators: NDArray[np.uint8]
    """Shape (hands, any): dora indicators, tile ids in the order shown; NO_TILE where fewer."""
    ura: NDArray[np.uint8]
    """Shape (hands, any): the tiles under them, in the same order."""
    own_honba: NDArray[np.int32]
    """Honba that the dealer has earned alone; only paarenchan asks."""


class Said(NamedTuple):
    """What is known beside the play; shape (hands, seats) unless said, None where nothing is."""

    noten: NDArray[np.bool_] | None = None
    """The seat calls itself noten."""
    chombo: NDArray[np.bool_] | None = None
    """The seat's chombo is known from elsewhere; no win stands beside it."""
    mixed: NDArray[np.bool_] | None = None
    """The seat did not keep the winning tile apart from its hand."""
    no_scores: NDArray[np.bool_] | None = None
    """Shape (hands,): nobody says what the scores are; those of the facts are none."""


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
    situation: Situation,
    rules: RuleSet,
) -> WinFacts:
    """What lies on the table at each win, with the dora that the rule set knows.

    Args:
        facts: Of all hands.
        hand: Shape (wins,): row of facts.
        winner: Shape (wins,).
        is_tsumo: Shape (wins,).
        situation: Of all hands; ura indicators count for a riichi winner only.
        rules: Uses the fields of dora, red fives and kita.
    """
    columns = _Columns._make(getattr(facts, name) for name in _Columns._fields)
    found = no_facts(
        is_tsumo,
        concealed=of_seats(facts.concealed, hand, winner),
        meld_kind=of_seats(facts.meld_kind, hand, winner),
        meld_tile=of_seats(facts.meld_tile, hand, winner),
    )
    # Compiled code is made for rows that lie one behind the other.
    shown = np.ascontiguousarray(situation.indicators[:, dora_counted(rules)])
    ura = np.ascontiguousarray(situation.ura[:, ura_counted(rules)])
    red_tiles = np.array(rules.red_tiles, np.int64)
    describe_wins(columns, hand, winner, situation.kyoku, shown, ura, red_tiles, found)
    return found if rules.nuki_dora else found._replace(kita=np.zeros_like(found.kita))


def no_facts(
    is_tsumo: NDArray[np.bool_],
    *,
    concealed: NDArray[np.uint8],
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
) -> WinFacts:
    """Facts with these columns, and all else yet to be written."""
    blank: dict[str, NDArray[Any]] = {name: np.zeros(len(is_tsumo), np.uint8) for name in WinFacts._fields}
    blank["situation_yaku"] = np.zeros(len(is_tsumo), np.int64)
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
    red_tiles: NDArray[np.int64],
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
        wins.round_wind[row] = EAST + int(kyoku[table]) // 4
        in_riichi = facts.riichi_turn[table, seat] > 0
        wins.situation_yaku[row] = riichi_yaku(
            in_riichi, bool(facts.double_riichi[table, seat]), bool(facts.ippatsu[table, seat])
        ) | last_play_yaku(
            bool(wins.is_tsumo[row]),
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
        wins.dora[row] = dora_held(wins, row, indicators[table])
        if in_riichi:
            wins.ura[row] = dora_held(wins, row, ura_indicators[table])
        wins.aka[row] = aka_held(facts.place[table], red_tiles, seat, won_on)


@kernel
def riichi_yaku(in_riichi: bool, is_double: bool, ippatsu: bool) -> int:
    """Mask of the yaku that a riichi gives."""
    found = BIT.DOUBLE_RIICHI if is_double else BIT.RIICHI if in_riichi else 0
    return found | BIT.IPPATSU if ippatsu else found


@kernel
def last_play_yaku(
    is_tsumo: bool, is_dealer: bool, live_tiles: int, last_kind: int, replaced: int, untouched: bool
) -> int:
    """Mask of the yaku that the tile won on gives: what was played last, and whether nothing was before."""
    found = 0
    if is_tsumo:
        if replaced != 0:
            found |= BIT.RINSHAN
        elif live_tiles == 0:
            found |= BIT.HAITEI
        if untouched:
            found |= BIT.TENHOU if is_dealer else BIT.CHIIHOU
    elif last_kind == PLAY.KAKAN:
        # A robbed kita is no chankan.
        found |= BIT.CHANKAN
    elif last_kind == PLAY.DISCARD:
        if live_tiles == 0:
            found |= BIT.HOUTEI
        if untouched and not is_dealer:
            found |= BIT.RENHOU
    return found
