"""Illegal events as the rules of each hand have them: what the replay leaves to the rule sets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events
from analyzer.replay.facts import DERAILING, Illegal, Illegals, is_one_of
from analyzer.vocabulary import PlayKind

__all__ = ["PlaysOfKind", "RarePlays", "illegal_by_rules", "rare_plays"]


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


def illegal_by_rules(
    events: Events,
    illegals: Illegals,
    rare: RarePlays,
    *,
    no_kita: NDArray[np.bool_],
    at_once: NDArray[np.bool_],
    kokushi_on_ankan: NDArray[np.bool_],
) -> Illegals:
    """The illegal events of the replay without those that the rules allow, and with kita that they forbid.

    Args:
        events: The batch.
        illegals: Of the replay.
        rare: Of the batch.
        no_kita: Shape (hands,): three players without kita.
        at_once: Shape (hands,): the indicator of an open kan is due before the replacement draw.
        kokushi_on_ankan: Shape (hands,): thirteen orphans may win on a closed kan.
    """
    is_allowed = (illegals.code == Illegal.DORA_LATE) & ~at_once[illegals.hand]
    is_allowed |= (illegals.code == Illegal.KOKUSHI_ON_ANKAN) & kokushi_on_ankan[illegals.hand]
    illegals = _rows(illegals, np.flatnonzero(~is_allowed))
    return _with_kita(events, illegals, rare, no_kita) if no_kita.any() else illegals


def _with_kita(events: Events, illegals: Illegals, rare: RarePlays, no_kita: NDArray[np.bool_]) -> Illegals:
    """With every kita of some hands, as long as their table is known."""
    plays, kita = events.plays, rare.of_kind(PlayKind.KITA)
    lost = np.full(len(no_kita), np.iinfo(np.int32).max)
    derailing = np.flatnonzero(np.isin(illegals.code, DERAILING))
    lost[illegals.hand[derailing]] = illegals.element[derailing]
    is_off = no_kita[kita.hand] & (plays.element[kita.row] < lost[kita.hand])
    rows, hands = kita.row[is_off], kita.hand[is_off].astype(np.int32)
    off = np.full(len(rows), Illegal.KITA_OFF, np.uint8)
    found = Illegals(hands, plays.seat[rows], plays.element[rows], off, plays.tile[rows])
    merged = Illegals._make(
        np.concatenate([getattr(illegals, name), getattr(found, name)]) for name in found._fields
    )
    return _rows(merged, np.lexsort((merged.element, merged.hand)))


def _rows(illegals: Illegals, rows: NDArray[np.int64]) -> Illegals:
    return Illegals._make(column[rows] for column in illegals)
