"""Seed texts of the three forms, texts that are none, and the numbers of a key."""

import base64
from contextlib import nullcontext

import numpy as np
import pytest

from analyzer import kernels
from analyzer.errors import MalformedLog, UnsupportedFeature
from analyzer.wall import SeedForm, parse_seed, read_keys, seed_text
from analyzer.wall.seeds import fill_outputs, mix_key, outputs, start_state

BASE64_TEXT = "mt19937ar-sha512-n288-base64," + base64.b64encode(bytes(range(256)) * 9 + bytes(192)).decode()
HEX_TEXT = "mt19937ar-sha512-n288," + ",".join(f"{word:08X}" for word in range(32))
HAND_TEXT = "mt19937ar,6A36C726,2A0DAAB0,3F3E81C5,61E4A7B4,007E978A,71898BE9,CE9FDCF4,C4D75D9B"


@pytest.mark.parametrize(
    ("text", "form", "words", "begins"),
    [
        # Words of base64 are little-endian.
        (BASE64_TEXT, SeedForm.BASE64, 624, [0x03020100, 0x07060504]),
        (HEX_TEXT, SeedForm.HEX, 32, [0, 1, 2, 3]),
        (HAND_TEXT, SeedForm.PER_HAND, 8, [0x6A36C726, 0x2A0DAAB0]),
    ],
)
def test_a_seed_has_its_form_and_words_and_is_written_as_it_was_read(text, form, words, begins):
    seed = parse_seed(text)

    assert (seed.form, len(seed.key), seed.key[: len(begins)].tolist()) == (form, words, begins)
    assert seed_text(seed) == text


def test_the_tail_of_a_hexadecimal_word_is_cut():
    assert parse_seed(HEX_TEXT.replace("00000003", "3.8F")).key.tolist() == list(range(32))


FORMS = "'mt19937ar-sha512-n288-base64' or 'mt19937ar-sha512-n288' or 'mt19937ar'"


@pytest.mark.parametrize(
    ("error", "text", "message"),
    [
        (UnsupportedFeature, "", "no seed: the text is empty"),
        (UnsupportedFeature, "0.7654", f"unknown seed: the generator is '0.7654'; expected {FORMS}"),
        (MalformedLog, BASE64_TEXT[:-4], "the key of the seed has 2493 bytes; expected 2496"),
        (MalformedLog, HAND_TEXT + ",1", "the key of the seed has 9 words; expected 8 or 32"),
        (MalformedLog, HEX_TEXT + ",1", "the key of the seed has 33 words; expected 32"),
        (
            MalformedLog,
            HAND_TEXT.replace("6A36C726", "6A36C72G"),
            "'6A36C72G' in the key of the seed is not a word of 1 to 8 hexadecimal digits",
        ),
        (MalformedLog, HAND_TEXT + "," * 5000, "a seed of 5,081 characters; expected 4,000 at most"),
    ],
)
def test_what_is_no_seed_is_refused(error, text, message):
    with pytest.raises(error) as told:
        parse_seed(text)

    assert str(told.value) == message


@pytest.mark.parametrize("tail", ["é", "!AAA", "A AA"])
def test_a_key_that_is_not_base64_is_malformed(tail):
    with pytest.raises(MalformedLog, match="not base64"):
        parse_seed(BASE64_TEXT[: -len(tail)] + tail)


@pytest.mark.parametrize("is_compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_keys_read_together_are_those_read_alone(is_compiled):
    foreign = BASE64_TEXT[:-1] + "\u00e9"
    wrong = [HAND_TEXT, BASE64_TEXT[:-1] + "-", BASE64_TEXT + "AAAA", foreign]
    texts = [BASE64_TEXT, *wrong, BASE64_TEXT[:-4] + "//+9", ""]
    octets = [text.encode() for text in texts]
    lengths = np.array([len(text) for text in octets], np.int64)
    stops = np.cumsum(lengths)

    with kernels.compiling() if is_compiled else nullcontext():
        keys, found = read_keys(np.frombuffer(b"".join(octets), np.uint8), stops - lengths, stops)

    assert found.tolist() == [True, False, False, False, False, True, False]
    for row in (0, 5):
        assert keys[row].tolist() == parse_seed(texts[row]).key.tolist()


# mt19937ar.out of Matsumoto and Nishimura (2002), first ten outputs of init_by_array.
PUBLISHED_KEY = [0x123, 0x234, 0x345, 0x456]
PUBLISHED = [
    1067595299, 955945823, 477289528, 4107218783, 4228976476,
    3344332714, 3355579695, 227628506, 810200273, 2591290167,
]  # fmt: skip


def by_kernels(key, count):
    state = np.zeros(624, dtype=np.int64)
    numbers = np.zeros(count, dtype=np.uint32)
    start_state(state)
    mix_key(key, state)
    fill_outputs(state.astype(np.uint32), numbers)
    return numbers


@pytest.mark.parametrize("ways", [by_kernels, outputs])
def test_the_output_is_that_published_by_the_authors_of_the_generator(ways):
    assert ways(np.array(PUBLISHED_KEY, dtype=np.uint32), 10).tolist() == PUBLISHED


# 1,300 outputs pass the end of the state twice.
@pytest.mark.long
@pytest.mark.parametrize("words", [1, 8, 32, 624, 700])
def test_the_three_ways_agree_for_keys_of_every_size(words):
    key = np.random.default_rng(words).integers(1, 2**32, words, dtype=np.uint32)

    with kernels.compiling():
        compiled = by_kernels(key, 1300)

    assert np.array_equal(compiled, by_kernels(key, 1300))
    assert np.array_equal(compiled, outputs(key, 1300))


def test_a_key_that_ends_in_zero_words_is_not_shortened():
    key = np.array([5, 6, 0, 0], dtype=np.uint32)

    assert np.array_equal(outputs(key, 5), by_kernels(key, 5))
    assert not np.array_equal(outputs(key, 5), outputs(key[:2], 5))
