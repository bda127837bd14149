"""How long games go on: the rounds that follow while nobody has the target, and East-only games.

A hanchan has two deals less with three players, a tonpuusen one.  Abortive draws stand in for them, so that
the hands shown have the same index.
"""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.simulate.scripts.scene import Scenario, Script
from analyzer.simulate.scripts.tehai import ABORTED, MANGAN_WIN, PINFU, SMALL_WIN, TANYAO, ron

__all__ = ["EXTENSIONS"]

_BOTH: Final = (3, 4)


def _extends(rules: RuleSet) -> bool:
    return rules.winds == 2 and rules.extension_winds == 1


_NOBODY_AHEAD: Final = (SMALL_WIN,) * 8
"""East and South with four players; everybody has the points of the start again."""
_NOBODY_AHEAD_SANMA: Final = (ABORTED, ABORTED, *(SMALL_WIN,) * 6)

_EXTENSION: Final = (
    Scenario(
        name="west_round",
        meaning="nobody has the target after South: a West round",
        players=_BOTH,
        rules=_extends,
        script=Script((*_NOBODY_AHEAD, SMALL_WIN)),
        sanma=Script((*_NOBODY_AHEAD_SANMA, SMALL_WIN)),
        shows=(8,),
    ),
    Scenario(
        name="sudden_death",
        meaning="the first hand of the West round that brings somebody to the target ends the game",
        players=_BOTH,
        rules=_extends,
        script=Script((*_NOBODY_AHEAD, SMALL_WIN, MANGAN_WIN)),
        sanma=Script((*_NOBODY_AHEAD_SANMA, SMALL_WIN, MANGAN_WIN)),
        shows=(9,),
    ),
    Scenario(
        name="whole_extension",
        meaning="the last hand of the West round ends the game, target or not",
        players=_BOTH,
        rules=_extends,
        script=Script((SMALL_WIN,) * 12),
        sanma=Script((*(ABORTED,) * 3, *(SMALL_WIN,) * 9)),
        shows=(11,),
    ),
    Scenario(
        name="no_extension",
        meaning="the last hand of South ends the game, target or not, where no West round is known",
        rules=lambda rules: rules.winds == 2 and rules.extension_winds == 0,
        script=Script(_NOBODY_AHEAD),
        shows=(7,),
    ),
    Scenario(
        name="exact_target",
        meaning="exactly the target after the last hand is enough",
        rules=lambda rules: rules.winds == 2 and rules.target_points - rules.start_points == 5000,
        script=Script(
            (
                MANGAN_WIN,
                SMALL_WIN,
                SMALL_WIN,
                SMALL_WIN,
                ron("W", "N", PINFU),
                SMALL_WIN,
                SMALL_WIN,
                ron("S", "W", TANYAO),
            )
        ),
        shows=(7,),
    ),
)


def _tonpuu(rules: RuleSet) -> bool:
    return rules.winds == 1 and rules.extension_winds == 1


_TONPUU: Final = (
    Scenario(
        name="tonpuu",
        meaning="the last hand of East ends a tonpuusen when somebody has the target",
        players=_BOTH,
        rules=_tonpuu,
        script=Script((MANGAN_WIN, SMALL_WIN, SMALL_WIN, SMALL_WIN)),
        sanma=Script((ABORTED, MANGAN_WIN, SMALL_WIN, SMALL_WIN)),
        shows=(3,),
    ),
    Scenario(
        name="tonpuu_south_round",
        meaning="nobody has the target after East: a South round in a tonpuusen",
        players=_BOTH,
        rules=_tonpuu,
        script=Script((*(SMALL_WIN,) * 4, MANGAN_WIN)),
        sanma=Script((ABORTED, *(SMALL_WIN,) * 3, MANGAN_WIN)),
        shows=(4,),
    ),
)

EXTENSIONS: Final = (*_EXTENSION, *_TONPUU)
"""Every scenario of this module."""
