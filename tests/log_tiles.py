"""Tiles of real logs: where they are named, which are free, and how to exchange them through a hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.faults import hand_span, init_of, players
from tests.logs import Elements

__all__ = [
    "CALLS",
    "DISCARDS",
    "DRAWS",
    "Call",
    "calls",
    "discards",
    "draws",
    "free_tile",
    "held",
    "in_riichi",
    "is_move",
    "is_tsumogiri",
    "points_at",
    "replace_tile",
    "riichis",
    "seat_of",
    "strip_seed",
    "swap_tiles",
    "tile_of",
    "tiles_seen",
]

CALLS = ("chi", "pon", "kakan", "ankan", "daiminkan", "kita")
DRAWS = "TUVW"
DISCARDS = "DEFG"
NAMES_TILES = re.compile(r'\b(hai\d?|doraHai|doraHaiUra|machi)="([\d,]+)"')


class Call(NamedTuple):
    """An N element."""

    index: int
    kind: str
    code: int
    seat: int


def tile_of(element: str) -> int | None:
    """Tile of a draw or discard; None for another element."""
    match = re.fullmatch(r"<[TUVWDEFG](\d+)/>", element)
    return int(match.group(1)) if match else None


def seat_of(element: str) -> int:
    """Seat of a draw or discard."""
    return (DRAWS + DISCARDS).index(element[1]) % 4


def _moves(log: Elements, hand: int, tags: str, seat: int | None) -> list[int]:
    wanted = tags if seat is None else tags[seat]
    return [i for i in hand_span(log, hand) if tile_of(log[i]) is not None and log[i][1] in wanted]


def draws(log: Elements, hand: int, seat: int | None = None) -> list[int]:
    """Indices of the draws of a hand, or of one seat in it."""
    return _moves(log, hand, DRAWS, seat)


def discards(log: Elements, hand: int, seat: int | None = None) -> list[int]:
    """Indices of the discards of a hand, or of one seat in it."""
    return _moves(log, hand, DISCARDS, seat)


def is_move(element: str, tags: str) -> bool:
    """Whether an element is a draw or discard with one of the tags."""
    return tile_of(element) is not None and element[1] in tags


def in_riichi(log: Elements, at: int, seat: int) -> bool:
    """Whether a seat declares riichi in the hand of an element."""
    declared = f'<REACH who="{seat}"'
    return any(log[index].startswith(declared) for index in hand_span(log, log.hand_of(at)))


def is_tsumogiri(log: Elements, discard: int) -> bool:
    """Whether a discard is the tile just drawn."""
    return log[discard - 1][1:2] in DRAWS and tile_of(log[discard - 1]) == tile_of(log[discard])


def calls(log: Elements, *kinds: str) -> Iterator[Call]:
    """Calls of some kinds: chi, pon, kakan, ankan, daiminkan, kita."""
    for index, element in enumerate(log):
        if not element.startswith("<N "):
            continue
        code = int(log.get(index, "m"))
        if code & 0x4:
            kind = "chi"
        elif code & 0x18:
            kind = "pon" if code & 0x8 else "kakan"
        elif code & 0x20:
            kind = "kita"
        else:
            kind = "daiminkan" if code & 0x3 else "ankan"
        if kind in kinds:
            yield Call(index, kind, code, int(log.get(index, "who")))


def riichis(log: Elements, *, stands: bool = True) -> Iterator[tuple[int, int]]:
    """Index and seat of each declaration whose stick is paid right behind its discard, or is not."""
    for index, element in enumerate(log):
        declared = re.match('<REACH who="." step="1"', element)
        if declared and log[index + 2].startswith("<REACH") == stands:
            yield index, int(log.get(index, "who"))


def meld_copies(code: int) -> set[int]:
    """All copies of the kinds that a call is made of."""
    if code & 0x4:
        lowest = (code >> 10) // 3
        kinds = [lowest // 7 * 9 + lowest % 7 + step for step in range(3)]
    elif code & 0x18:
        kinds = [(code >> 9) // 3]
    else:
        kinds = [(code >> 8) // 4]
    return {4 * kind + copy for kind in kinds for copy in range(4)}


def tiles_seen(log: Elements, hand: int, *, in_calls: bool = True) -> set[int]:
    """Tile ids that a hand names anywhere, and, where wanted, all copies of the kinds in its calls."""
    seen: set[int] = set()
    for index in hand_span(log, hand):
        element = log[index]
        if (tile := tile_of(element)) is not None:
            seen.add(tile)
        elif element.startswith("<INIT"):
            seen.add(log.numbers(index, "seed")[5])
        elif element.startswith("<N ") and in_calls:
            seen |= meld_copies(int(log.get(index, "m")))
        for _, tiles in NAMES_TILES.findall(element):
            seen |= {int(tile) for tile in tiles.split(",")}
    return seen


def free_tile(log: Elements, hand: int, fits: Callable[[int], bool] = lambda tile: True) -> int:
    """A tile of the game that a hand does not name."""
    seen = tiles_seen(log, hand)
    for tile in range(136):
        if tile not in seen and fits(tile) and (players(log) == 4 or not 4 <= tile <= 31):
            return tile
    raise LookupError("no free tile")


def held(log: Elements, index: int, seat: int) -> set[int]:
    """Concealed tiles of a seat before an element.

    Raises:
        LookupError: When the seat has called: what it gave up is not worked out here.
    """
    start = init_of(log, index)
    tiles = set(log.numbers(start, f"hai{seat}"))
    for element in log[start:index]:
        if element.startswith(f'<N who="{seat}"'):
            raise LookupError("the seat has called")
        tile = tile_of(element)
        if tile is not None and seat_of(element) == seat:
            (tiles.add if element[1] in DRAWS else tiles.discard)(tile)
    return tiles


def points_at(indicator: int, seats: int) -> int:
    """Kind that an indicator makes dora."""
    kind = indicator // 4
    if seats == 3 and kind == 0:
        return 8
    ends = {8: 0, 17: 9, 26: 18, 30: 27, 33: 31}
    return ends.get(kind, kind + 1)


def kinds_of_win(log: Elements, at: int) -> Counter[int]:
    """Kinds that a win shows, in its tehai and its melds."""
    tiles = set(log.numbers(at, "hai"))
    for code in log.numbers(at, "m") if " m=" in log[at] else []:
        tiles |= meld_copies(code)
    return Counter(tile // 4 for tile in tiles)


def strip_seed(log: Elements) -> None:
    """Remove the seed of the wall, so that only play can tell which tile lies where."""
    del log[log.find("<SHUFFLE")]


def replace_tile(log: Elements, index: int, old: int, new: int) -> None:
    """Replace a tile id in one element wherever it names tiles; codes of calls are left alone."""
    element = log[index]
    if tile_of(element) == old:
        log[index] = element.replace(str(old), str(new))
        return

    def exchanged(match: re.Match[str]) -> str:
        tiles = [new if int(tile) == old else int(tile) for tile in match.group(2).split(",")]
        return f'{match.group(1)}="{",".join(map(str, tiles))}"'

    log[index] = NAMES_TILES.sub(exchanged, element)
    if element.startswith("<INIT"):
        seed = log.numbers(index, "seed")
        if seed[5] == old:
            log.set_numbers(index, "seed", [*seed[:5], new])


def swap_tiles(log: Elements, hand: int, one: int, other: int) -> None:
    """Exchange two tiles through a whole hand; neither may lie in a call."""
    nowhere = 999
    for index in hand_span(log, hand):
        for old, new in ((one, nowhere), (other, one), (nowhere, other)):
            replace_tile(log, index, old, new)
