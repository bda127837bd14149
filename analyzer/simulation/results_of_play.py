"""Hands that were played, replayed and settled, with the results that logs state."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.settled_wins import indicators_of_hands
from analyzer.formats.events import Events, Results
from analyzer.formats.wide_rows import empty_results, split_results
from analyzer.replay import Facts, Illegal, Illegals, replay
from analyzer.rules import RuleSet
from analyzer.rules.grades import Kuikae, OpenKanDora, Suukaikan
from analyzer.settlement.settle import Settlement, Situation, settle_hands
from analyzer.simulation.logged_wins import held_tiles, win_columns
from analyzer.vocabulary import ASKS_TENPAI, NO_SEAT, NO_TILE, SEATS, DrawKind, EndKind, PlayKind

__all__ = ["Round", "allowed_plays", "settled_round"]

_NO_RESULT: Final = split_results(empty_results(1))
_ANSWERS: Final = (PlayKind.DORA, PlayKind.RIICHI_ACCEPTED)
"""Plays that may stand between the tile that is won on and the win."""


class _Rows(NamedTuple):
    """Results of a batch, hand by hand, winners in turn from the discarder; shape (results,)."""

    hand: NDArray[np.int64]
    winner: NDArray[np.uint8]
    """NO_SEAT for a ryuukyoku."""
    is_first: NDArray[np.bool_]
    """First of its hand."""


def _rows(winners: NDArray[np.bool_], last_seat: NDArray[np.uint8]) -> _Rows:
    hand, seat = np.nonzero(winners)
    drawn = np.flatnonzero(~winners.any(axis=1))
    turn = (seat - last_seat[hand].astype(np.int64)) % SEATS
    hands = np.concatenate([hand, drawn])
    order = np.lexsort((np.concatenate([turn, np.zeros_like(drawn)]), hands))
    seats = np.concatenate([seat, np.full(len(drawn), NO_SEAT)])[order].astype(np.uint8)
    return _Rows(hands[order], seats, np.diff(hands[order], prepend=-1) != 0)


def _last_seat(events: Events) -> NDArray[np.uint8]:
    """Shape (hands,): who laid down or drew the tile that the hand can be won on."""
    kind = events.plays.kind
    last = np.maximum.accumulate(np.where(np.isin(kind, _ANSWERS), 0, np.arange(len(kind))))
    return events.plays.seat[last[events.hands.play_offsets[1:] - 1]]


def _blank(rows: _Rows) -> Results:
    """Results that say who won which hand, and nothing more."""
    count = len(rows.hand)
    return Results._make(np.repeat(column, count, axis=0) for column in _NO_RESULT)._replace(
        hand=rows.hand.astype(np.int32),
        end=np.where(rows.winner == NO_SEAT, EndKind.RYUUKYOKU, EndKind.AGARI).astype(np.uint8),
        winner=rows.winner,
    )


def _ended(events: Events, rows: _Rows, results: Results) -> Events:
    offsets = np.append(np.flatnonzero(rows.is_first), len(rows.hand)).astype(np.int32)
    complete = np.ones(len(offsets) - 1, np.bool_)
    return events._replace(
        hands=events.hands._replace(result_offsets=offsets, complete=complete), results=results
    )


def _outline(events: Events, winners: NDArray[np.bool_]) -> Events:
    """Events with results that say who won and off whom: enough to play the hands again."""
    last_seat = _last_seat(events)
    rows = _rows(winners, last_seat)
    loser = np.where(rows.winner == NO_SEAT, np.uint8(NO_SEAT), last_seat[rows.hand])
    return _ended(events, rows, _blank(rows)._replace(loser=loser))


def _results_of(
    events: Events, facts: Facts, settled: Settlement, situation: Situation, rules: RuleSet
) -> Events:
    """Events with the results that Tenhou would log, but for ``owari``.

    Source: format description, 4.5 and 4.6; the results of the real logs, field by field.
    """
    win_of_seat = np.full(facts.winners.shape, -1, np.int64)
    valid = np.flatnonzero(settled.wins.is_valid)
    win_of_seat[settled.wins.hand[valid], settled.wins.table.winner[valid]] = valid
    rows = _rows(win_of_seat >= 0, facts.last_seat)
    won = np.flatnonzero(rows.winner != NO_SEAT)
    wins = win_of_seat[rows.hand[won], rows.winner[won]]
    results = _with_payments(_blank(rows), rows, won, wins, facts, settled, situation)
    for name, column in win_columns(events, facts, settled.wins, wins, situation, rules).items():
        getattr(results, name)[won] = column
    _show_draws(results, np.flatnonzero(rows.winner == NO_SEAT), facts, settled)
    return _ended(events, rows, results)


def _with_payments(
    results: Results,
    rows: _Rows,
    won: NDArray[np.int64],
    wins: NDArray[np.int64],
    facts: Facts,
    settled: Settlement,
    situation: Situation,
) -> Results:
    """``ba`` and ``sc``; of several winners, each starts from the scores that the one before leaves.

    Source: 101 real double rons.
    """
    deltas = np.zeros((len(rows.hand), SEATS), np.int32)
    paid = deltas[:, : settled.deltas.shape[1]]
    paid[:] = settled.deltas[rows.hand]
    paid[won] = settled.wins.deltas[wins]
    gained = np.cumsum(deltas, axis=0, dtype=np.int32) - deltas
    first = np.maximum.accumulate(np.where(rows.is_first, np.arange(len(rows.hand)), 0))
    return results._replace(
        honba=situation.honba[rows.hand],
        kyotaku=np.where(rows.is_first, facts.riichi_sticks[rows.hand], 0).astype(np.int32),
        scores=facts.scores[rows.hand] + gained - gained[first],
        deltas=deltas,
    )


def _show_draws(results: Results, drawn: NDArray[np.int64], facts: Facts, settled: Settlement) -> None:
    """Kinds of the draws, and the tehai that they show."""
    hand = results.hand[drawn]
    kind = _named_kind(facts, settled)[hand]
    seats = settled.draw.tenpai.shape[1]
    shows = np.zeros((len(hand), SEATS), np.bool_)
    tenpai = settled.draw.tenpai[hand] | settled.draw.chombo[hand]
    shows[:, :seats] = tenpai & np.isin(kind, ASKS_TENPAI)[:, None]
    shows[:, :seats] |= (kind == DrawKind.SUUCHA_RIICHI)[:, None]
    shows |= (kind == DrawKind.SANCHAHOU)[:, None] & facts.winners[hand]
    caller = np.arange(SEATS) == facts.last_seat[hand][:, None]
    shows |= (kind == DrawKind.KYUUSHU_KYUUHAI)[:, None] & caller
    results.draw_kind[drawn] = kind
    row, seat = np.nonzero(shows)
    results.shown[drawn[row], seat] = held_tiles(facts, hand[row], seat)


def _named_kind(facts: Facts, settled: Settlement) -> NDArray[np.uint8]:
    """Shape (hands,): the DrawKind that a log has a name for; it has none for chombo."""
    riichi = facts.fourth_riichi >= 0
    otherwise = np.where(riichi, DrawKind.SUUCHA_RIICHI, DrawKind.EXHAUSTIVE)
    is_chombo = settled.draw.kind == DrawKind.CHOMBO
    return np.where(is_chombo, otherwise, settled.draw.kind).astype(np.uint8)


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
    chombo: NDArray[np.bool_] | None = None,
) -> Round:
    """Settle hands as the rules do, and write down what a log says of the outcome.

    Args:
        events: What was played; every hand has plays, results are not read.
        winners: Shape (hands, 4): who wins, off the last tile of another seat or on the own draw just made.
        rules: Of all these games.
        ura: Shape (hands, any): the tiles under the dora indicators, in the order these are shown; those
            under indicators that are not shown are not read.
        own_honba: Shape (hands,): honba that each dealer has earned alone.
        chombo: Shape (hands, 4): whose chombo voids the hand for a reason that plays do not show.

    Raises:
        RuntimeError: When play stopped where the rules do not end a hand, or somebody won with a hand that
            they do not pay.
    """
    hands = events.hands
    played = _outline(events, winners)
    facts, illegals = replay(played)
    own = np.zeros(len(hands.game), np.int32) if own_honba is None else own_honba
    indicators = indicators_of_hands(events)
    situation = Situation(hands.kyoku, hands.honba, indicators, _turned(ura, indicators), own)
    by_seat = None if chombo is None else chombo[:, : rules.seats]
    settled = settle_hands(facts, rules, situation, chombo=by_seat)
    unpaid = np.flatnonzero(~settled.wins.is_valid).tolist()
    if unpaid:
        raise RuntimeError(f"wins that {rules.name} does not pay: rows {unpaid}")
    unended = np.flatnonzero(~settled.won & (settled.draw.kind == 0)).tolist()
    if unended:
        raise RuntimeError(f"hands that {rules.name} does not end here: rows {unended}")
    return Round(_results_of(played, facts, settled, situation, rules), facts, illegals, settled)


def allowed_plays(rules: RuleSet) -> set[int]:
    """Plays that the replay reports as illegal and these rules allow."""
    settled_by_rules = {
        Illegal.DORA_BEFORE_DRAW: rules.open_kan_dora == OpenKanDora.AT_ONCE,
        Illegal.KUIKAE: rules.kuikae == Kuikae.ALLOWED,
        Illegal.KUIKAE_OTHER_END: rules.kuikae != Kuikae.FORBIDDEN,
        Illegal.CALL_OF_LAST_DISCARD: rules.last_discard_calls,
        Illegal.KAN_ON_LAST_TILE: rules.last_tile_kan,
        Illegal.FIFTH_KAN: rules.suukaikan == Suukaikan.FIFTH_WITHOUT_URA,
    }
    return {int(code) for code, isallowed_plays in settled_by_rules.items() if isallowed_plays}


def _turned(ura: NDArray[np.uint8], indicators: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The tiles under the indicators that are shown."""
    width = min(ura.shape[1], indicators.shape[1])
    return np.where(indicators[:, :width] == NO_TILE, np.uint8(NO_TILE), ura[:, :width])
