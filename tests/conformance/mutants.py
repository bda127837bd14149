"""Wrong scorers and keepers, each wrong in the one thing that its name says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from analyzer.settlement.yaku_names import Yaku
from tests.conformance.plain_keeper import Keeper
from tests.conformance.plain_scorer import FU, HAN, LIMITS, MANGAN, YAKU, YAKUMAN, Scorer

ROWS = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "conformance" / "mutants.toml").read_text("utf-8")
)
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


def _scorers(part: str) -> dict[str, Scorer]:
    found = {}
    for name, row in ROWS[part].items():
        others = {"fu": FU | row["fu"]} if "fu" in row else {}
        others |= {"limits": tuple(map(tuple, row["limits"]))} if "limits" in row else {}
        found[name] = replace(PLAIN, **row | others)
    return found


MUTANTS = {
    **dict(_unknown_yaku()),
    **dict(_other_han()),
    **dict(_other_fu()),
    **dict(_other_limits()),
    **_scorers("scorers"),
}
"""Of both tables; those of one are below."""
SANMA_MUTANTS = _scorers("scorers_of_three")
KEEPERS = {name: replace(KEEPER, **row) for name, row in ROWS["keepers"].items()}
SANMA_KEEPERS = {name: replace(KEEPER, **row) for name, row in ROWS["keepers_of_three"].items()}
FOUR_ALONE = {*chain(*ROWS["four_alone"].values())}
"""Mutants of four players: with three they would be right in every hand."""


def mutants(players: int) -> dict[str, Scorer]:
    """The wrong scorers of a table."""
    if players == 4:
        return MUTANTS
    return {name: one for name, one in MUTANTS.items() if name not in FOUR_ALONE} | SANMA_MUTANTS


def keepers(players: int) -> dict[str, Keeper]:
    """The wrong keepers of a table."""
    return KEEPERS if players == 4 else KEEPERS | SANMA_KEEPERS
