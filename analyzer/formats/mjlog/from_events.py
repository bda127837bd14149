"""A game as an mjlog: what the source states, and the tiles that an mjlog must have."""

from __future__ import annotations

from typing import Final

import numpy as np

from analyzer.formats.claims import Claim
from analyzer.formats.encoder import Frame, encode
from analyzer.formats.events import Events
from analyzer.formats.losses import Converted, Loss, Losses
from analyzer.formats.mjlog.writer import write
from analyzer.formats.one_game import OneGame
from analyzer.vocabulary import ABSENT, NO_TILE

__all__ = ["write_mjlog"]

_NOTHING: Final = Frame(None, ("", "", "", ""), (), (), ())
"""Stands for the other games of the batch."""


def write_mjlog(game: OneGame) -> Converted:
    """The game as mjlog, one line.

    Where the source does not state what an mjlog cannot go without (dice, tehai, melds and tile of a win,
    tehai of those who are tenpai, scores before payments), it is written as play gives it, and told.
    """
    losses = Losses()
    frames = [_NOTHING] * len(game.events.games.go_type)
    frames[game.row] = _frame(game, losses)
    events = game.events if game.form is None else _as_stated(game, losses)
    _note_results(game, losses)
    return Converted(write(encode(events, frames), game.row).decode() + "\n", losses.found())


def _frame(game: OneGame, losses: Losses) -> Frame:
    headers, row = game.headers, game.row
    people = headers.people
    dan = [one for one in people.dan[row] if one is not None]
    rate = [one for one in people.rate[row] if one is not None]
    sex = [one for one in people.sex[row] if one is not None]
    for stated in (dan, rate, sex):
        losses.note(Loss.PEOPLE, when=0 < len(stated) < len(game.names))
    whole = len(game.names)
    losses[Loss.DISCONNECTS] += headers.disconnects[row]
    seeds = headers.hand_seeds[row]
    names = (*game.names, "", "", "", "")
    return Frame(
        headers.seeds[row],
        (names[0], names[1], names[2], names[3]),
        tuple(dan) if len(dan) == whole else (),
        tuple(rate) if len(rate) == whole else (),
        tuple(sex) if len(sex) == whole else (),
        tuple(seed or "" for seed in seeds) if any(seeds) else (),
        game.announcement,
    )


def _as_stated(game: OneGame, losses: Losses) -> Events:
    """The events without what the source does not state, as far as an mjlog can go without it."""
    events = game.events
    losses.note(Loss.COPIES)
    losses[Loss.NO_DICE] += len(game.hands)
    dice = np.where(events.hands.dice == NO_TILE, 0, events.hands.dice).astype(np.uint8)
    honba, ten = events.results.honba.copy(), events.results.ten.copy()
    scores = events.results.scores.copy()
    for hand in game.hands:
        first, stop = events.hands.result_offsets[hand : hand + 2].tolist()
        for row in range(first, stop):
            unstated = game.unstated(int(events.results.element[row]))
            if Claim.COUNTERS in unstated:
                honba[row] = ABSENT
            if Claim.DELTAS in unstated:
                scores[row] = ABSENT
            if ten[row, 1] == ABSENT:
                ten[row] = ABSENT
            elif ten[row, 0] == ABSENT:
                ten[row, 0] = 0
            losses.note(Loss.AS_PAID, when=Claim.SCORES_BEFORE in unstated)
    results = events.results._replace(honba=honba, ten=ten, scores=scores)
    return events._replace(hands=events.hands._replace(dice=dice), results=results)


def _note_results(game: OneGame, losses: Losses) -> None:
    """Note what the elements of results cannot hold, or hold as play gives it."""
    for hand in game.hands:
        for result in game.results(hand):
            shows = result.is_win or bool(result.shown)
            unstated = Claim.WIN_TEHAI if result.is_win else Claim.SHOWN_TILES
            losses.note(Loss.AS_PLAYED, when=shows and bool(unstated & result.unstated))
            losses.note(Loss.SHOWN_SEATS, when=not result.is_win and result.shown is None)
            losses.note(Loss.YAKU, when=result.unknown_yaku is not None)
            losses.note(Loss.DRAW_KIND, when=not result.is_win and result.draw_kind is None)
