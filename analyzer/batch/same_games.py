"""The same game in several logs: which form says most, what they say alike, and where they differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.findings import Finding, Verdict
from analyzer.audit.review import Review
from analyzer.formats.events import Claim, Events, Oddity
from analyzer.replay.seats import seats_in_play
from analyzer.vocabulary import ABSENT, SEATS, kyoku_text

DUPLICATE_ID: Final = "duplicate-id"
"""Check of the findings of a run on logs that have one id and differ."""
_FORMS: Final = {
    "mjlog": None,
    "tenhou6": Oddity.TENHOU6,
    "mahjong_soul": Oddity.SOUL_RECORD,
    "majiang": Oddity.MAJIANG,
    "mjai": Oddity.MJAI,
}
"""Forms of logs by how much they state, the fullest first, and what tells them."""
_STATEMENTS: Final = ("the dealer or the scores before it", "its result", "its payments", "the final scores")
"""What every form can state of a hand, in the order of their numbers."""
_ODD: Final = np.uint64(0x9E3779B97F4A7C15)
"""Golden ratio of 2**64, by which bits are spread.  Source: Knuth, TAOCP 3, 6.4."""
_HALF: Final = np.uint64(32)


def forms_of(review: Review) -> NDArray[np.uint8]:
    """The form of each game, as its place among forms from the fullest; shape (games,)."""
    forms, oddities = np.zeros(len(review.logs), np.uint8), review.events.oddities
    for form, code in enumerate(_FORMS.values()):
        if code is not None:
            forms[oddities.game[oddities.code == int(code)]] = form
    return forms


def said_of(review: Review) -> list[NDArray[np.uint64]]:
    """What each game states of its hands that a conversion to any form leaves as it is.

    Each number is one statement: kyoku, honba and what it is about in the upper half, a digest of the values
    in the lower one.  What a log leaves out has no number, so that two logs that have the same game differ
    only where they have numbers of the same upper half.
    """
    events, audit = review.events, review.audit
    hands, results = events.hands, events.results
    in_play = seats_in_play(events.games.players[hands.game])
    final = np.full(hands.scores.shape, ABSENT, np.int32)
    final[results.hand[results.has_owari]] = results.final_scores[results.has_owari]
    scores = np.column_stack([hands.dealer, _of_seats(hands.scores, in_play)])
    # In the order of the words for them.
    stated = (
        (scores, ~audit.unstated(Claim.START_SCORES)),
        (_ends_of(events), hands.complete),
        (_of_seats(_deltas_of(events), in_play), hands.complete & ~audit.unstated(Claim.DELTAS)),
        (_of_seats(final, in_play), ~audit.unstated(Claim.FINAL_SCORES)),
    )
    place = (hands.kyoku.astype(np.uint64) & 0xFF) << 24 | (hands.honba.astype(np.uint64) & 0xFFFF) << 8
    games, numbers = [], []
    for about, (values, is_stated) in enumerate(stated):
        is_whole = hands.readable & is_stated
        for column in values.T:
            is_whole &= column != ABSENT
        rows = np.flatnonzero(is_whole)
        games.append(hands.game[rows])
        numbers.append((place[rows] | np.uint64(about)) << _HALF | _digest(values[rows]))
    game = np.concatenate(games)
    order = np.argsort(game, kind="stable")
    in_order = np.concatenate(numbers)[order]
    ends = np.searchsorted(game[order], np.arange(len(review.logs)), side="right").tolist()
    return [in_order[start:end] for start, end in zip([0, *ends], ends, strict=False)]


def _ends_of(events: Events) -> NDArray[np.int64]:
    """Kind of the end of each hand, and a bit for each winner; shape (hands, 2)."""
    results, hands = events.results, len(events.hands.game)
    end = np.zeros((hands, 2), np.int64)
    end[results.hand, 0] = results.end
    won = np.flatnonzero(results.winner < SEATS)
    np.bitwise_or.at(end[:, 1], results.hand[won], 1 << results.winner[won].astype(np.int64))
    return end


def _deltas_of(events: Events) -> NDArray[np.int64]:
    """Payments of each hand over all its results, ABSENT where one does not state them; shape (hands, 4)."""
    results, hands = events.results, len(events.hands.game)
    deltas = np.zeros((hands, SEATS), np.int64)
    np.add.at(deltas, results.hand, results.deltas)
    for seat in range(SEATS):
        deltas[results.hand[results.deltas[:, seat] == ABSENT], seat] = ABSENT
    return deltas


def _of_seats(values: NDArray[np.integer], in_play: NDArray[np.bool_]) -> NDArray[np.integer]:
    """Values without those of the empty seat, of which each form says something else; shape (hands, 4)."""
    return np.where(in_play, values, 0)


def _digest(values: NDArray[np.integer]) -> NDArray[np.uint64]:
    """32 bits of each row; shape (rows,)."""
    digest = np.zeros(len(values), np.uint64)
    for column in values.T:
        digest = (digest ^ column.astype(np.int64).view(np.uint64)) * _ODD
        digest ^= digest >> _HALF
    return digest >> _HALF


def first_difference(own: Collection[int], others: Collection[int]) -> int | None:
    """The first place where two games state otherwise, by what `said_of` gives; None where they do not."""
    known = {number >> 32 for number in others}
    return min((number >> 32 for number in {*own} - {*others} if number >> 32 in known), default=None)


def difference(row: Mapping[str, Any]) -> Finding:
    """The finding on a log that is left out for another that has its id, and differs.

    Args:
        row: Of `Ledger.differing`.
    """
    place, form, fuller = row["place"], *([*_FORMS][row[name]] for name in ("form", "stays_form"))
    where = kyoku_text(place >> 24, place >> 8 & 0xFFFF)
    why = "its source comes first" if form == fuller else f"{fuller} states more than {form}"
    return Finding(
        log=row["log_id"],
        source=row["stays"],
        hand=None,
        kyoku=None,
        honba=None,
        seat=None,
        element=None,
        check=DUPLICATE_ID,
        verdict=Verdict.INCONSISTENT,
        rule_set=None,
        claimed=None,
        computed=None,
        message=f"{row['source']} has the same id and differs from {row['stays']}, first at {where} in "
        f"{_STATEMENTS[place & 0xFF]}; {row['stays']} stays, as {why}",
    )
