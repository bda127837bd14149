"""Faults of what goes on: counters, deposits, scores, the next dealer, the order of hands."""

from __future__ import annotations

from tests.faults import (
    Fault,
    Planted,
    carry_scores,
    change_counter,
    change_payment,
    change_scores,
    end_of,
    first,
    is_single,
    loser,
    players,
    results,
    settle_owari,
    states_scores,
    winner,
    wins,
)
from tests.logs import Elements

HONBA, STICKS = 1, 2
SOME_HAND = 3
"""A hand in the middle of a game."""


def counters_of(log: Elements, init: int) -> list[int]:
    return log.numbers(init, "seed")[:3]


def pay_honba(log: Elements, at: int, by: int) -> None:
    """Change what a win pays for honba: 100 from each in a tsumo, 300 (200 with three) in a ron."""
    who, seats = winner(log, at), players(log)
    if who == loser(log, at):
        paid = {seat: -by for seat in range(seats) if seat != who}
    else:
        paid = {loser(log, at): -by * (seats - 1)}
    change_payment(log, at, {**paid, who: -sum(paid.values())})


def carry_honba(log: Elements, init: int, by: int) -> None:
    """Change the honba of a hand and of those after it, until another's win takes them away."""
    while True:
        end = end_of(log, init)
        change_counter(log, init, HONBA, by)
        change_counter(log, end, HONBA, by)
        if log[end].startswith("<AGARI"):
            if not is_single(log, end):
                raise LookupError("a double ron")
            pay_honba(log, end, by)
        following = [index for index in log.inits() if index > end][:1]
        if not following or counters_of(log, following[0])[HONBA] == 0:
            return
        init = following[0]


def carry_sticks(log: Elements, init: int, by: int) -> None:
    """Change the sticks on the table from a hand on, until somebody takes them."""
    while True:
        end = end_of(log, init)
        change_counter(log, init, STICKS, by)
        change_counter(log, end, STICKS, by)
        if log[end].startswith("<AGARI"):
            change_payment(log, end, {winner(log, end): 10 * by})
            return
        if "owari" in log[end]:
            settle_owari(log)
            return
        init = log.find("<INIT", end)


def take_sticks_from_the_table(log: Elements, init: int, sticks: int) -> None:
    """Sticks that somebody has taken do not lie there in the next hands."""
    carry_sticks(log, init, -sticks)


def honba_of_ba(log: Elements) -> Planted:
    at = results(log)[SOME_HAND]
    change_counter(log, at, HONBA, 1)
    return Planted("counters", at)


def honba_of_ba_and_paid_so(log: Elements) -> Planted:
    at = first(wins(log))
    change_counter(log, at, HONBA, 1)
    pay_honba(log, at, 1)
    return Planted("counters", at)


def sticks_of_ba_and_paid_so(log: Elements) -> Planted:
    at = first(wins(log))
    change_counter(log, at, STICKS, 1)
    change_payment(log, at, {winner(log, at): 10})
    return Planted("counters", at)


def no_ba(log: Elements) -> Planted:
    at = results(log)[SOME_HAND]
    log.drop(at, "ba")
    return Planted("counters", at)


def stick_of_two_thousand(log: Elements) -> Planted:
    at = log.find('<REACH who="0" ten=')
    change_scores(log, at, {0: -10})
    return Planted("riichi-deposit", at, 0)


def stick_of_another_seat_for_good(log: Elements) -> Planted:
    at = log.find('<REACH who="0" ten=')
    carry_scores(log, at, {0: 10, 1: -10})
    return Planted("riichi-deposit", at, 0)


def scores_before_a_result(log: Elements) -> Planted:
    at = first(wins(log))
    change_scores(log, at, {0: 10, 1: -10})
    return Planted("scores-before", at)


def scores_before_a_result_for_good(log: Elements) -> Planted:
    at = results(log)[SOME_HAND]
    carry_scores(log, at, {0: 1, 1: -1})
    return Planted("scores-before", at)


def chain_of_a_double_ron(log: Elements) -> Planted:
    for at in results(log)[:-2]:
        if log[at].startswith("<AGARI") and log[at + 1].startswith("<AGARI") and "owari" not in log[at + 1]:
            before, gain = log.numbers(at, "sc")[::2], log.numbers(at + 1, "sc")[1::2]
            log.set_numbers(at + 1, "sc", [part for pair in zip(before, gain, strict=True) for part in pair])
            return Planted("scores-before", at + 1)
    raise LookupError("no double ron")


def other_start_points(log: Elements) -> Planted:
    carry_scores(log, log.inits()[0], {0: 1, 1: -1})
    return Planted("game-start", log.inits()[0])


