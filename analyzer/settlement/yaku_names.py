"""The yaku of Tenhou by id: names, han, and the order in which a win lists them."""

from __future__ import annotations

import tomllib
from enum import unique
from pathlib import Path
from typing import Final

from analyzer.kernels import numbered
from analyzer.rules.grades import DoubleYakuman
from analyzer.vocabulary import Code

NO_YAKU: Final = 255
"""Marks an empty place in an array of yaku ids (uint8)."""


@unique
class Yaku(Code):
    """Ids as in the attributes ``yaku`` and ``yakuman`` of AGARI."""

    MENZEN_TSUMO = 0
    RIICHI = 1
    IPPATSU = 2
    CHANKAN = 3
    RINSHAN = 4
    HAITEI = 5
    HOUTEI = 6
    PINFU = 7
    TANYAO = 8
    IIPEIKOU = 9
    SEAT_EAST = 10
    SEAT_SOUTH = 11
    SEAT_WEST = 12
    SEAT_NORTH = 13
    ROUND_EAST = 14
    ROUND_SOUTH = 15
    ROUND_WEST = 16
    ROUND_NORTH = 17
    HAKU = 18
    HATSU = 19
    CHUN = 20
    DOUBLE_RIICHI = 21
    CHIITOITSU = 22
    CHANTA = 23
    ITTSUU = 24
    SANSHOKU = 25
    SANSHOKU_DOUKOU = 26
    SANKANTSU = 27
    TOITOI = 28
    SANANKOU = 29
    SHOUSANGEN = 30
    HONROUTOU = 31
    RYANPEIKOU = 32
    JUNCHAN = 33
    HONITSU = 34
    CHINITSU = 35
    RENHOU = 36
    TENHOU = 37
    CHIIHOU = 38
    DAISANGEN = 39
    SUUANKOU = 40
    SUUANKOU_TANKI = 41
    TSUUIISOU = 42
    RYUUIISOU = 43
    CHINROUTOU = 44
    CHUUREN = 45
    PURE_CHUUREN = 46
    KOKUSHI = 47
    KOKUSHI_THIRTEEN = 48
    DAISUUSHII = 49
    SHOUSUUSHII = 50
    SUUKANTSU = 51
    DORA = 52
    URA_DORA = 53
    AKA_DORA = 54

    @property
    def text(self) -> str:
        """Name in reports, as ``sanshoku doukou``."""
        return self.name.lower().replace("_", " ")


YAKU: Final = numbered(Yaku)
BIT: Final = numbered({name: 1 << yaku for name, yaku in Yaku.__members__.items()})
"""The bit of each yaku in a mask."""

HAN_CLOSED: Final = (
    *(1,) * 21,  # 0-20: tsumo to chun, iipeikou among them
    *(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2),  # 21-31: double riichi to honroutou
    *(3, 3, 3, 6),  # 32-35: ryanpeikou, junchan, honitsu, chinitsu
    5,  # 36: renhou, where it is no yakuman
    *(0,) * 18,  # yakuman and dora are counted elsewhere
)
"""Han of each id in a closed hand."""
HAN_OPEN: Final = (
    *(0, 0, 0, 1, 1, 1, 1, 0, 1, 0),  # 0-9: closed only, but for chankan to houtei and tanyao
    *(1,) * 11,  # 10-20: winds and dragons
    *(0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2),  # 21-31: chanta, ittsuu, sanshoku lose one
    *(0, 2, 2, 5),  # 32-35
    *(0,) * 19,
)
"""Han of each id in an open hand; 0 where the yaku needs a closed one."""

TWICE: Final = {
    DoubleYakuman.SUUANKOU_TANKI: Yaku.SUUANKOU_TANKI,
    DoubleYakuman.PURE_CHUUREN: Yaku.PURE_CHUUREN,
    DoubleYakuman.KOKUSHI_THIRTEEN: Yaku.KOKUSHI_THIRTEEN,
    DoubleYakuman.DAISUUSHII: Yaku.DAISUUSHII,
}
"""Yakuman that count twice where the rules say so."""

YAKUHAI_PLACE: Final = -1
"""Stands in `LISTED_YAKU` for winds and dragons, which follow the order of the sets."""

# Observed: 4,639 wins of 2009-2022 hold this order without exception, pair by pair where both ids occur.
# No win of theirs has 27, 31, or 26 with a wind or dragon: those places are a guess.
LISTED_YAKU: Final = (
    *(1, 21, 2, 3, 4, 5, 6, 0, 7, 22, 30, 32, 9, 24, 25, 29, 28, 27, 26, 8),
    YAKUHAI_PLACE,
    *(31, 23, 33, 34, 35, 36),
)
"""Order in which a win lists its yaku, before dora."""
LISTED_LAST: Final = (52, 54, 53)
"""The dora at the end of the list, in order: dora, red fives, ura."""
# Observed: 50 before 40 before 42; the rest is a guess by the order of the lesser forms.
LISTED_YAKUMAN: Final = (37, 38, 36, 47, 48, 39, 49, 50, 40, 41, 51, 42, 44, 43, 45, 46)
"""Order in which a win lists its yakuman."""


STANDS_BEFORE: Final[dict[int, tuple[int, ...]]] = {
    Yaku[yaku.upper()]: tuple(Yaku[other.upper()] for other in others)
    for yaku, others in tomllib.loads(
        Path(__file__).with_name("yaku_order.toml").read_text(encoding="utf-8")
    ).items()
}
"""By id of a yaku, the ids of those it stands before in ``yaku`` of AGARI; other pairs are not known."""

_SAME_TILE: Final = ((14, 10), (15, 11), (16, 12))
"""Wind of the round before that of the seat, where one set is both."""
_YAKUHAI: Final = range(10, 21)


def _must_follow() -> tuple[int, ...]:
    # Two sets of yakuhai stand as in the hand: 16 before 18 and before 20 was seen once each, by chance.
    masks = [0] * (max(STANDS_BEFORE) + 1)
    for yaku, others in STANDS_BEFORE.items():
        for other in others:
            if yaku not in _YAKUHAI or other not in _YAKUHAI or (yaku, other) in _SAME_TILE:
                masks[yaku] |= 1 << other
    return tuple(masks)


MUST_FOLLOW: Final = _must_follow()
"""By id of a yaku, a mask of the ids that never stand before it, two sets of yakuhai left out."""
