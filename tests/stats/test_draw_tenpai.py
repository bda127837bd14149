"""Tenpai seats at exhaustive draws: their number, states, turns and waits."""

import pytest

from tests.stats.frames import check, counts_of, run_of

NO = None
T, F = True, False


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """Two tenpai, the dealer too; one, not the dealer; a win; nagashi mangan; not judged; broken off."""
    hands = {
        "end": ["ryuukyoku", "ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "ryuukyoku"],
        "draw_kind": ["exhaustive", "exhaustive", NO, "nagashi_mangan", "exhaustive", "kyuushu_kyuuhai"],
        "kyoku": [0, 1, 1, 2, 3, 3],
        "honba": [0, 6, 1, NO, 0, 1],
        "kyotaku": [0, 5, 0, NO, 0, 1],
    }
    seats = {
        "tenpai": [[T, F, T, F], [F, F, F, T], [T, T, T, F], [F, F, F, F], [NO, NO, NO, NO], [T, T, T, T]],
        "riichi_turn": [[9, NO, NO, NO], [NO] * 4, [NO] * 4, [NO] * 4, [5, 6, NO, NO], [NO] * 4],
    }
    return run_of(tmp_path_factory.mktemp("count"), hands=hands, seats=seats)


def test_wins_abortive_draws_and_draws_that_are_not_judged_do_not_count(counted):
    assert counts_of(counted, "draw_tenpai_count") == {0: (3, 1), 1: (3, 1), 2: (3, 1)}
    assert counts_of(counted, "draw_tenpai_count_mean") == {None: (3, 3)}
    dealers = {"0 dealer noten": (3, 1), "1 dealer noten": (3, 1), "2 dealer tenpai": (3, 1)}
    check(counted, draw_without_payment_rate=(3, 1))
    assert counts_of(counted, "draw_tenpai_count_with_dealer") == dealers


def test_tenpai_count_by_honba_sticks_and_riichi(counted):
    assert counts_of(counted, "draw_tenpai_count", by="honba", where="honba is not null") == {
        (0, 2): (1, 1),
        (6, 1): (1, 1),
    }
    assert counts_of(
        counted, "draw_tenpai_count", by="kyotaku + accepted_count", where="kyotaku is not null"
    ) == {(1, 2): (1, 1), (5, 1): (1, 1)}
    assert counts_of(counted, "draw_tenpai_count", by="riichi_count") == {
        (0, 0): (2, 1),
        (0, 1): (2, 1),
        (1, 2): (1, 1),
    }
    joint = {(0, 1, "2 dealer tenpai"): (1, 1), (4, 4, "1 dealer noten"): (1, 1)}
    assert (
        counts_of(
            counted,
            "draw_tenpai_count_with_dealer",
            by="least(honba, 4), least(kyotaku + accepted_count, 4)",
            where="honba is not null and kyotaku is not null",
        )
        == joint
    )


def test_three_tenpai_are_everybody_in_sanma_and_not_with_four(tmp_path):
    three = run_of(tmp_path / "3", players=3, hands={"end": ["ryuukyoku"]}, seats={"tenpai": [[T, T, T]]})
    four = run_of(tmp_path / "4", hands={"end": ["ryuukyoku"]}, seats={"tenpai": [[T, T, T, F]]})
    check(three, draw_without_payment_rate=(1, 1), draw_tenpai_rate=(3, 3))
    check(four, draw_without_payment_rate=(1, 0), draw_tenpai_rate=(4, 3))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A draw, a nagashi mangan in all last, and a win."""
    hands = {
        "end": ["ryuukyoku", "ryuukyoku", "agari"],
        "draw_kind": ["exhaustive", "nagashi_mangan", NO],
        "kyoku": [0, 7, 7],
        "is_all_last": [False, True, True],
    }
    seats = {
        "tenpai": [[T, T, F, F], [F, F, T, F], [T, T, T, T]],
        "riichi_turn": [[7, NO, NO, NO], [NO] * 4, [9, NO, NO, NO]],
        "melds": [[0, 2, 2, 0], [1, 0, 1, 0], [0] * 4],
        "open_melds": [[0, 2, 2, 0], [1, 0, 0, 0], [0] * 4],
        "tenpai_turn": [[7, 12, 10, NO], [NO, NO, 17, 5], [1] * 4],
        "placement": [[1, 2, 3, 4], [2, 1, 4, 3], [1, 2, 3, 4]],
        "score": [[25000] * 4, [26000, 38000, 12000, 24000], [1, 2, 3, 4]],
    }
    return run_of(tmp_path_factory.mktemp("tenpai"), hands=hands, seats=seats)


def test_seats_of_wins_do_not_count(run):
    """Seat 0 deals the first hand and is tenpai, seat 3 the second and is not."""
    check(run, draw_tenpai_rate=(8, 3))
    assert counts_of(run, "draw_tenpai_rate", where="is_dealer") == {None: (2, 1)}
    assert counts_of(run, "draw_tenpai_rate", where="not is_dealer") == {None: (6, 2)}


def test_a_closed_kan_leaves_tenpai_silent(run):
    check(run, draw_state={"riichi": (8, 1), "open_tenpai": (8, 1), "silent_tenpai": (8, 1), "noten": (8, 5)})
    assert counts_of(run, "draw_tenpai_rate", where="not has_riichi") == {None: (7, 2)}
    assert counts_of(run, "draw_tenpai_rate", by="open_melds") == {0: (5, 2), 1: (1, 0), 2: (2, 1)}


def test_tenpai_by_gaps_to_the_neighbours(run):
    """All equal at first: the lower seat is ahead by 0; then 38000, 26000, 24000, 12000."""
    assert counts_of(run, "draw_tenpai_rate", by="gap_above_from", where="gap_above is not null") == {
        0: (3, 1),
        1100: (1, 0),
        8100: (2, 1),
    }
    assert counts_of(run, "draw_tenpai_rate", by="gap_below_from", where="gap_below is not null") == {
        0: (3, 2),
        1100: (1, 0),
        8100: (2, 0),
    }
    assert counts_of(
        run, "draw_tenpai_rate", by="gap_above_from", where="is_all_last and gap_above is not null"
    ) == {1100: (1, 0), 8100: (2, 1)}
    assert counts_of(
        run, "draw_tenpai_rate", by="placement", where="is_all_last and placement is not null"
    ) == {1: (1, 0), 2: (1, 0), 3: (1, 0), 4: (1, 1)}


def test_seats_may_have_lost_tenpai(run):
    """Five seats were tenpai, and two of them are noten in the end."""
    turns = {5: (1, 0), 7: (1, 1), 10: (1, 0), 12: (1, 1), 17: (1, 1)}
    check(run, draw_left_tenpai_rate=(5, 2))
    assert counts_of(run, "draw_tenpai_rate", by="tenpai_turn", where="tenpai_turn is not null") == turns
    check(run, draw_tenpai_turn=dict.fromkeys((7, 12, 17), (3, 1)), draw_tenpai_turn_mean=(3, 7 + 12 + 17))


def test_what_is_not_known_is_in_no_bin(tmp_path):
    unknown = ("placement", "score", "tenpai_turn", "keishiki", "furiten", "wait_live", "wait_shape")
    seats = {"tenpai": [[T, F, F, F], [NO] * 4], **{name: [[NO] * 4, [NO] * 4] for name in unknown}}
    run = run_of(tmp_path, hands={"end": ["ryuukyoku", "ryuukyoku"]}, seats=seats)
    check(run, draw_tenpai_rate=(4, 1))
    assert counts_of(run, "draw_tenpai_rate", by="placement", where="placement is not null") == {}
    assert counts_of(run, "draw_tenpai_rate", by="gap_above_from", where="gap_above is not null") == {}
    check(run, draw_tenpai_turn_mean={}, draw_wait_shape={}, last_turn_tenpai_rate={})
    check(run, keishiki_rate={}, keishiki_share_of_tenpai={}, draw_furiten_rate={}, draw_dead_wait_rate={})


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    """A draw and a nagashi mangan, for which nobody asks whether a wait has a yaku."""
    seats = {
        "tenpai": [[T, T, T, F], [T, F, F, T]],
        "riichi_turn": [[7, NO, NO, NO], [9, NO, NO, NO]],
        "open_melds": [[0, 2, 0, 0], [0, 0, 0, 1]],
        "tenpai_turn": [[7, 17, 18, 9], [9, NO, NO, 18]],
        "discards": [[18, 17, 18, 18], [18, 18, 18, 18]],
        "keishiki": [[NO, T, F, NO], [NO, NO, NO, NO]],
        "furiten": [[F, T, T, T], [F, F, F, F]],
        "furiten_discard": [[F, F, T, T], [F, F, F, F]],
        "furiten_riichi": [[T, F, F, F], [F, F, F, F]],
        "wait_live": [[4, 0, 1, NO], [0, NO, NO, 4]],
        "wait_shape": [["ryanmen", "tanki", "tanki", NO], ["kanchan", NO, NO, "complex"]],
        "delta": [[1000, 1000, 1000, -3000], [8000, -4000, -2000, -2000]],
    }
    hands = {"end": ["ryuukyoku", "ryuukyoku"], "draw_kind": ["exhaustive", "nagashi_mangan"]}
    return run_of(tmp_path_factory.mktemp("waits"), hands=hands, seats=seats)


def test_riichi_is_never_keishiki_and_nagashi_mangan_is_left_out(waits):
    check(waits, keishiki_rate=(2, 1), keishiki_share_of_tenpai=(3, 1))
    assert counts_of(waits, "keishiki_rate", by="state") == {"open_tenpai": (1, 1), "silent_tenpai": (1, 0)}
    assert counts_of(waits, "keishiki_rate", by="tenpai_turn", where="tenpai_turn is not null") == {
        17: (1, 1),
        18: (1, 0),
    }


def test_furiten_and_dead_waits_of_tenpai_seats(waits):
    check(waits, draw_furiten_rate=(5, 2), draw_discard_furiten_rate=(5, 1), draw_riichi_furiten_rate=(5, 1))
    check(waits, draw_wait_live={0: (5, 2), 1: (5, 1), 4: (5, 2)}, draw_dead_wait_rate=(5, 2))
    assert counts_of(waits, "draw_dead_wait_rate", by="state") == {
        "riichi": (2, 1),
        "open_tenpai": (2, 1),
        "silent_tenpai": (1, 0),
    }
    check(waits, draw_wait_shape={"ryanmen": (5, 1), "kanchan": (5, 1), "tanki": (5, 2), "complex": (5, 1)})


def test_the_last_turn_is_the_last_discard_of_the_seat(waits):
    """17 of 17 discards, 18 of 18, and 18 of 18 at the nagashi mangan, whose payment is no gain of it."""
    check(waits, last_turn_tenpai_rate=(5, 3))
    assert counts_of(waits, "keishiki_rate", where="is_last_turn") == {None: (2, 1)}
    assert counts_of(waits, "noten_payment_mean", where="tenpai and tenpai_turn = discards") == {
        None: (2, 2000)
    }
