import re
import zipfile

from analyzer.simulation import SCENARIOS, simulate

SHORT = ("--players", 3, "--length", "tonpuu")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_are_written_one_file_each_and_other_files_are_left_alone(call, logs):
    before = contents(logs)
    ((log_id, data),) = simulate(1, "x", players=3, length="tonpuu")

    result = call("simulate", "--games", 1, "--seed", "x", *SHORT, "--out", ".")

    assert (result.exit_code, result.output) == (0, "")
    assert contents(logs) == before | {f"{log_id}.mjlog": data}


def test_three_can_play_and_a_scenario_can_be_asked_for(call, logs):
    words = (*SHORT, "--scenario", "kyuushu_9")

    result = call("simulate", "--games", 1, "--seed", "x", "--out", "new", *words)

    (data,) = contents(logs / "new").values()
    assert result.exit_code == 0
    assert b'type="yao9"' in data
    assert b'hai3=""' in data


def test_the_list_names_every_scenario_and_needs_no_other_option(call):
    lines = call("simulate", "--list").stdout.splitlines()

    assert [line.split()[0] for line in lines] == [row.name for row in SCENARIOS]


def test_an_archive_is_one_file(call, logs):
    ((log_id, data),) = simulate(1, "x", players=3, length="tonpuu")

    result = call("simulate", "--games", 1, "--seed", "x", *SHORT, "--out", "games.zip")

    assert (result.exit_code, result.output) == (0, "")
    with zipfile.ZipFile(logs / "games.zip") as archive:
        assert archive.read(f"{log_id}.mjlog") == data


def test_long_runs_say_how_far_they_have_come(call, logs, monkeypatch):
    monkeypatch.setattr("analyzer.batch.progress._FIRST", 0)
    monkeypatch.setattr("analyzer.batch.progress._LOOKS_EVERY", 0.02)
    words = ("--games", 2, "--seed", "x", *SHORT, "--out", "new")

    told = call("simulate", *words)

    # On a busy machine more lines than one.
    assert re.fullmatch(r"(\d of 2 games, \d+/s(, \d:\d\d:\d\d left)?\n)+", told.stderr)
    assert told.stdout == ""
