"""No fault beside a wrong win hides it: harmless faults crossed with wrong wins."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS, Fault, fault_of
from analyzer.conformance.planting import plant
from analyzer.conformance.site import Draft, Element, NoOccasion, written
from tests.audit.planting import Honest, samples
from tests.case_files import CASES, rows

HARMLESS = {row["name"]: row for row in rows("audit/masks", "harmless")}
WRONG = tomllib.loads((CASES / "audit" / "masks.toml").read_text("utf-8"))["wrong"]
OF_WINS = ("win-yaku", "win-fu", "win-points", "win-payment")


def fault(row: dict[str, Any]) -> Fault:
    """A harmless fault as the catalogue has them; what it finds is not asked here."""
    if "fault" in row:
        return FAULTS[row["fault"]]
    return fault_of({"meaning": "", "finds": {"check": "tile-place"}, **deepcopy(row)})


def with_harmless(row: dict[str, Any], draft: Draft, hand: int) -> list[Element]:
    """A log with a harmless fault in a hand, or for all of it.

    Raises:
        NoOccasion: When it has no place there.
    """
    if row.get("within") == "first hand":
        if hand == 0:
            raise NoOccasion("it is the hand that is left out")
        hand = 0
    if not row.get("seed"):
        return plant(fault(row), draft, hand).elements
    changed = draft.fresh().elements
    of_log = [one for one in changed if one.name == "SHUFFLE"]
    if not of_log:
        raise NoOccasion("it has no seed")
    of_log[0].attributes["seed"] = next(
        one.attributes["seed"]
        for log in samples()
        for one in log.draft.elements
        if one.name == "SHUFFLE" and one.attributes["seed"] != of_log[0].attributes["seed"]
    )
    return changed


@cache
def honest() -> list[Honest]:
    """Short logs first."""
    return sorted(samples(), key=lambda log: len(log.draft.elements))


def crossed(row: dict[str, Any], wrong: str) -> Iterator[tuple[Draft, Draft, int]]:
    """Every hand with both faults: the log as it was, with the wrong win, and the hand."""
    for log in honest():
        for hand in range(len(log.draft.inits())):
            try:
                twin = plant(FAULTS[wrong], log.draft, hand)
                bad = log.draft.fresh()
                bad.elements = twin.elements
                with_harmless(row, bad, hand)
            except NoOccasion:
                continue
            yield log.draft, bad, hand


def said(draft: Draft, row: dict[str, Any], hand: int) -> set[str]:
    """Checks of wins that fail in the hand beside a harmless fault."""
    elements = with_harmless(row, draft, hand)
    hand -= row.get("within") == "first hand"
    inits = [at for at, one in enumerate(elements) if one.name == "INIT"]
    data = written(elements[: [*inits, len(elements)][hand + 1]])
    found = review([(LogName("2199010110gm-00a9-0000-00000000", "made"), data)], draft.rules.name).findings
    return {one.check for one in found if one.hand == hand and one.verdict != Verdict.UNDECIDED} & {*OF_WINS}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", HARMLESS)
def test_a_wrong_win_is_found_beside_a_fault_that_changes_nothing_of_it(name: str, wrong: str) -> None:
    row = HARMLESS[name]
    pair = next(crossed(row, wrong), None)
    if pair is None:
        pytest.skip("no log has an occasion for both")
    right, bad, hand = pair

    assert FAULTS[wrong].check in said(bad, row, hand)
    assert said(right, row, hand) == set()
