"""Two rule sets over an archive: the hands they settle differently, one by one and counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from analyzer import __version__
from analyzer.audit.other_rules import Cause, TwoRuleSets, compare
from analyzer.audit.review import Review
from analyzer.batch.reviews import Terms, review_all
from analyzer.kernels import compiling
from analyzer.rules import RuleSet
from analyzer.sources import Item
from analyzer.vocabulary import DrawKind

_DRAWS: Final = {0: "plays_on"} | {kind.value: kind.text for kind in DrawKind}
_ROWS_AT_ONCE: Final = 50_000


class HandDifference(NamedTuple):
    """One hand that two rule sets, a and b, settle differently.

    Attributes:
        hand: 0-based index of the hand in its game.
        kyoku: Index 0-15.
        cause: Name of a `Cause`.
        kind_a: Draw by the first rule set; ``plays_on`` where it has none here; None for a win.
        deltas_a: Points of the seats under the first, deposits not included.
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


def _no_causes() -> dict[str, int]:
    return {cause.text: 0 for cause in Cause if cause != Cause.NONE}


@dataclass(slots=True)
class ComparisonTotals:
    """Counts over the archive.

    Attributes:
        games: Finished games compared whole.
        hands: Hands compared.
        left_out: Hands that could not be compared: damaged, or of another number of players.
        causes: Differing hands by cause.
        points_moved: Points that change hands, by cause.
        order_differs: Games whose final order is another.
        leftover_differs: Games that end with sticks which the two sets give to different seats, or to nobody.
        unreadable: Logs and sources that could not be read.
    """

    games: int = 0
    hands: int = 0
    left_out: int = 0
    causes: dict[str, int] = field(default_factory=_no_causes)
    points_moved: dict[str, int] = field(default_factory=_no_causes)
    order_differs: int = 0
    leftover_differs: int = 0
    unreadable: int = 0


def compare_all(
    items: Iterable[Item], a: RuleSet | None, b: RuleSet | None, totals: ComparisonTotals
) -> Iterator[HandDifference]:
    """Hands of the items that two rule sets (None: the one that each log calls for) settle differently.

    They come in order, and ``totals`` grows along.
    """
    for batch, read in review_all(items, Terms(checks=())):
        totals.unreadable += len(batch.problems)
        if read is None:
            continue
        with compiling() if batch.is_compiled else nullcontext():
            comparison = compare(read.audit, a, b)
        differences = list(_differences(read, comparison))
        totals.games += int(comparison.games.sum())
        totals.hands += int(comparison.compared.sum())
        totals.left_out += int((~comparison.compared).sum())
        totals.order_differs += int(comparison.order_differs.sum())
        totals.leftover_differs += int(comparison.leftover_differs.sum())
        totals.unreadable += read.unreadable
        for difference in differences:
            totals.causes[difference.cause] += 1
            totals.points_moved[difference.cause] += int(difference.moved)
        yield from differences


def _differences(read: Review, comparison: TwoRuleSets) -> Iterator[HandDifference]:
    hands, offsets = read.events.hands, read.events.games.hand_offsets
    for row in np.flatnonzero(comparison.cause).tolist():
        game, won = int(hands.game[row]), bool(read.facts.winners[row].any())
        a, b = comparison.a.hands, comparison.b.hands
        yield HandDifference(
            *read.logs[game],
            row - int(offsets[game]),
            int(hands.kyoku[row]),
            int(hands.honba[row]),
            Cause(int(comparison.cause[row])).text,
            None if won else _DRAWS[int(a.draws.kind[row])],
            None if won else _DRAWS[int(b.draws.kind[row])],
            tuple(a.deltas[row].tolist()),
            tuple(b.deltas[row].tolist()),
            float(np.abs(a.deltas[row] - b.deltas[row]).sum()) / 2,
        )


def write_comparison(path: Path, differences: Iterable[HandDifference]) -> None:
    """Write a Parquet file of all differences, which appears complete or not at all."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    count, text, points = pa.int32(), pa.string(), pa.list_(pa.int32(), 4)
    kinds = (text, text, count, count, count, text, text, text, points, points, pa.float64())
    columns = [
        pa.field(name, kind, nullable=name in ("kind_a", "kind_b"))
        for name, kind in zip(HandDifference._fields, kinds, strict=True)
    ]
    about = {"tenhou_analyzer.table": "comparison", "tenhou_analyzer.version": __version__}
    schema, unfinished = pa.schema(columns, metadata=about), path.with_name(f"{path.name}.part")
    rows = (difference._asdict() for difference in differences)
    try:
        with pq.ParquetWriter(unfinished, schema, compression="zstd") as writer:
            while some := list(islice(rows, _ROWS_AT_ONCE)):
                writer.write_table(pa.Table.from_pylist(some, schema=schema))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
