"""Faults of what goes on from hand to hand: counters, sticks, scores, the dealer, the order of hands."""

from __future__ import annotations

from analyzer.conformance.draft import Draft, NoOccasion, Planted
from analyzer.conformance.seating import reseat

__all__ = [
    "dealer_not_moved",
    "deposit_from_another_seat",
    "deposit_of_two_thousand",
    "double_ron_not_chained",
    "hand_missing",
    "honba_not_counted",
    "honba_not_removed",
    "honba_of_the_result",
    "other_dealer",
    "other_start_points",
    "other_wind",
    "scores_before_the_result",
    "scores_of_the_next_hand",
    "stick_not_laid_down",
    "sticks_of_the_result",
    "sticks_vanished",
]

_HONBA, _STICKS = 1, 2


def _change_start(draft: Draft, hand: int, place: int, by: int) -> int:
    """Change honba or sticks that a hand begins with, and its results with it; the index of its INIT."""
    init = draft.init_of(hand)
    numbers = draft[init].numbers("seed")
    numbers[place] += by
    draft[init].set_numbers("seed", numbers)
    for index in draft.results(hand)[: None if place == _HONBA else 1]:
        _change_result(draft, index, place, by)
    return init


def _change_result(draft: Draft, index: int, place: int, by: int) -> None:
    counters = draft[index].numbers("ba")
    counters[place - 1] += by
    draft[index].set_numbers("ba", counters)


def _start(draft: Draft, hand: int) -> list[int]:
    """Kyoku, honba and sticks of a hand that is not the first.

    Raises:
        NoOccasion: When it is, or does not exist.
    """
    if hand == 0:
        raise NoOccasion("no hand before it")
    return draft[draft.init_of(hand)].numbers("seed")[:3]


def honba_of_the_result(draft: Draft, hand: int) -> Planted:
    """The result states one honba more than the hand has."""
    at = draft.results(hand)[0]
    _change_result(draft, at, _HONBA, 1)
    return Planted("counters", at)


def sticks_of_the_result(draft: Draft, hand: int) -> Planted:
    """The result states one stick more than lies on the table."""
    at = draft.results(hand)[0]
    _change_result(draft, at, _STICKS, 1)
    return Planted("counters", at)


def honba_not_counted(draft: Draft, hand: int) -> Planted:
    """The hand after it begins with one honba too few."""
    if _start(draft, hand + 1)[_HONBA] == 0:
        raise NoOccasion("no honba")
    return Planted("next-honba", _change_start(draft, hand + 1, _HONBA, -1))


def honba_not_removed(draft: Draft, hand: int) -> Planted:
    """The hand after it begins with a honba although there is none."""
    if _start(draft, hand + 1)[_HONBA] > 0:
        raise NoOccasion("there are honba")
    return Planted("next-honba", _change_start(draft, hand + 1, _HONBA, 1))


def sticks_vanished(draft: Draft, hand: int) -> Planted:
    """A stick that stays on the table is not there when the next hand begins."""
    if _start(draft, hand + 1)[_STICKS] == 0:
        raise NoOccasion("no sticks")
    return Planted("next-kyotaku", _change_start(draft, hand + 1, _STICKS, -1))


def other_wind(draft: Draft, hand: int) -> Planted:
    """The hand after it has the right dealer, but the next wind."""
    _start(draft, hand + 1)
    init = draft.init_of(hand + 1)
    numbers = draft[init].numbers("seed")
    draft[init].set_numbers("seed", [numbers[0] + 4, *numbers[1:]])
    return Planted("next-kyoku", init)


def dealer_not_moved(draft: Draft, hand: int) -> Planted:
    """The hand after it is dealt once more by the same seat, although the deal moves on."""
    before, due = draft[draft.init_of(hand)].numbers("seed")[0], _start(draft, hand + 1)[0]
    if before == due:
        raise NoOccasion("the dealer stays")
    init = draft.init_of(hand + 1)
    numbers = draft[init].numbers("seed")
    draft[init].set_numbers("seed", [before, *numbers[1:]])
    reseat(draft, hand + 1, by=-1)
    return Planted("next-kyoku", init)


