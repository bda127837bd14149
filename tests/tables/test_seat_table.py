"""The course of hands in the tables: what a row says, and where it is null."""

import re

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.tables.reviewed_batch import placements
from analyzer.tables.schema import TABLES
from analyzer.vocabulary import YAOCHU_KINDS, parse_kyoku
from tests.built_tables import build_tables
from tests.hands import Hand, log_of
from tests.tables.conftest import NAME

SEATS = [column.name for column in TABLES["seats"]]
NAMES = SEATS[SEATS.index("haipai_shanten") :]


def tables_of(*hands):
    return build_tables(review([(NAME, log_of(*hands))], checks=["well-formed"]))


def seats_of(*hands, seat=0):
    return [row for row in tables_of(*hands)["seats"].to_pylist() if row["seat"] == seat]


def chi_and_three_tehai():
    """Seat 0 is tenpai after a chi, seats 1 and 2 with closed tehai; seat 3 is far from it."""
    hand = Hand("23m456p789s34s99p9m", "345m678p345s78s22p", "123m789p456s24s77p", "147m258p369s3456z")
    hand.turn(0, "1z").turn(1, "1z").turn(2, "1z").turn(3, "1m")
    return hand.chi(0, "23m").discard(0, "9m")


def test_keishiki_tenpai_has_no_yaku_by_ron():
    (*rows,) = tables_of(chi_and_three_tehai().ryuukyoku(0, 1, 2))["seats"].to_pylist()

    # An open tehai with terminals; pinfu; a closed tehai whose only yaku would be tsumo; noten.
    assert [row["keishiki"] for row in rows] == [True, False, True, None]
    assert [row["wait_shape"] for row in rows] == ["ryanmen", "ryanmen", "kanchan", None]
    assert [row["open_turn"] for row in rows] == [2, None, None, None]


