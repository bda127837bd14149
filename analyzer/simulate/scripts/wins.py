"""Wins by their situation: how the last tile came, riichi about it, kans, and several winners of one tile."""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.rules.grades import TripleRon
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.simulate.scripts.tehai import DEALER_WINS, NO_DORA, PINFU, TANYAO, YAKULESS

__all__ = ["WINS"]

_BOTH: Final = (3, 4)


def _kita(rules: RuleSet) -> bool:
    return rules.nuki_dora


_KAN_AND_PINFU: Final = "999m12367899p23s"
"""A triplet that may become a kan, and pinfu's waits of 1s and 4s."""

_RIICHI: Final = (
    Scenario(
        name="riichi_ippatsu_tsumo",
        meaning="riichi, ippatsu and tsumo, with an ura dora",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles},
                    dora=NO_DORA,
                    ura="1s",
                    plays="S - S +1z riichi - S +4s tsumo",
                ),
            )
        ),
    ),
    Scenario(
        name="double_riichi",
        meaning="riichi on the first discard; the win comes after ippatsu",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="S +1z riichi - S - E +4s - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="riichi_tile_won",
        meaning="ron on the tile a riichi is declared with: the stick is not paid",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles, "W": TANYAO.tiles},
                    dora=NO_DORA,
                    plays="W - S +8p riichi - W ron",
                ),
            )
        ),
    ),
    Scenario(
        name="riichi_tile_called",
        meaning="pon of the tile a riichi is declared with: the stick is paid, ippatsu is gone",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles, "W": "9m11z"},
                    dora=NO_DORA,
                    ura="2z",
                    plays="S - S +1z riichi -1z W pon -9m S +4s tsumo",
                ),
            )
        ),
    ),
    Scenario(
        name="fourth_riichi_won",
        meaning="ron on the tile of the fourth riichi: no draw, three sticks",
        script=Script(
            (
                Scene(
                    haipai={
                        "E": "123p23s55566677z",
                        "S": TANYAO.tiles,
                        "W": "111999m46p45699s",
                        "N": "23344556667m78s",
                    },
                    dora=NO_DORA,
                    ura="2z",
                    plays="E - S +3z riichi - W +4z riichi - N +1z riichi - E +8p riichi - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="kan_dora_and_kan_ura",
        meaning="a closed kan after riichi brings an indicator and an ura indicator that both hit",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": _KAN_AND_PINFU},
                    dora="2z5p",
                    ura="2z1s",
                    plays="S - S +3z riichi - S +9m ankan 9m - E +4s - S ron",
                ),
            )
        ),
    ),
)

_KANS: Final = (
    Scenario(
        name="chankan",
        meaning="ron on the tile added to a pon; nothing else is a yaku",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"E": "88p1z", "S": YAKULESS.tiles},
                    dora=NO_DORA,
                    plays="W -8p E pon -1z E +8p kakan 8p S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="chankan_riichi_ippatsu",
        meaning="chankan within the go-round of a riichi: the robbed kan leaves ippatsu whole",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"E": "88p1z", "S": YAKULESS.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="W -8p E pon -1z S +1z riichi - E +8p kakan 8p S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="rinshan",
        meaning="tsumo on the replacement tile of a closed kan",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": _KAN_AND_PINFU},
                    dora="2z2z",
                    plays="S - S +9m ankan 9m +4s tsumo",
                ),
            )
        ),
    ),
    Scenario(
        name="rinshan_daiminkan",
        meaning="tsumo on the replacement tile of an open kan; everybody pays",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": _KAN_AND_PINFU},
                    dora="2z2z",
                    plays="W -9m S kan +4s tsumo",
                ),
            )
        ),
    ),
    Scenario(
        name="kita_ron",
        meaning="ron on a North set aside, which is no chankan",
        players=(3,),
        rules=_kita,
        script=Script(
            (
                Scene(
                    haipai={"S": "1133557799p22s4z"},
                    dora=NO_DORA,
                    plays="S - E +4z kita S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="kita_rinshan",
        meaning="tsumo on the replacement tile of a North set aside",
        players=(3,),
        rules=_kita,
        script=Script(
            (
                Scene(
                    haipai={"S": PINFU.tiles},
                    dora=NO_DORA,
                    plays="S - S +4z kita +4s tsumo",
                ),
            )
        ),
    ),
)

_LAST_TILES: Final = (
    Scenario(
        name="haitei",
        meaning="tsumo on the last tile of the live wall",
        players=_BOTH,
        script=Script(
            (Scene(haipai={"S": YAKULESS.tiles}, dora=NO_DORA, plays="...1 S +8p tsumo"),),
        ),
        sanma=Script(
            (Scene(haipai={"E": YAKULESS.tiles}, dora=NO_DORA, plays="...1 E +8p tsumo"),),
        ),
    ),
    Scenario(
        name="houtei",
        meaning="ron on the last discard; nothing else is a yaku",
        players=_BOTH,
        script=Script(
            (Scene(haipai={"E": YAKULESS.tiles}, dora=NO_DORA, plays="...1 S +8p - E ron"),),
        ),
        sanma=Script(
            (Scene(haipai={"S": YAKULESS.tiles}, dora=NO_DORA, plays="...1 E +8p - S ron"),),
        ),
    ),
)

_SEVERAL_WINNERS: Final = (
    Scenario(
        name="double_ron",
        meaning="two rons on one tile with a stick and a honba: the nearer winner takes both",
        players=_BOTH,
        script=Script(
            (
                DEALER_WINS,
                Scene(
                    haipai={"S": TANYAO.tiles, "W": YAKULESS.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="W - W +1z riichi - W - E +8p - S ron W ron",
                ),
            )
        ),
        shows=(1,),
    ),
    Scenario(
        name="double_ron_with_dealer",
        meaning="two rons on one tile, the dealer's the farther: paid, it keeps the deal",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"W": TANYAO.tiles, "E": YAKULESS.tiles},
                    dora=NO_DORA,
                    ura="2z",
                    plays="E - E +1z riichi - E - S +8p - W ron E ron",
                ),
            )
        ),
    ),
    Scenario(
        name="triple_ron",
        meaning="three rons on one tile where that is no draw: all are paid, or the nearest alone",
        rules=lambda rules: rules.triple_ron != TripleRon.ABORT,
        script=Script(
            (
                Scene(
                    haipai={"S": TANYAO.tiles, "W": YAKULESS.tiles, "N": "234567m23467p88s"},
                    dora=NO_DORA,
                    ura="2z",
                    plays="W - W +1z riichi - W - E +8p - S ron W ron N ron",
                ),
            )
        ),
    ),
)

WINS: Final = (*_RIICHI, *_KANS, *_LAST_TILES, *_SEVERAL_WINNERS)
"""Every scenario of this module."""
