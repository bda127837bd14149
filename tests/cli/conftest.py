import os
import subprocess
import sys
from contextlib import ExitStack

import pytest
from click.testing import CliRunner

from analyzer.batch.reviews import REFEREE
from analyzer.cli.group import cli
from analyzer.conformance import samples, write_pack
from analyzer.simulation import SCENARIOS, SIMULATOR
from tests.batch.conftest import draw_kind, folder, honest, items, wrong

__all__ = ["draw_kind", "folder", "honest", "items", "wrong"]
"""Fixtures of runs that commands show too."""


@pytest.fixture(scope="session")
def pack(tmp_path_factory):
    """Of two scenarios and two rule sets."""
    folder = tmp_path_factory.mktemp("conformance") / "pack"
    with pytest.MonkeyPatch.context() as patch:
        few = [row for row in SCENARIOS if row.name in ("tenpai_1", "bust_by_ron")]
        patch.setattr(samples, "SCENARIOS", few)
        patch.setattr(samples, "HANDS", ())
        write_pack(folder, rule_sets=["tenhou", "wrc"])
    return folder


@pytest.fixture
def logs(tmp_path, monkeypatch, honest, wrong):
    """The working folder, with logs: one honest, one wrong, one cut, one that is none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "honest.mjlog").write_bytes(honest)
    (tmp_path / "wrong.mjlog").write_bytes(wrong)
    (tmp_path / "cut.mjlog").write_bytes(honest[: honest.index(b"<RYUUKYOKU")])
    (tmp_path / "none.mjlog").write_bytes(b"<mjlog/>")
    return tmp_path


@pytest.fixture(autouse=True)
def no_progress(monkeypatch):
    """On a machine that is slow just now, no command tells how far it is; tests of that ask for it."""
    monkeypatch.setattr("analyzer.batch.progress._FIRST", 600)


@pytest.fixture
def call(monkeypatch):
    """Calls the command line in this process, as if nothing had run here: much work begins to compile."""
    for kernels in (REFEREE, SIMULATOR):
        monkeypatch.setattr(kernels, "_plain", 0)

    def call(*words, stdin=None):
        return CliRunner().invoke(cli, [str(word) for word in words], input=stdin)

    return call


@pytest.fixture
def start():
    """Starts the command line as a process of its own."""
    with ExitStack() as stack:

        def start(*words, **options):
            # A Ctrl-C may come between the opening of a file and its block.
            warnings = ["-W", "error", "-W", "ignore::ResourceWarning"]
            process = stack.enter_context(
                subprocess.Popen(
                    [sys.executable, *warnings, "-m", "analyzer", *words],
                    env={**os.environ, "PYTHONIOENCODING": "utf-8"},
                    **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
                )
            )
            stack.callback(process.kill)
            return process

        yield start
