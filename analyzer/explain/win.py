"""A win for people: one record, as a rule set gives it or as a log claims it, and every text of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Results
from analyzer.replay.facts import Facts
from analyzer.rules.grades import HonbaOfRons
from analyzer.rules.rule_set import RuleSet
from analyzer.settlement import Wins
from analyzer.settlement.decompositions import QUAD, RUN
from analyzer.settlement.payments import LIABILITIES
from analyzer.settlement.points import FuPart
from analyzer.settlement.win_facts import WinScores, WinShape
from analyzer.settlement.yaku_names import NO_YAKU, TWICE, Yaku
from analyzer.vocabulary import (
    ABSENT,
    KINDS,
    LIMITS,
    NO_SEAT,
    NO_TILE,
    SEATS,
    Seat,
    TileKind,
    kind_text,
    tile_text,
)


@dataclass(frozen=True, slots=True)
class WinYaku:
    """A yaku, or dora of one sort.

    Attributes:
        name: As ``double riichi``, ``ura dora``.
        id: Tenhou's number for it.
        han: 0 for a yakuman.
        yakuman: How often it is paid as a yakuman; 0 for others.
    """

    name: str
    id: int
    han: int
    yakuman: int


@dataclass(frozen=True, slots=True)
class WinFu:
    """A part of the fu.

    Attributes:
        name: As ``closed triplet``.
        tile: Kind of the set or pair, as ``7z``; None where it is for none.
        fu: How many.
    """

    name: str
    tile: str | None
    fu: int


@dataclass(frozen=True, slots=True)
class Liable:
    """A seat that is liable (包).

    Attributes:
        seat: Whose tiles made it certain.
        yaku: Name of the yakuman; None in a claim, which does not say.
    """

    seat: Seat
    yaku: str | None


@dataclass(frozen=True, slots=True)
class Win:
    """A win; what a log does not state is None in its claim.

    Attributes:
        winner: Seat.
        loser: Seat that is ronned; None for a tsumo.
        won_on: The winning tile, as ``5m``, or ``0m`` for the red one.
        listed: The yaku as logs list them: dora behind, ura dora also where they are none.
        han: Dora included; 0 with a yakuman.
        fu: Rounded, as it is printed; 0 for thirteen orphans.
        fu_parts: What they are given for, their sum not rounded; empty in a claim.
        limit: ``mangan`` to ``yakuman``; None below.
        yakuman: How many are paid, of which a double one counts twice; a counted yakuman is none.
        points: Without honba and sticks; a tsumo in total.
        pao: Who is liable, for each yakuman with such a seat.
        deltas: Points per seat, honba and sticks included.
        is_certain: False where no source says who pays, so that ``deltas`` are a guess.
        sets: Sets and pair, called sets in brackets; None in a claim.
        pot: Honba and sticks that it takes; None where they go to another winner, and in a claim.
    """

    winner: Seat
    loser: Seat | None
    won_on: str | None
    listed: tuple[WinYaku, ...] = ()
    han: int = 0
    fu: int | None = None
    fu_parts: tuple[WinFu, ...] = ()
    limit: str | None = None
    yakuman: int = 0
    points: int | None = None
    pao: tuple[Liable, ...] = ()
    deltas: tuple[int, ...] | None = None
    is_certain: bool = True
    sets: str | None = None
    pot: tuple[int, int] | None = None

    @property
    def tile(self) -> str | None:
        """Kind of the winning tile, as ``5m``."""
        return None if self.won_on is None else self.won_on.replace("0", "5")

    @property
    def yaku(self) -> tuple[WinYaku, ...]:
        """The yaku that count, dora behind."""
        return tuple(yaku for yaku in self.listed if yaku.han or yaku.yakuman)

    @property
    def liable(self) -> Seat | None:
        """The seat that is liable for the first yakuman with such a seat."""
        return self.pao[0].seat if self.pao else None

    @property
    def way(self) -> str:
        """As ``ron off seat 2 on 5m``."""
        way = "tsumo" if self.loser is None else f"ron off seat {self.loser}"
        return way if self.tile is None else f"{way} on {self.tile}"

    @property
    def is_valued(self) -> bool:
        """Whether it has yaku or points; mjai states neither."""
        return bool(self.yaku or self.points)

    @property
    def yaku_text(self) -> str:
        """As ``riichi 1, dora 2``."""
        return _yaku_text(self.yaku)

    @property
    def worth(self) -> str:
        """As ``3 han 40 fu, 5,200 points``."""
        parts = [f"{self.han} han {self.fu} fu"] if self.han and self.fu is not None else []
        parts += [self.limit] if self.limit else []
        return ", ".join([*parts, f"{self.points:,} points" if self.points else "no points"])

    @property
    def counted(self) -> tuple[WinYaku, ...]:
        """The yaku as logs list them; yakuman alone where there are some."""
        return tuple(yaku for yaku in self.listed if yaku.yakuman) or self.listed

    @property
    def listed_text(self) -> str:
        """As ``riichi 1, ura dora 0``; yakuman alone where there are some."""
        return _yaku_text(self.counted)

    @property
    def made_of(self) -> str:
        """As ``123m 456p 789p 222s 77s by ron on 3m: riichi 1, 40 fu (base 20, …)``."""
        how = "tsumo of" if self.loser is None else "ron on"
        parts = [f"{part.name}{f' {part.tile}' if part.tile else ''} {part.fu}" for part in self.fu_parts]
        fu = f"{self.fu} fu ({', '.join(parts) or 'no fu'})"
        return f"{self.sets} by {how} {self.won_on or 'no tile'}: {self.listed_text}, {fu}"

    @property
    def settlement(self) -> str:
        """What its payments come from besides the points, as ``8000 (mangan), 1 honba, 0 sticks``."""
        honba, sticks = ("no", "no") if self.pot is None else self.pot
        pot = f"{honba} honba, {sticks} stick{'' if sticks == 1 else 's'}"
        liable = "" if self.liable is None else f", seat {self.liable} liable"
        return f"{points_and_limit(self.points, self.limit)}, {pot}{liable}"

    def to_dict(self) -> dict[str, object]:
        """The record in plain values, but for what only its texts need."""
        return {name: plain(getattr(self, name)) for name in _IN_JSON}


_IN_JSON: Final = (
    *("winner", "loser", "tile", "yaku", "han", "fu", "fu_parts", "limit", "yakuman", "points", "pao"),
    *("deltas", "is_certain"),
)


def plain(value: object) -> object:
    """A value as JSON has it: a list for a tuple, an object for one with names, a text for a grade."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return str(value) if isinstance(value, str) else value


