"""Two rule sets over an archive: the hands they settle differently, one by one and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from analyzer.audit.findings import LogName
from analyzer.audit.other_rules import Cause, Comparison, compare
from analyzer.audit.review import Review, review
from analyzer.batch.reviews import Batch, batches
from analyzer.kernels import compiling
from analyzer.printable import printable
from analyzer.rules import RuleSet
from analyzer.sources import Item
from analyzer.vocabulary import DrawKind, kyoku_text, signed_points

__all__ = [
    "ComparisonTotals",
    "HandDifference",
    "compare_all",
    "comparison_text",
    "difference_line",
    "difference_text",
]

_PLAYS_ON: Final = "plays_on"
_CAUSES: Final = tuple(cause for cause in Cause if cause != Cause.NONE)


class HandDifference(NamedTuple):
    """One hand that two rule sets settle differently.

    Attributes:
        log: Log id.
        source: File or archive member.
        hand: 0-based index of the hand in its game.
        kyoku: Index 0-15.
        honba: Honba of the hand.
        cause: Name of a Cause.
        kind_a: Draw by the first rule set; ``plays_on`` where it has none here; None for a win.
        kind_b: By the second.
        deltas_a: Points of the seats under the first, deposits not included.
        deltas_b: Under the second.
        moved: Points that change hands between the two, half the sum of the differences.
    """

    log: str
    source: str
    hand: int
    kyoku: int
    honba: int
    cause: str
    kind_a: str | None
    kind_b: str | None
    deltas_a: tuple[int, ...]
    deltas_b: tuple[int, ...]
    moved: float


@dataclass(slots=True)
class ComparisonTotals:
    """Counts over the archive.

    Attributes:
        games: Finished games compared whole.
        hands: Hands compared.
        left_out: Hands that could not be compared: damaged, or of another number of players.
        causes: Differing hands by cause.
        moved: Points that change hands, by cause.
        order_differs: Games whose final order is another.
        leftover_differs: Games that end with sticks which the two sets give to different seats, or to nobody.
        unreadable: Logs and sources that could not be read.
    """

    games: int = 0
    hands: int = 0
    left_out: int = 0
    causes: Counter[str] = field(default_factory=lambda: Counter({cause.text: 0 for cause in _CAUSES}))
    moved: Counter[str] = field(default_factory=Counter)
    order_differs: int = 0
    leftover_differs: int = 0
    unreadable: int = 0

    def add(self, comparison: Comparison, differences: Iterable[HandDifference]) -> None:
        """Add one batch."""
        self.games += int(comparison.games.sum())
        self.hands += int(comparison.compared.sum())
        self.left_out += int((~comparison.compared).sum())
        self.order_differs += int(comparison.order_differs.sum())
        self.leftover_differs += int(comparison.leftover_differs.sum())
        for difference in differences:
            self.causes[difference.cause] += 1
            self.moved[difference.cause] += int(difference.moved)

    def summary(self) -> dict[str, object]:
        """The last line of ``--format jsonl``."""
        return {
            "type": "summary",
            "games": self.games,
            "hands": self.hands,
            "left_out": self.left_out,
            "causes": dict(self.causes),
            "points_moved": {cause: self.moved[cause] for cause in self.causes},
            "order_differs": self.order_differs,
            "leftover_differs": self.leftover_differs,
            "unreadable": self.unreadable,
        }


def compare_all(
    items: Iterable[Item], a: RuleSet | None, b: RuleSet | None, totals: ComparisonTotals
) -> Iterator[HandDifference]:
    """Hands of the items that differ, in order; ``totals`` grows along.

    Args:
        items: From `analyzer.sources.iter_logs`.
        a: A rule set; None for the one that each log calls for.
        b: Another.
        totals: Is added to.
    """
    for batch in batches(items):
        totals.unreadable += len(batch.problems)
        if not batch.logs:
            continue
        with compiling() if batch.is_compiled else nullcontext():
            reviewed, comparison = _compare_batch(batch, a, b)
        differences = list(_differences(reviewed, comparison))
        totals.unreadable += reviewed.unreadable
        totals.add(comparison, differences)
        yield from differences


def _compare_batch(batch: Batch, a: RuleSet | None, b: RuleSet | None) -> tuple[Review, Comparison]:
    reviewed = review(batch.logs, checks=())
    announced = reviewed.headers.announcements
    return reviewed, compare(reviewed.events, reviewed.facts, reviewed.logs, a, b, announced)


def _differences(reviewed: Review, comparison: Comparison) -> Iterator[HandDifference]:
    hands, offsets = reviewed.events.hands, reviewed.events.games.hand_offsets
    for row in np.flatnonzero(comparison.cause).tolist():
        game = int(hands.game[row])
        name: LogName = reviewed.logs[game]
        deltas = comparison.a.deltas[row], comparison.b.deltas[row]
        won = bool(reviewed.facts.winners[row].any())
        yield HandDifference(
            name.log_id,
            name.source,
            row - int(offsets[game]),
            int(hands.kyoku[row]),
            int(hands.honba[row]),
            Cause(int(comparison.cause[row])).text,
            None if won else _kind(int(comparison.a.kind[row])),
            None if won else _kind(int(comparison.b.kind[row])),
            tuple(deltas[0].tolist()),
            tuple(deltas[1].tolist()),
            float(np.abs(deltas[0] - deltas[1]).sum()) / 2,
        )


def _kind(kind: int) -> str:
    return DrawKind(kind).text if kind else _PLAYS_ON


def difference_line(difference: HandDifference) -> str:
    """A difference as one line of JSON."""
    return json.dumps({"type": "difference", **difference._asdict()})


def difference_text(difference: HandDifference, a: str, b: str) -> str:
    """A difference as a line for people."""

    def side(kind: str | None, deltas: tuple[int, ...]) -> str:
        paid = signed_points(deltas)
        return paid if kind is None else f"{kind} {paid}"

    place = f"{printable(difference.log)} {kyoku_text(difference.kyoku, difference.honba)}"
    one = side(difference.kind_a, difference.deltas_a)
    other = side(difference.kind_b, difference.deltas_b)
    return f"{place} {difference.cause}: {a} {one}, {b} {other}"


def comparison_text(totals: ComparisonTotals, a: str, b: str) -> str:
    """The counts for people."""
    differing = totals.causes.total()
    compared = f"{totals.hands} hands of {totals.games} whole games compared"
    share = f" ({differing / totals.hands:.2%})" if totals.hands else ""
    lines = [
        f"{a} against {b}: {compared}, {totals.left_out} hands left out",
        f"hands that differ: {differing}{share}",
    ]
    for cause, count in totals.causes.items():
        mean = f", {totals.moved[cause] / count:.0f} points each" if count else ""
        lines.append(f"  {cause:<14} {count:>8}{mean}")
    lines.append(f"games whose final order differs: {totals.order_differs}")
    lines.append(f"games whose leftover sticks go elsewhere: {totals.leftover_differs}")
    if totals.unreadable:
        lines.append(f"unreadable: {totals.unreadable}")
    return "\n".join(lines)
