"""Shuffle seeds: their text, in the three forms logs have had, as keys, and the numbers of a key.

The generator is the Mersenne Twister (MT19937) with a key of many words: `outputs` for one game,
`fill_outputs` for kernels.  Both give the numbers of ``init_by_array`` and ``genrand_int32`` of Matsumoto and
Nishimura's mt19937ar.c (2002-01-26), whose constants these are.
"""

from __future__ import annotations

import binascii
import random
import re
from enum import IntEnum, unique
from string import ascii_letters, digits
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog, UnsupportedFeature
from analyzer.kernels import kernel

GAME_KEY_WORDS: Final = 624
"""Words of a key in the base64 form."""

_BASE64_PREFIX: Final = "mt19937ar-sha512-n288-base64,"
_PREFIX_OCTETS: Final = np.frombuffer(_BASE64_PREFIX.encode(), np.uint8)
_BASE64_LENGTH: Final = len(_BASE64_PREFIX) + 4 * GAME_KEY_WORDS * 4 // 3
_DIGITS: Final = np.full(256, 255, np.uint8)
_DIGITS[np.frombuffer((ascii_letters[26:] + ascii_letters[:26] + digits + "+/").encode(), np.uint8)] = (
    np.arange(64)
)

_HEX_WORD: Final = re.compile(r"([0-9A-Fa-f]{1,8})(?:\.[0-9A-Fa-f]*)?")
_MAXIMUM_LENGTH: Final = 4_000
"""Characters; the longest form has 3,357."""
STATE_WORDS: Final = 624
_WORD: Final = 0xFFFFFFFF
_PLAIN_SEED: Final = 19650218
_MIDDLE: Final = 397
_UPPER: Final = 0x80000000
_LOWER: Final = 0x7FFFFFFF
_TWIST: Final = 0x9908B0DF


@unique
class SeedForm(IntEnum):
    """Forms that seeds have had."""

    BASE64 = 1
    """SHUFFLE ``mt19937ar-sha512-n288-base64,``: a key of 624 words for the game, in use since 2010-08."""
    HEX = 2
    """SHUFFLE ``mt19937ar-sha512-n288,``: 32 hexadecimal words for the game, 2009-08 to 2010-01."""
    PER_HAND = 3
    """INIT ``mt19937ar,``: 8 or 32 hexadecimal words for the hand, 2009-02 to 2009-07."""


_PER_HAND: Final = SeedForm.PER_HAND


class Seed(NamedTuple):
    """A key of the generator and how its output is used."""

    key: NDArray[np.uint32]
    """Key words, shape (624,), (32,) or (8,) as the form says."""
    form: SeedForm

    @property
    def is_hashed(self) -> bool:
        """Whether the output goes through SHA-512; that of a key per hand is used as it is."""
        return self.form is not _PER_HAND


_FORMS: Final = {
    "mt19937ar-sha512-n288-base64": SeedForm.BASE64,
    "mt19937ar-sha512-n288": SeedForm.HEX,
    "mt19937ar": SeedForm.PER_HAND,
}
_SIZES: Final = {SeedForm.BASE64: (GAME_KEY_WORDS,), SeedForm.HEX: (32,), SeedForm.PER_HAND: (8, 32)}
"""Words a key may have."""


def parse_seed(text: str) -> Seed:
    """Seed of a text as SHUFFLE ``seed`` or INIT ``shuffle`` has it.

    Args:
        text: ``mt19937ar-sha512-n288-base64,`` and base64 of 624 little-endian words (since 2010-08), or
            ``mt19937ar-sha512-n288,`` and 32 hexadecimal words (2009-08 to 2010-01), or ``mt19937ar,`` and
            8 or 32 hexadecimal words, a key per hand (2009-02 to 2009-07).  A hexadecimal word may have a
            tail behind a point, which is not used.

    Raises:
        UnsupportedFeature: When the text is empty, or names another generator.
        MalformedLog: When a known generator has a key that is not of its form.

    Source: every hand with a seed of 604 logs of 2009 to 2022 (5,582 hands: deal, dice, draws, dead wall).

    Examples:
        >>> parse_seed("mt19937ar,1,2,3,4,5,6,7,FFFFFFFF").key.tolist()
        [1, 2, 3, 4, 5, 6, 7, 4294967295]
    """
    if not text:
        raise UnsupportedFeature("no seed: the text is empty")
    generator, _, key = text[:_MAXIMUM_LENGTH].partition(",")
    form = _FORMS.get(generator)
    if form is None:
        accepted = " or ".join(map(repr, _FORMS))
        raise UnsupportedFeature(f"unknown seed: the generator is {generator[:60]!r}; expected {accepted}")
    if len(text) > _MAXIMUM_LENGTH:
        raise MalformedLog(f"a seed of {len(text):,} characters; expected {_MAXIMUM_LENGTH:,} at most")
    return Seed(_parse_base64(key) if form == SeedForm.BASE64 else _parse_hex(key, _SIZES[form]), form)


