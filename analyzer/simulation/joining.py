"""Hands of many games, played side by side, put together as whole games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Games, Hands, Oddities, Plays, Results
from analyzer.formats.wide_rows import empty_results, split_results
from analyzer.vocabulary import ABSENT, PlayKind

__all__ = ["one_hand_each", "whole_games", "with_owari"]

_TENTH: Final = 100
"""Points of a tenth of the final result."""

Columns = TypeVar("Columns", Hands, Plays, Calls, Results)


def _games(go_type: NDArray[np.int32], players: int, hand_offsets: NDArray[np.int32]) -> Games:
    count = len(go_type)
    return Games(
        go_type=go_type,
        lobby=np.zeros(count, np.int32),
        players=np.full(count, players, np.uint8),
        announces_rules=np.zeros(count, np.bool_),
        first_dealer=np.zeros(count, np.int32),
        taikyoku=np.full(count, ABSENT, np.int32),
        hand_offsets=hand_offsets,
        element_offsets=np.zeros(count + 1, np.int32),
    )


def one_hand_each(
    hands: Hands, plays: Plays, calls: Calls, deposits: NDArray[np.int32], players: int
) -> Events:
    """Events of games of one hand each, without results; the players are all as many."""
    each = np.arange(len(hands.game) + 1, dtype=np.int32)
    nothing = np.zeros(0, np.int32)
    return Events(
        _games(np.full(len(hands.game), ABSENT, np.int32), players, each),
        hands._replace(game=each[:-1]),
        plays,
        calls,
        deposits,
        split_results(empty_results(0)),
        Oddities(nothing, nothing, nothing, np.zeros(0, np.uint8), nothing),
    )


def _stacked(parts: Sequence[Columns]) -> Columns:
    """Rows of several parts, one part after the other."""
    return type(parts[0])._make(np.concatenate(columns) for columns in zip(*parts, strict=True))


def _stacked_offsets(parts: Sequence[NDArray[np.int32]]) -> NDArray[np.int32]:
    """Offsets into stacked rows, from those into the rows of each part."""
    counts = np.concatenate([np.diff(part) for part in parts])
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)


def _rows_of(
    offsets: NDArray[np.int32], order: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The rows that belong to hands when these are put in another order, and their offsets there."""
    counts = np.diff(offsets)[order]
    stops = np.concatenate([[0], np.cumsum(counts)])
    rows = np.repeat(offsets[:-1][order] - stops[:-1], counts) + np.arange(stops[-1])
    return rows, stops.astype(np.int32)


def _references(parts: Sequence[Events]) -> NDArray[np.int32]:
    """``plays.row`` of all parts, counted through the calls and deposits of all."""
    found: list[NDArray[np.int32]] = []
    calls = deposits = 0
    for part in parts:
        is_deposit = part.plays.kind == PlayKind.RIICHI_ACCEPTED
        moved = part.plays.row + np.where(is_deposit, deposits, calls)
        found.append(np.where(part.plays.row == ABSENT, ABSENT, moved).astype(np.int32))
        calls += len(part.calls.code)
        deposits += len(part.deposits)
    return np.concatenate(found)


def _hands(parts: Sequence[Events], order: NDArray[np.int64]) -> Hands:
    """Hands of all parts in another order; their offsets mean nothing."""
    # Offsets have one row more than the other columns.
    cut = [
        part.hands._replace(play_offsets=part.hands.game, result_offsets=part.hands.game) for part in parts
    ]
    return Hands._make(column[order] for column in _stacked(cut))


def _plays(parts: Sequence[Events], rows: NDArray[np.int64]) -> tuple[Plays, Calls, NDArray[np.int32]]:
    """Plays of all parts in another order, with calls and deposits in the order of plays."""
    stacked = _stacked([part.plays for part in parts])._replace(row=_references(parts))
    plays = Plays._make(column[rows] for column in stacked)
    is_deposit = plays.kind == PlayKind.RIICHI_ACCEPTED
    is_call = (plays.row != ABSENT) & ~is_deposit
    every_call = _stacked([part.calls for part in parts])
    calls = Calls._make(column[plays.row[is_call]] for column in every_call)
    deposits = np.concatenate([part.deposits for part in parts])[plays.row[is_deposit]]
    plays.row[is_call] = np.arange(len(calls.code))
    plays.row[is_deposit] = np.arange(len(deposits))
    return plays, calls, deposits


def whole_games(
    parts: Sequence[Events],
    games_of_parts: Sequence[NDArray[np.int64]],
    go_type: NDArray[np.int32],
    players: int,
) -> Events:
    """Whole games, from hands that were played side by side.

    Args:
        parts: Hands with results, one of a game in each part; later hands of a game in later parts.
        games_of_parts: The game of each hand.
        go_type: Of the games; shape (games,).
        players: 3 or 4.

    Returns:
        Games in order, hands in order; calls and deposits in the order of plays.
    """
    games = np.concatenate(games_of_parts)
    order = np.argsort(games, kind="stable")
    played, play_offsets = _rows_of(_stacked_offsets([part.hands.play_offsets for part in parts]), order)
    ended, result_offsets = _rows_of(_stacked_offsets([part.hands.result_offsets for part in parts]), order)
    results = Results._make(column[ended] for column in _stacked([part.results for part in parts]))
    hand_of_result = np.repeat(np.arange(len(order), dtype=np.int32), np.diff(result_offsets))
    hand_offsets = np.searchsorted(games[order], np.arange(len(go_type) + 1)).astype(np.int32)
    hands = _hands(parts, order)._replace(
        game=games[order].astype(np.int32), play_offsets=play_offsets, result_offsets=result_offsets
    )
    return Events(
        _games(go_type, players, hand_offsets),
        hands,
        *_plays(parts, played),
        results._replace(hand=hand_of_result),
        parts[0].oddities,
    )


def with_owari(
    events: Events, games: NDArray[np.int64], scores: NDArray[np.int32], results: NDArray[np.int32]
) -> Events:
    """Events whose last results say how games ended.

    Args:
        events: Whole games.
        games: Those that are over.
        scores: Shape (games, 4), points, of all games.
        results: Shape (games, 4), points: the final results.
    """
    last = events.hands.result_offsets[events.games.hand_offsets[games + 1]] - 1
    final_scores, final_results = events.results.final_scores.copy(), events.results.final_results.copy()
    has_owari = events.results.has_owari.copy()
    final_scores[last] = scores[games]
    final_results[last] = results[games] // _TENTH
    has_owari[last] = True
    said = events.results._replace(
        final_scores=final_scores, final_results=final_results, has_owari=has_owari
    )
    return events._replace(results=said)
