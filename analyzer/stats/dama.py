"""Dama (闇聴): closed tenpai without riichi; how often it is chosen, how it ends, what it is worth.

Two questions need two denominators.  The choice of dama is counted over all seats whose first tenpai was
closed, at the discard that made it; the result of dama over the seats that are in dama tenpai at the end.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.stats.outcomes import ENDINGS, has_outcome
from analyzer.stats.populations import (
    Population,
    axis_mean,
    axis_shares,
    column_axis,
    ending_gain,
    ending_rate,
    ending_shares,
    flag_rate,
)
from analyzer.stats.rows import CODES, Array, Rows, derived

__all__ = ["STATISTICS"]

_TOPIC: Final = "dama"


@derived
def _closed_tenpai(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` whose first tenpai was closed."""
    opened, ready = rows["open_turn"], rows["tenpai_turn"]
    return np.flatnonzero((ready > 0) & ((opened < 0) | (opened > ready)) & has_outcome(rows))


@derived
def _in_dama(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` in closed tenpai without riichi at the end."""
    closed = (rows["open_melds"] == 0) & (rows["riichi_turn"] < 0)
    return np.flatnonzero(closed & (rows["wait_kinds"] > 0) & has_outcome(rows))


@derived
def _closed_at_end(rows: Rows) -> NDArray[np.intp]:
    """Rows of ``seats`` in closed tenpai at the end, with riichi or without."""
    ready = (rows["open_melds"] == 0) & (rows["wait_kinds"] > 0)
    return np.flatnonzero((ready | (rows["riichi_turn"] > 0)) & has_outcome(rows))


_READY: Final = Population(
    "closed_tenpai",
    "first reached tenpai with a closed tehai",
    "share of closed tenpai",
    _closed_tenpai,
    ("seats.open_turn", "seats.tenpai_turn"),
)
_DAMA: Final = Population(
    "dama",
    "had a closed tenpai without riichi at the end",
    "share of dama tenpai",
    _in_dama,
    ("seats.open_melds", "seats.riichi_turn", "seats.wait_kinds"),
)
_CLOSED: Final = Population(
    "closed_tenpai_at_end",
    "had a closed tenpai at the end, with or without riichi",
    "share of closed tenpai",
    _closed_at_end,
    ("seats.open_melds", "seats.riichi_turn", "seats.wait_kinds"),
)
_TURN: Final = column_axis("turn", "the turn of their first tenpai (own discards)", "seats.tenpai_turn")
_LIVE: Final = column_axis(
    "wait_live", "the live tiles of the wait at the end (tiles that they do not see)", "seats.wait_live"
)
_KINDS: Final = column_axis("wait_kinds", "the number of kinds of the wait at the end", "seats.wait_kinds")
_SHAPE: Final = column_axis(
    "wait_shape", "the shape of the wait at the end", "seats.wait_shape", CODES["wait_shape"]
)


def _stays_silent(rows: Rows) -> Array:
    """No riichi with the discard that makes the first tenpai."""
    silent: Array = rows["riichi_turn"] != rows["tenpai_turn"]
    return silent


def _never_declares(rows: Rows) -> Array:
    return rows["riichi_turn"] < 0


def _declares_later(rows: Rows) -> Array:
    return rows["riichi_turn"] > rows["tenpai_turn"]


def _opens_later(rows: Rows) -> Array:
    return rows["open_turn"] > 0


STATISTICS: Final = (
    flag_rate(
        _TOPIC,
        _READY,
        "dama_rate",
        "did not declare riichi with the discard that made tenpai, whether or not they could",
        _stays_silent,
        ("seats.riichi_turn",),
    ),
    flag_rate(
        _TOPIC,
        _READY,
        "dama_rate",
        "did not declare riichi with the discard that made tenpai, whether or not they could",
        _stays_silent,
        ("seats.riichi_turn",),
        _TURN,
    ),
    flag_rate(
        _TOPIC,
        _READY,
        "lasting_dama_rate",
        "never declared riichi, even if they lost tenpai",
        _never_declares,
        ("seats.riichi_turn",),
    ),
    flag_rate(
        _TOPIC,
        _READY,
        "riichi_from_dama_rate",
        "declared riichi with a discard after the one that made tenpai",
        _declares_later,
        ("seats.riichi_turn",),
    ),
    flag_rate(_TOPIC, _READY, "opened_from_dama_rate", "opened the tehai afterwards", _opens_later, ()),
    axis_shares(_TOPIC, _READY, _TURN),
    flag_rate(
        _TOPIC,
        _CLOSED,
        "dama_at_end_rate",
        "had not declared riichi",
        _never_declares,
        (),
        _LIVE,
    ),
    flag_rate(_TOPIC, _CLOSED, "dama_at_end_rate", "had not declared riichi", _never_declares, ()),
    flag_rate(_TOPIC, _CLOSED, "dama_at_end_rate", "had not declared riichi", _never_declares, (), _TURN),
    flag_rate(_TOPIC, _CLOSED, "dama_at_end_rate", "had not declared riichi", _never_declares, (), _SHAPE),
    ending_shares(_TOPIC, _DAMA),
    *(ending_rate(_TOPIC, _DAMA, ending) for ending in ENDINGS.values()),
    *(
        ending_rate(_TOPIC, _DAMA, ENDINGS[name], axis)
        for axis in (_TURN, _LIVE, _KINDS, _SHAPE)
        for name in ("win", "deal_in")
    ),
    ending_gain(_TOPIC, _DAMA),
    ending_gain(_TOPIC, _DAMA, ENDINGS["win"]),
    ending_gain(_TOPIC, _DAMA, ENDINGS["deal_in"]),
    ending_gain(_TOPIC, _DAMA, None, _TURN),
    axis_mean(_TOPIC, _DAMA, _TURN, "turns"),
    axis_shares(_TOPIC, _DAMA, _LIVE),
    axis_shares(_TOPIC, _DAMA, _SHAPE),
)
