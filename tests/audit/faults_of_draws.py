"""Faults of hands without a winner: kind, tenpai set, tiles shown, payments."""

from __future__ import annotations

from collections.abc import Iterator

from tests.audit.faults_of_progress import take_sticks_from_the_table
from tests.faults import Fault, Planted, dealer, first, gains, init_of, players, results, set_gains
from tests.log_tiles import discards as discards_of
from tests.log_tiles import (
    draws,
    free_tile,
    held,
    is_tsumogiri,
    seat_of,
    strip_seed,
    swap_tiles,
    tile_of,
    tiles_seen,
)
from tests.logs import Elements

YAOCHU = {0, 8, 9, 17, 18, 26, *range(27, 34)}
EXHAUSTIVE = r"<RYUUKYOKU (?!type)"


def exhaustive(log: Elements) -> Iterator[int]:
    """Exhaustive draws before the last hand."""
    return (at for at in results(log)[:-1] if log[at].startswith("<RYUUKYOKU ba"))


def shown(log: Elements, at: int) -> list[int]:
    """Seats that show their tehai."""
    return [seat for seat in range(4) if f"hai{seat}=" in log[at]]


def noten_payments(seats: int, tenpai: list[int]) -> list[int]:
    """3000 in all from the noten to the tenpai seats, 2000 with three; nothing if all or none are tenpai."""
    payments = [0] * 4
    total = 30 if seats == 4 else 20
    if 0 < len(tenpai) < seats:
        for seat in range(seats):
            payments[seat] = total // len(tenpai) if seat in tenpai else -(total // (seats - len(tenpai)))
    return payments


def show(log: Elements, at: int, seat: int) -> None:
    tiles = ",".join(map(str, sorted(held(log, at, seat))))
    log[at] = log[at].replace('" hai', f'" hai{seat}="{tiles}" hai', 1)


def noten_payment_swapped(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if gains(log, at)[0] != gains(log, at)[1])
    payments = gains(log, at)
    set_gains(log, at, [payments[1], payments[0], *payments[2:]])
    return Planted("draw-payment", at)


def noten_payment_with_honba(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if log.numbers(at, "ba")[0] > 0 and len(shown(log, at)) == 1)
    (taker,), seats = shown(log, at), players(log)
    extra = [seats - 1 if seat == taker else -(seat < seats) for seat in range(4)]
    set_gains(log, at, [paid + more for paid, more in zip(gains(log, at), extra, strict=True)])
    return Planted("draw-payment", at)


def sticks_taken_at_a_draw(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if log.numbers(at, "ba")[1] > 0 and len(shown(log, at)) == 1)
    (taker,), sticks = shown(log, at), log.numbers(at, "ba")[1]
    payments = gains(log, at)
    payments[taker] += 10 * sticks
    set_gains(log, at, payments)
    take_sticks_from_the_table(log, log.find("<INIT", at), sticks)
    return Planted("draw-payment", at)


def abort_that_pays(log: Elements) -> Planted:
    at = log.find('type="yao9"')
    set_gains(log, at, [10, -10, 0, 0])
    return Planted("draw-payment", at)


def nagashi_that_pays_too_little(log: Elements) -> Planted:
    at = log.find('type="nm"')
    payments = gains(log, at)
    payments[payments.index(max(payments))] -= 10
    payments[payments.index(min(payments))] += 10
    set_gains(log, at, payments)
    return Planted("draw-payment", at)


def tenpai_seat_left_out(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if shown(log, at))
    seat = shown(log, at)[0]
    log.drop(at, f"hai{seat}")
    return Planted("shown-seats", at, seat)


def tenpai_seat_left_out_and_paid_so(log: Elements) -> Planted:
    for at in exhaustive(log):
        tenpai = shown(log, at)
        others = [seat for seat in tenpai if seat != dealer(log, at)]
        if len(tenpai) > 1 and others:
            log.drop(at, f"hai{others[0]}")
            tenpai.remove(others[0])
            set_gains(log, at, noten_payments(players(log), tenpai))
            return Planted("shown-seats", at, others[0])
    raise LookupError("no draw with two tenpai seats")


def noten_seat_shown_and_paid_so(log: Elements) -> Planted:
    for at in exhaustive(log):
        tenpai = shown(log, at)
        for seat in range(players(log)):
            if tenpai and seat not in tenpai and seat != dealer(log, at) and called_nothing(log, at, seat):
                show(log, at, seat)
                set_gains(log, at, noten_payments(players(log), [*tenpai, seat]))
                return Planted("shown-seats", at, seat)
    raise LookupError("no noten seat without calls")


def called_nothing(log: Elements, at: int, seat: int) -> bool:
    return not any(element.startswith(f'<N who="{seat}"') for element in log[init_of(log, at) : at])


