"""What logs say of a win beside its payment: tiles, calls, value, yaku, indicators, the liable seat."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.replay.facts import Facts, Place
from analyzer.rules import RuleSet
from analyzer.settlement.settle import Situation, Wins
from analyzer.settlement.win_payments import answering_seats
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT, KINDS, NO_SEAT, NO_TILE, SEATS, PlayKind

__all__ = ["held_tiles", "win_columns"]

_SHOWN: Final = 14
_MELDS: Final = 8
_INDICATORS: Final = 8
_YAKU: Final = 24
"""Widths of the columns of results."""


def held_tiles(
    facts: Facts,
    hand: NDArray[np.int32],
    seat: NDArray[np.int64],
    won_on: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """The concealed part of tehai, ascending; shape (items, 14), NO_TILE where fewer.

    Args:
        facts: Of all hands.
        hand: Row of facts of each item; shape (items,).
        seat: Shape (items,).
        won_on: A tile that belongs to it as well; shape (items,).
    """
    held = facts.place[hand] == (Place.CONCEALED + seat)[:, None]
    if won_on is not None:
        held[np.arange(len(hand)), won_on] = True
    item, tile = np.nonzero(held)
    first = np.cumsum(held.sum(axis=1)) - held.sum(axis=1)
    tiles = np.full((len(hand), _SHOWN), NO_TILE, np.uint8)
    tiles[item, np.arange(len(item)) - first[item]] = tile
    return tiles


def _codes(
    events: Events, facts: Facts, hand: NDArray[np.int32], winner: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """Codes of the winners' calls and kita, the latest first, a kakan in its pon's place; shape (wins, 8)."""
    plays, calls = events.plays, events.calls
    win_of_seat = np.full(facts.winners.shape, -1, np.int64)
    win_of_seat[hand, winner] = np.arange(len(hand))
    at = np.flatnonzero((plays.kind >= PlayKind.CHI) & (plays.kind <= PlayKind.KITA))
    win = win_of_seat[np.searchsorted(events.hands.play_offsets, at, side="right") - 1, plays.seat[at]]
    at, win = at[win >= 0], win[win >= 0]
    kind, tile_kind, code = plays.kind[at], plays.tile[at] // 4, calls.code[plays.row[at]].astype(np.int32)
    added = np.zeros((len(hand), KINDS), np.int32)
    is_added = kind == PlayKind.KAKAN
    added[win[is_added], tile_kind[is_added]] = code[is_added]
    later = np.where(kind == PlayKind.PON, added[win, tile_kind], 0)
    code = np.where(later != 0, later, code)
    own = np.flatnonzero(~is_added)
    own = own[np.lexsort((-at[own], win[own]))]
    place = np.arange(len(own)) - np.searchsorted(win[own], win[own], side="left")
    codes = np.full((len(hand), _MELDS), ABSENT, np.int32)
    codes[win[own], place] = code[own]
    return codes


def _indicators(shown: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Indicators as results have them; shape (wins, 8)."""
    missing = max(0, _INDICATORS - shown.shape[1])
    return np.pad(shown[:, :_INDICATORS], ((0, 0), (0, missing)), constant_values=NO_TILE)


def _liable(wins: Wins, rules: RuleSet) -> NDArray[np.uint8]:
    """Shape (wins,): the seat that answers for a yakuman of the hand; NO_SEAT where none does."""
    pays = answering_seats(wins.scores, wins.table, rules)
    first = (pays != NO_SEAT).argmax(axis=1)
    seat: NDArray[np.uint8] = pays[np.arange(len(pays)), first]
    return seat


def win_columns(
    events: Events, facts: Facts, wins: Wins, rows: NDArray[np.int64], situation: Situation, rules: RuleSet
) -> dict[str, NDArray[np.generic]]:
    """Columns of `Results` by name, for some wins in the order of ``rows``.

    Args:
        events: The batch.
        facts: Of its hands.
        wins: All of them.
        rows: Of ``wins``.
        situation: Of the hands.
        rules: Of the settlement.
    """
    hand, winner = wins.hand[rows], wins.table.winner[rows]
    scores = wins.scores
    shown = np.full((len(rows), SEATS, _SHOWN), NO_TILE, np.uint8)
    machi = facts.last_tile[hand]
    shown[np.arange(len(rows)), winner] = held_tiles(facts, hand, winner.astype(np.int64), machi)
    dora = _indicators(situation.indicators[hand])
    in_riichi = facts.riichi_turn[hand, winner] > 0
    under = in_riichi[:, None] & (dora != NO_TILE)
    yakuman, yaku = scores.yakuman[rows].astype(np.int32), scores.yaku[rows].astype(np.int32)
    yaku[yaku[:, :, 0] == NO_YAKU] = ABSENT
    return {
        "loser": wins.table.loser[rows],
        "shown": shown,
        "machi": machi,
        "melds": _codes(events, facts, hand, winner),
        "ten": np.stack([column[rows] for column in (scores.fu, scores.points, scores.limit)], axis=1),
        "yaku": np.pad(yaku, ((0, 0), (0, _YAKU - yaku.shape[1]), (0, 0)), constant_values=ABSENT),
        "yakuman": np.where(yakuman == NO_YAKU, np.int32(ABSENT), yakuman),
        "dora": dora,
        "ura": np.where(under, _indicators(situation.ura[hand]), np.uint8(NO_TILE)),
        "has_ura": in_riichi,
        "pao_seat": _liable(wins, rules)[rows],
    }
