"""What a hand of a played scenario came to, told in one line per result as a scorer would write it down.

``S ron E: pinfu 1, tanyao 1; 30 fu 2000; E -2000 S +2000``, or ``exhaustive, shown S; E -1000 S +3000 …``.
Seats are the winds of the hand, points those of ``ten`` and ``sc``; seats that neither pay nor get anything
are left out.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from analyzer.formats.events import Events, Plays
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.rules import RuleSet, load
from analyzer.settlement.yaku_names import Yaku
from analyzer.simulation.games import Played, Standing, game_seed
from analyzer.simulation.scenarios import SCENARIOS as ALL
from analyzer.simulation.scenarios import Play, play_hands, play_scenario
from analyzer.simulation.scene import Scene
from analyzer.simulation.scene_player import ScenePlayer
from analyzer.vocabulary import (
    ABSENT,
    NO_SEAT,
    NO_TILE,
    DrawKind,
    EndKind,
    PlayKind,
    kyoku_text,
    tile_text,
)
from analyzer.wall import walls_of

LIMITS = ("", " mangan", " haneman", " baiman", " sanbaiman", " yakuman")
SEED = "told"
TONPUU = "/tonpuu"
"""Behind the name of a rule set: the same for East alone."""
SHORT = {
    PlayKind.DRAW: "+",
    PlayKind.DISCARD: "-",
    PlayKind.RIICHI: " riichi",
    PlayKind.RIICHI_ACCEPTED: " pays",
    PlayKind.DORA: "dora ",
}

SCENARIOS = {row.name: row for row in ALL}
EXPECTED = tomllib.loads(Path(__file__).with_name("expected.toml").read_text("utf-8"))


def by_scenario(part: str) -> dict[str, dict[str, list]]:
    """What is expected, by scenario and by rule set."""
    found = {name: {} for name in EXPECTED[part]}
    for name, by_sets in EXPECTED[part].items():
        for sets, lines in by_sets.items():
            found[name] |= dict.fromkeys(sets.split(), [lines] if isinstance(lines, str) else lines)
    return found


def rules_of(name: str) -> RuleSet:
    shipped = load(name.removesuffix(TONPUU))
    return replace(shipped, winds=1) if name.endswith(TONPUU) else shipped


@cache
def played(name: str, rules: str) -> Events:
    """The whole game of a scenario under a rule set."""
    return read(play_scenario(SCENARIOS[name], SEED, rules_of(rules)))


def read(log: bytes) -> Events:
    """What a log says."""
    return decode(read_markup(log)[0])


def play_scene(scene: Scene, standing: Standing, rules: RuleSet, seed: str = "1") -> Played:
    """The hand of a scene; the seed chooses what it does not name."""
    wall = walls_of([game_seed(seed)], [1], [rules.seats]).tiles[0]
    return ScenePlayer(scene, standing, rules, wall[wall != NO_TILE].tolist()).play()


@cache
def scenes_played(name: str, rules: RuleSet, seed: str = "1") -> tuple[bytes, list[Standing]]:
    """The game of a scenario as far as its scenes go, and where it stands before each hand and after them."""
    scenario = SCENARIOS[name]
    assert scenario.makes_sense(rules)
    return hands_of_scenes(scenario.scenes_for(rules.seats), rules, seed, name)


def hands_of_scenes(
    scenes: Iterable[Scene], rules: RuleSet, seed: str = "1", name: str = "made"
) -> tuple[bytes, list[Standing]]:
    """A game of these scenes alone, and where it stands before each hand and after them."""
    left, standings = iter(scenes), []

    def next_hand(standing: Standing, _: Play) -> Played | None:
        standings.append(standing)
        scene = next(left, None)
        return None if scene is None else play_scene(scene, standing, rules, seed)

    return play_hands(name, rules, next_hand), standings


@cache
def scenes_of(name: str, rules: RuleSet, seed: str = "1") -> Events:
    """What the log of the scenes says."""
    return read(scenes_played(name, rules, seed)[0])


def shown(name: str, rules: str, seed: str = "1") -> list[str]:
    """The hands that show a scenario, told."""
    events = scenes_of(name, rules_of(rules), seed)
    return [line for hand in SCENARIOS[name].shows for line in told(events, hand)]


def told(events: Events, hand: int) -> list[str]:
    """One line per result of a hand."""
    first, stop = events.hands.result_offsets[hand : hand + 2].tolist()
    return [_result(events, hand, row) for row in range(first, stop)]


def _result(events: Events, hand: int, row: int) -> str:
    results, players = events.results, int(events.games.players[0])
    wind = {(int(events.hands.dealer[hand]) + place) % players: "ESWN"[place] for place in range(players)}
    deltas = results.deltas[row].tolist()
    money = " ".join(f"{letter} {deltas[seat]:+d}" for seat, letter in wind.items() if deltas[seat])
    if results.end[row] == EndKind.RYUUKYOKU:
        seats = [letter for seat, letter in wind.items() if results.shown[row, seat, 0] != NO_TILE]
        kind = DrawKind(int(results.draw_kind[row])).text
        return kind + (f", shown {' '.join(seats)}" if seats else "") + (f"; {money}" if money else "")
    winner, loser, pao = (int(column[row]) for column in (results.winner, results.loser, results.pao_seat))
    way = f"{wind[winner]} tsumo" if winner == loser else f"{wind[winner]} ron {wind[loser]}"
    liable = f", {wind[pao]} liable" if pao != NO_SEAT else ""
    fu, points, limit = results.ten[row].tolist()
    return f"{way}{liable}: {_yaku(events, row)}; {fu} fu {points}{LIMITS[limit]}; {money}"


def _yaku(events: Events, row: int) -> str:
    listed = [f"{Yaku(yaku).text} {han}" for yaku, han in events.results.yaku[row].tolist() if yaku != ABSENT]
    yakuman = [Yaku(yaku).text for yaku in events.results.yakuman[row].tolist() if yaku != ABSENT]
    return ", ".join(listed + yakuman)


def words_of(events: Events, hand: int = 0) -> list[str]:
    """The plays of a hand as words."""
    first, stop = events.hands.play_offsets[hand : hand + 2].tolist()
    return words(Plays._make(column[first:stop] for column in events.plays))


def words(plays: Plays) -> list[str]:
    """Plays as words: the seat, then the tile drawn or discarded, or the call and the tile it takes."""
    found = []
    for kind, seat, tile in zip(*(column.tolist() for column in plays[:3]), strict=True):
        text = SHORT.get(PlayKind(kind), f" {PlayKind(kind).name.lower()} ")
        who = "" if kind == PlayKind.DORA else seat
        found.append(f"{who}{text}{'' if tile == NO_TILE else tile_text(tile)}")
    return found


def course(events: Events) -> list[str]:
    """The hands of a game as ``E1.0``."""
    return [*map(kyoku_text, events.hands.kyoku.tolist(), events.hands.honba.tolist())]


def final(events: Events) -> tuple[list[int], list[float]]:
    """Final scores, and final results in thousands, of the seats of a game."""
    players, results = int(events.games.players[0]), events.results
    assert np.flatnonzero(results.has_owari).tolist() == [len(results.hand) - 1]
    scores = results.final_scores[-1, :players].tolist()
    # A log without SHUFFLE that says 0 of every seat is read as a converted one, which states nothing.
    stated = results.final_results[-1, :players].tolist()
    return scores, [0 if tenths == ABSENT else tenths / 10 for tenths in stated]
