"""Commands over much work begin to compile beside it, and say so; no other does."""

import pytest

from analyzer.batch.reviews import REFEREE
from analyzer.kernels import beside
from analyzer.simulation import SIMULATOR

pytestmark = pytest.mark.usefixtures("few_statistics")


@pytest.fixture(autouse=True)
def begun(tmp_path, monkeypatch):
    """What would be compiled, where compiling pays from 20 logs on."""
    folder, found = tmp_path / "cache", []
    folder.mkdir()
    monkeypatch.setattr(beside, "cache_folder", lambda: folder)
    monkeypatch.setattr(beside, "is_filled", lambda _: False)
    monkeypatch.setattr(beside, "is_where_asked", lambda: True)
    monkeypatch.setattr(beside, "available_cores", lambda: 2)
    monkeypatch.setattr(beside, "_started", lambda _, name, *fills: found.append(name))
    monkeypatch.setattr(beside.KernelSet, "_watch", lambda *_: None)
    for kernels in (REFEREE, SIMULATOR):
        monkeypatch.setattr(kernels, "compiles_above", 20)
        monkeypatch.setattr(kernels, "_is_loaded", False)
        monkeypatch.setattr(kernels, "_plain", 0)
    return found


@pytest.fixture
def many(logs, honest):
    """A folder of more logs than kernels are left plain for."""
    (logs / "many").mkdir()
    for number in range(49):
        (logs / "many" / f"{number}.mjlog").write_bytes(honest)
    return "many"


CHECKS = ("--checks", "draw-kind")
COMMANDS = {
    "run": ("run", "many", "--out", "out", "--workers", "1", *CHECKS),
    "validate": ("validate", "many", *CHECKS),
    "compare": ("compare", "many", "--rules", "tenhou", "--rules", "wrc"),
    "simulate": ("simulate", "--games", 21, "--seed", "s", "--length", "tonpuu", "--out", "games"),
}


@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=[pytest.mark.long] * (one == "simulate")) for one in COMMANDS]
)
def test_a_large_command_says_once_that_it_compiles_and_where_to(command, call, many, begun, tmp_path):
    result = call(*COMMANDS[command])

    said = f"compiling kernels beside the work; kept in {tmp_path / 'cache'}"
    assert begun == ["simulator" if command == "simulate" else "referee"]
    assert result.stderr.splitlines().count(said) == 1


def test_no_command_says_so_over_few_logs_or_when_quiet(call, many, begun):
    assert "compiling" not in call("validate", "honest.mjlog", *CHECKS).stderr
    assert begun == []
    assert call("validate", many, "-q", *CHECKS).stderr == ""
    assert begun == ["referee"]
