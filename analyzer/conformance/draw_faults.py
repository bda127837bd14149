"""Faults of hands without a winner: the kind of draw, who is tenpai, who pays whom."""

from __future__ import annotations

import numpy as np

from analyzer.conformance.draft import Draft, NoOccasion, Planted
from analyzer.formats.element_names import DRAW_TYPES
from analyzer.replay.facts import Place
from analyzer.rules.grades import NotenDeclaration
from analyzer.settlement.exhaustive import nagashi_payment, noten_penalty
from analyzer.vocabulary import SEATS, DrawKind, Seat

__all__ = [
    "abort_of_another_kind",
    "abort_that_pays",
    "nagashi_paid_as_noten",
    "noten_payment_exchanged",
    "noten_payment_forgotten",
    "noten_payment_reversed",
    "noten_seat_shown",
    "ordinary_draw_paid_as_nagashi",
    "tenpai_seat_hidden",
]

_EXHAUSTIVE = None
_NAGASHI = DRAW_TYPES[DrawKind.NAGASHI_MANGAN]
_SANCHAHOU = DRAW_TYPES[DrawKind.SANCHAHOU]
_ABORTIVE = (
    DRAW_TYPES[DrawKind.KYUUSHU_KYUUHAI],
    DRAW_TYPES[DrawKind.SUUCHA_RIICHI],
    _SANCHAHOU,
    DRAW_TYPES[DrawKind.SUUKAIKAN],
    DRAW_TYPES[DrawKind.SUUFON_RENDA],
)


def _shown(draft: Draft, at: int) -> list[Seat]:
    return [seat for seat in range(SEATS) if f"hai{seat}" in draft[at].attributes]


def _pay_noten(draft: Draft, at: int, tenpai: list[Seat]) -> None:
    """Let a draw pay as if these seats were tenpai."""
    mask = np.array([[seat in tenpai for seat in range(draft.seats)]])
    due = noten_penalty(mask, draft.rules)[0].tolist()
    if due != draft.deltas(at)[: draft.seats]:
        draft.pay_instead(at, due)


def noten_payment_exchanged(draft: Draft, hand: int) -> Planted:
    """One tenpai and one noten seat are paid each other's share."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    deltas = draft.deltas(at)[: draft.seats]
    high, low = deltas.index(max(deltas)), deltas.index(min(deltas))
    deltas[high], deltas[low] = deltas[low], deltas[high]
    draft.pay_instead(at, deltas)
    return Planted("draw-payment", at)


def noten_payment_reversed(draft: Draft, hand: int) -> Planted:
    """Tenpai seats pay and noten seats are paid."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    draft.pay_instead(at, [-points for points in draft.deltas(at)])
    return Planted("draw-payment", at)


def noten_payment_forgotten(draft: Draft, hand: int) -> Planted:
    """Nobody pays although some are tenpai and some are not."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    draft.pay_instead(at, [0] * SEATS)
    return Planted("draw-payment", at)


def tenpai_seat_hidden(draft: Draft, hand: int) -> Planted:
    """A tenpai seat is not shown, and is paid as noten."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    tenpai = _shown(draft, at)
    others = [seat for seat in tenpai if seat != draft.dealer(hand)]
    if draft.rules.noten_declaration != NotenDeclaration.AUTOMATIC or not others:
        raise NoOccasion("a seat may call itself noten, or none but the dealer is tenpai")
    del draft[at].attributes[f"hai{others[0]}"]
    _pay_noten(draft, at, [seat for seat in tenpai if seat != others[0]])
    return Planted("shown-seats", at, others[0])


def noten_seat_shown(draft: Draft, hand: int) -> Planted:
    """A noten seat is shown, and is paid as tenpai."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    tenpai = _shown(draft, at)
    others = [seat for seat in range(draft.seats) if seat not in (*tenpai, draft.dealer(hand))]
    if not others:
        raise NoOccasion("none but the dealer is noten")
    tiles = np.flatnonzero(draft.course.place[hand] == Place.CONCEALED + others[0]).tolist()
    _show(draft, at, others[0], tiles)
    _pay_noten(draft, at, [*tenpai, others[0]])
    return Planted("shown-seats", at, others[0])


def _show(draft: Draft, at: int, seat: Seat, tiles: list[int]) -> None:
    """Add the tehai of a seat in its place among those shown."""
    attributes = draft[at].attributes
    after = {name: attributes.pop(name) for name in [*attributes] if name > f"hai{seat}" and name < "hai4"}
    owari = attributes.pop("owari", None)
    draft[at].set_numbers(f"hai{seat}", tiles)
    attributes.update(after)
    if owari is not None:
        attributes["owari"] = owari


def ordinary_draw_paid_as_nagashi(draft: Draft, hand: int) -> Planted:
    """An exhaustive draw is called nagashi mangan, and paid so."""
    at = draft.ryuukyoku(hand, _EXHAUSTIVE)
    draft[at].attributes = {"type": _NAGASHI, **draft[at].attributes}
    made = np.arange(draft.seats)[None] == (draft.dealer(hand) + 1) % draft.seats
    dealer = draft.course.dealer[hand : hand + 1]
    draft.pay_instead(at, nagashi_payment(made, dealer, draft.rules)[0].tolist())
    return Planted("draw-kind", at)


def nagashi_paid_as_noten(draft: Draft, hand: int) -> Planted:
    """A nagashi mangan is called an ordinary draw, and paid so."""
    at = draft.ryuukyoku(hand, _NAGASHI)
    del draft[at].attributes["type"]
    _pay_noten(draft, at, _shown(draft, at))
    return Planted("draw-kind", at)


def abort_of_another_kind(draft: Draft, hand: int) -> Planted:
    """An abortive draw has the name of another."""
    at = draft.ryuukyoku(hand, *_ABORTIVE)
    said = draft[at].attributes["type"]
    if said == _SANCHAHOU:
        raise NoOccasion("a riichi whose tile is won on would lack its stick")
    draft[at].attributes["type"] = _ABORTIVE[_ABORTIVE.index(said) - 1]
    return Planted("draw-kind", at)


def abort_that_pays(draft: Draft, hand: int) -> Planted:
    """An abortive draw moves a thousand points."""
    at = draft.ryuukyoku(hand, *_ABORTIVE)
    draft.pay(at, {0: 1000, 1: -1000})
    return Planted("draw-payment", at)
