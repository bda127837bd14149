"""Hands written in the field's notation, as logs: ``Hand("123m…", …).draw(0, "5z").discard(0, "1z")``."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.formats.events import Events
from analyzer.formats.meld_codes import (
    encode_ankan,
    encode_chi,
    encode_daiminkan,
    encode_kakan,
    encode_kita,
    encode_pon,
)
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.vocabulary import kind_of, parse_kyoku, parse_mpsz, parse_tiles

DRAW_TAGS = "TUVW"
DISCARD_TAGS = "DEFG"


class Hand:
    """One hand of a log under construction; every tile named is a physical tile of its own."""

    def __init__(
        self,
        *tehai: str,
        kyoku: str = "E1.0",
        indicator: str = "9s",
        scores: Sequence[int] = (25000, 25000, 25000, 25000),
        kyotaku: int = 0,
        go_type: int | None = None,
    ) -> None:
        index, honba = parse_kyoku(kyoku)
        self.players = len(tehai)
        self.go_type = go_type if go_type is not None else (169 if self.players == 4 else 185)
        self.taken: list[int] = []
        self.held: list[list[int]] = [self._take(text) for text in tehai]
        if any(len(tiles) != 13 for tiles in self.held):
            raise ValueError(f"every tehai has 13 tiles: {tehai}")
        self.indicator = self._take(indicator)[0]
        self.last: tuple[int, int] = (0, 0)
        self.pons: dict[tuple[int, int], tuple[list[int], int, int]] = {}
        deal = [",".join(map(str, tiles)) for tiles in self.held] + [""] * (4 - self.players)
        ten = ",".join(str(score // 100) for score in scores)
        attributes = " ".join(f'hai{seat}="{tiles}"' for seat, tiles in enumerate(deal))
        seed = f"{index},{honba or 0},{kyotaku},0,0,{self.indicator}"
        self.lines = [f'<INIT seed="{seed}" ten="{ten}" oya="{index % 4}" {attributes}/>']
        self.scores = list(scores)
        self.sticks = kyotaku
        self.honba = honba or 0

    def _take(self, text: str) -> list[int]:
        tiles = list(parse_tiles(text, taken=self.taken))
        self.taken += tiles
        return tiles

    def _held(self, seat: int, text: str) -> int:
        (kind,) = parse_mpsz(text)
        return next(tile for tile in reversed(self.held[seat]) if kind_of(tile) == kind)

    def draw(self, seat: int, text: str) -> Hand:
        """A seat draws a tile."""
        (tile,) = self._take(text)
        self.held[seat].append(tile)
        self.lines.append(f"<{DRAW_TAGS[seat]}{tile}/>")
        return self

    def discard(self, seat: int, text: str) -> Hand:
        """A seat discards a tile it holds, the one drawn last if there are several."""
        tile = self._held(seat, text)
        self.held[seat].remove(tile)
        self.last = (seat, tile)
        self.lines.append(f"<{DISCARD_TAGS[seat]}{tile}/>")
        return self

    def turn(self, seat: int, drawn: str, discarded: str | None = None) -> Hand:
        """Draw and discard; tsumogiri when one tile is named."""
        return self.draw(seat, drawn).discard(seat, discarded or drawn)

    def riichi(self, seat: int, drawn: str, discarded: str | None = None, *, stands: bool = True) -> Hand:
        """Draw, declare, discard, and pay the stick unless the tile is won on."""
        self.draw(seat, drawn)
        self.lines.append(f'<REACH who="{seat}" step="1"/>')
        self.discard(seat, discarded or drawn)
        return self.stick(seat) if stands else self

    def stick(self, seat: int) -> Hand:
        """REACH step 2."""
        self.scores[seat] -= 1000
        self.sticks += 1
        ten = ",".join(str(score // 100) for score in self.scores)
        self.lines.append(f'<REACH who="{seat}" ten="{ten}" step="2"/>')
        return self

    def _call(self, seat: int, code: int) -> Hand:
        self.lines.append(f'<N who="{seat}" m="{code}" />')
        return self

    def _give_up(self, seat: int, texts: str) -> list[int]:
        tiles = []
        for kind in parse_mpsz(texts):
            tile = next(held for held in self.held[seat] if kind_of(held) == kind)
            self.held[seat].remove(tile)
            tiles.append(tile)
        return tiles

    def chi(self, seat: int, own: str) -> Hand:
        """Call the last discard with two own tiles."""
        source, called = self.last
        tiles = sorted([*self._give_up(seat, own), called])
        return self._call(seat, encode_chi(tiles, called, seat, source))

    def pon(self, seat: int) -> Hand:
        """Call the last discard with a pair."""
        source, called = self.last
        own = [tile for tile in self.held[seat] if kind_of(tile) == kind_of(called)][:2]
        for tile in own:
            self.held[seat].remove(tile)
        tiles = sorted([*own, called])
        self.pons[seat, kind_of(called)] = (tiles, called, source)
        return self._call(seat, encode_pon(tiles, called, seat, source))

    def daiminkan(self, seat: int) -> Hand:
        """Call the last discard with a triplet."""
        source, called = self.last
        self.held[seat] = [tile for tile in self.held[seat] if kind_of(tile) != kind_of(called)]
        return self._call(seat, encode_daiminkan(called, seat, source))

    def ankan(self, seat: int, text: str) -> Hand:
        """A closed kan of four own tiles."""
        (kind,) = parse_mpsz(text)
        self.held[seat] = [tile for tile in self.held[seat] if kind_of(tile) != kind]
        return self._call(seat, encode_ankan(kind * 4))

    def kakan(self, seat: int, text: str) -> Hand:
        """Add a tile to an own pon."""
        tile = self._held(seat, text)
        self.held[seat].remove(tile)
        tiles, called, source = self.pons[seat, kind_of(tile)]
        self.last = (seat, tile)
        return self._call(seat, encode_kakan(tiles, called, seat, source))

    def kita(self, seat: int, text: str = "4z") -> Hand:
        """Set a north, or what is named, aside."""
        tile = self._held(seat, text)
        self.held[seat].remove(tile)
        self.last = (seat, tile)
        return self._call(seat, encode_kita(tile))

    def dora(self, text: str) -> Hand:
        """A new indicator."""
        self.lines.append(f'<DORA hai="{self._take(text)[0]}" />')
        return self

    def ryuukyoku(
        self, *shown: int, kind: str | None = None, deltas: Sequence[int] = (0, 0, 0, 0), owari: bool = True
    ) -> Hand:
        """End without a winner, the seats named showing their tehai."""
        pairs = zip(self.scores + [0] * (4 - self.players), deltas, strict=True)
        sc = ",".join(f"{score // 100},{delta // 100}" for score, delta in pairs)
        name = f'type="{kind}" ' if kind else ""
        hai = "".join(f'hai{seat}="{",".join(map(str, sorted(self.held[seat])))}" ' for seat in shown)
        end = 'owari="250,0.0,250,0.0,250,0.0,250,0.0" ' if owari else ""
        self.lines.append(f'<RYUUKYOKU {name}ba="{self.honba},{self.sticks}" sc="{sc}" {hai}{end}/>')
        return self

    def xml(self) -> bytes:
        """The log of this one hand."""
        return log_of(self)

    def events(self) -> Events:
        """The events of the log."""
        return decode(read_markup(self.xml())[0])


def log_of(*hands: Hand) -> bytes:
    """One log of several hands."""
    head = (
        f'<mjloggm ver="2.3"><GO type="{hands[0].go_type}" lobby="0"/>'
        '<UN n0="%41" n1="%42" n2="%43" n3="%44" dan="16,16,16,16" rate="2000.00,2000.00,2000.00,2000.00" '
        'sx="M,M,M,M"/><TAIKYOKU oya="0"/>'
    )
    body = "".join("".join(hand.lines) for hand in hands)
    return f"{head}{body}</mjloggm>".encode()
