"""Changes of what results pay: the scores that follow are changed with it, and the end of the game.

Amounts are points here, hundreds in the log.  What the rules give is asked of the settlement, never of the
checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np

from analyzer.conformance.draft import RESULTS, NoOccasion
from analyzer.conformance.site import Site
from analyzer.settlement.game_end import EndCause, game_end
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import base_points, limit_of, scoring_rules
from analyzer.vocabulary import NO_SEAT, SEATS, EndKind, Seat

Points: TypeAlias = Mapping[Seat, int]
"""Changes of score, by seat."""


def pay_here(site: Site, changes: Points) -> None:
    """Change what a result pays, and nothing that follows."""
    _add(site, "sc", {2 * seat + 1: points // 100 for seat, points in changes.items()})


def pay(site: Site, changes: Points) -> None:
    """Change what a result pays, and the scores that follow."""
    pay_here(site, changes)
    carry(site, changes, 1)


def pay_instead(site: Site, due: Sequence[int]) -> None:
    """Let a result pay other points, and change the scores that follow."""
    paid = site.paid
    pay(site, {seat: points - paid[seat] for seat, points in enumerate(due)})


def restate(site: Site, changes: Points) -> None:
    """Change the scores that one element states; nothing follows."""
    name, stride = ("sc", 2) if site.kind in RESULTS else ("ten", 1)
    _add(site, name, {stride * seat: points // 100 for seat, points in changes.items()})


def carry(site: Site, changes: Points, offset: int = 0) -> None:
    """Change the scores that all elements from one on state, and the end of the game with them.

    Raises:
        NoOccasion: When it would end at another hand, or a riichi could not be paid.
    """
    for one in site.over(range(site.index + offset, len(site.draft.elements))):
        if one.kind in ("INIT", *RESULTS) or (one.kind == "REACH" and one.has("ten")):
            restate(one, changes)
    settle_end(site)
    declared = [one for one in site.of_kind("REACH", "log") if not one.has("ten")]
    needed = site.draft.rules.riichi_points
    can_be_paid = all(100 * one.standing[one.seat] >= needed for one in declared)
    if not can_be_paid or _takes_another_course(site):
        raise NoOccasion("the game would take another course")


def _add(site: Site, name: str, changes: Mapping[int, int]) -> None:
    """Change numbers of an attribute, by their place in it."""
    numbers = site.element.numbers(name)
    for place, more in changes.items():
        numbers[place] += more
    site.element.set_numbers(name, numbers)


def _takes_another_course(site: Site) -> bool:
    """Whether the game is over, or may be, after other hands than in the log as it was."""
    draft, judged = site.draft, site.draft.judged
    scores = np.array([one.scores_after for one in site.over(draft.last_results())], np.int32)
    rows = slice(draft.rows.start, draft.rows.stop)
    kyoku, won = judged.events.hands.kyoku[rows], judged.facts.end[rows] == EndKind.AGARI
    stays, kind = judged.next.kyoku[rows] == kyoku, judged.draws.kind[rows]
    dealer = judged.facts.dealer[rows]
    now = game_end(scores, draft.rules, kyoku=kyoku, dealer=dealer, dealer_stays=stays, won=won, kind=kind)
    is_over = (now.cause != EndCause.NONE) | now.may_end
    was_over = (judged.endings.cause[rows] != EndCause.NONE) | judged.endings.may_end[rows]
    return bool((is_over != was_over).any())


def settle_end(site: Site) -> None:
    """Write ``owari`` as the scores give it."""
    (last,) = site.over(site.draft.last_results()[-1:])
    end(last, last.final_scores)


def end(site: Site, scores: Sequence[int], results: Sequence[int] | None = None) -> None:
    """Let the game end with a result: write its ``owari``; what else that has stays.

    Args:
        site: The result.
        scores: Final scores in points, of the seats at the table.
        results: Final results, likewise; None for those of the scores.
    """
    last = site.element.attributes
    old = last["owari"].split(",") if last.get("owari") else ["0", "0.0"] * SEATS
    ended = [*zip(scores, results or site.results_of(scores), strict=True)]
    ended += [(0, 0)] * (SEATS - len(ended))
    texts = (
        (str(score // 100), f"{result / 1000:.1f}" if "." in old[1] else str(int(result / 1000)))
        for score, result in ended
    )
    last["owari"] = ",".join([*chain.from_iterable(texts), *old[2 * SEATS :]])


def revalue(site: Site, yaku: list[int], fu: int, han: int | None = None) -> None:
    """Let a win without yakuman have other yaku or fu, its points by the rules, and pay them.

    Args:
        site: The win.
        yaku: Ids and han.
        fu: As they are stated.
        han: If points are to be counted by other han than those of its yaku.

    Raises:
        NoOccasion: When other han are worth the same.
    """
    rules = scoring_rules(site.draft.rules)
    counted = han or sum(yaku[1::2])
    limit = limit_of(counted, fu, rules.counted_yakuman)
    base = base_points(counted, fu, limit, rules.kiriage_mangan)
    honba, kyotaku = site["ba"]
    due = _payments(site, base, 0)[site.seat]
    if han and [due, limit] == site["ten"][1:]:
        raise NoOccasion("so many han are worth the same")
    site.element.set_numbers("yaku", yaku)
    site.element.set_numbers("ten", [fu, due, limit])
    is_first = site.of_kind("result")[0].element is site.element
    pay_instead(site, _payments(site, base, honba if is_first else 0, kyotaku))


def _payments(site: Site, base: int, honba: int, kyotaku: int = 0) -> list[int]:
    """Payments of base points, honba and sticks of a win, nobody being liable."""
    table = WinTable(
        winner=np.array([site.seat], np.uint8),
        loser=np.array([site["fromWho"]], np.uint8),
        dealer=np.array([site.dealer], np.uint8),
        honba=np.array([honba], np.int32),
        sticks=np.array([kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
        feeder=np.array([NO_SEAT], np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid: list[int] = win_payments(np.array([base], np.int32), nothing, table, site.draft.rules)[0].tolist()
    return paid


def pay_honba(site: Site, more: int) -> None:
    """Let a win be paid so many honba more, nobody being liable, or less: ``"-ba[0]"``."""
    pay(site, dict(enumerate(_payments(site, 0, more))))
