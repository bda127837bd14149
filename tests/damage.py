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

__all__ = ["KINDS_OF_DAMAGE", "damaged", "excerpt"]

_ATTRIBUTE: Final = re.compile(rb' (\w+)="([^"]*)"')
_NUMBER: Final = re.compile(rb"\d+")
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


def _piece(rng: random.Random) -> bytes:
    return rng.choice((*_PIECES, *_BAD_BYTES))


def _value(rng: random.Random) -> bytes:
    """Of an attribute, or in place of a number: huge, negative, empty, in another alphabet."""
    return rng.choice((*_VALUES, *_LONG_OR_EMPTY))


@cache
def _taken_apart(data: bytes) -> tuple[Elements, list[int]]:
    """Elements of an undamaged log, of which there are few, and where its hands begin."""
    log = Elements.of(data)
    return log, log.inits()


def excerpt(data: bytes, rng: random.Random) -> bytes:
    """A log of two hands that follow each other; now and then the whole."""
    log, inits = _taken_apart(data)
    if len(inits) < 3 or rng.random() < 0.05:
        return data
    first = rng.choice([0, len(inits) - 2, rng.randrange(len(inits) - 1)])
    stop = inits[first + 2] if first + 2 < len(inits) else len(log)
    return Elements([*log[: inits[0]], *log[inits[first] : stop]]).xml()


def _span(length: int, rng: random.Random) -> tuple[int, int]:
    first = rng.randrange(length)
    return first, min(length, first + rng.choice((1, 1, 2, 5, 20, 200)))


