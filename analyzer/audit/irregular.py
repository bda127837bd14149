"""Impossible events beyond those the replay reports: seen from the end of a hand, or from calls."""

from __future__ import annotations

from enum import unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.kernels import kernel
from analyzer.replay.facts import DERAILING, Facts, Illegal, Illegals
from analyzer.vocabulary import KINDS, NO_SEAT, SEATS, Code, DrawKind, EndKind, PlayKind

__all__ = ["Irregular", "with_irregular"]

_BROKEN_TURN = (Illegal.OUT_OF_TURN, Illegal.NOT_LAST_DISCARD)
DRAW: Final = int(PlayKind.DRAW)
PON: Final = int(PlayKind.PON)
DORA: Final = int(PlayKind.DORA)
RIICHI: Final = int(PlayKind.RIICHI)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)


@unique
class Irregular(Code):
    """Codes beside those of `Illegal`, in the same column."""

    STICK_OF_WON_TILE = 101
    """A riichi is accepted although its tile is won on."""
    DORA_AFTER_LAST_DRAW = 102
    """An indicator is shown between the winning draw and the win."""
    KAN_WITHOUT_DRAW = 103
    """A kan or kita by a seat that has not just drawn."""
    KITA_NOT_DRAWN = 104
    """A seat in riichi sets aside another north than the one drawn."""
    CLOSED_KAN_ROBBED = 105
    """A ron on the tile of a closed kan."""
    KITA_OFF = 106
    """A north set aside where the rules have no kita."""
    DORA_LATE = 107
    """The indicator of an open kan is shown after the replacement draw, where it is due at once."""
    KAKAN_OF_OTHER_PON = 108
    """The code of a kakan names another seat or tile as called than that of its pon."""


KAN_WITHOUT_DRAW: Final = int(Irregular.KAN_WITHOUT_DRAW)
KITA_NOT_DRAWN: Final = int(Irregular.KITA_NOT_DRAWN)


def with_irregular(
    events: Events,
    facts: Facts,
    illegals: Illegals,
    *,
    no_kita: NDArray[np.bool_],
    at_once: NDArray[np.bool_],
) -> Illegals:
    """The illegal events of the replay with those found here, in play order.

    Args:
        events: The batch.
        facts: Of its hands.
        illegals: Of the replay.
        no_kita: Shape (hands,): three players without kita.
        at_once: Shape (hands,): the indicator of an open kan is due before the replacement draw.

    After an event that makes the table unknown, nothing more is reported in the hand.

    Source: Tenhou: 568 riichi tiles won on without a stick; 3,221 kans and kita of the corpus, all after a
        draw, 101 of them kita in riichi; no indicator shown after a winning draw; 199 kakan of the corpus,
        each with the seat and the tile called of its pon.
    """
    illegals = _without_consequences(illegals)
    found = [
        *_stick_of_won_tile(events, facts),
        *_dora_after_last_draw(events, facts),
        *_own_calls(events),
        *_kakan_of_other_pon(events),
        *_closed_kan_robbed(events, facts),
        *_kita_off(events, no_kita),
        *_dora_late(events, at_once),
    ]
    known = [row for row in found if row[2] < _lost_at(illegals, row[0])]
    rows = np.array(known, np.int32).reshape(-1, 5)
    if len(rows) == 0:
        return illegals
    hand, seat, element, code, tile = rows.T
    merged = Illegals(
        np.concatenate([illegals.hand, hand]),
        np.concatenate([illegals.seat, seat.astype(np.uint8)]),
        np.concatenate([illegals.element, element]),
        np.concatenate([illegals.code, code.astype(np.uint8)]),
        np.concatenate([illegals.tile, tile.astype(np.uint8)]),
    )
    return _rows(merged, np.lexsort((merged.element, merged.hand)))


def _lost_at(illegals: Illegals, hand: int) -> float:
    """Element after which the table of a hand is unknown; infinity if it is always known."""
    lost = (illegals.hand == hand) & np.isin(illegals.code, DERAILING)
    return float(illegals.element[lost][0]) if lost.any() else np.inf


def _rows(illegals: Illegals, rows: NDArray[np.int64]) -> Illegals:
    return Illegals._make(column[rows] for column in illegals)


def _without_consequences(illegals: Illegals) -> Illegals:
    """The illegal events without the break in turn order after a riichi whose draw or discard is missing."""
    codes = illegals.code
    if len(codes) < 2 or Illegal.RIICHI_STEP not in codes:
        return illegals
    drop = np.zeros(len(codes), np.bool_)
    drop[1:] = (codes[:-1] == Illegal.RIICHI_STEP) & np.isin(codes[1:], _BROKEN_TURN)
    drop[1:] &= (illegals.hand[:-1] == illegals.hand[1:]) & (
        illegals.element[1:] == illegals.element[:-1] + 1
    )
    return _rows(illegals, np.flatnonzero(~drop))


_Row = tuple[int, int, int, int, int]
"""Hand, seat, element, code and tile, as in `Illegals`."""


def _last_plays(events: Events) -> NDArray[np.int64]:
    """Shape (hands,): row of the last play of each hand; meaningless for a hand without plays."""
    return np.maximum(events.hands.play_offsets[1:].astype(np.int64) - 1, 0)


def _ends_with(events: Events, kind: PlayKind) -> NDArray[np.bool_]:
    """Shape (hands,): the last play of the hand is of this kind."""
    played = np.diff(events.hands.play_offsets) > 0
    if len(events.plays.kind) == 0:
        return played
    last: NDArray[np.bool_] = played & (events.plays.kind[_last_plays(events)] == kind)
    return last


