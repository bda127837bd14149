"""What reported faults of play leave in doubt, so that other checks do not report what follows from them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators, wrong_deals, wrong_draws
from analyzer.audit.case import Case, shared
from analyzer.audit.due_starts import outcome
from analyzer.audit.irregular import own_draws
from analyzer.audit.shown_tehai import shown_mask, tehai_differs
from analyzer.replay import Illegal
from analyzer.replay.facts import Place, is_one_of
from analyzer.replay.seats import any_seat, every_seat, of_hands, sum_of_seats
from analyzer.rules import RuleSet
from analyzer.rules.grades import OpenKanDora
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_TILE, SEATS, DrawKind, EndKind, PlayKind

RIICHI_FAULTS: Final = (
    Illegal.RIICHI_OPEN,
    Illegal.RIICHI_NOTEN,
    Illegal.RIICHI_TWICE,
    Illegal.RIICHI_STEP,
    Illegal.STICK_OF_WON_TILE,
)
INDICATOR_FAULTS: Final = (
    Illegal.DORA_EARLY,
    Illegal.DORA_MISSING,
    Illegal.DORA_BEFORE_DRAW,
    Illegal.DORA_AFTER_LAST_DRAW,
    Illegal.DORA_LATE,
)
WINNING_TILE_FAULTS: Final = (
    Illegal.NO_WINNING_TILE,
    Illegal.CLOSED_KAN_ROBBED,
    Illegal.KOKUSHI_ON_ANKAN,
)


class Doubts(NamedTuple):
    """What is in doubt in each hand; shape (hands, 4) unless said."""

    riichi: NDArray[np.bool_]
    """A step of the seat's riichi is missing, out of place or not allowed."""
    sticks: NDArray[np.int32]
    """Sticks of the seat in the result less those that play gives: 1, 0 or -1."""
    indicators: NDArray[np.bool_]
    """Shape (hands,): an indicator is missing, shown without reason, or not that of the wall."""
    winning_tile: NDArray[np.bool_]
    """The seat wins on a tile that was not the last drawn or discarded."""


def _reported(case: Case, codes: tuple[int, ...]) -> NDArray[np.int64]:
    """Rows of the illegal events of these codes."""
    return np.flatnonzero(is_one_of(case.illegals.code, codes))


def _by_seat(case: Case, codes: tuple[int, ...]) -> NDArray[np.bool_]:
    named = np.zeros((len(case.usable), SEATS), np.bool_)
    rows = _reported(case, codes)
    rows = rows[case.illegals.seat[rows] < SEATS]
    named[case.illegals.hand[rows], case.illegals.seat[rows]] = True
    return named


@shared
def _on_turn_at_riichi(case: Case) -> NDArray[np.bool_]:
    """Shape (hands, 4): seats that had just drawn when another declared riichi, and may be those meant."""
    plays, declared = case.events.plays, case.rare.of_kind(PlayKind.RIICHI)
    on_turn = np.zeros((len(case.usable), SEATS), np.bool_)
    stray = own_draws(case.events, declared) < 0
    before, hand = declared.row[stray] - 1, declared.hand[stray]
    drew = (before >= case.events.hands.play_offsets[hand]) & (plays.kind[before] == PlayKind.DRAW)
    on_turn[hand[drew], plays.seat[before[drew]]] = True
    return on_turn


@shared
def paid_without_riichi(case: Case) -> NDArray[np.bool_]:
    """Shape (hands, 4): seats that never declared riichi but whose stick the result counts."""
    paid: NDArray[np.bool_] = _missing(case) & (case.facts.riichi_order == 0) & ~_on_turn_at_riichi(case)
    return paid


class _Gaps(NamedTuple):
    """How the first result of each hand differs from play in riichi sticks; shape (items,)."""

    hand: NDArray[np.int64]
    sticks: NDArray[np.int32]
    """Sticks that ``ba`` has more."""
    points: NDArray[np.int32]
    """Shape (items, 4): points that the seats have less."""