def read_keys(
    text: NDArray[np.uint8], starts: NDArray[np.integer], stops: NDArray[np.integer]
) -> tuple[NDArray[np.uint32], NDArray[np.bool_]]:
    """Keys of seeds in base64 at once, for batches: what `parse_seed` reads one by one.

    Args:
        text: Bytes of all texts.
        starts: Where each text begins, shape (texts,).
        stops: Where each ends.

    Returns:
        Keys, shape (texts, 624), and which texts have one, shape (texts,); `parse_seed` reads the others,
        or says what is wrong with them.
    """
    keys = np.zeros((len(starts), 4 * GAME_KEY_WORDS), np.uint8)
    found = stops - starts == _BASE64_LENGTH
    places = starts[found, None] + np.arange(len(_PREFIX_OCTETS))
    found[found] = (text[places] == _PREFIX_OCTETS).all(axis=1)
    read_base64(text, starts + len(_PREFIX_OCTETS), _DIGITS, keys, found)
    return keys.view("<u4").astype(np.uint32, copy=False), found


@kernel
def read_base64(
    text: NDArray[np.uint8],
    starts: NDArray[np.integer],
    values: NDArray[np.uint8],
    octets: NDArray[np.uint8],
    found: NDArray[np.bool_],
) -> None:
    """Write what base64 says, in the rows that ``found`` marks.

    Args:
        text: ASCII.
        starts: Shape (rows,): where the digits of each row begin in ``text``.
        values: Shape (256,): value of each character, 255 where it is none of base64.
        octets: Shape (rows, 3 * n), written from 4 * n digits each.
        found: Shape (rows,); unmarked where a text is not base64.
    """
    for row in range(len(found)):
        if not found[row]:
            continue
        seen = 0
        start = int(starts[row])
        for group in range(octets.shape[1] // 3):
            first = int(values[text[start + 4 * group]])
            second = int(values[text[start + 4 * group + 1]])
            third = int(values[text[start + 4 * group + 2]])
            fourth = int(values[text[start + 4 * group + 3]])
            seen |= first | second | third | fourth
            octets[row, 3 * group] = ((first << 2) | (second >> 4)) & 0xFF
            octets[row, 3 * group + 1] = ((second << 4) | (third >> 2)) & 0xFF
            octets[row, 3 * group + 2] = ((third << 6) | fourth) & 0xFF
        found[row] = seen < 64


def seed_text(seed: Seed) -> str:
    """Text of a seed; the inverse of `parse_seed`."""
    generator = next(name for name, form in _FORMS.items() if form == seed.form)
    if seed.form == SeedForm.BASE64:
        key = binascii.b2a_base64(seed.key.astype("<u4").tobytes(), newline=False).decode("ascii")
        return f"{generator},{key}"
    return ",".join([generator, *(f"{word:08X}" for word in seed.key.tolist())])


def _parse_base64(key: str) -> NDArray[np.uint32]:
    try:
        octets = binascii.a2b_base64(key, strict_mode=True)
    except (binascii.Error, ValueError) as error:
        raise MalformedLog(f"the key of the seed is not base64: {error}") from None
    if len(octets) != 4 * GAME_KEY_WORDS:
        raise MalformedLog(f"the key of the seed has {len(octets)} bytes; expected {4 * GAME_KEY_WORDS}")
    return np.frombuffer(octets, dtype="<u4").astype(np.uint32, copy=False)


def _parse_hex(key: str, expected: tuple[int, ...]) -> NDArray[np.uint32]:
    words = key.split(",")
    if len(words) not in expected:
        sizes = " or ".join(map(str, expected))
        raise MalformedLog(f"the key of the seed has {len(words)} words; expected {sizes}")
    numbers: list[int] = []
    for word in words:
        match = _HEX_WORD.fullmatch(word)
        if match is None:
            raise MalformedLog(
                f"{word[:20]!r} in the key of the seed is not a word of 1 to 8 hexadecimal digits"
            )
        numbers.append(int(match.group(1), 16))
    return np.array(numbers, dtype=np.uint32)


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
    """Fill ``numbers`` with the first outputs after `mix_key`; ``state`` is used up.

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
    start_state(state)
    mix_key(key, state)
    fill_outputs(state.astype(np.uint32), numbers)
    return numbers
