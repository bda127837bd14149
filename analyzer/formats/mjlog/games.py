"""Mjlogs of a batch: read as elements one by one or all at once, and given their meaning together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog
from analyzer.formats.each_game import read_each
from analyzer.formats.element_names import TAG
from analyzer.formats.events import Events, ReadGame, ReadProblem
from analyzer.formats.headers import Header
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import headers_of, heads_of
from analyzer.formats.mjlog.markup import Markup, concatenate, games_between
from analyzer.kernels import is_compiling

__all__ = ["Mjlogs", "read_mjlogs", "scan_mjlogs", "together"]


class Mjlogs(NamedTuple):
    """Games of which the elements are read."""

    markup: Markup
    problems: Sequence[ReadProblem] = ()
    """What had to be repaired; ``game`` counts the games of ``markup``."""

    @property
    def hand_count(self) -> int:
        """Hands of all games."""
        return int(np.count_nonzero(self.markup.tag == TAG.INIT))

    def read(self) -> tuple[Events, list[Header]]:
        """What the games say."""
        heads = heads_of(self.markup)
        return decode(self.markup, self.problems, heads), headers_of(self.markup, heads)

    def game(self) -> ReadGame:
        """The only game."""
        events, (header,) = self.read()
        return ReadGame(events, header)

    def between(self, first: int, stop: int) -> Mjlogs:
        """The games from one up to another, none of them repaired."""
        return Mjlogs(games_between(self.markup, first, stop))


def together(parts: Sequence[Mjlogs]) -> Mjlogs:
    """The games of all parts."""
    problems: list[ReadProblem] = []
    games = 0
    for part in parts:
        problems += [problem._replace(game=problem.game + games) for problem in part.problems]
        games += len(part.markup.game_offsets) - 1
    return Mjlogs(concatenate([part.markup for part in parts]), problems)


def scan_mjlogs(logs: Sequence[bytes]) -> tuple[Mjlogs, NDArray[np.bool_]]:
    """The mjlogs among some logs that have exactly the form of Tenhou, and which these are.

    None are where kernels are not compiled: there the scanner takes ten times as long as the reader.
    """
    if not is_compiling():
        return together([]), np.zeros(len(logs), np.bool_)
    from analyzer.formats.mjlog.scanner import scan

    markup, accepted = scan(logs)
    return Mjlogs(markup), accepted


def read_mjlogs(data: bytes) -> list[Mjlogs | MalformedLog]:
    """Every mjlog of a file, mostly one; in any legal XML.

    Raises:
        MalformedLog: When none can be read.
    """
    from analyzer.formats.mjlog.reader import logs_in, read_markup

    def read(log: bytes) -> Mjlogs:
        return Mjlogs(*read_markup(log))

    try:
        return [read(data)]
    except MalformedLog:
        logs = logs_in(data)
        if len(logs) == 1:
            raise
    return read_each(logs, read)
