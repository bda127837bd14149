"""Draw rates: which hands count, and in which bin."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Drawn without riichi; after the dealer's; won after two; nagashi after one; kyuushu; cut; chombo."""
    hands = {
        "end": ["ryuukyoku", "ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "none", "ryuukyoku"],
        "draw_kind": ["exhaustive", "exhaustive", NO, "nagashi_mangan", "kyuushu_kyuuhai", NO, "chombo"],
        "kyoku": [0, 1, 1, 2, 3, 3, 3],
        "honba": [0, 1, 2, 0, 1, 2, 2],
        "riichi_count": [0, 1, 2, 1, 0, 1, 0],
        "first_riichi_seat": [NO, 1, 3, 0, NO, 3, NO],
        "first_riichi_turn": [NO, 6, 9, 6, NO, 2, NO],
        "turn": [18, 18, 12, 17, 1, 3, 9],
        "open_seats": [2, 0, 1, 1, 0, 0, 0],
        "is_all_last": [False, False, False, True, True, True, True],
    }
    return run_of(tmp_path_factory.mktemp("draws"), hands=hands)


def test_nagashi_mangan_is_a_draw_and_an_abortive_one_is_not(run):
    check(run, draw_rate=(5, 3), ryuukyoku_rate=(5, 4))
    assert counts_of(run, "draw_rate", where="is_all_last") == {None: (2, 1)}


def test_draws_with_and_without_riichi(run):
    check(run, draw_riichi_count={0: (3, 1), 1: (3, 2)})
    check(run, draw_rate_without_riichi=(2, 1), draw_rate_with_riichi=(3, 2))
    assert counts_of(run, "draw_rate", where="first_riichi_turn is null") == {None: (2, 1)}
    assert counts_of(run, "draw_rate", where="first_riichi_turn is not null") == {None: (3, 2)}
    assert counts_of(
        run, "draw_rate", where="first_riichi_turn is not null and first_riichi_seat = dealer"
    ) == {None: (1, 1)}
    assert counts_of(
        run, "draw_rate", where="first_riichi_turn is not null and first_riichi_seat <> dealer"
    ) == {None: (2, 1)}
    assert counts_of(
        run,
        "draw_rate",
        by="first_riichi_turn",
        where="first_riichi_turn is not null and first_riichi_seat = dealer",
    ) == {6: (1, 1)}
    assert counts_of(
        run,
        "draw_rate",
        by="first_riichi_turn",
        where="first_riichi_turn is not null and first_riichi_seat <> dealer",
    ) == {6: (1, 1), 9: (1, 0)}
    assert counts_of(
        run, "draw_rate", by="first_riichi_turn", where="first_riichi_turn is not null and riichi_count = 1"
    ) == {6: (2, 2)}
    assert counts_of(
        run, "draw_rate", by="first_riichi_turn", where="first_riichi_turn is not null and riichi_count > 1"
    ) == {9: (1, 0)}
    assert counts_of(run, "draw_rate", by="riichi_count") == {0: (2, 1), 1: (2, 2), 2: (1, 0)}


def test_a_hand_counts_at_every_third_turn_before_its_first_riichi(run):
    """One reaches turn 18; two come to a riichi in turn 6, which takes them out of it, one in turn 9."""
    quiet = {3: (4, 3), 6: (2, 1), 9: (1, 1), 12: (1, 1), 15: (1, 1), 18: (1, 1)}
    assert counts_of(run, "quiet_draw_rate", by="quiet_turn") == quiet


def test_several_axes_are_several_keys(run):
    bins = {(False, False): (1, 0), (False, True): (1, 1), (True, False): (1, 1), (True, True): (2, 1)}
    assert counts_of(run, "draw_rate", by="first_riichi_turn is not null, open_seats > 0") == bins
    assert counts_of(run, "draw_rate", by="kyoku", where="honba > 0") == {1: (2, 1), 3: (1, 0)}


def test_a_chombo_is_a_kind_of_ryuukyoku_and_an_unknown_kind_is_none(run, tmp_path):
    kinds = ("exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "chombo")
    check(run, ryuukyoku_kind={kind: (5, 2 if kind == "exhaustive" else 1) for kind in kinds})
    unknown = run_of(tmp_path, hands={"end": ["ryuukyoku"], "draw_kind": [NO]})
    check(unknown, ryuukyoku_kind={}, ryuukyoku_rate=(1, 1), draw_rate=(1, 0))


def test_kita_is_no_call_and_an_unknown_kyoku_is_in_no_bin(tmp_path):
    hands = {
        "end": ["ryuukyoku", "agari"],
        "calls": [3, 2],
        "kita": [3, 1],
        "kyoku": [NO, 2],
        "dealer": [0, 2],
    }
    run = run_of(tmp_path, players=3, hands=hands)
    assert counts_of(run, "draw_rate", by="calls - kita") == {0: (1, 1), 1: (1, 0)}
    assert counts_of(run, "draw_rate", by="kyoku", where="kyoku is not null") == {2: (1, 0)}


def test_games_are_counted_with_all_their_hands_and_incomplete_ones_left_out(tmp_path):
    """Two draws and a win, a win, then a game that was cut."""
    hands = {"end": ["ryuukyoku", "agari", "ryuukyoku", "agari", "ryuukyoku", "none"]}
    run = run_of(tmp_path, games={"hands": [3, 1, 2], "is_complete": [True, True, False]}, hands=hands)
    check(run, draws_per_game={0: (2, 1), 2: (2, 1)}, draws_per_game_mean=(2, 2))
    check(run, draws_less_wins={-1: (2, 1), 1: (2, 1)})
