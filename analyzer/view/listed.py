"""Where and when a game was played, and how it ended, in a few words each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyzer.audit import LogName
from analyzer.formats.events import Events
from analyzer.formats.log_id import GoType, parse_log_id
from analyzer.view.course import ORDINALS
from analyzer.vocabulary import ABSENT

__all__ = ["final_lines", "place_of"]


def place_of(name: LogName, events: Events) -> tuple[str, ...]:
    """Date, room and length of the only game of these events, as far as they are known."""
    found, go_type = parse_log_id(name.log_id), int(events.games.go_type[0])
    said = [] if found is None else [found.day.isoformat()]
    if go_type != ABSENT:
        kind = GoType(go_type)
        said += [kind.room.name.lower(), "hanchan" if GoType.HANCHAN in kind else "tonpuu"]
    return tuple(said)


def final_lines(events: Events, players: Sequence[str]) -> tuple[str, ...]:
    """Placement, player, final score and result, best first; empty where the log states no final score."""
    rows = np.flatnonzero(events.results.has_owari)
    seats = int(events.games.players[0])
    if not len(rows) or (events.results.final_scores[rows[-1], :seats] == ABSENT).any():
        return ()
    scores, tenths = (
        column[rows[-1]].tolist() for column in (events.results.final_scores, events.results.final_results)
    )
    order = sorted(range(seats), key=lambda seat: (-scores[seat], seat))
    return tuple(
        f"{ordinal} {players[seat] or f'seat {seat}'} {scores[seat]:,}"
        + ("" if tenths[seat] == ABSENT else f" ({tenths[seat] / 10:+.1f})")
        for ordinal, seat in zip(ORDINALS, order, strict=False)
    )
