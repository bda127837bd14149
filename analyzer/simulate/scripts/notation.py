"""The words of a scene's ``plays`` as steps, each of one seat; what the words mean stands at `Scene`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, unique
from typing import Final, NamedTuple, NoReturn

from analyzer.vocabulary import WIND_LETTERS

__all__ = ["Act", "SceneMistake", "Step", "parse_plays", "tile_words"]

_TILES: Final = re.compile(r"(?:[0-9]+[mpsz])+\Z")
_TILE: Final = re.compile(r"[0-9][mpsz]\Z")
_PLAY_ON: Final = re.compile(r"\.\.\.([0-9]{0,2})\Z")
_GROUP: Final = re.compile(r"([0-9]+)([mpsz])")


class SceneMistake(ValueError):
    """A scene that cannot be played as it is written down."""


@unique
class Act(Enum):
    """What a word makes a seat do."""

    DRAW = "+"
    DISCARD = "-"
    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "kan"
    ANKAN = "ankan"
    KAKAN = "kakan"
    KITA = "kita"
    TSUMO = "tsumo"
    RON = "ron"
    KYUUSHU = "kyuushu"
    PLAY_ON = "..."
    """All seats discard what they draw."""


_NEEDS_TILES: Final = {Act.CHI: 2, Act.ANKAN: 1, Act.KAKAN: 1}
"""How many tiles the next word names."""


class Step(NamedTuple):
    """One thing that one seat does."""

    act: Act
    wind: int
    """Of the seat, 0 for the dealer; of PLAY_ON nobody's."""
    tiles: tuple[str, ...] = ()
    """Each as ``5m``, ``0m`` for the red one; a DISCARD with none is of the tile drawn."""
    live: int = 0
    """Of PLAY_ON: live tiles that are to be left."""
    at: int = 0
    """Index of its word."""


def tile_words(text: str) -> tuple[str, ...]:
    """The tiles of an mpsz text one by one, red fives as they are written.

    Example:
        >>> tile_words("19m05p")
        ('1m', '9m', '0p', '5p')
    """
    return tuple(digit + suit for digits, suit in _GROUP.findall(text) for digit in digits)


def parse_plays(plays: str, players: int) -> tuple[Step, ...]:
    """The steps of a hand.

    Args:
        plays: As `Scene` has it.
        players: 3 or 4; no word may speak of the seat a game does not have.

    Raises:
        SceneMistake: When a word is none, stands before any seat, or lacks its tiles.
    """
    return tuple(_steps(plays.split(), WIND_LETTERS[:players]))


def _steps(words: list[str], winds: str) -> Iterator[Step]:
    wind: int | None = None
    place = 0
    while place < len(words):
        word, at = words[place], place
        place += 1
        if len(word) == 1 and word in winds:
            wind = winds.index(word)
            continue
        play_on = _PLAY_ON.match(word)
        if play_on:
            yield Step(Act.PLAY_ON, 0, live=int(play_on[1] or 0), at=at)
            continue
        if wind is None:
            _fail(words, at, "stands before any seat")
        named = words[place] if place < len(words) and _TILES.match(words[place]) else ""
        step = _step(words, at, wind, named)
        place += bool(named)
        yield step


def _step(words: list[str], at: int, wind: int, named: str) -> Step:
    """The step of a word of a seat; ``named`` is the word behind it if that names tiles."""
    word = words[at]
    if word[0] in "+-":
        if word == "+" or (len(word) > 1 and not _TILE.match(word[1:])):
            _fail(words, at, "names no tile")
        if named:
            _fail(words, at + 1, "belongs to no call")
        return Step(Act(word[0]), wind, tile_words(word[1:]), at=at)
    if word not in [act.value for act in Act]:
        _fail(words, at, "is no word of a scene")
    act, tiles = Act(word), tile_words(named)
    wanted = _NEEDS_TILES.get(act, 0)
    if len(tiles) != wanted and not (act == Act.PON and len(tiles) == 2):
        _fail(words, at, f"comes with {len(tiles)} tiles, not {wanted}")
    return Step(act, wind, tiles, at=at)


def _fail(words: list[str], at: int, complaint: str) -> NoReturn:
    raise SceneMistake(f"{words[at]!r}, word {at + 1} of {' '.join(words)!r}, {complaint}")
