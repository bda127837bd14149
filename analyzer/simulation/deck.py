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
from analyzer.simulation.game_names import go_type_of, log_id_of
from analyzer.simulation.games import Played, Standing
from analyzer.simulation.hand_rows import HandRow, Seating
from analyzer.simulation.scenarios import Play, closer, play_hands
from analyzer.simulation.scene import Scene, SceneMistake
from analyzer.vocabulary import RIICHI_STICK, WIND_LETTERS

__all__ = ["DeckGame", "deal_out"]

_TRIED: Final = 8
"""Rows among which the one is chosen that shows most that is new."""
_MOST_HANDS: Final = 20
"""Of one game, after which it is brought to its end."""
_HONBA: Final = 5
_STICKS: Final = 4
"""The most that are told apart."""
_SUDDEN_DEATH_HAN: Final = 2
_ITS_ROUND: Final = 10
"""What it counts that a row is for this round alone."""
_CARRIERS: Final = 2
"""Draws that leave sticks, among which it may choose too."""
_Fact: TypeAlias = tuple[str, int | str]
_Pair: TypeAlias = tuple[_Fact, _Fact]
_Due: TypeAlias = tuple[str, str]
"""A row, and who wins in it."""


class DeckGame(NamedTuple):
    """One game; ``hands`` are the names of its hands, empty for those before and behind the rows."""

    log_id: str
    data: bytes
    hands: tuple[str, ...]


def deal_out(
    rows: Sequence[HandRow], openings: Sequence[Sequence[Scene]], rules: RuleSet, seed: str
) -> Iterator[DeckGame]:
    """Games until every row was played by the dealer and by a child, where it can be.

    Args:
        rows: In the order in which they come first.
        openings: Scenes that games begin with, in turn.
        rules: Of the games.
        seed: Any text.
    """
    if not rows:
        return
    deck = _Deck([row for row in rows if row.makes_sense(rules)], rules, seed)
    played, in_vain = 0, 0
    while deck.due and in_vain < len(openings):
        left = len(deck.due)
        opening = openings[played % len(openings)]
        yield deck.game(f"{seed}/{rules.seats}/{rules.winds}/hands/{played}", opening)
        played += 1
        in_vain = 0 if len(deck.due) < left else in_vain + 1


class _Deck:
    """Rows that are still due, and what the games so far have shown."""

    def __init__(self, rows: Sequence[HandRow], rules: RuleSet, seed: str) -> None:
        self._rules = rules
        self._rows = {row.name: row for row in rows}
        self._chance = Random(f"{seed}/{rules.seats}")  # noqa: S311 -- no secret hangs on it
        self._seatings = {row.name: [*row.seatings(rules.seats)] for row in rows}
        self.due: dict[_Due, None] = dict.fromkeys(
            (row.name, _role(seating)) for row in rows for seating in self._seatings[row.name]
        )
        self._carriers = [(row.name, "") for row in rows if not row.worth and "riichi" in row.plays]
        self._shown: set[_Pair] = set()

    def game(self, name: str, opening: Sequence[Scene]) -> DeckGame:
        """The next game, after some scenes."""
        hands: list[str] = []

        def next_hand(standing: Standing, play: Play) -> Played:
            if len(hands) < len(opening):
                hands.append("")
                return play(opening[len(hands) - 1], standing)
            row, played = "", None
            if self.due and len(hands) < len(opening) + _MOST_HANDS:
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
        """The hand to play now: one that is due if any can be played, else any; none where nothing can be."""
        now = [due for due in self.due if WIND_LETTERS[standing.kyoku // 4] in self._rows[due[0]].round]
        for dues in (self._shuffled(self.due), self._shuffled(dict.fromkeys(self._all()))):
            for first in range(0, len(dues), _TRIED):
                tried = [*now, *dues[first : first + _TRIED], *self._shuffled(self._carriers)[:_CARRIERS]]
                found = [candidate for due in tried for candidate in self._candidates(due, standing)]
                for _, row, seating in sorted(found, key=lambda candidate: -candidate[0]):
                    played = self._played(row, seating, standing, play)
                    if played is not None:
                        self.due.pop((row.name, _role(seating)), None)
                        self._shown |= _pairs(seating, standing, self._rules.seats)
                        return row.name, played
        return "", None

    def _all(self) -> Iterator[_Due]:
        return ((name, _role(seating)) for name, seatings in self._seatings.items() for seating in seatings)

    def _shuffled(self, dues: Iterable[_Due]) -> list[_Due]:
        # Of all that `Random` gives, random() alone is promised to stay the same in later versions of Python.
        return sorted(dues, key=lambda _: self._chance.random())

    def _candidates(self, due: _Due, standing: Standing) -> list[tuple[int, HandRow, Seating]]:
        name, role = due
        row = self._rows[name]
        if not self._is_wanted(row, standing):
            return []
        return [
            (self._news(row, seating, standing), row, seating)
            for seating in self._seatings[name]
            if _role(seating) == role
        ]

    def _news(self, row: HandRow, seating: Seating, standing: Standing) -> int:
        """How much a hand shows that no other has, or leads to."""
        honba, sticks = standing.honba + 1, 0
        if not row.worth:
            sticks = standing.kyotaku + row.plays.count("riichi")
        elif _role(seating) != "dealer":
            honba = 0
        follows = _honba_and_sticks(honba, sticks)
        seats = [(f"seat {part}", seat) for part in "wl" for seat in range(self._rules.seats)]
        leads = {(one, other) for one in follows for other in seats} | {follows}
        news = len((_pairs(seating, standing, self._rules.seats) | leads) - self._shown)
        return news + _ITS_ROUND * bool(row.round)

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

    def _played(self, row: HandRow, seating: Seating, standing: Standing, play: Play) -> Played | None:
        """The hand as these seats play it; None where the winner has no such wind, or they never can."""
        scene = row.played_by(seating, standing, self._rules.seats, self._chance)
        if scene is None:
            return None
        try:
            played = play(scene, standing)
        except SceneMistake:
            played = None
        if played is None or (row.worth and not played.winners.any()):
            # Another seat has the last tile, or the tiles do not suffice.
            self._give_up(row.name, seating)
            return None
        if (played.deposits[:, : self._rules.seats] < self._rules.riichi_points - RIICHI_STICK).any():
            return None
        return played

    def _give_up(self, name: str, seating: Seating) -> None:
        self._seatings[name].remove(seating)
        if _role(seating) not in map(_role, self._seatings[name]):
            self.due.pop((name, _role(seating)), None)


def _role(seating: Seating) -> str:
    return "" if "w" not in seating else "dealer" if seating["w"] == "E" else "child"


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
    return {(one, other) for one, other in combinations(shown, 2)}
