"""The table of plays: every expected value is counted on the tiles named above it."""

import pytest

from analyzer.audit import review
from tests.built_tables import build_tables
from tests.hands import Hand, log_of
from tests.tables.conftest import NAME

# One tile from tenpai, and three seats that are nowhere near.
EAST = "123m456p78s1155z9m"
IDLE = ("147m258p369s1234z", "147m258p369s2346z", "258m369p147s2367z")


def plays_of(*hands):
    return build_tables(review([(NAME, log_of(*hands))], checks=["well-formed"]), ["plays"])[
        "plays"
    ].to_pylist()


def column(hand, name, **only):
    return [row[name] for row in plays_of(hand) if only.items() <= row.items()]


def four(tehai):
    return Hand(tehai, *IDLE)


def every_call():
    """Chi and pon by seat 0, a daiminkan by seat 2, a kakan by seat 0 and an ankan by seat 3."""
    hand = Hand("23m55z456p78s1199s", "147m258p369s1234z", "147m258p36s777z12z", "258m369p44s6666z2z")
    hand.turn(0, "9p").turn(1, "5z").pon(0).discard(0, "9s").turn(1, "7z").daiminkan(2).draw(2, "9m").dora(
        "8m"
    )
    hand.discard(2, "9m").draw(3, "5m").ankan(3, "6z").dora("8m").turn(3, "4m").chi(0, "23m").discard(0, "1s")
    return (
        hand.turn(1, "9m").turn(2, "8p").turn(3, "8p").draw(0, "5z").kakan(0, "5z").draw(0, "9p").dora("1p")
    )


def test_there_is_a_row_for_each_draw_discard_and_call_and_for_nothing_else():
    rows = plays_of(every_call().discard(0, "9p").ryuukyoku())

    assert [(row["seat"], row["kind"], row["tile"]) for row in rows] == [
        (0, "draw", "9p"),
        (0, "discard", "9p"),
        (1, "draw", "5z"),
        (1, "discard", "5z"),
        (0, "pon", "5z"),
        (0, "discard", "9s"),
        (1, "draw", "7z"),
        (1, "discard", "7z"),
        (2, "daiminkan", "7z"),
        (2, "draw", "9m"),
        (2, "discard", "9m"),
        (3, "draw", "5m"),
        (3, "ankan", "6z"),
        (3, "draw", "4m"),
        (3, "discard", "4m"),
        (0, "chi", "4m"),
        (0, "discard", "1s"),
        (1, "draw", "9m"),
        (1, "discard", "9m"),
        (2, "draw", "8p"),
        (2, "discard", "8p"),
        (3, "draw", "8p"),
        (3, "discard", "8p"),
        (0, "draw", "5z"),
        (0, "kakan", "5z"),
        (0, "draw", "9p"),
        (0, "discard", "9p"),
    ]
    assert [row["play"] for row in rows] == list(range(27))
    assert {(row["log_id"], row["hand"], row["year"], row["players"]) for row in rows} == {
        (NAME.log_id, 0, 2022, 4)
    }


def test_a_turn_lasts_from_a_draw_or_call_to_the_discard_that_it_leads_to():
    hand = every_call()

    assert column(hand, "turn", seat=0) == [1, 1, 2, 2, 3, 3, 4, 4, 4]
    assert column(hand, "turn", seat=3) == [1, 1, 1, 1, 2, 2]


def test_every_draw_takes_a_tile_from_the_wall_a_replacement_too():
    # Seventy tiles when play begins; fifty-five between three players.
    assert column(every_call(), "live_tiles", kind="draw") == [69, 68, 67, 66, 65, 64, 63, 62, 61, 60, 59]
    assert column(every_call(), "live_tiles", seat=3) == [65, 65, 64, 64, 61, 61]
    sanma = Hand("119m1234p567s123z", "19m567p234s2334z2z", "19m345p89s13z4567z")
    assert column(sanma.draw(0, "4z").kita(0).turn(0, "9p"), "live_tiles") == [54, 54, 53, 53]


