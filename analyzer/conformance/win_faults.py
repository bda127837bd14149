"""Faults of wins: yaku, fu, points, indicators, tiles, and who pays whom."""

from __future__ import annotations

import numpy as np

from analyzer.conformance.draft import Draft, NoOccasion, Planted
from analyzer.conformance.win_values import Win, set_value, win_at
from analyzer.replay.facts import Place
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import SANMA_ABSENT_KINDS, SEATS, TILES, Seat

__all__ = [
    "dora_too_many",
    "fu_one_step_more",
    "han_one_more",
    "honba_for_the_second_winner",
    "honba_not_paid",
    "indicator_left_out",
    "melds_left_out",
    "pao_left_out",
    "pao_not_paid",
    "share_of_the_missing_seat",
    "shares_exchanged",
    "sticks_for_the_second_winner",
    "sticks_not_paid",
    "ura_without_riichi",
    "winner_with_another_tile",
    "yaku_left_out",
]


def fu_one_step_more(draft: Draft, hand: int) -> Planted:
    """The hand is counted with ten fu more."""
    at, win = win_at(draft, hand)
    if not 20 <= win.fu <= 100 or win.fu == 25:
        raise NoOccasion("fu that have no next step")
    set_value(draft, hand, at, win._replace(fu=win.fu + 10))
    return Planted("win-fu", at, win.winner)


def han_one_more(draft: Draft, hand: int) -> Planted:
    """The yaku are right, the points are those of one han more."""
    at, win = win_at(draft, hand)
    set_value(draft, hand, at, win, han=win.han + 1)
    return Planted("win-points", at, win.winner)


def yaku_left_out(draft: Draft, hand: int) -> Planted:
    """One of several yaku is forgotten, and the hand is worth so much less."""
    at, win = win_at(draft, hand)
    if len(win.real_yaku) < 2:
        raise NoOccasion("only one yaku")
    gone = win.real_yaku[-1]
    set_value(draft, hand, at, win._replace(yaku=[pair for pair in win.yaku if pair != gone]))
    return Planted("win-yaku", at, win.winner)


def dora_too_many(draft: Draft, hand: int) -> Planted:
    """One dora more is counted than the hand has."""
    at, win = win_at(draft, hand)
    others = [pair for pair in win.yaku if pair[0] != Yaku.DORA]
    dora = win.han - sum(han for _, han in others)
    place = len(win.real_yaku)
    yaku = [*others[:place], (int(Yaku.DORA), dora + 1), *others[place:]]
    set_value(draft, hand, at, win._replace(yaku=yaku))
    return Planted("win-yaku", at, win.winner)


def ura_without_riichi(draft: Draft, hand: int) -> Planted:
    """A hand without riichi is given an ura dora."""
    at, win = win_at(draft, hand)
    attributes = draft[at].attributes
    if "doraHaiUra" in attributes or any(element.name == "SHUFFLE" for element in draft.elements):
        raise NoOccasion("in riichi, or of a known wall")
    unseen = [
        tile
        for tile in np.flatnonzero(draft.course.place[hand] == Place.UNSEEN).tolist()
        if draft.seats == SEATS or tile // 4 not in SANMA_ABSENT_KINDS
    ]
    shown = len(draft[at].numbers("doraHai"))
    if len(unseen) < shown:
        raise NoOccasion("every tile lies somewhere")
    ura = ",".join(map(str, unseen[:shown]))
    items: list[tuple[str, str]] = []
    for name, value in attributes.items():
        items += [(name, value), ("doraHaiUra", ura)] if name == "doraHai" else [(name, value)]
    draft[at].attributes = dict(items)
    set_value(draft, hand, at, win._replace(yaku=[*win.yaku, (int(Yaku.URA_DORA), 1)]))
    return Planted("win-dora", at, win.winner)


def indicator_left_out(draft: Draft, hand: int) -> Planted:
    """The indicator of a kan is not among those of the win."""
    at = draft.wins(hand)[0]
    indicators = draft[at].numbers("doraHai")
    if len(indicators) < 2:
        raise NoOccasion("one indicator")
    draft[at].set_numbers("doraHai", indicators[:-1])
    return Planted("win-dora", at, _winner(draft, at))


def winner_with_another_tile(draft: Draft, hand: int) -> Planted:
    """The winner shows a tile that it does not hold."""
    at = draft.wins(hand)[0]
    tiles, machi = draft[at].numbers("hai"), int(draft[at].attributes["machi"])
    gone = next((tile for tile in tiles if tile != machi), None)
    other = next(tile for tile in range(36, TILES) if tile not in tiles)
    if gone is None:
        raise NoOccasion("no tile but the one won on")
    draft[at].set_numbers("hai", sorted([other, *(tile for tile in tiles if tile != gone)]))
    return Planted("win-tehai", at, _winner(draft, at))


