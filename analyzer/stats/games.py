"""Games: their length, how they end, and maxima and totals per game."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.common import is_exhaustive, is_win, knows_gain
from analyzer.stats.rows import Array, Rows, derived, is_value
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from analyzer.stats.wins_and_losses import dealt_in, per_game
from analyzer.vocabulary import kyoku_text

__all__ = ["STATISTICS"]

GAME_ENDS: Final = ("bust", "agari_yame", "tenpai_yame", "deal_passed", "other")
THOUSAND: Final = 1000
KYOKU: Final = tuple(map(kyoku_text, range(16)))


def _complete(rows: Rows, value: NDArray[np.integer]) -> Measure:
    return Measure(value, rows["is_complete"])


def _hands(rows: Rows) -> Measure:
    return _complete(rows, rows["hands"])


@derived
def _played(rows: Rows) -> NDArray[np.intp]:
    """Rows of games in which a hand was dealt; on games."""
    return np.flatnonzero(rows["hands"] > 0)


@derived
def _last_hand(rows: Rows) -> NDArray[np.intp]:
    """Row of the last hand of each game that has one; on games."""
    ends = np.cumsum(rows["hands"], dtype=np.intp) - 1
    return ends[_played(rows)]


def _last_kyoku(rows: Rows) -> Measure:
    played = _played(rows)
    kyoku = rows.at("hands")["kyoku"][_last_hand(rows)]
    return Measure(kyoku, rows["is_complete"][played] & (kyoku >= 0), row=played)


def _is_extended(rows: Rows) -> Measure:
    played = _played(rows)
    scheduled = np.where(is_value(rows, "length", "hanchan"), 8, 4)[played]
    kyoku = rows.at("hands")["kyoku"][_last_hand(rows)]
    counts = (rows["is_complete"] & rows.known("length"))[played]
    return Measure(kyoku >= scheduled, counts, row=played)


def _end(rows: Rows) -> Measure:
    """How each game ended; bust takes precedence, since a game may end for two reasons."""
    hands, last = rows.at("hands"), _last_hand(rows)
    dealer = hands["dealer"][last]
    dealer_won = (hands["winner"][last] == dealer) & (hands["winner"][last] >= 0)
    seat = last * rows.players + dealer
    dealer_won |= rows.at("seats")["is_winner"][seat]
    tenpai = rows.at("seats")["tenpai"][seat]
    drawn = is_exhaustive(hands)[last]
    played = _played(rows)
    end = np.full(len(played), 4, np.int8)
    all_last = hands["is_all_last"][last] == 1
    end[all_last & ((drawn & (tenpai == 0)) | (is_win(hands)[last] & ~dealer_won))] = 3
    end[all_last & drawn & (tenpai == 1)] = 2
    end[all_last & dealer_won] = 1
    end[(rows.by_seat("final_score")[played] < 0).any(axis=1)] = 0
    return Measure(end, rows["is_complete"][played], row=played)


def _is_tied(rows: Rows) -> Measure:
    ordered = np.sort(rows.by_seat("final_score"), axis=1)
    return Measure((np.diff(ordered, axis=1) == 0).any(axis=1), rows["is_complete"])


def _most_kyotaku(rows: Rows) -> Measure:
    hands = rows.at("hands")
    paid = (hands.by_seat("deposit") != 0).sum(axis=1)
    return _complete(rows, per_game(rows, np.maximum, hands["kyotaku"] + paid))


def _riichi(rows: Rows) -> Measure:
    return _complete(rows, per_game(rows, np.add, rows.at("hands")["riichi_count"]))


def _discards(rows: Rows) -> Measure:
    return _complete(rows, per_game(rows, np.add, rows.at("hands")["discards"]))


def _yakuman(rows: Rows) -> Measure:
    wins = rows.at("wins")
    won = wins.index("games")[wins["yakuman"] > 0]
    return _complete(rows, np.bincount(won, minlength=len(rows)))


def _wins_of_player(rows: Rows) -> Measure:
    won = np.bincount(rows.at("wins").index("players"), minlength=len(rows))
    return Measure(won, rows["games.is_complete"])


def _deal_ins_of_player(rows: Rows) -> Measure:
    seats = dealt_in(rows.at("seats"))
    game = rows.at("hands").index("games")[seats // rows.players]
    dealt = np.bincount(game * rows.players + seats % rows.players, minlength=len(rows))
    return Measure(dealt, rows["games.is_complete"])


def _placement_by_points(rows: Rows, moved: Array) -> Measure:
    """Placements by points won or lost in all hands, in whole thousands; ``moved``: one per row of seats."""
    seats = moved.reshape(-1, rows.players)
    total = np.column_stack([per_game(rows, np.add, seats[:, seat]) for seat in range(rows.players)])
    placed = rows["games.is_complete"] & rows.known("placement")
    return Measure(rows["placement"], placed, at=total.ravel() // THOUSAND)


def _placement_by_points_won(rows: Rows) -> Measure:
    return _placement_by_points(rows, np.maximum(rows.at("seats")["delta"], 0))


def _placement_by_points_lost(rows: Rows) -> Measure:
    seats = rows.at("seats")
    paid = np.where(knows_gain(seats), np.maximum(-seats["delta"], 0), 0)
    return _placement_by_points(rows, paid + seats["deposit"])


_GAMES: Final = "share of games"
_COMPLETE: Final = ("games.is_complete", "games.hands")

STATISTICS: Final = (
    Statistic(
        "game_hands_mean",
        "games",
        "games",
        MEAN,
        "hands",
        "Hands dealt in a game, over all complete games.",
        _hands,
        _COMPLETE,
    ),
    Statistic(
        "game_hands",
        "games",
        "games",
        SHARES,
        _GAMES,
        "Number of hands in a game, among all complete games.",
        _hands,
        _COMPLETE,
    ),
    Statistic(
        "game_discards",
        "games",
        "games",
        MEAN,
        "tiles",
        "Discards of all seats in a game, over all complete games.",
        _discards,
        (*_COMPLETE, "hands.discards"),
    ),
    Statistic(
        "last_kyoku",
        "games",
        "games",
        SHARES,
        _GAMES,
        "Kyoku of the last hand, among all complete games.",
        _last_kyoku,
        (*_COMPLETE, "hands.kyoku"),
        labels=KYOKU,
    ),
    Statistic(
        "extension_rate",
        "games",
        "games",
        RATE,
        _GAMES,
        "Games that continue into South or West after the last scheduled kyoku (延長戦), among all complete "
        "games of known length.",
        _is_extended,
        (*_COMPLETE, "games.length", "hands.kyoku"),
    ),
    Statistic(
        "game_end_cause",
        "games",
        "games",
        SHARES,
        _GAMES,
        "How a game ended: with a seat below 0 points (bust, in any case), or in all last by a win of the "
        "dealer (agari-yame), by a draw with the dealer tenpai (tenpai-yame), or because the deal passed; "
        "other is before all last or not judged; of all complete games.",
        _end,
        (
            *_COMPLETE,
            "players.final_score",
            "hands.is_all_last",
            "hands.dealer",
            "hands.winner",
            "hands.end",
            "hands.draw_kind",
            "seats.is_winner",
            "seats.tenpai",
        ),
        labels=GAME_ENDS,
    ),
    Statistic(
        "tie_rate",
        "games",
        "games",
        RATE,
        _GAMES,
        "Games in which two seats or more end with the same score, among all complete games.",
        _is_tied,
        ("games.is_complete", "players.final_score"),
    ),
    Statistic(
        "most_kyotaku",
        "games",
        "games",
        SHARES,
        _GAMES,
        "Most riichi sticks on the table at the end of any hand of a game, before they are awarded, "
        "among all complete games.",
        _most_kyotaku,
        (*_COMPLETE, "hands.kyotaku", "seats.deposit"),
    ),
    Statistic(
        "game_riichi",
        "games",
        "games",
        MEAN,
        "count",
        "Riichi declared by all seats in a game, over all complete games.",
        _riichi,
        (*_COMPLETE, "hands.riichi_count"),
    ),
    Statistic(
        "game_yakuman",
        "games",
        "games",
        SHARES,
        _GAMES,
        "Number of yakuman wins in a game, without kazoe yakuman, among all complete games.",
        _yakuman,
        ("games.is_complete", "wins.yakuman", "hands.winner_count"),
    ),
    Statistic(
        "player_wins_per_game",
        "games",
        "players",
        SHARES,
        _GAMES,
        "Number of hands that the player won in a game, among all complete games.",
        _wins_of_player,
        ("games.is_complete", "wins.seat", "hands.winner_count"),
    ),
    Statistic(
        "player_deal_ins_per_game",
        "games",
        "players",
        SHARES,
        _GAMES,
        "Number of hands of a game in which the player dealt in, among all complete games.",
        _deal_ins_of_player,
        ("games.is_complete", "seats.is_loser"),
    ),
    Statistic(
        "final_placement_by_points_won",
        "games",
        "players",
        SHARES,
        _GAMES,
        "Final placement of players in complete games, by points won by results of hands, in whole "
        "thousands.",
        _placement_by_points_won,
        ("games.is_complete", "seats.delta", "players.placement"),
        "thousands",
    ),
    Statistic(
        "final_placement_by_points_lost",
        "games",
        "players",
        SHARES,
        _GAMES,
        "Final placement of players in complete games, by points paid by results of hands and for own "
        "riichi sticks, in whole thousands.",
        _placement_by_points_lost,
        ("games.is_complete", "seats.delta", "seats.deposit", "players.placement"),
        "thousands",
    ),
)
