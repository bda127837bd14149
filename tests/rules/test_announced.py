"""What the entries of a lobby's rules mean, bit by bit: cases of `tests/cases/rules/announced.toml`."""

from analyzer.rules import Area, Doubt
from analyzer.rules.announced import Announcement, announced
from tests.case_files import each, rows

CLEAR = "00000000,00000000"


@each(rows("rules/announced"), "case")
def test_a_lobby_announces_what_its_entries_say(case):
    of_game = case.get("go_type", 0x9), case.get("seats", 4)

    found = announced(Announcement(case.get("rule", ""), case["csrule"]), *of_game)

    unknown = case.get("unknown", [])
    assert found.unknown == (frozenset(Area) if unknown == ["all"] else set(unknown))
    assert list(found.reasons) == case.get("reasons", [])
    stated = {one.rule: one.value for one in found.stated}
    clear = {one.rule: one.value for one in announced(Announcement("", CLEAR), *of_game).stated}
    for expected, values in ((case.get("clear", {}), clear), (case.get("states", {}), stated)):
        assert {rule: as_written(values[rule]) for rule in expected} == expected
    if "changes" in case or "doubts" not in case:
        changed = {rule: value for rule, value in stated.items() if clear.get(rule) != value}
        assert {rule: as_written(value) for rule, value in changed.items()} == case.get("changes", {})
    if "doubts" in case:
        # Without an extension it is open, too, whether yame needs the target.
        assert found.doubts - {Doubt.YAME} == set(case["doubts"])


def as_written(value):
    return list(value) if isinstance(value, tuple) else value


def test_draws_that_need_four_seats_are_not_stated_for_three():
    stated = {one.rule for one in announced(Announcement("", CLEAR), 0x19, 3).stated}

    assert not {"suufon_renda", "suucha_riichi", "triple_ron"} & stated
