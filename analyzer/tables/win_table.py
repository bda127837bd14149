"""Rows of ``wins``: one per winner, as logged and as computed."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.claims import plain_games
from analyzer.formats.events import Events
from analyzer.formats.log_id import GoType
from analyzer.settlement.win_payments import takes_pot
from analyzer.settlement.yaku_names import Yaku
from analyzer.tables.arrow import Coded, Columns, Lists, Nullable, logged, some
from analyzer.tables.categories import LIMITS, TILE_NAMES, WAYS, YAKU_NAMES
from analyzer.tables.reviewed_batch import ReviewedBatch, of_go_types
from analyzer.vocabulary import ABSENT, AKA_IDS, KINDS, NO_SEAT, NO_TILE, SEATS, TILES

__all__ = ["tile_codes", "win_columns"]

_YAKUMAN_LIMIT: Final = 5


def win_columns(batch: ReviewedBatch) -> tuple[Columns, NDArray[np.integer]]:
    """Columns of ``wins`` that are not of the game, and the game of every row."""
    events, facts = batch.review.events, batch.review.facts
    results, rows = events.results, _win_rows(events)
    hand, seat = results.hand[rows], results.winner[rows].astype(np.int64)
    listed = _listed(events, rows)
    unsound = some(~batch.is_sound[hand])
    return {
        "hand": batch.index[hand],
        "seat": results.winner[rows],
        "is_dealer": facts.dealer[hand] == seat,
        "turn": facts.discards[hand, seat].astype(np.int16) + 1,
        "way": Coded(batch.ways[hand, seat], WAYS),
        "tile": Coded(tile_codes(events, hand, results.machi[rows]), TILE_NAMES),
        **_value(batch, rows, listed),
        **_payment(events, rows),
        **_yaku(listed, facts.kita[hand, seat]),
        "wait_kinds": Nullable(batch.course.wait_kinds[hand, seat], unsound),
        "wait_live": Nullable(batch.course.wait_live[hand, seat], unsound),
    }, events.hands.game[hand]


def _win_rows(events: Events) -> NDArray[np.intp]:
    """Rows of the results that are wins; a seat that wins the same hand twice is one row."""
    rows = np.flatnonzero(events.results.winner < SEATS)
    keys = events.results.hand[rows].astype(np.int64) * SEATS + events.results.winner[rows]
    first: NDArray[np.intp] = rows[np.sort(np.unique(keys, return_index=True)[1])]
    return first


def tile_codes(events: Events, hand: NDArray[np.integer], tile: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Indices into `TILE_NAMES` of tiles in these hands; negative for no tile."""
    has_aka = of_go_types(events.games.go_type, lambda go: GoType.NO_AKA not in go, absent=1)
    has_aka[list(plain_games(events))] = 0
    codes: NDArray[np.int8] = _CODES[has_aka[events.hands.game[hand]], tile]
    return codes


def _codes() -> NDArray[np.int8]:
    """The code of every tile id, without and with red fives; shape (2, 256)."""
    codes = np.full((2, NO_TILE + 1), -1, np.int8)
    codes[:, :TILES] = np.arange(TILES) // 4
    codes[1, AKA_IDS] = np.arange(KINDS, len(TILE_NAMES))
    return codes


_CODES: Final = _codes()


class _Listed(NamedTuple):
    """Items of each result in order: yaku and dora with their han, then yakuman; shape (items,)."""

    row: NDArray[np.intp]
    """Row of ``wins``."""
    number: NDArray[np.int32]
    """Yaku id."""
    han: NDArray[np.int32]
    """Han of the item; 0 for a yakuman."""
    yakuman: NDArray[np.intp]
    """Number of yakuman of each win; shape (wins,)."""
    items: NDArray[np.intp]
    """Number of items of each win; shape (wins,)."""

    def sum_of(self, number: int | None = None) -> NDArray[np.int64]:
        """Sum of the han of the given yaku, or of all items if none is given; shape (wins,)."""
        some_of = slice(None) if number is None else self.number == number
        sums = np.bincount(self.row[some_of], self.han[some_of], len(self.items))
        return sums.astype(np.int64)


