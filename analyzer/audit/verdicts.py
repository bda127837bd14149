"""What a check is, what it says about each item, and why items have no verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import unique
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.findings import Verdict
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.facts import is_one_of
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import Code, kyoku_text

__all__ = [
    "COUNTED",
    "FORMAT",
    "PAYMENT",
    "PLAY",
    "PROGRESS",
    "RYUUKYOKU",
    "SCORING",
    "TENHOU",
    "Check",
    "Detail",
    "State",
    "Verdicts",
    "begins_midway",
    "earlier_deals_matter",
    "excerpt_text",
    "for_reasons",
    "is_excerpt",
    "joined",
    "lost_because",
    "nothing",
    "per_hand",
    "unknown_because",
    "unknown_words",
    "ura_unstated",
    "why_outside",
]

FORMAT: Final = "mjlog format as measured on 2,290 logs"
TENHOU: Final = "Tenhou as measured on 21,659 hands"
RYUUKYOKU: Final = 'Riichi wiki, "Ryuukyoku"; ' + TENHOU

PLAY: Final = frozenset({Area.PLAY})
SCORING: Final = frozenset({Area.SCORING})
PAYMENT: Final = frozenset({Area.PAYMENT})
PROGRESS: Final = frozenset({Area.TENPAI, Area.ABORTIVE, Area.REPEAT})


@dataclass(frozen=True, slots=True)
class Check:
    """One check.

    Attributes:
        id: Stable id in findings, options and tables.
        title: What is compared, in a few words.
        rule: The rule as one sentence.
        source: Where the rule is stated or was measured.
        run: Looks at a batch.
        areas: Areas of the rules it needs; where one is unknown for a log, its items are undecided.
        claim: What JSON may leave unstated of what is judged; its items are absent there.
        of_amounts: It compares payments, scores or points, which are shown wherever they are wrong.
    """

    id: str
    title: str
    rule: str
    source: str
    run: Callable[[Case], Verdicts]
    areas: frozenset[Area] = frozenset()
    claim: Claim | None = None
    of_amounts: bool = False


@unique
class State(Code):
    """Outcome for one item."""

    PASSED = 0
    FAILED = 1
    UNDECIDED = 2
    """It should be judged and cannot be; a finding says why."""
    ABSENT = 3
    """The log, by its form, does not state what would be judged."""


COUNTED: Final = len(State)
"""How many numbers a tally has."""
# Before Python 3.12 a member takes as long to look up as a small array does to compare.
_FAILED: Final = int(State.FAILED)
_UNDECIDED: Final = int(State.UNDECIDED)
_ABSENT: Final = int(State.ABSENT)


class Detail(NamedTuple):
    """What a finding says about one item.

    Attributes:
        claimed: What the log says, as text, or None.
        computed: What the rules give, as text, or None.
        message: The sentence, without the rule and its source, which the check's row adds.
        element: Element index in the log, or None.
        seat: Seat concerned, or None.
        verdict: Only where it is not the one of the state.
    """

    claimed: str | None
    computed: str | None
    message: str
    element: int | None = None
    seat: int | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Verdicts:
    """Verdicts of one check over a batch.

    Attributes:
        game: Row of ``games`` of each item; shape (items,).
        hand: Row of ``hands``, or ABSENT for an item outside any hand; shape (items,).
        state: A State each; shape (items,), uint8.
        detail: Makes the Detail of one item; called for FAILED ones only.
        why: Makes the Detail, message and element, of why an item is UNDECIDED.
    """

    game: NDArray[np.int32]
    hand: NDArray[np.int32]
    state: NDArray[np.uint8]
    detail: Callable[[int], Detail]
    why: Callable[[int], Detail]

    @cached_property
    def all_passed(self) -> bool:
        """Whether every item passed, as in most batches; no item is one too."""
        return not self.state.any()

    def tallies(self, games: int) -> NDArray[np.int64]:
        """Counts of passed, failed, undecided and absent items per game; shape (games, 4)."""
        if self.all_passed:
            passed = np.zeros((games, COUNTED), np.int64)
            passed[:, 0] = np.bincount(self.game, minlength=games)
            return passed
        counts = np.bincount(self.game * COUNTED + self.state, minlength=games * COUNTED)
        return counts.reshape(games, COUNTED)

    def items(self, state: State) -> NDArray[np.int64]:
        """Items in a state."""
        if self.all_passed:
            return np.zeros(0, np.int64)
        return np.flatnonzero(self.state == int(state))

    def undecided_where(self, chosen: NDArray[np.bool_], why: Callable[[int], Detail]) -> Verdicts:
        """The verdicts with some items made undecided.

        Args:
            chosen: Those items; shape (items,).
            why: Makes the Detail of why one of them has no verdict.
        """
        if not chosen.any():
            return self
        return replace(
            self,
            state=np.where(chosen, np.uint8(_UNDECIDED), self.state),
            why=lambda item: why(item) if chosen[item] else self.why(item),
        )


def per_hand(
    case: Case,
    hand: NDArray[np.integer],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    *,
    lost: NDArray[np.bool_] | None = None,
    unread: NDArray[np.bool_] | None = None,
    absent: NDArray[np.bool_] | None = None,
    unsaid: NDArray[np.integer] | None = None,
    why: Callable[[int], Detail] | None = None,
) -> Verdicts:
    """Verdicts with one item per given row of ``hands``; all masks are of shape (items,).

    Args:
        case: The batch.
        hand: Rows of ``hands``; shape (items,).
        passed: Items that pass if they are judged.
        detail: As in `Verdicts`; its argument is the item, not the row.
        lost: Items that cannot be judged.
        unread: Items whose claim cannot be read.
        absent: Items that the log cannot state in its format.
        unsaid: Rows of ``hands``, each for one more item, which is absent.
        why: As in `Verdicts`; if not given, it is as the hand tells.
    """
    # As numbers, what is true is FAILED and what is false PASSED.
    state = (~passed).view(np.uint8)
    if lost is not None:
        state[lost] = _UNDECIDED
    if unread is not None:
        state[unread] = _UNDECIDED
    if absent is not None:
        state[absent] = _ABSENT
    if unsaid is not None and len(unsaid):
        hand = np.append(hand, unsaid)
        state = np.append(state, np.full(len(unsaid), _ABSENT, np.uint8))
    return Verdicts(
        case.events.hands.game.take(hand),
        hand.astype(np.int32),
        state,
        detail,
        _because_unread(case, hand, unread, why or (lambda item: lost_because(case, int(hand[item])))),
    )


def _because_unread(
    case: Case,
    hand: NDArray[np.integer],
    unread: NDArray[np.bool_] | None,
    why: Callable[[int], Detail],
) -> Callable[[int], Detail]:
    """Why items have no verdict, those included whose claim cannot be read."""
    if unread is None or not unread.any():
        return why

    def because(item: int) -> Detail:
        if item < len(unread) and unread[item]:
            return Detail(None, None, "the claim cannot be read", int(case.events.hands.element[hand[item]]))
        return why(item)

    return because


def lost_because(case: Case, hand: int) -> Detail:
    """Why what rests on the facts of a hand has no verdict."""
    if not case.played[hand]:
        reason = "an element of the hand cannot be read"
    elif case.facts.derailed[hand]:
        reason = "play cannot be followed after an impossible event"
    elif not case.events.hands.complete[hand]:
        reason = "the hand has no result"
    else:
        reason = "the hand before it cannot be judged"
    return Detail(None, None, reason, int(case.events.hands.element[hand]))


def nothing() -> Verdicts:
    """Verdicts of a check that found nothing to look at."""

    def detail(item: int) -> Detail:
        raise IndexError(item)

    none = np.zeros(0, np.int32)
    return Verdicts(none, none, np.zeros(0, np.uint8), detail, detail)


def joined(one: Verdicts, other: Verdicts) -> Verdicts:
    """The items of two verdicts of one check; the second has failing ones only."""
    count = len(one.game)
    return Verdicts(
        np.concatenate([one.game, other.game]),
        np.concatenate([one.hand, other.hand]),
        np.concatenate([one.state, other.state]),
        lambda item: one.detail(item) if item < count else other.detail(item - count),
        one.why,
    )


def unknown_because(case: Case, game: int, areas: frozenset[Area]) -> Detail:
    """Why what rests on rules of some areas has no verdict in a game."""
    unknown = case.ruling.unknown_areas[game] & areas or areas
    named = ", ".join(sorted(unknown))
    return Detail(None, None, f"rules not known ({named}): {case.ruling.reasons[game]}")


def for_reasons(
    case: Case, verdicts: Verdicts, results: NDArray[np.integer], reasons: Mapping[int, str]
) -> Verdicts:
    """The verdicts, of which those that pass or fail are undecided where there is a reason.

    Args:
        case: The batch.
        verdicts: One item per given result.
        results: Rows of ``results``; shape (items,).
        reasons: Sentences by row of ``results``.
    """
    if not reasons:
        return verdicts
    judged = is_one_of(verdicts.state, (State.PASSED, State.FAILED))

    def why(item: int) -> Detail:
        row = int(results[item])
        return Detail(None, None, reasons[row], int(case.events.results.element[row]))

    return verdicts.undecided_where(judged & np.isin(results, list(reasons)), why)


def unknown_words(case: Case, code: Oddity, what: str) -> dict[int, str]:
    """By row of ``results`` with unknown words of one kind: a sentence that names them.

    Args:
        case: The batch.
        code: The kind.
        what: What the words stand for.
    """
    oddities = case.events.oddities
    rows = np.flatnonzero(oddities.code == code)
    if len(rows) == 0:
        return {}
    results, hands = case.events.results, case.events.hands
    places = zip(hands.game[results.hand].tolist(), results.element.tolist(), strict=True)
    row_of = {place: row for row, place in enumerate(places)}
    reasons: dict[int, str] = {}
    for game, element, word in zip(
        oddities.game[rows].tolist(),
        oddities.element[rows].tolist(),
        oddities.detail[rows].tolist(),
        strict=True,
    ):
        reasons[row_of[game, element]] = f"the log's word for {what} is not known: {case.events.words[word]}"
    return reasons


def ura_unstated(case: Case) -> dict[int, str]:
    """By row of ``results``: why a win in riichi whose ura indicators the log leaves out cannot be valued."""
    wins = case.wins
    hidden = case.unstated(Claim.URA)[wins.hand]
    hidden &= wins.in_riichi
    hidden &= case.of_rules(lambda rules: rules.ura_dora)[case.events.hands.game[wins.hand]] != 0
    return dict.fromkeys(wins.result[hidden].tolist(), "the log does not state the ura indicators of the win")


_ENDING = frozenset({Area.GAME_END})


@shared
def begins_midway(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): the first hand of the log is not E1.0; False of a log without hands."""
    hands, offsets = case.events.hands, case.events.games.hand_offsets
    midway = np.zeros(len(case.logs), np.bool_)
    games = np.flatnonzero(offsets[1:] > offsets[:-1])
    first = offsets[games]
    midway[games] = (hands.kyoku[first] != 0) | (hands.honba[first] != 0)
    return midway


