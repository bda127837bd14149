"""What is told beside the table, as text and as HTML: listings, findings, settlements, explanations."""

from dataclasses import replace

from lxml import etree

import analyzer
from analyzer.audit import Verdict
from analyzer.explain.outcome import Outcome
from analyzer.explain.reason import Section, reason, ruled
from analyzer.explain.win import WinYaku
from analyzer.view.as_text import (
    PLAIN,
    UNICODE,
    Explanation,
    HandEnd,
    Listing,
    explanation_text,
    listing_text,
)
from analyzer.view.notebook import Findings, ShownSettlement, listing_html
from analyzer.view.pages import part
from analyzer.vocabulary import WINDS
from tests.audit.made import finding
from tests.case_files import whole
from tests.hands import Hand
from tests.view.hands import a_side, a_table, an_end, ending, sample, tehai

RON = replace(
    an_end("win", [[2, 0]]).wins[0],
    won_on="3m",
    listed=(WinYaku("riichi", 1, 1, 0), WinYaku("dora", 52, 2, 0)),
    han=3,
    fu=40,
    points=5200,
)
DRAW = an_end("exhaustive", tenpai=[0], deltas=[3000, -1000, -1000, -1000])


def texts(html: str, tag: str) -> list[str]:
    """Texts of all elements of a name in a part of a page."""
    return ["".join(found.itertext()) for found in etree.fromstring(f"<div>{html}</div>").iter(tag)]


def cells(html: str) -> str:
    """Cells of the tables of a display, a line for each row."""
    rows = (["".join(cell.itertext()) for cell in row] for row in etree.HTML(html).iter("tr"))
    return "".join(f"{'|'.join(row)}\n" for row in rows)


DUE = whole("view/told")
"""Texts that are due."""


def test_the_end_is_told_in_a_few_lines_and_the_page_moves_in_what_belongs_to_a_win():
    for row in DUE["end"]:
        outcome, lines = an_end(**row["end"]), row["lines"].strip("\n").split("\n")
        if outcome.kind == "win":
            outcome = replace(outcome, wins=(RON,))
        html = part("settlement", a_table(outcome=outcome), WINDS)
        items = etree.fromstring(f"<div>{html}</div>").iter("li")

        assert outcome.lines == lines
        assert [(item.get("class") == "more", item.text) for item in items] == [
            (line.startswith(" "), line.strip()) for line in lines
        ]
    assert repr(ending("ron").table()).splitlines()[-4:] == ending("ron").claimed.lines


def test_the_settlement_has_a_row_for_each_seat_from_the_dealer_on():
    sides = (a_side(0, wind=2, delta=0), a_side(1, wind=0, delta=-1500), a_side(2, wind=1, name="<c>"))

    assert cells(part("settlement", a_table(*sides), WINDS)) == DUE["settlement"]["rows"]
    unscored = part("settlement", a_table(a_side(delta=0, is_scored=False)), WINDS)
    assert cells(unscored).endswith("|score not stated|0|\n")


def test_a_listing_stands_in_columns_and_counts_findings_that_lead():
    one, follower = finding(), finding(leads=False)
    hands = (
        HandEnd("E1.0", DRAW, (follower,)),
        HandEnd("E1.1", replace(DRAW, deltas=None), (one, follower)),
        HandEnd("E10", DRAW, (one, one)),
    )
    game = Listing("<log>\x07", None, ("A", "", "C"), hands)

    assert listing_text(game, PLAIN) == DUE["listing"]["text"].rstrip("\n")
    assert cells(listing_html(game)) == DUE["listing"]["rows"]
    named = "<p><b>&lt;log&gt;\ufffd</b>, rules: none could be chosen<br>seat 0 A, seat 2 C</p>"
    assert listing_html(game).startswith(named)
    assert "rules: wrc<br>" in listing_html(Listing("log", "wrc", ("A",), ()))


def explained(claimed: Outcome, *differences: tuple[str, str, str], **more: object) -> Explanation:
    """One section: a heading, a condition met by a rule, one not met, and a plain reason."""
    lines = (
        ruled(analyzer.rule_set("tenhou"), "suufon_renda", "known", met=True, draw="suufon renda"),
        reason("calls_before", met=False, listed=("<a pon>",)),
        reason("no_payments"),
    )
    section = Section(reason("condition", draw="suufon renda"), lines)
    told = Explanation("E1.0", "tenhou", claimed, an_end("exhaustive"), (section,), differences, ())
    return replace(told, **more)


