"""Abortive draws (途中流局): each condition a predicate on what was played, never on what the log says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.replay.facts import Facts, is_one_of
from analyzer.rules.grades import Suukaikan, TripleRon
from analyzer.rules.rule_set import RuleSet
from analyzer.vocabulary import KYUUSHU_KINDS, DrawKind, PlayKind

__all__ = ["ABORTIVE_DRAWS", "AbortiveDraw", "abortive_kind", "overdue"]

_DISCARDED = (PlayKind.DISCARD, PlayKind.RIICHI_ACCEPTED)
_KANS = (PlayKind.DAIMINKAN, PlayKind.KAKAN, PlayKind.ANKAN)


def _stopped_after(facts: Facts, index: NDArray[np.int16], kinds: tuple[PlayKind, ...]) -> NDArray[np.bool_]:
    """Whether nothing was played after the play of that index but a riichi stick or a dora indicator."""
    behind = facts.play_count - 1 - index
    stopped: NDArray[np.bool_] = (behind <= 1) & is_one_of(facts.last_kind, kinds)
    return stopped


def is_suufon_renda(facts: Facts) -> NDArray[np.bool_]:
    """Whether the four first discards are one wind and no call was made (四風連打)."""
    return facts.fourth_wind >= 0


def _suufon_renda_stopped(facts: Facts) -> NDArray[np.bool_]:
    # A double riichi on the fourth discard pays its stick before the hand ends.
    return _stopped_after(facts, facts.fourth_wind, _DISCARDED)


def is_suucha_riichi(facts: Facts) -> NDArray[np.bool_]:
    """Whether four riichi stand (四家立直); a riichi whose tile is won on does not."""
    return facts.fourth_riichi >= 0


def _suucha_riichi_stopped(facts: Facts) -> NDArray[np.bool_]:
    at_end = facts.play_count - 1 <= facts.fourth_riichi
    stopped: NDArray[np.bool_] = at_end & is_one_of(facts.last_kind, _DISCARDED)
    return stopped


def is_suukaikan_after_discard(facts: Facts) -> NDArray[np.bool_]:
    """Whether a discard followed the fourth of four kans by two seats or more (四開槓)."""
    return facts.fourth_kan_discard >= 0


def _suukaikan_discard_stopped(facts: Facts) -> NDArray[np.bool_]:
    return _stopped_after(facts, facts.fourth_kan_discard, _DISCARDED)


def is_suukaikan_at_once(facts: Facts) -> NDArray[np.bool_]:
    """Whether four kans were made by two seats or more, whatever followed."""
    return facts.fourth_kan >= 0


def _suukaikan_kan_stopped(facts: Facts) -> NDArray[np.bool_]:
    return _stopped_after(facts, facts.fourth_kan, _KANS)


def is_sanchahou(facts: Facts) -> NDArray[np.bool_]:
    """Whether three seats call ron on one tile (三家和)."""
    called: NDArray[np.bool_] = facts.ron_calls == 3
    return called


def is_kyuushu_kyuuhai(facts: Facts) -> NDArray[np.bool_]:
    """Whether a seat has drawn its first tile, before any call, and holds nine kinds or more (九種九牌)."""
    seat = np.minimum(facts.last_seat, facts.discards.shape[1] - 1).astype(np.int64)
    hand = np.arange(len(seat))
    first_draw = (
        (facts.last_kind == PlayKind.DRAW) & (facts.discards[hand, seat] == 0) & (facts.call_count == 0)
    )
    possible: NDArray[np.bool_] = first_draw & (facts.yaochu_kinds[hand, seat] >= KYUUSHU_KINDS)
    return possible


def _always(facts: Facts) -> NDArray[np.bool_]:
    return np.ones(len(facts.play_count), np.bool_)


class AbortiveDraw(NamedTuple):
    """One way for a hand to end before its wall does.

    Attributes:
        kind: What it is called.
        known: Whether a rule set has it.
        arisen: Whether its condition has come about in the hand; shape (hands,).
        stopped: Whether play stopped there, where ``arisen``; shape (hands,).
        mandatory: Whether play must stop there.
        source: Where the condition comes from.
    """

    kind: DrawKind
    known: Callable[[RuleSet], bool]
    arisen: Callable[[Facts], NDArray[np.bool_]]
    stopped: Callable[[Facts], NDArray[np.bool_]]
    mandatory: bool
    source: str


ABORTIVE_DRAWS: Final = (
    AbortiveDraw(
        DrawKind.SANCHAHOU,
        lambda rules: rules.triple_ron == TripleRon.ABORT,
        is_sanchahou,
        _always,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Sanchahou; Tenhou: 3 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUKAIKAN,
        lambda rules: rules.suukaikan == Suukaikan.AFTER_DISCARD,
        is_suukaikan_after_discard,
        _suukaikan_discard_stopped,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suukaikan; Tenhou: 4 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUKAIKAN,
        lambda rules: rules.suukaikan == Suukaikan.AT_ONCE,
        is_suukaikan_at_once,
        _suukaikan_kan_stopped,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suukaikan, variant',
    ),
    AbortiveDraw(
        DrawKind.SUUCHA_RIICHI,
        lambda rules: rules.suucha_riichi,
        is_suucha_riichi,
        _suucha_riichi_stopped,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suucha riichi; Tenhou: 5 hands',
    ),
    AbortiveDraw(
        DrawKind.SUUFON_RENDA,
        lambda rules: rules.suufon_renda,
        is_suufon_renda,
        _suufon_renda_stopped,
        True,
        'Arcturus wiki, "Tochuu ryuukyoku", Suufon renda; Tenhou: 17 hands',
    ),
    AbortiveDraw(
        DrawKind.KYUUSHU_KYUUHAI,
        lambda rules: rules.kyuushu_kyuuhai,
        is_kyuushu_kyuuhai,
        _always,
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
