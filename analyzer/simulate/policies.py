"""How seats play: a policy is a handful of inclinations, and nothing of what other seats hold.

Rare endings come from policies that aim at them and from trying deals, never from illegal plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, unique
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["AIM", "CALLS", "DECLARES_ABORT", "ECHOES_WINDS", "KANS", "KITA", "POLICIES", "RIICHI"]
__all__ += ["Aim", "Policy", "policy", "policy_rows"]


@unique
class Aim(IntEnum):
    """What the discards of a seat work for."""

    TENPAI = 0
    """Fewest tiles from tenpai; of equals the least useful tile."""
    NOTEN = 1
    """As far from tenpai as possible."""
    YAOCHU_RIVER = 2
    """Discards of terminals and honours as long as there are any (nagashi mangan)."""
    SETS = 3
    """Pairs and triplets, for pons and kans."""


class Policy(NamedTuple):
    """Inclinations of one seat; the numbers are chances in percent at each opportunity."""

    name: str
    meaning: str
    aim: Aim = Aim.TENPAI
    riichi: int = 0
    calls: int = 0
    """Chi and pon: of tiles that bring tenpai nearer, or by aim `Aim.SETS` of every pair."""
    kans: int = 0
    kita: int = 100
    abort: int = 0
    """Declaring kyuushu kyuuhai."""
    echoes_winds: int = 0
    """Discarding first the wind that all seats before discarded first (suufon renda)."""


# Columns of `policy_rows`, in the order of the fields of Policy.
AIM: Final = 0
RIICHI: Final = 1
CALLS: Final = 2
KANS: Final = 3
KITA: Final = 4
DECLARES_ABORT: Final = 5
ECHOES_WINDS: Final = 6

POLICIES: Final = (
    Policy("steady", "works for a closed tenpai, mostly with riichi", riichi=80, calls=15, kans=30, abort=70),
    Policy("patient", "works for a closed tenpai and declares riichi at once", riichi=100),
    Policy("silent", "works for a closed tenpai and says nothing"),
    Policy("caller", "calls whatever brings tenpai nearer", riichi=50, calls=90, kans=50, abort=30),
    Policy("folder", "breaks its tehai from the first discard on", aim=Aim.NOTEN, kita=0),
    Policy("terminals", "discards terminals and honours", aim=Aim.YAOCHU_RIVER),
    Policy("collector", "calls every pair and makes every kan", aim=Aim.SETS, calls=100, kans=100),
    Policy("winds", "discards first the wind that was discarded first", aim=Aim.NOTEN, echoes_winds=100),
    Policy("quitter", "declares kyuushu kyuuhai whenever it can, and folds", aim=Aim.NOTEN, abort=100),
)


def policy(name: str) -> Policy:
    """The policy of that name.

    Raises:
        KeyError: When there is none.
    """
    return {each.name: each for each in POLICIES}[name]


def policy_rows(seats: Sequence[Policy]) -> NDArray[np.int64]:
    """Policies as kernels take them; shape (seats, columns)."""
    return np.array([[int(value) for value in each[2:]] for each in seats], dtype=np.int64)
