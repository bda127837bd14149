"""What a user installs: the lock, the entry points, the two commands of the README, and a light start."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import entry_points, version
from itertools import product
from pathlib import Path

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.version import Version

import analyzer
from tests.ci_table import table

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKS = ("requirements.lock", "requirements-lowest.lock")
PYTHONS = ("3.11.0", "3.11.9", "3.12.0", "3.13.0", "3.14.0")
SYSTEMS = (("linux", "Linux", "posix"), ("darwin", "Darwin", "posix"), ("win32", "Windows", "nt"))


def every_dependency() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"].values()
    listed = [*PROJECT["dependencies"], *(one for rows in extras for one in rows)]
    return [Requirement(one) for one in listed if not one.startswith(PROJECT["name"])]


@cache
def pins(lock: str) -> list[Requirement]:
    """The lines of a constraints file."""
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if not line.lstrip().startswith("#")]


def pinned(lock: str, name: str, python: str, system: tuple[str, str, str]) -> list[Version]:
    """Versions a constraints file gives for a package on one Python and one system."""
    names = ("python_full_version", "python_version", "sys_platform", "platform_system", "os_name")
    here = dict(zip(names, (python, python.rpartition(".")[0], *system), strict=True))
    given = default_environment() | here
    rows = [one for one in pins(lock) if one.name == name and (not one.marker or one.marker.evaluate(given))]
    return [Version(str(next(iter(pin.specifier)).version)) for pin in rows]


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_gives_one_version_of_every_dependency_that_satisfies_its_floor_and_no_place(lock):
    for wanted, python, system in product(every_dependency(), PYTHONS, SYSTEMS):
        found = pinned(lock, wanted.name, python, system)

        assert len(found) == 1, f"{wanted.name} on {python}, {system[1]}: {found}"
        assert found[0] in wanted.specifier, f"{wanted}: locked {found[0]}"
    for pin in pins(lock):
        assert [one.operator for one in pin.specifier] == ["=="], str(pin)
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_the_lowest_versions_are_the_floors_of_the_project():
    for wanted in every_dependency():
        (found,) = pinned("requirements-lowest.lock", wanted.name, PYTHONS[0], SYSTEMS[0])
        floor = next(one.version for one in wanted.specifier if one.operator == ">=")

        assert found.release[: len(Version(floor).release)] == Version(floor).release, wanted.name


def test_what_the_project_states_of_itself_is_so():
    extras = PROJECT["optional-dependencies"]
    (everything,) = (Requirement(one) for one in extras["all"])
    assert everything.extras == set(extras) - {"all", "dev", "docs", "oracle"}
    assert version("tenhou-analyzer") == analyzer.__version__
    pythons = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if " :: Python :: 3." in one]
    assert PROJECT["requires-python"] == f">={min(pythons, key=Version)}"
    code, tiles = ((ROOT / name).read_text(encoding="utf-8") for name in PROJECT["license-files"])
    assert PROJECT["license"] == "MIT AND OFL-1.1"
    assert code.startswith("MIT License")
    assert "SIL OPEN FONT LICENSE Version 1.1" in tiles
    (command,) = entry_points(group="console_scripts", name="tenhou-analyzer")
    assert callable(command.load())
    # Type checkers learn of our types.
    assert (Path(analyzer.__file__).parent / "py.typed").is_file()


def test_ci_sets_up_fresh_machines_as_the_readme_does_in_two_lines_and_ends_with_the_long_tests_it_names():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)

    assert len(commands) == 2
    assert [line for line in ci if line.startswith("python3 -m venv ")] == commands
    assert [ci[-1]] == re.findall(r"`(\.venv/bin/pytest -m \w+)`", readme)
    assert ci.index(commands[1]) < len(ci) - 1
    assert os.access(ROOT / ".ci" / "run", os.X_OK) or os.name == "nt"


def test_ci_ends_with_a_table_of_its_steps():
    lines = [
        "step\t100\tREADME, first command",
        "step\t185\tPython 3.13",
        "left out\t1\tnot on PATH",
        "step\t186\tthe long tests",
        "ran\t512\t",
        "left out\t2\tno node",
    ]

    assert list(table(lines, 798.4)) == [
        "seconds  tests  step",
        "     85         README, first command",
        "      1         Python 3.13",
        "                left out 1: not on PATH",
        "    612    512  the long tests",
        "                left out 2: no node",
    ]


def test_importing_the_package_imports_no_room_of_it():
    program = "import sys, analyzer; print(*(name for name in sys.modules if name.startswith('analyzer.')))"
    command = [sys.executable, "-W", "error", "-c", program]

    assert subprocess.run(command, capture_output=True, check=True, timeout=300, cwd=ROOT).stdout == b"\n"
