"""Games that an engine plays have no finding."""

from __future__ import annotations

import copy

import pytest

from tests.formats.mjai.engine import played
from tests.formats.mjai.games import as_lines, found, reviewed
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


def test_a_game_that_stops_is_undecided_and_one_that_ends_too_early_is_found():
    events = played(0, 4)
    starts = [place for place, event in enumerate(events) if event["type"] == "start_kyoku"]

    for stop in (starts[3], starts[3] + 20):
        findings = reviewed(as_lines(events[:stop])).findings
        assert {finding.verdict.value for finding in findings} == {"undecided"}
        assert "whole-log" in {finding.check for finding in findings}
    early = [*events[: starts[3]], {"type": "end_game"}]
    assert ("inconsistent", "game-over") in [entry[:2] for entry in found(as_lines(early))]


def test_without_final_scores_the_last_ones_with_what_the_last_result_pays_stand_for_them():
    before = reviewed(as_lines(played(0, 4)))

    assert before.events.results.final_scores[-1].tolist() == before.audit.endings.scores[-1].tolist()
    assert (before.tallies["final-scores"].absent, before.tallies["final-result"].absent) == (1, 1)
