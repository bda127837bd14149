from analyzer.stats.riichi import STATISTICS
from tests.stats.frames import rows_of
from tests.stats.measuring import measured
from tests.stats.riichi_hands import of, riichi_rows

NO = None


def counts(name, grain="seats", **columns):
    return measured(of(STATISTICS, name), riichi_rows(grain, **columns))


def test_riichi_rate_counts_seats_of_hands_with_a_result():
    """12 declarations, of which one in the cut hand; five hands with a result."""
    assert counts("riichi_rate") == {(NO, NO): (20, 12)}


def test_hands_by_riichi_are_those_with_a_result():
    assert counts("riichi_per_hand", "hands") == {
        (NO, 1): (5, 1),
        (NO, 2): (5, 2),
        (NO, 3): (5, 1),
        (NO, 4): (5, 1),
    }
    assert counts("hand_with_riichi_rate", "hands") == {(NO, NO): (5, 5)}


def test_a_declaration_that_was_ronned_is_not_accepted():
    assert counts("accepted_riichi_per_hand", "hands") == {
        (NO, 1): (5, 2),
        (NO, 2): (5, 1),
        (NO, 3): (5, 1),
        (NO, 4): (5, 1),
    }
    assert counts("riichi_accepted_rate") == {(NO, NO): (12, 11)}


def test_the_declaration_tile_is_told_apart_from_later_ones():
    assert counts("riichi_declaration_deal_in_rate") == {(NO, NO): (12, 1)}
    assert counts("riichi_later_deal_in_rate") == {(NO, NO): (12, 0)}


def test_first_chasing_and_chased_of_three_riichi_and_more():
    """Chased: one of two in hands 0 and 2, two of three in hand 1, three of four in hand 3."""
    assert counts("first_riichi_share") == {(NO, NO): (12, 5)}
    assert counts("chasing_riichi_share") == {(NO, NO): (12, 7)}
    assert counts("chased_riichi_share") == {(NO, NO): (12, 7)}
    assert counts("riichi_order") == {(NO, 1): (12, 5), (NO, 2): (12, 4), (NO, 3): (12, 2), (NO, 4): (12, 1)}


def test_mean_turns_sum_up_the_turns_of_their_riichi():
    assert counts("riichi_turn_mean") == {(NO, NO): (12, 66)}
    assert counts("first_riichi_turn_mean") == {(NO, NO): (5, 24)}
    assert counts("chased_riichi_turn_mean") == {(NO, NO): (7, 5 + 4 + 6 + 3 + 2 + 3 + 4)}


def test_riichi_on_the_discard_that_makes_tenpai_is_not_delayed():
    rows = rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={
            "riichi_turn": [[5, 8, 7, NO]],
            "riichi_order": [[1, 3, 2, NO]],
            "tenpai_turn": [[5, 6, NO, 4]],
        },
    )

    assert measured(of(STATISTICS, "delayed_riichi_share"), rows) == {(NO, NO): (2, 1)}


def waiting():
    """Four riichi: on 8 live tiles of two kinds, 6 of three, 4 of one, and a dead one that is furiten."""
    return rows_of(
        "seats",
        hands={"end": ["ryuukyoku"]},
        seats={
            "riichi_turn": [[3, 4, 5, 6]],
            "riichi_order": [[1, 2, 3, 4]],
            "riichi_wait_kinds": [[2, 3, 1, 2]],
            "riichi_wait_live": [[8, 6, 4, 0]],
            "riichi_furiten": [[False, False, False, True]],
        },
    )


def test_good_shape_begins_at_six_live_tiles():
    assert measured(of(STATISTICS, "good_shape_riichi_share"), waiting()) == {(NO, NO): (4, 2)}
    assert measured(of(STATISTICS, "good_shape_riichi_share_by_turn"), waiting()) == {
        (3, NO): (1, 1),
        (4, NO): (1, 1),
        (5, NO): (1, 0),
        (6, NO): (1, 0),
    }


def test_multi_wait_furiten_and_dead_waits():
    assert measured(of(STATISTICS, "multi_wait_riichi_share"), waiting()) == {(NO, NO): (4, 3)}
    assert measured(of(STATISTICS, "furiten_riichi_share"), waiting()) == {(NO, NO): (4, 1)}
    assert measured(of(STATISTICS, "dead_wait_riichi_share"), waiting()) == {(NO, NO): (4, 1)}
    assert measured(of(STATISTICS, "riichi_wait_live_mean"), waiting()) == {(NO, NO): (4, 18)}


def test_a_riichi_whose_waits_are_not_known_is_in_no_denominator_about_waits():
    for name in ("good_shape_riichi_share", "multi_wait_riichi_share", "furiten_riichi_share"):
        assert counts(name) == {}
    assert counts("riichi_wait_kinds") == {}


def test_double_riichi_by_riichi_and_by_seat():
    double = [[False, True, False, False], *([[False] * 4] * 5)]

    assert counts("double_riichi_share", seats={"is_double_riichi": double}) == {(NO, NO): (12, 1)}
    assert counts("double_riichi_rate", seats={"is_double_riichi": double}) == {(NO, NO): (20, 1)}
