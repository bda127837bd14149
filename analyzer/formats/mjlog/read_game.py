"""What any reader makes of one game."""

from __future__ import annotations

from typing import NamedTuple

from analyzer.formats.mjlog.events import ReadProblem
from analyzer.formats.mjlog.log_id import LogId
from analyzer.formats.mjlog.markup import Markup

__all__ = ["ReadGame"]


class ReadGame(NamedTuple):
    """One game of a log."""

    markup: Markup
    problems: list[ReadProblem]
    """Of XML, what was repaired; of JSON, TENHOU6, then what it says of its table, and what each result
    does not state or has no known words for."""
    log_id: LogId | None
    """The id that the game states itself, where that is a log id of Tenhou; XML states none."""
