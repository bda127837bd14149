"""The terms of the game as integers and text: seats, winds, tiles, plays, draws.

This module imports nothing of the package.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum, unique
from typing import Final, TypeAlias

import numpy as np

Seat: TypeAlias = int
"""0-3, fixed for the game; seat 0 is the first dealer."""
TileId: TypeAlias = int
"""0-135, a physical tile; ``tile_id // 4`` is its kind."""
TileKind: TypeAlias = int
"""0-33: 0-8 man, 9-17 pin, 18-26 sou, 27-30 East South West North, 31 haku, 32 hatsu, 33 chun."""

SEATS: Final = 4
"""Width of every per-seat axis; in three-player games the last seat is empty."""
TILES: Final = 136
KINDS: Final = 34
NO_TILE: Final = 255
"""Stands for no tile in an array of tile ids or kinds (uint8)."""
NO_SEAT: Final = 255
"""Stands for no seat in an array of seats (uint8)."""
ABSENT: Final = -(2**31)
"""Stands for a number that the log does not state, in an array of int32."""
RIICHI_STICK: Final = 1000
"""Points of one riichi stick."""

AKA_IDS: Final = (16, 52, 88)
"""Tile ids of the red fives, where the game has them."""
YAOCHU_KINDS: Final = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
"""Terminals and honours (幺九牌)."""
WIND_KINDS: Final = (27, 28, 29, 30)
KYUUSHU_KINDS: Final = 9
"""Kinds of terminals and honours that kyuushu kyuuhai needs."""
SANMA_ABSENT_KINDS: Final = (1, 2, 3, 4, 5, 6, 7)
"""Kinds that a three-player wall does not have (2m to 8m)."""


class Code(IntEnum):
    """A word that columns hold as a number.

    NumPy asks the class of what an array is compared with for this attribute.  In Python 3.11 what an enum
    lacks is looked for in Python: that takes longer than to compare, and NumPy drops a Ctrl-C that comes
    meanwhile.
    """

    __array_ufunc__ = np.ndarray.__array_ufunc__


@unique
class PlayKind(Code):
    """What happened in a hand, one per row of ``plays``."""

    DRAW = 0
    """A seat takes a tile, from the live wall or after a kan or kita."""
    DISCARD = 1
    CHI = 2
    PON = 3
    DAIMINKAN = 4
    KAKAN = 5
    """A fourth tile added to an own pon."""
    ANKAN = 6
    KITA = 7
    """North set aside in a three-player game (北抜き)."""
    RIICHI = 8
    """The declaration, before its discard (REACH step 1)."""
    RIICHI_ACCEPTED = 9
    """The stick is paid: the declaration tile passed (REACH step 2)."""
    DORA = 10
    """A new dora indicator is shown."""


@unique
class DrawKind(Code):
    """Kinds of ryuukyoku; tables and the command line use these names in lower case."""

    EXHAUSTIVE = 1
    """The live wall is used up (荒牌平局)."""
    NAGASHI_MANGAN = 2
    """An exhaustive draw with a river of only terminals and honours, none called (流し満貫)."""
    SUUFON_RENDA = 3
    """Four first discards of one wind (四風連打)."""
    KYUUSHU_KYUUHAI = 4
    """Nine kinds of terminals and honours at the first draw, declared (九種九牌)."""
    SUUCHA_RIICHI = 5
    """The fourth riichi stands (四家立直)."""
    SUUKAIKAN = 6
    """Four kans by two players or more (四開槓)."""
    SANCHAHOU = 7
    """Three players ron one tile (三家和)."""
    CHOMBO = 8
    """A riichi was declared on a noten tehai; the hand is replayed (チョンボ)."""

    @property
    def text(self) -> str:
        """Name in tables and reports, as ``nagashi_mangan``."""
        return self.name.lower()


ABORTIVE: Final = (
    DrawKind.SUUFON_RENDA,
    DrawKind.KYUUSHU_KYUUHAI,
    DrawKind.SUUCHA_RIICHI,
    DrawKind.SUUKAIKAN,
    DrawKind.SANCHAHOU,
)
"""Draws that end a hand before its wall does (途中流局)."""
PLAYS_ON: Final = (*ABORTIVE, DrawKind.CHOMBO)
"""Ends of a hand after which no game is over."""
ASKS_TENPAI: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
"""Draws at which it matters who is tenpai."""
SHOWS_RIICHI: Final = (*ASKS_TENPAI, DrawKind.SUUCHA_RIICHI)
"""Draws at which riichi hands are shown, so that a noten one comes to light."""

