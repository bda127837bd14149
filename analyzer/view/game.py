"""A game and its hands as objects: columns of one log behind names that players use."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from analyzer.audit import Finding, LogName, Review, review
from analyzer.audit.winning import counters_of
from analyzer.errors import MalformedLog, UserMistake
from analyzer.replay.facts import take
from analyzer.rules import load
from analyzer.settlement.explain import SettledHand, settle_hand
from analyzer.settlement.settle import Counters
from analyzer.vocabulary import kyoku_text, parse_kyoku

__all__ = ["Game", "Hand", "read_game"]


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand of a game.

    Attributes:
        game: The game it belongs to.
        index: 0-based index in the game.
    """

    game: Game = field(repr=False)
    index: int

    @property
    def kyoku(self) -> str:
        """Name of the hand, as ``E2.1``."""
        hands = self.game.review.events.hands
        return kyoku_text(int(hands.kyoku[self.index]), int(hands.honba[self.index]))

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the audit says of this hand, under the rule set of the game."""
        return tuple(finding for finding in self.game.findings if finding.hand == self.index)

    def settlement(self, rules: str | None = None) -> SettledHand:
        """What a rule set makes of the play of this hand, with reasons.

        Args:
            rules: Name or file of a rule set; None for the one that the log calls for.

        Raises:
            UserMistake: When the rule set does not exist or is for another number of players, or when the
                log calls for none.
        """
        name = rules if rules is not None else self.game.rule_set
        if name is None:
            raise UserMistake("no rule set could be chosen for this log; name one, as rules='tenhou'")
        chosen = load(name)
        players = int(self.game.review.facts.players[self.index])
        if chosen.seats != players:
            raise UserMistake(f"{chosen.name} is for {chosen.seats} players, the game has {players}")
        row = np.array([self.index])
        counters = self.game.counters
        return settle_hand(
            take(self.game.review.facts, row),
            chosen,
            Counters(
                counters.kyoku[row],
                counters.honba[row],
                counters.indicators[row],
                counters.ura[row],
                counters.own_honba[row],
            ),
        )

    def __str__(self) -> str:
        return f"{self.game.name.log_id} {self.kyoku}"


@dataclass(frozen=True, slots=True)
class Game:
    """One log, read and judged.

    Attributes:
        name: Log id and source.
        review: Columns of the log: events, facts, what the rules give, findings.
        counters: What stands beside the table in each hand.
    """

    name: LogName
    review: Review = field(repr=False)
    counters: Counters = field(repr=False)

    @property
    def rule_set(self) -> str | None:
        """Name of the rule set that the log calls for; None when none could be chosen."""
        return self.review.rule_sets[0]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What the audit says of the log."""
        return self.review.findings

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return tuple(player.name for player in self.review.headers[0].players)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """All hands in order."""
        return tuple(Hand(self, index) for index in range(len(self.review.events.hands.kyoku)))

    def hand(self, name: str | int) -> Hand:
        """A hand by index, or by a name such as ``"E2.1"``; ``"E2"`` is the first hand of East 2.

        Raises:
            UserMistake: When the game has no such hand.
        """
        hands = self.hands
        if isinstance(name, int):
            if not 0 <= name < len(hands):
                raise UserMistake(f"hand {name} does not exist; the game has hands 0 to {len(hands) - 1}")
            return hands[name]
        try:
            kyoku, honba = parse_kyoku(name)
        except ValueError as error:
            raise UserMistake(str(error)) from None
        wanted = kyoku_text(kyoku, honba)
        for hand in hands:
            if hand.kyoku == wanted or (honba is None and hand.kyoku.partition(".")[0] == wanted):
                return hand
        raise UserMistake(f"no hand {name}; the game has {', '.join(hand.kyoku for hand in hands)}")


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
    counters = counters_of(judged.events, judged.facts, judged.next, judged.draws.tenpai)
    return Game(name, judged, counters)
