"""The numbers that shuffle walls, many games a call; imported only where kernels run compiled.

SHA-512 of messages of 128 bytes is a kernel here: hashlib, called ninety times a game, would cost more than
all the rest of a batch of walls.  Sums are modulo 2^64: numba wraps silently, numpy's scalars wrap with a
warning.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.wall.seeds import fill_outputs, mix_key, start_state

HANDS_AT_ONCE: Final = 256
"""What the generator gives for so many stays in the cache of a processor until it is hashed."""
_ROUNDS: Final = 80
_MESSAGE_BITS: Final = 1024
_LANES: Final = 32
"""Messages side by side: a number that vectors divide, and whose working set fits the first-level cache."""


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


@kernel(inline=True)
def rotated(word: np.uint64, places: int) -> np.uint64:
    """Word rotated right."""
    return (word >> np.uint64(places)) | (word << np.uint64(64 - places))


@kernel
def expand_schedule(schedule: NDArray[np.uint64], lanes: int) -> None:
    """Fill entries 16 to 79 of schedules, shape (80, lanes), from the first 16 (FIPS 180-4, 6.4.2)."""
    for t in range(16, _ROUNDS):
        for lane in range(lanes):
            near = schedule[t - 2, lane]
            far = schedule[t - 15, lane]
            small0 = rotated(far, 1) ^ rotated(far, 8) ^ (far >> np.uint64(7))
            small1 = rotated(near, 19) ^ rotated(near, 61) ^ (near >> np.uint64(6))
            schedule[t, lane] = small1 + schedule[t - 7, lane] + small0 + schedule[t - 16, lane]


@kernel(inline=True)
def one_round(
    a: np.uint64,
    b: np.uint64,
    c: np.uint64,
    e: np.uint64,
    f: np.uint64,
    g: np.uint64,
    h: np.uint64,
    word: np.uint64,
) -> tuple[np.uint64, np.uint64]:
    """What a round adds to ``d``, and its new ``a``; ``word`` is that of the schedule with the constant."""
    first = h + (rotated(e, 14) ^ rotated(e, 18) ^ rotated(e, 41)) + (g ^ (e & (f ^ g))) + word
    big0 = rotated(a, 28) ^ rotated(a, 34) ^ rotated(a, 39)
    return first, first + big0 + ((a & b) | (c & (a | b)))


@kernel
def run_rounds(state: NDArray[np.uint64], schedule: NDArray[np.uint64]) -> None:
    """The eighty rounds of the compression function (FIPS 180-4, 6.4.2), without the sum that follows.

    Eight rounds at a time leave every variable in its place again, so that none need be moved.

    Args:
        state: Shape (8, lanes): the working variables; changed in place.
        schedule: Shape (80, lanes).
    """
    for t in range(0, _ROUNDS, 8):
        k0, k1, k2, k3 = (
            _ROUND_CONSTANTS[t],
            _ROUND_CONSTANTS[t + 1],
            _ROUND_CONSTANTS[t + 2],
            _ROUND_CONSTANTS[t + 3],
        )
        k4, k5, k6, k7 = (
            _ROUND_CONSTANTS[t + 4],
            _ROUND_CONSTANTS[t + 5],
            _ROUND_CONSTANTS[t + 6],
            _ROUND_CONSTANTS[t + 7],
        )
        for lane in range(_LANES):
            a, b, c, d = state[0, lane], state[1, lane], state[2, lane], state[3, lane]
            e, f, g, h = state[4, lane], state[5, lane], state[6, lane], state[7, lane]
            first, h = one_round(a, b, c, e, f, g, h, k0 + schedule[t, lane])
            d += first
            first, g = one_round(h, a, b, d, e, f, g, k1 + schedule[t + 1, lane])
            c += first
            first, f = one_round(g, h, a, c, d, e, f, k2 + schedule[t + 2, lane])
            b += first
            first, e = one_round(f, g, h, b, c, d, e, k3 + schedule[t + 3, lane])
            a += first
            first, d = one_round(e, f, g, a, b, c, d, k4 + schedule[t + 4, lane])
            h += first
            first, c = one_round(d, e, f, h, a, b, c, k5 + schedule[t + 5, lane])
            g += first
            first, b = one_round(c, d, e, g, h, a, b, k6 + schedule[t + 6, lane])
            f += first
            first, a = one_round(b, c, d, f, g, h, a, k7 + schedule[t + 7, lane])
            e += first
            state[0, lane], state[1, lane], state[2, lane], state[3, lane] = a, b, c, d
            state[4, lane], state[5, lane], state[6, lane], state[7, lane] = e, f, g, h


@kernel
def swapped(word: np.uint64) -> np.uint64:
    """Word with its eight bytes in reverse order."""
    bytes_mask = np.uint64(0x00FF00FF00FF00FF)
    pairs_mask = np.uint64(0x0000FFFF0000FFFF)
    word = ((word >> np.uint64(8)) & bytes_mask) | ((word & bytes_mask) << np.uint64(8))
    word = ((word >> np.uint64(16)) & pairs_mask) | ((word & pairs_mask) << np.uint64(16))
    return (word >> np.uint64(32)) | (word << np.uint64(32))


def _padding() -> NDArray[np.uint64]:
    """Message schedules of the second block, which holds padding alone and so is always the same."""
    schedule = np.zeros((_ROUNDS, 1), dtype=np.uint64)
    schedule[0] = 1 << 63
    schedule[15] = _MESSAGE_BITS
    with np.errstate(over="ignore"):
        expand_schedule.function(schedule, 1)
    return np.repeat(schedule, _LANES, axis=1)


_PADDING: Final = _padding()


@kernel(allocates=True)
def hash_blocks(messages: NDArray[np.uint32], digests: NDArray[np.uint32]) -> None:
    """SHA-512 of many messages side by side, which compilers turn into vector instructions.

    Args:
        messages: Shape (messages, 32): 128 bytes each, as little-endian words.
        digests: Shape (messages, 16), written: 64 bytes each, as little-endian words.
    """
    schedule = np.zeros((_ROUNDS, _LANES), dtype=np.uint64)
    state = np.zeros((8, _LANES), dtype=np.uint64)
    between = np.zeros((8, _LANES), dtype=np.uint64)
    for first in range(0, len(messages), _LANES):
        # Lanes beyond the last message work on what lies there, and nobody reads them.
        lanes = min(_LANES, len(messages) - first)
        for lane in range(lanes):
            for i in range(16):
                low = np.uint64(messages[first + lane, 2 * i])
                high = np.uint64(messages[first + lane, 2 * i + 1])
                schedule[i, lane] = swapped(low | (high << np.uint64(32)))
        for i in range(8):
            for lane in range(_LANES):
                state[i, lane] = _START[i]
        expand_schedule(schedule, _LANES)
        run_rounds(state, schedule)
        for i in range(8):
            for lane in range(_LANES):
                state[i, lane] += _START[i]
                between[i, lane] = state[i, lane]
        run_rounds(state, _PADDING)
        for lane in range(lanes):
            for i in range(8):
                word = swapped(state[i, lane] + between[i, lane])
                digests[first + lane, 2 * i] = np.uint32(word & np.uint64(0xFFFFFFFF))
                digests[first + lane, 2 * i + 1] = np.uint32(word >> np.uint64(32))


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
