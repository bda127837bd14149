"""Calls by their bits, dora, complete hands and waits by trying everything; nothing of the package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

YAOCHU: Final = frozenset((0, 8, 9, 17, 18, 26, *range(27, 34)))
ORPHANS: Final = tuple(sorted(YAOCHU))
KANS: Final = ("ankan", "daiminkan", "kakan")


class Call(NamedTuple):
    """A call by its 16 bits (format description, 4.4)."""

    kind: str
    tiles: tuple[int, ...]
    """Ids, of a kan all four."""
    taken: int | None
    """The discard that was called."""

    @property
    def tile_kind(self) -> int:
        """Of the lowest tile."""
        return self.tiles[0] // 4


def call_of(code: int) -> Call:
    if code & 4:
        place, called = divmod(code >> 10, 3)
        lowest = place // 7 * 9 + place % 7
        tiles = tuple((lowest + i) * 4 + (code >> shift & 3) for i, shift in enumerate((3, 5, 7)))
        return Call("chi", tiles, tiles[called])
    if code & 0x18:
        kind, called = divmod(code >> 9, 3)
        four = tuple(range(kind * 4, kind * 4 + 4))
        three = tuple(tile for tile in four if tile % 4 != code >> 5 & 3)
        return Call("pon", three, three[called]) if code & 8 else Call("kakan", four, three[called])
    if code & 0xFF == 0x20:
        return Call("kita", (code >> 8,), None)
    four = tuple(range(code >> 10 << 2, (code >> 10 << 2) + 4))
    return Call("daiminkan", four, code >> 8) if code & 3 else Call("ankan", four, None)


@cache
def _sets(kinds: tuple[int, ...], *, triplets: bool = True) -> bool:
    """Whether sorted kinds are runs and, where these count, triplets throughout."""
    if not kinds:
        return True
    first, rest = kinds[0], Counter(kinds)
    ways = [(first,) * 3] if triplets else []
    if first < 27 and first % 9 < 7:
        ways.append((first, first + 1, first + 2))
    for way in ways:
        left = rest - Counter(way)
        if left.total() == len(kinds) - 3 and _sets(tuple(sorted(left.elements())), triplets=triplets):
            return True
    return False


def _without_pairs(counts: Counter[int]) -> Iterator[tuple[int, ...]]:
    """What is left of kinds without a pair, for each pair there is."""
    for kind, count in counts.items():
        if count >= 2:
            yield tuple(sorted((counts - Counter({kind: 2})).elements()))


def is_complete(kinds: Iterable[int]) -> bool:
    """Whether concealed kinds, melds apart, are sets and a pair, seven pairs, or thirteen orphans."""
    counts = Counter(kinds)
    if counts.total() == 14 and (
        set(counts.values()) == {2} or (len(counts) == 13 and counts.keys() == YAOCHU)
    ):
        return True
    return any(_sets(rest) for rest in _without_pairs(counts))


def is_runs_and_pair(kinds: Iterable[int]) -> bool:
    """Whether concealed kinds, melds apart, can be read without a triplet."""
    return any(_sets(rest, triplets=False) for rest in _without_pairs(Counter(kinds)))


def waits_of(kinds: list[int]) -> set[int]:
    """Kinds that complete these, a fifth copy among them."""
    return {kind for kind in range(34) if is_complete([*kinds, kind])}


def dora_kind(indicator: int, players: int) -> int:
    """The kind that an indicator points at."""
    kind = indicator // 4
    if kind == 0 and players == 3:
        return 8
    first, size = (kind // 9 * 9, 9) if kind < 27 else (27, 4) if kind < 31 else (31, 3)
    return first + (kind - first + 1) % size
