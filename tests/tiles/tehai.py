"""Tehai for tests of tiles: the plain definition of a win, and seeded tehai near one."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

YAOCHU = (0, 8, 9, 17, 18, 26, *range(27, 34))


@cache
def is_sets(suit: tuple[int, ...]) -> bool:
    """Whether the counts of one suit fall into sets; seven ranks are honours, which have no runs."""
    rank = next((rank for rank, count in enumerate(suit) if count), None)
    if rank is None:
        return True
    if suit[rank] >= 3 and is_sets(less(suit, rank, rank, rank)):
        return True
    if len(suit) == 7 or rank > 6 or not suit[rank + 1] or not suit[rank + 2]:
        return False
    return is_sets(less(suit, rank, rank + 1, rank + 2))


@cache
def is_sets_and_pair(suit: tuple[int, ...]) -> bool:
    return any(count >= 2 and is_sets(less(suit, rank, rank)) for rank, count in enumerate(suit))


def less(suit, *ranks):
    rest = list(suit)
    for rank in ranks:
        rest[rank] -= 1
    return tuple(rest)


def more(suit, rank):
    return tuple(count + (place == rank) for place, count in enumerate(suit))


def is_win(counts) -> bool:
    """Whether a concealed part is complete, by definition."""
    counts = [int(count) for count in counts]
    if sum(counts) == 14:
        if sorted(count for count in counts if count) == [2] * 7:
            return True
        if all(counts[kind] for kind in YAOCHU) and sum(counts[kind] for kind in YAOCHU) == 14:
            return True
    suits = [tuple(counts[start : start + 9]) for start in (0, 9, 18)] + [tuple(counts[27:])]
    return any(
        is_sets_and_pair(suit) and all(is_sets(other) for at, other in enumerate(suits) if at != place)
        for place, suit in enumerate(suits)
    )


def waits_by_definition(counts) -> int:
    """Mask of the kinds that complete a concealed part, a fifth copy included."""
    if sum(int(count) for count in counts) % 3 != 1:
        return 0
    return sum(1 << kind for kind in range(34) if is_win(more(counts, kind)))


def near_wins(how_many: int, seed: int) -> np.ndarray:
    """Concealed parts of 13, 10, 7, 4 or 1 tiles, most of them tenpai or one tile from it."""
    rng = random.Random(seed)  # noqa: S311
    rows = []
    while len(rows) < how_many:
        counts = win(rng)
        held = [kind for kind in range(34) for _ in range(counts[kind])]
        rng.shuffle(held)
        counts[held.pop()] -= 1
        if held and rng.random() < 0.4:
            counts[held.pop()] -= 1
            counts[rng.randrange(34)] += 1
        if max(counts) <= 4:
            rows.append(counts)
    return np.array(rows, dtype=np.uint8)


def win(rng: random.Random) -> list[int]:
    """Seven pairs, thirteen orphans, or sets and a pair, half of these in one suit."""
    form = rng.random()
    if form < 0.1:
        held = 2 * rng.sample(range(34), 7)
    elif form < 0.15:
        held = [*YAOCHU, rng.choice(YAOCHU)]
    else:
        suits, kinds = (1, 9) if rng.random() < 0.5 else (3, 34)
        held = 2 * [rng.randrange(kinds)]
        for _ in range(rng.choice((4, 4, 4, 3, 2, 1, 0))):
            start = 9 * rng.randrange(suits) + rng.randrange(7)
            held += 3 * [rng.randrange(kinds)] if rng.random() < 0.35 else [start, start + 1, start + 2]
    return [held.count(kind) for kind in range(34)]
