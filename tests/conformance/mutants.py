"""Wrong scorers and keepers, each wrong in the one thing that its name says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analyzer.settlement.yaku_names import Yaku
from tests.conformance.plain_keeper import Keeper
from tests.conformance.plain_scorer import FU, HAN, LIMITS, MANGAN, YAKU, YAKUMAN, Scorer

PLAIN, KEEPER = Scorer(), Keeper()
NEVER = (Yaku.ROUND_NORTH,)
"""No rule set of ours plays a North round."""


def _unknown_yaku() -> Iterator[tuple[str, Scorer]]:
    for number in (*YAKU, *YAKUMAN, 52, 53, 54):
        if number not in NEVER:
            yield f"does not know {Yaku(number).text}", replace(PLAIN, unknown=frozenset({number}))


def _other_han() -> Iterator[tuple[str, Scorer]]:
    for number, (closed, called) in HAN.items():
        if number in NEVER:
            continue
        text = Yaku(number).text
        yield (
            f"one han more for {text}",
            replace(PLAIN, han=HAN | {number: (closed + 1, called and called + 1)}),
        )
        if called and called != closed:
            yield f"{text} open as closed", replace(PLAIN, han=HAN | {number: (closed, closed)})
            yield f"{text} closed alone", replace(PLAIN, han=HAN | {number: (closed, 0)})
            yield f"{text} closed as open", replace(PLAIN, han=HAN | {number: (called, called)})
        elif called and number not in (3, 4, 5, 6):
            yield f"{text} closed alone", replace(PLAIN, han=HAN | {number: (closed, 0)})
        elif number in (7, 9):
            yield f"{text} open too", replace(PLAIN, han=HAN | {number: (closed, 1)})


def _other_fu() -> Iterator[tuple[str, Scorer]]:
    for part, fu in FU.items():
        if fu:
            yield f"no fu for {part}", replace(PLAIN, fu=FU | {part: 0})
        more = 2 if part in ("open", "both pairs", "pinfu tsumo") else max(2, fu)
        yield f"{more} fu more for {part}", replace(PLAIN, fu=FU | {part: fu + more})


def _other_limits() -> Iterator[tuple[str, Scorer]]:
    for place, (least, base) in enumerate(LIMITS):
        # Five han are a mangan by their points too.
        for by in (-1,) if base == MANGAN else (-1, 1):
            limits = (*LIMITS[:place], (least + by, base), *LIMITS[place + 1 :])
            yield f"limit {base} from {least + by} han on", replace(PLAIN, limits=limits)


MUTANTS: dict[str, Scorer] = {
    **dict(_unknown_yaku()),
    **dict(_other_han()),
    **dict(_other_fu()),
    **dict(_other_limits()),
    "three and four han are no mangan": replace(PLAIN, mangan_by_points=False),
    "kiriage mangan": replace(PLAIN, rounded_up_mangan=True),
    "no counted yakuman": replace(PLAIN, limits=LIMITS[1:]),
    "the first reading counts": replace(PLAIN, first_reading=True),
    "yakuman do not add up": replace(PLAIN, single_yakuman=True),
    "double yakuman": replace(PLAIN, double_yakuman=True),
    "fu not rounded": replace(PLAIN, fu_step=1),
    "fu rounded down": replace(PLAIN, fu_down=True),
    "seven pairs of 30 fu": replace(PLAIN, seven_pairs_rounded=True),
    "a triplet finished by ron is concealed in fu": replace(PLAIN, ron_triplet_closed=True),
    "a tsumo of pinfu gets 2 fu": replace(PLAIN, fu=FU | {"pinfu tsumo": 2}),
    "a double wind pair of 2 fu": replace(PLAIN, fu=FU | {"double wind pair": 2}),
    "a double wind pair of 8 fu": replace(PLAIN, fu=FU | {"double wind pair": 8}),
    "dora do not go round": replace(PLAIN, dora_without_cycle=True),
    "no kan dora": replace(PLAIN, kan_dora=False),
    "no dora in melds": replace(PLAIN, dora_in_melds=False),
    "a red five is not dora too": replace(PLAIN, aka_not_dora=True),
    "points not rounded": replace(PLAIN, point_step=1),
    "points rounded to tens": replace(PLAIN, point_step=10),
    "the dealer wins as a child": replace(PLAIN, dealer_factor=4),
    "the dealer pays a tsumo as a child": replace(PLAIN, dealer_pays_double=False),
    "no honba by ron": replace(PLAIN, honba_ron=0),
    "no honba by tsumo": replace(PLAIN, honba_tsumo=0),
    "a honba of 100 by ron": replace(PLAIN, honba_ron=100),
    "a honba of 300 of each by tsumo": replace(PLAIN, honba_tsumo=300),
    "a honba of 1500": replace(PLAIN, honba_ron=1500),
    "honba to the second winner": replace(PLAIN, honba_of="last"),
    "honba to each winner": replace(PLAIN, honba_of="each"),
    "sticks to the second winner": replace(PLAIN, sticks_of="last"),
    "sticks to each winner": replace(PLAIN, sticks_of="each"),
    "sticks split": replace(PLAIN, sticks_of="split"),
    "sticks to nobody": replace(PLAIN, sticks_of="nobody"),
    "pao ignored": replace(PLAIN, pao="ignored"),
    "pao by ron alone": replace(PLAIN, pao="ron alone"),
    "pao by tsumo alone": replace(PLAIN, pao="tsumo alone"),
    "honba shared by pao": replace(PLAIN, pao="honba shared"),
    "pao pays the whole by ron": replace(PLAIN, pao="whole by ron"),
}
"""Of both tables; those of one are below."""

SANMA_MUTANTS: dict[str, Scorer] = {
    "sanma honba 300": replace(PLAIN, honba_ron=300),
    "the missing seat's share is paid": replace(PLAIN, sanma_share=True),
    "a North set aside is not dora by the indicator": replace(PLAIN, kita_not_dora=True),
}

KEEPERS: dict[str, Keeper] = {
    "noten payment in thirds": replace(KEEPER, noten="thirds"),
    "no noten payment": replace(KEEPER, noten="none"),
    "noten payment with honba": replace(KEEPER, noten_with_honba=True),
    "noten payment of 6000": replace(KEEPER, noten_points=6000),
    "no nagashi mangan": replace(KEEPER, nagashi_pays=False),
    "the dealer pays nagashi as a child": replace(KEEPER, nagashi_dealer_pays_double=False),
    "nagashi mangan with honba": replace(KEEPER, nagashi_with_honba=True),
    "nagashi mangan beside the noten payment": replace(KEEPER, nagashi_with_noten=True),
    "nagashi mangan takes the sticks": replace(KEEPER, nagashi_takes_sticks=True),
    "the deal moves on after a dealer's win": replace(KEEPER, stays_by_win=False),
    "the first of two winners alone keeps the deal": replace(KEEPER, stays_by_first_win=True),
    "the deal moves on after the dealer's tenpai": replace(KEEPER, stays_by_tenpai=False),
    "a noten dealer stays": replace(KEEPER, stays_by_noten=True),
    "nagashi mangan keeps the deal": replace(KEEPER, stays_by_nagashi=True),
    "the deal moves on after an abortive draw": replace(KEEPER, stays_by_abort=False),
    "no honba by a dealer's win": replace(KEEPER, honba_by_win=False),
    "no honba by a draw": replace(KEEPER, honba_by_draw=False),
    "no honba by an abortive draw": replace(KEEPER, honba_by_abort=False),
    "a child's win keeps honba": replace(KEEPER, honba_kept_by_child=True),
    "at most four honba": replace(KEEPER, honba_most=4),
    "sticks vanish by a draw": replace(KEEPER, sticks_by_draw="gone"),
    "sticks vanish by an abortive draw": replace(KEEPER, sticks_by_abort="gone"),
    "sticks stay after a win": replace(KEEPER, sticks_by_win="kept"),
    "the deal moves by two": replace(KEEPER, moves_by=2),
}
SANMA_KEEPERS: dict[str, Keeper] = {"noten payment of 3000 in sanma": replace(KEEPER, noten_points=3000)}

_NO_CHI = "an open hand without a triplet needs a chi"
_NO_RUN = "runs of characters need tiles that are not in the game"
_NO_NORTH = "there is no North seat"
FOUR_ALONE: dict[str, str] = {
    "pinfu open too": _NO_CHI,
    "no fu for open form": _NO_CHI,
    "10 fu more for open form": _NO_CHI,
    "does not know seat north": _NO_NORTH,
    "one han more for seat north": _NO_NORTH,
    "seat north closed alone": _NO_NORTH,
    "does not know sanshoku": _NO_RUN,
    "one han more for sanshoku": _NO_RUN,
    "sanshoku open as closed": _NO_RUN,
    "sanshoku closed alone": _NO_RUN,
    "sanshoku closed as open": _NO_RUN,
}
"""Mutants of four players: with three they would be right in every hand, and why."""


def mutants(players: int) -> dict[str, Scorer]:
    """The wrong scorers of a table."""
    if players == 4:
        return MUTANTS
    return {name: one for name, one in MUTANTS.items() if name not in FOUR_ALONE} | SANMA_MUTANTS


def keepers(players: int) -> dict[str, Keeper]:
    """The wrong keepers of a table."""
    return KEEPERS if players == 4 else KEEPERS | SANMA_KEEPERS
