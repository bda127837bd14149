"""Impossible events beyond those the replay reports: seen from the end of a hand, or from calls."""

from __future__ import annotations

from enum import unique
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.replay.facts import DERAILING, Facts, Illegals, is_one_of
from analyzer.settlement.payments import ORPHAN_KINDS, closed_kan_rons
from analyzer.vocabulary import KINDS, SEATS, Code, DrawKind, EndKind, PlayKind

__all__ = ["Irregular", "PlaysOfKind", "RarePlays", "own_draws", "rare_plays", "with_irregular"]


class PlaysOfKind(NamedTuple):
    """Plays of some kinds, in play order; shape (items,)."""

    row: NDArray[np.int64]
    """Of ``plays``."""
    hand: NDArray[np.int64]
    """Of ``hands``."""
    kind: NDArray[np.uint8]


class RarePlays(NamedTuple):
    """Calls, kita, riichi, sticks and indicators of a batch, in play order; shape (items,) unless said."""

    row: NDArray[np.int64]
    """Of ``plays``."""
    kind: NDArray[np.uint8]
    offsets: NDArray[np.int32]
    """Shape (hands + 1,): first play of each hand, and the end."""

    def of_kind(self, *kinds: PlayKind) -> PlaysOfKind:
        """Those of some kinds."""
        items = np.flatnonzero(is_one_of(self.kind, kinds))
        row = self.row[items]
        return PlaysOfKind(row, np.searchsorted(self.offsets, row, side="right") - 1, self.kind[items])


def rare_plays(events: Events) -> RarePlays:
    """All of a batch that are neither draws nor discards."""
    kind = events.plays.kind
    row = np.flatnonzero(kind > int(PlayKind.DISCARD))
    return RarePlays(row, kind[row], events.hands.play_offsets)


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
    """A ron on the tile of a closed kan by another hand than thirteen orphans."""
    KITA_OFF = 106
    """A north set aside where the rules have no kita."""
    DORA_LATE = 107
    """The indicator of an open kan is shown after the replacement draw, where it is due at once."""
    KAKAN_OF_OTHER_PON = 108
    """The code of a kakan names another seat or tile as called than that of its pon."""
    KOKUSHI_ON_ANKAN = 109
    """Thirteen orphans ron on the tile of a closed kan, which the rule set forbids."""


