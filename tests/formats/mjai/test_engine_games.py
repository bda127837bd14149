"""Games that an engine plays have no finding; an altered one has the finding that names its line."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest

from tests.formats.mjai.engine import played
from tests.formats.mjai.games import GAME, as_lines, found, reviewed


@pytest.mark.parametrize(("seed", "players"), [(seed, players) for players in (4, 3) for seed in range(10)])
def test_a_game_of_the_engine_has_no_finding(seed, players):
    result = reviewed(as_lines(played(seed, players)))

    assert list(map(str, result.findings)) == []
    assert result.rule_sets == ("tenhou" if players == 4 else "tenhou-sanma",)
    for check in ("win-payment", "next-scores", "next-kyoku", "game-over", "turn-order"):
        assert result.tallies[check].passed > 0, check


@pytest.mark.parametrize(("seed", "players"), [(seed, players) for players in (4, 3) for seed in range(4)])
def test_a_game_of_east_hands_only_is_told_by_its_end(seed, players):
    result = reviewed(as_lines(played(seed, players, "east")))

    is_bust = result.events.results.final_scores[-1].min() < 0
    assert list(map(str, result.findings)) == []
    assert result.audit.rule_sets[0].winds == 1 + is_bust


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("players", "rules"), [(4, "mahjong-soul"), (3, "mahjong-soul-sanma")])
def test_a_game_by_other_rules_has_no_finding_under_these(seed, players, rules):
    assert list(map(str, reviewed(as_lines(played(seed, players, rules="mjsoul")), rules).findings)) == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("seeds", "players", "length"),
    [(range(10, 200), 4, "half"), (range(10, 200), 3, "half"), (range(40), 4, "east")],
)
def test_hundreds_of_games_of_the_engine_have_no_finding(seeds, players, length):
    for seed in seeds:
        assert list(map(str, reviewed(as_lines(played(seed, players, length))).findings)) == [], seed


Events = list[dict[str, object]]


class Altered(NamedTuple):
    """What is altered about the first such event, and where which check says so."""

    kind: str
    change: Callable[[Events, int], object]
    check: str
    wanted: Callable[[dict], bool] = lambda _: True
    verdict: str = "inconsistent"
    lines: Sequence[int] | None = (0,)
    """Behind the line of the event; None for any."""


def add(name, *amounts):
    """A change that adds to a number, or to the first numbers of a list."""

    def change(events, place):
        value = events[place][name]
        if isinstance(value, int):
            events[place][name] = value + amounts[0]
        for seat, amount in enumerate(amounts if isinstance(value, list) else ()):
            value[seat] += amount

    return change


def put(**members):
    """A change that replaces members."""
    return lambda events, place: events[place].update(members)


def later(*types):
    """A change that swaps the second and third of these events."""

    def change(events, place):
        assert [event["type"] for event in events[place : place + 3]] == [*types]
        events[place + 1], events[place + 2] = events[place + 2], events[place + 1]

    return change


def other_than(name, *others):
    """A change of a member to another of four seats than these members have."""

    def change(events, place):
        taken = {events[place][one] for one in (name, *others)}
        events[place][name] = next(seat for seat in range(4) if seat not in taken)

    return change


def drop(events, place):
    del events[place]


def swap_tile(events, place):
    events[place]["pai"] = "C" if events[place]["pai"] != "C" else "F"


def rotate(events, place):
    events[place]["kyoku"] = events[place]["kyoku"] % 4 + 1


def pays(event):
    return any(event["deltas"])


ALTERED = {
    "a payment": Altered("hora", add("deltas", 100, -100), "win-payment"),
    "a payment of a draw": Altered("ryukyoku", add("deltas", 1000, -1000), "draw-payment", pays),
    "no payment of a draw": Altered("ryukyoku", put(deltas=[0] * 4), "draw-payment", pays),
    "the reason of a draw": Altered(
        "ryukyoku",
        put(reason="suufon_renda"),
        "draw-kind",
        lambda event: event["reason"] == "exhaustive_draw",
    ),
    "ura indicators without riichi": Altered(
        "hora", put(ura_markers=["C"]), "win-dora", lambda event: not event["ura_markers"]
    ),
    "the rotation": Altered("start_kyoku", rotate, "next-kyoku"),
    "the dealer": Altered("start_kyoku", other_than("oya"), "dealer"),
    "honba": Altered("start_kyoku", add("honba", 1), "next-honba"),
    "sticks": Altered("start_kyoku", add("kyotaku", 1), "next-kyotaku"),
    "scores": Altered("start_kyoku", add("scores", 100, -100), "next-scores"),
    "a late indicator of a closed kan": Altered(
        "ankan", later("ankan", "dora", "tsumo"), "dora-indicators", lines=(1, 2)
    ),
    "an early indicator of an open kan": Altered(
        "kakan", later("kakan", "tsumo", "dora"), "dora-indicators", lines=(1,)
    ),
    "no indicator": Altered("dora", drop, "dora-indicators", lines=None),
    "a riichi that is never accepted": Altered("reach_accepted", drop, "riichi-procedure"),
    "a discard of a tile that is not held": Altered("dahai", swap_tile, "tile-place"),
    "a call from another seat": Altered("pon", other_than("target", "actor"), "calls"),
    "a hand without its win": Altered("hora", drop, "well-formed", verdict="malformed", lines=None),
    "a hand without its draw": Altered("ryukyoku", drop, "well-formed", verdict="malformed", lines=None),
}


@pytest.mark.parametrize("name", ALTERED)
def test_what_is_altered_is_found_at_its_line(name):
    case = ALTERED[name]
    events, place = next(
        (events, place)
        for seed in range(10)
        for events in [copy.deepcopy(played(seed, 4))]
        for place, event in enumerate(events)
        if event["type"] == case.kind and place > 100 and case.wanted(event)
    )
    case.change(events, place)

    lines = [
        line - place - 1 for *what, line in found(as_lines(events)) if what == [case.verdict, case.check]
    ]
    # The step to the hand after it may show it once more.
    assert lines
    assert case.lines is None or lines[0] in case.lines


@pytest.mark.parametrize(
    ("deltas", "is_found"), [((0, -1000), False), ((0, -2000), True), ((-1000, 0), True)], ids=str
)
@pytest.mark.parametrize("with_scores", [True, False])
def test_an_altered_stick_is_found_at_its_line(deltas, is_found, with_scores):
    events = copy.deepcopy(played(0, 4))
    place = next(place for place, event in enumerate(events) if event["type"] == "reach_accepted")
    actor, start = events[place]["actor"], events[1]
    payments = dict(zip([(actor - 1) % 4, actor], deltas, strict=True))
    events[place]["deltas"] = [payments.get(seat, 0) for seat in range(4)]
    if with_scores:
        assert [event["type"] for event in events[:place]].count("start_kyoku") == 1
        events[place]["scores"] = [
            score - 1000 * (seat == actor) for seat, score in enumerate(start["scores"])
        ]

    assert (("inconsistent", "riichi-deposit", place + 1) in found(as_lines(events))) == is_found


def test_tsumogiri_of_another_tile_than_the_one_drawn_is_found_at_its_line():
    for kind in ("tsumo", "pon"):
        events = copy.deepcopy(played(0, 4))
        place = next(
            place
            for place, (event, after) in enumerate(pairwise(events))
            if event["type"] == kind and after["type"] == "dahai" and after["pai"] != event["pai"]
        )
        events[place + 1]["tsumogiri"] = True
        assert found(as_lines(events)) == [("malformed", "well-formed", place + 2)]


def test_a_discard_of_the_tile_drawn_that_says_otherwise_is_found_where_no_other_copy_is_held():
    def lines(pai):
        events = copy.deepcopy(GAME)
        places = [place for place, event in enumerate(events) if event.get("tsumogiri")]
        for place in places:
            events[place]["tsumogiri"] = False
        # The first is the dealer's, whose first tile may be the fourteenth of the deal; seat 1 holds a 9p.
        for place in (places[1] - 1, places[1]):
            events[place]["pai"] = pai
        return [line - places[1] for _, check, line in found(events) if check == "well-formed"]

    assert lines("9p") == []
    assert lines("N") == [1]


def test_a_game_that_stops_is_undecided_and_one_that_ends_too_early_is_found():
    events = played(0, 4)
    starts = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"]

    for stop in (starts[3], starts[3] + 20):
        findings = reviewed(as_lines(events[:stop])).findings
        assert {finding.verdict.value for finding in findings} == {"undecided"}
        assert "whole-log" in {finding.check for finding in findings}
    early = [*events[: starts[3]], {"type": "end_game"}]
    assert ("inconsistent", "game-over") in [entry[:2] for entry in found(as_lines(early))]


def test_final_scores_are_judged_where_the_end_states_them():
    events = copy.deepcopy(played(0, 4))
    before = reviewed(as_lines(events))
    right = before.audit.endings.scores[-1].tolist()

    # Without any, the last ones with what the last result pays stand for them.
    assert before.events.results.final_scores[-1].tolist() == right
    assert (before.tallies["final-scores"].absent, before.tallies["final-result"].absent) == (1, 1)
    for more, expected in ((0, []), (100, ["final-scores"])):
        events[-1]["scores"] = [right[0] + more, *right[1:]]
        assert [check for _, check, _ in found(as_lines(events))] == expected
