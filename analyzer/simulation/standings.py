"""Where games stand between their hands, and whether the rules end them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.formats.events import Events, Hands
from analyzer.formats.wide_rows import empty_hands, split_hands
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points
from analyzer.settlement.shibari import own_honba_after_each
from analyzer.simulation.results import Round
from analyzer.vocabulary import SEATS, DrawKind, Seat

__all__ = ["Standing", "advance", "hands_of", "opening", "with_owari"]

_PLAYED_OUT: Final = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
_TENTH: Final = 100
"""Points of a tenth of the final result."""


class Standing(NamedTuple):
    """Where a game stands before a hand."""

    hands_played: int
    """Before this one."""
    kyoku: int
    honba: int
    kyotaku: int
    """Sticks on the table."""
    dealer: Seat
    scores: tuple[int, ...]
    """Of four seats, points; 0 for the empty one."""
    own_honba: int = 0
    """Honba that the dealer has earned alone."""
    penalties: tuple[int, ...] = (0,) * SEATS
    """What chombo took from the final results of four seats, points."""


def opening(rules: RuleSet) -> Standing:
    """Where a game stands before its first hand."""
    scores = [rules.start_points if seat < rules.seats else 0 for seat in range(SEATS)]
    return Standing(0, 0, 0, 0, 0, tuple(scores))


def hands_of(
    standings: Sequence[Standing], haipai: NDArray[np.uint8], indicator: ArrayLike, dice: ArrayLike
) -> Hands:
    """What INIT says of the next hand of each game; no plays and no results yet.

    Args:
        standings: Of the games.
        haipai: Shape (hands, 4, 13): tile ids in dealt order; NO_TILE for the empty seat.
        indicator: The first dora indicators; shape (hands,).
        dice: Each die minus one, as logged; shape (hands, 2).
    """
    _, kyoku, honba, kyotaku, dealer, scores, *_ = zip(*standings, strict=True)
    return split_hands(empty_hands(len(standings)), 0, 0)._replace(
        game=np.arange(len(standings), dtype=np.int32),
        kyoku=np.array(kyoku, np.int32),
        honba=np.array(honba, np.int32),
        kyotaku=np.array(kyotaku, np.int32),
        dice=np.array(dice, np.uint8),
        indicator=np.array(indicator, np.uint8),
        dealer=np.array(dealer, np.uint8),
        scores=np.array(scores, np.int32),
        haipai=haipai,
    )


def advance(
    standings: Sequence[Standing], played: Round, rules: RuleSet, *, plays_on: bool = False
) -> tuple[list[Standing], NDArray[np.bool_]]:
    """Where games stand after a hand of each.

    Args:
        standings: Before it.
        played: The hands.
        rules: Of the games.
        plays_on: Where the rules let the dealer end the game, he goes on.

    Returns:
        The standings, and which games are over, shape (hands,).
    """
    hands, settled, after = played.events.hands, played.settled, played.settled.after
    seats, dealer = slice(0, rules.seats), played.facts.dealer.astype(np.int64)
    scores = played.facts.scores.copy()
    scores[:, seats] += settled.deltas
    played_out = settled.won | np.isin(settled.draw.kind, _PLAYED_OUT)
    end = game_end(
        scores[:, seats],
        rules,
        kyoku=hands.kyoku,
        dealer=played.facts.dealer,
        dealer_stays=after.dealer_stays,
        won=settled.won,
        played_out=played_out,
    )
    before, own_honba = np.array([each.own_honba for each in standings], np.int32), np.zeros_like(hands.honba)
    # A dealer who stays after a win has won.
    earned = played_out & (settled.won | settled.draw.tenpai[np.arange(len(dealer)), dealer])
    own_honba_after_each(before, hands.honba, after.dealer_stays, earned, own_honba)
    penalties = np.array([each.penalties for each in standings], np.int32)
    penalties[:, seats] += np.where(settled.won[:, None], 0, settled.draw.final_points)
    columns = (after.kyoku, after.honba, after.kyotaku, after.dealer, own_honba)
    rows = zip(
        standings, scores.tolist(), penalties.tolist(), *(each.tolist() for each in columns), strict=True
    )
    following = [
        Standing(each.hands_played + 1, kyoku, honba, kyotaku, next_dealer, tuple(has), own, tuple(lost))
        for each, has, lost, kyoku, honba, kyotaku, next_dealer, own in rows
    ]
    over: NDArray[np.bool_] = (end.cause != EndCause.NONE) | (end.may_end & (not plays_on))
    return following, over


def with_owari(
    events: Events, over: NDArray[np.bool_], standings: Sequence[Standing], rules: RuleSet
) -> Events:
    """Events whose last results say how games ended.

    Args:
        events: Of one hand each.
        over: Shape (games,): those that are over.
        standings: After the hands.
        rules: Of the games.
    """
    ended = [each for each, is_over in zip(standings, over.tolist(), strict=True) if is_over]
    if not ended:
        return events
    seats = slice(0, rules.seats)
    scores = np.array([each.scores for each in ended], np.int32)
    kyotaku = np.array([each.kyotaku for each in ended], np.int32)
    penalties = np.array([each.penalties for each in ended], np.int32)
    scores[:, seats] += leftover_points(scores[:, seats], kyotaku, rules)
    results = np.zeros_like(scores)
    results[:, seats] = final_results(scores[:, seats], rules, penalties[:, seats])
    said, last = events.results, events.hands.result_offsets[1:][over] - 1
    final_scores, final_tenths = said.final_scores.copy(), said.final_results.copy()
    final_scores[last], final_tenths[last] = scores, results // _TENTH
    has_owari = said.has_owari.copy()
    has_owari[last] = True
    said = said._replace(final_scores=final_scores, final_results=final_tenths, has_owari=has_owari)
    return events._replace(results=said)
