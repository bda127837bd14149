"""Who of several winners is paid, who pays, and which seat is liable for a yakuman (責任払い, 包)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import (
    FURITEN_DISCARD,
    FURITEN_PASSED,
    FURITEN_RIICHI,
    ORPHAN_KINDS,
    Facts,
    is_one_of,
)
from analyzer.replay.seats import any_seat, sum_of_seats
from analyzer.rules.grades import (
    DoubleRon,
    Furiten,
    HonbaOfRons,
    Liability,
    LiabilityHonba,
    LiabilityScope,
    SticksOfRons,
    TripleRon,
    TsumoShare,
)
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.points import YAKUMAN_BASE, write_shares
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.vocabulary import NO_SEAT, SEATS, PlayKind

CLOSED_KAN: Final = 8
"""The ron is on a closed kan that may not be robbed; beside the bits of ``facts.furiten``."""

_FURITEN = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}


def barred_rons(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """Why a seat that calls ron may not; shape (hands, 4), bits as of ``facts.furiten``, and CLOSED_KAN.

    Args:
        facts: Uses ``winners``, ``ron_calls``, ``furiten``, ``last_kind`` and ``yaochu_kinds``.
        rules: Uses ``furiten`` and ``kokushi_on_ankan``.

    Source: Riichi wiki, "Furiten" and "Chankan"; what bars is a rule of the set, with a source of its own.
    """
    bars = np.uint8(sum(_FURITEN[grade] for grade in rules.furiten))
    calls = facts.winners & (facts.ron_calls > 0)[:, None]
    barred = np.where(calls, facts.furiten & bars, np.uint8(0))
    barred[closed_kan_rons(facts, np.array([rules.kokushi_on_ankan]))] |= CLOSED_KAN
    return barred


def closed_kan_rons(facts: Facts, kokushi_on_ankan: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Seats that call ron on a closed kan and may not; shape (hands, 4).

    Args:
        facts: Uses ``winners``, ``ron_calls``, ``last_kind`` and ``yaochu_kinds``.
        kokushi_on_ankan: The rule of that name; shape (hands,) or (1,).
    """
    calls = facts.winners & ((facts.ron_calls > 0) & (facts.last_kind == PlayKind.ANKAN))[:, None]
    barred: NDArray[np.bool_] = calls & ~(kokushi_on_ankan[:, None] & (facts.yaochu_kinds >= ORPHAN_KINDS))
    return barred


def turn_distance(from_seat: NDArray[np.uint8], seats: int) -> NDArray[np.int64]:
    """How many turns each seat comes after a seat, 1 for the next; shape (hands, seats), 0 for itself."""
    distance: NDArray[np.int64] = (np.arange(seats) - from_seat.astype(np.int64)[:, None]) % seats
    return distance


def paid_winners(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Winners whose hand is paid.

    Args:
        facts: Uses ``winners``, ``ron_calls`` and ``last_seat``.
        rules: Uses ``double_ron`` and ``triple_ron``.

    Returns:
        Shape (hands, seats); nobody where three rons are an abortive draw.

    Source: Arcturus wiki, "Tochuu ryuukyoku", Sanchahou and its variants.
    """
    paid = facts.winners[:, : rules.seats].copy()
    several = sum_of_seats(paid)
    if rules.double_ron == DoubleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 2), facts)
    if rules.triple_ron == TripleRon.HEAD_BUMP:
        _keep_first(paid, np.flatnonzero(several == 3), facts)
    elif rules.triple_ron == TripleRon.ABORT:
        paid[several == 3] = False
    return paid


def _keep_first(paid: NDArray[np.bool_], rows: NDArray[np.int64], facts: Facts) -> None:
    """Of the winners of these hands leave the next in turn after the discarder."""
    seats = paid.shape[1]
    distance = turn_distance(facts.last_seat[rows], seats)
    nearest = np.where(paid[rows], distance, seats).min(axis=1, keepdims=True)
    paid[rows] &= distance == nearest


LIABILITIES: Final = (
    (Liability.DAISANGEN, Yaku.DAISANGEN),
    (Liability.DAISUUSHII, Yaku.DAISUUSHII),
    (Liability.SUUKANTSU, Yaku.SUUKANTSU),
)
"""Yakuman for which a seat can be liable; the last axis of `WinTable.pao_seat` follows this order."""


class WinTable(NamedTuple):
    """Who sits where at each win, and what lies on the table; shape (wins,) unless said."""

    winner: NDArray[np.uint8]
    loser: NDArray[np.uint8]
    """Who is ronned; equals ``winner`` for a tsumo."""
    dealer: NDArray[np.uint8]
    honba: NDArray[np.int32]
    sticks: NDArray[np.int32]
    """Sticks that the winner takes, from `sticks_taken`."""
    takes_pot: NDArray[np.bool_]
    """False for all but the first of several winners of one tile."""
    pao_seat: NDArray[np.uint8]
    """Shape (wins, 3): seat liable for each of `LIABILITIES`; NO_SEAT where none answers for one."""
    feeder: NDArray[np.uint8]
    """Seat whose discard was called for the open kan whose replacement tile is won on; NO_SEAT otherwise."""


def takes_pot(
    hand: NDArray[np.int32], winner: NDArray[np.uint8], loser: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Winners next in turn from the discarder, one for each hand; a tsumo always.

    Args:
        hand: Row of hands that each win belongs to.
        winner: Seat.
        loser: Seat; equals ``winner`` for a tsumo.

    Source: Tenhou, 101 double rons (atamahane of honba and sticks).
    """
    # The empty fourth seat of a three-player game never wins, so it does not disturb the order.
    distance = (winner.astype(np.int64) - loser) % 4
    nearest = np.full(int(hand.max(initial=-1)) + 1, 4)
    np.minimum.at(nearest, hand, distance)
    first: NDArray[np.bool_] = distance == nearest[hand]
    return first


def sticks_taken(
    hand: NDArray[np.int32],
    is_first: NDArray[np.bool_],
    kyotaku: NDArray[np.int32],
    own: NDArray[np.bool_],
    rules: RuleSet,
) -> NDArray[np.int32]:
    """Riichi sticks that each winner takes; shape (wins,).

    Args:
        hand: Row of hands that each win belongs to.
        is_first: From `takes_pot`.
        kyotaku: Sticks on the table.
        own: Whether one of them is the winner's own of this hand.
        rules: Uses ``sticks_of_rons``.

    Source: EMA Riichi Rules 2025, 3.3.10: each winner in riichi gets its stick back, the rest the first.
    """
    if rules.sticks_of_rons == SticksOfRons.FIRST:
        return np.where(is_first, kyotaku, 0).astype(np.int32)
    returned = own & ~is_first
    back = np.bincount(hand[returned], minlength=int(hand.max(initial=-1)) + 1)
    return np.where(is_first, kyotaku - back[hand], returned).astype(np.int32)


_SETS_NEEDED: Final = ((31, 33), (27, 30))
"""First and last kind of the sets that daisangen and daisuushii need."""
_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)


