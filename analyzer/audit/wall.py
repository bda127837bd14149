"""Checks against the wall, which the seed gives or the log states: deal, draws, replacements, indicators.

Agreement shows that the file is intact; it is no proof of what happened on the server.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit, shared
from analyzer.audit.broken import has_broken_start
from analyzer.audit.stated_walls import LOOKS, StatedWalls, fill_stated, read_stated_walls
from analyzer.audit.texts import with_id
from analyzer.audit.verdicts import (
    FORMAT,
    Check,
    Detail,
    Items,
    State,
    Verdicts,
    lost_because,
    per_hand,
    two_columns,
)
from analyzer.errors import AnalyzerError
from analyzer.formats.headers import Headers
from analyzer.kernels import is_compiling, kernel, numbered
from analyzer.replay import Facts
from analyzer.replay.seats import any_seat, of_hands
from analyzer.vocabulary import (
    ABSENT,
    NO_TILE,
    SEATS,
    TILES,
    EndKind,
    PlayKind,
    TileId,
    mpsz,
    tile_text,
)
from analyzer.wall import Layout, Seed, SeedForm, haipai, layout_of, parse_seed, read_keys, walls_of

PLAY: Final = numbered(PlayKind)
_INDICATORS: Final = 5
DEAL_PLACES: Final = SEATS * 13
_LATE: Final = SeedForm.BASE64


class WallTruth(NamedTuple):
    """What the seeds give, or what is stated; rows are those of ``hands``."""

    known: NDArray[np.bool_]
    """Shape (hands,): the seed or wall of the hand is there and understood."""
    dice: NDArray[np.uint8]
    """Shape (hands, 2): each die minus one."""
    haipai: NDArray[np.uint8]
    """Shape (hands, 4, 13): in dealt order."""
    agreeing: NDArray[np.int64]
    """Shape (hands,): places of the deal, `DEAL_PLACES` in all, that hold what the log says or are empty."""
    draws: NDArray[np.uint8]
    """Shape (hands, 70): live tiles in the order drawn; NO_TILE beyond."""
    replacements: NDArray[np.uint8]
    """Shape (hands, 8); NO_TILE beyond."""
    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Shape (hands, 5): indicators."""
    foreign: NDArray[np.bool_]
    """Shape (hands,): the wall of another hand: hardly any dealt tile agrees, here or earlier in the game."""
    reasons: tuple[str | None, ...]
    """Per game: why there is no wall to compare with."""
    seedless: tuple[bool, ...]
    """Per game: the log states no seed at all."""
    stated: StatedWalls
    """Of records of Mahjong Soul, for which the above says that there is no seed."""


SeedsOrReason = tuple[list[tuple[Seed, int]], str | None]
"""Seeds that cover every hand of a game, each with the number of hands it is for; or why there are none."""


def _seeds_of_games(headers: Headers, hands: Sequence[int]) -> list[SeedsOrReason]:
    return [
        _seeds_or_reason(headers, game, of_game) if key is None else ([(Seed(key, _LATE), of_game)], None)
        for game, (key, of_game) in enumerate(zip(_read_together(headers, len(hands)), hands, strict=True))
    ]


def _read_together(headers: Headers, games: int) -> list[NDArray[np.uint32] | None]:
    """Keys of games in base64, all read at once where kernels run compiled; None for any other."""
    if not is_compiling():
        return [None] * games
    keys, found = read_keys(*headers.seed_octets())
    return [key if there else None for key, there in zip(keys, found.tolist(), strict=True)]


def _seeds_or_reason(headers: Headers, game: int, hands: int) -> SeedsOrReason:
    text, of_hands = headers.seeds[game], headers.hand_seeds[game]
    if text is None and (None in of_hands or len(of_hands) < hands):
        return [], "the log has no seed"
    try:
        if text is not None:
            return [(parse_seed(text), hands)], None
        return [(parse_seed(of_hand), 1) for of_hand in of_hands if of_hand is not None], None
    except AnalyzerError as error:
        return [], f"the seed is not understood: {error.message}"


