"""Is it there?  Draws, tenpai and calls, by what the XML of a hand shows."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tests.simulation.seen import Game, Hand
from tests.simulation.tiles import YAOCHU, is_complete

WINDS: Final = range(27, 31)


def tenpai(hand: Hand) -> list[int]:
    """Seats that wait for something of which they do not hold all four in hand."""
    found = []
    for seat in range(hand.players):
        held = Counter(tile // 4 for tile in hand.concealed[seat])
        if any(held[kind] < 4 for kind in hand.waits(seat)):
            found.append(seat)
    return found


def exhausted(hand: Hand) -> bool:
    return hand.draw_type == "" and hand.live_left == 0


def tenpai_of(count: int):
    def look(_game: Game, hand: Hand) -> bool:
        return exhausted(hand) and len(tenpai(hand)) == count and hand.shown == tenpai(hand)

    return look


def noten_payments(_game: Game, hand: Hand) -> bool:
    """3,000 points in all, with three players 2,000, from those who are noten to those who are tenpai."""
    ready, all_of_it = tenpai(hand), 10 * (hand.players - 1)
    noten = hand.players - len(ready)
    if not ready or not noten:
        return exhausted(hand) and not any(hand.deltas)
    due = [all_of_it // len(ready) if seat in ready else -all_of_it // noten for seat in range(hand.players)]
    return exhausted(hand) and hand.deltas == due


def riichi_draw(_game: Game, hand: Hand) -> bool:
    return exhausted(hand) and bool(hand.accepted) and set(hand.accepted) <= set(hand.shown)


def furiten_tenpai(_game: Game, hand: Hand) -> bool:
    def all_discarded(seat: int) -> bool:
        return hand.waits(seat) <= {each.tile // 4 for each in hand.rivers[seat]}

    return exhausted(hand) and any(all_discarded(seat) for seat in hand.shown if hand.waits(seat))


def _has_no_yaku(kinds: Counter[int]) -> bool:
    """Surely none, of an open hand; some hands without yaku fail this."""
    suited = [kind for kind in kinds if kind < 27]
    return (
        not YAOCHU.isdisjoint(kinds)
        and max(suited, default=0) // 9 != min(suited, default=0) // 9
        and not any(kinds[kind] >= 3 for kind in range(27, 34))
        and any(3 <= kind % 9 <= 5 for kind in suited)
        and sum(count >= 3 for count in kinds.values()) < 2
        and not any(all(kinds[9 * s + r] for r in range(9)) for s in range(3))
        and not any(all(kinds[9 * s + r + i] for s in range(3) for i in range(3)) for r in range(7))
        and not any(all(kinds[9 * s + r] >= 3 for s in range(3)) for r in range(9))
    )


def yakuless_tenpai(_game: Game, hand: Hand) -> bool:
    for seat in hand.shown:
        melds = [call for who, call in hand.calls if who == seat]
        held = Counter(tile // 4 for tile in hand.concealed[seat])
        held.update(tile // 4 for call in melds for tile in call.tiles)
        waits = hand.waits(seat)
        if melds and waits and all(_has_no_yaku(held + Counter([kind])) for kind in waits):
            return exhausted(hand)
    return False


def nagashi_mangan(_game: Game, hand: Hand) -> bool:
    made = hand.nagashi()
    return hand.draw_type == "nm" and len(made) == 1 and made[0] != hand.dealer


def nagashi_dealer(_game: Game, hand: Hand) -> bool:
    return hand.draw_type == "nm" and hand.nagashi() == [hand.dealer] and hand.dealer not in tenpai(hand)


def nagashi_tenpai(game: Game, hand: Hand) -> bool:
    """The dealer's tenpai keeps the deal, whoever made it."""
    return (
        nagashi_mangan(game, hand) and hand.dealer in tenpai(hand) and game.next_of(hand).kyoku == hand.kyoku
    )


def double_nagashi(_game: Game, hand: Hand) -> bool:
    return hand.draw_type == "nm" and len(hand.nagashi()) == 2 and hand.dealer in hand.nagashi()


