"""One game of hands that come from elsewhere, as a script: settled one by one until the rules end it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame
from analyzer.formats.events import Events
from analyzer.rules import RuleSet
from analyzer.simulate.joining import one_hand_each, whole_games, with_owari
from analyzer.simulate.played import HandSource, PlayedHand, Standing
from analyzer.simulate.settling import Ending, Round, settled_round
from analyzer.simulate.standings import opening
from analyzer.vocabulary import NO_TILE

__all__ = ["play_one"]

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
