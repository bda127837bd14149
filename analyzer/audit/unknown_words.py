"""Words of a log that are not known, as the reason why what rests on them is undecided."""

from __future__ import annotations

import numpy as np

from analyzer.audit.case import Case
from analyzer.formats.events import Oddity

__all__ = ["unknown_words"]


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