def points_and_limit(points: int | None, limit: str | None) -> str:
    """Points with the name of their limit, as ``8000 (mangan)``; without a limit ``7700``."""
    if points is None:
        return limit or "not stated"
    return f"{points} ({limit})" if limit else str(points)


def _yaku_text(listed: Iterable[WinYaku]) -> str:
    parts = (yaku.name if yaku.yakuman else f"{yaku.name} {yaku.han}" for yaku in listed)
    return ", ".join(parts) or "no yaku"


def claimed_win(results: Results, row: int, players: int) -> Win:
    """One win as the log has it."""
    fu, points, limit = results.ten[row].tolist()
    pao, machi, deltas = int(results.pao_seat[row]), int(results.machi[row]), results.deltas[row, :players]
    winner, loser = int(results.winner[row]), int(results.loser[row])
    yaku = [(number, han) for number, han in results.yaku[row].tolist() if number != ABSENT]
    yakuman = [(number, 1) for number in results.yakuman[row].tolist() if number != ABSENT]
    return Win(
        winner=winner,
        loser=None if winner == loser else loser,
        won_on=None if machi == NO_TILE else tile_text(machi),
        listed=_listed(yaku, yakuman),
        han=sum(han for _, han in yaku),
        fu=None if fu == ABSENT else fu,
        limit=LIMITS[limit] if limit > 0 else None,
        yakuman=len(yakuman),
        points=None if points == ABSENT else points,
        pao=() if pao == NO_SEAT else (Liable(pao, None),),
        deltas=None if (deltas == ABSENT).any() else tuple(deltas.tolist()),
    )


