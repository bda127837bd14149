"""How a hand ended, twice in one form: as the log claims it, and as a rule set gives it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from analyzer.formats.events import UNKNOWN_DRAW_KIND, Events, Results
from analyzer.settlement.settle import Settlement
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.vocabulary import (
    ABSENT,
    NO_SEAT,
    NO_TILE,
    SEATS,
    DrawKind,
    EndKind,
    Seat,
    TileKind,
    kind_of,
    kind_text,
)

__all__ = ["LIMITS", "Outcome", "Win", "claimed_outcome", "computed_outcome", "differences", "signed"]

LIMITS: Final = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
"""Name of each limit, as AGARI's ``ten`` numbers them."""
_SHOWS_RIICHI: Final = tuple(
    kind.text for kind in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN, DrawKind.SUUCHA_RIICHI)
)
"""Draws at which a wrong riichi comes to light."""
_YAKU: Final = {int(yaku): yaku.text for yaku in Yaku}


class Win(NamedTuple):
    """One winner.

    Attributes:
        winner: Seat.
        loser: Seat that discarded; the winner for a tsumo.
        kind: Of the winning tile; None where the log does not say.
        yaku: Name and han, dora behind the yaku; yakuman have 0 han.
        han: Dora included; 0 with a yakuman.
        fu: None where the log does not say.
        limit: Index of LIMITS.
        points: Without honba and sticks; a tsumo in total.
        deltas: Points per seat, honba and sticks included.
        liable: Seat liable for a yakuman; None when none is.
    """

    winner: Seat
    loser: Seat
    kind: TileKind | None
    yaku: tuple[tuple[str, int], ...]
    han: int
    fu: int | None
    limit: int
    points: int
    deltas: tuple[int, ...]
    liable: Seat | None

    @property
    def way(self) -> str:
        """As ``ron off seat 2 on 5m``."""
        way = "tsumo" if self.winner == self.loser else f"ron off seat {self.loser}"
        return way if self.kind is None else f"{way} on {kind_text(self.kind)}"

    @property
    def yaku_text(self) -> str:
        """As ``riichi 1, dora 2``."""
        return ", ".join(f"{name} {han}" if han else name for name, han in self.yaku) or "no yaku"

    @property
    def worth(self) -> str:
        """As ``3 han 40 fu, 5,200 points``."""
        limit = f", {LIMITS[self.limit]}" if self.limit else ""
        count = f"{self.han} han {self.fu} fu" if self.han and self.fu is not None else ""
        if not count:
            return f"{limit[2:] or 'no points'}, {self.points:,} points"
        return f"{count}{limit}, {self.points:,} points"


class Outcome(NamedTuple):
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


def signed(points: tuple[int, ...] | None) -> str:
    """Points of the seats as ``+1,500 -1,500 0``."""
    return "not stated" if points is None else " ".join(f"{value:+,}" if value else "0" for value in points)


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
    deltas = _summed(results, range(start, stop), players)
    if results.end[start] == EndKind.AGARI:
        wins = tuple(_claimed_win(results, row, players) for row in range(start, stop))
        return Outcome("win", wins, None, deltas)
    kind = int(results.draw_kind[start])
    shown = results.shown[start, :players, 0] != NO_TILE
    is_asked = kind in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
    return Outcome(
        "unknown" if kind == UNKNOWN_DRAW_KIND else DrawKind(kind).text,
        (),
        tuple(np.flatnonzero(shown).tolist()) if is_asked else None,
        deltas,
    )


def _summed(results: Results, rows: range, players: int) -> tuple[int, ...] | None:
    deltas = results.deltas[rows.start : rows.stop, :players]
    if (deltas == ABSENT).any():
        return None
    return tuple(deltas.sum(axis=0).tolist())


def _claimed_win(results: Results, row: int, players: int) -> Win:
    yaku = [(_yaku_text(name), han) for name, han in results.yaku[row].tolist() if name != ABSENT and han]
    yakuman = [(_yaku_text(name), 0) for name in results.yakuman[row].tolist() if name != ABSENT]
    fu, points, limit = results.ten[row].tolist()
    pao, machi = int(results.pao_seat[row]), int(results.machi[row])
    return Win(
        winner=int(results.winner[row]),
        loser=int(results.loser[row]),
        kind=None if machi == NO_TILE else kind_of(machi),
        yaku=tuple(yaku + yakuman),
        han=sum(han for _, han in yaku),
        fu=None if fu == ABSENT else fu,
        limit=limit if 0 <= limit < len(LIMITS) else 0,
        points=0 if points == ABSENT else points,
        deltas=_summed(results, range(row, row + 1), players) or (0,) * players,
        liable=None if pao == NO_SEAT else pao,
    )


