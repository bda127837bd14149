"""Faults of play: tiles, turns, calls, kuikae, kans and their indicators."""

from __future__ import annotations

from tests.audit.faults_of_draws import exhaustive, shown
from tests.faults import (
    Fault,
    Planted,
    end_of,
    first,
    hand_span,
    players,
    winner,
    wins,
)
from tests.log_tiles import (
    CALLS,
    DISCARDS,
    DRAWS,
    calls,
    discards,
    draws,
    free_tile,
    held,
    in_riichi,
    is_move,
    is_tsumogiri,
    kinds_of_win,
    meld_copies,
    points_at,
    replace_tile,
    seat_of,
    strip_seed,
    swap_tiles,
    tile_of,
    tiles_seen,
)
from tests.logs import Elements

SOME_HAND = 2


def tile_drawn_twice(log: Elements) -> Planted:
    at = draws(log, SOME_HAND)[5]
    tile = log.numbers(hand_span(log, SOME_HAND)[0], "hai0")[3]
    log[at] = f"<{log[at][1]}{tile}/>"
    return Planted("tile-place", at, seat_of(log[at]))


def tile_dealt_twice(log: Elements) -> Planted:
    at = hand_span(log, SOME_HAND)[0]
    tiles = log.numbers(at, "hai0")
    log.set_numbers(at, "hai0", [log.numbers(at, "hai1")[0], *tiles[1:]])
    return Planted("tile-place", at, 1)


def tile_of_another_seat_discarded(log: Elements) -> Planted:
    at = discards(log, SOME_HAND)[4]
    other = (seat_of(log[at]) + 1) % 3
    log[at] = f"<{log[at][1]}{log.numbers(hand_span(log, SOME_HAND)[0], f'hai{other}')[0]}/>"
    return Planted("tile-place", at, seat_of(log[at]))


def tile_that_sanma_does_not_have(log: Elements) -> Planted:
    if players(log) == 4:
        raise LookupError("four players have all tiles")
    strip_seed(log)
    at = first(index - 1 for index in discards(log, SOME_HAND) if is_tsumogiri(log, index))
    for index in (at, at + 1):
        replace_tile(log, index, tile_of(log[at + 1]) or 0, 9)
    if log[at + 2].startswith(("<N", "<A")):
        raise LookupError("the tile is called")
    return Planted("tile-place", at, seat_of(log[at]))


def draw_left_out(log: Elements) -> Planted:
    at = first(index for index in draws(log, SOME_HAND)[5:] if is_move(log[index + 1], DISCARDS))
    seat = seat_of(log[at])
    del log[at]
    return Planted("turn-order", at, seat)


def turn_left_out(log: Elements) -> Planted:
    at = first(
        index - 1
        for index in discards(log, SOME_HAND)[4:]
        if is_tsumogiri(log, index) and is_move(log[index + 1], DRAWS)
    )
    following = seat_of(log[at + 2])
    del log[at : at + 2]
    return Planted("turn-order", at, following)


def draw_from_an_empty_wall(log: Elements) -> Planted:
    strip_seed(log)
    at = first(at for at in exhaustive(log) if is_move(log[at - 1], DISCARDS))
    seat = (seat_of(log[at - 1]) + 1) % players(log)
    tile = free_tile(log, log.hand_of(at))
    log[at:at] = [f"<{DRAWS[seat]}{tile}/>", f"<{DISCARDS[seat]}{tile}/>"]
    return Planted("turn-order", at, seat)


def set_code(log: Elements, index: int, old: int, new: int) -> None:
    """Change the code of a call, also where the win of its seat shows it."""
    log.set(index, "m", str(new))
    seat = log.get(index, "who")
    for at in hand_span(log, log.hand_of(index)):
        if log[at].startswith("<AGARI") and log.get(at, "who") == seat and " m=" in log[at]:
            log.set_numbers(at, "m", [new if code == old else code for code in log.numbers(at, "m")])


def pon_of_another_seat(log: Elements) -> Planted:
    for call in calls(log, "pon"):
        source = (call.seat + (call.code & 3)) % 4
        other = next(seat for seat in range(players(log)) if seat not in (call.seat, source))
        set_code(log, call.index, call.code, call.code & ~3 | (other - call.seat) % 4)
        return Planted("calls", call.index, call.seat)
    raise LookupError("no pon")


def chi_from_across(log: Elements) -> Planted:
    for call in calls(log, "chi"):
        set_code(log, call.index, call.code, call.code & ~3 | 2)
        return Planted("calls", call.index, call.seat)
    raise LookupError("no chi")


def call_of_an_earlier_discard(log: Elements) -> Planted:
    strip_seed(log)
    for call in calls(log, "pon"):
        at = call.index
        if is_move(log[at - 1], DISCARDS):
            seat = (seat_of(log[at - 1]) + 1) % players(log)
            tile = free_tile(log, log.hand_of(at))
            log[at:at] = [f"<{DRAWS[seat]}{tile}/>", f"<{DISCARDS[seat]}{tile}/>"]
            return Planted("calls", at + 2, call.seat)
    raise LookupError("no pon right after a discard")


