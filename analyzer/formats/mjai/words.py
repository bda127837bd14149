"""The words of mjai for yaku, as several writers spell them."""

from __future__ import annotations

from typing import Final

from analyzer.formats.tenhou6.words import DORA, DRAWS, KITA, YAKU, YAKU_NAMES, key

__all__ = ["DRAWS", "KNOWN_YAKU", "SANGENPAI", "WINDS", "YAKUMAN_IDS", "yaku_id"]

WINDS: Final = {"jikaze": YAKU_NAMES.index("自風 東"), "bakaze": YAKU_NAMES.index("場風 東")}
"""Id of East for the two yaku whose id depends on the wind."""
SANGENPAI: Final = "sangenpai"
"""One word for all three dragons, with so many han as there are."""
YAKUMAN_IDS: Final = range(YAKU_NAMES.index("天和"), DORA)

# Source: the yaku of Gimite's server, as public clients of it list them.  Its words for suuankou, chuuren
# poutou and kokushi musou are left out: they also stand for the other wait, which has an id of its own.
_GIMITE: Final = {
    "reach": "立直",
    "double_reach": "両立直",
    "menzenchin_tsumoho": "門前清自摸和",
    "tanyaochu": "断幺九",
    "ipeko": "一盃口",
    "rinshankaiho": "嶺上開花",
    "haiteiraoyue": "海底摸月",
    "hoteiraoyui": "河底撈魚",
    "sanshokudojun": "三色同順",
    "ikkitsukan": "一気通貫",
    "honchantaiyao": "混全帯幺九",
    "chitoitsu": "七対子",
    "toitoiho": "対々和",
    "sananko": "三暗刻",
    "honroto": "混老頭",
    "sanshokudoko": "三色同刻",
    "sankantsu": "三槓子",
    "shosangen": "小三元",
    "honiso": "混一色",
    "junchantaiyao": "純全帯幺九",
    "ryanpeko": "二盃口",
    "chiniso": "清一色",
    "tenho": "天和",
    "chiho": "地和",
    "daisangen": "大三元",
    "tsuiso": "字一色",
    "ryuiso": "緑一色",
    "chinroto": "清老頭",
    "daisushi": "大四喜",
    "shosushi": "小四喜",
    "sukantsu": "四槓子",
    "akadora": "赤ドラ",
    "uradora": "裏ドラ",
    "dora": "ドラ",
}
KNOWN_YAKU: Final = {
    key(word): YAKU_NAMES.index(name) for word, name in _GIMITE.items() if name in YAKU_NAMES
}


def yaku_id(word: str) -> int | None:
    """Id of a yaku that does not depend on a wind; a kita counts as a dora."""
    found = key(word)
    return DORA if found in KITA else KNOWN_YAKU.get(found, YAKU.get(found))
