"""What is said of what has no verdict: undecided items by their reason, absent ones not at all."""

from __future__ import annotations

import json

from analyzer.audit import LogName, Review, Verdict, review
from analyzer.cli.finding_formats import finding_line
from tests.hands import Hand, log_of
from tests.logs import Elements

NAME = LogName("2022010100gm-00a9-0000-00000000", "log.mjlog")
NINE = "19m19p19s1234567z"
OTHERS = ("2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")


def kyuushu(kyoku: str = "E1.0") -> Hand:
    return Hand(NINE, *OTHERS, kyoku=kyoku).draw(0, "5m").ryuukyoku(0, kind="yao9")


def two_hands() -> Elements:
    """E1.0 and E1.1, both ended by nine kinds at the first draw."""
    first = kyuushu()
    first.lines[-1] = first.lines[-1].split("owari")[0] + "/>"
    return Elements.of(log_of(first, kyuushu("E1.1")))


def reviewed(log: Elements, *checks: str) -> Review:
    return review([(NAME, log.xml())], checks=checks or None)


def test_an_undecided_finding_speaks_for_all_items_of_its_reason():
    log = two_hands()
    log[1] = '<GO type="257" lobby="1"/>'

    result = reviewed(log, "draw-kind", "draw-payment", "tile-place")

    assert [(one.check, one.verdict, one.count, one.hand) for one in result.findings] == [
        ("draw-kind", Verdict.UNDECIDED, 2, 0),
        ("draw-payment", Verdict.UNDECIDED, 2, 0),
    ]
    assert all(one.element == log.inits()[0] for one in result.findings)
    assert result.findings[0].reason is not None
    assert result.findings[0].reason.startswith("rules not known (abortive, chombo, nagashi): ")
    assert result.findings[0].message == f"undecided (2 times): {result.findings[0].reason}"
    assert (result.tallies["tile-place"].passed, result.tallies["draw-kind"].undecided) == (2, 2)


def test_two_reasons_are_two_findings():
    log = two_hands()
    log.insert(log.inits()[1] + 1, "<T999/>")
    log[1] = '<GO type="257" lobby="1"/>'

    result = reviewed(log, "turn-order", "kuikae", "well-formed", "overdue-draw")

    said = {(one.check, one.reason, one.count) for one in result.findings if one.reason is not None}
    assert ("turn-order", "an element of the hand cannot be read", 1) in said
    assert {count for check, _, count in said if check == "overdue-draw"} == {2}


def test_a_claim_that_cannot_be_read_is_undecided_and_its_attribute_malformed():
    log = two_hands()
    log.set(log.find("<RYUUKYOKU"), "sc", "many")

    result = reviewed(log, "well-formed", "draw-payment")

    assert [(one.check, one.verdict, one.reason) for one in result.findings] == [
        ("draw-payment", Verdict.UNDECIDED, "the claim cannot be read"),
        ("well-formed", Verdict.MALFORMED, None),
    ]


def test_a_log_without_a_seed_is_absent_for_the_checks_of_the_wall():
    result = reviewed(two_hands(), "wall-seed", "wall-dice", "wall-draws")

    assert result.findings == ()
    assert [result.tallies[check].absent for check in ("wall-seed", "wall-dice", "wall-draws")] == [1, 2, 2]


def test_the_last_keys_of_a_line_are_those_of_count_and_chain():
    log = two_hands()
    log[1] = '<GO type="257" lobby="1"/>'
    undecided = reviewed(log, "draw-kind").findings[0]
    log = two_hands()
    log.set(log.find("<RYUUKYOKU"), "type", "kaze4")
    wrong = reviewed(log, "draw-kind").findings[0]

    lines = [json.loads(finding_line(finding)) for finding in (undecided, wrong)]

    last = ("reason", "count", "chain", "leads", "cause", "line")
    assert [tuple(line)[-6:] for line in lines] == [last, last]
    assert [lines[0][key] for key in last] == [undecided.reason, 2, None, True, None, None]
    assert [lines[1][key] for key in last] == [None, 1, 0, True, None, None]
