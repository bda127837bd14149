"""What differs in events that were made from JSON: blanks for what it does not state, and places in lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, TAG
from analyzer.formats.events import Events, Oddity, ReadProblem
from analyzer.formats.markup import Markup
from analyzer.vocabulary import ABSENT, NO_TILE

__all__ = ["blank_what_is_unstated", "games_from_json", "in_lines", "without_unstated"]

_GAME, _ELEMENT, _CODE, _DETAIL = 0, 2, 3, 4
"""Columns of rows of oddities."""
_FORMS: Final = (Oddity.TENHOU6, Oddity.MJAI)
_UNSTATED: Final = {
    Oddity.TENHOU6: tuple(map(ATTRIBUTES.index, ("ten", "yaku", "sc"))),
    Oddity.MJAI: tuple(map(ATTRIBUTES.index, ("ten", "yaku", "sc", "machi"))),
}
"""Attributes that a form may leave out."""
_KOKUSHI: Final = (47, 48)
"""Ids of AGARI, the second for thirteen waits."""
_OWARI: Final = ATTRIBUTES.index("owari")

Rows = NDArray[np.int32]


def _games(problems: Sequence[ReadProblem], *forms: Oddity) -> list[int]:
    return [problem.game for problem in problems if problem.code in forms]


def games_from_json(problems: Sequence[ReadProblem]) -> list[int]:
    """Rows of the games that were made from JSON of either form."""
    return _games(problems, *_FORMS)


def blank_what_is_unstated(events: Events, markup: Markup, problems: Sequence[ReadProblem]) -> None:
    """Blank what a log does not state and its elements had to: dice, fu, points, final results.

    In an mjlog that was converted, which has no SHUFFLE, 0 stands for fu and final results that the other
    form lacked: only kokushi has 0 fu, and in no game have all seats a result of 0.
    """
    results = events.results
    shuffles = np.flatnonzero(markup.tag == TAG.SHUFFLE)
    seeded = np.searchsorted(markup.game_offsets, shuffles, side="right") - 1
    converted = ~np.isin(events.hands.game[results.hand], seeded)
    without_fu = results.ten[:, 0] == 0
    unstated = converted & without_fu & ~np.isin(results.yakuman, _KOKUSHI).any(axis=1)
    results.ten[unstated, 0] = ABSENT
    results.final_results[converted & (results.final_results == 0).all(axis=1)] = ABSENT
    games = games_from_json(problems)
    if not games:
        return
    made = np.isin(events.hands.game, games)
    events.hands.dice[made] = NO_TILE
    results.ten[made[results.hand] & without_fu, 0] = ABSENT
    silent = {(problem.game, problem.element) for problem in problems if problem.code == Oddity.NO_POINTS}
    if not silent:
        return
    places = zip(events.hands.game[results.hand].tolist(), results.element.tolist(), strict=True)
    results.ten[[place in silent for place in places], 1] = ABSENT


def without_unstated(walked: Rows, problems: Sequence[ReadProblem]) -> Rows:
    """The oddities without those of claims that JSON may leave out: there they are absent, not missing.

    The ``owari`` of mjai has no scores where only the end of the game is stated.
    """
    if not len(walked):
        return walked
    drop = np.zeros(len(walked), np.bool_)
    for form, names in _UNSTATED.items():
        games = _games(problems, form)
        if games:
            unstated = (walked[:, _CODE] == Oddity.MISSING_ATTRIBUTE) & np.isin(walked[:, _DETAIL], names)
            if form == Oddity.MJAI:
                unstated |= (walked[:, _CODE] == Oddity.BAD_VALUE) & (walked[:, _DETAIL] == _OWARI)
            drop |= unstated & np.isin(walked[:, _GAME], games)
    kept: Rows = walked[~drop]
    return kept


def in_lines(events: Events, lines: Mapping[int, NDArray[np.int32]]) -> Events:
    """The events, which name lines in place of elements where the games were written in lines."""
    offsets = events.games.element_offsets.astype(np.int64)
    line_of = np.arange(offsets[-1]) - np.repeat(offsets[:-1], np.diff(offsets))
    for game, of_elements in lines.items():
        line_of[offsets[game] : offsets[game + 1]] = of_elements
    hands, plays, results, oddities = events.hands, events.plays, events.results, events.oddities

    def placed(game: NDArray[np.int32], element: NDArray[np.int32]) -> NDArray[np.int32]:
        lines: NDArray[np.int32] = line_of[offsets[game] + element].astype(np.int32)
        return lines

    of_plays = np.repeat(hands.game, np.diff(hands.play_offsets))
    return events._replace(
        hands=hands._replace(element=placed(hands.game, hands.element)),
        plays=plays._replace(element=placed(of_plays, plays.element)),
        results=results._replace(element=placed(hands.game[results.hand], results.element)),
        oddities=oddities._replace(element=placed(oddities.game, oddities.element)),
    )
