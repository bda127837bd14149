"""What findings say, word for word: one of every family of checks, in hands made for it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from analyzer.audit import CHECKS, Finding
from analyzer.conformance.fault_catalogue import FAULTS
from analyzer.conformance.site import written
from tests.audit.made import IDLE, haku_by_ron, judged, nine_kinds, ron, sentence
from tests.audit.planting import planted_in, samples
from tests.case_files import each, rows
from tests.hands import Hand, log_of


def riichi_win() -> Hand:
    """Seat 1 in riichi wins off seat 0; the indicator is 6m."""
    hand = Hand(IDLE[0], "234m567p345s555z8s", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "8m").riichi(1, "9p").turn(2, "9p").turn(3, "8m").turn(0, "8s")
    return ron(hand, 1, hand.last[1], "40,2600,0", "1,1,18,1,53,0", 2600)


HANDS = {"draw": nine_kinds, "win": haku_by_ron, "riichi": riichi_win}


def finding(data: bytes, check: str) -> Finding:
    """The one finding of a check."""
    (found,) = judged(data, checks=[check]).findings
    return found


def said(data: bytes, check: str) -> str:
    """Its sentence without the rule."""
    return sentence(finding(data, check))


@each(rows("audit/said", "said"))
def test_a_finding_says_what_is_claimed_and_what_play_gives(row: dict[str, Any]) -> None:
    text = HANDS[row["hand"]]().xml().decode()
    pattern, new = row.get("change", ("^", ""))
    assert re.search(pattern, text)
    (check,) = (check for check in CHECKS if check.id == row["check"])

    found = finding(re.sub(pattern, new, text, count=1).encode(), check.id)

    words, _, rule = found.message.partition("; rule: ")
    assert words == row["said"] or (row["said"][:2] == ".*" and words.endswith(row["said"][2:]))
    assert rule == (f"{check.rule} [{check.source}]" if found.verdict == "inconsistent" else "")
    assert (found.claimed, found.computed) == (
        row.get("claimed", found.claimed),
        row.get("computed", found.computed),
    )


def test_a_finding_of_an_mjlog_has_no_line() -> None:
    found = finding(HANDS["draw"]().xml().replace(b'"yao9"', b'"kaze4"'), "draw-kind")

    assert (found.element, found.line) == (6, None)


def test_a_finding_of_the_step_to_the_next_hand_says_what_follows() -> None:
    for kyoku, check, words in (
        ("E1.3", "next-honba", "the next hand has honba 3, tenhou gives 1"),
        ("S1.1", "next-kyoku", "the next hand has kyoku S1, tenhou gives E1"),
    ):
        assert said(log_of(nine_kinds(owari=False), nine_kinds(kyoku)), check) == words


def test_a_finding_of_the_wall_says_what_the_seed_gives() -> None:
    _, planted = next(planted_in(FAULTS["other-dice"], samples()))
    one, other = (die + 1 for die in planted.elements[planted.finding.element or 0].numbers("seed")[3:5])

    found = said(written(planted.elements), "wall-dice")

    right = 6 if one == 1 else one - 1
    assert found == f"log has dice {one} and {other}, the seed gives {right} and {other}"


@pytest.mark.parametrize(
    ("source", "turns", "words"),
    [
        (3, 0, "5z is called from seat 3, seat 0 discarded it"),
        (0, 2, "5z of seat 0 is called, the last discard is 9p of seat 2"),
    ],
    ids=["another seat", "an earlier discard"],
)
def test_a_call_of_another_discard_names_both(source: int, turns: int, words: str) -> None:
    """Seat 1 has a pon of haku, said to come from a seat; it was discarded by seat 0, some turns ago."""
    hand = Hand("147m258p369s1235z", "55z666z123p456s78s", *IDLE[1:]).turn(0, "9m", "5z")
    hand.pon(1)
    call = hand.lines.pop()
    for seat in range(1, turns + 1):
        hand.turn(seat, "9p")
    code = int(re.findall(r'm="(\d+)"', call)[0])
    hand.lines.append(f'<N who="1" m="{code & ~3 | (source - 1) % 4}" />')

    assert said(hand.xml(), "calls") == words


def test_melds_are_named_with_their_codes() -> None:
    hand = Hand("147m258p369s1235z", "55z234m567p345s8s1z", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "9m", "5z").pon(1).discard(1, "1z")
    code = re.findall(r'm="(\d+)"', hand.lines[-2])[0]
    hand.turn(2, "9p").turn(3, "9p").turn(0, "8s")
    ron(hand, 1, hand.last[1], "30,1000,0", "18,1", 1000)

    assert said(hand.xml(), "win-melds") == f"log has no calls, play gives pon 555z (m={code})"


def test_a_sentence_too_long_is_cut_and_its_details_stay() -> None:
    """Each of eight calls that no play has is named with its code."""
    calls = ",".join(["31745"] * 8)
    text = riichi_win().xml().decode().replace(" machi=", f' m="{calls}" machi=')

    found = finding(text.encode(), "win-melds")

    assert (len(found.sentence), found.sentence[-1]) == (200, "…")
    assert len(found.claimed or "") > 200
    assert f"{found.sentence}; rule: " in found.message
