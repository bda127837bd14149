"""Logs of tests with another payment, the scores that follow and the end of the game carried through.

The arithmetic is this file's own, from the text of the rules, never the package's.  Amounts are hundreds, as
logs have them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.logs import Elements

__all__ = ["change_payment", "gains", "is_single", "owari_of", "players", "results", "winner"]

UMA = {4: (10, -10, -20), 3: (0, -20)}
"""Thousands of the ranks below the top (mjlog-format, final results)."""
RETURN = {4: 30, 3: 40}


def players(log: Elements) -> int:
    """3 or 4, by the type of the game."""
    return 3 if int(log.get(log.find("<GO"), "type")) & 0x10 else 4


def results(log: Elements) -> list[int]:
    """Indices of all results."""
    return [index for index, text in enumerate(log) if text.startswith(("<AGARI", "<RYUUKYOKU"))]


def winner(log: Elements, at: int) -> int:
    """``who`` of a win."""
    return int(log.get(at, "who"))


def is_single(log: Elements, at: int) -> bool:
    """Whether a win is the only one of its hand."""
    around = (log[at - 1], *log[at + 1 : at + 2])
    return not any(element.startswith("<AGARI") for element in around)


def gains(log: Elements, at: int) -> list[int]:
    """Payments of a result by seat."""
    return log.numbers(at, "sc")[1:8:2]


def change_payment(log: Elements, at: int, by: Mapping[int, int]) -> None:
    """Change the payments of a result, and carry the scores that follow: all that are stated, and the end."""
    log.set_numbers(at, "sc", _added(log.numbers(at, "sc"), by, 2, 1))
    for index in range(at + 1, len(log)):
        if log[index].startswith(("<AGARI", "<RYUUKYOKU")):
            log.set_numbers(index, "sc", _added(log.numbers(index, "sc"), by, 2))
        elif log[index].startswith("<INIT") or re.match("<REACH.* ten=", log[index]):
            log.set_numbers(index, "ten", _added(log.numbers(index, "ten"), by))
    last = results(log)[-1]
    if "owari" in log[last]:
        log.set(last, "owari", owari_of(_final_scores(log, last)))


def _added(values: list[int], by: Mapping[int, int], stride: int = 1, first: int = 0) -> list[int]:
    """Numbers per seat with a change added."""
    changed = list(values)
    for seat, amount in by.items():
        changed[first + stride * seat] += amount
    return changed


def _final_scores(log: Elements, at: int) -> list[int]:
    """Scores of the seats if the game ends with a result: sticks left at a draw go to the top."""
    numbers = log.numbers(at, "sc")[: 2 * players(log)]
    scores = [before + gain for before, gain in zip(numbers[::2], numbers[1::2], strict=True)]
    if log[at].startswith("<RYUUKYOKU"):
        scores[scores.index(max(scores))] += 10 * log.numbers(at, "ba")[1]
    return scores


def _half_away(hundreds: int) -> int:
    """Hundreds to thousands, 500 points away from zero."""
    thousands = (abs(hundreds) + 5) // 10
    return thousands if hundreds >= 0 else -thousands


def owari_of(scores: list[int], *, rounded: bool = True, uma: Sequence[int] | None = None) -> str:
    """``owari`` of final scores: less the return points, with uma; the top has the rest.

    Up to 2022-01-13 in thousands, half away from zero; from 2022-01-31 on with one decimal.
    """
    seats = len(scores)
    order = sorted(range(seats), key=lambda seat: (-scores[seat], seat))
    final = [0] * seats
    for seat, added in zip(order[1:], uma or UMA[seats], strict=True):
        score = 10 * _half_away(scores[seat]) if rounded else scores[seat]
        final[seat] = score - 10 * RETURN[seats] + 10 * added
    final[order[0]] = -sum(final)
    pairs = [f"{score},{result / 10}" for score, result in zip(scores, final, strict=True)]
    return ",".join([*pairs, *["0,0.0"] * (4 - seats)])
