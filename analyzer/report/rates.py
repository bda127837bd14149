"""Statistics as a table for people: in words, three and four players apart, beside those of the archive."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from analyzer.report.figures import Ask, Row, answers, shown, written
from analyzer.stats.catalogue import Kind, shipped_catalogue

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive


class Rate(NamedTuple):
    """One statistic of a player beside that of the archive; places of the picture are in percent.

    Attributes:
        words: What it is.
        definition: Of the statistic.
        value: As text.
        interval: As text; empty where there is none.
        sample: Rows and games.
        average: Of the whole archive, as text.
        marks: Low end, high end, value and average on a line from 0.
    """

    words: str
    definition: str
    value: str
    interval: str
    sample: str
    average: str
    marks: tuple[float, float, float, float]


class Side(NamedTuple):
    """What a player has done with one number of players."""

    players: int
    headline: tuple[Rate, ...]
    more: tuple[Rate, ...]


def headline(archive: Archive) -> tuple[tuple[int, ...], list[tuple[str, str, list[tuple[str, str]]]]]:
    """The first statistics of a run: the numbers of players there are, and the rows of a table.

    A row has the words, the definition, and for each of these numbers the value and its interval as texts.
    """
    played = shown()["played"]
    rows = _rows(archive, played)
    there = tuple(players for players in (4, 3) if any((players, name) in rows for name in played))
    table = [
        (words, _definition(name), [_told(name, rows.get((players, name))) for players in there])
        for name, words in played.items()
    ]
    return there, table


def sides(archive: Archive, own: str) -> tuple[Side, ...]:
    """The statistics of a player and of the archive, for each number of players.

    Args:
        archive: A run.
        own: Condition for the rows of the player.
    """
    groups = (shown()["headline"], shown()["more"])
    mine, every = (_rows(archive, (name for group in groups for name in group), where) for where in (own, ""))
    found = []
    for players in (4, 3):
        first, more = (
            tuple(
                _rate(name, words, mine[players, name], every[players, name])
                for name, words in listed.items()
                if (players, name) in mine
            )
            for listed in groups
        )
        if first or more:
            found.append(Side(players, first, more))
    return tuple(found)


def _rows(archive: Archive, names: Iterable[str], where: str = "") -> dict[tuple[int, str], Row]:
    """The rows of statistics that have a value, by number of players and name."""
    found = answers(archive, [Ask(name, (), where) for name in names])
    return {
        (row["players"], ask.statistic): row
        for ask, table in found.items()
        for row in table.to_pylist()
        if row["value"] is not None
    }


def _definition(name: str) -> str:
    return shipped_catalogue().find(name).definition


def _told(name: str, row: Row | None) -> tuple[str, str]:
    return ("", "") if row is None else (_written(name, row["value"]), _interval(name, row))


def _written(name: str, value: float) -> str:
    return written(float(value), share=shipped_catalogue().find(name).kind is not Kind.MEAN)


def _ends(row: Row) -> tuple[float, float] | None:
    return None if row["low"] is None or row["high"] is None else (float(row["low"]), float(row["high"]))


def _interval(name: str, row: Row) -> str:
    ends = _ends(row)
    return "" if ends is None else " to ".join(_written(name, end) for end in ends)


def _rate(name: str, words: str, own: Row, every: Row) -> Rate:
    value, average = float(own["value"]), float(every["value"])
    low, high = _ends(own) or (value, value)
    # From zero on, so that a wide interval looks wide; yet no interval of a few games sets the scale.
    first, last = (1.5 * end(0.0, value, average) for end in (min, max))

    def at(number: float) -> float:
        place = (number - first) / ((last - first) or 1.0)
        return round(2 + 96 * min(max(place, 0.0), 1.0), 1)

    return Rate(
        words=words,
        definition=_definition(name),
        value=_written(name, value),
        interval=_interval(name, own),
        sample=f"{own['n']:,} in {own['games']:,}",
        average=_written(name, average),
        marks=(at(low), at(high), at(value), at(average)),
    )
