"""Abortive draws (途中流局): each condition a predicate on what was played, never on what the log says.

Settlement asks for all conditions of a draw together, an explanation for each of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import every_seat, sum_of_seats
from analyzer.rules.rule_set import RuleSet
from analyzer.vocabulary import KYUUSHU_KINDS, SEATS, WIND_KINDS, DrawKind, PlayKind


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
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
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
