"""Walls of simulated games, from seeds that follow from the names of the games."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.wall import GAME_KEY_WORDS, Seed, SeedForm, Walls, walls_of

__all__ = ["WallSupply", "game_seed"]

_WALLS_AT_FIRST: Final = 12
"""Of most games the hands."""


def game_seed(name: str) -> Seed:
    """Shuffle seed of a game: SHAKE-256 of its name, as long as a key is."""
    key = hashlib.shake_256(f"{name}/wall".encode()).digest(4 * GAME_KEY_WORDS)
    return Seed(np.frombuffer(key, dtype="<u4").astype(np.uint32), SeedForm.BASE64)


class WallSupply:
    """Walls of games, made some hands ahead."""

    def __init__(self, seeds: Sequence[Seed], players: int) -> None:
        self._seeds = seeds
        self._players = players
        self._ready = 0
        self._row_of_game = np.zeros(len(seeds), np.int64)
        self._walls: Walls

    def hand(self, index: int, games: NDArray[np.int64]) -> Walls:
        """Walls of the hand with that index, for some of the games; no other game is ever asked for later."""
        if index >= self._ready:
            self._make(max(_WALLS_AT_FIRST, 2 * self._ready), games)
        rows = self._row_of_game[games] + index
        return Walls(self._walls.tiles[rows], self._walls.dice[rows])

    def _make(self, hands: int, games: NDArray[np.int64]) -> None:
        seeds = [self._seeds[game] for game in games.tolist()]
        self._walls = walls_of(seeds, [hands] * len(seeds), [self._players] * len(seeds))
        self._row_of_game[games] = np.arange(len(seeds)) * hands
        self._ready = hands
