"""What a review says of logs that are honest, damaged, cut, odd, or of unknown rules; what has no verdict."""

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from analyzer.audit import CHECKS, Finding, LogName, Review, Tally, Verdict, checks, findings, review
from analyzer.audit.audit import Audit, shared
from analyzer.audit.checks_page import checks_page, tallies_of
from analyzer.audit.findings import Placed, bounded, first_of_games
from analyzer.audit.review import name_of_game
from analyzer.audit.wall import wall_truth
from analyzer.cli.finding_formats import finding_line
from analyzer.errors import UserMistake
from analyzer.formats.any_format import read_logs
from analyzer.formats.conversion import convert
from analyzer.formats.log_id import parse_log_id
from analyzer.kernels import compiling
from tests.audit.made import verdicts
from tests.audit.test_cases import log_of_case
from tests.logs import corpus_bytes, corpus_paths, fixed_logs, needs_all_logs

DOCS = Path(__file__).resolve().parents[2] / "docs"
SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
# Games without a seed that stop after a hand or two: these checks would say so each time.
ASIDE = ("game-over", "final-scores", "final-result", "wall-seed")
CHECKED = [check.id for check in CHECKS if check.id not in ASIDE]


NAME = LogName("2022020100gm-00a9-0000-00000000", "log.mjlog")
DRAW = log_of_case({"hand": "draw"})
"""E1.0, ended by nine kinds at the first draw."""
TWO = log_of_case({"log": ["draw", "draw E1.1"]})


def review_of(log: bytes, rules: str = "auto", *wanted: str) -> Review:
    return review([(NAME, log)], rules, [*wanted] or CHECKED)


def test_an_honest_draw_passes_and_every_check_has_a_count_even_when_it_never_ran() -> None:
    result = review_of(DRAW)

    assert verdicts(result) == []
    assert (result.tallies["draw-kind"].passed, result.tallies["draw-kind"].failed) == (1, 0)
    assert result.rule_sets == ("tenhou",)
    assert set(review([(NAME, DRAW)]).tallies) == {check.id for check in CHECKS}
    assert result.tallies["next-honba"].passed == 0
    assert list(review_of(DRAW, "auto", "draw-kind").tallies) == ["draw-kind"]


def test_a_fault_of_a_whole_game_is_found_beside_logs_of_other_forms() -> None:
    log = DRAW.replace(b'<TAIKYOKU oya="0"', b'<TAIKYOKU oya="2"')
    lines = convert(*read_logs([DRAW]).read(), "mjai").text

    found = review(
        [(NAME, log), (LogName("other", "other.jsonl"), lines.encode())], checks=["dealer"]
    ).findings

    assert [(one.source, one.check, one.hand) for one in found] == [("log.mjlog", "dealer", None)]


def test_a_log_that_ends_before_its_first_hand_is_read_and_only_cut() -> None:
    """With a seed, of which walls could be dealt, and without."""
    seeded = next(path for path in sorted(SAMPLES.glob("*.mjlog")) if b"<SHUFFLE" in path.read_bytes())

    for name, data in ((NAME, DRAW), (LogName(seeded.stem, "log.mjlog"), seeded.read_bytes())):
        result = review([(name, data[: data.index(b"<INIT")])])

        assert verdicts(result) == [("whole-log", "undecided")]
        assert result.findings[0].message == "undecided: the log ends before its game does"
        assert len(result.facts.players) == 0


def test_bytes_that_are_no_log_are_a_finding_and_the_rest_is_read() -> None:
    other = LogName("b", "b.mjlog")

    result = review([(NAME, b"not a log"), (other, DRAW)], checks=CHECKED)

    assert verdicts(result) == [("well-formed", "malformed")]
    assert (result.findings[0].source, result.logs, result.unreadable) == ("log.mjlog", (other,), 1)
    assert (review([]).findings, review([]).logs) == ((), ())


