"""What findings say in words: tiles, seats, points, draws, and a win in one line as logged and as played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.case import Case
from analyzer.explain.outcome import yaku_name
from analyzer.explain.winning_hand import decomposition_text, fu_text
from analyzer.formats.meld_codes import decode_call
from analyzer.settlement.points import NO_LIMIT
from analyzer.settlement.yaku_names import NO_YAKU
from analyzer.vocabulary import (
    ABSENT,
    LIMITS,
    NO_SEAT,
    NO_TILE,
    TILES,
    DrawKind,
    PlayKind,
    TileId,
    mpsz,
    signed_points,
    tile_text,
)

__all__ = [
    "Compared",
    "claimed_yaku",
    "claimed_yakuman",
    "compared",
    "computed_yaku",
    "in_order",
    "kind_text",
    "logged_line",
    "logged_yaku_text",
    "melds_text",
    "order_text",
    "played_line",
    "played_yaku_text",
    "points_and_limit",
    "points_text",
    "seats_text",
    "ura_count_text",
    "with_id",
]


class Compared(NamedTuple):
    """Tiles that the log shows and those of play."""

    claimed: str
    computed: str
    sentence: str
    """Both, and what differs; the empty text where they are the same tiles."""


def with_id(tile: TileId) -> str:
    """A tile and its id, as ``9p (id 68)``, where its name alone would not tell it apart."""
    return "nothing" if tile >= TILES else f"{tile_text(tile)} (id {tile})"


def in_order(tiles: Iterable[TileId], *, ids: bool) -> str:
    """Tiles in the order given, NO_TILE left out; ``none`` if there are none."""
    texts = [with_id(tile) if ids else tile_text(tile) for tile in tiles if tile != NO_TILE]
    return ", ".join(texts) if ids and texts else " ".join(texts) or "none"


def order_text(tiles: Sequence[TileId]) -> str:
    """The first two tiles that do not ascend, as ``3m (id 8) before 1m (id 0)``."""
    one, other = next(pair for pair in pairwise(tiles) if pair[0] > pair[1])
    return f"{with_id(one)} before {with_id(other)}"


def compared(shown: NDArray[np.bool_], held: NDArray[np.bool_]) -> Compared:
    """Two sets of tiles as texts that differ where the sets do.

    Args:
        shown: By the log; shape (136,).
        held: By play; shape (136,).
    """
    claimed, computed = (mpsz(np.flatnonzero(tiles).tolist()) for tiles in (shown, held))
    odd, gone = (np.flatnonzero(tiles).tolist() for tiles in (shown & ~held, held & ~shown))
    sentence = f"{claimed}, play gives {computed}"
    if claimed != computed:
        parted = (("not held", odd), ("not shown", gone))
        # A copy of the same name on either side is told by its id.
        alike = {tile_text(tile) for tile in odd} & {tile_text(tile) for tile in gone}
        named = (lambda tiles: ", ".join(map(with_id, tiles))) if alike else mpsz
        parts = [f"{what}: {named(tiles)}" for what, tiles in parted if tiles]
        return Compared(claimed, computed, f"{sentence} ({'; '.join(parts)})")
    if not odd:
        return Compared(claimed, computed, "")
    other, own = (", ".join(map(with_id, tiles)) for tiles in (odd, gone))
    sentence = f"{sentence}: {other} where play has {own}"
    return Compared(f"{claimed} with {other}", f"{computed} with {own}", sentence)


def kind_text(kind: int) -> str:
    """Name of a draw kind; of one that no rule and no tag has, a phrase."""
    if kind == 0:
        return "no draw"
    return DrawKind(kind).text if kind in DrawKind._value2member_map_ else "an unknown kind of draw"


def seats_text(seats: NDArray[np.bool_]) -> str:
    """Seats of a mask as ``seats 0, 2``."""
    names = [str(seat) for seat in np.flatnonzero(seats).tolist()]
    return f"seat{'s' if len(names) > 1 else ''} {', '.join(names)}" if names else "nobody"


def points_text(points: NDArray[np.int32]) -> str:
    """Points of the seats as ``(25000, 24000, 26000, 25000)``."""
    return "(" + ", ".join(map(str, points.tolist())) + ")"


def claimed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    """Ids and han that the log lists."""
    rows = case.events.results.yaku[case.wins.result[item]].tolist()
    return [(number, han) for number, han in rows if number != ABSENT]


def computed_yaku(case: Case, item: int) -> list[tuple[int, int]]:
    """Ids and han of the best decomposition."""
    return [(number, han) for number, han in case.wins.scores.yaku[item].tolist() if number != NO_YAKU]


def claimed_yakuman(case: Case, item: int) -> list[int]:
    """Ids that the log lists."""
    rows = case.events.results.yakuman[case.wins.result[item]].tolist()
    return [number for number in rows if number != ABSENT]


def logged_yaku_text(case: Case, item: int) -> str:
    """Yaku, or yakuman, that the log lists."""
    yakuman = claimed_yakuman(case, item)
    claimed = claimed_yaku(case, item)
    if not claimed and not yakuman and case.from_json[case.events.hands.game[case.wins.hand[item]]]:
        return "yaku not stated"
    return _yaku_text(claimed, yakuman)


def played_yaku_text(case: Case, item: int) -> str:
    """Yaku, or yakuman, of the best decomposition."""
    yakuman = [number for number in case.wins.scores.yakuman[item].tolist() if number != NO_YAKU]
    return _yaku_text(computed_yaku(case, item), yakuman)


def _yaku_text(yaku: Iterable[tuple[int, int]], yakuman: Iterable[int]) -> str:
    """As ``riichi 1, pinfu 1``; yakuman alone where there are some."""
    listed = ", ".join(map(yaku_name, yakuman))
    return listed or ", ".join(f"{yaku_name(number)} {han}" for number, han in yaku) or "no yaku"


def points_and_limit(points: int, limit: int) -> str:
    """Points with the name of their limit, as ``8000 (mangan)``."""
    if points == ABSENT:
        return LIMITS[limit] if limit > 0 else "points not stated"
    if limit == NO_LIMIT:
        return f"{points} (no limit)"
    return f"{points} ({LIMITS[limit] if 0 <= limit < len(LIMITS) else limit})"


def logged_line(case: Case, item: int) -> str:
    """What the log says of a win: ``riichi 1, dora 1, 30 fu, 2000 (no limit), paid (0, +2000, -2000, 0)``."""
    result = int(case.wins.result[item])
    fu, points, limit = case.events.results.ten[result].tolist()
    paid = signed_points(case.events.results.deltas[result].tolist())
    counted = "fu not stated" if fu == ABSENT else f"{fu} fu"
    worth = (logged_yaku_text(case, item), counted, points_and_limit(points, limit))
    if all(text.endswith("not stated") for text in worth):
        return f"only payments {paid}"
    return f"{', '.join(worth)}, paid {paid}"


def played_line(case: Case, item: int) -> str:
    """What play gives: ``123m 456p 789p 222s 77s by ron on 3m: riichi 1, 40 fu (base 20, …), 1300 …``."""
    wins, scores = case.wins, case.wins.scores
    hand = int(wins.hand[item])
    tile = int(case.facts.last_tile[hand])
    how = "tsumo of" if wins.winner[item] == wins.loser[item] else "ron on"
    won = f"{decomposition_text(scores, item)} by {how} {'no tile' if tile == NO_TILE else tile_text(tile)}"
    fu = f"{scores.fu[item]} fu ({fu_text(scores, item)})"
    points = points_and_limit(int(scores.points[item]), int(scores.limit[item]))
    return f"{won}: {played_yaku_text(case, item)}, {fu}, {points}, paid {payment_text(case, item)}"


def payment_text(case: Case, item: int) -> str:
    """Payments of a win by the rules, with what they are made of."""
    wins = case.wins
    hand = int(wins.hand[item])
    honba, sticks = int(case.events.hands.honba[hand]), int(case.facts.riichi_sticks[hand])
    parts = [f"{honba} honba", f"{sticks} stick{'' if sticks == 1 else 's'}"]
    if not wins.takes_pot[item]:
        parts = ["no honba", "no sticks"]
    if wins.pao_seat[item] != NO_SEAT:
        parts.append(f"seat {wins.pao_seat[item]} liable")
    return f"{signed_points(wins.deltas[item].tolist())} with {', '.join(parts)}"


def melds_text(codes: list[int]) -> str:
    """Calls with their codes, as ``pon 555z (m=40522), kita 4z (m=30752)``."""
    tiles = np.empty(4, np.uint8)
    texts = []
    for code in codes:
        kind = PlayKind(decode_call(code, 0, tiles)[0])
        texts.append(f"{kind.name.lower()} {mpsz(tiles[tiles < TILES].tolist())} (m={code})")
    return ", ".join(texts) or "no calls"


def ura_count_text(count: int) -> str:
    """As ``1 ura indicator``."""
    return f"{count or 'no'} ura indicator{'' if count == 1 else 's'}"
