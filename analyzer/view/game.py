"""A game and its hands as objects: the columns of one log under names that players use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, overload

import numpy as np

from analyzer.audit import LogName, Review, review, review_events
from analyzer.errors import Location, MalformedLog, UserMistake
from analyzer.explain.drawn_hand import PlayedHand
from analyzer.explain.explanation import sections_of
from analyzer.explain.outcome import Outcome, claimed_outcome, computed_outcome, differences
from analyzer.explain.settled_hand import settled_hand
from analyzer.formats.conversion import convert
from analyzer.formats.one_game import Converted
from analyzer.later import Later
from analyzer.printable import printable
from analyzer.replay.facts import Facts, take
from analyzer.rules import RuleSet, load
from analyzer.settlement import Settlement, Situation, settle
from analyzer.view import as_text
from analyzer.view.as_text import PLAIN, UNICODE, Explanation, HandEnd, Listing, Style
from analyzer.view.builder import GameBuilder
from analyzer.view.course import final_lines, place_of
from analyzer.view.game_page import PagedHand, game_page
from analyzer.view.notebook import Findings, ShownSettlement, ShownTable, listing_html
from analyzer.view.picture import table_html, table_svg
from analyzer.view.plays import Play, plays_frame, plays_of, shown_seats
from analyzer.view.table import tables_of
from analyzer.vocabulary import kyoku_text, parse_kyoku

if TYPE_CHECKING:
    import pandas as pd
else:
    pd = Later("pandas")

Rules: TypeAlias = RuleSet | str | Path
"""A rule set, or the name or file of one; ``"auto"`` for that of the log."""
AUTO: Final = "auto"
_NAMED: Final = 3
"""Games that a message names where there are several."""


@dataclass(frozen=True, slots=True)
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
        """The findings on this hand, under the rule set of the game."""
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

    def tables(self, rules: Rules = AUTO) -> tuple[ShownTable, ...]:
        """The table after the deal, after each play, and at the end.

        Args:
            rules: The rule set that settles the hand; ``"auto"`` for the end as the log has it.

        Raises:
            UserMistake: As `rules`.
        """
        outcome = self.claimed
        if rules != AUTO:
            chosen = self.rules(rules)
            outcome = computed_outcome(self._settled(chosen), chosen)
        review, plays = self.game.review, self.play_list
        names, dealer = self.game.players[: self.players], int(review.facts.dealer[self.index])
        dealt = ShownTable.dealt(review.events, self.index, names, dealer, len(plays))
        ura, stick = self.situation.ura[0].tolist(), int(review.audit.stick[self.index])
        return tables_of(dealt, plays, outcome, ura=ura, stick=stick)

    def table(self, turn: int | None = None, rules: Rules = AUTO) -> ShownTable:
        """The table after this number of plays, or at the end; a `UserMistake` if the hand has fewer."""
        tables = self.tables(rules)
        return tables[self._place(turn, len(tables))]

    def rules(self, rules: Rules = AUTO) -> RuleSet:
        """The rule set of this name or file, or as given; ``"auto"`` for the rule set of the log.

        Raises:
            UserMistake: When it does not exist or is for another number of players, or when the log has
                none.
        """
        review = self.game.review
        # The rule set of the log includes the options of the log, which the file of the same name lacks.
        of_log = review.audit.rule_set(int(review.events.hands.game[self.index]))
        chosen = of_log if rules == AUTO else rules if isinstance(rules, RuleSet) else load(rules)
        if chosen is None:
            raise UserMistake("no rule set could be chosen for this log; name one, as rules='tenhou'")
        if chosen.seats != self.players:
            raise UserMistake(f"{chosen.name} is for {chosen.seats} players, the game has {self.players}")
        return chosen

    def settlement(self, rules: Rules = AUTO) -> ShownSettlement:
        """The settlement of this hand under a rule set, with reasons; errors as of `rules`."""
        chosen = self.rules(rules)
        return ShownSettlement.of(settled_hand(self._settled(chosen), chosen))

    def explain(self, rules: Rules = AUTO) -> Explanation:
        """Why the hand is settled so: conditions, tenpai, the parts of wins, each rule with its source.

        Raises:
            UserMistake: As `rules`.
        """
        chosen = self.rules(rules)
        hand = self._settled(chosen)
        played = PlayedHand(hand.facts, self.play_list, shown_seats(self.game.review.events, self.index))
        doubts = [one for one in self.game.findings if one.hand is None and one.check == "rule-set"]
        findings = Findings([*doubts, *self.findings])
        claimed, computed = self.claimed, computed_outcome(hand, chosen)
        return Explanation(
            self.kyoku,
            chosen.name,
            claimed,
            computed,
            sections_of(hand, chosen, played, claimed.kind),
            tuple(differences(claimed, computed)),
            findings,
        )

    @property
    def facts(self) -> Facts:
        """Facts of this hand, one row."""
        return take(self.game.review.facts, np.array([self.index]))

    @property
    def situation(self) -> Situation:
        """Honba, sticks and indicators of this hand, one row."""
        row = np.array([self.index])
        return Situation._make(column[row] for column in self.game.review.audit.settled.situation)

    def _settled(self, rules: RuleSet) -> Settlement:
        return settle(self.facts, rules, self.situation, bars_rons=True)

    def _place(self, turn: int | None, tables: int) -> int:
        """Index of a turn among this number of tables, of which the last is the end."""
        if turn is None:
            return tables - 1
        if not 0 <= turn <= tables - 2:
            raise UserMistake(f"{self.kyoku} has no turn {turn}; it has turns 0 to {tables - 2}")
        return turn

    def text(
        self,
        turn: int | None = None,
        rules: Rules = AUTO,
        *,
        explains: bool = False,
        style: Style = UNICODE,
    ) -> str:
        """The same table as text, with the explanation if ``explains``."""
        table = as_text.table_text(self.table(turn, rules), style)
        return f"{table}\n\n{as_text.explanation_text(self.explain(rules), style)}" if explains else table

    def svg(self, turn: int | None = None, rules: Rules = AUTO) -> str:
        """The same table as an SVG file."""
        return table_svg(self.table(turn, rules), is_file=True)

    def html(self, turn: int | None = None, rules: Rules = AUTO) -> str:
        """A page that steps through the hand and opens at this turn, the settlement explained beside it."""
        paged = _paged(self, rules)
        opened = self._place(turn, len(paged.tables))
        return game_page(_listing(self.game), [paged], rules=_named(self.game, rules), opened=opened)

    def __str__(self) -> str:
        return f"{printable(self.game.log_id)} {self.kyoku}"

    def __repr__(self) -> str:
        return f"{self}\n{self.text(style=PLAIN)}"

    def _repr_html_(self) -> str:
        return table_html(self.table())


class Hands(Sequence[Hand]):
    """The hands of a game, by index or by a name such as ``"E2.1"``; ``"E2"`` is the first hand of East 2."""

    __slots__ = ("_hands",)

    def __init__(self, hands: Iterable[Hand]) -> None:
        self._hands = tuple(hands)

    @overload
    def __getitem__(self, name: int | str) -> Hand: ...
    @overload
    def __getitem__(self, name: slice) -> tuple[Hand, ...]: ...
    def __getitem__(self, name: int | str | slice) -> Hand | tuple[Hand, ...]:
        return self.named(name) if isinstance(name, str) else self._hands[name]

    def __len__(self) -> int:
        return len(self._hands)

    def named(self, name: str) -> Hand:
        """A hand by its name; a `UserMistake` if the game has none such."""
        try:
            kyoku, honba = parse_kyoku(name)
        except ValueError as error:
            raise UserMistake(str(error)) from None
        wanted = kyoku_text(kyoku, honba)
        for hand in self._hands:
            if hand.kyoku == wanted or (honba is None and hand.kyoku.partition(".")[0] == wanted):
                return hand
        raise UserMistake(f"no hand {name}; the game has {self.names}")

    @property
    def names(self) -> str:
        """Names of the hands, or a note that there are none."""
        return ", ".join(hand.kyoku for hand in self._hands) or "none: the log ends before its first"

    def __repr__(self) -> str:
        return f"[{', '.join(hand.kyoku for hand in self._hands)}]"


@dataclass(frozen=True, slots=True)
class Game:
    """One log, read and audited.

    Attributes:
        log_id: Tenhou's id where the name holds one, else the name of the source.
        source: File, archive member or stream as the user named it.
        review: Columns of the log: events, facts, settlements, findings.
        named: What to call the players instead of what the log calls them; None for their names.

    Examples:
        >>> from analyzer import read, simulate
        >>> game = read(next(simulate(1, "example", scenario="suufon_renda"))[1])
        >>> game.hands["E1.0"].settlement().draw.kind
        'suufon_renda'
    """

    log_id: str
    source: str
    review: Review
    named: tuple[str, ...] | None = None

    @staticmethod
    def build(
        players: int = 4, rules: str = "auto", *, length: str = "hanchan", names: Sequence[str] | None = None
    ) -> GameBuilder[Game]:
        """A builder of a game, play by play; `GameBuilder` says how."""
        name = LogName("built", "built")
        return GameBuilder(
            lambda events, headers: Game(*name, review_events(events, headers, name, rules)),
            players,
            length,
            names,
        )

    @property
    def rule_set(self) -> str | None:
        """Name of the rule set of the log; None when none could be chosen."""
        return self.review.rule_sets[0]

    @property
    def findings(self) -> Findings:
        """The findings on the log."""
        return Findings(self.review.findings)

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players by seat."""
        return self.review.headers.people.name[0] if self.named is None else self.named

    @property
    def hands(self) -> Hands:
        """All hands in order."""
        return Hands(Hand(self, index) for index in range(len(self.review.events.hands.kyoku)))

    def hand(self, name: str | int) -> Hand:
        """A hand by index from 0, or by its name; a `UserMistake` if the game has none such."""
        hands = self.hands
        if isinstance(name, str):
            return hands.named(name)
        if not 0 <= name < len(hands):
            there = f"hands 0 to {len(hands) - 1}" if hands else hands.names
            raise UserMistake(f"hand {name} does not exist; the game has {there}")
        return hands[name]

    def text(self, style: Style = UNICODE) -> str:
        """The players, and the hands with their ends."""
        return as_text.listing_text(_listing(self), style)

    def html(self, rules: Rules = AUTO) -> str:
        """A page that steps through the game, each hand explained under these rules, as of `Hand.rules`."""
        nowhere = [finding for finding in self.findings if finding.hand is None]
        hands = [_paged(hand, rules) for hand in self.hands]
        return game_page(_listing(self), hands, nowhere, rules=_named(self, rules))

    def to_mjai(self) -> Converted:
        """The game as mjai, one event a line.

        Like the other forms it holds what the log states, and nothing that we computed.  The ``text`` of the
        result is what a file holds; ``lost`` says what the form cannot hold, and ``filled`` what it cannot go
        without.

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
        return convert(self.review.events, self.review.headers, target, log_id=self.log_id)

    def __repr__(self) -> str:
        return self.text(PLAIN)

    def _repr_html_(self) -> str:
        return listing_html(_listing(self))


def _listing(game: Game) -> Listing:
    """The players, and the hands with their ends."""
    ends = tuple(HandEnd(hand.kyoku, hand.claimed, hand.findings) for hand in game.hands)
    where, results = place_of(game.log_id, game.review.events), final_lines(game.review.events, game.players)
    return Listing(game.log_id, game.rule_set, game.players, ends, where, results)


def _paged(hand: Hand, rules: Rules) -> PagedHand:
    """A hand as a page needs it; not explained where no rule set fits and none is named."""
    tables, explanation = hand.tables(rules), None
    with suppress(UserMistake):
        explanation = hand.explain(rules)
    shown = shown_seats(hand.game.review.events, hand.index)
    return PagedHand(hand.index, tables, hand.play_list, hand.findings, shown, explanation)


def _named(game: Game, rules: Rules) -> str | None:
    """What a page calls the rule set that settles its hands."""
    return rules.name if isinstance(rules, RuleSet) else game.rule_set if rules == AUTO else str(rules)


def read_game(
    data: bytes, name: LogName, rules: str = "auto", *, line: int = 1, asked: str | None = None
) -> Game:
    """Read and audit one game, by itself or out of a log that holds several.

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
    judged = _review_of(data, name, rules, line, asked)
    return Game(*judged.logs[0], judged)


