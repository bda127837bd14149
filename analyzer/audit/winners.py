"""Checks of winners: their order, furiten, and the tiles and indicators that they show."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.doubted_play import INDICATOR_FAULTS, doubts_of, repeated_result
from analyzer.audit.settled_wins import INDICATORS
from analyzer.audit.shown_tehai import (
    are_out_of_order,
    shown_mask,
    shows_tehai,
    tehai_differs,
    winner_tehai,
)
from analyzer.audit.texts import compared, in_order, order_text
from analyzer.audit.verdicts import FORMAT, PLAY, SCORING, TENHOU, Check, Detail, Verdicts, per_hand
from analyzer.audit.win_items import WinClaims, other_tehai, per_win, wrong_tile
from analyzer.audit.win_lines import claimed_yaku, ura_count_text
from analyzer.audit.winner_melds import winning_melds
from analyzer.formats.claims import Claim
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Place, is_one_of
from analyzer.replay.seats import any_seat, every_seat, of_hands, of_seats, sum_of_seats
from analyzer.rules.grades import Furiten
from analyzer.settlement.win_dora import most_ura_shown, ura_counted
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import NO_TILE, TILES, EndKind, mpsz

__all__ = ["CHECKS", "ura_count_differs", "ura_misplaced"]

_FURITEN = (
    (Furiten.OWN_DISCARDS, FURITEN_DISCARD, "an own discard"),
    (Furiten.PASSED, FURITEN_PASSED, "a tile let pass in this go-round"),
    (Furiten.AFTER_RIICHI, FURITEN_RIICHI, "a tile let pass after riichi"),
)


def winner_order(case: Case) -> Verdicts:
    """Two winners of a tile are two seats, the next in turn from the discarder first; one per double ron."""
    results = case.events.results
    second = np.flatnonzero((results.hand[1:] == results.hand[:-1]) & (results.end[1:] == EndKind.AGARI)) + 1
    first = second - 1
    hand, loser = results.hand[second], results.loser[second].astype(np.int64)
    turn, later = (results.winner[rows] - loser for rows in (first, second))
    same = results.winner[first] == results.winner[second]
    tsumo = (turn == 0) | (later == 0)
    passed = (turn % 4 < later % 4) & ~same & ~tsumo

    def detail(item: int) -> Detail:
        one, other = int(results.winner[first[item]]), int(results.winner[second[item]])
        row = int(second[item] if same[item] or tsumo[item] else first[item])
        said, due = f"seat {one} before seat {other}", f"seat {other} before seat {one}"
        message = f"log has {said}, turn order gives {due}"
        if same[item]:
            said, due, message = f"seat {one} twice", "once", f"seat {one} wins twice"
        elif tsumo[item]:
            said, due, message = "tsumo", "one winner", "a tsumo beside the win of another seat"
        return Detail(said, due, message, int(results.element[row]), int(results.winner[row]))

    return per_hand(
        case,
        hand,
        passed,
        detail,
        lost=~case.usable[hand],
        explained=lambda items: ~same[items] & any_seat(doubts_of(case).winning_tile[hand[items]]),
    )


def furiten_ron(case: Case) -> Verdicts:
    """No ron by a seat that the rule set bars as furiten; one item per ron."""
    wins = case.wins
    rows = np.flatnonzero(wins.winner != wins.loser)
    hand = wins.hand[rows]
    bars = case.of_rules(lambda rules: sum(bit for grade, bit, _ in _FURITEN if grade in rules.furiten))
    barred = bars[case.events.hands.game[hand]]
    furiten = of_seats(case.facts.furiten, hand, wins.winner[rows]) & barred

    def detail(item: int) -> Detail:
        row = int(rows[item])
        why = ", ".join(cause for _, bit, cause in _FURITEN if furiten[item] & bit)
        element = int(case.events.results.element[wins.result[row]])
        return Detail("ron", "furiten", f"ron by a furiten seat ({why})", element, int(wins.winner[row]))

    return per_hand(
        case,
        hand,
        furiten == 0,
        detail,
        lost=~case.usable[hand],
        explained=lambda items: other_tehai(case, rows[items]),
    )


def winning_tehai(case: Case) -> Verdicts:
    """The tehai shown by a winner is the one held; one item per win."""
    wins = case.wins

    def shown(item: int) -> NDArray[np.bool_]:
        mask: NDArray[np.bool_] = shown_mask(
            case.events.results.shown[None, wins.result[item], wins.winner[item]]
        )[0]
        return mask

    def detail(item: int) -> Detail:
        said = verdicts.detail(item)
        claimed, computed, difference = compared(shown(item), winner_tehai(case)[item])
        message = f"log has a tile of the tehai {claimed} twice"
        if misplaced[item] and not tehai_differs(case)[item]:
            message = f"log has {order_text(tiles[item].tolist())} in the tehai, expected by id"
        elif difference:
            message = f"log has tehai {difference}{_whose(case, item, shown(item))}"
        return said._replace(claimed=claimed, computed=computed, message=message)

    tiles = of_seats(case.events.results.shown, wins.result, wins.winner)
    misplaced = are_out_of_order(case, wins.hand, tiles)
    claims = WinClaims(
        "tehai",
        ~(tehai_differs(case) | misplaced),
        lambda item: mpsz(np.flatnonzero(shown(item)).tolist()),
        lambda item: mpsz(np.flatnonzero(winner_tehai(case)[item]).tolist()),
        lambda items: wrong_tile(case, items),
        broken=("hai",),
        absent=~shows_tehai(case),
    )
    verdicts = per_win(case, claims)
    return replace(verdicts, detail=detail)


def _whose(case: Case, item: int, shown: NDArray[np.bool_]) -> str:
    """Which other seat holds the tiles that a winner shows, but for the winning tile; empty if none."""
    hand, winner = int(case.wins.hand[item]), int(case.wins.winner[item])
    won_on = int(case.facts.last_tile[hand])
    for seat in range(int(case.events.games.players[case.events.hands.game[hand]])):
        differs = np.flatnonzero((case.facts.place[hand] == Place.CONCEALED + seat) != shown).tolist()
        if seat != winner and set(differs) <= {won_on}:
            return f"; seat {seat} holds these"
    return ""


@shared
def ura_count_differs(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): not as many ura indicators as are due to a riichi winner, or any to another.

    No log shows whether a server shows the ura indicators that its rules do not count: all may be there.
    """
    shown = sum_of_seats(of_hands(case.events.results.ura, case.wins.result) != NO_TILE)
    hand = case.wins.hand
    most = case.of_rules(most_ura_shown, INDICATORS)[case.events.hands.game[hand]]
    every = np.minimum(sum_of_seats(case.indicators != NO_TILE)[hand], most)
    differs: NDArray[np.bool_] = (shown != _ura_due(case)) & (shown != np.where(_has_ura(case), every, 0))
    return differs


