"""No fault beside a wrong win hides it: harmless faults crossed with wrong wins."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import islice, product
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


def beside(row: dict[str, Any], draft: Draft, hand: int) -> tuple[bytes, int]:
    """A log with a harmless fault up to a hand, and the number of the hand there."""
    elements = with_harmless(row, draft, hand)
    hand -= row.get("within") == "first hand"
    inits = [at for at, one in enumerate(elements) if one.name == "INIT"]
    return written(elements[: [*inits, len(elements)][hand + 1]]), hand


@cache
def said() -> dict[tuple[str, str], list[set[str]]]:
    """By harmless fault and wrong one: checks of wins that fail, without the wrong one and with it."""
    logs, hands = defaultdict(list), {}
    for name, wrong in product(HARMLESS, WRONG):
        for *drafts, hand in islice(crossed(HARMLESS[name], wrong), 1):
            for place, draft in enumerate(drafts):
                data, row = beside(HARMLESS[name], draft, hand)
                source = f"{len(hands)}"
                hands[source] = (name, wrong), place, row
                logs[draft.rules.name].append((LogName("2199010110gm-00a9-0000-00000000", source), data))
    found: dict[tuple[str, str], list[set[str]]] = {pair: [set(), set()] for pair, _, _ in hands.values()}
    for rules, batch in logs.items():
        for one in review(batch, rules).findings:
            pair, place, row = hands[one.source]
            if one.hand == row and one.verdict != Verdict.UNDECIDED and one.check in OF_WINS:
                found[pair][place].add(one.check)
    return found


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", HARMLESS)
def test_a_wrong_win_is_found_beside_a_fault_that_changes_nothing_of_it(name: str, wrong: str) -> None:
    if (name, wrong) not in said():
        pytest.skip("no log has an occasion for both")
    right, bad = said()[name, wrong]

    assert FAULTS[wrong].check in bad
    assert right == set()
