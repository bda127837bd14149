"""Which rule set judges a log."""

from datetime import date

import pytest

from analyzer.rules import FOUR_REDS, Announcement, Area, SoulGame, choose, choose_soul, differences, load
from analyzer.rules.grades import DealerRepeat, Rounding


def chosen(go_type, lobby=0, played_on=date(2022, 1, 31), *, rule="", csrule="", players=4):
    return choose(go_type, lobby, played_on, players=players, announcement=Announcement(rule, csrule))


@pytest.mark.parametrize("go_type", [1, 9, 41, 137, 169, 97, 161, 225, 73])
def test_a_four_player_table_is_judged_by_tenhou(go_type):
    choice = chosen(go_type)

    assert (choice.name, choice.unknown, choice.reason) == ("tenhou", frozenset(), None)


@pytest.mark.parametrize("go_type", [185, 177, 241, 25])
def test_a_three_player_table_is_judged_by_tenhou_sanma(go_type):
    choice = chosen(go_type, players=3)

    assert (choice.name, choice.unknown, choice.reason) == ("tenhou-sanma", frozenset(), None)


def test_a_hanchan_has_two_winds_and_a_tonpuusen_one():
    assert chosen(169).rule_set().winds == 2
    assert chosen(225).rule_set().winds == 1


def test_no_red_fives_and_no_open_tanyao_are_read_from_the_type():
    rules = chosen(9 | 2 | 4).rule_set()

    assert (rules.red_fives, rules.kuitan) == (False, False)
    assert rules.source("kuitan") == "GO type of the log"


def test_equal_choices_give_the_same_rule_set():
    assert chosen(225).rule_set() is chosen(161).rule_set()
    assert chosen(169).rule_set() is load("tenhou")


def test_a_private_lobby_without_announced_rules_plays_the_ordinary_ones():
    choice = chosen(9, lobby=2345)

    assert (choice.name, choice.unknown) == ("tenhou", frozenset())


def test_a_lobby_with_rules_of_its_own_that_it_does_not_announce_leaves_every_area_undecided():
    choice = chosen(257, lobby=1)

    assert choice.unknown == frozenset(Area)
    assert choice.reason == "the lobby has rules of its own that are not announced"


def test_announced_rules_are_laid_over_those_of_tenhou_each_with_its_entry():
    choice = chosen(257, lobby=1, rule=",,0101,0,0,0,0", csrule="00200002,00000004,,,30000")
    rules = choice.rule_set()

    assert (choice.name, choice.unknown, choice.reason) == ("tenhou", frozenset(), None)
    assert (rules.winds, rules.start_points, rules.kiriage_mangan) == (1, 30_000, True)
    assert rules.source("start_points") == "csrule of the log, entry [4]"
    assert rules.source("kiriage_mangan") == "csrule of the log, entry [0]"
    assert rules.source("bust") == "csrule of the log, entry [0]"
    assert rules.source("winds") == "GO type of the log"
    assert rules.source("kuikae") == load("tenhou").source("kuikae")


def test_a_rule_text_without_csrule_leaves_the_ordinary_rules():
    assert chosen(9, lobby=5, rule="202308022100,202309302300,0009,0,0,0,0").rule_set() is load("tenhou")


def test_a_rule_text_of_another_type_leaves_every_area_undecided():
    choice = chosen(9, lobby=5, rule=",,0019,0,0,0,0")

    assert choice.unknown == frozenset(Area)
    assert choice.reason == "rule entry [2] is 0019, and GO type is 0x9"


def test_bit_0x100_of_the_type_in_a_rule_text_shows_tsumogiri_and_may_differ():
    choice = chosen(257, lobby=5, rule=",,0001,0,0,0,0", csrule="00200000,00000004")

    assert choice.reason is None


