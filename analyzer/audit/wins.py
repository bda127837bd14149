"""Checks of what a winner shows: tiles, melds and indicators; of the order of winners, and of furiten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.broken import has_broken
from analyzer.audit.case import Case, shared
from analyzer.audit.doubts import (
    doubts_of,
    other_tiles,
    repeated_result,
    shown_mask,
    shows_tehai,
    tehai_differs,
    winner_tehai,
)
from analyzer.audit.excerpts import earlier_deals_matter
from analyzer.audit.follows import start_of_hands
from analyzer.audit.unknown_words import for_reasons
from analyzer.audit.verdicts import Detail, State, Verdicts, per_hand, silenced
from analyzer.audit.win_lines import logged_line, played_line
from analyzer.audit.winning import INDICATORS
from analyzer.replay.facts import Place
from analyzer.replay.seats import every_seat, of_hands, of_seats, sum_of_seats
from analyzer.settlement.win_dora import most_ura_shown
from analyzer.vocabulary import ABSENT, NO_TILE, TILES, mpsz

__all__ = [
    "in_doubt",
    "per_value",
    "per_win",
    "ura_count_differs",
    "winning_dora",
    "winning_melds",
    "winning_tehai",
]

_KITA_CODE = 0x20


def per_win(
    case: Case,
    passed: NDArray[np.bool_],
    claimed: Callable[[int], str],
    computed: Callable[[int], str],
    what: str,
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
    *,
    broken: tuple[str, ...] = (),
    absent: NDArray[np.bool_] | None = None,
    lost: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """One item per win; the sentence names what the log says and what play gives.

    Args:
        case: The batch.
        passed: Shape (wins,).
        claimed: What the log says of a win.
        computed: What play gives.
        what: Is compared.
        explained: As of `silenced`.
        broken: Attributes of AGARI that make the claim: where one is malformed, that is named.
        absent: Wins of which the log, by its form, does not state the claim.
        lost: Wins that cannot be judged; those of a hand that is not usable, if not given.
    """
    wins = case.wins

    def detail(item: int) -> Detail:
        said, due = claimed(item), computed(item)
        message = f"log has {what} {said}, play gives {due}"
        element = int(case.events.results.element[wins.result[item]])
        return Detail(said, due, message, element, int(wins.winner[item]))

    unjudged = ~case.usable[wins.hand] if lost is None else lost
    is_broken = np.zeros(len(wins.hand), np.bool_)
    for name in broken:
        is_broken |= has_broken(case.events, name)[wins.result]
    unstated = is_broken if absent is None else is_broken | absent
    silent = silenced(passed, unjudged | unstated, explained)
    silent[unstated & ~unjudged] = State.ABSENT
    silent[is_broken & ~unjudged] = State.FOLLOWS
    return per_hand(case.events.hands.game, wins.hand, passed, detail, silent=silent)


def per_value(
    case: Case,
    passed: NDArray[np.bool_],
    claimed: Callable[[int], str],
    computed: Callable[[int], str],
    what: str,
    explained: Callable[[NDArray[np.int64]], NDArray[np.bool_]],
    *,
    broken: tuple[str, ...] = (),
    absent: NDArray[np.bool_] | None = None,
    lost: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """As `per_win`; the sentence has the whole win as logged and as played, sets to payment."""
    judged = per_win(
        case, passed, claimed, computed, what, explained, broken=broken, absent=absent, lost=lost
    )

    def detail(item: int) -> Detail:
        said, due = claimed(item), computed(item)
        message = f"{what} {said}, not {due}: log has {logged_line(case, item)}; play gives "
        return judged.detail(item)._replace(message=message + played_line(case, item))

    hidden = case.wins.result[earlier_deals_matter(case)].tolist()
    verdicts = replace(judged, detail=detail)
    return for_reasons(case, verdicts, case.wins.result, dict.fromkeys(hidden, _HIDDEN_HONBA))


_HIDDEN_HONBA = "the excerpt does not show who earned its honba"


def wrong_tile(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins on a tile that nobody has just laid down or drawn, or of a seat that has won already.

    Also wins in a hand whose tiles are not those of the seed.
    """
    wins = case.wins
    hand = wins.hand[items]
    wrong = doubts_of(case).winning_tile[hand, wins.winner[items]]
    return wrong | repeated_result(case)[wins.result[items]] | other_tiles(case)[hand]


