"""Checks against the wall that a seed gives or a record states: deal, draws, replacement tiles, indicators.

Agreement shows that the file is intact; it is no proof of what happened on the server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case, shared
from analyzer.audit.stated_walls import LOOKS
from analyzer.audit.texts import with_id
from analyzer.audit.verdicts import FORMAT, Check, Detail, State, Verdicts, lost_because, per_hand
from analyzer.kernels import kernel
from analyzer.replay.seats import any_seat, of_hands
from analyzer.vocabulary import ABSENT, NO_TILE, TILES, EndKind, PlayKind, TileId, mpsz, tile_text

__all__ = ["CHECKS", "SEED", "compare_draws", "wall_items"]

DRAW: Final = int(PlayKind.DRAW)
DAIMINKAN: Final = int(PlayKind.DAIMINKAN)
KAKAN: Final = int(PlayKind.KAKAN)
ANKAN: Final = int(PlayKind.ANKAN)
KITA: Final = int(PlayKind.KITA)
DORA: Final = int(PlayKind.DORA)
_INDICATORS = 5


class Indicators(NamedTuple):
    """Indicators of each hand; shape (hands, 5)."""

    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Tile ids in the order shown; NO_TILE where fewer."""
    dora_wrong: NDArray[np.bool_]
    ura_wrong: NDArray[np.bool_]
    """Not what the seed gives; false where no seed is known."""

    def has_wrong_dora(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        return any_seat(self.dora_wrong)

    def has_wrong_ura(self) -> NDArray[np.bool_]:
        """Shape (hands,)."""
        return any_seat(self.ura_wrong)


def _seen(case: Case, hand: NDArray[np.integer], tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Tiles of these hands as the wall has them: ids of a seed, and of a stated wall what is seen of them."""
    look = case.wall.stated.look
    if not look.any():
        return tiles
    seen: NDArray[np.uint8] = LOOKS[look[hand].reshape(-1, *[1] * (tiles.ndim - 1)), tiles]
    return seen


def _text(case: Case, hand: int, tile: TileId) -> str:
    """A tile, with its id where the wall has ids."""
    if case.wall.stated.look[hand] and tile < TILES:
        return tile_text(tile)
    return with_id(tile)


def _giver(case: Case, hand: int) -> str:
    """What the wall comes from."""
    return "stated wall" if case.wall.stated.look[hand] else "seed"


@shared
def compared_indicators(case: Case) -> Indicators:
    """What all hands show, and what of it the walls contradict; of several winners any wrong ura counts."""
    results, wall = case.events.results, case.wall
    dora = _seen(case, np.arange(len(wall.known)), case.indicators[:, :_INDICATORS])
    dora_wrong = (dora != NO_TILE) & (dora != wall.dora) & wall.known[:, None]
    ura = np.full(dora.shape, NO_TILE, np.uint8)
    ura_wrong = np.zeros(dora.shape, np.bool_)
    rows = np.flatnonzero((results.end == EndKind.AGARI) & results.has_ura)
    hand = results.hand[rows]
    stated = _seen(case, hand, of_hands(results.ura, rows)[:, :_INDICATORS])
    wrong = (stated != NO_TILE) & (stated != of_hands(wall.ura, hand)) & wall.known[hand, None]
    # Of the winners of a hand a wrong one stays, since what is written last does.
    for some in (np.arange(len(rows)), np.nonzero(wrong)[0]):
        ura[hand[some]], ura_wrong[hand[some]] = stated[some], wrong[some]
    return Indicators(dora, ura, dora_wrong, ura_wrong)


class WrongDraws(NamedTuple):
    """The first draw of each hand that is not the one of the seed; shape (hands,)."""

    play: NDArray[np.int64]
    """Row of ``plays``; -1 where there is none."""
    due: NDArray[np.uint8]
    """The tile that the seed gives instead; NO_TILE where there is none."""


@kernel
def compare_draws(
    kind: NDArray[np.uint8],
    tile: NDArray[np.uint8],
    offsets: NDArray[np.int32],
    compared: NDArray[np.bool_],
    live: NDArray[np.uint8],
    replacements: NDArray[np.uint8],
    first: NDArray[np.int64],
    due: NDArray[np.uint8],
) -> None:
    """Write the first wrong draw of each hand.

    Args:
        kind: Of all plays.
        tile: Of all plays.
        offsets: First play of each hand, and the end; shape (hands + 1,).
        compared: Hands to look at; shape (hands,).
        live: Tiles that the seed gives to draws from the live wall; shape (hands, any).
        replacements: The same for draws after a kan or kita.
        first: Shape (hands,), written where something is wrong.
        due: The same.
    """
    for hand in range(len(compared)):
        if not compared[hand]:
            continue
        drawn = 0
        replaced = 0
        is_replaced = False
        for play in range(int(offsets[hand]), int(offsets[hand + 1])):
            what = int(kind[play])
            if what == DRAW:
                if is_replaced:
                    # No source says where the tile lies that replaces a fifth kan.
                    is_known = replaced < replacements.shape[1] and replacements[hand, replaced] != NO_TILE
                    expected = int(replacements[hand, replaced]) if is_known else int(tile[play])
                    replaced += 1
                else:
                    expected = int(live[hand, min(drawn, live.shape[1] - 1)])
                    drawn += 1
                if int(tile[play]) != expected:
                    first[hand] = play
                    due[hand] = expected
                    break
            if what != DORA:
                is_replaced = what in (DAIMINKAN, KAKAN, ANKAN, KITA)


@shared
def wrong_draws(case: Case) -> WrongDraws:
    """Where the draws of each hand leave the wall of its seed; nowhere without a seed of its own."""
    plays, wall, offsets = case.events.plays, case.wall, case.events.hands.play_offsets
    tiles = plays.tile
    if wall.stated.look.any():
        tiles = _seen(case, np.repeat(np.arange(len(wall.known)), np.diff(offsets)), tiles)
    found = WrongDraws(np.full(len(case.usable), -1, np.int64), np.full(len(case.usable), NO_TILE, np.uint8))
    compare_draws(
        plays.kind,
        tiles,
        offsets,
        wall.known & ~wall.foreign,
        wall.draws,
        wall.replacements,
        *found,
    )
    return found


def wall_known(case: Case) -> Verdicts:
    """The seed is understood, one item per log with a hand; a stated wall is that of its hash, per hand."""
    stated, offsets = case.wall.stated, case.events.games.hand_offsets
    games = np.flatnonzero(np.diff(offsets) > 0).astype(np.int32)
    hands = np.flatnonzero(stated.look).astype(np.int32)
    if len(hands) == 0:
        place = np.full(len(games), ABSENT, np.int32)
        return Verdicts(
            games, place, _without_wall(case)[games], _no_detail, lambda item: _why(case, games[item])
        )
    games = games[stated.look[offsets[games]] == 0]
    state = [
        State.UNDECIDED
        if hand in stated.reasons
        else State.FAILED
        if hand in stated.faults
        else State.PASSED
        if hand in stated.walls and hand not in stated.unhashed
        else State.ABSENT
        for hand in hands.tolist()
    ]

    def detail(item: int) -> Detail:
        hand = int(hands[item - len(games)])
        claimed, computed, message = stated.faults[hand]
        return Detail(claimed, computed, message, int(case.events.hands.element[hand]))

    def why(item: int) -> Detail:
        if item < len(games):
            return _why(case, games[item])
        return Detail(None, None, stated.reasons[int(hands[item - len(games)])])

    return Verdicts(
        np.concatenate([games, case.events.hands.game[hands]]),
        np.concatenate([np.full(len(games), ABSENT, np.int32), hands]),
        np.concatenate([_without_wall(case)[games], np.array(state, np.uint8)]),
        detail,
        why,
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


class WallItems(NamedTuple):
    """What the checks against the wall share, one item per hand; arguments of `per_hand`."""

    hand: NDArray[np.int64]
    lost: NDArray[np.bool_]
    absent: NDArray[np.bool_]
    why: Callable[[int], Detail]


def wall_items(case: Case) -> WallItems:
    """Hands without a wall are absent, or undecided where it is not understood or of another hand."""
    game, stated = case.events.hands.game, case.wall.stated
    unknown, foreign = _without_wall(case)[game], case.wall.foreign
    unknown = np.where(stated.look == 0, unknown, np.where(case.wall.known, 0, State.ABSENT))
    unknown[[*stated.reasons]] = State.UNDECIDED

    def why(item: int) -> Detail:
        if item in stated.reasons:
            return Detail(None, None, stated.reasons[item])
        if unknown[item]:
            return _why(case, game[item])
        if foreign[item]:
            return Detail(None, None, "the hand was not dealt from this seed")
        return lost_because(case, item)

    return WallItems(np.arange(len(game)), (unknown != 0) | foreign, unknown == State.ABSENT, why)


def _per_hand(
    case: Case,
    passed: NDArray[np.bool_],
    detail: Callable[[int], Detail],
    lost: NDArray[np.bool_],
    *,
    of_rest: bool = False,
) -> Verdicts:
    """Verdicts, one item per hand; ``of_rest`` where a wall that is what was left says nothing."""
    hand, _, absent, why = wall_items(case)
    if of_rest and case.wall.stated.walls:
        absent = absent.copy()
        absent[[row for row, wall in case.wall.stated.walls.items() if wall.dealt is None]] = True
    return per_hand(case, hand, passed, detail, lost=lost, absent=absent, why=why)


def wall_deal(case: Case) -> Verdicts:
    """The tehai are dealt as the seed says, in dealt order; one item per hand."""
    hands = case.events.hands
    logged, due = _seen(case, np.arange(len(hands.game)), hands.haipai), case.wall.haipai
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
        claimed, computed = (_text(case, item, int(tiles[item][seat, place])) for tiles in (logged, due))
        if set(logged[item][seat].tolist()) == set(due[item][seat].tolist()):
            message = f"the tiles of seat {seat} stand in another order than the seed deals them"
            return Detail(claimed, computed, f"{message}: tile {place + 1} is {claimed}", element, seat)
        message = (
            f"tile {place + 1} dealt to seat {seat} is {claimed}, the {_giver(case, item)} gives {computed}"
        )
        return Detail(claimed, computed, message, element, seat)

    passed = (logged == due).all(axis=(1, 2))
    lost = wall_items(case).lost & ~(foreign & ~earlier) | ~case.played
    return _per_hand(case, passed, detail, lost, of_rest=True)


def wall_draws(case: Case) -> Verdicts:
    """Every tile drawn, from the wall or as a replacement, is that of the seed; one item per hand."""
    plays = case.events.plays
    first_wrong, due = wrong_draws(case)

    def detail(item: int) -> Detail:
        play = int(first_wrong[item])
        claimed, computed = (_text(case, item, int(tile)) for tile in (plays.tile[play], due[item]))
        message = f"log draws {claimed}, the {_giver(case, item)} gives {computed}"
        return Detail(claimed, computed, message, int(plays.element[play]), int(plays.seat[play]))

    passed = first_wrong < 0

    return _per_hand(case, passed, detail, ~case.played | wall_items(case).lost)


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
        claimed, computed = (_text(case, item, int(tiles[item, place])) for tiles in (logged, due))
        name = "dora" if is_dora else "ura"
        message = f"{name} indicator {place + 1} is {claimed}, the {_giver(case, item)} gives {computed}"
        return Detail(claimed, computed, message, _indicator_element(case, item, place, is_dora=is_dora))

    passed = ~(wrong_dora | shown.has_wrong_ura())
    return _per_hand(case, passed, detail, ~case.followed | wall_items(case).lost)


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


SEED: Final = "21,579 walls; agreement shows an intact file, not an honest server"

CHECKS: Final = (
    Check(
        "wall-seed",
        "seed of the wall",
        "The seed of the wall has a known form; a stated wall has its hash, and four tiles of each kind",
        FORMAT + ": seeds of 2009 to 2022; Mahjong Soul: 54 hands of 2019 to 2024",
        wall_known,
    ),
    Check(
        "wall-deal",
        "deal",
        "The tehai are dealt from the wall that the seed gives or the log states",
        SEED,
        wall_deal,
    ),
    Check(
        "wall-draws",
        "draws",
        "Every draw and every replacement tile is the next of the wall that the seed gives or the log states",
        SEED,
        wall_draws,
    ),
    Check(
        "wall-indicators",
        "indicators",
        "Dora and ura indicators are those of the wall that the seed gives or the log states",
        SEED,
        wall_indicators,
    ),
)