def test_the_last_keys_of_a_line_are_those_of_count_and_chain() -> None:
    # A lobby with rules of its own that it does not announce, and another kind of draw.
    logs = TWO.replace(b'type="169"', b'type="257"'), TWO.replace(b"yao9", b"kaze4", 1)
    undecided, wrong = (review_of(log, "auto", "draw-kind").findings[0] for log in logs)

    lines = [json.loads(finding_line(finding)) for finding in (undecided, wrong)]

    last = ("reason", "count", "chain", "leads", "cause", "line")
    assert [tuple(line)[-6:] for line in lines] == [last, last]
    assert [lines[0][key] for key in last] == [undecided.reason, 2, None, True, None, None]
    assert [lines[1][key] for key in last] == [None, 1, 0, True, None, None]
    assert (wrong.claimed, wrong.computed) == ("suufon_renda", "kyuushu_kyuuhai")
    assert str(wrong).startswith(
        "2022020100gm-00a9-0000-00000000 E1.0 #6 draw-kind: log says suufon_renda, play"
    )


def test_the_users_rule_set_is_used_for_all_logs_and_one_for_other_seats_judges_nothing() -> None:
    result, other = review_of(DRAW, "wrc-2015"), review_of(DRAW, "tenhou-sanma")

    assert result.rule_sets == ("wrc-2015",)
    assert ("draw-kind", "inconsistent") in verdicts(result)
    assert verdicts(other)[0] == ("rule-set", "undecided")
    assert {verdict for _, verdict in verdicts(other)} == {"undecided"}
    assert other.tallies["draw-kind"].undecided == 1


STATED = "2022010100gm-00a9-0000-0123abcd"
GAMES = [
    (NAME.log_id, STATED, 0, NAME.log_id, "a.json"),
    (NAME.log_id, STATED, 1, STATED, "a.json#2"),
    (NAME.log_id, None, 1, f"{NAME.log_id}#2", "a.json#2"),
    ("a", STATED, 0, STATED, "a.json"),
    ("a", None, 0, "a", "a.json"),
]


@pytest.mark.parametrize(("named", "stated", "index", "log_id", "source"), GAMES)
def test_a_game_has_the_id_that_it_states_where_its_log_has_none_or_several_games(
    named: str, stated: str | None, index: int, log_id: str, source: str
) -> None:
    found = name_of_game(LogName(named, "a.json"), stated and parse_log_id(stated), index)

    assert found == LogName(log_id, source)


def test_a_check_that_does_not_exist_is_the_users_mistake() -> None:
    with pytest.raises(UserMistake, match="draw-knid"):
        review([], checks=["draw-knid"])


HANDS = 60


def test_findings_beyond_the_bound_are_said_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    # Every hand is E1 again, and ends by a draw of another kind than it says.
    faulty = log_of_case({"log": ["draw"] * HANDS}).replace(b"yao9", b"kaze4")
    one, other = (LogName("1", "1"), faulty), (LogName("2", "2"), DRAW)
    whole, alone = review([one]), review([other])
    made: list[object] = []
    monkeypatch.setattr(findings, "MAX_FINDINGS", 10)
    make = checks._finding
    monkeypatch.setattr(checks, "_finding", lambda *given: made.append(None) or make(*given))

    result = review([one, other])

    more = len(whole.findings) - 10
    *given, rest = (finding for finding in result.findings if finding.log == "1")
    assert given == list(whole.findings[:10])
    assert len(whole.findings) > HANDS
    assert rest.message == f"expected at most 10 findings in one log, found {more} more"
    assert (rest.count, rest.verdict) == (more, Verdict.INCONSISTENT)
    assert (rest.hand, rest.element, rest.claimed) == (None, None, None)
    assert [finding for finding in result.findings if finding.log == "2"] == list(alone.findings)
    # The counts of the checks are what they were, and no sentence is formed that nobody is given.
    assert result.tallies["draw-kind"].failed == HANDS
    assert len(made) < len(whole.findings)


