"""What a log claims beside its hands: the first dealer, the end of the game, and the order of yaku."""

from __future__ import annotations

import re

import pytest

from analyzer.audit import Finding, LogName, Verdict, review
from analyzer.settlement.yaku_names import (
    LISTED_LAST,
    LISTED_YAKU,
    STANDS_BEFORE,
    YAKUHAI_PLACE,
    Yaku,
)
from tests.audit.made import IDLE, haku_by_ron, nine_kinds, ron, sentence
from tests.hands import Hand
from tests.logs import Elements

NAME = LogName("2022010100gm-00a9-0000-00000000", "log.mjlog")
TAIKYOKU = 3
"""Element of TAIKYOKU, behind root, GO and UN."""


def findings(log: bytes, *checks: str) -> list[Finding]:
    return list(review([(NAME, log)], checks=checks).findings)


def with_first_dealer(kyoku: str, oya: str) -> bytes:
    return nine_kinds(kyoku).xml().replace(b'<TAIKYOKU oya="0"/>', f"<TAIKYOKU {oya}/>".encode())


@pytest.mark.parametrize(
    ("kyoku", "oya", "due"),
    [
        pytest.param("E1.0", 'oya="0"', None, id="seat 0"),
        pytest.param("E1.0", "", None, id="not stated"),
        pytest.param("E3.1", 'oya="0"', None, id="a log that begins later"),
        pytest.param("E3.1", 'oya="2"', None, id="its own first dealer"),
        pytest.param("E1.0", 'oya="1"', 0, id="another"),
        pytest.param("E3.1", 'oya="1"', 2, id="another of a log that begins later"),
    ],
)
def test_taikyoku_names_the_first_dealer(kyoku: str, oya: str, due: int | None) -> None:
    found = findings(with_first_dealer(kyoku, oya), "dealer")

    said = [(one.verdict, one.hand, one.seat, sentence(one)) for one in found if one.element == TAIKYOKU]
    text = f"TAIKYOKU has seat 1 as first dealer (oya), the dealer of {kyoku[:2]} is seat {due}"
    assert said == ([] if due is None else [(Verdict.INCONSISTENT, None, 1, text)])


def test_a_first_dealer_that_is_no_seat_is_malformed() -> None:
    found = findings(with_first_dealer("E1.0", 'oya="4"'), "well-formed", "dealer")

    assert [(finding.check, finding.element) for finding in found] == [("well-formed", TAIKYOKU)]


@pytest.mark.parametrize(
    ("element", "missing"),
    [
        ("<UN [^>]*>", "UN does not say who plays"),
        ("<TAIKYOKU [^>]*>", "TAIKYOKU does not say who deals first"),
    ],
)
def test_a_head_that_is_not_whole_is_undecided_where_the_type_of_the_game_is_stated(
    element: str, missing: str
) -> None:
    log = re.sub(element, "", haku_by_ron().xml().decode())

    (said,) = findings(log.encode(), "whole-log", "well-formed")

    assert (said.check, said.verdict) == ("whole-log", Verdict.UNDECIDED)
    assert said.reason == f"the head of the log is not whole: {missing}"
    assert findings(re.sub("<GO [^>]*>", "", log).encode(), "whole-log", "well-formed") == []


def test_dice_that_cannot_be_are_malformed_and_leave_the_hand_to_be_judged() -> None:
    log = haku_by_ron("30,1000,0", "18,1", 1000).xml().replace(b'seed="0,0,0,0,0,', b'seed="0,0,0,0,6,')

    found = findings(log, "well-formed", "tile-place", "wall-dice", "win-fu")

    assert [(one.check, one.verdict) for one in found] == [
        ("well-formed", Verdict.MALFORMED),
        ("win-fu", Verdict.INCONSISTENT),
    ]


def test_scores_stated_at_a_declaration_are_not_known() -> None:
    hand = Hand("234567m345p55s67s", *IDLE, indicator="6m").riichi(0, "7z")
    log = hand.xml().replace(b'step="1"', b'ten="250,250,250,250" step="1"')

    assert [one.check for one in findings(log, "known-vocabulary", "riichi-deposit")] == ["known-vocabulary"]


