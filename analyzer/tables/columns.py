"""What a column of a table is, and the columns and words that several tables share."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["CUT", "GAME_KEYS", "HAND", "LOG", "NOT_DRAWN", "NO_FIT", "SEAT", "UNJUDGED", "UNSOUND", "Column"]


class Column(NamedTuple):
    """One column of a table.

    Attributes:
        name: Name in the files.
        type: ``bool``, ``int8``, ``uint8``, ``int16``, ``int32``, ``float64``, ``date``, ``string``,
            ``category`` (a string from a small set, dictionary-encoded), or a list of one of these.
        unit: Unit or range of the values; empty where there is none.
        meaning: What the value says.
        null: What a null says; empty for a column that has none.
    """

    name: str
    type: str
    unit: str
    meaning: str
    null: str = ""


CUT: Final = "the hand has no result"
UNSOUND: Final = "the hand could not be read or replayed"
UNJUDGED: Final = "no rule set fits, or " + UNSOUND
NO_FIT: Final = "the log states no possible number"
NOT_DRAWN: Final = "the hand did not end in a ryuukyoku"

LOG: Final = Column("log_id", "string", "", "Tenhou log id; the source where its name holds no id.")
_YEAR: Final = Column(
    "year", "int16", "year", "Year of the log id (Japan time); a partition.", "the log id has no date"
)
_PLAYERS: Final = Column("players", "uint8", "3 or 4", "Seats in play; a partition.")
GAME_KEYS: Final = (LOG, _YEAR, _PLAYERS)
HAND: Final = Column("hand", "int32", "index", "Hand within its game, 0 for the first.")
SEAT: Final = Column("seat", "uint8", "0-3", "Seat, fixed for the game; 0 is the first dealer.")
