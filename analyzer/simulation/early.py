"""Games from the two earlier forms of seeds; everybody discards the tile just drawn."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Calls, Events, Plays
from analyzer.rules import RuleSet
from analyzer.simulation.game_names import frame_of, go_type_of
from analyzer.simulation.given_hands import PlayedHand, init_row, play_one
from analyzer.simulation.standings import Standing
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, PlayKind, Seat
from analyzer.wall import (
    Seed,
    SeedForm,
    Walls,
    dora_indicators,
    haipai,
    layout_of,
    live_draws,
    seed_text,
    ura_indicators,
    walls,
)

__all__ = ["early_seed", "play_early"]

_WORDS: Final = {SeedForm.HEX: 32, SeedForm.PER_HAND: 8}
_MOST_HANDS: Final = 200
"""No game of draws alone is as long: somebody's tenpai, or the last wind, ends it."""


def early_seed(name: str, form: SeedForm) -> Seed:
    """A seed of an earlier form.

    Args:
        name: Any text; the key is its SHAKE-256.
        form: HEX, of a game, or PER_HAND.
    """
    key = hashlib.shake_256(f"{name}/wall".encode()).digest(4 * _WORDS[form])
    return Seed(np.frombuffer(key, dtype="<u4").astype(np.uint32), form)


def play_early(name: str, form: SeedForm, rules: RuleSet) -> tuple[Events, Frame]:
    """Play a game from walls as they were made in 2009; no hand is won.

    Args:
        name: Any text; all walls follow from it.
        form: HEX or PER_HAND.
        rules: Of the game.

    Returns:
        The game as a log states it, and what the log says beside.
    """
    made = _walls(name, form, rules.seats)
    names = tuple(f"sim{seat} early" if seat < rules.seats else "" for seat in range(SEATS))
    first, second, third, fourth = names
    frame = frame_of((first, second, third, fourth), None)

    def next_hand(standing: Standing) -> PlayedHand:
        row = slice(standing.hands_played, standing.hands_played + 1)
        return _tsumogiri(Walls(made.tiles[row], made.dice[row]), form, standing, rules.seats)

    events, _ = play_one(next_hand, frame, rules, go_type_of(rules))
    if form == SeedForm.HEX:
        return events, frame._replace(seed=seed_text(early_seed(name, form)))
    hands = range(len(events.hands.game))
    seeds = tuple(seed_text(early_seed(f"{name}/{hand}", form)) for hand in hands)
    return events, frame._replace(hand_seeds=seeds)


def _walls(name: str, form: SeedForm, players: int) -> Walls:
    """Walls of more hands than a game has."""
    if form == SeedForm.HEX:
        return walls(early_seed(name, form), _MOST_HANDS, players)
    each = [walls(early_seed(f"{name}/{hand}", form), 1, players) for hand in range(_MOST_HANDS)]
    return Walls(np.concatenate([made.tiles for made in each]), np.concatenate([made.dice for made in each]))


def _tsumogiri(wall: Walls, form: SeedForm, standing: Standing, players: int) -> PlayedHand:
    """A hand in which everybody discards the tile just drawn, until the wall is used up."""
    layout = layout_of(players, form)
    dealer = np.array([standing.dealer], np.uint8)
    first, second = wall.dice[0].tolist()
    indicator = int(dora_indicators(wall.tiles, layout)[0, 0])
    return PlayedHand(
        hands=init_row(standing, haipai(wall.tiles, dealer, layout), indicator, (first, second)),
        plays=_plays(live_draws(wall.tiles, layout)[0], standing.dealer, players),
        calls=Calls(
            code=np.zeros(0, np.uint16),
            tiles=np.full((0, 4), NO_TILE, np.uint8),
            called=np.zeros(0, np.uint8),
            source=np.zeros(0, np.uint8),
        ),
        deposits=np.zeros((0, SEATS), np.int32),
        winners=np.zeros(SEATS, np.bool_),
        ura=ura_indicators(wall.tiles, layout)[0],
    )


def _plays(draws: NDArray[np.uint8], dealer: Seat, players: int) -> Plays:
    """Each tile drawn and discarded, the dealer first."""
    count = 2 * len(draws)
    seats = (dealer + np.arange(len(draws))) % players
    return Plays(
        kind=np.tile(np.array([PlayKind.DRAW, PlayKind.DISCARD], np.uint8), len(draws)),
        seat=np.repeat(seats, 2).astype(np.uint8),
        tile=np.repeat(draws, 2),
        row=np.full(count, ABSENT, np.int32),
        element=np.zeros(count, np.int32),
    )
