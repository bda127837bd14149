"""Rule set files: complete, with a source for every value, or refused with the place and what is accepted."""

from importlib import resources

import pytest

from analyzer.errors import UserMistake
from analyzer.rules import RULES, Area, Grade, load, names
from analyzer.rules.loader import UNSTATED, parse

SHIPPED = (
    "mahjong-soul",
    "mahjong-soul-sanma",
    "mahjong-soul-sanma-tonpuu",
    "mahjong-soul-tonpuu",
    "riichi-wiki",
    "sanma-ryanshi",
    "tenhou",
    "tenhou-2009",
    "tenhou-2010",
    "tenhou-chip",
    "tenhou-sanma",
    "tenhou-sanma-2010",
    "tenhou-sanma-tonpuu",
    "tenhou-tonpuu",
    "wrc",
)
TENHOU = (resources.files("analyzer.rules") / "sets" / "tenhou.toml").read_text(encoding="utf-8")


def refused(content, old="", new=""):
    """Message with which a changed file is refused."""
    assert old in content
    with pytest.raises(UserMistake) as caught:
        parse(content.replace(old, new), "mine.toml")
    return str(caught.value)


def test_the_shipped_sets_are_those_the_readme_names():
    assert names() == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_set_states_every_rule_with_a_source(name):
    rules = load(name)

    assert rules.name == name
    assert [rule for rule, _ in rules.sources] == list(RULES)
    assert [rule for rule, text in rules.sources if not text.strip()] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_a_source_has_a_title_and_a_date_or_says_that_nothing_is_stated(name):
    rules = load(name)

    unclear = [rule for rule, text in rules.sources if not (text.startswith(UNSTATED) or "(" in text)]

    assert unclear == []


@pytest.mark.parametrize("name", SHIPPED)
def test_no_source_is_a_path_or_an_address(name):
    assert [text for _, text in load(name).sources if "://" in text or "/work" in text] == []