@shared
def _ura_due(case: Case) -> NDArray[np.int64]:
    """Shape (wins,): how many ura indicators the rules count."""
    hand = case.wins.hand
    game = case.events.hands.game[hand]
    first = case.of_rules(lambda rules: ura_counted(rules).start)[game]
    stop = case.of_rules(lambda rules: ura_counted(rules).stop, INDICATORS)[game]
    counted = np.minimum(sum_of_seats(case.indicators != NO_TILE)[hand], stop) - first
    return np.where(_has_ura(case), np.maximum(counted, 0), 0)


@shared
def _has_ura(case: Case) -> NDArray[np.bool_]:
    """Shape (wins,): the winner is in riichi."""
    wins = case.wins
    in_riichi: NDArray[np.bool_] = of_seats(case.facts.riichi_turn, wins.hand, wins.winner) > 0
    # A riichi that is out of order is named; whether there was one is then for the yaku to say.
    for item in np.flatnonzero(of_seats(doubts_of(case).riichi, wins.hand, wins.winner)).tolist():
        listed = {number for number, _ in claimed_yaku(case, item)}
        if listed:
            in_riichi[item] = not listed.isdisjoint((Yaku.RIICHI, Yaku.DOUBLE_RIICHI))
        else:
            in_riichi[item] = case.events.results.has_ura[wins.result[item]]
    return in_riichi


@shared
def ura_misplaced(case: Case) -> NDArray[np.bool_]:
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


