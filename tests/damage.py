"""Seeded damage to logs: bytes, numbers, attributes, elements and hands changed, cut, doubled or moved.

Nothing here knows the package.  The bytes of a log and a seed give the same damage everywhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from typing import Final

from tests.logs import Elements

__all__ = ["OF_BYTES", "damaged", "excerpt"]

_ATTRIBUTE: Final = re.compile(rb' (\w+)="([^"]*)"')
_PIECES: Final = rb"""
< > " ' & &amp; &#0; &#x1F004; text </x> </mjloggm> <mjloggm> <!----> <![CDATA[x]]> <?x?> <!DOCTYPE[]>
<T71/> <G/> <INIT/> <AGARI/> <RYUUKYOKU/> <N/> <REACH/> <DORA/> <GO/> <x:T1/> <X/> <BYE/> <UN/>
""".split()
_BAD_BYTES: Final = (
    b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xe7\x89\x8c",
    b"<!DOCTYPE x>",
    b'<x:y xmlns:x="x"/>',
)
_VALUES: Final = """
0 -1 - +1 1.5 1e9 x , ,,, 3 4 7 33 34 135 136 255 256 65535 65536 2147483647 2147483648 -2147483649
1,2,3,4 250,250,250,250 %E7%89%8C &#48; mt19937ar-sha512-n288-base64, \u724c \u0663 \uff11 \U0001f004
""".encode().split()
_LONG_OR_EMPTY: Final = (b"", b" ", b"9" * 20, b"9" * 400, b"0," * 500)
_NAMES: Final = b"""
seed ref type lobby n0 n3 dan rate sx oya ten hai0 hai3 who m step ba hai machi yaku yakuman doraHai
doraHaiUra fromWho paoWho sc owari shuffle chip ratio x \xe7\x89\x8c
""".split()
_TAGS: Final = ["T", "D", "W", "G", "INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "GO", "UN", "Z9"]
_KINDS: Final = ["INIT", "AGARI|RYUUKYOKU", "[T-W][0-9]", "[D-G][0-9]", "[D-GT-W][0-9]", "GO", "UN", "N"]

Random = random.Random
Damage = Callable[[bytes, Random], bytes]


def _value(rng: Random) -> bytes:
    """Of an attribute, or in place of a number: huge, negative, empty, in another alphabet."""
    return rng.choice((*_VALUES, *_LONG_OR_EMPTY))


@cache
def _taken_apart(data: bytes) -> tuple[Elements, list[int]]:
    """Elements of an undamaged log, of which there are few, and where its hands begin."""
    log = Elements.of(data)
    return log, log.inits()


def excerpt(data: bytes, rng: Random) -> bytes:
    """A log of two hands that follow each other; now and then the whole."""
    log, inits = _taken_apart(data)
    if len(inits) < 3 or rng.random() < 0.05:
        return data
    first = rng.choice([0, len(inits) - 2, rng.randrange(len(inits) - 1)])
    stop = inits[first + 2] if first + 2 < len(inits) else len(log)
    return Elements([*log[: inits[0]], *log[inits[first] : stop]]).xml()


# Damage to bytes.


def flip_bytes(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def delete_or_double_bytes(data: bytes, rng: Random) -> bytes:
    first = rng.randrange(len(data))
    stop = min(len(data), first + rng.choice((1, 1, 2, 5, 20, 200)))
    return data[:first] + data[stop:] if rng.random() < 0.5 else data[:stop] + data[first:]


def insert_bytes(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data))
    if rng.random() < 0.5:
        # Between two elements, where most of these are well-formed.
        place = data.find(b"<", place) if b"<" in data[place:] else place
    return data[:place] + rng.choice((*_PIECES, *_BAD_BYTES)) + data[place:]


def swap_bytes(data: bytes, rng: Random) -> bytes:
    a, b, c, d = sorted(rng.randrange(len(data) + 1) for _ in range(4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def truncate(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


# Damage to numbers, attributes and names: what matches an expression is replaced.


def _replacing(pattern: bytes, new: Callable[[re.Match[bytes], Random], bytes]) -> Damage:
    expression = re.compile(pattern)

    def replace(data: bytes, rng: Random) -> bytes:
        match = rng.choice(list(expression.finditer(data)))
        return data[: match.start()] + new(match, rng) + data[match.end() :]

    return replace


def _nudged(match: re.Match[bytes], rng: Random) -> bytes:
    """A number near the old one, so that the form stays whole and only the meaning breaks."""
    return b"%d" % max(0, int(match[0]) + rng.choice((-4, -1, 1, 4, 100)))


def _other_tile(match: re.Match[bytes], rng: Random) -> bytes:
    """Another tile drawn or discarded, perhaps by another seat."""
    return b"%c%d" % (rng.choice((match[1][0], rng.choice(b"TUVWDEFG"))), rng.randrange(136))


def _other_players(match: re.Match[bytes], rng: Random) -> bytes:
    """Another type of game: other seats, other tiles, other rules."""
    return b"%d" % (int(match[0]) ^ rng.choice((0x10, 0x8, 0x2, 0x4, 0x200, 0x810)))


def _shuffled(match: re.Match[bytes], rng: Random) -> bytes:
    """The numbers of one list in another order, and some of them lost."""
    numbers = match[2].split(b",")
    rng.shuffle(numbers)
    kept = numbers[: rng.choice((len(numbers), rng.randint(0, len(numbers))))]
    return b' %s="%s"' % (match[1], b",".join(kept))


def exchange_attributes(data: bytes, rng: Random) -> bytes:
    """Two attributes of one name exchanged between their elements."""
    every = list(_ATTRIBUTE.finditer(data))
    name = rng.choice(every)[1]
    pair = rng.sample([match for match in every if match[1] == name], 2)
    one, other = sorted(pair, key=lambda match: match.start())
    return data[: one.start()] + other[0] + data[one.end() : other.start()] + one[0] + data[other.end() :]


# Damage to elements and hands.


def _of_elements(change: Callable[[Elements, Random], object]) -> Damage:
    def damage(data: bytes, rng: Random) -> bytes:
        log = Elements.of(data)
        change(log, rng)
        return log.xml()

    return damage


def _swap(log: Elements, rng: Random) -> None:
    one = rng.randrange(1, len(log) - 1)
    other = rng.choice((one + 1, rng.randrange(1, len(log))))
    log[one], log[other] = log[other], log[one]


def _drop(log: Elements, rng: Random) -> None:
    first = rng.randrange(1, len(log))
    del log[first : first + rng.choice((1, 1, 1, 2, 3, 10, 100))]


def _drop_kind(log: Elements, rng: Random) -> None:
    """A log without hands, without results, without plays."""
    tag = rng.choice(_KINDS)
    log[1:] = [one for one in log[1:] if not re.match(f"<(?:{tag})", one)]


def _end_early(log: Elements, rng: Random) -> None:
    """Behind a whole element, every other time before or at the first hand."""
    stop = log.inits()[0] + 2 if rng.random() < 0.5 else len(log)
    del log[rng.randrange(1, stop) :]


def _double(log: Elements, rng: Random) -> None:
    element = log[rng.randrange(1, len(log))]
    log[(place := rng.randrange(1, len(log) + 1)) : place] = [element] * rng.choice((1, 1, 2, 5, 40))


def _rename(log: Elements, rng: Random) -> None:
    index = rng.randrange(1, len(log))
    log[index] = re.sub(r"(?<=<)[A-Za-z]+", rng.choice(_TAGS), log[index], count=1)


def _move_hands(log: Elements, rng: Random) -> None:
    """A hand dropped, doubled or put elsewhere."""
    bounds = [*log.inits(), len(log)]
    hands = [log[first:stop] for first, stop in pairwise(bounds)]
    hand = hands.pop(rng.randrange(len(hands)))
    for _ in range(rng.randrange(3)):
        hands.insert(rng.randrange(len(hands) + 1), hand)
    log[bounds[0] :] = [element for each in hands for element in each]


OF_BYTES: Final = (flip_bytes, delete_or_double_bytes, insert_bytes, swap_bytes, truncate)
KINDS_OF_DAMAGE: Final[tuple[Damage, ...]] = (
    _replacing(rb"\d+", lambda _, rng: _value(rng)),
    _replacing(rb"\d+", _nudged),
    # The code of a call: most of the sixteen bits mean a call of some tiles.
    _replacing(rb'(?<= m=")\d+', lambda _, rng: b"%d" % rng.randrange(1 << 16)),
    _replacing(rb"(?<=<)([TUVWDEFG])(\d+)(?=/>)", _other_tile),
    _replacing(rb'(?<=<GO type=")\d+', _other_players),
    _of_elements(_move_hands),
    # Attributes are dropped, doubled, renamed, changed, added, shuffled.
    _replacing(_ATTRIBUTE.pattern, lambda match, rng: rng.choice((b"", match[0] * 2))),
    _replacing(_ATTRIBUTE.pattern, lambda match, rng: b' %s="%s"' % (rng.choice(_NAMES), match[2])),
    _replacing(_ATTRIBUTE.pattern, lambda match, rng: b' %s="%s"' % (match[1], _value(rng))),
    _replacing(rb"(?<=<)\w+", lambda match, rng: b'%s %s="%s"' % (match[0], rng.choice(_NAMES), _value(rng))),
    _replacing(rb' (\w+)="([^",]*,[^"]*)"', _shuffled),
    exchange_attributes,
    *map(_of_elements, (_swap, _drop, _drop_kind, _double, _rename, _end_early)),
    *OF_BYTES,
)
"""In this order, what works on whole elements comes before what leaves none."""


def damaged(data: bytes, seed: int) -> bytes:
    """One copy damaged in one to three ways; the same seed gives the same damage."""
    rng = random.Random(seed)  # noqa: S311 (repeatable, not secret)
    # Damage of the bytes mostly makes a log that is refused at once, which tries little: it is rarer.
    weights = [1] * (len(KINDS_OF_DAMAGE) - len(OF_BYTES)) + [0.4] * len(OF_BYTES)
    chosen = rng.choices(KINDS_OF_DAMAGE, weights, k=rng.choice((1, 1, 2, 3)))
    for damage in sorted(chosen, key=KINDS_OF_DAMAGE.index):
        try:
            data = damage(data, rng)
        except (LookupError, ValueError):
            # Nothing of the kind in this log, or no longer.
            continue
    return data
