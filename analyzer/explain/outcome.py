"""How a hand ended: as its log claims it, and as a rule set gives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from analyzer.explain.win import Win, claimed_win, computed_win, in_turn
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Events
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Settlement
from analyzer.vocabulary import (
    ABSENT,
    ASKS_TENPAI,
    NO_TILE,
    SHOWS_RIICHI,
    DrawKind,
    EndKind,
    Seat,
    points_text,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of one hand.

    Attributes:
        kind: ``win``, the name of a draw kind, ``unknown`` for a draw of another kind, or ``none``.
        wins: In order of payment; empty for a draw.
        tenpai: Seats that show, or have to; None where that is not asked for or not said.
        deltas: Points per seat; None where the log does not say.
    """

    kind: str
    wins: tuple[Win, ...]
    tenpai: tuple[Seat, ...] | None
    deltas: tuple[int, ...] | None

    @property
    def title(self) -> str:
        """As ``exhaustive draw``."""
        if self.kind == "win":
            return " and ".join(f"seat {win.winner} {win.way}" for win in self.wins)
        if self.kind == "none":
            return "no end"
        return self.kind.replace("_", " ") + (" draw" if self.kind == "exhaustive" else "")

    @property
    def lines(self) -> list[str]:
        """The end in a few lines."""
        lines: list[str] = []
        for win in self.wins:
            lines.append(f"seat {win.winner} wins: {win.way}")
            lines += (
                [f"  {win.yaku_text}", f"  {win.worth}"] if win.is_valued else ["  its value is not stated"]
            )
        if not self.wins:
            lines.append("the log stops before the end" if self.kind == "none" else self.title)
        if self.deltas is not None:
            lines.append(f"payments {points_text(self.deltas)}")
        return lines


def claimed_outcome(events: Events, hand: int, players: int) -> Outcome:
    """What the log says of the end of a hand; of several results all that say the same kind of thing.

    Args:
        events: Any number of games.
        hand: Row of ``events.hands``.
        players: 3 or 4.
    """
    start, stop = events.hands.result_offsets[hand : hand + 2].tolist()
    results = events.results
    if start == stop:
        return Outcome("none", (), None, None)
    stated = results.deltas[start:stop, :players]
    deltas = None if (stated == ABSENT).any() else tuple(stated.sum(axis=0).tolist())
    if results.end[start] == EndKind.AGARI:
        wins = tuple(claimed_win(results, row, players) for row in range(start, stop))
        return Outcome("win", wins, None, deltas)
    kind = int(results.draw_kind[start])
    shown = results.shown[start, :players, 0] != NO_TILE
    tenpai = tuple(np.flatnonzero(shown).tolist()) if kind in ASKS_TENPAI else None
    name = "unknown" if kind == UNKNOWN_DRAW_KIND else DrawKind(kind).text
    return Outcome(name, (), tenpai, deltas)


def computed_outcome(settled: Settlement, rules: RuleSet) -> Outcome:
    """What a rule set makes of one hand.

    Args:
        settled: One row.
        rules: The rule set by which it is settled.
    """
    wins, kind = settled.wins, int(settled.draw_kind[0])
    deltas = tuple(settled.deltas[0, : rules.seats].tolist())
    if settled.won[0]:
        rows = in_turn(wins, np.flatnonzero(wins.stands))
        return Outcome(
            "win", tuple(computed_win(wins, row, settled.facts, rules) for row in rows), None, deltas
        )
    if not kind:
        return Outcome("none", (), None, None)
    tenpai = tuple(np.flatnonzero(settled.draws.tenpai[0]).tolist()) if kind in ASKS_TENPAI else None
    return Outcome(DrawKind(kind).text, (), tenpai, deltas)


def differences(claimed: Outcome, computed: Outcome) -> list[tuple[str, str, str]]:
    """Where the log and the rules differ: what, as claimed, as computed; nothing for a log that is cut."""
    if claimed.kind == "none":
        return []
    found: list[tuple[str, str, str]] = []
    if (claimed.kind, _pairs(claimed)) != (computed.kind, _pairs(computed)):
        if claimed.deltas != computed.deltas:
            given = points_text(computed.deltas) if computed.deltas else "none"
            found.append(("payments", points_text(claimed.deltas), given))
        elif computed.kind == DrawKind.CHOMBO.text and claimed.kind in {kind.text for kind in SHOWS_RIICHI}:
            # The log has no name for it, and pays it.
            return []
        return [("end", claimed.title, computed.title), *found]
    if claimed.tenpai != computed.tenpai:
        found.append(("tenpai", _seats(claimed.tenpai), _seats(computed.tenpai)))
    by_winner = {win.winner: win for win in computed.wins}
    for win in claimed.wins:
        found += _win_differences(win, by_winner[win.winner])
    if claimed.deltas is not None and claimed.deltas != computed.deltas:
        found.append(("payments", points_text(claimed.deltas), points_text(computed.deltas)))
    return found


def _pairs(outcome: Outcome) -> set[tuple[Seat, Seat | None]]:
    return {(win.winner, win.loser) for win in outcome.wins}


def _seats(seats: Iterable[Seat | None] | None) -> str:
    return ", ".join(f"seat {seat}" for seat in seats or () if seat is not None) or "nobody"


def _win_differences(claimed: Win, computed: Win) -> Iterator[tuple[str, str, str]]:
    name = f"seat {claimed.winner}"
    if not claimed.is_valued:
        return
    listed = [{(yaku.id, yaku.han) for yaku in win.yaku} for win in (claimed, computed)]
    if listed[0] != listed[1]:
        yield f"yaku of {name}", claimed.yaku_text, computed.yaku_text
    if claimed.fu is not None and claimed.fu != computed.fu:
        yield f"fu of {name}", str(claimed.fu), str(computed.fu)
    if claimed.points is not None and claimed.points != computed.points:
        yield f"points of {name}", f"{claimed.points:,}", f"{computed.points:,}"
    if claimed.liable != computed.liable:
        yield f"liable for {name}", _seats([claimed.liable]), _seats([computed.liable])
