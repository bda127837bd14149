"""How seats play, and what they decide by: their own tiles, what lies open, and the rules."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Hands
from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.replay.registers import HAND, MASK, TableState
from analyzer.rules import RuleSet
from analyzer.rules.grades import DoubleRon, Furiten, Kuikae, OpenKanDora, RiichiAnkan, Suukaikan, TripleRon
from analyzer.settlement.wait_values import is_paarenchan, least_yaku_han
from analyzer.tiles.suits import Distances
from analyzer.vocabulary import KINDS, NO_TILE, SANMA_ABSENT_KINDS, SEATS

__all__ = ["POLICIES", "Desk", "Outlook", "is_value", "new_desks", "passes_safely", "remaining"]

EAST: Final = 27
DRAGONS: Final = 31
_COPIES: Final = 4


POLICIES: Final = {"steady": 0, "brave": 20, "careful": -20}
"""Of one seat through a game: what is added to its nerve, which is 0 to 99 by chance in every hand."""


class Habits(NamedTuple):
    """From which nerve on, and how long, seats of a game do what they may, whatever their policy."""

    riichi_nerve: int
    """To declare riichi."""
    call_nerve: int
    """To open a closed hand."""
    push_nerve: int
    """To go on when another seat is a threat."""
    little_left: int
    """Points below which they have too little to lose to fold."""
    last_tiles: int
    """With fewer to draw, all but those who are tenpai fold."""


HABITS: Final = {3: Habits(22, 5, 79, 28_000, 14), 4: Habits(10, 25, 66, 18_000, 6)}
"""By number of players; chosen so that outcomes are near to those of real play."""


@dataclass(slots=True)
class Desk:
    """What is kept of a hand beside the table.

    As with `TableState`, plain code gets this, and compiled code a record with the same fields.
    """

    live: int
    """Index of the next tile of the live wall; likewise ``replacement`` and ``indicator``."""
    replacement: int
    indicator: int
    planned: int
    """Kind that the seat whose turn it is is going to discard; NO_TILE where it has yet to choose."""
    winners: int
    """One bit per seat that wins."""
    riichi_nerve: int
    """Of the habits of these seats; likewise the following four."""
    call_nerve: int
    push_nerve: int
    little_left: int
    last_tiles: int
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
    """0 no draw, 1 after the discard that follows, 2 at once."""
    kuikae: int
    """0 allowed, 1 the kind called is forbidden, 2 the other end of a chi as well."""
    furiten: int
    """Bits of the furiten that bars a seat from ron."""
    shows_at_once: int
    """1 where the indicator of an open kan is shown before its replacement draw."""
    shows_after_discard: int
    """1 where it is shown after the discard."""
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
_SHAPES: Final = dict.fromkeys(_OF_KINDS, (KINDS,)) | dict.fromkeys(_OF_SEATS, (SEATS,))
_LAYOUT: Final = np.dtype([(each.name, np.int64, _SHAPES.get(each.name, ())) for each in fields(Desk)])

_AS_THEY_ARE: Final = (
    *("riichi_points", "riichi_tiles", "suufon_renda", "kyuushu_kyuuhai", "suucha_riichi"),
    *("last_discard_calls", "kuitan", "nuki_dora"),
)
_SUUKAIKAN: Final = {Suukaikan.AFTER_DISCARD: 1, Suukaikan.AT_ONCE: 2}
_KUIKAE: Final = {Kuikae.ALLOWED: 0, Kuikae.SAME_TILE: 1, Kuikae.FORBIDDEN: 2}
_DOUBLE: Final = {DoubleRon.HEAD_BUMP: 1, DoubleRon.PAY_ALL: 2}
_TRIPLE: Final = {TripleRon.ABORT: 0, TripleRon.HEAD_BUMP: 1, TripleRon.PAY_ALL: 2}
_FURITEN: Final = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}


def new_desks(
    hands: Hands,
    nerve: NDArray[np.int64],
    own_honba: NDArray[np.int32],
    rules: RuleSet,
) -> NDArray[np.void]:
    """Desks of hands at their start, as records; arguments as `play_batch`."""
    desks = np.zeros(len(hands.game), _LAYOUT)
    # The first indicator lies open before play.
    desks["indicator"] = 1
    desks["planned"] = NO_TILE
    desks["nerve"][:, : rules.seats] = nerve
    for name, habit in HABITS[rules.seats]._asdict().items():
        desks[name] = habit
    desks["round_wind"] = EAST + hands.kyoku // SEATS
    for name in _AS_THEY_ARE:
        desks[name] = getattr(rules, name)
    desks["red_fives"] = any(rules.red_fives)
    desks["suukaikan"] = _SUUKAIKAN.get(rules.suukaikan, 0)
    # Where the reading of the hand must stay too, seats make no closed kan in riichi.
    desks["riichi_ankan"] = rules.riichi_ankan == RiichiAnkan.SAME_WAITS
    desks["kuikae"] = _KUIKAE[rules.kuikae]
    desks["furiten"] = sum(_FURITEN[grade] for grade in rules.furiten)
    desks["shows_at_once"] = rules.open_kan_dora in (OpenKanDora.AT_ONCE, OpenKanDora.BEFORE_DRAW)
    desks["shows_after_discard"] = rules.open_kan_dora == OpenKanDora.AFTER_DISCARD
    desks["paid_rons"] = 0, 2, _DOUBLE[rules.double_ron], _TRIPLE[rules.triple_ron]
    for seat in range(SEATS):
        paarenchan = is_paarenchan(hands.dealer == seat, hands.honba, own_honba, rules)
        desks["least_yaku"][:, seat] = least_yaku_han(hands.honba, paarenchan, rules)
    if rules.seats < SEATS:
        desks["seen"][:, SANMA_ABSENT_KINDS] = _COPIES
    desks["seen"][np.arange(len(desks)), hands.indicator // _COPIES] += 1
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