def test_a_path_and_the_shipped_name_give_the_same_rules(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(TENHOU, encoding="utf-8")

    mine = load(path)

    assert mine.name == str(path)
    assert {rule: mine.value(rule) for rule in RULES} == {rule: load("tenhou").value(rule) for rule in RULES}


def test_every_area_has_a_rule_and_every_rule_a_meaning():
    assert {rule.area for _, rule in RULES.values()} == set(Area)
    assert [name for name, (_, rule) in RULES.items() if not rule.meaning] == []


def grades():
    found = Grade.__subclasses__()
    assert len(found) > 20
    return found


@pytest.mark.parametrize("grade", grades(), ids=lambda grade: grade.__name__)
def test_every_grade_says_what_it_does(grade):
    assert [member.value for member in grade if not member.meaning] == []


def test_an_unknown_rule_is_refused_with_the_nearest():
    message = refused(TENHOU, "noten_penalty_points", "noten_penality_points")

    expected = "unknown rule 'noten_penality_points' in [noten_penalty]; did you mean 'noten_penalty_points'?"
    assert message == f"mine.toml: {expected}"


def test_an_unknown_section_is_refused_with_the_nearest():
    assert refused(TENHOU, "[nagashi]", "[nagash]") == (
        "mine.toml: unknown section 'nagash'; did you mean 'nagashi'?"
    )


def test_a_rule_in_the_wrong_section_is_refused():
    line = next(line for line in TENHOU.splitlines() if line.startswith("kuitan"))

    message = refused(TENHOU.replace(line, ""), "[payment]", f"[payment]\n{line}")

    assert message == "mine.toml: rule 'kuitan' stands in [payment], it belongs in [scoring]"


def test_a_missing_rule_is_refused_and_named():
    line = next(line for line in TENHOU.splitlines() if line.startswith("kuitan"))

    assert refused(TENHOU, line) == (
        "mine.toml: rule 'kuitan' is missing in [scoring] (tanyao may be open); a rule set states every rule"
    )


def test_a_rule_that_is_younger_than_a_file_has_the_value_of_before():
    line = next(line for line in TENHOU.splitlines() if line.startswith("kokushi_on_ankan"))

    mine = parse(TENHOU.replace(line, ""), "mine.toml")

    assert mine.kokushi_on_ankan
    assert mine.source("kokushi_on_ankan") == "not stated; the file is older than the rule"


@pytest.mark.parametrize("name", names())
def test_a_shipped_set_states_young_rules_too(name):
    assert [rule for rule, source in load(name).sources if "older than the rule" in source] == []


def test_a_missing_title_is_refused():
    message = refused(TENHOU, 'title = "Tenhou, four players"')

    assert message == "mine.toml: 'title' is missing; expected one line of text"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'value = "shared"',
            'value = "sharde"',
            (
                "mine.toml: noten_penalty: expected one of 'shared', 'per-pair', 'by-tenpai', 'off', "
                "found 'sharde'; "
                "did you mean 'shared'?"
            ),
        ),
        (
            "seats = { value = 4",
            "seats = { value = 5",
            "mine.toml: seats: expected a whole number from 3 to 4, found 5",
        ),
        (
            "kuitan = { value = true",
            'kuitan = { value = "yes"',
            "mine.toml: kuitan: expected true or false, found 'yes'",
        ),
        (
            "seats = { value = 4",
            "seats = { value = true",
            "mine.toml: seats: expected a whole number from 3 to 4, found True",
        ),
        (
            'pao = { value = ["daisangen", "daisuushii"]',
            'pao = { value = "daisangen"',
            "mine.toml: pao: expected a list in brackets, found 'daisangen'",
        ),
        (
            'pao = { value = ["daisangen"',
            'pao = { value = ["daisangan"',
            (
                "mine.toml: pao: expected one of 'daisangen', 'daisuushii', 'suukantsu', found 'daisangan'; "
                "did you mean 'daisangen'?"
            ),
        ),
        (
            "noten_penalty_points = { value = 3000",
            "noten_penalty_points = { value = 2000",
            "mine.toml: noten_penalty_points: 2000 cannot be shared evenly among 1 to 3 seats",
        ),
        (
            "uma = { value = [20_000",
            "uma = { value = [10_000",
            "mine.toml: uma: expected 4 numbers that add up to 0, found (10000, 10000, -10000, -20000)",
        ),
        (
            "uma_by_below = { value = []",
            "uma_by_below = { value = [5000, -5000, -15_000]",
            "mine.toml: uma_by_below: expected 0 or 15 numbers, found (5000, -5000, -15000)",
        ),
        (
            "noten_payments = { value = [1000, 1500, 3000]",
            "noten_payments = { value = [1000, 1500]",
            "mine.toml: noten_payments: expected 3 numbers, found (1000, 1500)",
        ),
        (
            "return_points = { value = 30_000",
            "return_points = { value = 20_000",
            "mine.toml: return_points: expected at least start_points, found 20000",
        ),
        (
            'source = "TH, draws: 2,550 of 2,550"',
            'source = "XX, draws"',
            (
                "mine.toml: noten_penalty: source 'XX, draws' must begin with one of RE, TC, TH, TL, TM, TR, "
                "TW, 'not stated', then a comma"
            ),
        ),
        (
            'TW = { title = "Tenhou\'s rule page, in a wiki\'s translation", date = "undated" }',
            'TW = { title = "a page" }',
            "mine.toml: source 'TW' must have a title and a date, nothing else",
        ),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_accepted(old, new, expected):
    assert refused(TENHOU, old, new) == expected


def test_noten_payments_that_cannot_be_shared_are_refused():
    by_tenpai = TENHOU.replace('noten_penalty = { value = "shared"', 'noten_penalty = { value = "by-tenpai"')

    message = refused(by_tenpai, "[1000, 1500, 3000]", "[1000, 1500, 1000]")

    assert message == ("mine.toml: noten_payments: 1000 from each of 1 seats cannot be shared evenly among 3")


def test_a_rule_without_a_source_is_refused():
    message = refused(
        TENHOU, 'kuitan = { value = true, source = "TH, GO type without bit 4" }', "kuitan = { value = true }"
    )

    assert message == (
        "mine.toml: rule 'kuitan' must be written { value = …, source = \"…\" }, found {'value': True}"
    )


def test_what_is_not_toml_is_refused_with_its_line():
    message = refused("title = \n")

    assert message.startswith("mine.toml: not TOML: ")
    assert "line 1" in message
    assert refused("title = " + "[" * 100_000).startswith("mine.toml: not TOML: ")


def test_an_unknown_name_is_refused_with_the_nearest_and_all_names():
    with pytest.raises(UserMistake) as caught:
        load("tenhuo")

    assert str(caught.value) == (
        "no rule set 'tenhuo'; did you mean 'tenhou'?; accepted: " + ", ".join(SHIPPED) + ", or a TOML file"
    )


def test_a_file_that_is_not_text_is_refused(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(UserMistake, match="cannot be read as UTF-8 text"):
        load(path)
