"""Red fives of a wall as logs state or show them: three numbers, of man, pin and sou."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from analyzer.formats.builder import RED_FACES, EventsBuilder
from analyzer.formats.events import Claim, Events, Oddity
from analyzer.vocabulary import AKA_IDS, TileId

Game = TypeVar("Game")

_COPIES: Final = 4


def red_tiles(counts: Sequence[int]) -> tuple[TileId, ...]:
    """Ids of so many red fives of man, pin and sou: the first copies of each five."""
    return tuple(first + copy for first, count in zip(AKA_IDS, counts, strict=True) for copy in range(count))


def note_reds(build: EventsBuilder, counts: Sequence[int], element: int) -> None:
    """Note the red fives of a wall that has not one of each suit: that none is named, or more are."""
    if not any(counts):
        build.note(Oddity.UNSTATED, element, int(Claim.RED_FIVES))
    if max(counts) > 1:
        build.note(Oddity.MORE_REDS, element, int("".join(map(str, counts))))


def with_reds_seen(
    read: Callable[[Sequence[int]], tuple[EventsBuilder, Game]], counts: Sequence[int]
) -> Game:
    """A game that is read again with one more red five of each suit of which some hands show one more.

    In one hand alone it is a tile that lies twice.

    Args:
        read: Reads the game with so many red fives of man, pin and sou.
        counts: Red fives that the game is read with at first.
    """
    build, game = read(counts)
    shown = [len(build.beyond.get(red, ())) > 1 for red in RED_FACES.values()]
    more = [
        min(count + (is_shown and count > 0), _COPIES) for count, is_shown in zip(counts, shown, strict=True)
    ]
    return game if more == [*counts] else with_reds_seen(read, more)


def numerous_reds(events: Events) -> dict[int, tuple[int, ...]]:
    """Red fives of man, pin and sou of games that have more than one of a suit, by row of ``games``."""
    oddities = events.oddities
    rows = oddities.code == Oddity.MORE_REDS
    stated = zip(oddities.game[rows].tolist(), oddities.detail[rows].tolist(), strict=True)
    return {game: tuple(map(int, f"{digits:03}")) for game, digits in stated}