@shared
def _gaps(case: Case) -> _Gaps:
    results = case.events.results
    hand = np.flatnonzero(case.events.hands.complete)
    result = case.events.hands.result_offsets[hand].astype(np.int64)
    sticks = results.kyotaku[result] - case.facts.riichi_sticks[hand]
    points = of_hands(case.facts.scores, hand) - of_hands(results.scores, result)
    items = np.flatnonzero(case.from_tenhou6[case.events.hands.game[hand]])
    if len(items):
        sticks[items], points[items] = _gaps_behind(case, hand[items])
    return _Gaps(hand, sticks, points)


def _gaps_behind(case: Case, hand: NDArray[np.int64]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Sticks and points as of `_Gaps`, in JSON, by the payments of hands and what follows them."""
    hands, results = case.events.hands, case.events.results
    last = hands.result_offsets[hand + 1].astype(np.int64) - 1
    after = np.minimum(hand + 1, len(hands.game) - 1)
    follows = (after > hand) & ~case.is_first_hand[after]
    won = case.facts.end[hand] == EndKind.AGARI
    begun = np.where(follows[:, None], of_hands(hands.scores, after), of_hands(results.final_scores, last))
    known = follows | (won & results.has_owari[last])
    points = of_hands(outcome(case), hand) - begun
    paid = np.zeros((len(hands.game), SEATS), np.int32)
    np.add.at(paid, results.hand, results.deltas)
    taken = paid[hand].sum(axis=1, dtype=np.int32) // np.maximum(case.stick[hand], 1)
    more = np.where(won, taken, hands.kyotaku[after]) - case.facts.riichi_sticks[hand]
    # Points that a winner gets from nowhere are no stick, unless the win lists riichi.
    listed = np.isin(results.yaku[last, :, 0], (Yaku.RIICHI, Yaku.DOUBLE_RIICHI)).any(axis=1)
    own = np.arange(SEATS) == results.winner[last][:, None]
    known &= listed | ~any_seat(own & (points != 0))
    # Of a hand that nothing follows, a stick of the winner in riichi shows in the payments alone.
    alone = ~follows & ~results.has_owari[last] & won & listed
    known |= alone
    points = np.where(
        alone[:, None],
        (np.arange(SEATS) == results.winner[last][:, None]) * case.stick[hand][:, None],
        points,
    )
    return np.where(known, more, 0).astype(np.int32), np.where(known[:, None], points, 0).astype(np.int32)


def _missing(case: Case) -> NDArray[np.bool_]:
    """Shape (hands, 4): seats that are short of exactly one stick, where ``ba`` has as many more."""
    short = np.zeros((len(case.usable), SEATS), np.bool_)
    hand, sticks, points = _gaps(case)
    seats = points == case.stick[hand][:, None]
    fits = (sticks > 0) & (sum_of_seats(seats) == sticks) & every_seat(seats | (points == 0))
    short[hand[fits]] = seats[fits]
    short &= case.usable[:, None]
    return short


def _moved_sticks(case: Case, riichi: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Shape (hands, 4): sticks that the result has more or less than play, where a riichi is out of order."""
    moved = np.zeros(riichi.shape, np.int32)
    doubted = any_seat(of_hands(riichi, _gaps(case).hand))
    hand, sticks, points = (column[doubted] for column in _gaps(case))
    stick = case.stick[hand]
    fits = every_seat((points == 0) | (np.abs(points) == stick[:, None]))
    fits &= points.sum(axis=1) == sticks * stick
    moved[hand[fits]] = np.sign(points[fits])
    return moved


@shared
def doubts_of(case: Case) -> Doubts:
    """What is in doubt in each hand of a batch; nothing where play has no faults."""
    missing = paid_without_riichi(case)
    riichi = _by_seat(case, RIICHI_FAULTS) | _on_turn_at_riichi(case) | missing
    indicators = named_in_play(case) | compared_indicators(case).has_wrong_dora()
    return Doubts(riichi, _moved_sticks(case, riichi), indicators, _by_seat(case, WINNING_TILE_FAULTS))


@shared
def undue_sticks(case: Case) -> NDArray[np.bool_]:
    """Shape (hands, 4): seats whose riichi stick is paid although the declaration tile is won on."""
    return _by_seat(case, (Illegal.STICK_OF_WON_TILE,))


@shared
def contradicted_at(case: Case) -> NDArray[np.float64]:
    """Shape (hands,): element of the first tile dealt or drawn that is not of the seed; infinity if none."""
    element = np.full(len(case.usable), np.inf)
    draws = wrong_draws(case).play
    rows = np.flatnonzero(draws >= 0)
    element[rows] = case.events.plays.element[draws[rows]]
    wrong = wrong_deals(case)
    element[wrong] = case.events.hands.element[wrong]
    return element


@shared
def first_illegal_at(case: Case) -> NDArray[np.float64]:
    """Shape (hands,): element of the first illegal event; infinity where there is none."""
    return _first_at(case, np.ones(len(case.illegals.code), np.bool_))


def _first_at(case: Case, rows: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Shape (hands,): element of the first of some illegal events; infinity where there is none."""
    element = np.full(len(case.usable), np.inf)
    np.minimum.at(element, case.illegals.hand[rows], case.illegals.element[rows].astype(np.float64))
    return element


@shared
def other_tiles_at(case: Case) -> NDArray[np.float64]:
    """Shape (hands,): element with the first tile that is not of the seed, or not the one drawn in riichi.

    Infinity where there is none, or where something else is illegal before.  The checks of the wall and of
    riichi report it.
    """
    kept = case.illegals.code == Illegal.NOT_TSUMOGIRI
    at = np.minimum(contradicted_at(case), _first_at(case, kept))
    return np.where(at < _first_at(case, ~kept), at, np.inf)


@shared
def other_tiles(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): tiles moved or shown, or a riichi, contradict play, because one tile is another.

    That tile is reported (`other_tiles_at`); a hand that is consistent in itself is judged as usual.
    """
    named: NDArray[np.bool_] = other_tiles_at(case) < np.inf
    if named.any():
        torn = case.facts.derailed | _shows_others(case)
        torn[case.wins.hand[tehai_differs(case)]] = True
        torn[case.illegals.hand[_reported(case, (Illegal.RIICHI_NOTEN,))]] = True
        named &= torn
    return named


def _shows_others(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): some seat shows tiles at a draw that it does not hold."""
    results = case.events.results
    row, seat = np.nonzero((results.shown[:, :, 0] != NO_TILE) & (results.end == EndKind.RYUUKYOKU)[:, None])
    hand = results.hand[row]
    held = case.facts.place[hand] == (Place.CONCEALED + seat)[:, None]
    found = np.zeros(len(case.usable), np.bool_)
    found[hand[(shown_mask(results.shown[row, seat]) != held).sum(axis=1) > 0]] = True
    return found


@shared
def named_in_play(case: Case) -> NDArray[np.bool_]:
    """Shape (hands,): play shows an indicator too many, too few, or at the wrong time."""
    named = np.zeros(len(case.usable), np.bool_)
    for row in _reported(case, INDICATOR_FAULTS).tolist():
        hand = int(case.illegals.hand[row])
        rules = case.rule_set(int(case.events.hands.game[hand]))
        named[hand] |= rules is None or indicator_forbidden(rules, int(case.illegals.code[row]))
    return named


def indicator_forbidden(rules: RuleSet, code: int) -> bool:
    """Whether a rule set forbids what most rule sets forbid about an indicator."""
    if code == Illegal.DORA_BEFORE_DRAW:
        return rules.open_kan_dora != OpenKanDora.AT_ONCE
    return code != Illegal.DORA_MISSING or rules.kan_dora


@shared
def repeated_result(case: Case) -> NDArray[np.bool_]:
    """Shape (results,): a second win of the same seat in a hand, or a second draw of a hand.

    Nagashi mangan may be stated once for each seat that made it.
    """
    results = case.events.results
    again = np.zeros(len(results.hand), np.bool_)
    again[1:] = (results.hand[1:] == results.hand[:-1]) & (results.winner[1:] == results.winner[:-1])
    again &= results.draw_kind != DrawKind.NAGASHI_MANGAN
    return again
