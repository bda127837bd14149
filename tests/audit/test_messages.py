"""What findings say, word for word: one of every family of checks, in hands made for it."""

from __future__ import annotations

import pytest

from analyzer.audit import CHECKS, Finding, LogName, review
from analyzer.conformance.draft import written
from analyzer.conformance.fault_catalogue import FAULTS
from tests.audit.planting import planted_in, samples
from tests.hands import Hand, log_of
from tests.logs import Elements

NAME = LogName("2022020100gm-00a9-0000-00000000", "log.mjlog")
NINE = "19m19p19s1234567z"
OTHERS = ("2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")


def nine_kinds(kyoku: str = "E1.0", *, owari: bool = True) -> Hand:
    """Seat 0 calls nine kinds at its first draw, a draw that pays nothing."""
    return Hand(NINE, *OTHERS, kyoku=kyoku).draw(0, "5m").ryuukyoku(0, kind="yao9", owari=owari)


def finding(log: Elements, check: str) -> Finding:
    """The one finding of a check."""
    (found,) = review([(NAME, log.xml())], checks=[check]).findings
    return found


def changed(old: str, new: str) -> Elements:
    """The log of one nine-kinds draw with one text replaced."""
    return Elements.of(nine_kinds().xml().decode().replace(old, new).encode())


SAID = {
    "well-formed": (
        changed('<TAIKYOKU oya="0"/>', '<TAIKYOKU oya="0"/><N who="0"/>'),
        "this element is outside any hand, after its result, or a second one of its kind",
    ),
    "draw-kind": (
        changed('type="yao9"', 'type="kaze4"'),
        (
            "log says suufon_renda, play gives kyuushu_kyuuhai; rule: A hand ends without a winner at an "
            "exhaustive draw or an abortive draw whose condition holds "
            '[Arcturus wiki, "Tochuu ryuukyoku"; Tenhou as measured on 21,659 hands]'
        ),
    ),
    "shown-tiles": (
        changed('hai0="0,17,', 'hai0="0,24,'),
        "log shows 179m19p19s1234567z, play gives 159m19p19s1234567z (not held: 7m; not shown: 5m)",
    ),
    "counters": (changed('ba="0,0"', 'ba="1,0"'), "log says honba,sticks 1,0, play gives 0,0"),
    "scores-before": (
        changed('sc="250,0,', 'sc="260,0,'),
        (
            "log has scores (26000, 25000, 25000, 25000) before the result, "
            "play gives (25000, 25000, 25000, 25000)"
        ),
    ),
    "game-over": (changed("", ""), "the game ends after E1.0, by tenhou it goes on"),
    "final-scores": (
        changed('owari="250,', 'owari="260,'),
        "final scores (26000, 25000, 25000, 25000), tenhou gives (25000, 25000, 25000, 25000)",
    ),
    "next-honba": (
        Elements.of(log_of(nine_kinds(owari=False), nine_kinds("E1.3"))),
        "the next hand has honba 3, tenhou gives 1",
    ),
    "next-kyoku": (
        Elements.of(log_of(nine_kinds(owari=False), nine_kinds("S1.1"))),
        "the next hand has kyoku S1, tenhou gives E1",
    ),
}


@pytest.mark.parametrize(
    ("check", "log", "sentence"), [(check, *said) for check, said in SAID.items()], ids=SAID
)
def test_a_finding_says_what_is_claimed_and_what_play_gives(check: str, log: Elements, sentence: str) -> None:
    said = finding(log, check).message

    assert said == sentence or said.partition("; rule: ")[0] == sentence


def test_a_finding_of_a_rule_names_the_rule_and_its_source() -> None:
    rules = {check.id: (check.rule, check.source) for check in CHECKS}

    for check, (log, _) in SAID.items():
        if check != "well-formed":
            rule, source = rules[check]
            assert finding(log, check).message.endswith(f"; rule: {rule} [{source}]")


def test_a_finding_of_the_wall_says_what_the_seed_gives() -> None:
    log, planted = next(planted_in(FAULTS["other-dice"], samples()))
    one, other = (die + 1 for die in planted.elements[planted.finding.element or 0].numbers("seed")[3:5])

    (found,) = review([(log.name, written(planted.elements))], checks=["wall-dice"]).findings

    right = 6 if one == 1 else one - 1
    assert found.message.startswith(
        f"log has dice {one} and {other}, the seed gives {right} and {other}; rule: "
    )
