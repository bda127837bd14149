"""Files that commands write, beside the tables of runs: games, pictures, pages and dictionaries."""

import json
import re
import zipfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from lxml import etree

from analyzer.batch.run import run
from analyzer.batch.work import Job
from analyzer.simulation import SCENARIOS, simulate

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
LOG = SAMPLES / "2199010110gm-00a9-0000-7d4e1dd9.mjlog"
SHORT = ("--players", 3, "--length", "tonpuu")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_are_written_one_file_each_beside_other_files_or_into_one_archive(call, logs):
    before = contents(logs)
    ((log_id, data),) = simulate(1, "x", players=3, length="tonpuu")

    for out in (".", "games.zip"):
        result = call("simulate", "--games", 1, "--seed", "x", *SHORT, "--out", out)
        assert (result.exit_code, result.output) == (0, "")
    with zipfile.ZipFile(logs / "games.zip") as archive:
        assert archive.read(f"{log_id}.mjlog") == data
    (logs / "games.zip").unlink()
    assert contents(logs) == before | {f"{log_id}.mjlog": data}


def test_three_can_play_and_a_scenario_can_be_asked_for(call, logs):
    call("simulate", "--games", 1, "--seed", "x", "--out", "new", *SHORT, "--scenario", "kyuushu_9")

    (data,) = contents(logs / "new").values()
    assert (b'type="yao9"' in data, b'hai3=""' in data) == (True, True)


def test_the_list_names_every_scenario_and_needs_no_other_option(call):
    lines = call("simulate", "--list").stdout.splitlines()

    assert [line.split()[0] for line in lines] == [row.name for row in SCENARIOS]


def test_long_runs_say_how_far_they_have_come(call, logs, monkeypatch):
    monkeypatch.setattr("analyzer.batch.progress._FIRST", 0)
    monkeypatch.setattr("analyzer.batch.progress._LOOKS_EVERY", 0.02)
    words = ("--games", 2, "--seed", "x", *SHORT, "--out", "new")

    told = call("simulate", *words)

    # On a busy machine more lines than one.
    assert re.fullmatch(r"(\d of 2 games, \d+/s(, \d:\d\d:\d\d left)?\n)+", told.stderr)
    assert told.stdout == ""


def test_scores_that_a_log_does_not_state_are_not_said_to_be_zero(call, tmp_path):
    (tmp_path / "a.mjlog").write_bytes(re.sub(rb'(<INIT [^>]*?) ten="[^"]*"', rb"\1", LOG.read_bytes()))

    text, svg, page = (
        call("show", tmp_path / "a.mjlog", "0", "--format", form).stdout for form in ("text", "svg", "html")
    )
    game = call("show", tmp_path / "a.mjlog", "--format", "html").stdout

    assert text.count("score not stated +12,000") == 1
    assert text.count("score not stated -4,000") == 3
    assert svg.count("score not stated") >= 4
    assert re.search(r'<td class="number">score not stated</td>\s*<td class="number">\+12,000</td>', page)
    assert "score not stated" in game
    assert 'aria-labelledby="course"' not in game


def test_a_picture_and_pages_are_written_to_files(call, tmp_path):
    picture, page, game = (tmp_path / name for name in ("hand.svg", "hand.html", "game.html"))

    assert call("show", LOG, "E1.0", "--format", "svg", "-o", picture).stdout == ""
    assert call("show", LOG, "E1.0", "--format", "html", "--explain", "-o", page).exit_code == 0
    assert call("show", LOG, "--format", "html", "-o", game).exit_code == 0

    assert etree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert "Condition of nagashi mangan" in page.read_text(encoding="utf-8")
    assert game.read_text(encoding="utf-8").count("<article ") == 8
    assert call("show", LOG, "--format", "html", "--rules", "wrc").stdout.count(" under wrc: ") == 8


def test_parquet_has_one_row_for_each_differing_hand(call, logs):
    words = ("compare", "honest.mjlog", "--rules", "auto", "--rules", "wrc", "--format", "parquet")

    result = call(*words, "--out", "hands.parquet")

    table = pq.read_table(logs / "hands.parquet")
    assert result.exit_code == 0
    assert table.column("cause").to_pylist() == ["draw_kind"]
    assert table.schema.metadata[b"tenhou_analyzer.table"] == b"comparison"
    assert {str(table.schema.field(name).type) for name in ("hand", "kyoku", "honba")} == {"int32"}


@pytest.mark.usefixtures("few_statistics")
def test_each_report_is_a_file_of_its_own_that_is_named(call, tmp_path, monkeypatch):
    # Charts take seconds; they have tests of their own.
    monkeypatch.setattr("analyzer.report.writing.chapters", lambda _: [])
    monkeypatch.chdir(tmp_path)
    run([LOG], Job(Path("out")))

    for words, page, title in (
        ([], "report.html", "Tenhou logs: 1 games</title>"),
        (["-o", "r.html"], "r.html", "Tenhou logs: 1 games</title>"),
        (["--player", "script 0"], "player.html", "script 0"),
        (["--players"], "players.html", "Players"),
    ):
        assert call("report", "out", *words).stdout == f"{page}\n"
        assert f"<title>{title}" in Path(page).read_text(encoding="utf-8")


def test_pages_of_the_documentation_are_what_commands_print_and_programs_get_json(call, root):
    for words, page in (("schema", "data-dictionary.md"), ("stats --definitions", "statistics.md")):
        assert call(*words.split()).stdout == (root / "docs" / page).read_text(encoding="utf-8")
    tables = json.loads(call("schema", "--format", "json").stdout)["tables"]
    assert " ".join(tables) == "games players hands seats wins draws findings plays tehai"
