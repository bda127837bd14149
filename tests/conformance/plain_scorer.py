"""A scorer as a beginner would write it, for Tenhou's rules of today; its fields are what goes wrong.

It shares no line with the package.  Sources: Riichi wiki, "List of yaku", "Fu", "Scoring", "Pao"; Tenhou's
ways as ``rules/sets/tenhou.toml`` and ``tenhou-sanma.toml`` name them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from analyzer.vocabulary import AKA_IDS, PlayKind
from tests.settlement.logged_wins import LoggedWin, dora_of

RUN, TRIPLET, KAN = "run", "triplet", "kan"
YAOCHU = {*range(0, 27, 9), *range(8, 27, 9), *range(27, 34)}
GREEN = {19, 20, 21, 23, 25, 32}
EAST, HAKU = 27, 31


class Block(NamedTuple):
    """A set of a hand."""

    form: str
    kind: int
    """The lowest."""
    is_open: bool = False
    """Called, or a triplet finished by ron."""

    @property
    def kinds(self) -> set[int]:
        return {self.kind, self.kind + 1, self.kind + 2} if self.form == RUN else {self.kind}


class Reading(NamedTuple):
    """One way to see a hand: four sets and a pair, seven pairs without sets, or thirteen orphans."""

    blocks: tuple[Block, ...]
    pair: int
    wait: str


def _sets(counts: tuple[int, ...], wanted: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Sets that use all of the tiles."""
    first = next((kind for kind, count in enumerate(counts) if count), None)
    if first is None:
        if not wanted:
            yield ()
        return
    if counts[first] >= 3:
        yield from (((TRIPLET, first), *rest) for rest in _sets(_less(counts, first, 3), wanted - 1))
    if first < 27 and first % 9 < 7 and counts[first + 1] and counts[first + 2]:
        rest = _less(_less(_less(counts, first, 1), first + 1, 1), first + 2, 1)
        yield from (((RUN, first), *others) for others in _sets(rest, wanted - 1))


def _less(counts: tuple[int, ...], kind: int, number: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] - number, *counts[kind + 1 :])


def _wait(form: str, kind: int, won: int) -> str:
    if form == TRIPLET:
        return "both pairs"
    if won == kind + 1:
        return "inner"
    at_edge = (kind % 9 == 0 and won == kind + 2) or (kind % 9 == 6 and won == kind)
    return "edge" if at_edge else "open"


@cache
def readings(
    counts: tuple[int, ...], melds: tuple[tuple[str, int, bool], ...], won: int, is_tsumo: bool
) -> tuple[Reading, ...]:
    """All ways to see a hand."""
    called = tuple(Block(form, kind, is_open) for form, kind, is_open in melds)
    found: dict[Reading, None] = {}
    for pair in (kind for kind in range(34) if counts[kind] >= 2):
        for sets in _sets(_less(counts, pair, 2), 4 - len(melds)):
            own = [Block(*one) for one in sets]
            if pair == won:
                found[Reading((*own, *called), pair, "pair")] = None
            for place, block in enumerate(own):
                if won in block.kinds:
                    done = block._replace(is_open=block.form == TRIPLET and not is_tsumo)
                    blocks = (*own[:place], done, *own[place + 1 :], *called)
                    found[Reading(blocks, pair, _wait(block.form, block.kind, won))] = None
    if sum(counts) == 14 and all(count in (0, 2) for count in counts):
        found[Reading((), -1, "pair")] = None
    if sum(counts) == 14 and {kind for kind in range(34) if counts[kind]} == YAOCHU:
        found[Reading((), won if counts[won] == 2 else -2, "orphans")] = None
    return tuple(found)


