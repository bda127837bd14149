"""What a log claims of a result, and the wide row that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from analyzer.formats.wide_rows import (
    HAN_LIMIT,
    HONBA_LIMIT,
    HUNDREDS_LIMIT,
    POINTS_LIMIT,
    RESULT,
    RESULT_PLACES,
    empty_results,
)
from analyzer.vocabulary import ABSENT, NO_SEAT, TILES, EndKind, Seat, TileId

__all__ = ["MOST_POINTS", "RESULT_WIDTH", "Claimed", "first_places", "is_within", "row_of"]

_BLANK: Final[list[int]] = empty_results(1)[0].tolist()
RESULT_WIDTH: Final = len(_BLANK)
_SHOWN: Final = 14
MOST_POINTS: Final = 100 * HUNDREDS_LIMIT


class _Bound(NamedTuple):
    """Numbers that a claim may have."""

    attribute: str
    """By which oddities name it."""
    lowest: int
    highest: int


_BOUNDS: Final = {
    "honba": _Bound("ba", 0, HONBA_LIMIT),
    "kyotaku": _Bound("ba", 0, HONBA_LIMIT),
    "scores": _Bound("sc", -MOST_POINTS, MOST_POINTS),
    "deltas": _Bound("sc", -MOST_POINTS, MOST_POINTS),
    "machi": _Bound("machi", 0, TILES - 1),
    "dora": _Bound("doraHai", 0, TILES - 1),
    "ura": _Bound("doraHaiUra", 0, TILES - 1),
    "ten": _Bound("ten", ABSENT, POINTS_LIMIT),
    "melds": _Bound("m", 0, 0xFFFF),
    "yaku": _Bound("yaku", 0, HAN_LIMIT),
    "yakuman": _Bound("yakuman", 0, HAN_LIMIT),
}


class Claimed(NamedTuple):
    """What a log claims of a result, as columns of `Results`; None or empty where it claims nothing."""

    end: EndKind
    draw_kind: int = 0
    honba: int | None = None
    kyotaku: int | None = None
    scores: Sequence[int] | None = None
    """Of four seats, before the result."""
    deltas: Sequence[int] | None = None
    winner: Seat = NO_SEAT
    loser: Seat = NO_SEAT
    pao_seat: Seat = NO_SEAT
    shown: Mapping[Seat, Sequence[TileId]] | None = None
    """Tiles by seat."""
    machi: TileId | None = None
    dora: Sequence[TileId] = ()
    ura: Sequence[TileId] = ()
    fu: int | None = None
    points: int | None = None
    limit: int = 0
    melds: Sequence[int] = ()
    yaku: Mapping[int, int] | None = None
    """Han by id."""
    yakuman: Sequence[int] = ()

    @property
    def ten(self) -> Sequence[int]:
        """Fu, points and limit; none of a draw."""
        if self.end != EndKind.AGARI:
            return ()
        return [ABSENT if number is None else number for number in (self.fu, self.points, self.limit)]


def row_of(hand: int, element: int, claimed: Claimed) -> tuple[list[int], list[str]]:
    """The claims within the bounds of their columns, and the attributes that name what is beyond them.

    Args:
        hand: Row of the hand.
        element: Of the result.
        claimed: What the log claims.
    """
    row = _BLANK.copy()
    row[RESULT.hand] = hand
    row[RESULT.element] = element
    row[RESULT.end] = claimed.end
    row[RESULT.draw_kind] = claimed.draw_kind
    row[RESULT.winner] = claimed.winner
    row[RESULT.loser] = claimed.loser
    row[RESULT.pao_seat] = claimed.pao_seat
    row[RESULT.has_ura] = bool(claimed.ura)
    bad: dict[str, None] = {}
    least = claimed.end == EndKind.AGARI
    for seat, tiles in (claimed.shown or {}).items():
        if least <= len(tiles) <= _SHOWN:
            start = RESULT.shown + seat * _SHOWN
            row[start : start + len(tiles)] = tiles
        else:
            bad["hai" if least else f"hai{seat}"] = None
    if least and claimed.machi is None:
        bad["machi"] = None
    for name, (attribute, lowest, highest) in _BOUNDS.items():
        value = getattr(claimed, name)
        numbers = (value,) if isinstance(value, int) else value
        if not numbers:
            continue
        if isinstance(numbers, dict):
            numbers = [number for pair in numbers.items() for number in pair]
        place = first_places(RESULT_PLACES[name], numbers)
        if place.stop > RESULT_PLACES[name].stop or not is_within(numbers, lowest, highest):
            bad[attribute] = None
        else:
            row[place] = numbers
    return row, [*bad]


def is_within(numbers: Sequence[int], lowest: int, highest: int) -> bool:
    """Whether all numbers, at least one, are within bounds."""
    return min(numbers) >= lowest and max(numbers) <= highest


def first_places(place: slice, numbers: Sequence[int]) -> slice:
    """The beginning of a column, as long as the numbers are."""
    return slice(place.start, place.start + len(numbers))
