"""What a hand of a played scenario came to, told in one line per win as a scorer would write it down.

``S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000``: seats are the winds of the hand, points those of
``ten`` and ``sc``, seats that neither pay nor get anything left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache

import numpy as np

from analyzer.formats.events import Events
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.rules import RuleSet, load
from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.games import Played, Standing
from analyzer.simulation.scenarios import SCENARIOS as ALL
from analyzer.simulation.scenarios import Play, play_hands, play_scenario
from analyzer.simulation.scene import Scenario
from analyzer.simulation.scene_player import ScenePlayer
from analyzer.vocabulary import ABSENT, NO_SEAT, SANMA_ABSENT_KINDS, TILES, EndKind, kyoku_text

LIMITS = ("", " mangan", " haneman", " baiman", " sanbaiman", " yakuman")
SEED = "told"
TONPUU = "/tonpuu"
"""Behind the name of a rule set: the same for East alone."""

SCENARIOS = {row.name: row for row in ALL}


def _rules(name: str) -> RuleSet:
    shipped = load(name.removesuffix(TONPUU))
    return replace(shipped, winds=1) if name.endswith(TONPUU) else shipped


@cache
def played(name: str, rules: str) -> Events:
    """The whole game of a scenario under a rule set."""
    return read(play_scenario(SCENARIOS[name], SEED, _rules(rules)))


def read(log: bytes) -> Events:
    """What a log says."""
    return decode(read_markup(log)[0])


def scenes_of(name: str, rules: RuleSet) -> Events:
    """The game of a scenario as far as its scenes go, under any rule set."""
    scenario = SCENARIOS[name]
    written = scenario.scenes_for(rules.seats)
    assert written
    assert scenario.makes_sense(rules)
    scenes = iter(written)
    absent = SANMA_ABSENT_KINDS if rules.seats == 3 else ()
    tiles = (tile for tile in range(TILES) if tile // 4 not in absent)
    wall = sorted(tiles, key=lambda tile: tile * 53 % 137)

    def next_hand(standing: Standing, _: Play) -> Played | None:
        scene = next(scenes, None)
        return None if scene is None else ScenePlayer(scene, standing, rules, wall).play()

    return read(play_hands(name, rules, next_hand))


def shown(name: str, rules: str) -> list[str]:
    """The hands that show a scenario, told."""
    events = scenes_of(name, _rules(rules))
    return [line for hand in SCENARIOS[name].shows for line in told(events, hand)]


def told(events: Events, hand: int) -> list[str]:
    """One line per result of a hand."""
    first, stop = events.hands.result_offsets[hand : hand + 2].tolist()
    return [_result(events, hand, row) for row in range(first, stop)]


def _result(events: Events, hand: int, row: int) -> str:
    results, players = events.results, int(events.games.players[0])
    dealer = int(events.hands.dealer[hand])
    winds = [(dealer + wind) % players for wind in range(players)]
    deltas = results.deltas[row]
    money = " ".join(
        f"{letter} {deltas[seat]:+d}" for letter, seat in zip("ESWN", winds, strict=False) if deltas[seat]
    )
    if results.end[row] == EndKind.RYUUKYOKU:
        return f"draw; {money}" if money else "draw"
    wind = {seat: "ESWN"[place] for place, seat in enumerate(winds)}
    winner, loser, pao = (int(column[row]) for column in (results.winner, results.loser, results.pao_seat))
    way = f"{wind[winner]} tsumo" if winner == loser else f"{wind[winner]} ron {wind[loser]}"
    liable = f", {wind[pao]} liable" if pao != NO_SEAT else ""
    fu, points, limit = results.ten[row].tolist()
    return f"{way}{liable}: {_yaku(events, row)}; {fu} fu {points}{LIMITS[limit]}; {money}"


def _yaku(events: Events, row: int) -> str:
    listed = [f"{Yaku(yaku).text} {han}" for yaku, han in events.results.yaku[row].tolist() if yaku != ABSENT]
    yakuman = [Yaku(yaku).text for yaku in events.results.yakuman[row].tolist() if yaku != ABSENT]
    return ", ".join(listed + yakuman)


def course(events: Events) -> list[str]:
    """The hands of a game as ``E1.0``."""
    hands = events.hands
    return [
        kyoku_text(kyoku, honba)
        for kyoku, honba in zip(hands.kyoku.tolist(), hands.honba.tolist(), strict=True)
    ]


def final(events: Events) -> tuple[list[int], list[float]]:
    """Final scores, and final results in thousands, of the seats of a game."""
    players, results = int(events.games.players[0]), events.results
    assert np.flatnonzero(results.has_owari).tolist() == [len(results.hand) - 1]
    scores = results.final_scores[-1, :players].tolist()
    # A log without SHUFFLE that says 0 of every seat is read as a converted one, which states nothing.
    stated = results.final_results[-1, :players].tolist()
    return scores, [0 if tenths == ABSENT else tenths / 10 for tenths in stated]


Expected = Mapping[tuple[str, str], tuple[str, ...]]
"""By scenario and the rule sets for which it holds: what the hands that show it come to."""


def each_rule_set(expected: Expected) -> dict[tuple[str, str], list[str]]:
    """The same by scenario and one rule set."""
    return {(name, rules): list(lines) for (name, sets), lines in expected.items() for rules in sets.split()}


def without_expectation(expected: Expected, scenarios: Iterable[Scenario]) -> list[str]:
    """Scenarios for which nothing is expected under some number of players."""
    seats = {(name, _rules(rules).seats) for name, sets in expected for rules in sets.split()}
    return [
        f"{row.name} with {players}"
        for row in scenarios
        for players in row.players
        if (row.name, players) not in seats
    ]