def test_only_an_exhaustive_draw_asks_for_it_and_never_of_a_riichi():
    aborted = chi_and_three_tehai().ryuukyoku(kind="kaze4")
    riichi = Hand("345m678p345s78s22p", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
    riichi.riichi(0, "9m").ryuukyoku(0)

    assert {row["keishiki"] for row in tables_of(aborted)["seats"].to_pylist()} == {None}
    assert [row["keishiki"] for row in seats_of(riichi)] == [None]


def test_the_row_of_a_riichi_has_the_waits_of_its_declaration():
    hand = Hand("345m678p345s78s22p", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
    hand.turn(0, "9m").turn(1, "1z").turn(2, "6s").turn(3, "1z").riichi(0, "9m").turn(1, "6s").ryuukyoku(0)

    (row,) = seats_of(hand)

    # 69s: the indicator is a 9s, and one 6s has been discarded, later another.
    assert {name: row[name] for name in NAMES} == {
        "haipai_shanten": 0,
        "kyuushu_kinds": 1,
        "kyuushu_shanten": 0,
        "tenpai_turn": 1,
        "tenpai_waits": "69s",
        "tenpai_wait_kinds": 2,
        "tenpai_wait_live": 7,
        "tenpai_way": "riichi",
        "open_turn": None,
        "shanten_after": [0, 0],
        "riichi_waits": "69s",
        "riichi_wait_kinds": 2,
        "riichi_wait_live": 6,
        "riichi_furiten": False,
        "wait_live": 5,
        "wait_shape": "ryanmen",
        "keishiki": None,
        "nagashi_until": 2,
        "nagashi_end": "alive",
    }


TENPAI = ("tenpai_turn", "tenpai_waits", "tenpai_wait_kinds", "tenpai_wait_live", "tenpai_way")


def first_tenpai_of(hand, seat=0):
    (row,) = seats_of(hand, seat=seat)
    return tuple(row[name] for name in TENPAI)


def two_from_tenpai(tehai="23m456p78s11557z9m"):
    return Hand(tehai, "147m258p369s1234z", "147m258p369s2346z", "258m369p147s2367z")


def test_the_first_tenpai_is_kept_when_the_waits_change_or_the_tehai_is_broken_up():
    hand = two_from_tenpai("123m456p78s1155z9m")
    hand.turn(0, "7s", "9m").turn(1, "6s").turn(2, "9p").turn(3, "9p")
    # 778s beside 11z and 55z: one tile from tenpai.
    assert first_tenpai_of(hand) == (None,) * 5

    hand.turn(0, "5z", "7s").turn(1, "9s").turn(2, "9p").turn(3, "1z").turn(0, "2p", "8s")

    # 69s when one 6s had been discarded and the indicator was a 9s.
    assert first_tenpai_of(hand) == (2, "69s", 2, 6, "dama")


def test_a_first_tenpai_with_melds_is_open_and_so_is_one_that_calls_later():
    open_first = two_from_tenpai()
    open_first.turn(0, "1s").turn(1, "5z").pon(0).discard(0, "9m").turn(1, "4m").chi(0, "23m").discard(
        0, "7z"
    )
    closed_first = two_from_tenpai("123m456p78s1155z9m")
    closed_first.turn(0, "5z", "9m").turn(1, "6s").turn(2, "1z").pon(0).discard(0, "4p")

    # 23m 78s with a pon is one from tenpai; 69s is left once the chi is made, and the indicator is a 9s.
    assert first_tenpai_of(open_first) == (3, "69s", 2, 7, "open")
    assert first_tenpai_of(closed_first) == (1, "69s", 2, 7, "open")


def test_a_riichi_may_follow_the_first_tenpai_later():
    hand = two_from_tenpai("123m456p78s1155z9m").turn(0, "5z", "9m").turn(1, "1m").turn(2, "9p").turn(3, "9p")

    assert first_tenpai_of(hand.riichi(0, "9p")) == (1, "69s", 2, 7, "riichi")


def test_a_tehai_that_is_tenpai_as_dealt_has_its_first_tenpai_at_its_first_discard():
    ready = "345m678p345s78s22p"
    idle = ("147m258p369s1234z", "147m258p369s2346z", "258m369p147s2367z")
    dealer = Hand(ready, *idle).draw(0, "9m")
    south = Hand(idle[0], ready, *idle[1:]).turn(0, "9m")

    # Before any discard nothing is known, even of tehai that wait.
    assert first_tenpai_of(dealer) == first_tenpai_of(south, 1) == (None,) * 5
    assert first_tenpai_of(dealer.discard(0, "9m")) == (1, "69s", 2, 7, "dama")
    # South sees that a 6s it drew and discarded is gone.
    assert first_tenpai_of(south.turn(1, "6s"), 1) == (1, "69s", 2, 6, "dama")
    assert first_tenpai_of(Hand(ready, *idle).turn(0, "9m", "3m")) == (None,) * 5


def test_a_draw_changes_the_wait_of_no_other_seat():
    hand = Hand("345m678p345s78s22p", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
    hand.turn(0, "9m").draw(1, "2p")

    assert [row["wait_shape"] for row in seats_of(hand)] == ["ryanmen"]


def test_the_first_riichi_of_a_hand_is_that_of_the_seat_that_declares_first():
    hand = Hand("345m678p345s78s22p", "147m258p369s2346z", "123m456p789s2234m", "369m147p258s3677z")
    hand.turn(0, "1z").turn(1, "1z").riichi(2, "9p").turn(3, "1z").riichi(0, "9m").ryuukyoku(0, 2)

    (row,) = tables_of(hand)["hands"].to_pylist()

    named = ("riichi_count", "first_riichi_seat", "first_riichi_turn")
    assert [row[name] for name in named] == [2, 2, 1]


@pytest.mark.parametrize(
    ("play", "kind"),
    [
        (lambda hand: hand.turn(0, "6s").turn(1, "1z"), "furiten_discard"),
        (lambda hand: hand.turn(0, "9m").turn(1, "6s").turn(2, "1z"), "furiten_passed"),
        (lambda hand: hand.riichi(0, "9m").turn(1, "6s").turn(2, "1z"), "furiten_riichi"),
        (lambda hand: hand.turn(0, "9m").turn(1, "1z"), None),
    ],
)
def test_each_kind_of_furiten_has_its_column(play, kind):
    # Seat 0 waits for 69s.
    hand = Hand("345m678p345s78s22p", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")

    (row,) = seats_of(play(hand).ryuukyoku(0))
    kinds = ("furiten_discard", "furiten_passed", "furiten_riichi")

    assert [name for name in kinds if row[name]] == ([kind] if kind else [])
    assert row["furiten"] == (kind is not None)


READY = ("345m678p345s78s22p", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
"""Seat 0 waits for 69s, the others for nothing."""


def played_out(*tehai, nagashi=None):
    """Every seat discards what it draws, one nothing but terminals and honours, until the wall is used up."""
    hand = Hand(*tehai)
    unseen = [tile for tile in range(136) if tile not in hand.taken]
    ends = [tile for tile in unseen if tile // 4 in YAOCHU_KINDS]
    others = [tile for tile in unseen if tile not in ends] + ends[::-1]
    for seat in [0, 1, 2, 3] * 17 + [0, 1]:
        tile = (ends if seat == nagashi else others).pop(0)
        hand.lines += [f"<{'TUVW'[seat]}{tile}/>", f"<{'DEFG'[seat]}{tile}/>"]
    return hand


def test_a_draw_that_the_rules_know_is_settled_and_another_is_not():
    wall = played_out(*READY).ryuukyoku(0, deltas=(3000, -1000, -1000, -1000), owari=False)
    # Four winds are said to have been discarded; none was.
    winds = Hand(*READY, kyoku="E1.1").turn(0, "9m").ryuukyoku(kind="kaze4")
    tables = tables_of(wall, winds)

    draws = tables["draws"]
    assert draws["kind"].to_pylist() == ["exhaustive", "suufon_renda"]
    assert draws["kind_computed"].to_pylist() == ["exhaustive", None]
    assert draws["live_tiles"].to_pylist() == [0, 69]
    assert [draws[f"delta_computed{seat}"].to_pylist() for seat in range(4)] == [
        [3000, None],
        [-1000, None],
        [-1000, None],
        [-1000, None],
    ]
    assert [draws[f"tenpai{seat}"].to_pylist()[0] for seat in range(4)] == [True, False, False, False]
    assert tables["seats"]["delta_computed"].to_pylist() == [3000, -1000, -1000, -1000] + [None] * 4
    assert tables["hands"]["tenpai_count"].to_pylist()[0] == 1


def test_a_river_of_terminals_and_honours_is_a_nagashi_mangan_by_the_rules():
    tables = tables_of(
        played_out(*READY, nagashi=3).ryuukyoku(0, kind="nm", deltas=(-4000, -2000, -2000, 8000))
    )
    (draw,), seats = tables["draws"].to_pylist(), tables["seats"]

    assert (draw["kind"], draw["kind_computed"]) == ("nagashi_mangan", "nagashi_mangan")
    assert [draw[f"nagashi{seat}"] for seat in range(4)] == [False, False, False, True]
    assert [draw[f"delta_computed{seat}"] for seat in range(4)] == [-4000, -2000, -2000, 8000]
    assert seats["nagashi"].to_pylist() == [False, False, False, True]
    assert seats["river_yaochu"].to_pylist() == [False, False, False, True]
    assert (seats["nagashi_until"][3].as_py(), seats["nagashi_end"][3].as_py()) == (17, "alive")


@pytest.mark.parametrize(("tile", "waits"), [("1m", "1m"), ("7z", "7z")])
def test_a_wait_for_the_first_kind_or_the_last_is_one(tile, waits):
    hand = Hand(f"456m567p345s678s{tile}", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s3466z")
    (row,) = seats_of(hand.turn(0, "9m").turn(1, "9m").ryuukyoku(0))

    assert (row["waits"], row["wait_kinds"], row["wait_shape"]) == (waits, 1, "tanki")
    assert (row["wait_live"], row["keishiki"]) == (3, True)


def test_a_kind_of_which_the_seat_holds_all_four_is_no_kind_of_its_wait():
    # 333 + 3 + 456 and 33 + 345 + 6: the shape waits for a fifth 3m, and for 6m.
    hand = Hand("3333456m234p789s", "147m258p369s2346z", "258m147p258s2347z", "69m147p258s34677z")
    (row,) = seats_of(hand.riichi(0, "9m").turn(1, "9m").ryuukyoku(0))

    assert (row["waits"], row["wait_kinds"]) == ("36m", 1)
    assert (row["tenpai_wait_kinds"], row["riichi_wait_kinds"]) == (1, 1)


def test_a_kind_of_the_wait_is_one_although_its_fourth_tile_was_just_drawn():
    hand = Hand("3334566m234p789s", "147m258p369s2346z", "258m147p258s2347z", "69m147p258s34677z")
    (row,) = seats_of(hand.draw(0, "3m").ryuukyoku(0))

    assert (row["waits"], row["wait_kinds"]) == ("36m", 2)


def test_a_riichi_without_its_discard_has_an_order_and_no_turn():
    hand = Hand(*READY).draw(0, "9m")
    hand.lines.append('<REACH who="0" step="1"/>')
    tables = tables_of(hand)
    (row,), seat = tables["hands"].to_pylist(), tables["seats"].to_pylist()[0]

    named = ("riichi_count", "first_riichi_seat", "first_riichi_turn")
    assert [row[name] for name in named] == [1, 0, None]
    assert (seat["riichi_order"], seat["riichi_turn"], seat["riichi_accepted"]) == (1, None, False)
    assert (seat["deposit"], seat["riichi_waits"], seat["riichi_wait_live"]) == (0, None, None)


def test_keishiki_is_asked_by_the_rules_of_each_game():
    # An open tehai without terminals, its waits too: tanyao, but in the game without open tanyao.
    def game(go_type):
        tehai = ("34m8m456p678p55p34s", "345m678p234s1113z", "123m789p456s24s99p", "147m258p369s3456z")
        hand = Hand(*tehai, go_type=go_type)
        hand.turn(0, "1z").turn(1, "7z").turn(2, "7z").turn(3, "2m").chi(0, "34m").discard(0, "8m")
        return (LogName(f"2022010105gm-{go_type:04x}-0000-00000001", "x"), hand.ryuukyoku(0).xml())

    tables = build_tables(review([game(169), game(169 | 4)], checks=["well-formed"]))
    rows = [row for row in tables["seats"].to_pylist() if row["seat"] == 0]
    assert [row["waits"] for row in rows] == ["25s", "25s"]
    assert [row["keishiki"] for row in rows] == [False, True]


def test_without_riichi_its_columns_are_null_and_without_waits_theirs():
    (row,) = seats_of(chi_and_three_tehai().ryuukyoku(0, 1, 2), seat=3)

    assert [row[name] for name in NAMES if name.startswith("riichi")] == [None] * 4
    assert (row["waits"], row["wait_live"], row["wait_shape"], row["tenpai_turn"]) == ("", None, None, None)
    assert row["shanten_after"] == [6]


def test_a_hand_that_could_not_be_replayed_has_no_course(small_game):
    # Seat 1 discards without having drawn.
    broken = re.sub(rb"<U\d+/>", b"", small_game, count=1)
    rows = build_tables(review([(NAME, broken)]))["seats"].to_pylist()

    assert {(row["hand"], row[name]) for row in rows for name in NAMES if row["hand"] == 1} == {(1, None)}
    assert all(row["shanten_after"] is not None for row in rows if row["hand"] != 1)


def test_a_cut_hand_has_its_course_so_far_and_leaves_nobody_knows_how_many_sticks(small_game):
    tables = build_tables(review([(NAME, small_game[: small_game.rindex(b"<RYUUKYOKU")])]))

    assert tables["hands"]["kyotaku_after"].to_pylist() == [0, None]
    assert tables["seats"]["shanten_after"].to_pylist()[-4:] == [[0], [0], [0], [0]]


def test_sticks_stay_on_the_table_after_a_draw_and_go_to_the_winner(small_review):
    hands = build_tables(small_review)["hands"]

    assert hands["kyotaku_after"].to_pylist() == [0, 1, 0]
    assert hands["is_last"].to_pylist() == [False, False, True]


@pytest.mark.parametrize(
    ("go_type", "kyoku", "expected"),
    [
        (169, "S4", True),
        (169, "S3", False),
        (169, "W1", True),
        (161, "E4", True),
        (161, "E3", False),
        (185, "S3", True),
        (185, "S2", False),
        (177, "E3", True),
        (177, "E2", False),
    ],
    ids=["hanchan"] * 3 + ["tonpuu"] * 2 + ["sanma hanchan"] * 2 + ["sanma tonpuu"] * 2,
)
def test_all_last_is_the_last_kyoku_that_is_scheduled_or_a_later_one(go_type, kyoku, expected):
    seats = 3 if go_type & 0x10 else 4
    tehai = ["19m147p258s12345z", "19m147p258s12345z", "19m258p369s12367z", "19m258p369s23467z"][:seats]
    hand = Hand(*tehai, go_type=go_type, kyoku=f"{kyoku}.0", scores=[25000] * seats)

    (row,) = tables_of(hand.draw(parse_kyoku(kyoku)[0] % 4, "9s"))["hands"].to_pylist()

    assert row["is_all_last"] is expected


def test_without_go_nobody_knows_what_is_scheduled(small_game):
    log = re.sub(rb"<GO [^>]*>", b"", small_game)
    hands = build_tables(review([(LogName("x", "x"), log)]))["hands"]

    assert hands["is_all_last"].to_pylist() == [None] * 3


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((25000, 25000, 25000, 25000), (1, 2, 3, 4)),
        ((10000, 40000, 30000, 20000), (4, 1, 2, 3)),
        ((30000, 20000, 30000, 20000), (1, 3, 2, 4)),
        ((-100, -200, 50000, 50300), (3, 4, 2, 1)),
    ],
    ids=str,
)
def test_seats_are_placed_by_score_and_ties_go_to_the_lower_seat(scores, expected):
    everybody = np.ones((1, 4), np.bool_)

    assert placements(np.array([scores], np.int32), everybody).tolist() == [list(expected)]


@pytest.mark.parametrize("scores", [(35000, 40000, 30000, 0), (-1000, -500, -2000, 0)], ids=str)
def test_the_empty_seat_is_placed_behind_all_others(scores):
    three = np.array([[True, True, True, False]])

    assert placements(np.array([scores], np.int32), three).tolist() == [[2, 1, 3, 4]]
