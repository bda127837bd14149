"""Faults of what a win is worth and who pays it: yaku, fu, points, payments, the order of two winners."""

from __future__ import annotations

from collections.abc import Iterator

from tests.faults import (
    Fault,
    Planted,
    carry_scores,
    change_payment,
    dealer,
    first,
    gains,
    is_single,
    loser,
    players,
    results,
    set_gains,
    winner,
    wins,
)
from tests.logs import Elements

IPPATSU, DORA, URA_DORA = 2, 52, 53
HAND_VALUE = r"(?!.*yakuman)(?!.*paoWho)"


def up(points: int) -> int:
    """Points rounded up to hundreds."""
    return (points + 99) // 100 * 100


def base_points(han: int, fu: int) -> tuple[int, int]:
    """Base points and limit: fu times two to the power of han and two, mangan from 2000 on."""
    for least, base, limit in ((13, 8000, 5), (11, 6000, 4), (8, 4000, 3), (6, 3000, 2), (5, 2000, 1)):
        if han >= least:
            return base, limit
    base = fu * 2 ** (han + 2)
    return (2000, 1) if base >= 2000 else (base, 0)


def yaku_of(log: Elements, at: int) -> list[tuple[int, int]]:
    """Yaku with their han."""
    numbers = log.numbers(at, "yaku")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def set_value(log: Elements, at: int, yaku: list[tuple[int, int]], fu: int) -> None:
    """Let a win have other yaku and fu, and be worth and paid what they make."""
    log.set_numbers(at, "yaku", [number for pair in yaku for number in pair])
    who, oya, seats = winner(log, at), dealer(log, at), players(log)
    base, limit = base_points(sum(han for _, han in yaku), fu)
    honba, sticks = log.numbers(at, "ba")
    paid = [0] * 4
    if who == loser(log, at):
        shares = {seat: up(base * (2 if oya in (seat, who) else 1)) for seat in range(seats) if seat != who}
        points = sum(shares.values())
        for seat, share in shares.items():
            paid[seat] = -share // 100 - honba
    else:
        points = up(base * (6 if who == oya else 4))
        paid[loser(log, at)] = -points // 100 - (seats - 1) * honba
    paid[who] = 10 * sticks - sum(paid)
    log.set_numbers(at, "ten", [fu, points, limit])
    set_gains(log, at, paid)


def double_rons(log: Elements, pattern: str = "") -> Iterator[int]:
    """Index of the first win of each double ron that does not end the game."""
    for at in results(log)[:-2]:
        if log[at].startswith("<AGARI") and log[at + 1].startswith("<AGARI") and "owari" not in log[at + 1]:
            yield at


def ippatsu_added(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'yaku="1,1,(?!2,)'))
    riichi, *others = yaku_of(log, at)
    set_value(log, at, [riichi, (IPPATSU, 1), *others], log.numbers(at, "ten")[0])
    return Planted("win-yaku", at, winner(log, at))


def dora_counted_twice(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'yaku="(?:\d+,\d+,)+52,1'))
    yaku = [(number, han + (number == DORA)) for number, han in yaku_of(log, at)]
    set_value(log, at, yaku, log.numbers(at, "ten")[0])
    return Planted("win-yaku", at, winner(log, at))


def ura_dora_counted_twice(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'yaku="[^"]*53,1'))
    yaku = [(number, han + (number == URA_DORA)) for number, han in yaku_of(log, at)]
    set_value(log, at, yaku, log.numbers(at, "ten")[0])
    return Planted("win-yaku", at, winner(log, at))


def closed_han_of_an_open_hand(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r' m=.*yaku="(?:\d+,\d+,)*34,2'))
    yaku = [(number, 3 if number == 34 else han) for number, han in yaku_of(log, at)]
    set_value(log, at, yaku, log.numbers(at, "ten")[0])
    return Planted("win-yaku", at, winner(log, at))


def dora_listed_first(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'yaku="(?:\d+,\d+,)+52,\d'))
    yaku = yaku_of(log, at)
    moved = sorted(yaku, key=lambda pair: pair[0] != DORA)
    log.set_numbers(at, "yaku", [number for pair in moved for number in pair])
    return Planted("win-yaku", at, winner(log, at))


def part_of_a_ron_paid_by_another(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE, tsumo=False))
    source = loser(log, at)
    other = next(seat for seat in range(players(log)) if seat not in (winner(log, at), source))
    change_payment(log, at, {source: 10, other: -10})
    return Planted("win-payment", at, winner(log, at))


def fu_of_a_pinfu_tsumo(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + 'ten="20,'))
    set_value(log, at, yaku_of(log, at), 30)
    return Planted("win-fu", at, winner(log, at))


def fu_that_change_no_points(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'ten="30,\d+,2"'))
    log.set_numbers(at, "ten", [40, *log.numbers(at, "ten")[1:]])
    return Planted("win-fu", at, winner(log, at))


def points_of_one_han_more(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'ten="30,\d+,0"'))
    yaku = yaku_of(log, at)
    set_value(log, at, [*yaku, (0, 1)], 30)
    log.set_numbers(at, "yaku", [number for pair in yaku for number in pair])
    return Planted("win-points", at, winner(log, at))


def limit_without_reason(log: Elements) -> Planted:
    at = first(wins(log, r'ten="\d+,\d+,0"'))
    log.set_numbers(at, "ten", [*log.numbers(at, "ten")[:2], 1])
    return Planted("win-points", at, winner(log, at))