def liable_seats(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
) -> NDArray[np.uint8]:
    """Seat liable for each yakuman, whether or not the hand became one.

    The last of the sets that the yakuman needs must be a call: with a closed kan, or a kan added to a pon
    as the fourth, nobody is liable.

    Args:
        meld_kind: Shape (wins, 4): PlayKind in order of calling, a kakan in its pon's place; 0 where fewer.
        meld_tile: Shape (wins, 4): lowest kind.
        meld_source: Shape (wins, 4): seat the called tile came from; the own one for a closed kan.
        winner: Shape (wins,).

    Returns:
        Shape (wins, 3), order of `LIABILITIES`; NO_SEAT where nobody is.
    """
    liable = np.full((len(winner), len(LIABILITIES)), NO_SEAT, np.uint8)

    def mark(place: int, is_complete: NDArray[np.bool_], last_set: NDArray[np.intp] | int) -> None:
        source = meld_source[np.arange(len(winner)), last_set]
        called = is_complete & (source != winner)
        liable[called, place] = source[called]

    is_set = (meld_kind != 0) & (meld_kind != PlayKind.CHI)
    for place, (first, last) in enumerate(_SETS_NEEDED):
        needed = is_set & (meld_tile >= first) & (meld_tile <= last)
        mark(place, needed.sum(axis=1) > last - first, 3 - needed[:, ::-1].argmax(axis=1))
    # Whether a kakan came after the last call cannot be told from the order of melds.
    by_call = meld_kind[:, 3] == PlayKind.DAIMINKAN
    mark(len(_SETS_NEEDED), by_call & is_one_of(meld_kind, _KANS).all(axis=1), 3)
    return liable


def liable_base(scores: WinScores, rules: RuleSet) -> NDArray[np.int32]:
    """Base points that a liable seat would answer for, by yakuman; shape (wins, 3), order of `LIABILITIES`.

    Args:
        scores: Of the wins under the same rules.
        rules: Uses ``pao``, ``double_yakuman`` and ``multiple_yakuman``.
    """
    base = np.zeros((len(scores.base), len(LIABILITIES)), np.int32)
    rows = np.flatnonzero(scores.yakuman[:, 0] != NO_YAKU)
    twice = {TWICE[one] for one in rules.double_yakuman}
    yakuman, left = scores.yakuman[rows], scores.base[rows].astype(np.int32)
    for place, (liability, yaku) in enumerate(LIABILITIES):
        if liability in rules.pao:
            units = 2 if yaku in twice else 1
            has = (yakuman == yaku).any(axis=1)
            part = np.minimum(np.where(has, units * YAKUMAN_BASE, 0), left).astype(np.int32)
            base[rows, place] = part
            left -= part
    return base


