"""What is lost where a game is written in another form: each form has one table of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.formats.claims import Claim
from analyzer.formats.one_game import OneGame, OneResult
from analyzer.vocabulary import ABSENT, DrawKind, PlayKind

__all__ = ["MELDS", "OF_MJLOG", "Converted", "LossTable", "found_in", "in_results", "is_mjlog", "leaves_out"]
__all__ += ["states_deposits", "states_people", "tells_riichi_otherwise"]

Test: TypeAlias = Callable[[OneGame], bool]
LossTable: TypeAlias = dict[str, Test]
"""By what is lost, in words: whether a game has it."""


class Converted(NamedTuple):
    """A game in another form."""

    text: str
    target: str
    """The form."""
    lost: tuple[str, ...]
    """What the form cannot hold."""
    filled: tuple[str, ...] = ()
    """What the form cannot leave out and the source does not state; it is written as play gives it."""

    def __str__(self) -> str:
        return self.text

    @property
    def summary(self) -> str:
        """One line on what is lost and filled in; empty where nothing is."""
        lost = f"{self.target} does not hold {', '.join(self.lost)}" if self.lost else ""
        filled = f"{self.target} must have {', '.join(self.filled)}" if self.filled else ""
        return "; ".join(part for part in (lost, filled) if part)


def found_in(game: OneGame, table: LossTable) -> tuple[str, ...]:
    """The rows of a table that apply to a game."""
    return tuple(words for words, test in table.items() if test(game))


def in_results(test: Callable[[OneResult], object]) -> Test:
    """Whether something holds of some result of a game."""
    return lambda game: any(test(result) for hand in game.hands for result in game.results[hand])


def leaves_out(claim: Claim) -> Test:
    """Whether the source leaves a claim out of some result."""
    return in_results(lambda result: claim in result.unstated)


def is_mjlog(game: OneGame) -> bool:
    """Whether the source is an mjlog."""
    return game.form is None


def states_people(game: OneGame) -> bool:
    """Whether the source states the grade, rating or sex of a player."""
    people = game.headers.people
    columns = (people.dan, people.rate, people.sex)
    return any(value is not None for column in columns for value in column[game.row])


def states_deposits(game: OneGame) -> bool:
    """Whether the source states the scores after a riichi stick."""
    plays = game.all_plays
    rows = plays.row[plays.kind == PlayKind.RIICHI_ACCEPTED]
    return bool((game.events.deposits[rows] != ABSENT).any())


def tells_riichi_otherwise(game: OneGame) -> bool:
    """Whether a riichi stands, or does not, against what the last discard of its hand tells."""
    return any(_differs(game, hand) for hand in game.hands)


def _differs(game: OneGame, hand: int) -> bool:
    first, stop = game.events.hands.play_offsets[hand : hand + 2].tolist()
    kinds = game.events.plays.kind[first:stop]
    declared = np.flatnonzero(kinds == PlayKind.RIICHI)
    unpaid = len(declared) - np.count_nonzero(kinds == PlayKind.RIICHI_ACCEPTED)
    if not len(declared):
        return bool(unpaid)
    after = kinds[declared[-1] + 1 :]
    is_last = np.count_nonzero(after <= PlayKind.KITA) == 1
    results = game.results[hand]
    is_won_on = not results or any(
        result.winner != result.loser if result.is_win else result.draw_kind == DrawKind.SANCHAHOU
        for result in results
    )
    return bool(unpaid != (is_last and is_won_on))


OF_MJLOG: Final[LossTable] = {
    "which copy of a tile lies where": is_mjlog,
    "the seed of the wall": lambda game: game.headers.seeds[game.row] is not None,
    "dice": is_mjlog,
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "chips": in_results(lambda result: result.has_chips),
    "honba and sticks of results": is_mjlog,
}
"""What of an mjlog no form of JSON holds."""
MELDS: Final[LossTable] = {
    "melds of wins": lambda game: is_mjlog(game) and in_results(lambda result: result.is_win)(game)
}
