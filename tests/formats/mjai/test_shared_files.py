"""Real mjai of three writers: nothing is wrong with it, or it is unreadable for the reason that it has."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from tests.logs import corpus_paths, needs_corpus

pytestmark = needs_corpus

ONE_SEAT = {"0ee6cf9c73ce", "2f60456c581c", "9cf82be9117f", "b56319e7a483", "bb55601d2d6c", "d15f8b1b6bb7"}
"""Tests of engines, which have what one seat sees."""
CUT = {"59b8b1cde1fa": ["whole-log"]}
"""The game stopped when an engine was in error."""


@pytest.fixture(scope="module")
def result():
    return review([(LogName(path.stem, path.name), path.read_bytes()) for path in corpus_paths("mjai")])


def test_logs_seen_from_one_seat_are_unreadable_for_that(result):
    assert {refused.finding.source.split("-")[0] for refused in result.refused} == ONE_SEAT
    for refused in result.refused:
        assert refused.reason.startswith("seen from one seat: line 2: ")
        assert refused.finding.element == 2


def test_nothing_is_wrong_with_the_others(result):
    found = {}
    for finding in result.findings:
        if finding.verdict != "malformed":
            assert finding.verdict == "undecided"
            found.setdefault(finding.source.split("-")[0], []).append(finding.check)

    assert found == CUT
    assert len(result.logs) == len(corpus_paths("mjai")) - len(ONE_SEAT)


def test_every_win_and_every_step_is_judged(result):
    wins = result.tallies["win-payment"]
    steps = result.tallies["next-kyoku"]

    assert (wins.passed, wins.undecided, wins.absent) == (len(result.wins.hand), 0, 0)
    assert (steps.passed, steps.undecided) == (len(result.events.hands.game) - len(result.logs), 0)


def test_what_the_server_of_gimite_states_is_judged(result):
    for check in ("win-yaku", "win-fu", "win-points", "win-tehai", "scores-before", "riichi-deposit"):
        assert result.tallies[check].passed > 0, check
    assert result.tallies["final-scores"].passed == 1
