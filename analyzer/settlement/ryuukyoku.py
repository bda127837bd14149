"""A hand without a winner (流局): which draw it is, who is tenpai, who pays whom; chombo (チョンボ).

Each abortive draw (途中流局) is a predicate on what was played, never on what the log says; settlement asks
for all conditions of a draw together, an explanation for each of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import any_seat, every_seat, of_hands, sum_of_seats
from analyzer.rules.grades import (
    ChomboPenalty,
    DealerRepeat,
    HiddenRiichi,
    Nagashi,
    NotenDeclaration,
    NotenPenalty,
    TenpaiWait,
    UnpenalisedShow,
)
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.wait_values import has_yaku_wait
from analyzer.settlement.win_facts import Said, Situation
from analyzer.vocabulary import KYUUSHU_KINDS, SEATS, SHOWS_RIICHI, WIND_KINDS, DrawKind, PlayKind


class Conditions(NamedTuple):
    """What has come about in hands; shape (hands,) each."""

    three_rons: NDArray[np.bool_]
    """Three seats call ron on one tile (三家和)."""
    four_kans: NDArray[np.bool_]
    several_made_kans: NDArray[np.bool_]
    """Two seats or more."""
    discard_after_kan: NDArray[np.bool_]
    """A discard followed the fourth kan (四開槓)."""
    four_riichi: NDArray[np.bool_]
    """Four riichi stand (四家立直); a riichi whose tile is won on does not."""
    first_discards_one_wind: NDArray[np.bool_]
    """Those of four seats (四風連打)."""
    no_call_between: NDArray[np.bool_]
    """None before the fourth of first discards that are one wind; false of others."""
    first_draw: NDArray[np.bool_]
    """The seat that played last has drawn, and not discarded yet."""
    nine_kinds: NDArray[np.bool_]
    """It holds nine kinds of terminals and honours or more (九種九牌)."""
    no_call: NDArray[np.bool_]
    """None of any kind in the hand."""


def conditions(facts: Facts) -> Conditions:
    """Each condition of an abortive draw; all those of a draw together bring it about."""
    hand = np.arange(len(facts.last_seat))
    seat = np.minimum(facts.last_seat, SEATS - 1).astype(np.int64)
    kinds = facts.first_discard // 4
    one_kind = every_seat(kinds == kinds[:, :1]) & (facts.players == SEATS)
    return Conditions(
        three_rons=facts.ron_calls == 3,
        four_kans=sum_of_seats(facts.kans) >= 4,
        several_made_kans=sum_of_seats(facts.kans > 0) > 1,
        discard_after_kan=facts.fourth_kan_discard >= 0,
        four_riichi=facts.fourth_riichi >= 0,
        first_discards_one_wind=one_kind & is_one_of(kinds[:, 0], WIND_KINDS),
        no_call_between=facts.fourth_wind >= 0,
        first_draw=(facts.last_kind == PlayKind.DRAW) & (facts.discards[hand, seat] == 0),
        nine_kinds=facts.yaochu_kinds[hand, seat] >= KYUUSHU_KINDS,
        no_call=facts.call_count == 0,
    )


class AbortiveDraw(NamedTuple):
    """One way for a hand to end before its wall does; ``abortive.toml`` says what each field is."""

    kind: DrawKind
    rule: str
    grade: object
    needed: tuple[str, ...]
    last: str | None
    ends_on: tuple[PlayKind, ...]
    mandatory: bool

    def known(self, rules: RuleSet) -> bool:
        """Whether a rule set has it."""
        return bool(rules.value(self.rule) == self.grade)

    def arisen(self, met: Conditions) -> NDArray[np.bool_]:
        """Whether all that is needed has come about; shape (hands,)."""
        arisen: NDArray[np.bool_] = np.logical_and.reduce([getattr(met, name) for name in self.needed])
        return arisen

    def stopped(self, facts: Facts) -> NDArray[np.bool_]:
        """Whether play stopped there, where ``arisen``; shape (hands,)."""
        if self.last is None:
            return np.ones(len(facts.play_count), np.bool_)
        behind = facts.play_count - 1 - getattr(facts, self.last)
        stopped: NDArray[np.bool_] = (behind <= 1) & is_one_of(facts.last_kind, self.ends_on)
        return stopped


def _draws() -> Iterator[AbortiveDraw]:
    text = Path(__file__).with_name("abortive.toml").read_text(encoding="utf-8")
    for row in tomllib.loads(text)["draw"]:
        ((rule, grade),) = row["rule"].items()
        yield AbortiveDraw(
            kind=DrawKind[row["kind"].upper()],
            rule=rule,
            grade=grade,
            needed=tuple(row["needed"]),
            last=row.get("last"),
            ends_on=tuple(PlayKind[kind.upper()] for kind in row.get("ends_on", ())),
            mandatory=row["mandatory"],
        )


ABORTIVE_DRAWS: Final = tuple(_draws())
"""Earlier ones win where one discard brings about several."""


def abortive_kind(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """The abortive draw that ends each hand where its play stopped.

    Returns:
        Shape (hands,): a DrawKind; 0 where the rule set has none for that place.
    """
    return _first_kind(facts, rules, lambda draw: draw.stopped(facts))


def overdue(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """Hands whose play went on after a draw that had to end them.

    Returns:
        Shape (hands,): the DrawKind that was passed over; 0 where there is none.

    Source: Arcturus wiki, "Tochuu ryuukyoku": all but kyuushu kyuuhai are mandatory.
    """
    return _first_kind(facts, rules, lambda draw: ~draw.stopped(facts) & draw.mandatory)


def _first_kind(
    facts: Facts, rules: RuleSet, ends: Callable[[AbortiveDraw], NDArray[np.bool_]]
) -> NDArray[np.uint8]:
    """The first draw of each hand that has arisen and ends it."""
    kind, met = np.zeros(len(facts.play_count), np.uint8), conditions(facts)
    for draw in ABORTIVE_DRAWS:
        if draw.known(rules):
            kind[(kind == 0) & draw.arisen(met) & ends(draw)] = draw.kind
    return kind


Scalar = TypeVar("Scalar", bound=np.generic)


def is_exhausted(facts: Facts) -> NDArray[np.bool_]:
    """Whether the live wall is used up and the last discard made; shape (hands,)."""
    discarded = is_one_of(facts.last_kind, (PlayKind.DISCARD, PlayKind.RIICHI_ACCEPTED))
    exhausted: NDArray[np.bool_] = (facts.live_tiles <= 0) & discarded
    return exhausted


def has_wait(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Whether a seat has a wait that the rule set lets count.

    Args:
        facts: Uses ``waits`` and the facts about where the tiles waited for lie.
        rules: Uses ``tenpai_wait``.

    Returns:
        Shape (hands, seats).

    Source: Tenhou, seats shown at 12,004 seat-draws; Riichi wiki, "Ryuukyoku", Tenpai; three-player rule
        page of 2011-09-10, note 1.
    """
    counted: NDArray[np.bool_]
    match rules.tenpai_wait:
        case TenpaiWait.ANY:
            counted = facts.waits != 0
        case TenpaiWait.OUTSIDE_CONCEALED:
            counted = facts.wait_outside_concealed
        case TenpaiWait.OUTSIDE_OWN:
            counted = facts.wait_outside_own
        case TenpaiWait.UNEXPOSED:
            counted = facts.wait_unseen
    seated: NDArray[np.bool_] = counted[:, : rules.seats]
    return seated


