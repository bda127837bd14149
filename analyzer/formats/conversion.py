"""A game in another form of log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.formats.majiang.writer import write_majiang
from analyzer.formats.mjai.writer import write_mjai
from analyzer.formats.mjlog.writer import write_mjlog
from analyzer.formats.one_game import Converted, OneGame
from analyzer.formats.tenhou6.writer import write_links, write_tenhou6

_WRITERS: Final[dict[str, tuple[str, Callable[[OneGame, str | None], Converted]]]] = {
    "mjai": (".jsonl", lambda game, _: write_mjai(game)),
    "tenhou6": (".json", write_tenhou6),
    "mjlog": (".mjlog", lambda game, _: write_mjlog(game)),
    "links": (".txt", write_links),
    "majiang": (".json", write_majiang),
}
TARGETS: Final = {target: suffix for target, (suffix, _) in _WRITERS.items()}
"""Forms that games can be written in, and how names of their files end."""


def convert(
    events: Events, headers: Headers, target: str, *, game: int = 0, log_id: str | None = None
) -> Converted:
    """One game of a batch in another form.

    Only what the source states is written; what the target cannot hold is told.

    Args:
        events: The batch.
        headers: Its headers.
        target: One of `TARGETS`.
        game: Row of the game.
        log_id: The log id of the game, if it has one.

    Raises:
        MalformedLog: When a play of the game could not be read.
    """
    _, write = _WRITERS[target]
    return write(OneGame(events, headers, game), log_id)
