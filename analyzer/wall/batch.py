"""The numbers that shuffle walls, many games a call; imported only where kernels run compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.wall.mersenne import fill_outputs, mix_key, start_state
from analyzer.wall.sha512 import hash_blocks

__all__ = ["fill_numbers"]


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
    raw = np.zeros((len(numbers), 288), dtype=np.uint32)
    key_start = 0
    row = 0
    for game in range(len(sizes)):
        stop = row + int(hands[game])
        mixed[:] = start
        mix_key(keys[key_start : key_start + int(sizes[game])], mixed)
        twister[:] = mixed
        fill_outputs(twister, raw[row:stop].reshape(-1))
        key_start += int(sizes[game])
        row = stop
    # Of a game that is not hashed the digests are thrown away: there are few, and none is new.
    hash_blocks(raw.reshape(9 * len(raw), 32), numbers.reshape(9 * len(raw), 16))
    row = 0
    for game in range(len(sizes)):
        stop = row + int(hands[game])
        if not hashed[game]:
            numbers[row:stop] = raw[row:stop, :144]
        row = stop
