"""Words of a log that are not known: what rests on them is undecided, and the words are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.verdicts import Detail, State, Verdicts
from analyzer.mjlog.events import Oddity
from analyzer.replay.facts import is_one_of

__all__ = ["for_reasons", "unknown_words"]


def unknown_words(case: Case, code: Oddity, what: str) -> dict[int, str]:
    """By row of ``results`` with unknown words of one kind: a sentence that names them.

    Args:
        case: The batch.
        code: The kind.
        what: What the words stand for.
    """
    oddities = case.events.oddities
    rows = np.flatnonzero(oddities.code == code)
    if len(rows) == 0:
        return {}
    results, hands = case.events.results, case.events.hands
    places = zip(hands.game[results.hand].tolist(), results.element.tolist(), strict=True)
    row_of = {place: row for row, place in enumerate(places)}
    reasons: dict[int, str] = {}
    for game, element, word in zip(
        oddities.game[rows].tolist(),
        oddities.element[rows].tolist(),
        oddities.detail[rows].tolist(),
        strict=True,
    ):
        reasons[row_of[game, element]] = f"the log's word for {what} is not known: {case.events.words[word]}"
    return reasons


def for_reasons(
    case: Case, verdicts: Verdicts, results: NDArray[np.integer], reasons: Mapping[int, str]
) -> Verdicts:
    """The verdicts, undecided where there is a reason, unless something named makes them so.

    Args:
        case: The batch.
        verdicts: One item per given result.
        results: Rows of ``results``; shape (items,).
        reasons: Sentences by row of ``results``.
    """
    unknown = np.isin(results, list(reasons)) if reasons else np.zeros(len(results), np.bool_)
    if not unknown.any():
        return verdicts
    judged = is_one_of(verdicts.state, (State.PASSED, State.FAILED))

    def why(item: int) -> Detail:
        row = int(results[item])
        if row in reasons and judged[item]:
            return Detail(None, None, reasons[row], int(case.events.results.element[row]))
        return case.lost_because(int(verdicts.hand[item])) if verdicts.why is None else verdicts.why(item)

    state = np.where(unknown & judged, np.uint8(State.UNDECIDED), verdicts.state)
    return replace(verdicts, state=state, why=why)