def test_a_chip_table_with_csrule_pays_by_it():
    # GO type 1601 with an empty entry 11 pays 100 a honba on tsumo; without csrule one log shows 500.
    choice = chosen(1601, lobby=5, csrule="00200000,00000004,,,25000,30000,30000")

    assert (choice.name, choice.rule_set().honba_tsumo, choice.rule_set().honba_ron) == ("tenhou", 100, 300)


def test_a_game_of_one_hand_with_csrule_leaves_every_area_undecided():
    choice = chosen(2113, lobby=5, csrule="00200000,00000004")

    assert choice.unknown == frozenset(Area)
    assert choice.reason == "no log shows what GO type 2113 makes of announced rules"


def test_early_2009_has_rules_of_its_own():
    choice = chosen(169, lobby=None, played_on=date(2009, 2, 20))

    assert (choice.name, choice.unknown, choice.reason) == ("tenhou-2009", frozenset(), None)


def test_between_the_old_and_the_new_rules_the_end_of_the_game_is_undecided():
    choice = chosen(169, lobby=None, played_on=date(2009, 8, 29))

    assert (choice.name, choice.other, choice.unknown) == ("tenhou-2009", "tenhou-2010", {Area.GAME_END})


def test_between_the_old_and_the_new_rules_the_result_of_a_tonpuusen_is_undecided_too():
    choice = chosen(161, lobby=None, played_on=date(2009, 8, 29))

    assert choice.unknown == {Area.GAME_END, Area.RESULT}


def test_from_2010_on_the_old_rules_are_gone():
    assert chosen(169, lobby=None, played_on=date(2010, 1, 1)).name == "tenhou-2010"


@pytest.mark.parametrize(
    ("played_on", "in_use", "either"),
    [
        (date(2010, 1, 1), "-2010", False),
        (date(2022, 1, 13), "-2010", False),
        (date(2022, 1, 14), "-2010", True),
        (date(2022, 1, 30), "-2010", True),
        (date(2022, 1, 31), "", False),
        (None, "", True),
    ],
)
@pytest.mark.parametrize(("go_type", "players", "name"), [(169, 4, "tenhou"), (185, 3, "tenhou-sanma")])
def test_the_day_tells_whether_final_results_are_rounded(go_type, players, name, played_on, in_use, either):
    """Final results of 2,629 logs: rounded up to 2022-01-13, not from 2022-01-31 on, none between."""
    choice = chosen(go_type, played_on=played_on, players=players)

    assert (choice.name, choice.either_rounding) == (name + in_use, either)
    assert choice.rule_set().rounding == (Rounding.HALF_AWAY if in_use else Rounding.NONE)


@pytest.mark.parametrize("played_on", [date(2009, 2, 20), date(2009, 8, 29), None])
def test_final_results_of_2009_are_rounded(played_on):
    choice = chosen(169, lobby=None, played_on=played_on)

    assert (choice.rule_set().rounding, choice.either_rounding) == (Rounding.HALF_AWAY, False)


@pytest.mark.parametrize(
    ("played_on", "rounding", "either"),
    [
        (date(2022, 1, 13), Rounding.HALF_AWAY, False),
        (None, Rounding.HALF_AWAY, True),
        (date(2022, 1, 31), Rounding.NONE, False),
    ],
)
def test_chip_tables_are_rounded_as_all_others(played_on, rounding, either):
    choice = chosen(553, played_on=played_on)

    assert (choice.rule_set().rounding, choice.either_rounding) == (rounding, either)
    by_date = choice.rule_set().source("rounding") == "date of the log"
    assert by_date == (rounding == Rounding.NONE)


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_the_sets_before_and_after_2022_differ_in_rounding_alone(name):
    assert [row.rule for row in differences(load(name), load(f"{name}-2010"))] == ["rounding"]


def test_a_log_without_date_is_of_2009_when_it_names_no_lobby():
    assert chosen(169, lobby=None, played_on=None).name == "tenhou-2009"
    assert chosen(169, lobby=0, played_on=None).name == "tenhou"


