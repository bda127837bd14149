"""The errors: what they say, where they say it, and that nothing is lost between processes."""

from __future__ import annotations

import pickle

import pytest

from analyzer.errors import (
    AnalyzerError,
    Location,
    MalformedLog,
    UnsupportedFeature,
    UserMistake,
    nearest,
)

KINDS = [MalformedLog, UnsupportedFeature, UserMistake]


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
def test_a_location_names_what_is_known_from_the_outside_in(location, text):
    assert str(location) == text


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_says_its_place_before_its_message(kind):
    error = kind("expected four scores, found three", Location("a.mjlog", element=12))

    assert str(error) == "a.mjlog #12: expected four scores, found three"
    assert error.message == "expected four scores, found three"


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_without_a_place_is_its_message_alone(kind):
    error = kind("expected four scores, found three")

    assert str(error) == "expected four scores, found three"
    assert error.location == Location()


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_caught_as_analyzer_error_and_as_value_error(kind):
    assert issubclass(kind, AnalyzerError)
    assert issubclass(AnalyzerError, ValueError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_of_a_worker_process_arrives_with_its_place(kind):
    error = kind("no such tile", Location("b.zip", hand=2, element=5))

    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes

    assert type(again) is kind
    assert str(again) == str(error)
    assert again.location == error.location


def test_the_nearest_name_is_alike_or_has_the_word():
    names = ["dealer", "dealer_dan", "is_dealer", "ending"]

    assert nearest("dealer_dam", names) == "; did you mean 'dealer_dan'?"
    assert nearest("dan", names) == "; did you mean 'dealer_dan'?"
    assert nearest("rank", names, "; none is near") == "; none is near"
