"""A log with more findings than anybody reads gives some of them, and one that counts the rest."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.audit import Finding, LogName, Verdict, checks, findings, review
from analyzer.audit.findings import Placed, bounded, first_of_games
from tests.hands import Hand, log_of

NINE = ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")
HANDS = 60


def faulty() -> bytes:
    """Every hand is E1 again, and ends by a draw of another kind than it says."""
    hands = [Hand(*NINE).draw(0, "5m").ryuukyoku(0, kind="kaze4", owari=False) for _ in range(HANDS)]
    return log_of(*hands)


def test_findings_beyond_the_bound_are_said_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    name, other = LogName("1", "1"), LogName("2", "2")
    honest = Hand(*NINE).draw(0, "5m").ryuukyoku(0, kind="yao9").xml()
    whole = review([(name, faulty())])
    alone = review([(other, honest)])
    made: list[object] = []
    monkeypatch.setattr(findings, "MAX_FINDINGS", 10)
    make = checks._finding
    monkeypatch.setattr(checks, "_finding", lambda *given: made.append(None) or make(*given))

    result = review([(name, faulty()), (other, honest)])

    *given, rest = (finding for finding in result.findings if finding.log == "1")
    assert given == list(whole.findings[:10])
    assert len(whole.findings) > HANDS
    assert rest.message == f"expected at most 10 findings in one log, found {len(whole.findings) - 10} more"
    assert (rest.count, rest.verdict) == (len(whole.findings) - 10, Verdict.INCONSISTENT)
    assert (rest.hand, rest.element, rest.claimed) == (None, None, None)
    assert [finding for finding in result.findings if finding.log == "2"] == list(alone.findings)
    # The counts of the checks are what they were, and no sentence is formed that nobody is given.
    assert result.tallies["draw-kind"].failed == HANDS
    assert len(made) < len(whole.findings)


def finding(verdict: Verdict, check: str) -> Finding:
    return Finding("1", "1", 3, 0, 0, 1, 7, check, verdict, "tenhou", "a", "b", "c", reason="why", count=2)


def test_the_one_has_the_gravest_verdict_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MAX_FINDINGS", 1)
    some = [
        Placed(0, 1, 0, 3, finding(Verdict.UNDECIDED, "calls")),
        Placed(0, 2, 0, 3, finding(Verdict.UNDECIDED, "tile-place")),
        Placed(0, 3, 0, 3, finding(Verdict.MALFORMED, "well-formed")),
        Placed(1, 1, 0, 3, finding(Verdict.UNDECIDED, "calls")),
    ]

    first, rest, last = bounded(some, Counter({0: 5}))

    assert (first, last) == (some[0].finding, some[3].finding)
    assert (rest.check, rest.verdict, rest.count, rest.reason) == ("tile-place", "malformed", 7, None)


def test_no_more_than_the_bound_is_as_it_was() -> None:
    some = [Placed(0, 1, 0, 3, finding(Verdict.UNDECIDED, "calls"))]

    assert bounded(some, Counter()) == [some[0].finding]


def test_the_first_items_of_every_game_are_told_in_whatever_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MAX_FINDINGS", 1)

    first = first_of_games(np.array([2, 0, 2, 2, 0, 0, 1]))

    assert first.tolist() == [True, True, True, False, True, False, True]
