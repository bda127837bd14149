"""Scenarios of hands without a winner: every draw there is, and who counts as tenpai."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.rules.grades import Nagashi, NotenDeclaration, Suukaikan, TripleRon
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.vocabulary import WIND_LETTERS

__all__ = ["DRAWS"]

_BOTH: Final = (3, 4)
_TENPAI: Final = {
    "E": "111m456789s55z12p",
    "S": "999m123789s44p66z",
    "W": "456p45611s777z88p",
    "N": "789p234s333z11z22z",
}
"""Tehai that are tenpai as dealt, together too, and with the tiles of three players but for North's."""


def _aborts_at_four_kans(rules: RuleSet) -> bool:
    return rules.suukaikan in (Suukaikan.AFTER_DISCARD, Suukaikan.AT_ONCE)


def _has_nagashi(rules: RuleSet) -> bool:
    return rules.nagashi != Nagashi.OFF


def _lets_riichi_be_wrong(rules: RuleSet) -> bool:
    """A server that shows every tenpai hand lets nobody declare on a noten one."""
    return rules.noten_declaration != NotenDeclaration.AUTOMATIC


def _scripted(
    name: str,
    meaning: str,
    scene: Scene,
    *,
    players: tuple[int, ...] = _BOTH,
    sanma: Scene | None = None,
    rules: Callable[[RuleSet], bool] | None = None,
) -> Scenario:
    """A scenario whose first hand shows it."""
    script = Script((scene,))
    other = None if sanma is None else Script((sanma,))
    if rules is None:
        return Scenario(name=name, meaning=meaning, players=players, script=script, sanma=other)
    return Scenario(name=name, meaning=meaning, players=players, script=script, sanma=other, rules=rules)


def _tenpai(winds: str) -> Scene:
    return Scene(haipai={wind: _TENPAI[wind] for wind in winds}, plays="...")


_EXHAUSTIVE: Final = (
    _scripted("tenpai_0", "an exhaustive draw with nobody tenpai", _tenpai("")),
    _scripted("tenpai_1", "an exhaustive draw with one seat tenpai", _tenpai("S")),
    _scripted("tenpai_2", "an exhaustive draw with two seats tenpai", _tenpai("EW")),
    _scripted("tenpai_3", "an exhaustive draw with three seats tenpai", _tenpai("ESW")),
    _scripted("tenpai_4", "an exhaustive draw with four seats tenpai", _tenpai(WIND_LETTERS), players=(4,)),
    _scripted(
        "riichi_draw",
        "an exhaustive draw after a riichi",
        Scene(haipai={"S": _TENPAI["S"]}, plays="S - S riichi - ..."),
    ),
    _scripted(
        "furiten_tenpai",
        "a seat whose only wait lies among its own discards, at an exhaustive draw",
        Scene(haipai={"E": _TENPAI["E"]}, plays="E -3p ..."),
    ),
    _scripted(
        "yakuless_tenpai",
        "a seat that no wait gives a yaku, at an exhaustive draw (keishiki tenpai)",
        Scene(haipai={"W": "13456p45699s11m"}, plays="E -1m W pon -7p ...", dora="3z"),
    ),
)

_NAGASHI: Final = (
    _scripted(
        "nagashi_mangan",
        "nagashi mangan by a child",
        Scene(fill={"S": "yaochu"}, plays="..."),
        rules=_has_nagashi,
    ),
    _scripted(
        "nagashi_dealer",
        "nagashi mangan by the dealer, who is noten",
        Scene(fill={"E": "yaochu"}, plays="..."),
        rules=_has_nagashi,
    ),
    _scripted(
        "nagashi_tenpai",
        "nagashi mangan by a child while the dealer is tenpai and stays",
        Scene(haipai={"E": _TENPAI["E"]}, fill={"W": "yaochu"}, plays="..."),
        rules=_has_nagashi,
    ),
    _scripted(
        "double_nagashi",
        "nagashi mangan by the dealer and a child in one hand",
        Scene(fill={"E": "yaochu", "W": "yaochu"}, plays="..."),
        rules=_has_nagashi,
    ),
    _scripted(
        "nagashi_called",
        "a row of terminals and honours, one of which was called: no nagashi mangan",
        Scene(haipai={"W": "99s"}, fill={"S": "yaochu"}, plays="S -9s W pon -5p ..."),
        rules=_has_nagashi,
    ),
)


def _kyuushu(kinds: int, wind: str, haipai: str) -> Scenario:
    return _scripted(
        f"kyuushu_{kinds}",
        f"kyuushu kyuuhai with {kinds} kinds",
        Scene(haipai={wind: haipai}, plays=f"{wind} +6s kyuushu"),
        rules=lambda rules: rules.kyuushu_kyuuhai,
    )


