"""Logs that break off and games without a win: every statistic of these topics measures them too."""

import pytest

from analyzer.stats import (
    all_last,
    deal_ins,
    dora,
    games,
    han_and_fu,
    hands,
    leads,
    losses,
    placement,
    scores,
    tables_and_players,
    values,
    wins,
    yaku,
    yakuman,
)
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
TOPICS = (wins, deal_ins, losses, yaku, yakuman, dora, values, han_and_fu)
OTHER_TOPICS = (hands, scores, leads, placement, all_last, games, tables_and_players)
STATISTICS = [one for topic in (*TOPICS, *OTHER_TOPICS) for one in topic.STATISTICS]
OF_ANY_GAME = {"score_at_start", "score_thousands", "score_variance", "score_range", "start_thousands"}
OF_ANY_GAME |= {"lead_at_start", "lead_thousands"}
NOT_LOGGED = {
    "final_score": [NO] * 4,
    "final_result": [NO] * 4,
    "placement": [NO] * 4,
}


def about_people(statistic):
    return statistic.topic == "tables_and_players"


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda one: one.name)
def test_a_hand_that_is_cut_counts_for_nothing(statistic):
    rows = rows_of(
        statistic.grain,
        games={"hands": [1], "is_complete": [False]},
        people=NOT_LOGGED,
        hands={"end": ["none"], "tenpai_count": [NO], "live_tiles": [NO]},
        seats={"delta": [NO] * 4, "tenpai": [NO] * 4},
    )

    counts = measured(statistic, rows)

    assert counts == {} or statistic.name in OF_ANY_GAME or about_people(statistic)


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda one: one.name)
def test_a_game_of_draws_is_measured(statistic):
    rows = rows_of(
        statistic.grain,
        players=3,
        games={"hands": [2]},
        people={"placement": [1, 2, 3]},
        hands={"end": ["ryuukyoku", "ryuukyoku"], "is_all_last": [False, True]},
    )

    counts = measured(statistic, rows)

    assert all(n > 0 for n, _ in counts.values())
    assert counts == {} or statistic.grain != "wins"


def test_names_are_given_once():
    names = [statistic.name for statistic in STATISTICS]

    assert len(names) == len(set(names))
