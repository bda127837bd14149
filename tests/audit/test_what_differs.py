"""Findings say what differs: which copy of a tile, which seat, which of the indicators."""

from __future__ import annotations

import re

import pytest

from analyzer.audit import LogName, review
from tests.audit.test_made_faults import IDLE, haku_by_ron, ron
from tests.audit.test_messages import nine_kinds
from tests.hands import Hand
from tests.logs import Elements

NAME = LogName("2022010100gm-00a9-0000-00000000", "log.mjlog")


def said(data: bytes, check: str) -> tuple[str | None, str | None, str]:
    """What the one finding of a check says: claimed, computed, and the sentence without the rule."""
    (found,) = review([(NAME, data)], checks=[check]).findings
    return found.claimed, found.computed, found.message.partition("; rule: ")[0]


def changed(hand: Hand, pattern: str, text: str) -> bytes:
    """The log of a hand with one text of its last element replaced."""
    log = Elements.of(hand.xml())
    assert re.search(pattern, log[-1]), log[-1]
    log[-1] = re.sub(pattern, text, log[-1], count=1)
    return log.xml()


def test_a_copy_of_a_tile_in_the_tehai_of_a_winner_is_named_by_its_id() -> None:
    hand = haku_by_ron()
    (held,) = (tile for tile in hand.held[1] if tile // 4 == 1)
    other = 4 + (held + 1) % 4

    claimed, computed, sentence = said(changed(hand, rf'hai="{held},', f'hai="{other},'), "win-tehai")

    tiles = "234m567p34588s555z"
    assert sentence == (
        f"log has tehai {tiles}, play gives {tiles}: 2m (id {other}) where play has 2m (id {held})"
    )
    assert claimed == f"{tiles} with 2m (id {other})"
    assert computed == f"{tiles} with 2m (id {held})"


def test_a_copy_of_a_tile_shown_at_a_draw_is_named_by_its_id() -> None:
    data = nine_kinds().xml().replace(b'hai0="0,17,', b'hai0="1,17,')

    _, _, sentence = said(data, "shown-tiles")

    tiles = "159m19p19s1234567z"
    assert sentence == f"log shows {tiles}, play gives {tiles}: 1m (id 1) where play has 1m (id 0)"


def test_tiles_of_a_winner_or_of_a_draw_out_of_order_are_named() -> None:
    hand = haku_by_ron()
    first, second = sorted(hand.held[1])[:2]
    win = changed(hand, f'hai="{first},{second},', f'hai="{second},{first},')
    draw = nine_kinds().xml().replace(b'hai0="0,17,', b'hai0="17,0,')

    order = f"3m (id {second}) before 2m (id {first})"
    assert said(win, "win-tehai")[2] == f"log has {order} in the tehai, expected by id"
    assert said(draw, "shown-tiles")[2] == "log shows 5m (id 17) before 1m (id 0), expected by id"


def test_tiles_of_other_names_need_no_ids() -> None:
    data = nine_kinds().xml().replace(b'hai0="0,17,', b'hai0="0,24,')

    assert said(data, "shown-tiles") == (
        "179m19p19s1234567z",
        "159m19p19s1234567z",
        "log shows 179m19p19s1234567z, play gives 159m19p19s1234567z (not held: 7m; not shown: 5m)",
    )


def test_a_tehai_of_another_seat_is_said_to_be_its() -> None:
    data = changed(haku_by_ron(), 'who="1"', 'who="2"')

    assert said(data, "win-tehai")[2].endswith("; seat 1 holds these")


def test_a_ron_off_another_seat_names_both_seats() -> None:
    data = changed(haku_by_ron(), 'fromWho="0"', 'fromWho="2"')

    assert said(data, "winning-tile") == (
        "seat 2",
        "seat 0",
        "log says that 8s comes from seat 2 (fromWho), seat 0 discarded it",
    )


def test_a_ron_said_to_be_a_tsumo_names_who_discarded() -> None:
    data = changed(haku_by_ron(), 'fromWho="0"', 'fromWho="1"')

    assert said(data, "winning-tile")[2] == "log says tsumo of 8s by seat 1, seat 0 discarded it"


def test_a_win_on_another_tile_names_the_one_laid_down() -> None:
    hand = haku_by_ron()
    laid = hand.last[1]
    copy = laid // 4 * 4 + (laid + 1) % 4

    assert said(changed(hand, 'machi="[^"]*"', 'machi="0"'), "winning-tile")[2] == (
        "log says ron on 1m from seat 0, seat 0 discarded 8s"
    )
    assert said(changed(hand, 'machi="[^"]*"', f'machi="{copy}"'), "winning-tile")[2] == (
        f"log says ron on 8s (id {copy}) from seat 0, seat 0 discarded 8s (id {laid})"
    )


PAIR = "55z666z123p456s78s"


def pon_of(source: int, turns: int) -> bytes:
    """Seat 1 has a pon of haku, said to come from a seat; it was discarded by seat 0, some turns ago."""
    hand = Hand("147m258p369s1235z", PAIR, *IDLE[1:]).turn(0, "9m", "5z")
    hand.pon(1)
    call = hand.lines.pop()
    for seat in range(1, turns + 1):
        hand.turn(seat, "9p")
    code = int(re.findall(r'm="(\d+)"', call)[0])
    return Hand.xml(_with(hand, f'<N who="1" m="{code & ~3 | (source - 1) % 4}" />'))


def _with(hand: Hand, line: str) -> Hand:
    hand.lines.append(line)
    return hand


@pytest.mark.parametrize(
    ("source", "turns", "sentence"),
    [
        (3, 0, "5z is called from seat 3, seat 0 discarded it"),
        (0, 2, "5z of seat 0 is called, the last discard is 9p of seat 2"),
    ],
    ids=["another seat", "an earlier discard"],
)
def test_a_call_of_another_discard_names_both(source: int, turns: int, sentence: str) -> None:
    assert said(pon_of(source, turns), "calls")[2] == sentence


def riichi_win(dora: str, ura: str) -> bytes:
    """Seat 1 in riichi wins off seat 0; the indicator is 6m."""
    hand = Hand(IDLE[0], "234m567p345s555z8s", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "8m").riichi(1, "9p").turn(2, "9p").turn(3, "8m").turn(0, "8s")
    ron(hand, 1, hand.last[1], "40,2600,0", "1,1,18,1,53,0", 2600)
    return changed(hand, 'doraHai="[^"]*"', f'doraHai="{dora}"{ura}')


SIX, SIX_TOO, CHUN = 21, 22, 132
"""Ids of two 6m, of which the first is the indicator, and of a 7z that nobody holds."""


@pytest.mark.parametrize(
    ("dora", "ura", "claimed", "computed"),
    [
        (f"{SIX_TOO}", f' doraHaiUra="{CHUN}"', "indicators 6m (id 22)", "indicators 6m (id 21)"),
        (f"{SIX},{CHUN}", f' doraHaiUra="{CHUN}"', "indicators 6m 7z", "indicators 6m"),
        (f"{SIX}", "", "no ura indicators", "1 ura indicator"),
        (f"{SIX}", f' doraHaiUra="{CHUN},{CHUN + 1}"', "2 ura indicators (7z 7z)", "1 ura indicator"),
        (f"{SIX}", f' doraHaiUra="{SIX}"', "ura indicators 6m (id 21)", "such as lie nowhere else"),
    ],
    ids=["another copy", "one too many", "no ura", "an ura too many", "ura that lies elsewhere"],
)
def test_of_the_indicators_only_those_that_differ_are_said(
    dora: str, ura: str, claimed: str, computed: str
) -> None:
    sentence = f"log has {claimed}, play gives {computed}"

    assert said(riichi_win(dora, ura), "win-dora") == (claimed, computed, sentence)


def test_melds_are_named_with_their_codes() -> None:
    hand = Hand("147m258p369s1235z", "55z234m567p345s8s1z", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "9m", "5z").pon(1).discard(1, "1z")
    code = re.findall(r'm="(\d+)"', hand.lines[-2])[0]
    hand.turn(2, "9p").turn(3, "9p").turn(0, "8s")
    ron(hand, 1, hand.last[1], "30,1000,0", "18,1", 1000)

    assert said(hand.xml(), "win-melds")[2] == f"log has no calls, play gives pon 555z (m={code})"
