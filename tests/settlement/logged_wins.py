"""Wins read from the text of logs alone: what lies on the table, and what the log claims."""

from collections.abc import Iterator
from typing import NamedTuple

from analyzer.vocabulary import PlayKind
from tests.logs import Elements


class LoggedWin(NamedTuple):
    """One AGARI; tile ids throughout."""

    where: str
    hand: str
    """Names the hand; two winners of one tile share it."""
    go_type: int
    players: int
    kyoku: int
    dealer: int
    winner: int
    loser: int
    concealed: tuple[int, ...]
    machi: int
    melds: tuple[tuple[PlayKind, tuple[int, ...]], ...]
    """In order of calling."""
    kita: int
    indicators: tuple[int, ...]
    ura_indicators: tuple[int, ...]
    ten: tuple[int, ...]
    yaku: tuple[tuple[int, int], ...]
    yakuman: tuple[int, ...]
    honba: int
    kyotaku: int
    pao: int | None
    deltas: tuple[int, ...]

    @property
    def ids(self) -> set[int]:
        """Yaku and yakuman."""
        return {yaku for yaku, _ in self.yaku} | set(self.yakuman)

    @property
    def is_tsumo(self) -> bool:
        return self.winner == self.loser

    @property
    def seat_wind(self) -> int:
        return 27 + (self.winner - self.dealer) % self.players

    @property
    def tiles(self) -> tuple[int, ...]:
        """All tiles but kita."""
        return self.concealed + tuple(tile for _, tiles in self.melds for tile in tiles)


def numbers(text: str | None) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",")) if text else ()


def meld_of(code: int) -> tuple[PlayKind, tuple[int, ...]]:
    """Kind and tile ids of a call, by the bits of ``m``."""
    if code & 4:
        first = (code >> 10) // 3
        lowest = (first // 7 * 9 + first % 7) * 4
        return PlayKind.CHI, tuple(
            lowest + 4 * step + (code >> shift & 3) for step, shift in enumerate((3, 5, 7))
        )
    if code & 0x18:
        kind = (code >> 9) // 3
        tiles = tuple(kind * 4 + copy for copy in range(4))
        spare = kind * 4 + (code >> 5 & 3)
        return (PlayKind.PON, tuple(t for t in tiles if t != spare)) if code & 8 else (PlayKind.KAKAN, tiles)
    if code & 0x20:
        return PlayKind.KITA, (code >> 8,)
    kind = code >> 10
    return PlayKind.DAIMINKAN if code & 3 else PlayKind.ANKAN, tuple(kind * 4 + copy for copy in range(4))


def wins_of(elements: Elements, name: str) -> Iterator[LoggedWin]:
    go_type, init = 0, 0
    for index, element in enumerate(elements):
        if element.startswith("<GO "):
            go_type = elements.numbers(index, "type")[0]
        elif element.startswith("<INIT "):
            init = index
        elif element.startswith("<AGARI "):
            yield win_of(elements, index, init, go_type, name)


def win_of(elements: Elements, index: int, init: int, go_type: int, name: str) -> LoggedWin:
    def get(name: str) -> tuple[int, ...]:
        return numbers(elements.get(index, name)) if f' {name}="' in elements[index] else ()

    melds = [meld_of(code) for code in reversed(get("m"))]
    yaku = get("yaku")
    score = get("sc")
    return LoggedWin(
        where=f"{name} #{index}",
        hand=f"{name} #{init}",
        go_type=go_type,
        players=3 if go_type & 0x10 else 4,
        kyoku=elements.numbers(init, "seed")[0],
        dealer=elements.numbers(init, "oya")[0],
        winner=get("who")[0],
        loser=get("fromWho")[0],
        concealed=get("hai"),
        machi=get("machi")[0],
        melds=tuple(meld for meld in melds if meld[0] != PlayKind.KITA),
        kita=sum(kind == PlayKind.KITA for kind, _ in melds),
        indicators=get("doraHai"),
        ura_indicators=get("doraHaiUra"),
        ten=get("ten"),
        yaku=tuple(zip(yaku[::2], yaku[1::2], strict=True)),
        yakuman=get("yakuman"),
        honba=get("ba")[0],
        kyotaku=get("ba")[1],
        pao=(get("paoWho") or (None,))[0],
        deltas=tuple(100 * delta for delta in score[1:8:2]),
    )


def following(kind: int, players: int) -> int:
    """Kind that an indicator of a kind makes dora."""
    if kind >= 31:
        return 31 + (kind - 30) % 3
    if kind >= 27:
        return 27 + (kind - 26) % 4
    if kind == 0 and players == 3:
        return 8
    return kind // 9 * 9 + (kind % 9 + 1) % 9


def dora_of(win: LoggedWin, indicators: tuple[int, ...]) -> int:
    """Dora by definition, norths set aside included."""
    held = [tile // 4 for tile in win.tiles] + [30] * win.kita
    return sum(held.count(following(tile // 4, win.players)) for tile in indicators)
