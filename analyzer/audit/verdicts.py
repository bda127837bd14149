"""What a check is, what it says about each item, and why items have no verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import unique
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit
from analyzer.audit.broken import has_broken, places
from analyzer.audit.findings import Verdict
from analyzer.audit.texts import kind_text, logged_worth, played_win, seats_text
from analyzer.formats.events import Claim, Oddity
from analyzer.replay.facts import is_one_of
from analyzer.replay.seats import every_seat
from analyzer.rules import Area
from analyzer.vocabulary import Code, kyoku_text, signed_points

Column = NDArray[Any]
Mask = NDArray[np.bool_]

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
    run: Callable[[Audit], Verdicts]
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
        why: Makes the Detail of why an item is UNDECIDED: message, and element if not that of the hand.
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

    def with_more(
        self,
        audit: Audit,
        hand: NDArray[np.integer],
        state: State,
        detail: Callable[[int], Detail] | None = None,
        game: NDArray[np.integer] | None = None,
    ) -> Verdicts:
        """The verdicts with more items, all of one state.

        Args:
            audit: The batch.
            hand: Rows of ``hands``, or ABSENT; shape (items,).
            state: Theirs.
            detail: As in `Verdicts`, for the new items counted from 0; None if they are absent.
            game: Rows of ``games`` of items outside any hand; shape (items,).
        """
        count = len(self.game)
        if len(hand) == 0:
            return self
        return replace(
            self,
            game=np.append(self.game, audit.events.hands.game[hand] if game is None else game),
            hand=np.append(self.hand, hand).astype(np.int32),
            state=np.append(self.state, np.full(len(hand), int(state), np.uint8)),
            detail=lambda item: self.detail(item) if item < count or detail is None else detail(item - count),
        )

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
    audit: Audit,
    hand: NDArray[np.integer],
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    *,
    lost: NDArray[np.bool_] | None = None,
    unread: NDArray[np.bool_] | None = None,
    absent: NDArray[np.bool_] | None = None,
    why: Callable[[int], Detail] | None = None,
) -> Verdicts:
    """Verdicts with one item per given row of ``hands``; all masks are of shape (items,).

    Args:
        audit: The batch.
        hand: Rows of ``hands``; shape (items,).
        passed: Items that pass if they are judged.
        detail: As in `Verdicts`; its argument is the item, not the row.
        lost: Items that cannot be judged.
        unread: Items whose claim cannot be read.
        absent: Items that the log cannot state in its format.
        why: As in `Verdicts`; if not given, it is as the hand tells.
    """
    # As numbers, what is true is FAILED and what is false PASSED.
    state = (~passed).view(np.uint8)
    for mask, instead in ((lost, _UNDECIDED), (unread, _UNDECIDED), (absent, _ABSENT)):
        if mask is not None:
            state[mask] = instead

    def because(item: int) -> Detail:
        if unread is not None and unread[item]:
            return Detail(None, None, "the claim cannot be read")
        return why(item) if why else lost_because(audit, int(hand[item]))

    return Verdicts(audit.events.hands.game.take(hand), hand.astype(np.int32), state, detail, because)


def lost_because(audit: Audit, hand: int) -> Detail:
    """Why what rests on the facts of a hand has no verdict."""
    if not audit.played[hand]:
        reason = "an element of the hand cannot be read"
    elif audit.facts.derailed[hand]:
        reason = "play cannot be followed after an impossible event"
    elif not audit.events.hands.complete[hand]:
        reason = "the hand has no result"
    else:
        reason = "the hand before it cannot be judged"
    return Detail(None, None, reason)


def unknown_because(audit: Audit, game: int, areas: frozenset[Area]) -> Detail:
    """Why what rests on rules of some areas has no verdict in a game."""
    ruled = audit.ruling.of_game[game]
    unknown = ruled.unknown & areas or areas
    named = ", ".join(sorted(unknown))
    return Detail(None, None, f"rules not known ({named}): {ruled.reason}")


@dataclass(frozen=True)
class Items:
    """What a family of comparisons is about; shape (items,) each.

    Attributes:
        hand: Rows of ``hands``.
        element: Element that makes the claim.
        lost: Items that cannot be judged.
        seat: Seat concerned; None where not one seat is.
        absent: Items that the log, by its form, does not state.
        why: As in `per_hand`.
        result: Rows of ``results``, where the claims stand in results.
    """

    hand: NDArray[np.integer]
    element: NDArray[np.integer]
    lost: Mask
    seat: NDArray[np.integer] | None = None
    absent: Mask | None = None
    why: Callable[[int], Detail] | None = None
    result: NDArray[np.integer] | None = None


def result_items(audit: Audit, rows: NDArray[np.integer], seat: NDArray[np.integer] | None = None) -> Items:
    """Claims of some results, which cannot be judged where the hand is not usable."""
    hand = audit.events.results.hand[rows]
    return Items(hand, audit.events.results.element[rows], ~audit.usable[hand], seat, result=rows)


def win_items(audit: Audit) -> Items:
    """The wins, each a claim of its result."""
    return result_items(audit, audit.wins.result, audit.wins.winner)


class Texts(NamedTuple):
    """A column of texts, each made when a finding needs it."""

    of: Callable[[Audit, int], str]


def two_columns(
    items_of: Callable[[Audit], Items],
    claimed_by: Callable[[Audit], Column] | Texts,
    computed_by: Callable[[Audit], Column] | Texts,
    text: Callable[[Any], str],
    words: str | Callable[[Audit, int], str],
    *,
    agree: Callable[[Audit], Mask] | None = None,
    unread: str | tuple[str, ...] | Callable[[Audit], Mask] = (),
    absent: Callable[[Audit], Mask] | None = None,
    lost: Callable[[Audit], Mask] | None = None,
    reasons: Callable[[Audit], Mapping[int, str]] | None = None,
    also: Callable[[Audit, Verdicts], Verdicts] | None = None,
) -> Callable[[Audit], Verdicts]:
    """What runs a check of two columns, one item per row: the log's claim against what play and rules give.

    Args:
        items_of: What it is about.
        claimed_by: What the log says; shape (items,) or (items, numbers), or texts.
        computed_by: What play and rules give, likewise.
        text: A row of either as text, where they are no texts.
        words: The message, with the names of `_NAMES` in braces; or which it is for an item.
        agree: Items whose columns agree, where that is not to be equal; of texts always.
        unread: Items whose claim cannot be read, or attributes of the result that hold it.
        absent: Items that do not state the claim.
        lost: Items that cannot be judged, besides those of the family.
        reasons: Why items have no verdict: sentences by row of ``results``.
        also: Adds what only this check looks at to its verdicts.
    """

    def run(audit: Audit) -> Verdicts:
        items = items_of(audit)
        claimed, computed = (
            np.empty(0) if isinstance(column, Texts) else column(audit)
            for column in (claimed_by, computed_by)
        )
        passed = agree(audit) if agree else _equal(claimed, computed)

        def detail(item: int) -> Detail:
            if isinstance(claimed_by, Texts) and isinstance(computed_by, Texts):
                said, due = claimed_by.of(audit, item), computed_by.of(audit, item)
            else:
                said, due = text(claimed[item]), text(computed[item])
            names = _Names(audit, int(items.hand[item]), item)
            names |= {"claimed": said, "computed": due, "two": (claimed, computed)}
            message = (words if isinstance(words, str) else words(audit, item)).format_map(names)
            seat = None if items.seat is None else int(items.seat[item])
            if claimed.dtype == np.bool_ and np.count_nonzero(differ := claimed[item] != computed[item]) == 1:
                seat = int(np.flatnonzero(differ)[0])
            return Detail(said, due, message, int(items.element[item]), seat)

        broken = _unread(audit, items, unread)
        verdicts = per_hand(
            audit,
            items.hand,
            passed,
            detail,
            lost=items.lost if lost is None else items.lost | lost(audit),
            unread=broken,
            absent=items.absent if absent is None else absent(audit) & ~items.lost,
            why=items.why,
        )
        if reasons is not None:
            verdicts = _for_reasons(verdicts, items, reasons(audit))
        return verdicts if also is None else also(audit, verdicts)

    return run


def _equal(claimed: Column, computed: Column) -> Mask:
    equal: Mask = claimed == computed
    return equal if equal.ndim == 1 else every_seat(equal)


def _unread(
    audit: Audit, items: Items, unread: str | tuple[str, ...] | Callable[[Audit], Mask]
) -> Mask | None:
    if callable(unread):
        return unread(audit) & ~items.lost
    if items.result is None or not unread:
        return None
    names = (unread,) if isinstance(unread, str) else unread
    broken: Mask = has_broken(audit.events, *names)[items.result]
    return broken & ~items.lost


def _for_reasons(verdicts: Verdicts, items: Items, reasons: Mapping[int, str]) -> Verdicts:
    """The verdicts, of which those that pass or fail are undecided where their result has a reason."""
    result = items.result
    if not reasons or result is None:
        return verdicts

    def why(item: int) -> Detail:
        return Detail(None, None, reasons[int(result[item])], int(items.element[item]))

    judged = is_one_of(verdicts.state, (State.PASSED, State.FAILED))
    return verdicts.undecided_where(judged & np.isin(result, list(reasons)), why)


class _Names(dict[str, Any]):
    """What names of a message mean for an item; those of `_NAMES` are looked up when asked for."""

    def __init__(self, audit: Audit, hand: int, item: int) -> None:
        super().__init__()
        self._of = (audit, hand, item)

    def __missing__(self, name: str) -> str:
        if name == "difference":
            claimed, computed = self["two"]
            return signed_points((claimed[self._of[2]] - computed[self._of[2]]).tolist())
        return _NAMES[name](*self._of)


_NAMES: Final[Mapping[str, Callable[[Audit, int, int], str]]] = {
    "rules": lambda audit, hand, _: audit.rule_name(hand),
    "kyoku": lambda audit, hand, _: kyoku_text(int(audit.events.hands.kyoku[hand])),
    "first": lambda audit, hand, _: str(audit.facts.dealer[hand]),
    "kind": lambda audit, hand, _: kind_text(int(audit.ryuukyoku.kind[hand])),
    "tenpai": lambda audit, hand, _: seats_text(audit.ryuukyoku.tenpai[hand]),
    "worth": lambda audit, _, item: logged_worth(audit, item),
    "made_of": lambda audit, _, item: played_win(audit, item).made_of,
    "settlement": lambda audit, _, item: played_win(audit, item).settlement,
}
"""Of a hand, or of the item of a family."""


def unknown_words(audit: Audit, code: Oddity, what: str) -> dict[int, str]:
    """By row of ``results`` with unknown words of one kind: a sentence that names them.

    Args:
        audit: The batch.
        code: The kind.
        what: What the words stand for.
    """
    oddities = audit.events.oddities
    rows = np.flatnonzero(oddities.code == code)
    if len(rows) == 0:
        return {}
    results = audit.events.results
    row_of = {place: row for row, place in enumerate(places(results.hand, results.element).tolist())}
    found = places(oddities.hand[rows], oddities.element[rows]).tolist()
    words = [audit.events.words[word] for word in oddities.detail[rows].tolist()]
    return {
        row_of[place]: f"the log's word for {what} is not known: {word}"
        for place, word in zip(found, words, strict=True)
    }
