import pytest

from analyzer.simulate import SCENARIOS, simulate


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_are_written_one_file_each_and_other_files_are_left_alone(call, logs):
    before = contents(logs)
    ((log_id, data),) = simulate(1, "x", players=3, length="tonpuu")

    result = call("simulate", "--games", 1, "--seed", "x", "--players", 3, "--length", "tonpuu", "--out", ".")

    assert (result.exit_code, result.output) == (0, "")
    assert contents(logs) == before | {f"{log_id}.mjlog": data}


def test_three_can_play_and_a_scenario_can_be_asked_for(call, logs):
    words = ("--players", 3, "--length", "tonpuu", "--scenario", "kyuushu_kyuuhai")

    result = call("simulate", "--games", 1, "--seed", "x", "--out", "new", *words)

    (data,) = contents(logs / "new").values()
    assert result.exit_code == 0
    assert b'type="yao9"' in data
    assert b'hai3=""' in data


def test_the_list_names_every_scenario_and_needs_no_other_option(call):
    lines = call("simulate", "--list").stdout.splitlines()

    assert [line.split()[0] for line in lines] == [row.name for row in SCENARIOS]


@pytest.mark.parametrize(
    "words",
    [("--scenario", "nagasi"), ("--players", "3", "--scenario", "suufon_renda"), ("--rules", "tenhuo")],
)
def test_a_mistake_is_one_line_and_leaves_no_folder(call, logs, words):
    result = call("simulate", "--games", 1, "--seed", "x", "--out", "new", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert not (logs / "new").exists()


@pytest.mark.parametrize("words", [("--games", 0), ("--games", 1), ("--games", 1, "--seed", 1)])
def test_what_is_missing_or_wrong_is_said(call, words):
    result = call("simulate", *words)

    assert result.exit_code == 2
    assert "\nError: " in result.stderr
