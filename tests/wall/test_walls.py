"""Walls by their definition and against real logs, and what lies where in them."""

import hashlib
import random
import re

import numpy as np
import pytest

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
    walls_of,
)  # fmt: skip
from analyzer.wall.batch import hash_blocks
from tests.logs import corpus_bytes


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


def key_of(number, words):
    return np.arange(1, words + 1, dtype=np.uint32) * np.uint32(2_654_435_769) + np.uint32(number)


def test_walls_and_dice_of_all_games_together_are_those_of_the_definition():
    forms = [(SeedForm.BASE64, 624, 7), (SeedForm.HEX, 32, 2), (SeedForm.PER_HAND, 8, 1)] * 2
    seeds = [Seed(key_of(number, words), form) for number, (form, words, _) in enumerate(forms)]
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
