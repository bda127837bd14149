"""Honba (本場): the length of honba chains, what extends and what ends them, and their value."""

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
    """The next hand of the game has honba."""
    more: NDArray[np.bool_] = hands["hands.next_honba"] > 0
    return more


@derived
def _ends_chain(hands: Rows) -> NDArray[np.bool_]:
    """A hand with a result that is followed by 0 honba or the end of the game: the last of its chain."""
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
    """One entry per hand that is followed by a hand with honba."""
    tenpai = dealer_tenpai(hands)
    at_draw = np.where(tenpai == 1, 1, np.where(tenpai == 0, 2, 4))
    causes = np.where(is_exhaustive(hands), at_draw, np.where(is_abortive(hands), 3, 4))
    return Measure(np.where(dealer_wins(hands), 0, causes), _goes_on(hands) & has_result(hands))


def _end(hands: Rows) -> Measure:
    """One entry per chain of at least 1 honba."""
    won = np.where(dealer_wins(hands), 1, 0)
    ends = np.where(is_win(hands), won, np.where(is_drawn(hands), 2, 3))
    return Measure(ends, _ends_chain(hands) & (hands["hands.honba"] > 0))


def _grows(hands: Rows) -> Measure:
    """Whether the next hand has honba, by the honba of this one."""
    known = has_result(hands) & hands.known("hands.honba")
    return Measure(_goes_on(hands), known, hands["hands.honba"])


def _known_extra(wins: Rows) -> NDArray[np.bool_]:
    return wins.known("wins.gain") & wins.known("wins.points")


def _honba_points(wins: Rows) -> Measure:
    points = wins["wins.gain"] - wins["wins.points"] - RIICHI_STICK * wins["wins.kyotaku"].astype(np.int32)
    return Measure(points, _known_extra(wins) & wins.known("wins.kyotaku"))


def _extra_points(wins: Rows) -> Measure:
    return Measure(wins["wins.gain"] - wins["wins.points"], _known_extra(wins), wins["hands.honba"])


def _extra_share(wins: Rows) -> Measure:
    """Points of a win from honba and sticks, in percent of its value."""
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
        "Honba when a hand begins, among hands that state it.",
        _honba,
        ("hands.honba",),
    ),
    _row(
        "honba_chain",
        "hands",
        SHARES,
        "share of chains",
        "Honba of the last hand of a chain: a hand with a result that is followed by 0 honba or the end of "
        "the game; 0 is a hand without honba that starts no chain.",
        _length,
        _CHAIN,
    ),
    _row(
        "honba_chain_mean",
        "hands",
        MEAN,
        "honba",
        "Honba of the last hand of a chain (as in honba_chain, 0 included), over chains.",
        _length,
        _CHAIN,
    ),
    _row(
        "most_honba",
        "games",
        SHARES,
        "share of games",
        "Highest honba of any hand of a game, among complete games.",
        _longest,
        ("hands.honba", "games.is_complete"),
    ),
    _row(
        "honba_growth_rate",
        "hands",
        RATE,
        "share of hands",
        "Hands followed by a hand with honba among hands with a result, by the honba when the hand begins.",
        _grows,
        _CHAIN,
        "honba",
    ),
    _row(
        "honba_source",
        "hands",
        SHARES,
        "share of hands",
        "How hands ended that are followed by a hand with honba.",
        _source,
        ("hands.next_honba", *DEALER_WINS, *DEALER_TENPAI),
        labels=_SOURCES,
    ),
    _row(
        "honba_chain_end",
        "hands",
        SHARES,
        "share of chains",
        "How the last hand of a chain of 1 honba or more ended; a dealer's win ends a chain only with the "
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
        "Points for honba in a win: the gain of the winner minus the value and the sticks, over all wins.",
        _honba_points,
        (*_EXTRA, "wins.kyotaku"),
    ),
    _row(
        "extra_points_by_honba",
        "wins",
        MEAN,
        "points",
        "Points for honba and sticks (including the own one) in a win: the gain of the winner minus the "
        "value, over wins, by the honba when the hand begins.",
        _extra_points,
        (*_EXTRA, "hands.honba"),
        "honba",
    ),
    _row(
        "extra_percent_by_honba",
        "wins",
        MEAN,
        "percent of the value",
        "Points for honba and sticks in percent of the value of the win, over wins, by the honba when "
        "the hand begins.",
        _extra_share,
        (*_EXTRA, "hands.honba"),
        "honba",
    ),
)
