"""FAULTS: the catalogue of faults, read from ``analyzer/faults/*.toml``; the README there explains it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.audit import Verdict
from analyzer.conformance.terms import Place, Term

__all__ = ["FAULTS", "FOLDER", "Change", "Fault"]

FOLDER: Final = Path(__file__).parent.with_name("faults")


class Change(NamedTuple):
    """One operation on one element, or on each of several."""

    operation: str
    arguments: tuple[Mapping[str, Term]] | tuple[Term, ...]
    """One table, or terms."""
    at: Place


class Fault(NamedTuple):
    """One kind of fault, with what the README of the catalogue says of its keys."""

    name: str
    meaning: str
    at: Place
    when: tuple[Term, ...]
    names: Mapping[str, Term]
    changes: tuple[Change, ...]
    check: str
    found: Place
    verdict: Verdict = Verdict.INCONSISTENT
    seat: Term | None = None
    example: str | None = None
    rules: str = "tenhou"
    announced: bool = False
    """Only a log that is checked under the rules it announces gives the finding."""


def _terms(value: Term | list[Term]) -> tuple[Term, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def _place(value: int | str | dict[str, Any], within: str) -> Place:
    """A place from a number of elements behind, a word, or a table."""
    if isinstance(value, int):
        return Place(offset=value)
    row = {"find": value} if isinstance(value, str) else value
    return Place(**{"within": within, **row, "such": _terms(row.get("such", []))})


def _change(row: dict[str, Any]) -> Change:
    place = _place(row.pop("in", 0), "rest")
    ((operation, argument),) = row.items()
    return Change(operation, (argument,) if isinstance(argument, dict) else _terms(argument), place)


def _fault(row: dict[str, Any]) -> Fault:
    finds = row.pop("finds")
    return Fault(
        at=_place(row.pop("at"), "hand"),
        when=_terms(row.pop("when", [])),
        names=row.pop("let", {}),
        changes=tuple(map(_change, row.pop("change"))),
        found=_place(finds.pop("at", 0), "rest"),
        verdict=Verdict(finds.pop("verdict", Verdict.INCONSISTENT)),
        announced=finds.pop("under", None) == "auto",
        **row,
        **finds,
    )


FAULTS: Final = {
    row["name"]: _fault(row)
    for file in sorted(FOLDER.glob("*.toml"))
    for row in tomllib.loads(file.read_text(encoding="utf-8"))["fault"]
}
"""By name, in the order of the files."""
