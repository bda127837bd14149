"""The catalogue over repeated tables: as many games as asked for, and nothing of it stays."""

import pytest

from analyzer.batch.bench_statistics import bench_statistics
from analyzer.errors import UserMistake
from analyzer.stats.catalogue import CATALOGUE


@pytest.fixture
def log(tmp_path, honest):
    path = tmp_path / "logs" / "2022010101gm-00a9-0000-0000000a.mjlog"
    path.parent.mkdir()
    path.write_bytes(honest)
    return path


def test_the_tables_are_repeated_and_every_statistic_is_counted(log, tmp_path):
    result = bench_statistics([log], 70, tmp_path / "scratch")

    assert (result.games, result.hands, result.statistics) == (70, 70, len(CATALOGUE))
    assert result.cells > 0
    assert result.seconds > 0
    assert result.lxml_seconds > 0
    assert [*(tmp_path / "scratch").iterdir()] == []


def test_sources_without_a_game_are_refused(tmp_path):
    (tmp_path / "none.mjlog").write_bytes(b"<nolog/>")

    with pytest.raises(UserMistake, match="nothing to repeat"):
        bench_statistics([tmp_path / "none.mjlog"], 7, tmp_path / "scratch")
