"""Is it there?  How a log is written: seeds, missing attributes, players who leave, ill-formed XML."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from typing import Final

from tests.simulation.looks_of_draws import riichi_draw
from tests.simulation.looks_of_wins import Look, only, riichi_tile_called
from tests.simulation.seen import Game, Hand, elements

_HEX: Final = r"[0-9A-Fa-f]{1,8}"


def written(look: Callable[[Game], object]) -> Look:
    """A look at the whole log."""
    return lambda game, _hand: bool(look(game))


def values(game: Game, tag: str, name: str) -> list[str | None]:
    """Of an attribute, per element of that tag."""
    return [one.attributes.get(name) for one in elements(game.data) if one.tag == tag]


def generator(words: list[int]) -> random.Random:
    """The Mersenne Twister of `random` is seeded as Tenhou's: by an array of 32-bit words."""
    return random.Random(sum(word << 32 * place for place, word in enumerate(words)))  # noqa: S311


def raw(twister: random.Random) -> list[int]:
    """288 words, as early 2009 used them."""
    return [twister.getrandbits(32) for _ in range(288)]


def hashed(twister: random.Random) -> list[int]:
    """288 words, and of each 32 their SHA-512: 144 words."""
    words = [word.to_bytes(4, "little") for word in raw(twister)]
    blocks = (hashlib.sha512(b"".join(words[first : first + 32])).digest() for first in range(0, 288, 32))
    out = b"".join(blocks)
    return [int.from_bytes(out[place : place + 4], "little") for place in range(0, len(out), 4)]


def is_dealt_from(hand: Hand, words: list[int]) -> bool:
    """Whether haipai, first indicator and dice are those of the wall (format description, 4.9).

    The indicator lies in the fifth place of the dead wall, as in all logs of these two forms of seeds; in
    later ones in the sixth.
    """
    wall = list(range(136))
    for place in range(len(wall) - 1):
        other = place + words[place] % (len(wall) - place)
        wall[place], wall[other] = wall[other], wall[place]
    dice = [words[135] % 6, words[136] % 6]
    seats = [(hand.dealer + step) % hand.players for step in range(hand.players)]
    dealt: dict[int, list[int]] = {seat: [] for seat in seats}
    for size in (4, 4, 4, 1):
        for seat in seats:
            dealt[seat] += [wall.pop() for _ in range(size)]
    said = [list(map(int, hand.init[f"hai{seat}"].split(","))) for seat in range(hand.players)]
    seed = list(map(int, hand.init["seed"].split(",")))
    return said == [dealt[seat] for seat in range(hand.players)] and seed[3:] == [*dice, wall[4]]


def seeds_of_hands(game: Game) -> bool:
    texts = [hand.init.get("shuffle", "") for hand in game.hands]
    if "SHUFFLE" in game.head or not all(
        re.fullmatch(f"mt19937ar(,{_HEX}){{8}}(,{_HEX}){{0,24}}", text) for text in texts
    ):
        return False
    words = [[int(word, 16) for word in text.split(",")[1:]] for text in texts]
    return "lobby" not in game.head["GO"] and all(
        is_dealt_from(hand, raw(generator(each))) for hand, each in zip(game.hands, words, strict=True)
    )


def hex_key(tail: str) -> Callable[[Game], bool]:
    def look(game: Game) -> bool:
        text = game.head["SHUFFLE"]["seed"]
        if not re.fullmatch(f"mt19937ar-sha512-n288(,{_HEX}{tail}){{32}}", text):
            return False
        twister = generator([int(word.split(".")[0], 16) for word in text.split(",")[1:]])
        return all(is_dealt_from(hand, hashed(twister)) for hand in game.hands)

    return look


def no_seed(game: Game) -> bool:
    return "SHUFFLE" not in game.head and not any("shuffle" in hand.init for hand in game.hands)


def no_ref(game: Game) -> bool:
    return set(game.head["SHUFFLE"]) == {"seed"}


def no_deposit_scores(game: Game) -> bool:
    stages, scores = values(game, "REACH", "step"), values(game, "REACH", "ten")
    return "2" in stages and not any(scores)


def no_grades(game: Game) -> bool:
    return game.head["UN"].keys() == {"n0", "n1", "n2", "n3"}


def no_dan(game: Game) -> bool:
    return "dan" not in game.head["UN"] and game.head["UN"].keys() >= {"rate", "sx"}


def leaving_and_return(game: Game) -> bool:
    """Somebody leaves before the first hand, in a hand, and behind the result of one; somebody is back."""
    tags = [one.tag for one in elements(game.data)]
    first, last = tags.index("INIT"), len(tags) - tags[::-1].index("INIT")
    results = [place for place, tag in enumerate(tags) if tag in ("AGARI", "RYUUKYOKU")]
    return (
        "BYE" in tags[:first]
        and any(tags[place - 1][0] in "DEFGTUVWN" and tags[place] == "BYE" for place in range(first, last))
        and any(tags[place + 1 : place + 2] == ["BYE"] for place in results)
        and tags.count("UN") > 1
    )


def duplicate_attributes(game: Game) -> bool:
    found = re.findall(r"<\w+([^>]*)>", game.data.decode())
    names = (re.findall(r' (\w+)="', inside) for inside in found)
    return any(len(set(each)) < len(each) for each in names)


def indented(game: Game) -> bool:
    return len(game.data.splitlines()) > len(list(elements(game.data))) - 1


def draw_then_call(game: Game, hand: Hand) -> bool:
    """What other forms change: results of both kinds, a deposit and a call."""
    tags = [one.tag for one in elements(game.data)]
    return (
        {"REACH", "N", "AGARI", "RYUUKYOKU"} <= {*tags}
        and any(values(game, "REACH", "ten"))
        and (only(riichi_tile_called) if hand.wins else riichi_draw)(game, hand)
    )


LOOKS_OF_FORMS: Final[dict[str, Look]] = {
    "draw_then_call": draw_then_call,
    "seeds_of_hands": written(seeds_of_hands),
    "hex_key": written(hex_key("")),
    "hex_key_with_tails": written(hex_key(r"\.\w{1,3}")),
    "no_seed": written(no_seed),
    "no_ref": written(no_ref),
    "no_lobby": written(lambda game: "lobby" not in game.head["GO"]),
    "no_deposit_scores": written(no_deposit_scores),
    "no_grades": written(no_grades),
    "no_dan": written(no_dan),
    "whole_rates": written(lambda game: "." not in game.head["UN"]["rate"]),
    "whole_results": written(lambda game: game.owari and "." not in game.data.decode().split("owari=")[1]),
    "plain_names": written(lambda game: "%" not in "".join(game.head["UN"].values())),
    "leaving_and_return": written(leaving_and_return),
    "duplicate_attributes": written(duplicate_attributes),
    "indented": written(indented),
}
