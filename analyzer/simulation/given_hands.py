"""One game of hands that somebody gives, as a script or a test: settled one by one until the rules end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Plays
from analyzer.replay import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.joining import one_hand_each, whole_games, with_owari
from analyzer.simulation.results_of_play import Round, settled_round
from analyzer.simulation.standings import Standing, Standings, opening
from analyzer.vocabulary import TileId

__all__ = ["HandSource", "PlayedHand", "play_one"]


class PlayedHand(NamedTuple):
    """One hand as it was played, up to its result."""

    haipai: NDArray[np.uint8]
    """Shape (4, 13): tile ids in dealt order; NO_TILE for the empty seat."""
    indicator: TileId
    """The first dora indicator."""
    dice: tuple[int, int]
    """Each die minus one, as logged."""
    plays: Plays
    """``row`` counts from 0; ``element`` is not read."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    winners: NDArray[np.bool_]
    """Shape (4,): who wins; off the last tile of another seat, or on the own draw just made."""
    ura: NDArray[np.uint8]
    """Shape (any,): the tiles under the dora indicators, in the order these are shown; more are not read."""
    illegal: tuple[Illegal, ...] = ()
    """Kinds of illegal plays that the hand is meant to contain."""
    plays_on: bool = False
    """Where the rules let the dealer end the game after this hand: the dealer does not."""


HandSource: TypeAlias = Callable[[Standing], PlayedHand | None]
"""Gives the next hand of a game; None where the game is to stop unfinished."""


_GAME: Final = np.zeros(1, np.int64)


def play_one(hand_source: HandSource, rules: RuleSet, go_type: int) -> Events:
    """Play a game of hands that somebody gives.

    Args:
        hand_source: Asked for hand after hand, with where the game stands.
        rules: Of the game.
        go_type: Bits of GO.

    Returns:
        The game as a log would state it; without ``owari`` where the source gave no more hands.

    Raises:
        RuntimeError: When a hand has other illegal plays than it is said to have, play stopped where the
            rules do not end a hand, or somebody won with a hand that they do not pay.
    """
    standings = opening(1, rules)
    rounds: list[Events] = []
    over = False
    while not over and (hand := hand_source(standings.of(0))) is not None:
        played = _settled(hand, standings)
        rounds.append(played.events)
        over = bool(standings.advance(_GAME, played, np.array([hand.plays_on]))[0])
    events = whole_games(rounds, [_GAME] * len(rounds), np.array([go_type], np.int32), rules.seats)
    return with_owari(events, _GAME, *standings.final()) if over else events


def _settled(hand: PlayedHand, standings: Standings) -> Round:
    indicator, dice = np.array([hand.indicator], np.uint8), np.array([hand.dice], np.uint8)
    count = len(hand.plays.kind)
    hands = standings.init(_GAME, hand.haipai[None], indicator, dice)._replace(
        play_offsets=np.array([0, count], np.int32)
    )
    plays = hand.plays._replace(element=np.arange(count, dtype=np.int32))
    events = one_hand_each(hands, plays, hand.calls, hand.deposits, standings.rules.seats)
    winners, ura = hand.winners[None], hand.ura[None]
    played = settled_round(events, winners, standings.rules, ura, standings.own_honba)
    if set(played.illegals.code.tolist()) != set(hand.illegal):
        raise RuntimeError(f"illegal plays {played.illegals.code.tolist()}, expected {[*hand.illegal]}")
    return played
