"""Hands of thirteen tiles that several scripts win with, and short scenes that move points and deals.

Without tiles of 2 to 8 man, so that they serve with three players too.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from analyzer.simulate.scripts.scene import Scene

__all__ = [
    "ABORTED",
    "BAIMAN",
    "DEALER_WINS",
    "HANEMAN",
    "KOKUSHI",
    "MANGAN",
    "MANGAN_WIN",
    "NO_DORA",
    "PINFU",
    "SANANKOU",
    "SMALL_WIN",
    "TANYAO",
    "YAKULESS",
    "Tenpai",
    "ron",
]

NO_DORA: Final = "2z"
"""An indicator that points at West, which none of these hands holds."""


class Tenpai(NamedTuple):
    """A hand that waits, and the tile it wins with."""

    tiles: str
    tile: str
    dora: str = NO_DORA


YAKULESS: Final = Tenpai("111999m79p45699s", "8p")
"""No yaku; 50 fu by ron, 40 by tsumo."""
PINFU: Final = Tenpai("12367899p23789s", "4s")
"""Pinfu and nothing else: 1000 by ron, 1500 of the dealer."""
TANYAO: Final = Tenpai("2223467p345678s", "8p")
"""Pinfu and tanyao: 2000 by ron, 2900 of the dealer; waits for 5p too."""
SANANKOU: Final = Tenpai("111999m111p2245s", "6s")
"""Sanankou; 60 fu by ron."""
MANGAN: Final = Tenpai("22334455p23467s", "8s", "1p")
"""Pinfu, tanyao, iipeikou, two dora: 8000 by ron, 12000 of the dealer."""
HANEMAN: Final = Tenpai("1233456677899p", "5p")
"""Chinitsu and pinfu, 7 han: 12000 by ron, 18000 of the dealer."""
BAIMAN: Final = Tenpai("1122334567899p", "6p")
"""Chinitsu, pinfu and iipeikou, 8 han: 16000 by ron, 24000 of the dealer."""
KOKUSHI: Final = Tenpai("19m19p1s12345677z", "9s")
"""Kokushi: 32000 by ron, 48000 of the dealer."""


def ron(winner: str, loser: str, hand: Tenpai) -> Scene:
    """A hand won by ron after the winner's first own draw, so that it is no renhou."""
    return Scene(
        haipai={winner: hand.tiles},
        dora=hand.dora,
        plays=f"{winner} - {loser} +{hand.tile} - {winner} ron",
    )


DEALER_WINS: Final = ron("E", "S", PINFU)
"""The dealer stays: the next hand has a honba."""
SMALL_WIN: Final = ron("S", "W", PINFU)
"""1000 points; a round of them, one in each deal, leaves the scores as they were."""
MANGAN_WIN: Final = ron("S", "W", MANGAN)
"""8000 points likewise."""
ABORTED: Final = Scene(haipai={"E": "19m19p19s123z"}, plays="E kyuushu")
"""Nine kinds: no points move, the deal stays; a honba."""