def _listed(yaku: Iterable[tuple[int, int]], yakuman: Iterable[tuple[int, int]]) -> tuple[WinYaku, ...]:
    """Ids with their han, and ids of yakuman with how often they are paid."""
    ordinary = [WinYaku(Yaku(number).text, number, han, 0) for number, han in yaku]
    return tuple(ordinary + [WinYaku(Yaku(number).text, number, 0, units) for number, units in yakuman])


def in_turn(wins: Wins, rows: NDArray[np.intp]) -> list[int]:
    """Wins by how many seats the winner comes after the discarder: the order in which logs have them."""
    turns = (wins.winner[rows].astype(np.int64) - wins.loser[rows]) % SEATS
    found: list[int] = rows[np.argsort(turns, kind="stable")].tolist()
    return found


def computed_win(wins: Wins, row: int, facts: Facts, rules: RuleSet, seats: int | None = None) -> Win:
    """One win as a rule set gives it.

    Args:
        wins: Of any hands.
        row: The win.
        facts: Of the hands.
        rules: The rule set.
        seats: How many seats have points; None for those of the rule set.
    """
    scores, table = wins.scores, wins.table
    liable = zip(LIABILITIES, table.pao_seat[row].tolist(), strict=True)
    winner, loser, tile = int(wins.winner[row]), int(wins.loser[row]), int(facts.last_tile[wins.hand[row]])
    yaku = [(number, han) for number, han in scores.yaku[row].tolist() if number != NO_YAKU]
    twice = {TWICE[one] for one in rules.double_yakuman}
    yakuman = [
        (number, 2 if number in twice else 1) for number in scores.yakuman[row].tolist() if number != NO_YAKU
    ]
    takes_honba = bool(table.takes_pot[row]) or rules.honba_of_rons == HonbaOfRons.EVERY
    takes = takes_honba or table.sticks[row] > 0
    parts = [part for part in scores.fu_parts[row].tolist() if part[0] != FuPart.NONE]
    return Win(
        winner=winner,
        loser=None if winner == loser else loser,
        won_on=None if tile == NO_TILE else tile_text(tile),
        listed=_listed(yaku, yakuman),
        han=0 if yakuman else int(scores.han[row]),
        fu=int(scores.fu[row]),
        fu_parts=tuple(
            WinFu(FuPart(part).text, kind_text(kind) if kind < KINDS else None, fu)
            for part, fu, kind in parts
        ),
        limit=LIMITS[scores.limit[row]] if scores.limit[row] else None,
        yakuman=int(scores.yakuman_count[row]),
        points=int(scores.points[row]),
        pao=tuple(Liable(seat, yaku.text) for (_, yaku), seat in liable if seat != NO_SEAT),
        deltas=tuple(wins.deltas[row, : seats or rules.seats].tolist()),
        is_certain=not wins.unmeasured[row],
        sets=decomposition_text(scores, row),
        pot=(int(table.honba[row]) if takes_honba else 0, int(table.sticks[row])) if takes else None,
    )


def kinds_text(kinds: Sequence[TileKind]) -> str:
    """mpsz text of kinds of one suit."""
    texts = [kind_text(kind) for kind in kinds]
    return "".join(text[0] for text in texts) + texts[0][1]


def _set_text(form: int, kind: TileKind) -> str:
    return kinds_text((kind, kind + 1, kind + 2) if form == RUN else (kind,) * (4 if form == QUAD else 3))


def decomposition_text(scores: WinScores, row: int) -> str:
    """Sets and pair of a win, called sets in brackets, as ``123m (777z) 55p``; other shapes by name.

    A set that a ron completes is scored as open, and is written as what it is: not called.
    """
    shape = WinShape(int(scores.shape[row]))
    if shape != WinShape.STANDARD:
        return shape.name.lower().replace("_", " ") if shape != WinShape.NONE else "no winning shape"
    won, pair = int(scores.win_place[row]), int(scores.pair[row])
    sets = [
        _set_text(form, kind) if concealed or place == won else f"({_set_text(form, kind)})"
        for place, (form, kind, concealed) in enumerate(scores.sets[row].tolist())
    ]
    return " ".join([*sets, kinds_text((pair, pair))])
