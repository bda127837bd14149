"""Checks of what every win is worth: fu, points and the liable seat; and its value by the log's claims."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.shown_tehai import may_be_another, winner_tehai
from analyzer.audit.undecided import for_reasons, unknown_words
from analyzer.audit.verdicts import PAYMENT, SCORING, TENHOU, Check, Verdicts
from analyzer.audit.win_items import WinClaims, in_doubt, other_tehai, other_winds, per_value, per_win
from analyzer.audit.win_lines import (
    claimed_yaku,
    claimed_yakuman,
    computed_yaku,
    logged_points_text,
    played_points_text,
)
from analyzer.audit.win_yaku import claims_yaku, yaku_named, yakuman_differ
from analyzer.formats.claims import Claim
from analyzer.formats.events import Oddity
from analyzer.replay.seats import of_hands
from analyzer.rules import RuleSet
from analyzer.settlement.points import (
    MANGAN,
    MANGAN_BASE,
    NO_LIMIT,
    YAKUMAN_BASE,
    YAKUMAN_LIMIT,
    base_points,
    limit_of,
    scoring_rules,
    win_points,
)
from analyzer.settlement.yaku_names import TWICE, Yaku
from analyzer.vocabulary import ABSENT, KINDS, NO_SEAT, TILES

__all__ = ["CHECKS", "claimed_value", "points_named", "value_named"]

_WINDS: Final = slice(27, 31)
"""Kinds of tiles."""


class ClaimedValue(NamedTuple):
    """Base points, and the limit as ``ten`` has it."""

    base: int
    limit: int


def claimed_value(case: Case, item: int, rules: RuleSet, *, has_yaku: bool) -> ClaimedValue:
    """Value of the yaku and fu that a result lists; what it does not state is taken from play.

    Args:
        case: The batch.
        item: Row of the wins.
        rules: Of its game.
        has_yaku: Whether the log lists yaku, be they none.
    """
    scores = case.wins.scores
    yaku, yakuman = claimed_yaku(case, item), claimed_yakuman(case, item)
    if yakuman:
        units = [2 if rules.double_yakuman and number in TWICE else 1 for number in yakuman]
        counted = sum(units) if rules.multiple_yakuman else max(units)
        return ClaimedValue(counted * YAKUMAN_BASE, YAKUMAN_LIMIT)
    if not has_yaku and scores.yakuman_count[item]:
        return ClaimedValue(int(scores.base[item]), YAKUMAN_LIMIT)
    fu = int(case.events.results.ten[case.wins.result[item], 0])
    counted_fu = int(scores.fu[item]) if fu == ABSENT else fu
    han = sum(number for _, number in yaku) if has_yaku else int(scores.han[item])
    scoring = scoring_rules(rules)
    limit = limit_of(han, counted_fu, scoring.counted_yakuman)
    return ClaimedValue(base_points(han, counted_fu, limit, scoring.kiriage_mangan), limit)


@shared
def _fu_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): fu of the log are not those computed; JSON states none for a hand of a limit."""
    logged = case.events.results.ten[:, 0][case.wins.result]
    differs: NDArray[np.bool_] = (logged != ABSENT) & (logged != case.wins.scores.fu)
    return differs