def _review_of(data: bytes, name: LogName, rules: str, line: int, asked: str | None) -> Review:
    judged = review([(name, data)], rules, None, {name.source: line})
    if not judged.logs:
        why = judged.findings[0]
        raise MalformedLog(why.message, Location(why.source, why.hand, why.element))
    is_one = asked is None or not asked.rpartition("#")[2].isdecimal()
    if len(judged.logs) == 1 and is_one:
        return judged
    place = _place_among(judged.logs, asked)
    if len(judged.logs) == 1:
        return judged
    game = judged.logs[place]
    # Of the games before it some may be unreadable, so its name tells its place in the log.
    within = game.source.removeprefix(name.source).removeprefix("#")
    return review([(name, data)], rules, None, {name.source: line}, within=int(within or 1) - 1)


def _place_among(games: Sequence[LogName], asked: str | None) -> int:
    """Place of a game among those of a log."""
    for place, name in enumerate(games):
        if asked in (name.log_id, name.source):
            return place
    sources = [name.source for name in games[:_NAMED]] + ["and others"] * (len(games) > _NAMED)
    holds = f"holds {'more than ' * (len(games) > 1)}one log: {', '.join(sources)}"
    raise UserMistake(f"{games[0].source!r} {holds}; name one with --id (log_id in Python)")
