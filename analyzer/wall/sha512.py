"""SHA-512 of messages of 128 bytes as a kernel, for batches; for one log `walls` uses hashlib.

hashlib, called ninety times a game, would cost more than all the rest of a batch of walls.
Sums are modulo 2^64: numba wraps silently, numpy's scalars wrap with a warning.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel

__all__ = ["hash_blocks"]

_ROUNDS: Final = 80
_MESSAGE_BITS: Final = 1024


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < count:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _root_fraction(number: int, power: int) -> int:
    """First 64 bits of the fraction of the root, which FIPS 180-4 takes its constants from."""
    target = number << (64 * power)
    low, high = 0, 1 << 72
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**power <= target else (low, middle - 1)
    return low & 0xFFFFFFFFFFFFFFFF


_ROUND_CONSTANTS: Final = np.array([_root_fraction(p, 3) for p in _primes(_ROUNDS)], dtype=np.uint64)
"""FIPS 180-4 (2015), 4.2.3: cube roots of the first eighty primes."""
_START: Final = np.array([_root_fraction(p, 2) for p in _primes(8)], dtype=np.uint64)
"""FIPS 180-4, 5.3.5: square roots of the first eight primes."""


@kernel
def rotated(word: np.uint64, places: int) -> np.uint64:
    """Word rotated right."""
    return (word >> np.uint64(places)) | (word << np.uint64(64 - places))


@kernel
def expand_schedule(schedule: NDArray[np.uint64]) -> None:
    """Fill entries 16 to 79 of schedules, shape (80, lanes), from the first 16 (FIPS 180-4, 6.4.2)."""
    for t in range(16, _ROUNDS):
        for lane in range(schedule.shape[1]):
            near = schedule[t - 2, lane]
            far = schedule[t - 15, lane]
            small0 = rotated(far, 1) ^ rotated(far, 8) ^ (far >> np.uint64(7))
            small1 = rotated(near, 19) ^ rotated(near, 61) ^ (near >> np.uint64(6))
            schedule[t, lane] = small1 + schedule[t - 7, lane] + small0 + schedule[t - 16, lane]


@kernel
def run_rounds(state: NDArray[np.uint64], schedule: NDArray[np.uint64]) -> None:
    """The eighty rounds of the compression function (FIPS 180-4, 6.4.2), without the sum that follows.

    Instead of moving the eight variables, the row that is called ``a`` moves up by one each round.

    Args:
        state: Shape (8, lanes): the working variables; changed in place.
        schedule: Shape (80, lanes), or (80, 1) where all lanes have the same.
    """
    shared = schedule.shape[1] == 1
    for t in range(_ROUNDS):
        constant = _ROUND_CONSTANTS[t]
        row_a, row_b, row_c, row_d = -t & 7, (1 - t) & 7, (2 - t) & 7, (3 - t) & 7
        row_e, row_f, row_g, row_h = (4 - t) & 7, (5 - t) & 7, (6 - t) & 7, (7 - t) & 7
        for lane in range(state.shape[1]):
            a, b, c = state[row_a, lane], state[row_b, lane], state[row_c, lane]
            e, f, g = state[row_e, lane], state[row_f, lane], state[row_g, lane]
            word = constant + schedule[t, 0 if shared else lane]
            big1 = rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)
            first = state[row_h, lane] + big1 + (g ^ (e & (f ^ g))) + word
            big0 = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)
            state[row_d, lane] += first
            state[row_h, lane] = first + big0 + ((a & b) | (c & (a | b)))


@kernel
def swapped(word: np.uint64) -> np.uint64:
    """Word with its eight bytes in reverse order."""
    bytes_mask = np.uint64(0x00FF00FF00FF00FF)
    pairs_mask = np.uint64(0x0000FFFF0000FFFF)
    word = ((word >> np.uint64(8)) & bytes_mask) | ((word & bytes_mask) << np.uint64(8))
    word = ((word >> np.uint64(16)) & pairs_mask) | ((word & pairs_mask) << np.uint64(16))
    return (word >> np.uint64(32)) | (word << np.uint64(32))


def _padding() -> NDArray[np.uint64]:
    """Message schedule of the second block, which holds padding alone and so is always the same."""
    schedule = np.zeros((_ROUNDS, 1), dtype=np.uint64)
    schedule[0] = 1 << 63
    schedule[15] = _MESSAGE_BITS
    with np.errstate(over="ignore"):
        expand_schedule.function(schedule)
    return schedule


_PADDING: Final = _padding()


@kernel(allocates=True)
def hash_blocks(messages: NDArray[np.uint32], digests: NDArray[np.uint32]) -> None:
    """SHA-512 of many messages side by side, which compilers turn into vector instructions.

    Args:
        messages: Shape (lanes, 32): 128 bytes each, as little-endian words.
        digests: Shape (lanes, 16), written: 64 bytes each, as little-endian words.
    """
    lanes = len(messages)
    schedule = np.zeros((_ROUNDS, lanes), dtype=np.uint64)
    state = np.zeros((8, lanes), dtype=np.uint64)
    between = np.zeros((8, lanes), dtype=np.uint64)
    for lane in range(lanes):
        for i in range(16):
            low = np.uint64(messages[lane, 2 * i])
            high = np.uint64(messages[lane, 2 * i + 1])
            schedule[i, lane] = swapped(low | (high << np.uint64(32)))
        for i in range(8):
            state[i, lane] = _START[i]
    expand_schedule(schedule)
    run_rounds(state, schedule)
    for lane in range(lanes):
        for i in range(8):
            state[i, lane] += _START[i]
            between[i, lane] = state[i, lane]
    run_rounds(state, _PADDING)
    for lane in range(lanes):
        for i in range(8):
            word = swapped(state[i, lane] + between[i, lane])
            digests[lane, 2 * i] = np.uint32(word & np.uint64(0xFFFFFFFF))
            digests[lane, 2 * i + 1] = np.uint32(word >> np.uint64(32))