def with_irregular(
    events: Events,
    facts: Facts,
    illegals: Illegals,
    rare: RarePlays,
    *,
    no_kita: NDArray[np.bool_],
    at_once: NDArray[np.bool_],
    kokushi_on_ankan: NDArray[np.bool_],
) -> Illegals:
    """The illegal events of the replay with those found here, in play order.

    Args:
        events: The batch.
        facts: Of its hands.
        illegals: Of the replay.
        rare: Of the batch.
        no_kita: Shape (hands,): three players without kita.
        at_once: Shape (hands,): the indicator of an open kan is due before the replacement draw.
        kokushi_on_ankan: Shape (hands,): thirteen orphans may win on a closed kan.

    After an event that makes the table unknown, nothing more is reported in the hand.

    Source: Tenhou: 568 riichi tiles won on without a stick; 3,221 kans and kita of the corpus, all after a
        draw, 101 of them kita in riichi; no indicator shown after a winning draw; 199 kakan of the corpus,
        each with the seat and the tile called of its pon.
    """
    found = [
        *_stick_of_won_tile(events, facts),
        *_dora_after_last_draw(events, facts),
        *_kan_without_draw(events, rare),
        *_kita_not_drawn(events, rare),
        *_kakan_of_other_pon(events, rare),
        *_closed_kan_robbed(events, facts, kokushi_on_ankan),
        *_kita_off(events, rare, no_kita),
        *_dora_late(events, rare, at_once),
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


_Row = tuple[int, int, int, int, int]
"""Hand, seat, element, code and tile, as in `Illegals`."""


def _hands_that_end_with(events: Events, kind: PlayKind) -> NDArray[np.int64]:
    """Hands whose last play is of this kind."""
    played = np.flatnonzero(np.diff(events.hands.play_offsets) > 0)
    ends: NDArray[np.bool_] = events.plays.kind[_last_plays(events, played)] == kind
    return played[ends]


def _last_plays(events: Events, hand: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row of the last play of some hands, none of them without plays."""
    return events.hands.play_offsets[hand + 1].astype(np.int64) - 1


def _stick_of_won_tile(events: Events, facts: Facts) -> list[_Row]:
    results = events.results
    hand = _hands_that_end_with(events, PlayKind.RIICHI_ACCEPTED)
    hand = hand[(facts.end[hand] != EndKind.NONE) & (facts.ron_calls[hand] > 0)]
    result = events.hands.result_offsets[hand]
    three = results.draw_kind[result] == DrawKind.SANCHAHOU
    won = hand[(results.end[result] == EndKind.AGARI) | three]
    return _of_plays(events, _last_plays(events, won), Irregular.STICK_OF_WON_TILE)


def _dora_after_last_draw(events: Events, facts: Facts) -> list[_Row]:
    hand = _hands_that_end_with(events, PlayKind.DORA)
    by_tsumo = (facts.end == EndKind.AGARI) & (facts.ron_calls == 0) & (facts.last_kind == PlayKind.DRAW)
    return _of_plays(events, _last_plays(events, hand[by_tsumo[hand]]), Irregular.DORA_AFTER_LAST_DRAW)


def own_draws(events: Events, calls: PlaysOfKind) -> NDArray[np.int64]:
    """Row of the own draw right before each call, but for indicators between; -1 where there is none."""
    plays, first = events.plays, events.hands.play_offsets[calls.hand]
    before = calls.row - 1
    while (is_indicator := (before >= first) & (plays.kind[before] == PlayKind.DORA)).any():
        before = np.where(is_indicator, before - 1, before)
    own = (plays.kind[before] == PlayKind.DRAW) & (plays.seat[before] == plays.seat[calls.row])
    return np.where((before >= first) & own, before, -1)


def _kan_without_draw(events: Events, rare: RarePlays) -> list[_Row]:
    calls = rare.of_kind(PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
    rows = calls.row[own_draws(events, calls) < 0]
    return _of_plays(events, rows, Irregular.KAN_WITHOUT_DRAW)


def _kita_not_drawn(events: Events, rare: RarePlays) -> list[_Row]:
    plays, kita = events.plays, rare.of_kind(PlayKind.KITA)
    if len(kita.row) == 0:
        return []
    riichi = rare.of_kind(PlayKind.RIICHI)
    declared = np.full((len(events.hands.game), SEATS), len(plays.kind))
    # Of several declarations the first stays, since it is written last.
    declared[riichi.hand[::-1], plays.seat[riichi.row[::-1]]] = riichi.row[::-1]
    in_riichi = declared[kita.hand, plays.seat[kita.row]] < kita.row
    drawn = own_draws(events, kita)
    other = (drawn >= 0) & (plays.tile[drawn] != plays.tile[kita.row])
    return _of_plays(events, kita.row[in_riichi & other], Irregular.KITA_NOT_DRAWN)


def _kakan_of_other_pon(events: Events, rare: RarePlays) -> list[_Row]:
    plays, calls = events.plays, events.calls
    pons, kakans = rare.of_kind(PlayKind.PON), rare.of_kind(PlayKind.KAKAN)
    _, pon_at, kakan_at = np.intersect1d(
        _kinds_of_seats(events, pons), _kinds_of_seats(events, kakans), return_indices=True
    )
    added = kakans.row[kakan_at]
    pon, kakan = plays.row[pons.row[pon_at]], plays.row[added]
    differs = (calls.called[pon] != calls.called[kakan]) | (calls.source[pon] != calls.source[kakan])
    return _of_plays(events, added[differs], Irregular.KAKAN_OF_OTHER_PON)


def _kinds_of_seats(events: Events, calls: PlaysOfKind) -> NDArray[np.int64]:
    """One number for the hand, seat and kind of tile of each call."""
    of_seat = calls.hand * SEATS + events.plays.seat[calls.row]
    return of_seat * KINDS + events.plays.tile[calls.row] // 4


def _kita_off(events: Events, rare: RarePlays, no_kita: NDArray[np.bool_]) -> list[_Row]:
    kita = rare.of_kind(PlayKind.KITA)
    return _of_plays(events, kita.row[no_kita[kita.hand]], Irregular.KITA_OFF)


def _dora_late(events: Events, rare: RarePlays, at_once: NDArray[np.bool_]) -> list[_Row]:
    kind, shown = events.plays.kind, rare.of_kind(PlayKind.DORA)
    rows = shown.row[at_once[shown.hand] & (shown.row >= 2)]
    kans = is_one_of(kind[rows - 2], (PlayKind.KAKAN, PlayKind.DAIMINKAN))
    return _of_plays(events, rows[kans & (kind[rows - 1] == PlayKind.DRAW)], Irregular.DORA_LATE)


def _of_plays(events: Events, rows: NDArray[np.int64], code: int | NDArray[np.uint8]) -> list[_Row]:
    """Events of plays, all of one code or each of its own."""
    plays = events.plays
    codes = np.broadcast_to(code, len(rows))
    hands = np.searchsorted(events.hands.play_offsets, rows, side="right") - 1
    columns = (hands, plays.seat[rows], plays.element[rows], codes, plays.tile[rows])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _closed_kan_robbed(events: Events, facts: Facts, kokushi_on_ankan: NDArray[np.bool_]) -> list[_Row]:
    """Rons on a closed kan that no rule, or not that of the game, allows."""
    results, offsets = events.results, events.hands.result_offsets
    found = []
    for hand, winner in np.argwhere(closed_kan_rons(facts, kokushi_on_ankan)).tolist():
        first = int(offsets[hand])
        result = first + int((results.winner[first : int(offsets[hand + 1])] == winner).argmax())
        has_orphans = facts.yaochu_kinds[hand, winner] >= ORPHAN_KINDS
        code = Irregular.KOKUSHI_ON_ANKAN if has_orphans else Irregular.CLOSED_KAN_ROBBED
        element, tile = int(results.element[result]), int(facts.last_tile[hand])
        found.append((hand, winner, element, int(code), tile))
    return found
