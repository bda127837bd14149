"""The findings of a run, each with a picture of its hand and the page of its game if the log is found."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow.compute as pc
import pyarrow.dataset as ds

from analyzer.audit import Finding, LogName, Verdict
from analyzer.errors import AnalyzerError
from analyzer.rules import names as rule_set_names
from analyzer.sources import Choice, SourceLog, iter_logs
from analyzer.view import Game, read_game
from analyzer.view.picture import table_html
from analyzer.view.turns import finding_turn
from analyzer.vocabulary import SEATS, kyoku_text

if TYPE_CHECKING:
    import pyarrow as pa

    from analyzer.stats.archive import Archive

__all__ = ["MOST", "Disagreement", "Disagreements", "disagreements", "find_games"]

MOST: Final = 25
"""Findings beyond this number are only counted."""
_UNSAFE: Final = re.compile(r"[^\w.-]+")


class Disagreement(NamedTuple):
    """One finding as it is shown; ``picture`` and ``page``, a place in a file, are empty without the log."""

    place: str
    check: str
    message: str
    picture: str
    page: str


class Disagreements(NamedTuple):
    """The findings of a run.

    Attributes:
        told: The first of them.
        how_many: All of them, without undecided ones.
        games: How many games have any.
        pages: The pages of games by the name of their file.
    """

    told: tuple[Disagreement, ...]
    how_many: int
    games: int
    pages: dict[str, str]


def disagreements(archive: Archive, logs: Sequence[str | Path] = ()) -> Disagreements:
    """The first findings of wrong logs, undecided ones left out, with the pages of their games.

    Names of players and findings come from the tables, never from the logs: the run may have dropped names.

    Args:
        archive: A run.
        logs: Files and archives to search for the logs, besides the files that the run read.
    """
    table = archive["findings"]
    wrong = table.filter(pc.not_equal(table["verdict"].cast("string"), "undecided"))
    rows = wrong.slice(0, MOST).to_pylist()
    sources = {str(row["log_id"]): str(row["source"]) for row in rows}
    games = find_games(archive, sources, logs, _findings_of(table, list(sources)))
    pages = {
        log_id: f"{_UNSAFE.sub('_', log_id)[:100]}-{at}.html" for at, log_id in enumerate(games, start=1)
    }
    return Disagreements(
        tuple(_shown(row, games, pages) for row in rows),
        wrong.num_rows,
        len(pc.unique(wrong["log_id"])),
        {pages[log_id]: game.html() for log_id, game in games.items()},
    )


def _findings_of(table: pa.Table, log_ids: list[str]) -> dict[str, list[Finding]]:
    """The findings of these logs as the run wrote them."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for row in table.filter(pc.is_in(table["log_id"].cast("string"), pc.cast(log_ids, "string"))).to_pylist():
        row.pop("game", None)
        found[row["log_id"]].append(
            Finding(log=row.pop("log_id"), verdict=Verdict(row.pop("verdict")), **row)
        )
    return found


def _shown(row: Mapping[str, Any], games: Mapping[str, Game], pages: Mapping[str, str]) -> Disagreement:
    hand, log_id = row["hand"], str(row["log_id"])
    place = [log_id]
    if row["kyoku"] is not None and row["honba"] is not None:
        place.append(kyoku_text(row["kyoku"], row["honba"]))
    if row["element"] is not None:
        place.append(f"#{row['element']}")
    picture, page, game = "", pages.get(log_id, ""), games.get(log_id)
    if game is not None and hand is not None and hand < len(game.hands):
        picture = table_html(game.hands[hand].table())
        page += f"#{hand}/{finding_turn(row['element'], game.hands[hand].play_list)}"
    return Disagreement(" ".join(place), str(row["check"]), str(row["message"]), picture, page)


def find_games(
    archive: Archive,
    sources: Mapping[str, str],
    logs: Sequence[str | Path],
    findings: Mapping[str, Sequence[Finding]],
) -> dict[str, Game]:
    """Games by log id, if their logs are found, with the names and the findings that the run has of them.

    Args:
        archive: A run.
        sources: Where the run read each log, by log id.
        logs: Files and archives to search besides.
        findings: Of each log.
    """
    found: dict[str, Game] = {}
    for log_id, source in sources.items():
        if Path(source).is_file():
            _add(found, iter_logs([source]), {log_id}, findings)
    missing = set(sources) - set(found)
    if missing and logs:
        _add(found, iter_logs([str(log) for log in logs], Choice(ids=frozenset(missing))), missing, findings)
    names = _names(archive, list(found))
    return {
        log_id: replace(found[log_id], named=tuple(names.get((log_id, seat), "") for seat in range(SEATS)))
        for log_id in sources
        if log_id in found
    }


def _names(archive: Archive, log_ids: list[str]) -> dict[tuple[str, int], str]:
    """Names of players as the run wrote them, by log id and seat."""
    if not log_ids or "players" not in archive:
        return {}
    rows = archive.table("players", ["log_id", "seat", "name"], ds.field("log_id").isin(log_ids)).to_pylist()
    return {(row["log_id"], row["seat"]): row["name"] for row in rows if row["name"] is not None}


def _add(
    found: dict[str, Game],
    items: Iterable[object],
    wanted: set[str],
    findings: Mapping[str, Sequence[Finding]],
) -> None:
    for item in items:
        if not isinstance(item, SourceLog):
            continue
        for log_id in wanted:
            if log_id in item.source or len(wanted) == 1:
                try:
                    found[log_id] = _as_judged(item, log_id, findings.get(log_id, ()))
                except AnalyzerError:
                    continue


def _as_judged(item: SourceLog, log_id: str, findings: Sequence[Finding]) -> Game:
    """The game with the findings of the run, under the rule set that judged them where it is shipped."""
    name = LogName(log_id, item.source)
    judged_by = [one for one in rule_set_names() if one in {finding.rule_set for finding in findings}]
    game = read_game(item.data, name)
    if len(judged_by) == 1 and game.rule_set not in judged_by:
        game = read_game(item.data, name, judged_by[0])
    return replace(game, review=game.review._replace(findings=tuple(findings)))
