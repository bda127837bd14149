"""Checks of every ryuukyoku: its kind, who is shown as tenpai, with which tiles, and who pays whom."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.doubted_play import doubts_of, other_tiles, repeated_result
from analyzer.audit.shown_tehai import are_out_of_order, differ_from_held, shown_mask
from analyzer.audit.texts import compared, kind_text, order_text, seats_text
from analyzer.audit.undecided import for_reasons, unknown_words
from analyzer.audit.verdicts import (
    FORMAT,
    RYUUKYOKU,
    TENHOU,
    Check,
    Detail,
    Verdicts,
    joined,
    per_hand,
)
from analyzer.formats.claims import Claim
from analyzer.formats.element_names import DRAW_TYPES
from analyzer.formats.events import Oddity
from analyzer.replay.facts import Place, is_one_of
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area
from analyzer.vocabulary import ASKS_TENPAI, NO_TILE, SEATS, SHOWS_RIICHI, DrawKind, EndKind

__all__ = ["CHECKS", "LoggedDraws", "draws_of"]

_NAMED: Final = (f"{kind.text} ({word})" for kind, word in DRAW_TYPES.items())
_KNOWN: Final = f"known are {', '.join([DrawKind.EXHAUSTIVE.text, *_NAMED])} and Tenhou's own words"
"""Words for kinds of draws that every form may have."""


class LoggedDraws(NamedTuple):
    """The ryuukyoku results of a batch; shape (items,) each."""

    result: NDArray[np.int64]
    hand: NDArray[np.int32]
    claimed: NDArray[np.uint8]
    computed: NDArray[np.uint8]
    lost: NDArray[np.bool_]
    """The hand cannot be judged, for a cause that is named elsewhere."""


@shared
def draws_of(case: Case) -> LoggedDraws:
    """The ryuukyoku results, beside the kind of draw that play gives."""
    results = case.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & ~repeated_result(case))
    hand = results.hand[rows]
    computed = case.draws.kind[hand]
    # Whatever a word that is not known stands for, payments can be judged.
    unknown = np.isin(rows, list(unknown_words(case, Oddity.UNKNOWN_DRAW, ""))) | _kind_unstated(case, hand)
    claimed = np.where(unknown, computed, results.draw_kind[rows])
    return LoggedDraws(rows, hand, claimed, computed, ~case.usable[hand])


def _kind_unstated(case: Case, hand: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (items,): the log does not name the kind of the draw; but there must be one."""
    unstated: NDArray[np.bool_] = case.unstated(Claim.DRAW_KIND)[hand] & (case.draws.kind[hand] != 0)
    return unstated


def draw_kind(case: Case) -> Verdicts:
    """The kind of draw that the log names is the one that play gives; one item per ryuukyoku."""
    draws = draws_of(case)

    def detail(item: int) -> Detail:
        claimed, computed = kind_text(int(draws.claimed[item])), kind_text(int(draws.computed[item]))
        message = f"log says {claimed}, play gives {computed}"
        return Detail(claimed, computed, message, int(case.events.results.element[draws.result[item]]))

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # A noten riichi is named where it is declared, whatever it comes to at the draw.
        named = doubts_of(case).riichi[draws.hand[items]].any(axis=1)
        chombo: NDArray[np.bool_] = draws.computed[items] == DrawKind.CHOMBO
        named &= chombo & is_one_of(draws.claimed[items], SHOWS_RIICHI)
        passed_over: NDArray[np.bool_] = case.overdue[draws.hand[items]] != 0
        return named | passed_over | other_tiles(case)[draws.hand[items]]

    passed = draws.claimed == draws.computed
    absent = _kind_unstated(case, draws.hand)
    verdicts = per_hand(case, draws.hand, passed, detail, lost=draws.lost, explained=explained, absent=absent)
    words = unknown_words(case, Oddity.UNKNOWN_DRAW, "the kind of draw")
    reasons = {row: f"{reason}; {_KNOWN}" for row, reason in words.items()}
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
    return joined(verdicts, per_hand(case, hand, np.zeros(len(rows), np.bool_), detail))


def overdue_draw(case: Case) -> Verdicts:
    """Play does not go on after an abortive draw that ends the hand; one item per hand."""
    rows = np.arange(len(case.usable))

    def detail(item: int) -> Detail:
        kind = kind_text(int(case.overdue[item]))
        return Detail("play goes on", kind, f"play goes on after {kind}", _overdue_element(case, item))

    none = case.overdue == 0
    return per_hand(case, rows, none, detail, lost=~case.followed & none)


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