def test_each_hand_has_its_own_plays_and_wall():
    first, second = four(EAST).turn(0, "1z").ryuukyoku(owari=False), Hand(EAST, *IDLE, kyoku="E1.1")

    rows = plays_of(first, second.turn(0, "1z").draw(1, "9p").ryuukyoku())

    assert [(row["hand"], row["play"], row["live_tiles"]) for row in rows] == [
        (0, 0, 69),
        (0, 1, 69),
        (1, 0, 69),
        (1, 1, 69),
        (1, 2, 68),
    ]


def test_tsumogiri_is_the_discard_of_the_very_tile_just_drawn():
    hand = four(EAST).turn(0, "9p").turn(1, "9p", "1z").turn(2, "9p")
    # North holds a 7z, draws another, and discards the one that it held.
    hand.draw(3, "7z").held[3].reverse()
    hand.discard(3, "7z")

    assert column(hand, "is_tsumogiri", kind="discard") == [True, False, True, False]
    assert set(column(hand, "is_tsumogiri", kind="draw")) == {False}


def test_after_a_kan_the_replacement_is_the_tile_just_drawn_and_after_a_chi_there_is_none():
    assert column(every_call().discard(0, "9p"), "is_tsumogiri", kind="discard", seat=0) == [
        True,
        False,
        False,
        True,
    ]
    assert column(every_call(), "is_tsumogiri", kind="discard", seat=2) == [True, True]


def two_riichi():
    """Seat 0 declares with 9m at its second discard, and seat 2 with 7z two turns later."""
    hand = Hand(EAST, IDLE[0], "123m789p23m2255s7z", IDLE[2]).turn(0, "5z", "4p").turn(1, "4s").turn(2, "9s")
    hand.turn(3, "3p").riichi(0, "4p", "9m").turn(1, "8s", "4m").riichi(2, "4m", "7z").turn(3, "8s", "3p")
    return hand.turn(0, "8p").turn(1, "3p").turn(2, "9m").turn(3, "4p")


def test_a_riichi_is_a_flag_of_its_discard_and_its_seat_is_in_riichi_from_then_on():
    hand = two_riichi()

    assert [row["play"] for row in plays_of(hand) if row["is_riichi"]] == [9, 13]
    assert column(hand, "in_riichi", seat=0) == [False] * 4 + [True] * 2
    assert column(hand, "in_riichi", seat=2) == [False] * 4 + [True] * 2
    assert column(hand, "riichi_seats") == [0] * 10 + [1] * 4 + [2] * 10


def test_genbutsu_is_what_the_first_riichi_has_discarded_and_what_has_passed_it_since():
    hand = two_riichi()

    # 4m and 7z are new; 3p has passed once, but before the declaration; then it has passed since, and 9m and
    # 4p are in the river of the first riichi, whose own 8p is not asked about.
    assert column(hand, "is_genbutsu", kind="discard") == [
        *[None] * 5,
        *(False, False, False, None),
        *(True, True, True),
    ]
    assert set(column(hand, "is_genbutsu", kind="draw")) == {None}


def test_a_north_set_aside_has_passed_too():
    hand = Hand("123456789p56s99s", "1199m1199p1122s3z", "22334455p223z7z4z").riichi(0, "1z")
    hand.draw(1, "4z").kita(1).turn(1, "7z").turn(2, "8s", "4z")

    assert column(hand, "is_genbutsu", kind="discard") == [None, False, True]
    assert column(hand, "is_genbutsu", kind="kita") == [None]


