"""Words for yaku, points, limits and draws in every dialect that writers are known to have.

Japanese: tenhou.net/6; English: Mahjong Soul's client; romanised: converters; Chinese: the same client.
"""

from __future__ import annotations

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats import read
from analyzer.formats.events import UNKNOWN_DRAW_KIND
from analyzer.formats.tenhou6.document import Field
from analyzer.formats.tenhou6.read_result import Worth, outcome
from analyzer.formats.tenhou6.words import YAKU, YAKU_NAMES
from analyzer.vocabulary import ABSENT, DrawKind
from tests.formats.tenhou6.documents import data_of, document, hand, played_out, reviewed, said
from tests.formats.tenhou6.test_hands import DOUBLE_RON, FIRST, KITA, NINE, NOTEN, SECOND, TENPAI

S2 = 5


def win_of(*texts, players=4, kyoku=S2, winner=3):
    """The one win of a result that lists these texts behind its seats."""
    listed = ["和了", [0] * players, [winner, winner, winner, *texts]]
    (win,) = outcome(Field(listed, "log[0][16]"), players, kyoku)
    return win


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Fully Concealed Hand(1飜)", 0),
        ("门前清自摸和(1飜)", 0),
        ("Riichi(1飜)", 1),
        ("Riichi (1 Han)", 1),
        ("Robbing a Kan(1飜)", 3),
        ("After a Kan(1飜)", 4),
        ("Under the Sea(1飜)", 5),
        ("Under the River(1飜)", 6),
        ("All Simples(1飜)", 8),
        ("tanyao(1飜)", 8),
        ("断么九(1飜)", 8),
        ("役牌:白(1飜)", 18),
        ("役牌 发(1飜)", 19),
        ("Red Dragon(1飜)", 20),
        ("Double Riichi(2飜)", 21),
        ("ダブル立直(2飜)", 21),
        ("対々和（2飜）", 28),
        ("All Terminals and Honors(2飜)", 31),
        ("Twice Pure Double Sequence(3飜)", 32),
        ("Dora(2飜)", 52),
        ("Red Five(1飜)", 54),
    ],
)
def test_a_yaku_has_its_id_in_every_dialect(text, number):
    win = win_of("30符3飜3900点", text)

    assert next(iter(win.yaku)) == number
    assert win.unknown_yaku == ()


# Mahjong Soul's client, yaku 10 and 11; the ids are those of mjlog: 10 to 13 and 14 to 17, east to north.
@pytest.mark.parametrize(
    "words", [("役牌:自風牌", "役牌:場風牌"), ("Seat Wind", "Prevalent Wind"), ("門風牌", "場風牌")]
)
def test_a_yaku_named_after_a_wind_is_that_of_the_seat_or_the_round(words):
    texts = [f"{word}(1飜)" for word in words]

    # In South 2 seat 1 deals: seat 3 is West.
    assert win_of("", *texts).yaku == {12: 1, 15: 1}
    # Of three players the seat before the dealer is West.
    assert win_of("", *texts, players=3, kyoku=1, winner=0).yaku == {12: 1, 14: 1}
    assert win_of("", *texts, kyoku=0, winner=0).yaku == {10: 1, 14: 1}


def test_a_kita_is_one_of_the_dora_as_tenhou_counts_it():
    for word in ("抜きドラ", "Kita", "拔北宝牌"):
        assert win_of("", "ドラ(2飜)", f"{word}(3飜)").yaku == {52: 5}
    assert win_of("", "抜きドラ(1飜)").yaku == {52: 1}


def test_dora_of_no_han_are_no_claim_and_ura_dora_are():
    assert win_of("", "立直(1飜)", "ドラ(0飜)", "裏ドラ(0飜)").yaku == {1: 1, 53: 0}


@pytest.mark.parametrize(
    "text",
    [
        "大三元(役満)",
        "Big Three Dragons(Yakuman)",
        "大三元(役满)",
        "大三元(13飜)",
        "Daisangen(Double Yakuman)",
    ],
)
def test_a_yakuman_is_one_whatever_stands_for_its_han(text):
    win = win_of("役満32000点", text)

    assert (win.yaku, win.yakuman) == ({}, [39])


