"""The page of a player: games, placement, rates beside those of the archive, trend, best and worst hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from analyzer.errors import UserMistake, nearest
from analyzer.report.charts import Form
from analyzer.report.figures import Figure, figure, panel_figure, rows_of, written
from analyzer.report.found_games import FoundGames, find_games
from analyzer.report.grids import Grid, grid
from analyzer.report.panels import Panel
from analyzer.stats.catalogue import Kind, shipped_catalogue
from analyzer.vocabulary import kyoku_text

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.stats.archive import Archive

__all__ = ["RATES", "PlayerPage", "player_page"]

RATES: Final = (
    *("final_placement_mean", "first_rate", "top_two_rate", "last_rate", "bust_rate", "final_result"),
    *("gain_per_hand", "win_rate", "deal_in_rate", "riichi_rate", "open_rate", "draw_tenpai_rate"),
    *("win_gain", "mangan_rate", "win_turn_mean", "deal_in_cost"),
    *("riichi_win_rate", "riichi_deal_in_rate", "riichi_turn_mean", "open_win_rate"),
)
"""Statistics of a player, each beside that of the archive."""
_TRENDS: Final = (
    ("What is the mean placement of {name}, {period} by {period}?", "final_placement_mean"),
    ("How often does {name} win a hand, {period} by {period}?", "win_rate"),
    ("How often does {name} deal in, {period} by {period}?", "deal_in_rate"),
)
_DRAWN: Final = 3
"""Best hands that are drawn, and as many of the worst."""
_LISTED: Final = 200
_WIDTH: Final = 150
"""Of the picture of an interval."""


class Rate(NamedTuple):
    """One statistic of a player.

    Attributes:
        name: In the catalogue.
        unit: What the value is of.
        definition: Of the statistic.
        value: With its interval, as text.
        sample: Rows and games.
        average: Of the whole archive, as text.
        picture: The interval with a mark at the average, as SVG.
    """

    name: str
    unit: str
    definition: str
    value: str
    sample: str
    average: str
    picture: str


class Side(NamedTuple):
    """What a player has done with one number of players."""

    players: int
    rates: tuple[Rate, ...]


class BestHand(NamedTuple):
    """One of the best or worst hands; ``picture`` and ``page`` are empty without the log."""

    place: str
    gain: str
    picture: str
    page: str


class PlayerPage(NamedTuple):
    """What the page of a player shows.

    Attributes:
        name: Of the player.
        games: How many.
        lead: The games in a sentence.
        sides: Rates, four and three players apart.
        placement: Chart of the placements.
        trends: Charts along time.
        best: The hands that brought most.
        worst: The hands that cost most.
        listed: The last games.
        pages: Pages of games by the name of their file.
    """

    name: str
    games: int
    lead: str
    sides: tuple[Side, ...]
    placement: Figure
    trends: tuple[Figure, ...]
    best: tuple[BestHand, ...]
    worst: tuple[BestHand, ...]
    listed: Grid
    pages: dict[str, str]


def player_page(archive: Archive, name: str, logs: Sequence[str | Path] = ()) -> PlayerPage:
    """All that the tables know of a player.

    Args:
        archive: A run with the table of players.
        name: As the run wrote it: where it hashed names, the hash.
        logs: Where to search for logs, besides the files that the run read.

    Raises:
        UserMistake: When the run has no such name.
    """
    own = f"name = '{name.replace(chr(39), 2 * chr(39))}'"
    games = _games(archive, name, own)
    period = "year" if games["year"].nunique() > 1 else "month"
    trends = (
        _trend(archive, title.format(name=name, period=period), statistic, own, period)
        for title, statistic in (_TRENDS if games["year"].notna().any() else ())
    )
    best, worst = (_extremes(archive, own, order) for order in ("DESC", "ASC"))
    found = find_games(archive, {hand.log_id: hand.source for hand in (*best, *worst)}, logs)
    return PlayerPage(
        name=name,
        games=len(games),
        sides=_sides(archive, own),
        lead=_lead(games),
        placement=_placement(archive, own, name, sorted(set(games["players"].tolist()))),
        trends=tuple(trends),
        best=tuple(_drawn(hand, found) for hand in best),
        worst=tuple(_drawn(hand, found) for hand in worst),
        listed=_listed(games),
        pages=found.pages(),
    )


def _games(archive: Archive, name: str, own: str) -> pd.DataFrame:
    if "players" not in archive:
        raise UserMistake("the run has no table of players; a player's page needs it")
    columns = "log_id, date, year, players, room, length, seat, placement, final_score, final_result"
    games = archive.sql(f"SELECT {columns} FROM players WHERE {own} ORDER BY date DESC, log_id DESC")  # noqa: S608
    if len(games):
        return games
    known = archive.sql("SELECT DISTINCT name FROM players WHERE name <> ''")["name"].tolist()
    if not known:
        raise UserMistake("the run has dropped the names of players, so it knows none by name")
    raise UserMistake(f"no player {name!r} in this run{nearest(name, known)}")


def _lead(games: pd.DataFrame) -> str:
    counts = games["players"].value_counts().to_dict()
    said = [f"{counts[players]:,} of {players} players" for players in (4, 3) if players in counts]
    years = sorted(games["year"].dropna().astype(int).tolist())
    when = f", {years[0]} to {years[-1]}" if years else ""
    return (
        f"Games: {', '.join(said)}{when}; of these {games['placement'].notna().sum():,} state a final result."
    )


def _sides(archive: Archive, own: str) -> tuple[Side, ...]:
    """The statistics of the player and of the archive, for each number of players."""
    own_rows, rows = (_by_statistic(rows_of(archive, RATES, where=where)) for where in (own, None))
    sides = []
    for players in (4, 3):
        rates = [_rate(name, own_rows.get((players, name)), rows.get((players, name))) for name in RATES]
        if any(rates):
            sides.append(Side(players, tuple(rate for rate in rates if rate is not None)))
    return tuple(sides)


def _by_statistic(frame: pd.DataFrame) -> dict[tuple[int, str], Mapping[str, Any]]:
    rows = frame[frame["value"].notna()].to_dict("records")
    return {(row["players"], row["statistic"]): {str(name): row[name] for name in row} for row in rows}


def _rate(name: str, own: Mapping[str, Any] | None, average: Mapping[str, Any] | None) -> Rate | None:
    if own is None or average is None:
        return None
    statistic = shipped_catalogue().find(name)
    share = statistic.kind is not Kind.MEAN
    value, low, high = (None if own[end] != own[end] else float(own[end]) for end in ("value", "low", "high"))
    said = written(value, share=share)
    if low is not None and high is not None:
        said += f" ({written(low, share=share)} to {written(high, share=share)})"
    return Rate(
        name=name,
        unit=statistic.unit,
        definition=statistic.definition,
        value=said,
        sample=f"{own['n']:,} in {own['games']:,}",
        average=written(float(average["value"]), share=share),
        picture=_interval(float(own["value"]), low, high, float(average["value"])),
    )


def _interval(value: float, low: float | None, high: float | None, average: float) -> str:
    """The interval as a bar, the value as a dot, the average as a line."""
    ends = [value if low is None else low, value if high is None else high, average]
    # From zero on, so that a wide interval looks wide.
    first, last = min(0.0, *ends), max(0.0, *ends)
    room = (last - first) or 1.0

    def at(number: float) -> str:
        return f"{5 + (_WIDTH - 10) * (number - first) / room:.1f}"

    return (
        f'<svg class="interval" width="{_WIDTH}" height="18" aria-hidden="true">'
        f'<path class="bar" d="M{at(ends[0])} 9H{at(ends[1])}"/>'
        f'<path class="average" d="M{at(average)} 1V17"/>'
        f'<circle cx="{at(value)}" cy="9" r="4"/></svg>'
    )


def _placement(archive: Archive, own: str, name: str, played: Sequence[int]) -> Figure:
    whose = f"CASE WHEN {own} THEN 'own' ELSE 'rest' END AS whose"
    title = f"In which place does {name} end, and in which the rest?"
    among = f"players IN ({', '.join(map(str, played))})"
    frame = rows_of(archive, "final_placement", by=[whose], where=among)
    return figure(Panel(title, "final_placement", Form.STACK, by=("whose",), x="placement"), frame, frame)


def _trend(archive: Archive, title: str, statistic: str, own: str, period: str) -> Figure:
    dated = f"({own}) AND {period} IS NOT NULL"
    return panel_figure(archive, Panel(title, statistic, Form.LINE, at=period, where=dated, x=period))


class _Extreme(NamedTuple):
    log_id: str
    source: str
    hand: int
    kyoku: int
    honba: int
    gain: int


def _extremes(archive: Archive, own: str, order: str) -> list[_Extreme]:
    """The hands that brought or cost most, of equal ones the first by log id."""
    columns = ", ".join(_Extreme._fields)
    query = (
        f"SELECT {columns} FROM seats WHERE {own} AND gain IS NOT NULL "  # noqa: S608 - DuckDB reads one SELECT
        f"ORDER BY gain {order}, log_id, hand LIMIT {_DRAWN}"
    )
    return [_Extreme(*row) for row in archive.sql(query).itertuples(index=False)]


def _drawn(hand: _Extreme, found: FoundGames) -> BestHand:
    picture, page = found.hand(hand.log_id, int(hand.hand))
    place = f"{hand.log_id} {kyoku_text(int(hand.kyoku), int(hand.honba))}"
    return BestHand(place, f"{hand.gain:+,} points", picture, page)


def _listed(games: pd.DataFrame) -> Grid:
    last = games.head(_LISTED).astype(object).where(games.head(_LISTED).notna(), None)
    rows = [list(row) for row in last.itertuples(index=False)]
    names = [str(name).replace("_", " ") for name in games.columns]
    title = "The games" if len(games) <= _LISTED else f"The last {_LISTED} of {len(games):,} games"
    return grid(title, names, rows)
