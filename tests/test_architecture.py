"""The layers, read from the imports themselves: every arrow points down, and a few never exist.

An import counts wherever it stands: at the top, inside a function, or for type checking only.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "analyzer"
PAGE = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")

LAYERS = (
    {"vocabulary", "printable", "citing", "bounded", "garbage", "later"},
    {"errors"},
    {"folders", "keywords"},
    {"kernels"},
    {"tiles", "rules", "wall"},
    {"formats"},
    {"replay"},
    {"settlement"},
    {"explain"},
    {"audit"},
    {"tables"},
    {"stats", "sources", "simulation", "view"},
    {"batch", "conformance", "report"},
    {"face"},
    {"cli"},
)
"""Rooms, lowest first; rooms of one layer do not know each other."""

NEVER = (
    ("settlement", {"formats"}, "a settlement never sees what the log claimed"),
    ("replay", {"rules"}, "facts do not depend on a rule set"),
    ("rules", {"kernels"}, "a rule set is data"),
    ("stats", {"formats"}, "statistics read tables"),
)
"""Arrows that point down and are wrong all the same: room, rooms it must not know, why."""

OUTSIDE = (
    ("lxml", {"formats"}),
    ("click", {"cli"}),
    ("numba", {"kernels"}),
    ("llvmlite", {"kernels"}),
    ("dask", {"batch"}),
    ("distributed", {"batch"}),
    ("fsspec", {"folders"}),
    ("duckdb", {"stats", "batch"}),
    ("jinja2", {"view"}),
    ("altair", set()),
    ("vl_convert", set()),
)
"""Libraries that only some rooms may know."""

FACE = {"__version__"}
"""What any room may take from the public face; the rest of it stands above the rooms."""

MOST_LINES = 600


RANK = {name: height for height, layer in enumerate(LAYERS) for name in layer}


class Import(NamedTuple):
    """One import: the dotted name it asks for, and its line."""

    name: str
    line: int


def room_of(module: str) -> str:
    """Room of a dotted module, as ``wall`` of ``analyzer.wall.seeds``; ``__main__`` belongs to cli."""
    parts = module.split(".")
    return "cli" if len(parts) == 1 or parts[1] == "__main__" else parts[1]


def module_of(path: Path) -> str:
    """Dotted name of a file of the package."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(source: str) -> tuple[Import, ...]:
    """Every import of a module's text; none may be relative."""
    return tuple(
        Import(name, node.lineno) for node in ast.walk(ast.parse(source)) for name in names_asked_for(node)
    )


