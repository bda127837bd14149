"""One game of hands that somebody gives, as a script or a test: settled one by one until the rules end it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Calls, Events, Hands, Plays
from analyzer.replay import Illegal
from analyzer.rules import RuleSet
from analyzer.simulation.joining import one_hand_each, whole_games, with_owari
from analyzer.simulation.results_of_play import Ending, Round, settled_round
from analyzer.simulation.standings import Standing, opening
from analyzer.vocabulary import ABSENT, NO_TILE, SEATS, TileId

__all__ = ["HandSource", "PlayedHand", "init_row", "play_one"]


class PlayedHand(NamedTuple):
    """One hand as it was played, up to its result."""

    hands: Hands
    """One row, from `init_row`; ``play_offsets`` and ``result_offsets`` are not read."""
    plays: Plays
    """``row`` counts from 0; ``element`` is not read."""
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    winners: NDArray[np.bool_]
    """Shape (4,): who wins; off the last tile of another seat, or on the own draw just made."""
    ura: NDArray[np.uint8]
    """Shape (any,): the tiles under the dora indicators, in the order these are shown; more are not read."""
    declared_noten: NDArray[np.bool_] | None = None
    """Shape (4,): who calls itself noten at an exhaustive draw."""
    chombo: NDArray[np.bool_] | None = None
    """Shape (4,): whose chombo voids the hand for a reason that plays do not show."""
    illegal: tuple[Illegal, ...] = ()
    """Kinds of illegal plays that the hand is meant to contain."""
    plays_on: bool = False
    """Where the rules let the dealer end the game after this hand: the dealer does not."""


HandSource: TypeAlias = Callable[[Standing], PlayedHand | None]
"""Gives the next hand of a game; None where the game is to stop unfinished."""


def init_row(
    standing: Standing, haipai: NDArray[np.uint8], indicator: TileId, dice: tuple[int, int] = (0, 0)
) -> Hands:
    """What INIT says of a hand: one row of `Hands`.

    Args:
        standing: Before the hand.
        haipai: Shape (4, 13): tile ids in dealt order; NO_TILE for the empty seat.
        indicator: The first dora indicator.
        dice: Each die minus one, as logged.
    """
    one = np.zeros(1, np.int32)
    return Hands(
        game=one,
        element=one.copy(),
        kyoku=np.array([standing.kyoku], np.int32),
        honba=np.array([standing.honba], np.int32),
        kyotaku=np.array([standing.kyotaku], np.int32),
        dice=np.array([dice], np.uint8),
        indicator=np.array([indicator], np.uint8),
        dealer=np.array([standing.dealer], np.uint8),
        scores=np.array([standing.scores], np.int32),
        chips=np.full((1, SEATS), ABSENT, np.int32),
        haipai=haipai.reshape(1, SEATS, -1).astype(np.uint8),
        play_offsets=np.zeros(2, np.int32),
        result_offsets=np.zeros(2, np.int32),
        readable=np.ones(1, np.bool_),
        complete=np.ones(1, np.bool_),
    )


_GAME: Final = np.zeros(1, np.int64)
_INDICATORS: Final = 8


def play_one(hand_source: HandSource, frame: Frame, rules: RuleSet, go_type: int) -> tuple[Events, Frame]:
    """Play a game of hands that somebody gives.

    Args:
        hand_source: Asked for hand after hand, with where the game stands.
        frame: What the log says beside; given back.
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
    while not over:
        hand = hand_source(standings.of(0))
        if hand is None:
            break
        played = _settled(hand, standings.of(0), rules)
        rounds.append(played.events)
        over = bool(standings.advance(_GAME, played, np.array([hand.plays_on]))[0])
    events = whole_games(rounds, [_GAME] * len(rounds), np.array([go_type], np.int32), rules.seats)
    if over:
        events = with_owari(events, _GAME, *standings.final())
    return events, frame


def _settled(hand: PlayedHand, standing: Standing, rules: RuleSet) -> Round:
    plays = hand.plays._replace(element=np.arange(len(hand.plays.kind), dtype=np.int32))
    offsets = np.array([0, len(plays.kind)], np.int32)
    events = one_hand_each(
        hand.hands._replace(play_offsets=offsets), plays, hand.calls, hand.deposits, rules.seats
    )
    ending = Ending(
        hand.winners[None],
        None if hand.declared_noten is None else hand.declared_noten[None],
        None if hand.chombo is None else hand.chombo[None],
    )
    played = settled_round(events, ending, rules, _ura(hand), np.array([standing.own_honba], np.int32))
    if set(played.illegals.code.tolist()) != set(hand.illegal):
        raise RuntimeError(f"illegal plays {played.illegals.code.tolist()}, expected {[*hand.illegal]}")
    return played


def _ura(hand: PlayedHand) -> NDArray[np.uint8]:
    """Shape (1, 8)."""
    ura = np.full((1, _INDICATORS), NO_TILE, np.uint8)
    ura[0, : len(hand.ura)] = hand.ura[:_INDICATORS]
    return ura
