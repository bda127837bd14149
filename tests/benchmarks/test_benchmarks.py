"""Every figure is measured and printed; how large it is depends on what else the machine does."""

import gzip
import re

import pytest
from click.testing import CliRunner

import benchmarks.__main__ as command
from analyzer.sources import iter_logs, log_id_of
from benchmarks import figures, material
from benchmarks.figures import FIGURES, Figure, Measured
from benchmarks.material import archive_of

LOG = b'<mjloggm ver="2.3"><GO type="185"/><UN n0="%41" n1="b" n2="c" n3="" dan="1,2,3,0"/></mjloggm>'


@pytest.fixture(autouse=True)
def simulated(monkeypatch):
    monkeypatch.delenv("TENHOU_CORPUS", raising=False)


@pytest.fixture
def call(tmp_path, monkeypatch):
    """Runs the command in this process, and not on one core: other tests come after."""
    monkeypatch.setattr(figures, "_apart", lambda work, *args: work(*args))
    monkeypatch.setattr(command, "_stay_on_one_core", lambda: None)
    monkeypatch.setattr(command.REFEREE, "compile_here", lambda: None)
    return lambda *words: CliRunner().invoke(command.main, [*words, "--folder", str(tmp_path)])


@pytest.fixture
def corpus(tmp_path, monkeypatch):
    """A folder of real logs that holds two games of three players."""
    folder = tmp_path / "corpus" / "phoenix"
    folder.mkdir(parents=True)
    (folder / "2022013112gm-00a9-0000-0000000a.mjlog").write_bytes(LOG)
    (folder / "2022020112gm-00a9-0000-0000000b.mjlog").write_bytes(gzip.compress(LOG))
    monkeypatch.setenv("TENHOU_CORPUS", str(folder.parent))


@pytest.mark.long
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_measured(call, name):
    result = call(name, "--games", "3", "--rounds", "1")

    assert result.exit_code == 0, result.output
    assert re.search(rf"^\| {FIGURES[name].name} \| [0-9.e+]+ \|", result.stdout, re.MULTILINE)


def test_medians_stand_beside_their_goals(call, monkeypatch):
    rounds = iter([Measured(5, 90), Measured(2, 100), Measured(4, 80)])
    monkeypatch.setattr(command, "archive_of", lambda _, folder: folder)
    monkeypatch.setitem(FIGURES, "none", Figure("a run", "s", 3, lambda _: next(rounds)))

    told = call("none", "--games", "2", "--rounds", "3").stdout

    assert told.startswith("2 simulated games, one core, medians of 3; Python ")
    assert "| a run | 4 | 3 | s | 100 |" in told.splitlines()


def test_what_is_no_figure_is_refused(call):
    assert call("speed").exit_code == 2


def test_simulated_games_have_ids_of_their_own_and_are_played_once(tmp_path, monkeypatch):
    archive = archive_of(2, tmp_path)
    monkeypatch.setattr(material, "simulate", lambda *args, **options: pytest.fail("played again"))

    logs = [*iter_logs([archive_of(2, tmp_path)])]

    assert [*tmp_path.iterdir()] == [archive]
    assert len({log_id_of(log.source) for log in logs}) == 2
    assert len({log.data for log in logs}) == 2


@pytest.mark.usefixtures("corpus")
def test_real_games_are_repeated_under_other_ids_and_names(tmp_path):
    logs = [*iter_logs([archive_of(80, tmp_path)])]

    ids = [log_id_of(log.source) for log in logs]
    assert len({*ids}) == 80
    assert {one[10:] for one in ids} == {"gm-00a9-0000-0000000a", "gm-00a9-0000-0000000b"}
    assert {log.data.partition(b"<UN")[2].partition(b" dan")[0].decode() for log in logs} == {
        ' n0="%41{0}" n1="b{0}" n2="c{0}" n3=""'.format(f"%3{copy // 10}%3{copy % 10}") for copy in range(40)
    }


@pytest.mark.usefixtures("corpus")
def test_there_must_be_enough_real_games(tmp_path):
    with pytest.raises(ValueError, match="enough logs for 80 games; expected 81"):
        archive_of(81, tmp_path)
