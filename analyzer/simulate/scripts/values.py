"""Wins by what they are worth: dora of all kinds, the odd fu, the limits, and where rule sets differ."""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.simulate.scripts.tehai import (
    BAIMAN,
    DEALER_WINS,
    NO_DORA,
    PINFU,
    SANANKOU,
    TANYAO,
    YAKULESS,
    Tenpai,
    ron,
)

__all__ = ["VALUES"]

_BOTH: Final = (3, 4)

_DORA: Final = (
    Scenario(
        name="red_fives",
        meaning="two red fives, which are dora where the rule set has them",
        players=_BOTH,
        script=Script((ron("S", "E", Tenpai("34067p88p234067s", "8p")),)),
    ),
    Scenario(
        name="nuki_dora",
        meaning="a North set aside is a dora",
        players=(3,),
        rules=lambda rules: rules.nuki_dora,
        script=Script(
            (Scene(haipai={"S": PINFU.tiles}, dora=NO_DORA, plays="S +4z kita - S - E +4s - S ron"),)
        ),
    ),
    Scenario(
        name="nuki_dora_twice",
        meaning="Norths set aside count twice where the indicator points at them too",
        players=(3,),
        rules=lambda rules: rules.nuki_dora,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles},
                    dora="3z",
                    plays="S +4z kita +4z kita - S - E +4s - S ron",
                ),
            )
        ),
    ),
)

_FU: Final = (
    Scenario(
        name="chiitoitsu",
        meaning="seven pairs: 25 fu",
        players=_BOTH,
        script=Script((ron("S", "E", Tenpai("1133557799p22s9s", "9s")),)),
    ),
    Scenario(
        name="pinfu_tsumo",
        meaning="pinfu by tsumo: 20 fu",
        players=_BOTH,
        script=Script((Scene(haipai={"S": PINFU.tiles}, dora=NO_DORA, plays="S - S +4s tsumo"),)),
    ),
    Scenario(
        name="open_pinfu_form",
        meaning="an open hand with no fu at all counts 30 fu",
        script=Script(
            (
                Scene(
                    haipai={"S": "9m2456667p34678s"},
                    dora=NO_DORA,
                    plays="E +3p - S chi 24p -9m E +5s - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="kuikae_kept",
        meaning="after a chi the seat discards a tile of the run it did not call: no kuikae",
        script=Script(
            (
                Scene(
                    haipai={"S": "344678p3455567s"},
                    dora=NO_DORA,
                    plays="E +5p - S chi 34p -4p E +8s - S ron",
                ),
            )
        ),
    ),
)

_LIMITS: Final = (
    Scenario(
        name="four_han_30_fu",
        meaning="7700, or a mangan where the rule set rounds up (kiriage)",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": "22334455p23467s"},
                    dora=NO_DORA,
                    ura="2z",
                    plays="S - S +3z riichi - S - E +8s - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="three_han_60_fu",
        meaning="7700, or a mangan where the rule set rounds up (kiriage)",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": SANANKOU.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="S - S +3z riichi - S - E +6s - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="eight_han",
        meaning="a baiman",
        players=_BOTH,
        script=Script((ron("S", "E", BAIMAN),)),
    ),
    Scenario(
        name="eleven_han",
        meaning="a sanbaiman",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": BAIMAN.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="S - S +3z riichi - S +6p tsumo",
                ),
            )
        ),
    ),
    Scenario(
        name="renhou",
        meaning="ron before the own first draw: a mangan in some rule sets, nothing in others",
        players=_BOTH,
        script=Script((Scene(haipai={"S": TANYAO.tiles}, dora=NO_DORA, plays="E +8p - S ron"),)),
    ),
)


def _ryanshi(rules: RuleSet) -> bool:
    return rules.ryanshi_from == 4


def _paarenchan(rules: RuleSet) -> bool:
    return _ryanshi(rules) and rules.paarenchan == 8


_FOUR_WINS: Final = (DEALER_WINS, ron("E", "W", PINFU), DEALER_WINS, ron("E", "W", PINFU))
"""The dealer's first four wins; from the fifth hand on two yaku are needed."""
_TWO_YAKU: Final = (ron("E", "S", TANYAO), ron("E", "W", TANYAO))

_SHIBARI: Final = (
    Scenario(
        name="ryanshi",
        meaning="a win with two yaku at four honba, where one is not enough",
        players=(3,),
        rules=_ryanshi,
        script=Script((*_FOUR_WINS, _TWO_YAKU[0])),
        shows=(4,),
    ),
    Scenario(
        name="paarenchan",
        meaning="the dealer's ninth win in a row needs no yaku and is a yakuman",
        players=(3,),
        rules=_paarenchan,
        script=Script((*_FOUR_WINS, *_TWO_YAKU, *_TWO_YAKU, ron("E", "S", YAKULESS))),
        shows=(8,),
    ),
)

VALUES: Final = (*_DORA, *_FU, *_LIMITS, *_SHIBARI)
"""Every scenario of this module."""