@pytest.mark.parametrize("text", ["燕返し(1飜)", "立直", "Foo(1飜)", "立直(x)", "Riichi(1)"])
def test_a_yaku_that_nobody_knows_is_kept_as_written(text):
    win = win_of("30符2飜2000点", "平和(1飜)", text)

    assert (win.yaku, win.unknown_yaku) == ({7: 1}, (text,))


def test_no_word_stands_for_two_yaku():
    assert sorted(set(YAKU.values())) == list(range(len(YAKU_NAMES)))
    assert YAKU["allterminals"] != YAKU["allterminalsandhonors"]
    assert YAKU["fourquads"] == YAKU_NAMES.index("四槓子")


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("30符3飜3900点", Worth(30, 3, 3900, 0)),
        ("30符3飜1000-2000点", Worth(30, 3, 4000, 0)),
        ("30符4飜3900点∀", Worth(30, 4, 11700, 0)),
        ("40Fu1Han1300Points", Worth(40, 1, 1300, 0)),
        ("満貫8000点", Worth(None, None, 8000, 1)),
        ("Mangan 8000点", Worth(None, None, 8000, 1)),
        ("Kiriage Mangan 2000-4000点", Worth(None, None, 8000, 1)),
        ("切り上げ満貫7700点", Worth(None, None, 7700, 1)),
        ("Haneman 6000点∀", Worth(None, None, 18000, 2)),
        ("Sanbaiman 24000点", Worth(None, None, 24000, 4)),
        ("数え役満32000点", Worth(None, None, 32000, 5)),
        ("Counted Yakuman 32000Points", Worth(None, None, 32000, 5)),
        ("累計役満32000点", Worth(None, None, 32000, 5)),
        ("２倍役満64000点", Worth(None, None, 64000, 5)),
        ("3倍役満32000点∀", Worth(None, None, 96000, 5)),
        ("40符26飜2倍役満16000-32000点", Worth(40, 26, 64000, 5)),
        ("30符5飜満貫8000点", Worth(30, 5, 8000, 1)),
        ("Mangan", Worth(None, None, None, 1)),
        ("満貫", Worth(None, None, None, 1)),
        ("30符3飜", Worth(30, 3, None, 0)),
        ("3飜", Worth(None, 3, None, 0)),
        ("", Worth(None, None, None, 0)),
    ],
)
def test_the_worth_of_a_win_is_read_as_far_as_it_is_stated(text, worth):
    win = win_of(text, "立直(1飜)")

    assert (win.worth, win.unknown_worth) == (worth, None)


def test_of_three_players_one_pays_less_to_a_tsumo():
    assert win_of("満貫2000-4000点", players=3, winner=0).worth == Worth(None, None, 6000, 1)
    assert win_of("満貫4000点∀", players=3, winner=0).worth == Worth(None, None, 8000, 1)


