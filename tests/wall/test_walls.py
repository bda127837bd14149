"""Walls against real logs, read here by regular expressions so that nothing of `mjlog` is trusted."""

import gzip
import hashlib
import random
import re
from dataclasses import dataclass, field

import numpy as np
import pytest

from analyzer import kernels
from analyzer.vocabulary import NO_TILE
from analyzer.wall import (
    Seed,
    SeedForm,
    dora_indicators,
    haipai,
    layout_of,
    live_draws,
    parse_seed,
    replacements,
    ura_indicators,
    walls,
    walls_of,
)


@dataclass
class LoggedHand:
    dealer: int
    dice: list[int]
    tehai: list[list[int]]
    key: str | None
    indicators: list[int]
    draws: list[int] = field(default_factory=list)
    replacements: list[int] = field(default_factory=list)
    ura: list[int] = field(default_factory=list)


@dataclass
class LoggedGame:
    name: str
    key: str | None
    hands: list[LoggedHand]

    @property
    def players(self):
        return 4 if self.hands[0].tehai[3] else 3


def attributes_of(tag):
    return dict(re.findall(r'(\w+)="([^"]*)"', tag))


def numbers_of(text):
    return [int(word) for word in text.split(",")] if text else []


def read_hand(init):
    seed = numbers_of(init["seed"])
    tehai = [numbers_of(init[f"hai{seat}"]) for seat in range(4)]
    return LoggedHand(int(init["oya"]), seed[3:5], tehai, init.get("shuffle"), [seed[5]])


def read_game(path):
    octets = path.read_bytes()
    text = (gzip.decompress(octets) if octets[:2] == b"\x1f\x8b" else octets).decode()
    game = LoggedGame(path.stem, None, [])
    replacement_is_due = False
    for name, body in re.findall(r"<([A-Za-z]+)([^>]*)>", text):
        attributes = attributes_of(body)
        if name == "SHUFFLE":
            game.key = attributes["seed"]
        elif name == "INIT":
            game.hands.append(read_hand(attributes))
            replacement_is_due = False
        elif name in "TUVW" and re.match(r"\d", body):
            hand = game.hands[-1]
            (hand.replacements if replacement_is_due else hand.draws).append(int(body.strip("/ ")))
            replacement_is_due = False
        elif name == "N":
            # Neither chi nor pon: every other call takes a replacement tile.
            replacement_is_due = not int(attributes["m"]) & 0b1100
        elif name == "DORA":
            game.hands[-1].indicators.append(int(attributes["hai"]))
        elif name == "AGARI":
            game.hands[-1].ura = numbers_of(attributes.get("doraHaiUra", ""))
    return game


def games_of(folder):
    games = [read_game(path) for path in sorted(folder.glob("*.mjlog"))]
    return [game for game in games if game.hands and (game.key or game.hands[0].key)]


def walls_of_game(game):
    if game.key:
        return walls(parse_seed(game.key), len(game.hands), game.players)
    each = [walls(parse_seed(hand.key), 1, game.players) for hand in game.hands]
    return type(each[0])(*(np.concatenate(columns) for columns in zip(*each, strict=True)))


def mismatches(game):
    """Names of what differs between a log and its seed, with the index of the hand."""
    computed = walls_of_game(game)
    form = parse_seed(game.key or game.hands[0].key).form
    layout = layout_of(game.players, form)
    dealers = np.array([hand.dealer for hand in game.hands], dtype=np.uint8)
    dealt = haipai(computed.tiles, dealers, layout)
    found = []
    for index, hand in enumerate(game.hands):
        row = computed.tiles[index : index + 1]
        pairs = {
            "dice": (computed.dice[index].tolist(), hand.dice),
            "haipai": ([seat.tolist() for seat in dealt[index, : game.players]], hand.tehai[: game.players]),
            "indicators": (dora_indicators(row, layout)[0].tolist(), hand.indicators),
            "ura": (ura_indicators(row, layout)[0].tolist(), hand.ura),
            "draws": (live_draws(row, layout)[0].tolist(), hand.draws),
            "replacements": (replacements(row, layout)[0].tolist(), hand.replacements),
        }
        found += [(index, name) for name, (ours, logged) in pairs.items() if ours[: len(logged)] != logged]
    return found


@pytest.mark.parametrize("folder", [pytest.param("phoenix", marks=pytest.mark.long), "edge", "seed-examples"])
def test_every_seed_gives_the_logged_walls_dice_and_indicators(corpus, folder):
    games = games_of(corpus / folder)

    found = {game.name: mismatches(game) for game in games}

    assert len(games) >= {"phoenix": 500, "edge": 90, "seed-examples": 4}[folder]
    assert {name: places for name, places in found.items() if places} == {}


