"""Checks of every ryuukyoku: its kind, who is shown as tenpai, with which tiles, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import doubts_of, other_tiles, repeated_result, shown_mask
from analyzer.audit.tile_lines import compared
from analyzer.audit.undecided import for_reasons
from analyzer.audit.unknown_words import unknown_words
from analyzer.audit.verdicts import Detail, State, Verdicts, joined, per_hand, silenced
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.replay.facts import Place, is_one_of
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.exhaustive import nagashi_payment, noten_penalty
from analyzer.vocabulary import NO_TILE, SEATS, TILES, DrawKind, EndKind, signed_points

__all__ = ["draw_kind", "draw_payment", "overdue_draw", "shown_seats", "shown_tiles"]

_SEAT_NAMES = ("0", "1", "2", "3")
_SHOWS_TENPAI = (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN)
_SHOWS_RIICHI = (*_SHOWS_TENPAI, DrawKind.SUUCHA_RIICHI)


class _Ryuukyoku(NamedTuple):
    """The ryuukyoku results of a batch; shape (items,) each."""

    result: NDArray[np.int64]
    hand: NDArray[np.int32]
    claimed: NDArray[np.uint8]
    computed: NDArray[np.uint8]
    lost: NDArray[np.bool_]
    """The hand cannot be judged, for a cause that is named elsewhere."""


@shared
def _ryuukyoku(case: Case) -> _Ryuukyoku:
    results = case.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & ~repeated_result(case))
    hand = results.hand[rows]
    computed = case.draws.kind[hand]
    # Whatever a word that is not known stands for, payments can be judged.
    unknown = np.isin(rows, list(unknown_words(case, Oddity.UNKNOWN_DRAW, "")))
    claimed = np.where(unknown, computed, results.draw_kind[rows])
    return _Ryuukyoku(rows, hand, claimed, computed, ~case.usable[hand])


def kind_text(kind: int) -> str:
    """Name of a draw kind; of one that no rule and no tag has, a phrase."""
    if kind == 0:
        return "no draw"
    return DrawKind(kind).text if kind in DrawKind._value2member_map_ else "an unknown kind of draw"


def seats_text(seats: NDArray[np.bool_]) -> str:
    """Seats of a mask as ``seats 0, 2``."""
    names = [name for name, shown in zip(_SEAT_NAMES, seats.tolist(), strict=False) if shown]
    return f"seat{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else "nobody"


def draw_kind(case: Case) -> Verdicts:
    """The kind of draw that the log names is the one that play gives; one item per ryuukyoku."""
    draws = _ryuukyoku(case)

    def detail(item: int) -> Detail:
        claimed, computed = kind_text(int(draws.claimed[item])), kind_text(int(draws.computed[item]))
        message = f"log says {claimed}, play gives {computed}"
        return Detail(claimed, computed, message, int(case.events.results.element[draws.result[item]]))

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # A noten riichi is named where it is declared, whatever it comes to at the draw.
        named = doubts_of(case).riichi[draws.hand[items]].any(axis=1)
        chombo: NDArray[np.bool_] = draws.computed[items] == DrawKind.CHOMBO
        named &= chombo & is_one_of(draws.claimed[items], _SHOWS_RIICHI)
        passed_over: NDArray[np.bool_] = case.overdue[draws.hand[items]] != 0
        return named | passed_over | other_tiles(case)[draws.hand[items]]

    passed = draws.claimed == draws.computed
    silent = silenced(passed, draws.lost, explained)
    verdicts = per_hand(case.events.hands.game, draws.hand, passed, detail, silent=silent)
    reasons = unknown_words(case, Oddity.UNKNOWN_DRAW, "the kind of draw")
    return _with_repeated(case, for_reasons(case, verdicts, draws.result, reasons))


def _with_repeated(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts on draws, and one more item per hand that ends in a second one."""
    results = case.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & repeated_result(case))
    if len(rows) == 0:
        return verdicts

    def detail(item: int) -> Detail:
        message = "a second ryuukyoku ends the same hand"
        return Detail("a second ryuukyoku", "one", message, int(results.element[rows[item]]))

    hand = results.hand[rows]
    more = per_hand(case.events.hands.game, hand, np.zeros(len(rows), np.bool_), detail)
    return joined(verdicts, more)


