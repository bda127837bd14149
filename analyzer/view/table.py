"""What lies where at one moment of a hand: the one model that text, SVG and HTML draw.

`laying` makes it from the plays, apart from the replay; tests compare the two tile by tile.
"""

from __future__ import annotations

from typing import NamedTuple

from analyzer.view.outcome import Outcome
from analyzer.view.plays import Play
from analyzer.vocabulary import PlayKind, Seat, TileId, kyoku_text

__all__ = ["Meld", "MeldTile", "RiverTile", "Side", "Table"]


class RiverTile(NamedTuple):
    """One discard.

    Attributes:
        tile: Its id.
        is_tsumogiri: Discarded as drawn.
        is_turned: It lies turned: the tile of a riichi, or the next one if that was called away.
        called_by: Seat whose meld it lies in now; None while it lies here.
        is_won: Somebody won on it.
    """

    tile: TileId
    is_tsumogiri: bool
    is_turned: bool
    called_by: Seat | None = None
    is_won: bool = False


class MeldTile(NamedTuple):
    """One tile of a meld.

    Attributes:
        tile: Its id.
        is_turned: It came from another seat, or lies on the tile that did.
        is_hidden: It lies face down: the outer two of a closed kan.
        is_added: It lies on the turned tile before it (kakan).
    """

    tile: TileId
    is_turned: bool = False
    is_hidden: bool = False
    is_added: bool = False


class Meld(NamedTuple):
    """A meld.

    Attributes:
        kind: CHI, PON, DAIMINKAN, KAKAN or ANKAN.
        source: Seat the called tile came from; None for a closed kan.
        tiles: From left to right as its owner sees them.
    """

    kind: PlayKind
    source: Seat | None
    tiles: tuple[MeldTile, ...]


class Side(NamedTuple):
    """One seat's part of the table.

    Attributes:
        seat: 0-2 or 0-3.
        name: Of the player.
        wind: 0 East to 3 North.
        score: Points, riichi sticks on the table taken off, the settlement not yet added.
        delta: What the settlement adds; None before the end or where it is not known.
        tehai: Concealed tiles, sorted, without the one just drawn.
        drawn: The tile just drawn.
        melds: In order of calling.
        kita: Norths set aside.
        river: Discards in order.
        riichi: Riichi is declared.
        stick: And its stick paid.
        won_on: Tile another seat let go of and this seat won on; only at the end.
        is_winner: Only at the end.
        is_tenpai: As the settlement has it; None before the end or where it does not ask.
    """

    seat: Seat
    name: str
    wind: int
    score: int
    delta: int | None
    tehai: tuple[TileId, ...]
    drawn: TileId | None
    melds: tuple[Meld, ...]
    kita: tuple[TileId, ...]
    river: tuple[RiverTile, ...]
    riichi: bool
    stick: bool
    won_on: TileId | None = None
    is_winner: bool = False
    is_tenpai: bool | None = None


class Table(NamedTuple):
    """The table after so many plays.

    Attributes:
        kyoku: 0-15.
        honba: Counter.
        sticks: Riichi sticks on the table.
        live_tiles: Left to draw.
        indicators: Dora indicators shown.
        ura: The tiles under them; known at the end only.
        sides: One per seat in play.
        turn: Plays made.
        turns: Plays of the whole hand.
        play: The last one made; None after the deal.
        outcome: The end; None while the hand is played.
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
    play: Play | None
    outcome: Outcome | None

    @property
    def name(self) -> str:
        """As ``E2.1``."""
        return kyoku_text(self.kyoku, self.honba)

    def __repr__(self) -> str:
        from analyzer.view.text import PLAIN, table_text

        return table_text(self, PLAIN)

    def _repr_html_(self) -> str:
        from analyzer.view.svg import table_html

        return table_html(self)
