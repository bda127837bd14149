"""A rule that no source of a shipped set states: what its other value would give is undecided."""

from __future__ import annotations

import pytest

from analyzer import simulate
from analyzer.audit import LogName, review
from analyzer.audit.findings import Finding, Verdict
from analyzer.rules import load

REASON = "m-league does not state furiten_tenpai; it is right if that is false"
WITHOUT = "[tenpai]\nfuriten_tenpai = false\n"


@pytest.fixture
def played(tmp_path):
    """A game in which a furiten hand counts as noten at a draw, by the rules of a league otherwise."""

    def play(base: str, *, judged_by: str | None = None) -> list[Finding]:
        other = tmp_path / "other.toml"
        other.write_text(f'title = "Other"\nbase = "{base}"\n{WITHOUT}', "utf-8")
        ((_, data),) = simulate(1, "furiten", scenario="furiten_tenpai", rules=str(other))
        return review([(LogName("game", "game"), data)], judged_by or base).findings

    return play


def test_what_another_value_gives_is_undecided_with_its_reason(played):
    assert load("m-league").source("furiten_tenpai").startswith("not stated")

    found = played("m-league")

    assert {one.check for one in found} >= {"shown-seats", "draw-payment", "next-kyoku"}
    assert {(one.verdict, one.reason) for one in found} == {(Verdict.UNDECIDED, REASON)}


def test_a_stated_rule_is_judged(played):
    assert not load("ema-2025").source("furiten_tenpai").startswith("not stated")

    assert {one.verdict for one in played("ema-2025")} == {Verdict.INCONSISTENT}


def test_the_file_of_a_user_states_all(played, tmp_path):
    club = tmp_path / "club.toml"
    club.write_text('title = "Club"\nbase = "m-league"\n', "utf-8")

    assert {one.verdict for one in played("m-league", judged_by=str(club))} == {Verdict.INCONSISTENT}


def test_what_no_value_gives_stays_a_finding(tmp_path):
    other = tmp_path / "other.toml"
    other.write_text('title = "Other"\nbase = "m-league"\n[noten_penalty]\nnoten_penalty = "off"\n', "utf-8")
    ((_, data),) = simulate(1, "noten", scenario="tenpai_1", rules=str(other))

    found = review([(LogName("game", "game"), data)], "m-league").findings

    assert {(one.check, one.verdict) for one in found} == {("draw-payment", Verdict.INCONSISTENT)}