def overdue_draw(case: Case) -> Verdicts:
    """Play does not go on after an abortive draw that ends the hand; one item per hand."""
    rows = np.arange(len(case.usable))

    def detail(item: int) -> Detail:
        kind = kind_text(int(case.overdue[item]))
        return Detail("play goes on", kind, f"play goes on after {kind}", _overdue_element(case, item))

    return per_hand(
        case.events.hands.game, rows, case.overdue == 0, detail, silent=~case.followed & (case.overdue == 0)
    )


def _overdue_element(case: Case, hand: int) -> int:
    """The play that should have been the last of the hand; of the result where it is not known."""
    facts = case.facts
    plays = {
        DrawKind.SUUFON_RENDA: facts.fourth_wind,
        DrawKind.SUUCHA_RIICHI: facts.fourth_riichi,
        DrawKind.SUUKAIKAN: facts.fourth_kan_discard,
    }
    index = plays.get(DrawKind(int(case.overdue[hand])))
    if index is None or index[hand] < 0:
        return int(case.events.results.element[case.events.hands.result_offsets[hand]])
    return int(case.events.plays.element[case.events.hands.play_offsets[hand] + int(index[hand])])


def _can_ron(case: Case, hand: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that wait for the last tile of another and are not furiten."""
    facts = case.facts
    last_kind = (facts.last_tile[hand] // 4).astype(np.uint64)
    bit = np.left_shift(np.uint64(1), np.minimum(last_kind, np.uint64(63)))
    waiting = (facts.waits[hand] & bit[:, None]) != 0
    other = np.arange(SEATS) != facts.last_seat[hand][:, None]
    shown: NDArray[np.bool_] = waiting & other & (facts.furiten[hand] == 0)
    return shown


def _due_to_show(case: Case, draws: _Ryuukyoku) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that must show their tehai at this draw (mjlog-format: RYUUKYOKU table)."""
    facts, hand = case.facts, draws.hand
    due = of_hands(case.draws.tenpai, hand)
    due[~is_one_of(draws.computed, _SHOWS_TENPAI)] = False
    caller = draws.computed == DrawKind.KYUUSHU_KYUUHAI
    due[caller] = np.arange(SEATS) == facts.last_seat[hand][caller][:, None]
    due[draws.computed == DrawKind.SUUCHA_RIICHI] = True
    ronners = draws.computed == DrawKind.SANCHAHOU
    due[ronners] = _can_ron(case, hand[ronners])
    return due


def shown_seats(case: Case) -> Verdicts:
    """Those show their tehai who must: at an exhaustive draw the tenpai seats; one item per ryuukyoku."""
    draws = _ryuukyoku(case)
    results = case.events.results
    shown = results.shown[draws.result, :, 0] != NO_TILE
    due = _due_to_show(case, draws)

    def detail(item: int) -> Detail:
        claimed, computed = seats_text(shown[item]), seats_text(due[item])
        message = f"log shows {claimed}, by play it is {computed}"
        wrong = np.flatnonzero(shown[item] != due[item])
        seat = int(wrong[0]) if len(wrong) == 1 else None
        return Detail(claimed, computed, message, int(results.element[draws.result[item]]), seat)

    passed = every_seat(shown == due)
    silent = silenced(passed, draws.lost, lambda items: other_tiles(case)[draws.hand[items]])
    silent[draws.claimed != draws.computed] = State.FOLLOWS
    for name in ("hai0", "hai1", "hai2", "hai3"):
        silent[has_broken(case.events, name)[draws.result]] = State.FOLLOWS
    silent[case.unshown()[draws.hand]] = State.ABSENT
    return per_hand(case.events.hands.game, draws.hand, passed, detail, silent=silent)


def shown_tiles(case: Case) -> Verdicts:
    """The tehai shown at a draw is the one that play gives; one item per seat shown."""
    draws = _ryuukyoku(case)
    results = case.events.results
    item_draw, seat = np.nonzero(results.shown[draws.result, :, 0] != NO_TILE)
    hand = draws.hand[item_draw]
    tiles = results.shown[draws.result[item_draw], seat]
    shown = shown_mask(tiles)
    held = case.facts.place[hand] == (Place.CONCEALED + seat)[:, None]

    def detail(item: int) -> Detail:
        claimed, computed, difference = compared(shown[item], held[item])
        message = f"log shows {difference}" if difference else f"log shows a tile of {claimed} twice"
        element = int(results.element[draws.result[item_draw[item]]])
        return Detail(claimed, computed, message, element, int(seat[item]))

    passed = (shown == held).all(axis=1) & ((tiles < TILES).sum(axis=1) == held.sum(axis=1))
    silent = silenced(passed, draws.lost[item_draw], lambda items: _not_judged(case, draws, item_draw[items]))
    return per_hand(case.events.hands.game, hand, passed, detail, silent=silent)


def _not_judged(case: Case, draws: _Ryuukyoku, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of draws: play stopped where no draw can be, or other seats are shown than must be."""
    shown = case.events.results.shown[draws.result[rows], :, 0] != NO_TILE
    due = _due_to_show(case, draws)[rows]
    unjudged: NDArray[np.bool_] = (shown != due).any(axis=1) & (shown.sum(axis=1) == due.sum(axis=1))
    unjudged |= (draws.claimed != draws.computed)[rows] | other_tiles(case)[draws.hand[rows]]
    return unjudged


def draw_payment(case: Case) -> Verdicts:
    """The payments at a draw are those of the rule set; one item per ryuukyoku.

    Where the hand cannot be judged, they are held against the kind and the seats that the log has.
    """
    draws = _ryuukyoku(case)
    results = case.events.results
    claimed = of_hands(results.deltas, draws.result)
    computed = of_hands(case.draws.deltas, draws.hand)

    def detail(item: int) -> Detail:
        paid, due = signed_points(claimed[item].tolist()), signed_points(computed[item].tolist())
        hand, element = int(draws.hand[item]), int(results.element[draws.result[item]])
        if draws.lost[item]:
            kind = kind_text(int(draws.claimed[item]))
            message = f"log pays {paid}, which is no payment of {kind} with the seats that it shows"
            return Detail(paid, None, message, element)
        tenpai = seats_text(case.draws.tenpai[hand])
        kind = kind_text(int(draws.computed[item]))
        message = f"log pays {paid}, {case.rule_name(hand)} pays {due} ({kind}, tenpai: {tenpai})"
        return Detail(paid, due, message, element)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        return _follow_claims(case, draws, items)

    passed = every_seat(claimed == computed)
    # What a kind of draw pays that nobody knows cannot be told.
    lost = (draws.claimed == UNKNOWN_DRAW_KIND) | (draws.lost & passed)
    unjudged = np.flatnonzero(draws.lost & ~lost)
    if len(unjudged):
        lost[unjudged] = explained(unjudged) | case.unshown()[draws.hand[unjudged]]
    silent = silenced(passed, lost, explained)
    silent[~case.scored[draws.result]] = State.FOLLOWS
    return per_hand(case.events.hands.game, draws.hand, passed, detail, silent=silent)


def _follow_claims(case: Case, draws: _Ryuukyoku, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of draws: the payments are those of the kind or the seats that the log has, which are named wrong."""
    follow = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        rules = case.rule_set(int(case.events.hands.game[draws.hand[item]]))
        if rules is None:
            follow[place] = True
            continue
        paid = case.events.results.deltas[draws.result[item], : rules.seats]
        follow[place] = any((paid == due).all() for due in _claimed_payments(case, draws, item, rules))
    return follow


def _claimed_payments(
    case: Case, draws: _Ryuukyoku, item: int, rules: RuleSet
) -> Iterator[NDArray[np.int32]]:
    """Payments of the kind of draw that the log names and of the seats it shows, where one of them is wrong.

    Both are named themselves, and the payments may follow; each of shape (seats,).
    """
    hand, kind = int(draws.hand[item]), int(draws.claimed[item])
    kind_is_right = kind == draws.computed[item] and not draws.lost[item]
    shown = case.events.results.shown[draws.result[item], : rules.seats, 0] != NO_TILE
    if kind == DrawKind.EXHAUSTIVE:
        if not case.unshown()[hand]:
            yield noten_penalty(shown[None], rules)[0]
        if not kind_is_right:
            yield noten_penalty(case.draws.tenpai[None, hand, : rules.seats], rules)[0]
    elif kind_is_right:
        return
    elif kind == DrawKind.NAGASHI_MANGAN:
        for made in product((False, True), repeat=rules.seats):
            if any(made) and not all(made):
                yield nagashi_payment(np.array([made]), case.facts.dealer[hand : hand + 1], rules)[0]
    else:
        yield np.zeros(rules.seats, np.int32)
