"""Rows of ``plays``: one per draw, discard and call, in the order of play."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.review import Review
from analyzer.replay.facts import NOT_ASKED
from analyzer.replay.replay import LIVE_FOUR, LIVE_SANMA
from analyzer.tables.arrow import Coded, Columns, Nullable, Waits, some
from analyzer.tables.categories import PLAY_KINDS, TILE_NAMES
from analyzer.tables.reviewed_batch import ReviewedBatch
from analyzer.tables.win_table import tile_codes
from analyzer.vocabulary import KINDS, SEATS, PlayKind

__all__ = ["play_columns"]


class _Rows(NamedTuple):
    """The plays that are rows of ``plays``; shape (rows,)."""

    at: NDArray[np.intp]
    """Row of ``events.plays``."""
    hand: NDArray[np.int32]
    """Row of ``events.hands``."""
    first: NDArray[np.int32]
    """First row of that hand, among these."""

    def so_far(self, flags: NDArray[np.bool_]) -> NDArray[np.int32]:
        """Flagged rows of the hand up to each row, itself included."""
        total = np.cumsum(flags, dtype=np.int32)
        return total - (total - flags)[self.first]


def play_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``plays`` that are not of the game, and the game of every row."""
    rows, played = _play_rows(batch.review), batch.course.plays
    unsound = ~batch.is_sound[rows.hand]
    some_unsound = some(unsound)
    waits = batch.review.facts.waits_after[rows.at]
    return {
        "hand": batch.index[rows.hand],
        **_as_logged(batch.review, rows),
        **_riichi(batch.review, rows, played.turn),
        "turn": played.turn,
        "live_tiles": Nullable(_live_tiles(batch.review, rows), some_unsound),
        "shanten": Nullable(played.shanten, some_unsound),
        "waits": Waits(waits, unsound | (waits == 0)),
        "is_genbutsu": Nullable(played.genbutsu == 1, unsound | (played.genbutsu == NOT_ASKED)),
        "seen_copies": Nullable(played.seen, some_unsound),
    }, batch.review.events.hands.game[rows.hand]


def _play_rows(review: Review) -> _Rows:
    """All draws, discards and calls."""
    at = np.flatnonzero(review.events.plays.kind <= PlayKind.KITA)
    bounds = np.searchsorted(at, review.events.hands.play_offsets).astype(np.int32)
    counts = np.diff(bounds)
    hands = np.arange(len(counts), dtype=np.int32)
    return _Rows(at, hands.repeat(counts), bounds[:-1].repeat(counts))


def _as_logged(review: Review, rows: _Rows) -> Columns:
    plays = review.events.plays
    kind, tile = plays.kind[rows.at], plays.tile[rows.at]
    codes = tile_codes(review.events, rows.hand, tile)
    codes[kind == PlayKind.ANKAN] = tile[kind == PlayKind.ANKAN] // 4
    index = np.arange(len(kind), dtype=np.int32) - rows.first
    is_tsumogiri = (kind == PlayKind.DISCARD) & (index > 0)
    is_tsumogiri[1:] &= (kind[:-1] == PlayKind.DRAW) & (tile[:-1] == tile[1:])
    return {
        "play": index,
        "seat": plays.seat[rows.at],
        "kind": Coded(kind.view(np.int8), PLAY_KINDS),
        "tile": Coded(codes, TILE_NAMES),
        "is_red": codes >= KINDS,
        "is_tsumogiri": is_tsumogiri,
    }


def _riichi(review: Review, rows: _Rows, turn: NDArray[np.uint8]) -> Columns:
    plays = review.events.plays
    declared = review.facts.riichi_turn.ravel()[rows.hand * SEATS + plays.seat[rows.at]]
    is_riichi = (plays.kind[rows.at] == PlayKind.DISCARD) & (turn == declared)
    return {
        "is_riichi": is_riichi,
        "in_riichi": (declared > 0) & (turn > declared),
        "riichi_seats": rows.so_far(is_riichi) - is_riichi,
    }


def _live_tiles(review: Review, rows: _Rows) -> NDArray[np.int32]:
    draws = rows.so_far(review.events.plays.kind[rows.at] == PlayKind.DRAW)
    at_first = np.where(review.facts.players == 4, np.int32(LIVE_FOUR), np.int32(LIVE_SANMA))
    return at_first[rows.hand] - draws
