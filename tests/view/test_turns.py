"""What a page carries of a hand: at every turn its picture and its words, and where findings lie."""

from __future__ import annotations

import pytest

from analyzer.view import Hand
from analyzer.view.game_page import (
    PREFIX,
    PagedHand,
    Span,
    finding_turn,
    moves_of,
    rounds,
    timeline,
    turns_of,
)
from analyzer.view.picture import described, pieces, used, with_ids
from tests.view.hands import ENDINGS, a_play, a_side, a_table, ending, finding, river


def test_a_timeline_has_each_piece_once_while_it_lies_there():
    pictures = [{"0": ["a", "b"]}, {"0": ["b"]}, {"0": ["a", "b"]}]

    assert timeline(pictures)["0"] == [Span(0, 0, "a"), Span(0, 2, "b"), Span(2, 2, "a")]
    assert timeline([]) == {}


def there(spans: list[int], turn: int, texts: list[str]) -> list[str]:
    """What of the spans is there at a turn, as the script of the page finds it."""
    rows = zip(spans[::3], spans[1::3], spans[2::3], strict=True)
    return [texts[number] for first, last, number in rows if first <= turn <= last]


def paged(hand: Hand, **more: object) -> PagedHand:
    return PagedHand(0, hand.tables(), hand.play_list, (), (), None)._replace(**more)


@pytest.mark.parametrize("name", ENDINGS)
def test_every_turn_has_the_picture_and_the_words_of_its_table(name):
    hand, texts = ending(name), {}
    tables = hand.tables()

    turns, names = turns_of(paged(hand), texts)

    listed = list(texts)
    for turn, table in enumerate(tables):
        words = "".join(said for spans in turns["words"].values() for said in there(spans, turn, listed))
        assert words == described(table)
        for zone, parts in pieces(table).items():
            drawn = there(turns["drawn"][zone], turn, listed)
            assert sorted(drawn) == sorted(with_ids(part, PREFIX) for part in parts)
    assert names == set().union(*(used(pieces(table)) for table in tables))


def test_every_turn_says_what_happens():
    hand, texts = ending("ron"), {}

    turns, _ = turns_of(paged(hand, shown=(2,)), texts)
    said = [list(texts)[number] for number in turns["said"]]

    assert said[:3] == ["E1.0: the deal, dora indicator 4z", "seat 0 draws 2p", "seat 0 discards 4z"]
    assert said[-1] == "E1.0 ends: seat 2 ron off seat 0 on 3m"
    assert len(said) == len(hand.play_list) + 2
    assert (turns["name"], turns["shown"]) == ("E1.0", (2,))


def test_a_go_round_begins_where_the_longest_river_grows():
    rivers = ["", "1m", "1m", "1m 2m", "1m 2m"]
    tables = [a_table(a_side(0, lies=text), a_side(1, lies="9s" if text else "")) for text in rivers]

    assert rounds(tables) == [1, 3]
    assert len(river("1m 2m")) == 2


@pytest.mark.parametrize(("element", "turn"), [(3, 0), (5, 1), (6, 2), (7, 3), (8, 3), (9, 4), (None, 4)])
def test_a_finding_lies_at_its_play_at_the_deal_or_at_the_end(element, turn):
    plays = [a_play("draw 0", at) for at in (5, 6, 8)]

    assert finding_turn(element, plays) == turn
    assert finding_turn(element, ()) == 1


def test_findings_are_carried_with_their_turns():
    hand, texts = ending("ron"), {}
    element = hand.play_list[11].element

    turns, _ = turns_of(paged(hand, findings=[finding("one & two", element=element)]), texts)

    assert [(turn, list(texts)[text]) for turn, text in turns["found"]] == [(12, "draw-kind: one & two")]


def test_the_list_of_plays_has_discards_and_calls_as_tiles_and_tells_a_riichi_with_its_discard():
    told = (
        "draw 1 1m, riichi 1, discard 1 1m as drawn, riichi_accepted 1, pon 0 1m 111m, discard 0 0p, dora 9s"
    )
    plays = list(map(a_play, told.split(", ")))

    assert [tuple(move) for move in moves_of(plays, "ES")] == [
        (3, "S", "riichi", "1m", True),
        (5, "E", "pon", "1m 1m 1m", False),
        (6, "E", "", "0p", False),
        (7, "", "dora", "9s", False),
    ]
