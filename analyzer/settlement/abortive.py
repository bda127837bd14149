"""Abortive draws (途中流局): each condition a predicate on what was played, never on what the log says.

Settlement asks for all conditions of a draw together, an explanation for one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import and_
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.replay.seats import every_seat, sum_of_seats
from analyzer.rules.grades import Suukaikan, TripleRon
from analyzer.rules.rule_set import RuleSet
from analyzer.vocabulary import KYUUSHU_KINDS, SEATS, WIND_KINDS, DrawKind, PlayKind

__all__ = [
    "ABORTIVE_DRAWS",
    "AbortiveDraw",
    "Condition",
    "abortive_kind",
    "discard_followed_fourth_kan",
    "first_discards_are_one_wind",
    "four_kans",
    "four_riichi_stand",
    "has_drawn_first_tile",
    "has_nine_kinds",
    "kans_of_several_seats",
    "no_call",
    "no_call_before_fourth_wind",
    "overdue",
    "three_rons",
]

Condition: TypeAlias = Callable[[Facts], NDArray[np.bool_]]
"""Whether something has come about in each hand; shape (hands,)."""

_DISCARDED: Final = (PlayKind.DISCARD, PlayKind.RIICHI_ACCEPTED)
_KANS: Final = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)
_KANS_NEEDED: Final = 4


def first_discards_are_one_wind(facts: Facts) -> NDArray[np.bool_]:
    """Whether the first discards of four seats are one wind."""
    kinds = facts.first_discard // 4
    is_wind = is_one_of(kinds[:, 0], WIND_KINDS)
    return every_seat(kinds == kinds[:, :1]) & is_wind & (facts.players == SEATS)


def no_call_before_fourth_wind(facts: Facts) -> NDArray[np.bool_]:
    """Whether no call was made before the fourth of four first discards that are one wind."""
    uninterrupted: NDArray[np.bool_] = facts.fourth_wind >= 0
    return uninterrupted


def four_riichi_stand(facts: Facts) -> NDArray[np.bool_]:
    """Whether four riichi stand; a riichi whose tile is won on does not."""
    standing: NDArray[np.bool_] = facts.fourth_riichi >= 0
    return standing


def four_kans(facts: Facts) -> NDArray[np.bool_]:
    """Whether four kans were made."""
    made: NDArray[np.bool_] = sum_of_seats(facts.kans) >= _KANS_NEEDED
    return made


def kans_of_several_seats(facts: Facts) -> NDArray[np.bool_]:
    """Whether two seats or more made kans."""
    several: NDArray[np.bool_] = sum_of_seats(facts.kans > 0) > 1
    return several


def discard_followed_fourth_kan(facts: Facts) -> NDArray[np.bool_]:
    """Whether a discard followed the fourth kan."""
    followed: NDArray[np.bool_] = facts.fourth_kan_discard >= 0
    return followed


def three_rons(facts: Facts) -> NDArray[np.bool_]:
    """Whether three seats call ron on one tile."""
    called: NDArray[np.bool_] = facts.ron_calls == 3
    return called


def _drawer(facts: Facts) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each hand with the seat that played last."""
    seat = np.minimum(facts.last_seat, facts.discards.shape[1] - 1).astype(np.int64)
    return np.arange(len(seat)), seat


def has_drawn_first_tile(facts: Facts) -> NDArray[np.bool_]:
    """Whether a seat has just drawn, and not discarded yet."""
    drawn: NDArray[np.bool_] = (facts.last_kind == PlayKind.DRAW) & (facts.discards[_drawer(facts)] == 0)
    return drawn


def has_nine_kinds(facts: Facts) -> NDArray[np.bool_]:
    """Whether the seat that played last holds nine kinds of terminals and honours or more."""
    held: NDArray[np.bool_] = facts.yaochu_kinds[_drawer(facts)] >= KYUUSHU_KINDS
    return held


def no_call(facts: Facts) -> NDArray[np.bool_]:
    """Whether no call of any kind was made."""
    uncalled: NDArray[np.bool_] = facts.call_count == 0
    return uncalled


