"""Which charts the report has, in order, and what each asks of the statistics."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.report.charts import Form

__all__ = ["CHAPTERS", "Panel"]


class Panel(NamedTuple):
    """One chart and the table behind it.

    Attributes:
        title: The question it answers.
        statistic: Name of its statistic in the catalogue.
        form: Form of the chart.
        at: Expression that it is drawn along; empty for categories, and for a single bar.
        by: Expressions of its groups, besides the number of players.
        where: Condition of the rows; empty for none.
        x: Title of the axis that it is drawn along.
        most: Number of bins or categories in the chart, the first or the most frequent; the table has all.
        players: The only number of players that it is about; None for all, in groups.
    """

    title: str
    statistic: str
    form: Form
    at: str = ""
    by: tuple[str, ...] = ()
    where: str = ""
    x: str = ""
    most: int = 25
    players: int | None = None


CHAPTERS: Final = (
    (
        "Draws",
        (
            Panel(
                "How often is a hand drawn, by the length of the game?",
                "draw_rate",
                Form.BARS,
                at="length",
                x="length",
            ),
            Panel(
                "How often is a hand drawn, by the turn of its first riichi?",
                "draw_rate",
                Form.LINE,
                at="first_riichi_turn",
                where="first_riichi_turn is not null",
                x="turn of the first riichi",
                most=18,
            ),
            Panel(
                "How often is a hand drawn, by how many seats declare riichi?",
                "draw_rate",
                Form.BARS,
                at="riichi_count",
                x="riichi",
            ),
            Panel(
                "How many seats are tenpai at an exhaustive draw?",
                "draw_tenpai_count",
                Form.STACK,
                x="seats tenpai",
            ),
            Panel(
                "What does a seat gain by noten payments, by its state at the draw?",
                "noten_payment_mean",
                Form.BARS,
                at="state",
                x="state",
            ),
            Panel("How does a hand end that nobody wins?", "ryuukyoku_kind", Form.STACK, x="kind"),
        ),
    ),
    (
        "Outcomes",
        (
            Panel("How does a hand end, room by room?", "hand_end", Form.STACK, by=("room",), x="end"),
            Panel("How does a hand end, year by year?", "hand_end", Form.STACK, by=("year",), x="end"),
            Panel("What becomes of a seat that declares riichi?", "riichi_outcome", Form.STACK, x="outcome"),
            Panel("What becomes of a seat that has called?", "open_outcome", Form.STACK, x="outcome"),
            Panel(
                "How often is a riichi won, by its turn?",
                "riichi_win_rate",
                Form.LINE,
                at="riichi_turn",
                x="turn of riichi",
                most=18,
            ),
            Panel(
                "How many seats are tenpai, turn by turn?",
                "tenpai_after_discard_rate",
                Form.LINE,
                at="turn",
                # The sample is that of all turns; the statistic asks for its axis or a condition.
                where="turn is not null",
                x="turn",
                most=18,
            ),
        ),
    ),
    (
        "Wins",
        (
            *(
                Panel(
                    f"Which yaku do wins of {players} players have?",
                    "yaku_rates",
                    Form.LYING,
                    x="yaku",
                    most=20,
                    players=players,
                )
                for players in (4, 3)
            ),
            Panel("Which limit does a win reach?", "win_limit", Form.STACK, x="limit"),
            Panel(
                "How many points is a win worth, by its turn?",
                "win_points",
                Form.LINE,
                at="turn",
                x="turn",
                most=18,
            ),
            Panel("How many han does a win have?", "win_han", Form.BARS, x="han", most=14),
        ),
    ),
    (
        "Placement",
        (
            Panel(
                "In which place does a seat end, seat by seat?",
                "final_placement",
                Form.STACK,
                by=("seat",),
                x="placement",
            ),
            Panel(
                "How many hands does a game have, by its length?",
                "game_hands",
                Form.BARS,
                by=("length",),
                x="hands",
            ),
        ),
    ),
)
"""The charts of the report, in order."""