def test_the_one_for_the_rest_has_the_gravest_verdict_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def placed(game: int, element: int, verdict: Verdict, check: str) -> Placed:
        claim = (verdict, "tenhou", "a", "b", "c")
        found = Finding("1", "1", 3, 0, 0, 1, 7, check, *claim, reason="why", count=2)
        return Placed(game, element, 0, 3, found)

    monkeypatch.setattr(findings, "MAX_FINDINGS", 1)
    some = [
        placed(0, 1, Verdict.UNDECIDED, "calls"),
        placed(0, 2, Verdict.UNDECIDED, "tile-place"),
        placed(0, 3, Verdict.MALFORMED, "well-formed"),
        placed(1, 1, Verdict.UNDECIDED, "calls"),
    ]

    first, rest, last = bounded(some, Counter({0: 5}))

    assert (first, last) == (some[0].finding, some[3].finding)
    assert (rest.check, rest.verdict, rest.count, rest.reason) == ("tile-place", "malformed", 7, None)
    assert bounded(some[:1], Counter()) == [some[0].finding]
    assert first_of_games(np.array([2, 0, 2, 2, 0, 0, 1])).tolist() == [True] * 3 + [False, True, False, True]


COUNTS = re.compile(r"Passed ([\d,]+)(, failed [\d,]+)?(?:, undecided [\d,]+)?(?:, absent [\d,]+)?\.")


def test_the_page_has_every_check_with_its_rule_and_source_and_none_was_idle_or_failed_on_honest_logs() -> (
    None
):
    page = (DOCS / "checks.md").read_text(encoding="utf-8")
    fresh = checks_page({check.id: Tally() for check in CHECKS})
    counts = COUNTS.findall(page)

    assert COUNTS.sub("", page) == COUNTS.sub("", fresh)
    assert len(counts) == len(CHECKS) == len({check.id for check in CHECKS})
    assert all(passed != "0" and not failed for passed, failed in counts)
    assert all(check.title and check.rule and check.source for check in CHECKS)


def test_counts_of_the_page_are_those_of_the_logs_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "one.mjlog").write_bytes(DRAW)

    tallies = tallies_of(tmp_path)

    assert (tallies["draw-kind"].passed, tallies["draw-kind"].failed) == (1, 0)
    assert tallies["win-yaku"] == Tally()


@needs_all_logs
def test_no_real_log_has_a_fault_and_every_win_draw_and_end_of_ordinary_games_has_a_verdict() -> None:
    for folder, wins in (("phoenix", 3_500), ("edge", 500), ("seed-examples", 30)):
        logs = [(LogName(path.stem, path.name), corpus_bytes(path)) for path in corpus_paths(folder)]
        with compiling():
            result = review(logs)

        assert [one for one in result.findings if one.verdict != Verdict.UNDECIDED] == []
        assert result.tallies["win-payment"].passed > wins
        assert folder == "edge" or result.findings == ()


# What a batch works out, and what it leaves alone until somebody asks.

WALL = f"{wall_truth.__module__}.{wall_truth.__qualname__}"
DRAWS_AND_PROGRESS = ("draw-kind", "shown-seats", "draw-payment", "next-kyoku", "next-honba", "final-scores")


def audit_of(checks: tuple[str, ...] | None) -> Audit:
    path = next(path for path in fixed_logs() if b"<SHUFFLE" in path.read_bytes())
    return review([(LogName(path.stem, path.name), path.read_bytes())], checks=checks).audit


def test_draws_and_progress_need_neither_walls_nor_wins_which_are_worked_out_when_asked_for() -> None:
    few, every = audit_of(DRAWS_AND_PROGRESS), audit_of(None)

    assert ("settled" in vars(few), "wins" in vars(few), WALL in few.worked_out) == (True, False, False)
    assert ("wins" in vars(every), WALL in every.worked_out) == (True, True)
    assert np.array_equal(few.wins.deltas, every.wins.deltas)


def test_what_several_checks_ask_for_is_worked_out_once() -> None:
    times = []

    @shared
    def hands_in(audit: Audit) -> int:
        times.append(audit)
        return len(audit.events.hands.game)

    audit = audit_of(())

    assert hands_in(audit) == hands_in(audit) > 0
    assert times == [audit]
