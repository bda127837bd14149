"""The errors: what they say, where they say it, and that nothing is lost between processes."""

from __future__ import annotations

import pickle

import pytest

from analyzer.errors import AnalyzerError, Location, MalformedLog, UnsupportedFeature, UserMistake, nearest

PLACES = {
    "": Location(),
    "a.mjlog": Location("a.mjlog"),
    "a.mjlog hand 0": Location("a.mjlog", hand=0),
    "a.mjlog hand 3 #87": Location("a.mjlog", hand=3, element=87),
    "#0": Location(element=0),
}


@pytest.mark.parametrize("text", PLACES)
@pytest.mark.parametrize("kind", [MalformedLog, UnsupportedFeature, UserMistake])
def test_an_error_says_its_place_before_its_message_and_arrives_so_from_a_worker(kind, text):
    error = kind("no such tile", PLACES[text])

    for one in (error, pickle.loads(pickle.dumps(error))):  # noqa: S301 - our own bytes
        assert type(one) is kind
        assert (str(one), one.message) == (f"{text}: no such tile".removeprefix(": "), "no such tile")
        assert (one.location, str(one.location)) == (PLACES[text], text)
    assert kind("no such tile").location == Location()
    assert isinstance(error, AnalyzerError)


def test_the_nearest_name_is_alike_or_has_the_word():
    names = ["dealer", "dealer_dan", "is_dealer", "ending"]

    assert nearest("dealer_dam", names) == "; did you mean 'dealer_dan'?"
    assert nearest("dan", names) == "; did you mean 'dealer_dan'?"
    assert nearest("rank", names, "; none is near") == "; none is near"
