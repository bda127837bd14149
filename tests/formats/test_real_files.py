"""Real files of every form of JSON: nothing is wrong with them but what they prove."""

from __future__ import annotations

from functools import cache

import pytest

from analyzer.audit import LogName, review
from tests.case_files import whole
from tests.logs import corpus_paths, needs_corpus

pytestmark = needs_corpus

PROVED = whole("formats/real_files")
ROUNDED = {"final-result"}
"""Results of Tenhou are judged by date, which is not the subject here."""


@cache
def reviewed(folder):
    return review([(LogName(path.stem, path.name), path.read_bytes()) for path in corpus_paths(folder)])


def by_file(findings):
    found = {}
    for finding in findings:
        found.setdefault(finding.source.split("-")[0], []).append(finding.check)
    return found


@pytest.mark.parametrize("folder", PROVED)
def test_nothing_is_wrong_with_the_files_but_what_they_prove(folder):
    result = reviewed(folder)

    wrong = [one for one in result.findings if one.leads and one.verdict != "undecided"]
    assert by_file(one for one in wrong if one.check not in ROUNDED) == PROVED[folder]
    refused = [name for name, checks in PROVED[folder].items() if checks == ["well-formed"]]
    assert len(result.logs) == len(corpus_paths(folder)) - len(refused)
    for check in ("win-payment", "draw-payment", "win-pao"):
        assert result.tallies[check].undecided == 0, check
    wins = result.tallies["win-payment"]
    assert wins.passed + wins.absent + wins.failed == len(result.wins.hand) > 60
    assert wins.absent == 0 or folder != "mjai"


def test_lines_seen_from_one_seat_are_unreadable_for_that():
    for refused in reviewed("mjai").refused:
        assert refused.reason.startswith("seen from one seat: line 2: ")
        assert refused.finding.element == 2


def test_an_excerpt_or_a_cut_says_what_it_is_and_no_more():
    # The game stopped when an engine was in error.
    cut = [one for one in reviewed("mjai").findings if one.verdict == "undecided"]
    assert by_file(cut) == {"59b8b1cde1fa": ["whole-log"]}
    whole = [one for one in reviewed("tenhou6").findings if one.check == "whole-log"]
    reasons = {str(one.reason).rsplit(" ", 1)[0] for one in whole}
    assert reasons == {"an excerpt that begins with", "an excerpt that ends with"}
    assert reviewed("tenhou6").tallies["whole-log"].undecided == 40


def test_every_step_and_what_is_stated_is_judged():
    lines, soul = reviewed("mjai"), reviewed("mahjong-soul")

    steps = lines.tallies["next-kyoku"]
    assert (steps.passed, steps.undecided) == (len(lines.events.hands.game) - len(lines.logs), 0)
    # The server of Gimite states more than others.
    for check in ("win-yaku", "win-fu", "win-points", "win-tehai", "scores-before", "riichi-deposit"):
        assert lines.tallies[check].passed > 0, check
    assert lines.tallies["final-scores"].passed == 1
    assert {name for name in soul.rule_sets if name} == {"mahjong-soul"}
    for check in ("win-yaku", "win-points", "win-pao", "win-payment"):
        assert (soul.tallies[check].undecided, soul.tallies[check].passed > 60) == (0, True), check
    assert soul.tallies["final-result"].passed == 4
