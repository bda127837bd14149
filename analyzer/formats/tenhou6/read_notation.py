"""How tenhou.net/6 writes tiles, draws, calls and discards.

Tiles are numbers: 11-19 man, 21-29 pin, 31-39 sou, 41-47 honours, 51-53 the red fives.  A call is its
tiles with a letter before the called tile; the position of the letter tells who discarded it.
Source: logs of the site compared with the mjlog of the same games, and public converters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from analyzer.formats.builder import RED_FACES, Face
from analyzer.formats.tenhou6.document import Field
from analyzer.vocabulary import KINDS, TILES, TileId, kind_of

__all__ = [
    "CHI",
    "DAIMINKAN",
    "FACE_OF",
    "KAKAN",
    "KITA",
    "NUMBERS",
    "PON",
    "TSUMOGIRI",
    "Call",
    "Discard",
    "Laid",
    "Taken",
    "all_laid",
    "all_taken",
    "laid",
    "taken",
    "tile_number",
    "tile_numbers",
]

CHI, PON, DAIMINKAN, KAKAN, ANKAN, KITA = "cpmkaf"
TSUMOGIRI: Final = 60
"""Stands for a discard of the tile just drawn."""
NO_DISCARD: Final = 0
"""Stands among the discards where a daiminkan, which is listed among the draws, takes the place of one."""
NORTH_NUMBER: Final = 44

_AKA_NUMBERS: Final = {51: 16, 52: 52, 53: 88}
_KIND_OF: Final = {10 * (kind // 9 + 1) + kind % 9 + 1: kind for kind in range(KINDS)} | {
    number: tile // 4 for number, tile in _AKA_NUMBERS.items()
}
FACE_OF: Final[dict[int, Face]] = {
    number: RED_FACES[kind] if number in _AKA_NUMBERS else kind for number, kind in _KIND_OF.items()
}
"""By number."""
_NUMBER_OF_KIND: Final = {kind: number for number, kind in _KIND_OF.items() if number < min(_AKA_NUMBERS)}

_CALL: Final = re.compile(r"((?:[1-5][1-9])*)([cpmkaf])((?:[1-5][1-9])+)", re.ASCII)
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


class Call(NamedTuple):
    """A call, kan or kita."""

    letter: str
    tiles: tuple[int, ...]
    """Numbers in the order written."""
    called: int
    """The tile after the letter: the called tile, or the one that a kakan adds."""
    relative: int
    """Source of the tile, counted from the caller; 0 for the own seat."""


class Discard(NamedTuple):
    """A discard."""

    number: int
    """Its tile, or TSUMOGIRI."""
    is_riichi: bool


Taken: TypeAlias = "int | Call"
"""Number of a tile drawn, or a chi, pon or daiminkan."""
Laid: TypeAlias = "Discard | Call | None"
"""A discard, or a kakan, ankan or kita; None for the place of a daiminkan."""


_REDS: Final[tuple[dict[TileId, int], ...]] = (
    {},
    {tile: number for number, tile in _AKA_NUMBERS.items()},
    {tile: number for number, tile in _AKA_NUMBERS.items()} | {53: 52},
)
"""Numbers of the red fives by id: in a wall without them, with one per suit, and with a second one in pin."""


NUMBERS: Final = [
    tuple(reds.get(tile, _NUMBER_OF_KIND[kind_of(tile)]) for tile in range(TILES)) for reds in _REDS
]
"""By red fives of pin in the wall, then by tile id: the number that stands for it."""


def tile_number(field: Field) -> int:
    """Number of a tile.

    Raises:
        MalformedLog: When the value is no such number.
    """
    number = field.number(11, 53, "a tile (11-19, 21-29, 31-39, 41-47, 51-53)")
    if number not in _KIND_OF:
        raise field.error("a tile (11-19, 21-29, 31-39, 41-47, 51-53)")
    return number


def taken(field: Field) -> Taken:
    """An entry of the draws.

    Raises:
        MalformedLog: When the value is neither a tile nor a call of a discard.
    """
    if not isinstance(field.value, str):
        return tile_number(field)
    call = _call(field, CHI + PON + DAIMINKAN)
    if call is None:
        raise field.error(
            "a tile drawn, a chi as 'c131415', a pon as '45p4545' or a daiminkan as 'm36363636'"
        )
    return call


def laid(field: Field) -> Laid:
    """An entry of the discards.

    Raises:
        MalformedLog: When the value is neither a discard nor a call of an own tile.
    """
    expected = "a discard, 60, 0, a riichi as 'r23', a kakan as 'k37373737', an ankan as '212121a21' or 'f44'"
    if isinstance(field.value, str):
        if field.value[:1] == "r":
            return Discard(_riichi_number(field, expected), is_riichi=True)
        call = _call(field, KAKAN + ANKAN + KITA)
        if call is None:
            raise field.error(expected)
        return call
    number = field.number(NO_DISCARD, TSUMOGIRI, expected)
    if number == NO_DISCARD:
        return None
    if number != TSUMOGIRI and number not in _KIND_OF:
        raise field.error(expected)
    return Discard(number, is_riichi=False)


_TILES: Final = {number: number for number in _KIND_OF}
_DISCARDS: Final[dict[object, Discard]] = {
    **{number: Discard(number, is_riichi=False) for number in (*_KIND_OF, TSUMOGIRI)},
    **{f"r{number}": Discard(number, is_riichi=True) for number in (*_KIND_OF, TSUMOGIRI)},
}
"""By entry: what most discards are."""


def tile_numbers(field: Field, counts: Sequence[int], what: str) -> list[int]:
    """Numbers of a list of tiles.

    Args:
        field: The list.
        counts: Lengths that it may have.
        what: The list in words, for the error.

    Raises:
        MalformedLog: When it is no such list.
    """
    try:
        return list(map(_TILES.__getitem__, field.values(counts, what)))
    except (KeyError, TypeError):
        return [tile_number(one) for one in field.items(counts, what)]


def all_taken(field: Field, counts: Sequence[int]) -> list[Taken]:
    """The draws of a seat; arguments and errors as for `tile_numbers`."""
    what = "a list of draws"
    try:
        return [
            _TILES.get(value) or _in_words(value, CHI + PON + DAIMINKAN)
            for value in field.values(counts, what)
        ]
    except (KeyError, TypeError):
        return [taken(one) for one in field.items(counts, what)]


def all_laid(field: Field, counts: Sequence[int]) -> list[Laid]:
    """The discards of a seat; arguments and errors as for `tile_numbers`."""
    what = "a list of discards"
    try:
        return [
            _DISCARDS.get(value) or _in_words(value, KAKAN + ANKAN + KITA)
            for value in field.values(counts, what)
        ]
    except (KeyError, TypeError):
        return [laid(one) for one in field.items(counts, what)]


def _in_words(value: object, letters: str) -> Call:
    """The call that an entry is; KeyError when it is none with one of these letters."""
    call = _call_of(value, letters) if isinstance(value, str) else None
    if call is None:
        raise KeyError
    return call


def _riichi_number(field: Field, expected: str) -> int:
    digits = field.text(expected)[1:]
    number = int(digits) if len(digits) == 2 and digits.isascii() and digits.isdigit() else 0
    if number != TSUMOGIRI and number not in _KIND_OF:
        raise field.error(expected)
    return number


def _call(field: Field, letters: str) -> Call | None:
    """The call that a text describes; None when it is not a call with one of these letters."""
    return _call_of(field.text("a call"), letters)


def _call_of(text: str, letters: str) -> Call | None:
    match = _CALL.fullmatch(text[:16])
    if match is None or match[2] not in letters:
        return None
    letter = match[2]
    before, behind = (_numbers(match[group]) for group in (1, 3))
    tiles = before + behind
    relative = _SOURCES[letter].get(len(before))
    if relative is None or len(tiles) != _SIZES[letter] or not all(tile in _KIND_OF for tile in tiles):
        return None
    return Call(letter, tiles, behind[0], relative) if _is_meld(letter, tiles) else None


def _numbers(digits: str) -> tuple[int, ...]:
    return tuple(int(digits[place : place + 2]) for place in range(0, len(digits), 2))


def _is_meld(letter: str, tiles: tuple[int, ...]) -> bool:
    """Whether the tiles fit the call: one kind, or a sequence in one suit for a chi."""
    kinds = sorted(_KIND_OF[tile] for tile in tiles)
    if letter != CHI:
        return kinds[0] == kinds[-1] and (letter != KITA or tiles[0] == NORTH_NUMBER)
    lowest = kinds[0]
    return kinds == [lowest, lowest + 1, lowest + 2] and lowest < 27 and lowest % 9 <= 6
