"""The last entry of a hand: who won with what, or why nobody did, from Tenhou's words."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple, TypeAlias

from analyzer.mjlog.tenhou6.fields import Field
from analyzer.vocabulary import SEATS, DrawKind, Seat

__all__ = ["YAKU_NAMES", "Drawn", "Outcome", "Win", "outcome"]

_WON: Final = "和了"
_MOST_YAKU: Final = 24
_MOST_WINS: Final = 3

YAKU_NAMES: Final = (
    *("門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和", "断幺九", "一盃口"),
    *("自風 東", "自風 南", "自風 西", "自風 北", "場風 東", "場風 南", "場風 西", "場風 北"),
    *("役牌 白", "役牌 發", "役牌 中", "両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順"),
    *("三色同刻", "三槓子", "対々和", "三暗刻", "小三元", "混老頭", "二盃口", "純全帯幺九", "混一色"),
    *("清一色", "人和", "天和", "地和", "大三元", "四暗刻", "四暗刻単騎", "字一色", "緑一色", "清老頭"),
    *("九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双１３面", "大四喜", "小四喜", "四槓子"),
    *("ドラ", "裏ドラ", "赤ドラ"),
)
"""Yaku by the ids of AGARI."""
_OTHER_NAMES: Final = {
    "ダブル立直": "両立直",
    "海底撈月": "海底摸月",
    "対対和": "対々和",
    "断么九": "断幺九",
    "国士無双十三面": "国士無双１３面",
    "国士無双十三面待ち": "国士無双１３面",
    "九蓮宝灯": "九蓮宝燈",
    "純正九蓮宝灯": "純正九蓮宝燈",
}
"""Names that converters of other sites' logs write."""
_LIMITS: Final = {
    "": 0,
    "満貫": 1,
    "切り上げ満貫": 1,
    "跳満": 2,
    "倍満": 3,
    "三倍満": 4,
    "役満": 5,
    "数え役満": 5,
}
_DRAWS: Final = {
    "流局": DrawKind.EXHAUSTIVE,
    "全員聴牌": DrawKind.EXHAUSTIVE,
    "全員不聴": DrawKind.EXHAUSTIVE,
    "流し満貫": DrawKind.NAGASHI_MANGAN,
    "九種九牌": DrawKind.KYUUSHU_KYUUHAI,
    "四風連打": DrawKind.SUUFON_RENDA,
    "四家立直": DrawKind.SUUCHA_RIICHI,
    "四槓散了": DrawKind.SUUKAIKAN,
    "四開槓": DrawKind.SUUKAIKAN,
    "三家和了": DrawKind.SANCHAHOU,
    "三家和": DrawKind.SANCHAHOU,
}
_ALL_TENPAI: Final = "全員聴牌"
_NONE_TENPAI: Final = "全員不聴"

_SCORE: Final = re.compile(
    r"(?:(?P<fu>\d{1,3})符(?:\d{1,3})[飜翻番])?(?P<limit>\D*?)(?P<points>\d{1,7})(?:-(?P<dealer>\d{1,7}))?点"
    r"(?P<each>∀?)",
    re.ASCII,
)
_YAKU: Final = re.compile(r"(?P<name>[^()]+)\((?:(?P<han>\d{1,3})[飜翻番]|(?P<yakuman>役満))\)", re.ASCII)


class Win(NamedTuple):
    """One winner."""

    deltas: list[int]
    """Of four seats, points."""
    winner: Seat
    loser: Seat
    pao: Seat | None
    ten: str
    """``ten`` of AGARI with fu 0 where it is not stated; a text that cannot be read as it stands."""
    yaku: str
    yakuman: str
    """Attributes of AGARI; a name that is not known stands in ``yaku`` as written."""


class Drawn(NamedTuple):
    """A hand without a winner."""

    deltas: list[int]
    """Of four seats, points; zeros where the format leaves them out."""
    kind: DrawKind | None
    """None for a label that is not known."""
    label: str
    tenpai: frozenset[Seat] | None
    """Seats that are said to be tenpai, by the label or by who is paid; None where nothing is said."""


Outcome: TypeAlias = "tuple[Win, ...] | Drawn"


def outcome(field: Field, players: int) -> Outcome:
    """How a hand ended.

    Raises:
        MalformedLog: When it is no result.
    """
    entries = field.items(range(1, 2 * _MOST_WINS + 2), "a result: '和了' or the kind of draw, and payments")
    label = entries[0].text("a result in words")
    if label != _WON:
        if len(entries) > 2:
            raise field.error("the kind of draw and at most one list of payments")
        return _drawn(label, entries[1:], players)
    if len(entries) % 2 == 0 or len(entries) == 1:
        raise field.error("'和了', and payments and a win of one to three winners")
    return tuple(_win(entries[place], entries[place + 1], players) for place in range(1, len(entries), 2))


def _drawn(label: str, payments: list[Field], players: int) -> Drawn:
    deltas = payments[0].points(players) if payments else [0] * SEATS
    seats = range(players)
    tenpai: frozenset[Seat] | None = None
    if label == _ALL_TENPAI:
        tenpai = frozenset(seats)
    elif label == _NONE_TENPAI:
        tenpai = frozenset()
    elif _DRAWS.get(label) == DrawKind.EXHAUSTIVE and any(deltas):
        tenpai = frozenset(seat for seat in seats if deltas[seat] > 0)
    return Drawn(deltas, _DRAWS.get(label), label, tenpai)


def _win(payments: Field, win: Field, players: int) -> Win:
    entries = win.items(range(4, _MOST_YAKU + 5), "winner, from whom, liable seat, points and yaku")
    who, source, liable = (one.number(0, players - 1, f"a seat of {players}") for one in entries[:3])
    yaku, yakuman = _yaku([one.text("a yaku with its han") for one in entries[4:]])
    return Win(
        payments.points(players),
        who,
        source,
        None if liable == who else liable,
        _ten(entries[3].text("fu and points in words"), players),
        yaku,
        yakuman,
    )


def _ten(text: str, players: int) -> str:
    """Fu, points and limit of words such as ``30符3飜3900点``, ``満貫2000-4000点`` or ``跳満6000点∀``."""
    match = _SCORE.fullmatch("".join(text.split()))
    limit = None if match is None else _LIMITS.get(match["limit"])
    if match is None or limit is None:
        return text
    points = int(match["points"])
    if match["dealer"]:
        points = points * (players - 2) + int(match["dealer"])
    elif match["each"]:
        points *= players - 1
    return f"{int(match['fu'] or 0)},{points},{limit}"


def _key(name: str) -> str:
    """A name without blanks and width of its characters."""
    return "".join(unicodedata.normalize("NFKC", name).replace(":", "").split())


_YAKU_IDS: Final = {_key(name): number for number, name in enumerate(YAKU_NAMES)}
_YAKU_IDS.update({_key(other): _YAKU_IDS[_key(name)] for other, name in _OTHER_NAMES.items()})


def _yaku(texts: list[str]) -> tuple[str, str]:
    """Attributes ``yaku`` and ``yakuman`` of words such as ``立直(1飜)`` and ``大三元(役満)``."""
    yaku: list[str] = []
    yakuman: list[str] = []
    for text in texts:
        match = _YAKU.fullmatch(text)
        number = None if match is None else _YAKU_IDS.get(_key(match["name"]))
        if match is None or number is None:
            yaku.append(text)
        elif match["yakuman"]:
            yakuman.append(str(number))
        else:
            yaku += [str(number), str(int(match["han"]))]
    return ",".join(yaku), ",".join(yakuman)