def test_the_text_for_points_may_be_left_out():
    win = win_of("立直(1飜)", "門前清自摸和(1飜)")

    assert (win.worth, win.unknown_worth, win.yaku) == (Worth(None, None, None, 0), None, {1: 1, 0: 1})


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("Ryuukyoku", DrawKind.EXHAUSTIVE),
        ("Exhaustive Draw", DrawKind.EXHAUSTIVE),
        ("Nagashi Mangan", DrawKind.NAGASHI_MANGAN),
        ("Mangan at Draw", DrawKind.NAGASHI_MANGAN),
        ("Kyuushu Kyuuhai", DrawKind.KYUUSHU_KYUUHAI),
        ("Nine Terminal Abortion", DrawKind.KYUUSHU_KYUUHAI),
        ("九种九牌", DrawKind.KYUUSHU_KYUUHAI),
        ("Suufon Renda", DrawKind.SUUFON_RENDA),
        ("Four Wind Abortion", DrawKind.SUUFON_RENDA),
        ("Suucha Riichi", DrawKind.SUUCHA_RIICHI),
        ("Four Riichi", DrawKind.SUUCHA_RIICHI),
        ("四開槓", DrawKind.SUUKAIKAN),
        ("Four Kan Abortion", DrawKind.SUUKAIKAN),
        ("三家和", DrawKind.SANCHAHOU),
        ("Three Ron Abortion", DrawKind.SANCHAHOU),
        ("yao9", DrawKind.KYUUSHU_KYUUHAI),
        ("kaze4", DrawKind.SUUFON_RENDA),
        ("reach4", DrawKind.SUUCHA_RIICHI),
        ("ron3", DrawKind.SANCHAHOU),
        ("kan4", DrawKind.SUUKAIKAN),
        ("nm", DrawKind.NAGASHI_MANGAN),
        ("exhaustive", DrawKind.EXHAUSTIVE),
        ("nagashi_mangan", DrawKind.NAGASHI_MANGAN),
        ("kyuushu_kyuuhai", DrawKind.KYUUSHU_KYUUHAI),
        ("fanpai", DrawKind.EXHAUSTIVE),
        ("kyushukyuhai", DrawKind.KYUUSHU_KYUUHAI),
        ("荒牌平局", DrawKind.EXHAUSTIVE),
        ("五風連打", None),
    ],
)
def test_a_draw_has_its_kind_in_every_dialect(label, kind):
    drawn = outcome(Field([label], "x"), 4, 0)

    assert (drawn.kind, drawn.label) == (kind, label)


@pytest.mark.parametrize("result", [[], [""], ["不明"], ["Unknown"]])
def test_editors_leave_a_hand_without_a_result(result):
    assert outcome(Field(result, "x"), 4, 0) is None


def test_a_win_in_other_words_is_still_one():
    (win,) = outcome(Field(["Agari", [0] * 4, [0, 1, 0, "Mangan 12000点"]], "x"), 4, 0)

    assert (win.winner, win.loser) == (0, 1)
    with pytest.raises(MalformedLog, match="payments and a win of one to three winners"):
        outcome(Field(["Agari"], "x"), 4, 0)


def reviewed_win(*texts, deltas=(-1300, 1300, 0, 0), **members):
    """The review of a hand won with all simples, 40 fu, whose win lists these texts."""
    return reviewed(
        document(hand(*DOUBLE_RON, result=["和了", list(deltas), [*FIRST[:3], *texts]]), **members)
    )


@pytest.mark.parametrize(
    "texts", [("40符1飜1300点", "All Simples(1飜)"), ("40Fu1Han1300Points", "Tanyao(1Han)")]
)
def test_a_win_in_english_is_judged_like_any_other(texts):
    result = reviewed_win(*texts)

    assert said(result) == []
    assert [
        result.tallies[check].passed for check in ("win-yaku", "win-fu", "win-points", "win-payment")
    ] == [1] * 4


def test_an_unknown_yaku_is_named_and_the_payment_is_judged():
    result = reviewed_win("40符1飜1300点", "Foo(1飜)", "断幺九(1飜)")

    assert said(result) == [("win-yaku", "undecided")]
    assert result.findings[0].reason == "the log's word for a yaku is not known: Foo(1飜)"
    assert (result.tallies["win-points"].passed, result.tallies["win-payment"].passed) == (1, 1)
    assert said(reviewed_win("40符1飜1300点", "Foo(1飜)", deltas=(-2300, 2300, 0, 0))) == [
        ("win-yaku", "undecided"),
        ("win-payment", "inconsistent"),
    ]


def test_unknown_words_for_points_are_named_and_the_payment_is_judged():
    result = reviewed_win("viele Punkte", "断幺九(1飜)")

    assert said(result) == [("win-points", "undecided")]
    assert result.findings[0].reason == "the log's word for fu and points is not known: viele Punkte"
    assert (result.tallies["win-yaku"].passed, result.tallies["win-payment"].passed) == (1, 1)


