"""Friendly rooms and tournaments are judged by what their ``detail_rule`` states."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.rules import Area, differences, load
from analyzer.rules.grades import DoubleYakuman
from tests.formats.mahjong_soul.records import FORMS, answer, camel, console, hosted, simulated

NAME = LogName("game", "game")


def ruled(data):
    result = review([(NAME, data)])
    return result.audit.ruling.rule_sets[0], result.audit.ruling.of_game[0], result


@pytest.mark.parametrize("players", [4, 3])
def test_a_room_whose_host_states_all_is_judged_in_full(games, players):
    rules, of_game, result = ruled(console(hosted(games[players])))
    name = "mahjong-soul-sanma-tonpuu" if players == 3 else "mahjong-soul-tonpuu"

    assert (of_game.reason, of_game.unknown) == (None, frozenset())
    # How noten payments are put is another, not what they are.
    assert set(differences(rules, load(name))) <= {"noten_penalty"}
    assert rules.source("honba_ron") == "detail_rule of the record, changbang_value"
    assert not result.findings
    assert result.tallies["win-payment"].passed == len(result.wins.hand) > 0


def test_forms_that_state_zeros_say_the_same(games):
    for form in ("console", "console_old", "named_list", "rounds", "clubs"):
        assert ruled(FORMS[form](hosted(games[4])))[1].reason is None


@pytest.mark.parametrize("form", [camel, answer])
def test_a_false_that_is_left_out_is_not_false(games, form):
    _, of_game, result = ruled(form(hosted(games[4])))

    assert "detail_rule leaves out tianbian_value, have_toutiao, " in of_game.reason
    assert Area.SCORING in of_game.unknown
    assert Area.NAGASHI not in of_game.unknown
    assert not [one for one in result.findings if one.verdict != "undecided"]


def test_a_zero_that_a_tool_has_filled_in_states_nothing(games):
    zeros = dict.fromkeys(hosted(games[4])["head"]["config"]["mode"]["detail_rule"], 0)
    _, of_game, _ = ruled(console(hosted(games[4], **zeros | {"init_point": 25000})))

    assert {Area.SCORING, Area.PAYMENT, Area.NAGASHI, Area.ABORTIVE, Area.GAME_END} <= of_game.unknown
    assert "leaves out dora_count, shiduan, " in of_game.reason


# Fields and values by their names; what each says by the client's texts 2087 to 2123 and 2210.
SAID = [
    ({"init_point": 30000, "jingsuanyuandian": 30000}, {"start_points": 30000, "return_points": 30000}),
    ({"fandian": 35000}, {"target_points": 35000}),
    ({"dora_count": 0}, {"red_fives": (0, 0, 0)}),
    ({"dora_count": 4}, {"red_fives": (1, 2, 1)}),
    ({"shiduan": 0}, {"kuitan": False}),
    ({"can_jifei": False}, {"bust": "off"}),
    ({"liqibang_value": 2000}, {"riichi_stick": 2000}),
    ({"changbang_value": 1500}, {"honba_ron": 1500, "honba_tsumo": 500}),
    ({"noting_fafu_3": 6000}, {"noten_payments": (1000, 1500, 6000)}),
    ({"shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30}, {"uma": (30000, 10000, -10000, -30000)}),
    ({"have_liujumanguan": False}, {"nagashi": "off"}),
    ({"have_sifenglianda": False}, {"suufon_renda": False}),
    ({"have_sijializhi": False}, {"suucha_riichi": False}),
    ({"have_jiuzhongjiupai": False}, {"kyuushu_kyuuhai": False}),
    ({"have_toutiao": True}, {"double_ron": "head-bump", "triple_ron": "head-bump"}),
    ({"have_sanjiahele": True}, {"double_ron": "pay-all", "triple_ron": "abort"}),
    ({"have_helelianzhuang": False}, {"dealer_repeat": "tenpai-only"}),
    ({"have_tingpailianzhuang": False}, {"dealer_repeat": "win"}),
    ({"have_helezhongju": False}, {"agari_yame": "off", "tenpai_yame": "automatic"}),
    ({"have_tingpaizhongju": False}, {"agari_yame": "automatic", "tenpai_yame": "off"}),
    ({"have_nanruxiru": False}, {"extension_winds": 0}),
    ({"have_qieshangmanguan": True}, {"kiriage_mangan": True}),
    ({"have_yifa": False}, {"ippatsu": False}),
    ({"have_biao_dora": False}, {"dora": False}),
    ({"have_gang_biao_dora": False}, {"kan_dora": False}),
    ({"have_li_dora": False}, {"ura_dora": False}),
    ({"have_gang_li_dora": False}, {"kan_ura": False}),
    ({"ming_dora_immediately_open": True}, {"open_kan_dora": "at-once"}),
    ({"disable_leijiyiman": True}, {"counted_yakuman": "sanbaiman"}),
    ({"disable_double_yakuman": 1}, {"double_yakuman": (), "multiple_yakuman": True}),
    ({"disable_composite_yakuman": 1}, {"double_yakuman": tuple(DoubleYakuman), "multiple_yakuman": False}),
    ({"disable_double_wind_four_fu": 1}, {"double_wind_fu": 2}),
    ({"disable_angang_guoshi": 1}, {"kokushi_on_ankan": False}),
    ({"enable_shiti": 1}, {"kuikae": "allowed"}),
    ({"enable_nontsumo_liqi": 1}, {"riichi_tiles": 1}),
    ({"enable_baopai_extend_settings": 2}, {"pao": ("daisangen", "daisuushii", "suukantsu")}),
]


@pytest.mark.parametrize(("fields", "rules"), SAID, ids=lambda one: ",".join(one))
def test_what_a_field_says(games, fields, rules):
    found, of_game, _ = ruled(console(hosted(games[4], **fields)))

    assert {name: found.value(name) for name in rules} == rules
    assert Area.GAME not in of_game.unknown


@pytest.mark.parametrize(
    ("players", "fields", "area", "reason"),
    [
        (4, {"tianbian_value": 60000}, Area.GAME_END, "has tianbian_value 60000, and what teppen is then"),
        (4, {"have_sigangsanle": False}, Area.ABORTIVE, "has have_sigangsanle 0, and what suukaikan"),
        (4, {"enable_renhe": 1}, Area.SCORING, "has enable_renhe 1, and what renhou"),
        (4, {"disable_multi_yukaman": True}, Area.SCORING, "disable_multi_yukaman 1, "),
        (4, {"fanfu": 2}, Area.SHIBARI, "has fanfu 2, "),
        (4, {"dora_count": 5}, Area.SCORING, "has dora_count 5, "),
        (4, {"init_point": 20000}, Area.RESULT, "has init_point 20000, jingsuanyuandian 25000, "),
        (4, {"init_point": -5}, Area.GAME, "has init_point -5, "),
        (4, {"init_point": None}, Area.GAME, "leaves out init_point"),
        (4, {"changbang_value": 400}, Area.PAYMENT, "has changbang_value 400, "),
        (4, {"noting_fafu_2": 1550}, Area.NOTEN_PENALTY, "noting_fafu_2 1550, noting_fafu_3 3000, "),
        (4, {"have_yifa": None}, Area.SCORING, "leaves out have_yifa"),
        (4, {"have_x": 1}, Area.TENPAI, "fields that are not known"),
        (3, {"have_zimosun": False}, Area.PAYMENT, "has have_zimosun 0, and what tsumo_share"),
    ],
)
def test_what_cannot_be_said_is_undecided_with_the_reason(games, players, fields, area, reason):
    _, of_game, _ = ruled(console(hosted(games[players], **fields)))

    assert reason in of_game.reason
    assert area in of_game.unknown


def test_payments_are_judged_by_the_rules_of_the_room():
    game = simulated(seed="a")
    _, _, result = ruled(console(hosted(game, changbang_value=600)))

    honba = result.events.hands.honba[result.wins.hand]
    assert honba.any()
    assert result.tallies["win-payment"].failed == (honba > 0).sum()


def test_a_special_mode_in_a_friendly_room_is_refused(games):
    result = review([(NAME, console(hosted(games[4], chuanma=1)))])

    assert "chuanma, a special mode" in result.refused[0].reason