def tenpai_seats(facts: Facts, situation: Situation, said: Said, rules: RuleSet) -> NDArray[np.bool_]:
    """Who counts as tenpai if the hand is an exhaustive draw; shape (hands, seats).

    Args:
        facts: The table at the end of each hand.
        situation: Uses ``kyoku``, for the yaku of the round wind.
        said: Uses ``noten``; a riichi seat cannot call itself so.
        rules: Uses ``tenpai_wait``, ``furiten_tenpai``, ``yakuless_tenpai`` and ``noten_declaration``.
    """
    tenpai = has_wait(facts, rules).copy()
    if not rules.furiten_tenpai:
        tenpai &= facts.furiten[:, : rules.seats] == 0
    if not rules.yakuless_tenpai:
        tenpai &= has_yaku_wait(facts, situation.kyoku, rules)
    if said.noten is not None and rules.noten_declaration != NotenDeclaration.AUTOMATIC:
        tenpai &= ~said.noten[:, : rules.seats] | (facts.riichi_order[:, : rules.seats] > 0)
    return tenpai


def is_noten_riichi(facts: Facts, said: Said, rules: RuleSet) -> NDArray[np.bool_]:
    """Seats in riichi on a hand that is noten, or, if the rule set says so, that do not show it.

    What others have discarded does not make a riichi wrong: under ``unexposed`` any wait will do here.

    Returns:
        Shape (hands, seats).

    Source: Riichi wiki, "Ryuukyoku"; World Riichi Championship Rules, 5.7.2.
    """
    if rules.tenpai_wait == TenpaiWait.UNEXPOSED:
        wrong: NDArray[np.bool_] = facts.waits[:, : rules.seats] == 0
    else:
        wrong = ~has_wait(facts, rules)
    if said.noten is not None and rules.hidden_riichi == HiddenRiichi.CHOMBO:
        wrong = wrong | said.noten[:, : rules.seats]
    noten_riichi: NDArray[np.bool_] = wrong & (facts.riichi_order[:, : rules.seats] > 0)
    return noten_riichi


