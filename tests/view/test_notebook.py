"""What notebooks show, and the plain text beside it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import etree

import analyzer
from analyzer.audit import Finding, Verdict
from analyzer.errors import UserMistake
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import reason
from analyzer.view.as_text import HandEnd, Listing
from analyzer.view.notebook import Findings, Hands, ShownSettlement, listing_html
from tests.hands import Hand
from tests.view.hands import ending, finding, sample, tehai


def test_a_game_shows_its_hands():
    game = sample("00a9-0000-7d4e1dd9")

    assert "0  E1.0  +12,000 -4,000 -4,000 -4,000  nagashi mangan" in repr(game)
    assert "<td>nagashi mangan</td><td>+12,000 -4,000 -4,000 -4,000</td>" in game._repr_html_()


def test_a_hand_and_a_table_show_a_picture_and_plain_text():
    hand = ending("ron")

    assert repr(hand).isascii()
    assert "tehai 24m34556788s * 3m" in repr(hand)
    assert hand._repr_html_().startswith('<figure class="hand" style="margin:0"><svg ')
    assert "<div>seat 2 wins: ron off seat 0 on 3m</div>" in hand._repr_html_()
    assert repr(hand.table(3)).splitlines()[2] == f"play 3 of {len(hand.play_list)}: {hand.play_list[2]}"
    assert hand.table(3)._repr_html_() != hand._repr_html_()
    assert hand.svg().startswith('<svg xmlns="')
    assert hand.html().startswith("<!DOCTYPE html>")


def test_a_settlement_shows_reasons_with_rule_and_source():
    settled = ending("suufon_renda").settlement()

    assert repr(settled) == str(settled)
    assert "<td>suufon_renda = true</td><td>Tenhou logs" in settled._repr_html_()
    assert settled == ending("suufon_renda").settlement("tenhou")


def test_one_finding_shows_claimed_beside_computed():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="kaze4").xml()
    (finding,) = [each for each in analyzer.read(data).findings if each.check == "draw-kind"]

    assert repr(finding) == str(finding)
    assert finding._repr_html_().startswith("<p><b>draw-kind</b></p><table>")
    text = re.sub("<[^>]*>", "|", finding._repr_html_())
    assert "|where||bytes E1.0 #6|" in text
    assert "|verdict||inconsistent by tenhou|" in text
    assert "|the log says||suufon_renda||" in text
    assert "|the rules give||kyuushu_kyuuhai||" in text
    assert "|that is||log says suufon_renda, play gives kyuushu_kyuuhai" in text


def test_a_finding_cannot_break_out_of_its_display():
    finding = Finding(
        "<script>",
        "s",
        None,
        None,
        None,
        2,
        None,
        "rule-set",
        Verdict.UNDECIDED,
        None,
        None,
        None,
        "<b>no</b>",
    )

    assert "<script>" not in finding._repr_html_()
    assert "&lt;script&gt;, seat 2" in finding._repr_html_()
    assert "&lt;b&gt;no&lt;/b&gt;" in finding._repr_html_()


def test_an_explanation_in_a_notebook_brings_its_styles_along():
    html = ending("nagashi_mangan").explain()._repr_html_()

    styles = html.partition("</style>")[0]
    for mark in ("met", "unmet", "rule"):
        assert f'class="{mark}"' in html
        assert f".explanation .{mark}" in styles


def rows(html: str) -> list[list[str]]:
    """Cells of the tables of a display, row by row."""
    return [["".join(cell.itertext()) for cell in row] for row in etree.HTML(html).iter("tr")]


def test_a_table_of_findings_says_what_each_finding_knows():
    whole = finding(
        "<m>", kyoku=4, honba=0, element=0, seat=0, claimed="a", computed="b", verdict=Verdict.UNDECIDED
    )

    assert rows(Findings([whole, finding()])._repr_html_()) == [
        ["hand", "element", "seat", "check", "verdict", "claimed", "computed", "message"],
        ["S1.0", "#0", "0", "draw-kind", "undecided", "a", "b", "<m>"],
        ["", "", "", "draw-kind", "inconsistent", "", "", "m"],
    ]


def test_a_listing_counts_the_findings_of_each_hand():
    draw = Outcome("exhaustive", (), (0,), (3000, -1000, -1000, -1000))
    hands = (HandEnd("E1.0", draw, (finding(),)), HandEnd("E1.1", replace(draw, deltas=None), ()))

    html = listing_html(Listing("<log>", None, ("A", "", "C"), hands))

    assert rows(html) == [
        ["", "hand", "end", "payments", "findings"],
        ["0", "E1.0", "exhaustive draw", "+3,000 -1,000 -1,000 -1,000", "1"],
        ["1", "E1.1", "exhaustive draw", "not stated", ""],
    ]
    assert html.startswith("<p><b>&lt;log&gt;</b>, rules: none could be chosen<br>seat 0 A, seat 2 C</p>")
    assert "rules: wrc<br>" in listing_html(Listing("log", "wrc", ("A",), ()))


class Named:
    """A hand of which only the name is known."""

    def __init__(self, kyoku: str) -> None:
        self.kyoku = kyoku


@pytest.mark.parametrize(
    ("name", "index"), [("E1", 0), ("E1.0", 0), ("E1.1", 1), ("S1", 2), ("S1.10", 4), ("S1.1", 3)]
)
def test_a_name_without_honba_is_the_first_hand_of_that_kyoku(name, index):
    hands = Hands(map(Named, ("E1.0", "E1.1", "S1.0", "S1.1", "S1.10")))

    assert hands[name] is hands[index]


@pytest.mark.parametrize(
    ("names", "wanted", "why"),
    [
        (["E1.0", "E1.1"], "E1.2", "no hand E1.2; the game has E1.0, E1.1"),
        (["E1.0"], "E2", "no hand E2; the game has E1.0"),
        ([], "E1", "no hand E1; the game has none: the log ends before its first"),
        (["E1.0"], "x", "'x' is not a kyoku; expected a form such as 'E2' or 'S4.1'"),
    ],
)
def test_a_name_that_no_hand_has_is_answered_with_those_there_are(names, wanted, why):
    with pytest.raises(UserMistake) as refused:
        Hands(map(Named, names)).named(wanted)

    assert str(refused.value) == why


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (("E1.1", 0, 2, None, None, None), "next: E1.1, dealer seat 0; 2 sticks on the table"),
        ((None, None, 2, None, None, None), "next: the hand is not over; 2 sticks on the table"),
        ((None, None, 2, "bust", None, None), "next: none, the game is over; 2 sticks on the table"),
    ],
)
def test_a_settlement_says_payments_what_comes_next_and_why(after, said):
    told = {"seat": 1, "way": "<tsumo>", "worth": "mangan"}
    plain, ruling = reason("a_win", **told), reason("a_win", **told)
    ruling = replace(ruling, rule="nagashi", value=True, source="a book")
    payments = (12000, -4000, -4000, -4000)

    html = ShownSettlement(
        "tenhou", "E1.0", "nagashi_mangan", (), (), None, (), payments, (0,) * 4, *after, (plain, ruling)
    )._repr_html_()

    assert html.startswith(
        "<p><b>E1.0 under tenhou: nagashi mangan</b><br>payments +12,000 -4,000 -4,000 -4,000; "
        + said
        + "</p>"
    )
    assert rows(html) == [
        ["reason", "rule", "source"],
        ["Seat 1 wins: <tsumo>, mangan", "", ""],
        ["Seat 1 wins: <tsumo>, mangan", "nagashi = true", "a book"],
    ]
