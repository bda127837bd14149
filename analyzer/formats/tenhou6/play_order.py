"""The plays of a hand in the order they happened, from the draws and discards of each seat alone.

The format has two lists per seat and no common order.  A turn is clear from its own seat's lists; who
comes after a discard is the seat whose next entry calls that tile from that seat, else the next in turn.
Where several seats could come next, the first that lets all lists be used up is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from analyzer.formats.tenhou6.notation import (
    CHI,
    DAIMINKAN,
    TSUMOGIRI,
    Call,
    Discard,
    Laid,
    Taken,
)
from analyzer.vocabulary import SEATS, Seat

__all__ = ["SeatPlays", "Step", "Stuck", "in_order"]

_MOST_TURNS: Final = 5000
"""Turns tried; a hand has about seventy, and a call that may be of either of two discards is rare."""


class SeatPlays(NamedTuple):
    """The two lists of one seat."""

    taken: Sequence[Taken]
    laid: Sequence[Laid]


class Step(NamedTuple):
    """One entry of a list, at its place in the hand."""

    seat: Seat
    what: Taken | Discard


class Stuck(NamedTuple):
    """The lists fit together up to here only."""

    seat: Seat
    is_take: bool
    place: int
    """First entry of that list without a place in the hand."""


class _Choice(NamedTuple):
    """What was left to try after a discard."""

    took: tuple[int, ...]
    put: tuple[int, ...]
    steps: int
    seats: list[Seat]


class _Lists:
    """The lists of all seats, used up from the front."""

    def __init__(self, seats: Sequence[SeatPlays]) -> None:
        self.seats = seats
        self.took = [0] * len(seats)
        self.put = [0] * len(seats)
        self.steps: list[Step] = []

    def next_taken(self, seat: Seat) -> Taken | None:
        taken = self.seats[seat].taken
        return taken[self.took[seat]] if self.took[seat] < len(taken) else None

    def take(self, seat: Seat) -> Taken:
        what = self.seats[seat].taken[self.took[seat]]
        self.took[seat] += 1
        self.steps.append(Step(seat, what))
        return what

    def stuck(self) -> Stuck | None:
        """First entry that is not used; None when all are."""
        for seat, plays in enumerate(self.seats):
            if self.took[seat] < len(plays.taken):
                return Stuck(seat, True, self.took[seat])
            if self.put[seat] < len(plays.laid):
                return Stuck(seat, False, self.put[seat])
        return None

    def turn(self, seat: Seat) -> list[Seat]:
        """Play the turn of a seat; who may come after it, most likely first."""
        drawn = self._taken_to_discard(seat)
        laid = self.seats[seat].laid
        while drawn is not None and self.put[seat] < len(laid):
            what = laid[self.put[seat]]
            if what is None or (isinstance(what, Discard) and what.number == TSUMOGIRI and drawn == 0):
                return []
            self.put[seat] += 1
            self.steps.append(Step(seat, what))
            if isinstance(what, Discard):
                return self._callers(seat, drawn if what.number == TSUMOGIRI else what.number)
            drawn = self._replacement(seat)
        return []

    def _taken_to_discard(self, seat: Seat) -> int | None:
        """Number drawn; 0 after a call; None when a daiminkan has no replacement."""
        what = self.take(seat)
        if not isinstance(what, Call):
            return what
        if what.letter != DAIMINKAN:
            return 0
        laid = self.seats[seat].laid
        if self.put[seat] < len(laid) and laid[self.put[seat]] is None:
            self.put[seat] += 1
        return self._replacement(seat)

    def _replacement(self, seat: Seat) -> int | None:
        if not isinstance(self.next_taken(seat), int):
            return None
        drawn = self.take(seat)
        return drawn if isinstance(drawn, int) else None

    def _callers(self, seat: Seat, number: int) -> list[Seat]:
        calls: list[tuple[bool, Seat]] = []
        for other in range(len(self.seats)):
            call = self.next_taken(other)
            if other == seat or not isinstance(call, Call) or call.called != number:
                continue
            if (other + call.relative) % SEATS == seat:
                calls.append((call.letter == CHI, other))
        following = (seat + 1) % len(self.seats)
        draws = [following] if isinstance(self.next_taken(following), int) else []
        # A pon or kan goes before a chi of the same tile.
        return [other for _, other in sorted(calls)] + draws

    def back_to(self, choice: _Choice) -> None:
        self.took, self.put = list(choice.took), list(choice.put)
        del self.steps[choice.steps :]


def in_order(seats: Sequence[SeatPlays], dealer: Seat) -> list[Step] | Stuck:
    """Every entry of the lists in the order of play.

    Args:
        seats: Lists of the three or four seats.
        dealer: Who draws first.

    Returns:
        The steps, or the furthest that any order comes.
    """
    lists = _Lists(seats)
    untried: list[_Choice] = []
    furthest, reached = Stuck(dealer, True, 0), -1
    following = [dealer] if isinstance(lists.next_taken(dealer), int) else []
    for _ in range(_MOST_TURNS):
        if following:
            if len(following) > 1:
                rest = following[1:]
                untried.append(_Choice(tuple(lists.took), tuple(lists.put), len(lists.steps), rest))
            following = lists.turn(following[0])
            continue
        stuck = lists.stuck()
        if stuck is None:
            return lists.steps
        if len(lists.steps) > reached:
            furthest, reached = stuck, len(lists.steps)
        if not untried:
            break
        choice = untried.pop()
        lists.back_to(choice)
        following = choice.seats
    return furthest
