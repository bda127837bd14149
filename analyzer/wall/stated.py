"""Walls that a log states tile by tile with their hash, as Mahjong Soul's records do: what lies where."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog
from analyzer.vocabulary import AKA_IDS, KINDS, NO_TILE, SANMA_ABSENT_KINDS, SEATS, TileId, kind_text

_TILES: Final = re.compile(r"(?:[0-9][mps]|[1-7]z)*")
_COUNT: Final = {4: 136, 3: 108}
_HAIPAI: Final = 13
_REPLACEMENTS: Final = {4: 4, 3: 8}
_PLAIN: Final = 3
"""Copy that stands for any tile of its kind that is no red five."""
_INDICATORS: Final = 5


class StatedText(NamedTuple):
    """What a log states of the wall of a hand; empty where it does not."""

    tiles: str
    """Two characters each, ``0`` a red five."""
    md5: str = ""
    """Of the tiles as text, as in 2019 to 2022."""
    sha256: str = ""
    """Of the tiles as text and the salt."""
    salt: str = ""
    salt_sha256: str = ""

    @property
    def is_salt_known(self) -> bool:
        """Whether a salt that was used is stated."""
        return bool(self.salt) or not self.salt_sha256

    @property
    def is_hashed(self) -> bool:
        """Whether the tiles can be held against a hash."""
        return bool(self.md5 or (self.sha256 and self.is_salt_known))


class StatedWall(NamedTuple):
    """A wall by what is seen of its tiles: ids of red fives, and of others one id for each kind."""

    dealt: NDArray[np.uint8] | None
    """Shape (4, 13), from the dealer on: the tiles of each seat; None where the wall is what was left."""
    draws: list[TileId]
    """In the order drawn, the dealer's first tile before them; NO_TILE where that is not stated."""
    replacements: list[TileId]
    dora: list[TileId]
    ura: list[TileId]
    """Five indicators each."""
    tiles: list[TileId]
    """All that are stated."""


def parse_wall(text: str, players: int) -> StatedWall:
    """The wall of a hand.

    Args:
        text: All tiles in the order of the wall, or those that are left when the dealer has fourteen.
        players: 3 or 4.

    Raises:
        MalformedLog: When it is neither.

    Source: 54 hands of Mahjong Soul, 2019 to 2024, with four players: 2,570 draws, 7 replacement tiles, 67
        indicators, 17 wins with ura.  Three players as RiichiEnv has them.

    Examples:
        >>> parse_wall("1z" * 136, 4).draws[0]
        111
    """
    if _TILES.fullmatch(text) is None:
        raise MalformedLog("it is no list of tiles such as 5m0p1z")
    tiles = [_tile(text[place : place + 2]) for place in range(0, len(text), 2)]
    whole = _COUNT[players]
    hands = _HAIPAI * players
    if len(tiles) not in (whole, whole - hands - 1):
        raise MalformedLog(f"it has {len(tiles)} tiles, expected {whole} or {whole - hands - 1}")
    is_whole = len(tiles) == whole
    first = tiles[hands] if is_whole else NO_TILE
    rest = tiles[hands + 1 :] if is_whole else tiles
    replaced = _REPLACEMENTS[players]
    # From the end: replacement tiles, then pairs of an indicator and the one below it.
    back = rest[::-1]
    upper = range(replaced, replaced + 2 * _INDICATORS, 2)
    dead = 14
    return StatedWall(
        dealt=_dealt(tiles, players) if is_whole else None,
        draws=[first, *rest[:-dead]],
        replacements=back[:replaced],
        dora=[back[place] for place in upper],
        ura=[back[place + 1] for place in upper],
        tiles=tiles,
    )


def _tile(text: str) -> TileId:
    """The id that stands for a tile."""
    suit = "mpsz".index(text[1])
    return AKA_IDS[suit] if text[0] == "0" else (9 * suit + int(text[0]) - 1) * 4 + _PLAIN


def _dealt(tiles: list[TileId], players: int) -> NDArray[np.uint8]:
    """Four tiles for each seat, three times, then one each."""
    dealt = np.full((SEATS, _HAIPAI), NO_TILE, np.uint8)
    for place, tile in enumerate(tiles[: _HAIPAI * players]):
        turn, within = divmod(place, 4)
        if turn < 3 * players:
            dealt[turn % players, turn // players * 4 + within] = tile
        else:
            dealt[place - 12 * players, _HAIPAI - 1] = tile
    return dealt


def hash_fault(stated: StatedText) -> tuple[str, str, str] | None:
    """What is claimed and computed of a hash that is not the one of the tiles or salt, and in words.

    None where all that are stated agree, and where none is.

    Source: 54 hands of Mahjong Soul: 32 with MD5, 7 with SHA-256, 15 with salt.
    """
    for claimed, text, name, maker in (
        (stated.md5, stated.tiles, "MD5 of the tiles", hashlib.md5),
        (stated.salt_sha256, stated.salt, "SHA-256 of the salt", hashlib.sha256),
        (stated.sha256, stated.tiles + stated.salt, "SHA-256 of tiles and salt", hashlib.sha256),
    ):
        computed = maker(text.encode(), usedforsecurity=False).hexdigest()
        if claimed and claimed.lower() != computed and (stated.is_salt_known or maker is hashlib.md5):
            return claimed, computed, f"log has {claimed} as {name}, they give {computed}"
    return None


def copies_fault(tiles: Sequence[TileId], players: int) -> tuple[str, str] | None:
    """Of all tiles of a hand, how many of a kind are claimed and due where these differ."""
    copies = Counter(tile // 4 for tile in tiles)
    absent = SANMA_ABSENT_KINDS if players < SEATS else ()
    for kind in range(KINDS):
        due = 0 if kind in absent else 4
        if copies[kind] != due:
            name = kind_text(kind)
            return f"{copies[kind]} of {name}", f"{due} of {name}"
    return None