_ABORTIVE: Final = (
    _kyuushu(9, "E", "19m19p19s123z3468p"),
    _kyuushu(10, "S", "19m19p19s1234z346p"),
    _kyuushu(11, "W", "19m19p19s12345z36p"),
    _kyuushu(12, "S", "19m19p19s123456z6p"),
    _kyuushu(13, "E", "19m19p19s1234567z"),
    _scripted(
        "suufon_renda",
        "four first discards of one wind",
        Scene(plays="E -1z S -1z W -1z N -1z"),
        players=(4,),
        rules=lambda rules: rules.suufon_renda,
    ),
    _scripted(
        "suufon_riichi",
        "four first discards of one wind, the last of them with a double riichi",
        Scene(haipai={"N": _TENPAI["S"]}, plays="E -2z S -2z W -2z N riichi -2z"),
        players=(4,),
        rules=lambda rules: rules.suufon_renda,
    ),
    _scripted(
        "suucha_riichi",
        "four riichi in one hand",
        Scene(haipai=_TENPAI, plays="S riichi - W riichi - E riichi - N riichi -"),
        players=(4,),
        rules=lambda rules: rules.suucha_riichi,
    ),
    _scripted(
        "sanchahou",
        "three rons on one tile, where that is a draw; the riichi it was discarded with does not stand",
        Scene(
            haipai={
                "E": "123789m123s77z78s",
                "S": "234678m22567s34p",
                "W": "345678m23444s67p",
                "N": "99m11146p789s555z",
            },
            plays="E - E riichi -5p S ron W ron N ron",
        ),
        players=(4,),
        rules=lambda rules: rules.triple_ron == TripleRon.ABORT,
    ),
    _scripted(
        "suukaikan_2_2",
        "four kans, two by each of two seats",
        Scene(haipai={"E": "111222z", "S": "333z999p"}, plays="E ankan 1z ankan 2z - S ankan 3z ankan 9p -"),
        rules=_aborts_at_four_kans,
    ),
    _scripted(
        "suukaikan_1_3",
        "four kans, one by one seat and three of each kind by another",
        Scene(
            haipai={"E": "111z", "S": "999m222z99p"},
            plays="E ankan 1z -9m S kan ankan 2z -1s W -9p S pon -9s S kakan 9p -",
        ),
        rules=_aborts_at_four_kans,
    ),
    _scripted(
        "suukaikan_1_1_2",
        "four kans by three seats",
        Scene(
            haipai={"E": "111z", "W": "999p", "S": "222333z"},
            plays="E ankan 1z -9p W kan -9s S ankan 2z ankan 3z -",
        ),
        rules=_aborts_at_four_kans,
    ),
)

_KARATEN: Final = (
    _scripted(
        "karaten_concealed",
        "a seat that waits for a tile only of which it holds all four in hand",
        Scene(haipai={"S": "123456789p1111z"}, plays="..."),
    ),
    _scripted(
        "karaten_concealed_melds",
        "the same after three calls: four of a kind in hand and nothing else",
        Scene(
            haipai={"S": "99m99p99s6666s"},
            plays="E -9m S pon -1p W -9p S pon -1s W -9s S pon -2s ...",
        ),
    ),
    _scripted(
        "karaten_kan",
        "a seat that waits for a tile only of which it has a closed kan",
        Scene(haipai={"E": "12333p456789s55z"}, plays="E ankan 3p - ..."),
    ),
    _scripted(
        "karaten_split",
        "a seat that waits for a tile only of which it has a pon and the fourth in hand",
        Scene(haipai={"W": "333p456789s555z1m"}, plays="E -3p W pon -1m ..."),
    ),
    _scripted(
        "karaten_seen",
        "a seat that waits for a tile only that others have discarded four times",
        Scene(haipai={"E": _TENPAI["E"]}, plays="S -3p W -3p S -3p W -3p ..."),
    ),
    _scripted(
        "karaten_indicator",
        "a seat that waits for a tile only that lies in the rivers and as a dora indicator",
        Scene(haipai={"E": _TENPAI["E"]}, plays="S -3p W -3p S -3p ...", dora="3p"),
    ),
)

_WRONG: Final = (
    _scripted(
        "noten_riichi",
        "a riichi on a noten hand that an exhaustive draw brings to light",
        Scene(plays="S - S riichi - ...", illegal=(Illegal.RIICHI_NOTEN,)),
        rules=_lets_riichi_be_wrong,
    ),
    _scripted(
        "noten_riichi_suucha",
        "four riichi in one hand, one of them on a noten hand",
        Scene(
            haipai={wind: _TENPAI[wind] for wind in "ESW"},
            plays="S riichi - W riichi - E riichi - N riichi -",
            illegal=(Illegal.RIICHI_NOTEN,),
        ),
        players=(4,),
        rules=lambda rules: rules.suucha_riichi and _lets_riichi_be_wrong(rules),
    ),
)

_CALLS: Final = (
    _scripted(
        "every_call",
        "chi, pon and the three kans in one hand; in a three-player game kita in place of chi",
        Scene(
            haipai={"S": "45m222z", "N": "99p", "W": "111s"},
            plays="E -3m S chi 45m -9s W -9p N pon -1m E -1s W kan -5m S ankan 2z - N kakan 9p - ...",
        ),
        sanma=Scene(
            haipai={"W": "99p", "S": "111s", "E": "222z"},
            plays="E kita -9p W pon -1s S kan - W kakan 9p - E ankan 2z - ...",
        ),
    ),
    _scripted(
        "kita_chain",
        "kita by every seat, two in a row by one",
        Scene(plays="E kita kita - S kita - W kita - ..."),
        players=(3,),
        rules=lambda rules: rules.nuki_dora,
    ),
)

DRAWS: Final = (*_EXHAUSTIVE, *_NAGASHI, *_ABORTIVE, *_KARATEN, *_WRONG, *_CALLS)
"""In the order in which users see them."""
