from analyzer import simulate
from analyzer.rules import RULES, differences, load, names


def test_the_list_has_every_rule_set(call):
    assert [line.split()[0] for line in call("rules", "list").stdout.splitlines()] == list(names())


def test_a_rule_set_is_shown_with_every_rule_and_without_sources_if_asked(call):
    lines = call("rules", "show", "tenhou-sanma").stdout.splitlines()

    assert [line.split(" = ")[0] for line in lines if " = " in line and line[0] != " "] == list(RULES)
    bare = call("rules", "show", "tenhou-sanma", "--no-sources").stdout.splitlines()
    assert bare == [line for line in lines if not line.startswith(" ")]


def test_a_new_rule_file_has_every_rule_and_the_values_it_comes_from(call, tmp_path):
    path = tmp_path / "club.toml"

    result = call("rules", "new", path, "--from", "m-league")

    assert result.exit_code == 0
    assert differences(load(path), load("m-league")) == []
    text = path.read_text(encoding="utf-8")
    assert [rule for rule in RULES if f"\n{rule} = " not in text] == []
    assert "#   head-bump: only the seat next in turn" in text
    assert text == call("rules", "show", "m-league", "--toml").stdout


def test_the_rules_of_a_game_are_guessed(call, tmp_path, root):
    ((_, data),) = simulate(1, "guess", rules="wrc-2015")
    (tmp_path / "wrc.mjlog").write_bytes(data.replace(b'rule="', b'other="'))
    # It is shorter than games of any rule set, which says nothing of payments.
    ((_, data),) = simulate(1, "guess", length="tonpuu")
    (tmp_path / "short.mjlog").write_bytes(data)

    lines = call("rules", "guess", tmp_path).stdout.splitlines()

    explained = {line.split()[0] for line in lines if "explains 1 of 2 games" in line}
    assert explained >= {"wrc-2015", "tenhou"}


def test_validate_names_the_one_set_that_fits_where_its_own_fails(call, tmp_path):
    for log, data in simulate(2, "fits", rules="sanma-ryanshi", players=3):
        (tmp_path / f"{log}.mjlog").write_bytes(data)

    lines = call("validate", tmp_path, "--rules", "tenhou-sanma", "--quiet").stdout.splitlines()

    # Payments per pair are of no other set.
    fitting = [line.partition(": fits ")[2] for line in lines if ": fits " in line]
    assert fitting
    assert set(fitting) == {"sanma-ryanshi"}
    assert ": fits " not in call("validate", tmp_path, "--rules", "sanma-ryanshi", "--quiet").stdout
