"""The games of a run that its pages show: their logs found again, named and judged as the run has them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from analyzer.audit import Finding, LogName, Verdict
from analyzer.errors import AnalyzerError
from analyzer.rules import names as rule_set_names
from analyzer.sources import Choice, SourceLog, iter_logs, log_id_of
from analyzer.view import Game, read_game
from analyzer.view.game_page import finding_turn
from analyzer.view.picture import table_html
from analyzer.vocabulary import SEATS

if TYPE_CHECKING:
    from analyzer.stats.archive import Archive

_UNSAFE: Final = re.compile(r"[^\w.-]+")


class ShownHand(NamedTuple):
    """A hand drawn, and its place on the page of its game; or why there is no picture."""

    picture: str
    page: str
    why: str


class FoundGames(NamedTuple):
    """Games whose logs were found.

    Attributes:
        games: By log id.
        files: Names of the files of their pages.
        missing: Why a game was not found, by log id.
    """

    games: dict[str, Game]
    files: dict[str, str]
    missing: dict[str, str]

    def hand(self, log_id: str, hand: int | None, element: int | None = None) -> ShownHand:
        """A hand of a game.

        Args:
            log_id: Of the game.
            hand: Index of the hand; None for none.
            element: Whose play the page opens at; None for the end of the hand.
        """
        game, page = self.games.get(log_id), self.files.get(log_id, "")
        if game is None:
            return ShownHand("", "", f"Not drawn: {self.missing.get(log_id, 'its log was not looked for')}.")
        if hand is None:
            return ShownHand("", page, "Not drawn: it is about no single hand.")
        if hand >= len(game.hands):
            return ShownHand("", page, "Not drawn: its log has no such hand any more.")
        shown = game.hands[hand]
        at = f"{page}#{hand}/{finding_turn(element, shown.play_list)}"
        return ShownHand(table_html(shown.table()), at, "")

    def pages(self) -> dict[str, str]:
        """The pages by the names of their files."""
        return {self.files[log_id]: game.html() for log_id, game in self.games.items()}


def find_games(archive: Archive, sources: Mapping[str, str], logs: Sequence[str | Path] = ()) -> FoundGames:
    """Games of a run, with the names and the findings that the run has of them: it may have dropped names.

    Args:
        archive: A run.
        sources: Where the run read each log, by log id: a file, or a file and the member or row in it.
        logs: Files and archives to search for the others.
    """
    found, missing = _found(sources, [str(log) for log in logs])
    findings, games = _findings_of(archive["findings"], list(sources)), {}
    names = _names(archive, list(found))
    for log_id in sources:
        if log_id not in found:
            continue
        try:
            game = _as_judged(found[log_id], log_id, findings.get(log_id, ()))
        except AnalyzerError as error:
            missing[log_id] = f"its log cannot be read any more ({error})"
            continue
        games[log_id] = replace(game, named=tuple(names.get((log_id, seat), "") for seat in range(SEATS)))
    files = {
        log_id: f"{_UNSAFE.sub('_', log_id)[:100]}-{at}.html" for at, log_id in enumerate(games, start=1)
    }
    return FoundGames(games, files, missing)


def _found(sources: Mapping[str, str], logs: Sequence[str]) -> tuple[dict[str, SourceLog], dict[str, str]]:
    """The logs, and why one is not found; each file or archive is read once."""
    found: dict[str, SourceLog] = {}
    missing: dict[str, str] = {}
    within: dict[str, list[str]] = defaultdict(list)
    for log_id, source in sources.items():
        within[_file_of(source)].append(log_id)
    for file, log_ids in within.items():
        if file == "-" or file.startswith("@"):
            missing |= dict.fromkeys(log_ids, "its log was read from standard input; name a file with --logs")
            continue
        try:
            found.update(_logs_in(file, log_ids, [sources[log_id] for log_id in log_ids]))
            why = f"its log is no longer in {file}; --logs names another place"
        except (AnalyzerError, OSError) as error:
            why = f"{str(error).partition(';')[0]}; --logs names another place"
        missing |= {log_id: why for log_id in log_ids if log_id not in found}
    for place in logs:
        found.update(_logs_in(place, sources.keys() - found.keys(), ()))
    return found, missing


def _file_of(source: str) -> str:
    """The file of a log: members and rows follow after ``!``, the number of a game after ``#``.

    Examples:
        >>> _file_of("no/such.zip!2024/a.mjlog"), _file_of("no/such.jsonl#2")
        ('no/such.zip', 'no/such.jsonl')
    """
    # A folder may have a ``!`` in its name too.
    for end in (len(source), *(match.start() for match in re.finditer("!", source))):
        if Path(source[:end]).is_file():
            return source[:end]
    return _file_of_game(source.partition("!")[0])


def _logs_in(place: str, log_ids: Collection[str], sources: Sequence[str]) -> Iterator[tuple[str, SourceLog]]:
    """These logs in a file or an archive, by their ids.

    Args:
        place: The file.
        log_ids: Which.
        sources: Where the run read each, if it was here: a file alone may have another name than its log.
    """
    pairs = [*zip(sources, log_ids, strict=False), *((log_id, log_id) for log_id in log_ids)]
    names, left = dict(pairs), set(log_ids)
    wanted = {log_id_of(name) for name in names} | {_file_of_game(name) for name in names}
    for item in iter_logs([place], Choice(ids=frozenset(wanted))):
        if not isinstance(item, SourceLog):
            continue
        # A small file of several games comes as a whole.
        held = {log_id for name, log_id in names.items() if item.source in (name, _file_of_game(name))}
        for log_id in held or {names[name] for name in [log_id_of(item.source)] if name in names}:
            left.discard(log_id)
            yield log_id, item
        if not left:
            return


def _file_of_game(name: str) -> str:
    """The file of a game that is named by its number in it; the name itself for any other."""
    file, _, number = name.rpartition("#")
    return file if number.isdecimal() else name


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


def _as_judged(item: SourceLog, log_id: str, findings: Sequence[Finding]) -> Game:
    """The game with the findings of the run, under the rule set that judged them where it is shipped."""
    name = LogName(item.source if _file_of_game(log_id) == item.source else log_id, item.source)
    judged_by = [one for one in rule_set_names() if one in {finding.rule_set for finding in findings}]
    game = read_game(item.data, name, line=item.line, asked=log_id)
    if len(judged_by) == 1 and game.rule_set not in judged_by:
        game = read_game(item.data, name, judged_by[0], line=item.line, asked=log_id)
    judged = game.review._replace(findings=tuple(findings))
    return replace(game, log_id=log_id, source=item.source, review=judged)
