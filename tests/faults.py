"""Faults planted in real logs: one thing made wrong, and all that follows from it carried through the rest.

Scores, final results and tiles are carried by this file's own arithmetic, never by the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from analyzer.audit import Verdict
from tests.logs import Elements

__all__ = [
    "DISCARDS",
    "DRAWS",
    "Planted",
    "carry_scores",
    "change_payment",
    "hand_span",
    "players",
    "replace_tile",
    "results",
    "seat_of",
    "settle_owari",
    "strip_seed",
    "swap_tiles",
    "tile_of",
    "tiles_seen",
]

DRAWS = "TUVW"
DISCARDS = "DEFG"
UMA = {4: (10, -10, -20), 3: (0, -20)}
"""Thousands of the ranks below the top."""
RETURN = {4: 30, 3: 40}


class Planted(NamedTuple):
    """The one finding that must come of a fault."""

    check: str
    element: int | None
    seat: int | None = None
    verdict: Verdict = Verdict.INCONSISTENT


def players(log: Elements) -> int:
    """3 or 4, by the type of the game."""
    return 3 if int(log.get(log.find("<GO"), "type")) & 0x10 else 4


def hand_span(log: Elements, hand: int) -> range:
    """Indices of the elements of a hand, from INIT to the last before the next hand."""
    inits = [*log.inits(), len(log)]
    return range(inits[hand], inits[hand + 1])


def results(log: Elements) -> list[int]:
    """Indices of all results."""
    return [index for index, text in enumerate(log) if text.startswith(("<AGARI", "<RYUUKYOKU"))]


def seat_of(element: str) -> int:
    """Seat of a draw or discard."""
    return (DRAWS + DISCARDS).index(element[1]) % 4


def tile_of(element: str) -> int | None:
    """Tile of a draw or discard; None for another element."""
    match = re.fullmatch(r"<[TUVWDEFG](\d+)/>", element)
    return int(match.group(1)) if match else None


def add(values: list[int], by: Mapping[int, int], stride: int = 1, first: int = 0) -> list[int]:
    """Numbers per seat with a change added."""
    changed = list(values)
    for seat, amount in by.items():
        changed[first + stride * seat] += amount
    return changed


def carry_scores(log: Elements, start: int, by: Mapping[int, int]) -> None:
    """Add hundreds to the scores that all elements from ``start`` on state, and settle the end anew."""
    for index in range(start, len(log)):
        if log[index].startswith(("<INIT", "<REACH")) and "ten=" in log[index]:
            log.set_numbers(index, "ten", add(log.numbers(index, "ten"), by))
        elif log[index].startswith(("<AGARI", "<RYUUKYOKU")):
            log.set_numbers(index, "sc", add(log.numbers(index, "sc"), by, 2))
    settle_owari(log)


def change_payment(log: Elements, at: int, by: Mapping[int, int]) -> None:
    """Change the payments of a result by hundreds, and carry the scores that follow."""
    log.set_numbers(at, "sc", add(log.numbers(at, "sc"), by, 2, 1))
    carry_scores(log, at + 1, by)


def _half_away(hundreds: int) -> int:
    """Hundreds to thousands, 500 points away from zero."""
    thousands = (abs(hundreds) + 5) // 10
    return thousands if hundreds >= 0 else -thousands


def settle_owari(log: Elements) -> None:
    """Write the ``owari`` that the last result's scores give, sticks left included, where it has one."""
    at = results(log)[-1]
    if "owari" not in log[at]:
        return
    seats = players(log)
    numbers = log.numbers(at, "sc")
    scores = [numbers[2 * seat] + numbers[2 * seat + 1] for seat in range(seats)]
    top = scores.index(max(scores))
    if log[at].startswith("<RYUUKYOKU"):
        scores[top] += 10 * log.numbers(at, "ba")[1]
    log.set(at, "owari", owari_of(scores))


def owari_of(scores: list[int]) -> str:
    """``owari`` of final scores in hundreds: half away from zero, less the return points, with uma."""
    seats = len(scores)
    order = sorted(range(seats), key=lambda seat: (-scores[seat], seat))
    final = [0] * seats
    for seat, uma in zip(order[1:], UMA[seats], strict=True):
        final[seat] = _half_away(scores[seat]) - RETURN[seats] + uma
    final[order[0]] = -sum(final)
    pairs = [f"{score},{result}.0" for score, result in zip(scores, final, strict=True)]
    return ",".join([*pairs, *["0,0"] * (4 - seats)])


def strip_seed(log: Elements) -> None:
    """Remove the seed of the wall, so that only play can tell which tile lies where."""
    del log[log.find("<SHUFFLE")]


def tiles_seen(log: Elements, hand: int) -> set[int]:
    """Tile ids that a hand names anywhere, those in codes of calls included."""
    seen: set[int] = set()
    for index in hand_span(log, hand):
        text = log[index]
        if (tile := tile_of(text)) is not None:
            seen.add(tile)
        elif text.startswith("<INIT"):
            seen.add(log.numbers(index, "seed")[5])
        elif text.startswith("<N "):
            # Any copy of the kind may be meant: all four are taken as seen.
            seen.update(meld_copies(int(log.get(index, "m"))))
        for value in re.findall(r'\b(?:hai\d?|doraHai|doraHaiUra|machi)="([\d,]+)"', text):
            seen.update(map(int, value.split(",")))
    return seen


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


def replace_tile(log: Elements, index: int, old: int, new: int) -> None:
    """Replace a tile id in one element wherever it names tiles; codes of calls are left alone."""
    text = log[index]
    if tile_of(text) == old:
        log[index] = text.replace(str(old), str(new))
        return

    def exchanged(match: re.Match[str]) -> str:
        tiles = [new if int(tile) == old else int(tile) for tile in match.group(2).split(",")]
        return f'{match.group(1)}="{",".join(map(str, tiles))}"'

    log[index] = re.sub(r'\b(hai\d?|doraHai|doraHaiUra|machi)="([\d,]+)"', exchanged, text)
    if text.startswith("<INIT"):
        seed = log.numbers(index, "seed")
        if seed[5] == old:
            log.set_numbers(index, "seed", [*seed[:5], new])


def swap_tiles(log: Elements, hand: int, one: int, other: int) -> None:
    """Exchange two tiles through a whole hand; neither may lie in a call."""
    spare = 9_999
    for index in hand_span(log, hand):
        for old, new in ((one, spare), (other, one), (spare, other)):
            replace_tile(log, index, old, new)