def in_doubt(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Wins whose tile, tehai or kyoku is wrong, and named so: what they are worth cannot be told."""
    hand = case.wins.hand[items]
    other_wind: NDArray[np.bool_] = start_of_hands(case).kyoku[hand] != case.events.hands.kyoku[hand]
    return wrong_tile(case, items) | tehai_differs(case)[items] | other_wind


def winning_tehai(case: Case) -> Verdicts:
    """The tehai shown by a winner is the one held; one item per win."""
    wins = case.wins

    def claimed(item: int) -> str:
        shown = shown_mask(case.events.results.shown[None, wins.result[item], wins.winner[item]])[0]
        tiles = mpsz(np.flatnonzero(shown))
        return tiles if (shown != winner_tehai(case)[item]).any() else f"{tiles} with a tile twice"

    return per_win(
        case,
        ~tehai_differs(case),
        claimed,
        lambda item: mpsz(np.flatnonzero(winner_tehai(case)[item])),
        "tehai",
        lambda items: wrong_tile(case, items),
        broken=("hai",),
        absent=~shows_tehai(case),
    )


def _kita_shown(melds: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Which of the codes ``m`` are kita; of the same shape."""
    is_kita: NDArray[np.bool_] = (melds != ABSENT) & ((melds & 0x3F) == _KITA_CODE)
    return is_kita


def _melds_due(case: Case) -> NDArray[np.int32]:
    """Shape (wins, 4): codes of the winner's calls, the latest first; ABSENT where fewer."""
    wins, facts = case.wins, case.facts
    called = of_seats(facts.melds, wins.hand, wins.winner).astype(np.int32)
    count = of_seats(facts.meld_count, wins.hand, wins.winner).astype(np.int64)
    place = np.arange(4)
    latest_first = np.take_along_axis(called, np.maximum(count[:, None] - 1 - place, 0), axis=1)
    return np.where(place < count[:, None], latest_first, ABSENT).astype(np.int32)


def _norths_aside(case: Case, items: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Shape (items, 136): tiles that winners have set aside."""
    wins = case.wins
    aside: NDArray[np.bool_] = (
        case.facts.place[wins.hand[items]] == (Place.KITA + wins.winner[items])[:, None]
    )
    return aside


def _melds_agree(case: Case, logged: NDArray[np.int32], due: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Shape (wins,): melds in their order, and kita in any place."""
    wins = case.wins
    agree: NDArray[np.bool_] = every_seat(logged[:, :4] == due) & every_seat(logged[:, 4:] == ABSENT)
    items = np.flatnonzero(~agree | (of_seats(case.facts.kita, wins.hand, wins.winner) > 0))
    if len(items) == 0:
        return agree
    stated = logged[items]
    is_kita = _kita_shown(stated)
    # A stable sort moves kita and empty places behind the melds and keeps the order of the rest.
    order = np.argsort(is_kita | (stated == ABSENT), axis=1, kind="stable")
    melds = np.take_along_axis(np.where(is_kita, ABSENT, stated), order, axis=1)
    norths = shown_mask(np.where(is_kita, stated >> 8, NO_TILE))
    agree[items] = (melds[:, :4] == due[items]).all(axis=1) & (melds[:, 4:] == ABSENT).all(axis=1)
    agree[items] &= (norths == _norths_aside(case, items)).all(axis=1)
    return agree


def winning_melds(case: Case) -> Verdicts:
    """The melds shown by a winner are those called, the latest first; one item per win."""
    logged, due = of_hands(case.events.results.melds, case.wins.result), _melds_due(case)

    def claimed(item: int) -> str:
        return str([code for code in logged[item].tolist() if code != ABSENT])

    def computed(item: int) -> str:
        aside = _norths_aside(case, np.array([item]))[0]
        kita = [(tile << 8) | _KITA_CODE for tile in np.flatnonzero(aside).tolist()]
        return str([code for code in due[item].tolist() if code != ABSENT] + kita)

    passed = _melds_agree(case, logged, due)
    return per_win(
        case, passed, claimed, computed, "melds m", lambda items: in_doubt(case, items), broken=("m",)
    )


@shared
def ura_count_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): not as many ura indicators as indicators for a riichi winner, or any for another."""
    shown = sum_of_seats(of_hands(case.events.results.ura, case.wins.result) != NO_TILE)
    differs: NDArray[np.bool_] = shown != _ura_due(case)
    return differs


def _ura_due(case: Case) -> NDArray[np.int32]:
    wins = case.wins
    most = case.of_rules(most_ura_shown, INDICATORS)[case.events.hands.game[wins.hand]]
    shown = np.minimum(sum_of_seats(case.indicators != NO_TILE)[wins.hand], most.astype(np.int32))
    in_riichi = of_seats(case.facts.riichi_turn, wins.hand, wins.winner) > 0
    return np.where(in_riichi, shown, np.int32(0))


def _ura_misplaced(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): an ura indicator lies elsewhere, or twice; where the wall is known that tells more."""
    wins = case.wins
    misplaced = np.zeros(len(wins.hand), np.bool_)
    rows = np.flatnonzero(~case.wall.known[wins.hand])
    if len(rows) == 0:
        return misplaced
    ura = case.events.results.ura[wins.result[rows]]
    there = ura != NO_TILE
    lies = case.facts.place[wins.hand[rows, None], np.minimum(ura, TILES - 1)] != Place.UNSEEN
    twice = shown_mask(ura).sum(axis=1) != there.sum(axis=1)
    misplaced[rows] = (lies & there).any(axis=1) | twice
    return misplaced


def winning_dora(case: Case) -> Verdicts:
    """The indicators of a win are those shown in play, with as many ura indicators after riichi; per win."""
    wins, results = case.wins, case.events.results
    indicators = of_hands(case.indicators, wins.hand)
    logged, ura = of_hands(results.dora, wins.result), of_hands(results.ura, wins.result)
    ura_due, misplaced = _ura_due(case), _ura_misplaced(case)
    dora_right = every_seat(logged == indicators)

    def tiles(row: NDArray[np.uint8]) -> str:
        return " ".join(mpsz([tile]) for tile in row.tolist() if tile != NO_TILE) or "none"

    def computed(item: int) -> str:
        count = str(ura_due[item])
        count += " that lie nowhere else" if misplaced[item] else ""
        return f"indicators {tiles(indicators[item])} and ura indicators: {count}"

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        doubts = doubts_of(case)
        hand = wins.hand[items]
        named: NDArray[np.bool_] = doubts.riichi[hand, wins.winner[items]] & dora_right[items]
        return named | doubts.indicators[hand] | in_doubt(case, items)

    return per_win(
        case,
        dora_right & ~ura_count_differs(case) & ~misplaced,
        lambda item: f"indicators {tiles(logged[item])} and ura indicators: {tiles(ura[item])}",
        computed,
        "the",
        explained,
        broken=("doraHai", "doraHaiUra"),
    )
