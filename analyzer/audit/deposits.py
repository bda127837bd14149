"""The scores that stand beside riichi sticks, and sticks without."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import places, places_of_oddities
from analyzer.audit.case import Case, shared
from analyzer.audit.texts import points_text
from analyzer.audit.verdicts import Detail, State, Verdicts, joined, per_hand
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import ABSENT, SEATS, PlayKind

__all__ = ["StatedDeposits", "stated_deposits", "with_unsaid_deposits", "with_unstated_deposits"]


class StatedDeposits(NamedTuple):
    """Riichi sticks with scores beside them; shape (items,), scores (items, 4)."""

    plays: NDArray[np.int64]
    hand: NDArray[np.int32]
    stated: NDArray[np.int32]
    due: NDArray[np.int32]
    """Scores at the start of the hand less the sticks up to this one."""


@shared
def stated_deposits(case: Case) -> StatedDeposits:
    """The sticks of a batch whose scores could be read."""
    events = case.events
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    deposit = events.plays.row[plays]
    there = np.flatnonzero(deposit != ABSENT)
    stated = of_hands(events.deposits, deposit[there])
    complete = np.flatnonzero(every_seat(stated != ABSENT))
    plays, rows = plays[there[complete]], hand[there[complete]].astype(np.int32)
    due = of_hands(events.hands.scores, rows) - _paid_for_sticks(case, plays)
    return StatedDeposits(plays, rows, of_hands(stated, complete), due)


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


def with_unstated_deposits(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on statements, and one more item per stick without, in an mjlog that has others.

    In early 2009 no stick has scores beside it.  A value that cannot be read is malformed, and named so.
    """
    events, stated = case.events, stated_deposits(case)
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    games = events.hands.game[hand]
    lacks = ~np.isin(plays, stated.plays) & np.isin(games, events.hands.game[stated.hand])
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


def with_unsaid_deposits(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts, and one more absent item for each riichi stick of JSON that has no scores beside it."""
    if not case.from_json.any():
        return verdicts
    plays, hand, _ = case.rare.of_kind(PlayKind.RIICHI_ACCEPTED)
    games = case.events.hands.game[hand]
    unsaid = case.from_json[games] & ~np.isin(plays, stated_deposits(case).plays)
    absent = np.full(np.count_nonzero(unsaid), State.ABSENT, np.uint8)
    return replace(
        verdicts,
        game=np.concatenate([verdicts.game, games[unsaid]]),
        hand=np.concatenate([verdicts.hand, hand[unsaid].astype(np.int32)]),
        state=np.concatenate([verdicts.state, absent]),
    )
