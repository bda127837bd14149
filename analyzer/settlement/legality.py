"""What bars a winner from ron (振聴), as far as a rule set says so."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Facts
from analyzer.rules.grades import Furiten
from analyzer.rules.rule_set import RuleSet

__all__ = ["furiten_rons"]

_BITS: Final = (
    (Furiten.OWN_DISCARDS, FURITEN_DISCARD),
    (Furiten.PASSED, FURITEN_PASSED),
    (Furiten.AFTER_RIICHI, FURITEN_RIICHI),
)


def furiten_rons(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Winners by ron who were furiten, with or without a yaku; a tsumo in furiten is allowed.

    Args:
        facts: Uses ``winners``, ``ron_calls`` and ``furiten``.
        rules: Uses ``furiten``.

    Returns:
        Shape (hands, seats).

    Source: World Riichi Championship Rules, 5.7.5.
    """
    bars = sum(bit for grade, bit in _BITS if grade in rules.furiten)
    barred = facts.furiten[:, : rules.seats] & np.uint8(bars) != 0
    by_ron = facts.winners[:, : rules.seats] & (facts.ron_calls > 0)[:, None]
    found: NDArray[np.bool_] = by_ron & barred
    return found
