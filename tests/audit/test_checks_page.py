"""The page of checks is in step with the list of checks."""

from __future__ import annotations

import re
from pathlib import Path

from analyzer.audit import CHECKS, Tally
from analyzer.audit.checks_page import checks_page, tallies_of
from tests.hands import Hand

PAGE = Path(__file__).resolve().parents[2] / "docs" / "checks.md"
COUNTS = re.compile(r"Passed ([\d,]+)(, failed [\d,]+)?(?:, undecided [\d,]+)?(?:, absent [\d,]+)?\.")


def test_the_page_has_every_check_with_its_rule_and_source() -> None:
    fresh = checks_page({check.id: Tally() for check in CHECKS})

    assert COUNTS.sub("", PAGE.read_text(encoding="utf-8")) == COUNTS.sub("", fresh)


def test_no_check_of_the_page_was_idle_or_failed_on_honest_logs() -> None:
    counts = COUNTS.findall(PAGE.read_text(encoding="utf-8"))

    assert len(counts) == len(CHECKS)
    assert all(passed != "0" and not failed for passed, failed in counts)


def test_counts_are_those_of_the_logs_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    hand = Hand("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")
    log = hand.draw(0, "5m").ryuukyoku(0, kind="yao9").xml()
    (tmp_path / "inner" / "one.mjlog").write_bytes(log)

    tallies = tallies_of(tmp_path)

    assert (tallies["draw-kind"].passed, tallies["draw-kind"].failed) == (1, 0)
    assert tallies["win-yaku"] == Tally()