def _stick_of_won_tile(events: Events, facts: Facts) -> list[_Row]:
    results = events.results
    hand = np.flatnonzero(
        _ends_with(events, PlayKind.RIICHI_ACCEPTED) & (facts.end != EndKind.NONE) & (facts.ron_calls > 0)
    )
    result = events.hands.result_offsets[hand]
    three = results.draw_kind[result] == DrawKind.SANCHAHOU
    won = hand[(results.end[result] == EndKind.AGARI) | three]
    return _of_plays(events, _last_plays(events)[won], Irregular.STICK_OF_WON_TILE)


def _dora_after_last_draw(events: Events, facts: Facts) -> list[_Row]:
    by_tsumo = (facts.end == EndKind.AGARI) & (facts.ron_calls == 0) & (facts.last_kind == PlayKind.DRAW)
    plays = _last_plays(events)[_ends_with(events, PlayKind.DORA) & by_tsumo]
    return _of_plays(events, plays, Irregular.DORA_AFTER_LAST_DRAW)


@kernel
def mark_own_calls(
    kind: NDArray[np.uint8],
    seat: NDArray[np.uint8],
    tile: NDArray[np.uint8],
    offsets: NDArray[np.int32],
    found: NDArray[np.uint8],
) -> None:
    """Mark kans and kita without an own draw before them, and kita in riichi of a north not just drawn.

    Args:
        kind: Of all plays.
        seat: Of all plays.
        tile: Of all plays.
        offsets: First play of each hand, and the end; shape (hands + 1,).
        found: Shape (plays,), written: the Irregular that a play is.
    """
    for hand in range(len(offsets) - 1):
        declared = 0
        drawer = -1
        drawn = -1
        for play in range(int(offsets[hand]), int(offsets[hand + 1])):
            what = int(kind[play])
            who = int(seat[play])
            if what == DORA:
                continue
            if what in (KAKAN, ANKAN, KITA):
                if drawer != who:
                    found[play] = KAN_WITHOUT_DRAW
                elif what == KITA and drawn != int(tile[play]) and (declared >> who) & 1 != 0:
                    found[play] = KITA_NOT_DRAWN
            elif what == RIICHI:
                declared |= 1 << who
            drawer = who if what == DRAW else -1
            drawn = int(tile[play])


def _own_calls(events: Events) -> list[_Row]:
    plays = events.plays
    code = np.zeros(len(plays.kind), np.uint8)
    mark_own_calls(plays.kind, plays.seat, plays.tile, events.hands.play_offsets, code)
    rows = np.flatnonzero(code)
    return _of_plays(events, rows, code[rows])


def _kakan_of_other_pon(events: Events) -> list[_Row]:
    plays, calls = events.plays, events.calls
    pons, kakans = (np.flatnonzero(plays.kind == kind) for kind in (PON, KAKAN))
    _, pon_at, kakan_at = np.intersect1d(
        _kinds_of_seats(events, pons), _kinds_of_seats(events, kakans), return_indices=True
    )
    kakans = kakans[kakan_at]
    pon, kakan = plays.row[pons[pon_at]], plays.row[kakans]
    differs = (calls.called[pon] != calls.called[kakan]) | (calls.source[pon] != calls.source[kakan])
    return _of_plays(events, kakans[differs], Irregular.KAKAN_OF_OTHER_PON)


def _kinds_of_seats(events: Events, plays: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for the hand, seat and kind of tile of each play."""
    of_seat = _hands_of(events, plays) * SEATS + events.plays.seat[plays]
    return of_seat * KINDS + events.plays.tile[plays] // 4


def _kita_off(events: Events, no_kita: NDArray[np.bool_]) -> list[_Row]:
    if not no_kita.any():
        return []
    rows = _plays_in(events, no_kita, events.plays.kind == KITA)
    return _of_plays(events, rows, Irregular.KITA_OFF)


def _dora_late(events: Events, at_once: NDArray[np.bool_]) -> list[_Row]:
    if not at_once.any():
        return []
    kind = events.plays.kind
    late = kind == DORA
    late[:2] = False
    late[2:] &= (kind[1:-1] == DRAW) & ((kind[:-2] == KAKAN) | (kind[:-2] == DAIMINKAN))
    return _of_plays(events, _plays_in(events, at_once, late), Irregular.DORA_LATE)


def _hands_of(events: Events, plays: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.searchsorted(events.hands.play_offsets, plays, side="right") - 1


def _plays_in(events: Events, asked: NDArray[np.bool_], found: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Rows of the plays that are found, in the hands asked for."""
    rows = np.flatnonzero(found)
    return rows[asked[_hands_of(events, rows)]]


def _of_plays(events: Events, rows: NDArray[np.int64], code: int | NDArray[np.uint8]) -> list[_Row]:
    """Events of plays, all of one code or each of its own."""
    plays = events.plays
    codes = np.broadcast_to(code, len(rows))
    columns = (_hands_of(events, rows), plays.seat[rows], plays.element[rows], codes, plays.tile[rows])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _closed_kan_robbed(events: Events, facts: Facts) -> list[_Row]:
    """Rons on a closed kan; some rules allow thirteen orphans, so hands near those are skipped."""
    robbed = (facts.end == EndKind.AGARI) & (facts.ron_calls > 0) & (facts.last_kind == PlayKind.ANKAN)
    results, offsets = events.results, events.hands.result_offsets
    found = []
    for hand in np.flatnonzero(robbed).tolist():
        result = int(offsets[hand])
        winner = int(results.winner[result])
        if winner == NO_SEAT or facts.yaochu_kinds[hand, winner] >= _ORPHAN_KINDS:
            continue
        element = int(results.element[result])
        found.append((hand, winner, element, int(Irregular.CLOSED_KAN_ROBBED), int(facts.last_tile[hand])))
    return found


_ORPHAN_KINDS = 12
"""Least kinds of terminals and honours in a hand that waits for thirteen orphans."""
