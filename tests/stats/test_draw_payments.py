"""What draws pay by state: three ordinary draws, a nagashi mangan, an abortive draw."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Two tenpai, one in riichi; all tenpai; not judged; nagashi mangan; kyuushu after a riichi."""
    hands = {
        "end": ["ryuukyoku"] * 5,
        "draw_kind": ["exhaustive", "exhaustive", "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai"],
    }
    seats = {
        "tenpai": [[T, T, F, F], [T, T, T, T], [NO] * 4, [F, F, F, F], [T, F, F, F]],
        "riichi_turn": [[7, NO, NO, NO], [NO] * 4, [NO] * 4, [NO] * 4, [1, NO, NO, NO]],
        "open_melds": [[0, 3, 1, 0], [0, 1, 0, 3], [0] * 4, [0] * 4, [0] * 4],
        "placement": [[1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4], [4, 3, 2, 1], [1, 2, 3, 4]],
        "delta": [
            [1500, 1500, -1500, -1500],
            [0] * 4,
            [3000, -1000, -1000, -1000],
            [12000, -4000, -4000, -4000],
            [0] * 4,
        ],
    }
    return run_of(tmp_path_factory.mktemp("payments"), hands=hands, seats=seats)


def test_payments_by_state_leave_out_nagashi_and_what_is_not_judged(run):
    open_tenpai = {("open_tenpai", 0): (3, 2), ("open_tenpai", 1500): (3, 1)}
    others = {("riichi", 1500): (1, 1), ("silent_tenpai", 0): (2, 2), ("noten", -1500): (2, 2)}
    means = {"riichi": (1, 1500), "open_tenpai": (3, 1500), "silent_tenpai": (2, 0), "noten": (2, -3000)}
    assert counts_of(run, "noten_payment", by="state") == {**open_tenpai, **others}
    assert counts_of(run, "noten_payment_mean", by="state") == means
    check(run, tenpai_payment_mean=(6, 3000))
    assert counts_of(run, "noten_payment_mean", by="placement", where="placement is not null") == {
        1: (2, 1500),
        2: (2, 1500),
        3: (2, -1500),
        4: (2, -1500),
    }


def test_the_own_stick_is_lost_at_a_draw(run):
    means = {"riichi": (1, 500), "open_tenpai": (3, 1500), "silent_tenpai": (2, 0), "noten": (2, -3000)}
    assert counts_of(run, "noten_payment_with_stick_mean", by="state") == means


def test_payments_by_riichi_and_melds(run):
    assert counts_of(run, "noten_payment_mean", by="riichi_count", where="state = 'noten'") == {1: (2, -3000)}
    assert counts_of(run, "noten_payment_mean", by="open_melds", where="state = 'noten'") == {
        0: (1, -1500),
        1: (1, -1500),
    }
    assert counts_of(run, "noten_payment_mean", by="open_melds", where="state <> 'noten'") == {
        0: (3, 1500),
        1: (1, 0),
        3: (2, 1500),
    }


def test_over_all_seats_payments_are_zero_and_sticks_are_not(run):
    """Exhaustive draws judged or not, nagashi among them; the stick of the abortive draw is lost in it."""
    check(run, ryuukyoku_delta=(20, 0), ryuukyoku_gain=(20, -2000))
    assert counts_of(run, "ryuukyoku_delta", where="is_exhaustive") == {None: (16, 0)}
    assert counts_of(run, "ryuukyoku_gain", where="is_exhaustive") == {None: (16, -1000)}


def test_sanma_pays_two_thousand_and_an_unstated_payment_does_not_count(tmp_path):
    seats = {"tenpai": [[T, F, F], [T, F, F]], "delta": [[2000, -1000, -1000], [NO] * 3]}
    run = run_of(tmp_path, players=3, hands={"end": ["ryuukyoku"] * 2}, seats=seats)
    assert counts_of(run, "noten_payment", by="state") == {
        ("silent_tenpai", 2000): (1, 1),
        ("noten", -1000): (2, 2),
    }
    assert counts_of(run, "ryuukyoku_gain", where="is_exhaustive") == {None: (3, 0)}
