"""What a script is made of: scenes (one hand each), scripts (one game each), scenarios (a name for a game).

Seats of a scene are named by their wind in that hand, E being the dealer, so a scene serves in any kyoku.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from analyzer.replay.facts import Illegal
from analyzer.rules import RuleSet
from analyzer.simulate.forms import Form
from analyzer.vocabulary import WIND_LETTERS

__all__ = ["Fill", "Scenario", "Scene", "Script"]

Fill = Literal["yaochu", "middle"]
"""Tiles that unnamed draws of a seat bring: terminals and honours, or all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """One hand, written down as far as it matters; all else is filled with tiles that change nothing.

    ``plays`` are words with blanks between them:

    - ``E`` ``S`` ``W`` ``N``: what follows is this seat's.  Seats between draw and discard what they drew.
    - ``+5m``: it draws this tile, after a kan or kita as replacement.  Without it, it draws any harmless one.
    - ``-1z``: it discards this tile; ``-``: the one it drew.  ``riichi`` stands before the discard.  A tile
      that the seat is not known to hold is the one it draws in that turn, or else is dealt to it.
    - ``chi 46m``: calls the last discard with these tiles; ``pon`` (or ``pon 05m``, with these), ``kan``.
    - ``ankan 1z``, ``kakan 1z``, ``kita``.
    - ``tsumo``, ``ron``, ``kyuushu`` end the hand; several seats may say ``ron`` one after the other.
    - ``...``: all discard what they draw until the wall is used up; ``...12``: until 12 live tiles are left.

    Sticks and indicators are written by themselves.  Where the rule set ends the hand on the way (abortive
    draws), what is left of ``plays`` is not played.

    Attributes:
        plays: As above.
        haipai: By wind or in the order of winds, mpsz with ``0`` for red fives.  Fewer than 13 tiles
            are filled up so that the seat is not tenpai.
        dora: Indicators in the order they are shown; more are filled in.
        ura: Those under them.
        fill: By wind, what unnamed draws of a seat bring.
        illegal: Illegal plays that the scene is meant to contain.
    """

    plays: str
    haipai: Mapping[str, str] | tuple[str, ...] = ()
    dora: str = ""
    ura: str = ""
    fill: Mapping[str, Fill] = field(default_factory=dict)
    illegal: tuple[Illegal, ...] = ()

    def dealt(self, wind: int) -> str:
        """Tiles that the seat of a wind is dealt, as far as they are written down."""
        if isinstance(self.haipai, tuple):
            return self.haipai[wind] if wind < len(self.haipai) else ""
        return self.haipai.get(WIND_LETTERS[wind], "")


class Script(NamedTuple):
    """A game: its scenes hand after hand, then short hands until the rule set ends it."""

    scenes: tuple[Scene, ...]


def _any_rules(_rules: RuleSet) -> bool:
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A game that contains a rare thing.

    Attributes:
        name: As users ask for it.
        meaning: One line.
        players: Numbers of players it can happen with.
        script: The game; None where the rare thing is how an ordinary game is written.
        sanma: The game with three players, where it needs other scenes.
        rules: Whether it makes sense under a rule set for so many players.
        form: How the log is written, where there is no script.
        shows: Indices of the hands that show it, in the game of ``script`` as in that of ``sanma``.
    """

    name: str
    meaning: str
    players: tuple[int, ...] = (4,)
    script: Script | None = None
    sanma: Script | None = None
    rules: Callable[[RuleSet], bool] = _any_rules
    form: Form | None = None
    shows: tuple[int, ...] = (0,)

    def makes_sense(self, rules: RuleSet) -> bool:
        """Whether the rule set has so many players, and the thing is one there."""
        return rules.seats in self.players and self.rules(rules)

    def script_for(self, players: int) -> Script | None:
        """The game with so many players."""
        return self.sanma if players == 3 and self.sanma is not None else self.script
