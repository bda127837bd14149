"""Events to facts: every hand played again, all hands of a batch in one kernel."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Calls, Events, Plays
from analyzer.kernels import is_compiling, kernel
from analyzer.replay import registers as r
from analyzer.replay.beginnings import Deals, begin_hand
from analyzer.replay.calls import on_ankan, on_call, on_kakan, on_kita
from analyzer.replay.endings import Outcomes, end_hand
from analyzer.replay.facts import Facts, Illegals
from analyzer.replay.moves import (
    note,
    on_discard,
    on_dora,
    on_draw,
    on_riichi,
    on_riichi_accepted,
    settle_pass,
)
from analyzer.replay.registers import (
    DEALER,
    FIRST,
    FOURTH_KAN,
    FOURTH_KAN_DISCARD,
    FOURTH_RIICHI,
    FOURTH_WIND,
    ILLEGALS_PER_HAND,
    LAST_KIND,
    LAST_SEAT,
    LAST_TILE,
    LIVE,
    PLAY_COUNT,
    PLAYERS,
    SCORE,
    STICKS,
    TABLE_LAYOUT,
    WAITS,
    YAOCHU_RIVER,
    Table,
    Tables,
    as_records,
    plain_tables,
)
from analyzer.tiles.suits import SuitTables, suit_tables
from analyzer.vocabulary import NO_TILE, PlayKind

__all__ = ["blank_facts", "facts_of", "play_one", "replay"]

DRAW: Final = int(PlayKind.DRAW)
DISCARD: Final = int(PlayKind.DISCARD)
CHI: Final = int(PlayKind.CHI)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
RIICHI: Final = int(PlayKind.RIICHI)
RIICHI_ACCEPTED: Final = int(PlayKind.RIICHI_ACCEPTED)
DORA: Final = int(PlayKind.DORA)

HANDS_AT_ONCE: Final = 512
"""Tables that stay in the cache of a processor until facts are taken from them."""


@kernel
def call_one(
    table: Table,
    suits: SuitTables,
    calls: Calls,
    row: int,
    play: int,
    kind: int,
    seat: int,
    element: int,
    tile: int,
    call: int,
) -> None:
    """Apply a call or kita; ``call`` is its row of ``calls``."""
    code = int(calls.code[call])
    tiles = calls.tiles[call]
    if CHI <= kind <= DAIMINKAN:
        source = int(calls.source[call])
        on_call(table, suits, row, play, kind, seat, element, tile, source, code, tiles)
    elif kind == KAKAN:
        on_kakan(table, suits, row, play, seat, element, tile, code)
    elif kind == ANKAN:
        # Of four tiles that nobody has seen yet, which one the log names means nothing.
        tile = int(tiles[0])
        on_ankan(table, suits, row, play, seat, element, tile, code, tiles)
    else:
        on_kita(table, suits, row, seat, element, tile)
    note(table, kind, seat, tile)


@kernel(inline=True)
def play_one(
    table: Table,
    suits: SuitTables,
    plays: Plays,
    calls: Calls,
    row: int,
    play: int,
    at: int,
    waits_after: NDArray[np.uint64],
) -> None:
    """Apply one play; ``play`` is its index in the hand, ``at`` its row."""
    kind = int(plays.kind[at])
    seat = int(plays.seat[at])
    tile = int(plays.tile[at])
    element = int(plays.element[at])
    if kind == DORA:
        on_dora(table, row, element, tile)
        return
    if kind == RIICHI_ACCEPTED:
        on_riichi_accepted(table, row, play, seat, element)
        return
    if kind == DISCARD:
        on_discard(table, suits, row, play, seat, element, tile)
        waits_after[at] = table.masks[seat][WAITS]
        note(table, kind, seat, tile)
        return
    settle_pass(table, row, element, play)
    if kind == RIICHI:
        on_riichi(table, row, seat, element)
        return
    if kind == DRAW:
        on_draw(table, row, seat, element, tile)
        note(table, kind, seat, tile)
        return
    call_one(table, suits, calls, row, play, kind, seat, element, tile, int(plays.row[at]))
    if kind >= DAIMINKAN:
        waits_after[at] = table.masks[seat][WAITS]


@kernel
def replay_hands(
    tables: Tables,
    suits: SuitTables,
    hands: Deals,
    plays: Plays,
    calls: Calls,
    outcomes: Outcomes,
    players: NDArray[np.uint8],
    waits_after: NDArray[np.uint64],
    first_row: int,
) -> None:
    """Play the hands from a row on, each on a table of its own, as many as there are tables.

    ``players`` has a row per hand, ``waits_after`` per play.
    """
    for at_table in range(len(tables)):
        row = first_row + at_table
        table = tables[at_table]
        begin_hand(table, suits, hands, plays, row, int(players[row]))
        start = int(hands.play_offsets[row])
        stop = int(hands.play_offsets[row + 1])
        for at in range(start, stop):
            play_one(table, suits, plays, calls, row, at - start, at, waits_after)
        table.hand[PLAY_COUNT] = stop - start
        first = int(hands.result_offsets[row])
        end_hand(table, outcomes, first, int(hands.result_offsets[row + 1]), row)


def replay(events: Events) -> tuple[Facts, Illegals]:
    """Facts of every hand of a batch, and its illegal plays.

    Args:
        events: Any number of games; hands that are not readable are played as far as they go.

    Returns:
        Facts with one row per row of ``events.hands``; illegal events in play order.
    """
    plays, suits = events.plays, suit_tables()
    players = events.games.players[events.hands.game]
    waits_after = np.zeros(len(plays.kind), np.uint64)
    deals = Deals._make(getattr(events.hands, name) for name in Deals._fields)
    outcomes = Outcomes._make(getattr(events.results, name) for name in Outcomes._fields)
    if not is_compiling():
        tables = plain_tables(len(players), suits)
        listed = Plays._make(column.tolist() for column in plays)
        replay_hands(tables, suits, deals, listed, events.calls, outcomes, players, waits_after, 0)
        played = as_records(tables)
        return facts_of(played)._replace(waits_after=waits_after), illegals_of(played["illegals"])
    facts, illegals = [], []
    records = np.empty(min(len(players), HANDS_AT_ONCE), TABLE_LAYOUT)
    # Without hands there is one part all the same, which has no rows.
    for first in range(0, max(len(players), 1), HANDS_AT_ONCE):
        played = records[: len(players) - first]
        played.view(np.uint8)[:] = 0
        replay_hands(played, suits, deals, plays, events.calls, outcomes, players, waits_after, first)
        facts.append(facts_of(played))
        illegals.append(illegals_of(played["illegals"]))
    whole = Facts._make(map(np.concatenate, zip(*facts, strict=True)))
    found = Illegals._make(map(np.concatenate, zip(*illegals, strict=True)))
    return whole._replace(waits_after=waits_after), found


def illegals_of(buffers: NDArray[np.void]) -> Illegals:
    """The rows in use of the buffers of all hands, as columns."""
    rows = buffers["rows"][np.arange(ILLEGALS_PER_HAND) < buffers["used"]]
    return Illegals(
        hand=rows[:, 0].copy(),
        seat=rows[:, 1].astype(np.uint8),
        element=rows[:, 2].copy(),
        code=rows[:, 3].astype(np.uint8),
        tile=rows[:, 4].astype(np.uint8),
    )


def facts_of(records: NDArray[np.void]) -> Facts:
    """Columns of `Facts` from tables, rows of `TABLE_LAYOUT`, after the last play; but no ``waits_after``."""
    hand, seat, masks = records["hand"], records["seat"], records["masks"]
    four = slice(0, 4)

    def meld_columns(first: int) -> NDArray[np.int32]:
        return seat[:, :, first : first + four.stop]

    first_round = (hand[:, r.CALL_COUNT] == 0) & (seat[:, :, r.DISCARDS] <= 1).all(axis=1)
    return Facts(
        players=hand[:, PLAYERS].astype(np.uint8),
        dealer=hand[:, DEALER].astype(np.uint8),
        live_tiles=hand[:, LIVE].astype(np.int16),
        draws=seat[:, :, r.DRAWS].astype(np.uint8),
        discards=seat[:, :, r.DISCARDS].astype(np.uint8),
        play_count=hand[:, PLAY_COUNT].astype(np.int16),
        last_kind=hand[:, LAST_KIND].astype(np.uint8),
        last_seat=hand[:, LAST_SEAT].astype(np.uint8),
        last_tile=hand[:, LAST_TILE].astype(np.uint8),
        last_replacement=hand[:, r.LAST_REPLACEMENT].astype(np.uint8),
        end=hand[:, r.END].astype(np.uint8),
        winners=seat[:, :, r.WINNER].astype(np.bool_),
        ron_calls=hand[:, r.RON_CALLS].astype(np.uint8),
        first_round=first_round,
        call_count=hand[:, r.CALL_COUNT].astype(np.uint8),
        place=records["place"].copy(),
        concealed=records["concealed"].copy(),
        melded=records["melded"].copy(),
        melds=meld_columns(r.MELD_CODE).astype(np.uint16),
        meld_kind=meld_columns(r.MELD_KIND).astype(np.uint8),
        meld_tile=meld_columns(r.MELD_TILE).astype(np.uint8),
        meld_source=meld_columns(r.MELD_SOURCE).astype(np.uint8),
        meld_count=seat[:, :, r.MELDS].astype(np.uint8),
        open_melds=seat[:, :, r.OPEN].astype(np.uint8),
        kans=seat[:, :, r.KANS].astype(np.uint8),
        kita=seat[:, :, r.KITAS].astype(np.uint8),
        first_discard=seat[:, :, FIRST].astype(np.uint8),
        river_yaochu=seat[:, :, YAOCHU_RIVER].astype(np.bool_),
        river_called=seat[:, :, r.RIVER_CALLED].astype(np.bool_),
        yaochu_kinds=seat[:, :, r.YAOCHU_COUNT].astype(np.uint8),
        riichi_turn=seat[:, :, r.RIICHI_TURN].astype(np.uint8),
        riichi_order=seat[:, :, r.RIICHI_ORDER].astype(np.uint8),
        riichi_accepted=seat[:, :, r.ACCEPTED].astype(np.bool_),
        riichi_passed=seat[:, :, r.PASSED].astype(np.bool_),
        riichi_live_tiles=seat[:, :, r.RIICHI_LIVE].astype(np.int16),
        riichi_score=seat[:, :, r.RIICHI_SCORE].copy(),
        double_riichi=seat[:, :, r.DOUBLE].astype(np.bool_),
        ippatsu=seat[:, :, r.IPPATSU].astype(np.bool_),
        waits=masks[:, :, r.WAITS].copy(),
        wait_outside_concealed=seat[:, :, r.WAIT_OUTSIDE_CONCEALED].astype(np.bool_),
        wait_outside_own=seat[:, :, r.WAIT_OUTSIDE_OWN].astype(np.bool_),
        wait_unseen=seat[:, :, r.WAIT_UNSEEN].astype(np.bool_),
        furiten=seat[:, :, r.FURITEN].astype(np.uint8),
        fourth_wind=hand[:, FOURTH_WIND].astype(np.int16),
        fourth_riichi=hand[:, FOURTH_RIICHI].astype(np.int16),
        fourth_kan=hand[:, FOURTH_KAN].astype(np.int16),
        fourth_kan_discard=hand[:, FOURTH_KAN_DISCARD].astype(np.int16),
        scores=seat[:, :, SCORE].copy(),
        riichi_sticks=hand[:, STICKS].astype(np.uint8),
        derailed=hand[:, r.DERAILED].astype(np.bool_),
        waits_after=np.zeros(0, np.uint64),
    )


def blank_facts() -> Facts:
    """Facts of one hand: nothing dealt, nothing played; indices say never, the first discard no tile."""
    records = np.zeros(1, TABLE_LAYOUT)
    records["hand"][:, FOURTH_WIND : FOURTH_KAN_DISCARD + 1] = -1
    records["seat"][:, :, FIRST] = NO_TILE
    records["seat"][:, :, YAOCHU_RIVER] = 1
    return facts_of(records)