@shared
def is_excerpt(case: Case) -> NDArray[np.bool_]:
    """Shape (games,): the log is JSON of some hands of a game, not of a game.

    Without final scores: when it does not begin with E1.0, or does not end where the rules end the game.
    With them it is the game, unless it begins midway and either has a single hand or does not end where the
    rules end the game: then the final scores were left in a part of the document.
    A hand that an mjlog begins midway with is always a fault.
    """
    if not case.from_json.any():
        return np.zeros(len(case.logs), np.bool_)
    events, offsets = case.events, case.events.games.hand_offsets
    count = offsets[1:] - offsets[:-1]
    last = np.maximum(offsets[1:] - 1, 0)
    over = np.zeros(len(count), np.bool_)
    games = np.flatnonzero(count > 0)
    over[games] = (case.endings.cause != EndCause.NONE)[last[games]] | case.endings.may_end[last[games]]
    over &= ~case.area_unknown(_ENDING)
    has_final = np.zeros(len(count), np.bool_)
    has_final[events.hands.game[events.results.hand[events.results.has_owari]]] = True
    midway = begins_midway(case)
    part: NDArray[np.bool_] = np.where(has_final, midway & ((count == 1) | ~over), midway | ~over)
    return part & case.from_json & (count > 0)


def why_outside(case: Case, hand: NDArray[np.integer]) -> Callable[[int], Detail]:
    """Why items of given hands have no verdict: they lie outside an excerpt, or it is as the hand tells."""

    def why(item: int) -> Detail:
        row = int(hand[item])
        game = int(case.events.hands.game[row])
        if is_excerpt(case)[game]:
            return Detail(None, None, excerpt_text(case, game), int(case.events.hands.element[row]))
        return lost_because(case, row)

    return why