def _due_to_show(case: Case, draws: LoggedDraws) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that must show their tehai at this draw (mjlog-format: RYUUKYOKU table)."""
    facts, hand = case.facts, draws.hand
    due = of_hands(case.draws.tenpai, hand)
    due[~is_one_of(draws.computed, ASKS_TENPAI)] = False
    caller = draws.computed == DrawKind.KYUUSHU_KYUUHAI
    due[caller] = np.arange(SEATS) == facts.last_seat[hand][caller][:, None]
    due[draws.computed == DrawKind.SUUCHA_RIICHI] = True
    ronners = draws.computed == DrawKind.SANCHAHOU
    due[ronners] = _can_ron(case, hand[ronners])
    return due


def shown_seats(case: Case) -> Verdicts:
    """Those show their tehai who must: at an exhaustive draw the tenpai seats; one item per ryuukyoku."""
    draws = draws_of(case)
    results = case.events.results
    shown = results.shown[draws.result, :, 0] != NO_TILE
    due = _due_to_show(case, draws)

    def detail(item: int) -> Detail:
        claimed, computed = seats_text(shown[item]), seats_text(due[item])
        message = f"log shows {claimed}, play gives {computed}"
        wrong = np.flatnonzero(shown[item] != due[item])
        seat = int(wrong[0]) if len(wrong) == 1 else None
        return Detail(claimed, computed, message, int(results.element[draws.result[item]]), seat)

    follows = draws.claimed != draws.computed
    for name in ("hai0", "hai1", "hai2", "hai3"):
        follows |= has_broken(case.events, name)[draws.result]
    return per_hand(
        case,
        draws.hand,
        every_seat(shown == due),
        detail,
        lost=draws.lost,
        explained=lambda items: other_tiles(case)[draws.hand[items]],
        follows=follows,
        absent=case.unshown()[draws.hand],
    )


def shown_tiles(case: Case) -> Verdicts:
    """The tehai shown at a draw is the one that play gives; one item per seat shown.

    Where nothing says who shows, one item of the draw is absent.
    """
    draws = draws_of(case)
    results = case.events.results
    item_draw, seat = np.nonzero(results.shown[draws.result, :, 0] != NO_TILE)
    hand = draws.hand[item_draw]
    tiles = results.shown[draws.result[item_draw], seat]

    def detail(item: int) -> Detail:
        shown = shown_mask(tiles[item : item + 1])[0]
        held = case.facts.place[hand[item]] == Place.CONCEALED + seat[item]
        claimed, computed, difference = compared(shown, held)
        message = f"log shows {difference}" if difference else f"log shows a tile of {claimed} twice"
        if misplaced[item] and not differs[item]:
            message = f"log shows {order_text(tiles[item].tolist())}, expected by id"
        element = int(results.element[draws.result[item_draw[item]]])
        return Detail(claimed, computed, message, element, int(seat[item]))

    unsaid = draws.hand[case.unshown()[draws.hand]]
    nothing_won = np.full(len(hand), NO_TILE, np.uint8)
    differs = differ_from_held(case, hand, seat.astype(np.uint8), tiles, nothing_won)
    misplaced = are_out_of_order(case, hand, tiles)
    return per_hand(
        case,
        hand,
        ~(differs | misplaced),
        detail,
        lost=draws.lost[item_draw],
        explained=lambda items: _not_judged(case, draws, item_draw[items]),
        unsaid=np.setdiff1d(unsaid, hand) if len(unsaid) else unsaid,
    )


def _not_judged(case: Case, draws: LoggedDraws, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Of draws: play stopped where no draw can be, or other seats are shown than must be."""
    shown = case.events.results.shown[draws.result[rows], :, 0] != NO_TILE
    due = _due_to_show(case, draws)[rows]
    unjudged: NDArray[np.bool_] = (shown != due).any(axis=1) & (shown.sum(axis=1) == due.sum(axis=1))
    unjudged |= (draws.claimed != draws.computed)[rows] | other_tiles(case)[draws.hand[rows]]
    return unjudged


_TOCHUU: Final = 'Arcturus wiki, "Tochuu ryuukyoku"; ' + TENHOU
_DRAWS: Final = frozenset({Area.ABORTIVE, Area.NAGASHI, Area.CHOMBO})

CHECKS: Final = (
    Check(
        "draw-kind",
        "kind of draw",
        "A hand ends without a winner at an exhaustive draw or an abortive draw whose condition holds",
        _TOCHUU,
        draw_kind,
        _DRAWS,
    ),
    Check(
        "overdue-draw",
        "abortive draw passed over",
        "All abortive draws but kyuushu kyuuhai are mandatory and end the hand at once",
        _TOCHUU,
        overdue_draw,
        frozenset({Area.ABORTIVE}),
    ),
    Check(
        "shown-seats",
        "tenpai set",
        "At an exhaustive draw the tenpai seats show their tehai, by shape, whatever their yaku or furiten",
        RYUUKYOKU,
        shown_seats,
        frozenset({Area.TENPAI}),
    ),
    Check(
        "shown-tiles",
        "tiles shown at a draw",
        "The tiles shown are those the seat holds, in the order of their ids",
        FORMAT,
        shown_tiles,
        claim=Claim.SHOWN_TILES,
    ),
)
