"""Hands that were played, replayed and settled, with the results that Tenhou would log.

Source: format description, 4.5 and 4.6; the results of the real logs, field by field.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Events, Results, indicators_of_hands
from analyzer.formats.wide_rows import empty_results, split_results
from analyzer.replay import Facts, Illegals, replay
from analyzer.replay.facts import Place
from analyzer.replay.seats import any_seat
from analyzer.rules import RuleSet
from analyzer.settlement import Settlement, Situation, settle
from analyzer.settlement.dora import ura_counted
from analyzer.settlement.win_facts import WinScores
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import ABSENT, ASKS_TENPAI, NO_TILE, SEATS, DrawKind, EndKind, PlayKind

_ANSWERS: Final = (PlayKind.DORA, PlayKind.RIICHI_ACCEPTED)
"""Plays that may stand between the tile that is won on and the win."""
_SHOWN: Final = 14
"""Tiles of a tehai, with the one that is won on."""


class Round(NamedTuple):
    """Hands that are over."""

    events: Events
    """With results, but for ``owari``."""
    facts: Facts
    illegals: Illegals
    settled: Settlement


def settled_round(
    events: Events,
    winners: NDArray[np.bool_],
    rules: RuleSet,
    ura: NDArray[np.uint8],
    own_honba: NDArray[np.int32] | None = None,
) -> Round:
    """Settle hands as the rules do, and write down what a log says of the outcome.

    Args:
        events: What was played; every hand has plays, results are not read.
        winners: Shape (hands, 4): who wins, off the last tile of another seat or on the own draw just made.
        rules: Of all these games.
        ura: Shape (hands, at most 8): the tiles under the dora indicators, in the order these are shown;
            those under indicators that are not shown are not read.
        own_honba: Shape (hands,): honba that each dealer has earned alone.

    Raises:
        RuntimeError: When play stopped where the rules do not end a hand, or somebody won with a hand that
            they do not pay.
    """
    hands = events.hands
    played = _ended(events, _outline(winners, _last_seat(events)))
    facts, illegals = replay(played)
    own = np.zeros(len(hands.game), np.int32) if own_honba is None else own_honba
    shown = indicators_of_hands(events)
    under = np.full_like(shown, NO_TILE)
    under[:, : ura.shape[1]] = ura
    under[shown == NO_TILE] = NO_TILE
    situation = Situation(hands.kyoku, hands.honba, shown, under, own)
    settled = settle(facts, rules, situation)
    unpaid = np.flatnonzero(settled.wins.is_heard & ~settled.wins.is_valid).tolist()
    if unpaid:
        raise RuntimeError(f"wins that {rules.name} does not pay: rows {unpaid}")
    unended = np.flatnonzero(~settled.won & (settled.draws.kind == 0)).tolist()
    if unended:
        raise RuntimeError(f"hands that {rules.name} does not end here: rows {unended}")
    results = _results(played, facts, settled, situation, rules)
    return Round(_ended(played, results), facts, illegals, settled)


def _last_seat(events: Events) -> NDArray[np.uint8]:
    """Shape (hands,): who laid down or drew the tile that the hand can be won on."""
    kind = events.plays.kind
    last = np.maximum.accumulate(np.where(np.isin(kind, _ANSWERS), 0, np.arange(len(kind))))
    return events.plays.seat[last[events.hands.play_offsets[1:] - 1]]


def _outline(winners: NDArray[np.bool_], last_seat: NDArray[np.uint8]) -> Results:
    """Results that say who wins off whom, in turn from the discarder, or that nobody does; nothing more."""
    turns = (last_seat[:, None].astype(np.int64) + np.arange(SEATS)) % SEATS
    won = np.take_along_axis(winners, turns, axis=1)
    hand, turn = np.nonzero(np.column_stack([won, ~won.any(axis=1)]))
    results, is_win = split_results(empty_results(len(hand))), turn < SEATS
    results.hand[:] = hand
    results.end[:] = np.where(is_win, EndKind.AGARI, EndKind.RYUUKYOKU)
    results.winner[is_win] = turns[hand[is_win], turn[is_win]]
    results.loser[is_win] = last_seat[hand[is_win]]
    return results


def _ended(events: Events, results: Results) -> Events:
    count = len(events.hands.game)
    offsets = np.searchsorted(results.hand, np.arange(count + 1)).astype(np.int32)
    hands = events.hands._replace(result_offsets=offsets, complete=np.ones(count, np.bool_))
    return events._replace(hands=hands, results=results)


def _results(
    events: Events, facts: Facts, settled: Settlement, situation: Situation, rules: RuleSet
) -> Results:
    """Everything that results say, but for ``owari``."""
    wins = settled.wins
    row_of_win = np.full(facts.winners.shape, ABSENT, np.int64)
    row_of_win[wins.hand, wins.winner] = np.arange(len(wins.hand))
    results = _outline(settled.standing, facts.last_seat)
    won, drawn = (np.flatnonzero(results.end == end) for end in (EndKind.AGARI, EndKind.RYUUKYOKU))
    rows = row_of_win[results.hand[won], results.winner[won]]
    results.deltas[:] = settled.deltas[results.hand]
    results.deltas[won] = wins.deltas[rows]
    _state_scores(results, facts, situation)
    _show_wins(results, won, facts, situation, rules)
    _show_melds(results, won, events)
    results.pao_seat[won] = wins.pao_seat[rows]
    scores = WinScores._make(column[rows] for column in wins.scores)
    results.ten[won] = np.stack([scores.fu, scores.points, scores.limit], axis=1)
    results.yaku[won, : scores.yaku.shape[1]] = np.where(
        scores.yaku[:, :, :1] == NO_YAKU, np.int32(ABSENT), scores.yaku
    )
    results.yakuman[won] = np.where(scores.yakuman == NO_YAKU, np.int32(ABSENT), scores.yakuman)
    _show_draws(results, drawn, facts, settled)
    return results


def _state_scores(results: Results, facts: Facts, situation: Situation) -> None:
    """``ba``, and the scores of ``sc``; each of several winners starts from those that the one before leaves.

    Source: 101 real double rons.
    """
    hand, deltas = results.hand, results.deltas
    is_first = np.diff(hand, prepend=-1) != 0
    gained = np.cumsum(deltas, axis=0, dtype=np.int32) - deltas
    first = np.maximum.accumulate(np.where(is_first, np.arange(len(hand)), 0))
    results.honba[:] = situation.honba[hand]
    results.kyotaku[:] = np.where(is_first, facts.riichi_sticks[hand], 0)
    results.scores[:] = facts.scores[hand] + gained - gained[first]


def _show_wins(
    results: Results, won: NDArray[np.int64], facts: Facts, situation: Situation, rules: RuleSet
) -> None:
    """The winners' tehai, and the indicators; of ura those that the rules count."""
    hand, winner = results.hand[won], results.winner[won]
    results.machi[won] = facts.last_tile[hand]
    results.shown[won, winner] = _held_tiles(facts, hand, winner, facts.last_tile[hand])
    in_riichi = facts.riichi_turn[hand, winner] > 0
    results.dora[won] = situation.indicators[hand]
    ura = np.where(in_riichi[:, None], situation.ura[hand], np.uint8(NO_TILE))[:, ura_counted(rules)]
    results.ura[won, : ura.shape[1]] = ura
    results.has_ura[won] = any_seat(ura != NO_TILE)