def flip_bytes(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def delete_bytes(data: bytes, rng: random.Random) -> bytes:
    first, stop = _span(len(data), rng)
    return data[:first] + data[stop:]


def double_bytes(data: bytes, rng: random.Random) -> bytes:
    first, stop = _span(len(data), rng)
    return data[:stop] + data[first:]


def insert_bytes(data: bytes, rng: random.Random) -> bytes:
    place = rng.randrange(len(data))
    if rng.random() < 0.5:
        # Between two elements, where most of these are well-formed.
        place = data.find(b"<", place) if b"<" in data[place:] else place
    return data[:place] + _piece(rng) + data[place:]


def swap_bytes(data: bytes, rng: random.Random) -> bytes:
    a, b, c, d = sorted(rng.randrange(len(data) + 1) for _ in range(4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def _replaced(data: bytes, match: re.Match[bytes], text: bytes) -> bytes:
    return data[: match.start()] + text + data[match.end() :]


def change_number(data: bytes, rng: random.Random) -> bytes:
    return _replaced(data, rng.choice(list(_NUMBER.finditer(data))), _value(rng))


def nudge_number(data: bytes, rng: random.Random) -> bytes:
    """A number near the old one, so that the form stays whole and only the meaning breaks."""
    match = rng.choice(list(_NUMBER.finditer(data)))
    value = int(match[0]) + rng.choice((-4, -1, 1, 4, 100))
    return _replaced(data, match, str(max(0, value)).encode())


def change_code(data: bytes, rng: random.Random) -> bytes:
    """Another code of a call; most of the sixteen bits mean a call of some tiles."""
    match = rng.choice(list(re.finditer(rb'(?<= m=")\d+', data)))
    return _replaced(data, match, str(rng.randrange(1 << 16)).encode())


def _attribute(data: bytes, rng: random.Random) -> re.Match[bytes]:
    return rng.choice(list(_ATTRIBUTE.finditer(data)))


def drop_attribute(data: bytes, rng: random.Random) -> bytes:
    return _replaced(data, _attribute(data, rng), b"")


def double_attribute(data: bytes, rng: random.Random) -> bytes:
    match = _attribute(data, rng)
    return data[: match.end()] + data[match.start() :]


def rename_attribute(data: bytes, rng: random.Random) -> bytes:
    match = _attribute(data, rng)
    return _replaced(data, match, b' %s="%s"' % (rng.choice(_NAMES), match[2]))


def change_attribute(data: bytes, rng: random.Random) -> bytes:
    match = _attribute(data, rng)
    return _replaced(data, match, b' %s="%s"' % (match[1], _value(rng)))


def add_attribute(data: bytes, rng: random.Random) -> bytes:
    match = rng.choice(list(re.finditer(rb"(?<=<)\w+", data)))
    added = b' %s="%s"' % (rng.choice(_NAMES), _value(rng))
    return data[: match.end()] + added + data[match.end() :]


def shuffle_attribute(data: bytes, rng: random.Random) -> bytes:
    """The numbers of one list in another order, and some of them lost."""
    match = rng.choice([match for match in _ATTRIBUTE.finditer(data) if b"," in match[2]])
    numbers = match[2].split(b",")
    rng.shuffle(numbers)
    kept = numbers[: rng.choice((len(numbers), rng.randint(0, len(numbers))))]
    return _replaced(data, match, b' %s="%s"' % (match[1], b",".join(kept)))


def exchange_attributes(data: bytes, rng: random.Random) -> bytes:
    """Two attributes of one name exchanged between their elements."""
    name = _attribute(data, rng)[1]
    one, other = sorted(
        rng.sample([match for match in _ATTRIBUTE.finditer(data) if match[1] == name], 2),
        key=lambda match: match.start(),
    )
    return data[: one.start()] + other[0] + data[one.end() : other.start()] + one[0] + data[other.end() :]


def swap_elements(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    one = rng.randrange(1, len(log) - 1)
    other = rng.choice((one + 1, rng.randrange(1, len(log))))
    log[one], log[other] = log[other], log[one]
    return log.xml()


def drop_elements(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    first = rng.randrange(1, len(log))
    del log[first : first + rng.choice((1, 1, 1, 2, 3, 10, 100))]
    return log.xml()


def drop_kind(data: bytes, rng: random.Random) -> bytes:
    """Every element of one kind lost: a log without hands, without results, without plays."""
    log = Elements.of(data)
    tag = rng.choice(
        ("INIT", "AGARI|RYUUKYOKU", "[T-W][0-9]", "[D-G][0-9]", "[D-GT-W][0-9]", "GO", "UN", "N")
    )
    return Elements([log[0], *(one for one in log[1:] if not re.match(f"<(?:{tag})", one))]).xml()


def end_early(data: bytes, rng: random.Random) -> bytes:
    """A log that ends behind a whole element, every other time before or at its first hand."""
    log = Elements.of(data)
    stop = log.inits()[0] + 2 if rng.random() < 0.5 else len(log)
    return Elements(log[: rng.randrange(1, stop)]).xml()


def double_element(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    element = log[rng.randrange(1, len(log))]
    log[(place := rng.randrange(1, len(log) + 1)) : place] = [element] * rng.choice((1, 1, 2, 5, 40))
    return log.xml()


def rename_element(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    index = rng.randrange(1, len(log))
    tag = rng.choice(
        ("T", "D", "W", "G", "INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "GO", "UN", "Z9")
    )
    log[index] = re.sub(r"(?<=<)[A-Za-z]+", tag, log[index], count=1)
    return log.xml()


def change_tile(data: bytes, rng: random.Random) -> bytes:
    """Another tile drawn or discarded, perhaps by another seat."""
    match = rng.choice(list(re.finditer(rb"(?<=<)([TUVWDEFG])(\d+)(?=/>)", data)))
    tag = rng.choice((match[1].decode(), rng.choice("TUVWDEFG")))
    return _replaced(data, match, f"{tag}{rng.randrange(136)}".encode())


def move_hands(data: bytes, rng: random.Random) -> bytes:
    """A hand dropped, doubled or put elsewhere."""
    log = Elements.of(data)
    bounds = [*log.inits(), len(log)]
    hands = [log[first:stop] for first, stop in pairwise(bounds)]
    hand = hands.pop(rng.randrange(len(hands)))
    for _ in range(rng.randrange(3)):
        hands.insert(rng.randrange(len(hands) + 1), hand)
    return Elements([*log[: bounds[0]], *(element for each in hands for element in each)]).xml()


def change_players(data: bytes, rng: random.Random) -> bytes:
    """Another type of game: other seats, other tiles, other rules."""
    match = rng.choice(list(re.finditer(rb'(?<=<GO type=")\d+', data)))
    return _replaced(
        data, match, str(int(match[0]) ^ rng.choice((0x10, 0x8, 0x2, 0x4, 0x200, 0x810))).encode()
    )


KINDS_OF_DAMAGE: Final[tuple[Callable[[bytes, random.Random], bytes], ...]] = (
    *(change_number, nudge_number, change_code, change_tile, change_players, move_hands),
    *(drop_attribute, double_attribute, rename_attribute, change_attribute, add_attribute),
    *(shuffle_attribute, exchange_attributes),
    *(swap_elements, drop_elements, drop_kind, double_element, rename_element, end_early),
    *(flip_bytes, delete_bytes, double_bytes, insert_bytes, swap_bytes, truncate),
)
"""In this order, what works on whole elements comes before what leaves none."""


def damaged(data: bytes, seed: int) -> bytes:
    """One copy damaged in one to three ways; the same seed gives the same damage."""
    rng = random.Random(seed)  # noqa: S311 (repeatable, not secret)
    # Damage of the bytes mostly makes a log that is refused at once, which tries little: it is rarer.
    weights = [1] * (len(KINDS_OF_DAMAGE) - 6) + [0.4] * 6
    chosen = rng.choices(KINDS_OF_DAMAGE, weights, k=rng.choice((1, 1, 2, 3)))
    for damage in sorted(chosen, key=KINDS_OF_DAMAGE.index):
        try:
            data = damage(data, rng)
        except (LookupError, ValueError):
            # Nothing of the kind in this log, or no longer.
            continue
    return data
