"""Cases of `tests/cases/rules`."""

import tomllib
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "cases" / "rules"


def cases_of(name):
    """The cases of a file, each under what it says."""
    cases = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["case"]
    return [pytest.param(case, id=case.get("says") or case["message"][:60]) for case in cases]
