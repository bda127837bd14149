import json

import pytest


def test_the_table_has_a_line_per_stage(call, logs):
    result = call("bench", "honest.mjlog", "--rounds", 1, "--games", 3)

    lines = result.stdout.splitlines()

    assert result.exit_code == 0
    assert lines[0].startswith("3 games (1 distinct), medians of 1 rounds; Python ")
    assert lines[1].split() == ["stage", "games/s", "us/game", "x", "lxml"]
    assert any(line.startswith("lxml alone ") and line.endswith(" 1.000") for line in lines)
    assert any(line.startswith("first batch: ") for line in lines)


def test_the_figures_come_as_json_too(call, logs):
    result = call("bench", "honest.mjlog", "--rounds", 1, "--format", "json")

    figures = json.loads(result.stdout)

    assert (figures["games"], figures["rounds"]) == (1, 1)
    assert set(figures["stages"][0]) == {"name", "games_per_second", "microseconds", "ratio"}


def test_a_run_is_compared_with_an_earlier_one(call, logs):
    before = call("bench", "honest.mjlog", "--rounds", 1, "--format", "json").stdout
    (logs / "before.json").write_text(before)

    result = call("bench", "honest.mjlog", "--rounds", 1, "--against", "before.json", "--format", "markdown")

    assert result.exit_code == 0
    assert "| stage | games/s | µs/game | × lxml | before | times |" in result.stdout.splitlines()


def test_a_comparison_with_nothing_is_a_mistake(call, logs):
    result = call("bench", "honest.mjlog", "--against", "honest.mjlog")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "honest.mjlog: expected the output of bench --format json" in result.stderr


@pytest.mark.parametrize("more", [["--startup"], ["--against", "x"], ["--format", "markdown"]])
def test_what_is_for_stages_does_not_go_with_an_archive(call, logs, more):
    assert call("bench", "honest.mjlog", "--archive", "zip:3", "--out", "scratch", *more).exit_code == 2


def test_a_source_without_logs_is_a_mistake(call, logs):
    result = call("bench", "none.mjlog")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: nothing readable to measure")


def test_an_archive_of_any_size_is_made_and_read(call, logs):
    result = call(
        "bench",
        "honest.mjlog",
        "--archive",
        "zip:3",
        "--out",
        "scratch",
        "--workers",
        1,
        "--format",
        "json",
        "-q",
    )

    figures = json.loads(result.stdout)
    assert (figures["form"], figures["games"], figures["workers"]) == ("zip", 3, 1)
    assert list((logs / "scratch").iterdir()) == []


@pytest.mark.parametrize("asked", ["zip", "zip:", "zip:0", "zip:x", "tar:5"])
def test_an_archive_that_cannot_be_made_is_a_mistake(asked, call, logs):
    result = call("bench", "honest.mjlog", "--archive", asked, "--out", "scratch")

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"--archive '{asked}' cannot be made; expected zip:N or sqlite:N" in result.stderr


def test_an_archive_needs_a_folder_to_lie_in(call, logs):
    result = call("bench", "honest.mjlog", "--archive", "zip:3")

    assert result.exit_code == 2
    assert "--archive needs --out" in result.stderr
