"""Packs made once: of some scenarios, and at length of more, each under one rule set in turn.

Of Tenhou's rules of today `test_whole.py` has every scenario.  Every fault is tried in every form by
`tests/audit/test_every_check.py`, and twins in every form are in the pack of some: the long one has them as
mjlog alone.

And games of a few elements, written by hand, to be changed: the rules say what each number in them is.
In the game of four, seat 0 declares riichi, stays alone in tenpai at the draw, and deals again.  Then seat 2
wins haku off seat 1 and takes the stick: 1300 and one honba, for 40 fu (closed triplet 5z, pair wait).
In the game of three, a seat sets a north aside, and all are noten at the draw.
"""

import json
from collections import defaultdict
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from analyzer.audit import LogName, Review, review
from analyzer.conformance import samples, write_pack
from analyzer.conformance.samples import expected_games
from analyzer.conformance.site import Draft, Site, elements_of
from analyzer.kernels import compiling
from analyzer.rules import RuleSet, load, names
from analyzer.simulation import SCENARIOS, Scenario
from analyzer.simulation.scenarios import HANDS
from tests.hands import Hand, log_of
from tests.replay.written_cases import agari

SOME, EVERY = "some_scenarios", "every_rule_set"
SOME_ROWS = ("tenpai_2", "double_ron", "four_han_30_fu", "bust_by_ron", "bust_by_noten", "kita_ron")
"""Most end their game at once: what is played behind them takes the time."""
SOME_SETS = ("tenhou", "tenhou-sanma", "wrc")
SOME_HANDS = {SOME: 240, EVERY: 40}
"""Of single hands one in so many."""


def rows(pack: str) -> list[Scenario]:
    """The scenarios of a pack."""
    if pack == SOME:
        return [row for row in SCENARIOS if row.name in SOME_ROWS]
    others, found = [load(name) for name in names() if name not in SOME_SETS[:2]], []
    for place, row in enumerate(row for row in SCENARIOS[::4] if row.form is None or row.form.times):
        fit = [rules.name for rules in others if row.makes_sense(rules)]
        if fit:
            name = fit[place % len(fit)]
            found.append(replace(row, rules=lambda rules, name=name: rules.name == name))
    return found


def speed_for(pack: Path) -> AbstractContextManager[None]:
    """The long pack is written and read by compiled kernels."""
    return compiling() if pack.name == EVERY else nullcontext()


class Game(NamedTuple):
    """One log."""

    hands: list[dict[str, Any]]
    end: Any


def games_of(judged: Review, rules: RuleSet) -> list[Game]:
    """The logs of a batch under the rule set that it was reviewed under, with the scores around each hand."""
    found = []
    hands = judged.events.hands
    for game in expected_games(judged, rules):
        told = []
        for row, _, _, settled, _ in game:
            before, paid = hands.scores[row, : rules.seats], judged.facts.riichi_passed[row, : rules.seats]
            around = {
                "dealer": int(judged.facts.dealer[row]),
                "sticks": int(hands.kyotaku[row]),
                "deposits": np.flatnonzero(paid).tolist(),
                "scores_before": before.tolist(),
                "scores_after": (before - 1000 * paid + settled.deltas).tolist(),
                "element": int(hands.element[row]),
            }
            told.append(settled.to_dict() | around)
        found.append(Game(told, game[-1].end))
    return found


@pytest.fixture(scope="session", params=[SOME, pytest.param(EVERY, marks=pytest.mark.long)])
def pack(request, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("conformance") / request.param
    is_long = request.param == EVERY
    with pytest.MonkeyPatch.context() as patch, speed_for(folder):
        patch.setattr(samples, "SCENARIOS", rows(request.param))
        if is_long:
            patch.setattr("analyzer.conformance.pack.FORMS", {"mjlog": ".mjlog"})
        else:
            patch.setattr("analyzer.conformance.planting.TWINS_OF_A_LOG", 1)
        patch.setattr(samples, "HANDS", HANDS[:: SOME_HANDS[request.param]])
        write_pack(folder, faulty=True, rule_sets=None if is_long else SOME_SETS)
    return folder


@pytest.fixture(scope="session")
def index(pack) -> dict[str, Any]:
    return read(pack / "index.json")


@pytest.fixture(scope="session")
def judged(pack, index) -> dict[str, Review]:
    """The logs of the index, by rule set, reviewed under it."""
    logs = defaultdict(list)
    for row in index["logs"]:
        logs[row["rule_set"]].append((LogName(row["log"], row["log"]), (pack / row["log"]).read_bytes()))
    with speed_for(pack):
        return {name: review(mine, name) for name, mine in logs.items()}


@pytest.fixture(scope="session")
def games(pack, index, judged) -> list[tuple[dict[str, Any], Game]]:
    """Each log of the index with what its rule set makes of it."""
    with speed_for(pack):
        found = {name: iter(games_of(each, load(name))) for name, each in judged.items()}
    return [(row, next(found[row["rule_set"]])) for row in index["logs"]]


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def drawn_hand():
    """Elements 4 to 15."""
    tehai = ("123m456p78s11555z", "147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")
    hand = Hand(*tehai, indicator="3z")
    hand.riichi(0, "9m").turn(1, "9p").turn(2, "9p").turn(3, "9m")
    return hand.ryuukyoku(0, deltas=(3000, -1000, -1000, -1000), owari=False)


def won_hand():
    """Elements 16 to 25."""
    hand = Hand(
        "147m258p369s2346z",
        "258m369p147s2347z",
        "234m567p345s8s555z",
        "11m147p258s23467z",
        indicator="3z",
        kyoku="E1.1",
        scores=(27000, 24000, 24000, 24000),
        kyotaku=1,
    )
    hand.turn(0, "9s", "1m").pon(3).discard(3, "7z").turn(0, "9p").turn(1, "8s")
    said = "ba=1,1", "ten=40,1300,0", "yaku=18,1", "sc=0,-16,26,0"
    agari(hand, 2, "1", *said, "owari=270,37.0,224,-27.6,266,6.6,240,-16.0")
    return hand


def sanma_hand():
    hand = Hand(
        "19m147p258s12345z",
        "19m147p258s23567z",
        "19m258p369s13467z",
        scores=(*[35000] * 3, 0),
        indicator="9s",
    )
    hand.scores.pop()
    hand.turn(0, "9p").draw(1, "4z").kita(1).turn(1, "1s").turn(2, "1s").ryuukyoku(owari=False)
    hand.lines[-1] = hand.lines[-1].replace("/>", 'owari="350,30.0,350,-5.0,350,-25.0,0,0.0" />')
    return hand


def draft_of(*hands, rules="tenhou"):
    """The log of some hands, to be changed."""
    data = log_of(*hands)
    judged = review([(LogName("made", "made"), data)], rules, checks=["well-formed"])
    return Draft(elements_of(data), load(rules), judged, 0)


def site_at(draft, place, **names):
    """``"AGARI"``, or ``"INIT 1"`` for the second; draws and discards by seat: ``"U"``, ``"E 1"``."""
    tag, _, nth = place.partition(" ")
    found = [at for at, one in enumerate(draft.elements) if tag in (one.name, one.name.rstrip("0123456789"))]
    at = found[int(nth or 0)]
    return Site(draft, draft[at], names)
