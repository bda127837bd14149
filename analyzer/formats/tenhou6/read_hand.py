"""One entry of ``log``: checks the numbers, tiles and plays of a hand, and puts the plays in order.

The format has two lists per seat and no common order.  The lists of a seat alone give its turn.  After a
discard follows the seat whose next entry calls that tile from that seat, else the next seat.  Where several
seats could follow, the first is taken with which all lists are used up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from analyzer.errors import MalformedLog
from analyzer.formats.tenhou6.document import Field, malformed
from analyzer.formats.tenhou6.read_notation import (
    CHI,
    DAIMINKAN,
    TSUMOGIRI,
    Call,
    Discard,
    Laid,
    Taken,
    all_laid,
    all_taken,
    tile_numbers,
)
from analyzer.formats.tenhou6.read_result import Outcome, outcome
from analyzer.vocabulary import SEATS, Seat

__all__ = ["HandText", "SeatPlays", "Step", "Stuck", "in_order", "read_hand"]

_BEFORE_SEATS: Final = 4
"""Entries before those of the seats: kyoku with honba and sticks, scores, indicators, ura indicators."""
_PER_SEAT: Final = 3
_LENGTHS: Final = tuple(_BEFORE_SEATS + seats * _PER_SEAT + more for seats in (3, SEATS) for more in (1, 0))
"""Entries of a hand, with a result or without; most writers write empty lists for the fourth seat of
three-player games."""
_HAIPAI: Final = 13
_MOST_PLAYS: Final = 60
"""Most entries of one list; real lists are far shorter."""
_MOST_INDICATORS: Final = 8
_KYOKU: Final = 15
_HONBA: Final = 9999
_MOST_TURNS: Final = 5000
"""Turns that are tried; a hand has about seventy, and few calls could be of either of two discards."""


class SeatPlays(NamedTuple):
    """The two lists of one seat."""

    taken: Sequence[Taken]
    laid: Sequence[Laid]


Step: TypeAlias = "tuple[Seat, Taken | Laid]"
"""One entry of a list with its seat, in the order of play."""


class Stuck(NamedTuple):
    """The first entry that no order of play reaches."""

    seat: Seat
    is_take: bool
    place: int
    """Index of the entry in its list."""


class HandText(NamedTuple):
    """A hand as the document has it."""

    kyoku: int
    honba: int
    kyotaku: int
    scores: list[int]
    """Of four seats, points."""
    dora: list[int]
    ura: list[int]
    haipai: list[list[int]]
    """One list per seat in play."""
    steps: list[Step]
    outcome: Outcome

    @property
    def players(self) -> int:
        """Number of players, 3 or 4."""
        return len(self.haipai)

    @property
    def dealer(self) -> Seat:
        """The dealer by the kyoku; the format does not state it."""
        return self.kyoku % SEATS


def read_hand(field: Field) -> HandText:
    """A hand with its plays in order.

    Raises:
        MalformedLog: When an entry is malformed, or no order of play uses up the lists.
    """
    entries = field.items(_LENGTHS, "a hand: a list of 17, or of 14 with three seats")
    table = entries[0].items((3,), "kyoku, honba and sticks")
    highest = (_KYOKU, _HONBA, _HONBA)
    kyoku, honba, kyotaku = (
        one.number(0, most, f"a number from 0 to {most}") for one, most in zip(table, highest, strict=True)
    )
    players = _players(entries)
    seats = [_seat_entries(entries, seat) for seat in range(players)]
    if kyoku % SEATS >= players:
        raise table[0].error(f"a kyoku of {players} players")
    dora = _indicators(entries[2])
    if not dora:
        raise entries[2].error("at least one indicator")
    plays = [SeatPlays(*_plays(draws, discards)) for _, draws, discards in seats]
    steps = in_order(plays, kyoku % SEATS)
    if isinstance(steps, Stuck):
        raise _no_order(field, steps)
    return HandText(
        kyoku,
        honba,
        kyotaku,
        entries[1].points(players),
        dora,
        _indicators(entries[3]),
        [_haipai(tiles) for tiles, _, _ in seats],
        steps,
        _outcome(entries, players, kyoku),
    )


def _players(entries: list[Field]) -> int:
    fourth = _seat_entries(entries, 3)
    return 3 if len(fourth) < _PER_SEAT or all(entry.value == [] for entry in fourth) else SEATS


def _outcome(entries: list[Field], players: int, kyoku: int) -> Outcome:
    """The result; None where the hand has no entry for one."""
    if (len(entries) - _BEFORE_SEATS) % _PER_SEAT == 0:
        return None
    return outcome(entries[-1], players, kyoku)


def _seat_entries(entries: list[Field], seat: Seat) -> list[Field]:
    first = _BEFORE_SEATS + seat * _PER_SEAT
    return entries[first : first + _PER_SEAT]


def _haipai(field: Field) -> list[int]:
    return tile_numbers(field, (_HAIPAI,), "13 tiles")


def _indicators(field: Field) -> list[int]:
    return tile_numbers(field, range(_MOST_INDICATORS + 1), "a list of up to 8 indicators")


def _plays(draws: Field, discards: Field) -> SeatPlays:
    allowed = range(_MOST_PLAYS + 1)
    return SeatPlays(all_taken(draws, allowed), all_laid(discards, allowed))


def _no_order(field: Field, stuck: Stuck) -> MalformedLog:
    """The error when no order of play uses up the lists."""
    entry = _BEFORE_SEATS + stuck.seat * _PER_SEAT + (1 if stuck.is_take else 2)
    what = "draw or call" if stuck.is_take else "discard"
    values = field.value[entry] if isinstance(field.value, list) else []
    value = values[stuck.place] if isinstance(values, list) and stuck.place < len(values) else None
    place = f"{field.place}[{entry}][{stuck.place}]"
    expected = f"a {what} of seat {stuck.seat} in the order of play"
    return malformed(place, expected, f"{value!r}, which no order reaches", field.hand)


class _Choice(NamedTuple):
    """Seats left to try after a discard, and the state at that point."""

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
        self.next = [plays.taken[0] if plays.taken else None for plays in seats]
        """By seat: the draw or call that comes next; None behind the last."""
        self.calls = [_called(what) for what in self.next]
        """By seat: the tile that it calls; 0 where it calls none."""
        self.steps: list[Step] = []

    def take(self, seat: Seat) -> Taken | None:
        """Use up the next draw or call of a seat."""
        what, taken = self.next[seat], self.seats[seat].taken
        self.took[seat] = took = self.took[seat] + 1
        self.next[seat] = follows = taken[took] if took < len(taken) else None
        self.calls[seat] = _called(follows)
        self.steps.append((seat, what))
        return what

    def stuck(self) -> Stuck | None:
        """The first unused entry; None when all are used."""
        for seat, plays in enumerate(self.seats):
            if self.took[seat] < len(plays.taken):
                return Stuck(seat, True, self.took[seat])
            if self.put[seat] < len(plays.laid):
                return Stuck(seat, False, self.put[seat])
        return None

    def turn(self, seat: Seat) -> list[Seat]:
        """Play the turn of a seat and return the seats that may follow, the most likely first."""
        taken = self.take(seat)
        drawn = self._taken_to_discard(seat, taken) if isinstance(taken, Call) else taken
        laid = self.seats[seat].laid
        while drawn is not None and self.put[seat] < len(laid):
            what = laid[self.put[seat]]
            if what is None or (drawn == 0 and isinstance(what, Discard) and what.number == TSUMOGIRI):
                return []
            self.put[seat] += 1
            self.steps.append((seat, what))
            if isinstance(what, Discard):
                return self._callers(seat, drawn if what.number == TSUMOGIRI else what.number)
            drawn = self._replacement(seat)
        return []

    def _taken_to_discard(self, seat: Seat, call: Call) -> int | None:
        """After a call: number of the tile drawn, 0 without one; None when a daiminkan has no replacement."""
        if call.letter != DAIMINKAN:
            return 0
        laid = self.seats[seat].laid
        if self.put[seat] < len(laid) and laid[self.put[seat]] is None:
            self.put[seat] += 1
        return self._replacement(seat)

    def _replacement(self, seat: Seat) -> int | None:
        drawn = self.next[seat]
        if not isinstance(drawn, int):
            return None
        self.take(seat)
        return drawn

    def _callers(self, seat: Seat, number: int) -> list[Seat]:
        following = (seat + 1) % len(self.seats)
        draws = [following] if isinstance(self.next[following], int) else []
        if number not in self.calls:
            return draws
        calls = [
            (call.letter == CHI, other)
            for other, call in enumerate(self.next)
            if isinstance(call, Call)
            and call.called == number
            and other != seat
            and (other + call.relative) % SEATS == seat
        ]
        # A pon or kan has precedence over a chi of the same tile.
        return [other for _, other in sorted(calls)] + draws

    def back_to(self, choice: _Choice) -> None:
        self.took, self.put = list(choice.took), list(choice.put)
        pairs = zip(self.seats, self.took, strict=True)
        self.next = [plays.taken[took] if took < len(plays.taken) else None for plays, took in pairs]
        self.calls = [_called(what) for what in self.next]
        del self.steps[choice.steps :]


def _called(what: Taken | None) -> int:
    """The tile that an entry calls; 0 where it calls none."""
    return what.called if isinstance(what, Call) else 0


def in_order(seats: Sequence[SeatPlays], dealer: Seat) -> list[Step] | Stuck:
    """All entries of the lists in the order of play.

    Args:
        seats: Lists of the three or four seats.
        dealer: Who draws first.

    Returns:
        The steps, or the first entry that even the longest order does not reach.
    """
    lists = _Lists(seats)
    untried: list[_Choice] = []
    furthest, reached = Stuck(dealer, True, 0), -1
    following = [dealer] if isinstance(lists.next[dealer], int) else []
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
