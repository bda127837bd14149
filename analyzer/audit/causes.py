"""Known mistakes that would explain a claim: hands are settled again as if each had been made.

Only hands with a finding on payments, yaku, fu or points are asked for, all of a batch at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit
from analyzer.audit.findings import Finding, LogName, Verdict
from analyzer.replay.facts import Facts, Replacement, is_one_of, take
from analyzer.replay.seats import any_seat, every_seat
from analyzer.rules import NO_RED_FIVES, RED_FIVES, RuleSet
from analyzer.rules.grades import (
    CountedYakuman,
    DoubleYakuman,
    HonbaOfRons,
    LiabilityHonba,
    NotenPenalty,
    TsumoShare,
)
from analyzer.settlement import Situation, settle
from analyzer.settlement.payments import win_payments
from analyzer.settlement.points import FuPart, base_points, limit_of, scoring_rules
from analyzer.settlement.settle import Calls, RulesOfHands, Settlement, Wins, fill, part_of_wins
from analyzer.settlement.win_facts import WinScores, WinShape
from analyzer.vocabulary import ABSENT, NO_SEAT, SEATS, EndKind, PlayKind

_CHECKS: Final = frozenset({"win-yaku", "win-fu", "win-points", "win-payment", "draw-payment"})
MOST_NAMED: Final = 3

_Table = tuple[Facts, Situation]


class _Mistake(NamedTuple):
    """One way to settle hands wrongly."""

    text: str
    """As in ``as if there were no pao``."""
    rules: Callable[[RuleSet], dict[str, Any]] = lambda _: {}
    """Rules that are other ones; what is left as it is changes nothing."""
    table: Callable[[Facts, Situation], _Table] | None = None
    """What of the play is taken for something else."""
    wins: Callable[[Wins, RuleSet], Wins] | None = None
    """What is wrong of wins under one rule set that are settled else; payments are worked out anew."""


def _rule(text: str, **changed: Any) -> _Mistake:  # noqa: ANN401 - values of rules
    return _Mistake(text, rules=lambda _: changed)


def _play(text: str, change: Callable[[Facts], dict[str, NDArray[Any]]]) -> _Mistake:
    return _Mistake(text, table=lambda facts, situation: (facts._replace(**change(facts)), situation))


def _paid(text: str, change: Callable[[Wins], dict[str, NDArray[Any]]]) -> _Mistake:
    return _Mistake(text, wins=lambda wins, _: wins._replace(table=wins.table._replace(**change(wins))))


def _without_honba(facts: Facts, situation: Situation) -> _Table:
    return facts, situation._replace(honba=np.zeros_like(situation.honba))


def _dealer(facts: Facts, *, wins: bool) -> dict[str, NDArray[Any]]:
    """The winner taken for the dealer, or the dealer who wins for a child."""
    winner = facts.winners.argmax(axis=1).astype(np.uint8)
    other = ((winner + 1) % facts.players).astype(np.uint8)
    return {"dealer": winner if wins else np.where(facts.dealer == winner, other, facts.dealer)}


def _left(facts: Facts, live_tiles: NDArray[np.int16]) -> dict[str, NDArray[Any]]:
    """So many tiles left where somebody wins: a draw would be another."""
    is_won = facts.end == EndKind.AGARI
    return {"live_tiles": np.where(is_won, live_tiles, facts.live_tiles).astype(np.int16)}


def _rinshan(facts: Facts) -> dict[str, NDArray[Any]]:
    has_kan = any_seat(facts.winners & (facts.kans > 0)) & (facts.last_kind == PlayKind.DRAW)
    return {"last_replacement": np.where(has_kan, np.uint8(Replacement.KAN), facts.last_replacement)}


def _chankan(facts: Facts) -> dict[str, NDArray[Any]]:
    is_robbed = (facts.ron_calls > 0) & is_one_of(facts.last_kind, (PlayKind.ANKAN, PlayKind.KITA))
    return {"last_kind": np.where(is_robbed, np.uint8(PlayKind.KAKAN), facts.last_kind)}


def _toggled(rules: RuleSet) -> dict[str, Any]:
    (other,) = {*CountedYakuman} - {rules.counted_yakuman}
    return {"counted_yakuman": other}


def _is_last(wins: Wins) -> NDArray[np.bool_]:
    """Of several winners of one tile the last in turn; shape (wins,)."""
    distance = np.where(wins.stands, (wins.winner.astype(np.int64) - wins.loser) % SEATS, -1)
    farthest = np.full(int(wins.hand.max(initial=-1)) + 1, -1)
    np.maximum.at(farthest, wins.hand, distance)
    return np.asarray(distance == farthest[wins.hand])


def _sticks_to_the_last(wins: Wins) -> dict[str, NDArray[Any]]:
    sticks = np.bincount(wins.hand, wins.table.sticks).astype(np.int32)
    return {"sticks": np.where(_is_last(wins), sticks[wins.hand], 0).astype(np.int32)}


def _by_the_liable_seat(wins: Wins) -> dict[str, NDArray[Any]]:
    """The liable seat in the place of the discarder."""
    is_shared = (wins.pao_seat != NO_SEAT) & (wins.winner != wins.loser)
    return {"loser": np.where(is_shared, wins.pao_seat, wins.loser)}


def _dealer_as_others(wins: Wins) -> dict[str, NDArray[Any]]:
    """No dealer among those who pay a tsumo."""
    is_paying = (wins.winner == wins.loser) & (wins.winner != wins.table.dealer)
    return {"dealer": np.where(is_paying, np.uint8(NO_SEAT), wins.table.dealer)}


def _with_fu(text: str, fu: int, is_asked: Callable[[WinScores], NDArray[np.bool_]]) -> _Mistake:
    """Hands without yakuman, of those that are asked for, with these fu."""

    def change(wins: Wins, rules: RuleSet) -> Wins:
        scores, scoring = wins.scores, scoring_rules(rules)
        is_other = is_asked(scores) & (scores.yakuman_count == 0) & wins.is_valid
        base, limit = wins.base.copy(), scores.limit.copy()
        for row in np.flatnonzero(is_other).tolist():
            han = int(scores.han[row])
            limit[row] = limit_of.plain(han, fu, scoring.counted_yakuman)
            base[row] = base_points.plain(han, fu, int(limit[row]), scoring.kiriage_mangan)
        fus = np.where(is_other, np.uint8(fu), scores.fu)
        return wins._replace(scores=scores._replace(fu=fus, limit=limit), base=base)

    return _Mistake(text, wins=change)


_MISTAKES: Final = (
    _rule("there were no pao", pao=()),
    _Mistake("there were no honba", table=_without_honba),
    _rule("each winner got the honba", honba_of_rons=HonbaOfRons.EVERY),
    _paid("the last of the winners got the honba", lambda wins: {"takes_pot": _is_last(wins)}),
    _rule("a honba were 300 by ron", honba_ron=300),
    _rule("a honba were 200 by ron", honba_ron=200),
    _rule("a honba were 100 by ron", honba_ron=100),
    _rule("a honba were 1,500", honba_ron=1500, honba_tsumo=500),
    _rule("the discarder paid the honba under pao", pao_honba=LiabilityHonba.DISCARDER),
    _rule("the liable seat paid the honba", pao_honba=LiabilityHonba.LIABLE),
    _paid("the liable seat paid all of a ron", _by_the_liable_seat),
    _play("the sticks stayed on the table", lambda facts: {"riichi_sticks": facts.riichi_sticks * 0}),
    _play("the sticks counted twice", lambda facts: {"riichi_sticks": facts.riichi_sticks * 2}),
    _paid("the last of the winners got the sticks", _sticks_to_the_last),
    _rule(
        "each noten seat paid 1,000",
        noten_penalty=NotenPenalty.BY_TENPAI,
        noten_payments=(1000, 1000, 1000),
    ),
    _rule(
        "each noten seat paid 1,000 to each tenpai seat",
        noten_penalty=NotenPenalty.PER_PAIR,
        noten_penalty_points=1000,
    ),
    _rule("nobody paid for noten", noten_penalty=NotenPenalty.OFF),
    _play("the winner were not the dealer", lambda facts: _dealer(facts, wins=False)),
    _play("the winner were the dealer", lambda facts: _dealer(facts, wins=True)),
    _paid("the dealer paid a tsumo as the others do", _dealer_as_others),
    _Mistake("thirteen han counted otherwise", rules=_toggled),
    _rule("ippatsu did not count", ippatsu=False),
    _rule("ura dora did not count", ura_dora=False, kan_ura=False),
    _rule("red fives did not count", red_fives=NO_RED_FIVES),
    _rule("dora of kans did not count", kan_dora=False, kan_ura=False),
    _rule("dora did not count", dora=False, kan_dora=False),
    _rule("kita did not count", nuki_dora=False),
    _play("double riichi were riichi", lambda facts: {"double_riichi": facts.double_riichi & False}),
    _play(
        "the riichi did not stand",
        lambda facts: {
            "riichi_turn": facts.riichi_turn * 0,
            "double_riichi": facts.double_riichi & False,
            "ippatsu": facts.ippatsu & False,
        },
    ),
    _play("the last tile gave no yaku", lambda facts: _left(facts, np.maximum(facts.live_tiles, 1))),
    _play("rinshan did not count", lambda facts: {"last_replacement": facts.last_replacement * 0}),
    _play(
        "chankan did not count",
        lambda facts: {
            "last_kind": np.where(
                facts.last_kind == PlayKind.KAKAN, PlayKind.DISCARD, facts.last_kind
            ).astype(np.uint8)
        },
    ),
    _rule("four han 30 fu were a mangan", kiriage_mangan=True),
    _rule("four han 30 fu were no mangan", kiriage_mangan=False),
    _rule("a pair of both winds had 2 fu", double_wind_fu=2),
    _rule("a pair of both winds had 4 fu", double_wind_fu=4),
    _rule("a tsumo on a replacement tile had no fu", rinshan_fu=False),
    _rule("open tanyao did not count", kuitan=False),
    _rule("a tsumo with three players were paid in halves", tsumo_share=TsumoShare.EVEN),
    _rule("the share of the missing seat were lost", tsumo_share=TsumoShare.OWN),
    _rule("yakuman counted twice", double_yakuman=tuple(DoubleYakuman)),
    _rule("no yakuman counted twice", double_yakuman=()),
    _rule("yakuman added up", multiple_yakuman=True),
    _rule("yakuman did not add up", multiple_yakuman=False),
    _play("ippatsu stood", lambda facts: {"ippatsu": facts.riichi_order > 0}),
    _rule("red fives counted", red_fives=RED_FIVES),
    _play("riichi were double riichi", lambda facts: {"double_riichi": facts.riichi_order > 0}),
    _play("a tsumo after a kan were rinshan", _rinshan),
    _play("the tile of a closed kan or of kita were robbed", _chankan),
    _play("it were the last tile", lambda facts: _left(facts, facts.live_tiles * (facts.live_tiles > SEATS))),
    _with_fu("seven pairs had 50 fu", 50, lambda scores: scores.shape == WinShape.SEVEN_PAIRS),
    _with_fu("an open pinfu had 20 fu", 20, lambda scores: scores.fu_parts[:, 1, 0] == FuPart.OPEN_FORM),
)
"""In the order in which they are named: the likeliest first."""


class _Paid(NamedTuple):
    """What results come to, by row of `_Hands.results`."""

    points: NDArray[np.int32]
    """Shape (results,); ABSENT for a draw."""
    deltas: NDArray[np.int32]
    """Shape (results, 4)."""


class _Hands:
    """The hands of a batch that are asked for, with their results.

    Args:
        audit: The batch.
        hands: Rows of hands, each once.
    """

    def __init__(self, audit: Audit, hands: NDArray[np.int64]) -> None:
        results, self.audit = audit.events.results, audit
        self.results = np.flatnonzero(np.isin(results.hand, hands))
        self.local = np.searchsorted(hands, results.hand[self.results]).astype(np.int32)
        self.is_win = (results.end[self.results] == EndKind.AGARI) & (results.winner[self.results] < SEATS)
        self.facts = take(audit.facts, hands)
        self.situation = Situation._make(column[hands] for column in audit.settled.situation)
        self.rule_of_hand = audit.rule_of_game[audit.events.hands.game[hands]]
        self.claimed = _Paid(results.ten[self.results, 1], results.deltas[self.results])

    def settled(self, rule_sets: tuple[RuleSet, ...], facts: Facts, situation: Situation) -> Settlement:
        """The hands under these rule sets, as if this were the table."""
        rows = self.results[self.is_win]
        winner = self.audit.events.results.winner[rows]
        calls = Calls(np.flatnonzero(self.is_win), self.local[self.is_win], winner)
        return settle(facts, RulesOfHands(rule_sets, self.rule_of_hand), situation, calls=calls)

    def paid(self, settled: Settlement) -> _Paid:
        """What the results come to by a settlement."""
        points = np.full(len(self.results), ABSENT, np.int32)
        deltas = settled.draws.deltas[self.local].copy()
        wins = settled.wins
        points[wins.result], deltas[wins.result] = wins.scores.points, wins.deltas
        return _Paid(points, deltas)

    def agree(self, paid: _Paid) -> NDArray[np.bool_]:
        """Whether results claim this, as far as they state points and payments; shape (results,)."""
        points = (self.claimed.points == ABSENT) | (self.claimed.points == paid.points) | ~self.is_win
        unstated = (self.claimed.deltas == ABSENT).any(axis=1)
        deltas = unstated | every_seat(self.claimed.deltas == paid.deltas)
        states = ~unstated | (self.claimed.points != ABSENT)
        return np.asarray(points & deltas & states)


def with_causes(audit: Audit, findings: Sequence[Finding]) -> list[Finding]:
    """The findings, those on payments, yaku, fu and points with the mistakes that would explain the claim.

    Args:
        audit: The batch.
        findings: Of it.
    """
    rows = _rows(audit, findings)
    if not rows:
        return list(findings)
    hands = _Hands(audit, np.unique([row for row, _ in rows.values()]))
    found = _explained(hands)
    return [
        replace(one, cause="; ".join(found[rows[place]])) if place in rows and found.get(rows[place]) else one
        for place, one in enumerate(findings)
    ]


def _rows(audit: Audit, findings: Sequence[Finding]) -> dict[int, tuple[int, int]]:
    """By place of a finding that is asked for: the rows of its hand and of its result."""
    games = {name: game for game, name in enumerate(audit.logs)}
    offsets, results = audit.events.games.hand_offsets, audit.events.results
    found: dict[int, tuple[int, int]] = {}
    for place, one in enumerate(findings):
        if one.check in _CHECKS and one.verdict == Verdict.INCONSISTENT and one.hand is not None:
            hand = int(offsets[games[LogName(one.log, one.source)]]) + one.hand
            rows = np.flatnonzero((results.hand == hand) & (results.element == one.element))
            if len(rows) and not audit.facts.derailed[hand]:
                found[place] = hand, int(rows[0])
    return found


def _explained(hands: _Hands) -> dict[tuple[int, int], list[str]]:
    """By rows of a hand and a result: the mistakes that would explain its claim."""
    right, *others = settled_as_if(hands.settled, hands.audit.rule_sets, hands.facts, hands.situation)
    open_ = ~hands.agree(hands.paid(right.settlement))
    found: dict[int, list[str]] = {}
    for other in others:
        for result in np.flatnonzero(open_ & hands.agree(hands.paid(other.settlement))).tolist():
            if len(named := found.setdefault(result, [])) < MOST_NAMED:
                named.append(other.text)
    rows = hands.results.tolist()
    of_hand = hands.audit.events.results.hand
    return {(int(of_hand[rows[result]]), rows[result]): named for result, named in found.items()}


class AsIf(NamedTuple):
    """Hands settled with a mistake.

    Attributes:
        text: As ``as if there were no pao``; empty for the settlement without a mistake.
        settlement: Of all hands, whether the mistake changes them or not.
    """

    text: str
    settlement: Settlement


def settled_as_if(
    settled: Callable[[tuple[RuleSet, ...], Facts, Situation], Settlement],
    rule_sets: tuple[RuleSet, ...],
    facts: Facts,
    situation: Situation,
) -> Iterator[AsIf]:
    """Hands settled without a mistake, and then with each that is known, the likeliest first.

    Args:
        settled: Settles them.
        rule_sets: By which.
        facts: The table at their end.
        situation: Of the same hands.
    """
    right = settled(rule_sets, facts, situation)
    yield AsIf("", right)
    for mistake in _MISTAKES:
        changed = tuple(replace(rules, **_fitting(rules, mistake.rules(rules))) for rules in rule_sets)
        if mistake.wins is not None:
            yield AsIf(f"as if {mistake.text}", _with_other_wins(right, mistake.wins))
        elif mistake.table is not None:
            yield AsIf(f"as if {mistake.text}", settled(changed, *mistake.table(facts, situation)))
        elif changed != rule_sets:
            yield AsIf(f"as if {mistake.text}", settled(changed, facts, situation))


def _fitting(rules: RuleSet, changed: dict[str, Any]) -> dict[str, Any]:
    """The changes, with as many payments as the table has seats."""
    if "noten_payments" in changed:
        changed = changed | {"noten_payments": changed["noten_payments"][: rules.seats - 1]}
    return changed


def _with_other_wins(right: Settlement, change: Callable[[Wins, RuleSet], Wins]) -> Settlement:
    """Hands whose wins are changed under each rule set, and paid anew."""
    wins = part_of_wins(right.wins, np.arange(len(right.wins.hand)))
    for index, rules in enumerate(right.rules.rule_sets):
        rows = np.flatnonzero(right.rules.of_hand[wins.hand] == index)
        if len(rows):
            part = part_of_wins(wins, rows)
            fill(wins, rows, _paid_anew(change(part, rules), rules)._replace(table=part.table))
    return right.with_wins(wins)


def _paid_anew(wins: Wins, rules: RuleSet) -> Wins:
    """Wins under one rule set with points and payments as of their base and table."""
    alone = wins.table._replace(honba=wins.table.honba * 0, sticks=wins.table.sticks * 0)
    worth = win_payments(wins.base, wins.liable * 0, alone, rules)[np.arange(len(wins.hand)), wins.winner]
    paid = win_payments(wins.base, wins.liable, wins.table, rules)
    deltas = wins.deltas.copy()
    deltas[:, : rules.seats] = np.where(wins.stands[:, None], paid, 0)
    return wins._replace(scores=wins.scores._replace(points=worth), deltas=deltas)
