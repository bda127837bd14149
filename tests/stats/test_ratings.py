"""What sites of players show by dan and rating: chasing and chased riichi, ippatsu, ura, renchan."""

import pytest

from analyzer.stats.archive import load_archive
from tests.stats.frames import counts_of, run_of

NO = None


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Seats 0 to 3 have dan 16 to 19 and the ratings below.

    Seat 0 chases seat 1 and wins by ron with ippatsu and ura as the dealer; then seat 2 wins with neither.
    """
    return run_of(
        tmp_path_factory.mktemp("ratings"),
        games={"hands": [3]},
        people={"dan": [16, 17, 18, 19], "rate": [2099.99, 2100.0, 2250.5, NO]},
        hands={"end": ["agari", "agari", "ryuukyoku"], "kyoku": [0, 0, 1]},
        seats={
            "riichi_turn": [[7, 5, NO, NO], [NO, NO, 6, NO], [NO] * 4],
            "riichi_order": [[2, 1, NO, NO], [NO, NO, 1, NO], [NO] * 4],
        },
        wins={"seat": [0, 2], "loser": [1, 0], "yaku": [["riichi", "ippatsu"], ["riichi"]], "ura": [1, 0]},
    )


@pytest.mark.parametrize(
    ("name", "by_dan", "by_rating"),
    [
        (
            "chasing_riichi_share",
            {16: (1, 1), 17: (1, 0), 18: (1, 0)},
            {2000: (1, 1), 2100: (1, 0), 2200: (1, 0)},
        ),
        (
            "chased_riichi_share",
            {16: (1, 0), 17: (1, 1), 18: (1, 0)},
            {2000: (1, 0), 2100: (1, 1), 2200: (1, 0)},
        ),
        ("ippatsu_rate", {16: (1, 1), 18: (1, 0)}, {2000: (1, 1), 2200: (1, 0)}),
        ("ura_hit_rate", {16: (1, 1), 18: (1, 0)}, {2000: (1, 1), 2200: (1, 0)}),
    ],
)
def test_rates_of_a_seat_are_shown_by_its_dan_and_rating(run, name, by_dan, by_rating):
    assert counts_of(run, name, by="dan") == by_dan
    assert counts_of(run, name, by="rating_step") == by_rating
    assert counts_of(run, name, by="floor(rate / 100) * 100") == by_rating
    frame = load_archive(run).sql("SELECT dan, rating_step FROM seats WHERE hand = 0 AND seat < 3")
    assert sorted(frame.itertuples(index=False)) == [(16, 2000), (17, 2100), (18, 2200)]


def test_renchan_is_shown_by_dan_and_rating_of_the_dealer(run):
    assert counts_of(run, "renchan_rate", by="dealer_dan") == {16: (2, 1)}
    assert counts_of(run, "renchan_rate", by="floor(dealer_rate / 100) * 100") == {2000: (2, 1)}
