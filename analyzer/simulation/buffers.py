"""Where kernels write what is played: buffers with room for any hand, and the rows in use afterwards."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Hands, Plays
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI
from analyzer.rules import RuleSet
from analyzer.rules.grades import DoubleRon, Furiten, Kuikae, OpenKanDora, Suukaikan, TripleRon
from analyzer.settlement.shibari import is_paarenchan, least_yaku_han
from analyzer.simulation import outlook as o
from analyzer.simulation.writing import Buffers
from analyzer.vocabulary import ABSENT, KINDS, NO_SEAT, NO_TILE, SEATS, PlayKind

__all__ = ["call_codes", "filled", "first_registers", "new_buffers", "tiles_seen"]

_PLAYS_PER_HAND: Final = 256
_CALLS_PER_HAND: Final = 32
_DEPOSITS_PER_HAND: Final = 4
"""Rows of the buffers for each hand: more than any hand can need."""

_SUUKAIKAN: Final = {Suukaikan.AFTER_DISCARD: 1, Suukaikan.AT_ONCE: 2}
_KUIKAE: Final = {Kuikae.ALLOWED: 0, Kuikae.SAME_TILE: 1, Kuikae.FORBIDDEN: 2}
_DOUBLE: Final = {DoubleRon.HEAD_BUMP: 1, DoubleRon.PAY_ALL: 2}
_TRIPLE: Final = {TripleRon.ABORT: 0, TripleRon.HEAD_BUMP: 1, TripleRon.PAY_ALL: 2}
_FURITEN: Final = {
    Furiten.OWN_DISCARDS: FURITEN_DISCARD,
    Furiten.PASSED: FURITEN_PASSED,
    Furiten.AFTER_RIICHI: FURITEN_RIICHI,
}
_COPIES: Final = 4
_SANMA: Final = 3
_ABSENT_IN_SANMA: Final = slice(1, 8)
"""Kinds from 2 to 8 man."""


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


def first_registers(
    hands: Hands, chances: NDArray[np.int64], own_honba: NDArray[np.int32], rules: RuleSet
) -> NDArray[np.int64]:
    """Registers of every hand at its start, with the rules that bind play.

    Args:
        hands: What INIT says.
        chances: Shape (hands,): words that are not zero.
        own_honba: Shape (hands,): honba that the dealer has earned alone.
        rules: Of all the hands.
    """
    at = np.zeros((len(chances), o.REGISTERS), np.int64)
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
    at[:, o.HAS_KUITAN] = rules.kuitan
    at[:, o.HAS_KITA] = rules.nuki_dora
    at[:, o.HAS_RED_FIVES] = rules.red_fives
    at[:, o.SHOWS_AT_ONCE] = rules.open_kan_dora == OpenKanDora.AT_ONCE
    at[:, o.FURITEN_BARS] = sum(_FURITEN[grade] for grade in rules.furiten)
    at[:, o.MOST_RONS : o.MOST_RONS + 3] = 2, _DOUBLE[rules.double_ron], _TRIPLE[rules.triple_ron]
    at[:, o.ROUND_WIND] = o.EAST + hands.kyoku // SEATS
    for seat in range(SEATS):
        paarenchan = is_paarenchan(hands.dealer == seat, hands.honba, own_honba, rules)
        at[:, o.LEAST_YAKU + seat] = least_yaku_han(hands.honba, paarenchan, rules)
    return at


def tiles_seen(hands: Hands, rules: RuleSet) -> NDArray[np.int64]:
    """Tiles of each kind that lie open at the deal, or that the game does not have; shape (hands, 34)."""
    seen = np.zeros((len(hands.kyoku), KINDS), np.int64)
    if rules.seats == _SANMA:
        seen[:, _ABSENT_IN_SANMA] = _COPIES
    seen[np.arange(len(seen)), hands.indicator // _COPIES] += 1
    return seen


def _in_use(ends: NDArray[np.int64], per_hand: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Rows of a buffer in use, and their offsets; ``ends`` is the row after the last of each hand."""
    used = ends - np.arange(len(ends)) * per_hand
    rows = np.flatnonzero(np.arange(per_hand) < used[:, None])
    return rows, np.concatenate([[0], np.cumsum(used)]).astype(np.int32)


def filled(
    buffers: Buffers, at: NDArray[np.int64]
) -> tuple[Plays, Calls, NDArray[np.int32], NDArray[np.int32]]:
    """The rows in use, with the references from plays to calls and deposits moved accordingly.

    Args:
        buffers: As `play_hands` left them.
        at: Registers as it left them.

    Returns:
        Plays, calls, deposits (shape (deposits, 4), points), and the offsets of plays (shape (hands + 1,)).
    """
    play_rows, play_offsets = _in_use(at[:, o.PLAY], _PLAYS_PER_HAND)
    call_rows, _ = _in_use(at[:, o.CALL], _CALLS_PER_HAND)
    deposit_rows, _ = _in_use(at[:, o.DEPOSIT], _DEPOSITS_PER_HAND)
    plays = Plays._make(column[play_rows] for column in buffers.plays)
    calls = Calls._make(column[call_rows] for column in buffers.calls)
    is_deposit = plays.kind == PlayKind.RIICHI_ACCEPTED
    is_call = (plays.row != ABSENT) & ~is_deposit
    plays.row[is_call] = np.searchsorted(call_rows, plays.row[is_call])
    plays.row[is_deposit] = np.searchsorted(deposit_rows, plays.row[is_deposit])
    callers = np.flatnonzero(is_call)
    made = plays.row[callers]
    calls.code[made] = call_codes(
        plays.kind[callers], plays.seat[callers], plays.tile[callers], Calls._make(c[made] for c in calls)
    )
    return plays, calls, buffers.deposits[deposit_rows], play_offsets


def call_codes(
    kind: NDArray[np.uint8], seat: NDArray[np.uint8], tile: NDArray[np.uint8], calls: Calls
) -> NDArray[np.uint16]:
    """Codes of calls as logs have them; see `analyzer.formats.meld_codes`, which encodes one at a time.

    Args:
        kind: PlayKind of each call; shape (calls,).
        seat: Who calls.
        tile: The tile taken, added or set aside.
        calls: Their tiles, ascending, and what was called from whom.
    """
    parts = calls.tiles.astype(np.int64)
    called, added = calls.called.astype(np.int64), tile.astype(np.int64)
    relative = (calls.source.astype(np.int64) - seat) % SEATS
    lowest = parts[:, 0] // _COPIES
    sequence = lowest // 9 * 7 + lowest % 9
    copies = sum((parts[:, step] % _COPIES) << (3 + 2 * step) for step in range(3))
    chi = (sequence * 3 + called // _COPIES - lowest) << 10 | copies | 4
    # The copies of a kind are 0 to 3, six in all: what three of them lack to that is the fourth.
    fourth = np.where(kind == PlayKind.KAKAN, added % _COPIES, 6 - (parts[:, :3] % _COPIES).sum(axis=1))
    place = called % _COPIES - (called % _COPIES > fourth)
    triplet = (lowest * 3 + place) << 9 | fourth << 5
    codes = np.select(
        [kind == each for each in (PlayKind.CHI, PlayKind.PON, PlayKind.KAKAN, PlayKind.DAIMINKAN)],
        [chi | relative, triplet | 8 | relative, triplet | 16 | relative, called << 8 | relative],
        added << 8 | np.where(kind == PlayKind.KITA, 32, 0),
    )
    return codes.astype(np.uint16)
