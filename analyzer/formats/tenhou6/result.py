"""The last entry of a hand: wins or the kind of draw, in the words of many writers."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from analyzer.formats.builder import Claimed
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Claim, Contradiction, Oddity
from analyzer.formats.tenhou6 import words
from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.words import DORA, YAKU_NAMES, key
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, DrawKind, EndKind, Seat

__all__ = ["URA_DORA", "Result", "read_results"]

_MOST_YAKU: Final = 24
_MOST_WINS: Final = 3
_LONGEST_WORD: Final = 60
"""Unknown words are kept up to this many characters."""
_LONGEST_KNOWN: Final = 100
"""Longer words are unknown."""
_FEW: Final = 1 << 10
"""Words that are kept with their meaning: most occur again and again."""

_SEAT_WIND_EAST: Final = YAKU_NAMES.index("自風 東")
_PREVALENT_WIND_EAST: Final = YAKU_NAMES.index("場風 東")
URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
_KINDS_OF_DORA: Final = range(DORA, len(YAKU_NAMES))
_YAKUMAN_IDS: Final = range(YAKU_NAMES.index("天和"), DORA)
_TENPAI: Final = {"全員聴牌": True, "全員不聴": False}
"""Whether everybody is tenpai, or nobody, by the words for it."""

_SCORE: Final = re.compile(
    r"(?:(?P<fu>\d{1,3})(?:符|fu))?(?:(?P<han>\d{1,3})(?:[飜翻番]|han|fan))?(?P<limit>(?:\d倍)?[^\d-]*?)"
    r"(?:(?P<points>\d{1,7})(?:-(?P<dealer>\d{1,7}))?(?:点|點|points|pts)?(?P<each>∀|all|オール)?)?",
    re.ASCII,
)
_YAKU: Final = re.compile(r"(?P<name>[^()]+)\((?P<value>[^()]+)\)")
_HAN: Final = re.compile(r"(\d{1,3})(?:[飜翻番]|han|fan)", re.ASCII | re.IGNORECASE)


class Result(NamedTuple):
    """A win or a draw as the document states it; of what follows from play nothing is claimed."""

    claimed: Claimed
    notes: list[tuple[Oddity, int, str | None]]
    """What is not stated, contradicts, or is in unknown words: oddities with their detail and text."""
    shows: frozenset[Seat] = frozenset()
    """Who shows tehai at a draw, where that does not depend on who played last."""


def read_results(field: Field, players: int, kyoku: int) -> list[Result]:
    """How a hand ended; nothing when the document does not say, as in positions drawn in an editor.

    Args:
        field: The last entry of the hand.
        players: 3 or 4.
        kyoku: Of the hand; it tells seat wind and prevalent wind apart.

    Raises:
        MalformedLog: When the entry is no result.
    """
    entries = field.items(range(2 * _MOST_WINS + 2), "a result: '和了' or the kind of draw, and payments")
    if not entries:
        return []
    label = entries[0].text("a result in words")
    word = key(label)
    if word in words.WON:
        if len(entries) % 2 == 0 or len(entries) == 1:
            raise field.error("'和了', and payments and a win of one to three winners")
        pairs = zip(entries[1::2], entries[2::2], strict=True)
        return [_win(*pair, players, kyoku) for pair in pairs]
    if word in words.NO_RESULT and len(entries) == 1:
        return []
    if len(entries) > 2:
        raise field.error("the kind of draw and at most one list of payments")
    return [_drawn(label, words.DRAWS.get(word), entries[1:], players)]


def _drawn(label: str, kind: DrawKind | None, payments: list[Field], players: int) -> Result:
    deltas = _points(payments[0], players) if payments else None
    if deltas is None and kind is not None:
        deltas = [0] * SEATS
    seats = frozenset(range(players))
    shows: frozenset[Seat] | None = frozenset()
    if kind in (DrawKind.NAGASHI_MANGAN, None):
        shows = None
    elif kind == DrawKind.SUUCHA_RIICHI or _TENPAI.get(label):
        shows = seats
    elif kind == DrawKind.EXHAUSTIVE and label not in _TENPAI:
        shows = _paid(deltas[:players]) if deltas else None
    notes = _unstated(deltas)
    if shows is None or kind != DrawKind.EXHAUSTIVE:
        # Who shows what at an abortive draw is a custom of Tenhou's, and an mjlog has it.
        notes.append((Oddity.UNSHOWN, ABSENT, None))
    if kind is None:
        notes.append((Oddity.UNKNOWN_DRAW, ABSENT, label[:_LONGEST_WORD]))
    number = UNKNOWN_DRAW_KIND if kind is None else int(kind)
    return Result(Claimed(EndKind.RYUUKYOKU, number, deltas=deltas), notes, shows or frozenset())


def _points(payments: Field, players: int) -> list[int] | None:
    """Payments of four seats; an empty list states none."""
    return None if payments.value == [] else payments.points(players)


def _unstated(deltas: list[int] | None) -> list[tuple[Oddity, int, str | None]]:
    return [(Oddity.UNSTATED, int(Claim.DELTAS), None)] if deltas is None else []


def _paid(deltas: list[int]) -> frozenset[Seat] | None:
    """Who is tenpai, where some are paid alike and all others pay alike; None where payments do not tell."""
    is_told = len({*deltas}) == 2 and min(deltas) < 0 < max(deltas) and sum(deltas) == 0
    return frozenset(seat for seat, delta in enumerate(deltas) if delta > 0) if is_told else None


def _win(payments: Field, win: Field, players: int, kyoku: int) -> Result:
    entries = win.items(range(3, _MOST_YAKU + 5), "winner, from whom, liable seat, points and yaku")
    who, source, liable = (one.number(0, players - 1, f"a seat of {players}") for one in entries[:3])
    expected = ("fu and points in words", *["a yaku with its han"] * _MOST_YAKU)
    texts = [one.text(what) for one, what in zip(entries[3:], expected, strict=False)]
    # Some writers leave out the text for fu and points and begin with the yaku.
    stated = texts.pop(0) if texts and not _YAKU.fullmatch(_plain(texts[0])) else ""
    worth = _worth(_short(stated), players)
    fu, sum_of_han, points, limit = worth or (None, None, None, 0)
    yaku, yakuman, unknown = _yaku(texts, kyoku // SEATS, (who - kyoku % SEATS) % players)
    deltas = _points(payments, players)
    notes = _unstated(deltas)
    if points is None:
        notes.append((Oddity.NO_POINTS, ABSENT, None))
    if worth is None:
        notes.append((Oddity.UNKNOWN_WORTH, ABSENT, stated[:_LONGEST_WORD]))
    if unknown:
        notes.append((Oddity.UNKNOWN_YAKU, ABSENT, ", ".join(unknown)))
    elif sum_of_han not in (None, sum(yaku.values())) and yaku and not yakuman:
        notes.append((Oddity.CONTRADICTION, int(Contradiction.HAN), None))
    claimed = Claimed(
        EndKind.AGARI,
        deltas=deltas,
        winner=who,
        loser=source,
        pao_seat=NO_SEAT if liable == who else liable,
        fu=fu or None,
        points=points,
        limit=limit,
        yaku=yaku,
        yakuman=yakuman,
    )
    return Result(claimed, notes)


def _plain(text: str) -> str:
    """A text with characters of one width and no blanks at its ends."""
    return unicodedata.normalize("NFKC", text).strip()


def _short(text: str) -> str:
    """A text that may be known; another for one that is too long."""
    return text if len(text) <= _LONGEST_KNOWN else "?"


@lru_cache(_FEW)
def _worth(text: str, players: int) -> tuple[int | None, int | None, int | None, int] | None:
    """Fu, han, points, limit of words such as ``30符3飜3900点``, ``満貫2000-4000点``, ``Haneman 6000点∀``."""
    match = _SCORE.fullmatch("".join(_plain(text).casefold().split()))
    limit = None if match is None else words.LIMITS.get(key(match["limit"]))
    if match is None or limit is None:
        return None
    fu, han, points = (None if match[name] is None else int(match[name]) for name in ("fu", "han", "points"))
    if points is not None and match["dealer"]:
        points = points * (players - 2) + int(match["dealer"])
    elif points is not None and match["each"]:
        points *= players - 1
    return fu, han, points, limit


@lru_cache(_FEW)
def _one_yaku(text: str, prevalent_wind: int, seat_wind: int) -> tuple[int, int | None] | None:
    """Id and han of words such as ``立直(1飜)`` and ``大三元(役満)``, which has none; None for others."""
    match = _YAKU.fullmatch(_plain(text))
    if match is None:
        return None
    word, han = key(match["name"]), _HAN.fullmatch("".join(match["value"].split()))
    number = DORA if word in words.KITA else words.YAKU.get(word)
    if word in words.SEAT_WIND:
        number = _SEAT_WIND_EAST + seat_wind
    elif word in words.PREVALENT_WIND:
        number = _PREVALENT_WIND_EAST + prevalent_wind
    if number is None or (han is None and key(match["value"]) not in words.YAKUMAN):
        return None
    return number, None if han is None or number in _YAKUMAN_IDS else int(han[1])


def _yaku(
    texts: list[str], prevalent_wind: int, seat_wind: int
) -> tuple[dict[int, int], list[int], list[str]]:
    """Han by id, ids of yakuman, and unknown words."""
    han_of: dict[int, int] = {}
    yakuman: list[int] = []
    unknown: list[str] = []
    for text in texts:
        known = _one_yaku(_short(text), prevalent_wind, seat_wind)
        if known is None:
            unknown.append(text[:_LONGEST_WORD])
            continue
        number, han = known
        if han is None:
            yakuman.append(number)
        # Dora of 0 han claim nothing; but Tenhou writes ura dora of 0 han.
        elif han or number not in _KINDS_OF_DORA or number == URA_DORA:
            han_of[number] = han_of.get(number, 0) + han
    return han_of, yakuman, unknown