def four_han_thirty_fu_as_mangan(log: Elements) -> Planted:
    at = first(wins(log, 'ten="30,(7700|11600),0"', tsumo=False))
    old = log.numbers(at, "ten")[1]
    new = {7700: 8000, 11600: 12000}[old]
    log.set_numbers(at, "ten", [30, new, 1])
    change_payment(log, at, {winner(log, at): (new - old) // 100, loser(log, at): (old - new) // 100})
    return Planted("win-points", at, winner(log, at))


def payment_of_a_thousand_more(log: Elements) -> Planted:
    at = first(wins(log, tsumo=False))
    change_payment(log, at, {winner(log, at): 10, loser(log, at): -10})
    return Planted("win-payment", at, winner(log, at))


def shares_of_a_tsumo_exchanged(log: Elements) -> Planted:
    for at in wins(log, tsumo=True):
        paid, oya = gains(log, at), dealer(log, at)
        child = (oya + 1) % players(log)
        if winner(log, at) not in (oya, child):
            paid[oya], paid[child] = paid[child], paid[oya]
            set_gains(log, at, paid)
            return Planted("win-payment", at, winner(log, at))
    raise LookupError("no tsumo paid by the dealer and the next seat")


def honba_not_paid(log: Elements) -> Planted:
    at = first(wins(log, 'ba="[1-9]', tsumo=False))
    due = (players(log) - 1) * log.numbers(at, "ba")[0]
    change_payment(log, at, {winner(log, at): -due, loser(log, at): due})
    return Planted("win-payment", at, winner(log, at))


def missing_payer_of_sanma_made_up_for(log: Elements) -> Planted:
    if players(log) == 4:
        raise LookupError("nobody is missing")
    at = first(wins(log, tsumo=True))
    change_payment(log, at, {seat: 20 if seat == winner(log, at) else -10 for seat in range(3)})
    return Planted("win-payment", at, winner(log, at))


def honba_for_the_second_winner_too(log: Elements) -> Planted:
    at = first(at for at in double_rons(log) if log.numbers(at, "ba")[0] > 0)
    due = (players(log) - 1) * log.numbers(at, "ba")[0]
    change_payment(log, at + 1, {winner(log, at + 1): due, loser(log, at): -due})
    return Planted("win-payment", at + 1, winner(log, at + 1))


def sticks_for_the_second_winner(log: Elements) -> Planted:
    at = first(at for at in double_rons(log) if log.numbers(at, "ba")[1] > 0)
    sticks = 10 * log.numbers(at, "ba")[1]
    change_payment(log, at, {winner(log, at): -sticks})
    change_payment(log, at + 1, {winner(log, at + 1): sticks})
    return Planted("win-payment", at, winner(log, at))


def second_winner_first(log: Elements) -> Planted:
    at = first(double_rons(log))
    honba, sticks = log.numbers(at, "ba")
    before, pot = log.numbers(at, "sc")[::2], (players(log) - 1) * honba
    nearer, farther = gains(log, at), gains(log, at + 1)
    log[at], log[at + 1] = log[at + 1], log[at]
    log.set_numbers(at, "ba", [honba, sticks])
    log.set_numbers(at + 1, "ba", [honba, 0])
    one, other, source = winner(log, at), winner(log, at + 1), loser(log, at)
    farther[one] += pot + 10 * sticks
    farther[source] -= pot
    nearer[other] -= pot + 10 * sticks
    nearer[source] += pot
    between = [score + gain for score, gain in zip(before, farther, strict=True)]
    log.set_numbers(at, "sc", [part for pair in zip(before, farther, strict=True) for part in pair])
    log.set_numbers(at + 1, "sc", [part for pair in zip(between, nearer, strict=True) for part in pair])
    carry_scores(log, at + 2, {one: pot + 10 * sticks, other: -pot - 10 * sticks})
    return Planted("winner-order", at, one)


def win_stated_twice(log: Elements) -> Planted:
    at = first(wins(log))
    log.insert(at + 1, log[at])
    return Planted("winner-order", at + 1, winner(log, at))


FAULTS: tuple[Fault, ...] = (
    ippatsu_added,
    dora_counted_twice,
    ura_dora_counted_twice,
    closed_han_of_an_open_hand,
    dora_listed_first,
    part_of_a_ron_paid_by_another,
    fu_of_a_pinfu_tsumo,
    fu_that_change_no_points,
    points_of_one_han_more,
    limit_without_reason,
    four_han_thirty_fu_as_mangan,
    payment_of_a_thousand_more,
    shares_of_a_tsumo_exchanged,
    honba_not_paid,
    missing_payer_of_sanma_made_up_for,
    honba_for_the_second_winner_too,
    sticks_for_the_second_winner,
    second_winner_first,
    win_stated_twice,
)


def liable_seat_left_out(log: Elements) -> Planted:
    at = log.find("paoWho=")
    log.drop(at, "paoWho")
    return Planted("win-pao", at, winner(log, at))


def liable_seat_pays_half_of_a_tsumo(log: Elements) -> Planted:
    at = log.find("paoWho=")
    if not is_single(log, at) or winner(log, at) != loser(log, at):
        raise LookupError("no tsumo")
    liable, who = int(log.get(at, "paoWho")), winner(log, at)
    other = next(seat for seat in range(4) if seat not in (liable, who))
    half = gains(log, at)[liable] // 2
    change_payment(log, at, {liable: -half, other: half})
    return Planted("win-payment", at, who)


ODD_FAULTS: tuple[Fault, ...] = (liable_seat_left_out, liable_seat_pays_half_of_a_tsumo)
"""Faults for the logs of corpus/edge."""
