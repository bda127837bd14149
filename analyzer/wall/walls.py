"""From seeds to walls and dice, for one game or for a batch; and what lies where in a wall."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import is_compiling, kernel
from analyzer.vocabulary import KINDS, NO_TILE, SANMA_ABSENT_KINDS, SEATS, TILES
from analyzer.wall.seeds import Seed, SeedForm, outputs

DEAD_WALL: Final = 14
"""Tiles that are never drawn in turn (王牌)."""
NUMBERS: Final = 288
"""Outputs of the generator that a hand takes."""
WORDS: Final = 144
"""Numbers left of them by SHA-512: nine blocks of 128 bytes in, nine digests of 64 bytes out."""
_BLOCK_BYTES: Final = 128
_DICE_WORD: Final = 135


class Layout(NamedTuple):
    """Places in the wall of one number of players."""

    tiles: NDArray[np.uint8]
    """The unshuffled wall: all tile ids of the game, ascending."""
    haipai: NDArray[np.int64]
    """Shape (players, 13): tiles dealt to the dealer, to the seat after, and so on, in dealt order."""
    draws: NDArray[np.int64]
    """Tiles of the live wall in the order they are drawn; each kan and kita takes one off its end."""
    replacements: NDArray[np.int64]
    """Replacement tiles (嶺上牌) in the order they are drawn, for kans and kita alike."""
    dora: NDArray[np.int64]
    """The five indicators in the order they are shown."""
    ura: NDArray[np.int64]
    """The five indicators below them."""


def _haipai(tile_count: int, players: int) -> NDArray[np.int64]:
    """Dealing from the end: three passes of four tiles a seat, then one each."""
    order = np.arange(tile_count - 1, tile_count - 1 - 13 * players, -1)
    passes = order[: 12 * players].reshape(3, players, 4).transpose(1, 0, 2).reshape(players, 12)
    return np.hstack([passes, order[12 * players :].reshape(players, 1)])


def _layout(players: int, *, early: bool) -> Layout:
    absent = SANMA_ABSENT_KINDS if players == 3 else ()
    tiles = [kind * 4 + copy for kind in range(KINDS) if kind not in absent for copy in range(4)]
    # A three-player game has replacement tiles for four norths as well; observed up to places 5 and 4.
    replaced = 8 if players == 3 else 4
    upper = np.arange(replaced + 1, replaced + 11, 2)
    pairs = np.arange(replaced).reshape(-1, 2)
    return Layout(
        tiles=np.array(tiles, dtype=np.uint8),
        haipai=_haipai(len(tiles), players),
        draws=np.arange(len(tiles) - 1 - 13 * players, DEAD_WALL - 1, -1),
        replacements=(pairs if early else pairs[:, ::-1]).reshape(-1),
        dora=upper - 1 if early else upper,
        ura=upper if early else upper - 1,
    )


_LAYOUTS: Final = {
    (players, early): _layout(players, early=early) for players in (3, 4) for early in (False, True)
}


def layout_of(players: int, form: SeedForm = SeedForm.BASE64) -> Layout:
    """Layout of a wall for three or four players.

    The dead wall is a row of pairs of an upper and a lower tile.  Walls of seeds in base64 have the upper
    tile of a pair at the greater place; walls of the two earlier forms have it at the lesser one.

    Source: every hand with a seed of 604 logs of 2009 to 2022 (5,582 hands, 115 of them early).  No early
    three-player log was seen.
    """
    return _LAYOUTS[players, form != SeedForm.BASE64]


class Walls(NamedTuple):
    """Walls and dice of hands; one row per hand."""

    tiles: NDArray[np.uint8]
    """Shape (hands, 136): tile ids; dealing starts from the end, the dead wall is at the start.  A wall of
    three players has 108 tiles, the rest of its row is NO_TILE."""
    dice: NDArray[np.uint8]
    """Shape (hands, 2): each die minus one, as logs have them."""


def walls_of(seeds: Sequence[Seed], hands: Sequence[int], players: Sequence[int]) -> Walls:
    """Walls and dice of several games, one row per hand, game after game.

    Args:
        seeds: Key of each game, or of one hand (2009), in which case only its first hand means something.
        hands: How many hands of each game, in the order they were played.
        players: 3 or 4 for each game.

    Source: 5,582 of 5,582 hands of 604 logs, 2009 to 2022: deal in dealt order, dice, draws, dead wall.
    """
    players_of_hands = np.repeat(np.asarray(players, dtype=np.uint8), hands)
    numbers = _numbers_compiled(seeds, hands) if is_compiling() else _numbers(seeds, hands)
    tiles = np.full((len(players_of_hands), TILES), NO_TILE, dtype=np.uint8)
    for count in (3, 4):
        start = layout_of(count).tiles
        tiles[players_of_hands == count, : len(start)] = start
    shuffle(numbers, players_of_hands, tiles)
    dice = (numbers[:, _DICE_WORD : _DICE_WORD + 2] % 6).astype(np.uint8)
    return Walls(tiles, dice)


def _numbers(seeds: Sequence[Seed], hands: Sequence[int]) -> NDArray[np.uint32]:
    """Numbers that shuffle each hand; shape (hands, 144)."""
    parts = [_numbers_of_game(seed, count) for seed, count in zip(seeds, hands, strict=True)]
    return np.concatenate([np.zeros((0, WORDS), dtype=np.uint32), *parts])


def _numbers_of_game(seed: Seed, hands: int) -> NDArray[np.uint32]:
    raw = outputs(seed.key, NUMBERS * hands).reshape(hands, NUMBERS)
    if not seed.is_hashed:
        return raw[:, :WORDS]
    octets = raw.astype("<u4", copy=False).tobytes()
    digests = b"".join(
        hashlib.sha512(octets[start : start + _BLOCK_BYTES]).digest()
        for start in range(0, len(octets), _BLOCK_BYTES)
    )
    return np.frombuffer(digests, dtype="<u4").reshape(hands, WORDS).astype(np.uint32, copy=False)


def _numbers_compiled(seeds: Sequence[Seed], hands: Sequence[int]) -> NDArray[np.uint32]:
    """The same by kernels, for batches."""
    from analyzer.wall.batch import fill_numbers

    sizes = np.array([seed.key.size for seed in seeds], dtype=np.int64)
    keys = np.concatenate([np.zeros(0, dtype=np.uint32), *(seed.key for seed in seeds)])
    hashed = np.array([seed.is_hashed for seed in seeds], dtype=np.bool_)
    numbers = np.zeros((sum(hands), WORDS), dtype=np.uint32)
    fill_numbers(keys, sizes, hashed, np.asarray(hands, dtype=np.int64), numbers)
    return numbers


@kernel
def shuffle(numbers: NDArray[np.uint32], players: NDArray[np.uint8], tiles: NDArray[np.uint8]) -> None:
    """Shuffle every row of ``tiles`` by its numbers.

    Args:
        numbers: Shape (hands, 144).
        players: Shape (hands,).
        tiles: Shape (hands, 136), the unshuffled walls; changed in place.
    """
    for hand in range(len(tiles)):
        count = 108 if int(players[hand]) == 3 else 136
        for i in range(count - 1):
            other = i + int(numbers[hand, i]) % (count - i)
            tile = tiles[hand, i]
            tiles[hand, i] = tiles[hand, other]
            tiles[hand, other] = tile


def haipai(tiles: NDArray[np.uint8], dealer: NDArray[np.uint8], layout: Layout) -> NDArray[np.uint8]:
    """Tiles dealt to each seat, in dealt order.

    Args:
        tiles: Shape (hands, 136), walls of games of one number of players.
        dealer: Shape (hands,), seats.
        layout: Of these walls.

    Returns:
        Shape (hands, 4, 13); the empty seat of a three-player game holds NO_TILE.
    """
    dealt = np.full((len(tiles), SEATS, 13), NO_TILE, dtype=np.uint8)
    deal(tiles, dealer, layout.haipai, dealt)
    return dealt


@kernel
def deal(
    tiles: NDArray[np.uint8],
    dealer: NDArray[np.uint8],
    places: NDArray[np.int64],
    dealt: NDArray[np.uint8],
) -> None:
    """Write the tiles dealt to each seat; arguments as of `haipai`, ``places`` those of its layout."""
    for hand in range(len(tiles)):
        for turn in range(len(places)):
            seat = (int(dealer[hand]) + turn) % len(places)
            for i in range(places.shape[1]):
                dealt[hand, seat, i] = tiles[hand, int(places[turn, i])]
