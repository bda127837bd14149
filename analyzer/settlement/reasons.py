"""Sentences that say why a hand is settled as it is; one hand at a time, nothing is decided here."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts
from analyzer.rules.grades import LiabilityScope
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement.rons import paid_winners
from analyzer.settlement.ryuukyoku import Ryuukyoku
from analyzer.settlement.settle import Settlement, Wins
from analyzer.settlement.win_payments import LIABILITIES, answering_seats, liable_base
from analyzer.settlement.yaku_names import NO_YAKU, Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import NO_SEAT, DrawKind, kind_text, signed_points

__all__ = ["Reason", "carry_reasons", "draw_reasons", "liable_reasons", "tenpai_reasons", "win_reasons"]

_LIMITS: Final = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
_DRAWS: Final[dict[int, tuple[str, str | None]]] = {
    0: ("play stopped where no rule of this set ends a hand", None),
    DrawKind.EXHAUSTIVE: ("the live wall is used up and nobody won on the last discard", None),
    DrawKind.NAGASHI_MANGAN: (
        "all discards of {seats} are terminals and honours, and none was called",
        "nagashi",
    ),
    DrawKind.SUUFON_RENDA: ("the four first discards are one wind, without a call between", "suufon_renda"),
    DrawKind.KYUUSHU_KYUUHAI: ("nine kinds of terminals and honours at the first draw", "kyuushu_kyuuhai"),
    DrawKind.SUUCHA_RIICHI: ("the fourth riichi stands", "suucha_riichi"),
    DrawKind.SUUKAIKAN: ("four kans by two seats or more", "suukaikan"),
    DrawKind.SANCHAHOU: ("three seats call ron on one tile", "triple_ron"),
    DrawKind.CHOMBO: ("chombo by {seats}: the hand is played again", "chombo_penalty"),
}
_PAYMENT_RULES: Final = {
    DrawKind.EXHAUSTIVE: "noten_penalty",
    DrawKind.NAGASHI_MANGAN: "nagashi_points",
    DrawKind.CHOMBO: "chombo_points",
}
_ABORTIVE: Final = (
    DrawKind.SUUFON_RENDA,
    DrawKind.KYUUSHU_KYUUHAI,
    DrawKind.SUUCHA_RIICHI,
    DrawKind.SUUKAIKAN,
    DrawKind.SANCHAHOU,
)


class Reason(NamedTuple):
    """One line of a settlement.

    Attributes:
        text: What is so.
        rule: Field of the rule set that decides it, with its value; None where none does.
        source: Where that value comes from.
    """

    text: str
    rule: str | None
    source: str | None

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.rule}; {self.source}]"


def by_rule(text: str, rule: str | None, rules: RuleSet) -> Reason:
    """A reason that a field of the rule set decides."""
    if rule is None:
        return Reason(text, None, None)
    return Reason(text, f"{rule} = {_value_text(rules.value(rule))}", rules.source(rule))


def _value_text(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_value_text, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seats_text(mask: NDArray[np.bool_]) -> str:
    seats = [str(seat) for seat in np.flatnonzero(mask)]
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(seats)}" if seats else "nobody"


def draw_reasons(draw: Ryuukyoku, rules: RuleSet) -> list[Reason]:
    """Which draw it is, and what is paid."""
    kind = int(draw.kind[0])
    text, rule = _DRAWS[kind]
    concerned = draw.chombo[0] if kind == DrawKind.CHOMBO else draw.nagashi[0]
    found = [by_rule(text.format(seats=_seats_text(concerned)), rule, rules)]
    if kind in _PAYMENT_RULES:
        paid = _PAYMENT_RULES[DrawKind(kind)]
        found.append(by_rule(f"payments {signed_points(draw.deltas[0].tolist())}", paid, rules))
    elif kind:
        found.append(Reason("no payments", None, None))
    if draw.final_points.any():
        lost = signed_points(draw.final_points[0].tolist())
        found.append(by_rule(f"taken from the final result: {lost}", "chombo_points", rules))
    return found


def tenpai_reasons(
    facts: Facts, draw: Ryuukyoku, declared_noten: NDArray[np.bool_] | None, rules: RuleSet
) -> list[Reason]:
    """Who is tenpai at a draw that asks for it, and why or why not."""
    if draw.kind[0] not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN):
        return []
    said = np.zeros((1, rules.seats), np.bool_) if declared_noten is None else declared_noten
    return [
        _tenpai_reason(facts, seat, bool(draw.tenpai[0, seat]), bool(said[0, seat]), rules)
        for seat in range(rules.seats)
    ]


def _tenpai_reason(facts: Facts, seat: int, tenpai: bool, said: bool, rules: RuleSet) -> Reason:
    waits = int(facts.waits[0, seat])
    name = f"seat {seat}"
    if tenpai:
        in_riichi = said and facts.riichi_order[0, seat] > 0
        shown = f"{name} is tenpai, waiting for {mask_text(waits)}"
        if in_riichi:
            return by_rule(f"{shown}, and in riichi must show it", "hidden_riichi", rules)
        return by_rule(shown, "noten_declaration" if said else "tenpai_wait", rules)
    if waits == 0:
        return Reason(f"{name} is noten", None, None)
    waiting = f"{name} waits for {mask_text(waits)}"
    if said:
        return by_rule(f"{waiting}, says noten and is", "noten_declaration", rules)
    if not rules.furiten_tenpai and facts.furiten[0, seat]:
        return by_rule(f"{waiting}, but is furiten: noten", "furiten_tenpai", rules)
    if not rules.yakuless_tenpai and facts.wait_outside_own[0, seat]:
        return by_rule(f"{waiting}, but has no yaku: noten", "yakuless_tenpai", rules)
    return by_rule(f"{waiting}, and none of these counts: noten", "tenpai_wait", rules)


def win_reasons(facts: Facts, wins: Wins, honba: NDArray[np.int32], rules: RuleSet) -> list[Reason]:
    """What each winning hand is worth, and who pays it."""
    found: list[Reason] = []
    for row in range(len(wins.hand)):
        found += [_value_reason(wins, row), *_condition_reasons(wins, row, rules)]
        found += _extra_reasons(wins, row, int(honba[0]), rules)
        found.append(Reason(f"payments {signed_points(wins.deltas[row].tolist())}", None, None))
    called = facts.winners[:, : rules.seats]
    unpaid = called[0] & ~paid_winners(facts, rules)[0]
    if unpaid.any():
        rule = "double_ron" if called.sum() == 2 else "triple_ron"
        found.append(by_rule(f"{_seats_text(unpaid)} called ron too and is not paid", rule, rules))
    return found


def _value_reason(wins: Wins, row: int) -> Reason:
    scores, table = wins.scores, wins.table
    winner, loser = int(table.winner[row]), int(table.loser[row])
    way = "tsumo" if winner == loser else f"ron off seat {loser}"
    won = f"seat {winner} wins by {way} on {kind_text(int(wins.facts.win_kind[row]))}"
    if scores.shape[row] == 0:
        return Reason(f"{won}: the tiles are not a winning hand", None, None)
    listed = [f"{Yaku(int(yaku)).text} {han}" for yaku, han in scores.yaku[row].tolist() if yaku != NO_YAKU]
    listed += [Yaku(int(yaku)).text for yaku in scores.yakuman[row].tolist() if yaku != NO_YAKU]
    limit = _LIMITS[int(scores.limit[row])]
    worth = f"{int(scores.han[row])} han {int(scores.fu[row])} fu{', ' + limit if limit else ''}"
    return Reason(f"{won}: {', '.join(listed) or 'no yaku'}; {worth}", None, None)


def _condition_reasons(wins: Wins, row: int, rules: RuleSet) -> list[Reason]:
    """Ryanshi, paarenchan and a winning tile that was not kept apart, where they matter."""
    found: list[Reason] = []
    if wins.paarenchan[row]:
        found.append(
            by_rule("the dealer's ninth hand in a row: no yaku needed, a yakuman", "paarenchan", rules)
        )
    if not wins.wait_counts[row]:
        text = "the winning tile was not kept apart: no fu for the wait and no pinfu"
        found.append(by_rule(text, "tile_kept_apart", rules))
    least, has = int(wins.least_yaku[row]), int(wins.scores.yaku_han[row])
    if least > 1:
        found.append(by_rule(f"a win needs {least} han of yaku, it has {has}", "ryanshi_from", rules))
    if wins.short_wait[row]:
        text = f"after a call every tile it waits for must give {least} han of yaku, and not every one does"
        found.append(by_rule(text, "ryanshi_from", rules))
    if not wins.is_valid[row]:
        found.append(Reason("not a win under this rule set: nothing is paid for it", None, None))
    return found


def _extra_reasons(wins: Wins, row: int, honba: int, rules: RuleSet) -> list[Reason]:
    """Honba, sticks and a liable seat."""
    found: list[Reason] = []
    table = wins.table
    if not wins.is_valid[row]:
        return found
    if honba and table.takes_pot[row]:
        rule = "honba_tsumo" if table.winner[row] == table.loser[row] else "honba_ron"
        found.append(by_rule(f"{honba} honba: {honba * int(rules.value(rule))} from each payer", rule, rules))  # type: ignore[arg-type]
    sticks = int(table.kyotaku[row])
    if sticks and table.takes_pot[row]:
        found.append(
            Reason(f"{sticks} sticks on the table: {sticks * rules.riichi_stick} for the winner", None, None)
        )
    return found + liable_reasons(wins, row, rules)


def liable_reasons(wins: Wins, row: int, rules: RuleSet) -> list[Reason]:
    """What the seats pay whose tiles made yakuman certain; nothing where nobody is liable."""
    winner, loser = int(wins.table.winner[row]), int(wins.table.loser[row])
    owed = liable_base(wins.scores, rules)[row].tolist()
    seats = answering_seats(wins.scores, wins.table, rules)[row].tolist()
    rest, first = int(wins.base[row]), NO_SEAT
    found: list[Reason] = []
    for (_, yaku), seat, part in zip(LIABILITIES, seats, owed, strict=True):
        if seat == NO_SEAT:
            continue
        alone = "pays it alone" if winner == loser else "pays it in any case"
        share = alone if loser in (winner, seat) else f"shares it with seat {loser}"
        text = f"seat {seat} let the last set of {yaku.text} be called: it is liable and {share}"
        found.append(by_rule(text, "pao", rules))
        rest -= part
        first = seat if first == NO_SEAT else first
    if found and rest:
        text = f"seat {first} answers for the rest of the hand too"
        if wins.unmeasured[row]:
            text = f"who pays the rest of the hand is not known; here {text}"
        elif rules.pao_scope == LiabilityScope.OWN_YAKUMAN:
            text = "the rest of the hand is paid as if nobody were liable"
        found.append(by_rule(text, "pao_scope", rules))
    return found


def _repeat_rule(settled: Settlement) -> str | None:
    """The rule by which the dealer stays or goes; None where chombo leaves no choice."""
    kind = int(settled.draw.kind[0])
    if settled.won[0]:
        return "dealer_repeat"
    if kind == DrawKind.CHOMBO:
        return None
    if kind in _ABORTIVE:
        return "abort_repeat"
    return "nagashi_repeat" if kind == DrawKind.NAGASHI_MANGAN else "dealer_repeat"


def carry_reasons(
    facts: Facts, settled: Settlement, honba: NDArray[np.int32], rules: RuleSet
) -> list[Reason]:
    """Why the dealer stays or goes, and what becomes of honba and sticks."""
    after = settled.after
    stays, dealer = bool(after.dealer_stays[0]), int(facts.dealer[0])
    found = [
        by_rule(f"dealer seat {dealer} {'stays' if stays else 'moves on'}", _repeat_rule(settled), rules)
    ]
    before, now = int(honba[0]), int(after.honba[0])
    if settled.won[0]:
        found.append(Reason(f"honba {before} to {now}", None, None))
    elif settled.draw.kind[0] == DrawKind.CHOMBO:
        found.append(by_rule(f"honba {before} to {now}", "chombo_honba", rules))
    else:
        inherits = not stays and before and now == 0
        rule = "honba_inherited" if inherits else "honba_growth"
        found.append(by_rule(f"honba {before} to {now}", rule, rules))
    sticks, left = int(facts.riichi_sticks[0]), int(after.kyotaku[0])
    if sticks:
        found.append(Reason(f"{left} of {sticks} sticks stay on the table", None, None))
    return found
