"""What a rule set makes of every hand of a log, as the JSON of the pack.

Points, scores and deltas are points; tiles are mpsz; seats are 0-3.  docs/conformance.md tells what every
key means: a change of a name or a meaning is a new version of the pack.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from analyzer.audit import Finding, LogName, Review
from analyzer.audit.settled_hands import last_results
from analyzer.audit.settled_wins import situation_of
from analyzer.explain.next_hand import game_over, result_reasons
from analyzer.explain.one_hand import one_hand
from analyzer.explain.outcome import computed_win, in_turn, liable_seats
from analyzer.explain.reason import Reason
from analyzer.explain.settled_hand import SettledHand, settled_hand
from analyzer.replay.facts import Facts, take
from analyzer.rules import RuleSet
from analyzer.settlement.game_end import EndCause, final_results, leftover_points
from analyzer.settlement.settle import Situation, Wins
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import LIMITS, RIICHI_STICK, kind_text, kyoku_text

__all__ = ["ExpectedGame", "Json", "expected_games", "findings_of"]

Json: TypeAlias = dict[str, object]
_WALL: Final = "wall-"


class ExpectedGame(NamedTuple):
    """One log settled under one rule set.

    Attributes:
        hands: In order.
        end: The end of the game; None where the log stops before it.
        findings: What our referee says of the log: nothing, but where a scenario is about a fault of play
            or of the log's form.
    """

    hands: list[Json]
    end: Json | None
    findings: list[Json]


def expected_games(judged: Review, rules: RuleSet) -> list[ExpectedGame]:
    """What a rule set makes of every game of a batch that it judges.

    Args:
        judged: The batch, reviewed under ``rules``; every hand complete.
        rules: The rule set.
    """
    situation = situation_of(judged.events, judged.facts, judged.next, judged.draws)
    games: list[ExpectedGame] = []
    for game, name in enumerate(judged.logs):
        first, stop = judged.events.games.hand_offsets[game : game + 2].tolist()
        hands: list[Json] = []
        settled: list[SettledHand] = []
        for row in range(first, stop):
            hand, by_rules = _hand(judged, situation, row, rules)
            following = _next(by_rules) if row + 1 < stop else None
            reasons = _reasons(by_rules.reasons)
            hands.append({"hand": row - first, **hand, "next": following, "reasons": reasons})
            settled.append(by_rules)
        end = _end(judged, settled, stop - 1, rules)
        games.append(ExpectedGame(hands, end, [_finding(one) for one in findings_of(judged, name)]))
    return games


def findings_of(judged: Review, name: LogName) -> tuple[Finding, ...]:
    """What was found in one log, its wall apart: walls made to measure have no seed."""
    return tuple(
        one
        for one in judged.findings
        if (one.log, one.source) == (name.log_id, name.source) and not one.check.startswith(_WALL)
    )


def _finding(finding: Finding) -> Json:
    kept = ("check", "verdict", "hand", "element", "seat", "message")
    return {name: getattr(finding, name) for name in kept}


def _reasons(reasons: Iterable[Reason]) -> list[Json]:
    return [{"text": one.text, "rule": one.ruling, "source": one.source} for one in reasons]


def _hand(judged: Review, situation: Situation, row: int, rules: RuleSet) -> tuple[Json, SettledHand]:
    """One hand, and its settlement with the reasons."""
    facts = take(judged.facts, np.array([row]))
    settled = one_hand(facts, rules, Situation._make(column[[row]] for column in situation))
    shown = settled_hand(settled)
    hands, seats, wins = judged.events.hands, slice(0, rules.seats), settled.settled.wins
    before, paid = hands.scores[row, seats], facts.riichi_passed[0, seats]
    hand: Json = {
        "kyoku": kyoku_text(int(hands.kyoku[row])),
        "honba": int(hands.honba[row]),
        "kyotaku": int(hands.kyotaku[row]),
        "dealer": int(facts.dealer[0]),
        "first_element": int(hands.element[row]),
        "last_element": int(judged.events.results.element[last_results(judged.events)[row]]),
        "scores_before": before.tolist(),
        "deposits": np.flatnonzero(paid).tolist(),
        "outcome": shown.outcome,
        "wins": [_win(wins, win, rules) for win in in_turn(wins, np.flatnonzero(wins.is_valid))],
        "tenpai": _tenpai(facts, shown.tenpai) if settled.asks_tenpai else [],
        "deltas": shown.deltas,
        "final_points": shown.final_points,
        "scores_after": (before - RIICHI_STICK * paid + shown.deltas).tolist(),
    }
    return hand, shown


def _next(settled: SettledHand) -> Json:
    """The hand that follows."""
    kyoku, _, honba = (settled.next_hand or ".0").partition(".")
    return {"kyoku": kyoku, "honba": int(honba), "kyotaku": settled.kyotaku, "dealer": settled.next_dealer}


def _win(wins: Wins, row: int, rules: RuleSet) -> Json:
    """One win that is paid; a yakuman counts 13 han, or 26 where it counts twice."""
    win, scores = computed_win(wins, row, rules), wins.scores
    listed = [(number, han) for number, han in scores.yaku[row].tolist() if number != NO_YAKU]
    yakuman = [number for number in scores.yakuman[row].tolist() if number != NO_YAKU]
    listed += [(number, 26 if rules.double_yakuman and number in TWICE else 13) for number in yakuman]
    liable = liable_seats(wins, row, rules)
    return {
        "winner": win.winner,
        "loser": None if win.winner == win.loser else win.loser,
        "tile": kind_text(int(wins.facts.win_kind[row])),
        "yaku": [{"id": number, "name": Yaku(number).text, "han": han} for number, han in listed],
        "han": int(scores.han[row]),
        "fu": win.fu,
        "limit": LIMITS[win.limit] if win.limit else None,
        "points": win.points,
        "pao": [{"yakuman": yaku.text, "seat": seat} for yaku, seat in liable],
        "deltas": win.deltas,
    }


def _tenpai(facts: Facts, tenpai: Sequence[bool]) -> list[Json]:
    """Every seat at a draw; its waits are the kinds that complete its shape, whether they count or not."""
    return [
        {
            "seat": seat,
            "tenpai": is_tenpai,
            "waits": mask_text(int(facts.waits[0, seat])),
            "furiten": bool(facts.furiten[0, seat]),
        }
        for seat, is_tenpai in enumerate(tenpai)
    ]


def _end(judged: Review, settled: Sequence[SettledHand], last: int, rules: RuleSet) -> Json | None:
    """How the rules end a game whose last hand is that row; None where they do not: the log stops before."""
    if not settled or not (judged.endings.cause[last] or judged.endings.may_end[last]):
        return None
    cause = EndCause(int(judged.endings.cause[last])) or EndCause.YAME
    seats, hand = slice(0, rules.seats), settled[-1]
    paid = rules.riichi_stick * judged.facts.riichi_passed[last, seats]
    scores = (judged.events.hands.scores[last, seats] - paid + hand.deltas)[None].astype(np.int32)
    left = leftover_points(scores, np.array([hand.kyotaku], np.int32), rules)
    penalties = np.array([one.final_points for one in settled], np.int32).sum(
        axis=0, keepdims=True, dtype=np.int32
    )
    results = final_results(scores + left, rules, penalties)
    over = game_over(cause, scores[0], rules, won=hand.outcome == "win")
    return {
        "cause": cause.text,
        "scores": (scores + left)[0].tolist(),
        "results": results[0].tolist(),
        "reasons": _reasons([over, *result_reasons(hand.kyotaku, left[0], penalties[0], rules)]),
    }
