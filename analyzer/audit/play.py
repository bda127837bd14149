"""Checks of the play: tiles, turns, calls, riichi, indicators and the tile won on."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.audit.consequences import other_starts
from analyzer.audit.doubted_play import (
    INDICATOR_FAULTS,
    RIICHI_FAULTS,
    WINNING_TILE_FAULTS,
    indicator_forbidden,
    paid_without_riichi,
)
from analyzer.audit.due_starts import start_of_hands
from analyzer.audit.illegal_events import illegal_in_hands
from analyzer.audit.verdicts import PLAY, SCORING, TENHOU, Check, Detail, Verdicts, joined, per_hand
from analyzer.replay import Illegal
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import any_seat, of_seats
from analyzer.rules import RuleSet
from analyzer.rules.grades import Kuikae, Suukaikan
from analyzer.vocabulary import SEATS, EndKind, PlayKind

__all__ = ["CHECKS"]


def tiles_in_place(case: Case) -> Verdicts:
    """Every tile lies in one place, and who plays a tile holds it; one item per hand."""
    codes = (Illegal.DUPLICATE_TILE, Illegal.ABSENT_TILE, Illegal.NOT_HELD)
    return illegal_in_hands(case, codes, case.facts.play_count > 0)


def turn_order(case: Case) -> Verdicts:
    """Seats act in turn, and nobody draws from an empty wall; one item per hand."""

    def explained(hands: NDArray[np.int64], events: NDArray[np.int64]) -> NDArray[np.bool_]:
        # Where INIT has the wrong kyoku, the step to it is named, and the dealer by the hand before draws.
        dealer = start_of_hands(case).kyoku[hands] % SEATS
        first = case.events.plays.element[case.events.hands.play_offsets[hands]]
        named: NDArray[np.bool_] = case.events.hands.kyoku[hands] % SEATS != dealer
        named &= (case.illegals.element[events] == first) & (case.illegals.seat[events] == dealer)
        return named

    codes = (Illegal.OUT_OF_TURN, Illegal.NO_TILES_LEFT)
    return illegal_in_hands(case, codes, case.facts.play_count > 0, explained=explained)


def _call_forbidden(rules: RuleSet, code: int) -> bool:
    return code != Illegal.FIFTH_KAN or rules.suukaikan != Suukaikan.FIFTH_WITHOUT_URA


def calls(case: Case) -> Verdicts:
    """Calls take the last discard, from whom and when they may; one item per hand with calls."""
    codes = (
        Illegal.NOT_LAST_DISCARD,
        Illegal.NO_SUCH_PON,
        Illegal.CHI_NOT_FROM_PREVIOUS,
        Illegal.CALL_IN_SANMA,
        Illegal.CALL_AFTER_RIICHI,
        Illegal.FIFTH_KAN,
        Illegal.KITA_NOT_NORTH,
        Illegal.KAN_WITHOUT_DRAW,
        Illegal.KAKAN_OF_OTHER_PON,
        Illegal.KITA_OFF,
    )
    return illegal_in_hands(case, codes, case.facts.call_count > 0, _call_forbidden)


def riichi_procedure(case: Case) -> Verdicts:
    """Riichi is closed, tenpai, declared once and followed by tsumogiri; one item per hand with riichi.

    A hand whose result shows a stick that nobody declared is one of them.
    """
    codes = (
        *RIICHI_FAULTS,
        Illegal.NOT_TSUMOGIRI,
        Illegal.ANKAN_CHANGES_WAITS,
        Illegal.KITA_NOT_DRAWN,
    )
    declared = illegal_in_hands(case, codes, any_seat(case.facts.riichi_order > 0))
    return _with_undeclared(case, declared)


def _with_undeclared(case: Case, declared: Verdicts) -> Verdicts:
    """The verdicts on declared riichi, and one more item per hand with a stick of an undeclared one."""
    paid = paid_without_riichi(case)
    rows = np.flatnonzero(any_seat(paid))
    if len(rows) == 0:
        return declared

    def detail(item: int) -> Detail:
        row = int(rows[item])
        seat = int(np.flatnonzero(paid[row])[0])
        element = int(case.events.results.element[case.events.hands.result_offsets[row]])
        message = f"the result counts a riichi stick of seat {seat}, which never declared riichi"
        return Detail("a riichi stick", "no riichi", message, element, seat)

    return joined(declared, per_hand(case, rows, np.zeros(len(rows), np.bool_), detail))


def indicators(case: Case) -> Verdicts:
    """Kans show their dora indicators, each in its time; one item per hand with kans."""
    return illegal_in_hands(case, INDICATOR_FAULTS, any_seat(case.facts.kans > 0), indicator_forbidden)


def winning_tile(case: Case) -> Verdicts:
    """A win is on the tile just drawn or laid down; one item per hand that was won."""
    return illegal_in_hands(case, WINNING_TILE_FAULTS, case.facts.end == EndKind.AGARI)


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
    points = case.of_rules(lambda rules: rules.riichi_points)
    tiles = case.of_rules(lambda rules: rules.riichi_tiles)
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
    return per_hand(case, hand, passed, detail, lost=~case.followed[hand], explained=explained)


def _riichi_element(case: Case, hand: int, seat: int) -> int:
    """Element of the declaration of a seat in a hand."""
    plays, offsets = case.events.plays, case.events.hands.play_offsets
    rows = np.arange(offsets[hand], offsets[hand + 1])
    declared = rows[(plays.kind[rows] == PlayKind.RIICHI) & (plays.seat[rows] == seat)]
    return int(plays.element[declared[0]])


CHECKS: Final = (
    Check(
        "tile-place",
        "tiles",
        "Every tile is in one place at a time, and a seat discards and melds only tiles that it holds",
        "136 distinct tiles; 108 in sanma",
        tiles_in_place,
    ),
    Check(
        "turn-order",
        "turns",
        "The dealer draws first, then each seat in turn; nobody draws from an empty live wall",
        TENHOU,
        turn_order,
    ),
    Check(
        "calls",
        "calls",
        "A call takes another seat's last discard; own kans and kita follow a draw; fifth kans by rule set",
        TENHOU,
        calls,
    ),
    Check(
        "riichi-procedure",
        "riichi",
        "Riichi once, closed, tenpai; then discard, then stick unless the tile is won on, then tsumogiri",
        TENHOU,
        riichi_procedure,
    ),
    Check(
        "kuikae",
        "discard after a call",
        "The discard after a chi or pon is not the kind called, nor the other end of the sequence",
        "Tenhou: no counterexample; other sets as they say",
        kuikae,
        PLAY,
    ),
    Check(
        "last-tile",
        "calls at the end of the wall",
        "The last discard may only be won on, and a kan needs a tile left to replace it",
        "World Riichi Championship Rules; Tenhou: no counterexample",
        last_tile_calls,
        PLAY,
    ),
    Check(
        "riichi-conditions",
        "points and tiles for riichi",
        "Riichi needs 1000 points and as many live tiles as players",
        TENHOU,
        riichi_conditions,
        PLAY,
    ),
    Check(
        "dora-indicators",
        "indicators of kans",
        "A closed kan shows its indicator before the replacement draw, others before the discard",
        TENHOU,
        indicators,
        PLAY | SCORING,
    ),
    Check(
        "winning-tile",
        "tile won on",
        "A win is on the own draw, or on the discard, added kan tile or kita of another seat; "
        "of thirteen orphans by rule set on a closed kan",
        TENHOU,
        winning_tile,
    ),
)