def kita_with_four_players(log: Elements) -> Planted:
    strip_seed(log)
    if players(log) == 3:
        raise LookupError("with three players it is allowed")
    for hand in range(len(log.inits())):
        for at in discards(log, hand):
            tile, seat = tile_of(log[at]) or 0, seat_of(log[at])
            end = end_of(log, at)
            # Another draw would use up the wall too soon, and a winner would have to show the north.
            won = log[end].startswith("<AGARI") and winner(log, end) != seat
            if tile // 4 == 30 and is_tsumogiri(log, at) and won and not log[at + 1].startswith("<N"):
                other = free_tile(log, hand)
                log[at : at + 1] = [
                    f'<N who="{seat}" m="{tile << 8 | 0x20}" />',
                    f"<{DRAWS[seat]}{other}/>",
                    f"<{DISCARDS[seat]}{other}/>",
                ]
                return Planted("calls", at, seat)
    raise LookupError("no north is discarded as drawn")


def kuikae_of_the_same_kind(log: Elements) -> Planted:
    strip_seed(log)
    for call in calls(log, "pon"):
        at, hand = call.index, log.hand_of(call.index)
        others = [other for other in calls(log, *CALLS) if log.hand_of(other.index) == hand]
        fourth = sorted(meld_copies(call.code))[call.code >> 5 & 3]
        tile = tile_of(log[at + 1])
        if len(others) > 1 or tile is None or log[at + 2].startswith(("<N", "<A")):
            continue
        if fourth in tiles_seen(log, hand, in_calls=False):
            continue
        swap_tiles(log, hand, tile, fourth)
        return Planted("kuikae", at + 1, call.seat)
    raise LookupError("no pon whose fourth tile is free")


def last_discard_called(log: Elements) -> Planted:
    for at in exhaustive(log):
        if not is_move(log[at - 1], DISCARDS):
            continue
        source, called = seat_of(log[at - 1]), tile_of(log[at - 1]) or 0
        for seat in {0, 1, 2} - {source, *shown(log, at)}:
            own = _held_or_none(log, at, seat)
            pair = sorted(tile for tile in own if tile // 4 == called // 4)[:2]
            if len(pair) < 2 or in_riichi(log, at, seat):
                continue
            tiles = sorted([*pair, called])
            unused = next(copy for copy in range(4) if 4 * (called // 4) + copy not in tiles)
            code = (called // 4 * 3 + tiles.index(called)) << 9 | unused << 5 | 0x8 | (source - seat) % 4
            log[at:at] = [f'<N who="{seat}" m="{code}" />', f"<{DISCARDS[seat]}{min(own - set(pair))}/>"]
            return Planted("last-tile", at, seat)
    raise LookupError("no noten seat holds a pair of the last discard")


def _held_or_none(log: Elements, at: int, seat: int) -> set[int]:
    try:
        return held(log, at, seat)
    except LookupError:
        return set()


def indicator_of_a_closed_kan_left_out(log: Elements) -> Planted:
    for call in calls(log, "ankan"):
        if log[call.index + 1].startswith("<DORA"):
            del log[call.index + 1]
            return Planted("dora-indicators", call.index + 1, call.seat)
    raise LookupError("no closed kan")


def indicator_of_an_open_kan_before_its_draw(log: Elements) -> Planted:
    for call in calls(log, "kakan", "daiminkan"):
        at = call.index
        if log[at + 2].startswith("<DORA"):
            log[at + 1], log[at + 2] = log[at + 2], log[at + 1]
            return Planted("dora-indicators", at + 1)
    raise LookupError("no open kan whose indicator is shown")


def indicator_without_a_kan(log: Elements) -> Planted:
    strip_seed(log)
    at = first(wins(log, r"^(?!.*Ura)"))
    hand = log.hand_of(at)
    index = discards(log, hand)[1] + 1
    tile = useless_indicator(log, at)
    log.insert(index, f'<DORA hai="{tile}" />')
    log.set(at + 1, "doraHai", f"{log.get(at + 1, 'doraHai')},{tile}")
    return Planted("dora-indicators", index)


def useless_indicator(log: Elements, at: int) -> int:
    """A free tile that makes nothing dora that the winner holds."""
    kinds = kinds_of_win(log, at)
    return free_tile(log, log.hand_of(at), lambda tile: not kinds[points_at(tile, players(log))])


def indicator_after_a_rinshan_win(log: Elements) -> Planted:
    strip_seed(log)
    for call in calls(log, "kakan", "daiminkan"):
        at = call.index + 2
        if log[at].startswith("<AGARI") and winner(log, at) == call.seat:
            tile = useless_indicator(log, at)
            log.insert(at, f'<DORA hai="{tile}" />')
            log.set(at + 1, "doraHai", f"{log.get(at + 1, 'doraHai')},{tile}")
            return Planted("dora-indicators", at)
    raise LookupError("no win on the replacement of an open kan")


FAULTS: tuple[Fault, ...] = (
    tile_drawn_twice,
    tile_dealt_twice,
    tile_of_another_seat_discarded,
    tile_that_sanma_does_not_have,
    draw_left_out,
    turn_left_out,
    draw_from_an_empty_wall,
    pon_of_another_seat,
    chi_from_across,
    call_of_an_earlier_discard,
    kita_with_four_players,
    kuikae_of_the_same_kind,
    last_discard_called,
    indicator_of_a_closed_kan_left_out,
    indicator_of_an_open_kan_before_its_draw,
    indicator_without_a_kan,
    indicator_after_a_rinshan_win,
)
