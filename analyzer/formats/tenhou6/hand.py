"""One entry of ``log``: its numbers, tiles and plays checked, the plays in their order.

The format has two lists per seat, of what it takes and of what it lays down, and no common order.  Entries at
one place of the two belong together.  After a discard follows the seat whose next entry calls that tile from
that seat, else the next seat.  Where several seats could follow, the first is taken with which all lists are
used up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from analyzer.errors import MalformedLog
from analyzer.formats.builder import Face
from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.notation import DISCARDS, DRAWN, DRAWS, TILES, Call, Discard, Written
from analyzer.formats.tenhou6.result import read_results
from analyzer.vocabulary import KINDS, NO_SEAT, SEATS, PlayKind, Seat

__all__ = ["Hand", "Step", "Taken", "in_order"]

_BEFORE_SEATS: Final = 4
"""Entries before those of the seats: kyoku with honba and sticks, scores, indicators, ura indicators."""
_PER_SEAT: Final = 3
_LENGTHS: Final = tuple(_BEFORE_SEATS + seats * _PER_SEAT + more for seats in (3, SEATS) for more in (1, 0))
"""Entries of a hand, with a result or without; most writers write empty lists for the fourth seat of
three-player games."""
_HAIPAI: Final = (13,)
_PLAYS: Final = range(61)
"""Entries of one list; real lists are far shorter."""
_INDICATORS: Final = range(9)
_HIGHEST: Final = (15, 9999, 9999)
"""Kyoku, honba and sticks."""
_MOST_TURNS: Final = 5000
"""Turns that are tried; a hand has about seventy, and few calls could be of either of two discards."""

T = TypeVar("T")
Taken: TypeAlias = Face | Call | None
"""A tile drawn, or a chi, pon or daiminkan; None behind the last."""
Laid: TypeAlias = Discard | Call | None
"""A discard, or a kakan, ankan or kita; None where there is none."""
Step: TypeAlias = tuple[Seat, Taken, Laid]
"""What a seat takes and then lays down."""


class Hand:
    """A hand as the document has it; the place of an entry is only made for an error.

    Args:
        field: An entry of ``log``.

    Attributes:
        players: 3 or 4.
        kyoku: From 0.
        honba: Repeats.
        kyotaku: Sticks on the table.
        scores: Of four seats, points.
        dora: Indicators.
        ura: Ura indicators.
        haipai: By seat in play.
        steps: Plays in their order.
        results: How it ended.

    Raises:
        MalformedLog: When an entry is malformed, or no order of play uses up the lists.
    """

    def __init__(self, field: Field) -> None:
        self._field = field
        self._values = field.values(_LENGTHS, "a hand: a list of 17, or of 14 with three seats")
        fourth = self._values[_BEFORE_SEATS + 3 * _PER_SEAT :][:_PER_SEAT]
        self.players = 3 if len(fourth) < _PER_SEAT or all(one == [] for one in fourth) else SEATS
        table = self._at(0).items((3,), "kyoku, honba and sticks")
        self.kyoku, self.honba, self.kyotaku = (
            one.number(0, most, f"a number from 0 to {most}")
            for one, most in zip(table, _HIGHEST, strict=True)
        )
        if self.kyoku % SEATS >= self.players:
            raise table[0].error(f"a kyoku of {self.players} players")
        self.scores = self._at(1).points(self.players)
        self.dora, self.ura = (
            self._listed(index, TILES, _INDICATORS, "a list of up to 8 indicators") for index in (2, 3)
        )
        if not self.dora:
            raise self._at(2).error("at least one indicator")
        seats = range(self.players)
        self.haipai = [
            self._listed(_BEFORE_SEATS + _PER_SEAT * seat, TILES, _HAIPAI, "13 tiles") for seat in seats
        ]
        self.steps, rest = in_order([self._plays(seat) for seat in seats], self.kyoku % SEATS)
        if rest is not None:
            raise self._unreached(rest[0], 1, rest[1], "draw or call")
        has_result = (len(self._values) - _BEFORE_SEATS) % _PER_SEAT
        last = self._at(len(self._values) - 1)
        self.results = read_results(last, self.players, self.kyoku) if has_result else []

    def names_red(self) -> bool:
        """Whether some tile is written as a red five."""
        dealt = chain(self.dora, self.ura, *self.haipai)
        return any(map(_is_red, chain(dealt, (one for _, *entries in self.steps for one in entries))))

    def _at(self, index: int) -> Field:
        """An entry with its place."""
        return Field(self._values[index], f"{self._field.place}[{index}]", self._field.hand)

    def _listed(self, index: int, written: Written[T], counts: Sequence[int], what: str) -> list[T]:
        """What an entry lists."""
        values = self._values[index]
        if isinstance(values, list) and len(values) in counts:
            try:
                return [*map(written.__getitem__, values)]
            except (KeyError, TypeError):
                pass
        return written.all_of(self._at(index), counts, what)

    def _plays(self, seat: Seat) -> list[tuple[Taken, Laid]]:
        """What a seat takes, each with what it then lays down."""
        first = _BEFORE_SEATS + seat * _PER_SEAT
        taken = self._listed(first + 1, DRAWS, _PLAYS, "a list of draws")
        laid = self._listed(first + 2, DISCARDS, _PLAYS, "a list of discards")
        rows: list[tuple[Taken, Laid]] = []
        put = 0
        for one in taken:
            follows = laid[put] if put < len(laid) else None
            is_drawn = isinstance(follows, Discard) and follows.face == DRAWN
            if isinstance(one, Call) and one.kind == PlayKind.DAIMINKAN:
                # Some writers leave out its 0.
                put -= follows is not None
                follows = None
            elif put < len(laid) and (follows is None or (is_drawn and isinstance(one, Call))):
                raise self._unreached(seat, 2, put, "discard")
            rows.append((one, follows))
            put += 1
        if put < len(laid):
            raise self._unreached(seat, 2, put, "discard")
        return rows

    def _unreached(self, seat: Seat, column: int, place: int, what: str) -> MalformedLog:
        """The error when no order of play uses up the lists."""
        entry = self._at(_BEFORE_SEATS + seat * _PER_SEAT + column).items()[place]
        return entry.error(f"a {what} of seat {seat} that an order of play reaches")


def _is_red(entry: Taken | Laid) -> bool:
    """Whether an entry names a red five."""
    if isinstance(entry, Call):
        return max(entry.face, *entry.others, DRAWN) >= KINDS
    face = entry.face if isinstance(entry, Discard) else entry
    return face is not None and face >= KINDS


def in_order(
    columns: Sequence[Sequence[tuple[Taken, Laid]]], dealer: Seat
) -> tuple[list[Step], tuple[Seat, int] | None]:
    """The plays of all seats in the order of play.

    Args:
        columns: By seat, three or four.
        dealer: Who draws first.

    Returns:
        The longest order, and seat and place of the first play that it does not reach; None where it has all.
    """
    end: tuple[Taken, Laid] = (None, None)
    rows = [[*column, end] for column in columns]
    at = [0] * len(rows)
    called = [_called(column[0][0]) for column in rows]
    steps: list[Step] = []
    untried: list[tuple[list[int], list[Face], int, Seat]] = []
    longest, rest = -1, (dealer, 0)
    seat = dealer if isinstance(rows[dealer][0][0], int) else NO_SEAT
    for _ in range(_MOST_TURNS):
        if seat == NO_SEAT:
            left = [(seat, place) for seat, place in enumerate(at) if place < len(columns[seat])]
            if not left:
                return steps, None
            if len(steps) > longest:
                longest, rest = len(steps), left[0]
            if not untried:
                break
            at, called, count, seat = untried.pop()
            del steps[count:]
        taken, laid = rows[seat][at[seat]]
        at[seat] += 1
        called[seat] = _called(rows[seat][at[seat]][0])
        steps.append((seat, taken, laid))
        callers: list[Seat] = []
        if isinstance(laid, Discard):
            face = taken if laid.face == DRAWN and isinstance(taken, int) else laid.face
            if face in called:
                callers = _callers(seat, face, [row[place][0] for row, place in zip(rows, at, strict=True)])
            seat = (seat + 1) % len(rows)
        elif laid is None and not (isinstance(taken, Call) and taken.kind == PlayKind.DAIMINKAN):
            seat = NO_SEAT
            continue
        if not isinstance(rows[seat][at[seat]][0], int):
            seat = NO_SEAT
        if callers:
            seat, *others = callers if seat == NO_SEAT else [*callers, seat]
            untried += [(at.copy(), called.copy(), len(steps), other) for other in reversed(others)]
    return steps, rest


def _called(taken: Taken) -> Face:
    """The tile that an entry calls; DRAWN where it calls none."""
    return taken.face if isinstance(taken, Call) else DRAWN


def _callers(discarder: Seat, face: Face, coming: list[Taken]) -> list[Seat]:
    """Who could call a discard, by what each seat takes next."""
    return [
        seat
        for seat, call in enumerate(coming)
        if isinstance(call, Call) and call.face == face and (seat + call.relative) % SEATS == discarder
    ]
