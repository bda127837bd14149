"""Seeded damage to logs: bytes, numbers, elements and attributes changed, cut, doubled or moved."""

from __future__ import annotations

import random
import re

from tests.logs import Elements


def flip_bytes(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 5)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data))]


def change_numbers(data: bytes, rng: random.Random) -> bytes:
    places = list(re.finditer(rb"\d+", data))
    for place in sorted(rng.sample(places, min(3, len(places))), key=lambda match: -match.start()):
        value = rng.choice([b"0", b"-1", b"7", b"255", b"136", b"99999999999", b"", b"1.5", b"135", b"33"])
        data = data[: place.start()] + value + data[place.end() :]
    return data


def move_elements(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    for _ in range(rng.randint(1, 4)):
        index = rng.randrange(1, len(log))
        element = log.pop(index)
        match rng.randrange(3):
            case 0:
                log.insert(rng.randrange(1, len(log) + 1), element)
            case 1:
                log[index:index] = [element, element]
            case _:
                pass
    return log.xml()


def change_attributes(data: bytes, rng: random.Random) -> bytes:
    log = Elements.of(data)
    named = [index for index, element in enumerate(log) if "=" in element]
    for index in rng.sample(named, min(3, len(named))):
        names = re.findall(r' (\w+)="', log[index])
        name = rng.choice(names)
        match rng.randrange(4):
            case 0:
                log.drop(index, name)
            case 1:
                log.set(index, name, log.get(rng.choice(named), "who") if rng.random() < 0.1 else "")
            case 2:
                log[index] = log[index].replace(f" {name}=", f" {rng.choice(names)}x=")
            case _:
                numbers = log.get(index, name).split(",")
                rng.shuffle(numbers)
                log.set(index, name, ",".join(numbers[: rng.randint(0, len(numbers))]))
    return log.xml()


KINDS_OF_DAMAGE = (flip_bytes, cut, change_numbers, move_elements, change_attributes)


def damaged(data: bytes, seed: int) -> bytes:
    """One damaged copy; the same seed gives the same damage."""
    rng = random.Random(seed)  # noqa: S311 (repeatable, not secret)
    for _ in range(rng.randint(1, 2)):
        try:
            data = rng.choice(KINDS_OF_DAMAGE)(data, rng)
        except (LookupError, ValueError):
            # Damage that the damage before has made impossible.
            continue
    return data
