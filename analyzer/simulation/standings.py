"""Where games stand between their hands, many side by side, and whether the rules end them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.formats.events import Hands
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, game_end, leftover_points
from analyzer.settlement.shibari import own_honba_after_each
from analyzer.simulation.results import Round
from analyzer.vocabulary import ABSENT, SEATS, DrawKind, Seat, TileId

__all__ = ["Standing", "Standings", "opening"]

_PLAYED_OUT = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)


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
    own_honba: int
    """Honba that the dealer has earned alone."""

    def hands(self, haipai: NDArray[np.uint8], indicator: TileId, dice: tuple[int, int]) -> Hands:
        """What INIT says of the hand, as a batch of one; arguments as `Standings.init`, without the hands."""
        where = (self.kyoku, self.honba, self.kyotaku, self.dealer, [self.scores])
        return _hands(*where, haipai[None], indicator, [dice])


def _hands(
    kyoku: ArrayLike,
    honba: ArrayLike,
    kyotaku: ArrayLike,
    dealer: ArrayLike,
    scores: ArrayLike,
    haipai: NDArray[np.uint8],
    indicator: ArrayLike,
    dice: ArrayLike,
) -> Hands:
    """One hand of each of as many games as there are haipai."""
    count = len(haipai)
    return Hands(
        game=np.arange(count, dtype=np.int32),
        element=np.zeros(count, np.int32),
        kyoku=np.array(kyoku, np.int32, ndmin=1),
        honba=np.array(honba, np.int32, ndmin=1),
        kyotaku=np.array(kyotaku, np.int32, ndmin=1),
        dice=np.array(dice, np.uint8),
        indicator=np.array(indicator, np.uint8, ndmin=1),
        dealer=np.array(dealer, np.uint8, ndmin=1),
        scores=np.array(scores, np.int32),
        chips=np.full((count, SEATS), ABSENT, np.int32),
        haipai=haipai,
        play_offsets=np.zeros(count + 1, np.int32),
        result_offsets=np.zeros(count + 1, np.int32),
        readable=np.ones(count, np.bool_),
        complete=np.ones(count, np.bool_),
    )


@dataclass(slots=True)
class Standings:
    """Where games stand before their next hand; one row per game."""

    rules: RuleSet
    hands_played: NDArray[np.int32]
    kyoku: NDArray[np.int32]
    honba: NDArray[np.int32]
    own_honba: NDArray[np.int32]
    """Honba that the dealer has earned alone."""
    kyotaku: NDArray[np.int32]
    dealer: NDArray[np.uint8]
    scores: NDArray[np.int32]
    """Shape (games, 4), points; likewise the following."""
    penalties: NDArray[np.int32]
    """What chombo took from the final results."""

    def of(self, game: int) -> Standing:
        """Where one game stands."""
        return Standing(
            hands_played=int(self.hands_played[game]),
            kyoku=int(self.kyoku[game]),
            honba=int(self.honba[game]),
            kyotaku=int(self.kyotaku[game]),
            dealer=int(self.dealer[game]),
            scores=tuple(self.scores[game].tolist()),
            own_honba=int(self.own_honba[game]),
        )

    def init(
        self,
        games: NDArray[np.int64],
        haipai: NDArray[np.uint8],
        indicator: NDArray[np.uint8],
        dice: NDArray[np.uint8],
    ) -> Hands:
        """What INIT says of the next hand of some games; no plays and no results yet.

        Args:
            games: Which; shape (hands,).
            haipai: Shape (hands, 4, 13): tile ids in dealt order; NO_TILE for the empty seat.
            indicator: The first dora indicators; shape (hands,).
            dice: Each die minus one, as logged; shape (hands, 2).
        """
        where = (self.kyoku, self.honba, self.kyotaku, self.dealer, self.scores)
        kyoku, honba, kyotaku, dealer, scores = (column[games] for column in where)
        return _hands(kyoku, honba, kyotaku, dealer, scores, haipai, indicator, dice)

    def advance(
        self, games: NDArray[np.int64], played: Round, plays_on: NDArray[np.bool_] | None = None
    ) -> NDArray[np.bool_]:
        """Move games on past a hand.

        Args:
            games: Which; shape (hands,).
            played: A hand of each.
            plays_on: Where the dealer goes on though the rules let him end the game; shape (hands,).

        Returns:
            Shape (hands,): whether the game is over.
        """
        rules, hands, settled = self.rules, played.events.hands, played.settled
        seats, after = slice(0, rules.seats), settled.after
        scores = played.facts.scores[:, seats] + settled.deltas
        played_out = settled.won | np.isin(settled.draw.kind, _PLAYED_OUT)
        end = game_end(
            scores,
            rules,
            kyoku=hands.kyoku,
            dealer=played.facts.dealer,
            dealer_stays=after.dealer_stays,
            won=settled.won,
            played_out=played_out,
        )
        self.hands_played[games] += 1
        self.own_honba[games] = _own_honba(played, self.own_honba[games], played_out)
        self.kyoku[games] = after.kyoku
        self.honba[games] = after.honba
        self.kyotaku[games] = after.kyotaku
        self.dealer[games] = after.dealer
        self.scores[games, seats] = scores
        self.penalties[games, seats] += np.where(settled.won[:, None], 0, settled.draw.final_points)
        stops = end.may_end if plays_on is None else end.may_end & ~plays_on
        over: NDArray[np.bool_] = (end.cause != EndCause.NONE) | stops
        return over

    def final(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Final scores, leftover sticks included, and final results of games that are over.

        Returns:
            Shape (games, 4) each, points.
        """
        seats = slice(0, self.rules.seats)
        scores, results = self.scores.copy(), np.zeros_like(self.scores)
        scores[:, seats] += leftover_points(scores[:, seats], self.kyotaku, self.rules)
        results[:, seats] = final_results(scores[:, seats], self.rules, self.penalties[:, seats])
        return scores, results


def opening(games: int, rules: RuleSet) -> Standings:
    """Where games stand before their first hand."""
    nothing = np.zeros(games, np.int32)
    scores = np.zeros((games, SEATS), np.int32)
    scores[:, : rules.seats] = rules.start_points
    return Standings(
        rules=rules,
        hands_played=nothing,
        kyoku=nothing.copy(),
        honba=nothing.copy(),
        own_honba=nothing.copy(),
        kyotaku=nothing.copy(),
        dealer=np.zeros(games, np.uint8),
        scores=scores,
        penalties=np.zeros_like(scores),
    )


def _own_honba(played: Round, before: NDArray[np.int32], played_out: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Honba that the dealer of the next hand has earned alone."""
    settled, dealer = played.settled, played.facts.dealer.astype(np.int64)
    rows = np.arange(len(dealer))
    wins = settled.wins
    by_win = np.zeros(len(rows), np.bool_)
    by_win[wins.hand[wins.is_valid & (wins.table.winner == dealer[wins.hand])]] = True
    earned = played_out & np.where(settled.won, by_win, settled.draw.tenpai[rows, dealer])
    found = np.zeros(len(rows), np.int32)
    own_honba_after_each(before, played.events.hands.honba, settled.after.dealer_stays, earned, found)
    return found
