"""Standard errors of the catalogue against a bootstrap over simulated games."""

import numpy as np
import pytest

import analyzer
from analyzer.stats.archive import load_archive
from analyzer.stats.intervals import t_quantile
from tests.written_runs import write_logs

GAMES = 300
RESAMPLES = 2_000
STATISTICS = (
    "gain_per_hand",
    "lead_at_start",
    "win_rate",
    "deal_in_rate",
    "riichi_rate",
    "riichi_win_rate",
    "riichi_gain",
    "open_rate",
    "draw_rate",
    "draw_tenpai_rate",
    "tenpai_rate",
    "win_points",
    "renchan_rate",
    "score_at_start",
    "hand_turn_mean",
)


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """A run over simulated games."""
    folder = tmp_path_factory.mktemp("bootstrap")
    (folder / "logs").mkdir()
    for name, log in analyzer.simulate(GAMES, "bootstrap", length="tonpuu"):
        (folder / "logs" / f"{name}.mjlog").write_bytes(log)
    return load_archive(write_logs(folder / "out", folder / "logs"))


def standard_error(row, games):
    """What the interval of a row was made of."""
    return (row.high - row.low) / 2 / t_quantile(0.975, games - 1)


def resampled(archive, name):
    """Standard deviation of a statistic over samples of as many games, drawn with a fixed seed."""
    by_game = archive.stat(name, by="game", min_n=0)
    n = np.zeros(GAMES)
    n[: len(by_game)] = by_game["n"]
    t = n * np.pad(by_game["value"], (0, GAMES - len(by_game)))
    samples = np.random.default_rng(7).multinomial(GAMES, np.full(GAMES, 1 / GAMES), RESAMPLES)
    return ((samples @ t) / (samples @ n)).std(ddof=1)


@pytest.mark.long
@pytest.mark.parametrize("name", STATISTICS)
def test_standard_errors_are_those_of_a_bootstrap_over_games(archive, name):
    (row,) = archive.stat(name).itertuples()

    assert standard_error(row, row.games) == pytest.approx(resampled(archive, name), rel=0.1)


@pytest.mark.long
def test_rows_of_a_game_make_intervals_much_narrower_or_much_wider(archive):
    def against_independent_rows(name, view, value):
        (row,) = archive.stat(name).itertuples()
        (square,) = archive.mean(view, f"({value}) * ({value})").itertuples()
        alone = ((square.value - row.value**2) / row.n) ** 0.5
        return standard_error(row, row.games) / alone

    # Gains of a hand sum up to 0, but for sticks; a lead is kept from hand to hand.
    assert against_independent_rows("gain_per_hand", "seats", "gain::bigint") < 0.1
    assert against_independent_rows("lead_at_start", "dealt_hands", "lead::bigint") > 1.5