def _yaku_text(name: int) -> str:
    return _YAKU.get(name, f"yaku {name}")


def computed_outcome(settled: Settlement, liable: tuple[Seat | None, ...]) -> Outcome:
    """What a rule set makes of one hand.

    Args:
        settled: One row.
        liable: Per win the seat that pays for a yakuman.
    """
    deltas = tuple(settled.deltas[0].tolist())
    if settled.won[0]:
        standing = np.flatnonzero(settled.wins.is_valid).tolist()
        wins = [computed_win(settled, row, liable[row]) for row in standing]
        return Outcome("win", tuple(sorted(wins, key=_turn)), None, deltas)
    kind = int(settled.draw.kind[0])
    is_asked = kind in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
    tenpai = tuple(np.flatnonzero(settled.draw.tenpai[0]).tolist())
    return Outcome(
        DrawKind(kind).text if kind else "none", (), tenpai if is_asked else None, deltas if kind else None
    )


def _turn(win: Win) -> int:
    """How many seats the winner comes after the discarder: the order in which logs have them."""
    return (win.winner - win.loser) % SEATS


def computed_win(settled: Settlement, row: int, liable: Seat | None) -> Win:
    """One win of a settlement of one hand."""
    wins = settled.wins
    scores = wins.scores
    yaku = [(Yaku(name).text, han) for name, han in scores.yaku[row].tolist() if name != NO_YAKU and han]
    yakuman = [(Yaku(name).text, 0) for name in scores.yakuman[row].tolist() if name != NO_YAKU]
    return Win(
        winner=int(wins.table.winner[row]),
        loser=int(wins.table.loser[row]),
        kind=int(wins.facts.win_kind[row]),
        yaku=tuple(yaku + yakuman),
        han=0 if yakuman else int(scores.han[row]),
        fu=int(scores.fu[row]),
        limit=int(scores.limit[row]),
        points=int(scores.points[row]),
        deltas=tuple(wins.deltas[row].tolist()),
        liable=liable,
    )


def differences(claimed: Outcome, computed: Outcome) -> list[tuple[str, str, str]]:
    """Where the log and the rules differ: what, as claimed, as computed; nothing for a log that is cut."""
    if claimed.kind == "none":
        return []
    found: list[tuple[str, str, str]] = []
    if (claimed.kind, _pairs(claimed)) != (computed.kind, _pairs(computed)):
        if claimed.deltas != computed.deltas:
            given = signed(computed.deltas) if computed.deltas else "none"
            found.append(("payments", signed(claimed.deltas), given))
        elif computed.kind == DrawKind.CHOMBO.text and claimed.kind in _SHOWS_RIICHI:
            # The log has no name for it, and pays it.
            return []
        return [("end", claimed.title, computed.title), *found]
    if claimed.tenpai != computed.tenpai:
        found.append(("tenpai", _seats(claimed.tenpai), _seats(computed.tenpai)))
    by_winner = {win.winner: win for win in computed.wins}
    for win in claimed.wins:
        found += _win_differences(win, by_winner[win.winner])
    if claimed.deltas is not None and claimed.deltas != computed.deltas:
        found.append(("payments", signed(claimed.deltas), signed(computed.deltas)))
    return found


def _pairs(outcome: Outcome) -> set[tuple[Seat, Seat]]:
    return {(win.winner, win.loser) for win in outcome.wins}


def _seats(seats: tuple[Seat, ...] | None) -> str:
    return ", ".join(f"seat {seat}" for seat in seats or ()) or "nobody"


def _win_differences(claimed: Win, computed: Win) -> list[tuple[str, str, str]]:
    name = f"seat {claimed.winner}"
    rows = [
        (f"yaku of {name}", claimed.yaku_text, computed.yaku_text, set(claimed.yaku) != set(computed.yaku)),
        (f"fu of {name}", str(claimed.fu), str(computed.fu), _differs(claimed.fu, computed.fu)),
        (
            f"points of {name}",
            f"{claimed.points:,}",
            f"{computed.points:,}",
            claimed.points != computed.points,
        ),
        (
            f"liable for {name}",
            _seats(() if claimed.liable is None else (claimed.liable,)),
            _seats(() if computed.liable is None else (computed.liable,)),
            claimed.liable != computed.liable,
        ),
    ]
    return [(what, said, given) for what, said, given, differs in rows if differs]


def _differs(claimed: int | None, computed: int | None) -> bool:
    return claimed is not None and claimed != computed
