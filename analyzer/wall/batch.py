"""The numbers that shuffle walls, many games a call; imported only where kernels run compiled."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.wall.mersenne import fill_outputs, seed_state
from analyzer.wall.sha512 import hash_blocks

__all__ = ["fill_numbers"]

_HANDS_AT_ONCE: Final = 5
"""Nine lanes of SHA-512 each; the working set of five hands fits the first-level cache."""


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
    twister = np.zeros(624, dtype=np.int64)
    key_start = 0
    row = 0
    for game in range(len(sizes)):
        stop = row + int(hands[game])
        raw = np.zeros((stop - row, 288), dtype=np.uint32)
        seed_state(keys[key_start : key_start + int(sizes[game])], twister)
        fill_outputs(twister, raw.reshape(-1))
        if not hashed[game]:
            numbers[row:stop] = raw[:, :144]
            row = stop
        while row < stop:
            some = min(stop - row, _HANDS_AT_ONCE)
            first = len(raw) - (stop - row)
            messages = raw[first : first + some].reshape(9 * some, 32)
            hash_blocks(messages, numbers[row : row + some].reshape(9 * some, 16))
            row += some
        key_start += int(sizes[game])
