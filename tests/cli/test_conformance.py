"""``conformance make`` and ``run``: what they ask of the pack and write; what they tell is a table."""

from pathlib import Path

import pytest
from lxml import etree

import analyzer.conformance

ENGINE = """
def right(question):
    import analyzer
    return analyzer.settle(question["hand"], question["rules"]["name"]).to_dict()
def named(question):
    answer = right(question)
    for win in answer["wins"]:
        win["yaku"] = [one for one in win["yaku"] if one["name"] != "pinfu"]
    return answer
def wrong(question):
    return {"deltas": [0, 0, 0, 0]}
def none(question):
    return {"unsupported": "<nothing>"}
def broken(question):
    return 1 / 0
def silent(question):
    return {}
"""


@pytest.fixture
def run(call, pack, tmp_path, monkeypatch):
    """Asks a function of `ENGINE`."""
    monkeypatch.chdir(tmp_path)
    Path("engine.py").write_text(ENGINE, encoding="utf-8")
    return lambda name, *words: call("conformance", "run", f"engine:{name}", "--pack", pack, *words)


@pytest.mark.parametrize(
    ("name", "element"), [("broken", "error"), ("silent", ""), ("none", "skipped"), ("named", "failure")]
)
def test_a_report_has_a_case_for_each_answer_and_counts_them_by_kind(run, name, element):
    run(name, "--rules", "tenhou", "--junit", "report.xml")

    (suite,) = etree.parse("report.xml").getroot()
    counted = {"failure": "failures", "error": "errors", "skipped": "skipped"}
    found = {kind: suite.findall(f"testcase/{kind}") for kind in counted}
    assert int(suite.get("tests")) == len(suite.findall("testcase")) > 6
    assert {kind: int(suite.get(total)) for kind, total in counted.items()} == {
        kind: len(some) for kind, some in found.items()
    }
    assert not element or found[element]
    assert all(one.get("message") is not None and one.text for some in found.values() for one in some)


def test_without_a_pack_the_smoke_pack_is_asked_and_a_report_must_be_writable(call, run):
    result = call("conformance", "run", "engine:none", "--junit", "nowhere/report.xml")

    assert " cases, smoke pack " in result.stdout.splitlines()[-1]
    assert result.exit_code == 2
    assert result.stderr == "Error: Could not open file 'nowhere/report.xml': No such file or directory\n"


def test_make_passes_its_options_on(call, monkeypatch):
    asked = []

    def written(folder, *, seed, faulty, rule_sets, played):
        asked.append((folder, seed, faulty, rule_sets))
        return 1234

    monkeypatch.setattr(analyzer.conformance, "write_pack", written)

    plain = call("conformance", "make", "pack")
    options = ("--seed", "x", "--rules", "wrc", "--rules", "tenhou", "--faulty")
    call("conformance", "make", "pack", *options)

    assert asked == [(Path("pack"), "1", False, None), (Path("pack"), "x", True, ("wrc", "tenhou"))]
    assert plain.stdout == "1,234 files in pack\n"
