"""The check of the scores that stand beside a riichi stick."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import places, places_of_oddities
from analyzer.audit.case import Case
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import Detail, Verdicts, joined, per_hand
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import ABSENT, SEATS, PlayKind

__all__ = ["riichi_deposit"]


def _statements(case: Case) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
    """Plays that state scores after a riichi stick, their hands, and the scores; (items,), (items, 4)."""
    events = case.events
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    deposit = events.plays.row[plays]
    there = np.flatnonzero(deposit != ABSENT)
    stated = of_hands(events.deposits, deposit[there])
    complete = np.flatnonzero(every_seat(stated != ABSENT))
    items = there[complete]
    return plays[items], hand[items].astype(np.int32), of_hands(stated, complete)


def riichi_deposit(case: Case) -> Verdicts:
    """The scores stated with a riichi stick are less by the stick for its seat.

    One item per statement, in JSON one per stick without, and one per stick that alone of its log has none.
    """
    events = case.events
    plays, rows, stated = _statements(case)
    paid = _paid_for_sticks(case, plays)
    expected = of_hands(events.hands.scores, rows) - paid

    def detail(item: int) -> Detail:
        claimed, computed = points_text(stated[item]), points_text(expected[item])
        message = f"log has scores {claimed} after the stick, play gives {computed}"
        return Detail(claimed, computed, message, *_element_and_seat(case, int(plays[item])))

    passed = every_seat(stated == expected)
    lost, unsaid = ~case.followed[rows], _unsaid(case, plays)
    verdicts = per_hand(case, rows, passed, detail, lost=lost, unsaid=unsaid)
    return _with_unstated(case, verdicts, plays, rows)


def _element_and_seat(case: Case, play: int) -> tuple[int, int]:
    plays = case.events.plays
    return int(plays.element[play]), int(plays.seat[play])


def _paid_for_sticks(case: Case, plays: NDArray[np.int64]) -> NDArray[np.int32]:
    """Shape (items, 4): what the seats have paid in the hand once these sticks are laid down."""
    accepted, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    seats = np.minimum(case.events.plays.seat[accepted], SEATS - 1)
    sticks = np.cumsum(of_hands(np.eye(SEATS, dtype=np.int32), seats), axis=0, dtype=np.int32)
    first_of_hand = np.searchsorted(hand, hand, side="left")
    before = np.where(first_of_hand[:, None] > 0, of_hands(sticks, first_of_hand - 1), 0)
    paid: NDArray[np.int32] = case.stick[hand][:, None] * (sticks - before)
    return paid[np.searchsorted(accepted, plays)]


def _with_unstated(
    case: Case, verdicts: Verdicts, stated: NDArray[np.int64], hands_of_stated: NDArray[np.int32]
) -> Verdicts:
    """The verdicts on statements, and one more item per stick without, in an mjlog that has others.

    In early 2009 no stick has scores beside it.  A value that cannot be read is malformed, and named so.
    """
    events = case.events
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    games = events.hands.game[hand]
    lacks = ~np.isin(plays, stated) & np.isin(games, events.hands.game[hands_of_stated])
    lacks &= ~case.from_json[games] & case.followed[hand]
    lacks &= ~np.isin(places(hand, events.plays.element[plays]), places_of_oddities(events))
    plays, hand = plays[lacks], hand[lacks]
    if len(plays) == 0:
        return verdicts
    due = of_hands(events.hands.scores, hand) - _paid_for_sticks(case, plays)

    def detail(item: int) -> Detail:
        computed = points_text(due[item])
        message = f"log has no scores after the stick, play gives {computed}"
        return Detail("no scores", computed, message, *_element_and_seat(case, int(plays[item])))

    return joined(verdicts, per_hand(case, hand, np.zeros(len(plays), np.bool_), detail))


def _unsaid(case: Case, stated: NDArray[np.int64]) -> NDArray[np.int64]:
    """Hands of JSON, once for each riichi stick that is paid without scores beside it."""
    if not case.from_json.any():
        return np.zeros(0, np.int64)
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    return hand[case.from_json[case.events.hands.game[hand]] & ~np.isin(plays, stated)]
