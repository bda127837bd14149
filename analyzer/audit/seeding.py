"""The walls of a batch, worked out from the seeds that its logs carry, or stated by its records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.stated_walls import StatedWalls, fill_stated, read_stated_walls
from analyzer.errors import AnalyzerError
from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.kernels import is_compiling
from analyzer.replay import Facts
from analyzer.vocabulary import NO_TILE, SEATS
from analyzer.wall import Layout, Seed, SeedForm, haipai, layout_of, parse_seed, read_keys, walls_of

__all__ = ["WallTruth", "walls_of_games"]

_INDICATORS: Final = 5
_LATE: Final = SeedForm.BASE64


class WallTruth(NamedTuple):
    """What the seeds give, or what is stated; rows are those of ``hands``."""

    known: NDArray[np.bool_]
    """Shape (hands,): the seed or wall of the hand is there and understood."""
    dice: NDArray[np.uint8]
    """Shape (hands, 2): each die minus one."""
    haipai: NDArray[np.uint8]
    """Shape (hands, 4, 13): in dealt order."""
    agreeing: NDArray[np.int64]
    """Shape (hands,): places of the deal, 52 in all, that hold what the log says or are empty."""
    draws: NDArray[np.uint8]
    """Shape (hands, 70): live tiles in the order drawn; NO_TILE beyond."""
    replacements: NDArray[np.uint8]
    """Shape (hands, 8); NO_TILE beyond."""
    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Shape (hands, 5): indicators."""
    foreign: NDArray[np.bool_]
    """Shape (hands,): the wall of another hand: hardly any dealt tile agrees, here or earlier in the game."""
    reasons: tuple[str | None, ...]
    """Per game: why there is no wall to compare with."""
    seedless: tuple[bool, ...]
    """Per game: the log states no seed at all."""
    stated: StatedWalls
    """Of records of Mahjong Soul, for which the above says that there is no seed."""


SeedsOrReason = tuple[list[tuple[Seed, int]], str | None]
"""Seeds that cover every hand of a game, each with the number of hands it is for; or why there are none."""


def _seeds_of_games(headers: Headers, hands: Sequence[int]) -> list[SeedsOrReason]:
    return [
        _seeds_or_reason(headers, game, of_game) if key is None else ([(Seed(key, _LATE), of_game)], None)
        for game, (key, of_game) in enumerate(zip(_read_together(headers, len(hands)), hands, strict=True))
    ]


def _read_together(headers: Headers, games: int) -> list[NDArray[np.uint32] | None]:
    """Keys of games in base64, all read at once where kernels run compiled; None for any other."""
    if not is_compiling():
        return [None] * games
    keys, found = read_keys(*headers.seed_octets())
    return [key if there else None for key, there in zip(keys, found.tolist(), strict=True)]


def _seeds_or_reason(headers: Headers, game: int, hands: int) -> SeedsOrReason:
    text, of_hands = headers.seeds[game], headers.hand_seeds[game]
    if text is None and (None in of_hands or len(of_hands) < hands):
        return [], "the log has no seed"
    try:
        if text is not None:
            return [(parse_seed(text), hands)], None
        return [(parse_seed(of_hand), 1) for of_hand in of_hands if of_hand is not None], None
    except AnalyzerError as error:
        return [], f"the seed is not understood: {error.message}"


