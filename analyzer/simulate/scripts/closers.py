"""Short hands that bring a game to its end once its scenes are played."""

from __future__ import annotations

from typing import Final

from analyzer.simulate.played import Standing
from analyzer.simulate.scripts.scene import Scene
from analyzer.vocabulary import WIND_LETTERS, Seat

__all__ = ["closer"]

_TEHAI: Final = "223344p3456667s"
"""Pinfu, tanyao, iipeikou on 2s: 3,900 for a child in every rule set, with yaku enough for any shibari."""


def closer(standing: Standing, players: int) -> Scene:
    """The leading child wins 3,900 off the leader of the others, in its second turn, which is no renhou.

    So the deal moves on with every hand, nobody's score runs out, and somebody reaches the target.
    """

    def by_score(seat: Seat) -> tuple[int, Seat]:
        return -standing.scores[seat], seat

    winner = min((seat for seat in range(players) if seat != standing.dealer), key=by_score)
    loser = min((seat for seat in range(players) if seat != winner), key=by_score)
    wins, pays = (WIND_LETTERS[(seat - standing.dealer) % players] for seat in (winner, loser))
    return Scene(haipai={wins: _TEHAI}, plays=f"{wins} - {pays} -2s {wins} ron", dora="3z")
