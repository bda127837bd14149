"""Games that an engine plays have no finding."""

from __future__ import annotations

import copy
from itertools import pairwise

import pytest

from tests.formats.mjai.engine import played
from tests.formats.mjai.games import GAME, as_lines, found, reviewed
from tests.thinned import thinned


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", thinned(range(10), 3))
def test_a_game_of_the_engine_has_no_finding(seed, players):
    result = reviewed(as_lines(played(seed, players)))

    assert list(map(str, result.findings)) == []
    assert result.rule_sets == ("tenhou" if players == 4 else "tenhou-sanma",)
    for check in ("win-payment", "next-scores", "next-kyoku", "game-over", "turn-order"):
        assert result.tallies[check].passed > 0, check


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("seed", thinned(range(4), 2))
def test_a_game_of_east_hands_only_is_told_by_its_end(seed, players):
    result = reviewed(as_lines(played(seed, players, "east")))

    is_bust = result.events.results.final_scores[-1].min() < 0
    assert list(map(str, result.findings)) == []
    assert result.audit.rule_sets[0].winds == 1 + is_bust


@pytest.mark.parametrize("seed", thinned(range(3), 3))
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