def nagashi_called(_game: Game, hand: Hand) -> bool:
    """All terminals and honours, were it not for a call."""
    rows = [all(each.tile // 4 in YAOCHU for each in river) for river in hand.rivers]
    return exhausted(hand) and any(rows) and not hand.nagashi()


def kyuushu(kinds: int):
    def look(_game: Game, hand: Hand) -> bool:
        if hand.draw_type != "yao9" or len(hand.shown) != 1:
            return False
        tiles = hand.concealed[hand.shown[0]]
        first_draw = hand.plays[-1][:2] == ("draw", hand.shown[0]) and not hand.rivers[hand.shown[0]]
        seen = YAOCHU & {tile // 4 for tile in tiles}
        return first_draw and not hand.calls and len(tiles) == 14 and len(seen) == kinds

    return look


def suufon_renda(_game: Game, hand: Hand) -> bool:
    discards = [tile // 4 for what, _, tile in hand.plays if what == "discard"]
    return (
        hand.draw_type == "kaze4"
        and len(discards) == 4
        and len(set(discards)) == 1
        and discards[0] in WINDS
        and not hand.calls
    )


def suufon_riichi(game: Game, hand: Hand) -> bool:
    return suufon_renda(game, hand) and hand.rivers[hand.plays[-1][1]][0].riichi and len(hand.accepted) == 1


def suucha_riichi(_game: Game, hand: Hand) -> bool:
    return (
        hand.draw_type == "reach4"
        and sorted(hand.accepted) == [0, 1, 2, 3]
        and hand.shown == [0, 1, 2, 3]
        and tenpai(hand) == [0, 1, 2, 3]
    )


def sanchahou(_game: Game, hand: Hand) -> bool:
    what, discarder, tile = hand.plays[-1]
    others = [seat for seat in range(4) if seat != discarder]
    return (
        hand.draw_type == "ron3"
        and what == "discard"
        and hand.shown == others
        and all(is_complete([*(held // 4 for held in hand.concealed[seat]), tile // 4]) for seat in others)
    )


def suukaikan(*pattern: int):
    def look(_game: Game, hand: Hand) -> bool:
        return hand.draw_type == "kan4" and hand.kans() == sorted(pattern) and not hand.shown

    return look


def karaten_concealed(melds: int):
    """All that completes a seat lies four times in its own hand: it is noten."""

    def look(_game: Game, hand: Hand) -> bool:
        for seat in range(hand.players):
            held = Counter(tile // 4 for tile in hand.concealed[seat])
            waits = hand.waits(seat)
            called = [call for who, call in hand.calls if who == seat and call.kind != "kita"]
            if waits and all(held[kind] == 4 for kind in waits) and len(called) == melds:
                return exhausted(hand) and seat not in hand.shown
        return False

    return look


def _waits_only_for_own(hand: Hand, meld: str) -> bool:
    for seat in range(hand.players):
        waits = hand.waits(seat)
        held = Counter(tile // 4 for tile in hand.concealed[seat])
        own = Counter(held)
        for who, call in hand.calls:
            own.update(tile // 4 for tile in call.tiles if who == seat)
        kinds = {call.tile_kind for who, call in hand.calls if who == seat and call.kind == meld}
        if waits and waits <= kinds and all(own[kind] == 4 > held[kind] for kind in waits):
            return exhausted(hand)
    return False


def karaten_kan(_game: Game, hand: Hand) -> bool:
    return _waits_only_for_own(hand, "ankan")


def karaten_split(_game: Game, hand: Hand) -> bool:
    return _waits_only_for_own(hand, "pon")


def _waits_only_for_seen(hand: Hand, shown: list[int]) -> bool:
    """A shown seat all of whose waits lie four times where anybody sees them, none of them in its hand."""
    open_tiles = {each.tile for river in hand.rivers for each in river} | set(shown)
    open_tiles |= {tile for _, call in hand.calls for tile in call.tiles}
    seen = Counter(tile // 4 for tile in open_tiles)
    return any((waits := hand.waits(seat)) and all(seen[kind] == 4 for kind in waits) for seat in hand.shown)


def karaten_seen(_game: Game, hand: Hand) -> bool:
    return exhausted(hand) and _waits_only_for_seen(hand, [])


def karaten_indicator(_game: Game, hand: Hand) -> bool:
    with_indicators = _waits_only_for_seen(hand, hand.indicators)
    return exhausted(hand) and with_indicators and not _waits_only_for_seen(hand, [])


def noten_riichi(_game: Game, hand: Hand) -> bool:
    noten = [seat for seat in hand.accepted if not hand.waits(seat)]
    return hand.live_left == 0 and not hand.wins and noten != []


def noten_riichi_suucha(_game: Game, hand: Hand) -> bool:
    return len(hand.accepted) == 4 and sum(not hand.waits(seat) for seat in hand.accepted) == 1


def every_call(game: Game, hand: Hand) -> bool:
    kinds = {call.kind for _, call in hand.calls}
    return kinds == {"pon", "daiminkan", "kakan", "ankan", "chi" if game.players == 4 else "kita"}


def kita_chain(_game: Game, hand: Hand) -> bool:
    """By everybody, and by one twice with nothing but the replacement between."""
    what = [(kind, seat) for kind, seat, _ in hand.plays]
    kitas = [place for place, (kind, _) in enumerate(what) if kind == "kita"]
    twice = any(what[place : place + 3 : 2] == [what[place]] * 2 for place in kitas)
    return twice and {what[place][1] for place in kitas} == set(range(hand.players))


LOOKS_OF_DRAWS = {
    **{f"tenpai_{count}": tenpai_of(count) for count in range(5)},
    **{f"tenpai_sets_{number}": noten_payments for number in range(1, 5)},
    **{f"tenpai_sets_of_three_{number}": noten_payments for number in range(1, 3)},
    "riichi_draw": riichi_draw,
    "furiten_tenpai": furiten_tenpai,
    "yakuless_tenpai": yakuless_tenpai,
    "nagashi_mangan": nagashi_mangan,
    "nagashi_dealer": nagashi_dealer,
    "nagashi_tenpai": nagashi_tenpai,
    "double_nagashi": double_nagashi,
    "nagashi_called": nagashi_called,
    **{f"kyuushu_{kinds}": kyuushu(kinds) for kinds in range(9, 14)},
    "suufon_renda": suufon_renda,
    "suufon_riichi": suufon_riichi,
    "suucha_riichi": suucha_riichi,
    "sanchahou": sanchahou,
    "suukaikan_2_2": suukaikan(2, 2),
    "suukaikan_1_3": suukaikan(1, 3),
    "suukaikan_1_1_2": suukaikan(1, 1, 2),
    "karaten_concealed": karaten_concealed(melds=0),
    "karaten_concealed_melds": karaten_concealed(melds=3),
    "karaten_kan": karaten_kan,
    "karaten_split": karaten_split,
    "karaten_seen": karaten_seen,
    "karaten_indicator": karaten_indicator,
    "noten_riichi": noten_riichi,
    "noten_riichi_suucha": noten_riichi_suucha,
    "every_call": every_call,
    "kita_chain": kita_chain,
}
