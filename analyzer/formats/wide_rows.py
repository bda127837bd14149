"""Wide rows of int32 that kernels or claims of a log fill, and the typed columns made of them.

Every array that compiled code receives costs time, and hands and results have about forty columns; so kernels
fill one row of numbers for each, and numpy splits the rows into columns.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from analyzer.formats.events import Calls, Games, Hands, Plays, Results
from analyzer.kernels import numbered
from analyzer.vocabulary import ABSENT, NO_SEAT, NO_TILE, SEATS, TILES, EndKind, Seat, TileId

HONBA_LIMIT: Final = 9_999
"""Highest honba and number of sticks that is accepted; it keeps later sums within int32."""
HUNDREDS_LIMIT: Final = 1_000_000
"""Highest score in hundreds that is accepted; it keeps later sums within int32."""
HAN_LIMIT: Final = 199
"""Highest han of one yaku that is accepted; it keeps the sum of a list small."""
POINTS_LIMIT: Final = 10_000_000
MOST_POINTS: Final = 100 * HUNDREDS_LIMIT
_FEW_ROWS: Final = 100
"""As a game has: numpy copies them number by number before anything else would have been arranged."""


class _Column(NamedTuple):
    """A column of `Hands` or `Results` as part of a wide row."""

    name: str
    shape: tuple[int, ...]
    dtype: DTypeLike
    fill: int
    """What stands where the log says nothing."""


def _alike(names: str, shape: tuple[int, ...], dtype: DTypeLike, fill: int) -> list[_Column]:
    """Columns of one form."""
    return [_Column(name, shape, dtype, fill) for name in names.split()]


class _WideRow:
    """The columns of one row."""

    def __init__(self, *columns: _Column) -> None:
        sizes = [math.prod(column.shape) for column in columns]
        self._columns = columns
        self._blank = np.repeat([column.fill for column in columns], sizes).astype(np.int32)
        self.places = {
            column.name: stop - size
            for column, size, stop in zip(columns, sizes, accumulate(sizes), strict=True)
        }
        self.slices = {
            name: slice(place, place + size)
            for (name, place), size in zip(self.places.items(), sizes, strict=True)
        }

    def empty(self, rows: int) -> NDArray[np.int32]:
        """Rows that say nothing."""
        return np.tile(self._blank, (rows, 1))

    def split(self, rows: NDArray[np.int32]) -> dict[str, NDArray[np.generic]]:
        """The columns of rows."""
        alone = _alone if len(rows) > _FEW_ROWS else np.ascontiguousarray
        columns = {}
        for column, place in zip(self._columns, self.slices.values(), strict=True):
            part = alone(rows[:, place]).astype(column.dtype, copy=False)
            columns[column.name] = part.reshape(len(rows), *column.shape)
        return columns


def _alone(part: NDArray[np.int32]) -> NDArray[np.int32]:
    """Some entries of each row without the others; whole entries are copied faster than number by number."""
    entry = np.dtype((np.void, part.shape[1] * part.itemsize))
    return np.ascontiguousarray(part.view(entry)).view(np.int32)


_HANDS: Final = _WideRow(
    *_alike("game element kyoku honba kyotaku play_start result_start", (), np.int32, 0),
    *_alike("dice", (2,), np.uint8, 0),
    *_alike("indicator", (), np.uint8, NO_TILE),
    *_alike("dealer", (), np.uint8, 0),
    *_alike("scores", (SEATS,), np.int32, 0),
    *_alike("chips", (SEATS,), np.int32, ABSENT),
    *_alike("haipai", (SEATS, 13), np.uint8, NO_TILE),
    *_alike("complete", (), np.bool_, False),
)
_RESULTS: Final = _WideRow(
    *_alike("hand element", (), np.int32, 0),
    *_alike("end draw_kind", (), np.uint8, 0),
    *_alike("honba kyotaku", (), np.int32, ABSENT),
    *_alike("scores deltas chip_scores chip_deltas", (SEATS,), np.int32, ABSENT),
    *_alike("final_scores final_results final_chips", (SEATS,), np.int32, ABSENT),
    *_alike("shown", (SEATS, 14), np.uint8, NO_TILE),
    *_alike("winner loser pao_seat", (), np.uint8, NO_SEAT),
    *_alike("machi", (), np.uint8, NO_TILE),
    *_alike("ten", (3,), np.int32, ABSENT),
    *_alike("yaku", (24, 2), np.int32, ABSENT),
    *_alike("yakuman melds", (8,), np.int32, ABSENT),
    *_alike("dora ura", (8,), np.uint8, NO_TILE),
    *_alike("has_ura has_owari", (), np.bool_, False),
)
HAND: Final = numbered(_HANDS.places)
"""First place of each column in a wide row."""
RESULT: Final = numbered(_RESULTS.places)
HAND_PLACES: Final[Mapping[str, slice]] = _HANDS.slices
"""All places of each column in a wide row."""
RESULT_PLACES: Final[Mapping[str, slice]] = _RESULTS.slices


def empty_hands(hands: int) -> NDArray[np.int32]:
    """Wide rows for hands."""
    return _HANDS.empty(hands)


def empty_results(results: int) -> NDArray[np.int32]:
    """Wide rows for results."""
    return _RESULTS.empty(results)


def split_hands(rows: NDArray[np.int32], plays: int, results: int) -> Hands:
    """Columns of hands; all are readable so far.

    Args:
        rows: Wide rows, all in use.
        plays: Rows of ``plays`` altogether.
        results: Rows of ``results`` altogether.
    """
    counters = rows[:, HAND.kyoku : HAND.kyotaku + 1]
    counted = (counters != ABSENT).all(axis=1)
    counters[counters == ABSENT] = 0
    columns = _HANDS.split(rows)
    play_offsets = np.append(columns.pop("play_start"), np.int32(plays))
    result_offsets = np.append(columns.pop("result_start"), np.int32(results))
    return Hands(
        **columns,  # type: ignore[arg-type]  # the table above has the types of each column
        counted=counted,
        play_offsets=play_offsets,
        result_offsets=result_offsets,
        readable=np.ones(len(rows), np.bool_),
    )


def split_results(rows: NDArray[np.int32]) -> Results:
    """Columns of results."""
    return Results(**_RESULTS.split(rows))  # type: ignore[arg-type]  # as above


def blank_games(games: int) -> Games:
    """So many games of which nothing is known."""
    return Games(
        go_type=np.full(games, ABSENT, np.int32),
        lobby=np.full(games, ABSENT, np.int32),
        players=np.full(games, 4, np.uint8),
        announces_rules=np.zeros(games, np.bool_),
        first_dealer=np.full(games, ABSENT, np.int32),
        taikyoku=np.full(games, ABSENT, np.int32),
        hand_offsets=np.zeros(games + 1, np.int32),
    )


def blank_plays(plays: int) -> Plays:
    """Room for so many plays; rows of calls and deposits are ABSENT."""
    return Plays(
        kind=np.empty(plays, np.uint8),
        seat=np.empty(plays, np.uint8),
        tile=np.empty(plays, np.uint8),
        row=np.full(plays, ABSENT, np.int32),
        element=np.empty(plays, np.int32),
    )


def blank_calls(calls: int) -> Calls:
    """Room for so many calls."""
    return Calls(
        code=np.zeros(calls, np.uint16),
        tiles=np.full((calls, 4), NO_TILE, np.uint8),
        called=np.full(calls, NO_TILE, np.uint8),
        source=np.full(calls, NO_SEAT, np.uint8),
    )


_BLANK: Final[list[int]] = empty_results(1)[0].tolist()
RESULT_WIDTH: Final = len(_BLANK)
_SHOWN: Final = 14


_BOUNDS: Final[Mapping[str, tuple[str, int, int]]] = {
    "honba": ("ba", 0, HONBA_LIMIT),
    "kyotaku": ("ba", 0, HONBA_LIMIT),
    "scores": ("sc", -MOST_POINTS, MOST_POINTS),
    "deltas": ("sc", -MOST_POINTS, MOST_POINTS),
    "machi": ("machi", 0, TILES - 1),
    "dora": ("doraHai", 0, TILES - 1),
    "ura": ("doraHaiUra", 0, TILES - 1),
    "ten": ("ten", ABSENT, POINTS_LIMIT),
    "melds": ("m", 0, 0xFFFF),
    "yaku": ("yaku", 0, HAN_LIMIT),
    "yakuman": ("yakuman", 0, HAN_LIMIT),
}
"""By column: the attribute by which oddities name it, and the numbers that it may have."""


def row_of(
    end: EndKind, claims: Mapping[str, Sequence[int]], shown: Mapping[Seat, Sequence[TileId]]
) -> tuple[list[int], list[str]]:
    """The wide row of a result, and the attributes that name what is beyond the bounds of its column.

    Args:
        end: Of the hand.
        claims: Numbers by column of `Results`; of ``yaku`` id and han in turn.
        shown: Tiles by seat.
    """
    row = _BLANK.copy()
    row[RESULT.end] = end
    row[RESULT.has_ura] = bool(claims.get("ura"))
    bad: dict[str, None] = {}
    is_win = end == EndKind.AGARI
    for seat, tiles in shown.items():
        if is_win <= len(tiles) <= _SHOWN:
            start = RESULT.shown + seat * _SHOWN
            row[start : start + len(tiles)] = tiles
        else:
            bad["hai" if is_win else f"hai{seat}"] = None
    if is_win and not claims.get("machi"):
        bad["machi"] = None
    for name, numbers in claims.items():
        place = RESULT_PLACES[name]
        attribute, lowest, highest = _BOUNDS.get(name, (name, 0, NO_SEAT))
        if not numbers:
            continue
        if len(numbers) > place.stop - place.start or not is_within(numbers, lowest, highest):
            bad[attribute] = None
        else:
            row[place.start : place.start + len(numbers)] = numbers
    return row, [*bad]


def is_within(numbers: Sequence[int], lowest: int, highest: int) -> bool:
    """Whether all numbers, at least one, are within bounds."""
    return min(numbers) >= lowest and max(numbers) <= highest