LIMITS: Final = ("none", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Limits of a win, as the third number of AGARI's ``ten`` counts them."""


@unique
class EndKind(Code):
    """How a hand ended."""

    NONE = 0
    """The log stops before the hand has a result."""
    AGARI = 1
    RYUUKYOKU = 2


WINDS: Final = ("East", "South", "West", "North")

WIND_LETTERS: Final = "".join(wind[0] for wind in WINDS)
_KYOKU_TEXT: Final = re.compile(r"([ESWN])([1-4])(?:\.([0-9]{1,3}))?\Z")
_MPSZ_GROUP: Final = re.compile(r"([0-9]+)([mpsz])")
_SUITS: Final = "mpsz"


def signed_points(points: Iterable[int]) -> str:
    """Points of the seats in findings: ``(+1500, -1500, 0)``."""
    return "(" + ", ".join(f"{value:+d}" if value else "0" for value in points) + ")"


def points_text(points: Iterable[int] | None) -> str:
    """Points of the seats for people: ``+1,500 -1,500 0``; None means that the log does not state them."""
    return "not stated" if points is None else " ".join(f"{value:+,}" if value else "0" for value in points)


def kyoku_text(kyoku: int, honba: int | None = None) -> str:
    """Name of a kyoku as players write it.

    Args:
        kyoku: 0-based index as in the log: 0-3 East, 4-7 South, 8-11 West, 12-15 North.
        honba: Left out of the text when None.

    Returns:
        ``"E2"``, or ``"E2.1"`` with one honba.  An index outside 0-15 is written ``"K17"``.

    Examples:
        >>> kyoku_text(5, 1)
        'S2.1'
    """
    name = f"{WIND_LETTERS[kyoku // 4]}{kyoku % 4 + 1}" if 0 <= kyoku < 16 else f"K{kyoku}"
    return name if honba is None else f"{name}.{honba}"


def parse_kyoku(text: str) -> tuple[int, int | None]:
    """Kyoku index and honba of a text such as ``E2.1``; honba is None when the text has none.

    Raises:
        ValueError: When the text is not a wind letter, a number 1-4 and optionally ``.honba``.

    Examples:
        >>> parse_kyoku("S4")
        (7, None)
    """
    match = _KYOKU_TEXT.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a kyoku; expected a form such as 'E2' or 'S4.1'")
    wind, number, honba = match.groups()
    return WIND_LETTERS.index(wind) * 4 + int(number) - 1, None if honba is None else int(honba)


def kind_of(tile_id: TileId) -> TileKind:
    """Kind (0-33) of a tile id (0-135)."""
    return tile_id // 4


def is_aka(tile_id: TileId) -> bool:
    """Whether the tile is a red five in a game that has them."""
    return tile_id in AKA_IDS


def kind_text(kind: TileKind) -> str:
    """mpsz text of one kind.

    Examples:
        >>> kind_text(27), kind_text(8)
        ('1z', '9m')
    """
    suit, rank = divmod(kind, 9) if kind < 27 else (3, kind - 27)
    return f"{rank + 1}{_SUITS[suit]}"


def tile_text(tile_id: TileId, *, with_aka: bool = True) -> str:
    """mpsz text of one tile; a red five is ``0`` of its suit when ``with_aka``."""
    text = kind_text(kind_of(tile_id))
    return f"0{text[1]}" if with_aka and is_aka(tile_id) else text


def mpsz(tile_ids: Iterable[TileId], *, with_aka: bool = True) -> str:
    """mpsz text of tiles, sorted by suit and rank; a red five is ``0``.

    Examples:
        >>> mpsz([0, 4, 8, 52, 53, 108])
        '123m05p1z'
    """
    texts = [tile_text(tile, with_aka=with_aka) for tile in sorted(tile_ids)]
    groups = ("".join(text[0] for text in texts if text[1] == suit) for suit in _SUITS)
    return "".join(ranks + suit for ranks, suit in zip(groups, _SUITS, strict=True) if ranks)


def parse_mpsz(text: str) -> tuple[TileKind, ...]:
    """Kinds of an mpsz text, in its order; ``0`` counts as a five.

    Raises:
        ValueError: When the text is not digits followed by a suit letter, or names a tile that does not
            exist (``8z``).

    Examples:
        >>> parse_mpsz("19m7z")
        (0, 8, 33)
    """
    if re.fullmatch(r"(?:[0-9]+[mpsz])*", text) is None:
        raise ValueError(f"{text!r} is not mpsz text; expected digits and a suit letter, as '123m11z'")
    kinds: list[TileKind] = []
    for ranks, suit in _MPSZ_GROUP.findall(text):
        for digit in ranks:
            if suit == "z" and not 1 <= int(digit) <= 7:
                raise ValueError(f"{digit}z in {text!r} is not a tile; honours are 1z to 7z")
            rank = 5 if digit == "0" else int(digit)
            kinds.append(_SUITS.index(suit) * 9 + rank - 1)
    return tuple(kinds)


def tiles_in(text: str) -> list[str]:
    """The tiles of an mpsz text one by one, in its order, red fives as they are written.

    Raises:
        ValueError: As `parse_mpsz`.

    Examples:
        >>> tiles_in("406s1z")
        ['4s', '0s', '6s', '1z']
    """
    ranks = [sign for sign in text if sign.isdigit()]
    return [rank + kind_text(kind)[1] for rank, kind in zip(ranks, parse_mpsz(text), strict=True)]


def parse_tiles(text: str, *, taken: Sequence[TileId] = ()) -> tuple[TileId, ...]:
    """Tile ids of an mpsz text, in its order: ``0`` is the red five, others take the lowest free copy.

    Args:
        text: mpsz text; a plain five takes the red copy only when no other is left.
        taken: Ids already used elsewhere.

    Raises:
        ValueError: When the text is not mpsz, or asks for a fifth copy of a kind.

    Examples:
        >>> parse_tiles("055p")
        (52, 53, 54)
    """
    kinds = parse_mpsz(text)
    digits = [digit for ranks, _ in _MPSZ_GROUP.findall(text) for digit in ranks]
    used = set(taken)
    ids: list[TileId] = []
    for kind, digit in zip(kinds, digits, strict=True):
        copies = range(kind * 4, kind * 4 + 4)
        aka = [tile for tile in copies if is_aka(tile)]
        wanted = aka if digit == "0" else [tile for tile in copies if tile not in aka] + aka
        free = [tile for tile in wanted if tile not in used]
        if not free:
            raise ValueError(f"{text!r} asks for more copies of {kind_text(kind)} than there are")
        used.add(free[0])
        ids.append(free[0])
    return tuple(ids)