def _listed(events: Events, rows: NDArray[np.intp]) -> _Listed:
    yaku, yakuman = events.results.yaku[rows], events.results.yakuman[rows]
    numbers = np.concatenate([yaku[:, :, 0], yakuman], axis=1)
    han = np.concatenate([yaku[:, :, 1], np.zeros_like(yakuman)], axis=1)
    row, place = np.divmod(np.flatnonzero(numbers != ABSENT), numbers.shape[1])
    return _Listed(
        row,
        numbers[row, place],
        han[row, place],
        np.bincount(row[place >= yaku.shape[1]], minlength=len(rows)),
        np.bincount(row, minlength=len(rows)),
    )


def _value(batch: ReviewedBatch, rows: NDArray[np.intp], listed: _Listed) -> Columns:
    fu, points, limit = batch.review.events.results.ten[rows].T
    codes = np.where((limit < 0) | (limit > _YAKUMAN_LIMIT), -1, limit)
    codes[(limit == _YAKUMAN_LIMIT) & (listed.yakuman > 0)] = len(LIMITS) - 1
    return {
        "fu": logged(fu),
        "han": Nullable(listed.sum_of(), some((listed.yakuman > 0) | (listed.items == 0))),
        "yakuman": listed.yakuman,
        "limit": Coded(codes, LIMITS),
        "points": logged(points),
        "points_computed": _points_computed(batch, rows),
    }


def _points_computed(batch: ReviewedBatch, rows: NDArray[np.intp]) -> Nullable:
    wins, results = batch.review.wins, batch.review.events.results
    place = np.full(len(results.hand), -1, np.int64)
    place[wins.result] = np.arange(len(wins.result))
    place = place[rows]
    known = (place >= 0) & batch.is_judged[results.hand[rows]]
    known[known] &= wins.stands[place[known]]
    points = np.zeros(len(rows), np.int32)
    points[known] = wins.scores.points[place[known]]
    return Nullable(points, some(~known))


def _payment(events: Events, rows: NDArray[np.intp]) -> Columns:
    results = events.results
    winner, loser = results.winner[rows], results.loser[rows]
    is_tsumo = (loser == winner) | (loser == NO_SEAT)
    pot = takes_pot(results.hand[rows], winner, np.where(is_tsumo, winner, loser))
    sticks, honba = results.kyotaku[rows], results.honba[rows]
    return {
        "loser": Nullable(loser, is_tsumo),
        "is_tsumo": is_tsumo,
        "gain": logged(results.deltas[rows, winner]),
        "kyotaku": Nullable(np.where(pot, sticks, 0), some(sticks == ABSENT)),
        "honba": Nullable(np.where(pot, honba, 0), some(honba == ABSENT)),
    }


def _yaku(listed: _Listed, kita: NDArray[np.uint8]) -> Columns:
    """Columns of yaku and dora; the results count the norths in ``kita`` as dora."""
    rows = len(kita)
    is_yaku = (listed.number >= 0) & (listed.number < Yaku.DORA)
    offsets = np.zeros(rows + 1, np.int32)
    np.cumsum(np.bincount(listed.row[is_yaku], minlength=rows), out=offsets[1:])
    unknown = some((listed.items == 0) | (listed.yakuman > 0))
    dora = listed.sum_of(Yaku.DORA)
    by_kita = np.minimum(dora, kita)
    return {
        "yaku": Lists(Coded(listed.number[is_yaku], YAKU_NAMES), offsets, some(listed.items == 0)),
        "dora": Nullable(dora - by_kita, unknown),
        "ura": Nullable(listed.sum_of(Yaku.URA_DORA), unknown),
        "aka": Nullable(listed.sum_of(Yaku.AKA_DORA), unknown),
        "kita_dora": Nullable(by_kita, unknown),
    }
