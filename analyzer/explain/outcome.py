"""How a hand ended, twice in one form: as the log claims it, and as a rule set gives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.one_hand import OneHand
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Events, Results
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.payments import LIABILITIES, answering_seats
from analyzer.settlement.settle import Wins
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.vocabulary import (
    ABSENT,
    ASKS_TENPAI,
    LIMITS,
    NO_SEAT,
    NO_TILE,
    SEATS,
    SHOWS_RIICHI,
    DrawKind,
    EndKind,
    Seat,
    TileKind,
    kind_of,
    kind_text,
    points_text,
)

__all__ = [
    "Outcome",
    "Win",
    "claimed_outcome",
    "claimed_win",
    "computed_outcome",
    "computed_win",
    "differences",
    "in_turn",
    "liable_seats",
    "yaku_name",
]

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
        limit: Index of `LIMITS`.
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
    def is_valued(self) -> bool:
        """Whether it has yaku or points; mjai states neither."""
        return bool(self.yaku or self.points)

    @property
    def yaku_text(self) -> str:
        """As ``riichi 1, dora 2``."""
        return ", ".join(f"{name} {han}" if han else name for name, han in self.yaku) or "no yaku"

    @property
    def worth(self) -> str:
        """As ``3 han 40 fu, 5,200 points``."""
        has_count = self.han and self.fu is not None
        parts = [f"{self.han} han {self.fu} fu"] if has_count else []
        parts += [LIMITS[self.limit]] if self.limit else []
        return ", ".join([*parts, f"{self.points:,} points" if self.points else "no points"])


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
    deltas = _summed(results, slice(start, stop), players)
    if results.end[start] == EndKind.AGARI:
        wins = tuple(claimed_win(results, row, players) for row in range(start, stop))
        return Outcome("win", wins, None, deltas)
    kind = int(results.draw_kind[start])
    shown = results.shown[start, :players, 0] != NO_TILE
    tenpai = tuple(np.flatnonzero(shown).tolist()) if kind in ASKS_TENPAI else None
    name = "unknown" if kind == UNKNOWN_DRAW_KIND else DrawKind(kind).text
    return Outcome(name, (), tenpai, deltas)


def _summed(results: Results, rows: slice, players: int) -> tuple[int, ...] | None:
    deltas = results.deltas[rows, :players]
    if (deltas == ABSENT).any():
        return None
    return tuple(deltas.sum(axis=0).tolist())


def claimed_win(results: Results, row: int, players: int) -> Win:
    """One win as the log has it."""
    fu, points, limit = results.ten[row].tolist()
    pao, machi = int(results.pao_seat[row]), int(results.machi[row])
    yaku = [(number, han) for number, han in results.yaku[row].tolist() if number != ABSENT]
    return Win(
        winner=int(results.winner[row]),
        loser=int(results.loser[row]),
        kind=None if machi == NO_TILE else kind_of(machi),
        yaku=_listed(yaku, [number for number in results.yakuman[row].tolist() if number != ABSENT]),
        han=sum(han for _, han in yaku),
        fu=None if fu == ABSENT else fu,
        limit=limit if 0 <= limit < len(LIMITS) else 0,
        points=0 if points == ABSENT else points,
        deltas=_summed(results, slice(row, row + 1), players) or (0,) * players,
        liable=None if pao == NO_SEAT else pao,
    )


def _listed(yaku: Iterable[tuple[int, int]], yakuman: Iterable[int]) -> tuple[tuple[str, int], ...]:
    """Names with han; a yakuman, and a yaku of no han, such as ura dora that are none, count nothing."""
    named = [(yaku_name(number), han) for number, han in yaku if han]
    return tuple(named + [(yaku_name(number), 0) for number in yakuman])


def yaku_name(number: int) -> str:
    """Name of a yaku by Tenhou's id, as ``double riichi``; of an id that does not exist, the id."""
    return _YAKU.get(number, f"yaku {number}")


def computed_outcome(hand: OneHand) -> Outcome:
    """What a rule set makes of one hand."""
    deltas = hand.deltas
    if hand.won:
        wins = hand.settled.wins
        standing = in_turn(wins, np.flatnonzero(wins.stands))
        return Outcome("win", tuple(computed_win(wins, row, hand.rules) for row in standing), None, deltas)
    if not hand.draw_kind:
        return Outcome("none", (), None, None)
    tenpai = tuple(np.flatnonzero(hand.settled.draws.tenpai[0]).tolist()) if hand.asks_tenpai else None
    return Outcome(DrawKind(hand.draw_kind).text, (), tenpai, deltas)


def in_turn(wins: Wins, rows: NDArray[np.intp]) -> list[int]:
    """Wins by how many seats the winner comes after the discarder: the order in which logs have them."""
    turns = (wins.table.winner[rows].astype(np.int64) - wins.table.loser[rows]) % SEATS
    found: list[int] = rows[np.argsort(turns, kind="stable")].tolist()
    return found


def liable_seats(wins: Wins, row: int, rules: RuleSet) -> list[tuple[Yaku, Seat]]:
    """Yakuman of a win that a seat answers for (包), each with that seat."""
    seats = answering_seats(wins.scores, wins.table, rules)[row].tolist()
    return [(yaku, seat) for (_, yaku), seat in zip(LIABILITIES, seats, strict=True) if seat != NO_SEAT]


def computed_win(wins: Wins, row: int, rules: RuleSet) -> Win:
    """One win as a rule set gives it."""
    scores, table, liable = wins.scores, wins.table, liable_seats(wins, row, rules)
    yakuman = [number for number in scores.yakuman[row].tolist() if number != NO_YAKU]
    yaku = [(number, han) for number, han in scores.yaku[row].tolist() if number != NO_YAKU]
    return Win(
        winner=int(table.winner[row]),
        loser=int(table.loser[row]),
        kind=int(wins.facts.win_kind[row]),
        yaku=_listed(yaku, yakuman),
        han=0 if yakuman else int(scores.han[row]),
        fu=int(scores.fu[row]),
        limit=int(scores.limit[row]),
        points=int(scores.points[row]),
        deltas=tuple(wins.deltas[row, : rules.seats].tolist()),
        liable=liable[0][1] if liable else None,
    )


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


def _pairs(outcome: Outcome) -> set[tuple[Seat, Seat]]:
    return {(win.winner, win.loser) for win in outcome.wins}


def _seats(seats: Iterable[Seat | None] | None) -> str:
    return ", ".join(f"seat {seat}" for seat in seats or () if seat is not None) or "nobody"


def _win_differences(claimed: Win, computed: Win) -> Iterator[tuple[str, str, str]]:
    name = f"seat {claimed.winner}"
    if not claimed.is_valued:
        return
    if set(claimed.yaku) != set(computed.yaku):
        yield f"yaku of {name}", claimed.yaku_text, computed.yaku_text
    if claimed.fu is not None and claimed.fu != computed.fu:
        yield f"fu of {name}", str(claimed.fu), str(computed.fu)
    if claimed.points != computed.points:
        yield f"points of {name}", f"{claimed.points:,}", f"{computed.points:,}"
    if claimed.liable != computed.liable:
        yield f"liable for {name}", _seats([claimed.liable]), _seats([computed.liable])
