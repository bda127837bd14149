"""The wins of one settled hand as records: those that are paid, and those that are none, with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, unique
from typing import Final, NamedTuple

import numpy as np

from analyzer.explain.one_hand import OneHand
from analyzer.explain.outcome import computed_win, in_turn, liable_seats
from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.why import Why
from analyzer.explain.winning_hand import barred_reason, validity_reasons
from analyzer.settlement.fu import FuPart
from analyzer.settlement.rons import CLOSED_KAN, paid_winners
from analyzer.settlement.settle import Wins
from analyzer.settlement.win_columns import WinShape
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.vocabulary import KINDS, LIMITS, NO_TILE, Seat, kind_text, tile_text

__all__ = ["InvalidWin", "NoWin", "SettledWin", "SettledYaku", "invalid_wins", "settled_wins"]


class SettledYaku(NamedTuple):
    """A yaku, or dora of one sort.

    Attributes:
        name: As ``double riichi``, ``ura dora``.
        id: Tenhou's number for it.
        han: 0 for a yakuman.
        yakuman: How often it is paid as a yakuman; 0 for others.
    """

    name: str
    id: int
    han: int
    yakuman: int


class SettledFu(NamedTuple):
    """A part of the fu.

    Attributes:
        name: As ``closed triplet``.
        tile: Kind of the set or pair, as ``7z``; None where it is for none.
        fu: How many.
    """

    name: str
    tile: str | None
    fu: int


class Liable(NamedTuple):
    """A seat that is liable (包).

    Attributes:
        seat: Whose tiles made it certain.
        yaku: Name of the yakuman.
    """

    seat: Seat
    yaku: str


class SettledWin(NamedTuple):
    """A win that is paid.

    Attributes:
        winner: Seat.
        loser: Seat that is ronned; None for a tsumo.
        tile: Kind of the winning tile, as ``5m``.
        yaku: In the order of Tenhou's logs, dora behind.
        han: Dora included; 0 with a yakuman.
        fu: Rounded, as it is printed; 0 for thirteen orphans.
        fu_parts: What they are given for; their sum is not rounded.
        limit: ``mangan`` to ``yakuman``; None below.
        yakuman: How many are paid, of which a double one counts twice; a counted yakuman is none.
        points: Without honba and sticks; a tsumo in total.
        pao: Who is liable, for each yakuman with such a seat.
        deltas: Points per seat, honba and sticks included.
        is_certain: False where no source says who pays, so that ``deltas`` are a guess.
    """

    winner: Seat
    loser: Seat | None
    tile: str
    yaku: tuple[SettledYaku, ...]
    han: int
    fu: int
    fu_parts: tuple[SettledFu, ...]
    limit: str | None
    yakuman: int
    points: int
    pao: tuple[Liable, ...]
    deltas: tuple[int, ...]
    is_certain: bool

    def to_dict(self) -> dict[str, object]:
        """The record in plain values."""
        lists = {
            name: [part._asdict() for part in getattr(self, name)] for name in ("yaku", "fu_parts", "pao")
        }
        return self._asdict() | lists | {"deltas": list(self.deltas)}


@unique
class NoWin(StrEnum):
    """Why a win that is called is none."""

    NOTEN = "noten"
    """The tiles are not a winning hand."""
    NO_YAKU = "no-yaku"
    TOO_FEW_HAN = "too-few-han"
    """Yaku, but fewer than the rule set asks for, with this tile or with another that the hand waits for."""
    FURITEN = "furiten"
    CLOSED_KAN = "closed-kan"
    """On a closed kan, which the rule set lets nobody rob, or thirteen orphans alone."""
    HEAD_BUMP = "head-bump"
    """Another seat calls ron on the same tile and comes first."""


class InvalidWin(NamedTuple):
    """A win that is called and is none.

    Attributes:
        winner: Seat that calls it.
        loser: Seat that would be ronned; None for a tsumo.
        tile: Kind of the tile, as ``5m``; None where none is named.
        no_win: Why it is none.
        reason: The same with its rule, value and source.
    """

    winner: Seat
    loser: Seat | None
    tile: str | None
    no_win: NoWin
    reason: Reason

    def to_dict(self) -> dict[str, object]:
        """The record in plain values."""
        return self._asdict() | {"no_win": str(self.no_win), "reason": self.reason.to_dict()}


_OF_WHY: Final = {
    Why.NO_WINNING_HAND: NoWin.NOTEN,
    Why.LEAST_YAKU: NoWin.TOO_FEW_HAN,
    Why.SHORT_WAIT: NoWin.TOO_FEW_HAN,
}


def settled_wins(hand: OneHand) -> Iterator[SettledWin]:
    """The wins of a hand that stand, in order of turn."""
    wins = hand.settled.wins
    for row in in_turn(wins, np.flatnonzero(wins.is_valid)):
        yield _settled_win(hand, row)


def _settled_win(hand: OneHand, row: int) -> SettledWin:
    wins, rules = hand.settled.wins, hand.rules
    win, scores = computed_win(wins, row, rules), wins.scores
    parts = [part for part in scores.fu_parts[row].tolist() if part[0] != FuPart.NONE]
    return SettledWin(
        winner=win.winner,
        loser=None if win.winner == win.loser else win.loser,
        tile=kind_text(int(wins.facts.win_kind[row])),
        yaku=tuple(_yaku(wins, row, doubles=rules.double_yakuman)),
        han=win.han,
        fu=win.fu or 0,
        fu_parts=tuple(
            SettledFu(FuPart(part).text, kind_text(kind) if kind < KINDS else None, fu)
            for part, fu, kind in parts
        ),
        limit=LIMITS[win.limit] if win.limit else None,
        yakuman=int(scores.yakuman_count[row]),
        points=win.points,
        pao=tuple(Liable(seat, yaku.text) for yaku, seat in liable_seats(wins, row, rules)),
        deltas=win.deltas,
        is_certain=not wins.unmeasured[row],
    )


def _yaku(wins: Wins, row: int, *, doubles: bool) -> Iterator[SettledYaku]:
    for number, han in wins.scores.yaku[row].tolist():
        if number != NO_YAKU and han:
            yield SettledYaku(Yaku(number).text, number, han, 0)
    for number in wins.scores.yakuman[row].tolist():
        if number != NO_YAKU:
            yield SettledYaku(Yaku(number).text, number, 0, 2 if doubles and number in TWICE else 1)


def invalid_wins(hand: OneHand) -> Iterator[InvalidWin]:
    """The wins that are called and are none, by seat; none where three rons are a draw, or at chombo."""
    wins, facts, rules = hand.settled.wins, hand.facts, hand.rules
    if not hand.won and not hand.is_invalid:
        return
    standing = facts._replace(winners=facts.winners & (hand.barred == 0))
    bumped = standing.winners[0, : rules.seats] & ~paid_winners(standing, rules)[0]
    rows = {int(wins.table.winner[row]): row for row in np.flatnonzero(~wins.is_valid).tolist()}
    for seat in np.flatnonzero(facts.winners[0, : rules.seats]).tolist():
        if hand.barred[seat]:
            no_win = NoWin.CLOSED_KAN if hand.barred[seat] & CLOSED_KAN else NoWin.FURITEN
            yield _invalid(hand, seat, no_win, barred_reason(hand, seat))
        elif bumped[seat]:
            rule = "double_ron" if standing.winners[0].sum() == 2 else "triple_ron"
            yield _invalid(hand, seat, NoWin.HEAD_BUMP, ruled(rules, rule, Why.NOT_PAID, seats=(seat,)))
        elif seat in rows:
            yield _invalid(hand, seat, *_why(wins, rows[seat], hand))


def _why(wins: Wins, row: int, hand: OneHand) -> tuple[NoWin, Reason]:
    if wins.scores.shape[row] == WinShape.NONE:
        return NoWin.NOTEN, reason(Why.NO_WINNING_HAND, met=False)
    if not wins.scores.yaku_han[row]:
        return NoWin.NO_YAKU, reason(Why.NO_YAKU, met=False)
    failed = next(one for one in validity_reasons(wins, row, hand.rules) if one.met is False)
    return _OF_WHY[failed.why], failed


def _invalid(hand: OneHand, seat: Seat, no_win: NoWin, why: Reason) -> InvalidWin:
    facts = hand.facts
    tile, last = int(facts.last_tile[0]), int(facts.last_seat[0])
    loser = last if facts.ron_calls[0] else None
    return InvalidWin(seat, loser, None if tile == NO_TILE else tile_text(tile, with_aka=False), no_win, why)
