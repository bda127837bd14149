"""The last entry of a hand: wins or the kind of draw, in the words of many writers."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple, TypeAlias

from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.words import (
    DORA,
    DRAWS,
    KITA,
    LIMITS,
    NO_RESULT,
    PREVALENT_WIND,
    SEAT_WIND,
    WON,
    YAKU,
    YAKU_NAMES,
    YAKUMAN,
    key,
)
from analyzer.vocabulary import SEATS, DrawKind, Seat

__all__ = ["URA_DORA", "Drawn", "Outcome", "Win", "Worth", "outcome"]

_MOST_YAKU: Final = 24
_MOST_WINS: Final = 3
_LONGEST_WORD: Final = 60
"""Unknown words are kept up to this many characters."""

_SEAT_WIND_EAST: Final = YAKU_NAMES.index("自風 東")
_PREVALENT_WIND_EAST: Final = YAKU_NAMES.index("場風 東")
URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_KINDS_OF_DORA: Final = range(DORA, len(YAKU_NAMES))
_YAKUMAN_IDS: Final = range(YAKU_NAMES.index("天和"), DORA)

_ALL_TENPAI: Final = "全員聴牌"
_NONE_TENPAI: Final = "全員不聴"

_SCORE: Final = re.compile(
    r"(?:(?P<fu>\d{1,3})(?:符|fu))?(?:(?P<han>\d{1,3})(?:[飜翻番]|han|fan))?(?P<limit>(?:\d倍)?[^\d-]*?)"
    r"(?:(?P<points>\d{1,7})(?:-(?P<dealer>\d{1,7}))?(?:点|點|points|pts)?(?P<each>∀|all|オール)?)?",
    re.ASCII,
)
_YAKU: Final = re.compile(r"(?P<name>[^()]+)\((?P<value>[^()]+)\)")
_HAN: Final = re.compile(r"(\d{1,3})(?:[飜翻番]|han|fan)", re.ASCII | re.IGNORECASE)


class Worth(NamedTuple):
    """The claimed value of a win; a number is None when not stated, limit is 0 when none is named."""

    fu: int | None
    han: int | None
    points: int | None
    limit: int


class Win(NamedTuple):
    """One winner."""

    deltas: list[int] | None
    """Of four seats, points; None when not stated."""
    winner: Seat
    loser: Seat
    pao: Seat | None
    worth: Worth
    yaku: dict[int, int]
    """Han by id, without unknown yaku."""
    yakuman: list[int]
    unknown_worth: str | None
    """The text for fu and points when it cannot be read."""
    unknown_yaku: tuple[str, ...]
    """Texts of yaku that cannot be read."""


class Drawn(NamedTuple):
    """A hand without a winner."""

    deltas: list[int] | None
    """Of four seats, points; when left out, zeros of a known kind of draw, and None of an unknown one."""
    kind: DrawKind | None
    """None for an unknown label."""
    label: str
    """As written."""
    tenpai: frozenset[Seat] | None
    """Tenpai seats by the label or by the payments; None when neither tells."""


Outcome: TypeAlias = "tuple[Win, ...] | Drawn | None"


def outcome(field: Field, players: int, kyoku: int) -> Outcome:
    """How a hand ended; None when the document does not say, as in positions drawn in an editor.

    Args:
        field: The last entry of the hand.
        players: 3 or 4.
        kyoku: Of the hand; it tells seat wind and prevalent wind apart.

    Raises:
        MalformedLog: When the entry is no result.
    """
    entries = field.items(range(2 * _MOST_WINS + 2), "a result: '和了' or the kind of draw, and payments")
    if not entries:
        return None
    label = entries[0].text("a result in words")
    if key(label) in WON:
        if len(entries) % 2 == 0 or len(entries) == 1:
            raise field.error("'和了', and payments and a win of one to three winners")
        places = range(1, len(entries), 2)
        return tuple(_win(entries[place], entries[place + 1], players, kyoku) for place in places)
    if key(label) in NO_RESULT and len(entries) == 1:
        return None
    if len(entries) > 2:
        raise field.error("the kind of draw and at most one list of payments")
    return _drawn(label, entries[1:], players)


def _drawn(label: str, payments: list[Field], players: int) -> Drawn:
    kind = DRAWS.get(key(label))
    deltas = _points(payments[0], players) if payments else None
    if deltas is None and kind is not None:
        deltas = [0] * SEATS
    seats = range(players)
    tenpai: frozenset[Seat] | None = None
    if label == _ALL_TENPAI:
        tenpai = frozenset(seats)
    elif label == _NONE_TENPAI:
        tenpai = frozenset()
    elif kind == DrawKind.EXHAUSTIVE and deltas is not None and _is_noten_payment(deltas[:players]):
        tenpai = frozenset(seat for seat in seats if deltas[seat] > 0)
    return Drawn(deltas, kind, label[:_LONGEST_WORD], tenpai)


def _points(payments: Field, players: int) -> list[int] | None:
    """Payments of four seats; an empty list states none."""
    return None if payments.value == [] else payments.points(players)


def _is_noten_payment(deltas: list[int]) -> bool:
    """Whether some are paid alike and all others pay alike, so that it tells who is tenpai."""
    paid, pay = ({delta for delta in deltas if sign * delta > 0} for sign in (1, -1))
    return len(paid) == len(pay) == 1 and 0 not in deltas and sum(deltas) == 0


def _win(payments: Field, win: Field, players: int, kyoku: int) -> Win:
    entries = win.items(range(3, _MOST_YAKU + 5), "winner, from whom, liable seat, points and yaku")
    who, source, liable = (one.number(0, players - 1, f"a seat of {players}") for one in entries[:3])
    words = ("fu and points in words", *["a yaku with its han"] * _MOST_YAKU)
    texts = [one.text(what) for one, what in zip(entries[3:], words, strict=False)]
    # Some writers leave out the text for fu and points and begin with the yaku.
    stated = texts.pop(0) if texts and not _YAKU.fullmatch(_plain(texts[0])) else ""
    worth = _worth(stated, players)
    winds = (kyoku // SEATS, (who - kyoku % SEATS) % players)
    yaku, yakuman, unknown = _yaku(texts, *winds)
    return Win(
        _points(payments, players),
        who,
        source,
        None if liable == who else liable,
        worth or Worth(None, None, None, 0),
        yaku,
        yakuman,
        None if worth else stated[:_LONGEST_WORD],
        unknown,
    )


def _plain(text: str) -> str:
    """A text with characters of one width and no blanks at its ends."""
    return unicodedata.normalize("NFKC", text).strip()


def _worth(text: str, players: int) -> Worth | None:
    """The value that words such as ``30符3飜3900点``, ``満貫2000-4000点`` or ``Haneman 6000点∀`` state."""
    match = _SCORE.fullmatch("".join(_plain(text).casefold().split()))
    limit = None if match is None else LIMITS.get(key(match["limit"]))
    if match is None or limit is None:
        return None
    fu, han, points = (None if match[name] is None else int(match[name]) for name in ("fu", "han", "points"))
    if points is not None and match["dealer"]:
        points = points * (players - 2) + int(match["dealer"])
    elif points is not None and match["each"]:
        points *= players - 1
    return Worth(fu, han, points, limit)


def _yaku_id(name: str, prevalent_wind: int, seat_wind: int) -> int | None:
    """Id of a yaku by its words; a kita counts as a dora."""
    word = key(name)
    if word in SEAT_WIND:
        return _SEAT_WIND_EAST + seat_wind
    if word in PREVALENT_WIND:
        return _PREVALENT_WIND_EAST + prevalent_wind
    return DORA if word in KITA else YAKU.get(word)


def _yaku(
    texts: list[str], prevalent_wind: int, seat_wind: int
) -> tuple[dict[int, int], list[int], tuple[str, ...]]:
    """Han by id and ids of yakuman of words such as ``立直(1飜)`` and ``大三元(役満)``, and unknown words."""
    han_of: dict[int, int] = {}
    yakuman: list[int] = []
    unknown: list[str] = []
    for text in texts:
        match = _YAKU.fullmatch(_plain(text))
        number = None if match is None else _yaku_id(match["name"], prevalent_wind, seat_wind)
        han = None if match is None else _HAN.fullmatch("".join(match["value"].split()))
        if match is None or number is None or (han is None and key(match["value"]) not in YAKUMAN):
            unknown.append(text[:_LONGEST_WORD])
        elif han is None or number in _YAKUMAN_IDS:
            yakuman.append(number)
        # Dora of 0 han claim nothing; but Tenhou writes ura dora of 0 han.
        elif int(han[1]) or number not in _KINDS_OF_DORA or number == URA_DORA:
            han_of[number] = han_of.get(number, 0) + int(han[1])
    return han_of, yakuman, tuple(unknown)
