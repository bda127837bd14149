"""Pao (包): yakuman whose last call makes its giver pay, by tsumo, by ron, and beside other yakuman."""

from __future__ import annotations

from typing import Final

from analyzer.rules import RuleSet
from analyzer.rules.grades import Liability
from analyzer.simulate.scripts.scene import Scenario, Scene, Script
from analyzer.simulate.scripts.tehai import DEALER_WINS

__all__ = ["PAO"]

_BOTH: Final = (3, 4)


def _daisangen(rules: RuleSet) -> bool:
    return Liability.DAISANGEN in rules.pao


def _daisuushii(rules: RuleSet) -> bool:
    return Liability.DAISUUSHII in rules.pao


_THREE_DRAGONS: Final = "E -5z S pon -1p E -6z S pon -9p W -7z S pon -9m "
"""South calls White and Green from East, then Red from West, who is liable."""
_FOUR_WINDS: Final = "E -1z S pon -1p E -2z S pon -9p E -3z S pon -9m W -4z S pon -1s "
"""South calls East, South and West from East, then North from West, who is liable."""


def _dragons(end: str, rest: str = "56p44s") -> Scene:
    """Three dragons called by South; ``rest`` are its other tiles, and ``end`` how it wins."""
    return Scene(haipai={"S": f"9m19p{rest}556677z"}, dora="9m", plays=_THREE_DRAGONS + end)


def _winds(end: str) -> Scene:
    """Four winds called by South, which waits for 5p."""
    return Scene(haipai={"S": "9m159p1s11223344z"}, dora="8s", plays=_FOUR_WINDS + end)


PAO: Final = (
    Scenario(
        name="pao_daisangen_tsumo",
        meaning="daisangen by tsumo: the giver of the third set of dragons pays all",
        players=_BOTH,
        rules=_daisangen,
        script=Script((_dragons("S +7p tsumo"),)),
    ),
    Scenario(
        name="pao_daisangen_ron",
        meaning="daisangen by ron with a honba: giver and discarder share it, the honba is the giver's",
        players=_BOTH,
        rules=_daisangen,
        script=Script((DEALER_WINS, _dragons("E +7p - S ron"))),
        shows=(1,),
    ),
    Scenario(
        name="pao_daisangen_ron_from_giver",
        meaning="daisangen by ron from the giver itself",
        players=_BOTH,
        rules=_daisangen,
        script=Script((_dragons("W +7p - S ron"),)),
    ),
    Scenario(
        name="pao_beside_another_yakuman",
        meaning="daisangen and tsuuiisou by tsumo: how much of it the giver pays is the rule set's",
        players=_BOTH,
        rules=_daisangen,
        script=Script((_dragons("S +2z tsumo", "1122z"),)),
    ),
    Scenario(
        name="pao_daisuushii_tsumo",
        meaning="daisuushii by tsumo: the giver of the fourth set of winds pays all",
        rules=_daisuushii,
        script=Script((_winds("S +5p tsumo"),)),
    ),
    Scenario(
        name="pao_daisuushii_ron",
        meaning="daisuushii by ron: giver and discarder share it",
        rules=_daisuushii,
        script=Script((_winds("E +5p - S ron"),)),
    ),
)
"""Every scenario of this module; a fourth kan by call is `suukantsu` of the yakuman."""
