"""The value of single hands: every row of the case file, and what rows cannot say."""

import numpy as np
import pytest

from analyzer.replay.facts import Place
from analyzer.rules import load
from analyzer.settlement.dora import aka_held
from analyzer.settlement.points import FuPart, base_points, limit_of, rounded_share, scoring_rules, win_points
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.win_facts import WinFacts
from analyzer.settlement.yaku_names import (
    HAN_CLOSED,
    HAN_OPEN,
    LISTED_LAST,
    LISTED_YAKU,
    LISTED_YAKUMAN,
    NO_YAKU,
    STANDS_BEFORE,
    TWICE,
    YAKUHAI_PLACE,
    Yaku,
)
from analyzer.tiles.counts import counts
from analyzer.vocabulary import AKA_IDS, LIMITS, NO_TILE, TILES, PlayKind, parse_mpsz
from tests.case_files import each, rows

TENHOU = scoring_rules(load("tenhou"))
EVERY_DOUBLE = sum(1 << yaku for yaku in TWICE.values())
DORA = ("dora", "ura", "aka", "kita")


def win(row) -> WinFacts:
    """Facts of one win; a yakuman is scored beside two dora, which mean nothing."""
    tiles, *melds = row["hand"].split(", ")
    held, _, machi = tiles.partition(" on ")
    how = {one for one in row.get("how", "").split(", ") if one}
    assert how <= {"tsumo", *(yaku.name.lower() for yaku in Yaku)}
    called = [(PlayKind[word.upper()], min(parse_mpsz(text))) for word, text in map(str.split, melds)]
    meld_kind, meld_tile = np.array([*called, *[(0, 0)] * 4][:4], np.uint8).T
    given = {"dora": 2} if "yakuman" in row else row
    return WinFacts(
        concealed=counts(held)[None],
        meld_kind=meld_kind[None],
        meld_tile=meld_tile[None],
        win_kind=np.array(parse_mpsz(machi), np.uint8),
        is_tsumo=np.array(["tsumo" in how]),
        seat_wind=np.array([27 + "ESWN".index(row.get("seat", "S"))], np.uint8),
        round_wind=np.array([27 + "ESWN".index(row.get("round_wind", "E"))], np.uint8),
        players=np.array([row.get("players", 4)], np.uint8),
        situation_yaku=np.array([sum(1 << yaku for yaku in Yaku if yaku.name.lower() in how)], np.int64),
        **{name: np.array([given.get(name, 0)], np.uint8) for name in DORA},
    )


def found(facts, **rules):
    """Everything that a row may expect."""
    rules["double_yakuman"] = EVERY_DOUBLE * rules.get("double_yakuman", 0)
    scores = score_wins(facts, TENHOU._replace(**rules))
    yaku = [f"{Yaku(int(one)).text} {han}" for one, han in scores.yaku[0] if one != NO_YAKU]
    parts = [f"{FuPart(part).text} {fu}" for part, fu, _ in scores.fu_parts[0].tolist() if part]
    return {
        "yaku": ", ".join(yaku),
        "yakuman": ", ".join(Yaku(int(one)).text for one in scores.yakuman[0] if one != NO_YAKU),
        "han": int(scores.han[0]),
        "points": int(scores.points[0]),
        "limit": LIMITS[int(scores.limit[0])],
        "fu": int(scores.fu[0]),
        "parts": ", ".join(sorted(parts)),
    }


@each(rows("settlement/values"))
def test_a_hand_is_worth_what_its_row_says(row):
    worth = found(win(row), **row.get("rules", {}))
    expected = {key: row[key] for key in worth.keys() & row.keys()}

    assert expected
    if "parts" in expected:
        expected["parts"] = ", ".join(sorted(expected["parts"].split(", ")))
    if "yakuman" in expected:
        expected |= {"yaku": "", "han": 13 * len(expected["yakuman"].split(", "))}
    elif "yaku" in expected:
        listed = [one for one in expected["yaku"].split(", ") if one]
        expected |= {"yakuman": "", "han": sum(int(one.split()[-1]) for one in listed)}
    assert {key: worth[key] for key in expected} == expected


