"""Tiles, melds and hands of 電脳麻将 (``m0``, ``p2-34``, ``m406p12z11*,s1111+``), and messages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeVar

from analyzer.errors import MalformedLog
from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, Face
from analyzer.formats.json_document import Field, Members, Written, seen_from_one_seat
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import KINDS, SEATS, DrawKind, PlayKind, Seat

HIDDEN: Final = "_"
"""A tile that lies face down; behind a discard it says that the tile was just drawn."""
_PLAIN: Final = tuple(f"{'mpsz'[kind // 9]}{kind % 9 + 1}" for kind in range(KINDS))
TILES: Final = (*_PLAIN, *(f"{_PLAIN[kind][0]}0" for kind in RED_FACES))
"""By face."""
FACE_OF: Final[dict[str, Face]] = {text: face for face, text in enumerate(TILES)}
_ORDER: Final = tuple(2 * kind - (face >= KINDS) for face, kind in enumerate(KIND_OF_FACE))
"""By face: red fives stand before the others."""

T = TypeVar("T")

_MARKS: Final = " +=-"
"""By how many seats after the caller the tile came from."""
_MELD: Final = re.compile(r"([mpsz])([0-9]{1,4})(?:([-+=])([0-9]{0,2}))?")
_HAND: Final = re.compile(r"((?:[mpsz][0-9]+)*)(\*?)((?:,[mpsz][0-9]+(?:[-+=][0-9]*)?)*)")
_TILES: Final = re.compile(r"([mpsz])([0-9]+)")
_LONGEST: Final = 100
_FIRST_HONOUR: Final = 27
_BY_DIGITS: Final = {(3, 0): PlayKind.PON, (4, 0): PlayKind.DAIMINKAN, (3, 1): PlayKind.KAKAN}
"""By the digits before the mark and behind it, where all are of one kind."""

DRAWS: Final = {
    DrawKind.EXHAUSTIVE: "荒牌平局",
    DrawKind.NAGASHI_MANGAN: "流し満貫",
    DrawKind.KYUUSHU_KYUUHAI: "九種九牌",
    DrawKind.SUUFON_RENDA: "四風連打",
    DrawKind.SUUCHA_RIICHI: "四家立直",
    DrawKind.SANCHAHOU: "三家和",
    DrawKind.SUUKAIKAN: "四開槓",
}
"""Names of draws as majiang-core writes them."""
_OWN_WORDS: Final = {
    "両立直": "ダブル立直",
    "役牌 白": "翻牌 白",
    "役牌 發": "翻牌 發",
    "役牌 中": "翻牌 中",
    "国士無双１３面": "国士無双十三面",
}
YAKU_WORDS: Final = tuple(_OWN_WORDS.get(name, name) for name in YAKU_NAMES)
"""Names of yaku by id, as majiang-core writes them."""


class Meld(NamedTuple):
    """A call."""

    kind: PlayKind
    own: tuple[Face, ...]
    """Tiles of the caller, in order; of a kakan without the one that is added."""
    called: Face | None
    """None of an ankan."""
    relative: int
    """How many seats after the caller the called tile came from; 0 of an ankan."""
    added: Face | None = None
    """Of a kakan."""


class Hand(NamedTuple):
    """What a seat holds."""

    faces: list[Face]
    """Concealed tiles as written; one that was just drawn or won on is last."""
    in_riichi: bool
    melds: list[Meld]


def read_meld(text: str) -> Meld | None:
    """A call such as ``p2-34``, ``z666+``, ``s1111+``, ``m5550`` or ``z666=6``; None of anything else."""
    match = _MELD.fullmatch(text)
    if match is None:
        return None
    suit, before, mark, after = match.group(1, 2, 3, 4)
    texts = [f"{suit}{digit}" for digit in before + (after or "")]
    if not FACE_OF.keys() >= {*texts}:
        return None
    faces = [FACE_OF[text] for text in texts]
    kinds = sorted(KIND_OF_FACE[face] for face in faces)
    if mark is None:
        is_ankan = len(faces) == 4 and kinds[0] == kinds[3]
        return Meld(PlayKind.ANKAN, _ordered(faces), None, 0) if is_ankan else None
    called = len(before) - 1
    relative = _MARKS.index(mark)
    own = _ordered([face for place, face in enumerate(faces) if place not in (called, 3)])
    if kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[0] < _FIRST_HONOUR:
        return Meld(PlayKind.CHI, own, faces[called], relative)
    kind = _BY_DIGITS.get((len(before), len(after)))
    if kind is None or kinds[0] != kinds[-1]:
        return None
    if kind == PlayKind.DAIMINKAN:
        return Meld(kind, _ordered(faces[:3]), faces[3], relative)
    return Meld(kind, own, faces[called], relative, faces[3] if kind == PlayKind.KAKAN else None)


def meld_text(meld: Meld) -> str:
    """A call as text."""
    called, own = meld.called, [TILES[face][1] for face in meld.own]
    suit = TILES[meld.own[0]][0]
    if meld.kind != PlayKind.CHI:
        # Elsewhere red fives stand before the others, but behind them here.
        own.sort(reverse=True)
    if called is None:
        return suit + "".join(own)
    place = len(own)
    if meld.kind == PlayKind.CHI:
        place = sum(_ORDER[face] < _ORDER[called] for face in meld.own)
    own.insert(place, TILES[called][1] + _MARKS[meld.relative])
    return suit + "".join(own) + ("" if meld.added is None else TILES[meld.added][1])


def read_hand(text: str) -> Hand | None:
    """A hand with its melds; None of anything else."""
    match = _HAND.fullmatch(text[:_LONGEST])
    if match is None:
        return None
    texts = [f"{suit}{digit}" for suit, digits in _TILES.findall(match[1]) for digit in digits]
    melds = [read_meld(meld) for meld in match[3].split(",")[1:]]
    known = [meld for meld in melds if meld is not None]
    if not FACE_OF.keys() >= {*texts} or len(known) < len(melds):
        return None
    return Hand([FACE_OF[text] for text in texts], bool(match[2]), known)


def hand_text(faces: Iterable[Face], last: Face | None, *, in_riichi: bool, melds: Sequence[Meld]) -> str:
    """A hand as text.

    Args:
        faces: Concealed tiles in any order, without the last.
        last: The tile just drawn or won on, which stands apart.
        in_riichi: Whether its seat has declared riichi.
        melds: In the order of the calls.
    """
    text = ""
    suit = ""
    for face in _ordered(faces):
        text += TILES[face].removeprefix(suit)
        suit = TILES[face][0]
    apart = "" if last is None else TILES[last]
    return f"{text}{apart}{'*' * in_riichi}{''.join(f',{meld_text(meld)}' for meld in melds)}"


def _ordered(faces: Iterable[Face]) -> tuple[Face, ...]:
    return tuple(sorted(faces, key=_ORDER.__getitem__))


class Message(Members):
    """The members of a message.

    Args:
        field: Its value and place.
        dealer: Of the hand, from whose seat winds are counted.
    """

    tiles = Written("a tile such as 'm5', 'p0' or 'z1'", FACE_OF, hidden=HIDDEN)
    between = "."

    def __init__(self, field: Field, dealer: Seat = 0) -> None:
        if not isinstance(field.value, dict):
            raise field.error("an object with the members of a message")
        super().__init__(field.value, field.place, field.where)
        self.dealer = dealer

    def by_wind(self, name: str = "l") -> Seat:
        """A seat by its wind."""
        return (self.dealer + self.seat(name)) % SEATS

    def by_seat(self, values: Sequence[T]) -> list[T]:
        """Values that stand by winds, by seats."""
        return [values[(seat - self.dealer) % SEATS] for seat in range(SEATS)]

    def payments(self) -> list[int] | None:
        """``fenpei`` by seat; None where they are not stated, or the list is empty."""
        paid = self.points("fenpei")
        return None if paid is None else self.by_seat(paid)

    def four(self, name: str) -> list[Field]:
        """What stands by winds."""
        return self.member(name).items((SEATS,), "a list for four seats")

    def meld(self) -> Meld:
        """``m``."""
        field = self.member("m")
        text = field.text("a call")
        meld = read_meld(text)
        if meld is None:
            raise hidden(field, text) or field.error("a call such as 'p2-34', 'z666+' or 'm5550'")
        return meld


def hand_of(field: Field, counts: Sequence[int]) -> Hand:
    """A hand with so many concealed tiles."""
    text = field.text("a hand")
    hand = read_hand(text)
    if hand is None or len(hand.faces) not in counts:
        expected = f"a hand of {counts[0]} to {counts[-1]} tiles, as 'm406p12z11'"
        raise hidden(field, text) or field.error(expected)
    return hand


def hidden(field: Field, text: str) -> MalformedLog | None:
    """The error for a record that hides tiles; None where this one does not."""
    return seen_from_one_seat(field, text) if HIDDEN in text or not text else None
