"""One game read and audited, by itself or out of a log that holds several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analyzer.audit import LogName, Review, review
from analyzer.errors import MalformedLog, UserMistake

__all__ = ["review_game"]

_NAMED: Final = 3
"""Games that a message names where there are several."""


def review_game(data: bytes, name: LogName, rules: str, *, line: int, asked: str | None) -> Review:
    """Read and audit one game.

    Args:
        data: Its log, not compressed.
        name: The name of the log in findings.
        rules: As `analyzer.read` takes.
        line: Line of its file that the log begins at.
        asked: The game where the log may hold several, as findings name it: ``"games.jsonl#2"``.

    Raises:
        MalformedLog: When the bytes are no log.
        UserMistake: When the log holds several games, and ``asked`` names none of them.
    """
    judged = review([(name, data)], rules, None, {name.source: line})
    if not judged.logs:
        raise MalformedLog(judged.findings[0].message)
    is_one = asked is None or not asked.rpartition("#")[2].isdecimal()
    if len(judged.logs) == 1 and is_one:
        return judged
    place = _place(judged.logs, asked)
    if len(judged.logs) == 1:
        return judged
    game = judged.logs[place]
    # Of the games before it some may be unreadable, so its name tells its place in the log.
    within = game.source.removeprefix(name.source).removeprefix("#")
    return review([(name, data)], rules, None, {name.source: line}, within=int(within or 1) - 1)


def _place(games: Sequence[LogName], asked: str | None) -> int:
    """Place of a game among those of a log."""
    for place, name in enumerate(games):
        if asked in (name.log_id, name.source):
            return place
    sources = [name.source for name in games[:_NAMED]] + ["and others"] * (len(games) > _NAMED)
    holds = f"holds {'more than ' * (len(games) > 1)}one log: {', '.join(sources)}"
    raise UserMistake(f"{games[0].source!r} {holds}; name one with --id (log_id in Python)")
