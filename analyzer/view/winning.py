"""A winning hand taken apart: its sets, its yaku, its dora, its fu part by part, and what is paid for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.fu import FuPart
from analyzer.settlement.points import YAKUMAN_BASE
from analyzer.settlement.reasons import by_rule, liable_reasons
from analyzer.settlement.settle import Counters, Settlement
from analyzer.settlement.win_columns import WinShape
from analyzer.settlement.win_dora import dora_counted, dora_kind, kinds_held, ura_counted
from analyzer.settlement.yaku import QUAD, RUN
from analyzer.settlement.yaku_names import LISTED_LAST, TWICE, Yaku
from analyzer.view.lines import Line, from_reasons, ruled
from analyzer.view.outcome import LIMITS, Win, signed
from analyzer.vocabulary import NO_TILE, PlayKind, TileKind, kind_text, tile_text

__all__ = ["win_lines"]

_PAIR_PLACE: Final = 4
_NO_KIND: Final = 255
_RULE_OF_YAKU: Final = {
    Yaku.TANYAO: "kuitan",
    Yaku.AKA_DORA: "red_fives",
    Yaku.RENHOU: "renhou",
}
_FORMS: Final = {PlayKind.CHI: "chi", PlayKind.PON: "pon", PlayKind.ANKAN: "ankan"}


def win_lines(settled: Settlement, row: int, win: Win, counters: Counters, rules: RuleSet) -> list[Line]:
    """What a win is made of, and what it is paid.

    Args:
        settled: One hand.
        row: Of its wins.
        win: The same.
        counters: Of the hand.
        rules: The rule set that it was settled under.
    """
    wins = settled.wins
    if wins.scores.shape[row] == WinShape.NONE:
        return [Line("the tiles are not a winning hand", met=False)]
    lines = [_shape_line(settled, row), *_yaku_lines(settled, row, win, rules)]
    lines += _dora_lines(settled, row, counters, rules)
    least = int(wins.least_yaku[row])
    if least > 1 or not wins.is_valid[row]:
        has = int(wins.scores.yaku_han[row])
        text = f"a win needs {least} han of yaku, it has {has}"
        lines.append(ruled(text, "ryanshi_from", rules, met=bool(wins.is_valid[row])))
    if not wins.is_valid[row]:
        return [*lines, Line("not a win under this rule set: nothing is paid for it")]
    lines += _fu_lines(settled, row, rules)
    lines += _value_lines(settled, row, win, rules)
    return [*lines, *_payment_lines(settled, row, win, rules)]


def _set_text(form: int, kind: TileKind) -> str:
    kinds = (kind, kind + 1, kind + 2) if form == RUN else (kind,) * (4 if form == QUAD else 3)
    return _kinds_text(kinds)


def _kinds_text(kinds: Sequence[TileKind]) -> str:
    """mpsz text of kinds of one suit."""
    texts = [kind_text(kind) for kind in kinds]
    return "".join(text[0] for text in texts) + texts[0][1]


def _shape_line(settled: Settlement, row: int) -> Line:
    """How the tiles are read, and what the winning tile completed."""
    scores, facts = settled.wins.scores, settled.wins.facts
    won_on = kind_text(int(facts.win_kind[row]))
    if scores.shape[row] == WinShape.SEVEN_PAIRS:
        kinds = np.flatnonzero(facts.concealed[row]).tolist()
        return Line(f"seven pairs: {' '.join(_kinds_text((kind, kind)) for kind in kinds)}; won on {won_on}")
    if scores.shape[row] == WinShape.THIRTEEN_ORPHANS:
        return Line(f"thirteen orphans, won on {won_on}")
    melds = [PlayKind(kind) for kind in facts.meld_kind[row].tolist() if kind]
    parts: list[str] = []
    for place, (form, kind, _) in enumerate(scores.sets[row].tolist()):
        called = place - (4 - len(melds))
        name = "" if called < 0 else f"{_FORMS.get(melds[called], 'kan')} "
        parts.append(f"{name}{_set_text(form, kind)}")
    pair = int(scores.pair[row])
    parts.append(_kinds_text((pair, pair)))
    place = int(scores.win_place[row])
    return Line(f"{' · '.join(parts)}; {won_on} completes {parts[min(place, _PAIR_PLACE)]}")


def _yaku_lines(settled: Settlement, row: int, win: Win, rules: RuleSet) -> list[Line]:
    last = {Yaku(name).text for name in LISTED_LAST}
    by_text = {yaku.text: yaku for yaku in Yaku}
    lines: list[Line] = []
    for name, han in win.yaku:
        if name in last:
            continue
        yaku = by_text[name]
        double = " (counts twice)" if yaku in TWICE and rules.double_yakuman else ""
        text = f"{name}: {han} han" if han else f"{name}: yakuman{double}"
        rule = "double_yakuman" if yaku in TWICE else _RULE_OF_YAKU.get(yaku)
        is_open_tanyao = yaku != Yaku.TANYAO or bool(_is_open(settled, row))
        reason = by_rule(text, rule if is_open_tanyao else None, rules)
        lines.append(Line(reason.text, None, reason.rule, reason.source))
    return lines or [Line("no yaku", met=False)]


def _is_open(settled: Settlement, row: int) -> bool:
    kinds = settled.wins.facts.meld_kind[row]
    return bool(((kinds != 0) & (kinds != PlayKind.ANKAN)).any())


def _dora_lines(settled: Settlement, row: int, counters: Counters, rules: RuleSet) -> list[Line]:
    """Each indicator with the dora it makes, the red fives and the norths; nothing for a yakuman."""
    facts, scores = settled.wins.facts, settled.wins.scores
    if scores.yakuman_count[row] or not scores.han[row]:
        return []
    kita = facts.kita[row : row + 1]
    held = kinds_held(
        facts.concealed[row : row + 1], facts.meld_kind[row : row + 1], facts.meld_tile[row : row + 1], kita
    )
    lines: list[Line] = []
    shown = [("dora", counters.indicators[0], "dora", "kan_dora", dora_counted(rules))]
    if facts.riichi[row]:
        shown.append(("ura dora", counters.ura[0], "ura_dora", "kan_ura", ura_counted(rules)))
    for name, tiles, at_deal, of_kans, counted in shown:
        kinds = dora_kind(tiles[None, :], facts.players[row : row + 1])[0].tolist()
        counts = range(len(tiles))[counted]
        for place, (tile, kind) in enumerate(zip(tiles.tolist(), kinds, strict=True)):
            if tile == NO_TILE:
                continue
            indicator = f"{name}: indicator {tile_text(tile)}"
            if place in counts:
                lines.append(Line(f"{indicator} makes {kind_text(kind)}, {int(held[0, kind])} held"))
            else:
                lines.append(ruled(f"{indicator} does not count", of_kans if place else at_deal, rules))
    if facts.aka[row]:
        lines.append(ruled(f"red fives: {int(facts.aka[row])} held", "red_fives", rules))
    if facts.kita[row]:
        lines.append(ruled(f"norths set aside: {int(facts.kita[row])}", "nuki_dora", rules))
    return lines


def _fu_lines(settled: Settlement, row: int, rules: RuleSet) -> list[Line]:
    """The fu part by part; nothing where a yakuman leaves them without meaning."""
    scores = settled.wins.scores
    if scores.yakuman_count[row]:
        return []
    lines: list[Line] = []
    total = 0
    for part, fu, kind in scores.fu_parts[row].tolist():
        if part == FuPart.NONE:
            continue
        total += fu
        of = "" if kind == _NO_KIND else f" {kind_text(kind)}"
        text = f"{FuPart(part).text}{of}: {fu} fu"
        if part == FuPart.DOUBLE_WIND_PAIR:
            lines.append(ruled(text, "double_wind_fu", rules))
        else:
            lines.append(Line(text))
    fu = int(scores.fu[row])
    rounded = f", rounded up to {fu}" if fu > total else ""
    return [*lines, Line(f"{total} fu in all{rounded}")] if lines else []


def _value_lines(settled: Settlement, row: int, win: Win, rules: RuleSet) -> list[Line]:
    """From han and fu to base points."""
    wins, scores = settled.wins, settled.wins.scores
    base = int(wins.base[row])
    lines: list[Line] = []
    if wins.paarenchan[row]:
        lines.append(ruled("the dealer's ninth hand in a row is a yakuman", "paarenchan", rules))
    units = int(scores.yakuman_count[row])
    if units or wins.paarenchan[row]:
        text = f"{base // YAKUMAN_BASE} yakuman: base points {base:,}"
        rule = "multiple_yakuman" if len(win.yaku) > 1 else None
        return [*lines, ruled(text, rule, rules) if rule else Line(text)]
    han, fu, limit = win.han, win.fu or 0, win.limit
    if limit:
        text = f"{han} han {fu} fu is a {LIMITS[limit]}: base points {base:,}"
        return [*lines, ruled(text, "counted_yakuman", rules) if han > 12 else Line(text)]
    plain = fu * (4 << han)
    if base != plain:
        return [
            *lines,
            ruled(
                f"{han} han {fu} fu is rounded up to a mangan: base points {base:,}", "kiriage_mangan", rules
            ),
        ]
    return [*lines, Line(f"base points: {fu} fu × 2^(2 + {han} han) = {base:,}")]


def _payment_lines(settled: Settlement, row: int, win: Win, rules: RuleSet) -> list[Line]:
    """Who pays what: shares, honba, sticks, a liable seat."""
    table, base = settled.wins.table, int(settled.wins.base[row])
    dealer = int(table.dealer[row])
    lines = [Line(_share_text(win, dealer, base, rules))]
    lines += from_reasons(liable_reasons(settled.wins, row, rules))
    honba, sticks = int(table.honba[row]), int(table.kyotaku[row])
    takes_pot = bool(table.takes_pot[row])
    if honba and takes_pot:
        lines.append(_honba_line(win, honba, rules))
    if sticks and takes_pot:
        lines.append(Line(f"riichi sticks on the table: {sticks} × {rules.riichi_stick:,} to the winner"))
    if not takes_pot and (honba or sticks):
        lines.append(Line("honba and sticks go to the winner next in turn after the discarder"))
    return [*lines, Line(f"payments {signed(win.deltas)}")]


def _honba_line(win: Win, honba: int, rules: RuleSet) -> Line:
    is_tsumo = win.winner == win.loser
    rule, worth = ("honba_tsumo", rules.honba_tsumo) if is_tsumo else ("honba_ron", rules.honba_ron)
    if win.liable is not None:
        payers = rules.seats - 1 if is_tsumo else 1
        return ruled(f"{honba} honba: {honba * worth * payers:,} more from seat {win.liable}", rule, rules)
    whom = "each payer" if is_tsumo else f"seat {win.loser}"
    return ruled(f"{honba} honba: {honba * worth:,} more from {whom}", rule, rules)


def _share_text(win: Win, dealer: int, base: int, rules: RuleSet) -> str:
    def up(points: int) -> int:
        return -(-points // 100) * 100

    is_dealer = win.winner == dealer
    if win.winner != win.loser:
        times = 6 if is_dealer else 4
        who = "dealer" if is_dealer else "child"
        return f"ron by a {who}: {times} × {base:,}, rounded up to hundreds: {up(times * base):,} points"
    if win.liable is not None:
        return f"tsumo by {'the dealer' if is_dealer else 'a child'}: {win.points:,} points"
    if is_dealer:
        return (
            f"tsumo by the dealer: 2 × {base:,}, rounded up: {up(2 * base):,} from each of {rules.seats - 1}"
        )
    share = (
        f"{up(2 * base):,} from the dealer (2 × {base:,}), {up(base):,} from each of {rules.seats - 2} others"
    )
    return f"tsumo by a child: {share}"