def other_dealer(draft: Draft, hand: int) -> Planted:
    """The hand names another seat as its dealer."""
    init = draft.init_of(hand)
    said = (draft.dealer(hand) + 1) % draft.seats
    draft[init].attributes["oya"] = str(said)
    return Planted("dealer", init, said)


def other_start_points(draft: Draft, hand: int) -> Planted:
    """The game begins with a hundred points moved from one seat to another."""
    if hand != 0:
        raise NoOccasion("not the first hand")
    draft.carry(draft.init_of(0), {0: 100, 1: -100})
    return Planted("game-start", draft.init_of(0))


def scores_of_the_next_hand(draft: Draft, hand: int) -> Planted:
    """The hand after it begins with other scores than its result gives."""
    init = draft.init_of(hand + 1)
    draft.carry(init, {0: 100, 1: -100})
    return Planted("next-scores", init)


def scores_before_the_result(draft: Draft, hand: int) -> Planted:
    """The result starts from other scores than the hand has come to."""
    at = draft.results(hand)[0]
    draft.carry(at, {0: 100, 1: -100})
    return Planted("scores-before", at)


def double_ron_not_chained(draft: Draft, hand: int) -> Planted:
    """The last winner's result starts from the scores before that of the winner before."""
    wins = draft.wins(hand)
    if len(wins) < 2 or draft.is_last(hand):
        raise NoOccasion("no two winners, or none after whom play goes on")
    before, last = draft[wins[-2]].numbers("sc"), draft[wins[-1]].numbers("sc")
    if before[::2] == last[::2]:
        raise NoOccasion("nothing was paid before")
    last[:8:2] = before[:8:2]
    draft[wins[-1]].set_numbers("sc", last)
    return Planted("scores-before", wins[-1])


def hand_missing(draft: Draft, hand: int) -> Planted:
    """The hand after it is left out."""
    _start(draft, hand + 1)
    if draft.is_last(hand + 1) or draft.course.stays[hand + 1]:
        raise NoOccasion("no hand of another dealer after it")
    span = draft.span(hand + 1)
    if draft[draft.init_of(hand + 2)].numbers("ten") == draft[span.start].numbers("ten"):
        raise NoOccasion("nothing was paid in it")
    del draft.elements[span.start : span.stop]
    return Planted("hand-order", span.start)


def _stick_of(draft: Draft, hand: int) -> int:
    """Index of the first riichi stick laid down in a hand."""
    for index in draft.span(hand):
        if draft[index].name == "REACH" and "ten" in draft[index].attributes:
            return index
    raise NoOccasion("no riichi stands, or its scores are not stated")


def deposit_of_two_thousand(draft: Draft, hand: int) -> Planted:
    """A riichi stick takes two thousand points."""
    at = _stick_of(draft, hand)
    seat = int(draft[at].attributes["who"])
    draft.add_to_scores(at, {seat: -1000})
    return Planted("riichi-deposit", at, seat)


def deposit_from_another_seat(draft: Draft, hand: int) -> Planted:
    """A riichi stick is paid by the next seat."""
    at = _stick_of(draft, hand)
    seat = int(draft[at].attributes["who"])
    draft.carry(at, {seat: 1000, (seat + 1) % draft.seats: -1000})
    return Planted("riichi-deposit", at, seat)


def stick_not_laid_down(draft: Draft, hand: int) -> Planted:
    """Step two of a riichi is left out although its tile passed."""
    at = _stick_of(draft, hand)
    seat = int(draft[at].attributes["who"])
    del draft.elements[at]
    # Where it is missed is the next play: to leave and to come back are none.
    missed = next(
        index for index in draft.span(hand) if index >= at and draft[index].name not in ("BYE", "UN")
    )
    return Planted("riichi-procedure", missed, seat)
