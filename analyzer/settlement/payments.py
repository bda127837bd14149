"""Who of several winners is paid, who pays, and which seat is liable for a yakuman (責任払い, 包)."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import kernel
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, ORPHAN_KINDS, Facts
from analyzer.replay.seats import any_seat, sum_of_seats
from analyzer.rules.grades import DoubleRon, Furiten, Liability, LiabilityScope, TripleRon, TsumoShare
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.dora import PLAY
from analyzer.settlement.points import YAKUMAN_BASE, even_share, rounded_share
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.vocabulary import NO_SEAT, PlayKind

__all__ = [
    "CLOSED_KAN",
    "LIABILITIES",
    "WinTable",
    "answering_seats",
    "barred_rons",
    "closed_kan_rons",
    "is_unmeasured",
    "liable_base",
    "liable_seats",
    "paid_winners",
    "takes_pot",
    "turn_distance",
    "win_payments",
]


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


DRAGONS: Final = 0
WINDS: Final = 1
"""Places in the result; the third is that of suukantsu."""
EAST: Final = 27
NORTH: Final = 30
HAKU: Final = 31
CHUN: Final = 33
FEWEST_SETS: Final = 3


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
        Shape (wins, 3): for daisangen, daisuushii, suukantsu; NO_SEAT where nobody is.
    """
    liable = np.full((len(winner), 3), NO_SEAT, np.uint8)
    write_liable(meld_kind, meld_tile, meld_source, winner, liable)
    return liable


@kernel
def write_liable(
    meld_kind: NDArray[np.uint8],
    meld_tile: NDArray[np.uint8],
    meld_source: NDArray[np.uint8],
    winner: NDArray[np.uint8],
    liable: NDArray[np.uint8],
) -> None:
    """Write the liable seats; arguments as of `liable_seats`."""
    for row in range(len(winner)):
        if meld_kind[row, FEWEST_SETS - 1] == 0:
            continue
        for place in range(3):
            if place == DRAGONS:
                last = last_of_sets(meld_kind[row], meld_tile[row], HAKU, CHUN)
            elif place == WINDS:
                last = last_of_sets(meld_kind[row], meld_tile[row], EAST, NORTH)
            else:
                last = last_of_kans(meld_kind[row])
            if last >= 0 and meld_source[row, last] != winner[row]:
                liable[row, place] = meld_source[row, last]


@kernel
def last_of_sets(meld_kind: NDArray[np.uint8], meld_tile: NDArray[np.uint8], first: int, last: int) -> int:
    """Place of the last meld that is a set of a kind in a range, if all those kinds have one; else -1."""
    sets = 0
    found = -1
    for meld in range(4):
        is_set = meld_kind[meld] != 0 and meld_kind[meld] != PLAY.CHI
        if is_set and first <= meld_tile[meld] <= last:
            sets += 1
            found = meld
    return found if sets > last - first else -1


@kernel
def last_of_kans(meld_kind: NDArray[np.uint8]) -> int:
    """Place of the last of four kans if it was called; else -1."""
    # Whether a kakan came after the last call cannot be told from the order of melds.
    for meld in range(3):
        kind = meld_kind[meld]
        if kind != PLAY.DAIMINKAN and kind != PLAY.KAKAN and kind != PLAY.ANKAN:
            return -1
    return 3 if meld_kind[3] == PLAY.DAIMINKAN else -1


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
    kyotaku: NDArray[np.int32]
    """Sticks on the table when the hand ends."""
    takes_pot: NDArray[np.bool_]
    """False for all but the first of several winners of one tile, who get neither honba nor sticks."""
    pao_seat: NDArray[np.uint8]
    """Shape (wins, 3): seat liable for each of `LIABILITIES`; NO_SEAT where none is."""


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


def liable_base(scores: WinScores, rules: RuleSet) -> NDArray[np.int32]:
    """Base points that a liable seat would answer for, by yakuman; shape (wins, 3), order of `LIABILITIES`.

    Args:
        scores: Of the wins under the same rules.
        rules: Uses ``pao``, ``double_yakuman`` and ``multiple_yakuman``.
    """
    base = np.zeros((len(scores.base), len(LIABILITIES)), np.int32)
    rows = np.flatnonzero(scores.yakuman[:, 0] != NO_YAKU)
    if len(rows) == 0:
        return base
    yakuman, left = scores.yakuman[rows], scores.base[rows].astype(np.int32)
    for place, (liability, yaku) in enumerate(LIABILITIES):
        if liability in rules.pao:
            units = 2 if rules.double_yakuman and yaku in TWICE else 1
            has = (yakuman == yaku).any(axis=1)
            part = np.minimum(np.where(has, units * YAKUMAN_BASE, 0), left).astype(np.int32)
            base[rows, place] = part
            left -= part
    return base


def answering_seats(scores: WinScores, table: WinTable, rules: RuleSet) -> NDArray[np.uint8]:
    """Seats that answer for a yakuman which the hand became; shape (wins, 3), order of `LIABILITIES`.

    Args:
        scores: Of the wins under the same rules.
        table: Of the same wins.
        rules: As for `liable_base`.
    """
    return np.where(liable_base(scores, rules) > 0, table.pao_seat, np.uint8(NO_SEAT))


def is_unmeasured(
    base: NDArray[np.int32], liable: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.bool_]:
    """Wins for which no source says who pays: not off the liable seat, and with more yakuman.

    Args:
        base: As for `win_payments`, likewise the following.
        liable: How much of it falls under a liability.
        table: Seats.
        rules: Uses ``pao_scope``.

    Returns:
        Shape (wins,).
    """
    unmeasured = np.zeros(len(base), np.bool_)
    rows = np.flatnonzero(any_seat(liable > 0) & (table.winner != table.loser))
    if rules.pao_scope == LiabilityScope.WHOLE_HAND_BY_TSUMO and len(rows):
        seats, loser = table.pao_seat[rows], table.loser[rows, None]
        answers = (liable[rows] > 0) & (seats != NO_SEAT)
        has_more = base[rows] > np.where(answers, liable[rows], 0).sum(axis=1)
        unmeasured[rows] = has_more & (answers & (seats != loser)).any(axis=1)
    return unmeasured


