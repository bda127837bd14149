"""Every rare thing that a game can be asked for: the files of ``analyzer/scenarios``, and the forms of logs.

A file has one table ``[[scenario]]`` for each, with the fields of `Scenario`; a game of one scene has the
fields of `Scene` beside them, others have ``scenes``, each a table or a name, with ``* 3`` behind it for
three.  ``rules`` has by rule the value that it needs, or several of which one will do, or either by number of
players.  ``common.toml`` has the tehai and the scenes that other files name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.games import Played, Standing, WallSupply, frame_of, play_out
from analyzer.simulation.hand_rows import hand_row
from analyzer.simulation.scene import Form, Scenario, Scene, SceneMistake, form_of
from analyzer.simulation.scene_player import ScenePlayer
from analyzer.vocabulary import NO_TILE, WIND_LETTERS

Play: TypeAlias = Callable[[Scene, Standing], Played]
"""Plays a scene where a game stands."""

_FOLDER: Final = Path(__file__).parents[1] / "scenarios"

_Row: TypeAlias = Mapping[str, Any]

_FILES: Final[Mapping[str, _Row]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(_FOLDER.glob("*.toml"))
}


def _common(key: str) -> _Row:
    """What files name for all of them."""
    return {name: value for file in _FILES.values() for name, value in file.get(key, {}).items()}


_CLOSERS: Final = _FILES["common"]["closers"]
_TEHAI, _SCENES, _WAYS = map(_common, ("tehai", "scenes", "ways"))


def _scene(row: _Row) -> Scene:
    return Scene(
        plays=row["plays"],
        haipai={wind: _TEHAI.get(tiles, tiles) for wind, tiles in row.get("haipai", {}).items()},
        indicators=row.get("indicators", ""),
        ura=row.get("ura", ""),
        fill=row.get("fill", {}),
        illegal=tuple(Illegal[name.upper()] for name in row.get("illegal", ())),
    )


def _scenes(rows: Sequence[str | _Row], name: str = "") -> tuple[Scene, ...]:
    """The scenes of a scenario; its name says which of several comes first."""
    scenes: list[Scene] = []
    for row in rows:
        if isinstance(row, str):
            named, _, times = row.partition(" * ")
            found = _SCENES[named]
            several = found if isinstance(found, list) else [found]
            for _ in range(int(times or 1)):
                scenes.append(_scene(several[(sum(name.encode()) + len(scenes)) % len(several)]))
        else:
            scenes.append(_scene(row))
    return tuple(scenes)


def _needs(wanted: _Row) -> Callable[[RuleSet], bool]:
    """Whether a rule set has the values that a scenario needs."""

    def meets(rules: RuleSet, name: str, value: object) -> bool:
        if isinstance(value, Mapping):
            value = value[str(rules.seats)]
        accepted = value if isinstance(value, list) else [value]
        to_target = rules.target_points - rules.start_points
        found = to_target if name == "points_to_target" else getattr(rules, name)
        return any(one in accepted for one in (found if isinstance(found, tuple) else (found,)))

    return lambda rules: all(meets(rules, name, value) for name, value in wanted.items())


def _scenario(row: _Row, form: Form | None = None) -> Scenario:
    return Scenario(
        name=row["name"],
        meaning=row["meaning"],
        players=tuple(row.get("players", (3, 4))),
        scenes=_scenes(row.get("scenes", [] if form else [row]), row["name"]),
        sanma=_scenes(row.get("sanma", ()), row["name"]),
        rules=form.fits if form else _needs(row.get("rules", {})),
        form=form,
        shows=tuple(row.get("shows", (0,))),
    )


def scripted_scenarios(file: str) -> tuple[Scenario, ...]:
    """The scenarios of a file, in its order."""
    return tuple(_scenario(row) for row in _FILES[file].get("scenario", ()))


_FORMS: Final = {row["name"]: row for row in _FILES["forms"]["form"]}

HANDS: Final = tuple(
    hand_row(row, _scene({"plays": _WAYS[row.get("way", "ron")], **row}), _needs(row.get("rules", {})))
    for file in _FILES.values()
    for row in file.get("hands", ())
)
"""Single hands, played by any seats."""


def openings(players: int) -> list[tuple[Scene, ...]]:
    """What games of `HANDS` begin with, in turn."""
    rows = [row for file in _FILES.values() for row in file.get("opening", ())]
    return [_scenes(row["sanma" if players == 3 else "scenes"], row["name"]) for row in rows]


SCENARIOS: Final = (
    *(row for file in _FILES for row in scripted_scenarios(file)),
    *(_scenario(row, form_of(row, _FORMS)) for row in _FORMS.values()),
)
"""Names are unique; the order is that of lists for users."""


def play_scenario(scenario: Scenario, seed: str, rules: RuleSet) -> bytes:
    """The log of a scripted scenario.

    Args:
        scenario: One that makes sense under the rules and has scenes.
        seed: Any text; whatever the scenes do not name follows from it.
        rules: Of the game.

    Raises:
        SceneMistake: When a scene cannot be played as it is written.
        RuntimeError: When what it plays is illegal, or not an end by the rules.
    """
    scenes = scenario.scenes_for(rules.seats)

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
        return ScenePlayer(scene, standing, rules, tiles, wall.dice[0]).play()

    frame = frame_of([f"script {seat}" for seat in range(rules.seats)])
    (log,) = play_out([frame], rules, lambda _, standings: next_hand(standings[0], play))
    return log


def closer(standing: Standing, players: int, name: str) -> Scene:
    """The leading child wins 3,900 off the leader of the others, in its second turn, which is no renhou.

    So the deal moves on with every hand, nobody's score runs out, and somebody reaches the target.  Games of
    other names have other hands.
    """
    ranked = sorted(range(players), key=lambda seat: -standing.scores[seat])
    winner = next(seat for seat in ranked if seat != standing.dealer)
    loser = next(seat for seat in ranked if seat != winner)
    wins, pays = (WIND_LETTERS[(seat - standing.dealer) % players] for seat in (winner, loser))
    tehai, tile = _CLOSERS[(sum(name.encode()) + standing.hands_played) % len(_CLOSERS)]
    return Scene(haipai={wins: tehai}, plays=f"{wins} - {pays} -{tile} {wins} ron", indicators="3z")
