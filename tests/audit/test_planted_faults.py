"""One fault planted in an honest log is found, named and located, and nothing else is said.

Every fault goes into another real log; the expected check and place are stated with the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest

from analyzer.audit import LogName, Verdict, review
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus


class Planted(NamedTuple):
    """What must be found: the checks that may name it, the hand and the element."""

    checks: set[str]
    element: int


Fault = Callable[[Elements], Planted]

EXHAUSTIVE = r"<RYUUKYOKU (?!type)"


def next_init(log: Elements, index: int) -> int:
    return log.find(r"<INIT", index)


def payment_of_a_draw(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r'ba="\d+,\d+" sc="[^"]*15')
    numbers = log.numbers(at, "sc")
    numbers[1] += 5
    numbers[3] -= 5
    log.set_numbers(at, "sc", numbers)
    return Planted({"draw-payment"}, at)


def payment_of_a_draw_carried_on(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r'.*15.*owari="')
    numbers = log.numbers(at, "sc")
    numbers[1], numbers[3] = numbers[3], numbers[1]
    if numbers[1] == numbers[3]:
        raise LookupError("the payments of seats 0 and 1 are the same")
    log.set_numbers(at, "sc", numbers)
    return Planted({"draw-payment"}, at)


def tenpai_seat_not_shown(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r".*hai\d.*hai\d")
    name = re.findall(r"hai\d", log[at])[0]
    log.drop(at, name)
    return Planted({"shown-seats"}, at)


def noten_seat_shown(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r"(?!.*hai0).*hai1")
    log[at] = log[at].replace("hai1=", "hai0=")
    return Planted({"shown-seats", "shown-tiles"}, at)


def exhaustive_draw_called_nagashi(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE)
    log[at] = log[at].replace("<RYUUKYOKU ", '<RYUUKYOKU type="nm" ')
    return Planted({"draw-kind"}, at)


def kyuushu_called_suufon(log: Elements) -> Planted:
    at = log.find(r'type="yao9"')
    log.set(at, "type", "kaze4")
    return Planted({"draw-kind"}, at)


def kyuushu_without_type(log: Elements) -> Planted:
    at = log.find(r'type="yao9"')
    log.drop(at, "type")
    return Planted({"draw-kind"}, at)


def honba_of_the_next_hand(log: Elements) -> Planted:
    at = next_init(log, log.find(EXHAUSTIVE))
    seed = log.numbers(at, "seed")
    seed[1] += 1
    log.set_numbers(at, "seed", seed)
    end = log.find(r"<(AGARI|RYUUKYOKU)", at)
    ba = log.numbers(end, "ba")
    ba[0] += 1
    log.set_numbers(end, "ba", ba)
    return Planted({"next-honba"}, at)


def honba_of_ba(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE)
    ba = log.numbers(at, "ba")
    ba[0] += 1
    log.set_numbers(at, "ba", ba)
    return Planted({"counters"}, at)


def sticks_of_ba(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE)
    ba = log.numbers(at, "ba")
    ba[1] += 1
    log.set_numbers(at, "ba", ba)
    return Planted({"counters"}, at)


def dealer_of_the_next_hand(log: Elements) -> Planted:
    at = next_init(log, log.find(EXHAUSTIVE))
    log.set(at, "oya", str((int(log.get(at, "oya")) + 1) % 3))
    return Planted({"dealer"}, at)


def kyoku_of_the_next_hand(log: Elements) -> Planted:
    at = next_init(log, log.find(EXHAUSTIVE))
    seed = log.numbers(at, "seed")
    seed[0] += 4
    log.set_numbers(at, "seed", seed)
    return Planted({"next-kyoku"}, at)


def sticks_of_the_next_hand(log: Elements) -> Planted:
    at = next_init(log, log.find(EXHAUSTIVE + r'ba="0,1"'))
    seed = log.numbers(at, "seed")
    seed[2] -= 1
    log.set_numbers(at, "seed", seed)
    return Planted({"next-kyotaku"}, at)


def deposit_from_another_seat(log: Elements) -> Planted:
    at = log.find(r'<REACH who="[01]" ten=')
    ten = log.numbers(at, "ten")
    ten[0], ten[1] = ten[0] + 10, ten[1] - 10
    if log.get(at, "who") == "1":
        ten[0], ten[1] = ten[0] - 20, ten[1] + 20
    log.set_numbers(at, "ten", ten)
    return Planted({"riichi-deposit"}, at)


def deposit_of_two_sticks(log: Elements) -> Planted:
    at = log.find(r'<REACH who="0" ten=')
    ten = log.numbers(at, "ten")
    ten[0] -= 10
    log.set_numbers(at, "ten", ten)
    return Planted({"riichi-deposit"}, at)


def stick_never_paid(log: Elements) -> Planted:
    at = log.find(r'<REACH who="\d" ten=')
    del log[at]
    return Planted({"riichi-procedure"}, at)


def swapped_tile_in_the_shown_tehai(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r".*hai\d")
    name = re.findall(r"hai\d", log[at])[0]
    tiles = log.numbers(at, name)
    tiles[0] = next(tile for tile in range(36, 136) if tile not in tiles)
    log.set_numbers(at, name, sorted(tiles))
    return Planted({"shown-tiles"}, at)


def swapped_discard(log: Elements) -> Planted:
    at = log.find(r"<D\d+/>", log.inits()[1])
    tile = int(re.findall(r"\d+", log[at])[0])
    held = log.numbers(log.inits()[1], "hai1")
    log[at] = f"<D{next(other for other in held if other != tile)}/>"
    return Planted({"tile-place"}, at)


def swapped_tile_in_the_deal(log: Elements) -> Planted:
    at = log.inits()[1]
    tiles = log.numbers(at, "hai0")
    tiles[0] = log.numbers(at, "hai1")[0]
    log.set_numbers(at, "hai0", tiles)
    return Planted({"wall-deal", "tile-place"}, at)


def swapped_draw(log: Elements) -> Planted:
    at = log.find(r"<U\d+/>", log.inits()[1])
    log[at] = f"<U{log.numbers(log.inits()[1], 'hai2')[3]}/>"
    return Planted({"tile-place"}, at)


def scores_of_the_next_hand(log: Elements) -> Planted:
    at = log.inits()[2]
    ten = log.numbers(at, "ten")
    ten[0], ten[1] = ten[0] + 10, ten[1] - 10
    log.set_numbers(at, "ten", ten)
    return Planted({"next-scores"}, at)


def missing_hand(log: Elements) -> Planted:
    first, second = log.inits()[2:4]
    if log.numbers(first, "seed")[1] == 0:
        raise LookupError("a hand without honba: its removal may change the kyoku alone")
    del log[first:second]
    return Planted({"hand-order"}, first)


def scores_before_a_draw(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r"(?!.*owari)")
    numbers = log.numbers(at, "sc")
    numbers[0] += 10
    numbers[2] -= 10
    log.set_numbers(at, "sc", numbers)
    return Planted({"scores-before", "next-scores"}, at)


def draw_with_a_tile_left(log: Elements) -> Planted:
    at = log.find(EXHAUSTIVE + r"(?!.*owari)")
    if not re.match(r"<[DEFG]\d", log[at - 1]) or not re.match(r"<[TUVW]\d", log[at - 2]):
        raise LookupError("the last plays are not a draw and a discard")
    del log[at - 2 : at]
    return Planted({"draw-kind"}, at - 2)


def win_that_pays_too_much(log: Elements) -> Planted:
    at = log.find(r"<AGARI.*owari")
    numbers = log.numbers(at, "sc")
    who = int(log.get(at, "who"))
    numbers[2 * who + 1] += 10
    log.set_numbers(at, "sc", numbers)
    return Planted({"win-payment"}, at)


FAULTS: tuple[Fault, ...] = (
    payment_of_a_draw,
    payment_of_a_draw_carried_on,
    tenpai_seat_not_shown,
    noten_seat_shown,
    exhaustive_draw_called_nagashi,
    kyuushu_called_suufon,
    kyuushu_without_type,
    honba_of_the_next_hand,
    honba_of_ba,
    sticks_of_ba,
    dealer_of_the_next_hand,
    kyoku_of_the_next_hand,
    sticks_of_the_next_hand,
    deposit_from_another_seat,
    deposit_of_two_sticks,
    stick_never_paid,
    swapped_tile_in_the_shown_tehai,
    swapped_discard,
    swapped_tile_in_the_deal,
    swapped_draw,
    scores_of_the_next_hand,
    missing_hand,
    scores_before_a_draw,
    draw_with_a_tile_left,
    win_that_pays_too_much,
)


def honest_log_for(fault: Fault) -> tuple[str, Elements, Elements, Planted]:
    """The first real log, from a place of the fault's own, in which the fault can be planted."""
    paths = corpus_paths("phoenix")
    start = FAULTS.index(fault) * 20
    for path in paths[start:] + paths[:start]:
        honest = Elements.of(corpus_bytes(path))
        log = Elements(honest)
        try:
            return path.stem, honest, log, fault(log)
        except (LookupError, StopIteration):
            continue
    pytest.fail(f"no log of the corpus can take {fault.__name__}")


@needs_corpus
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_named_and_located(fault: Fault) -> None:
    name, honest, log, planted = honest_log_for(fault)
    before = review([(LogName(name, name), honest.xml())])
    assert before.findings == ()

    result = review([(LogName(name, name), log.xml())])

    found = [finding for finding in result.findings if finding.verdict != Verdict.UNDECIDED]
    assert found
    assert {finding.check for finding in found} <= planted.checks
    first = found[0]
    assert first.check in planted.checks
    assert first.verdict == Verdict.INCONSISTENT
    assert first.log == name
    hand = log.hand_of(planted.element)
    assert first.hand in (hand, hand + 1 if planted.checks & {"next-scores"} else hand)
    assert any(finding.element == planted.element for finding in found)
