"""A scenario played as a whole game: its scenes, then short hands until the rule set ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from analyzer.errors import UserMistake
from analyzer.rules import RuleSet
from analyzer.simulation.game_names import WallSupply
from analyzer.simulation.games import Played, frame_of, play_out
from analyzer.simulation.scene import Scenario, Scene, SceneMistake
from analyzer.simulation.scene_player import play_scene
from analyzer.simulation.standings import Standing
from analyzer.vocabulary import NO_TILE, WIND_LETTERS, Seat

__all__ = ["Play", "closer", "play_hands", "play_scenario"]

Play: TypeAlias = Callable[[Scene, Standing], Played]
"""Plays a scene where a game stands."""

_CLOSERS: Final = (
    ("223344p3456667s", "2s"),
    ("2234567p334455s", "8p"),
    ("44556688p45667s", "8s"),
    ("3455678p223344s", "2p"),
)
"""Tehai and winning tile: pinfu, tanyao, iipeikou, 3,900 for a child in every rule set, with yaku enough for
any shibari."""


def play_scenario(scenario: Scenario, seed: str, rules: RuleSet) -> bytes:
    """The log of a scripted scenario.

    Args:
        scenario: One that makes sense under the rules and has scenes.
        seed: Any text; whatever the scenes do not name follows from it.
        rules: Of the game.

    Raises:
        UserMistake: When the scenario makes no sense under the rules.
        SceneMistake: When a scene cannot be played as it is written.
        RuntimeError: When what it plays is illegal, or not an end by the rules.
    """
    scenes = scenario.scenes_for(rules.seats)
    if not scenes or not scenario.makes_sense(rules):
        raise UserMistake(f"the scenario {scenario.name!r} cannot happen under the rule set {rules.name!r}")

    def next_hand(standing: Standing, play: Play) -> Played:
        index = standing.hands_played
        if index >= len(scenes):
            return play(closer(standing, rules.seats, scenario.name), standing)
        return play(scenes[index], standing)._replace(plays_on=index + 1 < len(scenes))

    try:
        return play_hands(f"{seed}/{rules.seats}/{rules.winds}/{scenario.name}", rules, next_hand)
    except (SceneMistake, RuntimeError) as mistake:
        mistake.add_note(f"in the scenario {scenario.name!r} under the rule set {rules.name!r}")
        raise


def play_hands(name: str, rules: RuleSet, next_hand: Callable[[Standing, Play], Played | None]) -> bytes:
    """The log of a game of hands that somebody gives; it has no shuffle seed.

    Args:
        name: Of the game; whatever scenes do not name follows from it.
        rules: Of the game.
        next_hand: Asked for hand after hand, with where the game stands and what plays a scene there; None
            where the game is to stop unfinished.

    Raises:
        RuntimeError: When a hand is illegal, or not an end by the rules.
    """
    supply = WallSupply([name], rules.seats)

    def play(scene: Scene, standing: Standing) -> Played:
        wall = supply.hand(standing.hands_played, [0])
        tiles = [tile for tile in wall.tiles[0].tolist() if tile != NO_TILE]
        first, second = wall.dice[0].tolist()
        return play_scene(scene, standing, rules, tiles, (first, second))

    frame = frame_of([f"script {seat}" for seat in range(rules.seats)])
    (log,) = play_out([frame], rules, lambda _, standings: next_hand(standings[0], play))
    return log


def closer(standing: Standing, players: int, name: str) -> Scene:
    """The leading child wins 3,900 off the leader of the others, in its second turn, which is no renhou.

    So the deal moves on with every hand, nobody's score runs out, and somebody reaches the target.  Games of
    other names have other hands.
    """

    def by_score(seat: Seat) -> tuple[int, Seat]:
        return -standing.scores[seat], seat

    winner = min((seat for seat in range(players) if seat != standing.dealer), key=by_score)
    loser = min((seat for seat in range(players) if seat != winner), key=by_score)
    wins, pays = (WIND_LETTERS[(seat - standing.dealer) % players] for seat in (winner, loser))
    tehai, tile = _CLOSERS[(sum(name.encode()) + standing.hands_played) % len(_CLOSERS)]
    return Scene(haipai={wins: tehai}, plays=f"{wins} - {pays} -{tile} {wins} ron", dora="3z")
