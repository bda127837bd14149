"""Checks that hold a column of the log against a column of play and rules: one table, `COMPARISONS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken, has_broken_dealer, has_broken_dice
from analyzer.audit.case import Case, outcome
from analyzer.audit.comparing import Column, Comparison, Items, Mask, Texts
from analyzer.audit.draws import draws_of, due_to_show, kind_unstated, unknown_kinds, with_repeated_draws
from analyzer.audit.game import (
    END,
    final_results_due,
    final_rows,
    stated_deposits,
    steps_of,
    with_first_dealers,
    with_unsaid_deposits,
    with_unstated_deposits,
)
from analyzer.audit.settled_hands import last_results
from analyzer.audit.shown import (
    melds_agree,
    melds_due_text,
    melds_shown_text,
    shows_tehai,
    tehai_compared,
    tehai_differs,
    tehai_misplaced,
    tehai_words,
)
from analyzer.audit.texts import (
    kind_text,
    logged_yaku_text,
    points_text,
    seats_text,
)
from analyzer.audit.verdicts import (
    FORMAT,
    PAYMENT,
    PROGRESS,
    RYUUKYOKU,
    SCORING,
    TENHOU,
    Verdicts,
    is_excerpt,
    unknown_because,
    unknown_words,
    why_outside,
)
from analyzer.audit.wall import SEED, wall_items
from analyzer.audit.wins import (
    dora_right,
    dora_texts,
    hidden_honba,
    payment_due,
    payment_reasons,
    points_differ,
    with_counted_han,
    with_misplaced_yaku,
    yaku_absent,
    yaku_differ,
    yaku_due_text,
    yaku_unread,
)
from analyzer.explain.win import points_and_limit
from analyzer.formats.claims import Claim
from analyzer.formats.events import UNKNOWN_DRAW_KIND, Oddity
from analyzer.replay.seats import every_seat, of_hands
from analyzer.rules import Area
from analyzer.vocabulary import ABSENT, LIMITS, NO_SEAT, NO_TILE, SEATS, EndKind, kyoku_text, signed_points

__all__ = ["COMPARISONS"]


def _results(case: Case) -> Items:
    results = case.events.results
    return Items(results.hand, results.element, ~case.usable[results.hand])


def _counters(honba: Column, sticks: Column) -> Column:
    return np.stack([honba, sticks], axis=1)


def _counters_text(counters: Column) -> str:
    return "nothing" if counters[0] == ABSENT else f"{counters[0]},{counters[1]}"


def _counters_due(case: Case) -> Column:
    rows = case.events.results.hand
    sticks = np.where(case.is_first_result, case.facts.riichi_sticks[rows], 0)
    return _counters(case.events.hands.honba[rows], sticks)


def _chained(case: Case) -> NDArray[np.int64]:
    """Rows of results that follow another of their hand, and start from its outcome."""
    return np.flatnonzero(~case.is_first_result)


def _scores_due(case: Case) -> Column:
    results, chained = case.events.results, _chained(case)
    due = of_hands(case.facts.scores, results.hand)
    due[chained] = results.scores[chained - 1] + results.deltas[chained - 1]
    return due


def _unscored(case: Case) -> Mask:
    unscored, chained = ~case.scored, _chained(case)
    unscored[chained[~case.scored[chained - 1]]] = True
    return unscored


def _steps(case: Case) -> Items:
    steps = steps_of(case)
    return Items(steps.after, case.events.hands.element[steps.after], steps.lost)


def _begun(name: str) -> Callable[[Case], Column]:
    return lambda case: getattr(case.events.hands, name)[steps_of(case).after]


def _of_init(name: str, title: str, rule: str, text: Callable[[int], str] = str) -> Comparison:
    """The check of a number of INIT that is the one of the hand that follows."""
    what = "sticks" if name == "kyotaku" else name
    words = f"the next hand has {what} {{claimed}}, {{rules}} gives {{computed}}"
    columns = (_begun(name), lambda case: getattr(case.next, name)[steps_of(case).before])
    return Comparison(f"next-{name}", title, rule, RYUUKYOKU, _steps, *columns, text, words, PROGRESS)


def _hands(case: Case) -> Items:
    hands = case.events.hands
    return Items(np.arange(len(hands.game)), hands.element, ~case.played, seat=hands.dealer)


def _dice_text(dice: Column) -> str:
    return " and ".join(map(str, (dice + 1).tolist()))


def _dice(case: Case) -> Items:
    hand, lost, absent, why = wall_items(case)
    # A stated wall has no dice.
    absent = absent | (case.wall.stated.look != 0)
    return Items(hand, case.events.hands.element, lost | ~case.played, absent=absent, why=why)


def _deposits(case: Case) -> Items:
    plays, hand, _, _ = stated_deposits(case)
    columns = case.events.plays
    return Items(hand, columns.element[plays], ~case.followed[hand], columns.seat[plays])


def _with_other_deposits(case: Case, verdicts: Verdicts) -> Verdicts:
    return with_unstated_deposits(case, with_unsaid_deposits(case, verdicts))


def _draws(case: Case) -> Items:
    draws = draws_of(case)
    return Items(draws.hand, case.events.results.element[draws.result], draws.lost)


def _has_broken_tehai(case: Case) -> Mask:
    names = ("hai0", "hai1", "hai2", "hai3")
    broken: Mask = np.any([has_broken(case.events, name) for name in names], axis=0)
    return broken[draws_of(case).result]


def _wins(case: Case) -> Items:
    wins = case.wins
    return Items(wins.hand, case.events.results.element[wins.result], ~case.usable[wins.hand], wins.winner)


def _paid_wins(case: Case) -> Items:
    """Wins, also those of hands that cannot be followed whose payments can be held against their points."""
    items = _wins(case)
    return Items(items.hand, items.element, items.lost & ~payment_due(case).by_claims, items.seat)


def _worth(case: Case) -> Column:
    return of_hands(case.events.results.ten, case.wins.result)[:, 1:]


def _worth_text(worth: Column) -> str:
    points, limit = worth.tolist()
    return points_and_limit(None if points == ABSENT else points, LIMITS[limit] if limit > 0 else None)


def _worth_unstated(case: Case) -> Mask:
    worth, unknown = _worth(case), [*_unknown_worth(case)]
    unstated: Mask = (worth == [ABSENT, 0]).all(axis=1) & ~np.isin(case.wins.result, unknown)
    return unstated


def _unknown_worth(case: Case) -> dict[int, str]:
    return unknown_words(case, Oddity.UNKNOWN_WORTH, "fu and points")


def _fu(case: Case) -> Column:
    return case.events.results.ten[:, 0][case.wins.result]


def _seat_text(seat: int) -> str:
    return "nobody" if seat == NO_SEAT else f"seat {seat}"


def _broken_of_win(*names: str) -> Callable[[Case], Mask]:
    def broken(case: Case) -> Mask:
        found: Mask = np.any([has_broken(case.events, name) for name in names], axis=0)[case.wins.result]
        return found

    return broken


def _result_of_win(case: Case) -> NDArray[np.int64]:
    return case.wins.result


_HAS: Final = "log has {claimed}, play gives {computed}"
_VALUE: Final = "{} {{claimed}}, not {{computed}}: log has {{logged}}; play gives {{played}}"
_OF_CLAIMS: Final = (
    "payments {claimed} are not those of the win that the log claims, {computed}: log has {logged}"
)


def _owari(case: Case) -> Items:
    rows, hands = final_rows(case), case.events.hands
    hand = case.events.results.hand[rows]
    lost = ~case.usable[hand] | is_excerpt(case)[hands.game[hand]]
    return Items(hand, case.events.results.element[rows], lost, why=why_outside(case, hand))


def _is_last_result(case: Case) -> Mask:
    rows = final_rows(case)
    return np.asarray(last_results(case.events)[case.events.results.hand[rows]] == rows)


def _final_scores(case: Case) -> Column:
    return case.events.results.final_scores[final_rows(case)]


def _final_scores_due(case: Case) -> Column:
    return case.endings.scores[case.events.results.hand[final_rows(case)]]


def _final_scores_words(case: Case, item: int) -> str:
    if _is_last_result(case)[item]:
        return "final scores {claimed}, {rules} gives {computed}"
    return "owari stands in a result that is not the last of its hand"


def _where_sticks_are_left(case: Case, verdicts: Verdicts) -> Verdicts:
    """The verdicts, undecided where sticks are left and no rule is known for them."""
    hand = case.events.results.hand[final_rows(case)]
    game, left = case.events.hands.game[hand], case.facts.riichi_sticks[hand] > 0
    left &= case.facts.end[hand] != EndKind.AGARI
    is_open = case.area_unknown(END)[game] & (left | (case.rule_of_game[game] < 0))
    return verdicts.undecided_where(is_open, lambda item: unknown_because(case, int(game[item]), END))


def _final_results(case: Case) -> Column:
    # Points of a tenth in ``owari``: 64.0 is 64000.
    return case.events.results.final_results[final_rows(case)] * 100


def _final_results_agree(case: Case) -> Mask:
    logged, due = _final_results(case), final_results_due(case)
    return every_seat(logged == due[:, 0]) | every_seat(logged == due[:, 1])


def _final_results_text(results: Column) -> str:
    if results.ndim == 1:
        return points_text(results)
    return " or ".join(dict.fromkeys(map(points_text, results)))


def _final_results_unstated(case: Case) -> Mask:
    """Final scores without results: of a log that was converted from a form without them."""
    return every_seat(case.events.results.final_results[final_rows(case)] == ABSENT)


COMPARISONS: Final = (
    _of_init(
        "kyoku",
        "next dealer",
        "The dealer stays after a win of the dealer, an abortive draw, or tenpai at an exhaustive draw",
        kyoku_text,
    ),
    _of_init(
        "honba",
        "next honba",
        "Honba grows by one at a draw or if the dealer stays, and is zero after the win of another seat",
    ),
    _of_init("kyotaku", "next sticks", "Riichi sticks stay on the table at a draw and go to the winner"),
    Comparison(
        "next-scores",
        "scores of the next hand",
        "The next hand starts with the scores the last result gives",
        FORMAT,
        _steps,
        _begun("scores"),
        lambda case: of_hands(outcome(case), steps_of(case).before),
        points_text,
        "the next hand starts with {claimed}, the last result gives {computed}, a difference of {difference}",
        claim=Claim.START_SCORES,
        of_amounts=True,
    ),
    Comparison(
        "counters",
        "honba and sticks of a result",
        "ba states the honba of the hand and the sticks on the table; a second winner gets no sticks",
        TENHOU,
        _results,
        lambda case: _counters(case.events.results.honba, case.events.results.kyotaku),
        _counters_due,
        _counters_text,
        "log says honba,sticks {claimed}, play gives {computed}",
        claim=Claim.COUNTERS,
        unread=lambda case: has_broken(case.events, "ba"),
    ),
    Comparison(
        "riichi-deposit",
        "scores after a riichi stick",
        "An accepted riichi takes 1000 points from its seat and nothing from others",
        TENHOU,
        _deposits,
        lambda case: stated_deposits(case).stated,
        lambda case: stated_deposits(case).due,
        points_text,
        "log has scores {claimed} after the stick, play gives {computed}",
        PAYMENT,
        Claim.DEPOSIT,
        of_amounts=True,
        also=_with_other_deposits,
    ),
    Comparison(
        "scores-before",
        "scores before a result",
        "Scores before a result are those at the start less riichi sticks, or those that a first ron leaves",
        TENHOU,
        _results,
        lambda case: case.events.results.scores,
        _scores_due,
        points_text,
        "log has scores {claimed} before the result, play gives {computed}",
        PAYMENT,
        Claim.SCORES_BEFORE,
        of_amounts=True,
        unread=_unscored,
    ),
    Comparison(
        "dealer",
        "dealer of a hand",
        "The dealer is the seat of the kyoku's number",
        FORMAT,
        _hands,
        lambda case: case.events.hands.dealer,
        lambda case: case.events.hands.kyoku % SEATS,
        lambda seat: f"seat {seat}",
        "log has {claimed} as dealer of {kyoku}, it is {computed} (first to draw: {first})",
        claim=Claim.DEALER,
        unread=lambda case: has_broken_dealer(case.events),
        also=with_first_dealers,
    ),
    Comparison(
        "draw-kind",
        "kind of draw",
        "A hand ends without a winner at an exhaustive draw or an abortive draw whose condition holds",
        'Arcturus wiki, "Tochuu ryuukyoku"; ' + TENHOU,
        _draws,
        lambda case: draws_of(case).claimed,
        lambda case: draws_of(case).computed,
        lambda kind: kind_text(int(kind)),
        "log says {claimed}, play gives {computed}",
        frozenset({Area.ABORTIVE, Area.NAGASHI, Area.CHOMBO}),
        absent=lambda case: kind_unstated(case, draws_of(case).hand),
        reasons=unknown_kinds,
        rows=lambda case: draws_of(case).result,
        also=with_repeated_draws,
    ),
    Comparison(
        "shown-seats",
        "tenpai set",
        "At an exhaustive draw the tenpai seats show their tehai, by shape, whatever their yaku or furiten",
        RYUUKYOKU,
        _draws,
        lambda case: case.events.results.shown[draws_of(case).result, :, 0] != NO_TILE,
        due_to_show,
        seats_text,
        "log shows {claimed}, play gives {computed}",
        frozenset({Area.TENPAI}),
        unread=_has_broken_tehai,
        absent=lambda case: case.unshown()[draws_of(case).hand],
    ),
    Comparison(
        "draw-payment",
        "payments at a draw",
        "Noten seats pay the tenpai seats; nagashi mangan replaces it; an abortive draw pays nothing",
        RYUUKYOKU,
        _draws,
        lambda case: of_hands(case.events.results.deltas, draws_of(case).result),
        lambda case: of_hands(case.ryuukyoku.deltas, draws_of(case).hand),
        lambda paid: signed_points(paid.tolist()),
        "log pays {claimed}, {rules} pays {computed} ({kind}, tenpai: {tenpai})",
        frozenset({Area.TENPAI, Area.NOTEN_PENALTY, Area.NAGASHI, Area.CHOMBO}),
        Claim.DELTAS,
        of_amounts=True,
        unread=lambda case: ~case.scored[draws_of(case).result],
        # What a kind of draw pays that nobody knows cannot be told.
        lost=lambda case: draws_of(case).claimed == UNKNOWN_DRAW_KIND,
    ),
    Comparison(
        "win-tehai",
        "tiles of the winner",
        "hai has the concealed tiles of the winner with the winning tile, in the order of their ids",
        FORMAT + ": 18,208 wins",
        _wins,
        Texts(lambda case, item: tehai_compared(case, item).claimed),
        Texts(lambda case, item: tehai_compared(case, item).computed),
        str,
        tehai_words,
        claim=Claim.WIN_TEHAI,
        agree=lambda case: ~(tehai_differs(case) | tehai_misplaced(case)),
        unread=_broken_of_win("hai"),
        absent=lambda case: ~(shows_tehai(case) | _broken_of_win("hai")(case)),
    ),
    Comparison(
        "win-melds",
        "melds of the winner",
        "m has the calls of the winner, the latest first, a kakan in the place of its pon",
        FORMAT,
        _wins,
        Texts(melds_shown_text),
        Texts(melds_due_text),
        str,
        _HAS,
        claim=Claim.WIN_MELDS,
        agree=melds_agree,
        unread=_broken_of_win("m"),
    ),
    Comparison(
        "win-dora",
        "indicators of a win",
        "doraHai has the indicators of play; doraHaiUra as many that lie nowhere else, after riichi only",
        FORMAT,
        _wins,
        Texts(lambda case, item: dora_texts(case, item)[0]),
        Texts(lambda case, item: dora_texts(case, item)[1]),
        str,
        _HAS,
        SCORING,
        Claim.URA,
        agree=dora_right,
        unread=_broken_of_win("doraHai", "doraHaiUra"),
    ),
    Comparison(
        "win-yaku",
        "yaku of a win",
        "A win lists the yaku of its best decomposition, with dora, in Tenhou's order, and needs one",
        'Riichi wiki, "Yaku"; ' + TENHOU,
        _wins,
        Texts(logged_yaku_text),
        Texts(yaku_due_text),
        str,
        _VALUE.format("yaku"),
        SCORING,
        agree=lambda case: ~yaku_differ(case),
        unread=_broken_of_win("yaku", "yakuman"),
        absent=lambda case: yaku_absent(case) & ~_broken_of_win("yaku", "yakuman")(case),
        reasons=lambda case: yaku_unread(case) | hidden_honba(case),
        rows=_result_of_win,
        also=lambda case, verdicts: with_counted_han(case, with_misplaced_yaku(case, verdicts)),
    ),
    Comparison(
        "win-fu",
        "fu of a win",
        "Fu count form, wait and sets of the best decomposition, and are rounded up to tens",
        'Riichi wiki, "Fu"; ' + TENHOU,
        _wins,
        _fu,
        lambda case: case.wins.scores.fu,
        str,
        _VALUE.format("fu"),
        SCORING,
        unread=_broken_of_win("ten"),
        absent=lambda case: (_fu(case) == ABSENT) & ~_broken_of_win("ten")(case),
        reasons=hidden_honba,
        rows=_result_of_win,
    ),
    Comparison(
        "win-points",
        "points of a win",
        "Points are fu times two to the power of han and two, rounded up, or those of the limit",
        'Riichi wiki, "Scoring"; ' + TENHOU,
        _wins,
        _worth,
        lambda case: np.stack([case.wins.scores.points, case.wins.scores.limit], axis=1),
        _worth_text,
        _VALUE.format("points"),
        SCORING,
        of_amounts=True,
        agree=lambda case: ~points_differ(case),
        unread=_broken_of_win("ten"),
        absent=lambda case: _worth_unstated(case) & ~_broken_of_win("ten")(case),
        reasons=lambda case: _unknown_worth(case) | hidden_honba(case),
        rows=_result_of_win,
    ),
    Comparison(
        "win-pao",
        "liable seat",
        "The seat that gave the call which made daisangen or daisuushii certain is liable",
        "Tenhou's rule page, in a wiki's translation",
        _wins,
        lambda case: case.events.results.pao_seat[case.wins.result],
        lambda case: case.wins.pao_seat,
        _seat_text,
        "log has as liable (paoWho) {claimed}, play gives {computed}",
        PAYMENT,
        Claim.PAO,
        unread=_broken_of_win("paoWho"),
    ),
    Comparison(
        "win-payment",
        "payments of a win",
        "The losers pay the value with honba; the first winner takes honba and sticks",
        TENHOU + ": 6,653 wins",
        _paid_wins,
        lambda case: of_hands(case.events.results.deltas, case.wins.result),
        lambda case: payment_due(case).deltas,
        lambda paid: signed_points(paid.tolist()),
        lambda case, item: _OF_CLAIMS if payment_due(case).by_claims[item] else _VALUE.format("payments"),
        SCORING | PAYMENT,
        Claim.DELTAS,
        of_amounts=True,
        unread=_broken_of_win("sc"),
        reasons=lambda case: payment_reasons(case) | hidden_honba(case),
        rows=_result_of_win,
    ),
    Comparison(
        "final-scores",
        "final scores",
        "Sticks left at the end go to the top seat; in a tie, to the one nearer to the first dealer",
        TENHOU + ": 85 games",
        _owari,
        _final_scores,
        _final_scores_due,
        points_text,
        _final_scores_words,
        claim=Claim.FINAL_SCORES,
        of_amounts=True,
        agree=lambda case: every_seat(_final_scores(case) == _final_scores_due(case)) & _is_last_result(case),
        unread=lambda case: ~case.scored[final_rows(case)],
        also=_where_sticks_are_left,
    ),
    Comparison(
        "final-result",
        "final results",
        "Scores less return points, plus uma and oka; until 2022-01-13 rounded, and the top gets the rest",
        TENHOU + ": 2,171 of 2,174 games; 2,629 games by date",
        _owari,
        _final_results,
        final_results_due,
        _final_results_text,
        "final results {claimed} points, {rules} gives {computed}",
        frozenset({Area.RESULT, Area.GAME_END}),
        Claim.FINAL_RESULT,
        of_amounts=True,
        agree=_final_results_agree,
        unread=lambda case: (~case.scored | has_broken(case.events, "owari"))[final_rows(case)],
        absent=_final_results_unstated,
    ),
    Comparison(
        "wall-dice",
        "dice",
        "The dice are those that the seed gives",
        SEED,
        _dice,
        lambda case: case.events.hands.dice,
        lambda case: case.wall.dice,
        _dice_text,
        "log has dice {claimed}, the seed gives {computed}",
        # Dice that cannot be are malformed, and no claim.
        unread=lambda case: has_broken_dice(case.events),
    ),
)
"""The rows: id, title, rule and source, the items, claimed and computed column, and the words."""
