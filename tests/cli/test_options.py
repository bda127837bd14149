import json
from pathlib import Path

import pytest

SAMPLES = Path(__file__).resolve().parent.parent.parent / "data" / "samples"
"""Twenty-three games of 2199: one tonpuu and eighteen hanchan for four, four hanchan for three."""


@pytest.mark.parametrize(
    ("options", "games"),
    [
        ("", 23),
        ("--players 3", 4),
        ("--players 3 --players 4", 23),
        ("--length hanchan", 22),
        ("--players 4 --length hanchan", 18),
        ("--room houou --lobby 0", 23),
        ("--since 2199 --until 2199-01-01", 23),
        ("--id 2199010110gm-00b9-0000-1330b19a", 1),
        ("--limit 5", 5),
        ("--sample 100%", 23),
        ("--players 4 --sample 100% --limit 3", 3),
    ],
)
def test_logs_are_chosen_by_what_they_are_and_how_many(call, options, games):
    result = call("validate", SAMPLES, "--checks", "well-formed", "--format", "jsonl", *options.split())

    assert json.loads(result.stdout.splitlines()[-1])["games"] == games


def test_the_same_logs_are_chosen_from_a_list_of_sources(call, tmp_path):
    sources = tmp_path / "sources.txt"
    sources.write_text(f"# games for three\n{SAMPLES}\n", encoding="utf-8")

    result = call("validate", f"@{sources}", "--players", "3", "--checks", "well-formed")

    assert result.stdout.startswith("4 games, ")


def test_compare_takes_the_same_choice(call):
    words = ("compare", SAMPLES, "--rules", "tenhou", "--rules", "wrc", "--format", "jsonl")

    chosen = call(*words, "--players", "4", "--length", "hanchan")

    assert json.loads(chosen.stdout.splitlines()[-1])["games"] == 18


@pytest.mark.parametrize("command", [["convert", "--to", "mjai", "-q"], ["show"]], ids=" ".join)
def test_a_dash_as_out_is_standard_output(call, tmp_path, monkeypatch, command):
    log = next(SAMPLES.glob("*.mjlog"))
    monkeypatch.chdir(tmp_path)

    assert call(*command, log, "-o", "-").stdout == call(*command, log).stdout != ""
    assert list(tmp_path.iterdir()) == []


def test_a_list_that_is_given_in_pieces_is_taken_together(call, logs):
    result = call(
        *("run", "honest.mjlog", "--out", "out", "--tables", "hands", "--tables", "seats,wins"),
        *("--checks", "draw-kind", "--checks", "well-formed"),
    )
    judged = [line.split()[0] for line in result.stdout.splitlines() if line.split()[1:2] == ["1"]]
    counted = call("stats", "out", "open_rate", "--by", "players", "--by", "seat", "--format", "csv")

    assert {path.parent.name for path in Path("out").glob("*/*.parquet")} == {"games", "hands", "seats"}
    assert judged[:2] == ["well-formed", "draw-kind"]
    assert counted.stdout.splitlines()[0].startswith('"statistic","players","seat",')
