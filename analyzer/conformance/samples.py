"""The logs of a pack: scenarios that can happen under a rule set, played, and what the rules make of them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import Review
from analyzer.explain.explanation import game_over, result_reasons
from analyzer.explain.settled_hand import SettledHand, settled_hand
from analyzer.replay.facts import Facts, take
from analyzer.rules import RuleSet
from analyzer.settlement import Situation, settle
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.simulation import SCENARIOS, simulate
from analyzer.simulation.deck import deal_out
from analyzer.simulation.scenarios import HANDS, openings
from analyzer.vocabulary import AKA_IDS, SEATS

_GAME_OF_FORMS: Final = "draw_then_call"
"""The scenario whose game is written in other forms."""


class Sample(NamedTuple):
    """A scenario played under a rule set."""

    scenario: str
    meaning: str
    shows: tuple[int, ...]
    """Indices of the hands that show it."""
    data: bytes
    hands: tuple[str, ...] = ()
    """Names of its hands, where they are rows of `HANDS`; empty for a hand that is none."""


def samples(rules: RuleSet, seed: str, left_out: Collection[str] = ()) -> Iterator[Sample]:
    """Every scenario that can happen under a rule set, and every hand, played under it.

    Forms of logs have one scripted game in common, so that only the form differs; those that say the seeds of
    the walls have games of simulated play.
    """

    @cache
    def game(scenario: str) -> bytes:
        ((_, data),) = simulate(1, seed, players=rules.seats, scenario=scenario, rules=rules.name)
        return data

    for row in SCENARIOS:
        if row.makes_sense(rules) and row.name not in left_out:
            if row.form is None or row.form.seeds:
                data = game(row.name)
            else:
                data = row.form.write(game(_GAME_OF_FORMS))
            yield Sample(row.name, row.meaning, row.shows, data)
    hands = [row for row in HANDS if row.name not in left_out]
    for number, played in enumerate(deal_out(hands, openings(rules.seats), rules, seed), 1):
        shows = tuple(place for place, name in enumerate(played.hands) if name)
        named = ", ".join(dict.fromkeys(filter(None, played.hands)))
        yield Sample(f"hands_{number:03}", f"single hands: {named}", shows, played.data, played.hands)


Json: TypeAlias = dict[str, object]


class ExpectedHand(NamedTuple):
    """One hand settled under one rule set.

    Attributes:
        row: Of the hand in the review.
        facts: The table at its end, one row, with all who call a ron.
        situation: What stands beside the table, one row.
        settled: The hand.
        end: Of the game, with its reasons, if this is its last hand; None where it goes on, or the log stops.
    """

    row: int
    facts: Facts
    situation: Situation
    settled: SettledHand
    end: Json | None


def expected_games(judged: Review, rules: RuleSet) -> list[list[ExpectedHand]]:
    """The hands of every game of a batch, reviewed and complete, as its rule set settles them."""
    situations = judged.audit.settled.situation
    games = []
    for first, stop in itertools.pairwise(judged.events.games.hand_offsets.tolist()):
        hands: list[ExpectedHand] = []
        for row in range(first, stop):
            situation = _situation(situations, row, rules)
            facts = _with_all_rons(take(judged.facts, np.array([row])), situation, rules)
            settled = settled_hand(settle(facts, rules, situation, bars_rons=True), rules)
            hands.append(ExpectedHand(row, facts, situation, settled, None))
        if hands:
            hands[-1] = hands[-1]._replace(end=_end(judged, [one.settled for one in hands], stop - 1, rules))
        games.append(hands)
    return games


def _with_all_rons(facts: Facts, situation: Situation, rules: RuleSet) -> Facts:
    """The facts with all who call a ron: of head bumps a log names the first alone, of sanchahou nobody."""
    if not facts.ron_calls[0]:
        return facts
    winners, last = facts.winners.copy(), int(facts.last_seat[0])
    behind = [(last + turn) % rules.seats for turn in range(1, rules.seats)]
    if facts.ron_calls[0] > winners.sum():
        winners[0, behind] = True
    elif winners.sum() == 1 and "head-bump" in (rules.double_ron, rules.triple_ron):
        for seat in behind[behind.index(int(winners.argmax())) + 1 :]:
            alone = (np.arange(SEATS) == seat)[None]
            called = facts._replace(winners=alone)
            winners |= alone & settle(called, rules, situation, bars_rons=True).won
    return facts._replace(winners=winners, ron_calls=winners.sum(axis=1, dtype=np.uint8))


def _situation(situations: Situation, row: int, rules: RuleSet) -> Situation:
    """What stands beside the table of one hand; red fives are like others where the rules have none."""
    found = Situation._make(column[[row]] for column in situations)
    if any(rules.red_fives):
        return found
    plain = [np.where(np.isin(tiles, AKA_IDS), tiles + 1, tiles) for tiles in (found.indicators, found.ura)]
    return found._replace(indicators=plain[0], ura=plain[1])


def _end(judged: Review, settled: Sequence[SettledHand], last: int, rules: RuleSet) -> Json | None:
    """How the rules end a game whose last hand is that row; None where they do not: the log stops before."""
    if not (judged.endings.cause[last] or judged.endings.may_end[last]):
        return None
    cause = EndCause(int(judged.endings.cause[last])) or EndCause.YAME
    seats, hand = slice(0, rules.seats), settled[-1]
    paid = rules.riichi_stick * judged.facts.riichi_passed[last, seats]
    scores = (judged.events.hands.scores[last, seats] - paid + hand.deltas)[None].astype(np.int32)
    left = leftover_points(scores, np.array([hand.kyotaku], np.int32), rules)
    taken = np.array([one.final_points for one in settled], np.int32)
    penalties = taken.sum(axis=0, keepdims=True, dtype=np.int32)
    results = final_results(scores + left, rules, penalties, left)
    over = game_over(cause, scores[0], rules, won=hand.outcome == "win")
    reasons = [over, *result_reasons(hand.kyotaku, left[0], penalties[0], rules)]
    return {
        "cause": cause.text,
        "scores": (scores + left)[0].tolist(),
        "results": results[0].tolist(),
        "reasons": [{"text": one.text, "rule": one.ruling, "source": one.source} for one in reasons],
    }
