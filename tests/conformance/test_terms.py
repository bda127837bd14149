"""Terms and places of the catalogue of faults: what they give, and what is refused."""

from __future__ import annotations

import pytest

from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.conformance.planting import OPERATIONS
from analyzer.conformance.terms import NoOccasion, value_of

KNOWN = {"honba": 2, "scores": [250, 310, 200, 240], "kind": "nm"}


def words(name, arguments):
    if name == "next":
        return (arguments[0] + 1) % 4
    if name in KNOWN:
        return KNOWN[name]
    raise NoOccasion(name)


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (7, 7),
        ("-1000 * honba", -2000),
        ("honba // 2 + 5 % 3", 3),
        ("kind == 'nm' and not honba > 2", 1),
        ("kind != 'nm' or 250 not in scores", 0),
        ("scores[-1] + scores[next(0)]", 550),
        ("ranked(scores)", [1, 0, 3, 2]),
        ("exchanged(scores, 0, 1)", [310, 250, 200, 240]),
        ("plus(scores, 2, -1)", [250, 310, 199, 240]),
        ("without(joined(scores, honba), [250, 240], 200)", [310, 2]),
        ("in_order(negated(backwards(scores)))", [-310, -250, -240, -200]),
        ("first(copies(5), count(scores) - 1)", [4, 5, 6]),
        ("simples([0, 5, 33, 120])", [5]),
        ("alone([0, 1, 5])", [5]),
    ],
)
def test_a_term_gives_its_value(term, value):
    assert value_of(term, words) == value


@pytest.mark.parametrize("term", ["scores[4]", "unknown + 1", "first([], 1)"])
def test_what_has_no_meaning_here_is_no_occasion(term):
    with pytest.raises(NoOccasion):
        value_of(term, words)


@pytest.mark.parametrize(
    "term", ["honba.real", "[x for x in scores]", "(lambda: 1)()", "scores + 1", "1 < 2 < 3"]
)
def test_what_is_no_term_is_refused(term):
    with pytest.raises(ValueError, match="is no "):
        value_of(term, words)


def test_every_change_of_the_catalogue_is_an_operation():
    assert {change.operation for fault in FAULTS.values() for change in fault.changes} <= OPERATIONS.keys()
