"""Checks of the play: what the replay found that cannot happen, sorted into families."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.doubts import indicator_forbidden, other_tiles, paid_without_riichi
from analyzer.audit.follows import start_of_hands
from analyzer.audit.irregular import Irregular
from analyzer.audit.play_lines import illegal_line
from analyzer.audit.verdicts import Detail, Verdicts, joined, per_hand, silenced
from analyzer.replay import Illegal
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat
from analyzer.rules import Area, RuleSet
from analyzer.rules.grades import Suukaikan
from analyzer.vocabulary import NO_SEAT, SEATS, EndKind

__all__ = [
    "calls",
    "illegal_in_hands",
    "indicators",
    "riichi_procedure",
    "tiles_in_place",
    "turn_order",
    "winning_tile",
]


def illegal_in_hands(
    case: Case,
    codes: tuple[int, ...],
    looked_at: NDArray[np.bool_],
    forbidden: Callable[[RuleSet, int], bool] | None = None,
    explained: Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.bool_]] | None = None,
) -> Verdicts:
    """One item per hand looked at; hands with an illegal event of the codes fail by their first.

    Args:
        case: The batch.
        codes: What to look for.
        looked_at: Shape (hands,): hands in which it could happen.
        forbidden: Whether a rule set forbids an event of a code; all do when None.
        explained: Given hands and the rows of their events, whether another finding is the cause.
    """
    illegals = case.illegals
    of_interest = is_one_of(illegals.code, codes)
    if forbidden is not None:
        of_interest &= _forbidden(case, forbidden)
    is_open = of_interest & _rests_on_unknown(case)
    found = np.flatnonzero(of_interest & ~is_open)
    event_of_hand = np.full(len(looked_at), -1, np.int64)
    # Of several in a hand the first stays, since it is written last.
    event_of_hand[illegals.hand[found][::-1]] = found[::-1]
    open_rows = np.flatnonzero(is_open).tolist()
    area_of_hand = {int(illegals.hand[row]): _RULED[int(illegals.code[row])] for row in open_rows}
    rows = np.flatnonzero(looked_at | (event_of_hand >= 0))
    events = event_of_hand[rows]

    def detail(item: int) -> Detail:
        event = int(events[item])
        claimed, computed, message = illegal_line(case, event)
        seat = int(illegals.seat[event])
        who = None if seat == NO_SEAT else seat
        return Detail(claimed, computed, message, element=int(illegals.element[event]), seat=who)

    # In a hand that is malformed, what cannot be is a consequence of what could not be read.
    failed = (events >= 0) & case.played[rows]

    def follows(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named = other_tiles(case)[rows[items]]
        return named if explained is None else named | explained(rows[items], events[items])

    # A hand without a result was played all the same; only behind an event that derails it nothing is known.
    lost = ~case.followed[rows]
    lost |= np.isin(rows, list(area_of_hand))
    silent = silenced(~failed, lost & ~failed, follows)

    def why(item: int) -> Detail:
        row = int(rows[item])
        if row in area_of_hand and case.followed[row]:
            return case.unknown_because(int(case.events.hands.game[row]), frozenset({area_of_hand[row]}))
        return case.lost_because(row)

    return per_hand(case.events.hands.game, rows, ~failed, detail, silent=silent, why=why)


_RULED: Final = {
    int(Illegal.FIFTH_KAN): Area.ABORTIVE,
    int(Illegal.ANKAN_CHANGES_WAITS): Area.PLAY,
    int(Irregular.KITA_OFF): Area.SCORING,
}
"""Events that some rules allow, among others that none does: undecided where the rules are not known."""


def _rests_on_unknown(case: Case) -> NDArray[np.bool_]:
    """Shape (illegals,): the event is one that only a rule forbids which is not known."""
    illegals = case.illegals
    found = np.zeros(len(illegals.code), np.bool_)
    for code, area in _RULED.items():
        rows = np.flatnonzero(illegals.code == code)
        if len(rows):
            games = case.events.hands.game[illegals.hand[rows]]
            found[rows] = case.area_unknown(frozenset({area}))[games]
    return found


def _forbidden(case: Case, forbidden: Callable[[RuleSet, int], bool]) -> NDArray[np.bool_]:
    """Shape (illegals,): whether the rule set of the hand forbids the event; where it has none, yes."""
    illegals = case.illegals
    games = case.events.hands.game[illegals.hand].tolist()
    rule_sets = [case.rule_set(game) for game in games]
    pairs = zip(rule_sets, illegals.code.tolist(), strict=True)
    return np.array([rules is None or forbidden(rules, code) for rules, code in pairs], np.bool_)


def tiles_in_place(case: Case) -> Verdicts:
    """Every tile lies in one place, and who plays a tile holds it; one item per hand."""
    codes = (Illegal.DUPLICATE_TILE, Illegal.ABSENT_TILE, Illegal.NOT_HELD)
    return illegal_in_hands(case, codes, case.facts.play_count > 0)


def turn_order(case: Case) -> Verdicts:
    """Seats act in turn, and nobody draws from an empty wall; one item per hand."""

    def explained(hands: NDArray[np.int64], events: NDArray[np.int64]) -> NDArray[np.bool_]:
        # Where INIT has the wrong kyoku, the step to it is named, and the dealer by the hand before draws.
        dealer = start_of_hands(case).kyoku[hands] % SEATS
        first = case.events.plays.element[case.events.hands.play_offsets[hands]]
        named: NDArray[np.bool_] = case.events.hands.kyoku[hands] % SEATS != dealer
        named &= (case.illegals.element[events] == first) & (case.illegals.seat[events] == dealer)
        return named

    codes = (Illegal.OUT_OF_TURN, Illegal.NO_TILES_LEFT)
    return illegal_in_hands(case, codes, case.facts.play_count > 0, explained=explained)


def _call_forbidden(rules: RuleSet, code: int) -> bool:
    return code != Illegal.FIFTH_KAN or rules.suukaikan != Suukaikan.FIFTH_WITHOUT_URA


def calls(case: Case) -> Verdicts:
    """Calls take the last discard, from whom and when they may; one item per hand with calls."""
    codes = (
        Illegal.NOT_LAST_DISCARD,
        Illegal.NO_SUCH_PON,
        Illegal.CHI_NOT_FROM_PREVIOUS,
        Illegal.CALL_IN_SANMA,
        Illegal.CALL_AFTER_RIICHI,
        Illegal.FIFTH_KAN,
        Illegal.KITA_NOT_NORTH,
        Irregular.KAN_WITHOUT_DRAW,
        Irregular.KITA_OFF,
    )
    return illegal_in_hands(case, codes, case.facts.call_count > 0, _call_forbidden)


def riichi_procedure(case: Case) -> Verdicts:
    """Riichi is closed, tenpai, declared once and followed by tsumogiri; one item per hand with riichi.

    A hand whose result shows a stick that nobody declared is one of them.
    """
    codes = (
        Illegal.RIICHI_OPEN,
        Illegal.RIICHI_NOTEN,
        Illegal.RIICHI_TWICE,
        Illegal.RIICHI_STEP,
        Illegal.NOT_TSUMOGIRI,
        Illegal.ANKAN_CHANGES_WAITS,
        Irregular.STICK_OF_WON_TILE,
        Irregular.KITA_NOT_DRAWN,
    )
    declared = illegal_in_hands(case, codes, any_seat(case.facts.riichi_order > 0))
    return _with_undeclared(case, declared)


def _with_undeclared(case: Case, declared: Verdicts) -> Verdicts:
    """The verdicts on declared riichi, and one more item per hand with a stick of an undeclared one."""
    paid = paid_without_riichi(case)
    rows = np.flatnonzero(any_seat(paid))
    if len(rows) == 0:
        return declared

    def detail(item: int) -> Detail:
        row = int(rows[item])
        seat = int(np.flatnonzero(paid[row])[0])
        element = int(case.events.results.element[case.events.hands.result_offsets[row]])
        message = f"the result counts a riichi stick of seat {seat}, which never declared riichi"
        return Detail("a riichi stick", "no riichi", message, element, seat)

    more = per_hand(case.events.hands.game, rows, np.zeros(len(rows), np.bool_), detail)
    return joined(declared, more)


def indicators(case: Case) -> Verdicts:
    """Kans show their dora indicators, each in its time; one item per hand with kans."""
    codes = (
        Illegal.DORA_EARLY,
        Illegal.DORA_MISSING,
        Illegal.DORA_BEFORE_DRAW,
        Irregular.DORA_AFTER_LAST_DRAW,
        Irregular.DORA_LATE,
    )
    return illegal_in_hands(case, codes, any_seat(case.facts.kans > 0), indicator_forbidden)


def winning_tile(case: Case) -> Verdicts:
    """A win is on the tile just drawn or laid down; one item per hand that was won."""
    codes = (Illegal.NO_WINNING_TILE, Irregular.CLOSED_KAN_ROBBED)
    return illegal_in_hands(case, codes, case.facts.end == EndKind.AGARI)
