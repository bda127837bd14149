"""Logs of one hand made for the tests of the audit, and what is said of them."""

from __future__ import annotations

from analyzer.audit import Finding, LogName, Review, Verdict, review
from analyzer.rules import RuleSet, load
from analyzer.simulation.scene import Scene
from tests.hands import Hand
from tests.scenarios.telling import hands_of_scenes

NAME = LogName("2022020100gm-00a9-0000-00000000", "log.mjlog")
UNDATED = LogName("made", "made.mjlog")
IDLE = ("147m258p369s1234z", "258m369p147s1234z", "369m147p258s1234z")
"""Tehai without a pair or two neighbours."""
NINE = ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s")


def nine_kinds(kyoku: str = "E1.0", *, kind: str = "yao9", owari: bool = True) -> Hand:
    """Seat 0 calls nine kinds at its first draw, a draw that pays nothing."""
    return Hand(*NINE, kyoku=kyoku).draw(0, "5m").ryuukyoku(0, kind=kind, owari=owari)


def ron(hand: Hand, winner: int, machi: int, ten: str, yaku: str, gain: int) -> Hand:
    """End a hand by a ron on the last tile laid down, paid by its seat; no honba, no sticks."""
    loser = hand.last[0]
    gains = {winner: gain // 100, loser: -gain // 100}
    sc = ",".join(f"{score // 100},{gains.get(seat, 0)}" for seat, score in enumerate(hand.scores))
    hai = ",".join(map(str, sorted([*hand.held[winner], machi])))
    hand.lines.append(
        f'<AGARI ba="0,0" hai="{hai}" machi="{machi}" ten="{ten}" yaku="{yaku}" doraHai="{hand.indicator}" '
        f'who="{winner}" fromWho="{loser}" sc="{sc}" owari="250,0.0,250,0.0,250,0.0,250,0.0" />'
    )
    return hand


def haku_by_ron(ten: str = "40,1300,0", yaku: str = "18,1", gain: int = 1300) -> Hand:
    """Seat 1 waits for the pair of 8s with a closed triplet of haku, and seat 0 discards it.

    Base 20, closed ron 10, closed triplet of an honour 8, pair wait 2 make 40 fu; haku alone is one han:
    40 fu times two to the third, four times, is 1280, rounded up to 1300.
    """
    hand = Hand(IDLE[0], "234m567p345s555z8s", IDLE[1], IDLE[2], indicator="6m")
    hand.turn(0, "8s")
    return ron(hand, 1, hand.last[1], ten, yaku, gain)


def scene_log(*scenes: Scene, rules: RuleSet | str = "tenhou") -> bytes:
    """A game of these scenes, which then stops."""
    return hands_of_scenes(scenes, load(rules) if isinstance(rules, str) else rules)[0]


def judged(
    data: bytes, rules: RuleSet | str = "auto", checks: list[str] | None = None, name: LogName = NAME
) -> Review:
    return review([(name, data)], rules, checks)


def sentence(finding: Finding) -> str:
    """What a finding says without the rule."""
    return finding.message.partition("; rule: ")[0]


def verdicts(result: Review) -> list[tuple[str, str]]:
    """Check and verdict of every finding; that a made log has no seed is aside."""
    found = [(finding.check, finding.verdict.value) for finding in result.findings]
    return [one for one in found if one[0] != "wall-seed"]


def failing(result: Review) -> list[Finding]:
    """What names a fault."""
    return [finding for finding in result.findings if finding.verdict != Verdict.UNDECIDED]
