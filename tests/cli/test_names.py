"""Names of commands: their help, and what a shell may put for a word begun, as click asks for it."""

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from analyzer import __version__
from analyzer.citing import cited_version
from analyzer.cli.group import COMMANDS, cli


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_whose_help_begins_with_its_summary(call, name):
    command = cli.get_command(None, name)

    assert (command.name, command.help.split("\n\n")[0]) == (name, COMMANDS[name])
    assert f"tenhou-analyzer {name}" in call(name, "--help").stdout.split("Example:")[1]


def test_no_command_shows_the_help_which_names_every_command(call):
    assert all(f"  {name} " in call("--help").stdout for name in COMMANDS)
    assert "Commands:" in call().output


def test_the_version_is_that_of_the_package_with_its_commit(call):
    assert call("--version").stdout == f"tenhou-analyzer {cited_version()}\n"
    assert cited_version().startswith(__version__)


def completed(*words: str) -> list[str]:
    """What completes the last of the words that follow ``tenhou-analyzer``."""
    *before, begun = words
    shell = ShellComplete(cli, {}, "tenhou-analyzer", "_TENHOU_ANALYZER_COMPLETE")
    return [f"{one.type}:{one.value}" for one in shell.get_completions(before, begun)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rules", "show", "tenhou-s"], ["tenhou-sanma", "tenhou-sanma-2010"]),
        (["rules", "diff", "tenhou", "wr"], ["wrc"]),
        (["rules", "settle", "hand.toml", "--rules", "riichi"], ["riichi-wiki"]),
        (["validate", "--rules", "au"], ["auto"]),
        (["compare", "logs", "--rules", "au"], ["auto"]),
        (["show", "a.mjlog", "--rules", "sanma"], ["sanma-ryanshi"]),
        (["simulate", "--rules", "mahjong-soul-"], ["mahjong-soul-sanma"]),
        (["run", "logs", "--checks", "draw-"], ["draw-kind", "draw-payment"]),
        (["run", "logs", "--tables", "pla"], ["players", "plays"]),
        (["simulate", "--scenario", "suufon"], ["suufon_renda", "suufon_riichi"]),
        (["stats", "out", "keishiki_"], ["keishiki_rate"]),
    ],
    ids=" ".join,
)
def test_names_complete_the_word(words, expected):
    assert set(expected) <= {one.removeprefix("plain:") for one in completed(*words)}
    assert all(one.startswith(f"plain:{words[-1]}") for one in completed(*words))


def test_the_last_word_of_a_list_is_completed_with_what_is_not_in_it():
    assert completed("validate", "--checks", "draw-kind,draw-") == ["plain:draw-kind,draw-payment"]


def test_a_file_may_stand_where_no_rule_set_begins_so():
    assert completed("validate", "--rules", "house") == ["file:house"]


def test_a_word_that_begins_no_name_has_no_completion():
    assert completed("simulate", "--scenario", "xyz") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_help_says_how_a_shell_gets_its_script_and_so_it_does(shell, call):
    wanted = {"_TENHOU_ANALYZER_COMPLETE": f"{shell}_source"}
    script = CliRunner().invoke(cli, [], prog_name="tenhou-analyzer", env=wanted).stdout

    assert f"{shell}_source" in call("--help").stdout
    assert "_TENHOU_ANALYZER_COMPLETE=bash_source tenhou-analyzer >" in call("--help").stdout
    assert f"_TENHOU_ANALYZER_COMPLETE={shell}_complete" in script


def test_every_name_has_a_line_of_help():
    shell = ShellComplete(cli, {}, "tenhou-analyzer", "_TENHOU_ANALYZER_COMPLETE")
    for words in (["rules", "show"], ["simulate", "--scenario"], ["stats", "out"], ["validate", "--checks"]):
        assert all(one.help for one in shell.get_completions(words, ""))
