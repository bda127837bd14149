"""A hand that is played: its desk, which is kept beside the replay's table, and the writing of its plays.

The replay applies each play that is written, so the simulator has no second notion of what a play does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import PLAY, Calls, Hands, Plays
from analyzer.formats.meld_codes import CHI_BIT, KAKAN_BIT, KITA_BYTE, PON_BIT, decode_call
from analyzer.formats.wide_rows import blank_calls, blank_plays
from analyzer.kernels import kernel, numbered
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, PLACE
from analyzer.replay.plays import play_one
from analyzer.replay.registers import HAND, MASK, SEAT, TableState
from analyzer.rules import RuleSet
from analyzer.rules.grades import DoubleRon, Furiten, Kuikae, OpenKanDora, RiichiAnkan, Suukaikan, TripleRon
from analyzer.settlement.dora import NEXT_KIND, NEXT_KIND_SANMA, dora_kind
from analyzer.settlement.wait_values import is_paarenchan, least_yaku_han
from analyzer.tiles.suits import Distances, SuitTables, suit_tables
from analyzer.vocabulary import (
    ABSENT,
    AKA_IDS,
    KINDS,
    NO_SEAT,
    NO_TILE,
    RIICHI_STICK,
    SANMA_ABSENT_KINDS,
    SEATS,
)

EAST: Final = 27
DRAGONS: Final = 31
_COPIES: Final = 4


POLICIES: Final = {"steady": 0, "brave": 20, "careful": -20}
"""Of one seat through a game: what is added to its nerve, which is 0 to 99 by chance in every hand."""


_HABITS: Final[Mapping[int, Mapping[str, int]]] = {
    3: {"riichi_nerve": 22, "call_nerve": 5, "push_nerve": 79, "little_left": 28_000, "last_tiles": 14},
    4: {"riichi_nerve": 10, "call_nerve": 25, "push_nerve": 66, "little_left": 18_000, "last_tiles": 6},
}
"""By number of players; chosen so that outcomes are near to those of real play."""


class Wall(NamedTuple):
    """Tiles of hands that are still to come, shape (hands, any), in the order in which they are taken."""

    live: NDArray[np.uint8]
    replacements: NDArray[np.uint8]
    indicators: NDArray[np.uint8]
    """The first lies open before play."""


@dataclass(slots=True)
class Desk:
    """What is kept of a hand beside the table.

    As with `TableState`, plain code gets this, and compiled code a record with the same fields.
    """

    live: NDArray[np.int64]
    """Shape (70,): tiles to draw from the live wall; likewise the following two."""
    replacements: NDArray[np.int64]
    """Shape (8,)."""
    indicators: NDArray[np.int64]
    """Shape (5,): the first is shown."""
    next_live: int
    """Index of the next tile of the live wall; likewise the following two."""
    next_replacement: int
    next_indicator: int
    planned: int
    """Kind that the seat whose turn it is is going to discard; NO_TILE where it has yet to choose."""
    winners: int
    """One bit per seat that wins."""
    riichi_nerve: int
    """Nerve to declare riichi, of all seats, whatever their policies; likewise the following two."""
    call_nerve: int
    """To open a closed hand."""
    push_nerve: int
    """To go on when another seat is a threat."""
    little_left: int
    """Points below which a seat has too little to lose to fold."""
    last_tiles: int
    """With fewer to draw, all but those who are tenpai fold."""
    round_wind: int
    """A kind."""
    # Rules that bind play, by the names that they have in `RuleSet`.
    riichi_points: int
    riichi_tiles: int
    suufon_renda: int
    kyuushu_kyuuhai: int
    suucha_riichi: int
    riichi_ankan: int
    last_discard_calls: int
    kuitan: int
    nuki_dora: int
    red_fives: int
    """1 where the first copy of each five is red."""
    suukaikan: int
    """One of `SUUKAIKAN`; likewise the following two."""
    kuikae: int
    open_kan_dora: int
    furiten: int
    """Bits of the furiten that bars a seat from ron."""
    paid_rons: NDArray[np.int64]
    """Shape (4,): who is paid of so many rons: 0 nobody, 1 the nearest seat, 2 all."""
    least_yaku: NDArray[np.int64]
    """Shape (4,): han of yaku that a win of the seat needs."""
    safe: NDArray[np.int64]
    """Shape (4,): masks of the kinds that passed a seat since its riichi."""
    nerve: NDArray[np.int64]
    """Shape (4,): how bold a seat plays this hand: who has little declares, calls and goes on less."""
    seen: NDArray[np.int64]
    """Shape (34,): tiles of each kind that lie open to all, or that this game does not have."""
    dora: NDArray[np.int64]
    """Shape (34,): indicators shown that point at each kind."""


_OF_KINDS: Final = ("seen", "dora")
_OF_SEATS: Final = ("paid_rons", "least_yaku", "safe", "nerve")
_WALL: Final = {"live": (70,), "replacements": (8,), "indicators": (5,)}
_SHAPES: Final = dict.fromkeys(_OF_KINDS, (KINDS,)) | dict.fromkeys(_OF_SEATS, (SEATS,)) | _WALL
_LAYOUT: Final = np.dtype([(each.name, np.int64, _SHAPES.get(each.name, ())) for each in fields(Desk)])

_AS_THEY_ARE: Final = (
    *("riichi_points", "riichi_tiles", "suufon_renda", "kyuushu_kyuuhai", "suucha_riichi"),
    *("last_discard_calls", "kuitan", "nuki_dora"),
)
SUUKAIKAN: Final = numbered([*Suukaikan.__members__])
KUIKAE: Final = numbered([*Kuikae.__members__])
OPEN_KAN_DORA: Final = numbered([*OpenKanDora.__members__])
_AS_PLACES: Final = {"suukaikan": Suukaikan, "kuikae": Kuikae, "open_kan_dora": OpenKanDora}
"""Rules that stand on a desk as their places among all values."""
_DOUBLE: Final = {DoubleRon.HEAD_BUMP: 1, DoubleRon.PAY_ALL: 2}
_TRIPLE: Final = {TripleRon.ABORT: 0, TripleRon.HEAD_BUMP: 1, TripleRon.PAY_ALL: 2}
_FURITEN: Final = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}


def new_desks(
    hands: Hands, wall: Wall, nerve: NDArray[np.int64], own_honba: NDArray[np.int32], rules: RuleSet
) -> NDArray[np.void]:
    """Desks of hands at their start, as records; arguments as `play_batch`."""
    desks = np.zeros(len(hands.game), _LAYOUT)
    for name, tiles in wall._asdict().items():
        desks[name][:, : tiles.shape[1]] = tiles
    desks["next_indicator"] = 1
    desks["planned"] = NO_TILE
    desks["nerve"][:, : rules.seats] = nerve
    for name, habit in _HABITS[rules.seats].items():
        desks[name] = habit
    desks["round_wind"] = EAST + hands.kyoku // SEATS
    for name in _AS_THEY_ARE:
        desks[name] = getattr(rules, name)
    desks["red_fives"] = any(rules.red_fives)
    # Where the reading of the hand must stay too, seats make no closed kan in riichi.
    desks["riichi_ankan"] = rules.riichi_ankan == RiichiAnkan.SAME_WAITS
    for name, grades in _AS_PLACES.items():
        desks[name] = [*grades].index(getattr(rules, name))
    desks["furiten"] = sum(_FURITEN[grade] for grade in rules.furiten)
    desks["paid_rons"] = 0, 2, _DOUBLE[rules.double_ron], _TRIPLE[rules.triple_ron]
    for seat in range(SEATS):
        paarenchan = is_paarenchan(hands.dealer == seat, hands.honba, own_honba, rules)
        desks["least_yaku"][:, seat] = least_yaku_han(hands.honba, paarenchan, rules)
    if rules.seats < SEATS:
        desks["seen"][:, SANMA_ABSENT_KINDS] = _COPIES
    shown, following = hands.indicator // _COPIES, NEXT_KIND if rules.seats == SEATS else NEXT_KIND_SANMA
    desks["seen"][np.arange(len(desks)), shown] += 1
    desks["dora"][np.arange(len(desks)), following[shown]] = 1
    return desks


def plain_desks(desks: NDArray[np.void]) -> list[Desk]:
    """The same for plain code, which reads a list three times as fast as an array."""
    return [Desk(*row) for row in zip(*(desks[each.name].tolist() for each in fields(Desk)), strict=True)]


class Outlook(NamedTuple):
    """One hand as those who decide see it; the seats look at their own rows only.

    Three records, so three addresses: numba compiles every array of an argument into every callee.
    """

    desk: Desk
    table: TableState
    """As the replay keeps it."""
    tables: Distances


@kernel(inline=True)
def remaining(outlook: Outlook, seat: int, kind: int) -> int:
    """Tiles of a kind that a seat has not seen."""
    return 4 - int(outlook.desk.seen[kind]) - int(outlook.table.concealed[seat][kind])


@kernel(inline=True)
def is_value(outlook: Outlook, seat: int, kind: int) -> bool:
    """Whether three of a kind are a yaku for the seat (役牌)."""
    if kind < EAST:
        return False
    hand = outlook.table.hand
    own_wind = EAST + (seat - int(hand[HAND.dealer])) % int(hand[HAND.players])
    return kind >= DRAGONS or kind == own_wind or kind == outlook.desk.round_wind


@kernel(inline=True)
def passes_safely(outlook: Outlook, threat: int, kind: int) -> bool:
    """Whether a seat in riichi cannot win on a kind: it discarded one, or let one pass (現物)."""
    passed = int(outlook.table.masks[threat][MASK.river]) | int(outlook.desk.safe[threat])
    return passed >> kind & 1 != 0


PLAYS: Final = 0
CALLS: Final = 1
DEPOSITS: Final = 2
_PLAYS_PER_HAND: Final = 256
_CALLS_PER_HAND: Final = 32
_DEPOSITS_PER_HAND: Final = 4
"""Rows of the buffers for each hand: more than any hand can need."""


class Buffers(NamedTuple):
    """Where plays are written, hand after hand."""

    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    filled: NDArray[np.int64]
    """Shape (3,): rows written of plays, calls and deposits."""
    waits_after: NDArray[np.uint64]
    suits: SuitTables
    """What the replay needs to apply plays."""


def new_buffers(hands: int) -> Buffers:
    """Empty buffers for so many hands."""
    plays = hands * _PLAYS_PER_HAND
    return Buffers(
        blank_plays(plays),
        blank_calls(hands * _CALLS_PER_HAND),
        deposits=np.zeros((hands * _DEPOSITS_PER_HAND, SEATS), np.int32),
        filled=np.zeros(3, np.int64),
        waits_after=np.zeros(plays, np.uint64),
        suits=suit_tables(),
    )


def written(buffers: Buffers) -> tuple[Plays, Calls, NDArray[np.int32]]:
    """The plays, calls and deposits that have been written."""
    plays, calls, deposits = buffers.filled.tolist()
    return (
        Plays._make(column[:plays] for column in buffers.plays),
        Calls._make(column[:calls] for column in buffers.calls),
        buffers.deposits[:deposits],
    )


@kernel
def write(outlook: Outlook, buffers: Buffers, kind: int, seat: int, tile: int, row: int) -> None:
    """Write the next play, apply it as the replay does, and count the tiles that it lays open."""
    desk = outlook.desk
    plays, calls = buffers.plays, buffers.calls
    at = int(buffers.filled[PLAYS])
    element = int(outlook.table.hand[HAND.play_count])
    plays.kind[at] = kind
    plays.seat[at] = seat
    plays.tile[at] = tile
    plays.row[at] = row
    plays.element[at] = element
    play_one(outlook.table, buffers.suits, plays, calls, at, buffers.waits_after)
    buffers.filled[PLAYS] = at + 1
    outlook.table.hand[HAND.play_count] = element + 1
    if kind in (PLAY.DISCARD, PLAY.DORA, PLAY.KAKAN, PLAY.KITA):
        desk.seen[tile // 4] += 1
        if kind == PLAY.DORA:
            desk.dora[dora_kind(tile, int(outlook.table.hand[HAND.players]))] += 1
    elif PLAY.CHI <= kind < PLAY.KITA:
        for place in range(4):
            part = int(calls.tiles[row, place])
            # The tile called lies open already.
            if part != NO_TILE and part != int(calls.called[row]):
                desk.seen[part // 4] += 1


@kernel
def write_dora(outlook: Outlook, buffers: Buffers) -> None:
    """Write the next indicator."""
    desk = outlook.desk
    write(outlook, buffers, PLAY.DORA, NO_SEAT, int(desk.indicators[desk.next_indicator]), ABSENT)
    desk.next_indicator += 1


@kernel
def write_deposit(outlook: Outlook, buffers: Buffers, seat: int) -> None:
    """The riichi of a seat stands; the replay has not paid its stick yet."""
    row = int(buffers.filled[DEPOSITS])
    for other in range(SEATS):
        stick = RIICHI_STICK if other == seat else 0
        buffers.deposits[row, other] = int(outlook.table.seat[other][SEAT.scores]) - stick
    buffers.filled[DEPOSITS] = row + 1
    write(outlook, buffers, PLAY.RIICHI_ACCEPTED, seat, NO_TILE, row)


@kernel(inline=True)
def holds(outlook: Outlook, seat: int, tile: int) -> bool:
    """Whether a tile is in the concealed part of a seat."""
    return int(outlook.table.place[tile]) == PLACE.CONCEALED + seat


@kernel
def copy_to_discard(outlook: Outlook, seat: int, kind: int, drawn: int) -> int:
    """Which copy of a kind a seat discards: the one just drawn, else the highest; a red five last."""
    if drawn // 4 == kind and drawn not in AKA_IDS and holds(outlook, seat, drawn):
        return drawn
    for copy in range(3, -1, -1):
        if holds(outlook, seat, kind * 4 + copy):
            return kind * 4 + copy
    return NO_TILE


@kernel
def write_call(outlook: Outlook, buffers: Buffers, seat: int, code: int) -> None:
    """Write the call that a code says."""
    calls = buffers.calls
    row = int(buffers.filled[CALLS])
    buffers.filled[CALLS] = row + 1
    kind, tile, called, source = decode_call(code, seat, calls.tiles[row])
    calls.code[row] = code
    calls.called[row] = called
    calls.source[row] = source
    write(outlook, buffers, kind, seat, tile, row)


@kernel
def code_of_chi(outlook: Outlook, seat: int, called: int, lowest: int) -> int:
    """Code of a chi with the lowest copies held, without the source."""
    code = (lowest // 9 * 7 + lowest % 9) * 3 + called // 4 - lowest << 10 | CHI_BIT
    for step in range(3):
        tile = called
        if lowest + step != called // 4:
            tile = 4 * (lowest + step)
            while not holds(outlook, seat, tile):
                tile += 1
        code |= tile % 4 << 3 + 2 * step
    return code


@kernel
def code_of_pon(outlook: Outlook, seat: int, called: int) -> int:
    """Code of a pon with the lowest copies held, without the source."""
    kind = called // 4
    fourth = 0
    for copy in range(4):
        if 4 * kind + copy != called:
            fourth = copy
            if not holds(outlook, seat, 4 * kind + copy):
                break
    place = called % 4 - (1 if called % 4 > fourth else 0)
    return (3 * kind + place) << 9 | fourth << 5 | PON_BIT


@kernel
def code_of_kakan(buffers: Buffers, kind: int) -> int:
    """Code of a kakan: that of the pon of the kind in this hand with another bit."""
    row = int(buffers.filled[CALLS]) - 1
    while buffers.calls.tiles[row, 0] // 4 != kind or buffers.calls.tiles[row, 2] // 4 != kind:
        row -= 1
    return int(buffers.calls.code[row]) ^ (PON_BIT | KAKAN_BIT)


@kernel
def write_meld(outlook: Outlook, buffers: Buffers, play: int, seat: int, tile: int, lowest: int) -> None:
    """A seat calls the last discard, lays a kan or adds to a pon, or sets a North aside.

    ``tile`` is the one called, laid or added, ``lowest`` the lowest kind of the meld.
    """
    source = (int(outlook.table.hand[HAND.last_seat]) - seat) % SEATS
    if play == PLAY.CHI:
        code = code_of_chi(outlook, seat, tile, lowest) | source
    elif play == PLAY.PON:
        code = code_of_pon(outlook, seat, tile) | source
    elif play == PLAY.KAKAN:
        code = code_of_kakan(buffers, lowest)
    else:
        code = tile << 8 | (source if play == PLAY.DAIMINKAN else KITA_BYTE if play == PLAY.KITA else 0)
    write_call(outlook, buffers, seat, code)
