"""How seats play: a policy is a few inclinations, and knows nothing of what other seats hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["BREAKS", "CALLS", "COLLECTS", "COLUMNS", "FOLDS", "KANS", "POLICIES", "RIICHI"]
__all__ += ["Policy", "mixes", "policy", "policy_rows"]


class Policy(NamedTuple):
    """Inclinations of one seat; the numbers are chances in percent."""

    name: str
    meaning: str
    riichi: int = 0
    """When tenpai is reached; a sixth of it in later turns."""
    calls: int = 0
    """Chi and pon: of tiles that bring tenpai nearer and leave a yaku that is worth it."""
    kans: int = 0
    folds: int = 0
    """Giving up a hand that is two tiles from tenpai, once another seat is a threat; a nearer one less."""
    breaks: int = 0
    """Giving up tenpai, likewise."""
    collects: bool = False
    """Keeps pairs and triplets alone, and calls each: for calls and kans, whatever they are worth."""


# Columns of `policy_rows`, in the order of the fields of Policy.
RIICHI: Final = 0
CALLS: Final = 1
KANS: Final = 2
FOLDS: Final = 3
BREAKS: Final = 4
COLLECTS: Final = 5
COLUMNS: Final = 6

POLICIES: Final = (
    Policy("steady", "declares most riichi, folds", riichi=90, calls=80, kans=40, folds=78, breaks=38),
    Policy("caller", "calls what brings it nearer", riichi=80, calls=95, kans=50, folds=76, breaks=38),
    Policy("patient", "works for a closed tenpai", riichi=95, calls=45, kans=30, folds=78, breaks=38),
    Policy("careful", "gives up early", riichi=60, calls=90, kans=20, folds=84, breaks=42),
    Policy("brave", "seldom folds", riichi=95, calls=80, kans=50, folds=55, breaks=25),
    Policy("reserved", "keeps many a tenpai dama", riichi=66, calls=95, kans=40, folds=58, breaks=57),
    Policy("quick", "calls most, folds less", riichi=68, calls=98, kans=60, folds=54, breaks=53),
    Policy("silent", "works for a closed tenpai and says nothing", folds=80),
    Policy("collector", "calls every pair and makes every kan", calls=100, kans=100, collects=True),
)

_MIXES: Final = {
    3: (
        ("reserved", "reserved", "quick"),
        ("quick", "reserved", "reserved"),
        ("reserved", "quick", "reserved"),
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
