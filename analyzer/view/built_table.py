"""The table of a hand that is being built: whose turn it is, who holds what, and which copies are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from analyzer.errors import UserMistake
from analyzer.replay.notation import MeldNote, parse_meld
from analyzer.vocabulary import PlayKind, Seat, kind_text, kyoku_text, parse_mpsz, tiles_in

__all__ = ["BuiltTable", "parsed", "read_call"]

Parsed = TypeVar("Parsed")

_HAIPAI: Final = 13
_COPIES: Final = 4


def parsed(what: str, text: str, parse: Callable[[str], Parsed]) -> Parsed:
    """What a text says.

    Raises:
        UserMistake: When it cannot be parsed.
    """
    try:
        return parse(text)
    except ValueError as error:
        raise UserMistake(f"{what}: {error}") from error


def _kind(tile: str) -> str:
    """mpsz text of the kind of a tile: a red five is a five."""
    return kind_text(parse_mpsz(tile)[0])


class BuiltTable:
    """One hand; every method raises `UserMistake` where the play cannot be on this table."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.plays = 0
        self.held: list[Counter[str]] = []
        self.turn: Seat | None = None
        """Who draws or discards next; None where no play can follow."""
        self.last: tuple[Seat, str] | None = None
        """The tile that may be won on, and who drew it or laid it down."""
        self._name = "before the first hand"
        self._has_drawn = False
        self._may_call = False
        self._pons: dict[tuple[Seat, str], list[str]] = {}
        self._seen: Counter[str] = Counter()

    def mistake(self, message: str) -> UserMistake:
        """A mistake with the place where it was made."""
        return UserMistake(f"{self._name}{f', play {self.plays}' if self.plays else ''}: {message}")

    def deal(self, kyoku: int, honba: int, tehai: Sequence[str], indicator: str) -> None:
        """Begin the hand."""
        self._name, self.plays = kyoku_text(kyoku, honba), 0
        if len(tehai) != self.players:
            raise self.mistake(f"expected tehai of {self.players} seats, found {len(tehai)}")
        if kyoku % 4 >= self.players:
            raise self.mistake(f"{self.players} players have no such hand")
        self.held, self._pons, self._seen = [], {}, Counter()
        self.see(indicator)
        for seat, text in enumerate(tehai):
            tiles = parsed(f"tehai of seat {seat}", text.replace(" ", ""), tiles_in)
            if len(tiles) != _HAIPAI:
                raise self.mistake(f"tehai of seat {seat}: expected {_HAIPAI} tiles, found {len(tiles)}")
            for tile in tiles:
                self.see(tile)
            self.held.append(Counter(tiles))
        self.turn, self.last = kyoku % 4, None
        self._has_drawn = self._may_call = False

    def see(self, tile: str) -> None:
        """One more copy of a tile appears."""
        if len(parsed("tile", tile, tiles_in)) != 1:
            raise self.mistake(f"expected one tile, found {tile!r}")
        kind = _kind(tile)
        if tile[0] == "0" and self._seen[tile]:
            raise self.mistake(f"a second red five, {tile}")
        if sum(count for seen, count in self._seen.items() if _kind(seen) == kind) == _COPIES:
            raise self.mistake(f"a fifth {kind}")
        self._seen[tile] += 1

    def draw(self, seat: Seat, tile: str) -> None:
        """A seat draws."""
        self._check_turn(seat, f"draw {tile}")
        if self._has_drawn:
            raise self.mistake(f"seat {seat} cannot draw {tile}: it must discard first")
        self.see(tile)
        self.held[seat][tile] += 1
        self._has_drawn, self.last, self._may_call = True, (seat, tile), False

    def discard(self, seat: Seat, tile: str) -> bool:
        """A seat discards; whether the tile is like the one just drawn."""
        self.check_discard(seat, tile)
        self._take(seat, [tile])
        is_drawn = self.last == (seat, tile)
        self.turn, self.last = (seat + 1) % self.players, (seat, tile)
        self._has_drawn, self._may_call = False, True
        return is_drawn

    def check_discard(self, seat: Seat, tile: str) -> None:
        """Whether a seat can discard a tile."""
        self._check_turn(seat, f"discard {tile}")
        if not self._has_drawn:
            raise self.mistake(f"seat {seat} cannot discard {tile}: it must draw first")
        self._check_held(seat, [tile])

    def call(self, seat: Seat, note: MeldNote) -> tuple[Seat, str, list[str]]:
        """A seat takes the last discard; who laid it down, the tile, and the own tiles of the meld."""
        if self.last is None or not self._may_call or self.last[0] == seat:
            raise self.mistake(f"seat {seat} cannot call {note.tiles}: there is no discard of another seat")
        source, called = self.last
        tiles = tiles_in(note.tiles)
        if called not in tiles or note.source not in (None, source):
            last = f"the last discard is {called} of seat {source}"
            raise self.mistake(f"seat {seat} cannot call {note.tiles}: {last}")
        tiles.remove(called)
        self._take(seat, tiles)
        if note.kind == PlayKind.PON:
            self._pons[seat, _kind(called)] = [called, *tiles]
        self.turn, self._has_drawn = seat, note.kind != PlayKind.DAIMINKAN
        self.last, self._may_call = None, False
        return source, called, tiles

    def lay(self, seat: Seat, tiles: list[str], what: str) -> None:
        """A seat lays own tiles down: a closed kan, or a north."""
        self._check_own(seat, what)
        self._take(seat, tiles)
        self._has_drawn, self.last = False, (seat, tiles[0])

    def add_to_pon(self, seat: Seat, tiles: list[str]) -> tuple[str, list[str]]:
        """A seat makes a kan of its pon; the tile added, and those of the pon."""
        self._check_own(seat, "kakan")
        kind = _kind(tiles[0])
        pon = self._pons.get((seat, kind))
        if pon is None:
            raise self.mistake(f"seat {seat} has no pon of {kind} to add to")
        added = [*(Counter(tiles) - Counter(pon)).elements()]
        if len(added) != 1:
            raise self.mistake(f"the pon of seat {seat} is of {' '.join(pon)}, the kan of {' '.join(tiles)}")
        self._take(seat, added)
        del self._pons[seat, kind]
        self._has_drawn, self.last = False, (seat, added[0])
        return added[0], pon

    def win(self, seat: Seat) -> tuple[Seat, str]:
        """A seat wins; whose tile it is, and the tile."""
        if self.last is None:
            raise self.mistake(f"seat {seat} cannot win: there is no tile to win on")
        source, tile = self.last
        self._check_seat(seat)
        if source == seat and not self._has_drawn:
            raise self.mistake(f"seat {seat} cannot win on {tile}: it has laid it down itself")
        if source != seat and self._has_drawn:
            raise self.mistake(f"seat {seat} cannot win on {tile}: seat {source} has only drawn it")
        self.turn, self._may_call = None, False
        return source, tile

    def draw_ends(self) -> None:
        """The hand ends without a winner."""
        if self.turn is None:
            raise self.mistake("no hand is being played that could end")
        self.turn, self.last, self._may_call = None, None, False

    def _check_own(self, seat: Seat, what: str) -> None:
        self._check_turn(seat, what)
        if not self._has_drawn:
            raise self.mistake(f"seat {seat} cannot {what}: it must draw first")

    def _check_turn(self, seat: Seat, what: str) -> None:
        if self.turn is None:
            raise self.mistake(f"seat {seat} cannot {what}: no hand is being played; begin with deal")
        if seat != self.turn:
            raise self.mistake(f"seat {seat} cannot {what}: it is the turn of seat {self.turn}")

    def _check_seat(self, seat: Seat) -> None:
        if not 0 <= seat < self.players:
            raise self.mistake(f"there is no seat {seat}")

    def _check_held(self, seat: Seat, tiles: list[str]) -> None:
        self._check_seat(seat)
        missing = [*(Counter(tiles) - self.held[seat])]
        if missing:
            held = " ".join(sorted(self.held[seat].elements(), key=lambda tile: (tile[1], tile[0])))
            raise self.mistake(f"seat {seat} does not hold {missing[0]}; it holds {held}")

    def _take(self, seat: Seat, tiles: list[str]) -> None:
        self._check_held(seat, tiles)
        self.held[seat] -= Counter(tiles)


def read_call(text: str) -> MeldNote:
    """A call of a text such as ``pon 777z``."""
    return parsed("call", text, lambda meld: parse_meld(meld, needs_source=False))
