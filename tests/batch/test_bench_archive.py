"""A run over an archive made for the purpose is measured as a whole, and nothing of it stays."""

import pytest

from analyzer.batch.bench_archive import FORMS, bench_archive
from analyzer.errors import UserMistake


@pytest.fixture
def log(tmp_path, honest):
    path = tmp_path / "logs" / "2022010101gm-00a9-0000-0000000a.mjlog"
    path.parent.mkdir()
    path.write_bytes(honest)
    return path


class Shown:
    """What a run tells whoever shows its progress."""

    def __init__(self):
        self.told = []

    def begin(self, logs, earlier):
        self.told.append(("begin", logs, earlier))

    def __call__(self, totals, report=None):
        self.told.append(("games", totals.games))

    def finish(self):
        self.told.append("finish")


@pytest.mark.parametrize("form", FORMS)
def test_as_many_games_as_asked_for_are_read_and_the_folder_is_left_empty(form, log, tmp_path):
    shown = Shown()

    result = bench_archive([log], form, 7, tmp_path / "scratch", watch=shown)

    assert (result.form, result.games, result.units, result.workers) == (form, 7, 1, 1)
    assert result.games_per_second == pytest.approx(7 / result.run_seconds)
    assert 0 < result.merging_seconds < result.run_seconds
    assert shown.told[-1] == "finish"
    assert sorted(shown.told[:-1]) == [("begin", 7, 0), ("games", 7)]
    assert list((tmp_path / "scratch").iterdir()) == []


def test_an_archive_that_cannot_be_made_is_a_mistake(log, tmp_path):
    with pytest.raises(UserMistake, match=r"'rar' is not an archive that can be made"):
        bench_archive([log], "rar", 7, tmp_path)


def test_the_mistake_of_the_process_that_makes_it_is_told_here(tmp_path):
    (tmp_path / "empty").mkdir()

    with pytest.raises(UserMistake, match="nothing to repeat"):
        bench_archive([tmp_path / "empty"], "zip", 7, tmp_path / "scratch")

    assert list((tmp_path / "scratch").iterdir()) == []
