"""No fault beside a wrong win hides it: harmless faults crossed with wrong wins."""

from copy import deepcopy
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

from analyzer.audit import LogName, Verdict, review
from analyzer.conformance.fault_catalogue import FAULTS, fault_of
from analyzer.conformance.planting import plant
from analyzer.conformance.site import Draft, Element, NoOccasion, written
from tests.audit.planting import Honest, samples
from tests.case_files import rows, whole

HARMLESS = {row["name"]: row for row in rows("audit/masks", "harmless")}
WRONG = whole("audit/masks")["wrong"]
OF_WINS = ("win-yaku", "win-fu", "win-points", "win-payment")


class Faulty(NamedTuple):
    """A log up to a hand that has a fault, and the number of the hand."""

    log_id: str
    data: bytes
    hand: int


def with_harmless(row: dict[str, Any], draft: Draft, hand: int) -> list[Element]:
    """A log with a harmless fault in a hand, or for all of it.

    Raises:
        NoOccasion: When it has no place there.
    """
    if row.get("within") == "first hand":
        if hand == 0:
            raise NoOccasion("it is the hand that is left out")
        hand = 0
    if "fault" in row:
        return plant(FAULTS[row["fault"]], draft, hand).elements
    if not row.get("seed"):
        # What it finds is not asked here.
        made = fault_of({"meaning": "", "finds": {"check": "tile-place"}, **deepcopy(row)})
        return plant(made, draft, hand).elements
    changed = draft.fresh().elements
    for one in changed:
        if one.name == "SHUFFLE":
            kind, numbers = one.attributes["seed"].split(",")
            one.attributes["seed"] = f"{kind},{numbers[4:]}{numbers[:4]}"
            return changed
    raise NoOccasion("it has no seed")


@cache
def hands() -> list[tuple[Honest, int]]:
    short_first = sorted(samples(), key=lambda log: len(log.draft.elements))
    return [(log, hand) for log in short_first for hand in range(len(log.draft.inits()))]


@cache
def beside(name: str, place: int, wrong: str | None = None) -> Faulty | None:
    """A harmless fault up to a hand, with a wrong win there or without."""
    (log, hand), row = hands()[place], HARMLESS[name]
    draft = log.draft
    if wrong is not None:
        won = wrong_win(wrong, place)
        if won is None:
            return None
        draft = draft.fresh()
        draft.elements = won
    try:
        elements = with_harmless(row, draft, hand)
    except NoOccasion:
        return None
    hand -= row.get("within") == "first hand"
    inits = [at for at, one in enumerate(elements) if one.name == "INIT"]
    return Faulty(log.name.log_id, written(elements[: [*inits, len(elements)][hand + 1]]), hand)


@cache
def wrong_win(wrong: str, place: int) -> list[Element] | None:
    """A log with a wrong win in a hand, if it has an occasion there."""
    try:
        log, hand = hands()[place]
        return plant(FAULTS[wrong], log.draft, hand).elements
    except NoOccasion:
        return None


def crossed(name: str, wrong: str) -> tuple[Faulty, Faulty] | None:
    """The first hand with an occasion for both faults: with the harmless one alone, and with both."""
    for place in range(len(hands())):
        right = beside(name, place)
        bad = beside(name, place, wrong) if right else None
        if right and bad:
            return right, bad
    return None


@cache
def said() -> dict[tuple[str, str], list[set[str]]]:
    """By harmless fault and wrong one: checks of wins that fail, without the wrong one and with it."""
    pairs = {pair: both for pair in product(HARMLESS, WRONG) if (both := crossed(*pair))}
    logs = list({one for both in pairs.values() for one in both})
    failed: dict[Faulty, set[str]] = {one: set() for one in logs}
    named = [(LogName(log.log_id, str(place)), log.data) for place, log in enumerate(logs)]
    for one in review(named, checks=OF_WINS).findings:
        log = logs[int(one.source)]
        if one.hand == log.hand and one.verdict != Verdict.UNDECIDED and one.check in OF_WINS:
            failed[log].add(one.check)
    return {pair: [failed[one] for one in both] for pair, both in pairs.items()}


@pytest.mark.parametrize("name", HARMLESS)
def test_a_wrong_win_is_found_beside_a_fault_that_changes_nothing_of_it(name: str) -> None:
    by_wrong = {wrong: said()[name, wrong] for wrong in WRONG if (name, wrong) in said()}

    assert [wrong for wrong, (_, bad) in by_wrong.items() if FAULTS[wrong].check not in bad] == []
    assert [wrong for wrong, (right, _) in by_wrong.items() if right] == []
    assert len(by_wrong) > len(WRONG) // 2
