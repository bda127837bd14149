"""All known words for yaku, limits, kinds of draw and rooms in JSON of tenhou.net/6.

Tenhou writes Japanese.  Converters of Mahjong Soul's logs write the Japanese, English or Chinese words of
that client, or romanised words.  Words are compared by `key`, so width, case, blanks and punctuation do not
matter.
Source: documents of the site, and the words in tensoul, tensoul-py, mjai-reviewer and InjusticeJudge,
including the names of yaku, rooms and modes that they copy from the client of Mahjong Soul.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from analyzer.vocabulary import DrawKind

__all__ = [
    "DORA",
    "DRAWS",
    "KITA",
    "LIMITS",
    "NO_RESULT",
    "PREVALENT_WIND",
    "ROOMS",
    "SEAT_WIND",
    "WON",
    "YAKU",
    "YAKUMAN",
    "YAKU_NAMES",
    "key",
]

DORA: Final = 52
"""Tenhou counts each kita as one more dora."""

YAKU_NAMES: Final = (
    *("門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和", "断幺九", "一盃口"),
    *("自風 東", "自風 南", "自風 西", "自風 北", "場風 東", "場風 南", "場風 西", "場風 北"),
    *("役牌 白", "役牌 發", "役牌 中", "両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順"),
    *("三色同刻", "三槓子", "対々和", "三暗刻", "小三元", "混老頭", "二盃口", "純全帯幺九", "混一色"),
    *("清一色", "人和", "天和", "地和", "大三元", "四暗刻", "四暗刻単騎", "字一色", "緑一色", "清老頭"),
    *("九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双１３面", "大四喜", "小四喜", "四槓子"),
    *("ドラ", "裏ドラ", "赤ドラ"),
)
"""Names of yaku by the ids of AGARI."""

_YAKU: Final[dict[str, tuple[str, ...]]] = {
    "門前清自摸和": ("门前清自摸和", "Fully Concealed Hand", "Menzen Tsumo", "Menzenchin Tsumohou", "Tsumo"),
    "立直": ("Riichi", "リーチ"),
    "一発": ("一发", "一發", "Ippatsu"),
    "槍槓": ("搶槓", "枪杠", "抢杠", "Robbing a Kan", "Chankan"),
    "嶺上開花": ("岭上开花", "After a Kan", "Rinshan Kaihou", "Rinshan"),
    "海底摸月": ("海底撈月", "海底捞月", "Under the Sea", "Haitei Raoyue", "Haitei"),
    "河底撈魚": ("河底捞鱼", "Under the River", "Houtei Raoyui", "Houtei"),
    "平和": ("Pinfu",),
    "断幺九": ("断么九", "斷么九", "斷幺九", "All Simples", "Tanyao"),
    "一盃口": ("一杯口", "Pure Double Sequence", "Iipeikou", "Iipeiko"),
    "役牌 白": ("白", "White Dragon", "Haku", "Yakuhai Haku"),
    "役牌 發": ("役牌 发", "役牌 発", "發", "Green Dragon", "Hatsu", "Yakuhai Hatsu"),
    "役牌 中": ("中", "Red Dragon", "Chun", "Yakuhai Chun"),
    "両立直": ("ダブル立直", "ダブルリーチ", "两立直", "兩立直", "Double Riichi", "Daburu Riichi"),
    "七対子": ("七对子", "七對子", "Seven Pairs", "Chiitoitsu", "Chiitoi"),
    "混全帯幺九": ("混全带幺九", "混全帶么九", "混全帯么九", "Half Outside Hand", "Chanta"),
    "一気通貫": ("一气通贯", "一氣通貫", "Pure Straight", "Ikkitsuukan", "Ittsuu", "Ittsu"),
    "三色同順": ("三色同顺", "Mixed Triple Sequence", "Sanshoku Doujun", "Sanshoku"),
    "三色同刻": ("Triple Triplets", "Sanshoku Doukou"),
    "三槓子": ("三杠子", "Three Quads", "Sankantsu"),
    "対々和": ("対対和", "对对和", "對對和", "All Triplets", "Toitoi", "Toitoihou"),
    "三暗刻": ("Three Concealed Triplets", "Sanankou"),
    "小三元": ("Little Three Dragons", "Shousangen"),
    "混老頭": ("混老头", "All Terminals and Honors", "All Terminals and Honours", "Honroutou"),
    "二盃口": ("二杯口", "Twice Pure Double Sequence", "Ryanpeikou", "Ryanpeiko"),
    "純全帯幺九": (
        "纯全带幺九",
        "純全帶么九",
        "純全帯么九",
        "Fully Outside Hand",
        "Junchan",
        "Junchantaiyao",
    ),
    "混一色": ("Half Flush", "Honitsu", "Honiisou"),
    "清一色": ("Full Flush", "Chinitsu", "Chiniisou"),
    "人和": ("Hand of Man", "Renhou"),
    "天和": ("Blessing of Heaven", "Tenhou"),
    "地和": ("Blessing of Earth", "Chiihou"),
    "大三元": ("Big Three Dragons", "Daisangen"),
    "四暗刻": ("Four Concealed Triplets", "Suuankou"),
    "四暗刻単騎": (*("四暗刻单骑", "四暗刻單騎", "Single-wait Four Concealed Triplets", "Suuankou Tanki"),),
    "字一色": ("All Honors", "All Honours", "Tsuuiisou"),
    "緑一色": ("绿一色", "綠一色", "All Green", "Ryuuiisou"),
    "清老頭": ("清老头", "All Terminals", "Chinroutou"),
    "九蓮宝燈": ("九蓮宝灯", "九莲宝灯", "九蓮寶燈", "Nine Gates", "Chuuren Poutou"),
    "純正九蓮宝燈": (
        *("純正九蓮宝灯", "纯正九莲宝灯", "純正九蓮寶燈", "True Nine Gates", "Junsei Chuuren Poutou"),
    ),
    "国士無双": ("国士无双", "國士無雙", "Thirteen Orphans", "Kokushi Musou"),
    "国士無双１３面": (
        *("国士無双１３面待ち", "国士無双十三面", "国士無双十三面待ち", "国士无双十三面", "國士無雙十三面"),
        *("Thirteen-wait Thirteen Orphans", "Kokushi Musou Juusanmen", "Kokushi Musou Juusanmen Machi"),
    ),
    "大四喜": ("Four Big Winds", "Big Four Winds", "Daisuushii", "Daisuushi"),
    "小四喜": ("Four Little Winds", "Little Four Winds", "Shousuushii", "Shousuushi"),
    "四槓子": ("四杠子", "Four Quads", "Suukantsu"),
    "ドラ": ("宝牌", "寶牌", "Dora"),
    "裏ドラ": ("里宝牌", "裡寶牌", "裏寶牌", "Ura Dora", "Ura"),
    "赤ドラ": ("红宝牌", "紅寶牌", "Red Five", "Red Fives", "Red Dora", "Aka Dora", "Aka"),
}
"""Other words for a yaku."""
_SEAT_WIND: Final = (
    *("役牌:自風牌", "自風牌", "自風", "役牌:门风牌", "役牌:自风牌", "门风牌", "役牌:門風牌", "門風牌"),
    *("Seat Wind", "Jikaze", "Yakuhai Jikaze"),
)
_PREVALENT_WIND: Final = (
    *("役牌:場風牌", "場風牌", "場風", "役牌:场风牌", "场风牌"),
    *("Prevalent Wind", "Round Wind", "Bakaze", "Yakuhai Bakaze"),
)
_KITA: Final = (
    *("抜きドラ", "抜き北", "北ドラ", "拔北宝牌", "拔北寶牌", "拔北"),
    *("Kita", "Nuki Dora", "North Dora", "Pei Dora"),
)
_YAKUMAN: Final = (
    *("役満", "役满", "役滿", "ダブル役満", "２倍役満", "両倍役満", "两倍役满", "トリプル役満", "３倍役満"),
    *("Yakuman", "Double Yakuman", "Triple Yakuman", "Yakuman x2"),
)
_LIMITS: Final = (
    ("",),
    (
        *("満貫", "满贯", "滿貫", "切り上げ満貫", "切上満貫", "切上满贯"),
        *("Mangan", "Kiriage Mangan", "Rounded Mangan"),
    ),
    ("跳満", "跳满", "跳滿", "Haneman"),
    ("倍満", "倍满", "倍滿", "Baiman"),
    ("三倍満", "三倍满", "三倍滿", "Sanbaiman"),
    (
        *_YAKUMAN,
        *("数え役満", "累计役满", "累計役滿", "Kazoe Yakuman", "Counted Yakuman"),
        *("四倍役満", "４倍役満", "五倍役満", "５倍役満", "六倍役満", "６倍役満", "Quadruple Yakuman"),
    ),
)
"""By the third number of ``ten``."""
_DRAWS: Final[dict[DrawKind, tuple[str, ...]]] = {
    DrawKind.EXHAUSTIVE: (
        *("流局", "荒牌流局", "荒牌平局", "全員聴牌", "全員不聴", "Ryuukyoku", "Ryukyoku", "Draw"),
        *("Exhaustive Draw", "Howaipai Ryuukyoku"),
    ),
    DrawKind.NAGASHI_MANGAN: (*("流し満貫", "流局满贯", "流局滿貫", "Nagashi Mangan", "Mangan at Draw"),),
    DrawKind.KYUUSHU_KYUUHAI: (
        *("九種九牌", "九种九牌", "Kyuushu Kyuuhai", "Kyuushuu Kyuuhai", "Nine Terminal Abortion"),
        *("Nine Terminals", "Nine Different Terminals and Honors", "Nine Terminals and Honors"),
    ),
    DrawKind.SUUFON_RENDA: (
        *("四風連打", "四风连打", "四風子連打", "Suufon Renda", "Suufuu Renda", "Four Wind Abortion"),
        *("Four Winds", "Four Wind Discarded", "Four Winds Discarded"),
    ),
    DrawKind.SUUCHA_RIICHI: (
        *("四家立直", "四人立直", "Suucha Riichi", "Suuchariichi", "Four Riichi Abortion"),
        *("Four Riichi", "Four Riichis", "Four Player Riichi", "Quadruple Riichi"),
    ),
    DrawKind.SUUKAIKAN: (
        *("四槓散了", "四開槓", "四杠散了", "四槓流れ", "Suukaikan", "Suukan Sanra", "Suukan Nagare"),
        *("Four Kan Abortion", "Four Kans", "Four Quads"),
    ),
    DrawKind.SANCHAHOU: (
        *("三家和了", "三家和", "Sanchahou", "Three Ron Abortion", "Three Rons", "Triple Ron"),
    ),
}
_WON: Final = ("和了", "Agari", "胡了", "和牌")
_NO_RESULT: Final = ("", "不明", "未知", "Unknown")
"""Labels in positions that somebody drew in an editor."""
_ROOMS: Final = {
    "ranked": (
        *("銅の間", "銀の間", "金の間", "玉の間", "王座の間"),
        *(
            "铜之间",
            "银之间",
            "金之间",
            "玉之间",
            "王座间",
            "王座之间",
            "銅之間",
            "銀之間",
            "金之間",
            "玉之間",
        ),
        *("Bronze Room", "Silver Room", "Gold Room", "Jade Room", "Throne Room"),
        *("Bronze", "Silver", "Gold", "Jade", "Throne"),
        # The wiki says that it has the rules of the ranked rooms.
        *("交流の間", "Casual Match", "Casual Room", "休闲普通场"),
    ),
    "hosted": (
        *("友人戦", "友人战", "友人场", "友人", "Friendly", "Friendly Match", "Friendly Room"),
        # "Tounament" is a typing error in the most copied converter.
        *("大会戦", "大会", "比赛场", "Tounament", "Tournament", "Tournament Match"),
    ),
}
"""Rooms of Mahjong Soul: those with fixed rules, and those whose host may change any rule."""


def key(word: str) -> str:
    """A word without what writers vary: width, case, blanks and punctuation."""
    return "".join(char for char in unicodedata.normalize("NFKC", word).casefold() if char.isalnum())


def _keys(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(key, words))


YAKU: Final = {key(name): number for number, name in enumerate(YAKU_NAMES)} | {
    key(word): YAKU_NAMES.index(name) for name, words in _YAKU.items() for word in words
}
"""Id by key, for yaku whose id does not depend on a wind."""
SEAT_WIND: Final = _keys(_SEAT_WIND)
PREVALENT_WIND: Final = _keys(_PREVALENT_WIND)
KITA: Final = _keys(_KITA)
YAKUMAN: Final = _keys(_YAKUMAN)
"""Words that stand for the han of a yakuman."""
LIMITS: Final = {key(word): number for number, words in enumerate(_LIMITS) for word in words}
DRAWS: Final = {key(word): kind for kind, words in _DRAWS.items() for word in words}
WON: Final = _keys(_WON)
NO_RESULT: Final = _keys(_NO_RESULT)
ROOMS: Final = {key(word): kind for kind, words in _ROOMS.items() for word in words}
"""``ranked`` or ``hosted`` by key."""