def without_owari(*, points: int = 32000, go_type: int = 169) -> Elements:
    """Seat 1 wins by daisangen off seat 0, who has 25,000; the log has no owari."""
    hand = Hand(IDLE[0], "34p88s555z666z777z", IDLE[1], IDLE[2], indicator="9m", go_type=go_type)
    hand.turn(0, "5p")
    log = Elements.of(ron(hand, 1, hand.last[1], f"50,{points},5", "18,1", points).xml())
    log.drop(len(log) - 1, "owari")
    return log


def ends(log: bytes) -> list[tuple[str, str]]:
    return [(finding.check, finding.verdict) for finding in findings(log, "whole-log", "game-over")]


def test_a_last_result_without_owari_is_a_fault_where_the_rules_end_the_game() -> None:
    # A game ends once a seat is below zero (Tenhou: every hand of 2,233 games).
    log = without_owari()

    cut, said = findings(log.xml(), "whole-log", "game-over")

    assert (cut.check, cut.verdict) == ("whole-log", Verdict.UNDECIDED)
    # Who asks that alone is told so too.
    assert findings(log.xml(), "whole-log") == [cut]
    assert (said.check, said.verdict, said.element) == ("game-over", Verdict.INCONSISTENT, len(log) - 1)
    assert sentence(said) == ("the log ends after E1.0 without owari, by tenhou-2010 the game is over (bust)")


def test_a_log_cut_behind_a_hand_is_no_fault() -> None:
    # 25,000 less 25,000 are not below zero.
    both = {("whole-log", "undecided"), ("game-over", "undecided")}
    assert set(ends(without_owari(points=25000).xml())) == both
    # Its bytes stop: what is missing may have been there.
    assert ends(without_owari().xml().removesuffix(b"</mjloggm>")) == [("whole-log", "undecided")]
    # GO 0x200: rules that nobody knows.
    assert set(ends(without_owari(go_type=169 | 0x200).xml())) == both


# Haku and a dora of 2m: 40 fu and two han are 640 base points, 2,600 off a child or the dealer.
HAKU = ("234m567p345s555z8s", "8s", "1m", "40,2600,0")
# Base 20, closed ron 10, two closed triplets of honours 16 make 46: 50 fu, two han, 800 base points.
DRAGONS = ("234m34p88s555z666z", "5p", "9m", "50,3200,0")


@pytest.mark.parametrize(
    ("won", "yaku", "said"),
    [
        (HAKU, "18,1,52,1", []),
        (HAKU, "52,1,18,1", ["yaku out of order: log has dora 1 where Tenhou writes haku 1"]),
        # Two sets of yakuhai stand in any order.
        (DRAGONS, "18,1,19,1", []),
        (DRAGONS, "19,1,18,1", []),
    ],
)
def test_yaku_in_another_order_than_tenhou_writes_are_a_fault(
    won: tuple[str, str, str, str], yaku: str, said: list[str]
) -> None:
    tehai, tile, indicator, ten = won
    hand = Hand(IDLE[0], tehai, IDLE[1], IDLE[2], indicator=indicator).turn(0, tile)
    log = ron(hand, 1, hand.last[1], ten, yaku, int(ten.split(",")[1])).xml()

    found = findings(log, "win-yaku", "win-fu", "win-points", "win-payment")

    assert [(one.check, sentence(one)) for one in found] == [("win-yaku", one) for one in said]


LISTED = (*(yaku for yaku in LISTED_YAKU if yaku != YAKUHAI_PLACE), *LISTED_LAST)


def test_the_order_that_wins_are_written_in_holds_every_pair() -> None:
    pairs = {(yaku, other) for yaku, others in STANDS_BEFORE.items() for other in others}
    yakuhai = range(Yaku.SEAT_EAST, Yaku.CHUN + 1)
    place = {yaku: LISTED.index(yaku) for yaku in LISTED}
    place |= dict.fromkeys(yakuhai, LISTED_YAKU.index(YAKUHAI_PLACE) - 0.5)

    assert len(pairs) == 371
    assert not {(other, yaku) for yaku, other in pairs} & pairs
    for yaku, other in pairs:
        assert place[yaku] < place[other] or {yaku, other} <= set(yakuhai), (yaku, other)
