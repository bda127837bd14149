import json
import xml.etree.ElementTree as ET

import pytest

from analyzer.audit.findings import Finding, Verdict
from analyzer.batch.reviews import Batch, Reviewed, Terms, Unreadable, review_all
from analyzer.batch.totals import Totals
from analyzer.cli.finding_formats import FORMATS
from analyzer.printable import printable
from analyzer.sources import SourceLog, SourceProblem


def lines_of(name, items, terms):
    lines, totals, written = FORMATS[name](), Totals(), []
    for batch in review_all(items, terms):
        totals.add(batch)
        written += lines.batch(batch)
    return written + list(lines.end(totals, 0.5))


def test_json_lines_have_the_fields_that_programs_rely_on(items, draw_kind):
    finding, unreadable, summary = map(json.loads, lines_of("jsonl", items, draw_kind))

    assert list(finding) == [
        "type", "log", "source", "hand", "kyoku", "honba", "seat", "element", "check", "verdict", "rule_set",
        "claimed", "computed", "message", "reason", "count", "chain", "leads", "cause", "line",
    ]  # fmt: skip
    place = {"hand": 0, "kyoku": 0, "honba": 0, "element": 6}
    assert finding | place | {"type": "finding", "check": "draw-kind"} == finding
    assert finding["log"] == "2022010102gm-00a9-0000-0000000b"
    assert (finding["verdict"], finding["rule_set"]) == ("inconsistent", "tenhou-2010")
    assert (unreadable["verdict"], unreadable["hand"]) == ("malformed", None)
    assert (summary["type"], summary["seconds"], summary["unreadable"]) == ("summary", 0.5, 1)


def test_junit_has_a_case_per_log(items, honest):
    cut_log = SourceLog("cut", honest[: honest.index(b"<RYUUKYOKU")])
    terms = Terms(checks=("well-formed", "draw-kind", "whole-log"))
    whole = ET.fromstring("\n".join(lines_of("junit", [*items, cut_log], terms)))  # noqa: S314
    suite = whole.find("testsuite")

    totals = {"tests": "5", "failures": "1", "errors": "1", "skipped": "1", "time": "0.500"}
    assert whole.attrib == totals
    assert suite.attrib == {"name": "tenhou-analyzer", **totals}
    found = {
        case.get("name").rsplit("/", 1)[-1]: [child.tag for child in case] for case in suite.iter("testcase")
    }
    assert found == {
        "2022010101gm-00a9-0000-0000000a": [],
        "2022010102gm-00a9-0000-0000000b": ["failure"],
        "2022010103gm-00a9-0000-0000000c": [],
        "broken.mjlog": ["error"],
        "cut": ["skipped"],
    }
    failure = suite.find(".//failure")
    assert failure.get("type") == "draw-kind"
    assert failure.get("message") == failure.text


@pytest.mark.parametrize("worst", ["well-formed", "draw-kind"])
def test_junit_names_a_log_after_its_worst_finding_that_leads(worst):
    def found(check, verdict, **more):
        place = {"hand": None, "kyoku": None, "honba": None, "seat": None, "element": None}
        words = {"claimed": None, "computed": None, "rule_set": None, "message": check}
        return Unreadable(Finding("1", "1.mjlog", check=check, verdict=verdict, **place, **words, **more), "")

    findings = (
        found("whole-log", Verdict.UNDECIDED),
        found("calls", Verdict.MALFORMED, leads=False),
        found("draw-kind", Verdict.INCONSISTENT),
        *([found("well-formed", Verdict.MALFORMED)] if worst == "well-formed" else []),
        found("draw-payment", Verdict.INCONSISTENT),
    )
    form = FORMATS["junit"]()
    list(form.batch(Reviewed(Batch((), {}, findings, (), (), False), None)))

    lines = form.end(Totals(inputs=1, unreadable=1), 0.5)
    suite = ET.fromstring("\n".join(lines)).find("testsuite")  # noqa: S314
    ((outcome,),) = suite.iter("testcase")
    counts = {"errors": "1", "failures": "0"} if worst == "well-formed" else {"errors": "0", "failures": "1"}
    assert suite.attrib.items() >= {"tests": "1", "skipped": "0", **counts}.items()
    assert outcome.get("type") == worst


@pytest.mark.parametrize("name", ["<&\"'>", "a\x0bb", "\ufffe", "牌譜\u2028"], ids=ascii)
def test_json_lines_are_ascii_and_junit_is_well_formed_whatever_a_name_holds(draw_kind, name):
    items = [SourceProblem(name, "is empty")]
    case = ET.fromstring("\n".join(lines_of("junit", items, draw_kind))).find(".//testcase")  # noqa: S314
    written = lines_of("jsonl", items, draw_kind)

    assert case.get("name") == printable(name)
    assert json.loads(written[0])["log"] == name
    assert all(line.isascii() and "\n" not in line for line in written)
