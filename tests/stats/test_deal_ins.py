"""Deal-ins and tsumo suffered: to whom, in which state, when, and what they cost."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """8,000 off the open dealer with a honba, a tsumo, a double ron off a riichi, a draw, and a cut hand."""
    return run_of(
        tmp_path_factory.mktemp("deal_ins"),
        hands={"end": ["agari", "agari", "agari", "ryuukyoku", "none"], "kyoku": [0, 1, 2, 3, 4]},
        seats={
            "delta": [
                [-8300, 9300, 0, 0],
                [-1000, -2000, 4000, -1000],
                [1000, 0, -3000, 2000],
                [0] * 4,
                [NO] * 4,
            ],
            "discards": [[9, 9, 9, 8], [9, 8, 8, 8], [5, 5, 6, 5], [18, 18, 17, 17], [1, 0, 0, 0]],
            "riichi_turn": [[NO, 6, NO, NO], [NO] * 4, [6, NO, 3, NO], [NO] * 4, [NO] * 4],
            "open_melds": [[2, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 2], [0] * 4, [0] * 4],
            "tenpai": [[NO] * 4, [False] * 4, [True, False, True, True], [False] * 4, [NO] * 4],
        },
        wins={
            "hand": [0, 1, 2, 2],
            "seat": [1, 2, 3, 0],
            "loser": [0, NO, 2, 2],
            "way": ["riichi", "dama", "open", "riichi"],
            "tile": ["5m", "0p", "1z", "1z"],
            "points": [8000, 4000, 2000, 1000],
            "limit": ["mangan", "none", "none", "none"],
        },
    )


def test_two_winners_are_one_deal_in(run):
    check(run, deal_in_rate=(16, 2), win_minus_deal_in=(16, 4 - 2))


def test_the_seat_that_dealt_in(run):
    """Tenpai is asked only where a rule set judged."""
    check(run, deal_in_turn={6: (2, 1), 9: (2, 1)}, deal_in_turn_mean=(2, 15))
    check(run, deal_in_state={"open": (2, 1), "riichi": (2, 1)}, deal_in_tenpai_rate=(1, 1))


def test_each_winner_of_a_double_ron_is_dealt_in_to(run):
    check(run, deal_in_to_way={"riichi": (3, 2), "open": (3, 1)})
    assert counts_of(run, "deal_in_to_way", where="riichi_turn is null") == {"riichi": (1, 1)}
    check(run, deal_in_limit={"mangan": (3, 1), "none": (3, 2)}, deal_in_tile={"5m": (3, 1), "1z": (3, 2)})
    check(run, deal_in_relation={"shimocha": (3, 2), "toimen": (3, 1)})


def test_values_of_a_double_ron_add_up_and_the_cost_has_honba(run):
    check(run, deal_in_points=(2, 8000 + 3000), deal_in_cost=(2, 8300 + 3000))
    assert counts_of(run, "deal_in_cost", by="tehai_state") == {"open": (1, 8300), "riichi": (1, 3000)}


def test_a_tsumo_is_suffered_by_all_others(run):
    check(run, tsumo_suffered_rate=(16, 3), tsumo_suffered_cost=(3, 4000), blown_up_dealer_rate=(3, 0))


def test_rons_of_the_dealer(tmp_path):
    wins = {"hand": [0, 1, 1], "seat": [1, 3, 0], "loser": [0, 2, 2], "points": [8000, 2000, 1000]}
    run = run_of(tmp_path, hands={"end": ["agari", "agari"], "kyoku": [1, 0]}, wins=wins)

    check(run, deal_in_to_dealer_rate=(3, 2))
    assert counts_of(run, "deal_in_ron_points", by="is_to_dealer") == {True: (2, 9000), False: (1, 2000)}


def test_a_value_that_is_not_logged_leaves_the_double_ron_out(tmp_path):
    run = run_of(tmp_path, wins={"hand": [0, 0], "seat": [1, 2], "loser": [0, 0], "points": [1000, NO]})

    check(run, deal_in_points={})


def test_a_robbed_kan_or_kita_counts_as_the_discard_that_would_have_followed(tmp_path):
    """A kan, a kita, a north that is discarded by a seat without kita, and a discard after a kita."""
    run = run_of(
        tmp_path,
        players=3,
        seats={"discards": [[4] * 3] * 4, "kita": [[0, 0, 0], [1, 0, 0], [0, 0, 0], [1, 0, 0]]},
        wins={
            "hand": [0, 1, 2, 3],
            "seat": [1] * 4,
            "loser": [0] * 4,
            "tile": ["5p", "4z", "4z", "9m"],
            "yaku": [["chankan"], ["riichi"], ["riichi"], ["riichi"]],
        },
    )

    check(run, deal_in_turn={5: (4, 2), 4: (4, 2)})


def test_sanma_has_no_toimen_and_two_others(tmp_path):
    """A ron of each neighbour, and a mangan by tsumo from the dealer."""
    run = run_of(
        tmp_path,
        players=3,
        hands={"end": ["agari"] * 3},
        seats={"delta": [[-1000, 1000, 0], [1000, -1000, 0], [-4000, -2000, 6000]]},
        wins={"seat": [1, 0, 2], "loser": [0, 1, NO], "limit": ["none", "none", "mangan"]},
    )

    check(run, deal_in_relation={"shimocha": (2, 1), "kamicha": (2, 1)}, tsumo_suffered_rate=(9, 2))
    check(run, blown_up_dealer_rate=(2, 1))
    assert counts_of(run, "tsumo_suffered_cost", where="is_dealer and has_mangan") == {None: (1, 4000)}


def test_pao_spares_the_others_and_halves_a_ron(tmp_path):
    run = run_of(
        tmp_path,
        seats={"delta": [[0, 32000, -32000, 0], [-16000, 32000, -16000, 0]]},
        wins={"hand": [0, 1], "seat": [1, 1], "loser": [NO, 2], "points": [32000, 32000], "yakuman": [1, 1]},
    )

    check(run, tsumo_suffered_cost=(3, 32000), deal_in_cost=(1, 16000), deal_in_points=(1, 32000))
