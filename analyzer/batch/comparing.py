"""Two rule sets over an archive: the hands they settle differently, one by one and counted.

Every hand is settled from the state its log gives it (dealer, honba, sticks), so a difference stays
with the hand that makes it; the scores of a game under a rule set are the sum of its hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import unique
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer import __version__
from analyzer.audit.audit import Audit, endings_of, final_results_of
from analyzer.audit.review import Review
from analyzer.audit.ruling import choose_rules
from analyzer.batch.reviews import Terms, review_all
from analyzer.formats.events import Events
from analyzer.kernels import compiling
from analyzer.replay import Facts
from analyzer.rules import RuleSet
from analyzer.settlement import Settlement
from analyzer.settlement.game_end import ranks
from analyzer.sources import Item
from analyzer.vocabulary import SEATS, Code, DrawKind, EndKind


@unique
class Cause(Code):
    """Why two rule sets differ on a hand; the first that applies."""

    NONE = 0
    DRAW_KIND = 1
    """They end the hand by different draws, or one of them plays on."""
    DRAW_PAYMENT = 2
    """The same draw is paid differently."""
    WIN_PAYMENT = 3
    """The same win is worth something else, or paid by others."""
    NEXT_HAND = 4
    """The payments are the same; the next dealer, honba or sticks are not."""

    @property
    def text(self) -> str:
        """Name in columns and reports, as ``draw_kind``."""
        return self.name.lower()


class Settled(NamedTuple):
    """The hands and games of a batch under one rule set."""

    rule_of_game: NDArray[np.int32]
    """Shape (games,): -1 where the rule set does not fit the number of players."""
    hands: Settlement
    sums: NDArray[np.int32]
    """Shape (games, 4), points: start and all hands."""
    final_scores: NDArray[np.int32]
    """Shape (games, 4), points: the same with the sticks left at the end; zeros of a game that has no end."""
    final_results: NDArray[np.int32]
    """Likewise, with uma and oka of the rule set."""


class TwoRuleSets(NamedTuple):
    """Two rule sets over one batch."""

    a: Settled
    b: Settled
    compared: NDArray[np.bool_]
    """Shape (hands,): readable, complete hands of games that both rule sets fit."""
    cause: NDArray[np.uint8]
    """Shape (hands,): a Cause; NONE where nothing differs or nothing was compared."""
    games: NDArray[np.bool_]
    """Shape (games,): finished games of which every hand was compared."""
    order_differs: NDArray[np.bool_]
    """Shape (games,): the final order is another."""
    leftover_differs: NDArray[np.bool_]
    """Shape (games,): sticks were left at the end, and not both rule sets put them in the same place."""


def compare(audit: Audit, a: RuleSet | None, b: RuleSet | None) -> TwoRuleSets:
    """Settle every hand under two rule sets.

    Args:
        audit: The batch.
        a: A rule set; None for the one that each log calls for.
        b: Another.
    """
    events, facts = audit.events, audit.facts
    one, other = (
        _settled(audit.under(choose_rules(events, audit.logs, rules, audit.headers.announcements)))
        for rules in (a, b)
    )
    fits = (one.rule_of_game >= 0) & (other.rule_of_game >= 0)
    usable = events.hands.readable & events.hands.complete & ~facts.derailed
    compared = usable & fits[events.hands.game]
    cause = np.where(compared, _cause(facts, one, other), Cause.NONE).astype(np.uint8)
    games = fits & _finished(events, compared)
    order = (ranks(one.final_scores) != ranks(other.final_scores)).any(axis=1)
    left, other_left = (settled.final_scores - settled.sums for settled in (one, other))
    leftover = (left != other_left).any(axis=1)
    return TwoRuleSets(one, other, compared, cause, games, games & order, games & leftover)


def _cause(facts: Facts, one: Settled, other: Settled) -> NDArray[np.uint8]:
    won = facts.end == EndKind.AGARI
    a, b = one.hands, other.hands
    paid = (a.deltas != b.deltas).any(axis=1)
    after = (
        (a.next.kyoku != b.next.kyoku) | (a.next.honba != b.next.honba) | (a.next.kyotaku != b.next.kyotaku)
    )
    rows = (
        (~won & (a.draws.kind != b.draws.kind), Cause.DRAW_KIND),
        (~won & paid, Cause.DRAW_PAYMENT),
        (won & paid, Cause.WIN_PAYMENT),
        (after, Cause.NEXT_HAND),
    )
    return np.select([where for where, _ in rows], [cause for _, cause in rows], Cause.NONE).astype(np.uint8)


def _finished(events: Events, compared: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Shape (games,): games that the log ends, with every hand compared."""
    games = len(events.games.go_type)
    missing = np.bincount(events.hands.game[~compared], minlength=games) > 0
    results = events.results
    ended = np.bincount(events.hands.game[results.hand[results.has_owari]], minlength=games) > 0
    return ended & ~missing


def _settled(audit: Audit) -> Settled:
    hands, offsets = audit.events.hands, audit.events.games.hand_offsets
    deposits = -audit.stick[:, None] * audit.facts.riichi_passed
    sums = np.zeros((len(audit.logs), SEATS), np.int32)
    np.add.at(sums, hands.game, audit.settled.deltas + deposits)
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    sums[games] += hands.scores[offsets[games]]
    scores, results = np.zeros_like(sums), np.zeros_like(sums)
    last = offsets[games + 1] - 1
    endings = endings_of(audit, sums[hands.game])
    scores[games] = endings.scores[last]
    results[games] = final_results_of(audit, last, endings).due
    return Settled(audit.rule_of_game, audit.settled, sums, scores, results)


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
