"""How tenhou.net/6 writes tiles, draws, calls and discards.

Tiles are numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 the red fives.  A call is its
tiles with a letter before the called tile; the position of the letter tells who discarded it.
Source: logs of the site compared with the mjlog of the same games, and public converters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, Face
from analyzer.formats.tenhou6.document import Field
from analyzer.vocabulary import KINDS, WIND_KINDS, TileKind

__all__ = [
    "ANKAN",
    "CHI",
    "DAIMINKAN",
    "DISCARDS",
    "DRAWN",
    "DRAWS",
    "KAKAN",
    "KITA",
    "NORTH_NUMBER",
    "NO_DISCARD",
    "NUMBER_OF",
    "PON",
    "TILES",
    "TSUMOGIRI",
    "Call",
    "Discard",
    "Written",
]

CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA = "cpmkaf"
TSUMOGIRI: Final = 60
"""Stands for a discard of the tile just drawn."""
NO_DISCARD: Final = 0
"""Stands among the discards where a daiminkan, which is listed among the draws, takes the place of one."""
NORTH_NUMBER: Final = 44
DRAWN: Final = -1
"""Stands for the face of the tile just drawn."""

NUMBER_OF: Final[dict[Face, int]] = {
    **{kind: 10 * (kind // 9 + 1) + kind % 9 + 1 for kind in range(KINDS)},
    **{face: 51 + suit for suit, face in enumerate(RED_FACES.values())},
}
"""By face."""
_FACE_OF: Final[dict[object, Face]] = {number: face for face, number in NUMBER_OF.items()}

_CALL: Final = re.compile(r"((?:[1-5][1-9])*)([cpmkaf])((?:[1-5][1-9])+)", re.ASCII)
_LONGEST_CALL: Final = 9
_SOURCES: Final[dict[str, dict[int, int]]] = {
    CHI: {0: 3},
    PON: {0: 3, 1: 2, 2: 1},
    DAIMINKAN: {0: 3, 1: 2, 3: 1},
    KAKAN: {0: 3, 1: 2, 2: 1},
    ANKAN: {0: 0, 1: 0, 2: 0, 3: 0},
    KITA: {0: 0},
}
"""By letter and number of tiles before it: source of the called tile, 1 next seat, 3 previous, 0 self."""
_SIZES: Final = {CHI: 3, PON: 3, DAIMINKAN: 4, KAKAN: 4, ANKAN: 4, KITA: 1}

T = TypeVar("T")


class Call(NamedTuple):
    """A call, kan or kita."""

    letter: str
    face: Face
    """The tile after the letter: the called tile, or the one that a kakan adds."""
    others: tuple[Face, ...]
    relative: int
    """Source of the tile, counted from the caller; 0 for the own seat."""


class Discard(NamedTuple):
    """A discard."""

    face: Face
    """Its tile, or DRAWN."""
    is_riichi: bool


class Written(dict[object, T]):
    """What the entries of a list stand for, by how they are written.

    Texts are added as they are met, at most some thousand calls.  Another value raises KeyError or TypeError.

    Args:
        expected: An entry in words.
        plain: Most entries.
        other: Reads any other, or raises KeyError.
    """

    def __init__(self, expected: str, plain: Mapping[object, T], other: Callable[[object], T]) -> None:
        super().__init__(plain)
        self._expected, self._other = expected, other

    def __missing__(self, value: object) -> T:
        found = self._other(value)
        if isinstance(value, str):
            self[value] = found
        return found

    def all_of(self, field: Field, counts: Sequence[int], what: str) -> list[T]:
        """What each entry of a list stands for.

        Args:
            field: The list.
            counts: Lengths that it may have.
            what: The list in words, for the error.

        Raises:
            MalformedLog: When it is no such list, or one of its entries stands for nothing.
        """
        for entry in field.items(counts, what):
            try:
                self[entry.value]
            except (KeyError, TypeError):
                raise entry.error(self._expected) from None
        return [self[value] for value in field.values()]


def _no_other(value: object) -> Face:
    raise KeyError(value)


def _called(value: object) -> Call:
    return _call(value, CHI + PON + DAIMINKAN)


def _laid(value: object) -> Call | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return None if is_number and value == NO_DISCARD else _call(value, KAKAN + ANKAN + KITA)


def _call(value: object, letters: str) -> Call:
    """The call that a text describes, with one of these letters; KeyError where it describes none."""
    match = _CALL.fullmatch(value) if isinstance(value, str) and len(value) <= _LONGEST_CALL else None
    if match is None or match[2] not in letters:
        raise KeyError(value)
    letter = match[2]
    before, behind = (
        [_FACE_OF[int(digits)] for digits in re.findall("..", match[group])] for group in (1, 3)
    )
    others = (*before, *behind[1:])
    relative = _SOURCES[letter].get(len(before))
    kinds = sorted(KIND_OF_FACE[face] for face in (behind[0], *others))
    if relative is None or len(kinds) != _SIZES[letter] or not _is_meld(letter, kinds):
        raise KeyError(value)
    return Call(letter, behind[0], others, relative)


def _is_meld(letter: str, kinds: list[TileKind]) -> bool:
    """Whether tiles in ascending order fit a call: one kind, or a sequence in one suit for a chi."""
    lowest = kinds[0]
    if letter == CHI:
        return kinds == [lowest, lowest + 1, lowest + 2] and lowest < WIND_KINDS[0] and lowest % 9 <= 6
    return lowest == kinds[-1] and (letter != KITA or lowest == _FACE_OF[NORTH_NUMBER])


_TILE: Final = "a tile (11-19, 21-29, 31-39, 41-47, 51-53)"
TILES: Final = Written(_TILE, _FACE_OF, _no_other)
"""Faces of tiles that are listed alone."""
DRAWS: Final[Written[Face | Call]] = Written(
    f"{_TILE}, a chi as 'c131415', a pon as '45p4545' or a daiminkan as 'm36363636'", _FACE_OF, _called
)
"""Tiles drawn and discards called."""
DISCARDS: Final[Written[Discard | Call | None]] = Written(
    "a discard, 60, 0, a riichi as 'r23', a kakan as 'k37373737', an ankan as '212121a21' or 'f44'",
    {
        entry: Discard(face, is_riichi)
        for number, face in {**_FACE_OF, TSUMOGIRI: DRAWN}.items()
        for entry, is_riichi in ((number, False), (f"r{number}", True))
    },
    _laid,
)
"""Discards, and calls of own tiles; None for the place of a daiminkan."""