def _held_tiles(
    facts: Facts,
    hand: NDArray[np.int32],
    seat: NDArray[np.generic],
    won_on: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """The concealed part of tehai, ascending, with a tile won on; shape (items, 14), NO_TILE where fewer."""
    held = facts.place[hand] == (Place.CONCEALED + seat.astype(np.int64))[:, None]
    if won_on is not None:
        held[np.arange(len(hand)), won_on] = True
    item, tile = np.nonzero(held)
    tiles = np.full((len(hand), _SHOWN), NO_TILE, np.uint8)
    tiles[item, np.arange(len(item)) - np.searchsorted(item, item)] = tile
    return tiles


def _show_melds(results: Results, won: NDArray[np.int64], events: Events) -> None:
    """Codes of the winners' calls and kita, the latest first, a kakan in its pon's place."""
    plays = events.plays
    rows = np.flatnonzero((plays.kind >= PlayKind.CHI) & (plays.kind <= PlayKind.KITA))
    hands = np.searchsorted(events.hands.play_offsets, rows, side="right") - 1
    columns = (
        hands,
        plays.seat[rows],
        plays.kind[rows],
        plays.tile[rows],
        events.calls.code[plays.row[rows]],
    )
    melds: dict[tuple[int, int], dict[tuple[bool, int], int]] = {}
    for place, (hand, seat, kind, tile, code) in enumerate(
        zip(*(column.tolist() for column in columns), strict=True)
    ):
        is_triplet = kind in (PlayKind.PON, PlayKind.KAKAN)
        melds.setdefault((hand, seat), {})[is_triplet, tile // 4 if is_triplet else place] = code
    for row, hand, winner in zip(
        won.tolist(), results.hand[won].tolist(), results.winner[won].tolist(), strict=True
    ):
        own = [*melds.get((hand, winner), {}).values()]
        results.melds[row, : len(own)] = own[::-1]


def _show_draws(results: Results, drawn: NDArray[np.int64], facts: Facts, settled: Settlement) -> None:
    """Kinds of the draws, and the tehai that they show."""
    hand, draw = results.hand[drawn], settled.draws
    # A log has no name for chombo.
    voided = np.where(facts.fourth_riichi >= 0, DrawKind.SUUCHA_RIICHI, DrawKind.EXHAUSTIVE)
    kind = np.where(draw.kind == DrawKind.CHOMBO, voided, draw.kind).astype(np.uint8)[hand]
    shows = (draw.shows[hand] | draw.chombo[hand]) & np.isin(kind, ASKS_TENPAI)[:, None]
    shows |= (kind == DrawKind.SUUCHA_RIICHI)[:, None]
    shows |= (kind == DrawKind.SANCHAHOU)[:, None] & facts.winners[hand]
    caller = np.arange(SEATS) == facts.last_seat[hand][:, None]
    shows |= (kind == DrawKind.KYUUSHU_KYUUHAI)[:, None] & caller
    results.draw_kind[drawn] = kind
    row, seat = np.nonzero(shows)
    results.shown[drawn[row], seat] = _held_tiles(facts, hand[row], seat)
