"""The numbers that shuffle walls, many games a call; imported only where kernels run compiled."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.wall.mersenne import fill_outputs, mix_key, start_state
from analyzer.wall.sha512 import hash_blocks

__all__ = ["fill_numbers"]

HANDS_AT_ONCE: Final = 256
"""What the generator gives for so many stays in the cache of a processor until it is hashed."""


@kernel
def fill_numbers(
    keys: NDArray[np.uint32],
    sizes: NDArray[np.int64],
    hashed: NDArray[np.bool_],
    hands: NDArray[np.int64],
    numbers: NDArray[np.uint32],
) -> None:
    """Numbers that shuffle each hand, from the keys of games.

    Args:
        keys: Words of all keys, one key after the other.
        sizes: Shape (games,), words of each key.
        hashed: Shape (games,), whether the output goes through SHA-512.
        hands: Shape (games,), hands of each game.
        numbers: Shape (hands, 144), written.
    """
    start = np.zeros(624, dtype=np.int64)
    start_state(start)
    mixed = np.zeros(624, dtype=np.int64)
    twister = np.zeros(624, dtype=np.uint32)
    most = HANDS_AT_ONCE
    for game in range(len(sizes)):
        most = max(most, int(hands[game]))
    raw = np.zeros((most, 288), dtype=np.uint32)
    key_start = row = used = 0
    for game in range(len(sizes)):
        count = int(hands[game])
        if used + count > most or not hashed[game]:
            hash_hands(raw[:used], numbers[row : row + used])
            row += used
            used = 0
        mixed[:] = start
        mix_key(keys[key_start : key_start + int(sizes[game])], mixed)
        twister[:] = mixed
        fill_outputs(twister, raw[used : used + count].reshape(-1))
        key_start += int(sizes[game])
        if hashed[game]:
            used += count
        else:
            numbers[row : row + count] = raw[:count, :144]
            row += count
    hash_hands(raw[:used], numbers[row : row + used])


@kernel
def hash_hands(raw: NDArray[np.uint32], numbers: NDArray[np.uint32]) -> None:
    """Hash what the generator gives, shape (hands, 288), to the numbers of each hand, shape (hands, 144)."""
    hash_blocks(raw.reshape(9 * len(raw), 32), numbers.reshape(9 * len(raw), 16))
