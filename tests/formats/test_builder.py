"""Games that are built play by play: which tiles get which ids, and what belongs to no hand."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.formats.builder import EventsBuilder
from analyzer.formats.events import Oddity
from analyzer.formats.meld_codes import decode_call
from analyzer.formats.mjai.event import FACE_OF
from analyzer.formats.mjlog.markup import ATTRIBUTES
from analyzer.vocabulary import ABSENT, EndKind, PlayKind
from tests.case_files import whole

HAIPAI = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p 2s 3s",
    "2p 2p 3p 4p 6p 6p 7p 8p 9p 4s 5s 6s 7s",
    "1s 1s 8s 9s 9s E S S W P F C N",
    "3m 5m 7p 8p 9p 2s 2s 3s 5pr 4s 6s 7s 8s",
)
REDS = (16, 52, 88)
DRAWN = (EndKind.RYUUKYOKU, {"draw_kind": [1], "scores": [25_000] * 4, "deltas": [0] * 4}, {})
WON = (EndKind.AGARI, {"winner": [0], "loser": [1], "machi": [0]}, {0: [0, 1]})


def begin(build, element, **stated):
    table = {"kyoku": 0, "honba": 0, "kyotaku": 0, "dealer": 0, "scores": [25_000] * 4, **stated}
    dealt = [[FACE_OF[text] for text in tiles.split()] for tiles in HAIPAI]
    build.start_hand(element, **table, indicator=FACE_OF["9s"], haipai=dealt)


def started(reds=REDS, **stated):
    """A game of four with a hand that is dealt; its place is 1."""
    build = EventsBuilder(4, reds)
    begin(build, 1, **stated)
    return build


def oddities(build):
    """Name, hand and place of each oddity."""
    found = build.build().oddities
    rows = zip(found.code.tolist(), found.hand.tolist(), found.element.tolist(), strict=True)
    return [(Oddity(code).name, hand, element) for code, hand, element in rows]


@pytest.mark.parametrize(
    ("reds", "fives"),
    [(REDS, [19]), ((), [19, 16]), ((*REDS, 53), [19])],
    ids=["with red fives", "without", "with a second of pin"],
)
def test_a_plain_five_is_no_red_one_while_the_wall_has_red_fives(reds, fives):
    build = started(reds)

    # Two are dealt: 17 and 18.
    assert [build.new(FACE_OF["5m"]) for _ in fives] == fives
    assert build.new(FACE_OF["5m"]) == 17


def test_of_several_copies_the_newest_or_the_oldest_is_discarded():
    build = started()
    for element, newest in ((2, True), (4, False)):
        build.draw(0, FACE_OF["1p"], element)
        build.discard(0, FACE_OF["1p"], element + 1, newest=newest)

    # 1p is dealt as 36 and 37.
    assert build.build().plays.tile.tolist() == [38, 38, 39, 36]


def test_a_kakan_takes_the_place_of_its_pon_among_the_melds():
    build, faces = started(), [FACE_OF["1s"], FACE_OF["9s"]]
    for element, face in zip((2, 5), faces, strict=True):
        build.draw(0, face, element)
        build.discard(0, face, element + 1, newest=True)
        build.pon(2, 0, face, [face, face], element + 2)
    _, other = build.melds[2]
    build.draw(2, faces[0], 8)
    build.kakan(2, faces[0], 9)

    kakan, kept = build.melds[2]
    assert (decode_call(kakan, 2, np.zeros(4, np.uint8))[0], kept) == (PlayKind.KAKAN, other)


def test_what_follows_a_result_belongs_to_no_hand():
    build = started()
    build.result(2, *DRAWN)
    build.draw(0, FACE_OF["E"], 3)
    build.riichi_accepted(0, 4)
    build.result(5, *DRAWN)
    begin(build, 6)
    build.result(7, *DRAWN)
    build.end_game(None)

    events = build.build()

    assert oddities(build) == [("OUT_OF_PLACE", 0, 3), ("OUT_OF_PLACE", 0, 4), ("OUT_OF_PLACE", 0, 5)]
    assert events.results.element.tolist() == [2, 7]
    assert (len(events.plays.kind), len(events.deposits)) == (0, 0)
    assert events.hands.readable.tolist() == [False, True]


def test_a_hand_has_three_results_of_one_kind():
    build = started()
    for element in range(2, 6):
        build.result(element, *WON)
    begin(build, 6)
    build.result(7, *DRAWN)
    build.result(8, *WON)
    build.end_game(None)

    assert build.build().results.element.tolist() == [2, 3, 4, 7]
    assert oddities(build)[:2] == [("OUT_OF_PLACE", 0, 5), ("OUT_OF_PLACE", 1, 8)]


def test_claims_at_the_bounds_of_their_columns_are_kept():
    build, (end, claims, shown) = started(), WON
    most = {"dora": [0, 135], "ura": [0, 135], "melds": [0, 65535], "yaku": [54, 199], "ten": [999, 10**7, 5]}
    build.result(2, end, claims | most | {"honba": [9999], "deltas": [10**8, -(10**8), 0, 0]}, shown)
    build.end_game(None)

    events = build.build()

    assert [code for code, *_ in oddities(build)] == []
    found = {name: getattr(events.results, name)[0].ravel()[: len(most[name])].tolist() for name in most}
    assert found == most


@pytest.mark.parametrize(("column", "value", "attribute"), whole("formats/builder")["beyond"])
def test_a_claim_beyond_its_column_makes_the_hand_unreadable(column, value, attribute):
    build = started()
    end, claims, shown = WON
    is_shown = column == "shown"
    build.note(Oddity.UNKNOWN_YAKU, 2, text="?")
    build.result(2, end, claims if is_shown else {**claims, column: value}, {0: value} if is_shown else shown)
    build.end_game(None)

    events = build.build()

    # What makes it so is said first.
    assert events.oddities.code.tolist() == [Oddity.BAD_VALUE, Oddity.UNKNOWN_YAKU]
    assert ATTRIBUTES[events.oddities.detail[0]] == attribute
    assert not events.hands.readable[0]


def test_scores_beyond_their_column_are_left_out():
    build = started(scores=[100_000_100, 0, 0, 0])
    build.riichi_accepted(0, 2, [0, -100_000_100, 0, 0])

    assert oddities(build) == [("BAD_VALUE", 0, 1), ("BAD_VALUE", 0, 2), ("NO_RESULT", 0, 2)]
    assert build.build().deposits.tolist() == [[ABSENT] * 4]