def test_a_three_player_log_of_2009_leaves_its_end_undecided():
    choice = chosen(185, lobby=None, played_on=date(2009, 3, 1), players=3)

    assert (choice.name, choice.unknown) == ("tenhou-sanma-2010", {Area.GAME_END, Area.RESULT})


@pytest.mark.parametrize(("go_type", "players"), [(0x200 | 0x10 | 1, 3), (0x400 | 1, 4)])
def test_a_chip_table_of_three_players_or_without_chips_leaves_every_area_undecided(go_type, players):
    choice = chosen(go_type, players=players)

    assert choice.unknown == frozenset(Area)
    assert choice.reason == f"no log shows what GO type {go_type} is played by"


@pytest.mark.parametrize(
    ("played_on", "unknown"), [(date(2009, 6, 30), set()), (date(2009, 7, 1), {"game_end"})]
)
def test_the_old_rules_are_known_up_to_the_end_of_june_2009(played_on, unknown):
    assert chosen(169, lobby=None, played_on=played_on).unknown == unknown


@pytest.mark.parametrize(
    ("game", "players", "unknown"),
    [
        (SoulGame(2, 4, True, False), 4, set()),
        (SoulGame(2, None, True, False), 4, set()),
        (SoulGame(2, 3, True, False), 4, set(Area)),
        (SoulGame(None, 3, True, False), 3, {"game_end", "result"}),
        (SoulGame(2, 4, True, True), 4, set(Area)),
        (SoulGame(2, 4, True, False, four_reds=True), 4, set(Area)),
    ],
)
def test_a_table_of_mahjong_soul_is_known_as_far_as_its_rule_says_what_it_is(game, players, unknown):
    choice = choose_soul(game, players)

    assert choice.name == ("mahjong-soul-sanma" if players == 3 else "mahjong-soul")
    assert choice.unknown == unknown
    assert (choice.reason == FOUR_REDS) == game.four_reds


@pytest.mark.parametrize(
    ("go_type", "repeat", "honba"),
    [(553, DealerRepeat.TENPAI, 300), (1569, DealerRepeat.WIN, 1500), (1601, DealerRepeat.WIN, 1500)],
)
def test_bit_0x400_of_a_chip_table_moves_the_deal_and_raises_the_honba(go_type, repeat, honba):
    choice = chosen(go_type)

    assert choice.name == "tenhou-chip"
    assert choice.rule_set().dealer_repeat == repeat
    assert choice.rule_set().honba_ron == honba
    assert choice.unknown == {Area.NAGASHI, Area.CHOMBO, Area.GAME_END}


def test_a_single_hand_table_is_known_by_its_scoring_alone():
    choice = chosen(2113)

    assert choice.unknown == frozenset(Area) - {Area.SCORING, Area.PAYMENT}


def test_bits_without_known_meaning_leave_every_area_undecided():
    choice = chosen(0x2000 | 169)

    assert choice.unknown == frozenset(Area)
    assert choice.reason == "GO type 8361 has bits whose meaning is not known"


def test_a_type_that_contradicts_the_players_leaves_every_area_undecided():
    choice = chosen(169, players=3)

    assert (choice.name, choice.unknown) == ("tenhou-sanma", frozenset(Area))
    assert choice.reason == "GO type 169 is not for 3 players"


def test_a_log_without_type_leaves_every_area_undecided():
    choice = chosen(None)

    assert choice.unknown == frozenset(Area)


def test_a_difference_has_both_values_and_both_sources():
    rows = {row.rule: row for row in differences(load("tenhou"), load("wrc"))}

    row = rows["leftover_kyotaku"]
    assert (row.area, row.left, row.right) == (Area.GAME_END, "top", "nobody")
    assert row.left_source == load("tenhou").source("leftover_kyotaku")
    assert row.right_source.startswith("World Riichi Championship Rules (2015-06-16), 5.7.4")
    assert "noten_penalty" not in rows


def test_a_rule_set_does_not_differ_from_itself():
    assert differences(load("wrc"), load("wrc")) == []
