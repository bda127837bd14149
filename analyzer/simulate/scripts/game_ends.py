"""How games end: bust and the scores next to it, yame, ties, sticks left on the table, and the extension.

A hanchan has two deals less with three players.  Two abortive draws stand in for them, so that the hands
shown have the same index.
"""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.rules.grades import Yame
from analyzer.simulate.scripts.extensions import EXTENSIONS
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.simulate.scripts.tehai import (
    ABORTED,
    BAIMAN,
    HANEMAN,
    KOKUSHI,
    MANGAN,
    MANGAN_WIN,
    NO_DORA,
    PINFU,
    SMALL_WIN,
    TANYAO,
    YAKULESS,
    ron,
)

__all__ = ["GAME_ENDS"]

_BOTH: Final = (3, 4)


def _tenpai(*winds: str) -> Scene:
    """An exhaustive draw with one or two seats tenpai."""
    hands = (YAKULESS.tiles, "24p123s55566677z")
    return Scene(haipai=dict(zip(winds, hands, strict=False)), plays="...")


def _riichi(*winds: str) -> Scene:
    """The same with riichi of all of them."""
    riichi = " ".join(f"{wind} +3z riichi -" for wind in winds)
    return Scene(haipai=_tenpai(*winds).haipai, plays=f"E - {riichi} ...")


_BUST: Final = (
    Scenario(
        name="bust_by_ron",
        meaning="a ron that takes more than the loser has",
        players=_BOTH,
        script=Script((ron("E", "S", KOKUSHI),)),
    ),
    Scenario(
        name="bust_by_tsumo",
        meaning="a tsumo that takes more than one of its payers has",
        players=_BOTH,
        script=Script(
            (
                ron("E", "S", BAIMAN),
                Scene(
                    haipai={"E": BAIMAN.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="E - E +3z riichi - E +6p tsumo",
                ),
            )
        ),
        shows=(1,),
    ),
)


def _leaves_a_thousand(rules: RuleSet) -> bool:
    """Whether the two wins of `_DOWN_TO_A_THOUSAND` leave seat 2 with 1000 points."""
    return rules.start_points == (25_000 if rules.seats == 4 else 35_000)


_DOWN_TO_A_THOUSAND: Final = (ron("S", "W", BAIMAN), ron("N", "S", MANGAN))
"""Seat 2 pays 16000 and 8000, and is the next dealer."""
_DOWN_TO_A_THOUSAND_SANMA: Final = (ron("S", "W", BAIMAN), ron("E", "S", HANEMAN))
"""Seat 2 pays 16000 and 18000, and is South of the next hand."""

_LAST_THOUSAND: Final = (
    Scenario(
        name="bust_by_noten",
        meaning="a noten payment that takes more than the seat has",
        players=_BOTH,
        rules=_leaves_a_thousand,
        script=Script((*_DOWN_TO_A_THOUSAND, _tenpai("S", "W"))),
        sanma=Script((*_DOWN_TO_A_THOUSAND_SANMA, _tenpai("E", "W"))),
        shows=(2,),
    ),
    Scenario(
        name="exact_zero",
        meaning="a riichi with the last 1000 points: a score of exactly zero is no bust",
        players=_BOTH,
        rules=_leaves_a_thousand,
        script=Script(
            (
                *_DOWN_TO_A_THOUSAND,
                Scene(
                    haipai={"E": YAKULESS.tiles, "S": PINFU.tiles},
                    dora=NO_DORA,
                    plays="E - E +3z riichi - W +4s - S ron",
                ),
            )
        ),
        sanma=Script(
            (
                *_DOWN_TO_A_THOUSAND_SANMA,
                Scene(
                    haipai={"S": YAKULESS.tiles, "W": PINFU.tiles},
                    dora=NO_DORA,
                    plays="S - S +3z riichi - W - E +4s - W ron",
                ),
            )
        ),
        shows=(2,),
    ),
)


def _hanchan(rules: RuleSet) -> bool:
    return rules.winds == 2


_SIX: Final = (SMALL_WIN,) * 6
"""Six hands before the third of South, with four players."""
_SIX_SANMA: Final = (ABORTED, ABORTED, *(SMALL_WIN,) * 4)

_YAME: Final = (
    Scenario(
        name="agari_yame",
        meaning="the dealer wins the last hand, is top and has the target: the end, in most rule sets",
        players=_BOTH,
        rules=_hanchan,
        script=Script((*_SIX, SMALL_WIN, ron("E", "S", MANGAN))),
        sanma=Script((*_SIX_SANMA, SMALL_WIN, ron("E", "S", MANGAN))),
        shows=(7,),
    ),
    Scenario(
        name="agari_yame_not_first",
        meaning="the dealer wins the last hand, but is not top: play goes on",
        players=_BOTH,
        rules=_hanchan,
        script=Script((MANGAN_WIN, *_SIX, ron("E", "W", PINFU))),
        sanma=Script((*_SIX_SANMA[:2], MANGAN_WIN, *_SIX_SANMA[2:], ron("E", "W", PINFU))),
        shows=(7,),
    ),
    Scenario(
        name="agari_yame_below_target",
        meaning="the dealer wins the last hand and is top without the target: play goes on",
        players=_BOTH,
        rules=_hanchan,
        script=Script((*_SIX, SMALL_WIN, ron("E", "W", TANYAO))),
        sanma=Script((*_SIX_SANMA, SMALL_WIN, ron("E", "W", TANYAO))),
        shows=(7,),
    ),
    Scenario(
        name="tenpai_yame",
        meaning="the dealer is tenpai at the last draw, top and has the target",
        players=_BOTH,
        rules=lambda rules: _hanchan(rules) and rules.tenpai_yame == Yame.AUTOMATIC,
        script=Script((*_SIX, MANGAN_WIN, _tenpai("E"))),
        sanma=Script((*_SIX_SANMA, MANGAN_WIN, _tenpai("E"))),
        shows=(7,),
    ),
    Scenario(
        name="no_tenpai_yame",
        meaning="the same in a rule set without tenpai-yame: play goes on",
        rules=lambda rules: _hanchan(rules) and rules.tenpai_yame == Yame.OFF,
        script=Script((*_SIX, MANGAN_WIN, _tenpai("E"))),
        shows=(7,),
    ),
)

_LAST_DRAW: Final = (
    Scenario(
        name="leftover_stick",
        meaning="a draw ends the game with a stick on the table",
        players=_BOTH,
        rules=_hanchan,
        script=Script((MANGAN_WIN, *_SIX, _riichi("S"))),
        sanma=Script((MANGAN_WIN, *(SMALL_WIN,) * 4, ABORTED, ABORTED, _riichi("S"))),
        shows=(7,),
    ),
    Scenario(
        name="tie_at_the_top",
        meaning="two seats end with the same score at the top, and two sticks lie on the table",
        players=_BOTH,
        rules=_hanchan,
        script=Script(
            (
                *(SMALL_WIN,) * 4,
                MANGAN_WIN,
                ron("N", "S", MANGAN),
                ron("S", "E", PINFU),
                _riichi("S", "W"),
            )
        ),
        sanma=Script(
            (
                *(SMALL_WIN,) * 3,
                MANGAN_WIN,
                ron("W", "S", MANGAN),
                ABORTED,
                ABORTED,
                _riichi("S", "W"),
            )
        ),
        shows=(7,),
    ),
)

GAME_ENDS: Final = (*_BUST, *_LAST_THOUSAND, *_YAME, *_LAST_DRAW, *EXTENSIONS)
"""Every scenario of this module and of `extensions`."""