@shared
def wall_truth(audit: Audit) -> WallTruth:
    """The walls of all hands whose seed is known, or whose wall is stated."""
    events, headers, count = audit.events, audit.headers, len(audit.events.hands.game)
    found = _seeds_of_games(headers, np.diff(events.games.hand_offsets).tolist())
    reasons = tuple([reason for _, reason in found])
    seedless = [reason is not None and _has_none(headers, game) for game, reason in enumerate(reasons)]
    truth = WallTruth(
        np.zeros(count, np.bool_),
        np.zeros((count, 2), np.uint8),
        np.full((count, SEATS, 13), NO_TILE, np.uint8),
        np.zeros(count, np.int64),
        np.full((count, 70), NO_TILE, np.uint8),
        np.full((count, 8), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.full((count, _INDICATORS), NO_TILE, np.uint8),
        np.zeros(count, np.bool_),
        reasons,
        tuple(seedless),
        read_stated_walls(events),
    )
    keys = [key for of_game, _ in found for key in of_game]
    if keys:
        players = np.repeat(events.games.players, [len(of_game) for of_game, _ in found])
        walls = walls_of([seed for seed, _ in keys], [of_seed for _, of_seed in keys], players.tolist())
        is_seeded = np.array([bool(of_game) for of_game, _ in found])[events.hands.game]
        is_early = [bool(of_game) and of_game[0][0].form is not _LATE for of_game, _ in found]
        rows = np.flatnonzero(is_seeded)
        truth.known[rows] = True
        truth.dice[rows] = walls.dice
        _fill(audit, truth, rows, walls.tiles, np.array(is_early)[events.hands.game[rows]])
    stated = [*truth.stated.walls]
    if stated:
        fill_stated(
            truth.stated, events, truth.haipai, truth.draws, truth.replacements, truth.dora, truth.ura
        )
        truth.known[stated] = True
        logged = _seen(truth, np.array(stated), events.hands.haipai[stated])
        truth.agreeing[stated] = (truth.haipai[stated] == logged).sum(axis=(1, 2))
    return truth


def _seen(truth: WallTruth, hand: NDArray[np.integer], tiles: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Tiles of these hands as the wall has them: ids of a seed, and of a stated wall what is seen of them."""
    look = truth.stated.look
    if not look.any():
        return tiles
    seen: NDArray[np.uint8] = LOOKS[look[hand].reshape(-1, *[1] * (tiles.ndim - 1)), tiles]
    return seen


def _text(truth: WallTruth, hand: int, tile: TileId) -> str:
    """A tile, with its id where the wall has ids."""
    if truth.stated.look[hand] and tile < TILES:
        return tile_text(tile)
    return with_id(tile)


def _giver(truth: WallTruth, hand: int) -> str:
    """What the wall comes from."""
    return "stated wall" if truth.stated.look[hand] else "seed"


def _has_none(headers: Headers, game: int) -> bool:
    return headers.seeds[game] is None and all(text is None for text in headers.hand_seeds[game])


def _fill(
    audit: Audit,
    truth: WallTruth,
    rows: NDArray[np.int64],
    tiles: NDArray[np.uint8],
    is_early: NDArray[np.bool_],
) -> None:
    """Fill the hands of ``rows`` from their walls, shape (rows, 136); those of early logs lie otherwise."""
    events, facts = audit.events, audit.facts
    for seats, early in product((3, 4), (False, True)):
        part = np.flatnonzero((facts.players[rows] == seats) & (is_early == early))
        if len(part) != 0:
            layout = layout_of(seats, SeedForm.HEX if early else SeedForm.BASE64)
            # Mostly all hands of a batch are dealt in one way, and nothing need be copied.
            is_all = len(part) == len(truth.known)
            chosen, walls = (slice(None), tiles) if is_all else (rows[part], tiles[part])
            _fill_layout(facts, truth, chosen, walls, layout)
    truth.agreeing[:] = (truth.haipai == events.hands.haipai).sum(axis=(1, 2))
    foreign = truth.known & _is_of_another(truth.agreeing, facts.players)
    # Tiles in another order than they are dealt are those of the seed all the same.
    rows = np.flatnonzero(foreign)
    dealt, logged = truth.haipai[rows, :, :, None], events.hands.haipai[rows, :, None, :]
    held = (dealt == logged).any(axis=3).sum(axis=(1, 2))
    foreign[rows] = _is_of_another(held, facts.players[rows])
    since = np.cumsum(foreign)
    start = events.games.hand_offsets[events.hands.game]
    before = np.where(start > 0, since[np.maximum(start - 1, 0)], 0)
    truth.foreign[:] = since > before


def _is_of_another(agreeing: NDArray[np.int64], players: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Shape (hands,): of the places of the deal, hardly any agree; those of an empty seat always do."""
    empty = np.where(players == SEATS, 0, 13)
    another: NDArray[np.bool_] = (agreeing - empty) * 2 < players.astype(np.int64) * 13
    return another


def _fill_layout(
    facts: Facts,
    truth: WallTruth,
    rows: NDArray[np.int64] | slice,
    tiles: NDArray[np.uint8],
    layout: Layout,
) -> None:
    """Fill the rows of one layout."""
    truth.haipai[rows] = haipai(tiles, facts.dealer[rows], layout)
    truth.draws[rows, : len(layout.draws)] = tiles.take(layout.draws, axis=1)
    truth.replacements[rows, : len(layout.replacements)] = tiles.take(layout.replacements, axis=1)
    truth.dora[rows] = tiles.take(layout.dora, axis=1)
    truth.ura[rows] = tiles.take(layout.ura, axis=1)


class Indicators(NamedTuple):
    """Indicators of each hand; shape (hands, 5)."""

    dora: NDArray[np.uint8]
    ura: NDArray[np.uint8]
    """Tile ids in the order shown; NO_TILE where fewer."""
    dora_wrong: NDArray[np.bool_]
    ura_wrong: NDArray[np.bool_]
    """Not what the seed gives; false where no seed is known."""


@shared
def compared_indicators(audit: Audit) -> Indicators:
    """What all hands show, and what of it the walls contradict; of several winners any wrong ura counts."""
    results, wall = audit.events.results, wall_truth(audit)
    dora = _seen(wall, np.arange(len(wall.known)), audit.indicators[:, :_INDICATORS])
    dora_wrong = (dora != NO_TILE) & (dora != wall.dora) & wall.known[:, None]
    ura = np.full(dora.shape, NO_TILE, np.uint8)
    ura_wrong = np.zeros(dora.shape, np.bool_)
    rows = np.flatnonzero((results.end == EndKind.AGARI) & results.has_ura)
    hand = results.hand[rows]
    stated = _seen(wall, hand, of_hands(results.ura, rows)[:, :_INDICATORS])
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
            if what == PLAY.DRAW:
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
            if what != PLAY.DORA:
                is_replaced = what in (PLAY.DAIMINKAN, PLAY.KAKAN, PLAY.ANKAN, PLAY.KITA)


@shared
def wrong_draws(audit: Audit) -> WrongDraws:
    """Where the draws of each hand leave the wall of its seed; nowhere without a seed of its own."""
    plays, wall, offsets = audit.events.plays, wall_truth(audit), audit.events.hands.play_offsets
    tiles = plays.tile
    if wall.stated.look.any():
        tiles = _seen(wall, np.repeat(np.arange(len(wall.known)), np.diff(offsets)), tiles)
    found = WrongDraws(
        np.full(len(audit.usable), -1, np.int64), np.full(len(audit.usable), NO_TILE, np.uint8)
    )
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


def wall_known(audit: Audit) -> Verdicts:
    """The seed is understood, one item per log with a hand; a stated wall is that of its hash, per hand."""
    stated, offsets = wall_truth(audit).stated, audit.events.games.hand_offsets
    games = np.flatnonzero(np.diff(offsets) > 0).astype(np.int32)
    hands = np.flatnonzero(stated.look).astype(np.int32)
    if len(hands) == 0:
        place = np.full(len(games), ABSENT, np.int32)
        return Verdicts(
            games, place, _without_wall(audit)[games], _no_detail, lambda item: _why(audit, games[item])
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
        return Detail(claimed, computed, message, int(audit.events.hands.element[hand]))

    def why(item: int) -> Detail:
        if item < len(games):
            return _why(audit, games[item])
        return Detail(None, None, stated.reasons[int(hands[item - len(games)])])

    return Verdicts(
        np.concatenate([games, audit.events.hands.game[hands]]),
        np.concatenate([np.full(len(games), ABSENT, np.int32), hands]),
        np.concatenate([_without_wall(audit)[games], np.array(state, np.uint8)]),
        detail,
        why,
    )


def _no_detail(item: int) -> Detail:
    raise IndexError(item)


@shared
def _without_wall(audit: Audit) -> NDArray[np.uint8]:
    """Shape (games,): the State of what would be compared with the wall; 0 where the wall is known."""
    states = [
        0 if reason is None else int(State.ABSENT if has_none else State.UNDECIDED)
        for reason, has_none in zip(wall_truth(audit).reasons, wall_truth(audit).seedless, strict=True)
    ]
    return np.array(states, np.uint8)


def _why(audit: Audit, game: np.int32) -> Detail:
    return Detail(None, None, wall_truth(audit).reasons[game] or "")


def _items(audit: Audit, unread: NDArray[np.bool_], unstated: NDArray[np.bool_] | None = None) -> Items:
    """One per hand: absent without a wall, undecided where that is not understood or of another hand.

    Args:
        audit: The batch.
        unread: Shape (hands,): what the log says cannot be read.
        unstated: Shape (hands,): a stated wall says nothing of it.
    """
    hands, truth = audit.events.hands, wall_truth(audit)
    foreign, stated = truth.foreign, truth.stated
    unknown = np.where(stated.look == 0, _without_wall(audit)[hands.game], State.ABSENT)
    unknown[[*stated.walls]] = 0
    unknown[[*stated.reasons]] = State.UNDECIDED

    def why(item: int) -> Detail:
        if item in stated.reasons:
            return Detail(None, None, stated.reasons[item])
        if unknown[item]:
            return _why(audit, hands.game[item])
        if foreign[item]:
            return Detail(None, None, "the hand was not dealt from this seed")
        return lost_because(audit, item)

    lost = (unknown != 0) | foreign | unread
    absent = unknown == State.ABSENT
    if unstated is not None:
        absent |= unstated
    return Items(np.arange(len(hands.game)), hands.element, lost, absent=absent, why=why)


def _per_hand(
    audit: Audit, passed: NDArray[np.bool_], detail: Callable[[int], Detail], items: Items
) -> Verdicts:
    return per_hand(audit, items.hand, passed, detail, lost=items.lost, absent=items.absent, why=items.why)


def wall_deal(audit: Audit) -> Verdicts:
    """The tehai are those that the wall deals, in whatever order they are stated; one item per hand."""
    hands, truth = audit.events.hands, wall_truth(audit)
    logged, due = _seen(truth, np.arange(len(hands.game)), hands.haipai), truth.haipai
    foreign = truth.foreign
    earlier = np.concatenate([[False], foreign[:-1]]) & ~audit.is_first_hand

    def detail(item: int) -> Detail:
        element = int(hands.element[item])
        if foreign[item]:
            message = (
                "the deal is not of this seed and hand: another log's seed, or a hand is missing before it"
            )
            return Detail(mpsz(logged[item][0].tolist()), mpsz(due[item][0].tolist()), message, element)
        seat = int((np.sort(logged[item]) != np.sort(due[item])).any(axis=1).argmax())
        stated, dealt = logged[item, seat].tolist(), due[item, seat].tolist()
        # Tiles of a stated wall are not told from others of their kind.
        (other, *_), (missing, *_) = Counter(stated) - Counter(dealt), Counter(dealt) - Counter(stated)
        place = stated.index(other)
        claimed, computed = (_text(truth, item, tile) for tile in (other, missing))
        giver = _giver(truth, item)
        message = f"tile {place + 1} dealt to seat {seat} is {claimed}, the {giver} gives {computed}"
        return Detail(claimed, computed, message, element, seat)

    passed = truth.agreeing == DEAL_PLACES
    rows = np.flatnonzero(~passed)
    passed[rows] = (np.sort(logged[rows]) == np.sort(due[rows])).all(axis=(1, 2))
    unstated = np.zeros(len(hands.game), np.bool_)
    # Some records state only what was left after the deal.
    unstated[[row for row, wall in truth.stated.walls.items() if wall.dealt is None]] = True
    items = _items(audit, ~audit.played, unstated)
    # The first hand of another wall fails; those behind it are undecided.
    named = foreign & ~earlier & audit.played
    return _per_hand(audit, passed, detail, replace(items, lost=items.lost & ~named))


def wall_draws(audit: Audit) -> Verdicts:
    """Every tile drawn, from the wall or as a replacement, is that of the seed; one item per hand."""
    plays = audit.events.plays
    (first_wrong, due), truth = wrong_draws(audit), wall_truth(audit)

    def detail(item: int) -> Detail:
        play = int(first_wrong[item])
        claimed, computed = (_text(truth, item, int(tile)) for tile in (plays.tile[play], due[item]))
        message = f"log draws {claimed}, the {_giver(truth, item)} gives {computed}"
        return Detail(claimed, computed, message, int(plays.element[play]), int(plays.seat[play]))

    return _per_hand(audit, first_wrong < 0, detail, _items(audit, ~audit.played))


def wall_indicators(audit: Audit) -> Verdicts:
    """Dora indicators, and the ura indicators of every riichi win, are those of the seed; per hand."""
    shown, truth = compared_indicators(audit), wall_truth(audit)
    wrong_dora = any_seat(shown.dora_wrong)

    def detail(item: int) -> Detail:
        is_dora = bool(wrong_dora[item])
        logged, due, wrong = (
            (shown.dora, truth.dora, shown.dora_wrong) if is_dora else (shown.ura, truth.ura, shown.ura_wrong)
        )
        place = int(np.flatnonzero(wrong[item])[0])
        claimed, computed = (_text(truth, item, int(tiles[item, place])) for tiles in (logged, due))
        name = "dora" if is_dora else "ura"
        message = f"{name} indicator {place + 1} is {claimed}, the {_giver(truth, item)} gives {computed}"
        return Detail(claimed, computed, message, _indicator_element(audit, item, place, is_dora=is_dora))

    passed = ~(wrong_dora | any_seat(shown.ura_wrong))
    return _per_hand(audit, passed, detail, _items(audit, ~audit.followed))


def _indicator_element(audit: Audit, row: int, place: int, *, is_dora: bool) -> int:
    """Element that shows an indicator: INIT, a DORA, or the result."""
    events = audit.events
    if not is_dora:
        return int(events.results.element[events.hands.result_offsets[row]])
    if place == 0:
        return int(events.hands.element[row])
    plays = np.arange(events.hands.play_offsets[row], events.hands.play_offsets[row + 1])
    shown = plays[events.plays.kind[plays] == PlayKind.DORA]
    return int(events.plays.element[shown[place - 1]])


def _dice_items(audit: Audit) -> Items:
    """One per hand; a stated wall has no dice."""
    return _items(audit, ~audit.played, wall_truth(audit).stated.look != 0)


_SEED: Final = "21,579 walls; agreement shows an intact file, not an honest server"

CHECKS: Final = (
    Check(
        "wall-seed",
        "seed of the wall",
        "The seed of the wall has a known form; a stated wall has its hash, and four tiles of each kind",
        FORMAT + ": seeds of 2009 to 2022; Mahjong Soul: 54 hands of 2019 to 2024",
        wall_known,
    ),
    Check(
        "wall-dice",
        "dice",
        "The dice are those that the seed gives",
        _SEED,
        two_columns(
            _dice_items,
            lambda audit: audit.events.hands.dice,
            lambda audit: wall_truth(audit).dice,
            lambda dice: " and ".join(map(str, (dice + 1).tolist())),
            "log has dice {claimed}, the seed gives {computed}",
            # Dice that cannot be are malformed, and no claim.
            unread=lambda audit: has_broken_start(audit.events, "seed"),
        ),
    ),
    Check(
        "wall-deal",
        "deal",
        "The tehai are dealt from the wall that the seed gives or the log states",
        _SEED,
        wall_deal,
    ),
    Check(
        "wall-draws",
        "draws",
        "Every draw and every replacement tile is the next of the wall that the seed gives or the log states",
        _SEED,
        wall_draws,
    ),
    Check(
        "wall-indicators",
        "indicators",
        "Dora and ura indicators are those of the wall that the seed gives or the log states",
        _SEED,
        wall_indicators,
    ),
)
