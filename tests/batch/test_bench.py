import pytest

from analyzer.batch.bench import FLOOR, bench
from analyzer.errors import UserMistake

STAGES = {
    "read and unpack",
    FLOOR,
    "scan",
    "headers",
    "decode",
    "replay",
    "settlement",
    "checks",
    "tables: build",
    "tables: merge",
    "whole run",
}


@pytest.fixture(scope="module")
def result(tmp_path_factory, honest):
    folder = tmp_path_factory.mktemp("logs")
    (folder / "2022010101gm-00a9-0000-0000000a.mjlog").write_bytes(honest)
    (folder / "own name.xml").write_bytes(honest)
    (folder / "none.xml").write_bytes(b"<nolog/>")
    return bench([folder], games=5, rounds=2)


def test_every_stage_is_measured(result):
    assert {stage.name for stage in result.stages} == STAGES
    assert all(stage.games_per_second > 0 for stage in result.stages if stage.name != "settlement")


def test_rates_are_told_as_multiples_of_that_of_lxml(result):
    floor = next(stage for stage in result.stages if stage.name == FLOOR)

    assert floor.ratio == 1
    assert all(
        stage.ratio == pytest.approx(stage.games_per_second / floor.games_per_second)
        for stage in result.stages
    )


def test_logs_are_repeated_under_new_ids_up_to_the_number_asked_for(result):
    assert (result.games, result.distinct, result.rounds) == (5, 2, 2)
    assert result.startup_seconds > 0


def test_there_must_be_something_to_measure(tmp_path):
    with pytest.raises(UserMistake, match="nothing readable to measure"):
        bench([tmp_path])
