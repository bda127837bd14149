"""What the checks of wins share: one item per win, its message, and what leaves it in doubt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case
from analyzer.audit.undecided import earlier_deals_matter, for_reasons
from analyzer.audit.verdicts import Detail, Verdicts, per_hand
from analyzer.audit.win_lines import logged_line, played_line

__all__ = ["WinClaims", "per_value", "per_win"]


@dataclass(frozen=True, slots=True)
class WinClaims:
    """What a log claims about its wins, beside what play gives; masks have shape (wins,).

    Attributes:
        what: Name of what is compared.
        passed: Wins for which both are the same.
        claimed: What the log says of a win.
        computed: What play gives.
        broken: Attributes of AGARI that make the claim; where one is malformed, well-formed names it.
        absent: Wins of which the log, by its form, does not state the claim.
        lost: Wins that cannot be judged; those of a hand that is not usable, if not given.
    """

    what: str
    passed: NDArray[np.bool_]
    claimed: Callable[[int], str]
    computed: Callable[[int], str]
    broken: tuple[str, ...]
    absent: NDArray[np.bool_] | None = None
    lost: NDArray[np.bool_] | None = None


def per_win(case: Case, claims: WinClaims) -> Verdicts:
    """One item per win; the message has what the log says and what play gives."""
    wins = case.wins

    def detail(item: int) -> Detail:
        said, due = claims.claimed(item), claims.computed(item)
        message = f"log has {claims.what}{' ' * bool(claims.what)}{said}, play gives {due}"
        element = int(case.events.results.element[wins.result[item]])
        return Detail(said, due, message, element, int(wins.winner[item]))

    unjudged = ~case.usable[wins.hand] if claims.lost is None else claims.lost
    is_broken = np.zeros(len(wins.hand), np.bool_)
    for name in claims.broken:
        is_broken |= has_broken(case.events, name)[wins.result]
    absent = ~is_broken & (False if claims.absent is None else claims.absent)
    return per_hand(
        case,
        wins.hand,
        claims.passed,
        detail,
        lost=unjudged | absent,
        unread=is_broken & ~unjudged,
        absent=absent & ~unjudged,
    )


def per_value(case: Case, claims: WinClaims) -> Verdicts:
    """As `per_win`; the message has the whole win as logged and as played, from sets to payment."""
    judged = per_win(case, claims)

    def detail(item: int) -> Detail:
        said = judged.detail(item)
        message = f"{claims.what} {said.claimed}, not {said.computed}: log has {logged_line(case, item)}"
        return said._replace(message=f"{message}; play gives {played_line(case, item)}")

    hidden = case.wins.result[earlier_deals_matter(case)].tolist()
    verdicts = replace(judged, detail=detail)
    return for_reasons(case, verdicts, case.wins.result, dict.fromkeys(hidden, _HIDDEN_HONBA))


_HIDDEN_HONBA: Final = "the excerpt does not show who earned its honba"
