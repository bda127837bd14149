"""FAULTS: the catalogue of faults, read from ``analyzer/faults/*.toml``; the README there explains it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.audit import Verdict
from analyzer.conformance.terms import Term

__all__ = ["FAULTS", "Change", "Fault", "Place"]

_Toml: TypeAlias = Term | list[Term] | dict[str, Any]

_FOLDER: Final = Path(__file__).parent.with_name("faults")


class Place(NamedTuple):
    """Which element of a log: the one at ``nth`` of those that are sought and fit."""

    find: str = "this"
    within: str = "hand"
    such: tuple[Term, ...] = ()
    nth: int = 0
    offset: int = 0
    each: bool = False


class Change(NamedTuple):
    """One operation on one element, or on each of several."""

    operation: str
    arguments: tuple[Mapping[str, Term]] | tuple[Term, ...]
    """One table, or terms."""
    at: Place


class Fault(NamedTuple):
    """One kind of fault.

    Attributes:
        name: As in file names: ``noten-payment-exchanged``.
        meaning: One sentence.
        at: The element that it is about.
        when: Terms that must hold there.
        names: Terms by name, worked out there before anything is changed.
        changes: In order.
        check: The check that must find it.
        found: The element it must be found at.
        seat: Term of the seat that the finding is about; None when it is not about one.
        verdict: Of the finding.
        example: A scenario that has an occasion; None where any game has.
        rules: The rule set that the scenario is played under.
        announced: Only a log that is checked under the rules it announces gives the finding.
    """

    name: str
    meaning: str
    at: Place
    when: tuple[Term, ...]
    names: Mapping[str, Term]
    changes: tuple[Change, ...]
    check: str
    found: Place
    seat: Term | None
    verdict: Verdict
    example: str | None
    rules: str
    announced: bool = False


def _terms(value: _Toml) -> tuple[Term, ...]:
    if isinstance(value, dict):
        raise ValueError(f"{value} is a table, expected a term or a list of terms")
    return tuple(value) if isinstance(value, list) else (value,)


def _place(value: _Toml, within: str) -> Place:
    """A place from a number of elements behind, a word, or a table."""
    if isinstance(value, int):
        return Place(offset=value)
    if isinstance(value, list):
        raise ValueError(f"{value} is a list, expected a place")
    row: dict[str, Any] = {"find": value} if isinstance(value, str) else dict(value)
    row["such"] = _terms(row.get("such", []))
    return Place(**{"within": within, **row})


def _change(row: Mapping[str, Any]) -> Change:
    ((operation, argument),) = ((key, value) for key, value in row.items() if key != "in")
    arguments = (argument,) if isinstance(argument, dict) else _terms(argument)
    return Change(operation, arguments, _place(row.get("in", 0), "rest"))


def _fault(row: dict[str, Any]) -> Fault:
    finds = dict(row.pop("finds"))
    fault = Fault(
        name=row.pop("name"),
        meaning=row.pop("meaning"),
        at=_place(row.pop("at"), "hand"),
        when=_terms(row.pop("when", [])),
        names=row.pop("let", {}),
        changes=tuple(map(_change, row.pop("change"))),
        check=finds.pop("check"),
        found=_place(finds.pop("at", 0), "rest"),
        seat=finds.pop("seat", None),
        verdict=Verdict(finds.pop("verdict", Verdict.INCONSISTENT)),
        example=row.pop("example", None),
        rules=row.pop("rules", "tenhou"),
        announced=finds.pop("under", None) == "auto",
    )
    if row or finds:
        raise ValueError(f"{fault.name}: {[*row, *finds]} is no key of a fault")
    return fault


def _faults() -> dict[str, Fault]:
    tables = [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(_FOLDER.glob("*.toml"))]
    faults = [_fault(row) for table in tables for row in table["fault"]]
    named = {fault.name: fault for fault in faults}
    if len(named) < len(faults):
        raise ValueError("two faults of the catalogue have one name")
    return named


FAULTS: Final = _faults()
"""By name, in the order of the files."""
