"""Every yakuman (役満), several of them in one hand, and the thirteen han that count as one."""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.simulate.scripts.tehai import BAIMAN, KOKUSHI, NO_DORA, PINFU, Tenpai, ron

__all__ = ["YAKUMAN"]

_BOTH: Final = (3, 4)
_DORA: Final = "8s"
"""An indicator that takes none of the honours and terminals that yakuman are made of."""


def _ron(name: str, meaning: str, tiles: str, tile: str) -> Scenario:
    """South wins on a discard of East."""
    script = Script((ron("S", "E", Tenpai(tiles, tile, _DORA)),))
    return Scenario(name=name, meaning=meaning, players=_BOTH, script=script)


def _tsumo(name: str, meaning: str, tiles: str, tile: str) -> Scenario:
    """South wins on its second draw."""
    scene = Scene(haipai={"S": tiles}, dora=_DORA, plays=f"S - S +{tile} tsumo")
    return Scenario(name=name, meaning=meaning, players=_BOTH, script=Script((scene,)))


def _kita(rules: RuleSet) -> bool:
    return rules.nuki_dora


_FIRST_DRAW: Final = (
    Scenario(
        name="tenhou",
        meaning="the dealer wins on its first draw",
        players=_BOTH,
        script=Script((Scene(haipai={"E": PINFU.tiles}, dora=NO_DORA, plays="E +4s tsumo"),)),
    ),
    Scenario(
        name="chiihou",
        meaning="a non-dealer wins on its first draw, before any call",
        players=_BOTH,
        script=Script((Scene(haipai={"S": PINFU.tiles}, dora=NO_DORA, plays="S +4s tsumo"),)),
    ),
)

_ONE: Final = (
    _ron("kokushi", "thirteen orphans with one wait", KOKUSHI.tiles, KOKUSHI.tile),
    _tsumo("kokushi_thirteen", "thirteen orphans with all thirteen waits", "19m19p19s1234567z", "5z"),
    _tsumo("suuankou", "four concealed triplets, the last by tsumo", "111999p55p22277s", "7s"),
    _ron("suuankou_tanki", "four concealed triplets that wait for the pair", "1119995p222777s", "5p"),
    _ron("daisangen", "all three dragons, none called", "234p99s55566677z", "7z"),
    _ron("shousuushii", "three winds and a pair of the fourth", "234p1112223344z", "3z"),
    _ron("daisuushii", "all four winds, none called", "99p11122233444z", "3z"),
    _ron("tsuuiisou", "honours alone", "1112223335566z", "5z"),
    _ron("tsuuiisou_seven_pairs", "honours alone, as seven pairs", "1122334455667z", "7z"),
    _ron("chinroutou", "terminals alone", "111999m1199p111s", "9p"),
    _ron("ryuuiisou", "green tiles alone", "22334466688s66z", "6z"),
    _ron("chuuren", "nine gates that did not wait for all nine", "1112345667899p", "9p"),
    _ron("pure_chuuren", "nine gates that waited for all nine", "1112345678999s", "5s"),
    Scenario(
        name="suukantsu",
        meaning="four kans, the last by call; no shipped rule set makes its giver liable",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": "1119995p222777s"},
                    dora="2z2z2z3z3z",
                    plays="S +1p ankan 1p +9p ankan 9p +2s ankan 2s - W -7s S kan - E +5p - S ron",
                ),
            )
        ),
    ),
    Scenario(
        name="kokushi_on_kita",
        meaning="kokushi by ron on a North set aside",
        players=(3,),
        rules=_kita,
        script=Script(
            (
                Scene(
                    haipai={"S": "19m19p199s123567z"},
                    dora=_DORA,
                    plays="S - E +4z kita S ron",
                ),
            )
        ),
    ),
)

_SEVERAL: Final = (
    _ron("daisangen_tsuuiisou", "two yakuman, where they add up", "1112255566677z", "7z"),
    _ron(
        "daisuushii_suuankou_tanki_tsuuiisou",
        "three yakuman, five where some count twice",
        "1112223334445z",
        "5z",
    ),
    Scenario(
        name="suukantsu_suuankou_tanki",
        meaning="four closed kans and the pair from the dead wall",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": "1119995p222777s"},
                    dora="2z2z2z3z3z",
                    plays="S - S +1p ankan 1p +9p ankan 9p +2s ankan 2s +7s ankan 7s +5p tsumo",
                ),
            )
        ),
    ),
)

_COUNTED: Final = (
    Scenario(
        name="counted_yakuman",
        meaning="thirteen han without a yakuman: a yakuman, or a sanbaiman",
        players=_BOTH,
        script=Script(
            (
                Scene(
                    haipai={"S": BAIMAN.tiles},
                    dora="2p",
                    ura="2z",
                    plays="S - S +3z riichi - S +6p tsumo",
                ),
            )
        ),
    ),
)

YAKUMAN: Final = (*_FIRST_DRAW, *_ONE, *_SEVERAL, *_COUNTED)
"""Every scenario of this module."""
