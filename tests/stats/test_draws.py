"""Draw rates over hands written by hand: which hands count, and in which bin."""

from analyzer.stats.draws import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured

NO = None
NAMED = {statistic.name: statistic for statistic in STATISTICS}


def hands(**columns):
    return rows_of("hands", hands=columns)


def six_hands():
    """Drawn without riichi; after the dealer's; won after two; nagashi after another's; kyuushu; cut."""
    return hands(
        end=["ryuukyoku", "ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "none"],
        draw_kind=["exhaustive", "exhaustive", NO, "nagashi_mangan", "kyuushu_kyuuhai", NO],
        kyoku=[0, 1, 1, 2, 3, 3],
        honba=[0, 1, 2, 0, 1, 2],
        kyotaku=[0, 0, 1, 0, 1, 1],
        riichi_count=[0, 1, 2, 1, 0, 1],
        first_riichi_seat=[NO, 1, 3, 0, NO, 3],
        first_riichi_turn=[NO, 6, 9, 6, NO, 2],
        turn=[18, 18, 12, 17, 1, 3],
        open_seats=[2, 0, 1, 1, 0, 0],
        is_all_last=[False, False, False, True, True, True],
    )


def counts(name):
    return measured(NAMED[name], six_hands())


def test_nagashi_mangan_is_a_draw_and_an_abortive_one_is_not():
    assert counts("draw_rate") == {(NO, NO): (5, 3)}


def test_hands_without_a_result_count_nowhere():
    assert counts("draw_rate_with_riichi") == {(NO, NO): (3, 2)}
    assert counts("draw_rate_all_last") == {(NO, NO): (2, 1)}


def test_hands_without_riichi_are_told_apart():
    assert counts("draw_rate_without_riichi") == {(NO, NO): (2, 1)}


def test_the_first_riichi_is_the_dealers_or_another_ones():
    assert counts("draw_rate_after_dealer_riichi") == {(NO, NO): (1, 1)}
    assert counts("draw_rate_after_nondealer_riichi") == {(NO, NO): (2, 1)}
    assert counts("draw_rate_by_dealer_first_riichi_turn") == {(6, NO): (1, 1)}
    assert counts("draw_rate_by_nondealer_first_riichi_turn") == {(6, NO): (1, 1), (9, NO): (1, 0)}


def test_draws_by_number_and_turn_of_riichi():
    assert counts("draw_rate_by_riichi_count") == {(0, NO): (2, 1), (1, NO): (2, 2), (2, NO): (1, 0)}
    assert counts("draw_rate_by_first_riichi_turn") == {(6, NO): (2, 2), (9, NO): (1, 0)}
    assert counts("draw_rate_by_lone_riichi_turn") == {(6, NO): (2, 2)}
    assert counts("draw_rate_by_chased_riichi_turn") == {(9, NO): (1, 0)}


def test_a_hand_counts_at_every_third_turn_before_its_first_riichi():
    """The first hand reaches turn 18; two come to a riichi in turn 6, one in turn 9; one ends in turn 1."""
    assert counts("draw_rate_by_turn_without_riichi") == {
        (3, NO): (4, 3),
        (6, NO): (2, 1),
        (9, NO): (1, 1),
        (12, NO): (1, 1),
        (15, NO): (1, 1),
        (18, NO): (1, 1),
    }


def test_a_riichi_in_the_turn_itself_takes_the_hand_out():
    rows = hands(
        end=["agari"],
        draw_kind=[NO],
        first_riichi_seat=[0],
        first_riichi_turn=[6],
        riichi_count=[1],
        turn=[9],
    )

    assert measured(NAMED["draw_rate_by_turn_without_riichi"], rows) == {(3, NO): (1, 0)}


def test_draws_by_open_seats_riichi_and_calls():
    assert counts("draw_rate_by_open_seats") == {(0, NO): (2, 1), (1, NO): (2, 1), (2, NO): (1, 1)}
    assert counts("draw_rate_by_riichi_and_calls") == {
        ("neither", NO): (1, 0),
        ("calls", NO): (1, 1),
        ("riichi", NO): (1, 1),
        ("both", NO): (2, 1),
    }


def test_kita_is_no_call():
    rows = rows_of("hands", players=3, hands={"end": ["ryuukyoku", "agari"], "calls": [3, 2], "kita": [3, 1]})

    assert measured(NAMED["draw_rate_by_calls"], rows) == {(0, NO): (1, 1), (1, NO): (1, 0)}


def test_draws_by_kyoku_and_what_lies_on_the_table():
    assert counts("draw_rate_by_kyoku") == {
        (0, NO): (1, 1),
        (1, NO): (2, 1),
        (2, NO): (1, 1),
        (3, NO): (1, 0),
    }
    assert counts("draw_rate_by_honba") == {(0, NO): (2, 2), (1, NO): (2, 1), (2, NO): (1, 0)}
    assert counts("draw_rate_by_kyotaku") == {(0, NO): (3, 3), (1, NO): (2, 0)}


def test_a_hand_of_unknown_kyoku_is_in_no_bin():
    rows = hands(end=["ryuukyoku", "ryuukyoku"], kyoku=[NO, 2], dealer=[0, 2])

    assert measured(NAMED["draw_rate_by_kyoku"], rows) == {(2, NO): (1, 1)}


def test_a_chombo_is_no_draw():
    rows = hands(end=["ryuukyoku", "ryuukyoku"], draw_kind=["chombo", "exhaustive"])

    assert measured(NAMED["draw_rate"], rows) == {(NO, NO): (2, 1)}
