"""Illegal events as the rules of each hand have them: what the replay leaves to the rule sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.rare_plays import PlaysOfKind, RarePlays
from analyzer.formats.events import Events
from analyzer.replay.facts import DERAILING, Illegal, Illegals
from analyzer.vocabulary import PlayKind

__all__ = ["illegal_by_rules", "own_draws"]

_BROKEN_TURN = (Illegal.OUT_OF_TURN, Illegal.NOT_LAST_DISCARD)


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
    illegals = _without_consequences(illegals)
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


def own_draws(events: Events, calls: PlaysOfKind) -> NDArray[np.int64]:
    """Row of the own draw right before each call, but for indicators between; -1 where there is none."""
    plays, first = events.plays, events.hands.play_offsets[calls.hand]
    before = calls.row - 1
    while (is_indicator := (before >= first) & (plays.kind[before] == PlayKind.DORA)).any():
        before = np.where(is_indicator, before - 1, before)
    own = (plays.kind[before] == PlayKind.DRAW) & (plays.seat[before] == plays.seat[calls.row])
    return np.where((before >= first) & own, before, -1)
