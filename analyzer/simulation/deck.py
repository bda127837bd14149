"""Games whose hands are the rows of ``analyzer/scenarios``, until every row was played by dealer and child.

Which row comes next, and which seats play it, is chosen so that rounds, seats, honba and sticks meet one
another in pairs: all of them together would need a thousand times as many games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

from analyzer.rules import RuleSet
from analyzer.simulation.games import Played, Standing, go_type_of, log_id_of
from analyzer.simulation.scenarios import HandRow, Play, Seating, closer, play_hands
from analyzer.simulation.scene import Scene, SceneMistake
from analyzer.vocabulary import RIICHI_STICK, WIND_LETTERS

_TRIED: Final = 80
"""Cards among which the one is chosen that shows most that is new."""
_CARRIERS: Final = 12
"""Draws that leave sticks, among which it may choose too, though they were played before."""
_MOST_HANDS: Final = 20
"""Of one game, after which it is brought to its end."""
_HONBA: Final = 5
_STICKS: Final = 4
"""The most that are told apart."""
_SUDDEN_DEATH_HAN: Final = 2
_Fact: TypeAlias = tuple[str, int | str]
_Pair: TypeAlias = tuple[_Fact, _Fact]


class DeckGame(NamedTuple):
    """One game; ``hands`` are the names of its hands, empty for those before and behind the rows."""

    log_id: str
    data: bytes
    hands: tuple[str, ...]


class _Card(NamedTuple):
    """A row, and the seats that may play it."""

    row: HandRow
    seating: Seating
    due: tuple[str, str]
    """The row, and whether dealer or child wins in it; one card of each such pair is to be played."""


def _cards(rows: Iterable[HandRow], players: int) -> Iterator[_Card]:
    """Every way to play every row."""
    for row in rows:
        for seating in row.seatings(players):
            wind = seating.get("w", "")
            yield _Card(row, seating, (row.name, "dealer" if wind == "E" else wind and "child"))


def deal_out(
    rows: Sequence[HandRow], openings: Sequence[Sequence[Scene]], rules: RuleSet, seed: str
) -> Iterator[DeckGame]:
    """Games until every row was played by the dealer and by a child, where it can be."""
    deck = _Deck([row for row in rows if row.makes_sense(rules)], rules, seed)
    played, in_vain = 0, 0
    while deck.cards and in_vain < len(openings):
        left = len(deck.cards)
        opening = openings[played % len(openings)]
        yield deck.game(f"{seed}/{rules.seats}/{rules.winds}/hands/{played}", opening)
        played += 1
        in_vain = 0 if len(deck.cards) < left else in_vain + 1


class _Deck:
    """Cards that are left, and what the games so far have shown."""

    def __init__(self, rows: Sequence[HandRow], rules: RuleSet, seed: str) -> None:
        self._rules = rules
        self._chance = Random(f"{seed}/{rules.seats}")  # noqa: S311 -- no secret hangs on it
        self.cards = [*_cards(rows, rules.seats)]
        self._carriers = [
            card for card in self.cards if not card.row.worth and "riichi" in card.row.scene.plays
        ]
        self._shown: set[_Pair] = set()

    def game(self, name: str, opening: Sequence[Scene]) -> DeckGame:
        """The next game, after some scenes."""
        hands: list[str] = []

        def next_hand(standing: Standing, play: Play) -> Played:
            if len(hands) < len(opening):
                hands.append("")
                return play(opening[len(hands) - 1], standing)
            row, played = "", None
            if len(hands) < len(opening) + _MOST_HANDS:
                row, played = self._next(standing, play)
            hands.append(row)
            return played or play(closer(standing, self._rules.seats, name), standing)

        try:
            data = play_hands(name, self._rules, next_hand)
        except RuntimeError as mistake:
            mistake.add_note(f"in the last of the hands {hands} under the rule set {self._rules.name!r}")
            raise
        return DeckGame(log_id_of(name, go_type_of(self._rules)), data, tuple(hands))

    def _next(self, standing: Standing, play: Play) -> tuple[str, Played | None]:
        """The hand to play now, and its name; none where no card that is left can be played."""
        for card in self._tried(standing):
            played = self._played(card, standing, play)
            if played is not None:
                self.cards = [other for other in self.cards if other.due != card.due]
                self._shown |= _pairs(card.seating, standing, self._rules.seats)
                return card.row.name, played
        return "", None

    def _tried(self, standing: Standing) -> list[_Card]:
        """Some cards that are left, and draws that leave sticks; first those that show most that is new."""
        # Of all that `Random` gives, random() alone is promised to stay the same in later versions of Python.
        wanted = [card for card in self.cards if self._is_wanted(card.row, standing)]
        wanted.sort(key=lambda card: (not card.row.round, self._chance.random()))
        carriers = [card for card in self._carriers if self._is_wanted(card.row, standing)]
        carriers.sort(key=lambda _: self._chance.random())
        tried = wanted[:_TRIED] + carriers[:_CARRIERS] if wanted else []
        return sorted(tried, key=lambda card: -self._news(card, standing))

    def _news(self, card: _Card, standing: Standing) -> int:
        """How much a hand shows that no other has, or the next one can."""
        honba, sticks = standing.honba + 1, 0
        if not card.row.worth:
            sticks = standing.kyotaku + card.row.scene.plays.count("riichi")
        elif card.due[1] == "child":
            honba = 0
        follows = _honba_and_sticks(honba, sticks)
        seats = [(f"seat {part}", seat) for part in "wl" for seat in range(self._rules.seats)]
        leads = {(one, other) for one in follows for other in seats} | {follows}
        return len((_pairs(card.seating, standing, self._rules.seats) | leads) - self._shown)

    def _is_wanted(self, row: HandRow, standing: Standing) -> bool:
        """Whether the rules pay it now, and it does not end a game that is in its extension."""
        rules, worth = self._rules, row.worth
        if row.round and WIND_LETTERS[standing.kyoku // 4] not in row.round:
            return False
        if rules.ryanshi_from and standing.honba >= rules.ryanshi_from:
            words = [word for key in worth if key.endswith("yaku") for word in worth[key].split()]
            return "w" not in row.tehai or len([word for word in words if "dora" not in word]) > 1
        if standing.kyoku // 4 >= rules.winds:
            return int(worth.get("han", 0)) <= _SUDDEN_DEATH_HAN
        return True

    def _played(self, card: _Card, standing: Standing, play: Play) -> Played | None:
        """The hand as these seats play it; None where the winner has no such wind, or they never can."""
        scene = card.row.played_by(card.seating, standing, self._rules.seats, self._chance)
        if scene is None:
            return None
        try:
            played = play(scene, standing)
        except SceneMistake:
            played = None
        if played is None or (card.row.worth and not played.winners.any()):
            # Another seat has the last tile, or the tiles do not suffice.
            self.cards = [other for other in self.cards if other != card]
            return None
        if (played.deposits[:, : self._rules.seats] < self._rules.riichi_points - RIICHI_STICK).any():
            return None
        return played


def _honba_and_sticks(honba: int, sticks: int) -> _Pair:
    return ("honba", min(honba, _HONBA)), ("sticks", min(sticks, _STICKS))


def _pairs(seating: Seating, standing: Standing, players: int) -> set[_Pair]:
    """Pairs of what a hand shows: round, dealer, honba, sticks, and the seats of each part."""
    shown: list[_Fact] = [
        *_honba_and_sticks(standing.honba, standing.kyotaku),
        ("round", standing.kyoku // 4),
        ("dealer", standing.dealer),
    ]
    for part, wind in seating.items():
        shown.append((part, wind))
        shown.append((f"seat {part}", (standing.dealer + WIND_LETTERS.index(wind)) % players))
    return set(combinations(shown, 2))
