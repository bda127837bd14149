"""Seeds and the numbers of their keys; walls by their definition and against real logs."""

import base64
import hashlib
import random
import re
from contextlib import nullcontext

import numpy as np
import pytest

from analyzer import kernels
from analyzer.errors import MalformedLog, UnsupportedFeature
from analyzer.vocabulary import NO_TILE
from analyzer.wall import (
    Seed,
    SeedForm,
    StatedText,
    haipai,
    hash_fault,
    layout_of,
    parse_seed,
    parse_wall,
    read_keys,
    seed_text,
    walls_of,
)  # fmt: skip
from analyzer.wall.batch import hash_blocks
from analyzer.wall.seeds import fill_outputs, mix_key, outputs, start_state
from tests.logs import corpus_bytes

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


# Walls.


@pytest.mark.parametrize("folder", [pytest.param("phoenix", marks=pytest.mark.long), "edge", "seed-examples"])
def test_every_seed_gives_the_logged_haipai_dice_and_indicator(corpus, folder):
    """The audit compares the other tiles; the logs are read by regular expressions, to trust nothing else."""
    seen = 0
    for path in sorted((corpus / folder).glob("*.mjlog")):
        text = corpus_bytes(path).decode()
        inits = [dict(re.findall(r'(\w+)="([^"]*)"', init)) for init in re.findall("<INIT[^>]*>", text)]
        keys = re.findall(r'<SHUFFLE[^>]* seed="([^"]+)"', text) or [init.get("shuffle") for init in inits]
        if not inits or not keys[0]:
            continue
        players = 4 if inits[0]["hai3"] else 3
        seeds = [parse_seed(key) for key in keys]
        made = walls_of(seeds, [len(inits)] if len(seeds) == 1 else [1] * len(seeds), [players] * len(seeds))
        layout = layout_of(players, seeds[0].form)
        dealt = haipai(made.tiles, np.array([int(init["oya"]) for init in inits], np.uint8), layout)
        for hand, init in enumerate(inits):
            logged = [int(word) for word in init["seed"].split(",")]
            assert made.dice[hand].tolist() == logged[3:5]
            assert made.tiles[hand, layout.dora[0]] == logged[5]
            for seat in range(players):
                assert ",".join(map(str, dealt[hand, seat])) == init[f"hai{seat}"]
        seen += 1
    assert seen >= {"phoenix": 500, "edge": 90, "seed-examples": 4}[folder]


def test_haipai_starts_at_the_dealer_and_takes_four_at_a_time_from_the_end():
    tiles = np.arange(136, dtype=np.uint8)[None]

    dealt = haipai(tiles, np.array([2], dtype=np.uint8), layout_of(4))[0]

    assert dealt[2].tolist() == [135, 134, 133, 132, 119, 118, 117, 116, 103, 102, 101, 100, 87]
    assert dealt[3].tolist() == [131, 130, 129, 128, 115, 114, 113, 112, 99, 98, 97, 96, 86]
    assert dealt[1].tolist() == [123, 122, 121, 120, 107, 106, 105, 104, 91, 90, 89, 88, 84]


def shuffled(seed, players, hand):
    """A wall and its dice by the definition, with nothing of the room but the key.

    288 outputs a hand, SHA-512 of every 32 of them, Fisher and Yates with the remainders, dice from words 135
    and 136; that real walls come so is what the hands of the corpus show above.
    """
    generator = random.Random(int.from_bytes(seed.key.astype("<u4").tobytes(), "little"))  # noqa: S311
    outputs = [generator.getrandbits(32) for _ in range(288 * (hand + 1))][288 * hand :]
    octets = b"".join(word.to_bytes(4, "little") for word in outputs)
    digests = b"".join(hashlib.sha512(octets[at : at + 128]).digest() for at in range(0, len(octets), 128))
    hashed = [int.from_bytes(digests[at : at + 4], "little") for at in range(0, len(digests), 4)]
    words = outputs if seed.form == SeedForm.PER_HAND else hashed
    tiles = [tile for tile in range(136) if players == 4 or not 4 <= tile < 32]
    for at in range(len(tiles) - 1):
        other = at + words[at] % (len(tiles) - at)
        tiles[at], tiles[other] = tiles[other], tiles[at]
    return tiles, [words[135] % 6, words[136] % 6]


