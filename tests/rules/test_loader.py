"""Rule set files: complete, with a source for every value, or refused with the place and what is accepted."""

import os
import re
from pathlib import Path

import pytest

import analyzer
from analyzer.bounded import MOST_BYTES
from analyzer.errors import UserMistake
from analyzer.rules import RULES, Area, Grade, differences, load, names
from analyzer.rules.grades import DoubleYakuman
from analyzer.rules.loader import UNSTATED, parse
from analyzer.settlement.ryuukyoku import ABORTIVE_DRAWS
from tests.case_files import each, rows

PACKAGE = Path(analyzer.__file__).parent
TENHOU = (PACKAGE / "rules" / "sets" / "tenhou.toml").read_text(encoding="utf-8")


def refused(content, old="", new=""):
    """Message with which a changed file is refused."""
    assert old in content
    with pytest.raises(UserMistake) as caught:
        parse(content.replace(old, new), "mine.toml")
    return str(caught.value)


@pytest.mark.parametrize("name", names())
def test_a_shipped_set_states_every_rule_with_a_source(name):
    rules = load(name)

    assert rules.name == name
    assert [rule for rule, _ in rules.sources] == list(RULES)
    assert isinstance(rules.bust, Grade)
    assert all(isinstance(one, Grade) for one in rules.furiten)
    for rule, text in rules.sources:
        # Titles have a date in brackets; a source is neither a path nor an address.
        assert text.startswith(UNSTATED) or "(" in text, rule
        assert "://" not in text
        assert "older than the rule" not in text


def test_every_area_has_a_rule_and_rules_and_grades_say_what_they_do():
    grades = Grade.__subclasses__()

    assert {rule.area for _, rule in RULES.values()} == set(Area)
    assert [name for name, (_, rule) in RULES.items() if not rule.meaning] == []
    assert len(grades) > 20
    assert [member for grade in grades for member in grade if not member.meaning] == []


def test_every_rule_is_read_by_settlement_or_audit():
    read = {
        rule
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent.name not in ("rules", "cli")
        for found in re.findall(r"\brules\.(\w+)|\bvalue\(\"(\w+)\"\)", path.read_text(encoding="utf-8"))
        for rule in found
    }

    assert {*RULES} - read - {draw.rule for draw in ABORTIVE_DRAWS} == set()


def test_a_rule_that_is_younger_than_a_file_has_the_value_of_before():
    line = next(line for line in TENHOU.splitlines() if line.startswith("kokushi_on_ankan"))

    mine = parse(TENHOU.replace(line, ""), "mine.toml")

    assert mine.kokushi_on_ankan
    assert mine.source("kokushi_on_ankan") == "not stated; the file is older than the rule"


@each(rows("rules/refused"), "case")
def test_a_wrong_file_is_refused_with_what_is_accepted(case):
    content = TENHOU.replace(*case.get("also", ("", "")))

    assert refused(content, case["old"], case["new"]) == f"mine.toml: {case['message']}"


def test_what_is_not_toml_is_refused_with_its_line():
    message = refused("title = \n")

    assert message.startswith("mine.toml: not TOML: ")
    assert "line 1" in message
    assert refused("title = " + "[" * 100_000).startswith("mine.toml: not TOML: ")
    assert refused("title = " + "9" * 4_301).startswith("mine.toml: not TOML: ")


def test_an_unknown_name_is_refused_with_the_nearest_and_all_names():
    with pytest.raises(UserMistake) as caught:
        load("tenhuo")

    assert str(caught.value) == (
        "no rule set 'tenhuo'; did you mean 'tenhou'?; accepted: " + ", ".join(names()) + ", or a TOML file"
    )


@pytest.mark.parametrize(
    ("written", "size", "message"),
    [
        (b"\xff\xfe\x00", 3, "cannot be read as UTF-8 text"),
        (b"", 1 << 40, r"mine.toml: cannot be read .*it holds more than 1048576 bytes$"),
    ],
    ids=["no text", "too large"],
)
def test_a_file_that_cannot_be_read_is_refused(tmp_path, written, size, message):
    path = tmp_path / "mine.toml"
    path.write_bytes(written)
    os.truncate(path, size)

    with pytest.raises(UserMistake, match=message):
        load(path)


def test_a_file_of_the_most_bytes_is_read(tmp_path):
    (tmp_path / "mine.toml").write_bytes(TENHOU.encode().ljust(MOST_BYTES))

    mine = load(tmp_path / "mine.toml")

    assert mine.name == str(tmp_path / "mine.toml")
    assert {rule: mine.value(rule) for rule in RULES} == {rule: load("tenhou").value(rule) for rule in RULES}


def test_a_file_with_a_base_states_what_differs(tmp_path):
    (tmp_path / "club.toml").write_text('title = "club"\nbase = "m-league"\n[scoring]\nkuitan = false\n')
    (tmp_path / "mine.toml").write_text('title = "mine"\nbase = "club.toml"\n[game]\nwinds = 1\n')

    mine = load(tmp_path / "mine.toml")

    assert differences(mine, load("m-league")) == ["winds", "kuitan"]
    assert mine.title == "mine"
    assert mine.source("kuitan") == "not stated; the file names no source"
    assert mine.source("seats") == load("m-league").source("seats")


def test_files_that_stand_one_on_another_in_a_circle_are_refused(tmp_path):
    for name, base in (("a", "b"), ("b", "a")):
        (tmp_path / f"{name}.toml").write_text(f'title = "{name}"\nbase = "{base}.toml"\n')

    with pytest.raises(UserMistake, match="base: more than 8 files stand one on another"):
        load(tmp_path / "a.toml")


def test_a_base_that_does_not_exist_is_refused_with_the_nearest():
    with pytest.raises(UserMistake, match="did you mean 'm-league'"):
        parse('title = "mine"\nbase = "m-leage"', "mine.toml")


@pytest.mark.parametrize(
    ("area", "rule", "no", "yes"),
    [
        ("scoring", "red_fives", (0, 0, 0), (1, 1, 1)),
        ("scoring", "double_yakuman", (), tuple(DoubleYakuman)),
        ("play", "riichi_ankan", "never", "same-waits"),
    ],
)
def test_a_rule_that_was_on_or_off_may_be_said_by_yes_or_no(area, rule, no, yes):
    said = [
        parse(f'title = "mine"\nbase = "wrc"\n[{area}]\n{rule} = {word}', "mine.toml").value(rule)
        for word in ("false", "true")
    ]

    assert said == [no, yes]
