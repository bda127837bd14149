"""Names of commands: their help, and what a shell may put for a word begun, as click asks for it."""

import pytest
from click.shell_completion import CompletionItem, ShellComplete
from click.testing import CliRunner

from analyzer import __version__
from analyzer.citing import cited_version
from analyzer.cli.group import COMMANDS, cli
from tests.case_files import whole


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


def completed(words: str) -> dict[str, CompletionItem]:
    """What completes the last of the words that follow ``tenhou-analyzer``."""
    *before, begun = words.split(" ")
    shell = ShellComplete(cli, {}, "tenhou-analyzer", "_TENHOU_ANALYZER_COMPLETE")
    return {one.value: one for one in shell.get_completions(before, begun)}


@pytest.mark.parametrize(("words", "expected"), whole("cli/completed")["completed"].items())
def test_names_complete_the_word(words, expected):
    found = completed(words)

    assert {*found} >= {*expected.split()}
    assert all(name.startswith(words.split()[-1]) and one.type == "plain" for name, one in found.items())
    assert "draw-kind,draw-kind" not in found


def test_what_begins_no_name_is_a_file_or_nothing_and_every_name_has_a_line_of_help():
    assert [(one.type, name) for name, one in completed("validate --rules house").items()] == [
        ("file", "house")
    ]
    assert completed("simulate --scenario xyz") == {}
    for words in ("rules show ", "simulate --scenario ", "stats out ", "validate --checks "):
        assert all(one.help for one in completed(words).values())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_help_says_how_a_shell_gets_its_script_and_so_it_does(shell, call):
    wanted = {"_TENHOU_ANALYZER_COMPLETE": f"{shell}_source"}
    script = CliRunner().invoke(cli, [], prog_name="tenhou-analyzer", env=wanted).stdout

    assert f"{shell}_source" in call("--help").stdout
    assert "_TENHOU_ANALYZER_COMPLETE=bash_source tenhou-analyzer >" in call("--help").stdout
    assert f"_TENHOU_ANALYZER_COMPLETE={shell}_complete" in script
