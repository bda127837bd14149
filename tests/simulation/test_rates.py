"""Simulated play beside real play, in the rates of the page on simulated games."""

import gzip
import re
from pathlib import Path

import pytest

import analyzer
from analyzer.kernels import compiling

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "simulation.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| [^|]+`(\w+)`(?: \(`(\w+)`\))? \|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|$", PAGE, re.MULTILINE
)
STATISTICS = {name: category or None for name, category, *_ in ROWS}
GAMES = 600


def numbers(cell):
    """The numbers of a cell; percent as shares."""
    scale = 100 if "%" in cell else 1
    return [float(number) / scale for number in re.findall(r"\d+(?:\.\d+)?", cell.replace(",", ""))]


def stated(players, place):
    """Numbers of the page by statistic: of the real games (0) or the simulated ones (1)."""
    return {row[0]: numbers(row[2 + place + 2 * (4 - players)]) for row in ROWS}


def run_over(logs, folder):
    """The tables of a run over some logs."""
    for log_id, data in logs:
        (folder / f"{log_id}.mjlog").write_bytes(data)
    with compiling():
        return analyzer.run(folder, folder / "out", stats="none", workers=1, progress=False)


def counted(archive, players):
    """The value of every statistic of the page, with its interval, over hanchan."""
    found = {}
    for name, category in STATISTICS.items():
        rows = archive.stat(name, where=f"players = {players} and length = 'hanchan'")
        row = rows[rows["category"] == category].iloc[0] if category else rows.iloc[0]
        found[name] = [float(row[column]) for column in ("value", "low", "high")]
    return found


@pytest.fixture(scope="module")
def simulated(tmp_path_factory):
    """Games of four players and of three."""
    with compiling():
        logs = [
            log
            for players in (4, 3)
            for log in analyzer.simulate(GAMES, "test of rates", players=players, progress=False)
        ]
    return run_over(logs, tmp_path_factory.mktemp("simulated"))


@pytest.fixture(scope="module")
def real(corpus, tmp_path_factory):
    logs = [(path.stem, gzip.decompress(path.read_bytes())) for path in (corpus / "phoenix").iterdir()]
    return run_over(logs, tmp_path_factory.mktemp("real"))


def test_the_page_has_every_rate_of_play():
    assert set(STATISTICS) == {
        *("win_rate", "deal_in_rate", "riichi_rate", "open_rate", "draw_rate"),
        *("win_points", "game_end_cause", "draw_tenpai_rate"),
    }


@pytest.mark.parametrize("players", [4, 3])
def test_what_the_page_says_of_simulated_play_is_within_a_tenth_of_real_play(players):
    real, simulated = stated(players, 0), stated(players, 1)

    for name, (value, *_) in real.items():
        # That of all games, and those of the seeds with the lowest and the highest.
        assert simulated[name] == pytest.approx([value] * 3, rel=0.1), name


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 3])
def test_games_are_played_at_the_rates_of_the_page(players, simulated):
    found, page = counted(simulated, players), stated(players, 1)

    # Some hundred games and the 15,000 of the page: twice the interval leaves no room for chance in 16 rates.
    for name, (value, low, high) in found.items():
        assert abs(value - page[name][0]) <= high - low, name


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 3])
def test_real_games_have_the_rates_of_the_page(players, real):
    found, page = counted(real, players), stated(players, 0)

    # The page has three digits.
    for name, values in found.items():
        assert values == pytest.approx(page[name], rel=5e-3), name
