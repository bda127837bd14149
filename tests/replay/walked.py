"""The course of real hands by another way: sets of tiles moved by the elements of the XML, one by one.

Shanten is that of the mahjong package; waits are the kinds that complete the tehai by it.
"""

import re
from typing import NamedTuple

from mahjong.shanten import Shanten

from analyzer.vocabulary import PlayKind
from tests.settlement.logged_wins import meld_of

ORACLE = Shanten()
YAOCHU = {0, 8, 9, 17, 18, 26, *range(27, 34)}


class Walked(NamedTuple):
    """What one seat did in one hand."""

    haipai: int
    kyuushu: tuple[int, int] | None
    """Kinds and shanten of the first draw."""
    shanten: list[int]
    open_turn: int | None
    tenpai: tuple[set[int], int] | None
    """Waits after the first discard that left any, and tiles of them not seen."""
    riichi: tuple[set[int], int, bool] | None
    """Waits at the declaration, tiles of them not seen, furiten."""
    nagashi: tuple[int, str]
    waits: set[int]
    """At the end, before the last draw of a seat that has just drawn."""
    live: int
    """Tiles of them not seen; the winner's tile is not."""


def shanten(tiles, more=()):
    counts = [0] * 34
    for kind in [*(tile // 4 for tile in tiles), *more]:
        counts[kind] += 1
    return ORACLE.calculate_shanten(counts)


def waits(tiles):
    """Kinds that complete 3k + 1 tiles, of which the tiles do not have all four."""
    held = [tile // 4 for tile in tiles]
    if shanten(tiles) > 0:
        return set()
    return {kind for kind in range(34) if held.count(kind) < 4 and shanten(tiles, [kind]) == -1}


def call_of(code, who):
    """Tiles of a call, and the seat it took one from; None for a closed kan, an added tile or a north."""
    kind, tiles = meld_of(code)
    is_own = kind in (PlayKind.ANKAN, PlayKind.KAKAN, PlayKind.KITA)
    return {*tiles}, None if is_own else (who + code) % 4


class Seat:
    """What one seat holds and has done."""

    def __init__(self, tiles):
        self.held = set(tiles)
        self.river = []
        self.shanten = []
        self.haipai = shanten(tiles)
        self.kyuushu = self.open_turn = self.tenpai = self.riichi = self.drawn = None
        self.draws = 0
        self.nagashi = (0, "none")

    def draw(self, tile, *, is_calm):
        self.held.add(tile)
        self.drawn = tile
        if self.draws == 0 and not self.river and is_calm:
            self.kyuushu = (len({held // 4 for held in self.held} & YAOCHU), shanten(self.held))
        self.draws += 1

    def discard(self, tile, seen):
        self.held.remove(tile)
        self.river.append(tile)
        self.drawn = None
        self.shanten.append(shanten(self.held))
        if self.shanten[-1] == 0 and self.tenpai is None:
            self.tenpai = (waits(self.held), self.unseen(seen, waits(self.held)))
        row, end = self.nagashi
        if end in ("none", "alive"):
            self.nagashi = (row + 1, "alive") if tile // 4 in YAOCHU else (row, "simple")

    def unseen(self, seen, wanted):
        copies = {4 * kind + copy for kind in wanted for copy in range(4)}
        return len(copies - seen - self.held)

    def declare(self, seen):
        wanted = waits(self.held)
        furiten = any(tile // 4 in wanted for tile in self.river)
        self.riichi = (wanted, self.unseen(seen, wanted), furiten)

    def finished(self, seen, won_on):
        self.held.discard(self.drawn)
        wanted = waits(self.held) if len(self.held) % 3 == 1 else set()
        live = self.unseen(seen - {won_on}, wanted)
        return Walked(
            self.haipai,
            self.kyuushu,
            self.shanten,
            self.open_turn,
            self.tenpai,
            self.riichi,
            self.nagashi,
            wanted,
            live,
        )


def attribute(element, name):
    return re.search(rf'\b{name}="([^"]*)"', element)[1]


class Table:
    """One hand while its elements are read."""

    def __init__(self, init):
        deals = [attribute(init, f"hai{seat}") for seat in range(4)]
        self.seats = [Seat([int(tile) for tile in deal.split(",")]) for deal in deals if deal]
        self.seen = {int(attribute(init, "seed").split(",")[5])}
        self.is_calm = True
        self.last = (None, None)
        self.declaring = None
        self.winners = set()

    def read(self, element):
        name = element.split()[0]
        if drawn := re.fullmatch(r"([TUVW])(\d+)", name):
            self.draw("TUVW".index(drawn[1]), int(drawn[2]))
        elif discarded := re.fullmatch(r"([DEFG])(\d+)", name):
            self.discard("DEFG".index(discarded[1]), int(discarded[2]))
        elif name == "N":
            self.call(int(attribute(element, "who")), int(attribute(element, "m")))
        elif name == "REACH" and attribute(element, "step") == "1":
            self.declaring = int(attribute(element, "who"))
        elif name == "DORA":
            self.seen.add(int(attribute(element, "hai")))
        elif name == "AGARI":
            self.winners.add(int(attribute(element, "who")))

    def draw(self, who, tile):
        self.seats[who].draw(tile, is_calm=self.is_calm)
        self.last = (who, tile)

    def discard(self, who, tile):
        self.seen.add(tile)
        self.seats[who].discard(tile, self.seen)
        self.last = (who, tile)
        if self.declaring == who:
            self.seats[who].declare(self.seen)
            self.declaring = None

    def call(self, who, code):
        tiles, source = call_of(code, who)
        seat, self.is_calm = self.seats[who], False
        self.last = (who, next(iter(tiles & seat.held)))
        seat.held -= tiles
        seat.drawn = None
        self.seen |= tiles
        if source is None:
            return
        seat.open_turn = seat.open_turn or len(seat.river) + 1
        row, end = self.seats[source].nagashi
        if end == "alive":
            self.seats[source].nagashi = (row - 1, "called")

    def finished(self):
        last_seat, tile = self.last
        return [
            seat.finished(self.seen, tile if who in self.winners and who != last_seat else None)
            for who, seat in enumerate(self.seats)
        ]


def walked(text):
    """Every hand of a log: what each seat did."""
    for hand in text.split("<INIT ")[1:]:
        init, *elements = re.findall(r"([^<>]+?)\s*/?>", hand)
        table = Table(init)
        for element in elements:
            table.read(element)
        yield table.finished()
