"""The catalogue of faults: what its terms give."""

from __future__ import annotations

import pytest

from analyzer.conformance.fault_catalogue import FAULTS, value
from analyzer.conformance.planting import OPERATIONS
from analyzer.conformance.site import NoOccasion
from tests.conformance.made_game import draft_of, drawn_hand, site_at, won_hand

NAMES = {"honba": 2, "scores": [250, 310, 200, 240], "kind": "nm"}


@pytest.fixture(scope="module")
def site():
    return site_at(draft_of(drawn_hand(), won_hand()), "AGARI", **NAMES)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        (7, 7),
        ("-1000 * honba", -2000),
        ("honba // 2 + 5 % 3", 3),
        ("kind == 'nm' and not honba > 2", True),
        ("kind != 'nm' or 250 not in scores", False),
        ("scores[-1] + scores[following(0)]", 550),
        ("ranked(scores)", [1, 0, 3, 2]),
        ("exchanged(scores, 0, 1)", [310, 250, 200, 240]),
        ("plus(scores, 2, -1)", [250, 310, 199, 240]),
        ("plus(scores, 3, 1)", [250, 310, 200, 241]),
        ("without([*scores, honba], 250, 240, 200)", [310, 2]),
        ("sorted([-one for one in scores[::-1]])", [-310, -250, -240, -200]),
        ("same_kind(range(136), 5)[:len(scores) - 1]", [4, 5, 6]),
        ("same_kind([0, 3, 4, 7], 5)", [4, 7]),
        ("simples([0, 5, 33, 120])", [5]),
        # A name that a term gives itself is its own, whatever else it means.
        ("[seat for seat in range(seats) if seat != fromWho]", [0, 2, 3]),
    ],
)
def test_a_term_gives_its_value(site, term, expected):
    assert value(site, term) == expected


@pytest.mark.parametrize("term", ["scores[4]", "unknown + 1", "[][0]"])
def test_what_has_no_meaning_here_is_no_occasion(site, term):
    with pytest.raises(NoOccasion):
        value(site, term)


@pytest.mark.parametrize("term", ["open('x')", "__import__('os')"])
def test_a_term_has_no_functions_but_those_of_the_catalogue(site, term):
    with pytest.raises(NoOccasion, match="no attribute"):
        value(site, term)


def test_every_change_of_the_catalogue_is_an_operation():
    assert {change.operation for fault in FAULTS.values() for change in fault.changes} <= OPERATIONS.keys()
