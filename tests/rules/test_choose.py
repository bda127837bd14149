"""Which rule set judges a log, and what a lobby announces: cases of `tests/cases/rules`."""

from datetime import date

import pytest

from analyzer.rules import (
    NO_RED_FIVES,
    RED_FIVES,
    Announcement,
    Area,
    Doubt,
    EngineGame,
    SoulGame,
    choose,
    choose_engine,
    choose_soul,
    differences,
    load,
)
from analyzer.rules.announced import announced
from analyzer.rules.detail_rule import set_by_host
from tests.case_files import each, rows

CLEAR = Announcement("", "00000000,00000000")


def chosen(case, go_type):
    known = {key: None if case.get(key) == "none" else case.get(key) for key in ("lobby", "day")}
    return choose(
        None if go_type == "none" else go_type,
        known["lobby"] if "lobby" in case else 0,
        known["day"] if "day" in case else date(2022, 1, 31),
        players=case.get("players", 4),
        announcement=Announcement(case.get("rule", ""), case.get("csrule", "")),
    )


def _plain(value):
    """A value as TOML has it."""
    return [*value] if isinstance(value, tuple) else value


@each(rows("rules/announced"), "case")
def test_a_lobby_announces_what_its_entries_say(case):
    of_game = case.get("go_type", 0x9), case.get("seats", 4)

    found = announced(Announcement(case.get("rule", ""), case["csrule"]), *of_game)

    unknown = case.get("unknown", [])
    assert found.unknown == (frozenset(Area) if unknown == ["all"] else set(unknown))
    assert list(found.reasons) == case.get("reasons", [])
    stated = {one.rule: one.value for one in found.stated}
    clear = {one.rule: one.value for one in announced(CLEAR, *of_game).stated}
    for expected, values in ((case.get("clear", {}), clear), (case.get("states", {}), stated)):
        assert {rule: _plain(values[rule]) for rule in expected} == expected
    if "changes" in case or "doubts" not in case:
        changed = {rule: value for rule, value in stated.items() if clear.get(rule) != value}
        assert {rule: _plain(value) for rule, value in changed.items()} == case.get("changes", {})
    if "doubts" in case:
        # Without an extension it is open, too, whether yame needs the target.
        assert found.doubts - {Doubt.YAME} == set(case["doubts"])


def test_draws_that_need_four_seats_are_not_stated_for_three():
    stated = {one.rule for one in announced(CLEAR, 0x19, 3).stated}

    assert not {"suufon_renda", "suucha_riichi", "triple_ron"} & stated


@each(rows("rules/choose"), "case")
def test_a_log_is_judged_as_its_case_says(case):
    for go_type in case["go_type"]:
        choice = chosen(case, go_type)
        rules = choice.rule_set()

        unknown = case.get("unknown", [])
        assert (choice.name, choice.unknown) == (
            case["name"],
            set(Area) if unknown == ["all"] else set(unknown),
        )
        if not unknown or "reason" in case:
            assert choice.reason == case.get("reason")
        for key, found in (("rules", rules.value), ("sources", rules.source)):
            asked = {rule: _plain(found(rule)) for rule in case.get(key, {})}
            assert asked == case.get(key, {})
        assert choice.other == case.get("other")
        if "doubts" in case:
            assert choice.doubts == set(case["doubts"])
        if "either_rounding" in case:
            assert choice.either_rounding == case["either_rounding"]


def test_equal_choices_give_the_same_rule_set():
    assert chosen({}, 225).rule_set() is chosen({}, 161).rule_set()
    assert chosen({}, 169).rule_set() is load("tenhou")


@each(rows("rules/soul"), "case")
def test_a_table_of_mahjong_soul_is_known_as_far_as_its_rule_says_what_it_is(case):
    red_fives, players = tuple(case.get("red_fives", RED_FIVES)), case.get("players", 4)
    game = SoulGame(case.get("winds"), case.get("seats"), red_fives, case.get("is_hosted", False))

    choice = choose_soul(game, players)

    assert choice.name == ("mahjong-soul-sanma" if players == 3 else "mahjong-soul")
    assert choice.unknown == (set(Area) if case["unknown"] == ["all"] else set(case["unknown"]))
    assert choice.rule_set().red_fives == red_fives


@each(rows("rules/host"), "case")
def test_a_host_of_mahjong_soul_sets_what_the_numbers_of_its_room_can_be(case):
    stated = {one.rule: _plain(one.value) for one in set_by_host(case["fields"], case.get("seats", 4)).stated}

    assert {rule: stated.get(rule, "none") for rule in case["states"]} == case["states"]


def test_an_engine_that_states_no_starts_is_judged_by_its_play_alone():
    known = choose_engine(EngineGame(1, NO_RED_FIVES, True), 3)

    assert (known.unknown, known.options) == (frozenset(), (("winds", 1), ("red_fives", (0, 0, 0))))
    assert choose_engine(EngineGame(2, RED_FIVES, False), 4).unknown == set(Area) - {Area.PLAY}


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_the_sets_before_and_after_2022_differ_in_rounding_alone(name):
    assert differences(load(name), load(f"{name}-2010")) == ["rounding"]
    assert differences(load(name), load(name)) == []