def walls_of_games(events: Events, facts: Facts, headers: Headers) -> WallTruth:
    """Work out the walls of all hands whose seed is known."""
    count = len(events.hands.game)
    truth = WallTruth(
        np.zeros(count, np.bool_),
        np.zeros((count, 2), np.uint8),
        np.full((count, SEATS, 13), NO_TILE, np.uint8),
        np.zeros(count, np.int64),
        np.full((count, 70), NO_TILE, np.uint8),
        np.full((count, 8), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.zeros(count, np.bool_),
        (),
        (),
        read_stated_walls(events),
    )
    found = _seeds_of_games(headers, np.diff(events.games.hand_offsets).tolist())
    keys = [key for of_game, _ in found for key in of_game]
    if keys:
        players = np.repeat(events.games.players, [len(of_game) for of_game, _ in found])
        walls = walls_of([seed for seed, _ in keys], [of_seed for _, of_seed in keys], players.tolist())
        is_seeded = np.array([bool(of_game) for of_game, _ in found])[events.hands.game]
        is_early = [bool(of_game) and of_game[0][0].form is not _LATE for of_game, _ in found]
        rows = np.flatnonzero(is_seeded)
        truth.known[rows] = True
        truth.dice[rows] = walls.dice
        _fill(events, facts, truth, rows, walls.tiles, np.array(is_early)[events.hands.game[rows]])
    fill_stated(truth.stated, events, truth.haipai, truth.draws, truth.replacements, truth.dora, truth.ura)
    truth.known[[*truth.stated.walls]] = True
    reasons = tuple([reason for _, reason in found])
    seedless = [reason is not None and _has_none(headers, game) for game, reason in enumerate(reasons)]
    return truth._replace(reasons=reasons, seedless=tuple(seedless))


def _has_none(headers: Headers, game: int) -> bool:
    return headers.seeds[game] is None and all(text is None for text in headers.hand_seeds[game])


def _fill(
    events: Events,
    facts: Facts,
    truth: WallTruth,
    rows: NDArray[np.int64],
    tiles: NDArray[np.uint8],
    is_early: NDArray[np.bool_],
) -> None:
    """Fill the hands of ``rows`` from their walls, shape (rows, 136); those of early logs lie otherwise."""
    players = facts.players[rows]
    for seats in (3, 4):
        for early in (False, True):
            part = np.flatnonzero((players == seats) & (is_early == early))
            if len(part) != 0:
                layout = layout_of(seats, SeedForm.HEX if early else SeedForm.BASE64)
                # Mostly all hands of a batch are dealt in one way, and nothing need be copied.
                is_all = len(part) == len(truth.known)
                chosen, walls = (slice(None), tiles) if is_all else (rows[part], tiles[part])
                _fill_layout(facts, truth, chosen, walls, layout)
    truth.agreeing[:] = (truth.haipai == events.hands.haipai).sum(axis=(1, 2))
    foreign = truth.known & _is_of_another(truth.agreeing, facts.players)
    # Tiles in another order than they are dealt are those of the seed all the same.
    rows = np.flatnonzero(foreign)
    dealt, logged = truth.haipai[rows, :, :, None], events.hands.haipai[rows, :, None, :]
    held = (dealt == logged).any(axis=3).sum(axis=(1, 2))
    foreign[rows] = _is_of_another(held, facts.players[rows])
    since = np.cumsum(foreign)
    start = events.games.hand_offsets[events.hands.game]
    before = np.where(start > 0, since[np.maximum(start - 1, 0)], 0)
    truth.foreign[:] = since > before


def _is_of_another(agreeing: NDArray[np.int64], players: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Shape (hands,): of the places of the deal, hardly any agree; those of an empty seat always do."""
    empty = np.where(players == SEATS, 0, 13)
    another: NDArray[np.bool_] = (agreeing - empty) * 2 < players.astype(np.int64) * 13
    return another


def _fill_layout(
    facts: Facts,
    truth: WallTruth,
    rows: NDArray[np.int64] | slice,
    tiles: NDArray[np.uint8],
    layout: Layout,
) -> None:
    """Fill the rows of one layout."""
    truth.haipai[rows] = haipai(tiles, facts.dealer[rows], layout)
    truth.draws[rows, : len(layout.draws)] = tiles.take(layout.draws, axis=1)
    truth.replacements[rows, : len(layout.replacements)] = tiles.take(layout.replacements, axis=1)
    truth.dora[rows] = tiles.take(layout.dora, axis=1)
    truth.ura[rows] = tiles.take(layout.ura, axis=1)
