"""Rows of ``tehai``: one per hand and occupied seat, with its tiles as text."""

from __future__ import annotations

from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analyzer.formats.events import indicators_of_hands
from analyzer.tables.arrow import Columns
from analyzer.tables.course_tables import tile_codes
from analyzer.tables.reviewed_batch import TILE_NAMES, ReviewedBatch
from analyzer.vocabulary import NO_TILE, SEATS

_SUITS: Final = "mpsz"
_NONE: Final = len(TILE_NAMES)
"""The code of no tile, after those of all tiles."""
_DIGITS: Final = np.array([*(ord(name[0]) for name in TILE_NAMES), 0], np.uint8)
_LETTERS: Final = np.array([*(ord(name[1]) for name in TILE_NAMES), 0], np.uint8)
# A red five is before the other fives; no tile is behind all.
_PLACES: Final = np.array(
    [*(20 * _SUITS.index(name[1]) + (9 if name[0] == "0" else 2 * int(name[0])) for name in TILE_NAMES), 99],
    np.uint8,
)
_BY_PLACE: Final = np.argsort(_PLACES).astype(np.uint8)


def tehai_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``tehai`` that are not of the game, and the game of every row."""
    events = batch.review.events
    hand, seat = np.divmod(batch.seats.places, SEATS)
    shown, ura = _of_winners(batch)
    tiles = {
        "haipai": events.hands.haipai[hand, seat],
        "win_tehai": shown[hand, seat],
        "indicators": indicators_of_hands(events)[hand],
        "ura_indicators": ura[hand, seat],
    }
    columns: Columns = {name: _text(_codes(batch, hand, some)) for name, some in tiles.items()}
    return {"hand": batch.index[hand], "seat": seat.astype(np.int32), **columns}, events.hands.game[hand]


def _of_winners(batch: ReviewedBatch) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The tehai and ura indicators of each seat that wins; shapes (hands, 4, 14) and (hands, 4, 8)."""
    results, hands = batch.review.events.results, len(batch.index)
    shown = np.full((hands, SEATS, results.shown.shape[2]), NO_TILE, np.uint8)
    ura = np.full((hands, SEATS, results.ura.shape[1]), NO_TILE, np.uint8)
    # Of a seat that wins a hand twice, the first counts, as in `wins`.
    wins = np.flatnonzero(results.winner < SEATS)[::-1]
    places = results.hand[wins], results.winner[wins]
    shown[places], ura[places] = results.shown[wins, results.winner[wins]], results.ura[wins]
    return shown, ura


def _codes(batch: ReviewedBatch, hand: NDArray[np.intp], tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    codes = tile_codes(batch.review.events, hand[:, None], tiles)
    return np.where(codes < 0, _NONE, codes).astype(np.uint8)


def _text(codes: NDArray[np.uint8]) -> pa.Array:
    """mpsz text of the tiles of each row; null without one.

    Args:
        codes: Indices into `TILE_NAMES`, or `_NONE`; shape (rows, tiles).
    """
    places = np.sort(_PLACES[codes], axis=1)
    tiles = _BY_PLACE[np.searchsorted(_PLACES[_BY_PLACE], places)]
    letters = _LETTERS[tiles]
    # Only the last tile of a suit is followed by its letter.
    letters[:, :-1][letters[:, :-1] == letters[:, 1:]] = 0
    characters = np.stack([_DIGITS[tiles], letters], axis=2).reshape(len(codes), 2 * codes.shape[1])
    is_there = characters > 0
    offsets = np.zeros(len(codes) + 1, np.int32)
    np.cumsum(is_there.sum(axis=1), out=offsets[1:])
    null = np.packbits(is_there.any(axis=1), bitorder="little")
    buffers = [pa.py_buffer(null), pa.py_buffer(offsets), pa.py_buffer(characters[is_there])]
    return pa.Array.from_buffers(pa.string(), len(codes), buffers)