@kernel
def share_of(seat: int, base: int, winner: int, loser: int, dealer: int, even_tsumo: int) -> int:
    """What a seat pays for so many base points when nobody is liable."""
    if seat == winner:
        return 0
    whole = base * (6 if dealer == winner else 4)
    if winner != loser:
        return rounded_share(whole) if seat == loser else 0
    if even_tsumo != 0:
        return even_share(whole)
    return rounded_share(base * (2 if winner == dealer or seat == dealer else 1))


@kernel
def charge(
    paid: NDArray[np.int32], base: int, liable: int, winner: int, loser: int, dealer: int, even_tsumo: int
) -> None:
    """Add what each seat pays for so many base points.

    Args:
        paid: Shape (seats,), points.
        base: Base points.
        liable: Seat that pays all of a tsumo, or half of a ron off another seat; NO_SEAT where none.
        winner: Seat.
        loser: Seat; equals ``winner`` for a tsumo.
        dealer: Seat.
        even_tsumo: 1 where a tsumo is the value of a ron in two equal parts.
    """
    total = 0
    for seat in range(len(paid)):
        total += share_of(seat, base, winner, loser, dealer, even_tsumo)
    by_loser = 0 if winner == loser else total // 2
    for seat in range(len(paid)):
        share = share_of(seat, base, winner, loser, dealer, even_tsumo)
        if liable == NO_SEAT:
            paid[seat] += share
        elif share > 0:
            paid[seat] += by_loser
        if seat == liable:
            paid[seat] += total - by_loser


@kernel
def charge_honba(paid: NDArray[np.int32], points: int, liable: int, winner: int, loser: int) -> None:
    """Add what each payer adds for the honba; a liable seat adds all of it.  Arguments as of `charge`."""
    for seat in range(len(paid)):
        pays = seat != winner if winner == loser else seat == loser
        payer = seat if liable == NO_SEAT else liable
        if pays and payer < len(paid):
            paid[payer] += points


@kernel
def pay_wins(
    base: NDArray[np.int32],
    liable: NDArray[np.int32],
    table: WinTable,
    honba_tsumo: int,
    honba_ron: int,
    even_tsumo: int,
    riichi_stick: int,
    whole_hand: int,
    deltas: NDArray[np.int32],
) -> None:
    """Write the score changes of wins.

    Args:
        base: As for `win_payments`, likewise the following.
        liable: How much of it falls under a liability.
        table: Seats, honba and sticks.
        honba_tsumo: Points.
        honba_ron: Points.
        even_tsumo: 1 where a tsumo is the value of a ron in two equal parts.
        riichi_stick: Points.
        whole_hand: 1 if the first liable seat answers for what falls under no liability too.
        deltas: Written.
    """
    for row in range(len(base)):
        paid = deltas[row]
        winner, loser, dealer = int(table.winner[row]), int(table.loser[row]), int(table.dealer[row])
        left = int(base[row])
        pays_honba = NO_SEAT
        for place in range(liable.shape[1]):
            seat, part = int(table.pao_seat[row, place]), int(liable[row, place])
            if seat == NO_SEAT or part == 0:
                continue
            charge(paid, part, seat, winner, loser, dealer, even_tsumo)
            left -= part
            if pays_honba == NO_SEAT:
                pays_honba = seat
        charge(paid, left, pays_honba if whole_hand else NO_SEAT, winner, loser, dealer, even_tsumo)
        sticks = 0
        if table.takes_pot[row]:
            worth = honba_tsumo if winner == loser else honba_ron
            charge_honba(paid, worth * int(table.honba[row]), pays_honba, winner, loser)
            sticks = riichi_stick * int(table.kyotaku[row])
        gain = sticks
        for seat in range(len(paid)):
            points = int(paid[seat])
            gain += points
            paid[seat] = -points
        if winner < len(paid):
            paid[winner] += gain


def win_payments(
    base: NDArray[np.int32], liable: NDArray[np.int32], table: WinTable, rules: RuleSet
) -> NDArray[np.int32]:
    """Score changes of wins.

    Args:
        base: Shape (wins,): base points of each hand.
        liable: Shape (wins, 3): how much of them falls under a liability, from `liable_base`.
        table: Seats, honba and sticks.
        rules: Uses ``seats``, ``honba_tsumo``, ``honba_ron``, ``tsumo_share``, ``riichi_stick`` and
            ``pao_scope``.

    Returns:
        Shape (wins, seats), points.  Every row sums to the sticks that its winner takes.  Where it is not
        known who pays, see `is_unmeasured`, a liable seat and the discarder share the whole hand.

    Source: Tenhou: honba of 6,653 wins without exception; the liable seat pays a tsumo with its honba alone
        (three real wins, one with another yakuman beside) and shares a ron with the discarder, honba on its
        side (Tenhou's rule page, by a translation; one real ron without honba).
    """
    deltas = np.zeros((len(base), rules.seats), np.int32)
    even_tsumo = int(rules.tsumo_share == TsumoShare.EVEN and rules.seats == 3)
    whole_hand = int(rules.pao_scope != LiabilityScope.OWN_YAKUMAN)
    pay_wins(
        base,
        liable,
        table,
        rules.honba_tsumo,
        rules.honba_ron,
        even_tsumo,
        rules.riichi_stick,
        whole_hand,
        deltas,
    )
    return deltas
