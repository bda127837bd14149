"""Real files of tenhou.net/6 have only the faults that they have."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from tests.logs import corpus_paths, needs_corpus

pytestmark = needs_corpus

UNREADABLE = {"83a16b41958c": "found 60"}
"""A sample written by hand, which draws a tile 60."""
WRONG = {
    # The winner gets 1,000 more than is paid, with no stick on the table; `sc` of the whole game has not.
    "49e1d9a9fdba": ["win-payment"],
    "a2ed50816b3e": ["win-payment"],
    # An editor's position with three kans before the fourth, and one indicator.
    "635a3a994caa": ["dora-indicators"],
}
ROUNDED = {"final-result"}
"""Results of Tenhou are judged by date, which is not the subject here."""


def reviewed(folder):
    paths = sorted(corpus_paths(folder))
    return review([(LogName(path.stem, path.name), path.read_bytes()) for path in paths])


def found(result, verdict):
    by_file = {}
    for finding in result.findings:
        if finding.leads and finding.verdict.value == verdict and finding.check not in ROUNDED:
            by_file.setdefault(finding.source.split("-")[0], []).append(finding.check)
    return by_file


@pytest.fixture(scope="module")
def tenhou():
    return reviewed("tenhou6")


@pytest.fixture(scope="module")
def soul():
    return reviewed("mahjong-soul")


def test_nothing_is_wrong_with_the_files_of_tenhou(tenhou):
    assert (found(tenhou, "inconsistent"), found(tenhou, "malformed")) == ({}, {})
    assert tenhou.tallies["win-payment"].undecided == tenhou.tallies["draw-payment"].undecided == 0


def test_nothing_is_wrong_with_the_files_of_mahjong_soul_but_what_they_prove(soul):
    assert found(soul, "inconsistent") == WRONG
    assert found(soul, "malformed").keys() == UNREADABLE.keys()
    assert {name for name in soul.rule_sets if name} == {"mahjong-soul"}


def test_every_win_of_mahjong_soul_is_judged(soul):
    for check in ("win-yaku", "win-points", "win-pao", "win-payment"):
        assert soul.tallies[check].undecided == 0, check
        assert soul.tallies[check].passed > 60, check
    assert soul.tallies["final-result"].passed == 4


def test_an_excerpt_says_what_it_is_and_no_more(tenhou):
    said = {
        str(finding.reason).rsplit(" ", 1)[0] for finding in tenhou.findings if finding.check == "whole-log"
    }

    assert said == {"an excerpt that begins with", "an excerpt that ends with"}
    assert tenhou.tallies["whole-log"].undecided == 40
