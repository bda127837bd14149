"""``conformance make`` and ``run``: what they ask of the pack, print, write and return."""

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


def test_an_engine_without_a_mistake_leaves_status_0(run):
    result = run("right")

    rows = [line.split() for line in result.stdout.splitlines()[1:5]]
    assert result.exit_code == 0
    assert [row[0] for row in rows] == ["wins", "draws", "flow", "ends"]
    assert all(row[1] == row[2] and row[3:5] == ["0", "0"] for row in rows)
    assert result.stdout.splitlines()[-1].partition(" cases, pack ")[0].isdigit()


def test_every_mistake_is_named_with_its_reasons_and_the_causes_come_last(run):
    result = run("wrong", "--rules", "tenhou")

    assert result.exit_code == 1
    named = "tenhou/tenpai_1/0 draws, E1.0: an exhaustive draw with one seat tenpai"
    assert f"{named}\n  deltas: [0, 0, 0, 0], not [" in result.stdout
    assert "each of 3 noten pays 1,000" in result.stdout
    assert "wrc/" not in result.stdout
    assert result.stdout.endswith(
        "\nwrong:\n  wins, deltas: 4 cases, first tenhou/tenpai_1/1\n"
        "  as if nobody paid for noten: 1 case, first tenhou/tenpai_1/0\n"
    )


@pytest.mark.parametrize(
    ("name", "status", "said"),
    [
        ("broken", 2, "ZeroDivisionError: division by zero (engine.py, line 15)"),
        ("silent", 2, ""),
        ("none", 0, ""),
        ("named --group", 1, "\nright points, named otherwise:\n  wins, pinfu 7 is missing: "),
    ],
)
def test_the_status_says_whether_anything_was_wrong_or_answered(run, name, status, said):
    name, *group = name.split()
    result = run(name, "--rules", "tenhou", "--junit", "report.xml", *group)

    assert not group or "E1.0" not in result.stdout
    assert (result.exit_code, said in result.stdout, "\nwrong:" in result.stdout) == (status, True, False)
    (suite,) = etree.parse("report.xml").getroot()
    cases = suite.findall("testcase")
    elements = {"failure": "failures", "error": "errors", "skipped": "skipped"}
    found = {element: suite.findall(f"testcase/{element}") for element in elements}
    assert int(suite.get("tests")) == len(cases) > 6
    assert [int(suite.get(counted)) for counted in elements.values()] == [len(one) for one in found.values()]
    told = {"broken": "error", "none": "skipped", "named": "failure"}
    assert name == "silent" or found[told[name]]
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