def names_asked_for(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [f"{'.' * node.level or node.module}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in (
        "import_module",
        "__import__",
    ):
        return [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
    return []


def complaints(source: str, module: str) -> list[str]:
    """What a module's imports do against the layers, one sentence each."""
    if module == "analyzer":
        return []  # the public face may name every room, lazily
    found = ((one.line, complaint(room_of(module), one.name)) for one in imports_of(source))
    return [f"{module}:{line}: {text}" for line, text in found if text]


def complaint(room: str, name: str) -> str:
    """What is wrong with an import, or an empty text."""
    top, _, rest = name.partition(".")
    target = rest.partition(".")[0]
    if not top:
        return "a relative import"
    if top != "analyzer":
        allowed = dict(OUTSIDE).get(top)
        return f"{room} must not know {top}" if allowed is not None and room not in allowed else ""
    if target in FACE or target == room:
        return ""
    if room not in RANK:
        return f"{room} is no room of the house"
    if target not in RANK:
        return "" if room == "cli" else f"{room} must not take {target or 'anything'} from the public face"
    for source, targets, why in NEVER:
        if room == source and target in targets:
            return f"{room} must not know {target}: {why}"
    return "" if RANK[target] < RANK[room] else f"{room} must not know {target}, which is not below it"


MODULES = sorted(PACKAGE.rglob("*.py"))


def test_imports_point_down():
    found = [one for path in MODULES for one in complaints(path.read_text(encoding="utf-8"), module_of(path))]

    assert len(MODULES) > 100
    assert found == []


def test_the_architecture_page_lists_every_room_at_its_layer_and_files_that_exist():
    rooms = {room_of(module_of(path)) for path in MODULES}
    listed = re.findall(r"^- (\d+) `(\w+)`: ", PAGE, re.MULTILINE)
    layers = enumerate(LAYERS, start=1)
    named = re.findall(r"`([\w/]+/\w+\.py)`", PAGE)

    assert rooms <= RANK.keys()
    assert {(int(layer), room) for layer, room in listed} == {
        (height, room) for height, layer in layers for room in layer & rooms
    }
    assert len(named) > 30
    assert [
        one for one in named if not (PACKAGE / one).exists() and not (PACKAGE.parent / one).exists()
    ] == []


def test_the_architecture_page_leads_to_a_finding_in_twenty_five_files_at_most():
    steps = re.findall(r"^(\d+)\. `([\w/]+\.py)` `(\w+)`: ", PAGE, re.MULTILINE)

    assert len(steps) > 20
    assert [int(number) for number, _, _ in steps] == list(range(1, len(steps) + 1))
    assert len({file for _, file, _ in steps}) == len(steps) <= 25
    assert [(file, name) for _, file, name in steps if not defines(PACKAGE / file, name)] == []


def defines(path: Path, name: str) -> bool:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name for node in body)


PLANTED = [
    ("audit", "import analyzer.cli", "audit must not know cli, which is not below it"),
    ("replay.plays", "from ..rules import RuleSet", "a relative import"),
    ("rules.loader", "from analyzer import kernels", "rules must not know kernels: "),
    ("replay.plays", "from analyzer import read", "replay must not take read from the public face"),
    ("utils.text", "from analyzer import errors", "utils is no room of the house"),
    ("sources.gz", "from lxml import etree", "sources must not know lxml"),
    ("audit.review", "def f():\n    from dask import bag", "audit must not know dask"),
    ("stats.draws", "if TYPE_CHECKING:\n    import altair", "stats must not know altair"),
    ("tables.arrow", "importlib.import_module('analyzer.batch')", "tables must not know batch"),
    # And what is allowed.
    ("formats.mjlog.reader", "from lxml import etree\nfrom analyzer.errors import MalformedLog", None),
    ("batch.run", "from analyzer import __version__", None),
    ("cli.show", "from analyzer import validate", None),
]


@pytest.mark.parametrize(("module", "source", "expected"), PLANTED)
def test_a_planted_violation_is_named_with_its_line(module, source, expected):
    found = complaints(source, f"analyzer.{module}")

    assert len(found) == (expected is not None)
    assert all(one.startswith(f"analyzer.{module}:{source.count(chr(10)) + 1}: {expected}") for one in found)


def test_no_module_is_over_600_lines():
    lengths = {path.name: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}

    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


NAMES = {module_of(path) for path in MODULES}


def targets_of(path: Path) -> set[str]:
    """Modules of the package that a module imports, itself left out."""
    asked = (one.name for one in imports_of(path.read_text(encoding="utf-8")))
    found = {name if name in NAMES else name.rpartition(".")[0] for name in asked}
    return (found & NAMES) - {module_of(path)}


def circle_among(arrows: dict[str, set[str]]) -> list[str]:
    """Modules that stand in a circle or lean on one; none where the order is one-way."""
    left = {module: set(targets) for module, targets in arrows.items()}
    while free := {module for module, targets in left.items() if not targets & left.keys()}:
        left = {module: targets for module, targets in left.items() if module not in free}
    return sorted(left)


def test_no_room_has_a_circle():
    arrows = {path: targets_of(path) for path in MODULES}

    for room in set(map(room_of, NAMES)):
        of_room = {module_of(path): to for path, to in arrows.items() if room_of(module_of(path)) == room}
        assert circle_among(of_room) == [], room
    # A planted circle is named.
    assert circle_among({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == ["a", "b", "c"]
