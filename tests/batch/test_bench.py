import os

import pytest

from analyzer.batch import bench_startup
from analyzer.batch.bench import FLOOR, PART, WHOLE, bench
from analyzer.batch.bench_startup import measure_startup
from analyzer.errors import UserMistake

STAGES = {
    "read and unpack",
    FLOOR,
    "scan",
    "headers",
    "decode",
    "replay",
    "rule sets",
    "settle: draws, progress",
    "settle: wins",
    "settle: game end",
    "settle: wall",
    "play that cannot be",
    "checks: format",
    "checks: legality",
    "checks: draws",
    "checks: wins",
    "checks: progress",
    "checks: game end",
    "checks: wall",
    "tables: build",
    "tables: merge",
    PART,
    WHOLE,
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
    assert all(stage.games_per_second > 0 for stage in result.stages)


def test_rates_are_told_as_multiples_of_that_of_lxml(result):
    floor = next(stage for stage in result.stages if stage.name == FLOOR)

    assert floor.ratio == 1
    assert all(
        stage.ratio == pytest.approx(stage.games_per_second / floor.games_per_second)
        for stage in result.stages
    )


def test_logs_are_repeated_under_new_ids_up_to_the_number_asked_for(result):
    assert (result.games, result.distinct, result.rounds) == (5, 2, 2)
    assert result.first_batch_seconds > 0


def test_there_must_be_something_to_measure(tmp_path):
    with pytest.raises(UserMistake, match="nothing readable to measure"):
        bench([tmp_path])


def test_processes_are_started_and_say_what_they_took(monkeypatch, honest):
    says = (
        "import sys, time; print(sys.argv[1].endswith('one.mjlog') and time.process_time(), file=sys.stderr)"
    )
    monkeypatch.setattr(bench_startup, "_BATCH", says)
    monkeypatch.setattr(bench_startup, "_OFTEN", 1)

    found = measure_startup(honest)

    assert 0 < found.kept_seconds < found.help_seconds < found.one_log_seconds < 30


def test_the_program_of_a_batch_reads_one_log_by_compiled_kernels(tmp_path, honest):
    # Compiling takes a minute; that it is asked for, and the rest of the program, can be seen without.
    (tmp_path / "one.mjlog").write_bytes(honest)
    plain = bench_startup._BATCH.replace("with compiling():", "if True:")

    assert "with compiling():" in bench_startup._BATCH
    assert bench_startup._seconds(os.environ, plain, tmp_path / "one.mjlog") > 0