def key_of(number, words=624):
    return np.arange(1, words + 1, dtype=np.uint32) * np.uint32(2_654_435_769) + np.uint32(number)


SOME_SEEDS = [
    Seed(key_of(1), SeedForm.BASE64),
    Seed(key_of(2, 32), SeedForm.HEX),
    Seed(key_of(3, 8), SeedForm.PER_HAND),
    Seed(key_of(4), SeedForm.BASE64),
]


def test_batches_of_games_give_what_each_game_gives_alone():
    hands, players = [7, 2, 1, 3], [4, 4, 4, 3]

    together = walls_of(SOME_SEEDS, hands, players)

    alone = [walls(*game) for game in zip(SOME_SEEDS, hands, players, strict=True)]
    assert np.array_equal(together.tiles, np.concatenate([game.tiles for game in alone]))
    assert np.array_equal(together.dice, np.concatenate([game.dice for game in alone]))


@pytest.mark.long
def test_compiled_walls_equal_plain_ones():
    hands, players = [7, 2, 1, 3], [4, 4, 4, 3]
    plain = walls_of(SOME_SEEDS, hands, players)

    with kernels.compiling():
        compiled = walls_of(SOME_SEEDS, hands, players)

    assert np.array_equal(compiled.tiles, plain.tiles)
    assert np.array_equal(compiled.dice, plain.dice)


def test_no_games_give_no_walls():
    assert walls_of([], [], []).tiles.shape == (0, 136)


@pytest.mark.parametrize(("players", "expected"), [(4, [*range(136)]), (3, [*range(4), *range(32, 136)])])
def test_a_wall_holds_every_tile_of_its_game_once(players, expected):
    tiles = walls(SOME_SEEDS[0], 2, players).tiles

    for wall in tiles.tolist():
        assert sorted(wall) == sorted(expected + [NO_TILE] * (136 - len(expected)))


def test_haipai_starts_at_the_dealer_and_takes_four_at_a_time_from_the_end():
    tiles = np.arange(136, dtype=np.uint8)[None]

    dealt = haipai(tiles, np.array([2], dtype=np.uint8), layout_of(4))[0]

    assert dealt[2].tolist() == [135, 134, 133, 132, 119, 118, 117, 116, 103, 102, 101, 100, 87]
    assert dealt[3].tolist() == [131, 130, 129, 128, 115, 114, 113, 112, 99, 98, 97, 96, 86]
    assert dealt[1].tolist() == [123, 122, 121, 120, 107, 106, 105, 104, 91, 90, 89, 88, 84]


def test_haipai_of_three_players_leaves_the_fourth_seat_empty():
    tiles = np.arange(136, dtype=np.uint8)[None]

    dealt = haipai(tiles, np.array([0], dtype=np.uint8), layout_of(3))[0]

    assert dealt[0].tolist() == [107, 106, 105, 104, 95, 94, 93, 92, 83, 82, 81, 80, 71]
    assert dealt[3].tolist() == [NO_TILE] * 13


def shuffled(seed, players, hand=0):
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


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("form", "words"), [(SeedForm.BASE64, 624), (SeedForm.HEX, 32), (SeedForm.PER_HAND, 8)]
)
def test_walls_and_dice_are_those_of_the_definition(form, words, players):
    seed = Seed(key_of(11, words), form)
    hands = 1 if form == SeedForm.PER_HAND else 3

    made = walls(seed, hands, players)

    for hand in range(hands):
        tiles, dice = shuffled(seed, players, hand)
        assert made.tiles[hand, : len(tiles)].tolist() == tiles
        assert made.dice[hand].tolist() == dice


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_three_seats_are_dealt_in_turn_from_the_dealer(dealer):
    made = walls(Seed(key_of(3), SeedForm.BASE64), 1, 3)

    dealt = haipai(made.tiles, np.array([dealer], np.uint8), layout_of(3))[0]

    first, second, third = ((dealer + turn) % 3 for turn in range(3))
    assert dealt[first, :4].tolist() == made.tiles[0, 107:103:-1].tolist()
    assert dealt[second, :4].tolist() == made.tiles[0, 103:99:-1].tolist()
    assert dealt[third, :4].tolist() == made.tiles[0, 99:95:-1].tolist()


def test_ura_lie_under_their_indicators():
    made = walls(Seed(key_of(3), SeedForm.BASE64), 1, 4)

    assert ura_indicators(made.tiles, layout_of(4))[0].tolist() == made.tiles[0, 4:14:2].tolist()
    assert dora_indicators(made.tiles, layout_of(4))[0].tolist() == made.tiles[0, 5:15:2].tolist()
