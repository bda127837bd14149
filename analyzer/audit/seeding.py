"""The walls of a batch, worked out from the seeds that its logs carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import AnalyzerError
from analyzer.kernels import is_compiling
from analyzer.mjlog.events import Events
from analyzer.replay import Facts
from analyzer.vocabulary import NO_TILE, SEATS
from analyzer.wall import Layout, Seed, SeedForm, haipai, layout_of, parse_seed, read_keys, walls_of

__all__ = ["SeedTexts", "WallTruth", "walls_of_games"]

_INDICATORS: Final = 5


class SeedTexts(NamedTuple):
    """Seeds of one game as its log has them."""

    game: str | None
    """Of SHUFFLE; None without it."""
    hands: tuple[str | None, ...]
    """``shuffle`` of each INIT (2009); None without it."""


class WallTruth(NamedTuple):
    """What the seeds give; rows are those of ``hands``."""

    known: NDArray[np.bool_]
    """Shape (hands,): the seed of the hand is there and understood."""
    dice: NDArray[np.uint8]
    """Shape (hands, 2): each die minus one."""
    haipai: NDArray[np.uint8]
    """Shape (hands, 4, 13): in dealt order."""
    draws: NDArray[np.uint8]
    """Shape (hands, 70): live tiles in the order drawn; NO_TILE beyond."""
    replacements: NDArray[np.uint8]
    """Shape (hands, 8); NO_TILE beyond."""
    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Shape (hands, 5): indicators."""
    foreign: NDArray[np.bool_]
    """Shape (hands,): another hand's wall: nearly nothing of the deal agrees, here or earlier in the game."""
    reasons: tuple[str | None, ...]
    """Per game: why there is no wall to compare with."""


class _Keys:
    """Seeds of a batch by their texts; those in base64 are read together where kernels run compiled."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._read: dict[str, Seed] = {}
        if is_compiling():
            keys, found = read_keys(texts)
            for row in np.flatnonzero(found).tolist():
                self._read[texts[row]] = Seed(keys[row], SeedForm.BASE64)

    def seed(self, text: str) -> Seed:
        """The seed of a text.

        Raises:
            AnalyzerError: When it is not understood.
        """
        return self._read.get(text) or parse_seed(text)


def _seeds(keys: _Keys, texts: SeedTexts, hands: int) -> list[tuple[Seed, int]]:
    """Seeds of a game with the number of hands each is for.

    Raises:
        AnalyzerError: When a seed is not understood.
    """
    if texts.game is not None:
        return [(keys.seed(texts.game), hands)]
    return [(keys.seed(text), 1) for text in texts.hands if text is not None]


def walls_of_games(events: Events, facts: Facts, seeds: tuple[SeedTexts, ...]) -> WallTruth:
    """Work out the walls of all hands whose seed is known."""
    count = len(events.hands.game)
    truth = WallTruth(
        np.zeros(count, np.bool_),
        np.zeros((count, 2), np.uint8),
        np.full((count, SEATS, 13), NO_TILE, np.uint8),
        np.full((count, 70), NO_TILE, np.uint8),
        np.full((count, 8), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.zeros(count, np.bool_),
        (),
    )
    keys: list[tuple[Seed, int]] = []
    players: list[int] = []
    early: list[bool] = []
    rows: list[NDArray[np.int64]] = []
    reasons: list[str | None] = []
    read = _Keys([texts.game for texts in seeds if texts.game is not None])
    for game, texts in enumerate(seeds):
        start, stop = events.games.hand_offsets[game : game + 2].tolist()
        found, reason = _seeds_or_reason(read, texts, stop - start)
        reasons.append(reason)
        keys += found
        players += [int(events.games.players[game])] * len(found)
        if found:
            rows.append(np.arange(start, stop))
            early += [found[0][0].form != SeedForm.BASE64] * (stop - start)
    if keys:
        _fill(events, facts, truth, np.concatenate(rows), np.array(early), keys, players)
    return truth._replace(reasons=tuple(reasons))


def _seeds_or_reason(keys: _Keys, texts: SeedTexts, hands: int) -> tuple[list[tuple[Seed, int]], str | None]:
    """Seeds that cover every hand of a game, or why there are none."""
    if texts.game is None and None in texts.hands:
        return [], "the log has no seed"
    try:
        return _seeds(keys, texts, hands), None
    except AnalyzerError as error:
        return [], f"the seed is not understood: {error.message}"


def _fill(
    events: Events,
    facts: Facts,
    truth: WallTruth,
    rows: NDArray[np.int64],
    early: NDArray[np.bool_],
    keys: list[tuple[Seed, int]],
    players: list[int],
) -> None:
    walls = walls_of([seed for seed, _ in keys], [hands for _, hands in keys], players)
    truth.known[rows] = True
    truth.dice[rows] = walls.dice
    for seats in (3, 4):
        for is_early in (False, True):
            part = np.flatnonzero(
                (events.games.players[events.hands.game[rows]] == seats) & (early == is_early)
            )
            if len(part) == 0:
                continue
            form = SeedForm.HEX if is_early else SeedForm.BASE64
            _fill_layout(facts, truth, rows[part], walls.tiles[part], layout_of(seats, form))
    same = (truth.haipai == events.hands.haipai).sum(axis=(1, 2)) - np.where(facts.players == 3, 13, 0)
    foreign = truth.known & (same * 2 < facts.players.astype(np.int64) * 13)
    since = np.cumsum(foreign)
    start = events.games.hand_offsets[events.hands.game]
    before = np.where(start > 0, since[np.maximum(start - 1, 0)], 0)
    truth.foreign[:] = since > before


def _fill_layout(
    facts: Facts, truth: WallTruth, rows: NDArray[np.int64], tiles: NDArray[np.uint8], layout: Layout
) -> None:
    """Fill the rows of one layout."""
    truth.haipai[rows] = haipai(tiles, facts.dealer[rows], layout)
    truth.draws[rows, : len(layout.draws)] = tiles[:, layout.draws]
    truth.replacements[rows, : len(layout.replacements)] = tiles[:, layout.replacements]
    truth.dora[rows] = tiles[:, layout.dora]
    truth.ura[rows] = tiles[:, layout.ura]
