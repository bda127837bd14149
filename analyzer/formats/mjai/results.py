"""Reads results; most words for yaku stand for one id, some for a wind or for several dragons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from analyzer.formats.builder import EventsBuilder
from analyzer.formats.mjai.fields import Fields, shortened
from analyzer.formats.mjai.lines import described, malformed
from analyzer.formats.mjai.words import DRAWS, FACE_OF, SANGENPAI, UNKNOWN_TILE, WINDS, yaku_id
from analyzer.formats.outcomes import add_draw, add_win
from analyzer.formats.tenhou6.words import YAKU_NAMES, key
from analyzer.vocabulary import ASKS_TENPAI, SEATS, Seat, TileId

__all__ = ["read_hora", "read_ryukyoku"]

_MOST_YAKU: Final = 24
_HAN: Final = 199
_FIRST_DRAGON: Final = FACE_OF["P"]
_HAKU: Final = YAKU_NAMES.index("役牌 白")
_TENHOU: Final = {name: number for number, name in enumerate(YAKU_NAMES)}
"""Most words are Tenhou's, letter by letter."""
_TEHAI: Final = range(1, 15)
_INDICATORS: Final = range(9)
_POINTS: Final = 10_000_000


def read_hora(build: EventsBuilder, at: Fields, kyoku: int) -> None:
    """Read a win of a hand of this kyoku."""
    winner, loser = at.seat(), at.seat("target")
    deltas, after = at.points("deltas"), at.points("scores")
    machi = build.last_as(at.tile()) if at.has("pai") else None if build.last is None else build.last[1]
    tehai = None
    if at.has("hora_tehais"):
        faces = at.tiles("hora_tehais", _TEHAI)
        tehai = build.shown_ids(winner, faces)
        # Of a ron the tile won on is not among them.
        if len(faces) % 3 == 1 and machi is not None:
            tehai = sorted([*tehai, machi])
    name = "ura_markers" if at.has("ura_markers") else "uradora_markers"
    ura = build.ura_ids(at.tiles(name, _INDICATORS)) if at.has(name) else None
    yaku: list[tuple[int, int]] = []
    unknown: list[str] = []
    fu, points = at.number("fu", 0, 999, 0), at.number("hora_points", 0, _POINTS, 0)
    for word, han in _stated_yaku(at):
        ids = _yaku_ids(build, winner, kyoku, word, han)
        yaku += [(number, han // len(ids)) for number in ids]
        if not ids:
            unknown.append(word)
    add_win(
        build,
        at.line,
        winner,
        loser,
        machi=machi,
        deltas=deltas,
        after=after,
        tehai=tehai,
        ura=ura,
        fu=fu,
        points=points,
        yaku=yaku,
        unknown=unknown,
    )


def _stated_yaku(at: Fields) -> Iterator[tuple[str, int]]:
    """Words and han."""
    entries = at.event["yakus"] if at.has("yakus") else []
    if not isinstance(entries, list) or len(entries) > _MOST_YAKU:
        raise at.error("yakus", f"a list of at most {_MOST_YAKU} yaku")
    for entry in entries:
        match entry:
            case [str(word), int(han)] if not isinstance(han, bool) and 0 <= han <= _HAN:
                yield shortened(word), han
            case _:
                raise malformed(at.line, "a name and its han in 'yakus'", described(entry))


def _yaku_ids(build: EventsBuilder, winner: Seat, kyoku: int, word: str, han: int) -> list[int]:
    """Ids that a word stands for; more than one only where it stands for several dragons."""
    if word in _TENHOU:
        return [_TENHOU[word]]
    name = key(word)
    if name == SANGENPAI:
        found = _dragons(build, winner)
        return found if len(found) == han else []
    if name in WINDS:
        wind = kyoku // SEATS if name == "bakaze" else (winner - kyoku % SEATS) % build.players
        return [WINDS[name] + wind]
    known = yaku_id(name)
    return [] if known is None else [known]


def _dragons(build: EventsBuilder, winner: Seat) -> list[int]:
    """Ids of the dragons of which the winner has three."""
    tiles = build.concealed(winner)
    if build.last is not None and build.last[1] not in tiles:
        tiles.append(build.last[1])
    kinds = [tile // 4 for tile in tiles]
    for code in build.melds[winner]:
        # A chi, which has bit 4, has no dragons; a pon has bits 8 or 16.
        if not code & 4:
            kinds += 3 * [(code >> 9) // 3 if code & 24 else code >> 10]
    return [_HAKU + place for place in range(3) if kinds.count(_FIRST_DRAGON + place) >= 3]


def read_ryukyoku(build: EventsBuilder, at: Fields) -> None:
    """Read a hand without a winner."""
    deltas, after = at.points("deltas"), at.points("scores")
    label = at.word("reason") if at.has("reason") else None
    kind = None if label is None else DRAWS.get(key(label))
    shown, tenpai = None, None
    # Who shows what at an abortive draw is a custom of Tenhou's, and an mjlog has it.
    if label is None or kind in ASKS_TENPAI:
        shown = _shown(build, at)
        tenpai = _tenpai(at) if shown is None else None
    unknown = label if kind is None else None
    add_draw(build, at.line, kind, deltas=deltas, after=after, shown=shown, tenpai=tenpai, unknown=unknown)


def _shown(build: EventsBuilder, at: Fields) -> dict[Seat, list[TileId]] | None:
    """Tiles of the seats that show their tehai; None where nobody's are stated."""
    tehais = {
        seat: build.shown_ids(seat, at.tiles("tehais", _TEHAI, tiles))
        for seat, tiles in enumerate(at.items("tehais") if at.has("tehais") else [])
        if isinstance(tiles, list) and tiles and tiles[0] != UNKNOWN_TILE
    }
    return tehais or None


def _tenpai(at: Fields) -> list[Seat] | None:
    """Seats that are tenpai; None where it is not stated."""
    if not at.has("tenpais"):
        return None
    tenpais = at.items("tenpais")
    for value in tenpais:
        if not isinstance(value, bool):
            raise malformed(at.line, "true or false in 'tenpais'", described(value))
    return [seat for seat, is_tenpai in enumerate(tenpais) if is_tenpai]
