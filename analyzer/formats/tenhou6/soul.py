"""The rule of a game of Mahjong Soul, from the words that converters make of its room and mode.

``玉の間南喰赤`` and ``三金の間東喰赤``, ``玉の間四人南``, ``Gold Room South``, ``3-Player Jade Room East``,
``友人戦南喰赤``, ``Friendly South Red Fives``.  Source: as in `words`.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from analyzer.formats.events import SoulTable
from analyzer.formats.tenhou6.words import ROOMS, key

__all__ = ["soul_table"]

_TABLE: Final = re.compile(
    r"(?:(?P<seats>[三四34])(?:人|-?player)?)?(?P<room>.+?)(?:(?P<behind>[三四34])(?:人|-?player))?"
    r"(?:(?P<south>東南|东南|南|半荘|south)|(?P<east>東|东|east))?(?:風戦|戦|战)?"
    r"喰?(?P<aka>赤|redfives|red)?(?P<no_aka>akanashi|noredfives|nored)?"
)
"""In lower case, of one width, without blanks."""
_THREE: Final = ("三", "3")
_FOUR: Final = ("四", "4")


def soul_table(disp: str, has_aka: bool | None) -> SoulTable | None:
    """What a rule in words says of a table of Mahjong Soul; None when it names none of its rooms.

    Args:
        disp: The words.
        has_aka: Whether red fives are said to be in the wall elsewhere; None where nothing is said.  Rooms of
            fixed rules have them.

    Example:
        >>> soul_table("玉の間四人南", None)
        <SoulTable.HANCHAN|FOUR|RED_FIVES: 26>
    """
    text = "".join(unicodedata.normalize("NFKC", disp).casefold().split()).rstrip("-―")
    words = _TABLE.fullmatch(text)
    room = None if words is None else ROOMS.get(key(words["room"]))
    if words is None or room is None:
        return None
    seats = words["seats"] or words["behind"]
    aka = bool(words["aka"]) or (room == "ranked" and not words["no_aka"]) if has_aka is None else has_aka
    facts = (
        (SoulTable.TONPUUSEN, words["east"]),
        (SoulTable.HANCHAN, words["south"]),
        (SoulTable.THREE, seats in _THREE),
        (SoulTable.FOUR, seats in _FOUR),
        (SoulTable.RED_FIVES, aka),
        (SoulTable.HOSTED, room == "hosted"),
    )
    table = SoulTable(0)
    for bit, is_so in facts:
        table |= bit if is_so else SoulTable(0)
    return table
