"""What lies where at one moment of a hand: text, SVG and HTML all draw this model.

It follows the plays independently of the replay; tests compare the two tile by tile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate
from typing import Any, Final, Self, TypeVar

from analyzer.audit.broken import has_broken_start
from analyzer.explain.outcome import Outcome
from analyzer.formats.events import Events
from analyzer.view.plays import Play
from analyzer.vocabulary import NO_TILE, WINDS, PlayKind, Seat, TileId, kind_of, kyoku_text

_LIVE_TILES: Final = {3: 55, 4: 70}
"""Tiles to draw after the deal, by players."""
_ACROSS, _PREVIOUS = 2, 3
_NO_TILE_MOVES: Final = (PlayKind.DORA, PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)


@dataclass(frozen=True, slots=True)
class RiverTile:
    """One discard.

    Attributes:
        tile: Tile id.
        is_tsumogiri: Discarded as drawn.
        is_turned: It lies turned: the riichi tile, or the next discard if the riichi tile was called.
        called_by: Seat that called it; None if it still lies here.
        is_won: A seat won on it.
    """

    tile: TileId
    is_tsumogiri: bool
    is_turned: bool
    called_by: Seat | None = None
    is_won: bool = False


@dataclass(frozen=True, slots=True)
class MeldTile:
    """One tile of a meld.

    Attributes:
        tile: Tile id.
        is_turned: It came from another seat, or was added to a tile that did.
        is_hidden: It lies face down: one of the outer two of a closed kan.
        is_added: It lies on the turned tile before it (kakan).
    """

    tile: TileId
    is_turned: bool = False
    is_hidden: bool = False
    is_added: bool = False


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld.

    Attributes:
        kind: CHI, PON, DAIMINKAN, KAKAN or ANKAN.
        source: Seat that the called tile came from; None for a closed kan.
        tiles: From left to right, as its owner sees them.
    """

    kind: PlayKind
    source: Seat | None
    tiles: tuple[MeldTile, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One seat at the table.

    Attributes:
        seat: 0-2 or 0-3.
        name: Name of the player.
        wind: 0 East to 3 North.
        score: Score after paid riichi sticks, before the settlement.
        delta: Change of score by the settlement; None before the end, or if the log does not state it.
        tehai: Concealed tiles, sorted, without the tile just drawn.
        drawn: The tile just drawn.
        melds: In order of calling.
        kita: Norths set aside.
        river: Discards in order.
        riichi: Riichi is declared.
        stick: Its stick is paid.
        won_on: Tile of another seat that this seat won on; only at the end.
        is_winner: This seat won; only at the end.
        is_tenpai: As in the settlement; None before the end, or if the settlement does not depend on it.
        is_scored: The log states the score.
    """

    seat: Seat
    name: str
    wind: int
    score: int
    delta: int | None
    tehai: tuple[TileId, ...]
    drawn: TileId | None = None
    melds: tuple[Meld, ...] = ()
    kita: tuple[TileId, ...] = ()
    river: tuple[RiverTile, ...] = ()
    riichi: bool = False
    stick: bool = False
    won_on: TileId | None = None
    is_winner: bool = False
    is_tenpai: bool | None = None
    is_scored: bool = True

    @property
    def marks(self) -> list[str]:
        """What is said of the seat: riichi, wins, tenpai or noten."""
        marks = {"riichi": self.riichi, "wins": self.is_winner, "tenpai": self.is_tenpai}
        return [*(name for name, is_so in marks.items() if is_so), *["noten"] * (self.is_tenpai is False)]


@dataclass(frozen=True, slots=True)
class Table:
    """The table after a number of plays.

    Attributes:
        kyoku: 0-15.
        honba: Number of honba.
        sticks: Riichi sticks on the table.
        live_tiles: Left to draw.
        indicators: Dora indicators shown.
        ura: The tiles under them; only at the end.
        sides: One per seat in play.
        turn: Plays made.
        turns: Plays of the whole hand.
        play: The last play; None after the deal.
        outcome: The end; None before.
    """

    kyoku: int
    honba: int
    sticks: int
    live_tiles: int
    indicators: tuple[TileId, ...]
    ura: tuple[TileId, ...]
    sides: tuple[Side, ...]
    turn: int
    turns: int
    play: Play | None = None
    outcome: Outcome | None = None

    @property
    def name(self) -> str:
        """Name of the hand, as ``E2.1``."""
        return kyoku_text(self.kyoku, self.honba)

    @property
    def counts(self) -> tuple[str, str, str]:
        """Kyoku, honba and riichi sticks, in words."""
        kyoku = f"{WINDS[self.kyoku // 4 % 4]} {self.kyoku % 4 + 1}"
        return kyoku, f"{self.honba} honba", f"{self.sticks} stick{'' if self.sticks == 1 else 's'}"

    @property
    def progress(self) -> str:
        """The last play with its number, as ``play 3 of 70: seat 1 draws 5p``."""
        return f"play {self.turn} of {self.turns}: {'the deal' if self.play is None else self.play}"

    @classmethod
    def dealt(cls, events: Events, hand: int, names: Sequence[str], dealer: Seat, turns: int) -> Self:
        """The table after the deal.

        Args:
            events: Any number of games.
            hand: Row of ``events.hands``.
            names: One per seat in play.
            dealer: Seat.
            turns: Plays of the hand.
        """
        hands, is_scored = events.hands, not has_broken_start(events, "ten")[hand]
        sides = (
            Side(
                seat=seat,
                name=name,
                wind=(seat - dealer) % len(names),
                score=int(hands.scores[hand, seat]),
                delta=None,
                is_scored=is_scored,
                tehai=tuple(sorted(tile for tile in hands.haipai[hand, seat].tolist() if tile != NO_TILE)),
            )
            for seat, name in enumerate(names)
        )
        return cls(
            kyoku=int(hands.kyoku[hand]),
            honba=int(hands.honba[hand]),
            sticks=int(hands.kyotaku[hand]),
            live_tiles=_LIVE_TILES[len(names)],
            indicators=(int(hands.indicator[hand]),),
            ura=(),
            sides=tuple(sides),
            turn=0,
            turns=turns,
        )


AnyTable = TypeVar("AnyTable", bound=Table)


def tables_of(
    dealt: AnyTable, plays: Sequence[Play], outcome: Outcome, *, ura: Iterable[TileId], stick: int
) -> tuple[AnyTable, ...]:
    """The table after the deal, after each play, and at the end: two more than there are plays.

    Args:
        dealt: The table after the deal.
        plays: The plays of the hand.
        outcome: The end of the hand.
        ura: Tiles under the indicators, and NO_TILE.
        stick: Points of a riichi stick.
    """
    found = tuple(accumulate(plays, partial(_after, stick=stick), initial=dealt))
    let_go = next((play.tile for play in reversed(plays) if play.kind not in _NO_TILE_MOVES), None)
    shown = tuple(tile for tile in ura if tile != NO_TILE) if outcome.kind == "win" else ()
    return (*found, replace(_ended(found[-1], outcome, let_go), ura=shown))


def _after(table: AnyTable, play: Play, *, stick: int) -> AnyTable:
    """The table after one more play."""
    table = replace(table, turn=table.turn + 1, play=play)
    sides = list(table.sides)
    if play.seat is None or play.seat >= len(sides):
        shown = (play.tile,) if play.kind == PlayKind.DORA and play.tile is not None else ()
        return replace(table, indicators=table.indicators + shown)
    sides[play.seat] = _acted(sides[play.seat], play, stick)
    if play.kind != PlayKind.KAKAN and play.source is not None and play.source < len(sides):
        sides[play.source] = _called_from(sides[play.source], play)
    return replace(
        table,
        sides=tuple(sides),
        live_tiles=table.live_tiles - (play.kind == PlayKind.DRAW),
        sticks=table.sticks + (play.kind == PlayKind.RIICHI_ACCEPTED),
    )


def _acted(side: Side, play: Play, stick: int) -> Side:
    """A seat after its own play."""
    match play.kind:
        case PlayKind.DRAW:
            return _without(side, (), drawn=play.tile)
        case PlayKind.DISCARD if play.tile is not None:
            lies_turned = any(one.is_turned and one.called_by is None for one in side.river)
            thrown = RiverTile(play.tile, play.is_tsumogiri, is_turned=side.riichi and not lies_turned)
            return _without(side, [play.tile], river=(*side.river, thrown))
        case PlayKind.RIICHI:
            return replace(side, riichi=True)
        case PlayKind.RIICHI_ACCEPTED:
            return replace(side, stick=True, score=side.score - stick)
        case PlayKind.KITA if play.tile is not None:
            return _without(side, [play.tile], kita=(*side.kita, play.tile))
        case PlayKind.KAKAN if play.tile is not None:
            return _without(side, [play.tile], melds=_with_kakan(side.melds, play, play.tile))
    held = [tile for tile in play.tiles if tile != play.called]
    return _without(side, held, melds=(*side.melds, _meld(play)))


def _without(side: Side, tiles: Iterable[TileId], **more: Any) -> Side:  # noqa: ANN401 - fields of `Side`
    """A seat without these concealed tiles; an impossible log may name tiles that are not there."""
    held = [*side.tehai, *([] if side.drawn is None else [side.drawn])]
    for tile in tiles:
        if tile in held:
            held.remove(tile)
    return replace(side, **{"tehai": tuple(sorted(held)), "drawn": None, **more})


def _called_from(side: Side, play: Play) -> Side:
    """The seat whose last discard was called."""
    if not side.river or side.river[-1].tile != play.called:
        return side
    return replace(side, river=(*side.river[:-1], replace(side.river[-1], called_by=play.seat)))


def _meld(play: Play) -> Meld:
    """The tiles of a call as they lie: the called tile is turned and points at the seat it came from."""
    if play.called is None or play.source is None or play.seat is None:
        outer = (0, len(play.tiles) - 1)
        tiles = tuple(MeldTile(tile, is_hidden=place in outer) for place, tile in enumerate(play.tiles))
        return Meld(play.kind, None, tiles)
    own = [MeldTile(tile) for tile in play.tiles if tile != play.called]
    place = {_PREVIOUS: 0, _ACROSS: 1}.get((play.source - play.seat) % 4, len(own))
    own.insert(place, MeldTile(play.called, is_turned=True))
    return Meld(play.kind, play.source, tuple(own))


def _with_kakan(melds: tuple[Meld, ...], play: Play, tile: TileId) -> tuple[Meld, ...]:
    """Melds with a kakan on its pon; in an impossible log without the pon, with a new meld."""
    for index, meld in enumerate(melds):
        if meld.kind == PlayKind.PON and kind_of(meld.tiles[0].tile) == kind_of(tile):
            turned = next(at for at, one in enumerate(meld.tiles) if one.is_turned)
            added = MeldTile(tile, is_turned=True, is_added=True)
            tiles = (*meld.tiles[: turned + 1], added, *meld.tiles[turned + 1 :])
            return (*melds[:index], Meld(PlayKind.KAKAN, meld.source, tiles), *melds[index + 1 :])
    return (*melds, Meld(PlayKind.KAKAN, None, tuple(MeldTile(one) for one in play.tiles)))


def _ended(last: AnyTable, outcome: Outcome, let_go: TileId | None) -> AnyTable:
    """The table at the end: winners and their tiles, tenpai, payments."""
    winners = {win.winner: win for win in outcome.wins}
    ronned = {win.loser for win in outcome.wins}
    sides = []
    for side in last.sides:
        win = winners.get(side.seat)
        river = side.river
        if side.seat in ronned and river and river[-1].tile == let_go:
            river = (*river[:-1], replace(river[-1], is_won=True))
        sides.append(
            replace(
                side,
                river=river,
                delta=None if outcome.deltas is None else outcome.deltas[side.seat],
                is_winner=win is not None,
                won_on=let_go if win is not None and win.loser is not None else None,
                is_tenpai=None if outcome.tenpai is None else side.seat in outcome.tenpai,
            )
        )
    return replace(last, sides=tuple(sides), outcome=outcome)
