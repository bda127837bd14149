"""Expected settlements: hands of which the rules say by hand what is due, and every real log."""

from __future__ import annotations

import pytest

from analyzer.audit import LogName, review
from analyzer.rules import load
from analyzer.simulation import simulate
from analyzer.vocabulary import kyoku_text
from tests.conformance.conftest import games_of
from tests.conformance.made_game import drawn_hand, won_hand
from tests.hands import log_of
from tests.logs import corpus_bytes, corpus_paths, needs_corpus


def settled(scenario, rules="tenhou"):
    """The hand that shows a scenario, and the game it is from."""
    seats = load(rules).seats
    ((_, data),) = simulate(1, "1", players=seats, scenario=scenario, rules=rules)
    (game,) = games_of(review([(LogName("a", "a"), data)], rules), load(rules))
    return game


@pytest.mark.parametrize(
    ("scenario", "cause", "rule"),
    [
        ("bust_by_ron", "bust", "bust = "),
        ("agari_yame", "yame", "agari_yame = "),
        ("tenpai_yame", "yame", "tenpai_yame = "),
        ("whole_extension", "limit", ""),
    ],
)
def test_a_game_has_the_cause_of_its_end_with_its_rule(scenario, cause, rule):
    end = settled(scenario).end

    assert end["cause"] == cause
    assert end["reasons"][0]["rule"].startswith(rule)


def test_chombo_is_taken_from_the_final_result_where_the_rules_say_so():
    # World Riichi: 20,000 of the final result, nothing in the game.
    game = settled("noten_riichi", "wrc")
    hand = next(hand for hand in game.hands if hand["outcome"] == "chombo")

    assert sorted(hand["final_points"]) == [-20_000, 0, 0, 0]
    assert sum(game.end["results"]) == -20_000


@pytest.fixture(scope="module")
def made():
    """A game written by hand, which the rules do not end where it stops."""
    judged = review([(LogName("made", "made"), log_of(drawn_hand(), won_hand()))], "tenhou")
    (game,) = games_of(judged, load("tenhou"))
    return game


def test_a_ron_as_the_rules_settle_it(made):
    won = made.hands[1]
    (win,) = won["wins"]

    # 20, 10 for a closed hand, 8 for a closed triplet of honours, 2 for the wait on the pair.
    assert sorted(part["fu"] for part in win.pop("fu_parts")) == [2, 8, 10, 20]
    assert win == {
        "winner": 2,
        "loser": 1,
        "tile": "8s",
        "han": 1,
        "fu": 40,
        "limit": None,
        "yakuman": 0,
        "points": 1300,
        "pao": [],
        "deltas": [0, -1600, 2600, 0],
        "is_certain": True,
        "yaku": [{"id": 18, "name": "haku", "han": 1, "yakuman": 0}],
    }
    assert (won["element"], won["outcome"], won["draw"]) == (16, "win", None)
    assert (won["hand"], won["sticks"], won["deposits"]) == ("E1.1", 1, [])
    assert won["scores_before"] == [27000, 24000, 24000, 24000]
    assert won["scores_after"] == [27000, 22400, 26600, 24000]


def test_a_log_that_stops_before_the_end_has_none(made):
    assert made.end is None


@needs_corpus
@pytest.mark.parametrize(
    ("name", "players", "go_type"), [("tenhou-2010", 4, "00a9"), ("tenhou-sanma-2010", 3, "00b9")]
)
def test_real_games_go_on_and_end_as_expected(name, players, go_type):
    paths = [path for path in corpus_paths("phoenix") if f"-{go_type}-" in path.name][:8]
    logs = [(LogName(path.stem, path.name), corpus_bytes(path)) for path in paths]
    judged = review(logs, name)
    games = games_of(judged, load(name))

    events, row = judged.events, -1
    assert games
    assert [one for one in judged.findings if not one.check.startswith("wall-")] == []
    for game in games:
        for hand in game.hands:
            row += 1
            result = events.hands.result_offsets[row + 1] - 1
            said = events.results.scores[result] + events.results.deltas[result]
            assert list(hand["scores_after"]) == said[:players].tolist()
            if hand is not game.hands[-1]:
                assert events.hands.scores[row + 1][:players].tolist() == list(hand["scores_after"])
                assert (hand["next_hand"], hand["kyotaku"]) == (
                    kyoku_text(int(events.hands.kyoku[row + 1]), int(events.hands.honba[row + 1])),
                    events.hands.kyotaku[row + 1],
                )
        assert list(game.end["scores"]) == events.results.final_scores[result][:players].tolist()
