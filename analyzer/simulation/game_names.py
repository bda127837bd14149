"""What follows from the name of a game: log id, bits of GO, seed and walls."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Final

import numpy as np

from analyzer.formats.log_id import GoType
from analyzer.rules import RuleSet
from analyzer.wall import GAME_KEY_WORDS, Seed, SeedForm, Walls, walls_of

__all__ = ["DATE", "WallSupply", "game_seed", "go_type_of", "log_id_of", "ranked_go_type"]

DATE: Final = date(2199, 1, 1)
"""In every log id: no game of a real archive, and no old rules, bear such a date."""

_STEP: Final = 0x9E3779B1
"""Odd, so that multiples of it repeat only after 2^32; large, so that ids look like Tenhou's."""


def ranked_go_type(*, players: int, winds: int) -> int:
    """Bits of GO of a ranked game in the Phoenix room."""
    ranked = GoType.RANKED | GoType.TOKUJOU | GoType.JOUKYUU
    return int(ranked | GoType.HANCHAN * (winds > 1) | GoType.SANMA * (players == 3))


def go_type_of(rules: RuleSet) -> int:
    """Bits of GO of such a game, as far as they can say the rules."""
    bits = ranked_go_type(players=rules.seats, winds=rules.winds)
    return bits | GoType.NO_AKA * (not any(rules.red_fives)) | GoType.NO_KUITAN * (not rules.kuitan)


def log_id_of(name: str, go_type: int, game: int = 0) -> str:
    """Log id of a game of a series; no two games of one series have the same.

    Args:
        name: Of the series.
        go_type: Bits of GO.
        game: Index in the series, below 2^32.
    """
    first = int.from_bytes(hashlib.sha512(name.encode()).digest()[:4])
    tail = (first + game * _STEP) % 2**32
    return f"{DATE:%Y%m%d}10gm-{go_type:04x}-0000-{tail:08x}"


_KEY_WORDS: Final = {SeedForm.BASE64: GAME_KEY_WORDS, SeedForm.HEX: 32, SeedForm.PER_HAND: 8}
_WALLS_AT_FIRST: Final = 12
"""Of most games the hands."""


def game_seed(name: str, form: SeedForm = SeedForm.BASE64) -> Seed:
    """Shuffle seed of a game, or of a hand of early 2009: SHAKE-256 of its name, as long as a key is."""
    key = hashlib.shake_256(f"{name}/wall".encode()).digest(4 * _KEY_WORDS[form])
    return Seed(np.frombuffer(key, dtype="<u4").astype(np.uint32), form)


class WallSupply:
    """Walls of games, made some hands ahead.

    Args:
        names: Of the games; all follows from them.
        players: 3 or 4.
        form: Of the seeds; those PER_HAND follow from the names with the index of the hand.
    """

    def __init__(self, names: Sequence[str], players: int, form: SeedForm = SeedForm.BASE64) -> None:
        self._names, self._players, self._form = names, players, form
        self._ready = 0
        self._first_row: dict[int, int] = {}
        self._walls: Walls

    def hand(self, index: int, games: Sequence[int]) -> Walls:
        """Walls of the hand with that index, for games that go on; no other is asked for again."""
        if index >= self._ready:
            self._make(max(_WALLS_AT_FIRST, 2 * self._ready), games)
        rows = [self._first_row[game] + index for game in games]
        return Walls(self._walls.tiles[rows], self._walls.dice[rows])

    def seed(self, game: int, hand: int = 0) -> Seed:
        """The seed of a game, or of one of its hands."""
        name = self._names[game]
        return game_seed(f"{name}/{hand}" if self._form == SeedForm.PER_HAND else name, self._form)

    def _make(self, hands: int, games: Sequence[int]) -> None:
        seeded = hands if self._form == SeedForm.PER_HAND else 1
        seeds = [self.seed(game, hand) for game in games for hand in range(seeded)]
        self._walls = walls_of(seeds, [hands // seeded] * len(seeds), [self._players] * len(seeds))
        self._first_row = {game: place * hands for place, game in enumerate(games)}
        self._ready = hands