def test_shanten_after_each_play_of_a_seat():
    hand = (
        four(EAST).turn(0, "5z", "9m").turn(1, "9p").turn(2, "9p").turn(3, "9p").turn(0, "6s").turn(1, "1m")
    )

    # 69s is waited for; the 6s is drawn, and discarded again.
    assert column(hand, "shanten", seat=0) == [0, 0, -1, 0]
    # Six from seven pairs, five with a second 1m.
    assert column(hand, "shanten", seat=1) == [6, 6, 5, 6]
    # 456p 789s 23m 55z 11s and tiles over; the pon, a 9s less, the chi, which leaves nothing to wait for, and
    # a single 1s to the end.
    assert column(every_call(), "shanten", seat=0) == [1, 1, 0, 0, -1, 0, 0, 0, 0]
    # 258m 369p 2z with 55m, 44s and the kan.
    assert column(every_call(), "shanten", kind="ankan") == [4]


def test_waits_are_those_of_a_seat_that_has_nothing_to_discard():
    hand = four(EAST).turn(0, "5z", "9m").turn(1, "9p").turn(2, "9p").turn(3, "9p").turn(0, "1s", "7s")

    assert column(hand, "waits", seat=0) == [None, "69s", None, None]
    # After the pon and its discard, after the chi and its discard, and after the kan.
    assert column(every_call(), "waits", seat=0) == [None, None, None, "14m", None, "1s", None, "1s", None]


def test_a_seat_sees_its_tehai_melds_rivers_and_indicators():
    hand = Hand("55z123m456p78s12s9m", "147m258p369s45z67z", *IDLE[1:], indicator="1p")
    hand.turn(0, "1p").turn(1, "5z").pon(0).discard(0, "2s").turn(1, "1p", "5z")

    # East draws a second 1p beside the indicator, calls a third 5z, and holds a 2s.
    assert column(hand, "seen_copies", seat=0) == [2, 2, 3, 1]
    # South has two 5z, then one beside the three of the meld; its 1p is the third beside river and indicator.
    assert column(hand, "seen_copies", seat=1) == [2, 2, 3, 4]


@pytest.mark.parametrize(("go_type", "tile"), [(169, "0p"), (171, "5p")])
def test_a_red_five_is_red_where_the_game_has_red_fives(go_type, tile):
    hand = (
        Hand("123m456p78s1155z9m", *IDLE, go_type=go_type).turn(0, "0p", "5p").draw(1, "1z").discard(1, "5p")
    )

    assert column(hand, "tile", seat=0) == [tile, tile]
    assert column(hand, "is_red", seat=0) == [tile == "0p"] * 2
    assert column(hand, "is_red", seat=1) == [False, False]


def test_an_ankan_of_fives_has_their_kind_and_a_called_red_five_is_red():
    ankan = Hand("055m123p78s1155z9m", *IDLE[:2], "28m3469p147s2337z")
    pon = Hand("55p123m78s1155z99m", "147m28p369s12344z", "147m258p369s2346z", IDLE[2])

    kan = plays_of(ankan.draw(0, "5m").ankan(0, "5m"))[-1]
    call = plays_of(pon.turn(0, "1z").turn(1, "0p").pon(0))[-1]

    assert (kan["kind"], kan["tile"], kan["is_red"]) == ("ankan", "5m", False)
    assert (call["kind"], call["tile"], call["is_red"]) == ("pon", "0p", True)


def test_a_hand_that_could_not_be_replayed_says_only_what_the_log_says():
    # South discards without having drawn.
    hand = four(EAST).turn(0, "1z").turn(1, "9p")
    del hand.lines[-2]

    (*_, row) = plays_of(hand)

    assert (row["seat"], row["kind"], row["tile"], row["turn"], row["is_tsumogiri"]) == (
        *(1, "discard", "9p"),
        *(1, False),
    )
    unknown = ("live_tiles", "shanten", "waits", "is_genbutsu", "seen_copies")
    assert [row[name] for name in unknown] == [None] * 5


def test_plays_are_made_only_when_asked_for(small_review):
    assert "plays" not in build_tables(small_review)
    assert [*build_tables(small_review, ["plays"])] == ["plays"]


def test_a_log_without_plays_has_no_rows():
    assert plays_of(four(EAST).ryuukyoku()) == []
