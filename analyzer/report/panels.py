"""Which charts the report has, in order, and what each asks of the statistics."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["CHAPTERS", "Panel"]


class Panel(NamedTuple):
    """One chart and the table behind it.

    Attributes:
        title: The question it answers.
        statistic: Name of its statistic in the catalogue.
        at: Expression that it is drawn along; empty for the categories of the statistic.
        where: Condition of the rows; empty for none.
        x: What it is drawn along, in words.
        is_line: A line over numbers, instead of a bar for each.
        most: Number of bars in the chart, the first or the longest; the table has all.
        by_size: The longest bar first.
        group: Expression whose values have a colour each.
        whose: Name of the player whose rows the group ``own`` has.
        baseline: A statistic and its expression that are drawn beside it, dashed.
        baseline_name: What the baseline is, in words.
    """

    title: str
    statistic: str
    at: str = ""
    where: str = ""
    x: str = ""
    is_line: bool = False
    most: int = 25
    by_size: bool = False
    group: str = "players"
    whose: str = ""
    baseline: tuple[str, str] | None = None
    baseline_name: str = ""


def _line(title: str, statistic: str, at: str, x: str, where: str = "") -> Panel:
    return Panel(title, statistic, at, where, x, is_line=True)


CHAPTERS: Final = (
    (
        "Draws",
        (
            _line(
                "How often is a hand drawn, by the turn of its first riichi?",
                "draw_rate",
                "first_riichi_turn",
                "turn of the first riichi",
                "first_riichi_turn is not null",
            )._replace(
                baseline=("quiet_draw_rate", "quiet_turn"),
                baseline_name="without a riichi until that turn",
            ),
            Panel(
                "How often is a hand drawn, by how many seats declare riichi?",
                "draw_rate",
                at="riichi_count",
                x="riichi",
            ),
            Panel("How often is a hand drawn, room by room?", "draw_rate", at="room", x="room"),
            _line(
                "How often is a hand drawn, year by year?", "draw_rate", "year", "year", "year is not null"
            ),
            Panel("How many seats are tenpai at an exhaustive draw?", "draw_tenpai_count", x="tenpai"),
            Panel(
                "What does a seat gain by noten payments, by its state at the draw?",
                "noten_payment_mean",
                at="state",
                x="state",
            ),
            Panel("How does a hand end that nobody wins?", "ryuukyoku_kind", x="kind"),
        ),
    ),
    (
        "Outcomes",
        (
            Panel("How does a hand end?", "hand_end", x="end"),
            Panel("What becomes of a seat that declares riichi?", "riichi_outcome", x="outcome"),
            Panel("What becomes of a seat that has called?", "open_outcome", x="outcome"),
            _line(
                "How often is a riichi won, by its turn?", "riichi_win_rate", "riichi_turn", "turn of riichi"
            ),
            # The sample is that of all turns; the statistic asks for its axis or a condition.
            _line(
                "How many seats are tenpai, turn by turn?",
                "tenpai_after_discard_rate",
                "turn",
                "turn",
                "turn is not null",
            ),
        ),
    ),
    (
        "Wins",
        (
            Panel("Which yaku does a win have?", "yaku_rates", x="yaku", most=20, by_size=True),
            Panel("Which limit does a win reach?", "win_limit", x="limit"),
            _line("How many points is a win worth, by its turn?", "win_points", "turn", "turn of the win"),
            _line("How many han does a win have?", "win_han", "", "han"),
        ),
    ),
    (
        "Games",
        (
            Panel("In which place does a seat end on average?", "final_placement_mean", at="seat", x="seat"),
            _line("How many hands does a game have?", "game_hands", "", "hands"),
        ),
    ),
)
"""The charts of the report, in order."""
