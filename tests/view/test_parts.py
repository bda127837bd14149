"""The settlement beside the table: rows of seats, reasons with their rules, and what the log says."""

from __future__ import annotations

from dataclasses import replace

from lxml import etree

from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Section, reason
from analyzer.view.as_text import Explanation
from analyzer.view.pages import part
from analyzer.view.table import Table
from analyzer.vocabulary import WINDS
from tests.view.hands import a_side, a_table, ending, finding

DRAW = Outcome("exhaustive", (), (0,), (3000, -3000))


def explanation_html(told: Explanation) -> str:
    return part("explanation", told)


def seats_html(end: Table) -> str:
    return part("settlement", end, WINDS)


def texts(html: str, tag: str) -> list[str]:
    """Texts of all elements of a name in a part of a page."""
    return ["".join(found.itertext()) for found in etree.fromstring(f"<div>{html}</div>").iter(tag)]


def rows(html: str) -> list[list[str]]:
    """Cells of all tables in a part of a page, row by row."""
    return [
        ["".join(cell.itertext()) for cell in row]
        for row in etree.fromstring(f"<div>{html}</div>").iter("tr")
    ]


def test_the_settlement_has_a_row_for_each_seat_from_the_dealer_on():
    sides = (a_side(0, wind=2, delta=0), a_side(1, wind=0, delta=-1500), a_side(2, wind=1, name="<c>"))

    assert rows(seats_html(a_table(*sides))) == [
        ["wind", "player", "before", "gain", "after"],
        ["East", "seat 1 B", "25,000", "-1,500", "23,500"],
        ["South", "seat 2 <c>", "25,000", "", ""],
        ["West", "seat 0 A", "25,000", "0", "25,000"],
    ]


def test_the_settlement_tells_the_end_and_moves_in_what_belongs_to_a_win():
    html = seats_html(ending("ron").table())
    lines = [(found.get("class"), found.text) for found in etree.fromstring(f"<div>{html}</div>").iter("li")]

    assert lines[0] == (None, "seat 2 wins: ron off seat 0 on 3m")
    assert [style for style, _ in lines] == [None, "more", "more", None]
    assert [text == text.strip() for _, text in lines] == [True] * 4
    assert texts(seats_html(a_table(a_side(0))), "li") == []


def explained(*lines: object, **more: object) -> Explanation:
    """An explanation of an exhaustive draw with one section."""
    headed = Section(reason("a_win", seat=2, way="<tsumo>", worth="mangan"), lines)
    return replace(Explanation("E1.0", "tenhou", DRAW, DRAW, (headed,), (), ()), **more)


def test_an_explanation_marks_what_holds_and_what_does_not_and_cites_rules():
    told = {"seat": 1, "way": "tsumo", "worth": "mangan"}
    ruling = replace(reason("a_win", **told), rule="nagashi", value="<true>", source="a book")
    html = explanation_html(
        explained(reason("a_win", met=True, **told), reason("a_win", met=False, **told), ruling)
    )
    lines = list(etree.fromstring(f"<div>{html}</div>").iter("li"))

    assert texts(html, "h3") == ["E1.0 under tenhou: exhaustive draw", "Seat 2 wins: <tsumo>, mangan"]
    assert [line.get("class") for line in lines] == ["met", "unmet", None]
    assert [line.text for line in lines] == ["Seat 1 wins: tsumo, mangan"] * 3
    assert texts(html, "span") == ["nagashi = <true> [a book]"]


def test_an_explanation_ends_with_what_the_log_says():
    stopped = explained(claimed=Outcome("none", (), None, None))
    differing = explained(differences=(("payments", "0 <0>", "+1 -1"),), findings=(finding("one & two"),))

    assert texts(explanation_html(stopped), "p") == ["The log stops before the end of the hand."]
    assert texts(explanation_html(explained()), "p") == ["The log says the same."]
    assert "Findings" not in explanation_html(explained())
    assert texts(explanation_html(differing), "p") == []
    assert rows(explanation_html(differing)) == [["", "log", "tenhou"], ["payments", "0 <0>", "+1 -1"]]
    assert texts(explanation_html(differing), "h3")[2:] == ["Claimed and computed", "Findings"]
    assert texts(explanation_html(differing), "li") == ["draw-kind: one & two"]