def first_liable(pao_seat: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The first seat of each row, shape (wins, 3), that is one; NO_SEAT where none is."""
    first = pao_seat[:, 0].copy()
    for column in pao_seat.T[1:]:
        first = np.where(first == NO_SEAT, column, first)
    return first


def is_unmeasured(
    base: NDArray[np.int32], liable: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.bool_]:
    """Wins for which no source says who pays: not off the liable seat, and with more yakuman; shape (wins,).

    Args:
        base: As for `win_payments`, likewise the following.
        liable: How much of it falls under a liability.
        table: Seats.
        rules: Uses ``pao_scope``.
    """
    unmeasured = np.zeros(len(base), np.bool_)
    answers = (liable > 0) & (table.pao_seat != NO_SEAT)
    rows = np.flatnonzero(any_seat(answers) & (table.winner != table.loser))
    if rules.pao_scope == LiabilityScope.WHOLE_HAND_BY_TSUMO and len(rows):
        has_more = base[rows] > np.where(answers, liable, 0)[rows].sum(axis=1)
        off_another = any_seat((answers & (table.pao_seat != table.loser[:, None]))[rows])
        unmeasured[rows] = has_more & off_another
    return unmeasured


def win_payments(
    base: NDArray[np.int32], liable: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.int32]:
    """Score changes of wins.

    Args:
        base: Shape (wins,): base points of each hand.
        liable: Shape (wins, 3): how much of them falls under a liability, from `liable_base`.
        table: Seats, honba and sticks.
        rules: Uses the fields of the area payment, and ``seats``.

    Returns:
        Shape (wins, seats), points.  Every row sums to the sticks that its winner takes.  Where it is not
        known who pays, see `is_unmeasured`, a liable seat and the discarder share the whole hand.

    Source: Tenhou: honba of 6,653 wins without exception; the liable seat pays a tsumo with its honba alone
        (three real wins, one with another yakuman beside) and shares a ron with the discarder, honba on its
        side (Tenhou's rule page, by a translation; one real ron without honba).
    """
    worth = np.where(table.winner == table.loser, rules.honba_tsumo, rules.honba_ron)
    takes_honba = table.takes_pot | (rules.honba_of_rons == HonbaOfRons.EVERY)
    honba = np.where(takes_honba, worth * table.honba, 0).astype(np.int32)
    paid = _shares(base, honba, table, rules)
    rows = np.flatnonzero(any_seat((liable > 0) & (table.pao_seat != NO_SEAT)))
    if len(rows):
        those = WinTable._make(column[rows] for column in table)
        paid[rows] = _liable_shares(base[rows], liable[rows], honba[rows], those, rules)
    if rules.rinshan_pao:
        fed = np.flatnonzero(table.feeder != NO_SEAT)
        total = sum_of_seats(paid[fed])
        paid[fed] = 0
        paid[fed, table.feeder[fed]] = total
    deltas = -paid
    sticks = table.sticks * np.int32(rules.riichi_stick)
    deltas[np.arange(len(base)), table.winner] += sum_of_seats(paid[:, : rules.seats]) + sticks
    return deltas[:, : rules.seats]


def _shares(
    base: NDArray[np.int32], honba: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.int32]:
    """What each seat pays where nobody is liable; shape (wins, 4)."""
    paid = np.zeros((len(base), SEATS), np.int32)
    even_tsumo = int(rules.tsumo_share == TsumoShare.EVEN)
    write_shares(base, honba, table.winner, table.loser, table.dealer, rules.seats, even_tsumo, paid)
    return paid


def _liable_shares(
    base: NDArray[np.int32],
    liable: NDArray[np.int32],
    honba: NDArray[np.int32],
    table: WinTable,
    rules: RuleSet,
) -> NDArray[np.int32]:
    """What each seat pays where some seat is liable, with all the honba; shape (wins, 4).

    A liable seat pays all of a tsumo, and half of a ron off another seat, whose honba the rules assign.

    Source: EMA Riichi Rules 2025, 3.3.7: the discarder pays the honba; Tenhou and M-League: the liable seat.
    """
    answers = (liable > 0) & (table.pao_seat != NO_SEAT)
    seats = np.where(answers, table.pao_seat, np.uint8(NO_SEAT))
    first, no_honba = first_liable(seats), np.zeros_like(honba)
    parts = np.where(answers, liable, np.int32(0))
    rest = first if rules.pao_scope != LiabilityScope.OWN_YAKUMAN else np.full_like(first, NO_SEAT)
    found = np.zeros((len(base), SEATS), np.int32)
    all_honba = sum_of_seats(_shares(np.zeros_like(base), honba, table, rules))
    off_another = (table.winner != table.loser) & (rules.pao_honba == LiabilityHonba.DISCARDER)
    found[np.arange(len(base)), np.where(off_another, table.loser, first)] = all_honba
    left = base - sum_of_seats(parts)
    for part, seat in (*zip(parts.T, seats.T, strict=True), (left, rest)):
        paid = _shares(np.ascontiguousarray(part), no_honba, table, rules)
        total = sum_of_seats(paid)
        by_loser = np.where(table.winner == table.loser, 0, total // 2)
        shared = np.where(paid > 0, by_loser[:, None], 0)
        answering = np.flatnonzero(seat != NO_SEAT)
        shared[answering, seat[answering]] += (total - by_loser)[answering]
        found += np.where((seat == NO_SEAT)[:, None], paid, shared)
    return found
