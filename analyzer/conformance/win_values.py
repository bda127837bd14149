"""A win of a draft as numbers, and the same win with another value."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from analyzer.conformance.draft import Draft, NoOccasion
from analyzer.settlement.points import base_points, limit_of, scoring_rules, win_points
from analyzer.settlement.win_payments import LIABILITIES, WinTable, win_payments
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_SEAT, Seat

__all__ = ["Win", "deltas_of", "set_value", "win_at"]

DORA: Final = (Yaku.DORA, Yaku.URA_DORA, Yaku.AKA_DORA)


class Win(NamedTuple):
    """What AGARI says of an ordinary win."""

    winner: Seat
    loser: Seat
    """Equals ``winner`` for a tsumo."""
    honba: int
    """Zero for a second winner, who is paid none."""
    kyotaku: int
    yaku: list[tuple[int, int]]
    """Id and han."""
    fu: int
    points: int
    limit: int

    @property
    def is_tsumo(self) -> bool:
        """Whether the winner drew the tile."""
        return self.winner == self.loser

    @property
    def han(self) -> int:
        """With dora."""
        return sum(han for _, han in self.yaku)

    @property
    def real_yaku(self) -> list[tuple[int, int]]:
        """Without dora."""
        return [(number, han) for number, han in self.yaku if number not in DORA]


def win_at(draft: Draft, hand: int, place: int = 0) -> tuple[int, Win]:
    """Index and numbers of the win of a hand, of several the one at ``place``.

    Raises:
        NoOccasion: When there is none, or it has a yakuman.
    """
    wins = draft.wins(hand)
    if place >= len(wins) or "yakuman" in draft[wins[place]].attributes:
        raise NoOccasion("no such win without yakuman")
    at = wins[place]
    element = draft[at]
    honba, kyotaku = element.numbers("ba")
    numbers = element.numbers("yaku")
    fu, points, limit = element.numbers("ten")
    return at, Win(
        winner=int(element.attributes["who"]),
        loser=int(element.attributes["fromWho"]),
        honba=honba if place == 0 else 0,
        kyotaku=kyotaku,
        yaku=list(zip(numbers[::2], numbers[1::2], strict=True)),
        fu=fu,
        points=points,
        limit=limit,
    )


def set_value(draft: Draft, hand: int, at: int, win: Win, *, han: int | None = None) -> None:
    """Write yaku and fu of a win, its points by the rules, and the payments of these points.

    Args:
        draft: The log.
        hand: Of the win.
        at: Index of the win.
        win: With the yaku and fu that it is to have.
        han: What its points are counted by, where not by its yaku.

    Raises:
        NoOccasion: When nothing of points and limit changes where only those are to.
    """
    rules = scoring_rules(draft.rules)
    counted = win.han if han is None else han
    limit = limit_of(counted, win.fu, rules.counted_yakuman)
    base = base_points(counted, win.fu, limit, rules.kiriage_mangan)
    is_dealer = int(win.winner == draft.dealer(hand))
    points = win_points(base, is_dealer, int(win.is_tsumo), draft.seats, rules.even_tsumo)
    if han is not None and (points, limit) == (win.points, win.limit):
        raise NoOccasion("so many han are worth the same")
    element = draft[at]
    element.set_numbers("yaku", [number for pair in win.yaku for number in pair])
    element.set_numbers("ten", [win.fu, points, limit])
    due = deltas_of(draft, hand, win, base)
    if due != draft.deltas(at)[: draft.seats]:
        draft.pay_instead(at, due)


def deltas_of(draft: Draft, hand: int, win: Win, base: int) -> list[int]:
    """Payments of base points with the honba and sticks of a win, nobody being liable."""
    table = WinTable(
        winner=np.array([win.winner], np.uint8),
        loser=np.array([win.loser], np.uint8),
        dealer=np.array([draft.dealer(hand)], np.uint8),
        honba=np.array([win.honba], np.int32),
        kyotaku=np.array([win.kyotaku], np.int32),
        takes_pot=np.ones(1, np.bool_),
        pao_seat=np.full((1, len(LIABILITIES)), NO_SEAT, np.uint8),
    )
    nothing = np.zeros((1, len(LIABILITIES)), np.int32)
    paid: list[int] = win_payments(np.array([base], np.int32), nothing, table, draft.rules)[0].tolist()
    return paid
