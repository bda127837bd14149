import pytest

from analyzer.stats.leads import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
HANDS = {"end": ["agari", "agari", "ryuukyoku", "ryuukyoku"]}
SEATS = {
    "score": [
        [25000, 25000, 25000, 25000],
        [37000, 29000, 17000, 17000],
        [30000, 36000, 17000, 17000],
        [30000, 36000, 17000, NO],
    ],
    "riichi_turn": [[7, NO, NO, NO], [NO] * 4, [NO, 9, NO, NO], [NO, 3, NO, NO]],
    "open_melds": [[0] * 4, [1, 0, 0, 0], [2, 0, 0, 0], [0] * 4],
}
WINS = {"hand": [0, 1, 1], "seat": [0, 1, 2], "loser": [2, 0, 0], "points": [12000, 5200, 1000]}


def counts(name, **columns):
    statistic = next(one for one in STATISTICS if one.name == name)
    columns = columns or {"hands": HANDS, "seats": SEATS, "wins": WINS}
    return measured(statistic, rows_of(statistic.grain, **columns))


def test_nobody_leads_where_a_score_is_not_logged():
    assert counts("lead_at_start") == {(NO, NO): (3, 0 + 8000 + 6000)}
    assert counts("lead_thousands") == {(NO, 0): (3, 1), (NO, 6): (3, 1), (NO, 8): (3, 1)}


def test_what_the_leader_does():
    leads = ("level", "under_12000", "under_8000")
    found = {
        name: [counts(name)[(lead, NO)] for lead in leads]
        for name in ("leader_win_rate", "leader_deal_in_rate", "leader_riichi_rate", "leader_open_rate")
    }

    assert found == {
        "leader_win_rate": [(1, 1), (1, 0), (1, 0)],
        "leader_deal_in_rate": [(1, 0), (1, 1), (1, 0)],
        "leader_riichi_rate": [(1, 1), (1, 0), (1, 1)],
        "leader_open_rate": [(1, 0), (1, 1), (1, 0)],
    }


def test_values_of_the_leader():
    assert counts("leader_win_points") == {("level", NO): (1, 12000)}
    assert counts("leader_deal_in_points") == {("under_12000", NO): (1, 6200)}


@pytest.mark.parametrize(
    ("lead", "bracket"),
    [
        (0, "level"),
        (100, "to_4000"),
        (4000, "to_4000"),
        (4100, "under_8000"),
        (8000, "under_12000"),
        (15900, "under_16000"),
        (19900, "under_20000"),
        (20000, "from_20000"),
    ],
)
def test_brackets_of_the_lead(lead, bracket):
    seats = {"score": [[20000, 20000 + lead, 20000, 1000]]}

    assert counts("leader_win_rate", hands={"end": ["ryuukyoku"]}, seats=seats) == {(bracket, NO): (1, 0)}


def test_a_lead_is_kept_to_the_end_of_the_game():
    found = counts(
        "lead_kept_rate",
        games={"hands": [2, 1]},
        people={"placement": [[2, 1, 3, 4], [NO] * 4]},
        hands={"end": ["ryuukyoku", "ryuukyoku", "none"]},
        seats={"score": [[27000, 25000, 24000, 24000], [25000, 26900, 24000, 24000], [25000] * 4]},
    )

    assert found == {(1, NO): (1, 1), (2, NO): (1, 0)}
