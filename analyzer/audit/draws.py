"""Every ryuukyoku: its kind and who must show, and checks of draws passed over and of tiles shown."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, repeated_result, shared
from analyzer.audit.texts import kind_text
from analyzer.audit.verdicts import (
    TENHOU,
    Check,
    Detail,
    Verdicts,
    joined,
    per_hand,
    unknown_words,
)
from analyzer.formats.claims import Claim
from analyzer.formats.element_names import DRAW_TYPES
from analyzer.formats.events import Oddity
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import of_hands
from analyzer.rules import Area
from analyzer.vocabulary import ASKS_TENPAI, SEATS, DrawKind, EndKind

__all__ = [
    "CHECKS",
    "LoggedDraws",
    "draws_of",
    "due_to_show",
    "kind_unstated",
    "unknown_kinds",
    "with_repeated_draws",
]

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
    """The hand cannot be judged."""


@shared
def draws_of(case: Case) -> LoggedDraws:
    """The ryuukyoku results, beside the kind of draw that play gives."""
    results = case.events.results
    rows = np.flatnonzero((results.end == EndKind.RYUUKYOKU) & ~repeated_result(case))
    hand = results.hand[rows]
    computed = case.ryuukyoku.kind[hand]
    # Whatever a word that is not known stands for, payments can be judged.
    unknown = np.isin(rows, list(unknown_words(case, Oddity.UNKNOWN_DRAW, ""))) | kind_unstated(case, hand)
    claimed = np.where(unknown, computed, results.draw_kind[rows])
    return LoggedDraws(rows, hand, claimed, computed, ~case.usable[hand])


def kind_unstated(case: Case, hand: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (items,): the log does not name the kind of the draw; but there must be one."""
    unstated: NDArray[np.bool_] = case.unstated(Claim.DRAW_KIND)[hand] & (case.ryuukyoku.kind[hand] != 0)
    return unstated


def unknown_kinds(case: Case) -> dict[int, str]:
    """By result, the reason why a kind of draw in unknown words is undecided, with the known words."""
    words = unknown_words(case, Oddity.UNKNOWN_DRAW, "the kind of draw")
    return {row: f"{reason}; {_KNOWN}" for row, reason in words.items()}


def with_repeated_draws(case: Case, verdicts: Verdicts) -> Verdicts:
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


def due_to_show(case: Case) -> NDArray[np.bool_]:
    """Shape (items, 4): seats that must show their tehai at each draw (mjlog-format: RYUUKYOKU table)."""
    draws = draws_of(case)
    facts, hand = case.facts, draws.hand
    due = of_hands(case.ryuukyoku.tenpai, hand)
    due[~is_one_of(draws.computed, ASKS_TENPAI)] = False
    caller = draws.computed == DrawKind.KYUUSHU_KYUUHAI
    due[caller] = np.arange(SEATS) == facts.last_seat[hand][caller][:, None]
    due[draws.computed == DrawKind.SUUCHA_RIICHI] = True
    ronners = draws.computed == DrawKind.SANCHAHOU
    due[ronners] = _can_ron(case, hand[ronners])
    return due


_TOCHUU: Final = 'Arcturus wiki, "Tochuu ryuukyoku"; ' + TENHOU

CHECKS: Final = (
    Check(
        "overdue-draw",
        "abortive draw passed over",
        "All abortive draws but kyuushu kyuuhai are mandatory and end the hand at once",
        _TOCHUU,
        overdue_draw,
        frozenset({Area.ABORTIVE}),
    ),
)
