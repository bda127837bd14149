"""The page of a player: rates beside those of the archive, placements, best and worst hands."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pyarrow.compute as pc

from analyzer.errors import UserMistake, nearest
from analyzer.report.figures import Ask, Figure, Panel, answers, asks_of, figure, panel_figure, shown, sides
from analyzer.report.found_games import find_games
from analyzer.report.grids import Grid, Mean, Percent, grid
from analyzer.stats.expressions import text_of
from analyzer.view.course import ORDINALS
from analyzer.view.plot import Plot, Point, Series, Tick, plot
from analyzer.vocabulary import kyoku_text

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.stats.archive import Archive

_RECENT: Final = 30
"""Last games whose placement is drawn."""
_DRAWN: Final = 3
"""Best hands that are drawn, and as many of the worst."""
_LISTED: Final = 200
_INDEXED: Final = 2000
"""Players that an index names, those with the most games."""


def player_page(
    archive: Archive, name: str, logs: Sequence[str | Path] = ()
) -> tuple[dict[str, Any], dict[str, str]]:
    """What the template of the page of a player needs, and the pages of games by the names of their files.

    Args:
        archive: A run with the table of players.
        name: As the run wrote it: where it hashed names, the hash.
        logs: Where to search for logs, besides the files that the run read.

    Raises:
        UserMistake: When the run has no such name.
    """
    own = f"name = {text_of(name)}"
    games = _games(archive, name, own)
    played = sorted(set(games["players"].tolist()), reverse=True)
    best, worst = (_extremes(archive, own, order) for order in ("DESC", "ASC"))
    found = find_games(archive, {hand.log_id: hand.source for hand in (*best, *worst)}, logs)
    return {
        "title": f"{name}: {len(games):,} games",
        "name": name,
        "lead": _lead(games),
        "renchan": _renchan(archive, own),
        "sides": sides(archive, own),
        "recent": _recent(games),
        "trend": _by_month(archive, own),
        "charts": _charts(archive, name, own, played),
        "hands": [(hand, found.hand(hand.log_id, hand.hand)) for hand in (*best, *worst)],
        "listed": _listed(games),
    }, found.pages()


def _games(archive: Archive, name: str, own: str) -> pd.DataFrame:
    columns = "log_id, date, year, players, room, length, seat, placement, final_score, final_result"
    known = _known(archive)
    games = archive.sql(f"SELECT {columns} FROM players WHERE {own} ORDER BY date DESC, log_id DESC")  # noqa: S608
    if not len(games):
        raise UserMistake(f"no player {name!r} in this run{nearest(name, known)}")
    return games


def _known(archive: Archive) -> list[str]:
    """The names of players; a mistake where the run has none."""
    if "players" not in archive:
        raise UserMistake("the run has no table of players; a player's page needs it")
    known: list[str] = archive.sql("SELECT DISTINCT name FROM players WHERE name <> ''")["name"].tolist()
    if not known:
        raise UserMistake("the run has dropped the names of players, so it knows none by name")
    return known


def _lead(games: pd.DataFrame) -> str:
    counts = games["players"].value_counts().to_dict()
    said = [f"{counts[players]:,} of {players} players" for players in (4, 3) if players in counts]
    years = sorted(games["year"].dropna().astype(int).tolist())
    when = f", {' to '.join(map(str, dict.fromkeys((years[0], years[-1]))))}" if years else ""
    return (
        f"Games: {', '.join(said)}{when}; of these {games['placement'].notna().sum():,} state a final result."
    )


def _renchan(archive: Archive, own: str) -> str:
    longest = archive.sql(
        f"SELECT log_id, kyoku, count(*) AS hands FROM seats WHERE {own} AND is_dealer AND kyoku IS NOT NULL "  # noqa: S608
        "GROUP BY log_id, kyoku ORDER BY hands DESC, log_id LIMIT 1"
    )
    if not len(longest) or longest["hands"][0] < 2:
        return ""
    log_id, kyoku, hands = longest.iloc[0]
    return f"Longest renchan: dealer for {hands} hands in a row, {kyoku_text(int(kyoku))} of {log_id}."


def _recent(games: pd.DataFrame) -> Plot | None:
    last = games[games["placement"].notna()].head(_RECENT).iloc[::-1]
    if not len(last):
        return None
    worst = int(last["players"].max())
    points = [
        Point(at, -int(place), -int(place), -int(place), f"{log_id}: {ORDINALS[int(place) - 1]}")
        for at, (log_id, place) in enumerate(zip(last["log_id"], last["placement"], strict=True), start=1)
    ]
    up = [Tick(-place, ORDINALS[place - 1]) for place in range(worst, 0, -1)]
    said = f"Placements of the last {len(last)} games, the newest on the right"
    return plot(said, [Series("placement", "own", points)], up, title="game")


def _by_month(archive: Archive, own: str) -> Figure | None:
    panel = Panel(
        "What is the average placement, month by month?",
        "final_placement_mean",
        at="year_month",
        where=f"({own}) AND year_month IS NOT NULL",
        x="month",
        is_line=True,
    )
    found = panel_figure(panel, answers(archive, asks_of(panel)))
    return found if found is not None and found.lines is not None else None


def _charts(
    archive: Archive, name: str, own: str, played: Sequence[int]
) -> tuple[tuple[int, tuple[Figure, ...]], ...]:
    whose = f"CASE WHEN {own} THEN 'own' ELSE 'rest' END AS whose"
    beside = shown()["beside"]
    counted = answers(archive, [Ask(row["statistic"], (whose,)) for row in beside])
    found = []
    for players in played:
        figures = (
            figure(Panel(**row, group=whose, whose=name), part, part)
            for row in beside
            if len(part := counted[Ask(row["statistic"], (whose,))].filter(pc.field("players") == players))
        )
        found.append((players, tuple(figures)))
    return tuple(found)


class _Extreme(NamedTuple):
    """One of the hands that brought or cost most."""

    log_id: str
    source: str
    hand: int
    kyoku: int
    honba: int
    gain: int

    @property
    def title(self) -> str:
        """What it brought, and where it is."""
        return f"{self.gain:+,} points: {self.log_id} {kyoku_text(self.kyoku, self.honba)}"


def _extremes(archive: Archive, own: str, order: str) -> list[_Extreme]:
    """The hands that brought or cost most, of equal ones the first by log id."""
    columns = ", ".join(_Extreme._fields)
    query = (
        f"SELECT {columns} FROM seats WHERE {own} AND gain + kyoku + honba IS NOT NULL "  # noqa: S608 - DuckDB reads one SELECT
        f"ORDER BY gain {order}, log_id, hand LIMIT {_DRAWN}"
    )
    rows = archive.sql(query).itertuples(index=False)
    return [_Extreme(log_id, source, *map(int, numbers)) for log_id, source, *numbers in rows]


def _listed(games: pd.DataFrame) -> Grid:
    last = games.head(_LISTED).astype(object).where(games.head(_LISTED).notna(), None)
    rows = [list(row) for row in last.itertuples(index=False)]
    names = [str(name).replace("_", " ") for name in games.columns]
    title = "The games" if len(games) <= _LISTED else f"The last {_LISTED} of {len(games):,} games"
    return grid(title, names, rows)


def players_index(archive: Archive) -> dict[str, Any]:
    """What the template of the index of players needs: those with the most games.

    A page takes seconds to count, so each row has the command that writes it.

    Raises:
        UserMistake: When the run names no players.
    """
    known = _known(archive)
    every = archive.sql(
        "SELECT name, players, count(*) AS games, avg(placement) AS placement FROM players "
        "WHERE name <> '' GROUP BY ALL ORDER BY games DESC, name, players"
    )
    played = archive.sql(
        "SELECT name, players, avg(is_winner::int) AS wins, avg(is_loser::int) AS deal_ins, "
        "avg((riichi_turn IS NOT NULL)::int) AS riichi, avg((open_melds > 0)::int) AS calls "
        "FROM seats GROUP BY ALL"
    )
    ranked = every.head(_INDEXED).merge(played, on=["name", "players"], how="left")
    rows = [
        [row[0], int(row[1]), int(row[2]), Mean(row[3]), *map(Percent, row[4:])]
        for row in ranked.astype(object).where(ranked.notna(), math.nan).to_numpy().tolist()
    ]
    rates = ("win rate", "deal-in rate", "riichi rate", "call rate")
    heads = ("player", "players", "games", "average placement", *rates)
    few = f"; the {_INDEXED:,} with the most games are listed" if len(every) > _INDEXED else ""
    lead = f"{len(known):,} players{few}."
    run = shlex.quote(archive.runs[0].folder.shown.rstrip("/"))
    # A name may begin with a dash, and be no name of a file.
    commands = (
        f"tenhou-analyzer report {run} {shlex.quote(f'--player={row[0]}')} -o player.html" for row in rows
    )
    return {
        "title": "Players",
        "lead": lead,
        "listed": grid("Players", heads, rows),
        "commands": tuple(commands),
    }
