"""Checks of play that a rule set decides: kuikae, conditions of riichi, calls on the last tile."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.courses import other_starts
from analyzer.audit.play import illegal_in_hands
from analyzer.audit.verdicts import Detail, Verdicts, per_hand, silenced
from analyzer.replay import Illegal
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat, of_seats
from analyzer.rules import RuleSet
from analyzer.rules.grades import Kuikae
from analyzer.vocabulary import SEATS, PlayKind

__all__ = ["kuikae", "last_tile_calls", "riichi_conditions"]


def _kuikae_forbidden(rules: RuleSet, code: int) -> bool:
    if code == Illegal.KUIKAE:
        return rules.kuikae != Kuikae.ALLOWED
    return rules.kuikae == Kuikae.FORBIDDEN


def kuikae(case: Case) -> Verdicts:
    """No discard that the chi or pon just made forbids; one item per hand with chi or pon."""
    called = is_one_of(case.facts.meld_kind, (PlayKind.CHI, PlayKind.PON, PlayKind.KAKAN))
    looked_at = any_seat(any_seat(called.reshape(-1, SEATS)).reshape(-1, SEATS))
    codes = (Illegal.KUIKAE, Illegal.KUIKAE_OTHER_END)
    return illegal_in_hands(case, codes, looked_at, _kuikae_forbidden)


def _last_tile_forbidden(rules: RuleSet, code: int) -> bool:
    allowed = rules.last_discard_calls if code == Illegal.CALL_OF_LAST_DISCARD else rules.last_tile_kan
    return not allowed


def last_tile_calls(case: Case) -> Verdicts:
    """The last discard is not called for a meld, no kan is made with the last tile; per hand at its end."""
    codes = (Illegal.CALL_OF_LAST_DISCARD, Illegal.KAN_ON_LAST_TILE)
    return illegal_in_hands(case, codes, case.facts.live_tiles <= 0, _last_tile_forbidden)


def riichi_conditions(case: Case) -> Verdicts:
    """Riichi is declared with enough points and enough live tiles left; one item per riichi."""
    facts, hands = case.facts, case.events.hands
    hand, seat = np.nonzero(facts.riichi_order)
    points, tiles = (case.of_rules(attrgetter(name)) for name in ("riichi_points", "riichi_tiles"))
    game = hands.game[hand]
    score, left = of_seats(facts.riichi_score, hand, seat), of_seats(facts.riichi_live_tiles, hand, seat)

    def detail(item: int) -> Detail:
        claimed = f"{score[item]} points, {left[item]} live tiles"
        computed = f"at least {points[game[item]]} points and {tiles[game[item]]} live tiles"
        element = _riichi_element(case, int(hand[item]), int(seat[item]))
        return Detail(
            claimed, computed, f"riichi with {claimed}, needed are {computed}", element, int(seat[item])
        )

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # A payment that is wrong, and named, may leave a seat short of points.
        rows, who = hand[items], seat[items]
        enough = np.zeros(len(items), np.bool_)
        for start in other_starts(case):
            shift = start[rows, who] - hands.scores[rows, who]
            enough |= score[items] + shift >= points[game[items]]
        return enough & (left[items] >= tiles[game[items]])

    passed = (score >= points[game]) & (left >= tiles[game])
    silent = silenced(passed, ~case.followed[hand], explained)
    return per_hand(hands.game, hand, passed, detail, silent=silent)


def _riichi_element(case: Case, hand: int, seat: int) -> int:
    """Element of the declaration of a seat in a hand."""
    plays, offsets = case.events.plays, case.events.hands.play_offsets
    rows = np.arange(offsets[hand], offsets[hand + 1])
    declared = rows[(plays.kind[rows] == PlayKind.RIICHI) & (plays.seat[rows] == seat)]
    return int(plays.element[declared[0]])
