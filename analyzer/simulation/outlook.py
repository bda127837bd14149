"""What seats decide by: their own tiles and what lies open, and the registers of a hand being played."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.registers import DEALER, PLAYERS, RIVER, Table
from analyzer.simulation.policies import COLUMNS
from analyzer.tiles.shanten import Distances
from analyzer.vocabulary import KINDS, SEATS

__all__ = ["DESK_LAYOUT", "Desk", "Outlook", "is_value", "passes_safely", "percent", "remaining"]

# Registers of a hand (`Desk.at`): where the buffers are filled to, and how far the wall is used.
PLAY: Final = 0
"""Row of the plays to be written next; likewise CALL and DEPOSIT."""
CALL: Final = 1
DEPOSIT: Final = 2
FIRST_PLAY: Final = 3
FIRST_CALL: Final = 4
LIVE_TILE: Final = 5
"""Index of the next tile of the live wall; likewise REPLACEMENT and INDICATOR."""
REPLACEMENT: Final = 6
INDICATOR: Final = 7
INDICATORS_DUE: Final = 8
"""Indicators that kans have earned and nobody has shown yet."""
HELD_BACK: Final = 9
"""1 while the newest of them waits for the replacement tile (daiminkan, kakan)."""
PHASE: Final = 10
SEAT: Final = 11
"""Seat whose turn it is."""
PLANNED: Final = 12
"""Kind that this seat is going to discard."""
DECLARED: Final = 13
"""1 from a riichi until its stick is paid."""
CHANCE: Final = 14
"""State of the generator of chances, a word that is not zero."""
# Rules that bind play.
RIICHI_POINTS: Final = 15
RIICHI_TILES: Final = 16
HAS_SUUFON_RENDA: Final = 17
HAS_KYUUSHU_KYUUHAI: Final = 18
HAS_SUUCHA_RIICHI: Final = 19
SUUKAIKAN_FORM: Final = 20
"""0 no draw, 1 after the discard that follows, 2 at once."""
KUIKAE_FORM: Final = 21
"""0 allowed, 1 the kind called is forbidden, 2 the other end of a chi as well."""
HAS_LAST_CALLS: Final = 22
HAS_KITA: Final = 23
SHOWS_AT_ONCE: Final = 24
"""1 where the indicator of an open kan is shown before its replacement draw."""
FURITEN_BARS: Final = 25
"""Bits of the furiten that bars a seat from ron."""
MOST_RONS: Final = 26
"""Three numbers: who is paid of one, two and three rons: 0 nobody, 1 the nearest seat, 2 all."""
WRITTEN: Final = 29
"""1 when a play was written and is not yet applied."""
WINNERS: Final = 30
"""One bit per seat that wins."""
ROUND_WIND: Final = 31
"""A kind."""
LEAST_YAKU: Final = 32
"""Four numbers: han of yaku that a win of the seat needs."""
SAFE: Final = 36
"""Four masks: kinds that passed a seat since its riichi."""
NERVE: Final = 40
"""Four chances, 0-99, one for each seat and hand: who has little nerve folds."""
HAS_KUITAN: Final = 44
HAS_RED_FIVES: Final = 45
REGISTERS: Final = 46

EAST: Final = 27
DRAGONS: Final = 31


class Desk(NamedTuple):
    """What is kept of a hand beside the table.

    As with `Table`, compiled code gets a row of `DESK_LAYOUT` and plain code lists.
    """

    at: NDArray[np.int64]
    """Shape (REGISTERS,)."""
    seen: NDArray[np.int64]
    """Shape (34,): tiles of each kind that lie open to all, or that this game does not have."""
    dora: NDArray[np.int64]
    """Shape (34,): indicators shown that point at each kind."""
    policies: NDArray[np.int64]
    """Shape (4, columns of a policy)."""
    reach: NDArray[np.int64]
    """Shape (34,): memory for the shanten after each discard."""


DESK_LAYOUT: Final = np.dtype(
    [
        ("at", np.int64, (REGISTERS,)),
        ("seen", np.int64, (KINDS,)),
        ("dora", np.int64, (KINDS,)),
        ("policies", np.int64, (SEATS, COLUMNS)),
        ("reach", np.int64, (KINDS,)),
    ],
    align=True,
)


class Outlook(NamedTuple):
    """One hand as those who decide see it; the seats look at their own rows only.

    Three records, so three addresses: numba compiles every array of an argument into every callee.
    """

    desk: Desk
    table: Table
    """As the replay keeps it."""
    tables: Distances


@kernel(inline=True)
def percent(at: NDArray[np.int64]) -> int:
    """The next chance, 0-99 (xorshift of 32 bits, Marsaglia 2003)."""
    word = int(at[CHANCE])
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    at[CHANCE] = word
    return word % 100


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
    own_wind = EAST + (seat - int(hand[DEALER])) % int(hand[PLAYERS])
    return kind >= DRAGONS or kind == own_wind or kind == int(outlook.desk.at[ROUND_WIND])


@kernel(inline=True)
def passes_safely(outlook: Outlook, threat: int, kind: int) -> bool:
    """Whether a seat in riichi cannot win on a kind: it discarded one, or let one pass (現物)."""
    passed = int(outlook.table.masks[threat][RIVER]) | int(outlook.desk.at[SAFE + threat])
    return passed >> kind & 1 != 0
