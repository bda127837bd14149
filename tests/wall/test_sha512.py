"""SHA-512 as a kernel against hashlib."""

import hashlib

import numpy as np
import pytest

from analyzer import kernels
from analyzer.wall.batch import hash_blocks


def by_hashlib(messages):
    digests = [hashlib.sha512(row.astype("<u4").tobytes()).digest() for row in messages]
    return np.frombuffer(b"".join(digests), dtype="<u4").reshape(-1, 16)


def some_messages(count):
    messages = np.random.default_rng(512).integers(0, 2**32, (count, 32), dtype=np.uint32)
    messages[0] = 0
    messages[-1] = 0xFFFFFFFF
    return messages


@pytest.mark.long
def test_compiled_digests_are_those_of_hashlib():
    messages = some_messages(45)
    digests = np.zeros((45, 16), dtype=np.uint32)

    with kernels.compiling():
        hash_blocks(messages, digests)

    assert np.array_equal(digests, by_hashlib(messages))


def test_plain_digests_are_those_of_hashlib():
    messages = some_messages(2)
    digests = np.zeros((2, 16), dtype=np.uint32)

    with np.errstate(over="ignore"):
        hash_blocks(messages, digests)

    assert np.array_equal(digests, by_hashlib(messages))
