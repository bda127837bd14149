"""Items without a verdict: why they have none, and how others are made so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.verdicts import Detail, State, Verdicts
from analyzer.replay.facts import is_one_of

__all__ = ["for_reasons", "undecided_where", "why_undecided"]


def why_undecided(case: Case, verdicts: Verdicts, item: int) -> Detail:
    """Why an item has no verdict: message, and the element where the check knows one."""
    if verdicts.why is not None:
        return verdicts.why(item)
    return case.lost_because(int(verdicts.hand[item]))


def undecided_where(
    case: Case, verdicts: Verdicts, chosen: NDArray[np.bool_], why: Callable[[int], Detail]
) -> Verdicts:
    """The verdicts with some items made undecided.

    Args:
        case: The batch.
        verdicts: Of one check.
        chosen: Those items; shape (items,).
        why: Makes the Detail of why one of them has no verdict.
    """
    if not chosen.any():
        return verdicts
    return replace(
        verdicts,
        state=np.where(chosen, np.uint8(State.UNDECIDED), verdicts.state),
        why=lambda item: why(item) if chosen[item] else why_undecided(case, verdicts, item),
    )


def for_reasons(
    case: Case, verdicts: Verdicts, results: NDArray[np.integer], reasons: Mapping[int, str]
) -> Verdicts:
    """The verdicts, of which those that pass or fail are undecided where there is a reason.

    Args:
        case: The batch.
        verdicts: One item per given result.
        results: Rows of ``results``; shape (items,).
        reasons: Sentences by row of ``results``.
    """
    if not reasons:
        return verdicts
    judged = is_one_of(verdicts.state, (State.PASSED, State.FAILED))

    def why(item: int) -> Detail:
        row = int(results[item])
        return Detail(None, None, reasons[row], int(case.events.results.element[row]))

    return undecided_where(case, verdicts, judged & np.isin(results, list(reasons)), why)