def first_hand_with_honba(log: Elements) -> Planted:
    carry_honba(log, log.inits()[0], 1)
    return Planted("game-start", log.inits()[0])


def first_hand_missing(log: Elements) -> Planted:
    start, following = log.inits()[:2]
    del log[start:following]
    return Planted("game-start", start)


def other_dealer(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    said = (int(log.get(at, "oya")) + 1) % 3
    log.set(at, "oya", str(said))
    return Planted("dealer", at, said)


def hand_missing(log: Elements) -> Planted:
    for init, following in zip(log.inits()[1:], log.inits()[2:], strict=False):
        end = following - 1
        if log[end].startswith("<AGARI") and winner(log, end) != int(log.get(init, "oya")):
            del log[init:following]
            return Planted("hand-order", init)
    raise LookupError("no win of another seat than the dealer")


def hand_repeated(log: Elements) -> Planted:
    start, following = log.inits()[SOME_HAND : SOME_HAND + 2]
    log[following:following] = log[start:following]
    return Planted("hand-order", following)


def hands_exchanged(log: Elements) -> Planted:
    start, middle, following = log.inits()[SOME_HAND : SOME_HAND + 3]
    log[start:following] = log[middle:following] + log[start:middle]
    return Planted("hand-order", start)


def other_wind(log: Elements) -> Planted:
    for init in log.inits()[1:-1]:
        if log[end_of(log, init)].startswith("<RYUUKYOKU"):
            seed = log.numbers(init, "seed")
            log.set_numbers(init, "seed", [seed[0] + 4, *seed[1:]])
            return Planted("next-kyoku", init)
    raise LookupError("no draw")


def honba_not_counted(log: Elements) -> Planted:
    init = first(index for index in log.inits()[1:] if counters_of(log, index)[HONBA] > 0)
    carry_honba(log, init, -1)
    return Planted("next-honba", init)


def honba_not_removed(log: Elements) -> Planted:
    init = first(index for index in log.inits()[1:] if counters_of(log, index)[HONBA] == 0)
    carry_honba(log, init, 1)
    return Planted("next-honba", init)


def honba_of_one_hand(log: Elements) -> Planted:
    init = log.inits()[SOME_HAND]
    change_counter(log, init, HONBA, 1)
    change_counter(log, end_of(log, init), HONBA, 1)
    return Planted("next-honba", init)


def sticks_lost(log: Elements) -> Planted:
    at = log.find(r'<RYUUKYOKU ba="\d+,[1-9](?!.*owari)')
    carry_sticks(log, log.find("<INIT", at), -log.numbers(at, "ba")[1])
    return Planted("next-kyotaku", log.find("<INIT", at))


def sticks_of_one_hand(log: Elements) -> Planted:
    init = log.inits()[SOME_HAND]
    change_counter(log, init, STICKS, 1)
    change_counter(log, end_of(log, init), STICKS, 1)
    return Planted("next-kyotaku", init)


def scores_of_the_next_hand(log: Elements) -> Planted:
    init = log.inits()[SOME_HAND]
    change_scores(log, init, {0: 10, 1: -10})
    return Planted("next-scores", init)


def scores_of_the_next_hand_for_good(log: Elements) -> Planted:
    init = log.inits()[SOME_HAND]
    carry_scores(log, init, {0: 1, 1: -1})
    return Planted("next-scores", init)


def scores_of_one_hand(log: Elements) -> Planted:
    init, following = log.inits()[SOME_HAND : SOME_HAND + 2]
    for index in range(init, following):
        if states_scores(log[index]):
            change_scores(log, index, {0: 1, 1: -1})
    return Planted("next-scores", init)


def another_first_dealer(log: Elements) -> Planted:
    at = log.find("<TAIKYOKU")
    log.set(at, "oya", "2")
    return Planted("dealer", at, 2)


FAULTS: tuple[Fault, ...] = (
    another_first_dealer,
    honba_of_ba,
    honba_of_ba_and_paid_so,
    sticks_of_ba_and_paid_so,
    no_ba,
    stick_of_two_thousand,
    stick_of_another_seat_for_good,
    scores_before_a_result,
    scores_before_a_result_for_good,
    chain_of_a_double_ron,
    other_start_points,
    first_hand_with_honba,
    first_hand_missing,
    other_dealer,
    hand_missing,
    hand_repeated,
    hands_exchanged,
    other_wind,
    honba_not_counted,
    honba_not_removed,
    honba_of_one_hand,
    sticks_lost,
    sticks_of_one_hand,
    scores_of_the_next_hand,
    scores_of_the_next_hand_for_good,
    scores_of_one_hand,
)
