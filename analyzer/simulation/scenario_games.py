"""A scenario played as a whole game: its scenes, then short hands until the rule set ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np

from analyzer.errors import UserMistake
from analyzer.formats.encoder import Frame
from analyzer.formats.events import Events
from analyzer.rules import RuleSet
from analyzer.simulation.game_names import WallSupply, frame_of, go_type_of, log_id_of
from analyzer.simulation.given_hands import PlayedHand, play_one
from analyzer.simulation.scene import Scenario, Scene, SceneMistake
from analyzer.simulation.scene_player import play_scene
from analyzer.simulation.standings import Standing
from analyzer.vocabulary import NO_TILE, WIND_LETTERS, Seat

__all__ = ["Play", "closer", "play_hands", "play_scenario"]

Play: TypeAlias = Callable[[Scene, Standing], PlayedHand]
"""Plays a scene where a game stands."""

_GAME: Final = np.zeros(1, np.int64)
_CLOSER: Final = "223344p3456667s"
"""Pinfu, tanyao, iipeikou on 2s: 3,900 for a child in every rule set, with yaku enough for any shibari."""


def play_scenario(scenario: Scenario, seed: str, rules: RuleSet) -> tuple[str, Events, Frame]:
    """Play a scripted scenario.

    Args:
        scenario: One that makes sense under the rules and has a script.
        seed: Any text; whatever the scenes do not name follows from it.
        rules: Of the game.

    Returns:
        Log id, the game as a log states it, and what the log says beside.  A scripted game has no shuffle
        seed.

    Raises:
        UserMistake: When the scenario makes no sense under the rules.
        SceneMistake: When a scene cannot be played as it is written.
        RuntimeError: When what it plays is illegal, or not an end by the rules.
    """
    script = scenario.script_for(rules.seats)
    if script is None or not scenario.makes_sense(rules):
        raise UserMistake(f"the scenario {scenario.name!r} cannot happen under the rule set {rules.name!r}")

    def next_hand(standing: Standing, play: Play) -> PlayedHand:
        index = standing.hands_played
        if index >= len(script.scenes):
            return play(closer(standing, rules.seats), standing)
        return play(script.scenes[index], standing)._replace(plays_on=index + 1 < len(script.scenes))

    try:
        return play_hands(f"{seed}/{rules.seats}/{rules.winds}/{scenario.name}", rules, next_hand)
    except (SceneMistake, RuntimeError) as mistake:
        mistake.add_note(f"in the scenario {scenario.name!r} under the rule set {rules.name!r}")
        raise


def play_hands(
    name: str, rules: RuleSet, next_hand: Callable[[Standing, Play], PlayedHand]
) -> tuple[str, Events, Frame]:
    """Play a game of scenes that somebody gives.

    Args:
        name: Of the game; whatever the scenes do not name follows from it.
        rules: Of the game.
        next_hand: Asked for hand after hand, with where the game stands and what plays a scene there.

    Returns:
        As `play_scenario`.

    Raises:
        RuntimeError: When a hand is illegal, or not an end by the rules.
    """
    supply = WallSupply([name], rules.seats)

    def play(scene: Scene, standing: Standing) -> PlayedHand:
        wall = supply.hand(standing.hands_played, _GAME)
        tiles = [tile for tile in wall.tiles[0].tolist() if tile != NO_TILE]
        first, second = wall.dice[0].tolist()
        return play_scene(scene, standing, rules, tiles, (first, second))

    go_type = go_type_of(rules)
    events = play_one(lambda standing: next_hand(standing, play), rules, go_type)
    return log_id_of(name, go_type), events, frame_of([f"script {seat}" for seat in range(rules.seats)])


def closer(standing: Standing, players: int) -> Scene:
    """The leading child wins 3,900 off the leader of the others, in its second turn, which is no renhou.

    So the deal moves on with every hand, nobody's score runs out, and somebody reaches the target.
    """

    def by_score(seat: Seat) -> tuple[int, Seat]:
        return -standing.scores[seat], seat

    winner = min((seat for seat in range(players) if seat != standing.dealer), key=by_score)
    loser = min((seat for seat in range(players) if seat != winner), key=by_score)
    wins, pays = (WIND_LETTERS[(seat - standing.dealer) % players] for seat in (winner, loser))
    return Scene(haipai={wins: _CLOSER}, plays=f"{wins} - {pays} -2s {wins} ron", dora="3z")
