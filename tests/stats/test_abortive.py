"""Abortive draws of each kind, and kyuushu kyuuhai: who may declare it, who does, and who plays on."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
KINDS = ("suufon_renda", "kyuushu_kyuuhai", "suucha_riichi", "suukaikan", "sanchahou")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """One of each kind, a win, a chombo, a cut hand."""
    hands = {
        "end": [*["ryuukyoku"] * 5, "agari", "ryuukyoku", "none"],
        "draw_kind": [*KINDS, NO, "chombo", NO],
        "kyoku": [0, 1, 2, 3, 0, 1, 2, 3],
        "riichi_count": [1, 0, 4, 0, 2, 4, 3, 0],
        "kans": [0, 0, 0, 4, 0, 4, 0, 0],
        "discards": [4, 1, 20, 30, 40, 50, 60, 1],
    }
    return run_of(tmp_path_factory.mktemp("abortive"), hands=hands)


def test_hands_with_a_chombo_are_left_out(run):
    check(run, abortive_rate=(6, 5))
    assert counts_of(run, "abortive_rate", by="kyoku", where="kyoku is not null") == {
        0: (2, 2),
        1: (2, 1),
        2: (1, 1),
        3: (1, 1),
    }
    check(run, **{f"{kind}_rate": (6, 1) for kind in KINDS})


def test_kinds_of_what_is_broken_off(run):
    check(run, abortive_kind=dict.fromkeys(KINDS, (5, 1)))
    assert counts_of(run, "abortive_draw_discards_mean", by="draw_kind") == dict(
        zip(KINDS, [(1, n) for n in (4, 1, 20, 30, 40)], strict=True)
    )
    assert counts_of(run, "abortive_draw_riichi_rate", by="draw_kind") == dict(
        zip(KINDS, [(1, n) for n in (1, 0, 1, 0, 1)], strict=True)
    )


def test_four_riichi_or_kans_break_the_hand_off_unless_a_tile_is_won_on_or_one_seat_has_them(run):
    assert counts_of(run, "suucha_riichi_rate", where="riichi_count = 4") == {None: (2, 1)}
    assert counts_of(run, "suucha_riichi_rate", where="riichi_count >= 3") == {None: (2, 1)}
    assert counts_of(run, "suukaikan_rate", where="kans >= 4") == {None: (2, 1)}
    assert counts_of(run, "suukaikan_rate", where="kans >= 3") == {None: (2, 1)}


def test_who_is_first_in_the_end(tmp_path):
    """Seat 1 finishes first; it leads and seat 0 deals as second, then they change, then it is last."""
    run = run_of(
        tmp_path,
        people={"placement": [[2, 1, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "ryuukyoku", "agari"],
            "draw_kind": ["suufon_renda", "kyuushu_kyuuhai", NO],
            "dealer": [0, 1, 2],
        },
        seats={"placement": [[2, 1, 3, 4], [1, 2, 3, 4], [1, 4, 2, 3]]},
    )
    assert counts_of(run, "seat_finishes_first_rate", by="placement", where="placement is not null") == {
        1: (3, 1),
        2: (3, 1),
        3: (3, 0),
        4: (3, 1),
    }
    assert counts_of(
        run, "seat_finishes_first_rate", by="placement", where="is_abortive and placement is not null"
    ) == {1: (2, 1), 2: (2, 1), 3: (2, 0), 4: (2, 0)}
    assert counts_of(
        run,
        "seat_finishes_first_rate",
        by="placement",
        where="is_abortive and is_dealer and placement is not null",
    ) == {2: (2, 1)}
    assert counts_of(
        run, "seat_finishes_first_rate", by="draw_kind", where="is_abortive and placement = 1"
    ) == {"suufon_renda": (1, 1), "kyuushu_kyuuhai": (1, 0)}


@pytest.fixture(scope="module")
def kyuushu(tmp_path_factory):
    """Seat 1 declares ten kinds, seats after it never drew; seat 0 keeps nine and wins; the last is cut."""
    return run_of(
        tmp_path_factory.mktemp("kyuushu"),
        people={"placement": [[1, 2, 3, 4]]},
        hands={
            "end": ["ryuukyoku", "agari", "none"],
            "draw_kind": ["kyuushu_kyuuhai", NO, NO],
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
        wins={"hand": [1], "seat": [0], "yaku": [["kokushi_thirteen"]], "yakuman": [1]},
    )


def test_seats_that_never_drew_or_were_called_before_are_not_asked(kyuushu):
    check(kyuushu, kyuushu_eligible_rate=(5, 3), kyuushu_kinds={5: (5, 1), 8: (5, 1), 9: (5, 2), 10: (5, 1)})


def test_who_drew_and_discarded_nothing_has_declared(kyuushu):
    check(kyuushu, kyuushu_declared_rate=(3, 1))
    assert counts_of(kyuushu, "kyuushu_declared_rate", by="kyuushu_kinds") == {9: (2, 0), 10: (1, 1)}
    assert counts_of(
        kyuushu, "kyuushu_declared_rate", by="kyuushu_shanten", where="kyuushu_shanten is not null"
    ) == {-1: (1, 0), 2: (1, 0), 4: (1, 1)}
    assert counts_of(
        kyuushu, "kyuushu_declared_rate", by="placement", where="is_all_last and placement is not null"
    ) == {1: (1, 0), 2: (1, 0)}


def test_who_plays_on_may_win_with_kokushi(kyuushu):
    check(kyuushu, kyuushu_kept_win_rate=(2, 1), kyuushu_kept_kokushi_rate=(2, 1))
    check(kyuushu, kyuushu_kept_gain=(2, 32000 - 1000 - 32000))


def test_where_they_end(kyuushu):
    assert counts_of(kyuushu, "kyuushu_final_placement_mean", where="is_declared") == {None: (1, 2)}
    assert counts_of(kyuushu, "kyuushu_final_placement_mean", where="not is_declared") == {None: (2, 3)}
    assert counts_of(
        kyuushu, "kyuushu_finishes_first_rate", by="placement", where="is_declared and placement is not null"
    ) == {3: (1, 0)}
    assert counts_of(
        kyuushu,
        "kyuushu_finishes_first_rate",
        by="placement",
        where="not is_declared and placement is not null",
    ) == {1: (1, 1), 2: (1, 0)}


def test_without_final_result_nobody_is_first(tmp_path):
    run = run_of(
        tmp_path,
        players=3,
        people={"placement": [[NO, NO, NO]]},
        hands={"end": ["ryuukyoku"], "draw_kind": ["kyuushu_kyuuhai"]},
        seats={"kyuushu_kinds": [[9, NO, NO]], "draws": [[1, 0, 0]], "discards": [[0, 0, 0]]},
    )
    check(run, kyuushu_declared_rate=(1, 1))
    assert counts_of(run, "kyuushu_final_placement_mean", where="is_declared") == {}
    assert (
        counts_of(
            run, "seat_finishes_first_rate", by="placement", where="is_abortive and placement is not null"
        )
        == {}
    )
    assert counts_of(run, "seat_finishes_first_rate", by="placement", where="placement is not null") == {}