@pytest.mark.parametrize("kind", [33, NO_TILE // 4])
def test_a_damaged_log_that_wins_on_no_tile_of_the_hand_has_no_nine_gates(kind):
    facts = win({"hand": "11123456789999m on 9m"})._replace(win_kind=np.array([kind], np.uint8))

    assert found(facts)["yakuman"] == ""


def test_every_id_has_a_name_a_value_and_a_place_in_a_list():
    listed = [*LISTED_YAKU, *LISTED_LAST, *LISTED_YAKUMAN]
    yakuhai = set(range(Yaku.SEAT_EAST, Yaku.CHUN + 1))

    assert len(HAN_CLOSED) == len(HAN_OPEN) == len(Yaku) == 55
    assert sorted({*listed, *yakuhai} - {YAKUHAI_PLACE}) == list(range(55))
    assert all(opened in (closed, closed - 1, 0) for closed, opened in zip(HAN_CLOSED, HAN_OPEN, strict=True))


LISTED = (*(yaku for yaku in LISTED_YAKU if yaku != YAKUHAI_PLACE), *LISTED_LAST)


def test_the_order_that_wins_are_written_in_holds_every_pair() -> None:
    pairs = {(yaku, other) for yaku, others in STANDS_BEFORE.items() for other in others}
    yakuhai = range(Yaku.SEAT_EAST, Yaku.CHUN + 1)
    place = {yaku: LISTED.index(yaku) for yaku in LISTED}
    place |= dict.fromkeys(yakuhai, LISTED_YAKU.index(YAKUHAI_PLACE) - 0.5)

    assert len(pairs) == 371
    assert not {(other, yaku) for yaku, other in pairs} & pairs
    for yaku, other in pairs:
        assert place[yaku] < place[other] or {yaku, other} <= set(yakuhai), (yaku, other)


@pytest.mark.parametrize(
    ("red_fives", "aka"), [((1, 1, 1), 1), ((1, 2, 1), 2), ((0, 4, 0), 3), ((2, 0, 2), 0)]
)
def test_red_fives_are_as_many_of_a_suit_as_the_rule_set_says(red_fives, aka):
    place = np.zeros(TILES, np.uint8)
    # Three fives of circles: the first copies are the red ones.
    place[AKA_IDS[1] : AKA_IDS[1] + 3] = Place.CONCEALED + 1
    reds = [first + copy for first, count in zip(AKA_IDS, red_fives, strict=True) for copy in range(count)]

    assert aka_held(place, np.array(reds), 1, NO_TILE) == aka


TABLE = rows("settlement/score_table")


def points(han, fu, *, dealer, tsumo, players=4):
    base = base_points(han, fu, limit_of(han, fu, TENHOU.counted_yakuman), TENHOU.kiriage_mangan)
    return win_points(base, int(dealer), int(tsumo), players, 0)


@pytest.mark.parametrize("row", TABLE, ids=[f"{row['han']} han {row['fu']} fu" for row in TABLE])
def test_a_win_pays_what_the_table_says(row):
    han, fu = row["han"], row["fu"]

    if "ron" in row:
        assert [points(han, fu, dealer=dealer, tsumo=False) for dealer in (False, True)] == row["ron"]
    if "tsumo" in row:
        child, dealer, to_dealer = row["tsumo"]
        base = base_points(han, fu, limit_of(han, fu, TENHOU.counted_yakuman), TENHOU.kiriage_mangan)
        assert rounded_share(base) == child
        assert points(han, fu, dealer=False, tsumo=True) == 2 * child + dealer
        assert points(han, fu, dealer=True, tsumo=True) == 3 * to_dealer
        # With three players nobody pays for the missing fourth.
        assert points(han, fu, dealer=False, tsumo=True, players=3) == child + dealer
        assert points(han, fu, dealer=True, tsumo=True, players=3) == 2 * to_dealer
