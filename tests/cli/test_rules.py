import json

import pytest

from analyzer import simulate
from analyzer.rules import RULES, differences, load, names
from tests.logs import corpus_paths, needs_corpus


def test_the_list_has_every_rule_set(call):
    lines = call("rules", "list").stdout.splitlines()

    assert [line.split()[0] for line in lines] == list(names())
    assert ["tenhou-sanma", "Tenhou, three players"] in [line.split(maxsplit=1) for line in lines]
    assert ["tenhou-2010", "Tenhou, four players, 2010 to 2022"] in [line.split(maxsplit=1) for line in lines]


def test_a_rule_set_is_shown_with_its_sources(call):
    lines = call("rules", "show", "tenhou-sanma").stdout.splitlines()

    assert lines[0] == "tenhou-sanma: Tenhou, three players"
    place = next(
        index for index, line in enumerate(lines) if line.startswith("noten_penalty_points = 2000  # ")
    )
    assert "594 of 594" in lines[place + 1]
    assert [line.split(" = ")[0] for line in lines if " = " in line and line[0] != " "] == list(RULES)
    bare = call("rules", "show", "tenhou-sanma", "--no-sources").stdout.splitlines()
    assert bare == [line for line in lines if not line.startswith(" ")]


def test_the_difference_of_two_rule_sets_is_aligned_and_has_both_sources(call):
    lines = call("rules", "diff", "tenhou-2010", "tenhou-2009").stdout.splitlines()

    assert lines[0].split() == ["rule", "tenhou-2010", "tenhou-2009"]
    assert lines[1].split() == ["tenpai_yame", '"automatic"', '"off"']
    assert lines[1].index('"off"') == lines[0].index("tenhou-2009")
    assert "2009022022gm-00a9-0000-cd94aac8" in lines[3]
    assert lines[-1] == "2 rules differ"
    assert call("rules", "diff", "wrc", "wrc", "--no-sources").stdout.splitlines()[1:] == ["0 rules differ"]


def test_a_hand_written_by_hand_is_settled_with_its_reasons(call, tmp_path):
    path = tmp_path / "hand.toml"
    # Riichi wiki, "Ryuukyoku", Point exchanges: one noten seat against three pays 1000 to each.
    seats = "".join(f'[seat.{seat}]\nwaits = "3m"\n' for seat in (0, 2, 3))
    path.write_text(f'kyoku = "E1.0"\nlast = "discard 0 9m"\n{seats}')

    lines = call("rules", "settle", path, "--rules", "tenhou").stdout.splitlines()

    assert lines[0] == "E1.0 under tenhou: exhaustive, (+1000, -3000, +1000, +1000)"
    assert any("noten_penalty = shared" in line and "2,550 of 2,550" in line for line in lines)
    assert lines[-1] == "next: E1.1, dealer seat 0, 0 sticks on the table"


def test_facts_with_an_unknown_key_are_a_mistake_that_names_the_nearest(call):
    result = call("rules", "settle", "-", "--rules", "wrc", stdin='kyoko = "E1.0"\n')

    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert "kyoko" in result.stderr
    assert "kyoku" in result.stderr


LINES = '{"kyoku": "E1.0", "seat": {"0": {"waits": "3m"}}}\n{"kyoku": "E2.0", "last": "discard 0 9m"}\n'


@pytest.mark.parametrize("stdin", ["[]", "hand = []"])
def test_a_list_of_no_hands_is_a_mistake(call, stdin):
    result = call("rules", "settle", "-", "--rules", "wrc", stdin=stdin)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: <stdin>: the list is empty; expected a hand, or several\n"


def test_hands_of_json_are_settled_a_line_each(call):
    result = call("rules", "settle", "-", "--rules", "tenhou", "--format", "json", stdin=LINES)
    records = [json.loads(line) for line in result.stdout.splitlines()]

    assert [record["hand"] for record in records] == ["E1.0", "E2.0"]
    assert records[0]["deltas"] == [3000, -1000, -1000, -1000]
    assert records[0]["draw"]["tenpai"] == [0]
    assert "noten_penalty" in [reason["rule"] for reason in records[0]["reasons"]]