def _fu_follow(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose fu are those of a yaku with fixed fu that is wrongly listed, or wrongly left out.

    Source: Riichi wiki, "Fu": pinfu has 20 by tsumo and 30 by ron, chiitoitsu 25; without pinfu the tsumo
        of a closed hand of runs has 30.
    """
    wins, results = case.wins, case.events.results
    follow = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        claimed, computed = (
            {number for number, _ in yaku} for yaku in (claimed_yaku(case, item), computed_yaku(case, item))
        )
        by_ron = wins.winner[item] != wins.loser[item]
        fixed = {
            Yaku.CHIITOITSU in claimed - computed: 25,
            Yaku.PINFU in claimed - computed: 30 if by_ron else 20,
            Yaku.PINFU in computed - claimed: 30,
        }
        follow[place] = results.ten[wins.result[item], 0] == fixed.get(True, ABSENT)
    return follow & yaku_named(case)[items]


def _has_pair_of_winds(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins with a pair of winds among the concealed tiles, whose fu depend on the kyoku."""
    kinds = winner_tehai(case)[items].reshape(len(items), KINDS, TILES // KINDS).sum(axis=2)
    has_pair: NDArray[np.bool_] = (kinds[:, _WINDS] == 2).any(axis=1)
    return has_pair


def winning_fu(case: Case) -> Verdicts:
    """The fu are those of the best decomposition of the hand; one item per win."""
    fu = case.wins.scores.fu
    logged = case.events.results.ten[:, 0][case.wins.result]

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        no_hand: NDArray[np.bool_] = (case.wins.scores.shape[items] == 0) & yaku_named(case)[items]
        by_wind = other_winds(case, items) & _has_pair_of_winds(case, items)
        return no_hand | by_wind | other_tehai(case, items) | _fu_follow(case, items)

    claims = WinClaims(
        "fu",
        ~_fu_differs(case),
        lambda item: str(logged[item]),
        lambda item: str(fu[item]),
        explained,
        broken=("ten",),
        absent=logged == ABSENT,
    )
    return per_value(case, claims)


@shared
def _points_differ(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): points or limit of the log are not those computed, as far as it states them.

    JSON may leave out either; without the name of a limit it does not say that there is none, and it calls
    kiriage mangan a mangan, for which an mjlog states no limit (2 of 2 on chip tables).
    """
    wins = case.wins
    ten, scores = of_hands(case.events.results.ten, wins.result), wins.scores
    raised = (scores.limit == NO_LIMIT) & (scores.base == MANGAN_BASE) & (ten[:, 2] == MANGAN)
    as_written = (ten[:, 2] == NO_LIMIT) | raised
    as_written &= case.from_json[case.events.hands.game[wins.hand]]
    differ: NDArray[np.bool_] = (ten[:, 1] != ABSENT) & (ten[:, 1] != scores.points)
    differ |= (ten[:, 2] != ABSENT) & (ten[:, 2] != scores.limit) & ~as_written
    return differ


def _points_follow(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose points are those of the claimed han and fu, where these are reported as wrong.

    Where tile, tehai or kyoku are in doubt, it is also in doubt whether the dealer won, and whether by tsumo.
    """
    wins, ten = case.wins, case.events.results.ten
    doubted = in_doubt(case, items) | may_be_another(case)[items]
    named = value_named(case)
    stated_yaku = claims_yaku(case)
    follow = np.zeros(len(items), np.bool_)
    for place, item in enumerate(items.tolist()):
        hand = int(wins.hand[item])
        rules = case.rule_set(int(case.events.hands.game[hand]))
        if rules is None or not (named[item] or doubted[place]):
            continue
        value = claimed_value(case, item, rules, has_yaku=bool(stated_yaku[item]))
        by_dealer = {bool(wins.winner[item] == case.facts.dealer[hand])}
        by_tsumo = {bool(wins.winner[item] == wins.loser[item])}
        if doubted[place]:
            by_dealer = by_tsumo = {False, True}
        stated = tuple(ten[wins.result[item], 1:].tolist())
        even = scoring_rules(rules).even_tsumo
        follow[place] = any(
            stated == (win_points(value.base, dealer, tsumo, rules.seats, even), value.limit)
            for dealer in by_dealer
            for tsumo in by_tsumo
        )
    return follow


def points_named(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the points are wrong, which is reported, or follows from reported yaku or fu."""
    named = np.zeros(len(case.wins.hand), np.bool_)
    items = np.flatnonzero(_points_differ(case))
    if len(items):
        named[items] = case.names("win-points") | _points_follow(case, items)
    return named


def value_named(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the yaku or fu are wrong, and reported."""
    return yaku_named(case) | (_fu_differs(case) & case.names("win-fu"))


def winning_points(case: Case) -> Verdicts:
    """Points and limit are those of han and fu; one item per win."""
    ten = of_hands(case.events.results.ten, case.wins.result)
    reasons = unknown_words(case, Oddity.UNKNOWN_WORTH, "fu and points")
    unstated = (ten[:, 1] == ABSENT) & (ten[:, 2] == NO_LIMIT) & ~np.isin(case.wins.result, list(reasons))
    claims = WinClaims(
        "points",
        ~_points_differ(case),
        lambda item: logged_points_text(case, item),
        lambda item: played_points_text(case, item),
        partial(_points_follow, case),
        broken=("ten",),
        absent=unstated,
    )
    return for_reasons(case, per_value(case, claims), case.wins.result, reasons)


def winning_pao(case: Case) -> Verdicts:
    """The liable seat of a yakuman is the one that gave its last set; one item per win."""
    wins = case.wins
    logged = case.events.results.pao_seat[wins.result]

    def text(seat: int) -> str:
        return "nobody" if seat == NO_SEAT else f"seat {seat}"

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # A yakuman that is left out, or listed though it is none, brings its liable seat along.
        named: NDArray[np.bool_] = (yaku_named(case) & yakuman_differ(case))[items]
        return named | other_tehai(case, items)

    claims = WinClaims(
        "as liable (paoWho)",
        logged == wins.pao_seat,
        lambda item: text(int(logged[item])),
        lambda item: text(int(wins.pao_seat[item])),
        explained,
        broken=("paoWho",),
    )
    return per_win(case, claims)


CHECKS: Final = (
    Check(
        "win-fu",
        "fu of a win",
        "Fu count form, wait and sets of the best decomposition, and are rounded up to tens",
        'Riichi wiki, "Fu"; ' + TENHOU,
        winning_fu,
        SCORING,
    ),
    Check(
        "win-points",
        "points of a win",
        "Points are fu times two to the power of han and two, rounded up, or those of the limit",
        'Riichi wiki, "Scoring"; ' + TENHOU,
        winning_points,
        SCORING,
    ),
    Check(
        "win-pao",
        "liable seat",
        "The seat that gave the call which made daisangen or daisuushii certain is liable",
        "Tenhou's rule page, in a wiki's translation",
        winning_pao,
        PAYMENT,
        Claim.PAO,
    ),
)