def test_what_is_not_stated_of_a_win_is_no_fault_and_its_payment_is_judged():
    bare = reviewed_win("", "断幺九(1飜)")

    assert said(bare) == []
    assert (bare.tallies["win-fu"].passed, bare.tallies["win-points"].passed) == (0, 0)
    assert bare.events.results.ten.tolist() == [[ABSENT, ABSENT, 0]]
    assert said(reviewed_win("", "断幺九(1飜)", deltas=(-1500, 1500, 0, 0))) == [
        ("win-payment", "inconsistent")
    ]
    assert said(reviewed_win("", "平和(1飜)")) == [("win-yaku", "inconsistent")]


def test_a_win_that_lists_no_yaku_is_judged_without_them():
    result = reviewed_win("40符1飜1300点")

    assert said(result) == []
    assert (result.tallies["win-yaku"].absent, result.tallies["win-payment"].passed) == (1, 1)


def test_a_limit_without_points_is_compared_by_its_name():
    win = ["和了", [8000, -4000, -4000, 0], [0, 0, 0, "Mangan", "Fully Concealed Hand(1飜)", "Pinfu(1飜)"]]
    win[2] += ["Pure Straight(2飜)", "Kita(1飜)"]
    scores = (35000, 35000, 35000, 0)
    value = document(hand(*KITA, result=win, scores=scores), disp="三鳳南喰赤")

    assert said(reviewed(value)) == []
    assert reviewed(value).tallies["win-points"].passed == 1
    win[2][3] = "Haneman"
    assert said(reviewed(value)) == [("win-points", "inconsistent")]
    # Points alone, without the name of their limit, are compared as points.
    win[2][3] = "4000点∀"
    assert said(reviewed(value)) == []
    win[2][3] = "6000点∀"
    assert said(reviewed(value)) == [("win-points", "inconsistent")]


def test_an_unknown_kind_of_draw_is_named_and_its_payment_is_judged():
    seats = [(text, [], []) for text in NINE]
    seats[0] = (NINE[0], [16], [])

    result = reviewed(document(hand(*seats, result=["五風連打"])))

    assert said(result) == [("draw-kind", "undecided")]
    assert result.findings[0].reason == (
        "the log's word for the kind of draw is not known: 五風連打; known are exhaustive, "
        "nagashi_mangan (nm), kyuushu_kyuuhai (yao9), suufon_renda (kaze4), suucha_riichi (reach4), "
        "suukaikan (kan4), sanchahou (ron3) and Tenhou's own words"
    )
    # Whether nobody pays without a list depends on the kind.
    assert result.tallies["draw-payment"].absent == 1
    drawn = hand(*played_out(TENPAI[0], *NOTEN[1:]), result=["황패유국", [-1000, 3000, -1000, -1000]])
    assert said(reviewed(document(drawn))) == [("draw-kind", "undecided"), ("draw-payment", "inconsistent")]


def test_an_invisible_word_for_the_kind_of_draw_is_an_unknown_kind():
    drawn = hand(*played_out(TENPAI[0], *NOTEN[1:]), result=["\0", [3000, -1000, -1000, -1000]])

    assert read(data_of(document(drawn))).results.draw_kind.tolist() == [UNKNOWN_DRAW_KIND]


@pytest.mark.parametrize("label", ["流局", "황패유국"])
def test_an_empty_list_of_payments_at_a_draw_is_as_none(label):
    seats = played_out(TENPAI[0], *NOTEN[1:])

    empty, none = (reviewed(document(hand(*seats, result=result))) for result in ([label, []], [label]))

    assert said(empty) == said(none)
    assert empty.tallies["draw-payment"] == none.tallies["draw-payment"]


def test_an_empty_list_of_payments_of_a_win_states_none():
    won = ["和了", [], FIRST, [], SECOND]

    result = reviewed(document(hand(*DOUBLE_RON, result=won)))

    assert said(result) == []
    assert result.tallies["win-payment"].absent == 2
