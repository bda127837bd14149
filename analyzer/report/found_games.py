"""The games of a run that its pages show: their logs found again, named and judged as the run has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from analyzer.audit import Finding, LogName, Verdict
from analyzer.errors import AnalyzerError
from analyzer.rules import names as rule_set_names
from analyzer.sources import Choice, SourceLog, iter_logs
from analyzer.view import Game, read_game
from analyzer.view.picture import table_html
from analyzer.view.turns import finding_turn
from analyzer.vocabulary import SEATS

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

__all__ = ["FoundGames", "find_games", "finding_of"]

_UNSAFE: Final = re.compile(r"[^\w.-]+")


class FoundGames(NamedTuple):
    """Games whose logs were found.

    Attributes:
        games: By log id.
        files: Names of the files of their pages.
    """

    games: dict[str, Game]
    files: dict[str, str]

    def hand(self, log_id: str, hand: int | None, element: int | None = None) -> tuple[str, str]:
        """The picture of a hand, and the place on the page of its game; empty without the log.

        Args:
            log_id: Of the game.
            hand: Index of the hand; None for none.
            element: Whose play the page opens at; None for the end of the hand.
        """
        game, page = self.games.get(log_id), self.files.get(log_id, "")
        if game is None or hand is None or hand >= len(game.hands):
            return "", page
        shown = game.hands[hand]
        return table_html(shown.table()), f"{page}#{hand}/{finding_turn(element, shown.play_list)}"

    def pages(self) -> dict[str, str]:
        """The pages by the names of their files."""
        return {self.files[log_id]: game.html() for log_id, game in self.games.items()}


def find_games(archive: Archive, sources: Mapping[str, str], logs: Sequence[str | Path] = ()) -> FoundGames:
    """Games of a run, with the names and the findings that the run has of them: it may have dropped names.

    Args:
        archive: A run.
        sources: Where the run read each log, by log id.
        logs: Files and archives to search besides.
    """
    findings = _findings_of(archive["findings"], list(sources))
    found: dict[str, Game] = {}
    for log_id, source in sources.items():
        if Path(source).is_file():
            _add(found, iter_logs([source]), {log_id}, findings)
    missing = set(sources) - set(found)
    if missing and logs:
        _add(found, iter_logs([str(log) for log in logs], Choice(ids=frozenset(missing))), missing, findings)
    names = _names(archive, list(found))
    games = {
        log_id: replace(found[log_id], named=tuple(names.get((log_id, seat), "") for seat in range(SEATS)))
        for log_id in sources
        if log_id in found
    }
    files = {
        log_id: f"{_UNSAFE.sub('_', log_id)[:100]}-{at}.html" for at, log_id in enumerate(games, start=1)
    }
    return FoundGames(games, files)


def _findings_of(table: pa.Table, log_ids: list[str]) -> dict[str, list[Finding]]:
    """The findings of these logs as the run wrote them."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for row in table.filter(pc.is_in(table["log_id"].cast("string"), pc.cast(log_ids, "string"))).to_pylist():
        found[row["log_id"]].append(finding_of(row))
    return found


def finding_of(row: Mapping[str, Any]) -> Finding:
    """A row of the table ``findings`` as the finding that it tells."""
    told = {name: value for name, value in row.items() if name not in ("game", "log_id", "verdict")}
    return Finding(log=row["log_id"], verdict=Verdict(row["verdict"]), **told)


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
