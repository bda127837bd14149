"""How seats play: a policy is a few inclinations, and knows nothing of what other seats hold."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "AIM",
    "CALLS",
    "COLUMNS",
    "DECLARES_ABORT",
    "ECHOES_WINDS",
    "FOLDS",
    "KANS",
    "KITA",
    "POLICIES",
    "RIICHI",
]
__all__ += ["WINS", "Aim", "Policy", "mixes", "policy", "policy_rows"]


@unique
class Aim(IntEnum):
    """What the discards of a seat work for."""

    TENPAI = 0
    """Fewest tiles from tenpai; of equals the one that leaves most tiles to get nearer."""
    NOTEN = 1
    """As far from tenpai as possible."""
    YAOCHU_RIVER = 2
    """Discards of terminals and honours as long as there are any (nagashi mangan)."""
    SETS = 3
    """Pairs and triplets, for pons and kans."""
    ANYTHING = 4
    """Any tile that may be discarded."""


class Policy(NamedTuple):
    """Inclinations of one seat; the numbers are chances in percent."""

    name: str
    meaning: str
    aim: Aim = Aim.TENPAI
    riichi: int = 0
    """When tenpai is reached; a sixth of it in later turns."""
    calls: int = 0
    """Chi and pon: of tiles that bring tenpai nearer and leave a yaku, or by aim `Aim.SETS` of every pair."""
    kans: int = 0
    kita: int = 100
    abort: int = 0
    """Declaring kyuushu kyuuhai."""
    echoes_winds: int = 0
    """Discarding first the wind that all seats before discarded first (suufon renda)."""
    folds: int = 0
    """Giving up a hand that is two tiles from tenpai, once another seat is in riichi; nearer ones less."""
    wins: int = 100
    """Winning where it may."""


# Columns of `policy_rows`, in the order of the fields of Policy.
AIM: Final = 0
RIICHI: Final = 1
CALLS: Final = 2
KANS: Final = 3
KITA: Final = 4
DECLARES_ABORT: Final = 5
ECHOES_WINDS: Final = 6
FOLDS: Final = 7
WINS: Final = 8
COLUMNS: Final = 9

POLICIES: Final = (
    Policy("steady", "calls for a cheap yaku, folds", riichi=80, calls=80, kans=40, abort=80, folds=100),
    Policy("caller", "calls what brings it nearer", riichi=70, calls=95, kans=50, abort=75, folds=98),
    Policy("patient", "works for a closed tenpai", riichi=95, calls=45, kans=30, abort=80, folds=100),
    Policy("careful", "gives up early", riichi=80, calls=60, kans=20, abort=80, folds=100),
    Policy("brave", "seldom folds", riichi=95, calls=80, kans=50, abort=70, folds=65),
    Policy("silent", "works for a closed tenpai and says nothing", folds=80),
    Policy("aimless", "discards anything that may be discarded", Aim.ANYTHING, riichi=50, calls=20, kans=50),
    Policy("folder", "breaks its tehai from the first discard on", Aim.NOTEN, kita=0),
    Policy("terminals", "discards terminals and honours", Aim.YAOCHU_RIVER, wins=0),
    Policy("collector", "calls every pair and makes every kan", Aim.SETS, calls=100, kans=100, wins=0),
    Policy("winds", "discards first the wind that was discarded first", Aim.NOTEN, echoes_winds=100),
    Policy("quitter", "declares kyuushu kyuuhai whenever it can, and folds", Aim.NOTEN, abort=100),
)

_MIXES: Final = {
    3: (
        ("steady", "careful", "caller"),
        ("careful", "steady", "steady"),
        ("patient", "caller", "careful"),
        ("caller", "careful", "patient"),
    ),
    4: (
        ("steady", "caller", "careful", "brave"),
        ("caller", "steady", "brave", "careful"),
        ("careful", "steady", "caller", "patient"),
        ("brave", "caller", "careful", "steady"),
    ),
}


def policy(name: str) -> Policy:
    """The policy of that name.

    Raises:
        KeyError: When there is none.
    """
    return {each.name: each for each in POLICIES}[name]


def mixes(players: int) -> tuple[tuple[str, ...], ...]:
    """Names of the policies in ordinary games, game by game in turn; in the mean near to real outcomes."""
    return _MIXES[players]


def policy_rows(seats: Sequence[Policy]) -> NDArray[np.int64]:
    """Policies as kernels take them; shape (seats, columns)."""
    return np.array([[int(value) for value in each[2:]] for each in seats], dtype=np.int64)
