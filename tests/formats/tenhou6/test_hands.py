"""Hands written as tenhou.net/6 has them, and what the review says of them."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.formats.tenhou6.words import YAKU_NAMES
from analyzer.vocabulary import DrawKind, EndKind, PlayKind
from tests.formats.tenhou6.converter import to_tenhou6
from tests.formats.tenhou6.documents import NAME, data_of, document, hand, played_out, reviewed, said, tiles
from tests.hands import Hand
from tests.logs import fixed_logs

OTHER = LogName("log", "log.json")
TENPAI = ("123m456m789m1123p", "123s456s789s2234p", "22m345p678p234s67s", "99m567p678s234m55z")
NOTEN = ("147m258p369s1234z", "147m258p369s1567z", "258m369p147s2345z", "369m147p258s3467z")
NINE = ("19m19p19s1234z258m", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z")


def test_all_seats_tenpai_pay_nothing():
    result = reviewed(document(hand(*played_out(*TENPAI), result=["全員聴牌"])))

    assert said(result) == []
    assert result.events.results.draw_kind.tolist() == [DrawKind.EXHAUSTIVE]
    assert result.events.results.deltas.tolist() == [[0, 0, 0, 0]]
    assert result.draws.tenpai.tolist() == [[True] * 4]
    assert (result.tallies["shown-seats"].passed, result.tallies["draw-payment"].passed) == (1, 1)


def test_nobody_tenpai_pays_nothing():
    result = reviewed(document(hand(*played_out(*NOTEN), result=["全員不聴"])))

    assert said(result) == []
    assert result.draws.tenpai.tolist() == [[False] * 4]


@pytest.mark.parametrize(("haipai", "label"), [(TENPAI, "全員不聴"), (NOTEN, "全員聴牌")])
def test_the_wrong_one_of_the_two_labels_without_payments_is_found(haipai, label):
    result = reviewed(document(hand(*played_out(*haipai), result=[label])))

    assert said(result) == [("shown-seats", "inconsistent")]


def test_a_draw_in_plain_words_without_payments_does_not_say_who_is_tenpai():
    result = reviewed(document(hand(*played_out(*TENPAI), result=["流局"])))

    assert said(result) == []
    assert (result.tallies["shown-seats"].absent, result.tallies["draw-payment"].passed) == (1, 1)


def test_payments_that_are_missing_are_found_although_nothing_says_who_is_tenpai():
    haipai = (TENPAI[0], *NOTEN[1:])
    right = ["流局", [3000, -1000, -1000, -1000]]

    assert said(reviewed(document(hand(*played_out(*haipai), result=right)))) == []
    assert said(reviewed(document(hand(*played_out(*haipai), result=["流局"])))) == [
        ("draw-payment", "inconsistent")
    ]


def test_payments_to_the_wrong_seat_are_found():
    haipai = (TENPAI[0], *NOTEN[1:])

    result = reviewed(document(hand(*played_out(*haipai), result=["流局", [-1000, 3000, -1000, -1000]])))

    assert said(result) == [("shown-seats", "inconsistent")]
    assert "log shows seat 1, play gives seat 0" in result.findings[0].message


def test_a_nagashi_mangan_does_not_say_who_is_tenpai():
    played = played_out(*NOTEN, yaochu_seat=0)

    result = reviewed(document(hand(*played, result=["流し満貫", [12000, -4000, -4000, -4000]])))

    assert said(result) == []
    assert result.draws.nagashi.tolist() == [[True, False, False, False]]
    assert (result.tallies["shown-seats"].absent, result.tallies["draw-payment"].passed) == (1, 1)


def test_the_dealer_who_wrongly_passes_on_after_a_nagashi_mangan_is_found():
    played = played_out(TENPAI[0], *NOTEN[1:], yaochu_seat=1)
    payments = [-4000, 8000, -2000, -2000]
    scores = [21000, 33000, 23000, 23000]
    stays = hand(*played_out(*NOTEN), result=["全員不聴"], kyoku=(0, 1, 0), scores=scores)
    passes = [[1, 1, 0], *stays[1:4], *played_from(1), stays[-1]]
    first = hand(*played, result=["流し満貫", payments])

    assert said(reviewed(document(first, stays))) == []
    assert said(reviewed(document(first, passes))) == [("next-kyoku", "inconsistent")]


def played_from(dealer):
    """Entries of the seats of a noten hand that another seat begins."""
    seats = played_out(*NOTEN)
    turned = [seats[(seat - dealer) % 4] for seat in range(4)]
    return [entry for haipai, draws, discards in turned for entry in (tiles(haipai), draws, discards)]


def test_nine_kinds_are_declared_at_the_first_draw():
    seats = [(text, [], []) for text in NINE]
    seats[0] = (NINE[0], [16], [])

    result = reviewed(document(hand(*seats, result=["九種九牌"])))

    assert said(result) == []
    assert result.draws.kind.tolist() == [DrawKind.KYUUSHU_KYUUHAI]


def test_the_wrong_kind_of_draw_is_found():
    seats = [(text, [], []) for text in NINE]
    seats[0] = (NINE[0], [16], [])

    assert said(reviewed(document(hand(*seats, result=["四風連打"])))) == [("draw-kind", "inconsistent")]


DOUBLE_RON = (
    ("19m258p369s12344z", [25], [60]),
    ("234567m46p22678s", [], []),
    ("345678m34p45688s", [], []),
    ("147m258p147s1257z", [], []),
)
FIRST = [1, 0, 1, "40符1飜1300点", "断幺九(1飜)"]
SECOND = [2, 0, 2, "30符2飜2000点", "平和(1飜)", "断幺九(1飜)"]


@pytest.mark.parametrize(("result", "is_paid"), [("三家和了", False), ("四風連打", True), ("流局", True)])
def test_the_stick_of_a_riichi_is_paid_unless_three_seats_ron_its_tile(result, is_paid):
    others = [(text, [], []) for text in TENPAI[1:]]
    riichi = (TENPAI[0], [45], ["r45"])

    plays = reviewed(document(hand(riichi, *others, result=[result]))).events.plays

    assert (PlayKind.RIICHI_ACCEPTED in plays.kind) == is_paid


def test_the_first_of_two_winners_takes_honba_and_sticks():
    won = ["和了", [-1600, 2600, 0, 0], FIRST, [-2000, 0, 2000, 0], SECOND]
    scores = (25000, 25000, 25000, 24000)

    result = reviewed(document(hand(*DOUBLE_RON, result=won, kyoku=(0, 1, 1), scores=scores)))

    assert said(result) == []
    assert result.events.results.winner.tolist() == [1, 2]
    assert result.events.results.deltas.tolist() == [[-1600, 2600, 0, 0], [-2000, 0, 2000, 0]]
    assert (result.tallies["winner-order"].passed, result.tallies["win-payment"].passed) == (1, 2)


def test_a_second_winner_who_is_paid_the_honba_too_is_found():
    won = ["和了", [-1600, 2600, 0, 0], FIRST, [-2300, 0, 2300, 0], SECOND]
    scores = (25000, 25000, 25000, 24000)

    result = reviewed(document(hand(*DOUBLE_RON, result=won, kyoku=(0, 1, 1), scores=scores)))

    assert said(result) == [("win-payment", "inconsistent")]
    assert result.findings[0].seat == 2


def double_ron(*, laid=60, ura=(), **members):
    won = ["和了", [-1300, 1300, 0, 0], FIRST, [-2000, 0, 2000, 0], SECOND]
    first = ("19m247p369s12344z", [25], [laid])
    return reviewed(document(hand(first, *DOUBLE_RON[1:], result=won, ura=ura), **members))


def test_the_tile_just_drawn_is_discarded_as_60_unless_the_seat_holds_another():
    result = double_ron(laid=25)

    assert said(double_ron()) == []
    assert said(result) == [("known-vocabulary", "undecided")]
    assert result.findings[0].reason == (
        "the tile just drawn, the only one of its kind, is discarded by number: read as 60"
    )


def test_the_tile_of_a_riichi_may_be_written_by_its_number():
    others = [(text, [], []) for text in TENPAI[1:]]
    seats = [[(TENPAI[0], [45], [laid]), *others] for laid in ("r60", "r45")]
    by_60, by_number = (reviewed(document(hand(*one, result=["流局"]))) for one in seats)

    assert sorted(said(by_number)) == sorted([("known-vocabulary", "undecided"), *said(by_60)])
    assert by_number.events.plays.tile.tolist() == by_60.events.plays.tile.tolist()


def test_ura_indicators_without_a_win_in_riichi_are_found_but_in_logs_of_mahjong_soul():
    result = double_ron(ura=(11,))

    assert said(result) == [("win-dora", "inconsistent")]
    assert (result.findings[0].claimed, result.findings[0].computed) == (
        "1 ura indicator (1m)",
        "no ura indicators",
    )
    assert double_ron(ura=(11,), rule={"disp": "玉の間南喰赤"}).tallies["win-dora"].failed == 0


def without_marks_of_riichi():
    """Samples as JSON, each time with one riichi that is not marked, in a hand that is won."""
    for path in fixed_logs():
        value = to_tenhou6(path.read_bytes(), path.stem)
        for number, entries in enumerate(value["log"][:-1]):
            laid = [(seat, place) for seat in (6, 9, 12, 15) for place in range(len(entries[seat]))]
            for seat, place in laid:
                mark = entries[seat][place]
                if isinstance(mark, str) and mark[0] == "r" and entries[-1][0] == "和了":
                    entries[seat][place] = int(mark[1:])
                    yield value, number
                    entries[seat][place] = mark


def test_a_riichi_without_its_mark_is_one_finding_of_its_hand_with_the_wrong_payment():
    found = [
        (review([(OTHER, data_of(value))]).findings, number) for value, number in without_marks_of_riichi()
    ]

    # Of a riichi whose tile is won on, nothing shows.
    told = [(findings, number) for findings, number in found if findings]
    assert len(told) > len(found) // 2
    assert all([one.hand for one in findings if one.leads] == [number] for findings, number in told)
    assert all("win-payment" in [one.check for one in findings] for findings, _ in told)


@pytest.mark.parametrize(
    ("place", "wrong", "check"),
    [
        (3, "30符1飜1300点", "win-fu"),
        (3, "40符1飜1500点", "win-points"),
        (3, "満貫8000点", "win-points"),
        (4, "平和(1飜)", "win-yaku"),
        (4, "断幺九(2飜)", "win-yaku"),
        (1, 3, "winning-tile"),
    ],
)
def test_a_wrong_claim_of_a_win_is_found(place, wrong, check):
    win = [*FIRST[:place], wrong, *FIRST[place + 1 :]]

    result = reviewed(document(hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], win])))

    assert check in [finding.check for finding in result.findings]
    assert [finding.hand for finding in result.findings if finding.leads] == [0]


def test_han_before_the_points_that_are_not_those_of_the_yaku_are_found():
    def won(worth, tanyao):
        win = [*FIRST[:3], worth, tanyao]
        return reviewed(document(hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], win])))

    wrong = won("40符2飜1300点", "断幺九(1飜)")

    right = won("40符1飜1300点", "断幺九(1飜)")
    assert said(wrong) == [("well-formed", "malformed"), *said(right)]
    assert wrong.findings[0].message == "the han before the points are not those of the yaku"
    # Han of a yaku that are wrong themselves are in the same chain.
    assert len(said(won("40符1飜1300点", "断幺九(2飜)"))) == 1


def test_yaku_have_the_names_and_the_order_of_tenhou():
    assert (
        *(
            "門前清自摸和",
            "立直",
            "一発",
            "槍槓",
            "嶺上開花",
            "海底摸月",
            "河底撈魚",
            "平和",
            "断幺九",
            "一盃口",
        ),
        *("自風 東", "自風 南", "自風 西", "自風 北", "場風 東", "場風 南", "場風 西", "場風 北"),
        *("役牌 白", "役牌 發", "役牌 中", "両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順"),
        *(
            "三色同刻",
            "三槓子",
            "対々和",
            "三暗刻",
            "小三元",
            "混老頭",
            "二盃口",
            "純全帯幺九",
            "混一色",
            "清一色",
        ),
        *("人和", "天和", "地和", "大三元", "四暗刻", "四暗刻単騎", "字一色", "緑一色", "清老頭"),
        *("九蓮宝燈", "純正九蓮宝燈", "国士無双", "国士無双１３面", "大四喜", "小四喜", "四槓子"),
        *("ドラ", "裏ドラ", "赤ドラ"),
    ) == YAKU_NAMES


def test_yaku_are_known_by_the_names_of_converters_too():
    names = [
        "門前清自摸和(1飜)",
        "ダブル立直(2飜)",
        "役牌　白(1飜)",
        "海底撈月(1飜)",
        "国士無双十三面待ち(役満)",
    ]
    win = [2, 2, 2, "役満8000-16000点", *names]

    events = reviewed(document(hand(*DOUBLE_RON, result=["和了", [0, 0, 0, 0], win]))).events

    assert events.results.yaku[0, :5].tolist()[:4] == [[0, 1], [21, 2], [18, 1], [5, 1]]
    assert events.results.yakuman[0, 0] == 48


DAISANGEN = (
    ("19m28p39s124z567z5p", [13, 13, 14], [45, 46, 60]),
    ("23m9m44p78s556677z", ["p454545", "p464646", "47p4747", 14], [19, 38, 37]),
    ("147m258p147s1222z", [12, 12, 17], [60, 60, 60]),
    ("147m258p258s1337z", [18, 18, 18], [60, 47, 60]),
)


def test_the_seat_that_gave_the_third_dragon_pays_a_daisangen_alone():
    win = [1, 1, 3, "役満8000-16000点", "大三元(役満)"]

    result = reviewed(document(hand(*DAISANGEN, result=["和了", [0, 32000, 0, -32000], win])))

    assert said(result) == []
    assert result.events.results.pao_seat.tolist() == [3]
    assert (result.tallies["win-pao"].passed, result.tallies["win-fu"].absent) == (1, 1)


def test_a_liable_seat_that_is_not_named_is_found():
    win = [1, 1, 1, "役満8000-16000点", "大三元(役満)"]

    result = reviewed(document(hand(*DAISANGEN, result=["和了", [-16000, 32000, -8000, -8000], win])))

    assert said(result) == [("win-pao", "inconsistent")]


KITA = (
    ("99m123456789p67s", [44, 21, 35], ["f44", 60]),
    ("19m258p369s12235z", [46], [60]),
    ("11m147p147s12356z", [46], [60]),
)
KITA_WIN = ["門前清自摸和(1飜)", "平和(1飜)", "一気通貫(2飜)", "ドラ(1飜)"]


def test_a_north_set_aside_is_a_dora_of_three_players():
    win = ["和了", [8000, -4000, -4000, 0], [0, 0, 0, "満貫4000点∀", *KITA_WIN]]
    game = document(hand(*KITA, result=win, scores=(35000, 35000, 35000, 0)), disp="三鳳南喰赤")

    result = reviewed(game)

    assert said(result) == []
    assert result.events.games.players.tolist() == [3]
    assert result.facts.kita[0].tolist() == [1, 0, 0, 0]
    assert result.events.results.ten[0, 1] == 8000


def test_three_seats_may_be_written_without_a_fourth():
    win = ["和了", [8000, -4000, -4000], [0, 0, 0, "満貫4000点∀", *KITA_WIN]]
    entries = hand(*KITA, result=win, scores=(35000, 35000, 35000))
    del entries[13:16]
    game = document(entries, disp="三鳳南喰赤", name=["A", "B", "C"])

    assert said(reviewed(game)) == []


DAIMINKAN = (
    ("19m258p369s12233z", [44], [60]),
    ("123456m7p678s444z", ["m44444444", 27], [0]),
    ("147m258p147s1257z", [], []),
    ("147m258p258s1337z", [], []),
)
RINSHAN = [1, 1, 1, "40符1飜400-700点", "嶺上開花(1飜)"]
PAID = [-700, 1500, -400, -400]


def test_a_win_on_the_replacement_comes_before_the_indicator_of_an_open_kan():
    result = reviewed(document(hand(*DAIMINKAN, result=["和了", PAID, RINSHAN])))

    assert said(result) == []


def test_an_indicator_that_tenhou_would_not_have_shown_yet_is_found():
    result = reviewed(document(hand(*DAIMINKAN, result=["和了", PAID, RINSHAN], dora=(39, 22))))

    assert said(result) == [("dora-indicators", "inconsistent")]


def test_where_open_kans_show_their_indicator_at_once_it_is_in_its_place():
    game = document(hand(*DAIMINKAN, result=["和了", PAID, RINSHAN], dora=(39, 22)))

    tally = reviewed(game, "tenhou-chip").tallies["dora-indicators"]

    assert (tally.passed, tally.failed) == (1, 0)


def test_an_indicator_too_many_is_found():
    result = reviewed(document(hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], FIRST], dora=(39, 22))))

    assert ("dora-indicators", "inconsistent") in said(result)


def test_tiles_get_ids_in_the_order_they_appear_and_red_fives_only_where_named():
    events = reviewed(document(hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], FIRST]))).events

    assert events.hands.haipai[0, 0].tolist()[:5] == [0, 32, 40, 53, 64]
    assert 52 not in events.hands.haipai[0]


def test_dice_are_blank():
    events = reviewed(document(hand(*DOUBLE_RON, result=["和了", [-1300, 1300, 0, 0], FIRST]))).events

    assert events.hands.dice.tolist() == [[255, 255]]


@pytest.mark.parametrize(
    ("seats", "check"),
    [
        ((("19m258p369s12344z", [25], [26]), *DOUBLE_RON[1:]), "tile-place"),  # discards what it lacks
        ((("1111m58p369s1244z", [11], [60]), *DOUBLE_RON[1:]), "tile-place"),  # draws a fifth copy
        ((("15555m8p369s1244z", [25], [60]), *DOUBLE_RON[1:]), "tile-place"),  # a fourth five that is not red
        ((("19m258p369s12344z", [25], ["r60"]), *DOUBLE_RON[1:]), "riichi-procedure"),  # riichi, noten
    ],
)
def test_play_that_cannot_be_is_a_finding_not_an_error(seats, check):
    result = reviewed(document(hand(*seats, result=["和了", [-1300, 1300, 0, 0], FIRST])))

    assert check in [finding.check for finding in result.findings]


def test_a_batch_may_hold_both_formats():
    kyuushu = Hand(*NINE).draw(0, "6m").ryuukyoku(0, kind="yao9").xml()
    played = data_of(document(hand(*played_out(*NOTEN), result=["全員不聴"])))

    result = review([(LogName("x", "x"), kyuushu), (NAME, played), (LogName("y", "y"), kyuushu)])

    assert result.events.hands.dice.tolist() == [[0, 0], [255, 255], [0, 0]]
    assert (result.tallies["counters"].passed, result.tallies["counters"].absent) == (2, 1)
    assert (result.tallies["shown-tiles"].passed, result.tallies["shown-tiles"].absent) == (2, 0)


def test_what_json_cannot_state_is_absent_and_nothing_to_be_said():
    result = review([(NAME, data_of(document(hand(*played_out(*NOTEN), result=["全員不聴"]))))])

    assert "wall-seed" not in {finding.check for finding in result.findings}
    assert (result.tallies["counters"].absent, result.tallies["wall-seed"].absent) == (1, 1)
    assert result.facts.end.tolist() == [EndKind.RYUUKYOKU]


def test_payments_that_fit_no_seats_do_not_say_who_is_tenpai():
    haipai = (*TENPAI[:2], *NOTEN[2:])

    result = reviewed(document(hand(*played_out(*haipai), result=["流局", [3000, 0, -1500, -1500]])))

    assert said(result) == [("draw-payment", "inconsistent")]


@pytest.mark.parametrize("winner", [1, 2])
def test_a_win_of_another_seat_than_the_one_that_is_paid_is_found_once(winner):
    # Seat 1 waits for the pair of 8s with a closed triplet of haku: 40 fu, 1300 points.
    tehai = ("147m258p369s1234z", "234m567p345s555z8s", "258m369p147s1234z", "369m147p258s1234z")
    seats = [(text, [38] * (seat == 0), [60] * (seat == 0)) for seat, text in enumerate(tehai)]
    win = [winner, 0, winner, "40符1飜1300点", "役牌 白(1飜)"]

    result = reviewed(document(hand(*seats, result=["和了", [-1300, 1300, 0, 0], win], dora=(16,))))

    assert said(result) == ([("win-yaku", "inconsistent")] if winner == 2 else [])
