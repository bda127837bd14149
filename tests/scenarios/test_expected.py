"""Every scripted hand and game is what a scorer makes of it: `expected.toml`, worked out by hand."""

import re
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.rules import load
from analyzer.rules.grades import Liability, Yame
from analyzer.simulation.scenarios import play_scenario, scripted_scenarios
from analyzer.vocabulary import NO_TILE, kyoku_text
from tests.scenarios.telling import (
    SCENARIOS,
    by_scenario,
    course,
    final,
    played,
    read,
    rules_of,
    scenes_of,
    scenes_played,
    shown,
    told,
    words_of,
)
from tests.thinned import thinned

HANDS, ENDED, GOES_ON = map(by_scenario, ("hands", "ended", "goes_on"))
NEVER_HERE = {("paarenchan", 3)}
"""Of which only the payment is said, below: no log of it is known."""


def ending(name: str, rules: str) -> list:
    """The course of a game that ends with the hand that shows a scenario, final scores and results."""
    events = played(name, rules)
    assert SCENARIOS[name].shows[-1] == len(events.hands.kyoku) - 1
    return [" ".join(course(events)), *final(events)]


def following(name: str, rules: str) -> list:
    """The hand that follows the one that shows a scenario, and the scores then."""
    _, standings = scenes_played(name, rules_of(rules))
    standing = standings[SCENARIOS[name].shows[-1] + 1]
    return [kyoku_text(standing.kyoku, standing.honba), [*standing.scores[: rules_of(rules).seats]]]


@pytest.mark.parametrize("name", {**HANDS, **ENDED, **GOES_ON})
def test_a_scripted_scenario_is_what_a_scorer_makes_of_it(name: str) -> None:
    for found, due in ((shown, HANDS), (ending, ENDED), (following, GOES_ON)):
        expected = due.get(name, {})

        assert {rules: found(name, rules) for rules in expected} == expected


def test_every_scenario_has_an_expectation() -> None:
    expected = {
        (name, rules_of(rules).seats)
        for due in (HANDS, ENDED, GOES_ON)
        for name, by_rules in due.items()
        for rules in by_rules
    }
    files = ("wins", "values", "pao", "yakuman", "draws", "game_ends", "forms")
    rows = [row for row in chain(*map(scripted_scenarios, files)) if not row.name.startswith("tenpai_sets_")]

    assert {(row.name, players) for row in rows for players in row.players} - expected == NEVER_HERE


SEATED = [
    (row.name, rules)
    for row in scripted_scenarios("seats")
    if row.name.startswith("west_") or row.name.endswith("_1")
    for rules in ("tenhou", "tenhou-sanma")
    if row.makes_sense(load(rules))
]


@pytest.mark.parametrize("row", thinned(SEATED, 3))
def test_each_winner_gets_honba_and_sticks(row: tuple[str, str]) -> None:
    """300 points a honba, of three players 200, and the sticks; each hand has one winner, or is drawn."""
    name, rule_set = row[0], load(row[1])
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


def test_a_dealer_who_may_end_the_game_plays_on_where_the_script_does() -> None:
    rules, ends = replace(load("tenhou"), agari_yame=Yame.OPTIONAL), SCENARIOS["agari_yame"]
    goes_on = replace(ends, scenes=(*ends.scenes, ends.scenes[-1]))

    courses = [course(read(play_scenario(row, "1", rules))) for row in (ends, goes_on)]

    assert [hands[-1] for hands in courses] == ["S4.0", "S4.1"]


# What else the scripted draws are besides what they come to: plays, tiles, sticks; with two walls each.

OF_TENHOU = {4: "tenhou", 3: "tenhou-sanma"}
DRAWN = [row.name for row in scripted_scenarios("draws") if row.name in HANDS]
DRAWS = [(name, rules) for name in DRAWN for rules in HANDS[name] if rules in OF_TENHOU.values()]


@pytest.mark.parametrize(("name", "rules"), DRAWS[::4])
def test_a_draw_does_not_depend_on_the_wall(name: str, rules: str) -> None:
    assert shown(name, rules, "2") == HANDS[name][rules]


# By number of tenpai seats: what one gets, and what another pays.
NOTEN = {
    4: [(0, 0), (3000, 1000), (1500, 1500), (1000, 3000), (0, 0)],
    3: [(0, 0), (2000, 1000), (1000, 2000), (0, 0)],
}


@pytest.mark.parametrize("players", thinned([3, 4], 2))
def test_every_set_of_seats_is_tenpai_under_every_dealer_and_paid(players: int) -> None:
    rules, found = load(OF_TENHOU[players]), []
    for row in scripted_scenarios("draws"):
        if not row.name.startswith("tenpai_sets_") or players not in row.players:
            continue
        events = scenes_of(row.name, rules)
        for hand in row.shows:
            result = int(events.hands.result_offsets[hand])
            tenpai = {seat for seat in range(players) if events.results.shown[result, seat, 0] != NO_TILE}
            gets, pays = NOTEN[players][len(tenpai)]

            due = [gets if seat in tenpai else -pays for seat in range(players)]
            assert events.results.deltas[result, :players].tolist() == due, (row.name, hand)
            found.append((int(events.hands.dealer[hand]), *sorted(tenpai)))

    # Sixteen sets (eight) under four dealers (three), each once.
    assert len(set(found)) == len(found) == 2**players * players


def test_the_whole_referee_finds_nothing_but_that_the_logs_are_cut() -> None:
    named = [
        (
            LogName(f"2199010110gm-00{'a9' if rules == 'tenhou' else 'b9'}-0000-{place:08x}", name),
            scenes_played(name, load(rules))[0],
        )
        for place, (name, rules) in enumerate(DRAWS)
    ]

    reviewed = review(named)

    assert {finding.check for finding in reviewed.findings} == {"game-over", "whole-log"}
    assert reviewed.tallies["draw-payment"].passed == len(named)


def test_every_call_is_made() -> None:
    for name, call in (("tenhou", "chi"), ("tenhou-sanma", "kita")):
        said = " ".join(words_of(scenes_of("every_call", load(name))))

        kinds = {*re.findall("(chi|pon|daiminkan|kakan|ankan|kita) ", said)}
        assert kinds == {"pon", "daiminkan", "kakan", "ankan", call}
