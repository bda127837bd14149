"""Wins and tenpai seats of one hand, from the columns of the settlement to records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from analyzer.replay.facts import Facts
from analyzer.rules import RuleSet
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.settle import Wins
from analyzer.settlement.win_payments import LIABILITIES, answering_seats
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import NO_SEAT, SEATS, DrawKind, kind_text

__all__ = ["ExpectedTenpai", "ExpectedWin", "ExpectedYaku", "Liable", "expected_tenpai", "expected_wins"]

_LIMITS: Final = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")


@dataclass(frozen=True, slots=True)
class ExpectedYaku:
    """One yaku of a win.

    Attributes:
        id: As in AGARI.
        name: As ``sanshoku doukou``.
        han: 13 for a yakuman, 26 for one that counts twice.
    """

    id: int
    name: str
    han: int


@dataclass(frozen=True, slots=True)
class Liable:
    """A seat that answers for a yakuman (pao).

    Attributes:
        yakuman: Its name.
        seat: Who gave the call.
    """

    yakuman: str
    seat: int


@dataclass(frozen=True, slots=True)
class ExpectedWin:
    """One win that is paid.

    Attributes:
        winner: Seat.
        loser: Seat that is ronned; None for a tsumo.
        tile: Kind won on, as ``5m``.
        yaku: With dora, in Tenhou's order; of a hand with a yakuman those alone.
        han: With dora; 13 for each yakuman.
        fu: As printed: 25 for seven pairs, 0 for thirteen orphans.
        limit: ``mangan`` to ``yakuman``; None below.
        points: Of the hand, without honba and sticks; of a tsumo in total.
        pao: Seats that are liable.
        deltas: What this win moves, with honba and sticks.
    """

    winner: int
    loser: int | None
    tile: str
    yaku: tuple[ExpectedYaku, ...]
    han: int
    fu: int
    limit: str | None
    points: int
    pao: tuple[Liable, ...]
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExpectedTenpai:
    """One seat at a draw.

    Attributes:
        seat: Which.
        tenpai: By the rule set.
        waits: Kinds that complete its shape, whether they count by the rule set or not; as ``36m``.
        furiten: A wait lies among its discards or has been let pass.
    """

    seat: int
    tenpai: bool
    waits: str
    furiten: bool


def expected_wins(wins: Wins, hand: int, rules: RuleSet) -> tuple[ExpectedWin, ...]:
    """The wins of one hand that stand, the one that takes honba and sticks first."""
    rows = np.flatnonzero((wins.hand == hand) & wins.is_valid)
    turns = (wins.table.winner[rows].astype(np.int64) - wins.table.loser[rows]) % SEATS
    return tuple(_win(wins, int(row), rules) for row in rows[np.argsort(turns, kind="stable")])


def _win(wins: Wins, row: int, rules: RuleSet) -> ExpectedWin:
    scores, table = wins.scores, wins.table
    winner, loser = int(table.winner[row]), int(table.loser[row])
    yaku = [(number, han) for number, han in scores.yaku[row].tolist() if number != NO_YAKU]
    yaku += [
        (number, 26 if rules.double_yakuman and number in TWICE else 13)
        for number in scores.yakuman[row].tolist()
        if number != NO_YAKU
    ]
    return ExpectedWin(
        winner=winner,
        loser=None if winner == loser else loser,
        tile=kind_text(int(wins.facts.win_kind[row])),
        yaku=tuple(ExpectedYaku(number, Yaku(number).text, han) for number, han in yaku),
        han=int(scores.han[row]),
        fu=int(scores.fu[row]),
        limit=_LIMITS[int(scores.limit[row])],
        points=int(scores.points[row]),
        pao=_liable_seats(wins, row, rules),
        deltas=tuple(wins.deltas[row].tolist()),
    )


def _liable_seats(wins: Wins, row: int, rules: RuleSet) -> tuple[Liable, ...]:
    seats = answering_seats(wins.scores, wins.table, rules)[row]
    return tuple(
        Liable(yaku.text, int(seats[place]))
        for place, (_, yaku) in enumerate(LIABILITIES)
        if seats[place] != NO_SEAT
    )


def expected_tenpai(facts: Facts, draw: Ryuukyoku, hand: int, rules: RuleSet) -> tuple[ExpectedTenpai, ...]:
    """Every seat at a draw that asks who is tenpai; nothing at others."""
    if draw.kind[hand] not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN):
        return ()
    return tuple(
        ExpectedTenpai(
            seat,
            bool(draw.tenpai[hand, seat]),
            mask_text(int(facts.waits[hand, seat])),
            bool(facts.furiten[hand, seat]),
        )
        for seat in range(rules.seats)
    )
