"""What a script is made of: scenes (one hand each), scenarios (a name for a game).

Seats of a scene are named by their wind in that hand, E being the dealer, so a scene serves in any kyoku.
The words of its ``plays`` are read as steps, each of one seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final, Literal, NamedTuple

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.forms import Form
from analyzer.vocabulary import WIND_LETTERS, tiles_in

__all__ = ["CLAIMS", "Act", "Fill", "Scenario", "Scene", "SceneMistake", "Step", "parse_plays"]

Fill = Literal["yaochu", "middle"]
"""Tiles that unnamed draws of a seat bring: terminals and honours, or all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One hand, described as far as it matters; harmless tiles fill the rest.

    ``plays`` are words with blanks between them:

    - ``E`` ``S`` ``W`` ``N``: what follows is this seat's.  Seats between draw and discard what they drew.
    - ``+5m``: it draws this tile, after a kan or kita as replacement.  Without it, it draws any harmless one.
    - ``-1z``: it discards this tile; ``-``: the one it drew, after a call one that the scene does not name.
      ``riichi`` stands before the discard.  A tile that the seat is not known to hold is the one it draws in
      that turn, or else is dealt to it.
    - ``chi 46m``: calls the last discard with these tiles; ``pon`` (or ``pon 05m``, with these), ``kan``.
    - ``ankan 1z``, ``kakan 1z``, ``kita``.
    - ``tsumo``, ``ron``, ``kyuushu`` end the hand; several seats may say ``ron`` one after the other.
    - ``...``: all discard what they draw until the wall is used up; ``...12``: until 12 live tiles are left.

    Sticks and indicators are written by themselves.  Where the rule set ends the hand on the way (abortive
    draws), what is left of ``plays`` is not played.

    Attributes:
        plays: As above.
        haipai: By wind, mpsz with ``0`` for red fives.  Fewer than 13 tiles
            are filled up so that the seat is not tenpai.
        dora: Indicators in the order they are shown; more are filled in.
        ura: Those under them.
        fill: By wind, what unnamed draws of a seat bring.
        shunned: Kinds that no seat is dealt or draws unless they are named, one bit each.
        illegal: Illegal plays that the scene is meant to contain.
    """

    plays: str
    haipai: Mapping[str, str] = field(default_factory=dict)
    dora: str = ""
    ura: str = ""
    fill: Mapping[str, Fill] = field(default_factory=dict)
    shunned: int = 0
    illegal: tuple[Illegal, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A game that contains a rare thing.

    Attributes:
        name: As users ask for it.
        meaning: One line.
        players: Numbers of players it can happen with.
        scenes: The game hand after hand, before short hands until the rule set ends it; none where the rare
            thing is how an ordinary game is written.
        sanma: The game with three players, where it needs other scenes.
        rules: Whether it makes sense under a rule set for so many players.
        form: How the log is written, where there are no scenes.
        shows: Indices of the hands that show it, in ``scenes`` as in ``sanma``.
    """

    name: str
    meaning: str
    players: tuple[int, ...] = (4,)
    scenes: tuple[Scene, ...] = ()
    sanma: tuple[Scene, ...] = ()
    rules: Callable[[RuleSet], bool] = lambda _: True
    form: Form | None = None
    shows: tuple[int, ...] = (0,)

    def makes_sense(self, rules: RuleSet) -> bool:
        """Whether the rule set has so many players, and the thing is one there."""
        return rules.seats in self.players and self.rules(rules)

    def scenes_for(self, players: int) -> tuple[Scene, ...]:
        """The scenes with so many players."""
        return self.sanma if players == 3 and self.sanma else self.scenes


_WORD: Final = re.compile(r"(\.\.\.|[+-]|[a-z]+)((?:[0-9]+[mpsz])*)([0-9]{0,2})\Z")
"""What is done, with which tiles, and until how many are left."""
_BEFORE_TILES: Final = re.compile(r"(?<=[a-z])\s+(?=[0-9])")


class SceneMistake(ValueError):
    """A scene that cannot be played as it is written down."""


@unique
class Act(Enum):
    """What a word makes a seat do; a play has the name that it has in `PlayKind`."""

    DRAW = "+"
    DISCARD = "-"
    RIICHI = "riichi"
    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "kan"
    ANKAN = "ankan"
    KAKAN = "kakan"
    KITA = "kita"
    TSUMO = "tsumo"
    RON = "ron"
    KYUUSHU = "kyuushu"
    PLAY_ON = "..."
    """All seats discard what they draw."""


CLAIMS: Final = (Act.CHI, Act.PON, Act.DAIMINKAN)
"""Calls of another seat's discard."""
_ACTS: Final = {act.value: act for act in Act}
_TILES: Final = {
    Act.DRAW: (1,),
    Act.DISCARD: (0, 1),
    Act.CHI: (2,),
    Act.PON: (0, 2),
    Act.ANKAN: (1,),
    Act.KAKAN: (1,),
}
"""How many tiles may stand with a word; with others none."""


class Step(NamedTuple):
    """One thing that one seat does."""

    act: Act
    wind: int
    """Of the seat, 0 for the dealer; of PLAY_ON nobody's."""
    tiles: tuple[str, ...] = ()
    """Each as ``5m``, ``0m`` for the red one; a DISCARD with none is of the tile drawn, or of a filler."""
    live: int = 0
    """Of PLAY_ON: live tiles that are to be left."""
    word: str = ""
    """As it is written."""


def parse_plays(plays: str, players: int) -> tuple[Step, ...]:
    """The steps of a hand.

    Args:
        plays: As `Scene` has it.
        players: 3 or 4; no word may speak of the seat a game does not have.

    Raises:
        SceneMistake: When a word is none, stands before any seat, or lacks its tiles.
    """
    steps: list[Step] = []
    wind: int | None = None
    for word in _BEFORE_TILES.sub("", plays).split():
        if word in [*WIND_LETTERS[:players]]:
            wind = WIND_LETTERS.index(word)
            continue
        match = _WORD.match(word)
        act = _ACTS.get(match[1]) if match else None
        if match is None or act is None or (match[3] and act != Act.PLAY_ON):
            raise SceneMistake(f"{word!r} of {plays!r} is no word of a scene")
        if wind is None and act != Act.PLAY_ON:
            raise SceneMistake(f"{word!r} of {plays!r} stands before any seat")
        tiles = tuple(tiles_in(match[2]))
        if len(tiles) not in _TILES.get(act, (0,)):
            raise SceneMistake(f"{word!r} of {plays!r} comes with {len(tiles)} tiles")
        steps.append(Step(act, wind or 0, tiles, int(match[3] or 0), word))
    return tuple(steps)
