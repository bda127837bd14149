"""How tenhou.net/6 writes tiles, draws, calls and discards.

Tiles are numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 the red fives.  A call is its
tiles with a letter before the called tile; the position of the letter tells who discarded it.
Source: logs of the site compared with the mjlog of the same games, and public converters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from analyzer.formats.builder import KIND_OF_FACE, RED_FACES, Face
from analyzer.formats.tenhou6.document import Field
from analyzer.vocabulary import KINDS, WIND_KINDS, PlayKind, TileKind

__all__ = ["DISCARDS", "DRAWN", "DRAWS", "LETTERS", "NORTH_NUMBER", "NO_DISCARD", "NUMBER_OF", "TILES"]
__all__ += ["TSUMOGIRI", "Call", "Discard", "Written"]

LETTERS: Final = {
    PlayKind.CHI: "c",
    PlayKind.PON: "p",
    PlayKind.DAIMINKAN: "m",
    PlayKind.KAKAN: "k",
    PlayKind.ANKAN: "a",
    PlayKind.KITA: "f",
}
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

_KINDS: Final = {letter: kind for kind, letter in LETTERS.items()}
_CALL: Final = re.compile(r"((?:[1-5][1-9])*)([cpmkaf])((?:[1-5][1-9])+)", re.ASCII)
_LONGEST_CALL: Final = 9
_DISCARD_CALLS: Final = (PlayKind.CHI, PlayKind.PON, PlayKind.DAIMINKAN)
"""They stand among the draws."""
_OWN_CALLS: Final = (PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
"""They stand among the discards."""
_SOURCES: Final[dict[PlayKind, dict[int, int]]] = {
    PlayKind.CHI: {0: 3},
    PlayKind.PON: {0: 3, 1: 2, 2: 1},
    PlayKind.DAIMINKAN: {0: 3, 1: 2, 3: 1},
    PlayKind.KAKAN: {0: 3, 1: 2, 2: 1},
    PlayKind.ANKAN: {0: 0, 1: 0, 2: 0, 3: 0},
    PlayKind.KITA: {0: 0},
}
"""By kind and number of tiles before the letter: source of the tile, 1 next seat, 3 previous, 0 self."""
_SIZES: Final = {PlayKind.CHI: 3, PlayKind.PON: 3, PlayKind.KITA: 1}
"""Other melds have four tiles."""

T = TypeVar("T")


class Call(NamedTuple):
    """A call, kan or kita."""

    kind: PlayKind
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


def _laid(value: object) -> Call | None:
    # False is no 0.
    return None if value == NO_DISCARD and value is not False else _call(value, _OWN_CALLS)


def _call(value: object, kinds: Collection[PlayKind]) -> Call:
    """The call that a text describes; KeyError where it describes none of some kinds."""
    match = _CALL.fullmatch(value) if isinstance(value, str) and len(value) <= _LONGEST_CALL else None
    if match is None or _KINDS[match[2]] not in kinds:
        raise KeyError(value)
    kind = _KINDS[match[2]]
    before, behind = (
        [_FACE_OF[int(digits)] for digits in re.findall("..", match[group])] for group in (1, 3)
    )
    others = (*before, *behind[1:])
    relative = _SOURCES[kind].get(len(before))
    if relative is None or not _is_meld(kind, sorted(KIND_OF_FACE[face] for face in (behind[0], *others))):
        raise KeyError(value)
    return Call(kind, behind[0], others, relative)


def _is_meld(kind: PlayKind, tiles: list[TileKind]) -> bool:
    """Whether tiles in ascending order fit a call: one kind, or a sequence in one suit for a chi."""
    lowest = tiles[0]
    if len(tiles) != _SIZES.get(kind, 4):
        return False
    if kind == PlayKind.CHI:
        return tiles == [lowest, lowest + 1, lowest + 2] and lowest < WIND_KINDS[0] and lowest % 9 <= 6
    return lowest == tiles[-1] and (kind != PlayKind.KITA or lowest == _FACE_OF[NORTH_NUMBER])


_TILE: Final = "a tile (11-19, 21-29, 31-39, 41-47, 51-53)"
TILES: Final = Written(_TILE, _FACE_OF, _no_other)
"""Faces of tiles that are listed alone."""
DRAWS: Final[Written[Face | Call]] = Written(
    f"{_TILE}, a chi as 'c131415', a pon as '45p4545' or a daiminkan as 'm36363636'",
    _FACE_OF,
    lambda value: _call(value, _DISCARD_CALLS),
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
