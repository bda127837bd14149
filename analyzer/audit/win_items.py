"""What the checks of wins share: one item per win, its sentence, and what leaves it in doubt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case
from analyzer.audit.doubts import doubts_of, other_tiles, repeated_result, tehai_differs
from analyzer.audit.excerpts import earlier_deals_matter
from analyzer.audit.follows import start_of_hands
from analyzer.audit.undecided import for_reasons
from analyzer.audit.verdicts import Detail, State, Verdicts, per_hand, silenced
from analyzer.audit.win_lines import logged_line, played_line

__all__ = ["in_doubt", "per_value", "per_win", "wrong_tile"]


def per_win(
    case: Case,
    passed: NDArray[np.bool_],
    claimed: Callable[[int], str],
    computed: Callable[[int], str],
    what: str,
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
    *,
    broken: tuple[str, ...] = (),
    absent: NDArray[np.bool_] | None = None,
    lost: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """One item per win; the sentence names what the log says and what play gives.

    Args:
        case: The batch.
        passed: Shape (wins,).
        claimed: What the log says of a win.
        computed: What play gives.
        what: Name of what is compared, with the blank behind it.
        explained: As of `silenced`.
        broken: Attributes of AGARI that make the claim; where one is malformed, well-formed names it.
        absent: Wins of which the log, by its form, does not state the claim.
        lost: Wins that cannot be judged; those of a hand that is not usable, if not given.
    """
    wins = case.wins

    def detail(item: int) -> Detail:
        said, due = claimed(item), computed(item)
        message = f"log has {what}{said}, play gives {due}"
        element = int(case.events.results.element[wins.result[item]])
        return Detail(said, due, message, element, int(wins.winner[item]))

    unjudged = ~case.usable[wins.hand] if lost is None else lost
    is_broken = np.zeros(len(wins.hand), np.bool_)
    for name in broken:
        is_broken |= has_broken(case.events, name)[wins.result]
    unstated = is_broken if absent is None else is_broken | absent
    silent = silenced(passed, unjudged | unstated, explained)
    silent[unstated & ~unjudged] = State.ABSENT
    silent[is_broken & ~unjudged] = State.FOLLOWS
    return per_hand(case.events.hands.game, wins.hand, passed, detail, silent=silent)


def per_value(
    case: Case,
    passed: NDArray[np.bool_],
    claimed: Callable[[int], str],
    computed: Callable[[int], str],
    what: str,
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
    *,
    broken: tuple[str, ...] = (),
    absent: NDArray[np.bool_] | None = None,
    lost: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """As `per_win`; the sentence has the whole win as logged and as played, sets to payment."""
    judged = per_win(
        case, passed, claimed, computed, what, explained, broken=broken, absent=absent, lost=lost
    )

    def detail(item: int) -> Detail:
        said, due = claimed(item), computed(item)
        message = f"{what} {said}, not {due}: log has {logged_line(case, item)}; play gives "
        return judged.detail(item)._replace(message=message + played_line(case, item))

    hidden = case.wins.result[earlier_deals_matter(case)].tolist()
    verdicts = replace(judged, detail=detail)
    return for_reasons(case, verdicts, case.wins.result, dict.fromkeys(hidden, _HIDDEN_HONBA))


_HIDDEN_HONBA = "the excerpt does not show who earned its honba"


def wrong_tile(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins on a tile that nobody has just laid down or drawn, or of a seat that has won already.

    Also wins in a hand whose tiles are not those of the seed.
    """
    wins = case.wins
    hand = wins.hand[items]
    wrong = doubts_of(case).winning_tile[hand, wins.winner[items]]
    return wrong | repeated_result(case)[wins.result[items]] | other_tiles(case)[hand]


def in_doubt(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose tile, tehai or kyoku is wrong, and named so: what they are worth cannot be told."""
    hand = case.wins.hand[items]
    other_wind: NDArray[np.bool_] = start_of_hands(case).kyoku[hand] != case.events.hands.kyoku[hand]
    return wrong_tile(case, items) | tehai_differs(case)[items] | other_wind
