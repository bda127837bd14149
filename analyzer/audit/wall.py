"""Checks against the wall: dice, deal, draws, replacement tiles and indicators, worked out from the seed.

Agreement shows that the file is intact; it is no proof of what happened on the server.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators, wrong_draws
from analyzer.audit.case import Case
from analyzer.audit.doubts import contradicted_at, first_illegal_at, named_in_play
from analyzer.audit.seeding import DEAL_PLACES
from analyzer.audit.steps import does_not_follow
from analyzer.audit.verdicts import Detail, State, Verdicts, per_hand, silenced
from analyzer.audit.wins import ura_count_differs
from analyzer.replay.seats import every_seat, of_hands
from analyzer.vocabulary import ABSENT, NO_TILE, PlayKind, mpsz, tile_text

__all__ = ["wall_deal", "wall_dice", "wall_draws", "wall_indicators", "wall_known"]


_NOT_IN_JSON = "tehai and melds of winners, tiles shown, honba and sticks of results, or scores before them"


def wall_known(case: Case) -> Verdicts:
    """The seed of the wall is there and understood; one item per log with a hand."""
    games = np.flatnonzero(np.diff(case.events.games.hand_offsets) > 0).astype(np.int32)
    reasons = [case.wall.reasons[game] for game in games.tolist()]
    state = np.array([State.PASSED if reason is None else State.UNDECIDED for reason in reasons], np.uint8)

    from_json = case.from_json

    def detail(item: int) -> Detail:
        message = f"no seed: {reasons[item]}; the wall cannot be compared"
        if from_json[games[item]]:
            message += f"; JSON of tenhou.net/6 does not state {_NOT_IN_JSON} either: undecided"
        return Detail(None, None, message)

    return Verdicts(games, np.full(len(games), ABSENT, np.int32), state, detail)


def _compared(case: Case) -> NDArray[np.int64]:
    """Hands whose wall is known."""
    return np.flatnonzero(case.wall.known)


def wall_dice(case: Case) -> Verdicts:
    """The dice are those of the seed; one item per hand with a seed."""
    rows = _compared(case)
    logged, due = of_hands(case.events.hands.dice, rows), of_hands(case.wall.dice, rows)

    def detail(item: int) -> Detail:
        claimed, computed = (" and ".join(map(str, (dice[item] + 1).tolist())) for dice in (logged, due))
        message = f"log has dice {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, int(case.events.hands.element[rows[item]]))

    silent = ~case.events.hands.readable[rows] | case.wall.foreign[rows]
    return per_hand(case.events.hands.game, rows, every_seat(logged == due), detail, silent=silent)


def wall_deal(case: Case) -> Verdicts:
    """The tehai are dealt as the seed says, in dealt order; one item per hand with a seed."""
    rows = _compared(case)
    hands = case.events.hands
    logged, due = hands.haipai, case.wall.haipai
    foreign = case.wall.foreign
    earlier = np.concatenate([[False], foreign[:-1]]) & (np.arange(len(foreign)) != _first_hands(case))

    def detail(item: int) -> Detail:
        row = int(rows[item])
        element = int(hands.element[row])
        if foreign[row]:
            message = (
                "the deal is not of this seed and hand: another log's seed, or a hand is missing before it"
            )
            return Detail(mpsz(logged[row][0].tolist()), mpsz(due[row][0].tolist()), message, element)
        seat, place = (int(index[0]) for index in np.nonzero(logged[row] != due[row]))
        claimed, computed = (_tile(tiles[row][seat, place]) for tiles in (logged, due))
        message = f"tile {place + 1} dealt to seat {seat} is {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, element, seat)

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # A hand that is missing, or out of order, is named where the next does not follow.
        hand = rows[items]
        misplaced: NDArray[np.bool_] = foreign[hand] & does_not_follow(case)[hand]
        # So is a tile that is dealt twice, with or without a seed.
        return misplaced | (~foreign[hand] & (first_illegal_at(case)[hand] <= hands.element[hand]))

    passed = case.wall.agreeing[rows] == DEAL_PLACES
    lost = ~hands.readable[rows] | earlier[rows]
    return per_hand(hands.game, rows, passed, detail, silent=silenced(passed, lost, explained))


def _first_hands(case: Case) -> NDArray[np.int64]:
    """Shape (hands,): row of the first hand of the game."""
    first: NDArray[np.int64] = case.events.games.hand_offsets[case.events.hands.game].astype(np.int64)
    return first


def _tile(tile: np.uint8) -> str:
    """A tile with its id, since copies of a kind are told apart here."""
    return "nothing" if tile == NO_TILE else f"{tile_text(int(tile))} (id {tile})"


def wall_draws(case: Case) -> Verdicts:
    """Every tile drawn, from the wall or as a replacement, is that of the seed; one item per hand."""
    plays = case.events.plays
    first_wrong, due = wrong_draws(case)
    rows = _compared(case)

    def detail(item: int) -> Detail:
        play = int(first_wrong[rows[item]])
        claimed, computed = _tile(plays.tile[play]), _tile(due[rows[item]])
        message = f"log draws {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, int(plays.element[play]), int(plays.seat[play]))

    # Once the order of play is broken, every later draw is another one's: that is named in play.
    lost = ~case.events.hands.readable[rows] | case.wall.foreign[rows]
    passed = first_wrong[rows] < 0

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        named: NDArray[np.bool_] = contradicted_at(case)[rows[items]] >= first_illegal_at(case)[rows[items]]
        return named

    silent = silenced(passed, lost, explained)
    return per_hand(case.events.hands.game, rows, passed, detail, silent=silent)


def wall_indicators(case: Case) -> Verdicts:
    """Dora indicators, and the ura indicators of every riichi win, are those of the seed; per hand."""
    rows = _compared(case)
    shown = compared_indicators(case)
    wrong_dora = shown.has_wrong_dora()

    def detail(item: int) -> Detail:
        row = int(rows[item])
        is_dora = bool(wrong_dora[row])
        logged, due, wrong = (
            (shown.dora, case.wall.dora, shown.dora_wrong)
            if is_dora
            else (shown.ura, case.wall.ura, shown.ura_wrong)
        )
        place = int(np.flatnonzero(wrong[row])[0])
        claimed, computed = _tile(logged[row, place]), _tile(due[row, place])
        name = "dora" if is_dora else "ura"
        message = f"{name} indicator {place + 1} is {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, _indicator_element(case, row, place, is_dora=is_dora))

    def explained(items: NDArray[np.int64]) -> NDArray[np.bool_]:
        # An indicator missing, or shown without reason, is named in play; ura of no riichi with the win.
        extra = np.zeros(len(case.usable), np.bool_)
        extra[case.wins.hand[ura_count_differs(case)]] = True
        hand = rows[items]
        named: NDArray[np.bool_] = np.where(wrong_dora[hand], named_in_play(case)[hand], extra[hand])
        return named

    passed = ~(wrong_dora | shown.has_wrong_ura())[rows]
    lost = ~case.usable[rows] | case.wall.foreign[rows]
    return per_hand(case.events.hands.game, rows, passed, detail, silent=silenced(passed, lost, explained))


def _indicator_element(case: Case, row: int, place: int, *, is_dora: bool) -> int:
    """Element that shows an indicator: INIT, a DORA, or the result."""
    events = case.events
    if not is_dora:
        return int(events.results.element[events.hands.result_offsets[row]])
    if place == 0:
        return int(events.hands.element[row])
    plays = np.arange(events.hands.play_offsets[row], events.hands.play_offsets[row + 1])
    shown = plays[events.plays.kind[plays] == PlayKind.DORA]
    return int(events.plays.element[shown[place - 1]])
