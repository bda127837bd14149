"""From plays to results: hands that were played, replayed and settled, as logs will state them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.winning import indicators_of_hands
from analyzer.formats.events import Events
from analyzer.replay import Facts, Illegals, replay
from analyzer.rules import RuleSet
from analyzer.settlement.settle import Counters, Settlement, settle_hands
from analyzer.simulate.results import outline, results_of
from analyzer.vocabulary import NO_TILE

__all__ = ["Ending", "Round", "settled_round"]


class Ending(NamedTuple):
    """What ends hands, beyond their plays; shape (hands, 4)."""

    winners: NDArray[np.bool_]
    """Who wins, off the last tile of another seat or on the own draw just made."""
    declared_noten: NDArray[np.bool_] | None = None
    """Who calls itself noten at an exhaustive draw."""
    chombo: NDArray[np.bool_] | None = None
    """Whose chombo voids the hand for a reason that plays do not show."""


class Round(NamedTuple):
    """Hands that are over."""

    events: Events
    """With results, but for ``owari``."""
    facts: Facts
    illegals: Illegals
    settled: Settlement


def settled_round(
    events: Events,
    ending: Ending,
    rules: RuleSet,
    ura: NDArray[np.uint8],
    own_honba: NDArray[np.int32] | None = None,
) -> Round:
    """Settle hands as the rules do, and write down what a log says of the outcome.

    Args:
        events: What was played; every hand has plays, results are not read.
        ending: Of the same hands.
        rules: Of all these games.
        ura: Shape (hands, any): the tiles under the dora indicators, in the order these are shown; those
            under indicators that are not shown are not read.
        own_honba: Shape (hands,): honba that each dealer has earned alone.

    Raises:
        RuntimeError: When play stopped where the rules do not end a hand, or somebody won with a hand that
            they do not pay.
    """
    hands = events.hands
    played = outline(events, ending.winners)
    facts, illegals = replay(played)
    own = np.zeros(len(hands.game), np.int32) if own_honba is None else own_honba
    indicators = indicators_of_hands(events)
    counters = Counters(hands.kyoku, hands.honba, indicators, _turned(ura, indicators), own)
    seats = slice(0, rules.seats)
    settled = settle_hands(
        facts,
        rules,
        counters,
        None if ending.declared_noten is None else ending.declared_noten[:, seats],
        None if ending.chombo is None else ending.chombo[:, seats],
    )
    if not settled.wins.is_valid.all():
        raise RuntimeError(f"wins that {rules.name} does not pay: rows {_rows(~settled.wins.is_valid)}")
    unended = ~settled.won & (settled.draw.kind == 0)
    if unended.any():
        raise RuntimeError(f"hands that {rules.name} does not end here: rows {_rows(unended)}")
    return Round(results_of(played, facts, settled, counters, rules), facts, illegals, settled)


def _turned(ura: NDArray[np.uint8], indicators: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The tiles under the indicators that are shown."""
    width = min(ura.shape[1], indicators.shape[1])
    return np.where(indicators[:, :width] == NO_TILE, np.uint8(NO_TILE), ura[:, :width])


def _rows(chosen: NDArray[np.bool_]) -> list[int]:
    return np.flatnonzero(chosen).tolist()
