"""What else the scripted draws are besides what they come to: plays, tiles, sticks; with two walls each."""

import re

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.rules import load
from analyzer.simulation.scenarios import scripted_scenarios
from analyzer.vocabulary import NO_TILE
from tests.scenarios.telling import (
    SCENARIOS,
    each_rule_set,
    log_of_scenes,
    played,
    scenes_of,
    shown,
    words_of,
)

OF_TENHOU = {4: "tenhou", 3: "tenhou-sanma"}
DRAWS = {row.name for row in scripted_scenarios("draws")}
EXPECTED = {
    (name, rules): lines
    for (name, rules), lines in each_rule_set("hands").items()
    if name in DRAWS and rules in OF_TENHOU.values()
}
each_table = pytest.mark.parametrize("players", [3, 4])


@pytest.mark.parametrize(("name", "rules"), EXPECTED)
def test_a_draw_does_not_depend_on_the_wall(name, rules):
    assert shown(name, rules, "2") == EXPECTED[name, rules]


# By number of tenpai seats: what one gets, and what another pays.
NOTEN = {
    4: [(0, 0), (3000, 1000), (1500, 1500), (1000, 3000), (0, 0)],
    3: [(0, 0), (2000, 1000), (1000, 2000), (0, 0)],
}


@each_table
def test_every_set_of_seats_is_tenpai_under_every_dealer_and_paid(players):
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


def test_the_whole_referee_finds_nothing_but_that_the_logs_are_cut():
    named = [
        (
            LogName(f"2199010110gm-00{'a9' if rules == 'tenhou' else 'b9'}-0000-{place:08x}", name),
            log_of_scenes(name, load(rules)),
        )
        for place, (name, rules) in enumerate(EXPECTED)
    ]

    reviewed = review(named)

    assert {finding.check for finding in reviewed.findings} == {"game-over", "whole-log"}
    assert reviewed.tallies["draw-payment"].passed == len(named)


TENPAI_ELSEWHERE = {
    # Classes of karaten that count as tenpai: reference on the rules, 1; the others are noten.
    "tenhou": {"kan", "split", "seen", "indicator"},
    "mahjong-soul": {"kan", "split", "seen", "indicator"},
    "riichi-wiki": {"seen", "indicator"},
    "wrc-2015": {"concealed", "concealed_melds", "kan", "split", "seen", "indicator"},
    "sanma-ryanshi": set(),
}


@pytest.mark.parametrize("name", TENPAI_ELSEWHERE)
def test_which_karaten_is_tenpai_is_up_to_the_rule_set(name):
    rows = [row for row in SCENARIOS if row.startswith("karaten_")]

    tenpai = {row for row in rows if "shown" in shown(row, name)[0]}

    assert tenpai == {f"karaten_{each}" for each in TENPAI_ELSEWHERE[name]}


@pytest.mark.parametrize("rules", ["riichi-wiki", "sanma-ryanshi", "wrc-2015"])
def test_after_chombo_the_hand_is_played_again(rules):
    hands = played("noten_riichi", rules).hands

    assert [column[:2].tolist() for column in (hands.kyoku, hands.honba, hands.kyotaku)] == [[0, 0]] * 3


@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_every_call_is_made(name):
    said = " ".join(words_of(scenes_of("every_call", load(name))))

    kinds = {*re.findall("(chi|pon|daiminkan|kakan|ankan|kita) ", said)}
    assert kinds == {"pon", "daiminkan", "kakan", "ankan", "chi" if name == "tenhou" else "kita"}
