"""Every rare thing that a game can be asked for: the files of ``analyzer/scenarios``, and the forms of logs.

A file has one table ``[[scenario]]`` for each, with the fields of `Scenario`; a game of one scene has the
fields of `Scene` beside them, others have ``scenes``, each a table or a name, with ``* 3`` behind it for
three.  ``rules`` has by rule the value that it needs, or several of which one will do, or either by number of
players.  ``common.toml`` has the tehai and the scenes that other files name.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.games import Played, Standing, WallSupply, frame_of, play_out
from analyzer.simulation.scene import Form, Scenario, Scene, SceneMistake, form_of
from analyzer.simulation.scene_player import ScenePlayer, waits_with
from analyzer.vocabulary import NO_TILE, SANMA_ABSENT_KINDS, WIND_LETTERS, parse_mpsz

Seating = Mapping[str, str]
"""Wind of each part of a row: winner ``w``, loser ``l``, further winners ``v`` and ``u``, giver ``p``."""

_PARTS: Final = "wlvup"
_PART: Final = re.compile(r"\{([wlvup])\}")
_TILES: Final = re.compile(r"[0-9]+[mpsz]")
_SUIT: Final = re.compile(r"(?<=[0-9])[mps]")
_WIND: Final = re.compile(r"[ardo]+(?=z)")


class HandRow(NamedTuple):
    """A hand by parts instead of seats; ``analyzer/scenarios/hands.toml`` says what the texts mean.

    Attributes:
        name: Unique.
        scene: Its ``plays`` have ``{w}`` and the like for seats and ``{win}`` and the like for tiles; its
            ``haipai`` are those of seats that are no part.
        tehai: By part.
        melds: Of the winner, in order, as in facts: the called tile first, the added one last.
        win: The winning tile.
        winner: Winds that the winner may have.
        round: Winds that the round may have; empty for any.
        players: Numbers of players it can happen with.
        rules: Whether it can happen under a rule set.
        suits: Suits may be exchanged.
        worth: What it must come to, as its file says it: ``yaku``, ``han`` and ``fu``.
    """

    name: str
    scene: Scene
    tehai: Mapping[str, str]
    melds: tuple[str, ...]
    win: str
    winner: str
    round: str
    players: tuple[int, ...]
    rules: Callable[[RuleSet], bool]
    suits: bool
    worth: Mapping[str, Any]

    def makes_sense(self, rules: RuleSet) -> bool:
        """Whether it can happen under a rule set, whose games come to its round."""
        rounds = WIND_LETTERS[: rules.winds + rules.extension_winds]
        is_reached = not self.round or any(wind in rounds for wind in self.round)
        return rules.seats in self.players and is_reached and self.rules(rules)

    def seatings(self, players: int) -> Iterator[Seating]:
        """Every way to give its parts to seats; winners stand in the order in which they are paid."""
        used = set(_PART.findall(self.scene.plays))
        parts = [part for part in _PARTS if part in used]
        for winds in permutations(WIND_LETTERS[:players], len(parts)):
            seating = dict(zip(parts, winds, strict=True))
            rounds = map(WIND_LETTERS.index, self.round or WIND_LETTERS)
            fits = any(self._has_winds(_winds(seating, each, players)) for each in rounds)
            if fits and seating.get("w", "E") in self.winner and _in_turn(seating, players):
                yield seating

    def played_by(self, seating: Seating, standing: Standing, players: int, chance: Random) -> Scene | None:
        """The scene in which these seats play it; None where the winner has no such wind in this round."""
        winds = _winds(seating, standing.kyoku // 4, players)
        if not self._has_winds(winds):
            return None

        def named(text: str) -> str:
            return _WIND.sub(lambda found: "".join(winds[letter] for letter in found[0]), text)

        melds = [named(meld) for meld in self.melds]
        tehai = {seating[part]: named(tiles) for part, tiles in self.tehai.items()}
        into_melds = "".join(map(_own_tiles, melds))
        calls = [_call(meld, seating, place) for place, meld in enumerate(melds)]
        last = calls.pop().removesuffix(" -") if "{last}" in self.scene.plays else ""
        plays = self.scene.plays.format(melds=" ".join(calls), last=last, win=named(self.win), **seating)
        orders = _orders(players) if self.suits else ["mps"]
        suits = dict(zip("mps", orders[int(len(orders) * chance.random())], strict=True))

        def turned(text: str) -> str:
            return _SUIT.sub(lambda found: suits[found[0]], text)

        return replace(
            self.scene,
            plays=turned(plays),
            haipai={
                wind: turned(tiles + (into_melds if wind == seating.get("w") else ""))
                for wind, tiles in {**self.scene.haipai, **tehai}.items()
            },
            indicators=turned(self.scene.indicators),
            ura=turned(self.scene.ura),
            shunned=_waits(map(turned, tehai.values())),
        )

    def _has_winds(self, winds: Mapping[str, str]) -> bool:
        """Whether there is a wind for each letter in its tiles."""
        texts = (*self.tehai.values(), *self.melds, self.win)
        return all(letter in winds for text in texts for found in _WIND.findall(text) for letter in found)


def _in_turn(seating: Seating, players: int) -> bool:
    """Whether winners stand in the order of turns from the loser on."""
    loser = WIND_LETTERS.index(seating.get("l", "E"))
    winners = [WIND_LETTERS.index(seating[part]) for part in "wvu" if part in seating]
    turns = [(wind - loser) % players for wind in winners]
    return turns == sorted(turns)


def _winds(seating: Seating, of_round: int, players: int) -> dict[str, str]:
    """What the letters for winds stand for in a round."""
    own = WIND_LETTERS.index(seating.get("w", "E"))
    found = {"d": own} if own == of_round else {"a": own, "r": of_round}
    found["o"] = next(wind for wind in range(players) if wind not in (own, of_round))
    return {letter: str(wind + 1) for letter, wind in found.items()}


def _orders(players: int) -> list[str]:
    """Orders of suits that a hand can be played in."""
    return ["mps", "msp"] if players == 3 else ["".join(order) for order in permutations("mps")]


def _kinds(texts: Iterable[str]) -> set[int]:
    """Kinds of all tiles that texts name."""
    return {kind for text in texts for tiles in _TILES.findall(text) for kind in parse_mpsz(tiles)}


def _waits(tehai: Iterable[str]) -> int:
    """What any of these tehai waits for, one bit per kind."""
    found = 0
    for tiles in tehai:
        found |= waits_with([4 * kind for kind in parse_mpsz(tiles)])
    return found


def _own_tiles(meld: str) -> str:
    """What the winner is dealt of a meld; the last tile of an own kan it draws."""
    kind, tiles = meld.split()
    return tiles[1 : 3 if kind == "kakan" else 4].rstrip("mpsz") + tiles[-1]


def _call(meld: str, seating: Seating, place: int) -> str:
    """What is played for a meld of the winner: called from each other seat in turn."""
    (kind, tiles), winner = meld.split(), seating["w"]
    if kind == "ankan":
        return f"{winner} {meld} -"
    others = [seat for seat in seating.values() if seat != winner] or ["S" if winner == "E" else "E"]
    left, source = WIND_LETTERS[WIND_LETTERS.index(winner) - 1], others[place % len(others)]
    pon = f"pon {tiles[:3]}{tiles[-1]} - {winner} " if kind == "kakan" else ""
    return f"{left if kind == 'chi' else source} -{tiles[0]}{tiles[-1]} {winner} {pon}{meld} -"


_PART_OF: Final = {"tehai": "w", "second": "v", "third": "u"}


def hand_row(row: Mapping[str, Any], scene: Scene, rules: Callable[[RuleSet], bool]) -> HandRow:
    """A row as its file has it."""
    melds = tuple(one.strip() for one in row.get("melds", "").split(",") if one.strip())
    by_part = {part: row[key] for key, part in _PART_OF.items() if key in row}
    named = _kinds([*by_part.values(), *melds, row.get("win", "")])
    needs_four = any(meld.startswith("chi") for meld in melds) or not named.isdisjoint(SANMA_ABSENT_KINDS)
    needs_four = needs_four or "N" in {*scene.haipai, *scene.fill}
    return HandRow(
        name=row["name"],
        scene=scene,
        tehai=by_part,
        melds=melds,
        win=row.get("win", ""),
        winner=row.get("winner", WIND_LETTERS),
        round=row.get("round", ""),
        players=tuple(row.get("players", (4,) if needs_four else (3, 4))),
        rules=rules,
        suits=row.get("suits", True),
        worth={
            key: row[key]
            for key in row
            if key.removeprefix("second_").removeprefix("third_") in ("yaku", "han", "fu")
        },
    )


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
