"""Why items have no verdict: unknown rules or words, or a log that is an excerpt of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.verdicts import Detail, State, Verdicts, lost_because
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.facts import is_one_of
from analyzer.rules import Area
from analyzer.settlement.game_end import EndCause
from analyzer.vocabulary import kyoku_text

__all__ = [
    "begins_midway",
    "earlier_deals_matter",
    "excerpt_text",
    "for_reasons",
    "is_excerpt",
    "unknown_because",
    "unknown_words",
    "ura_unstated",
    "why_outside",
]


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
