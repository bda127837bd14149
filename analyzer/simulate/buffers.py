"""Where kernels write what is played: buffers with room for any hand, and the rows in use afterwards."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.mjlog.events import Calls, Plays
from analyzer.mjlog.melds import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.rules import RuleSet
from analyzer.rules.grades import Kuikae, Suukaikan
from analyzer.simulate import outlook as o
from analyzer.simulate.hand import Buffers
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, PlayKind, Seat

__all__ = ["Filled", "filled", "first_counters", "new_buffers"]

_PLAYS_PER_HAND: Final = 256
_CALLS_PER_HAND: Final = 32
_DEPOSITS_PER_HAND: Final = 4
"""Rows of the buffers for each hand: more than any hand can need."""

_SUUKAIKAN: Final = {Suukaikan.AFTER_DISCARD: 1, Suukaikan.AT_ONCE: 2}
_KUIKAE: Final = {Kuikae.ALLOWED: 0, Kuikae.SAME_TILE: 1, Kuikae.FORBIDDEN: 2}


class Filled(NamedTuple):
    """What was played in the hands of a batch."""

    plays: Plays
    calls: Calls
    deposits: NDArray[np.int32]
    """Shape (deposits, 4), points."""
    play_offsets: NDArray[np.int32]
    """Shape (hands + 1,)."""


def new_buffers(count: int) -> Buffers:
    """Empty buffers for so many hands."""
    plays, calls = count * _PLAYS_PER_HAND, count * _CALLS_PER_HAND
    return Buffers(
        Plays(
            kind=np.zeros(plays, np.uint8),
            seat=np.zeros(plays, np.uint8),
            tile=np.zeros(plays, np.uint8),
            row=np.zeros(plays, np.int32),
            element=np.zeros(plays, np.int32),
        ),
        Calls(
            code=np.zeros(calls, np.uint16),
            tiles=np.full((calls, 4), NO_TILE, np.uint8),
            called=np.full(calls, NO_TILE, np.uint8),
            source=np.full(calls, NO_SEAT, np.uint8),
        ),
        deposits=np.zeros((count * _DEPOSITS_PER_HAND, SEATS), np.int32),
        waits_after=np.zeros(plays, np.uint64),
    )


def first_counters(chances: NDArray[np.int64], rules: RuleSet) -> NDArray[np.int64]:
    """Counters of every hand at its start, with the rules that bind play."""
    at = np.zeros((len(chances), o.COUNTERS), np.int64)
    each = np.arange(len(chances))
    at[:, o.PLAY] = at[:, o.FIRST_PLAY] = each * _PLAYS_PER_HAND
    at[:, o.CALL] = at[:, o.FIRST_CALL] = each * _CALLS_PER_HAND
    at[:, o.DEPOSIT] = each * _DEPOSITS_PER_HAND
    # The first indicator lies open before play.
    at[:, o.INDICATOR] = 1
    at[:, o.CHANCE] = chances
    at[:, o.RIICHI_POINTS] = rules.riichi_points
    at[:, o.RIICHI_TILES] = rules.riichi_tiles
    at[:, o.HAS_SUUFON_RENDA] = rules.suufon_renda
    at[:, o.HAS_KYUUSHU_KYUUHAI] = rules.kyuushu_kyuuhai
    at[:, o.HAS_SUUCHA_RIICHI] = rules.suucha_riichi
    at[:, o.SUUKAIKAN_FORM] = _SUUKAIKAN.get(rules.suukaikan, 0)
    at[:, o.KUIKAE_FORM] = _KUIKAE[rules.kuikae]
    at[:, o.HAS_LAST_CALLS] = rules.last_discard_calls
    return at


def _in_use(ends: NDArray[np.int64], per_hand: int) -> NDArray[np.bool_]:
    """Which rows of a buffer are in use; ``ends`` is the row after the last of each hand."""
    used = ends - np.arange(len(ends)) * per_hand
    return (np.arange(per_hand) < used[:, None]).reshape(-1)


def _offsets(ends: NDArray[np.int64], per_hand: int) -> NDArray[np.int32]:
    used = ends - np.arange(len(ends)) * per_hand
    return np.concatenate([[0], np.cumsum(used)]).astype(np.int32)


def filled(buffers: Buffers, at: NDArray[np.int64]) -> Filled:
    """The rows in use, with the references from plays to calls and deposits moved accordingly.

    Args:
        buffers: As `play_hands` left them.
        at: Counters as it left them.
    """
    play_rows = _in_use(at[:, o.PLAY], _PLAYS_PER_HAND)
    call_rows = _in_use(at[:, o.CALL], _CALLS_PER_HAND)
    deposit_rows = _in_use(at[:, o.DEPOSIT], _DEPOSITS_PER_HAND)
    kind, row = buffers.plays.kind[play_rows], buffers.plays.row[play_rows]
    is_deposit = kind == PlayKind.RIICHI_ACCEPTED
    is_call = (row != ABSENT) & ~is_deposit
    row[is_call] = (np.cumsum(call_rows) - 1)[row[is_call]]
    row[is_deposit] = (np.cumsum(deposit_rows) - 1)[row[is_deposit]]
    plays = Plays(
        kind,
        buffers.plays.seat[play_rows],
        buffers.plays.tile[play_rows],
        row,
        buffers.plays.element[play_rows],
    )
    calls = Calls(
        buffers.calls.code[call_rows],
        buffers.calls.tiles[call_rows],
        buffers.calls.called[call_rows],
        buffers.calls.source[call_rows],
    )
    callers = np.flatnonzero(is_call)
    for at_play, at_call in zip(callers.tolist(), row[callers].tolist(), strict=True):
        calls.code[at_call] = _code(plays, calls, at_play, at_call)
    return Filled(plays, calls, buffers.deposits[deposit_rows], _offsets(at[:, o.PLAY], _PLAYS_PER_HAND))


def _code(plays: Plays, calls: Calls, play: int, call: int) -> int:
    """Code of a call as logs have it."""
    seat: Seat = int(plays.seat[play])
    tile = int(plays.tile[play])
    tiles = [part for part in calls.tiles[call].tolist() if part != NO_TILE]
    called, source = int(calls.called[call]), int(calls.source[call])
    match PlayKind(int(plays.kind[play])):
        case PlayKind.CHI:
            return encode_chi(tiles, called, seat, source)
        case PlayKind.PON:
            return encode_pon(tiles, called, seat, source)
        case PlayKind.KAKAN:
            return encode_kakan([part for part in tiles if part != tile], called, seat, source)
        case PlayKind.DAIMINKAN:
            return encode_daiminkan(called, seat, source)
        case PlayKind.ANKAN:
            return encode_ankan(tile)
        case PlayKind.KITA:
            return encode_kita(tile)
        case other:
            raise RuntimeError(f"{other!r} is not a call")
