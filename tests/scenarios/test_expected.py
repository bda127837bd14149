"""Every scripted hand and game is what a scorer makes of it: `expected.toml`, worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.rules import load
from analyzer.rules.grades import Liability, Yame
from analyzer.simulation.scenarios import play_scenario, scripted_scenarios
from analyzer.vocabulary import PlayKind
from tests.scenarios.telling import (
    SCENARIOS,
    course,
    each_rule_set,
    final,
    played,
    read,
    rules_of,
    scenes_of,
    shown,
    told,
    words_of,
)

HANDS, ENDED, GOES_ON = map(each_rule_set, ("hands", "ended", "goes_on"))
NEVER_HERE = {("paarenchan", 3)}
"""Of which only the payment is said, below: no log of it is known."""


@pytest.mark.parametrize(("name", "rules"), HANDS)
def test_a_scripted_hand_is_what_a_scorer_makes_of_it(name: str, rules: str) -> None:
    assert shown(name, rules) == HANDS[name, rules]


@pytest.mark.parametrize(("name", "rules"), ENDED)
def test_a_scripted_game_ends_with_the_hand_that_shows_it(name: str, rules: str) -> None:
    hands, scores, results = ENDED[name, rules]

    events = played(name, rules)

    assert course(events) == hands.split()
    assert SCENARIOS[name].shows[-1] == len(events.hands.kyoku) - 1
    assert final(events) == (scores, results)


@pytest.mark.parametrize(("name", "rules"), GOES_ON)
def test_a_scripted_game_goes_on_after_the_hand_that_shows_it(name: str, rules: str) -> None:
    (following, scores), hand = GOES_ON[name, rules], SCENARIOS[name].shows[-1]

    events = played(name, rules)

    assert course(events)[hand + 1] == following
    assert events.hands.scores[hand + 1, : len(scores)].tolist() == scores


@pytest.mark.parametrize("file", ["wins", "values", "pao", "yakuman", "draws", "game_ends", "forms"])
def test_every_scenario_has_an_expectation(file: str) -> None:
    expected = {(name, rules_of(rules).seats) for name, rules in (*HANDS, *ENDED, *GOES_ON)}
    rows = [row for row in scripted_scenarios(file) if not row.name.startswith("tenpai_sets_")]

    assert {(row.name, players) for row in rows for players in row.players} - expected <= NEVER_HERE


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (row.name, rules)
        for row in scripted_scenarios("seats")
        for rules in ("tenhou", "tenhou-sanma")
        if row.makes_sense(load(rules))
    ],
)
def test_each_winner_gets_honba_and_sticks(name: str, rules: str) -> None:
    """300 points a honba, of three players 200, and the sticks; each hand has one winner, or is drawn."""
    rule_set = load(rules)
    results = scenes_of(name, rule_set).results
    won = np.flatnonzero(results.winner < rule_set.seats)
    winner = results.winner[won].astype(np.int64)
    due = results.ten[won, 1] + 100 * (rule_set.seats - 1) * results.honba[won] + 1000 * results.kyotaku[won]

    assert results.deltas[won, winner].tolist() == due.tolist()
    assert len(won) > 3
    assert (np.diff(results.hand) == 1).all()


def test_the_giver_of_a_fourth_kan_is_liable_where_a_rule_set_says_so() -> None:
    rules = load("tenhou")
    with_kans = replace(rules, pao=(*rules.pao, Liability.SUUKANTSU))

    assert told(scenes_of("suukantsu", with_kans), 0) == [
        "S ron E, W liable: suukantsu; 110 fu 32000 yakuman; E -16000 S +32000 W -16000"
    ]


def test_the_ninth_win_of_a_dealer_without_a_yaku_is_paid_as_a_yakuman() -> None:
    # Wins of 1500 each, then of 2900, with 0 to 7 honba of 1000, from South and West in turn:
    # South pays 1500 + 3500 + 6900 + 8900, West 2500 + 4500 + 7900 + 9900.
    # The ninth takes 48000 and eight honba from South.
    events = played("paarenchan", "sanma-ryanshi")

    assert course(events) == [f"E1.{honba}" for honba in range(9)]
    assert events.hands.scores[8].tolist() == [80_600, 14_200, 10_200, 0]
    assert final(events)[0] == [136_600, -41_800, 10_200]


@pytest.mark.parametrize(
    ("name", "sticks"), [("riichi_tile_won", 0), ("riichi_tile_called", 1), ("fourth_riichi_won", 3)]
)
def test_a_stick_is_paid_unless_the_tile_is_won_on(name: str, sticks: int) -> None:
    assert sum(word.endswith("pays") for word in words_of(played(name, "tenhou"))) == sticks


def test_the_scores_of_a_double_ron_are_chained() -> None:
    events = played("double_ron", "tenhou")
    first, stop = events.hands.result_offsets[1:3].tolist()

    # 25000 each; East won 1500 from South before, West has paid its stick.
    assert events.results.scores[first:stop].tolist() == [
        [26500, 23500, 24000, 25000],
        [24200, 26800, 24000, 25000],
    ]
    assert events.results.kyotaku[first:stop].tolist() == [1, 0]
    assert events.results.honba[first:stop].tolist() == [1, 1]


def test_one_of_two_winners_being_the_dealer_keeps_the_deal() -> None:
    assert course(played("double_ron_with_dealer", "tenhou"))[:2] == ["E1.0", "E1.1"]
    assert course(played("double_ron_with_dealer", "wrc-2015"))[:2] == ["E1.0", "E2.0"]


@pytest.mark.parametrize(("rules", "tiles"), [("tenhou", 70), ("tenhou-sanma", 55)])
def test_the_last_tile_is_the_last_of_the_wall(rules: str, tiles: int) -> None:
    events = played("haitei", rules)

    assert (events.plays.kind[: events.hands.play_offsets[1]] == PlayKind.DRAW).sum() == tiles


def test_exact_zero_is_the_last_thousand_points_paid_as_a_stick() -> None:
    events = played("exact_zero", "tenhou")

    assert events.hands.scores[2].tolist() == [33000, 41000, 1000, 25000]
    assert told(events, 2) == ["S ron W: pinfu 1; 30 fu 1000; S +2000 W -1000"]


def test_the_tie_is_of_two_riichi_seats_tenpai() -> None:
    of_four, of_three = (told(played("tie_at_the_top", rules), 7) for rules in ("tenhou", "tenhou-sanma"))

    assert of_four == ["exhaustive, shown S W; E -1500 S +1500 W +1500 N -1500"]
    assert of_three == ["exhaustive, shown S W; E -2000 S +1000 W +1000"]


def test_a_dealer_who_may_end_the_game_plays_on_where_the_script_does() -> None:
    rules, ends = replace(load("tenhou"), agari_yame=Yame.OPTIONAL), SCENARIOS["agari_yame"]
    goes_on = replace(ends, scenes=(*ends.scenes, ends.scenes[-1]))

    courses = [course(read(play_scenario(row, "1", rules))) for row in (ends, goes_on)]

    assert [hands[-1] for hands in courses] == ["S4.0", "S4.1"]
