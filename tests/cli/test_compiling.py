"""The first command that compiles says so, and no other does."""

import pytest

from analyzer import kernels

pytestmark = pytest.mark.usefixtures("few_statistics")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A cache without kernels, and kernels that are as slow compiled as they are plain."""
    folder = tmp_path / "cache"
    folder.mkdir()

    def compiled(kernel):
        kernels._tell_once(kernel.digest)
        return kernel.function

    monkeypatch.setattr(kernels, "cache_folder", lambda: folder)
    monkeypatch.setattr(kernels, "is_kept", lambda digest: (folder / "kernel.nbi").exists())
    monkeypatch.setattr(kernels.Kernel, "compiled", property(compiled))
    return folder


@pytest.fixture
def many(logs, honest):
    """A folder of more logs than kernels are left plain for."""
    (logs / "many").mkdir()
    for number in range(49):
        (logs / "many" / f"{number}.mjlog").write_bytes(honest)
    return "many"


CHECKS = ("--checks", "draw-kind")
COMMANDS = {
    "run": ("run", "many", "--out", "out", *CHECKS),
    "run serial": ("run", "many", "--out", "out", "--engine", "serial", *CHECKS),
    "validate": ("validate", "many", *CHECKS),
    "compare": ("compare", "many", "--rules", "tenhou", "--rules", "wrc"),
    "simulate": ("simulate", "--games", 50, "--seed", "s", "--length", "tonpuu", "--out", "games"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_first_large_command_says_once_that_it_compiles_and_where_to(words, call, many, cache):
    result = call(*words)

    assert result.stderr.splitlines().count(f"compiling kernels, about 60 s; kept in {cache}") == 1


def test_a_command_that_finds_compiled_kernels_says_nothing(call, many, cache):
    (cache / "kernel.nbi").touch()

    assert "compiling" not in call("validate", many, *CHECKS).stderr


def test_a_command_over_few_logs_compiles_nothing_and_says_nothing(call, logs, cache):
    assert "compiling" not in call("validate", "honest.mjlog", *CHECKS).stderr


def test_a_quiet_command_says_nothing(call, many, cache):
    assert call("validate", many, "-q", *CHECKS).stderr == ""


def test_where_no_cache_can_be_written_it_says_so(call, many, cache, monkeypatch):
    monkeypatch.setattr(kernels, "cache_folder", lambda: None)

    assert "kept nowhere: no folder is this user's alone" in call("validate", many, *CHECKS).stderr