def caller_of_nine_kinds_not_shown(log: Elements) -> Planted:
    at = log.find('type="yao9"')
    (seat,) = shown(log, at)
    log.drop(at, f"hai{seat}")
    return Planted("shown-seats", at, seat)


def other_tile_shown(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if shown(log, at))
    seat = shown(log, at)[0]
    tiles = log.numbers(at, f"hai{seat}")
    other = next(tile for tile in range(36, 136) if tile not in tiles)
    log.set_numbers(at, f"hai{seat}", sorted([other, *tiles[1:]]))
    return Planted("shown-tiles", at, seat)


def tile_shown_twice(log: Elements) -> Planted:
    at = first(at for at in exhaustive(log) if shown(log, at))
    seat = shown(log, at)[0]
    tiles = log.numbers(at, f"hai{seat}")
    log.set_numbers(at, f"hai{seat}", [tiles[0], *tiles])
    return Planted("shown-tiles", at, seat)


def exhaustive_draw_paid_as_nagashi(log: Elements) -> Planted:
    at = first(exhaustive(log))
    seats, dealt = players(log), dealer(log, at)
    log[at] = log[at].replace("<RYUUKYOKU ", '<RYUUKYOKU type="nm" ')
    payments = [-20 if seat < seats else 0 for seat in range(4)]
    payments[dealt] = -40
    payments[(dealt + 1) % seats] = 0
    payments[(dealt + 1) % seats] = -sum(payments)
    set_gains(log, at, payments)
    return Planted("draw-kind", at)


def nagashi_paid_as_exhaustive_draw(log: Elements) -> Planted:
    at = log.find('type="nm"')
    log.drop(at, "type")
    set_gains(log, at, noten_payments(players(log), shown(log, at)))
    return Planted("draw-kind", at)


def eight_kinds_called_nine(log: Elements) -> Planted:
    strip_seed(log)
    at = log.find('type="yao9"')
    hand, (seat,) = log.hand_of(at), shown(log, at)
    tiles = [tile for tile in log.numbers(at, f"hai{seat}") if tile // 4 in YAOCHU]
    kinds = [tile // 4 for tile in tiles]
    alone = [tile for tile in tiles if kinds.count(tile // 4) == 1]
    surplus = len(set(kinds)) - 8
    if len(alone) < surplus:
        raise LookupError("too many pairs to take kinds away")
    for tile in alone[:surplus]:
        swap_tiles(log, hand, tile, free_tile(log, hand, lambda other: other // 4 not in YAOCHU))
    log.set_numbers(at, f"hai{seat}", sorted(log.numbers(at, f"hai{seat}")))
    return Planted("draw-kind", at)


def draw_with_a_tile_left(log: Elements) -> Planted:
    for at in exhaustive(log):
        if tile_of(log[at - 1]) is not None and is_tsumogiri(log, at - 1):
            del log[at - 2 : at]
            return Planted("draw-kind", at - 2)
    raise LookupError("no draw after a tsumogiri")


def draw_of_an_unknown_kind(log: Elements) -> Planted:
    at = log.find('type="yao9"')
    log.set(at, "type", "yao8")
    return Planted("draw-kind", at)


def draw_stated_twice(log: Elements) -> Planted:
    at = first(exhaustive(log))
    log.insert(at, log[at])
    return Planted("draw-kind", at + 1)


def four_winds_played_over(log: Elements) -> Planted:
    strip_seed(log)
    if players(log) == 3:
        raise LookupError("four winds need four players")
    for hand, start in enumerate(log.inits()):
        firsts = discards_of(log, hand)[:4]
        through = [element for element in log[start : firsts[-1] + 2] if element.startswith(("<N", "<A"))]
        if through or [seat_of(log[index]) for index in draws(log, hand)[4:5]] != [dealer(log, start)]:
            continue
        seen = tiles_seen(log, hand)
        for wind in range(27, 31):
            copies = range(4 * wind, 4 * wind + 4)
            if seen.isdisjoint(copies):
                for index, copy in zip(firsts, copies, strict=True):
                    swap_tiles(log, hand, tile_of(log[index]) or 0, copy)
                return Planted("overdue-draw", firsts[-1])
    raise LookupError("no wind that is wholly unseen in a hand without early calls")


FAULTS: tuple[Fault, ...] = (
    noten_payment_swapped,
    noten_payment_with_honba,
    sticks_taken_at_a_draw,
    abort_that_pays,
    nagashi_that_pays_too_little,
    tenpai_seat_left_out,
    tenpai_seat_left_out_and_paid_so,
    noten_seat_shown_and_paid_so,
    caller_of_nine_kinds_not_shown,
    other_tile_shown,
    tile_shown_twice,
    exhaustive_draw_paid_as_nagashi,
    nagashi_paid_as_exhaustive_draw,
    eight_kinds_called_nine,
    draw_with_a_tile_left,
    draw_of_an_unknown_kind,
    draw_stated_twice,
    four_winds_played_over,
)
