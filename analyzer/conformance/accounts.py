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
from analyzer.conformance.scene import Scene
from analyzer.settlement.game_end import EndCause, game_end
from analyzer.settlement.payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.points import base_points, limit_of, scoring_rules
from analyzer.vocabulary import NO_SEAT, SEATS, EndKind, Seat

Points: TypeAlias = Mapping[Seat, int]
"""Changes of score, by seat."""


def pay_here(scene: Scene, changes: Points) -> None:
    """Change what a result pays, and nothing that follows."""
    _add(scene, "sc", {2 * seat + 1: points // 100 for seat, points in changes.items()})


def pay(scene: Scene, changes: Points) -> None:
    """Change what a result pays, and the scores that follow."""
    pay_here(scene, changes)
    carry(scene, changes, 1)


def pay_instead(scene: Scene, due: Sequence[int]) -> None:
    """Let a result pay other points, and change the scores that follow."""
    paid = scene.paid
    pay(scene, {seat: points - paid[seat] for seat, points in enumerate(due)})


def restate(scene: Scene, changes: Points) -> None:
    """Change the scores that one element states; nothing follows."""
    name, stride = ("sc", 2) if scene.kind in RESULTS else ("ten", 1)
    _add(scene, name, {stride * seat: points // 100 for seat, points in changes.items()})


def carry(scene: Scene, changes: Points, offset: int = 0) -> None:
    """Change the scores that all elements from one on state, and the end of the game with them.

    Raises:
        NoOccasion: When it would end at another hand, or a riichi could not be paid.
    """
    for one in scene.over(range(scene.index + offset, len(scene.draft.elements))):
        if one.kind in ("INIT", *RESULTS) or (one.kind == "REACH" and one.has("ten")):
            restate(one, changes)
    settle_end(scene)
    declared = [one for one in scene.of_kind("REACH", "log") if not one.has("ten")]
    needed = scene.draft.rules.riichi_points
    can_be_paid = all(100 * one.standing[one.seat] >= needed for one in declared)
    if not can_be_paid or _takes_another_course(scene):
        raise NoOccasion("the game would take another course")


def _add(scene: Scene, name: str, changes: Mapping[int, int]) -> None:
    """Change numbers of an attribute, by their place in it."""
    numbers = scene.element.numbers(name)
    for place, more in changes.items():
        numbers[place] += more
    scene.element.set_numbers(name, numbers)


def _takes_another_course(scene: Scene) -> bool:
    """Whether the game is over, or may be, after other hands than in the log as it was."""
    draft, judged = scene.draft, scene.draft.judged
    scores = np.array([one.scores_after for one in scene.over(draft.last_results())], np.int32)
    rows = slice(draft.rows.start, draft.rows.stop)
    kyoku, won = judged.events.hands.kyoku[rows], judged.facts.end[rows] == EndKind.AGARI
    stays, kind = judged.next.kyoku[rows] == kyoku, judged.draws.kind[rows]
    dealer = judged.facts.dealer[rows]
    now = game_end(scores, draft.rules, kyoku=kyoku, dealer=dealer, dealer_stays=stays, won=won, kind=kind)
    is_over = (now.cause != EndCause.NONE) | now.may_end
    was_over = (judged.endings.cause[rows] != EndCause.NONE) | judged.endings.may_end[rows]
    return bool((is_over != was_over).any())


def settle_end(scene: Scene) -> None:
    """Write ``owari`` as the scores give it."""
    (last,) = scene.over(scene.draft.last_results()[-1:])
    end(last, last.final_scores)


def end(scene: Scene, scores: Sequence[int], results: Sequence[int] | None = None) -> None:
    """Let the game end with a result: write its ``owari``; what else that has stays.

    Args:
        scene: The result.
        scores: Final scores in points, of the seats at the table.
        results: Final results, likewise; None for those of the scores.
    """
    last = scene.element.attributes
    old = last["owari"].split(",") if last.get("owari") else ["0", "0.0"] * SEATS
    ended = [*zip(scores, results or scene.results_of(scores), strict=True)]
    ended += [(0, 0)] * (SEATS - len(ended))
    texts = (
        (str(score // 100), f"{result / 1000:.1f}" if "." in old[1] else str(int(result / 1000)))
        for score, result in ended
    )
    last["owari"] = ",".join([*chain.from_iterable(texts), *old[2 * SEATS :]])


def revalue(scene: Scene, yaku: list[int], fu: int, han: int | None = None) -> None:
    """Let a win without yakuman have other yaku or fu, its points by the rules, and pay them.

    Args:
        scene: The win.
        yaku: Ids and han.
        fu: As they are stated.
        han: If points are to be counted by other han than those of its yaku.

    Raises:
        NoOccasion: When other han are worth the same.
    """
    rules = scoring_rules(scene.draft.rules)
    counted = han or sum(yaku[1::2])
    limit = limit_of(counted, fu, rules.counted_yakuman)
    base = base_points(counted, fu, limit, rules.kiriage_mangan)
    honba, kyotaku = scene["ba"]
    due = _payments(scene, base, 0)[scene.seat]
    if han and [due, limit] == scene["ten"][1:]:
        raise NoOccasion("so many han are worth the same")
    scene.element.set_numbers("yaku", yaku)
    scene.element.set_numbers("ten", [fu, due, limit])
    is_first = scene.of_kind("result")[0].element is scene.element
    pay_instead(scene, _payments(scene, base, honba if is_first else 0, kyotaku))


def _payments(scene: Scene, base: int, honba: int, kyotaku: int = 0) -> list[int]:
    """Payments of base points, honba and sticks of a win, nobody being liable."""
    table = WinTable(
        winner=np.array([scene.seat], np.uint8),
        loser=np.array([scene["fromWho"]], np.uint8),
        dealer=np.array([scene.dealer], np.uint8),
        honba=np.array([honba], np.int32),
        kyotaku=np.array([kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid: list[int] = win_payments(np.array([base], np.int32), nothing, table, scene.draft.rules)[0].tolist()
    return paid


def pay_honba(scene: Scene, more: int) -> None:
    """Let a win be paid so many honba more, nobody being liable, or less: ``"-ba[0]"``."""
    pay(scene, dict(enumerate(_payments(scene, 0, more))))
