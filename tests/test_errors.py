"""The errors: what they say, where they say it, and that nothing is lost between processes."""

from __future__ import annotations

import pickle

import pytest

from analyzer.errors import AnalyzerError, Location, MalformedLog, UnsupportedFeature, UserMistake, nearest


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (Location(), ""),
        (Location("a.mjlog"), "a.mjlog"),
        (Location("a.mjlog", hand=0), "a.mjlog hand 0"),
        (Location("a.mjlog", hand=3, element=87), "a.mjlog hand 3 #87"),
        (Location(element=0), "#0"),
    ],
)
@pytest.mark.parametrize("kind", [MalformedLog, UnsupportedFeature, UserMistake])
def test_an_error_says_its_place_before_its_message_and_arrives_so_from_a_worker(kind, location, text):
    error = kind("no such tile", location)

    for one in (error, pickle.loads(pickle.dumps(error))):  # noqa: S301 - our own bytes
        assert type(one) is kind
        assert (str(one), one.message) == (
            f"{text}: no such tile" if text else "no such tile",
            "no such tile",
        )
        assert (one.location, str(one.location)) == (location, text)
    assert kind("no such tile").location == Location()
    assert isinstance(error, AnalyzerError)
    assert isinstance(error, ValueError)


def test_the_nearest_name_is_alike_or_has_the_word():
    names = ["dealer", "dealer_dan", "is_dealer", "ending"]

    assert nearest("dealer_dam", names) == "; did you mean 'dealer_dan'?"
    assert nearest("dan", names) == "; did you mean 'dealer_dan'?"
    assert nearest("rank", names, "; none is near") == "; none is near"
