"""The words of mjai: tiles as ``5m``, ``5mr`` or ``0m``, ``E`` to ``C``; yaku as writers spell them."""

from __future__ import annotations

from typing import Final

from analyzer.formats.builder import RED_FACES, Face
from analyzer.formats.tenhou6.words import DORA, DRAWS, KITA, YAKU, YAKU_NAMES, key
from analyzer.vocabulary import KINDS

__all__ = ["DRAWS", "FACE_OF", "KNOWN_YAKU", "PLAIN", "SANGENPAI", "UNKNOWN_TILE", "WINDS", "YAKUMAN_IDS"]
__all__ += ["yaku_id"]

UNKNOWN_TILE: Final = "?"
_HONOURS: Final = "ESWNPFC"
PLAIN: Final = tuple(
    f"{kind % 9 + 1}{'mps'[kind // 9]}" if kind < 27 else _HONOURS[kind - 27] for kind in range(KINDS)
)
"""By kind: a tile that is no red five."""
FACE_OF: Final[dict[str, Face]] = {text: kind for kind, text in enumerate(PLAIN)} | {
    text: RED_FACES[kind]
    for kind in RED_FACES
    # Some dialects write red fives with a zero.
    for text in (f"{PLAIN[kind]}r", f"0{PLAIN[kind][1]}")
}


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


def yaku_id(found: str) -> int | None:
    """Id of a yaku by the key of its word, if it does not depend on a wind; a kita counts as a dora."""
    return DORA if found in KITA else KNOWN_YAKU.get(found, YAKU.get(found))
