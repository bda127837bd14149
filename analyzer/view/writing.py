"""A game written in another form of log, for scripts and notebooks."""

from __future__ import annotations

from analyzer.audit import LogName, Review
from analyzer.formats.conversion import convert
from analyzer.formats.one_game import Converted

__all__ = ["Writable"]


class Writable:
    """What a game can be written as.

    Each form holds what the log states, and nothing that we computed.  The ``text`` of the result is what a
    file of the form holds; ``lost`` says what the form cannot hold, and ``filled`` what it cannot go without.
    """

    __slots__ = ()

    name: LogName
    review: Review

    def to_mjai(self) -> Converted:
        """The game as mjai, one event a line.

        Raises:
            MalformedLog: When a play of the log could not be read; this holds for the other forms too.
        """
        return self._written("mjai")

    def to_tenhou6(self) -> Converted:
        """The game as JSON of tenhou.net/6."""
        return self._written("tenhou6")

    def to_mjlog(self) -> Converted:
        """The game as an mjlog; copies of tiles that the log does not name are numbered as they appear."""
        return self._written("mjlog")

    def to_majiang(self) -> Converted:
        """The game as a record of 電脳麻将, which has games of four players."""
        return self._written("majiang")

    def _written(self, target: str) -> Converted:
        return convert(self.review.events, self.review.headers, target, log_id=self.name.log_id)
