"""Kyuushu kyuuhai: seats that could declare it, seats that did, and results of playing on."""

from analyzer.stats.kyuushu import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}


def three_hands(grain="seats"):
    """Seat 1 declares ten kinds, seats after it never drew; seat 0 keeps nine and wins; the last is cut."""
    return rows_of(
        grain,
        people={"placement": [[1, 2, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "agari", "none"],
            "draw_kind": ["kyuushu_kyuuhai", NO, NO],
            "winner": [NO, 0, NO],
            "is_all_last": [False, True, True],
        },
        seats={
            "kyuushu_kinds": [[8, 10, NO, NO], [9, 9, 5, NO], [13, 5, 5, 5]],
            "kyuushu_shanten": [[3, 4, NO, NO], [-1, 2, 3, NO], [0, 3, 3, 3]],
            "draws": [[1, 1, 0, 0], [10, 9, 9, 8], [3, 3, 3, 3]],
            "discards": [[1, 0, 0, 0], [10, 9, 9, 9], [3, 3, 3, 3]],
            "placement": [[4, 3, 2, 1], [1, 2, 3, 4], [1, 2, 3, 4]],
            "delta": [[0, 0, 0, 0], [32000, -32000, 0, 0], [NO] * 4],
            "deposit": [[0, 0, 0, 0], [1000, 0, 0, 0], [0, 0, 0, 0]],
        },
        wins={"hand": [1], "seat": [0], "yaku": [["kokushi_thirteen"]]},
    )


def counts(name):
    return measured(NAMED[name], three_hands())


def test_seats_that_never_drew_or_were_called_before_are_not_asked():
    assert counts("kyuushu_eligible_rate") == {(NO, NO): (5, 3)}
    assert counts("kyuushu_kinds") == {(NO, 5): (5, 1), (NO, 8): (5, 1), (NO, 9): (5, 2), (NO, 10): (5, 1)}


def test_who_drew_and_discarded_nothing_has_declared():
    assert counts("kyuushu_declared_rate") == {(NO, NO): (3, 1)}


def test_declared_by_kinds_shanten_and_placement():
    assert counts("kyuushu_declared_rate_by_kinds") == {(9, NO): (2, 0), (10, NO): (1, 1)}
    assert counts("kyuushu_declared_rate_by_shanten") == {
        ("complete", NO): (1, 0),
        ("2", NO): (1, 0),
        ("4", NO): (1, 1),
    }
    assert counts("kyuushu_declared_rate_by_placement") == {(1, NO): (1, 0), (2, NO): (1, 0), (3, NO): (1, 1)}
    assert counts("kyuushu_declared_rate_all_last_by_placement") == {(1, NO): (1, 0), (2, NO): (1, 0)}


def test_who_plays_on_may_win_with_kokushi():
    assert counts("kyuushu_kept_win_rate") == {(NO, NO): (2, 1)}
    assert counts("kyuushu_kept_kokushi_rate") == {(NO, NO): (2, 1)}
    assert counts("kyuushu_kept_gain") == {(NO, NO): (2, 32000 - 1000 - 32000)}


def test_where_they_end():
    assert counts("kyuushu_declared_final_placement_mean") == {(NO, NO): (1, 2)}
    assert counts("kyuushu_kept_final_placement_mean") == {(NO, NO): (2, 3)}
    assert counts("kyuushu_declared_first_rate_by_placement") == {(3, NO): (1, 0)}
    assert counts("kyuushu_kept_first_rate_by_placement") == {(1, NO): (1, 1), (2, NO): (1, 0)}


def test_a_game_without_final_result_has_no_placement():
    rows = rows_of(
        "seats",
        players=3,
        people={"placement": [[NO, NO, NO]]},
        hands={"end": ["ryuukyoku"], "draw_kind": ["kyuushu_kyuuhai"]},
        seats={"kyuushu_kinds": [[9, NO, NO]], "draws": [[1, 0, 0]], "discards": [[0, 0, 0]]},
    )

    assert measured(NAMED["kyuushu_declared_rate"], rows) == {(NO, NO): (1, 1)}
    assert measured(NAMED["kyuushu_declared_final_placement_mean"], rows) == {}
    assert measured(NAMED["kyuushu_declared_first_rate_by_placement"], rows) == {}
