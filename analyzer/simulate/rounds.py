"""One hand of each of many games at once: deal, play, settle; the results as columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from analyzer.kernels import is_compiling
from analyzer.mjlog.events import Events, Games, Hands, Oddities, Results
from analyzer.replay import Facts, replay
from analyzer.replay.registers import TABLE_LAYOUT, Table, plain_tables
from analyzer.rules import RuleSet
from analyzer.settlement import Ryuukyoku, settle_ryuukyoku
from analyzer.simulate.buffers import Filled, filled, first_counters, new_buffers
from analyzer.simulate.hand import play_hands
from analyzer.simulate.shanten import Blocks
from analyzer.simulate.writing import Wall
from analyzer.tiles.suits import suit_tables
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, EndKind

__all__ = ["Deals", "Round", "play_round"]


class Deals(NamedTuple):
    """What the hands of a batch are played with; one row per hand."""

    wall: Wall
    policies: NDArray[np.int64]
    """Shape (hands, 4, columns of a policy)."""
    chances: NDArray[np.int64]
    """Shape (hands,): what the chances of each hand start from, words that are not zero."""


class Round(NamedTuple):
    """One hand of each of several games."""

    events: Events
    """What the logs will say, but for the results; every game has its one hand."""
    facts: Facts
    settled: Ryuukyoku


def play_round(hands: Hands, deals: Deals, rules: RuleSet, blocks: Blocks) -> Round:
    """Deal, play and settle one hand of each game.

    Args:
        hands: What INIT says, one row per game; ``play_offsets`` are not used.
        deals: Walls and policies, rows as ``hands``.
        rules: Of all these games.
        blocks: Words of suits known so far; grows.

    Raises:
        RuntimeError: When a play was illegal, or a hand ended in another way than the rules end it: a
            mistake of this package.
    """
    played, ends = _play(hands, deals, rules, blocks)
    events = _events(hands, played, rules.seats)
    facts, illegals = replay(events)
    if len(illegals.code):
        raise RuntimeError(f"simulated plays are illegal: codes {sorted(set(illegals.code.tolist()))}")
    settled = settle_ryuukyoku(facts, rules)
    expected = np.where(settled.kind == DrawKind.NAGASHI_MANGAN, DrawKind.EXHAUSTIVE, settled.kind)
    if not np.array_equal(expected, ends):
        raise RuntimeError(f"hands ended as {ends.tolist()}, by the rules as {settled.kind.tolist()}")
    return Round(events, facts, settled)


def _play(hands: Hands, deals: Deals, rules: RuleSet, blocks: Blocks) -> tuple[Filled, NDArray[np.uint8]]:
    """What was played, and the DrawKind that each hand ended with as far as play knows."""
    count = len(hands.game)
    buffers = new_buffers(count)
    counters = first_counters(deals.chances, rules)
    ends = np.zeros(count, np.uint8)
    undealt = hands._replace(play_offsets=np.zeros(count + 1, np.int32))
    players = np.full(count, rules.seats, np.uint8)
    suits = suit_tables()
    if is_compiling():
        # A record has the fields of a Table.
        records = cast("Sequence[Table]", np.zeros(count, TABLE_LAYOUT))
        play_hands(
            undealt, players, records, suits, counters, deals.wall, deals.policies, blocks, buffers, ends
        )
    else:
        # Plain code reads a list three times as fast as an array.
        lists, rows, policies = plain_tables(count, suits), counters.tolist(), deals.policies.tolist()
        play_hands(undealt, players, lists, suits, rows, deals.wall, policies, blocks, buffers, ends)
        counters = np.array(rows)
    return filled(buffers, counters), ends


def _events(hands: Hands, played: Filled, players: int) -> Events:
    """Games of one hand each, every one a ryuukyoku."""
    count = len(hands.game)
    each = np.arange(count + 1, dtype=np.int32)
    games = Games(
        go_type=np.full(count, ABSENT, np.int32),
        lobby=np.full(count, ABSENT, np.int32),
        players=np.full(count, players, np.uint8),
        announces_rules=np.zeros(count, np.bool_),
        hand_offsets=each,
        element_offsets=np.zeros(count + 1, np.int32),
    )
    nothing = np.zeros(0, np.int32)
    oddities = Oddities(nothing, nothing, nothing, np.zeros(0, np.uint8), nothing)
    return Events(
        games,
        hands._replace(play_offsets=played.play_offsets, result_offsets=each),
        played.plays,
        played.calls,
        played.deposits,
        _results(count),
        oddities,
    )


def _results(count: int) -> Results:
    """A ryuukyoku for each hand, of which nothing more is said."""

    def numbers(*shape: int) -> NDArray[np.int32]:
        return np.full((count, *shape), ABSENT, np.int32)

    def tiles(*shape: int) -> NDArray[np.uint8]:
        return np.full((count, *shape), NO_TILE, np.uint8)

    return Results(
        hand=np.arange(count, dtype=np.int32),
        element=np.zeros(count, np.int32),
        end=np.full(count, EndKind.RYUUKYOKU, np.uint8),
        draw_kind=np.zeros(count, np.uint8),
        honba=numbers(),
        kyotaku=numbers(),
        scores=numbers(4),
        deltas=numbers(4),
        chip_scores=numbers(4),
        chip_deltas=numbers(4),
        shown=tiles(4, 14),
        winner=tiles(),
        loser=tiles(),
        pao_seat=tiles(),
        machi=tiles(),
        ten=numbers(3),
        melds=numbers(8),
        yaku=numbers(24, 2),
        yakuman=numbers(8),
        dora=tiles(8),
        ura=tiles(8),
        has_ura=np.zeros(count, np.bool_),
        final_scores=numbers(4),
        final_results=numbers(4),
        final_chips=numbers(4),
        has_owari=np.zeros(count, np.bool_),
    )
