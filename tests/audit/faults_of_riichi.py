"""Faults of riichi: its steps, its stick, and what it asks for."""

from __future__ import annotations

from tests.audit.faults_of_draws import exhaustive, shown
from tests.audit.faults_of_progress import carry_sticks
from tests.faults import (
    Fault,
    Planted,
    carry_scores,
    change_counter,
    change_payment,
    end_of,
    hand_span,
    is_single,
    players,
    settle_owari,
    winner,
)
from tests.log_tiles import (
    CALLS,
    DRAWS,
    calls,
    discards,
    draws,
    in_riichi,
    is_move,
    is_tsumogiri,
    riichis,
)
from tests.logs import Elements


def riichi_step_two_left_out(log: Elements) -> Planted:
    for at, seat in riichis(log):
        del log[at + 2]
        return Planted("riichi-procedure", at + 2, seat)
    raise LookupError("no riichi")


def riichi_never_declared(log: Elements) -> Planted:
    for at, seat in riichis(log):
        end = end_of(log, at)
        if log[end].startswith("<RYUUKYOKU") or is_single(log, end):
            del log[at + 2]
            del log[at]
            return Planted("riichi-procedure", end - 2, seat)
    raise LookupError("no riichi")


def riichi_declared_twice(log: Elements) -> Planted:
    for at, seat in riichis(log):
        later = [index for index in draws(log, log.hand_of(at), seat) if index > at]
        if later:
            log.insert(later[0] + 1, f'<REACH who="{seat}" step="1"/>')
            return Planted("riichi-procedure", later[0] + 1, seat)
    raise LookupError("no draw after a riichi")


def stick_of_a_tile_won_on(log: Elements) -> Planted:
    for at, seat in riichis(log, stands=False):
        end = at + 2
        if log[end].startswith("<AGARI") and is_single(log, end) and "owari" not in log[end]:
            pay_stick(log, at + 2, seat)
            return Planted("riichi-procedure", at + 2, seat)
    raise LookupError("no riichi tile is won on")


def pay_stick(log: Elements, at: int, seat: int) -> None:
    """Put step two of a riichi before an element, and let its stick lie on the table from there on."""
    end = end_of(log, at)
    stated = [i for i in range(hand_span(log, log.hand_of(at))[0], at) if "ten=" in log[i]]
    ten = log.numbers(stated[-1], "ten")
    ten[seat] -= 10
    change_counter(log, end, 2, 1)
    if log[end].startswith("<AGARI"):
        carry_scores(log, at, {seat: -10})
        change_payment(log, end, {winner(log, end): 10})
    else:
        carry_scores(log, at, {seat: -10})
        carry_sticks(log, log.find("<INIT", end), 1)
    settle_owari(log)
    log.insert(at, f'<REACH who="{seat}" ten="{",".join(map(str, ten))}" step="2"/>')


def last_discard_of(log: Elements, at: int, seat: int) -> int:
    """A draw and a discard with nothing behind them but play; the last of a seat before an element."""
    index = discards(log, log.hand_of(at), seat)[-1]
    if not is_move(log[index - 1], DRAWS[seat]) or log[index + 1].startswith(("<N", "<REACH")):
        raise LookupError("no plain last discard")
    return index


def declare(log: Elements, index: int, seat: int) -> int:
    """Riichi on a discard; the index of the declaration."""
    pay_stick(log, index + 1, seat)
    log.insert(index, f'<REACH who="{seat}" step="1"/>')
    return index


def riichi_with_too_few_tiles(log: Elements) -> Planted:
    for at in exhaustive(log):
        for seat in shown(log, at):
            if len(log.numbers(at, f"hai{seat}")) == 13 and not in_riichi(log, at, seat):
                declared = declare(log, last_discard_of(log, at, seat), seat)
                return Planted("riichi-conditions", declared, seat)
    raise LookupError("no closed tenpai seat without riichi at a draw")


def calls_of(log: Elements, at: int, seat: int, *kinds: str) -> list[int]:
    """Places of the calls of a seat in the hand of an element."""
    hand = log.hand_of(at)
    return [
        call.index for call in calls(log, *kinds) if call.seat == seat and log.hand_of(call.index) == hand
    ]


def idle_tail(log: Elements, at: int, seat: int) -> int:
    """The third last discard of a seat that from there on discards what it draws, nobody calling it.

    Raises:
        LookupError: When there is none.
    """
    tail = discards(log, log.hand_of(at), seat)[-3:]
    if not all(is_tsumogiri(log, index) for index in tail) or log[tail[0] + 1].startswith(("<N", "<REACH")):
        raise LookupError("no idle end")
    return tail[0]


def riichi_of_a_noten_hand(log: Elements) -> Planted:
    for at in exhaustive(log):
        for seat in range(players(log)):
            if seat in shown(log, at) or calls_of(log, at, seat, *CALLS) or in_riichi(log, at, seat):
                continue
            declared = declare(log, idle_tail(log, at, seat), seat)
            return Planted("riichi-procedure", declared + 1, seat)
    raise LookupError("no closed noten seat at a draw")


def riichi_of_an_open_hand(log: Elements) -> Planted:
    for at in exhaustive(log):
        for seat in shown(log, at):
            opened = calls_of(log, at, seat, "chi", "pon")
            if opened and opened[-1] < idle_tail(log, at, seat):
                declared = declare(log, idle_tail(log, at, seat), seat)
                return Planted("riichi-procedure", declared, seat)
    raise LookupError("no open tenpai seat at a draw")


FAULTS: tuple[Fault, ...] = (
    riichi_step_two_left_out,
    riichi_never_declared,
    riichi_declared_twice,
    stick_of_a_tile_won_on,
    riichi_with_too_few_tiles,
    riichi_of_a_noten_hand,
    riichi_of_an_open_hand,
)
