"""Faults of the log as a text, of its seed, and of what odd tables have: chips, rules of their own."""

from __future__ import annotations

from analyzer.audit import Verdict
from tests.faults import Fault, Planted, add, first, results
from tests.log_tiles import discards, free_tile, is_tsumogiri, replace_tile, seat_of, tile_of
from tests.logs import Elements

SOME_HAND = 2


def attribute_missing(log: Elements) -> Planted:
    at = log.find("<N ")
    log.drop(at, "who")
    return Planted("well-formed", at, verdict=Verdict.MALFORMED)


def result_missing(log: Elements) -> Planted:
    at = first(at for at in results(log)[1:-1] if log[at].startswith("<RYUUKYOKU"))
    del log[at]
    return Planted("well-formed", at - 1, verdict=Verdict.MALFORMED)


def play_behind_a_result(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    log.insert(at, "<T33/>")
    return Planted("well-formed", at, verdict=Verdict.MALFORMED)


def unknown_attribute(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    log[at] = log[at].replace("<INIT ", '<INIT colour="red" ')
    return Planted("known-vocabulary", at, verdict=Verdict.UNDECIDED)


def log_cut_after_a_hand(log: Elements) -> Planted:
    del log[log.inits()[-1] :]
    return Planted("whole-log", len(log) - 1, verdict=Verdict.UNDECIDED)


def rules_of_the_lobby(log: Elements) -> Planted:
    at = log.find("<GO")
    log[at] = log[at].replace("<GO ", '<GO csrule="00200000,00000004,,,,,,,,,,,5" ')
    return Planted("rule-set", None, verdict=Verdict.UNDECIDED)


def seed_of_another_generator(log: Elements) -> Planted:
    log.set(log.find("<SHUFFLE"), "seed", "xorshift,1234")
    return Planted("wall-seed", None, verdict=Verdict.UNDECIDED)


def other_dice(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    seed = log.numbers(at, "seed")
    log.set_numbers(at, "seed", [*seed[:3], (seed[3] + 1) % 6, *seed[4:]])
    return Planted("wall-dice", at)


def tiles_dealt_in_another_order(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    one, other, *rest = log.numbers(at, "hai1")
    log.set_numbers(at, "hai1", [other, one, *rest])
    return Planted("wall-deal", at, 1)


def tiles_of_two_seats_exchanged(log: Elements) -> Planted:
    at = log.inits()[SOME_HAND]
    one, other = log.numbers(at, "hai0"), log.numbers(at, "hai1")
    log.set_numbers(at, "hai0", [other[0], *one[1:]])
    log.set_numbers(at, "hai1", [one[0], *other[1:]])
    return Planted("wall-deal", at, 0)


def tile_drawn_that_lies_elsewhere_in_the_wall(log: Elements) -> Planted:
    for index in discards(log, SOME_HAND)[4:]:
        tile = tile_of(log[index]) or 0
        if is_tsumogiri(log, index) and not log[index + 1].startswith(("<N", "<A", "<R")):
            other = free_tile(log, SOME_HAND, lambda copy, tile=tile: copy // 4 == tile // 4)
            for at in (index - 1, index):
                replace_tile(log, at, tile, other)
            return Planted("wall-draws", index - 1, seat_of(log[index]))
    raise LookupError("no tile discarded as drawn of which a copy is free")


def other_ura_indicator(log: Elements) -> Planted:
    at = log.find(r'<AGARI.*doraHaiUra="\d+"')
    ura = int(log.get(at, "doraHaiUra"))
    other = free_tile(log, log.hand_of(at), lambda tile: tile // 4 == ura // 4)
    log.set(at, "doraHaiUra", str(other))
    return Planted("wall-indicators", at)


FAULTS: tuple[Fault, ...] = (
    attribute_missing,
    result_missing,
    play_behind_a_result,
    unknown_attribute,
    log_cut_after_a_hand,
    rules_of_the_lobby,
    seed_of_another_generator,
    other_dice,
    tiles_dealt_in_another_order,
    tiles_of_two_seats_exchanged,
    tile_drawn_that_lies_elsewhere_in_the_wall,
    other_ura_indicator,
)


def chips_out_of_nowhere(log: Elements) -> Planted:
    """One chip too many changes hands, and is carried through."""
    at = first(index for index in results(log)[:-1] if len(log.numbers(index, "sc")) == 16)
    log.set_numbers(at, "sc", add(log.numbers(at, "sc"), {4: 1}, 2, 1))
    for index in range(at + 1, len(log)):
        if log[index].startswith("<INIT"):
            log.set_numbers(index, "chip", add(log.numbers(index, "chip"), {0: 1}))
        elif log[index].startswith(("<AGARI", "<RYUUKYOKU")):
            log.set_numbers(index, "sc", add(log.numbers(index, "sc"), {4: 1}, 2))
    _change_final_chips(log, 1)
    return Planted("chips", at)


def _change_final_chips(log: Elements, by: int) -> None:
    at = results(log)[-1]
    parts = log.get(at, "owari").split(",")
    if len(parts) != 16:
        raise LookupError("no chips at the end")
    parts[8] = str(int(parts[8]) + by)
    log.set(at, "owari", ",".join(parts))


def other_chips_in_the_end(log: Elements) -> Planted:
    _change_final_chips(log, 1)
    return Planted("chips", results(log)[-1])


def other_chips_in_the_next_hand(log: Elements) -> Planted:
    at = log.find("<INIT.* chip=", log.inits()[1])
    log.set_numbers(at, "chip", add(log.numbers(at, "chip"), {0: 1, 1: -1}))
    return Planted("chips", at)


ODD_FAULTS: tuple[Fault, ...] = (chips_out_of_nowhere, other_chips_in_the_end, other_chips_in_the_next_hand)
"""Faults for the logs of corpus/edge."""
