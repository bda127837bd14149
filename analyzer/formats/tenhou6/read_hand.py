"""One entry of ``log``: the numbers, tiles and plays of a hand, checked, and put in order."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.errors import MalformedLog
from analyzer.formats.tenhou6.document import Field, malformed
from analyzer.formats.tenhou6.notation import laid, taken, tile_number
from analyzer.formats.tenhou6.play_order import SeatPlays, Step, Stuck, in_order
from analyzer.formats.tenhou6.read_result import Outcome, outcome
from analyzer.vocabulary import SEATS, Seat

__all__ = ["HandText", "read_hand"]

_BEFORE_SEATS: Final = 4
"""Entries before those of the seats: counters, scores, indicators, ura indicators."""
_PER_SEAT: Final = 3
_LENGTHS: Final = tuple(_BEFORE_SEATS + seats * _PER_SEAT + more for seats in (3, SEATS) for more in (1, 0))
"""Entries of a hand, with its result or without; most writers leave empty lists for the fourth seat of
three-player games."""
_HAIPAI: Final = 13
_MOST_PLAYS: Final = 60
"""Entries of one list; no seat comes near it."""
_MOST_INDICATORS: Final = 8
_KYOKU: Final = 15
_COUNTER: Final = 9999


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
    """Per seat in play."""
    steps: list[Step]
    outcome: Outcome

    @property
    def players(self) -> int:
        """3 or 4."""
        return len(self.haipai)

    @property
    def dealer(self) -> Seat:
        """By the kyoku; the format does not say."""
        return self.kyoku % SEATS


def read_hand(field: Field) -> HandText:
    """A hand, with its plays in order.

    Raises:
        MalformedLog: When an entry is not what it must be, or the plays have no order.
    """
    entries = field.items(_LENGTHS, "a hand: a list of 17, or of 14 with three seats")
    counters = entries[0].items((3,), "kyoku, honba and sticks")
    highest = (_KYOKU, _COUNTER, _COUNTER)
    kyoku, honba, kyotaku = (
        one.number(0, most, f"a number from 0 to {most}") for one, most in zip(counters, highest, strict=True)
    )
    players = _players(entries)
    seats = [_seat_entries(entries, seat) for seat in range(players)]
    if kyoku % SEATS >= players:
        raise counters[0].error(f"a kyoku of {players} players")
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
    """The result; None where the hand has no entry for it."""
    if (len(entries) - _BEFORE_SEATS) % _PER_SEAT == 0:
        return None
    return outcome(entries[-1], players, kyoku)


def _seat_entries(entries: list[Field], seat: Seat) -> list[Field]:
    first = _BEFORE_SEATS + seat * _PER_SEAT
    return entries[first : first + _PER_SEAT]


def _haipai(field: Field) -> list[int]:
    return [tile_number(tile) for tile in field.items((_HAIPAI,), "13 tiles")]


def _indicators(field: Field) -> list[int]:
    allowed = range(_MOST_INDICATORS + 1)
    return [tile_number(tile) for tile in field.items(allowed, "a list of up to 8 indicators")]


def _plays(draws: Field, discards: Field) -> SeatPlays:
    allowed = range(_MOST_PLAYS + 1)
    return SeatPlays(
        [taken(one) for one in draws.items(allowed, "a list of draws")],
        [laid(one) for one in discards.items(allowed, "a list of discards")],
    )


def _no_order(field: Field, stuck: Stuck) -> MalformedLog:
    """The error of lists that no order of play uses up."""
    entry = _BEFORE_SEATS + stuck.seat * _PER_SEAT + (1 if stuck.is_take else 2)
    what = "draw or call" if stuck.is_take else "discard"
    values = field.value[entry] if isinstance(field.value, list) else []
    value = values[stuck.place] if isinstance(values, list) and stuck.place < len(values) else None
    place = f"{field.place}[{entry}][{stuck.place}]"
    expected = f"a {what} of seat {stuck.seat} that play comes to"
    return malformed(place, expected, f"{value!r}, which no order of the draws and discards does", field.hand)
