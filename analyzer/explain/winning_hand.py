"""A winning hand taken apart: its sets, its yaku, its dora, its fu part by part, and what is paid for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.explain.reason import Reason, reason, ruled
from analyzer.explain.win import Win, kinds_text
from analyzer.rules.grades import LiabilityHonba, LiabilityScope, TsumoShare
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Settlement, Wins
from analyzer.settlement.dora import dora_counted, dora_kind, tiles_held, ura_counted
from analyzer.settlement.payments import CLOSED_KAN, paid_winners
from analyzer.settlement.points import YAKUMAN_BASE, FuPart, even_share, rounded_share
from analyzer.settlement.win_facts import WinShape
from analyzer.settlement.yaku_names import LISTED_LAST, TWICE, Yaku
from analyzer.vocabulary import NO_SEAT, NO_TILE, PlayKind, Seat

_PAIR_PLACE: Final = 4
_RULE_OF_YAKU: Final[dict[int, str]] = {
    **dict.fromkeys(TWICE.values(), "double_yakuman"),
    Yaku.TANYAO: "kuitan",
    Yaku.RENHOU: "renhou",
}


def win_reasons(hand: Settlement, row: int, win: Win, rules: RuleSet) -> Iterator[Reason]:
    """What a win is made of, and what it is paid.

    Args:
        hand: One row.
        row: One of its wins.
        win: The same.
        rules: The rule set by which it is settled.
    """
    wins = hand.wins
    if wins.scores.shape[row] == WinShape.NONE:
        yield reason("no_winning_hand", met=False)
        yield reason("no_win")
        return
    yield _shape(wins, row, win)
    yield from _yaku(win, wins.facts.meld_kind[row], rules)
    yield from _dora(hand, row, rules)
    yield from validity_reasons(wins, row, rules)
    if wins.is_valid[row]:
        yield from _fu(win, rules)
        yield _base(wins, row, win, rules)
        yield from _payments(hand, row, win, rules)


def validity_reasons(wins: Wins, row: int, rules: RuleSet) -> Iterator[Reason]:
    """What else it takes for a win, where a rule asks for more."""
    if wins.paarenchan[row]:
        yield ruled(rules, "paarenchan", "paarenchan")
    if not wins.wait_counts[row]:
        yield ruled(rules, "tile_kept_apart", "not_kept_apart")
    is_valid, least, has = bool(wins.is_valid[row]), int(wins.least_yaku[row]), int(wins.scores.yaku_han[row])
    if least > 1 or not is_valid:
        rule = "least_han" if least == rules.least_han > 1 else "ryanshi_from"
        yield ruled(rules, rule, "least_yaku", met=has >= least, least=least, has=has)
    if wins.short_wait[row]:
        yield ruled(rules, "ryanshi_from", "short_wait", met=False, least=least)
    if not is_valid:
        yield reason("no_win")


def _shape(wins: Wins, row: int, win: Win) -> Reason:
    """The decomposition of the tiles, and what the winning tile completed."""
    scores, facts = wins.scores, wins.facts
    won_on = int(facts.win_kind[row])
    if scores.shape[row] == WinShape.SEVEN_PAIRS:
        kinds = np.flatnonzero(facts.concealed[row]).tolist()
        pairs = " ".join(kinds_text((kind, kind)) for kind in kinds)
        return reason("seven_pairs", sets=pairs, kind=won_on)
    if scores.shape[row] == WinShape.THIRTEEN_ORPHANS:
        return reason("thirteen_orphans", kind=won_on)
    sets = win.sets or ""
    completed = sets.split()[min(int(scores.win_place[row]), _PAIR_PLACE)]
    return reason("sets", sets=sets, kind=won_on, completed=completed)


def _yaku(win: Win, melds: NDArray[np.uint8], rules: RuleSet) -> list[Reason]:
    """The yaku without the dora."""
    is_open = bool(((melds != 0) & (melds != PlayKind.ANKAN)).any())
    found: list[Reason] = []
    for yaku in win.yaku:
        if yaku.id not in LISTED_LAST:
            why = "yaku" if yaku.han else "double_yakuman" if yaku.yakuman > 1 else "yakuman"
            rule = _RULE_OF_YAKU.get(yaku.id) if is_open or yaku.id != Yaku.TANYAO else None
            found.append(ruled(rules, rule, why, yaku=yaku.id, han=yaku.han))
    return found or [reason("no_yaku", met=False)]


def _dora(hand: Settlement, row: int, rules: RuleSet) -> Iterator[Reason]:
    """Each indicator with the dora it makes, the red fives and the norths; nothing for a yakuman."""
    facts, scores = hand.wins.facts, hand.wins.scores
    if scores.yakuman_count[row] or not scores.han[row]:
        return
    shown = [("dora", hand.situation.indicators[0], "dora", "kan_dora", dora_counted(rules))]
    if facts.riichi[row]:
        shown.append(("ura dora", hand.situation.ura[0], "ura_dora", "kan_ura", ura_counted(rules)))
    for name, tiles, at_deal, of_kans, counted in shown:
        counts = range(len(tiles))[counted]
        for place, tile in enumerate(tiles.tolist()):
            if tile == NO_TILE:
                continue
            if place in counts:
                kind = dora_kind(tile, rules.seats)
                held = int(tiles_held(facts, row, kind))
                yield reason("dora", name=name, tile=tile, kind=kind, held=held)
            else:
                yield ruled(rules, of_kans if place else at_deal, "no_dora", name=name, tile=tile)
    if facts.aka[row]:
        yield ruled(rules, "red_fives", "red_fives", count=int(facts.aka[row]))
    if facts.kita[row]:
        yield ruled(rules, "nuki_dora", "norths", count=int(facts.kita[row]))


def _fu(win: Win, rules: RuleSet) -> Iterator[Reason]:
    """The fu part by part; nothing where a yakuman leaves them without meaning."""
    if win.yakuman or not win.fu_parts:
        return
    for part in win.fu_parts:
        rule = "double_wind_fu" if part.name == FuPart.DOUBLE_WIND_PAIR.text else None
        if part.tile is None:
            yield ruled(rules, rule, "fu", part=part.name, fu=part.fu)
        else:
            yield ruled(rules, rule, "fu_of_kind", part=part.name, kind=part.tile, fu=part.fu)
    total, rounded = sum(part.fu for part in win.fu_parts), win.fu or 0
    yield reason("rounded_fu" if rounded > total else "all_fu", total=total, fu=rounded)


def _base(wins: Wins, row: int, win: Win, rules: RuleSet) -> Reason:
    """From han and fu to base points."""
    base, han, fu = int(wins.base[row]), win.han, win.fu or 0
    if wins.scores.yakuman_count[row] or wins.paarenchan[row]:
        rule = "multiple_yakuman" if len(win.yaku) > 1 else None
        if rules.most_yakuman and base == rules.most_yakuman * YAKUMAN_BASE:
            rule = "most_yakuman"
        return ruled(rules, rule, "yakuman_base", units=base // YAKUMAN_BASE, base=base)
    why, rule = "base", None
    if win.limit:
        why, rule = "limit_base", "counted_yakuman" if han > 12 else None
    elif base != fu * (4 << han):
        why, rule = "kiriage_base", "kiriage_mangan"
    return ruled(rules, rule, why, han=han, fu=fu, limit=int(wins.scores.limit[row]), base=base)


def _payments(hand: Settlement, row: int, win: Win, rules: RuleSet) -> Iterator[Reason]:
    """Who pays what: shares, honba, sticks, a liable seat."""
    wins, table = hand.wins, hand.wins.table
    yield _share(win, int(wins.base[row]), rules, by_dealer=bool(table.winner[row] == table.dealer[row]))
    yield from _liable(wins, row, win, rules)
    if rules.rinshan_pao and table.feeder[row] != NO_SEAT:
        yield ruled(rules, "rinshan_pao", "feeder_pays", seat=int(table.feeder[row]))
    honba, sticks = win.pot or (0, 0)
    if win.pot is None and (table.honba[row] or hand.facts.riichi_sticks[wins.hand[row]]):
        yield reason("pot_to_other")
    is_first = bool(table.takes_pot[row])
    if honba:
        yield _honba(win, honba, rules)
        if not is_first:
            yield ruled(rules, "honba_of_rons", "honba_of_every")
    if sticks and is_first:
        yield reason("sticks_won", sticks=sticks, stick=rules.riichi_stick)
    elif sticks:
        yield ruled(rules, "sticks_of_rons", "own_stick_back", stick=rules.riichi_stick)
    yield reason("payments", deltas=win.deltas or ())


def _honba(win: Win, honba: int, rules: RuleSet) -> Reason:
    is_tsumo = win.loser is None
    rule, points = ("honba_tsumo", rules.honba_tsumo) if is_tsumo else ("honba_ron", rules.honba_ron)
    payer = win.loser if win.liable is None else win.liable
    if win.liable is not None and win.loser is not None and rules.pao_honba == LiabilityHonba.DISCARDER:
        payer, rule = win.loser, "pao_honba"
    if payer is None:
        return ruled(rules, rule, "honba_from_each", honba=honba, points=honba * points)
    points *= honba * (rules.seats - 1 if is_tsumo else 1)
    return ruled(rules, rule, "honba_from_seat", honba=honba, points=points, seat=payer)


def _share(win: Win, base: int, rules: RuleSet, *, by_dealer: bool) -> Reason:
    """What is paid for the hand itself, and by whom."""
    single, double = rounded_share(base), rounded_share(2 * base)
    who, times = ("dealer", 6) if by_dealer else ("child", 4)
    if win.loser is not None:
        return reason("ron", who=who, times=times, base=base, points=rounded_share(times * base))
    if win.liable is not None:
        return reason("liable_tsumo", who=who, points=win.points or 0)
    if rules.seats == 3 and rules.tsumo_share == TsumoShare.EVEN:
        share = even_share(times * base)
        return ruled(rules, "tsumo_share", "tsumo_evenly", who=who, times=times, base=base, share=share)
    if by_dealer:
        return reason("tsumo_by_dealer", base=base, double=double, others=rules.seats - 1)
    return reason("tsumo_by_child", base=base, double=double, single=single, others=rules.seats - 2)


def _liable(wins: Wins, row: int, win: Win, rules: RuleSet) -> Iterator[Reason]:
    """What the seats pay whose tiles made yakuman certain; nothing where nobody is liable."""
    loser = int(wins.loser[row])
    for one in win.pao:
        alone = "liable_alone" if win.loser is None else "liable_anyway"
        why = alone if loser in (win.winner, one.seat) else "liable_half"
        yield ruled(rules, "pao", why, seat=one.seat, yaku=one.yaku or "", loser=loser)
    if win.liable is None or wins.base[row] == wins.liable[row].sum():
        return
    why = "liable_for_rest"
    if wins.unmeasured[row]:
        why = "rest_unknown"
    elif rules.pao_scope == LiabilityScope.OWN_YAKUMAN:
        why = "rest_as_usual"
    yield ruled(rules, "pao_scope", why, seat=win.liable)


def barred_reason(hand: Settlement, seat: Seat, rules: RuleSet) -> Reason:
    """Why the ron of a seat does not stand."""
    barred = int(hand.barred[0, seat])
    if barred & CLOSED_KAN:
        why = "kokushi_alone" if rules.kokushi_on_ankan else "closed_kan_ron"
        return ruled(rules, "kokushi_on_ankan", why, met=False, seat=seat)
    return ruled(rules, "furiten", "furiten_ron", met=False, seat=seat, furiten=barred)


def bumped(hand: Settlement, rules: RuleSet) -> tuple[Seat, ...]:
    """Seats that call a ron which is not barred, and which the rule set does not pay beside others."""
    facts = hand.facts._replace(winners=hand.facts.winners & (hand.barred == 0))
    is_paid = paid_winners(facts, rules)[0]
    return tuple(np.flatnonzero(facts.winners[0, : rules.seats] & ~is_paid).tolist())


def bumped_reason(hand: Settlement, seats: tuple[Seat, ...], rules: RuleSet) -> Reason:
    """Why the rons of seats are not paid beside those of others."""
    called = hand.facts.winners[0] & (hand.barred[0] == 0)
    return ruled(rules, "double_ron" if called.sum() == 2 else "triple_ron", "not_paid", seats=seats)


def unpaid_reasons(hand: Settlement, rules: RuleSet) -> Iterator[Reason]:
    """Who called ron and is not paid."""
    for seat in np.flatnonzero(hand.barred[0]).tolist():
        yield barred_reason(hand, seat, rules)
    if seats := bumped(hand, rules):
        yield bumped_reason(hand, seats, rules)
