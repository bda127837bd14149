"""Every figure is measured and printed; how large it is depends on what else the machine does."""

import json

import pyarrow.dataset as ds
import pytest
from click.testing import CliRunner

from analyzer.sources import iter_logs, log_id_of
from benchmarks import figures
from benchmarks.__main__ import main
from benchmarks.figures import FIGURES
from benchmarks.material import archive_of

FEW = ("--games", "3", "--many", "3", "--year", "6", "--first", "2", "--rounds", "1", "--workers", "2")


@pytest.fixture(scope="module")
def call(tmp_path_factory):
    """Runs the command in this process, and not on one core: other tests come after."""
    folder = tmp_path_factory.mktemp("benchmarks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "_apart", lambda work, *args: work(*args))
        patch.setattr(figures, "_one_core", lambda: None)
        patch.setattr(figures, "_OFTEN", 1)
        yield lambda *words: CliRunner().invoke(main, [*words, *FEW, "--folder", str(folder)])


@pytest.mark.long
def test_all_figures_are_measured_by_default(call):
    result = call("--format", "json")

    measured = json.loads(result.stdout)
    *found, memory = measured["figures"]
    assert result.stderr.split() == [word for name in FIGURES for word in ("measuring", name)]
    assert (measured["games"], measured["rounds"]) == (3, 1)
    assert len(found) == len(FIGURES)
    assert all(figure["value"] > 0 for figure in found)
    assert all(value > 0 for figure in found for value in figure["seconds"].values())
    assert memory["value"] == max(peak for figure in found for peak in figure["mebibytes"].values())


@pytest.mark.long
def test_one_figure_is_shown_beside_its_goal(call):
    result = call("draws")

    assert result.exit_code == 0
    assert "3 games, medians of 1 rounds" in result.stdout
    assert "1.5" in result.stdout


def test_what_is_no_figure_is_refused(call):
    assert call("speed").exit_code == 2


def test_an_archive_has_logs_of_ids_of_their_own_and_is_made_once(tmp_path, monkeypatch):
    archive = archive_of(5, tmp_path)
    monkeypatch.setattr("benchmarks.material.simulate", lambda *args, **options: pytest.fail("played again"))

    logs = [*iter_logs([archive_of(5, tmp_path)])]

    assert [*tmp_path.iterdir()] == [archive]
    assert len({log_id_of(log.source) for log in logs}) == 5
    assert len({log.data for log in logs}) == 5


def test_tables_are_repeated_under_ids_of_their_own(tmp_path):
    figures._write_tables(archive_of(2, tmp_path), tmp_path / "year", 3)

    once, year = (ds.dataset(tmp_path / name / "hands").to_table() for name in ("once", "year"))

    assert year.num_rows == 3 * once.num_rows > 0
    assert len(set(year["log_id"].to_pylist())) == 6
