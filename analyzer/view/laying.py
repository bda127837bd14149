"""Plays laid out on a table, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from analyzer.formats.events import Events
from analyzer.view.outcome import Outcome
from analyzer.view.plays import Play
from analyzer.view.table import Meld, MeldTile, RiverTile, Side, Table
from analyzer.vocabulary import NO_TILE, PlayKind, Seat, TileId, kind_of

__all__ = ["Deal", "deal_of", "tables_of"]

_LIVE_TILES: Final = {3: 55, 4: 70}
"""Tiles to draw after the deal, by players."""
_ACROSS, _PREVIOUS = 2, 3
_RIICHI: Final = (PlayKind.RIICHI, PlayKind.RIICHI_ACCEPTED)


@dataclass(slots=True)
class _Seated:
    """A seat while plays are laid out."""

    score: int
    tehai: list[TileId]
    drawn: TileId | None = None
    melds: list[Meld] = field(default_factory=list)
    kita: list[TileId] = field(default_factory=list)
    river: list[RiverTile] = field(default_factory=list)
    riichi: bool = False
    stick: bool = False

    def give_up(self, tiles: Iterable[TileId]) -> None:
        """Take tiles out of the concealed part; what is not there, in a log that cannot be, stays away."""
        if self.drawn is not None:
            self.tehai.append(self.drawn)
            self.drawn = None
        for tile in tiles:
            if tile in self.tehai:
                self.tehai.remove(tile)

    def lies_turned(self) -> bool:
        """Whether the tile of its riichi lies in the river, turned."""
        return any(one.is_turned and one.called_by is None for one in self.river)


class Deal(NamedTuple):
    """A hand before its first play.

    Attributes:
        kyoku: 0-15.
        honba: Counter.
        sticks: Riichi sticks on the table.
        indicator: First dora indicator.
        dealer: Seat.
        names: One per seat in play.
        scores: One per seat in play.
        haipai: One per seat in play.
        ura: Tiles under the indicators as far as the log shows them.
        stick: Points of a riichi stick.
    """

    kyoku: int
    honba: int
    sticks: int
    indicator: TileId
    dealer: Seat
    names: tuple[str, ...]
    scores: tuple[int, ...]
    haipai: tuple[tuple[TileId, ...], ...]
    ura: tuple[TileId, ...]
    stick: int


def deal_of(
    events: Events, hand: int, names: Sequence[str], dealer: Seat, ura: Iterable[TileId], stick: int
) -> Deal:
    """The deal of a hand.

    Args:
        events: Any number of games.
        hand: Row of ``events.hands``.
        names: One per seat in play.
        dealer: Seat, by kyoku.
        ura: Tiles under the indicators; NO_TILE where fewer.
        stick: Points of a riichi stick.
    """
    hands, players = events.hands, len(names)
    haipai = hands.haipai[hand, :players].tolist()
    return Deal(
        kyoku=int(hands.kyoku[hand]),
        honba=int(hands.honba[hand]),
        sticks=int(hands.kyotaku[hand]),
        indicator=int(hands.indicator[hand]),
        dealer=dealer,
        names=tuple(names),
        scores=tuple(hands.scores[hand, :players].tolist()),
        haipai=tuple(tuple(tile for tile in tiles if tile != NO_TILE) for tiles in haipai),
        ura=tuple(tile for tile in ura if tile != NO_TILE),
        stick=stick,
    )


def tables_of(deal: Deal, plays: Sequence[Play], outcome: Outcome) -> tuple[Table, ...]:
    """The table after the deal, after each play, and at the end: two more than there are plays."""
    found = tuple(_laid_out(deal, plays))
    let_go = (play.tile for play in reversed(plays) if play.kind not in (PlayKind.DORA, *_RIICHI))
    return (*found, _ended(found[-1], outcome, deal.ura, next(let_go, None)))


def _laid_out(deal: Deal, plays: Sequence[Play]) -> Iterator[Table]:
    seated = [_Seated(score, sorted(tiles)) for score, tiles in zip(deal.scores, deal.haipai, strict=True)]
    indicators, live, sticks = [deal.indicator], _LIVE_TILES[len(seated)], deal.sticks
    for turn, play in enumerate([None, *plays]):
        if play is not None and play.seat is not None and play.seat < len(seated):
            _apply(seated, play, deal.stick)
            live -= play.kind == PlayKind.DRAW
            sticks += play.kind == PlayKind.RIICHI_ACCEPTED
        elif play is not None and play.kind == PlayKind.DORA and play.tile is not None:
            indicators.append(play.tile)
        yield Table(
            kyoku=deal.kyoku,
            honba=deal.honba,
            sticks=sticks,
            live_tiles=live,
            indicators=tuple(indicators),
            ura=(),
            sides=tuple(_side(deal, seated, seat) for seat in range(len(seated))),
            turn=turn,
            turns=len(plays),
            play=play,
            outcome=None,
        )


def _side(deal: Deal, seated: list[_Seated], seat: Seat) -> Side:
    place = seated[seat]
    return Side(
        seat=seat,
        name=deal.names[seat],
        wind=(seat - deal.dealer) % len(seated),
        score=place.score,
        delta=None,
        tehai=tuple(sorted(place.tehai)),
        drawn=place.drawn,
        melds=tuple(place.melds),
        kita=tuple(place.kita),
        river=tuple(place.river),
        riichi=place.riichi,
        stick=place.stick,
    )


def _apply(seated: list[_Seated], play: Play, stick: int) -> None:
    """Lay out one play of a seat."""
    assert play.seat is not None  # noqa: S101 - the caller looked
    place = seated[play.seat]
    match play.kind:
        case PlayKind.DRAW:
            place.give_up(())
            place.drawn = play.tile
        case PlayKind.DISCARD if play.tile is not None:
            place.give_up([play.tile])
            is_turned = place.riichi and not place.lies_turned()
            place.river.append(RiverTile(play.tile, play.is_tsumogiri, is_turned))
        case PlayKind.RIICHI:
            place.riichi = True
        case PlayKind.RIICHI_ACCEPTED:
            place.stick = True
            place.score -= stick
        case PlayKind.KITA if play.tile is not None:
            place.give_up([play.tile])
            place.kita.append(play.tile)
        case PlayKind.KAKAN:
            _add_to_pon(place, play)
        case _:
            _call(seated, play)


def _call(seated: list[_Seated], play: Play) -> None:
    """Chi, pon, daiminkan or ankan."""
    assert play.seat is not None  # noqa: S101 - the caller looked
    place = seated[play.seat]
    place.give_up(tile for tile in play.tiles if tile != play.called)
    if play.called is not None and play.source is not None and play.source < len(seated):
        river = seated[play.source].river
        if river and river[-1].tile == play.called:
            river[-1] = river[-1]._replace(called_by=play.seat)
    place.melds.append(_meld(play))


def _meld(play: Play) -> Meld:
    """The tiles of a call as they lie: the called one turned, at the side of the seat it came from."""
    if play.called is None or play.source is None or play.seat is None:
        outer = (0, len(play.tiles) - 1)
        tiles = tuple(MeldTile(tile, is_hidden=place in outer) for place, tile in enumerate(play.tiles))
        return Meld(play.kind, None, tiles)
    own = [MeldTile(tile) for tile in play.tiles if tile != play.called]
    place = {_PREVIOUS: 0, _ACROSS: 1}.get((play.source - play.seat) % 4, len(own))
    own.insert(place, MeldTile(play.called, is_turned=True))
    return Meld(play.kind, play.source, tuple(own))


def _add_to_pon(place: _Seated, play: Play) -> None:
    """A kakan: the fourth tile goes onto the turned one; without its pon, in a log that cannot be, beside."""
    assert play.tile is not None  # noqa: S101 - a kakan names its tile
    place.give_up([play.tile])
    for index, meld in enumerate(place.melds):
        if meld.kind == PlayKind.PON and kind_of(meld.tiles[0].tile) == kind_of(play.tile):
            turned = next(at for at, one in enumerate(meld.tiles) if one.is_turned)
            tiles = list(meld.tiles)
            tiles.insert(turned + 1, MeldTile(play.tile, is_turned=True, is_added=True))
            place.melds[index] = Meld(PlayKind.KAKAN, meld.source, tuple(tiles))
            return
    place.melds.append(Meld(PlayKind.KAKAN, None, tuple(MeldTile(tile) for tile in play.tiles)))


def _ended(last: Table, outcome: Outcome, ura: tuple[TileId, ...], let_go: TileId | None) -> Table:
    """The table with its end: who won on what, who is tenpai, what is paid."""
    winners = {win.winner: win for win in outcome.wins}
    ronned = {win.loser for win in outcome.wins if win.loser != win.winner}
    sides = []
    for side in last.sides:
        win = winners.get(side.seat)
        river = side.river
        if side.seat in ronned and river and river[-1].tile == let_go:
            river = (*river[:-1], river[-1]._replace(is_won=True))
        sides.append(
            side._replace(
                river=river,
                delta=None if outcome.deltas is None else outcome.deltas[side.seat],
                is_winner=win is not None,
                won_on=let_go if win is not None and win.loser != win.winner else None,
                is_tenpai=None if outcome.tenpai is None else side.seat in outcome.tenpai,
            )
        )
    return last._replace(sides=tuple(sides), outcome=outcome, ura=ura if outcome.kind == "win" else ())
