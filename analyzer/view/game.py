"""A game and its hands as objects: columns of one log behind names that players use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from analyzer.audit import LogName, Review, review
from analyzer.audit.winning import counters_of
from analyzer.errors import MalformedLog, UserMistake
from analyzer.printable import printable
from analyzer.replay.facts import Facts, take
from analyzer.rules import RuleSet, load
from analyzer.settlement.explain import settle_hand
from analyzer.settlement.settle import Counters, settle_hands
from analyzer.view.conditions import Course
from analyzer.view.display import Findings, ShownSettlement, game_display, shown_settlement
from analyzer.view.explain import Explanation, explain, liable_of
from analyzer.view.laying import Deal, deal_of, tables_of
from analyzer.view.outcome import Outcome, claimed_outcome, computed_outcome
from analyzer.view.page import hand_page
from analyzer.view.plays import Play, plays_frame, plays_of
from analyzer.view.svg import table_html, table_svg
from analyzer.view.table import Table
from analyzer.view.text import PLAIN, game_text, table_text
from analyzer.vocabulary import NO_TILE, kyoku_text, parse_kyoku

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Game", "Hand", "Hands", "read_game"]


@dataclass(frozen=True, slots=True, repr=False)
class Hand:
    """One hand of a game.

    Attributes:
        game: The game it belongs to.
        index: 0-based index in the game.
    """

    game: Game
    index: int

    @property
    def kyoku(self) -> str:
        """Name of the hand, as ``E2.1``."""
        hands = self.game.review.events.hands
        return kyoku_text(int(hands.kyoku[self.index]), int(hands.honba[self.index]))

    @property
    def players(self) -> int:
        """3 or 4."""
        return int(self.game.review.facts.players[self.index])

    @property
    def findings(self) -> Findings:
        """What the audit says of this hand, under the rule set of the game."""
        return Findings(finding for finding in self.game.findings if finding.hand == self.index)

    @property
    def claimed(self) -> Outcome:
        """The end of the hand as the log has it."""
        return claimed_outcome(self.game.review.events, self.index, self.players)

    @property
    def play_list(self) -> tuple[Play, ...]:
        """The plays in order."""
        return plays_of(self.game.review.events, self.index)

    @property
    def plays(self) -> pd.DataFrame:
        """The plays as a DataFrame, numbered from 1: kind, seat, tile, meld, waits after each discard."""
        start, stop = self.game.review.events.hands.play_offsets[self.index : self.index + 2].tolist()
        return plays_frame(self.play_list, self.game.review.facts.waits_after[start:stop])

    def tables(self, rules: str | None = None) -> tuple[Table, ...]:
        """The table after the deal, after each play, and at the end.

        Args:
            rules: The rule set that settles the hand; None for the end as the log has it.

        Raises:
            UserMistake: As `settlement`.
        """
        outcome = self.claimed if rules is None else self._computed(self.rules(rules))
        return tables_of(self._deal(), self.play_list, outcome)

    def table(self, turn: int | None = None, rules: str | None = None) -> Table:
        """The table after so many plays; None for the end.

        Raises:
            UserMistake: When the hand has not so many plays, or as `settlement`.
        """
        tables = self.tables(rules)
        if turn is None:
            return tables[-1]
        if not 0 <= turn <= len(tables) - 2:
            raise UserMistake(f"{self.kyoku} has no turn {turn}; it has turns 0 to {len(tables) - 2}")
        return tables[turn]

    def rules(self, rules: str | None = None) -> RuleSet:
        """The rule set of that name or file; None for the one that the log calls for.

        Raises:
            UserMistake: When it does not exist or is for another number of players, or when the log calls
                for none.
        """
        review = self.game.review
        # The one chosen has the options of the log in it, which the file of its name has not.
        of_log = review.case.rule_set(int(review.events.hands.game[self.index]))
        chosen = of_log if rules is None else load(rules)
        if chosen is None:
            raise UserMistake("no rule set could be chosen for this log; name one, as rules='tenhou'")
        if chosen.seats != self.players:
            raise UserMistake(f"{chosen.name} is for {chosen.seats} players, the game has {self.players}")
        return chosen

    def settlement(self, rules: str | None = None) -> ShownSettlement:
        """What a rule set makes of the play of this hand, with reasons.

        Args:
            rules: Name or file of a rule set; None for the one that the log calls for.

        Raises:
            UserMistake: When the rule set does not exist or is for another number of players, or when the
                log calls for none.
        """
        return shown_settlement(settle_hand(self.facts, self.rules(rules), self.counters))

    def explain(self, rules: str | None = None) -> Explanation:
        """Why it is settled so: conditions, tenpai, wins part by part, each rule with its source.

        Raises:
            UserMistake: As `settlement`.
        """
        chosen = self.rules(rules)
        facts, counters = self.facts, self.counters
        settled = settle_hands(facts, chosen, counters)
        claimed = self.claimed
        course = Course(facts, self.play_list, self.tables()[-2], self._shown())
        doubts = [one for one in self.game.findings if one.hand is None and one.check == "rule-set"]
        return explain(course, chosen, counters, settled, claimed, Findings([*doubts, *self.findings]))

    @property
    def facts(self) -> Facts:
        """What was on the table at the end, one row."""
        return take(self.game.review.facts, np.array([self.index]))

    @property
    def counters(self) -> Counters:
        """What stood beside it, one row."""
        row = np.array([self.index])
        return Counters._make(column[row] for column in self.game.counters)

    def _computed(self, rules: RuleSet) -> Outcome:
        settled = settle_hands(self.facts, rules, self.counters)
        return computed_outcome(settled, liable_of(settled, rules))

    def _shown(self) -> tuple[int, ...]:
        results = self.game.review.events.results
        rows = results.hand == self.index
        return tuple(np.flatnonzero((results.shown[rows, :, 0] != NO_TILE).any(axis=0)).tolist())

    def _deal(self) -> Deal:
        review, names = self.game.review, self.game.players[: self.players]
        ura = self.game.counters.ura[self.index].tolist()
        dealer, stick = int(review.facts.dealer[self.index]), int(review.case.stick[self.index])
        return deal_of(review.events, self.index, names, dealer, ura, stick)

    def svg(self, turn: int | None = None, rules: str | None = None) -> str:
        """A picture of the table, as `table` has it, for a file of its own."""
        return table_svg(self.table(turn, rules), is_file=True)

    def html(self, turn: int | None = None, rules: str | None = None, *, explains: bool = True) -> str:
        """A page of its own that steps through the hand, with the explanation."""
        return hand_page(self, turn=turn, rules=rules, explains=explains)

    def __str__(self) -> str:
        return f"{printable(self.game.name.log_id)} {self.kyoku}"

    def __repr__(self) -> str:
        return f"{self}\n{table_text(self.table(), PLAIN)}"

    def _repr_html_(self) -> str:
        return table_html(self.table())


class Hands(Sequence[Hand]):
    """The hands of a game, by index or by a name such as ``"E2.1"``."""

    __slots__ = ("_game", "_hands")

    def __init__(self, game: Game, hands: tuple[Hand, ...]) -> None:
        self._game = game
        self._hands = hands

    @overload
    def __getitem__(self, name: int | str) -> Hand: ...
    @overload
    def __getitem__(self, name: slice) -> tuple[Hand, ...]: ...
    def __getitem__(self, name: int | str | slice) -> Hand | tuple[Hand, ...]:
        return self._game.hand(name) if isinstance(name, str) else self._hands[name]

    def __len__(self) -> int:
        return len(self._hands)

    @property
    def names(self) -> str:
        """Their names, or that there are none."""
        return ", ".join(hand.kyoku for hand in self._hands) or "none: the log ends before its first"

    def __repr__(self) -> str:
        return f"[{', '.join(hand.kyoku for hand in self._hands)}]"


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """One log, read and judged.

    Attributes:
        name: Log id and source.
        review: Columns of the log: events, facts, what the rules give, findings.
        counters: What stands beside the table in each hand.
    """

    name: LogName
    review: Review
    counters: Counters

    @property
    def rule_set(self) -> str | None:
        """Name of the rule set that the log calls for; None when none could be chosen."""
        return self.review.rule_sets[0]

    @property
    def findings(self) -> Findings:
        """What the audit says of the log."""
        return Findings(self.review.findings)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return self.review.headers.people.name[0]

    @property
    def hands(self) -> Hands:
        """All hands in order."""
        return Hands(self, tuple(Hand(self, index) for index in range(len(self.review.events.hands.kyoku))))

    def hand(self, name: str | int) -> Hand:
        """A hand by index, or by a name such as ``"E2.1"``; ``"E2"`` is the first hand of East 2.

        Raises:
            UserMistake: When the game has no such hand.
        """
        hands = self.hands
        if isinstance(name, int):
            if not 0 <= name < len(hands):
                there = f"hands 0 to {len(hands) - 1}" if hands else hands.names
                raise UserMistake(f"hand {name} does not exist; the game has {there}")
            return hands[name]
        try:
            kyoku, honba = parse_kyoku(name)
        except ValueError as error:
            raise UserMistake(str(error)) from None
        wanted = kyoku_text(kyoku, honba)
        for hand in hands:
            if hand.kyoku == wanted or (honba is None and hand.kyoku.partition(".")[0] == wanted):
                return hand
        raise UserMistake(f"no hand {name}; the game has {hands.names}")

    def __repr__(self) -> str:
        return game_text(self, PLAIN)

    def _repr_html_(self) -> str:
        return game_display(self)


def read_game(data: bytes, name: LogName, rules: str = "auto") -> Game:
    """Read and judge one log.

    Args:
        data: The XML, not compressed.
        name: How findings name it.
        rules: ``"auto"``, or the name or file of a rule set.

    Raises:
        MalformedLog: When the bytes are not an mjlog.
    """
    judged = review([(name, data)], rules)
    if not judged.logs:
        raise MalformedLog(judged.findings[0].message)
    counters = counters_of(judged.events, judged.facts, judged.next, judged.draws)
    return Game(name, judged, counters)
