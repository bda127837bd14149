"""A winning hand taken apart: its sets, its yaku, its dora, its fu part by part, and what is paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from analyzer.explain.one_hand import OneHand
from analyzer.explain.outcome import Win, liable_seats
from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.why import Why
from analyzer.rules.grades import LiabilityScope, TsumoShare
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.fu import FuPart
from analyzer.settlement.points import YAKUMAN_BASE, even_share, rounded_share
from analyzer.settlement.rons import CLOSED_KAN, paid_winners
from analyzer.settlement.settle import Wins
from analyzer.settlement.win_columns import WinScores, WinShape
from analyzer.settlement.win_dora import dora_counted, dora_kind, kinds_held, ura_counted
from analyzer.settlement.win_payments import LIABILITIES, liable_base
from analyzer.settlement.yaku import QUAD, RUN
from analyzer.settlement.yaku_names import LISTED_LAST, NO_YAKU, TWICE, Yaku
from analyzer.vocabulary import KINDS, NO_TILE, PlayKind, Seat, TileKind, kind_text

__all__ = [
    "barred_reason",
    "decomposition_text",
    "fu_text",
    "unpaid_reasons",
    "validity_reasons",
    "win_reasons",
]

_PAIR_PLACE: Final = 4
_RULE_OF_YAKU: Final[dict[int, str]] = {
    **dict.fromkeys(TWICE, "double_yakuman"),
    Yaku.TANYAO: "kuitan",
    Yaku.RENHOU: "renhou",
}
_LIABLE_YAKU: Final = tuple(yaku for _, yaku in LIABILITIES)


def win_reasons(hand: OneHand, row: int, win: Win) -> Iterator[Reason]:
    """What a win is made of, and what it is paid.

    Args:
        hand: The hand.
        row: One of its wins.
        win: The same.
    """
    wins, rules = hand.settled.wins, hand.rules
    if wins.scores.shape[row] == WinShape.NONE:
        yield reason(Why.NO_WINNING_HAND, met=False)
        yield reason(Why.NO_WIN)
        return
    yield _shape(wins, row)
    yield from _yaku(wins, row, rules)
    yield from _dora(hand, row)
    yield from validity_reasons(wins, row, rules)
    if wins.is_valid[row]:
        yield from _fu(wins.scores, row, rules)
        yield _base(wins, row, win, rules)
        yield from _payments(wins, row, win, rules)


def validity_reasons(wins: Wins, row: int, rules: RuleSet) -> Iterator[Reason]:
    """What else it takes for a win, where a rule asks for more."""
    if wins.paarenchan[row]:
        yield ruled(rules, "paarenchan", Why.PAARENCHAN)
    if not wins.wait_counts[row]:
        yield ruled(rules, "tile_kept_apart", Why.NOT_KEPT_APART)
    is_valid, least, has = bool(wins.is_valid[row]), int(wins.least_yaku[row]), int(wins.scores.yaku_han[row])
    if least > 1 or not is_valid:
        yield ruled(rules, "ryanshi_from", Why.LEAST_YAKU, met=has >= least, least=least, has=has)
    if wins.short_wait[row]:
        yield ruled(rules, "ryanshi_from", Why.SHORT_WAIT, met=False, least=least)
    if not is_valid:
        yield reason(Why.NO_WIN)


def _set_text(form: int, kind: TileKind) -> str:
    kinds = (kind, kind + 1, kind + 2) if form == RUN else (kind,) * (4 if form == QUAD else 3)
    return _kinds_text(kinds)


def _kinds_text(kinds: Sequence[TileKind]) -> str:
    """mpsz text of kinds of one suit."""
    texts = [kind_text(kind) for kind in kinds]
    return "".join(text[0] for text in texts) + texts[0][1]


def _shape(wins: Wins, row: int) -> Reason:
    """The decomposition of the tiles, and what the winning tile completed."""
    scores, facts = wins.scores, wins.facts
    won_on = int(facts.win_kind[row])
    if scores.shape[row] == WinShape.SEVEN_PAIRS:
        kinds = np.flatnonzero(facts.concealed[row]).tolist()
        pairs = " ".join(_kinds_text((kind, kind)) for kind in kinds)
        return reason(Why.SEVEN_PAIRS, sets=pairs, kind=won_on)
    if scores.shape[row] == WinShape.THIRTEEN_ORPHANS:
        return reason(Why.THIRTEEN_ORPHANS, kind=won_on)
    sets = decomposition_text(scores, row)
    completed = sets.split()[min(int(scores.win_place[row]), _PAIR_PLACE)]
    return reason(Why.SETS, sets=sets, kind=won_on, completed=completed)


def decomposition_text(scores: WinScores, row: int) -> str:
    """Sets and pair of a win, called sets in brackets, as ``123m (777z) 55p``; other shapes by name.

    A set that a ron completes is scored as open, and is written as what it is: not called.
    """
    shape = WinShape(int(scores.shape[row]))
    if shape != WinShape.STANDARD:
        return shape.name.lower().replace("_", " ") if shape != WinShape.NONE else "no winning shape"
    won, pair = int(scores.win_place[row]), int(scores.pair[row])
    sets = [
        _set_text(form, kind) if concealed or place == won else f"({_set_text(form, kind)})"
        for place, (form, kind, concealed) in enumerate(scores.sets[row].tolist())
    ]
    return " ".join([*sets, _kinds_text((pair, pair))])


def fu_text(scores: WinScores, row: int) -> str:
    """What the fu of a win are given for, as ``base 20, closed ron 10, closed triplet 7z 8``."""
    parts = [
        f"{FuPart(part).text}{f' {kind_text(kind)}' if kind < KINDS else ''} {fu}"
        for part, fu, kind in scores.fu_parts[row].tolist()
        if part != FuPart.NONE
    ]
    return ", ".join(parts) or "no fu"


def _yaku(wins: Wins, row: int, rules: RuleSet) -> list[Reason]:
    """The yaku without the dora."""
    scores, melds = wins.scores, wins.facts.meld_kind[row]
    is_open = bool(((melds != 0) & (melds != PlayKind.ANKAN)).any())
    listed = [(number, han) for number, han in scores.yaku[row].tolist() if number != NO_YAKU and han]
    listed += [(number, 0) for number in scores.yakuman[row].tolist() if number != NO_YAKU]
    found: list[Reason] = []
    for number, han in listed:
        if number in LISTED_LAST:
            continue
        is_double = number in TWICE and rules.double_yakuman
        why = Why.YAKU if han else Why.DOUBLE_YAKUMAN if is_double else Why.YAKUMAN
        rule = _RULE_OF_YAKU.get(number) if is_open or number != Yaku.TANYAO else None
        found.append(ruled(rules, rule, why, yaku=number, han=han))
    return found or [reason(Why.NO_YAKU, met=False)]


def _dora(hand: OneHand, row: int) -> Iterator[Reason]:
    """Each indicator with the dora it makes, the red fives and the norths; nothing for a yakuman."""
    facts, scores, rules = hand.settled.wins.facts, hand.settled.wins.scores, hand.rules
    if scores.yakuman_count[row] or not scores.han[row]:
        return
    one = slice(row, row + 1)
    held = kinds_held(facts.concealed[one], facts.meld_kind[one], facts.meld_tile[one], facts.kita[one])[0]
    shown = [("dora", hand.situation.indicators[0], "dora", "kan_dora", dora_counted(rules))]
    if facts.riichi[row]:
        shown.append(("ura dora", hand.situation.ura[0], "ura_dora", "kan_ura", ura_counted(rules)))
    for name, tiles, at_deal, of_kans, counted in shown:
        kinds = dora_kind(tiles[None, :], facts.players[one])[0].tolist()
        counts = range(len(tiles))[counted]
        for place, (tile, kind) in enumerate(zip(tiles.tolist(), kinds, strict=True)):
            if tile == NO_TILE:
                continue
            if place in counts:
                yield reason(Why.DORA, name=name, tile=tile, kind=kind, held=int(held[kind]))
            else:
                yield ruled(rules, of_kans if place else at_deal, Why.NO_DORA, name=name, tile=tile)
    if facts.aka[row]:
        yield ruled(rules, "red_fives", Why.RED_FIVES, count=int(facts.aka[row]))
    if facts.kita[row]:
        yield ruled(rules, "nuki_dora", Why.NORTHS, count=int(facts.kita[row]))


def _fu(scores: WinScores, row: int, rules: RuleSet) -> Iterator[Reason]:
    """The fu part by part; nothing where a yakuman leaves them without meaning."""
    parts = [part for part in scores.fu_parts[row].tolist() if part[0] != FuPart.NONE]
    if scores.yakuman_count[row] or not parts:
        return
    for part, fu, kind in parts:
        rule = "double_wind_fu" if part == FuPart.DOUBLE_WIND_PAIR else None
        if kind < KINDS:
            yield ruled(rules, rule, Why.FU_OF_KIND, part=part, kind=kind, fu=fu)
        else:
            yield ruled(rules, rule, Why.FU, part=part, fu=fu)
    total, rounded = sum(fu for _, fu, _ in parts), int(scores.fu[row])
    yield reason(Why.ROUNDED_FU if rounded > total else Why.ALL_FU, total=total, fu=rounded)


def _base(wins: Wins, row: int, win: Win, rules: RuleSet) -> Reason:
    """From han and fu to base points."""
    base, han, fu = int(wins.base[row]), win.han, win.fu or 0
    if wins.scores.yakuman_count[row] or wins.paarenchan[row]:
        rule = "multiple_yakuman" if len(win.yaku) > 1 else None
        return ruled(rules, rule, Why.YAKUMAN_BASE, units=base // YAKUMAN_BASE, base=base)
    why, rule = Why.BASE, None
    if win.limit:
        why, rule = Why.LIMIT_BASE, "counted_yakuman" if han > 12 else None
    elif base != fu * (4 << han):
        why, rule = Why.KIRIAGE_BASE, "kiriage_mangan"
    return ruled(rules, rule, why, han=han, fu=fu, limit=win.limit, base=base)


def _payments(wins: Wins, row: int, win: Win, rules: RuleSet) -> Iterator[Reason]:
    """Who pays what: shares, honba, sticks, a liable seat."""
    table = wins.table
    yield _share(win, int(wins.base[row]), rules, by_dealer=bool(table.winner[row] == table.dealer[row]))
    yield from _liable(wins, row, rules)
    honba, sticks = int(table.honba[row]), int(table.kyotaku[row])
    if not table.takes_pot[row]:
        if honba or sticks:
            yield reason(Why.POT_TO_OTHER)
    else:
        if honba:
            yield _honba(win, honba, rules)
        if sticks:
            yield reason(Why.STICKS_WON, sticks=sticks, stick=rules.riichi_stick)
    yield reason(Why.PAYMENTS, deltas=win.deltas)


def _honba(win: Win, honba: int, rules: RuleSet) -> Reason:
    is_tsumo = win.winner == win.loser
    rule, points = ("honba_tsumo", rules.honba_tsumo) if is_tsumo else ("honba_ron", rules.honba_ron)
    if is_tsumo and win.liable is None:
        return ruled(rules, rule, Why.HONBA_FROM_EACH, honba=honba, points=honba * points)
    points *= honba * (rules.seats - 1 if is_tsumo else 1)
    seat = win.loser if win.liable is None else win.liable
    return ruled(rules, rule, Why.HONBA_FROM_SEAT, honba=honba, points=points, seat=seat)


def _share(win: Win, base: int, rules: RuleSet, *, by_dealer: bool) -> Reason:
    """What is paid for the hand itself, and by whom."""
    single, double = rounded_share(base), rounded_share(2 * base)
    who, times = ("dealer", 6) if by_dealer else ("child", 4)
    if win.winner != win.loser:
        return reason(Why.RON, who=who, times=times, base=base, points=rounded_share(times * base))
    if win.liable is not None:
        return reason(Why.LIABLE_TSUMO, who=who, points=win.points)
    if rules.seats == 3 and rules.tsumo_share == TsumoShare.EVEN:
        share = even_share(times * base)
        return ruled(rules, "tsumo_share", Why.TSUMO_EVENLY, who=who, times=times, base=base, share=share)
    if by_dealer:
        return reason(Why.TSUMO_BY_DEALER, base=base, double=double, others=rules.seats - 1)
    return reason(Why.TSUMO_BY_CHILD, base=base, double=double, single=single, others=rules.seats - 2)


def _liable(wins: Wins, row: int, rules: RuleSet) -> Iterator[Reason]:
    """What the seats pay whose tiles made yakuman certain; nothing where nobody is liable."""
    liable = liable_seats(wins, row, rules)
    if not liable:
        return
    winner, loser = int(wins.table.winner[row]), int(wins.table.loser[row])
    for yaku, seat in liable:
        alone = Why.LIABLE_ALONE if winner == loser else Why.LIABLE_ANYWAY
        why = alone if loser in (winner, seat) else Why.LIABLE_HALF
        yield ruled(rules, "pao", why, seat=seat, yaku=int(yaku), loser=loser)
    owed = dict(zip(_LIABLE_YAKU, liable_base(wins.scores, rules)[row].tolist(), strict=True))
    if int(wins.base[row]) == sum(owed[yaku] for yaku, _ in liable):
        return
    why = Why.LIABLE_FOR_REST
    if wins.unmeasured[row]:
        why = Why.REST_UNKNOWN
    elif rules.pao_scope == LiabilityScope.OWN_YAKUMAN:
        why = Why.REST_AS_USUAL
    yield ruled(rules, "pao_scope", why, seat=liable[0][1])


def barred_reason(hand: OneHand, seat: Seat) -> Reason:
    """Why the ron of a seat does not stand."""
    if hand.barred[seat] & CLOSED_KAN:
        why = Why.KOKUSHI_ALONE if hand.rules.kokushi_on_ankan else Why.CLOSED_KAN_RON
        return ruled(hand.rules, "kokushi_on_ankan", why, met=False, seat=seat)
    return ruled(hand.rules, "furiten", Why.FURITEN_RON, met=False, seat=seat, furiten=int(hand.barred[seat]))


def unpaid_reasons(hand: OneHand) -> Iterator[Reason]:
    """Who called ron and is not paid."""
    facts, rules = hand.facts, hand.rules
    for seat in np.flatnonzero(hand.barred).tolist():
        yield barred_reason(hand, seat)
    standing = facts._replace(winners=facts.winners & (hand.barred == 0))
    called = standing.winners[0, : rules.seats]
    unpaid = np.flatnonzero(called & ~paid_winners(standing, rules)[0]).tolist()
    if unpaid:
        rule = "double_ron" if called.sum() == 2 else "triple_ron"
        yield ruled(rules, rule, Why.NOT_PAID, seats=tuple(unpaid))
