"""Rare things on demand: who plays how, and how to see that a game contains the thing.

A game is dealt and played until it does; nothing is forced, so every game is a legal one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from analyzer.settlement.game_end import last_kyoku
from analyzer.simulate.transcript import GameRecord
from analyzer.vocabulary import DrawKind, PlayKind

__all__ = ["ORDINARY", "SCENARIOS", "Scenario"]


class Scenario(NamedTuple):
    """One rare thing.

    Attributes:
        name: As users ask for it.
        meaning: One line.
        players: Numbers of players it can happen with.
        policies: Names of the policies of the seats; a three-player game takes the first three.
        happens: Whether a game contains it.
    """

    name: str
    meaning: str
    players: tuple[int, ...]
    policies: tuple[str, str, str, str]
    happens: Callable[[GameRecord], bool]


def _has_draw(kind: DrawKind) -> Callable[[GameRecord], bool]:
    return lambda record: any(played.settled.kind[row] == kind for played, row in record.hands)


def _has_tenpai(count: int) -> Callable[[GameRecord], bool]:
    """A game with an exhaustive draw of so many tenpai seats."""

    def happens(record: GameRecord) -> bool:
        return any(
            played.settled.kind[row] == DrawKind.EXHAUSTIVE and played.settled.tenpai[row].sum() == count
            for played, row in record.hands
        )

    return happens


def _has_riichi_draw(record: GameRecord) -> bool:
    return any(
        played.settled.kind[row] == DrawKind.EXHAUSTIVE and played.facts.riichi_accepted[row].any()
        for played, row in record.hands
    )


def _has_double_nagashi(record: GameRecord) -> bool:
    return any(played.settled.nagashi[row].sum() >= 2 for played, row in record.hands)


def _has_every_call(record: GameRecord) -> bool:
    wanted = {PlayKind.PON, PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN}
    wanted.add(PlayKind.CHI if record.players == 4 else PlayKind.KITA)
    made: set[int] = set()
    for played, row in record.hands:
        first, stop = played.events.hands.play_offsets[row : row + 2].tolist()
        made.update(np.unique(played.events.plays.kind[first:stop]).tolist())
    return wanted <= made


def _ends_in_bust(record: GameRecord) -> bool:
    return bool((record.final_scores < 0).any())


def _ends_in_extension(record: GameRecord) -> bool:
    played, row = record.hands[-1]
    return bool(played.events.hands.kyoku[row] > last_kyoku(record.rules))


def _leaves_sticks(record: GameRecord) -> bool:
    played, row = record.hands[-1]
    return bool(played.facts.riichi_sticks[row] > 0)


_BOTH: Final = (3, 4)

ORDINARY: Final = (
    ("steady", "steady", "caller", "patient"),
    ("steady", "caller", "steady", "silent"),
    ("patient", "steady", "steady", "folder"),
    ("caller", "steady", "patient", "steady"),
)
"""Policies of games without a scenario, in turn."""

SCENARIOS: Final = (
    Scenario(
        "tenpai_0",
        "an exhaustive draw with nobody tenpai",
        _BOTH,
        ("folder", "folder", "folder", "folder"),
        _has_tenpai(0),
    ),
    Scenario(
        "tenpai_1",
        "an exhaustive draw with one seat tenpai",
        _BOTH,
        ("caller", "folder", "folder", "folder"),
        _has_tenpai(1),
    ),
    Scenario(
        "tenpai_2",
        "an exhaustive draw with two seats tenpai",
        _BOTH,
        ("caller", "patient", "folder", "folder"),
        _has_tenpai(2),
    ),
    Scenario(
        "tenpai_3",
        "an exhaustive draw with three seats tenpai",
        _BOTH,
        ("caller", "patient", "steady", "folder"),
        _has_tenpai(3),
    ),
    Scenario(
        "tenpai_4",
        "an exhaustive draw with four seats tenpai",
        (4,),
        ("caller", "caller", "caller", "caller"),
        _has_tenpai(4),
    ),
    Scenario(
        "riichi_draw",
        "an exhaustive draw after a riichi",
        _BOTH,
        ("patient", "folder", "patient", "folder"),
        _has_riichi_draw,
    ),
    Scenario(
        "nagashi_mangan",
        "a seat that discards terminals and honours alone",
        _BOTH,
        ("terminals", "silent", "terminals", "silent"),
        _has_draw(DrawKind.NAGASHI_MANGAN),
    ),
    Scenario(
        "double_nagashi",
        "two seats or more with nagashi mangan in one hand",
        _BOTH,
        ("terminals", "terminals", "terminals", "terminals"),
        _has_double_nagashi,
    ),
    Scenario(
        "suufon_renda",
        "four first discards of one wind",
        (4,),
        ("winds", "winds", "winds", "winds"),
        _has_draw(DrawKind.SUUFON_RENDA),
    ),
    Scenario(
        "kyuushu_kyuuhai",
        "nine kinds of terminals and honours at the first draw, declared",
        _BOTH,
        ("quitter", "quitter", "quitter", "quitter"),
        _has_draw(DrawKind.KYUUSHU_KYUUHAI),
    ),
    Scenario(
        "suucha_riichi",
        "four riichi in one hand",
        (4,),
        ("patient", "patient", "patient", "patient"),
        _has_draw(DrawKind.SUUCHA_RIICHI),
    ),
    Scenario(
        "suukaikan",
        "four kans by two seats or more",
        _BOTH,
        ("collector", "collector", "collector", "collector"),
        _has_draw(DrawKind.SUUKAIKAN),
    ),
    Scenario(
        "every_call",
        "chi (or kita), pon and the three kans in one game",
        _BOTH,
        ("collector", "caller", "steady", "caller"),
        _has_every_call,
    ),
    Scenario(
        "bust",
        "a game that ends because a score falls below zero",
        _BOTH,
        ("caller", "patient", "folder", "patient"),
        _ends_in_bust,
    ),
    Scenario(
        "extension",
        "a game that goes on because nobody has the target",
        _BOTH,
        ("steady", "caller", "caller", "steady"),
        _ends_in_extension,
    ),
    Scenario(
        "leftover_sticks",
        "a game that ends with riichi sticks on the table",
        _BOTH,
        ("patient", "folder", "folder", "patient"),
        _leaves_sticks,
    ),
)
"""Every scenario; the command line lists this table."""
