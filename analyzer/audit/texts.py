"""What findings say in words: tiles, seats, points, draws, and what is wrong with the yaku of a win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.audit.audit import Audit
from analyzer.formats.meld_codes import decode_call
from analyzer.vocabulary import NO_TILE, SEATS, TILES, DrawKind, PlayKind, TileId, mpsz, tile_text

# A log without findings needs no words.
if TYPE_CHECKING:
    from analyzer.explain.win import Win


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


def _claimed(audit: Audit, item: int) -> Win:
    from analyzer.explain.win import claimed_win

    return claimed_win(audit.events.results, int(audit.wins.result[item]), SEATS)


def played_win(audit: Audit, item: int) -> Win:
    """A win as play and rules give it."""
    from analyzer.explain.win import computed_win

    rules = audit.rule_sets[int(audit.rule_of_game[audit.events.hands.game[audit.wins.hand[item]]])]
    return computed_win(audit.wins, item, audit.facts, rules, SEATS)


def logged_yaku_text(audit: Audit, item: int) -> str:
    """Yaku, or yakuman, that the log lists."""
    win = _claimed(audit, item)
    states_yaku = win.listed or not audit.from_json[audit.events.hands.game[audit.wins.hand[item]]]
    return win.listed_text if states_yaku else "not stated"


def yaku_sentence(audit: Audit, item: int) -> str:
    """What the yaku of the log lack and add, as ``log lacks ippatsu 1; has dora 3 for 1``."""
    said, due = (
        {yaku.name: "" if yaku.yakuman else f" {yaku.han}" for yaku in win.counted}
        for win in (_claimed(audit, item), played_win(audit, item))
    )
    lacks = [f"{name}{han}" for name, han in due.items() if name not in said]
    adds = [f"{name}{han}" for name, han in said.items() if name not in due]
    other = [f"{name}{said[name]} for{han}" for name, han in due.items() if said.get(name, han) != han]
    named = (("lacks", lacks), ("adds", adds), ("has", other))
    parts = [f"{verb} {', '.join(yaku)}" for verb, yaku in named if yaku]
    return f"log {'; '.join(parts)}" if parts else "log has a yaku twice"


def logged_worth(audit: Audit, item: int) -> str:
    """Points that the log states for a win, with the name of their limit."""
    from analyzer.explain.win import points_and_limit

    win = _claimed(audit, item)
    return points_and_limit(win.points, win.limit)


def melds_text(codes: list[int]) -> str:
    """Calls with their codes, as ``pon 555z (m=40522), kita 4z (m=30752)``."""
    tiles = np.empty(4, np.uint8)
    texts = []
    for code in codes:
        kind = PlayKind(decode_call(code, 0, tiles)[0])
        texts.append(f"{kind.name.lower()} {mpsz(tiles[tiles < TILES].tolist())} (m={code})")
    return ", ".join(texts) or "no calls"
