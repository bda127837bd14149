"""What the report shows of the statistics: one row per chart, in the order of a first reading."""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.report.charts import Form

__all__ = ["CHAPTERS", "Panel"]


class Panel(NamedTuple):
    """One chart and the table behind it.

    Attributes:
        title: What it answers, as a reader would ask.
        statistic: Its name in the catalogue.
        form: How it is drawn.
        by: Dimensions that make its groups.
        x: Title of the axis of bins or categories.
        most: So many bins or categories are drawn, the first or the most frequent; the table has all.
    """

    title: str
    statistic: str
    form: Form
    by: tuple[str, ...] = ("players",)
    x: str = ""
    most: int = 25


CHAPTERS: Final = (
    (
        "Draws",
        (
            Panel("How often is a hand drawn?", "draw_rate", Form.BARS, ("players", "length"), "length"),
            Panel(
                "How often, after the first riichi?",
                "draw_rate_by_first_riichi_turn",
                Form.LINE,
                x="turn of the first riichi",
                most=18,
            ),
            Panel(
                "How often, by how many declared riichi?", "draw_rate_by_riichi_count", Form.BARS, x="riichi"
            ),
            Panel("How many seats are tenpai at a draw?", "tenpai_count", Form.STACK, x="seats tenpai"),
            Panel("Who collects the tenpai payments?", "draw_payment_mean", Form.BARS, x="state"),
            Panel("How does a ryuukyoku come about?", "ryuukyoku_kind", Form.STACK, x="kind"),
        ),
    ),
    (
        "Outcomes",
        (
            Panel("How does a hand end?", "hand_end", Form.STACK, ("players", "room"), "end"),
            Panel("And from year to year?", "hand_end", Form.STACK, ("players", "year"), "end"),
            Panel("What becomes of a riichi?", "riichi_outcome", Form.STACK, x="outcome"),
            Panel("And of a seat that has called?", "open_outcome", Form.STACK, x="outcome"),
            Panel("When is a riichi won?", "riichi_win_rate_by_turn", Form.LINE, x="turn of riichi", most=18),
            Panel("Who is tenpai, turn by turn?", "tenpai_rate_by_turn", Form.LINE, x="turn", most=18),
        ),
    ),
    (
        "Wins",
        (
            Panel("Which yaku win?", "yaku_rates", Form.LYING, (), "yaku", 20),
            Panel("What is a win worth?", "win_limit", Form.STACK, x="limit"),
            Panel("How many points, by turn?", "win_points_by_turn", Form.LINE, x="turn", most=18),
            Panel("How many han?", "win_han", Form.BARS, x="han", most=14),
        ),
    ),
    (
        "Placement",
        (
            Panel("Where does a seat end?", "final_placement", Form.STACK, ("players", "seat"), "placement"),
            Panel("How long is a game?", "game_hands", Form.BARS, ("length",), "hands"),
        ),
    ),
)
