"""What notebooks show, and the plain text beside it."""

from __future__ import annotations

import re

import pytest

import analyzer
from analyzer.audit import Finding, Verdict
from analyzer.errors import UserMistake
from tests.hands import Hand
from tests.view.hands import ending, sample, tehai


def test_hands_are_found_by_name_by_index_and_from_the_end():
    hands = sample("00a9-0000-d45e94d0").hands

    assert hands["S1.1"].kyoku == "S1.1"
    assert hands["S1"].kyoku == "S1.0"
    assert (hands[0].kyoku, hands[-1].kyoku) == ("E1.0", "S4.0")
    assert [hand.kyoku for hand in hands[1:3]] == ["E2.0", "E3.0"]
    assert repr(hands) == "[E1.0, E2.0, E3.0, E4.0, S1.0, S1.1, S2.0, S3.0, S4.0]"
    with pytest.raises(UserMistake):
        hands["N4"]


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


def test_findings_show_as_a_table():
    data = Hand(*tehai("19m19p19s123z4m", "", "", "")).draw(0, "4m").ryuukyoku(0, kind="kaze4").xml()
    game = analyzer.read(data)

    assert "<td>E1.0</td><td>#6</td><td></td><td>draw-kind</td>" in game.findings._repr_html_()
    assert repr(game.findings).splitlines() == [str(finding) for finding in game.findings]
    assert repr(ending("ron").findings) == "no findings"
    assert ending("ron").findings._repr_html_() == "<p>no findings</p>"


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


def test_an_explanation_shows_as_text_and_as_html():
    explanation = ending("nagashi_mangan").explain()

    assert "Condition of nagashi mangan" in repr(explanation)
    assert '<li class="met">seat 0: 18 discards' in explanation._repr_html_()


def test_an_explanation_in_a_notebook_brings_its_styles_along():
    html = ending("nagashi_mangan").explain()._repr_html_()

    styles = html.partition("</style>")[0]
    for mark in ("met", "unmet", "rule"):
        assert f'class="{mark}"' in html
        assert f".explanation .{mark}" in styles
