"""A check of two columns: what the log claims held against what play and rules give, row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.texts import kind_text, logged_line, played_line, seats_text
from analyzer.audit.verdicts import Check, Detail, Verdicts, for_reasons, per_hand
from analyzer.formats.claims import Claim
from analyzer.replay.seats import every_seat
from analyzer.rules import Area
from analyzer.vocabulary import kyoku_text, signed_points

__all__ = ["Column", "Comparison", "Items", "Mask", "Texts"]

Column = NDArray[Any]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Items:
    """What a family of comparisons is about; shape (items,) each.

    Attributes:
        hand: Rows of ``hands``.
        element: Element that makes the claim.
        lost: Items that cannot be judged.
        seat: Seat concerned; None where not one seat is.
        absent: Items that the log, by its form, does not state.
        why: As in `per_hand`.
    """

    hand: NDArray[np.integer]
    element: NDArray[np.integer]
    lost: Mask
    seat: NDArray[np.integer] | None = None
    absent: Mask | None = None
    why: Callable[[int], Detail] | None = None


class Texts(NamedTuple):
    """A column of texts, each made when a finding needs it."""

    of: Callable[[Case, int], str]


@dataclass(frozen=True)
class Comparison:
    """One check of two columns.

    Attributes:
        id: As in `Check`, like title, rule, source, areas, claim and of_amounts.
        items: What it is about.
        claimed: What the log says; shape (items,) or (items, numbers), or texts.
        computed: What play and rules give, likewise.
        text: A row of either as text, where they are no texts.
        words: The message, with the names of `_NAMES` in braces; or which it is for an item.
        agree: Items whose columns agree, where that is not to be equal; of texts always.
        unread: Items whose claim cannot be read.
        absent: Items that do not state the claim.
        lost: Items that cannot be judged, besides those of ``items``.
        reasons: Why items have no verdict: sentences by row of ``results``.
        rows: Rows of ``results`` of the items.
        also: Adds what only this check looks at to its verdicts.
    """

    id: str
    title: str
    rule: str
    source: str
    items: Callable[[Case], Items]
    claimed: Callable[[Case], Column] | Texts
    computed: Callable[[Case], Column] | Texts
    text: Callable[[Any], str]
    words: str | Callable[[Case, int], str]
    areas: frozenset[Area] = frozenset()
    claim: Claim | None = None
    of_amounts: bool = False
    agree: Callable[[Case], Mask] | None = None
    unread: Callable[[Case], Mask] | None = None
    absent: Callable[[Case], Mask] | None = None
    lost: Callable[[Case], Mask] | None = None
    reasons: Callable[[Case], Mapping[int, str]] | None = None
    rows: Callable[[Case], NDArray[np.integer]] | None = None
    also: Callable[[Case, Verdicts], Verdicts] | None = None

    def check(self) -> Check:
        """The row as a check."""
        run = partial(compare, self)
        return Check(
            self.id, self.title, self.rule, self.source, run, self.areas, self.claim, self.of_amounts
        )


def compare(row: Comparison, case: Case) -> Verdicts:
    """One item per row of the two columns."""
    items = row.items(case)
    claimed, computed = (
        np.empty(0) if isinstance(column, Texts) else column(case) for column in (row.claimed, row.computed)
    )
    passed = row.agree(case) if row.agree else _equal(claimed, computed)

    def detail(item: int) -> Detail:
        if isinstance(row.claimed, Texts) and isinstance(row.computed, Texts):
            said, due = row.claimed.of(case, item), row.computed.of(case, item)
        else:
            said, due = row.text(claimed[item]), row.text(computed[item])
        words = row.words if isinstance(row.words, str) else row.words(case, item)
        names = _Names(case, int(items.hand[item]), item)
        names |= {"claimed": said, "computed": due, "two": (claimed, computed)}
        seat = None if items.seat is None else int(items.seat[item])
        if claimed.dtype == np.bool_ and len(differ := np.flatnonzero(claimed[item] != computed[item])) == 1:
            seat = int(differ[0])
        return Detail(said, due, words.format_map(names), int(items.element[item]), seat)

    absent = items.absent
    if row.absent is not None:
        absent = row.absent(case) & ~items.lost
    verdicts = per_hand(
        case,
        items.hand,
        passed,
        detail,
        lost=items.lost if row.lost is None else items.lost | row.lost(case),
        unread=None if row.unread is None else row.unread(case) & ~items.lost,
        absent=absent,
        why=items.why,
    )
    if row.reasons is not None and row.rows is not None:
        verdicts = for_reasons(case, verdicts, row.rows(case), row.reasons(case))
    return verdicts if row.also is None else row.also(case, verdicts)


def _equal(claimed: Column, computed: Column) -> Mask:
    equal: Mask = claimed == computed
    return equal if equal.ndim == 1 else every_seat(equal)


class _Names(dict[str, Any]):
    """What names of a message mean for an item; those of `_NAMES` are looked up when asked for."""

    def __init__(self, case: Case, hand: int, item: int) -> None:
        super().__init__()
        self._of = (case, hand, item)

    def __missing__(self, name: str) -> str:
        if name == "difference":
            claimed, computed = self["two"]
            return signed_points((claimed[self._of[2]] - computed[self._of[2]]).tolist())
        return _NAMES[name](*self._of)


def _tenpai(case: Case, hand: int, _: int) -> str:
    return seats_text(case.ryuukyoku.tenpai[hand])


_NAMES: Final[Mapping[str, Callable[[Case, int, int], str]]] = {
    "rules": lambda case, hand, _: case.rule_name(hand),
    "kyoku": lambda case, hand, _: kyoku_text(int(case.events.hands.kyoku[hand])),
    "first": lambda case, hand, _: str(case.facts.dealer[hand]),
    "kind": lambda case, hand, _: kind_text(int(case.ryuukyoku.kind[hand])),
    "tenpai": _tenpai,
    "logged": lambda case, _, item: logged_line(case, item),
    "played": lambda case, _, item: played_line(case, item),
}
"""Of a hand, or of the item of a family."""