def _follows_indicators(case: Case, item: int) -> bool:
    """Whether a win has, in place of the indicators of play that are named, those that belong there."""
    wins, results = case.wins, case.events.results
    hand = int(wins.hand[item])
    if not doubts_of(case).indicators[hand] or ura_misplaced(case)[item]:
        return False
    logged, shown = (
        [tile for tile in tiles.tolist() if tile != NO_TILE]
        for tiles in (results.dora[wins.result[item]], case.indicators[hand])
    )
    if len(logged) == len(shown):
        of_wall = case.wall.dora[hand].tolist() if case.wall.known[hand] else shown
        follows = all(tile in pair for tile, *pair in zip(logged, shown, of_wall, strict=False))
        # Where one is in doubt, so is its place among the others.
        follows |= sorted(logged) == sorted(shown)
    else:
        # One is left out of play, or is too many in it; the order of the others stays.
        few, many = sorted((logged, shown), key=len)
        rest = iter(many)
        follows = all(tile in rest for tile in few)
    # JSON states each indicator once, for play and for the win, so that ura alone show their number.
    ura, due = int((results.ura[wins.result[item]] != NO_TILE).sum()), int(_ura_due(case)[item])
    faults = int((is_one_of(case.illegals.code, INDICATOR_FAULTS) & (case.illegals.hand == hand)).sum())
    return follows and abs(ura - due) <= faults and (ura == 0) == (due == 0)


def _dora_texts(case: Case, item: int) -> tuple[str, str]:
    """Of the indicators, or else of the ura indicators, those that the log has and those due."""
    wins, results = case.wins, case.events.results
    logged, due = results.dora[wins.result[item]], case.indicators[wins.hand[item]]
    if (logged != due).any():
        alike = in_order(logged.tolist(), ids=False) == in_order(due.tolist(), ids=False)
        claimed, computed = (in_order(tiles.tolist(), ids=alike) for tiles in (logged, due))
        return f"indicators {claimed}", f"indicators {computed}"
    ura, count = results.ura[wins.result[item]], int(_ura_due(case)[item])
    shown = int((ura != NO_TILE).sum())
    if shown != count:
        stated = f" ({in_order(ura.tolist(), ids=False)})" if shown else ""
        return ura_count_text(shown) + stated, ura_count_text(count)
    return f"ura indicators {in_order(ura.tolist(), ids=True)}", "such as lie nowhere else"


def winning_dora(case: Case) -> Verdicts:
    """The indicators of a win are those shown in play, with as many ura indicators after riichi; per win."""
    wins, results = case.wins, case.events.results
    dora_right = every_seat(of_hands(results.dora, wins.result) == of_hands(case.indicators, wins.hand))

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named = np.array([_follows_indicators(case, item) for item in items.tolist()], np.bool_)
        other = repeated_result(case)[wins.result[items]]
        return named | other | (other_tehai(case, items) & dora_right[items])

    claims = WinClaims(
        "",
        dora_right & ~ura_count_differs(case) & ~ura_misplaced(case),
        lambda item: _dora_texts(case, item)[0],
        lambda item: _dora_texts(case, item)[1],
        explained,
        broken=("doraHai", "doraHaiUra"),
    )
    return per_win(case, claims)


CHECKS: Final = (
    Check(
        "winner-order",
        "order of several winners",
        "Two winners of one tile are two seats; the next in turn after the discarder comes first",
        TENHOU + ": 101 double rons",
        winner_order,
    ),
    Check(
        "furiten",
        "ron in furiten",
        "A seat may not ron with a wait among its discards, or after it let a wait pass",
        'Riichi wiki, "Furiten"; ' + TENHOU,
        furiten_ron,
        PLAY,
    ),
    Check(
        "win-tehai",
        "tiles of the winner",
        "hai has the concealed tiles of the winner with the winning tile, in the order of their ids",
        FORMAT + ": 18,208 wins",
        winning_tehai,
        claim=Claim.WIN_TEHAI,
    ),
    Check(
        "win-melds",
        "melds of the winner",
        "m has the calls of the winner, the latest first, a kakan in the place of its pon",
        FORMAT,
        winning_melds,
        claim=Claim.WIN_MELDS,
    ),
    Check(
        "win-dora",
        "indicators of a win",
        "doraHai has the indicators of play; doraHaiUra as many that lie nowhere else, after riichi only",
        FORMAT,
        winning_dora,
        SCORING,
        claim=Claim.URA,
    ),
)