def melds_left_out(draft: Draft, hand: int) -> Planted:
    """The calls of the winner are not stated."""
    at = draft.wins(hand)[0]
    if draft[at].attributes.pop("m", None) is None:
        raise NoOccasion("no calls")
    return Planted("win-melds", at, _winner(draft, at))


def _winner(draft: Draft, at: int) -> Seat:
    return int(draft[at].attributes["who"])


def honba_not_paid(draft: Draft, hand: int) -> Planted:
    """The payers add nothing for the honba."""
    at, win = win_at(draft, hand)
    draft.pay(at, {seat: -points for seat, points in _honba_paid(draft, win, win.honba).items()})
    return Planted("win-payment", at, win.winner)


def honba_for_the_second_winner(draft: Draft, hand: int) -> Planted:
    """Of two winners both are paid the honba."""
    first, second = win_at(draft, hand), win_at(draft, hand, place=1)
    at, win = second
    draft.pay(at, _honba_paid(draft, win, first[1].honba))
    return Planted("win-payment", at, win.winner)


def _honba_paid(draft: Draft, win: Win, honba: int) -> dict[Seat, int]:
    """What so many honba move in a win."""
    if honba == 0:
        raise NoOccasion("no honba")
    if win.is_tsumo:
        share = -honba * draft.rules.honba_tsumo
        changes = {seat: share for seat in range(draft.seats) if seat != win.winner}
    else:
        changes = {win.loser: -honba * draft.rules.honba_ron}
    return {**changes, win.winner: -sum(changes.values())}


def sticks_not_paid(draft: Draft, hand: int) -> Planted:
    """The winner does not get the sticks, and nobody else does."""
    at, win = win_at(draft, hand)
    if win.kyotaku == 0:
        raise NoOccasion("no sticks")
    draft.pay(at, {win.winner: -1000 * win.kyotaku})
    return Planted("win-payment", at, win.winner)


def sticks_for_the_second_winner(draft: Draft, hand: int) -> Planted:
    """Of two winners the second gets the sticks."""
    (at, win), (later, second) = win_at(draft, hand), win_at(draft, hand, place=1)
    if win.kyotaku == 0:
        raise NoOccasion("no sticks")
    draft.pay(at, {win.winner: -1000 * win.kyotaku})
    draft.pay(later, {second.winner: 1000 * win.kyotaku})
    return Planted("win-payment", at, win.winner)


def shares_exchanged(draft: Draft, hand: int) -> Planted:
    """In a tsumo of a child, the dealer pays what a child should and the other way round."""
    at, win = win_at(draft, hand)
    dealer = draft.dealer(hand)
    children = [seat for seat in range(draft.seats) if seat not in (dealer, win.winner)]
    if not win.is_tsumo or win.winner == dealer:
        raise NoOccasion("no tsumo of a child")
    deltas = draft.deltas(at)[: draft.seats]
    deltas[dealer], deltas[children[0]] = deltas[children[0]], deltas[dealer]
    draft.pay_instead(at, deltas)
    return Planted("win-payment", at, win.winner)


def share_of_the_missing_seat(draft: Draft, hand: int) -> Planted:
    """With three players, the two payers of a tsumo pay a thousand more each for the seat that is empty."""
    at, win = win_at(draft, hand)
    if draft.seats == SEATS or not win.is_tsumo:
        raise NoOccasion("nobody is missing")
    draft.pay(at, {seat: 2000 if seat == win.winner else -1000 for seat in range(draft.seats)})
    return Planted("win-payment", at, win.winner)


def pao_left_out(draft: Draft, hand: int) -> Planted:
    """A liable seat pays, but is not named."""
    at = draft.wins(hand)[0]
    if draft[at].attributes.pop("paoWho", None) is None:
        raise NoOccasion("no seat is liable")
    return Planted("win-pao", at, _winner(draft, at))


def pao_not_paid(draft: Draft, hand: int) -> Planted:
    """A liable seat is named, but half of what it must pay is put on another."""
    at = draft.wins(hand)[0]
    attributes, winner = draft[at].attributes, _winner(draft, at)
    if "paoWho" not in attributes:
        raise NoOccasion("no seat is liable")
    liable = int(attributes["paoWho"])
    other = next(seat for seat in range(draft.seats) if seat not in (liable, winner))
    half = draft.deltas(at)[liable] // 200 * 100
    draft.pay(at, {liable: -half, other: half})
    return Planted("win-payment", at, winner)
