import pytest

from analyzer import __version__
from analyzer.citing import cited_version
from analyzer.cli.group import COMMANDS, cli


def test_help_names_every_command_and_the_exit_status(call):
    result = call("--help")

    assert result.exit_code == 0
    assert all(f"  {name} " in result.stdout for name in COMMANDS)
    assert "Exit status: 0 clean" in result.stdout
    assert "Example:\n    tenhou-analyzer run data/samples --out out" in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_whose_help_begins_with_its_summary(call, name):
    command = cli.get_command(None, name)

    assert (command.name, command.help.split("\n\n")[0]) == (name, COMMANDS[name])
    assert f"tenhou-analyzer {name}" in call(name, "--help").stdout.split("Example:")[1]


def test_the_version_is_that_of_the_package_with_its_commit(call):
    assert call("--version").stdout == f"tenhou-analyzer {cited_version()}\n"
    assert cited_version().startswith(__version__)


def test_a_command_that_does_not_exist_is_a_mistake(call):
    result = call("validte")

    assert result.exit_code == 2
    assert "No such command 'validte'; did you mean 'validate'?" in result.stderr


def test_no_command_shows_the_help(call):
    assert "Commands:" in call().output
