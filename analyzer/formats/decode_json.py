"""What differs in events that were made from JSON of tenhou.net/6: blanks for what it does not state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, TAG
from analyzer.formats.events import Events, Oddity, ReadProblem
from analyzer.formats.markup import Markup
from analyzer.vocabulary import ABSENT, NO_TILE

__all__ = ["blank_what_is_unstated", "games_from_json", "without_unstated"]

_GAME, _CODE, _DETAIL = 0, 3, 4
"""Columns of rows of oddities."""
_UNSTATED: Final = tuple(map(ATTRIBUTES.index, ("ten", "yaku", "sc")))
"""Attributes that the form may leave out."""
_KOKUSHI: Final = (47, 48)
"""Ids of AGARI, the second for thirteen waits."""

Rows = NDArray[np.int32]


def games_from_json(problems: Sequence[ReadProblem]) -> list[int]:
    """Rows of the games that were made from JSON."""
    return [problem.game for problem in problems if problem.code == Oddity.TENHOU6]


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
    """The oddities without those of claims that JSON may leave out: there they are absent, not missing."""
    games = games_from_json(problems)
    if not len(walked) or not games:
        return walked
    unstated = (walked[:, _CODE] == Oddity.MISSING_ATTRIBUTE) & np.isin(walked[:, _DETAIL], _UNSTATED)
    kept: Rows = walked[~(unstated & np.isin(walked[:, _GAME], games))]
    return kept