def test_walls_and_dice_of_all_games_together_are_those_of_the_definition():
    forms = [(SeedForm.BASE64, 624, 7), (SeedForm.HEX, 32, 2), (SeedForm.PER_HAND, 8, 1)] * 2
    key = np.arange(1, 625, dtype=np.uint32) * np.uint32(2_654_435_769)
    seeds = [Seed(key[:words] + np.uint32(number), form) for number, (form, words, _) in enumerate(forms)]
    hands, players = [count for *_, count in forms], [4, 4, 4, 3, 3, 3]

    made = walls_of(seeds, hands, players)

    games = zip(seeds, hands, players, strict=True)
    expected = [shuffled(seed, seats, hand) for seed, count, seats in games for hand in range(count)]
    padded = [tiles + [NO_TILE] * (136 - len(tiles)) for tiles, _ in expected]
    assert made.tiles.tolist() == padded
    assert made.dice.tolist() == [dice for _, dice in expected]


# Order of replacement tiles, indicators and ura: measured on real logs (format description, 4.9, item 6);
# the two early forms: d-bug1 to d-bug9, d-bye, d-pao and d-shuffle of the corpus, 115 hands.
@pytest.mark.parametrize(
    ("players", "form", "replacements", "dora", "ura", "draws"),
    [
        (4, SeedForm.BASE64, [1, 0, 3, 2], [5, 7, 9, 11, 13], [4, 6, 8, 10, 12], 70),
        (3, SeedForm.BASE64, [1, 0, 3, 2, 5, 4, 7, 6], [9, 11, 13, 15, 17], [8, 10, 12, 14, 16], 55),
        (4, SeedForm.HEX, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13], 70),
        (4, SeedForm.PER_HAND, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13], 70),
    ],
)
def test_dead_wall_lies_where_real_logs_have_it_and_the_live_wall_is_drawn_down_to_it(
    players, form, replacements, dora, ura, draws
):
    layout = layout_of(players, form)

    assert [part.tolist() for part in (layout.replacements, layout.dora, layout.ura)] == [
        replacements,
        dora,
        ura,
    ]
    # 136 - 4 * 13 - 14 and 108 - 3 * 13 - 14 tiles.
    assert layout.draws.tolist() == list(range(13 + draws, 13, -1))


# In 54 hands of Mahjong Soul, see `parse_wall`; with three players as RiichiEnv has them.
@pytest.mark.parametrize(("players", "count", "replaced"), [(4, 136, 4), (3, 108, 8)])
def test_a_stated_wall_is_dealt_from_its_start_and_has_its_dead_wall_at_the_end(players, count, replaced):
    text = "".join(f"{1 + place * 7 % 9}{'mps'[place % 3]}" for place in range(count))
    whole, left = parse_wall(text, players), parse_wall(text[2 * (13 * players + 1) :], players)
    tiles = whole.tiles
    back = tiles[::-1]

    assert whole.draws == [*tiles[13 * players : count - 14]]
    assert (left.draws, left.dealt) == ([NO_TILE, *whole.draws[1:]], None)
    for wall in (whole, left):
        assert wall.replacements == back[:replaced]
        assert wall.dora == back[replaced : replaced + 10 : 2]
        assert wall.ura == back[replaced + 1 : replaced + 10 : 2]
    first = [*tiles[:4], *tiles[4 * players :][:4], *tiles[8 * players :][:4], tiles[12 * players]]
    assert whole.dealt[0].tolist() == first


def test_a_stated_wall_has_the_hashes_of_its_tiles_and_salt():
    def hashes(tiles, salt):
        texts = (hashlib.md5(tiles), hashlib.sha256(tiles + salt), salt, hashlib.sha256(salt))  # noqa: S324
        return [text.decode() if text is salt else text.hexdigest() for text in texts]

    right, other = (StatedText("1m2p", *hashes(tiles, b"salt")) for tiles in (b"1m2p", b"1m2s"))
    unsalted = right._replace(salt="", sha256=other.sha256)

    assert [hash_fault(one) for one in (right, unsalted, StatedText("1m2p"))] == [None] * 3
    for name, text in (("md5", "MD5 of the tiles"), ("sha256", "SHA-256 of tiles and salt")):
        claimed, computed = getattr(other, name), getattr(right, name)
        words = f"log has {claimed} as {text}, they give {computed}"
        assert hash_fault(right._replace(**{name: claimed})) == (claimed, computed, words)


def test_the_kernel_of_sha512_gives_the_digests_of_hashlib():
    messages = np.random.default_rng(512).integers(0, 2**32, (2, 32), dtype=np.uint32)
    digests = np.zeros((2, 16), dtype=np.uint32)

    with np.errstate(over="ignore"):
        hash_blocks(messages, digests)

    expected = [hashlib.sha512(row.astype("<u4").tobytes()).digest() for row in messages]
    assert digests.astype("<u4").tobytes() == b"".join(expected)
