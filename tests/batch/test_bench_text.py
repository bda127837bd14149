import json

import pytest

from analyzer.batch.bench import FLOOR, Bench, Stage
from analyzer.batch.bench_startup import Startup
from analyzer.batch.bench_text import bench_json, bench_markdown, bench_table, read_ratios
from analyzer.errors import UserMistake

STAGES = (
    Stage(FLOOR, 5000.0, 200.0, 1.0),
    Stage("scan", 50_000.0, 20.0, 10.0),
    Stage("checks: new", 10_000.0, 100.0, 2.0),
)
RESULT = Bench(20_000, 500, 3, 0.5, None, 291.6, STAGES, "Python 3.11.7, Linux, EPYC", "2026-11-21")
STARTUP = Startup(0.05, 0.15, 0.9, 61.0)
LAST = (
    "first batch 0.50 s; cold --help 0.05 s; cold validate of one log 0.15 s; "
    "cold batch, compiled kernels kept 0.90 s; cold batch, compiling 61.00 s; peak memory 292 MiB."
)
BEFORE = {FLOOR: 1.0, "scan": 8.0}


def test_the_table_has_rates_and_the_multiple_of_lxml():
    assert list(bench_table(RESULT, None)) == [
        "20,000 games (500 distinct), medians of 3 rounds; Python 3.11.7, Linux, EPYC",
        "stage          games/s    us/game   x lxml",
        "lxml alone       5,000      200.0    1.000",
        "scan            50,000       20.0   10.000",
        "checks: new     10,000      100.0    2.000",
        "first batch: 0.50 s",
        "peak memory: 292 MiB",
    ]


def test_beside_an_earlier_run_it_says_how_many_times_as_fast_each_stage_is():
    lines = list(bench_table(RESULT, BEFORE))

    assert lines[1].split() == ["stage", "games/s", "us/game", "x", "lxml", "before", "times"]
    assert lines[2].endswith("  1.000    1.000       -")
    assert lines[3].endswith(" 10.000    8.000    1.25")
    assert lines[4].endswith("  2.000        -       -")


def test_a_readme_gets_a_table_with_day_and_machine():
    assert list(bench_markdown(RESULT._replace(startup=STARTUP), None)) == [
        "20,000 games (500 distinct), medians of 3 rounds, 2026-11-21; Python 3.11.7, Linux, EPYC.",
        "",
        "| stage | games/s | µs/game | × lxml |",
        "|---|---:|---:|---:|",
        "| lxml alone | 5,000 | 200.0 | 1.00 |",
        "| scan | 50,000 | 20.0 | 10.00 |",
        "| checks: new | 10,000 | 100.0 | 2.00 |",
        "",
        LAST,
    ]


def test_every_row_of_a_readme_has_as_many_cells_as_its_head():
    rows = [line for line in bench_markdown(RESULT, BEFORE) if line.startswith("|")]

    assert {row.count("|") for row in rows} == {7}
    assert rows[3] == "| scan | 50,000 | 20.0 | 10.00 | 8.000 | 1.25 |"


def test_the_json_of_one_run_is_what_the_next_compares_with(tmp_path):
    (tmp_path / "before.json").write_text(bench_json(RESULT, None))

    before = read_ratios(tmp_path / "before.json")
    figures = json.loads(bench_json(RESULT._replace(startup=STARTUP), {**before, "scan": 5.0}))

    assert before == {FLOOR: 1.0, "scan": 10.0, "checks: new": 2.0}
    assert figures["against"] == {FLOOR: None, "scan": 2.0, "checks: new": 1.0}
    assert figures["startup"]["one_log_seconds"] == 0.15
    assert figures["stages"][1] == {"name": "scan", "games_per_second": 5e4, "microseconds": 20, "ratio": 10}


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"stages": [{}]}', '{"stages": [{"name": 1}]}', "\xff"])
def test_what_is_no_output_of_bench_is_a_mistake(tmp_path, content):
    (tmp_path / "before.json").write_text(content, encoding="latin-1")

    with pytest.raises(UserMistake, match=r"before\.json: expected the output of bench --format json"):
        read_ratios(tmp_path / "before.json")