class AbortiveDraw(NamedTuple):
    """One way for a hand to end before its wall does.

    Attributes:
        kind: What it is called.
        rule: The field of a rule set that says whether it has the draw.
        grade: The value of that field with which it has.
        conditions: What must have come about in the hand.
        last: The column of the facts with the index of the play that brings it about; None where it is the
            last play, whatever that is.
        ends_on: Kinds of the last play if the hand ends there; a stick or an indicator may follow.
        mandatory: Whether play must stop there.
        source: Where the conditions come from.
    """

    kind: DrawKind
    rule: str
    grade: object
    conditions: tuple[Condition, ...]
    last: str | None
    ends_on: tuple[PlayKind, ...]
    mandatory: bool
    source: str

    def known(self, rules: RuleSet) -> bool:
        """Whether a rule set has it."""
        return bool(rules.value(self.rule) == self.grade)

    def arisen(self, facts: Facts) -> NDArray[np.bool_]:
        """Whether its conditions have come about; shape (hands,)."""
        return reduce(and_, (condition(facts) for condition in self.conditions))

    def stopped(self, facts: Facts) -> NDArray[np.bool_]:
        """Whether play stopped there, where ``arisen``; shape (hands,)."""
        if self.last is None:
            return np.ones(len(facts.play_count), np.bool_)
        behind = facts.play_count - 1 - getattr(facts, self.last)
        stopped: NDArray[np.bool_] = (behind <= 1) & is_one_of(facts.last_kind, self.ends_on)
        return stopped


ABORTIVE_DRAWS: Final = (
    AbortiveDraw(
        DrawKind.SANCHAHOU,
        "triple_ron",
        TripleRon.ABORT,
        (three_rons,),
        None,
        (),
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Sanchahou; Tenhou: 3 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUKAIKAN,
        "suukaikan",
        Suukaikan.AFTER_DISCARD,
        (four_kans, kans_of_several_seats, discard_followed_fourth_kan),
        "fourth_kan_discard",
        _DISCARDED,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suukaikan; Tenhou: 4 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUKAIKAN,
        "suukaikan",
        Suukaikan.AT_ONCE,
        (four_kans, kans_of_several_seats),
        "fourth_kan",
        _KANS,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suukaikan, variant',
    ),
    AbortiveDraw(
        DrawKind.SUUCHA_RIICHI,
        "suucha_riichi",
        True,
        (four_riichi_stand,),
        "fourth_riichi",
        _DISCARDED,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suucha riichi; Tenhou: 5 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUFON_RENDA,
        "suufon_renda",
        True,
        (first_discards_are_one_wind, no_call_before_fourth_wind),
        "fourth_wind",
        _DISCARDED,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suufon renda; Tenhou: 17 hands',
    ),
    AbortiveDraw(
        DrawKind.KYUUSHU_KYUUHAI,
        "kyuushu_kyuuhai",
        True,
        (has_drawn_first_tile, has_nine_kinds, no_call),
        None,
        (),
        False,
        'Arcturus wiki, "Tochuu ryuukyoku", Kyuushu kyuuhai; Tenhou: 311 hands',
    ),
)
"""Earlier rows win where one discard brings about several: a ron comes before what needs the tile to pass,
and of the others no two have been seen together."""


def abortive_kind(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """The abortive draw that ends each hand where its play stopped.

    Returns:
        Shape (hands,): a DrawKind; 0 where the rule set has none for that place.
    """
    kind = np.zeros(len(facts.play_count), np.uint8)
    for draw in ABORTIVE_DRAWS:
        if draw.known(rules):
            here = (kind == 0) & draw.arisen(facts) & draw.stopped(facts)
            kind[here] = draw.kind
    return kind


def overdue(facts: Facts, rules: RuleSet) -> NDArray[np.uint8]:
    """Hands whose play went on after a draw that had to end them.

    Returns:
        Shape (hands,): the DrawKind that was passed over; 0 where there is none.

    Source: Arcturus wiki, "Tochuu ryuukyoku": all but kyuushu kyuuhai are mandatory.
    """
    kind = np.zeros(len(facts.play_count), np.uint8)
    for draw in ABORTIVE_DRAWS:
        if draw.mandatory and draw.known(rules):
            passed = (kind == 0) & draw.arisen(facts) & ~draw.stopped(facts)
            kind[passed] = draw.kind
    return kind
