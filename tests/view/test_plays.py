"""The plays of a hand as rows."""

from __future__ import annotations

import analyzer
from analyzer.view.plays import plays_of
from analyzer.vocabulary import PlayKind
from tests.hands import Hand
from tests.view.hands import ending, tehai


def test_plays_are_a_frame_numbered_from_one():
    hand = (
        Hand(*tehai("66z", "55z1p", "", "")).turn(0, "5z").pon(1).discard(1, "1p").turn(2, "9m").ryuukyoku()
    )

    frame = analyzer.read(hand.xml()).hands[0].plays

    assert frame.index.tolist() == [1, 2, 3, 4, 5, 6]
    assert frame["kind"].tolist() == ["draw", "discard", "pon", "discard", "draw", "discard"]
    assert frame["seat"].tolist() == [0, 0, 1, 1, 2, 2]
    assert frame["tile"].tolist() == ["5z", "5z", "5z", "1p", "9m", "9m"]
    assert frame["is_tsumogiri"].tolist() == [False, True, False, False, False, True]
    assert frame.loc[3, ["meld", "source"]].tolist() == ["555z", 0]
    assert frame["meld"].notna().sum() == 1


def test_the_waits_after_a_discard_are_those_that_the_explanation_has():
    hand = ending("ron")
    frame = hand.plays

    assert frame[frame["seat"] == 2]["waits"].dropna().tolist()[-1] == "3m"


def test_each_play_is_told_in_a_few_words():
    told = [str(play) for play in ending("chankan").play_list]

    assert any("kakan, adds 8p" in text for text in told)
    assert any("pon 888p with 8p of seat" in text for text in told)


def test_a_riichi_between_draw_and_discard_leaves_the_tile_discarded_as_drawn():
    quiet = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s3677z")
    hand = Hand("345m678p345s78s22p", *quiet).riichi(0, "9m").turn(1, "1z", "2z").riichi(2, "5z", "2z")

    discards = [play for play in plays_of(hand.events(), 0) if play.kind == PlayKind.DISCARD]

    assert [play.is_tsumogiri for play in discards] == [True, False, False]
