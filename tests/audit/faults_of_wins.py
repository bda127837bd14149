"""Faults of what a winner shows: the tile, tehai, melds, indicators; and of furiten."""

from __future__ import annotations

from tests.faults import (
    Fault,
    Planted,
    first,
    gains,
    hand_span,
    loser,
    players,
    set_gains,
    winner,
    wins,
)
from tests.log_tiles import discards, free_tile, is_tsumogiri, strip_seed, swap_tiles, tile_of, tiles_seen
from tests.logs import Elements

HAND_VALUE = r"(?!.*yakuman)(?!.*paoWho)"


def machi_of_another_kind(log: Elements) -> Planted:
    at = first(wins(log))
    machi = int(log.get(at, "machi"))
    log.set(at, "machi", str(next(tile for tile in log.numbers(at, "hai") if tile // 4 != machi // 4)))
    return Planted("winning-tile", at, winner(log, at))


def ron_said_to_be_tsumo(log: Elements) -> Planted:
    at = first(wins(log, tsumo=False))
    log.set(at, "fromWho", log.get(at, "who"))
    return Planted("winning-tile", at, winner(log, at))


def ron_off_another_seat(log: Elements) -> Planted:
    at = first(wins(log, tsumo=False))
    source = loser(log, at)
    other = next(seat for seat in range(players(log)) if seat not in (winner(log, at), source))
    paid = gains(log, at)
    paid[source], paid[other] = paid[other], paid[source]
    log.set(at, "fromWho", str(other))
    set_gains(log, at, paid)
    return Planted("winning-tile", at, winner(log, at))


def win_of_another_seat(log: Elements) -> Planted:
    at = first(wins(log, tsumo=False))
    other = next(seat for seat in range(players(log)) if seat not in (winner(log, at), loser(log, at)))
    log.set(at, "who", str(other))
    return Planted("win-tehai", at, other)


def tehai_with_another_tile(log: Elements) -> Planted:
    at = first(wins(log))
    tiles, machi = log.numbers(at, "hai"), int(log.get(at, "machi"))
    gone = next(tile for tile in tiles if tile != machi)
    other = next(tile for tile in range(36, 136) if tile not in tiles)
    log.set_numbers(at, "hai", sorted([other, *(tile for tile in tiles if tile != gone)]))
    return Planted("win-tehai", at, winner(log, at))


def tehai_without_the_winning_tile(log: Elements) -> Planted:
    at = first(wins(log))
    machi = int(log.get(at, "machi"))
    log.set_numbers(at, "hai", [tile for tile in log.numbers(at, "hai") if tile != machi])
    return Planted("win-tehai", at, winner(log, at))


def melds_left_out(log: Elements) -> Planted:
    at = first(wins(log, " m="))
    log.drop(at, "m")
    return Planted("win-melds", at, winner(log, at))


def melds_the_other_way_round(log: Elements) -> Planted:
    at = first(wins(log, r' m="\d+,\d+"'))
    codes = log.numbers(at, "m")
    if any(code & 0x3C == 0x20 for code in codes):
        raise LookupError("a north set aside")
    log.set_numbers(at, "m", codes[::-1])
    return Planted("win-melds", at, winner(log, at))


def indicator_left_out(log: Elements) -> Planted:
    at = first(wins(log, r'doraHai="\d+,'))
    log.set_numbers(at, "doraHai", log.numbers(at, "doraHai")[:-1])
    return Planted("win-dora", at, winner(log, at))


def no_ura_indicators(log: Elements) -> Planted:
    at = first(wins(log, HAND_VALUE + r'yaku="[^"]*53,[1-9].*doraHaiUra'))
    log.drop(at, "doraHaiUra")
    return Planted("win-dora", at, winner(log, at))


def ura_indicator_that_lies_elsewhere(log: Elements) -> Planted:
    strip_seed(log)
    for at in wins(log, r'53,0.*doraHaiUra="\d+"'):
        ura = int(log.get(at, "doraHaiUra"))
        start = hand_span(log, log.hand_of(at))[0]
        dealt = [tile for seat in range(players(log)) for tile in log.numbers(start, f"hai{seat}")]
        for copy in (tile for tile in dealt if tile // 4 == ura // 4):
            log.set(at, "doraHaiUra", str(copy))
            return Planted("win-dora", at, winner(log, at))
    raise LookupError("no copy of an ura indicator is dealt to anybody")


def ron_in_furiten(log: Elements) -> Planted:
    strip_seed(log)
    for at in wins(log, tsumo=False):
        hand, who, kind = log.hand_of(at), winner(log, at), int(log.get(at, "machi")) // 4
        seen = tiles_seen(log, hand)
        free = [tile for tile in range(4 * kind, 4 * kind + 4) if tile not in seen]
        for index in discards(log, hand, who):
            if free and is_tsumogiri(log, index) and not log[index + 1].startswith(("<N", "<A", "<R")):
                swap_tiles(log, hand, tile_of(log[index]) or 0, free[0])
                return Planted("furiten", at, who)
    raise LookupError("no wait of which a copy is free")


def ron_after_letting_a_wait_pass(log: Elements) -> Planted:
    strip_seed(log)
    for at in wins(log, r"^(?!.*Ura).*", tsumo=False):
        hand, who, kind = log.hand_of(at), winner(log, at), int(log.get(at, "machi")) // 4
        last = [index for index in hand_span(log, hand) if tile_of(log[index]) is not None][-1]
        previous = [index for index in discards(log, hand) if index < last][-1:]
        for index in previous:
            passing = discards(log, hand, who)[-1:] < [index] and log[index][1] != "DEFG"[who]
            if passing and is_tsumogiri(log, index) and not log[index + 1].startswith(("<N", "<R")):
                other = free_tile(log, hand, lambda tile, kind=kind: tile // 4 == kind)
                swap_tiles(log, hand, tile_of(log[index]) or 0, other)
                return Planted("furiten", at, who)
    raise LookupError("no seat has passed a tile just drawn before the ron")


FAULTS: tuple[Fault, ...] = (
    machi_of_another_kind,
    ron_said_to_be_tsumo,
    ron_off_another_seat,
    win_of_another_seat,
    tehai_with_another_tile,
    tehai_without_the_winning_tile,
    melds_left_out,
    melds_the_other_way_round,
    indicator_left_out,
    no_ura_indicators,
    ura_indicator_that_lies_elsewhere,
    ron_in_furiten,
    ron_after_letting_a_wait_pass,
)
