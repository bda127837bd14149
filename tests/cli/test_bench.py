import json


def test_the_table_has_a_line_per_stage(call, logs):
    result = call("bench", "honest.mjlog", "--rounds", 1, "--games", 3)

    lines = result.stdout.splitlines()

    assert result.exit_code == 0
    assert lines[0].startswith("3 games (1 distinct), medians of 1 rounds; Python ")
    assert lines[1].split() == ["stage", "games/s", "us/game", "x", "lxml"]
    assert any(line.startswith("lxml alone ") and line.endswith(" 1.000") for line in lines)
    assert any(line.startswith("start-up to the end of the first batch: ") for line in lines)


def test_the_figures_come_as_json_too(call, logs):
    result = call("bench", "honest.mjlog", "--rounds", 1, "--json")

    figures = json.loads(result.stdout)

    assert (figures["games"], figures["rounds"]) == (1, 1)
    assert set(figures["stages"][0]) == {"name", "games_per_second", "microseconds", "ratio"}


def test_a_source_without_logs_is_a_mistake(call, logs):
    result = call("bench", "none.mjlog")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: nothing readable to measure")
