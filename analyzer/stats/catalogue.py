"""The catalogue: statistics as data, shipped or in a file of the user."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, unique
from functools import cache
from pathlib import Path
from typing import Any, Final

from analyzer.bounded import read_bounded
from analyzer.errors import UserMistake, nearest
from analyzer.stats.expressions import Expression
from analyzer.stats.views import shipped_views

_HERE: Final = Path(__file__).parent
_TEXTS: Final = ("name", "rows", "unit", "definition")
_OPTIONAL: Final = ("of", "usual", "topic", "axis")
_KINDS: Final = ("rate", "mean", "shares")


@unique
class Kind(Enum):
    """What the value of a statistic is."""

    RATE = "rate"
    """Share of the rows that count for which a condition holds."""
    MEAN = "mean"
    """Mean of a number over the rows that count."""
    SHARES = "shares"
    """Distribution: share of the rows that count with each category."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """A row of the catalogue; expressions are SQL over the columns of a view.

    Attributes:
        name: Its name.
        topic: Its topic, the name of its file.
        rows: The view whose rows count.
        kind: What its value is.
        value: A condition, a number, or a category (or list of categories, of which a row has each once).
            Rows where it is null do not count.
        of: Condition for the rows that count; empty for all.
        unit: Unit of the value, such as ``share of hands``.
        definition: One sentence.
        usual: Expressions that it is usually shown by; empty for none.
        labels: Categories in their order, shown where their share is 0 too.
        headline: Whether every run counts it.
        axis: Column that an axis or condition must name, as the value over all its values has no meaning;
            empty for most.
    """

    name: str
    topic: str
    rows: str
    kind: Kind
    value: str
    of: str = ""
    unit: str = ""
    definition: str = ""
    usual: str = ""
    labels: tuple[str, ...] = ()
    headline: bool = False
    axis: str = ""

    def has_axis(self, expressions: Iterable[Expression]) -> bool:
        """Whether these axes and conditions name the column that it needs."""
        return not self.axis or any(self.axis in one.words for one in expressions)


class Catalogue:
    """Statistics by name and topic."""

    def __init__(self, statistics: Iterable[Statistic]) -> None:
        self._statistics = {one.name: one for one in statistics}

    def __iter__(self) -> Iterator[Statistic]:
        return iter(self._statistics.values())

    def __len__(self) -> int:
        return len(self._statistics)

    def __contains__(self, name: object) -> bool:
        return name in self._statistics

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all statistics."""
        return tuple(self._statistics)

    @property
    def topics(self) -> tuple[str, ...]:
        """Topics in their order."""
        return tuple(dict.fromkeys(one.topic for one in self._statistics.values()))

    def find(self, name: str) -> Statistic:
        """A statistic by its name.

        Raises:
            UserMistake: When there is none; with the nearest names.
        """
        if name not in self._statistics:
            hint = nearest(str(name), self.names) or "; `tenhou-analyzer stats --list` has all names"
            raise UserMistake(f"{name!r} is not a statistic{hint}")
        return self._statistics[name]

    def chosen(self, names: Sequence[str]) -> tuple[Statistic, ...]:
        """Statistics by their names or topics, each once; all without names.

        Raises:
            UserMistake: When there is no such statistic or topic.
        """
        found: dict[Statistic, None] = {}
        for name in names or self.names:
            own = [] if name in self._statistics else [one for one in self if one.topic == name]
            found |= dict.fromkeys(own or [self.find(name)])
        return tuple(found)

    def search(self, word: str = "") -> tuple[Statistic, ...]:
        """Statistics with a word, or several, in name, topic, unit or definition; all without one."""
        words = word.lower().split()
        return tuple(
            one
            for one in self._statistics.values()
            if all(part in f"{one.name} {one.topic} {one.unit} {one.definition}".lower() for part in words)
        )


@cache
def shipped_catalogue() -> Catalogue:
    """The catalogue of this package."""
    statistics: list[Statistic] = []
    for file in sorted((_HERE / "catalogue").glob("*.toml")):
        statistics += _read(file, {one.name for one in statistics})
    return Catalogue(statistics)


def load_catalogue(file: str | os.PathLike[str]) -> Catalogue:
    """The catalogue of a TOML file with ``[[statistic]]`` rows.

    Raises:
        UserMistake: When it cannot be read, or a row is not right; with the row.
    """
    return Catalogue(_read(Path(file), set()))


def _read(file: Path, taken: set[str]) -> list[Statistic]:
    try:
        content = tomllib.loads(read_bounded(file).decode("utf-8"))
    except OSError as error:
        raise UserMistake(f"{str(file)!r} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise UserMistake(f"{str(file)!r} is not TOML: {error}") from None
    rows = content.pop("statistic", [])
    if content or not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UserMistake(
            f"{str(file)!r} has {', '.join(content) or 'statistic'}; expected [[statistic]] rows"
        )
    if not rows:
        raise UserMistake(f"{str(file)!r} has no statistic; expected [[statistic]] rows")
    found = []
    for number, row in enumerate(rows, 1):
        one = _statistic(row, file.stem, f"{str(file)!r}, statistic {number} ({row.get('name', 'no name')})")
        if one.name in taken:
            raise UserMistake(f"{str(file)!r}, statistic {number}: {one.name!r} is there twice")
        taken.add(one.name)
        found.append(one)
    return found


def _statistic(row: Mapping[str, Any], topic: str, place: str) -> Statistic:
    known = (*_TEXTS, *_OPTIONAL, *_KINDS, "labels", "headline")
    for key in row:
        if key not in known:
            raise UserMistake(f"{place}: {key!r} is not known{nearest(key, known)}")
    for key in _TEXTS:
        if key not in row:
            raise UserMistake(f"{place}: {key!r} is missing")
    kinds = [key for key in _KINDS if key in row]
    if len(kinds) != 1:
        raise UserMistake(
            f"{place}: has {' and '.join(kinds) or 'no value'}; expected one of {', '.join(_KINDS)}"
        )
    for key, value in row.items():
        if key not in ("labels", "headline") and (not isinstance(value, str) or not value.strip()):
            raise UserMistake(f"{place}: {key} is {value!r}; expected text")
    labels = row.get("labels", [])
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise UserMistake(f"{place}: labels is {labels!r}; expected a list of texts")
    if labels and kinds != ["shares"]:
        raise UserMistake(f"{place}: has labels; expected them for shares only")
    headline = row.get("headline", False)
    if not isinstance(headline, bool):
        raise UserMistake(f"{place}: headline is {headline!r}; expected true or false")
    if row["rows"] not in shipped_views():
        raise UserMistake(f"{place}: {row['rows']!r} is no view{nearest(row['rows'], shipped_views())}")
    texts = {key: row[key] for key in (*_TEXTS, *_OPTIONAL) if key in row}
    (kind,) = kinds
    made = {"kind": Kind(kind), "value": row[kind], "labels": tuple(labels), "headline": headline}
    return Statistic(**{"topic": topic, **texts}, **made)
