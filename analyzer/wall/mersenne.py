"""Mersenne Twister (MT19937) with a key of many words: `outputs` for one game, `fill_outputs` for kernels.

Both give the numbers of ``init_by_array`` and ``genrand_int32`` of Matsumoto and Nishimura's mt19937ar.c
(2002-01-26), whose constants these are.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

__all__ = ["fill_outputs", "mix_key", "outputs", "seed_state", "start_state"]

STATE_WORDS: Final = 624
_WORD: Final = 0xFFFFFFFF
_PLAIN_SEED: Final = 19650218
_MIDDLE: Final = 397
_UPPER: Final = 0x80000000
_LOWER: Final = 0x7FFFFFFF
_TWIST: Final = 0x9908B0DF


@kernel
def start_state(state: NDArray[np.int64]) -> None:
    """Fill ``state``, shape (624,), with what every key begins with."""
    previous = _PLAIN_SEED
    state[0] = previous
    for i in range(1, STATE_WORDS):
        previous = (1812433253 * (previous ^ (previous >> 30)) + i) & _WORD
        state[i] = previous


@kernel
def mix_key(key: NDArray[np.uint32], state: NDArray[np.int64]) -> None:
    """Mix the words of ``key`` into the state of `start_state`."""
    words = len(key)
    i = 1
    j = 0
    previous = int(state[0])
    for _ in range(max(STATE_WORDS, words)):
        mixed = int(state[i]) ^ ((previous ^ (previous >> 30)) * 1664525 & _WORD)
        previous = (mixed + int(key[j]) + j) & _WORD
        state[i] = previous
        i += 1
        j += 1
        if i == STATE_WORDS:
            state[0] = previous
            i = 1
        if j == words:
            j = 0
    for _ in range(STATE_WORDS - 1):
        mixed = int(state[i]) ^ ((previous ^ (previous >> 30)) * 1566083941 & _WORD)
        previous = (mixed - i) & _WORD
        state[i] = previous
        i += 1
        if i == STATE_WORDS:
            state[0] = previous
            i = 1
    state[0] = _UPPER


@kernel
def seed_state(key: NDArray[np.uint32], state: NDArray[np.int64]) -> None:
    """Fill ``state``, shape (624,), from the words of ``key`` (``init_by_array``)."""
    start_state(state)
    mix_key(key, state)


@kernel
def twisted(upper: int, lower: int, far: int) -> int:
    """New word of the state from the words at its place, the next place and 397 places on."""
    joined = (upper & _UPPER) | (lower & _LOWER)
    return far ^ (joined >> 1) ^ ((joined & 1) * _TWIST)


@kernel
def twist(state: NDArray[np.uint32]) -> None:
    """Renew the state; in three runs without a remainder, so that compilers can use vectors."""
    split = STATE_WORDS - _MIDDLE
    for i in range(split):
        state[i] = twisted(int(state[i]), int(state[i + 1]), int(state[i + _MIDDLE]))
    for i in range(split, STATE_WORDS - 1):
        state[i] = twisted(int(state[i]), int(state[i + 1]), int(state[i - split]))
    last = STATE_WORDS - 1
    state[last] = twisted(int(state[last]), int(state[0]), int(state[_MIDDLE - 1]))


@kernel
def fill_outputs(state: NDArray[np.uint32], numbers: NDArray[np.uint32]) -> None:
    """Fill ``numbers`` with the first outputs after `seed_state`; ``state`` is used up.

    The state is as narrow as its words, so that a vector holds twice as many as where it was mixed.
    """
    for first in range(0, len(numbers), STATE_WORDS):
        twist(state)
        for i in range(min(STATE_WORDS, len(numbers) - first)):
            word = int(state[i])
            word ^= word >> 11
            word ^= (word << 7) & 0x9D2C5680
            word ^= (word << 15) & 0xEFC60000
            word ^= word >> 18
            numbers[first + i] = word


def outputs(key: NDArray[np.uint32], count: int) -> NDArray[np.uint32]:
    """First ``count`` outputs of the generator seeded by ``key``, without a kernel.

    CPython seeds ``random.Random`` with an integer by the same ``init_by_array``, its key being the
    integer's words without leading zeros; a key whose last word is zero (one in 2^32) takes the long way.
    """
    if count == 0:
        return np.zeros(0, dtype=np.uint32)
    if not key[-1]:
        return _outputs_of_kernels(key, count)
    generator = random.Random(int.from_bytes(key.astype("<u4").tobytes(), "little"))  # noqa: S311
    numbers = generator.getrandbits(32 * count).to_bytes(4 * count, "little")
    return np.frombuffer(numbers, dtype="<u4").astype(np.uint32, copy=False)


def _outputs_of_kernels(key: NDArray[np.uint32], count: int) -> NDArray[np.uint32]:
    state = np.zeros(STATE_WORDS, dtype=np.int64)
    numbers = np.zeros(count, dtype=np.uint32)
    seed_state(key, state)
    fill_outputs(state.astype(np.uint32), numbers)
    return numbers
