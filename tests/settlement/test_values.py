"""The value of single hands: every row of the case file, and what rows cannot say."""

import numpy as np
import pytest

from analyzer.settlement.points import FuPart
from analyzer.settlement.scoring import score_wins
from analyzer.settlement.yaku_names import (
    HAN_CLOSED,
    HAN_OPEN,
    LISTED_LAST,
    LISTED_YAKU,
    LISTED_YAKUMAN,
    TWICE,
    YAKUHAI_PLACE,
    Yaku,
)
from analyzer.vocabulary import LIMITS, NO_TILE
from tests.settlement.notes import rows
from tests.settlement.winning import TENHOU, value, win

CASES = rows("settlement/values")
GIVEN = {"seat", "round_wind", "players", "dora", "ura", "aka", "kita"}
EXPECTED = {"yaku", "yakuman", "points", "fu", "parts", "han", "limit"}

EVERY_DOUBLE = sum(1 << yaku for yaku in TWICE.values())


def found(row):
    """Everything that a row may expect; a yakuman is scored beside two dora, which mean nothing."""
    how = dict.fromkeys(row.get("how", ()), True) | {key: row[key] for key in GIVEN & row.keys()}
    more = {"dora": 2} if "yakuman" in row else {}
    facts, rules = (
        win(row["tiles"], row["win"], *row.get("melds", ()), **how, **more),
        dict(row.get("rules", {})),
    )
    rules["double_yakuman"] = EVERY_DOUBLE * rules.get("double_yakuman", 0)
    worth = value(facts, TENHOU._replace(**rules))
    scores = score_wins(facts, TENHOU._replace(**rules))
    return {
        "yaku": [f"{yaku.text} {han}" for yaku, han in worth.yaku],
        "yakuman": [yaku.text for yaku in worth.yakuman],
        "han": worth.han,
        "points": worth.points,
        "limit": LIMITS[worth.limit],
        "fu": worth.fu,
        "parts": sorted(f"{FuPart(part).text} {fu}" for part, fu, _ in scores.fu_parts[0].tolist() if part),
    }


@pytest.mark.parametrize("row", CASES, ids=[row["description"] for row in CASES])
def test_a_hand_is_worth_what_its_row_says(row):
    worth, expected = found(row), {key: row[key] for key in EXPECTED & row.keys()}

    assert row.keys() <= GIVEN | EXPECTED | {"description", "source", "tiles", "win", "melds", "how", "rules"}
    if "parts" in expected:
        expected["parts"] = sorted(expected["parts"])
    if "yakuman" in expected:
        expected |= {"yaku": [], "han": 13 * len(expected["yakuman"])}
    elif "yaku" in expected:
        expected |= {"yakuman": [], "han": sum(int(yaku.split()[-1]) for yaku in expected["yaku"])}
    assert {key: worth[key] for key in expected} == expected


def test_parts_name_the_kind_they_are_for():
    scores = score_wins(win("345p56722s", "5s", "kakan 7777z", "pon 999m"), TENHOU)

    assert [tuple(part) for part in scores.fu_parts[0].tolist() if part[0]] == [
        (FuPart.BASE, 20, 255),
        (FuPart.OPEN_KAN, 16, 33),
        (FuPart.OPEN_TRIPLET, 4, 8),
    ]


@pytest.mark.parametrize("kind", [33, NO_TILE // 4])
def test_a_damaged_log_that_wins_on_no_tile_of_the_hand_has_no_nine_gates(kind):
    facts = win("11123456789999m", "9m")._replace(win_kind=np.array([kind], np.uint8))

    assert value(facts).yakuman == []


def test_every_id_has_a_name_a_value_and_a_place_in_a_list():
    listed = [*LISTED_YAKU, *LISTED_LAST, *LISTED_YAKUMAN]
    yakuhai = set(range(Yaku.SEAT_EAST, Yaku.CHUN + 1))

    assert len(HAN_CLOSED) == len(HAN_OPEN) == len(Yaku) == 55
    assert sorted({*listed, *yakuhai} - {YAKUHAI_PLACE}) == list(range(55))
    assert all(opened in (closed, closed - 1, 0) for closed, opened in zip(HAN_CLOSED, HAN_OPEN, strict=True))