def noten_penalty(tenpai: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.int32]:
    """Score changes of the noten penalty (不聴罰符) at an exhaustive draw.

    Args:
        tenpai: Shape (hands, seats); tenpai by the rule set's definition.
        rules: Uses ``noten_penalty``, ``noten_penalty_points``, a total per hand or a payment per pair, and
            ``noten_payments``.

    Returns:
        Shape (hands, seats), points.  Rows of nobody or everybody tenpai are zero; every row sums to zero.

    Source: Riichi wiki, "Ryuukyoku", Point exchanges; Tenhou: 2,550 of 2,550 draws with four seats and
        594 of 594 with three; three-player rule page of 2011-09-10 for payments per pair.

    Examples:
        >>> from analyzer.rules import load
        >>> noten_penalty(np.array([[True, False, True, False]]), load("tenhou"))
        array([[ 1500, -1500,  1500, -1500]], dtype=int32)
    """
    receivers = sum_of_seats(tenpai)[:, None]
    payers = np.int32(rules.seats) - receivers
    one_sided = (receivers == 0) | (payers == 0)
    points = np.int32(rules.noten_penalty_points)
    match rules.noten_penalty:
        case NotenPenalty.OFF:
            gain, loss = np.zeros_like(receivers), np.zeros_like(receivers)
        case NotenPenalty.SHARED:
            gain, loss = points // np.maximum(receivers, 1), points // np.maximum(payers, 1)
        case NotenPenalty.PER_PAIR:
            gain, loss = points * payers, points * receivers
        case NotenPenalty.BY_TENPAI:
            loss = np.array([0, *rules.noten_payments, 0], np.int32)[receivers]
            gain = loss * payers // np.maximum(receivers, 1)
    deltas: NDArray[np.int32] = np.where(one_sided, 0, np.where(tenpai, gain, -loss)).astype(np.int32)
    return deltas


