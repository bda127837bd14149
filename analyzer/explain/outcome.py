"""One hand under one rule set, and how it ended: as the log claims it, and as the rule set gives it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.win import Win, claimed_win, computed_win, in_turn
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Events
from analyzer.replay.facts import Facts
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Said, Settlement, Situation, settle
from analyzer.settlement.game_end import GameEnd, game_end
from analyzer.settlement.payments import paid_winners
from analyzer.vocabulary import (
    ABSENT,
    ASKS_TENPAI,
    NO_TILE,
    SHOWS_RIICHI,
    DrawKind,
    EndKind,
    Seat,
    kyoku_text,
    points_text,
)

__all__ = ["OneHand", "Outcome", "claimed_outcome", "computed_outcome", "differences", "one_hand"]


class OneHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        settled: One row.
        rules: The rule set.
        has_scores: Whether the scores of the facts are known.
    """

    settled: Settlement
    rules: RuleSet
    has_scores: bool = True

    @property
    def facts(self) -> Facts:
        """One row, with all who call a win."""
        return self.settled.facts

    @property
    def situation(self) -> Situation:
        """One row."""
        return self.settled.situation

    @property
    def name(self) -> str:
        """As ``E2.1``."""
        return kyoku_text(int(self.situation.kyoku[0]), int(self.situation.honba[0]))

    @property
    def won(self) -> bool:
        """Whether somebody's win stands."""
        return bool(self.settled.won[0])

    @property
    def is_invalid(self) -> bool:
        """Whether a win is called and none stands, so that nothing is settled."""
        return bool(self.settled.is_invalid[0])

    @property
    def draw_kind(self) -> int:
        """The DrawKind that ends it; 0 for a win, and where no rule ends the hand."""
        return int(self.settled.draw_kind[0])

    @property
    def has_ended(self) -> bool:
        """Whether a win or a draw ends it."""
        return self.won or bool(self.draw_kind)

    @property
    def game_end(self) -> GameEnd:
        """Whether the game is over after this hand, which has ended.

        Where the scores are not known, as far as none decides: after the last hand that there can be.
        """
        scores = (self.facts.scores + self.settled.deltas)[:, : self.rules.seats]
        return game_end(
            scores if self.has_scores else np.ones_like(scores),
            self.rules,
            kyoku=self.situation.kyoku,
            dealer=self.facts.dealer,
            dealer_stays=self.settled.after.dealer_stays,
            won=self.settled.won,
            kind=self.settled.draw_kind,
        )

    @property
    def asks_tenpai(self) -> bool:
        """Whether it matters who is tenpai."""
        return self.draw_kind in ASKS_TENPAI

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points per seat."""
        return self.of_seats(self.settled.deltas)

    @property
    def barred(self) -> NDArray[np.uint8]:
        """Why a ron that a seat calls is none, as bits of `barred_rons`; shape (4,)."""
        barred: NDArray[np.uint8] = self.settled.barred[0]
        return barred

    @property
    def standing_wins(self) -> tuple[Win, ...]:
        """The wins that stand, in order of turn."""
        wins = self.settled.wins
        return tuple(self.win(row) for row in in_turn(wins, np.flatnonzero(wins.stands)))

    def win(self, row: int) -> Win:
        """One of the wins that are called."""
        return computed_win(self.settled.wins, row, self.facts, self.rules)

    @property
    def bumped(self) -> list[Seat]:
        """Seats that call a ron which is not barred, and which the rule set does not pay beside others."""
        standing = self.facts._replace(winners=self.facts.winners & (self.barred == 0))
        called = standing.winners[0, : self.rules.seats]
        seats: list[Seat] = np.flatnonzero(called & ~paid_winners(standing, self.rules)[0]).tolist()
        return seats

    def says_noten(self, seat: Seat) -> bool:
        """Whether a seat calls itself noten."""
        noten = self.settled.said.noten
        return noten is not None and bool(noten[0, seat])

    def of_seats(self, column: NDArray[np.generic]) -> tuple[int, ...]:
        """A column of shape (1, 4) as a tuple with a value for each seat of the game."""
        found: list[int] = column[0, : self.rules.seats].tolist()
        return tuple(found)


def one_hand(facts: Facts, rules: RuleSet, situation: Situation, said: Said | None = None) -> OneHand:
    """One hand settled, arguments as of `settle`; a ron that the rule set bars is none."""
    return OneHand(settle(facts, rules, situation, said or Said(), bars_rons=True), rules)


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


def computed_outcome(hand: OneHand) -> Outcome:
    """What a rule set makes of one hand."""
    if hand.won:
        return Outcome("win", hand.standing_wins, None, hand.deltas)
    if not hand.draw_kind:
        return Outcome("none", (), None, None)
    tenpai = tuple(np.flatnonzero(hand.settled.draws.tenpai[0]).tolist()) if hand.asks_tenpai else None
    return Outcome(DrawKind(hand.draw_kind).text, (), tenpai, hand.deltas)


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
