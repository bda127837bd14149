"""Failures that hang together form a chain, whose first leads; nothing that fails is left out."""

from collections.abc import Iterable
from functools import cache
from itertools import groupby

import pytest

from analyzer.audit import CHECKS, Finding, LogName, review
from analyzer.audit.checks import in_chains
from analyzer.audit.findings import Placed
from analyzer.cli.finding_formats import chain_lines
from analyzer.vocabulary import ABSENT
from tests.audit import made
from tests.audit.test_cases import CHECKED, log_of_case
from tests.case_files import rows
from tests.logs import Elements

PLAYED = (
    "play: 234m 567p 345s 555z 88s by ron on 8s: haku 1, "
    "40 fu (base 20, pair wait 2, closed triplet 5z 8, closed ron 10)"
)
RANK = {check.id: rank for rank, check in enumerate(CHECKS)}


def chained(findings: Iterable[Finding]) -> list[list[str]]:
    """The checks of findings that fail, chain by chain."""
    found = [one for one in findings if one.chain is not None]
    chains = [list(chain) for _, chain in groupby(found, key=lambda one: one.chain)]
    assert [[one.leads for one in chain] for chain in chains] == [
        [True] + [False] * (len(chain) - 1) for chain in chains
    ]
    return [[one.check for one in chain] for chain in chains]


def finding(check: str, chain: int | None, *, leads: bool, **more: str) -> Finding:
    more |= {"reason": "why"} if chain is None else {}
    return made.finding(
        "said", check=check, chain=chain, leads=leads, claimed=f"{check} a", **made.E1, **more
    )


def failures(*places: tuple[int, str], game: int = 0) -> list[Placed]:
    """Failures of one game, each in a hand, one behind the other."""
    return [
        Placed(game, element, RANK[check], hand, finding(check, 0, leads=True))
        for element, (hand, check) in enumerate(places)
    ]


def chains_of(failures: list[Placed]) -> list[int | None]:
    found = [one.finding for one in in_chains(failures)]
    chained(found)
    return [one.chain for one in found]


@pytest.mark.parametrize(
    ("places", "chains"),
    [
        ([(0, "win-yaku"), (0, "win-payment")], [0, 0]),
        ([(0, "win-yaku"), (1, "win-yaku")], [0, 1]),
        ([(0, "win-payment"), (1, "next-scores")], [0, 0]),
        ([(0, "win-payment"), (2, "next-scores")], [0, 1]),
        ([(1, "next-honba"), (1, "counters"), (1, "win-payment")], [0, 0, 0]),
        ([(0, "win-payment"), (1, "next-scores"), (1, "win-payment")], [0, 0, 1]),
        ([(1, "next-scores"), (1, "scores-before"), (2, "next-scores"), (2, "win-fu")], [0, 0, 0, 1]),
        ([(3, "game-over"), (4, "game-over"), (5, "game-over")], [0, 0, 0]),
        ([(0, "wall-deal"), (1, "wall-deal"), (1, "win-fu"), (2, "wall-deal")], [0, 0, 1, 1]),
        ([(ABSENT, "rule-set"), (ABSENT, "well-formed"), (0, "calls")], [0, 1, 2]),
    ],
)
def test_a_chain_is_a_hand_and_the_step_to_the_next(places: list[tuple[int, str]], chains: list[int]) -> None:
    assert chains_of(failures(*places)) == chains


def test_chains_are_counted_in_each_game_and_go_on_in_no_other() -> None:
    first, second = failures((0, "calls"), (1, "calls")), failures((1, "calls"), game=1)

    assert chains_of([*first, *second]) == [0, 1, 0]
    assert chains_of([]) == []


def log_of_win(win: dict[str, object]) -> bytes:
    """A win by haku that claims what a row says."""
    log = Elements.of(log_of_case({"hand": "win"} | win))
    at = len(log) - 1
    for name in {"ten", "yaku"} & {*win}:
        log.set(at, name, win[name])
    if "paid" in win:
        # Hundreds that the winner gets and seat 0 pays.
        sc, paid = log.numbers(at, "sc"), win["paid"] // 100
        log.set_numbers(at, "sc", [sc[0], -paid, sc[2], paid, *sc[4:]])
    return log.xml()


WINS = {str(win["says"]): win for win in rows("audit/wins", "win")}


@cache
def found_in_wins() -> list[Finding]:
    logs = [(LogName("made", says), log_of_win(win)) for says, win in WINS.items()]
    return [*review(logs, checks=CHECKED).findings]


@pytest.mark.parametrize("says", WINS)
def test_every_wrong_claim_of_a_win_fails_in_one_chain(says: str) -> None:
    win, found = WINS[says], [one for one in found_in_wins() if one.source == says]

    assert chained(found) == ([win["fails"]] if win["fails"] else [])
    if "said" in win:
        said = f"{win['said']}; {PLAYED}{win.get('more', '')}"
        assert found[0].message.partition("; rule: ")[0] == said


def test_a_chain_is_a_line_with_every_wrong_amount_and_the_names_of_the_rest_below() -> None:
    found = [
        finding("win-tehai", 0, leads=True),
        finding("whole-log", None, leads=True),
        finding("win-yaku", 0, leads=False),
        finding("win-payment", 0, leads=False),
        finding("next-kyoku", 0, leads=False),
        finding("win-yaku", 1, leads=True),
        finding("win-payment", 0, leads=True, log="other"),
    ]

    assert [*chain_lines(found)] == [
        "log E1.0 #7 win-tehai: said",
        "  win-payment: log has win-payment a, the rules give nothing",
        "  with it: win-yaku, next-kyoku",
        "log E1.0 #7 whole-log: said",
        "log E1.0 #7 win-yaku: said",
        "other E1.0 #7 win-payment: said",
    ]


def test_payments_scores_and_points_are_amounts() -> None:
    assert {check.id for check in CHECKS if check.of_amounts} == {
        *("draw-payment", "win-points", "win-payment", "riichi-deposit", "scores-before", "next-scores"),
        *("final-scores", "final-result"),
    }
