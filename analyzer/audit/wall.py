"""Checks against the wall: dice, deal, draws, replacement tiles and indicators, worked out from the seed.

Agreement shows that the file is intact; it is no proof of what happened on the server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.against_wall import compared_indicators, wrong_draws
from analyzer.audit.broken import has_broken_dice
from analyzer.audit.case import Case, shared
from analyzer.audit.seeding import DEAL_PLACES
from analyzer.audit.texts import with_id
from analyzer.audit.verdicts import FORMAT, Check, Detail, State, Verdicts, lost_because, per_hand
from analyzer.replay.seats import every_seat
from analyzer.vocabulary import ABSENT, PlayKind, mpsz

__all__ = ["CHECKS"]


def wall_known(case: Case) -> Verdicts:
    """The seed of the wall is understood; one item per log with a hand."""
    games = np.flatnonzero(np.diff(case.events.games.hand_offsets) > 0).astype(np.int32)
    place = np.full(len(games), ABSENT, np.int32)
    return Verdicts(
        games, place, _without_wall(case)[games], _no_detail, lambda item: _why(case, games[item])
    )


def _no_detail(item: int) -> Detail:
    raise IndexError(item)


@shared
def _without_wall(case: Case) -> NDArray[np.uint8]:
    """Shape (games,): the State of what would be compared with the wall; 0 where the wall is known."""
    states = [
        0 if reason is None else int(State.ABSENT if has_none else State.UNDECIDED)
        for reason, has_none in zip(case.wall.reasons, case.wall.seedless, strict=True)
    ]
    return np.array(states, np.uint8)


def _why(case: Case, game: np.int32) -> Detail:
    return Detail(None, None, f"{case.wall.reasons[game]}; the wall cannot be compared")


def _per_hand(
    case: Case,
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    lost: NDArray[np.bool_],
    unread: NDArray[np.bool_] | None = None,
) -> Verdicts:
    """One item per hand; those without a wall are absent, or undecided where the seed is not understood."""
    game = case.events.hands.game
    unknown = _without_wall(case)[game]

    def why(item: int) -> Detail:
        if unknown[item]:
            return _why(case, game[item])
        if case.wall.foreign[item]:
            return Detail(None, None, "the hand was not dealt from this seed")
        return lost_because(case, item)

    return per_hand(
        case,
        np.arange(len(game)),
        passed,
        detail,
        lost=lost | (unknown != 0),
        unread=unread,
        absent=unknown == State.ABSENT,
        why=why,
    )


def wall_dice(case: Case) -> Verdicts:
    """The dice are those of the seed; one item per hand."""
    logged, due = case.events.hands.dice, case.wall.dice

    def detail(item: int) -> Detail:
        claimed, computed = (" and ".join(map(str, (dice[item] + 1).tolist())) for dice in (logged, due))
        message = f"log has dice {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, int(case.events.hands.element[item]))

    # Dice that cannot be are malformed, and no claim.
    unread = has_broken_dice(case.events)
    return _per_hand(case, every_seat(logged == due), detail, ~case.played | case.wall.foreign, unread)


def wall_deal(case: Case) -> Verdicts:
    """The tehai are dealt as the seed says, in dealt order; one item per hand."""
    hands = case.events.hands
    logged, due = hands.haipai, case.wall.haipai
    foreign = case.wall.foreign
    earlier = np.concatenate([[False], foreign[:-1]]) & ~case.is_first_hand

    def detail(item: int) -> Detail:
        element = int(hands.element[item])
        if foreign[item]:
            message = (
                "the deal is not of this seed and hand: another log's seed, or a hand is missing before it"
            )
            return Detail(mpsz(logged[item][0].tolist()), mpsz(due[item][0].tolist()), message, element)
        seat, place = (int(index[0]) for index in np.nonzero(logged[item] != due[item]))
        claimed, computed = (with_id(int(tiles[item][seat, place])) for tiles in (logged, due))
        if set(logged[item][seat].tolist()) == set(due[item][seat].tolist()):
            message = f"the tiles of seat {seat} stand in another order than the seed deals them"
            return Detail(claimed, computed, f"{message}: tile {place + 1} is {claimed}", element, seat)
        message = f"tile {place + 1} dealt to seat {seat} is {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, element, seat)

    passed = case.wall.agreeing == DEAL_PLACES
    return _per_hand(case, passed, detail, ~(case.played & case.wall.known) | earlier)


def wall_draws(case: Case) -> Verdicts:
    """Every tile drawn, from the wall or as a replacement, is that of the seed; one item per hand."""
    plays = case.events.plays
    first_wrong, due = wrong_draws(case)

    def detail(item: int) -> Detail:
        play = int(first_wrong[item])
        claimed, computed = with_id(int(plays.tile[play])), with_id(int(due[item]))
        message = f"log draws {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, int(plays.element[play]), int(plays.seat[play]))

    # Once the order of play is broken, every later draw is another one's: that is named in play.
    passed = first_wrong < 0

    return _per_hand(case, passed, detail, ~case.played | case.wall.foreign)


def wall_indicators(case: Case) -> Verdicts:
    """Dora indicators, and the ura indicators of every riichi win, are those of the seed; per hand."""
    shown = compared_indicators(case)
    wrong_dora = shown.has_wrong_dora()

    def detail(item: int) -> Detail:
        is_dora = bool(wrong_dora[item])
        logged, due, wrong = (
            (shown.dora, case.wall.dora, shown.dora_wrong)
            if is_dora
            else (shown.ura, case.wall.ura, shown.ura_wrong)
        )
        place = int(np.flatnonzero(wrong[item])[0])
        claimed, computed = with_id(int(logged[item, place])), with_id(int(due[item, place]))
        name = "dora" if is_dora else "ura"
        message = f"{name} indicator {place + 1} is {claimed}, the seed gives {computed}"
        return Detail(claimed, computed, message, _indicator_element(case, item, place, is_dora=is_dora))

    passed = ~(wrong_dora | shown.has_wrong_ura())
    return _per_hand(case, passed, detail, ~case.followed | case.wall.foreign)


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


_SOURCE: Final = "21,579 walls; agreement shows an intact file, not an honest server"

CHECKS: Final = (
    Check(
        "wall-seed",
        "seed of the wall",
        "The seed of the wall has a known form",
        FORMAT + ": seeds of 2009 to 2022",
        wall_known,
    ),
    Check(
        "wall-dice",
        "dice",
        "The dice are those that the seed gives",
        _SOURCE,
        wall_dice,
    ),
    Check(
        "wall-deal",
        "deal",
        "The tehai are dealt from the wall that the seed gives",
        _SOURCE,
        wall_deal,
    ),
    Check(
        "wall-draws",
        "draws",
        "Every draw and every replacement tile is the next of the wall that the seed gives",
        _SOURCE,
        wall_draws,
    ),
    Check(
        "wall-indicators",
        "indicators",
        "Dora and ura indicators are those of the wall that the seed gives",
        _SOURCE,
        wall_indicators,
    ),
)
