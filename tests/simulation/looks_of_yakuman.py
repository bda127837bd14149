"""Is it there?  Yakuman by their definitions, on the tiles that the AGARI shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tests.simulation.looks_of_wins import DRAGONS, WINDS, Look, last, only, robbed
from tests.simulation.seen import Hand, Win, numbers
from tests.simulation.tiles import KANS, ORPHANS, YAOCHU

GREEN: Final = {19, 20, 21, 23, 25, 32}
NINE_GATES: Final = Counter((0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8))


def triplets(win: Win) -> set[int]:
    """Kinds of which the hand has three or four."""
    return {kind for kind, count in win.kinds.items() if count >= 3}


def pair(win: Win) -> list[int]:
    return [kind for kind, count in win.kinds.items() if count == 2]


def nine_gates(kinds: list[int]) -> Counter[int]:
    """Ranks, where all are of one suit."""
    one_suit = len({kind // 9 for kind in kinds}) == 1 and max(kinds) < 27
    return Counter(kind % 9 for kind in kinds) if one_suit else Counter()


def tenhou(hand: Hand, win: Win) -> bool:
    return win.tsumo and win.seat == hand.dealer and [what for what, *_ in hand.plays] == ["draw"]


def chiihou(hand: Hand, win: Win) -> bool:
    first = not hand.calls and not hand.rivers[win.seat]
    return first and win.tsumo and win.seat != hand.dealer and last(hand)[0] == "draw"


def kokushi(_hand: Hand, win: Win) -> bool:
    return win.kinds.keys() == YAOCHU and len(set(win.before)) == 12


def kokushi_thirteen(_hand: Hand, win: Win) -> bool:
    return win.kinds.keys() == YAOCHU and sorted(win.before) == list(ORPHANS)


def suuankou(_hand: Hand, win: Win) -> bool:
    return win.closed and win.tsumo and len(triplets(win)) == 4 and win.machi // 4 in triplets(win)


def suuankou_tanki(_hand: Hand, win: Win) -> bool:
    return win.closed and len(triplets(win)) == 4 and pair(win) == [win.machi // 4]


def daisangen(_hand: Hand, win: Win) -> bool:
    return set(DRAGONS) <= triplets(win)


def shousuushii(_hand: Hand, win: Win) -> bool:
    return len(triplets(win) & set(WINDS)) == 3 and win.kinds.keys() >= set(WINDS) and pair(win)[0] in WINDS


def daisuushii(_hand: Hand, win: Win) -> bool:
    return set(WINDS) <= triplets(win)


def tsuuiisou(_hand: Hand, win: Win) -> bool:
    return min(win.kinds) >= 27


def tsuuiisou_seven_pairs(hand: Hand, win: Win) -> bool:
    return tsuuiisou(hand, win) and set(win.kinds.values()) == {2}


def chinroutou(_hand: Hand, win: Win) -> bool:
    return win.kinds.keys() <= YAOCHU and max(win.kinds) < 27


def ryuuiisou(_hand: Hand, win: Win) -> bool:
    return win.kinds.keys() <= GREEN


def chuuren(_hand: Hand, win: Win) -> bool:
    with_tile = nine_gates([tile // 4 for tile in win.concealed])
    return (with_tile & NINE_GATES) == NINE_GATES and nine_gates(win.before) != NINE_GATES


def pure_chuuren(_hand: Hand, win: Win) -> bool:
    return nine_gates(win.before) == NINE_GATES and bool(nine_gates([tile // 4 for tile in win.concealed]))


def suukantsu(hand: Hand, win: Win) -> bool:
    return sum(seat == win.seat and call.kind in KANS for seat, call in hand.calls) == 4


def kokushi_on_kita(hand: Hand, win: Win) -> bool:
    return robbed(hand, win, "kita") and win.kinds.keys() == YAOCHU


def kokushi_on_ankan(hand: Hand, win: Win) -> bool:
    return robbed(hand, win, "ankan") and win.kinds.keys() == YAOCHU


def counted(_hand: Hand, win: Win) -> bool:
    return not numbers(win.attributes, "yakuman") and sum(win.han.values()) >= 13 and win.limit == 5


def yakuman(*parts: tuple[int, Callable[[Hand, Win], bool]]) -> Look:
    """A win with exactly these yakuman, each of which its tiles and the play bear out."""

    def look(hand: Hand, win: Win) -> bool:
        named = sorted(numbers(win.attributes, "yakuman")) == sorted(one for one, _ in parts)
        return named and win.limit == 5 and all(is_there(hand, win) for _, is_there in parts)

    return only(look)


LOOKS_OF_YAKUMAN: Final[dict[str, Look]] = {
    "tenhou": yakuman((37, tenhou)),
    "chiihou": yakuman((38, chiihou)),
    "kokushi": yakuman((47, kokushi)),
    "kokushi_thirteen": yakuman((48, kokushi_thirteen)),
    "suuankou": yakuman((40, suuankou)),
    "suuankou_tanki": yakuman((41, suuankou_tanki)),
    "daisangen": yakuman((39, daisangen)),
    "shousuushii": yakuman((50, shousuushii)),
    "daisuushii": yakuman((49, daisuushii)),
    "tsuuiisou": yakuman((42, tsuuiisou)),
    "tsuuiisou_seven_pairs": yakuman((42, tsuuiisou_seven_pairs)),
    "chinroutou": yakuman((44, chinroutou)),
    "ryuuiisou": yakuman((43, ryuuiisou)),
    "chuuren": yakuman((45, chuuren)),
    "pure_chuuren": yakuman((46, pure_chuuren)),
    "suukantsu": yakuman((51, suukantsu)),
    "kokushi_on_kita": yakuman((47, kokushi_on_kita)),
    "kokushi_on_ankan": yakuman((47, kokushi_on_ankan)),
    "daisangen_tsuuiisou": yakuman((39, daisangen), (42, tsuuiisou)),
    "daisuushii_suuankou_tanki_tsuuiisou": yakuman((49, daisuushii), (41, suuankou_tanki), (42, tsuuiisou)),
    "suukantsu_suuankou_tanki": yakuman((51, suukantsu), (41, suuankou_tanki)),
    "counted_yakuman": only(counted),
}
