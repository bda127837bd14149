"""``conformance make`` and ``run``: what they ask of the pack, print, write and return."""

import shutil
from pathlib import Path

import pytest
from lxml import etree

import analyzer.conformance
from analyzer.conformance import samples, write_pack
from analyzer.simulation import SCENARIOS

ENGINE = """
import analyzer
def right(question):
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


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("conformance") / "pack"
    with pytest.MonkeyPatch.context() as patch:
        few = [row for row in SCENARIOS if row.name in ("tenpai_1", "bust_by_ron")]
        patch.setattr(samples, "SCENARIOS", few)
        patch.setattr(samples, "HANDS", ())
        write_pack(folder, rule_sets=["tenhou", "wrc"])
    return folder


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


def test_every_mistake_is_named_with_its_reasons_and_leaves_status_1(run):
    result = run("wrong", "--rules", "tenhou")

    assert result.exit_code == 1
    named = "tenhou/tenpai_1/0 draws, E1.0: an exhaustive draw with one seat tenpai"
    assert f"{named}\n  deltas: [0, 0, 0, 0], not [" in result.stdout
    assert "each of 3 noten pays 1,000" in result.stdout
    assert "wrc/" not in result.stdout


def test_an_engine_that_never_answers_leaves_status_2(run):
    result = run("broken")

    assert result.exit_code == 2
    assert "ZeroDivisionError: division by zero (engine.py, line 15)" in result.stdout


def test_an_engine_that_says_nothing_leaves_status_2(run):
    assert run("silent").exit_code == 2


@pytest.mark.parametrize("name", ["engine:absent", "nowhere:right"])
def test_a_function_or_module_that_is_not_there_is_one_line(call, pack, run, name):
    result = call("conformance", "run", name, "--pack", pack)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: the adapter answered none of the first 5 cases")
    assert result.stderr.count("\n") == 1
    assert ("no attribute 'absent'" if "absent" in name else "No module named 'nowhere'") in result.stderr


def test_a_run_ends_with_its_causes(run):
    lines = run("wrong", "--rules", "tenhou").stdout.splitlines()

    assert lines[lines.index("wrong:") + 1 :] == [
        "  wins, deltas: 4 cases, first tenhou/tenpai_1/1",
        "  as if nobody paid for noten: 1 case, first tenhou/tenpai_1/0",
    ]


def test_causes_can_be_had_alone(run):
    said = run("wrong", "--rules", "tenhou", "--group")

    assert said.exit_code == 1
    assert "E1.0" not in said.stdout
    assert "as if nobody paid for noten: 1 case" in said.stdout


def test_an_engine_with_other_names_is_told_apart(run):
    result = run("named", "--rules", "tenhou", "--group")

    assert result.exit_code == 1
    assert "\nright points, named otherwise:\n  wins, pinfu 7 is missing: " in result.stdout
    assert "\nwrong:" not in result.stdout


def test_without_a_pack_the_smoke_pack_is_asked(call, run):
    result = call("conformance", "run", "engine:right")

    assert result.exit_code == 0
    assert " cases, smoke pack " in result.stdout.splitlines()[-1]


def test_what_is_not_supported_is_no_mistake(run):
    assert run("none").exit_code == 0


@pytest.mark.parametrize(
    ("name", "element", "counted"),
    [("wrong", "failure", "failures"), ("broken", "error", "errors"), ("none", "skipped", "skipped")],
)
def test_junit_has_a_test_case_for_every_part(run, name, element, counted):
    run(name, "--junit", "report.xml")

    (suite,) = etree.parse("report.xml").getroot()
    found = suite.findall(f"testcase/{element}")
    assert int(suite.get("tests")) == len(suite.findall("testcase")) > 6
    assert int(suite.get(counted)) == len(found) > 2
    assert all(one.get("message") is not None and one.text for one in found)


def test_a_report_that_cannot_be_written_is_a_mistake_and_no_wrong_engine(run):
    result = run("right", "--junit", "nowhere/report.xml")

    assert result.exit_code == 2
    assert result.stderr == "Error: Could not open file 'nowhere/report.xml': No such file or directory\n"


def test_a_pack_of_other_bytes_is_a_mistake(call, pack, tmp_path):
    shutil.copytree(pack, tmp_path / "pack")
    (tmp_path / "pack" / "cases" / "tenhou.jsonl").write_bytes(b"\xff\xfe{}\n")

    result = call("conformance", "run", "json:dumps", "--pack", tmp_path / "pack")

    assert result.exit_code == 2
    assert "tenhou.jsonl #1: not a case of a pack" in result.stderr


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("engine:right", "--rules", "wrc"), "`tenhou-analyzer conformance make DIR --rules wrc` makes one"),
        (
            ("engine:right", "--pack", "none"),
            "none has no conformance pack; `tenhou-analyzer conformance make",
        ),
        (
            ("no-such-engine", "--pack", "PACK"),
            "there is no program 'no-such-engine'; expected a program",
        ),
        (
            ("engine:right", "--pack", "PACK", "--rules", "tenhuo"),
            "the pack has no rule set 'tenhuo'; it has",
        ),
    ],
)
def test_a_mistake_is_one_line_with_status_2(call, pack, words, complaint):
    result = call("conformance", "run", *(pack if word == "PACK" else word for word in words))

    assert result.exit_code == 2
    assert complaint in result.stderr


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
