"""A game of any form as mjlog; ``unstated`` says what its source leaves out and an mjlog always has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np

from analyzer.formats.events import NEVER_STATED, Claim, Events, Oddity
from analyzer.formats.mjlog.writer import write_game
from analyzer.formats.one_game import (
    OF_RECORDS,
    Converted,
    LossTable,
    OneGame,
    found_in,
    in_results,
    is_mjlog,
)
from analyzer.formats.unstated import words_of
from analyzer.vocabulary import ABSENT, NO_TILE

_NO_YAKU: Final = ' yaku=""'
_TAGS_WITH_MARK: Final = re.compile("<(?:mjloggm|INIT|AGARI|RYUUKYOKU)(?= )")


def write_mjlog(game: OneGame) -> Converted:
    """The game as mjlog, one line.

    What the source leaves out and an mjlog always has is written as play gives it; ``unstated`` of the root,
    INIT and results says that it is no claim.  What only rules would give (points, limits, yaku) is absent.
    """
    header = game.headers.games[game.row]
    events = game.events if is_mjlog(game) else _as_stated(game)
    text = write_game(events, header, game.row)
    if not is_mjlog(game) or game.lacks_yaku:
        # A win without yaku claims nothing, and an empty list would claim that it has none.
        text = text.replace(_NO_YAKU, "")
    if not is_mjlog(game):
        text = _marked(game, text)
    return Converted(f"{text}\n", "mjlog", found_in(game, _LOST), found_in(game, _FILLED))


def _marked(game: OneGame, text: str) -> str:
    """The log with what its source is and leaves out."""
    texts = map(words_of, _marks(game))
    return _TAGS_WITH_MARK.sub(lambda tag: f'{tag[0]} unstated="{next(texts)}"', text)


def _marks(game: OneGame) -> Iterator[Sequence[tuple[int, int]]]:
    """Of the root, then of each hand and its results in order."""
    yield game.table
    # What the form never states, its name says.
    never = Claim(0) if game.form is None else NEVER_STATED[game.form]
    for hand in game.hands:
        yield [(Oddity.UNSTATED, game.unstated(int(game.events.hands.element[hand])) & ~never)]
        for result in game.results[hand]:
            left_out = result.unstated
            if not result.is_win and result.draw_kind is None:
                left_out |= Claim.DRAW_KIND
            yield [(Oddity.UNSTATED, left_out & ~never)]


def _as_stated(game: OneGame) -> Events:
    """The events without what the source does not state, as far as an mjlog can go without it."""
    events, results = game.events, game.events.results
    scores, has_owari = results.scores.copy(), results.has_owari.copy()
    yaku, yakuman = results.yaku.copy(), results.yakuman.copy()
    rows = range(*events.hands.result_offsets[[game.hands.start, game.hands.stop]].tolist())
    for row, result in zip(rows, chain(*game.results.values()), strict=True):
        if Claim.DELTAS in result.unstated:
            scores[row] = ABSENT
        if result.unknown_yaku is not None:
            # A part of the yaku would claim that there are no others.
            yaku[row], yakuman[row] = ABSENT, ABSENT
    if game.last_result is not None:
        has_owari[game.last_result] = game.last_scores() is not None
    dice = np.where(events.hands.dice == NO_TILE, 0, events.hands.dice).astype(np.uint8)
    return events._replace(
        hands=events.hands._replace(dice=dice),
        results=results._replace(scores=scores, yaku=yaku, yakuman=yakuman, has_owari=has_owari),
    )


def _states_some_people(game: OneGame) -> bool:
    """Whether grades, ratings or sexes of some players are stated and of others not."""
    people, row = game.headers.people, game.row
    counts = (sum(one is not None for one in column[row]) for column in (people.dan, people.rate, people.sex))
    return any(0 < count < len(game.names) for count in counts)


_LOST: Final[LossTable] = OF_RECORDS | {
    "disconnects": lambda game: game.headers.disconnects[game.row] > 0,
    "grades and ratings that not all players have": _states_some_people,
    "yaku in unknown words": in_results(lambda result: result.unknown_yaku is not None),
    "the kind of a draw": in_results(lambda result: not result.is_win and result.draw_kind is None),
    "an end of the game without final scores": lambda game: (
        game.last_result is not None and not is_mjlog(game) and game.last_scores() is None
    ),
}
"""What an mjlog cannot hold."""
_FILLED: Final[LossTable] = {
    "identities of tiles (numbered as they appear)": lambda game: not is_mjlog(game),
    "dice (0)": lambda game: not is_mjlog(game),
    "what the source leaves out of results (as play gives it)": lambda game: not is_mjlog(game),
}
"""What an mjlog cannot go without."""
