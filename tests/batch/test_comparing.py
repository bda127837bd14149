"""What another rule set would have paid, against a count from the XML that uses nothing of the package.

And which rule sets explain games.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import nullcontext
from itertools import pairwise

import numpy as np
import pytest

from analyzer import kernels
from analyzer.audit import LogName, Review, Verdict, review
from analyzer.batch.comparing import Cause, compare
from analyzer.batch.guessing import guess_all
from analyzer.batch.progress import Progress
from analyzer.batch.reviews import REFEREE
from analyzer.rules import load
from analyzer.sources import iter_logs
from analyzer.vocabulary import SEATS
from tests.logs import Elements, corpus_bytes, corpus_paths, fixed_logs, needs_corpus

NO_EXHAUSTIVE_DRAW = re.compile(r'<RYUUKYOKU [^>]*\btype="(yao9|reach4|ron3|kan4|kaze4|nm)"')


@pytest.fixture(
    scope="module", params=["simulated", pytest.param("real", marks=[pytest.mark.long, needs_corpus])]
)
def logs(request: pytest.FixtureRequest) -> dict[str, bytes]:
    paths = fixed_logs() if request.param == "simulated" else corpus_paths("phoenix")
    return {path.stem: corpus_bytes(path) for path in paths}


@pytest.fixture(scope="module")
def reviewed(logs: dict[str, bytes]) -> Review:
    with kernels.compiling() if len(logs) > REFEREE.loads_above else nullcontext():
        return review([(LogName(name, name), data) for name, data in logs.items()])


def hands_of(data: bytes) -> list[Elements]:
    """Elements of every hand of a four-player log."""
    log = Elements.of(data)
    starts = [*log.inits(), len(log)]
    return [Elements(log[start:stop]) for start, stop in pairwise(starts)]


def base_points(han: int, fu: int, *, wrc: bool) -> int:
    """Riichi wiki, "Scoring": fu times 2 to the power of han plus 2, then the limits; WRC rounds 1920 up."""
    if han >= 13:
        return 6000 if wrc else 8000
    for least, base in ((11, 6000), (8, 4000), (6, 3000), (5, 2000)):
        if han >= least:
            return base
    base = min(fu * 2 ** (2 + han), 2000)
    return 2000 if wrc and base == 1920 else base


def win_differs(agari: Elements) -> bool:
    """Whether WRC pays these winners otherwise: no red fives, kiriage, head bump, no sum of yakuman.

    And of who is liable for a yakuman, who pays honba.
    """
    if len(agari) > 1 or (' paoWho="' in agari[0] and agari.numbers(0, "ba")[0]):
        return True
    if ' yakuman="' in agari[0]:
        return len(agari.numbers(0, "yakuman")) > 1
    yaku = agari.numbers(0, "yaku")
    pairs = list(zip(yaku[::2], yaku[1::2], strict=True))
    fu = agari.numbers(0, "ten")[0]
    han = sum(value for _, value in pairs)
    red = sum(value for number, value in pairs if number == 54)
    return base_points(han, fu, wrc=False) != base_points(han - red, fu, wrc=True)


def test_what_games_paid_and_how_they_went_on_is_what_the_rules_give(reviewed: Review) -> None:
    """So the sum of all hands is the final score logged."""
    assert [str(one) for one in reviewed.findings if one.verdict != Verdict.UNDECIDED] == []
    often = ("win-payment", "draw-payment", "draw-kind", "next-kyoku", "next-honba")
    assert all(reviewed.tallies[check].passed > len(reviewed.logs) / 2 for check in often)
    # Each game has one.
    assert reviewed.tallies["final-result"].passed == len(reviewed.logs)

    comparison = compare(reviewed.audit, None, None)

    results = reviewed.events.results
    final = np.flatnonzero(results.has_owari)
    assert (comparison.a.final_scores == results.final_scores[final]).all()
    assert not comparison.cause.any()
    assert not comparison.order_differs.any()


def test_tenhou_and_wrc_differ_where_the_xml_says_so(logs: dict[str, bytes], reviewed: Review) -> None:
    """Sticks left over too; games of other seats are not compared."""
    expected: Counter[Cause] = Counter()
    leftover = 0
    for hands in (hands_of(data) for data in logs.values() if b'hai3=""' not in data):
        for hand in hands:
            agari = Elements(element for element in hand if element.startswith("<AGARI"))
            if any(NO_EXHAUSTIVE_DRAW.match(element) for element in hand):
                expected[Cause.DRAW_KIND] += 1
            elif agari and win_differs(agari):
                expected[Cause.WIN_PAYMENT] += 1
        last = hands[-1]
        leftover += last[-1].startswith("<RYUUKYOKU") and last.numbers(-1, "ba")[1] > 0

    comparison = compare(reviewed.audit, None, load("wrc-2015"))

    found = Counter(Cause(int(cause)) for cause in comparison.cause[comparison.compared])
    assert found[Cause.DRAW_KIND] == expected[Cause.DRAW_KIND] > 0
    assert found[Cause.DRAW_PAYMENT] == 0
    assert found[Cause.WIN_PAYMENT] == expected[Cause.WIN_PAYMENT] > 10
    assert comparison.leftover_differs.sum() == leftover > 0
    three = reviewed.events.games.players == SEATS - 1
    assert three.any()
    assert not comparison.compared[three[reviewed.events.hands.game]].any()
    assert not comparison.games[three].any()


@pytest.mark.parametrize(("kept", "compared"), [(5, [True, False]), (0, [True])])
def test_a_hand_that_breaks_off_is_not_compared_nor_a_game_without_its_end(
    kept: int, compared: list[bool]
) -> None:
    log = Elements.of(fixed_logs()[1].read_bytes())
    log[log.inits()[1] + kept :] = []

    comparison = compare(review([(LogName("1", "1"), log.xml())]).audit, None, load("wrc-2015"))

    assert (comparison.compared.tolist(), comparison.games.tolist()) == (compared, [False])


def test_the_sets_that_games_were_played_under_explain_them_and_are_named_first() -> None:
    logs = [*iter_logs(fixed_logs()[1::11])]
    # What fails under every set speaks against none.
    wrong = Elements.of(logs[0].data)
    win = wrong.find("<AGARI")
    wrong.set_numbers(win, "sc", [wrong.numbers(win, "sc")[0] + 10, *wrong.numbers(win, "sc")[1:]])

    tallies = guess_all([logs[0]._replace(data=wrong.xml()), *logs[1:]], Progress(quiet=True))

    # The default rules of majiang are those of Tenhou.
    own = {"majiang": 2, "tenhou": 2, "tenhou-sanma": 1}
    assert {one.name: one.games for one in tallies if one.explained == one.games} == own
    assert [one.name for one in tallies[:3]] == [*own]
    assert [(one.hands_against, one.first) for one in tallies[:3]] == [(0, None)] * 3
    # What speaks against one speaks for another, and no hand against all.
    for one in tallies[3:]:
        played = tallies[1 if one.games == 2 else 2]
        assert one.hands_for + one.hands_against == played.hands_for > one.hands_for
        assert one.first is not None
        assert str(one).endswith(f"first: {one.first.place}: {one.first.check}")
    # Nothing speaks where there are no hands.
    head = logs[0]._replace(data=Elements(wrong[: wrong.inits()[0]]).xml())
    silent = guess_all([head], Progress(quiet=True))
    assert {(one.games, one.hands_for, one.hands_against) for one in silent} == {(1, 0, 0)}
