"""Counters (本場): how long chains of them grow, what feeds and what ends them, what they are worth."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import has_result, is_abortive, is_drawn, is_exhaustive, is_win
from analyzer.stats.dealers import DEALER_TENPAI, DEALER_WINS, dealer_tenpai, dealer_wins
from analyzer.stats.rows import Rows, derived
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, row_of
from analyzer.vocabulary import RIICHI_STICK

__all__ = ["STATISTICS"]

_SOURCES: Final = ("dealer wins", "draw, dealer tenpai", "draw, dealer noten", "abortive draw", "other")
_ENDS: Final = ("child wins", "dealer wins, game over", "ryuukyoku, game over", "other")
_CHAIN: Final = ("hands.end", "hands.honba", "hands.next_honba")
_EXTRA: Final = ("wins.gain", "wins.points")


@derived
def _goes_on(hands: Rows) -> NDArray[np.bool_]:
    """The next hand of the game has counters."""
    more: NDArray[np.bool_] = hands["hands.next_honba"] > 0
    return more


@derived
def _ends_chain(hands: Rows) -> NDArray[np.bool_]:
    """A hand with a result after which no counter stands: the last of its chain."""
    return ~_goes_on(hands) & has_result(hands) & hands.known("hands.honba")


def _honba(hands: Rows) -> Measure:
    return Measure(hands["hands.honba"], hands.known("hands.honba"))


def _length(hands: Rows) -> Measure:
    return Measure(hands["hands.honba"], _ends_chain(hands))


def _longest(games: Rows) -> Measure:
    hands = games.at("hands")
    most = np.zeros(len(games), np.int16)
    np.maximum.at(most, hands.index("games"), hands["hands.honba"])
    return Measure(most, games["games.is_complete"])


def _source(hands: Rows) -> Measure:
    """One entry per hand after which a counter stands."""
    tenpai = dealer_tenpai(hands)
    at_draw = np.where(tenpai == 1, 1, np.where(tenpai == 0, 2, 4))
    causes = np.where(is_exhaustive(hands), at_draw, np.where(is_abortive(hands), 3, 4))
    return Measure(np.where(dealer_wins(hands), 0, causes), _goes_on(hands) & has_result(hands))


def _end(hands: Rows) -> Measure:
    """One entry per chain of at least one counter."""
    won = np.where(dealer_wins(hands), 1, 0)
    ends = np.where(is_win(hands), won, np.where(is_drawn(hands), 2, 3))
    return Measure(ends, _ends_chain(hands) & (hands["hands.honba"] > 0))


def _grows(hands: Rows) -> Measure:
    """Whether a counter follows, by the counters there are."""
    known = has_result(hands) & hands.known("hands.honba")
    return Measure(_goes_on(hands), known, hands["hands.honba"])


def _known_extra(wins: Rows) -> NDArray[np.bool_]:
    return wins.known("wins.gain") & wins.known("wins.points")


def _counter_points(wins: Rows) -> Measure:
    points = wins["wins.gain"] - wins["wins.points"] - RIICHI_STICK * wins["wins.kyotaku"].astype(np.int32)
    return Measure(points, _known_extra(wins) & wins.known("wins.kyotaku"))


def _extra_points(wins: Rows) -> Measure:
    return Measure(wins["wins.gain"] - wins["wins.points"], _known_extra(wins), wins["hands.honba"])


def _extra_share(wins: Rows) -> Measure:
    """The part of what a win moved that is not its value, in percent of the value."""
    extra = _extra_points(wins)
    value = wins["wins.points"]
    share = 100.0 * extra.value / np.maximum(value, 1)
    return extra._replace(value=share)


_row: Final = partial(row_of, "honba")


STATISTICS: Final = (
    _row(
        "honba_at_start",
        "hands",
        SHARES,
        "share of hands",
        "Counters when a hand begins, among hands that state them.",
        _honba,
        ("hands.honba",),
    ),
    _row(
        "honba_chain",
        "hands",
        SHARES,
        "share of chains",
        "Counters in the last hand of a chain: the hand with a result after which none stands or the game is "
        "over; 0 is a hand without counters that starts no chain.",
        _length,
        _CHAIN,
    ),
    _row(
        "honba_chain_mean",
        "hands",
        MEAN,
        "counters",
        "Counters in the last hand of a chain (as in honba_chain, 0 included), over chains.",
        _length,
        _CHAIN,
    ),
    _row(
        "most_honba",
        "games",
        SHARES,
        "share of games",
        "The most counters of any hand of a game, among complete games.",
        _longest,
        ("hands.honba", "games.is_complete"),
    ),
    _row(
        "honba_growth_rate",
        "hands",
        RATE,
        "share of hands",
        "Hands followed by a hand with counters among hands with a result, by the counters when the hand "
        "begins.",
        _grows,
        _CHAIN,
        "honba",
    ),
    _row(
        "honba_source",
        "hands",
        SHARES,
        "share of hands",
        "How a hand ended that is followed by a hand with counters.",
        _source,
        ("hands.next_honba", *DEALER_WINS, *DEALER_TENPAI),
        labels=_SOURCES,
    ),
    _row(
        "honba_chain_end",
        "hands",
        SHARES,
        "share of chains",
        "How the last hand of a chain of one counter or more ended; a dealer's win ends one only with the "
        "game.",
        _end,
        (*_CHAIN, *DEALER_WINS, "hands.draw_kind"),
        labels=_ENDS,
    ),
    _row(
        "honba_points_per_win",
        "wins",
        MEAN,
        "points",
        "Points for counters in a win: what it moved to the winner less its value and the sticks, over all "
        "wins.",
        _counter_points,
        (*_EXTRA, "wins.kyotaku"),
    ),
    _row(
        "extra_points_by_honba",
        "wins",
        MEAN,
        "points",
        "Points for counters and sticks (an own one among them) in a win: what it moved to the winner less "
        "its value, over wins, by the counters when the hand begins.",
        _extra_points,
        (*_EXTRA, "hands.honba"),
        "honba",
    ),
    _row(
        "extra_percent_by_honba",
        "wins",
        MEAN,
        "percent of the value",
        "Points for counters and sticks in percent of the value of the win, over wins, by the counters "
        "when the hand begins.",
        _extra_share,
        (*_EXTRA, "hands.honba"),
        "honba",
    ),
)