@shared
def earlier_deals_matter(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): a yakuman if the dealer earned the honba before the excerpt too (paarenchan)."""
    wins, hands, facts = case.wins, case.events.hands, case.facts
    needed = case.of_rules(lambda rules: rules.paarenchan)[hands.game[wins.hand]]
    matter: NDArray[np.bool_] = (
        (needed > 0) & (hands.honba[wins.hand] >= needed) & (wins.winner == facts.dealer[wins.hand])
    )
    matter &= (is_excerpt(case) & begins_midway(case))[hands.game[wins.hand]]
    for item in np.flatnonzero(matter).tolist():
        hand = int(wins.hand[item])
        first = int(case.events.games.hand_offsets[hands.game[hand]])
        # Once another seat has dealt within the excerpt, the whole run of the dealer is there.
        matter[item] = bool((hands.kyoku[first : hand + 1] == hands.kyoku[hand]).all())
    return matter


def excerpt_text(case: Case, game: int) -> str:
    """What part of its game an excerpt is, as ``an excerpt that begins with E3.1``."""
    hands = case.events.hands
    first, stop = case.events.games.hand_offsets[game : game + 2].tolist()
    place, where = (first, "begins") if begins_midway(case)[game] else (stop - 1, "ends")
    return f"an excerpt that {where} with {kyoku_text(int(hands.kyoku[place]), int(hands.honba[place]))}"