def test_an_explanation_is_written_section_by_section_with_rules_and_sources():
    differing = ("end", "<suufon renda>", "exhaustive draw")
    told = explained(an_end("suufon_renda"), differing, findings=(finding("one & two"),))
    source = analyzer.rule_set("tenhou").source("suufon_renda")
    html = told._repr_html_()
    items = [f"{item.get('class') or ''}|{item.text}\n" for item in etree.HTML(html).iter("li")]
    due = DUE["explanation"]

    written = explanation_text(told, replace(UNICODE, met="yes", unmet="no"))
    assert written == due["text"].replace("SOURCE", source).rstrip("\n")
    plain = repr(told).splitlines()
    assert plain[3:6:2] == ["  + the rule set has suufon renda", "  - calls before: <a pon>"]
    assert ("".join(items), texts(html, "h3"), cells(html)) == (due["items"], due["heads"], due["rows"])
    assert texts(html, "span") == [f"suufon_renda = true [{source}]"]
    styles = html.partition("</style>")[0]
    assert all(f".explanation .{mark}" in styles for mark in ("met", "unmet", "rule"))


def test_an_explanation_without_differences_ends_with_what_the_log_says():
    for kind, last in (
        ("none", "The log stops before the end of the hand."),
        ("draw", "The log says the same."),
    ):
        quiet, found = explained(an_end(kind)), explained(an_end(kind), findings=(finding("x"),))
        assert repr(quiet).splitlines()[-2:] == ["", last]
        assert texts(quiet._repr_html_(), "p") == [last]
        assert ("Findings" in repr(found), "Findings" in found._repr_html_()) == (kind == "draw",) * 2


def test_a_hand_and_a_game_show_themselves():
    hand, game = ending("ron"), sample("00a9-0000-7d4e1dd9")

    assert repr(hand).isascii()
    assert "tehai 24m34556788s * 3m" in repr(hand)
    assert hand._repr_html_().startswith('<figure class="hand" style="margin:0"><svg ')
    assert "<div>seat 2 wins: ron off seat 0 on 3m</div>" in hand._repr_html_()
    assert repr(hand.table(3)).splitlines()[2] == f"play 3 of {len(hand.play_list)}: {hand.play_list[2]}"
    assert hand.table(3)._repr_html_() != hand._repr_html_()
    assert hand.svg().startswith('<svg xmlns="')
    assert "0  E1.0  +12,000 -4,000 -4,000 -4,000  nagashi mangan" in repr(game)
    assert repr(game).startswith("2199010110gm-00a9-0000-7d4e1dd9  tenhou\n")
    assert "<td>nagashi mangan</td><td>+12,000 -4,000 -4,000 -4,000</td>" in game._repr_html_()


def test_findings_show_claimed_beside_computed_and_cannot_break_out_of_their_display():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="kaze4").xml()
    (found,) = [each for each in analyzer.read(data).findings if each.check == "draw-kind"]
    whole = finding(
        "<m>", kyoku=4, honba=0, element=0, seat=0, claimed="a", computed="b", verdict=Verdict.UNDECIDED
    )

    assert repr(found) == str(found)
    assert cells(found._repr_html_()).startswith(DUE["findings"]["first"])
    assert cells(whole._repr_html_()).startswith("where|log S1.0 #0, seat 0\n")
    assert "&lt;m&gt;" in whole._repr_html_()
    assert "<m>" not in whole._repr_html_()
    assert (repr(Findings()), Findings()._repr_html_()) == ("no findings", "<p>no findings</p>")
    assert cells(Findings([whole, finding()])._repr_html_()) == DUE["findings"]["rows"]


def test_a_settlement_says_payments_what_comes_next_and_why():
    plain = reason("a_win", seat=1, way="<tsumo>", worth="mangan")
    why = (plain, replace(plain, rule="nagashi", value=True, source="a book"))
    payments = (12000, -4000, -4000, -4000)
    head = "<p><b>E1.0 under tenhou: nagashi mangan</b><br>payments +12,000 -4,000 -4,000 -4,000; "

    for (following, dealer, over), said in {
        ("E1.1", 0, None): "next: E1.1, dealer seat 0",
        (None, None, None): "next: the hand is not over",
        (None, None, "bust"): "next: none, the game is over",
    }.items():
        html = ShownSettlement(
            *("tenhou", "E1.0", "nagashi_mangan", (), (), None, (), payments, (0,) * 4),
            *(following, dealer, 2, over, None, None, why),
        )._repr_html_()
        assert html.startswith(f"{head}{said}; 2 sticks on the table</p>")
        assert cells(html) == DUE["reasons"]["rows"]
    settled = ending("suufon_renda").settlement()
    assert (repr(settled), settled) == (str(settled), ending("suufon_renda").settlement("tenhou"))
