import pytest

from analyzer.stats.yakuman import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "agari", "ryuukyoku", "none"]}
WINS = {
    "hand": [0, 1, 2],
    "seat": [0, 1, 2],
    "loser": [NO, 3, 3],
    "yaku": [["daisangen", "tsuuiisou"], ["riichi", "chinitsu"], ["riichi"]],
    "han": [NO, 13, 1],
    "yakuman": [2, 0, 0],
    "limit": ["yakuman", "kazoe_yakuman", "none"],
}


def counts(name, *, hands=HANDS, seats=NO, wins=WINS):
    statistic = next(one for one in STATISTICS if one.name == name)
    return measured(statistic, rows_of(statistic.grain, hands=hands, seats=seats, wins=wins))


def test_thirteen_han_are_no_yakuman_but_paid_as_one():
    assert counts("yakuman_rate") == {(NO, NO): (3, 1)}
    assert counts("kazoe_yakuman_rate") == {(NO, NO): (3, 1)}


def test_yakuman_per_hand_dealt():
    assert counts("yakuman_hand_rate") == {(NO, NO): (16, 1)}
    assert counts("kazoe_yakuman_hand_rate") == {(NO, NO): (16, 1)}


def test_a_win_has_several_yakuman():
    assert counts("yakuman_kind") == {(NO, "daisangen"): (1, 1), (NO, "tsuuiisou"): (1, 1)}
    assert counts("yakuman_count") == {(NO, 2): (1, 1)}


@pytest.mark.parametrize(
    ("delta", "loser", "is_paid_by_pao"),
    [
        ([48000, -16000, -16000, -16000], NO, 0),
        ([48000, 0, -48000, 0], NO, 1),
        ([48000, -48000, 0, 0], 1, 0),
        ([48000, -24000, -24000, 0], 1, 1),
    ],
    ids=["tsumo", "pao on tsumo", "ron", "pao on ron"],
)
def test_pao_shows_in_who_pays(delta, loser, is_paid_by_pao):
    found = counts(
        "pao_rate",
        hands={"end": ["agari"]},
        seats={"delta": [delta]},
        wins={"seat": [0], "loser": [loser], "yaku": [["daisangen"]], "yakuman": [1]},
    )

    assert found == {("daisangen", NO): (1, is_paid_by_pao)}


def test_pao_beside_another_win_is_left_out():
    found = counts(
        "pao_rate",
        hands={"end": ["agari", "agari"]},
        seats={"delta": [[32000, 8000, -40000, 0], [-8000, 32000, -8000, -16000]]},
        wins={
            "hand": [0, 0, 1],
            "seat": [0, 1, 1],
            "loser": [2, 2, NO],
            "yaku": [["daisuushii"], ["riichi"], ["daisuushii"]],
            "yakuman": [1, 0, 1],
        },
    )

    assert found == {("daisuushii", NO): (1, 0)}
