from analyzer.stats.riichi_wins import STATISTICS
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of, riichi_rows

NO = None


def counts(name, **wins):
    return measured(of(STATISTICS, name), riichi_rows("wins", wins=wins))


def test_ippatsu_is_a_share_of_wins_after_riichi():
    yaku = [["riichi", "ippatsu", "tanyao"], ["double_riichi"], ["tanyao"], ["yakuhai_haku"]]

    assert counts("ippatsu_rate", yaku=yaku) == {(NO, NO): (2, 1)}


def test_a_win_whose_yaku_are_not_stated_is_left_out_of_ippatsu():
    assert counts("ippatsu_rate", yaku=[NO, ["riichi"], ["tanyao"], NO]) == {(NO, NO): (1, 0)}


def test_an_ippatsu_win_comes_one_turn_after_the_declaration():
    """Hand 0: declared on turn 5, won on 9; hand 2: declared on turn 3, won on 4."""
    assert counts("turns_from_riichi_to_win") == {(NO, 1): (2, 1), (NO, 4): (2, 1)}


def test_dora_of_wins_are_dora_and_red_fives_without_ura():
    found = counts("riichi_win_dora", dora=[1, 0, 3, 0], aka=[1, 0, 1, 0], ura=[2, 2, 0, 0])

    assert found == {(NO, 0): (2, 1), (NO, 2): (2, 1)}


def test_a_riichi_chased_only_by_the_tile_that_it_won_on_is_no_chased_win():
    """Seat 1 of hand 0 won on the tile of the second riichi; hand 2 has an accepted second one."""
    dora = [1, 2, 0, 0]

    assert counts("chased_riichi_win_dora", dora=dora) == {(NO, 2): (1, 1)}
    assert counts("first_riichi_win_dora", dora=dora) == {(NO, 1): (2, 1), (NO, 2): (2, 1)}
    assert counts("chasing_riichi_win_dora", dora=dora) == {}


def test_a_yakuman_states_no_dora_and_is_left_out():
    assert counts("riichi_win_dora", dora=[NO, 0, 0, 0], aka=[NO, 1, 0, 0]) == {(NO, 1): (1, 1)}
