"""Quantiles of a few numbers by hand, their intervals by a bootstrap, and what is refused."""

import numpy as np
import pytest

from analyzer.errors import UserMistake
from analyzer.stats.archive import load_archive
from tests.stats.frames import run_of
from tests.thinned import thinned

pytestmark = pytest.mark.usefixtures("one_database")

HONBA = [0, 0, 1, 2, 5, 5, 7, None]


@pytest.fixture
def archive(tmp_path):
    """Two games of four hands; the honba of one is unknown."""
    return load_archive(
        run_of(
            tmp_path / "out",
            games={"hands": [4, 4], "room": ["houou", None]},
            hands={"honba": HONBA, "kyotaku": [3 * (one or 0) for one in HONBA]},
        )
    )


@pytest.mark.parametrize(
    ("share", "expected"), [(0.01, 0), (2 / 7, 0), (0.3, 1), (0.5, 2), (0.7, 5), (6 / 7, 5), (0.99, 7)]
)
def test_the_quantile_is_the_least_number_that_so_many_rows_are_at_most(archive, share, expected):
    (row,) = archive.quantile("dealt_hands", "honba", share).itertuples()

    assert (row.value, row.n, row.games, row.left_out) == (expected, 7, 2, 1)
    assert row.low <= row.value <= row.high


def test_the_median_of_each_group_is_its_own(archive):
    frame = archive.quantile("dealt_hands", "honba / 2", by="room, date_trunc('day', date) AS day")
    shown = frame[["room", "value", "n", "games"]].astype(object)

    # Of 0, 0, 1 and 2 halves, and of 5, 5 and 7; one game has no interval.
    assert shown.where(shown.notna(), None).to_numpy().tolist() == [["houou", 0, 4, 1], [None, 2.5, 3, 1]]
    assert frame[["low", "high"]].isna().all(axis=None)


def test_conditions_choose_the_rows(archive):
    only = archive.quantile("dealt_hands", "kyotaku", of="honba > 0", where="room is null")

    assert only[["value", "n"]].to_numpy().tolist() == [[15, 3]]
    assert archive.quantile("dealt_hands", "kyotaku", of="honba > 9").empty


@pytest.mark.parametrize("share", thinned([0.5, 0.25, 0.9], 3))
def test_intervals_are_those_of_a_bootstrap_over_games(tmp_path, share):
    games, draws, random = 200, 200, np.random.default_rng(7)
    hands = random.integers(4, 13, games)
    # As different between games as within one: rows taken as independent would give half the width.
    levels = np.repeat(random.normal(20_000, 3_000, games), hands)
    honba = (levels + random.normal(0, 3_000, len(levels))).astype(int)
    archive = load_archive(
        run_of(tmp_path / "out", games={"hands": hands.tolist()}, hands={"honba": honba.tolist()})
    )
    (row,) = archive.quantile("dealt_hands", "honba", share).itertuples()
    of_games = np.split(honba, np.cumsum(hands)[:-1])
    drawn = (np.concatenate([of_games[at] for at in random.integers(0, games, games)]) for _ in range(draws))
    low, high = np.quantile([np.quantile(one, share) for one in drawn], [0.025, 0.975])

    # An end of so few draws has a standard error of a twentieth of the width: three of them.
    assert (row.low, row.high) == pytest.approx((low, high), abs=0.15 * (high - low))


def test_too_many_groups_are_refused(archive, monkeypatch):
    monkeypatch.setattr("analyzer.stats.results._MOST_GROUPS", 3)

    with pytest.raises(UserMistake, match="quantiles of 8 groups are asked for; expected at most 3"):
        archive.quantile("dealt_hands", "kyotaku", by="game, hand")
