"""Is it there?  What wins are worth: fu, limits, dora that need no indicator, and rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.simulation.looks_of_wins import AKA, CHIITOITSU, DORA, PINFU, TSUMO, Look, only
from tests.simulation.seen import Hand, Win
from tests.simulation.tiles import dora_kind, is_runs_and_pair

RED_FIVES: Final = {16, 52, 88}


def red_fives(_hand: Hand, win: Win) -> bool:
    return win.han[AKA] == len(RED_FIVES & set(win.tiles)) == 2


def nuki_dora(_hand: Hand, win: Win) -> bool:
    return win.kita == win.han[DORA] == 1


def nuki_dora_twice(hand: Hand, win: Win) -> bool:
    return win.kita == 2 and 30 in {dora_kind(one, 3) for one in hand.indicators} and win.han[DORA] == 4


def chiitoitsu(_hand: Hand, win: Win) -> bool:
    return win.fu == 25 and CHIITOITSU in win.yaku and set(win.kinds.values()) == {2}


def pinfu_tsumo(_hand: Hand, win: Win) -> bool:
    return win.tsumo and win.yaku == {TSUMO, PINFU} and win.fu == 20


def open_pinfu_form(hand: Hand, win: Win) -> bool:
    """Runs throughout, one of them called, the last one open on two sides, a pair without fu; and yet 30."""
    kind = win.machi // 4
    sides = {kind - 3, kind + 3} & hand.waits(win.seat)
    return (
        {call.kind for call in win.melds} == {"chi"}
        and is_runs_and_pair([tile // 4 for tile in win.concealed])
        and any(min(kind, side) // 9 == max(kind, side) // 9 for side in sides)
        and not win.tsumo
        and win.fu == 30
    )


def kuikae_kept(hand: Hand, win: Win) -> bool:
    chi = [call for seat, call in hand.calls if (seat, call.kind) == (win.seat, "chi")]
    after = [
        discard[2] // 4
        for (what, seat, _), discard in zip(hand.plays, hand.plays[1:], strict=False)
        if (what, seat) == ("chi", win.seat)
    ]
    return any(
        given in {tile // 4 for tile in call.tiles} and given != (call.taken or 0) // 4
        for call, given in zip(chi, after, strict=True)
    )


def worth(han: int, fu: int | None, limit: int, points: int | None) -> Callable[[Hand, Win], bool]:
    def look(_hand: Hand, win: Win) -> bool:
        return (
            sum(win.han.values()) == han
            and fu in (None, win.fu)
            and win.limit == limit
            and points in (None, win.points)
        )

    return look


def renhou(hand: Hand, win: Win) -> bool:
    drew = any(what == "draw" and seat == win.seat for what, seat, _ in hand.plays)
    return not win.tsumo and not drew and not hand.calls


def ryanshi(hand: Hand, win: Win) -> bool:
    return hand.honba >= 4 and sum(han for yaku, han in win.han.items() if yaku < DORA) == 2


def paarenchan(hand: Hand, win: Win) -> bool:
    """No yaku, and yet the pay of a dealer's yakuman."""
    return hand.honba == 8 and win.seat == hand.dealer and not win.yaku and win.deltas[win.seat] >= 480


LOOKS_OF_VALUES: Final[dict[str, Look]] = {
    "red_fives": only(red_fives),
    "nuki_dora": only(nuki_dora),
    "nuki_dora_twice": only(nuki_dora_twice),
    "chiitoitsu": only(chiitoitsu),
    "pinfu_tsumo": only(pinfu_tsumo),
    "open_pinfu_form": only(open_pinfu_form),
    "kuikae_kept": only(kuikae_kept),
    "four_han_30_fu": only(worth(4, 30, 0, 7700)),
    "three_han_60_fu": only(worth(3, 60, 0, 7700)),
    "eight_han": only(worth(8, None, 3, 16_000)),
    "eleven_han": only(worth(11, None, 4, None)),
    "renhou": only(renhou),
    "ryanshi": only(ryanshi),
    "paarenchan": only(paarenchan),
}