def nagashi_seats(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Whose discards make a nagashi mangan if the hand is an exhaustive draw; own calls do not matter.

    Args:
        facts: Uses ``river_yaochu``, ``river_called`` and ``discards``.
        rules: Uses ``nagashi``.

    Returns:
        Shape (hands, seats).

    Source: Riichi wiki, "Ryuukyoku", Nagashi mangan; Tenhou: 11 of 11, and none in 3,140 other draws.
    """
    made: NDArray[np.bool_] = (facts.river_yaochu & ~facts.river_called & (facts.discards > 0))[
        :, : rules.seats
    ]
    if rules.nagashi == Nagashi.WIN:
        from_dealer = (np.arange(rules.seats) - facts.dealer.astype(np.int64)[:, None]) % rules.seats
        first = np.where(made, from_dealer, rules.seats).min(axis=1, keepdims=True)
        made = made & (from_dealer == first)
    return made if rules.nagashi != Nagashi.OFF else np.zeros_like(made)


def tsumo_shares(receiver: int, dealer: NDArray[np.uint8], points: int, seats: int) -> NDArray[np.int32]:
    """Score changes of a tsumo-like payment to one seat.

    Args:
        receiver: Seat paid by all others.
        dealer: Shape (hands,).
        points: What a payer pays if payer or receiver is the dealer; half of it otherwise.
        seats: Number of seats; a missing seat's share is not made up for.

    Returns:
        Shape (hands, seats), points; every row sums to zero.
    """
    seat = np.arange(seats)
    with_dealer = (seat == dealer[:, None]) | (dealer[:, None] == receiver)
    paid = np.where(with_dealer, points, points // 2).astype(np.int32)
    paid[:, receiver] = 0
    deltas = -paid
    deltas[:, receiver] = sum_of_seats(paid)
    return deltas


def nagashi_payment(
    made: NDArray[np.bool_],
    dealer: NDArray[np.uint8],
    rules: RuleSet,
    honba: NDArray[np.int32],
    kyotaku: NDArray[np.int32],
) -> NDArray[np.int32]:
    """Score changes of nagashi mangan, in place of the noten payments; several at once add up.

    Args:
        made: Shape (hands, seats); who made it.
        dealer: Shape (hands,).
        rules: Uses ``nagashi`` and ``nagashi_points``; where it is a win, ``honba_tsumo`` and
            ``riichi_stick``.
        honba: Of each hand, and sticks on the table; they move only where it is a win.
        kyotaku: Shape (hands,).

    Returns:
        Shape (hands, seats), points; every row sums to the sticks that are taken.

    Source: Riichi wiki, "Ryuukyoku", Nagashi mangan; Tenhou: 11 of 11, three seats included.

    Examples:
        >>> from analyzer.rules import load
        >>> made, nothing = np.array([[False, True, False, False]]), np.zeros(1, np.int32)
        >>> nagashi_payment(made, np.array([0], np.uint8), load("tenhou"), nothing, nothing)
        array([[-4000,  8000, -2000, -2000]], dtype=int32)
    """
    deltas = np.zeros(made.shape, np.int32)
    for seat in np.flatnonzero(made.any(axis=0)).tolist():
        shares = tsumo_shares(seat, dealer, rules.nagashi_points, rules.seats)
        if rules.nagashi == Nagashi.WIN:
            each = np.where(np.arange(rules.seats) == seat, 1 - rules.seats, 1) * np.int32(rules.honba_tsumo)
            shares -= (each * honba[:, None]).astype(np.int32)
            shares[:, seat] += kyotaku * np.int32(rules.riichi_stick)
        deltas += np.where(made[:, seat, None], shares, 0).astype(np.int32)
    return deltas


def chombo_deltas(facts: Facts, offenders: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.int32]:
    """Score changes of a chombo: the sticks of this hand go back, and what the offender pays at once.

    Args:
        facts: Uses ``dealer`` and ``riichi_passed``.
        offenders: Shape (hands, seats); several pay one after the other.
        rules: Uses ``chombo_penalty``, ``chombo_points`` and ``riichi_stick``.

    Returns:
        Shape (hands, seats), points; a row sums to the sticks given back.

    Source: Riichi wiki, "Chombo", 2024-07-16: a reverse mangan tsumo; "Ryuukyoku": as if not happened.
    """
    deltas = facts.riichi_passed[:, : rules.seats].astype(np.int32) * np.int32(rules.riichi_stick)
    if rules.chombo_penalty != ChomboPenalty.REVERSE_MANGAN or not offenders.any():
        return deltas
    for seat in range(rules.seats):
        shares = tsumo_shares(seat, facts.dealer, rules.chombo_points, rules.seats)
        deltas -= np.where(offenders[:, seat, None], shares, 0).astype(np.int32)
    return deltas


def chombo_final_points(offenders: NDArray[np.bool_], rules: RuleSet) -> NDArray[np.int32]:
    """Points that chombo takes from the final result; shape (hands, seats), zero or negative."""
    if rules.chombo_penalty != ChomboPenalty.FINAL_RESULT:
        return np.zeros(offenders.shape, np.int32)
    return np.where(offenders, -rules.chombo_points, 0).astype(np.int32)


_PAID = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN, DrawKind.CHOMBO)
"""Draws at which points move."""


class Ryuukyoku(NamedTuple):
    """Settlement of each hand as a draw, whether it was one or not; shape (hands, 4) unless said."""

    kind: NDArray[np.uint8]
    """Shape (hands,): the DrawKind that ends a hand without winner where play stopped; 0 where none does."""
    tenpai: NDArray[np.bool_]
    """Tenpai by the rule set."""
    shows: NDArray[np.bool_]
    """Who of them shows the hand at an exhaustive draw."""
    deltas: NDArray[np.int32]
    """Points; zero where ``kind`` is 0."""
    nagashi: NDArray[np.bool_]
    """Who made nagashi mangan; false where ``kind`` is another."""
    chombo: NDArray[np.bool_]
    """Whose chombo it is; false where ``kind`` is another."""
    final_points: NDArray[np.int32]
    """Points that the hand takes from the final result: chombo in some rule sets."""


def _kind(
    facts: Facts, made: NDArray[np.bool_], wrong: NDArray[np.bool_], rules: RuleSet
) -> NDArray[np.uint8]:
    kind = abortive_kind(facts, rules)
    exhausted = (kind == 0) & is_exhausted(facts)
    kind[exhausted] = DrawKind.EXHAUSTIVE
    kind[exhausted & any_seat(made)] = DrawKind.NAGASHI_MANGAN
    kind[is_one_of(kind, SHOWS_RIICHI) & any_seat(wrong)] = DrawKind.CHOMBO
    return kind


def settle_ryuukyoku(facts: Facts, situation: Situation, said: Said, rules: RuleSet) -> Ryuukyoku:
    """Settlement of each hand as a draw, from what was played alone; one row per hand.

    An abortive draw comes before the exhaustive one that falls on the same discard; nagashi mangan
    replaces the noten payments; a noten riichi that must be shown makes the hand void.

    Args:
        facts: The table at the end of each hand; hands that were won are settled too, as if they were not.
        situation: Of the same hands.
        said: Of the same hands; a chombo known from elsewhere voids the hand wherever play stopped.
        rules: The rule set.
    """
    tenpai = tenpai_seats(facts, situation, said, rules)
    made = nagashi_seats(facts, rules)
    wrong = is_noten_riichi(facts, said, rules)
    kind = _kind(facts, made, wrong, rules)
    if said.chombo is not None:
        kind[any_seat(said.chombo)] = DrawKind.CHOMBO
        wrong = wrong | said.chombo[:, : rules.seats]
    made &= (kind == DrawKind.NAGASHI_MANGAN)[:, None]
    wrong &= (kind == DrawKind.CHOMBO)[:, None]
    deltas = np.zeros(tenpai.shape, np.int32)
    exhausted, nagashi, void = (np.flatnonzero(kind == paid) for paid in _PAID)
    deltas[exhausted] = noten_penalty(of_hands(tenpai, exhausted), rules)
    if len(nagashi):
        deltas[nagashi] = nagashi_payment(
            made[nagashi],
            facts.dealer[nagashi],
            rules,
            situation.honba[nagashi],
            facts.riichi_sticks[nagashi].astype(np.int32),
        )
    if len(void):
        deltas[void] = chombo_deltas(facts, wrong, rules)[void]
    return Ryuukyoku(
        kind=kind,
        tenpai=_four_seats(tenpai),
        shows=_four_seats(tenpai & _must_show(facts, rules)),
        deltas=_four_seats(deltas),
        nagashi=_four_seats(made),
        chombo=_four_seats(wrong),
        final_points=_four_seats(chombo_final_points(wrong, rules)),
    )


def _must_show(facts: Facts, rules: RuleSet) -> NDArray[np.bool_]:
    """Seats that show their hand if it is tenpai; shape (hands, seats).

    Source: 電脳麻将, lib/game.js: without a noten penalty only riichi seats, and the dealer where tenpai
        makes it stay.
    """
    in_riichi: NDArray[np.bool_] = facts.riichi_order[:, : rules.seats] > 0
    is_paid = rules.noten_penalty != NotenPenalty.OFF and rules.noten_penalty_points > 0
    if is_paid or rules.unpenalised_show == UnpenalisedShow.ALL:
        return np.ones_like(in_riichi)
    is_dealer = np.arange(rules.seats) == facts.dealer[:, None]
    stays_by_tenpai = rules.dealer_repeat in (DealerRepeat.TENPAI, DealerRepeat.TENPAI_ONLY)
    shown: NDArray[np.bool_] = in_riichi | (is_dealer & stays_by_tenpai)
    return shown


def _four_seats(column: NDArray[Scalar]) -> NDArray[Scalar]:
    """The column with an empty fourth seat, if it has but three."""
    missing = SEATS - column.shape[1]
    return np.pad(column, ((0, 0), (0, missing))) if missing else column
