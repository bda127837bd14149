"""FAULTS: the catalogue of faults, read from ``analyzer/faults/*.toml``; the README there explains it.

A term, such as ``"ba[0] > 0"``, is a number, or a Python expression over the names that a fault gives, the
properties and methods of `Site`, FUNCTIONS, and the attributes of the element.  It is part of the package,
as code is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.audit import Verdict
from analyzer.conformance.site import NoOccasion, Site, Value
from analyzer.formats.meld_codes import encode_pon
from analyzer.vocabulary import Seat, TileId

FOLDER: Final = Path(__file__).parent.with_name("faults")

Term: TypeAlias = int | str
_BRACED: Final = re.compile(r"\{([^}]*)\}")


def same_kind(tiles: Iterable[TileId], tile: TileId) -> list[TileId]:
    """The tiles that are copies of one."""
    return [one for one in tiles if one // 4 == tile // 4]


def without(items: list[int], *gone: int) -> list[int]:
    """The list less some numbers."""
    return [one for one in items if one not in gone]


def exchanged(items: list[int], one: int, another: int) -> list[int]:
    """The list with two of its places exchanged."""
    changed = list(items)
    changed[one], changed[another] = changed[another], changed[one]
    return changed


def plus(items: list[int], place: int, number: int) -> list[int]:
    """The list with so much more at a place."""
    return [*items[:place], items[place] + number, *items[place + 1 :]]


def ranked(scores: list[int]) -> list[Seat]:
    """Seats from the highest score to the lowest."""
    return sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))


def simples(tiles: list[TileId]) -> list[TileId]:
    """Those from 2 to 8."""
    return [tile for tile in tiles if tile < 108 and tile // 4 % 9 not in (0, 8)]


FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    word.__name__: word
    for word in (
        *(all, len, max, min, sum, range, sorted, int),
        *(same_kind, simples, without, exchanged, plus, ranked, encode_pon),
    )
}
"""Functions that need no log."""


class _Words(dict[str, Value]):
    """What names of a term mean, said of an element."""

    def __init__(self, site: Site) -> None:
        super().__init__({"__builtins__": {}})
        self._site = site

    def __missing__(self, name: str) -> Value:
        site = self._site
        if name in site.names:
            return site.names[name]
        if hasattr(Site, name):
            return getattr(site, name)
        return FUNCTIONS[name] if name in FUNCTIONS else site[name]


_compiled = cache(partial(compile, filename="<term>", mode="eval"))


def value(site: Site, term: Term) -> Value:
    """Value of a term said of an element.

    Raises:
        NoOccasion: When a word of it has no meaning there, or a list is too short.
    """
    if not isinstance(term, str):
        return term
    try:
        return eval(_compiled(term), _Words(site))  # noqa: S307
    except IndexError as error:
        raise NoOccasion(str(error)) from None


def text(site: Site, term: Term) -> str:
    """Value of a term as attributes have it."""
    found = value(site, term)
    return ",".join(map(str, found)) if isinstance(found, list) else str(found)


def filled(site: Site, pattern: str) -> str:
    """Text with the terms in its braces worked out."""
    return _BRACED.sub(lambda found: text(site, found[1]), pattern)


def holds(site: Site, terms: Sequence[Term]) -> bool:
    """Whether terms are true of an element; where a word has no meaning, they are not."""
    try:
        return all(value(site, term) for term in terms)
    except NoOccasion:
        return False


class Place(NamedTuple):
    """Which element of a log: the one at ``nth`` of those that are sought and fit."""

    find: str = "this"
    within: str = "hand"
    such: tuple[Term, ...] = ()
    nth: int = 0
    offset: int = 0
    each: bool = False


def one_of(site: Site, place: Place) -> Site:
    """The element that a place means, seen from another.

    Raises:
        NoOccasion: When there is none.
    """
    if place.find == "this":
        return site.beside(place.offset)
    found = _fitting(site, place)
    if not -len(found) <= place.nth < len(found):
        raise NoOccasion("no such element")
    return found[place.nth].beside(place.offset)


def all_of(site: Site, place: Place) -> list[Site]:
    """All elements that a place means, if it means each; else the one."""
    return _fitting(site, place) if place.each else [one_of(site, place)]


def _fitting(site: Site, place: Place) -> list[Site]:
    return [one for one in site.of_kind(place.find, place.within) if holds(one, place.such)]


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
    again: tuple[str, ...] = ()
    """Checks that find it again in a later hand, as where the log returns to the right scores."""


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


def fault_of(row: dict[str, Any]) -> Fault:
    """A fault from a row of TOML, which is used up."""
    finds = row.pop("finds")
    return Fault(
        at=_place(row.pop("at"), "hand"),
        when=_terms(row.pop("when", [])),
        names=row.pop("let", {}),
        changes=tuple(map(_change, row.pop("change"))),
        found=_place(finds.pop("at", 0), "rest"),
        verdict=Verdict(finds.pop("verdict", Verdict.INCONSISTENT)),
        announced=finds.pop("under", None) == "auto",
        again=tuple(finds.pop("again", ())),
        **row,
        **finds,
    )


FAULTS: Final = {
    row["name"]: fault_of(row)
    for file in sorted(FOLDER.glob("*.toml"))
    for row in tomllib.loads(file.read_text(encoding="utf-8"))["fault"]
}
"""By name, in the order of the files."""