class Seen(NamedTuple):
    """A win with one reading of it."""

    win: LoggedWin
    reading: Reading
    kinds: Counter[int]
    is_closed: bool

    def blocks(self, *forms: str) -> list[Block]:
        return [one for one in self.reading.blocks if one.form in forms]

    def has_set(self, kind: int) -> bool:
        return any(one.kind == kind for one in self.blocks(TRIPLET, KAN))

    def runs(self) -> Counter[int]:
        return Counter(one.kind for one in self.blocks(RUN))

    def closed_sets(self) -> int:
        return sum(not one.is_open for one in self.blocks(TRIPLET, KAN))

    def every_part_has(self, kinds: set[int]) -> bool:
        """Whether every set and the pair has a tile of these."""
        has_all = self.reading.pair in kinds and all(one.kinds & kinds for one in self.reading.blocks)
        return has_all and bool(self.blocks(RUN))

    def suits(self) -> set[int]:
        return {kind // 9 for kind in self.kinds if kind < 27}

    def pair_counts(self) -> int:
        """How often the pair is of value: a dragon, the seat wind, the round wind."""
        pair, round_wind = self.reading.pair, EAST + self.win.kyoku // 4
        return (pair >= HAKU) + (pair == self.win.seat_wind) + (pair == round_wind)


TERMINALS = {kind for kind in YAOCHU if kind < 27}


def _pairs_of_runs(seen: Seen) -> int:
    return sum(count // 2 for count in seen.runs().values())


def _has_three_colours(seen: Seen, numbers: set[int]) -> bool:
    return any({kind, kind + 9, kind + 18} <= numbers for kind in range(9))


def _gates(seen: Seen) -> int:
    """9 for nine gates that wait for all nine, 1 for other ones, 0 for none."""
    if len(seen.suits()) != 1 or seen.win.melds or any(kind >= 27 for kind in seen.kinds):
        return 0
    first, least = 9 * min(seen.suits()), [3, 1, 1, 1, 1, 1, 1, 1, 3]
    held = [seen.kinds[first + place] for place in range(9)]
    if any(count < due for count, due in zip(held, least, strict=True)):
        return 0
    held[seen.win.machi // 4 - first] -= 1
    return 9 if held == least else 1


def _given(number: int) -> Callable[[Seen], bool]:
    return lambda seen: number in seen.win.ids


def _wind(number: int, kind: int, *, of_seat: bool) -> Callable[[Seen], bool]:
    def holds(seen: Seen) -> bool:
        own = seen.win.seat_wind if of_seat else EAST + seen.win.kyoku // 4
        return own == kind and seen.has_set(kind)

    return holds


YAKU: Mapping[int, Callable[[Seen], bool]] = {
    0: lambda seen: seen.win.is_tsumo,
    **{number: _given(number) for number in (1, 2, 3, 4, 5, 6, 21)},
    7: lambda seen: len(seen.blocks(RUN)) == 4 and seen.reading.wait == "open" and not seen.pair_counts(),
    8: lambda seen: not YAOCHU & set(seen.kinds),
    9: lambda seen: _pairs_of_runs(seen) == 1,
    **{10 + place: _wind(10 + place, EAST + place, of_seat=True) for place in range(4)},
    **{14 + place: _wind(14 + place, EAST + place, of_seat=False) for place in range(4)},
    **{18 + place: (lambda seen, kind=HAKU + place: seen.has_set(kind)) for place in range(3)},
    22: lambda seen: seen.reading.pair == -1,
    23: lambda seen: seen.every_part_has(YAOCHU) and any(kind >= 27 for kind in seen.kinds),
    24: lambda seen: any({9 * suit, 9 * suit + 3, 9 * suit + 6} <= set(seen.runs()) for suit in range(3)),
    25: lambda seen: _has_three_colours(seen, set(seen.runs())),
    26: lambda seen: _has_three_colours(
        seen, {one.kind for one in seen.blocks(TRIPLET, KAN) if one.kind < 27}
    ),
    27: lambda seen: len(seen.blocks(KAN)) == 3,
    28: lambda seen: len(seen.blocks(TRIPLET, KAN)) == 4,
    29: lambda seen: seen.closed_sets() == 3,
    30: lambda seen: seen.reading.pair >= HAKU and sum(map(seen.has_set, range(HAKU, 34))) == 2,
    31: lambda seen: set(seen.kinds) <= YAOCHU and seen.reading.pair != -2,
    32: lambda seen: _pairs_of_runs(seen) == 2,
    33: lambda seen: seen.every_part_has(TERMINALS),
    34: lambda seen: len(seen.suits()) == 1 and any(kind >= 27 for kind in seen.kinds),
    35: lambda seen: len(seen.suits()) == 1 and all(kind < 27 for kind in seen.kinds),
}
YAKUMAN: Mapping[int, Callable[[Seen], bool]] = {
    37: _given(37),
    38: _given(38),
    39: lambda seen: all(map(seen.has_set, range(HAKU, 34))),
    40: lambda seen: seen.closed_sets() == 4 and seen.reading.wait != "pair",
    41: lambda seen: seen.closed_sets() == 4 and seen.reading.wait == "pair",
    42: lambda seen: all(kind >= 27 for kind in seen.kinds),
    43: lambda seen: set(seen.kinds) <= GREEN,
    44: lambda seen: set(seen.kinds) <= TERMINALS,
    45: lambda seen: _gates(seen) == 1,
    46: lambda seen: _gates(seen) == 9,
    47: lambda seen: seen.reading.wait == "orphans" and seen.reading.pair == -2,
    48: lambda seen: seen.reading.wait == "orphans" and seen.reading.pair >= 0,
    49: lambda seen: sum(map(seen.has_set, range(EAST, HAKU))) == 4,
    50: lambda seen: sum(map(seen.has_set, range(EAST, HAKU))) == 3 and EAST <= seen.reading.pair < HAKU,
    51: lambda seen: len(seen.blocks(KAN)) == 4,
}
HAN = {
    **dict.fromkeys(range(21), (1, 1)),
    **dict.fromkeys((0, 1, 2, 7, 9), (1, 0)),
    21: (2, 0), 22: (2, 0), 23: (2, 1), 24: (2, 1), 25: (2, 1),
    **dict.fromkeys(range(26, 32), (2, 2)),
    32: (3, 0), 33: (3, 2), 34: (3, 2), 35: (6, 5),
}  # fmt: skip
"""Han closed and open."""
EXCLUDES = {33: (23,), 31: (23, 33), 32: (9,), 21: (1,)}
"""What a yaku leaves no place for."""
FU = {
    "base": 20, "seven pairs": 25, "closed ron": 10, "tsumo": 2, "open form": 10, "pinfu tsumo": 0,
    "edge": 2, "inner": 2, "pair": 2, "open": 0, "both pairs": 0,
    "dragon pair": 2, "seat wind pair": 2, "round wind pair": 2, "double wind pair": 4,
    "open triplet of simples": 2, "open triplet of terminals": 4, "open triplet of honours": 4,
    "closed triplet of simples": 4, "closed triplet of terminals": 8, "closed triplet of honours": 8,
    "open kan of simples": 8, "open kan of terminals": 16, "open kan of honours": 16,
    "closed kan of simples": 16, "closed kan of terminals": 32, "closed kan of honours": 32,
}  # fmt: skip
LIMITS = ((13, 8000), (11, 6000), (8, 4000), (6, 3000), (5, 2000))
"""Base points by the least han."""
MANGAN = 2000


class Score(NamedTuple):
    """What a win is worth and who pays; as the pack has it."""

    yaku: tuple[tuple[int, int], ...]
    han: int
    fu: int
    points: int
    deltas: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Scorer:
    """The plain scorer; each field is one thing that a wrong one does otherwise."""

    unknown: frozenset[int] = frozenset()
    """Yaku that it does not know; 52 to 54 are dora."""
    han: Mapping[int, tuple[int, int]] = field(default_factory=lambda: HAN)
    fu: Mapping[str, int] = field(default_factory=lambda: FU)
    fu_step: int = 10
    fu_down: bool = False
    seven_pairs_rounded: bool = False
    ron_triplet_closed: bool = False
    limits: tuple[tuple[int, int], ...] = LIMITS
    mangan_by_points: bool = True
    """More than 2000 base points are a mangan."""
    rounded_up_mangan: bool = False
    """Kiriage."""
    first_reading: bool = False
    """It takes the first reading, not the one that pays most."""
    single_yakuman: bool = False
    double_yakuman: bool = False
    dora_without_cycle: bool = False
    kan_dora: bool = True
    dora_in_melds: bool = True
    aka_not_dora: bool = False
    """A red five is no dora by the indicator."""
    kita_not_dora: bool = False
    point_step: int = 100
    dealer_factor: int = 6
    dealer_pays_double: bool = True
    honba_ron: int | None = None
    honba_tsumo: int | None = None
    sanma_share: bool = False
    """With three players the missing seat's share is paid by the others."""
    honba_of: str = "first"
    """Of several winners: first, last, each."""
    sticks_of: str = "first"
    """Of several winners: first, last, split; or nobody."""
    pao: str = "rules"
    """rules, ignored, ron alone, tsumo alone, honba shared, whole by ron."""

    # What a win is worth.

    def score(self, win: LoggedWin, *, is_first: bool, is_last: bool, winners: int) -> Score:
        """Score one win of a hand."""
        worths = [self._worth(seen) for seen in _readings_of(win)]
        worth = worths[0] if self.first_reading else max(worths, key=lambda one: (one[3], one[1], one[2]))
        yaku, han, fu, base = worth
        places = {"first": is_first, "last": is_last, "each": True}
        honba = win.honba if places[self.honba_of] else 0
        sticks = (
            {"first": is_first, "last": is_last, "each": True}.get(self.sticks_of, False) * win.kyotaku * 1000
        )
        if self.sticks_of == "split":
            sticks = win.kyotaku * 1000 // winners // 100 * 100
        points, deltas = self._paid(win, base, honba)
        deltas[win.winner] += sticks
        return Score(yaku, han, fu, points, tuple(deltas))

    def _worth(self, seen: Seen) -> tuple[tuple[tuple[int, int], ...], int, int, int]:
        yakuman = [number for number, holds in YAKUMAN.items() if number not in self.unknown and holds(seen)]
        fu = self._fu(seen)
        if yakuman:
            units = 1 if self.single_yakuman else len(yakuman)
            units += sum(number in (41, 46, 48, 49) for number in yakuman) * self.double_yakuman
            return tuple((number, 13) for number in yakuman), 13 * len(yakuman), fu, 8000 * units
        yaku = self._yaku(seen)
        if not yaku:
            return (), 0, fu, 0
        listed = (*yaku, *self._dora(seen))
        han = sum(one for _, one in listed)
        return listed, han, fu, self._base(han, fu)

    def _yaku(self, seen: Seen) -> list[tuple[int, int]]:
        found = [number for number, holds in YAKU.items() if number not in self.unknown and holds(seen)]
        gone = {other for number in found for other in EXCLUDES.get(number, ())}
        if seen.reading.pair == -1:
            gone |= {9, 32}
        valued = [
            (number, self.han[number][0 if seen.is_closed else 1]) for number in found if number not in gone
        ]
        return [(number, han) for number, han in valued if han]

    def _dora(self, seen: Seen) -> Iterator[tuple[int, int]]:
        win = seen.win
        red = sum(tile in AKA_IDS for tile in win.tiles)
        if not self.dora_in_melds:
            win = win._replace(melds=())
        if self.aka_not_dora:
            win = win._replace(concealed=tuple(tile for tile in win.concealed if tile not in AKA_IDS))
        if self.kita_not_dora:
            win = win._replace(kita=0)
        shown = win.indicators if self.kan_dora else win.indicators[:1]
        if self.dora_without_cycle:
            shown = tuple(tile for tile in shown if tile // 4 not in (8, 17, 26, 30, 33))
        ura = win.ura_indicators if self.kan_dora else win.ura_indicators[:1]
        for number, count in ((52, dora_of(win, shown) + win.kita), (54, red), (53, dora_of(win, ura))):
            if count and number not in self.unknown:
                yield number, count

    def _fu(self, seen: Seen) -> int:
        fu = sum(self.fu[part] for part in self._parts(seen))
        if seen.reading.pair == -1 and not self.seven_pairs_rounded:
            return fu
        return fu // self.fu_step * self.fu_step if self.fu_down else -(-fu // self.fu_step) * self.fu_step

    def _parts(self, seen: Seen) -> list[str]:
        reading = seen.reading
        if reading.pair == -1:
            return ["seven pairs"]
        if not reading.blocks:
            return ["base", "tsumo" if seen.win.is_tsumo else "closed ron"]
        parts = ["base", reading.wait]
        for block in seen.blocks(TRIPLET, KAN):
            is_open = block.is_open and not (self.ron_triplet_closed and seen.is_closed)
            sort = "honours" if block.kind >= 27 else "terminals" if block.kind in YAOCHU else "simples"
            parts.append(f"{'open' if is_open else 'closed'} {block.form} of {sort}")
        parts += _pair_part(seen)
        has_more = any(FU[part] for part in parts[1:])
        if seen.is_closed and not seen.win.is_tsumo:
            parts.append("closed ron")
        elif seen.win.is_tsumo:
            parts.append("tsumo" if has_more or not seen.is_closed else "pinfu tsumo")
        elif not has_more:
            parts.append("open form")
        return parts

    def _base(self, han: int, fu: int) -> int:
        for least, base in self.limits:
            if han >= least:
                return base
        base = fu * 2 ** (2 + han)
        if self.rounded_up_mangan and base >= 1920:
            return MANGAN
        return min(base, MANGAN) if self.mangan_by_points else base

    # Who pays.

    def _up(self, points: int) -> int:
        return -(-points // self.point_step) * self.point_step

    def _paid(self, win: LoggedWin, base: int, honba: int) -> tuple[int, list[int]]:
        without_pao = {"ron alone": win.is_tsumo, "tsumo alone": not win.is_tsumo, "ignored": True}
        if win.pao is not None and not without_pao.get(self.pao, False):
            return self._paid_with_pao(win, base, honba)
        deltas = [0] * 4
        if not win.is_tsumo:
            points = self._ron(win, base)
            self._move(deltas, win.winner, win.loser, points + honba * self._honba_of_ron(win))
            return points, deltas
        shares = self._shares(win, base)
        for seat, share in shares.items():
            self._move(
                deltas,
                win.winner,
                seat,
                share + honba * (100 if self.honba_tsumo is None else self.honba_tsumo),
            )
        return sum(shares.values()), deltas

    def _paid_with_pao(self, win: LoggedWin, base: int, honba: int) -> tuple[int, list[int]]:
        """By tsumo the liable seat pays the whole hand; by ron half, of the liable yakuman alone."""
        deltas, pao = [0] * 4, int(win.pao or 0)
        points, extra = self._ron(win, base), honba * self._honba_of_ron(win)
        if win.is_tsumo:
            points = sum(self._shares(win, base).values())
            self._move(deltas, win.winner, pao, points + extra)
            return points, deltas
        half = self._ron(win, 8000) // 2
        if self.pao == "whole by ron":
            half *= 2
        if self.pao == "honba shared":
            self._move(deltas, win.winner, win.loser, extra // 2)
            extra -= extra // 2
        self._move(deltas, win.winner, pao, half + extra)
        self._move(deltas, win.winner, win.loser, points - half)
        return points, deltas

    def _honba_of_ron(self, win: LoggedWin) -> int:
        return (win.players - 1) * 100 if self.honba_ron is None else self.honba_ron

    def _ron(self, win: LoggedWin, base: int) -> int:
        return self._up(base * (self.dealer_factor if win.winner == win.dealer else 4))

    def _shares(self, win: LoggedWin, base: int) -> dict[int, int]:
        others = [seat for seat in range(win.players) if seat != win.winner]
        doubled = [
            win.winner == win.dealer or (seat == win.dealer and self.dealer_pays_double) for seat in others
        ]
        shares = {
            seat: self._up(base * (2 if twice else 1)) for seat, twice in zip(others, doubled, strict=True)
        }
        if self.sanma_share and win.players == 3:
            missing = self._up(base * (2 if win.winner == win.dealer else 1)) // 2
            shares = {seat: self._up(share + missing) for seat, share in shares.items()}
        return shares

    @staticmethod
    def _move(deltas: list[int], to: int, source: int, points: int) -> None:
        deltas[to] += points
        deltas[source] -= points


def _pair_part(seen: Seen) -> list[str]:
    pair, win = seen.reading.pair, seen.win
    if pair >= HAKU:
        return ["dragon pair"]
    if seen.pair_counts() == 2:
        return ["double wind pair"]
    if pair == win.seat_wind:
        return ["seat wind pair"]
    return ["round wind pair"] if seen.pair_counts() else []


@cache
def _readings_of(win: LoggedWin) -> tuple[Seen, ...]:
    forms = {PlayKind.CHI: RUN, PlayKind.PON: TRIPLET}
    melds = tuple(
        (forms.get(kind, KAN), min(tiles) // 4, kind != PlayKind.ANKAN) for kind, tiles in win.melds
    )
    counts = Counter(tile // 4 for tile in win.concealed)
    ways = readings(tuple(counts[kind] for kind in range(34)), melds, win.machi // 4, win.is_tsumo)
    kinds = Counter(tile // 4 for tile in win.tiles)
    is_closed = all(kind == PlayKind.ANKAN for kind, _ in win.melds)
    return tuple(Seen(win, way, kinds, is_closed) for way in ways)