def test_several_hands_are_told_one_below_the_other(call):
    lines = call("rules", "settle", "-", "--rules", "tenhou", stdin=LINES).stdout.splitlines()

    assert [line for line in lines if " under tenhou: " in line] == [
        "E1.0 under tenhou: exhaustive, (+3000, -1000, -1000, -1000)",
        "E2.0 under tenhou: exhaustive, (0, 0, 0, 0)",
    ]
    assert lines.count("") == 1


def test_a_mistake_in_a_line_names_it_behind_the_results_of_those_before(call):
    told = ("rules", "settle", "-", "--rules", "tenhou", "--format", "json")

    result = call(*told, stdin=LINES + '{"kyoku": 3}')

    assert len(result.stdout.splitlines()) == 2
    assert result.exit_code == 2
    assert result.stderr == "Error: <stdin>: line 3: kyoku: expected text in quotes, found 3\n"


def test_a_new_rule_file_has_every_rule_and_the_values_it_comes_from(call, tmp_path):
    path = tmp_path / "club.toml"

    result = call("rules", "new", path, "--from", "m-league")

    assert result.exit_code == 0
    assert differences(load(path), load("m-league")) == []
    text = path.read_text(encoding="utf-8")
    assert [rule for rule in RULES if f"\n{rule} = " not in text] == []
    assert "#   head-bump: only the seat next in turn" in text


def test_the_rules_of_a_game_are_guessed(call, tmp_path):
    for rules in ("wrc-2015", "tenhou"):
        ((_, data),) = simulate(1, "guess", rules=rules)
        (tmp_path / f"{rules}.mjlog").write_bytes(data.replace(b'rule="', b'other="'))

    lines = call("rules", "guess", tmp_path).stdout.splitlines()

    found = {line.split()[0]: line for line in lines}
    assert "explains 1 of 2 games" in found["wrc-2015"]
    assert "explains 1 of 2 games" in found["tenhou"]


@needs_corpus
@pytest.mark.parametrize(
    ("played", "fits", "others"),
    [
        ("default", "majiang", ["majiang-m-league", "majiang-classic", "wrc"]),
        ("tenhou", "tenhou", ["majiang-m-league", "majiang-classic", "riichi-wiki"]),
        ("mleague", "majiang-m-league", ["majiang", "majiang-classic", "tenhou"]),
        ("classic", "majiang-classic", ["majiang", "majiang-m-league", "jpml-a"]),
    ],
)
def test_the_rules_of_real_games_are_guessed(call, played, fits, others):
    # The names of the records say which rules they were played under.
    folder = corpus_paths("majiang")[0].parent
    games = sorted(folder.glob(f"*-{played}.json"))

    lines = call("rules", "guess", *games).stdout.splitlines()

    found = {line.split()[0]: line for line in lines}
    assert f"explains {len(games)} of {len(games)} games" in found[fits]
    assert found[fits].endswith(" 0 against it")
    assert all(f"explains {len(games)} of" not in found[other] for other in others)


def test_validate_names_the_one_set_that_fits_where_its_own_fails(call, tmp_path):
    for log, data in simulate(4, "fits", rules="sanma-ryanshi", players=3):
        (tmp_path / f"{log}.mjlog").write_bytes(data)

    lines = call("validate", tmp_path, "--rules", "tenhou-sanma", "--quiet").stdout.splitlines()

    # Payments per pair are of no other set.
    fitting = [line.partition(": fits ")[2] for line in lines if ": fits " in line]
    assert fitting
    assert set(fitting) == {"sanma-ryanshi"}
    assert ": fits " not in call("validate", tmp_path, "--rules", "sanma-ryanshi", "--quiet").stdout
