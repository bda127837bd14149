"""Hands written down by people, in the field's notation, as TOML or JSON; see `hand_of` for the form.

Knows the words and what they may be, not what they mean on the table (`written`) nor any rule.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any, BinaryIO, Final

from analyzer.bounded import MOST_BYTES
from analyzer.errors import Location, UserMistake, nearest
from analyzer.vocabulary import SEATS, TILES, PlayKind, Seat, kyoku_text, parse_kyoku, parse_mpsz

_Reader = Callable[[object], object]
_MELD: Final = re.compile(r"(chi|pon|daiminkan|kakan|ankan)\s+([0-9]+[mpsz])(?:\s+from\s+([0-3]))?\Z")
_LAST: Final = re.compile(
    r"(draw|discard|chi|pon|daiminkan|kakan|ankan|kita)\s+([0-3])(?:\s+([0-9][mpsz]))?\Z"
)
_RIVER_GROUP: Final = re.compile(r"([0-9]+)([mpsz])(\*?)")
_MELD_TILES: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}
_REPLACED = {"kan": PlayKind.ANKAN, "kita": PlayKind.KITA, "daiminkan": PlayKind.DAIMINKAN}
_WON_ON = (PlayKind.DISCARD, PlayKind.KAKAN, PlayKind.ANKAN, PlayKind.KITA)
"""Plays whose tile may be ronned; what a rule set allows of them is its own."""


@dataclass(frozen=True, slots=True)
class MeldNote:
    """A meld: its kind, its tiles as mpsz text, and who discarded the called tile.

    The source is None for a closed kan, and where it is not written.
    """

    kind: PlayKind
    tiles: str
    source: Seat | None


@dataclass(frozen=True, slots=True)
class RiverTile:
    """A discard as mpsz text of one tile, and whether it was called for a meld."""

    tile: str
    called: bool


@dataclass(frozen=True, slots=True)
class SeatNote:
    """What one seat holds and did."""

    tehai: str | None = None
    """Concealed part without the tile just drawn; None when not written."""
    waits: str | None = None
    """What it waits for, in place of ``tehai``."""
    drawn: str | None = None
    melds: tuple[MeldNote, ...] = ()
    kita: int = 0
    river: tuple[RiverTile, ...] | None = None
    """None when not written: it has discarded, and what does not matter."""
    riichi: int = 0
    """Number of the declaration discard, 1-based; 0 without riichi."""
    ippatsu: bool = False
    """Still within one uninterrupted go-round of the riichi."""
    declares_noten: bool = False
    passed: bool = False
    """A wait passed since the own last draw or call, or after riichi."""
    kept_apart: bool = True
    """The winning tile was kept apart from the hand; where it was not, some rules count no wait."""


@dataclass(frozen=True, slots=True)
class HandNote:
    """One hand at its end."""

    kyoku: int
    honba: int
    players: int = 4
    scores: tuple[int, ...] | None = None
    """Points now, the sticks of the hand paid; None when not written."""
    sticks: int | None = None
    """On the table, those of the hand included; None for those of the hand alone."""
    left: int = 0
    """Live tiles left to draw."""
    indicators: str = ""
    ura: str = ""
    last_kind: PlayKind = PlayKind.DISCARD
    last_seat: Seat | None = None
    last_tile: str | None = None
    replaces: PlayKind | None = None
    """KITA, DAIMINKAN, or any other kan, when the last draw replaced one."""
    ron: tuple[Seat, ...] = ()
    tsumo: Seat | None = None
    chombo: tuple[Seat, ...] = ()
    """Seats that committed chombo, whatever it was."""
    discards_since_fourth_kan: int = 1
    own_honba: int = 0
    """Honba that the dealer has earned alone, by wins and tenpai draws."""
    seats: tuple[SeatNote, ...] = field(default_factory=lambda: (SeatNote(),) * 4)

    @property
    def text(self) -> str:
        """Name of the kyoku, as ``S2.1``."""
        return kyoku_text(self.kyoku, self.honba)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes, found {value!r}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, found {value!r}")
    return value


def _whole(lowest: int, highest: int) -> _Reader:
    """A reader of whole numbers in a range."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise ValueError(f"expected a whole number from {lowest} to {highest}, found {value!r}")
        return value

    return read


def _list_of(read: _Reader) -> _Reader:
    """A reader of lists of what another reads."""

    def read_all(value: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise ValueError(f"expected a list in brackets, found {value!r}")
        return tuple(map(read, value))

    return read_all


def _tiles(value: object) -> str:
    text = _text(value).replace(" ", "")
    parse_mpsz(text)
    return text


def _tile(value: object) -> str:
    text = _tiles(value)
    if len(parse_mpsz(text)) != 1:
        raise ValueError(f"expected 1 tile, found {value!r}")
    return text


def _kyoku(value: object) -> tuple[int, int]:
    kyoku, honba = parse_kyoku(_text(value))
    return kyoku, honba or 0


def _last(value: object) -> tuple[PlayKind, Seat, str | None]:
    match = _LAST.match(_text(value))
    if match is None:
        raise ValueError(f"expected a play, its seat and tile, as 'discard 2 9m', found {value!r}")
    kind, seat, tile = match.groups()
    parse_mpsz(tile or "")
    return PlayKind[kind.upper()], int(seat), tile


def _replaced(value: object) -> PlayKind:
    if value not in _REPLACED:
        raise ValueError(f"expected {', '.join(map(repr, _REPLACED))}, found {value!r}")
    return _REPLACED[str(value)]


def parse_meld(value: object, *, needs_source: bool = True) -> MeldNote:
    """A meld of a text such as ``pon 555z from 2``; without ``needs_source`` it may leave out the seat.

    Raises:
        ValueError: When it is none.
    """
    match = _MELD.match(_text(value))
    if match is None:
        raise ValueError(f"expected a meld as 'pon 555z from 2' or 'ankan 1111s', found {value!r}")
    kind, tiles, source = match.groups()
    kinds = parse_mpsz(tiles)
    if len(kinds) != _MELD_TILES[kind] or (kind != "chi" and len(set(kinds)) != 1):
        raise ValueError(f"{tiles} are not the tiles of a {kind}")
    if kind == "chi" and sorted(kinds) != list(range(min(kinds), min(kinds) + 3)):
        raise ValueError(f"{tiles} are not a sequence")
    if (source is not None and kind == "ankan") or (source is None and kind != "ankan" and needs_source):
        raise ValueError(f"{value!r} must say from which seat, as 'pon 555z from 2'; an ankan must not")
    return MeldNote(PlayKind[kind.upper()], tiles, None if source is None else int(source))


def _river(value: object) -> tuple[RiverTile, ...]:
    text = _text(value).replace(" ", "")
    if re.fullmatch(r"(?:[0-9]+[mpsz]\*?)*", text) is None:
        raise ValueError(
            f"expected tiles with a star behind each that was called, as '1z 9m* 5p', found {value!r}"
        )
    tiles: list[RiverTile] = []
    for ranks, suit, star in _RIVER_GROUP.findall(text):
        parse_mpsz(ranks + suit)
        tiles += [RiverTile(rank + suit, called=False) for rank in ranks]
        tiles[-1] = RiverTile(tiles[-1].tile, called=bool(star))
    if len(tiles) > TILES:
        raise ValueError(f"expected at most {TILES} tiles, found {len(tiles)}")
    return tuple(tiles)


_SEAT_KEYS: Final[Mapping[str, _Reader]] = {
    "tehai": _tiles,
    "waits": _tiles,
    "drawn": _tile,
    "melds": _list_of(parse_meld),
    "kita": _whole(0, 4),
    "river": _river,
    "riichi": _whole(1, 30),
    **dict.fromkeys(("ippatsu", "declares_noten", "passed", "kept_apart"), _flag),
}
_HAND_KEYS: Final[Mapping[str, _Reader]] = {
    "kyoku": _kyoku,
    "players": _whole(3, 4),
    "scores": _list_of(_whole(-(10**6), 10**6)),
    "sticks": _whole(0, 200),
    "left": _whole(0, 70),
    "indicators": _tiles,
    "ura": _tiles,
    "last": _last,
    "ron": _list_of(_whole(0, 3)),
    "tsumo": _whole(0, 3),
    "chombo": _list_of(_whole(0, 3)),
    "discards_since_fourth_kan": _whole(0, 70),
    "replaces": _replaced,
    "own_honba": _whole(0, 20),
}


def _read(table: Mapping[str, object], readers: Mapping[str, _Reader], place: Location) -> dict[str, Any]:
    """Values of all keys; a wrong one is named with its place."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in readers:
            near = nearest(key, readers, f"; accepted: {', '.join(readers)}")
            raise UserMistake(f"unknown key {key!r}{near}", place)
        try:
            values[key] = readers[key](value)
        except ValueError as error:
            if isinstance(error, UserMistake):
                raise
            raise UserMistake(f"{key}: {error}", place) from error
    return values


def _seats(value: object, name: str) -> tuple[SeatNote, ...]:
    if not isinstance(value, dict):
        raise ValueError("expected sections seat.0 to seat.3")
    seats = [SeatNote()] * SEATS
    for key, table in value.items():
        if str(key) not in ("0", "1", "2", "3") or not isinstance(table, dict):
            raise ValueError(f"expected sections seat.0 to seat.3, found {key!r}")
        place = Location(f"{name}: seat.{key}")
        note = seats[int(key)] = SeatNote(**_read(table, _SEAT_KEYS, place))
        if note.tehai is not None and note.waits is not None:
            raise UserMistake(
                "'tehai' and 'waits' exclude each other: the waits follow from the tiles", place
            )
    return tuple(seats)


def hand_of(table: Mapping[str, object], name: str) -> HandNote:
    """One hand from the keys of a TOML table.

    Keys: ``kyoku`` ("E2.1", required), ``players``, ``scores``, ``sticks``, ``left``, ``indicators``,
    ``ura``, ``last`` ("discard 2 9m": the last play, its seat and tile), ``replaces`` ("kan", "daiminkan"
    or "kita", when the last draw did), ``ron`` (seats that call it on the last tile), ``tsumo`` (the seat),
    ``chombo`` (seats that committed it),
    ``discards_since_fourth_kan``, ``own_honba``, and sections ``seat.0`` to ``seat.3``, each with ``tehai``
    or ``waits``, ``drawn``, ``melds`` ("pon 555z from 2", "ankan 1111s"), ``kita``, ``river`` ("1z 9m* 5p":
    a star marks a tile that was called), ``riichi`` (number of the declaration discard), ``ippatsu``,
    ``declares_noten``, ``passed``, ``kept_apart``.

    Raises:
        UserMistake: When it has a key or value that is not known, or lacks ``kyoku``; names the file, the
            key and what is accepted.
    """
    values = _read(table, {**_HAND_KEYS, "seat": lambda value: _seats(value, name)}, Location(name))
    if "kyoku" not in values:
        raise UserMistake("'kyoku' is missing; expected a text such as 'E2.1'", Location(name))
    kyoku, honba = values.pop("kyoku")
    kind, seat, tile = values.pop("last", (PlayKind.DISCARD, None, None))
    note = HandNote(
        kyoku=kyoku,
        honba=honba,
        last_kind=kind,
        last_seat=seat,
        last_tile=tile,
        seats=values.pop("seat", (SeatNote(),) * SEATS),
        **values,
    )
    if note.kyoku % SEATS >= note.players:
        raise UserMistake(f"kyoku: a game of three players has no {note.text}", Location(name))
    if note.scores is not None and len(note.scores) != note.players:
        told = f"expected {note.players} numbers, one per seat, found {len(note.scores)}"
        raise UserMistake(f"scores: {told}", Location(name))
    seats = {note.last_seat, *note.chombo, *(meld.source for seat in note.seats for meld in seat.melds)}
    if note.players < SEATS and (note.players in seats or note.seats[note.players] != SeatNote()):
        raise UserMistake("a game of three players has no seat 3", Location(name))
    return note


def _loaded(content: str, name: str) -> dict[str, object]:
    """The table of a TOML text."""
    try:
        return tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise UserMistake(f"not TOML: {error}", Location(name)) from error


def hands_in(file: BinaryIO, name: str) -> Iterator[tuple[HandNote, str]]:
    """The hands of a file in order, each with its place; of one a line, as soon as the line is read.

    Args:
        file: Text in UTF-8, which may have no end.  TOML holds one hand, or several as ``[[hand]]``; JSON an
            object, a list of objects, or an object a line, with the keys of the TOML.
        name: Of the file, for mistakes.

    Raises:
        UserMistake: When the file is neither, or a hand is not valid; names the line or the hand.  When it
            holds more than `MOST_BYTES`, or of an object a line, when the line does.
    """
    lines = iter(partial(file.readline, MOST_BYTES + 1), b"")
    rest = _one_text(lines, name)
    before = []
    for line in rest:
        before.append(line)
        if line.strip():
            break
    start = before[-1].strip() if before else ""
    if start.startswith("{") and _is_object(start):
        yield from _one_a_line(chain([start.encode()], lines), name, len(before))
        return
    text = "".join(chain(before, rest))
    tables = _of_json(text, name) if _is_json(start) else _of_toml(text, name)
    several = len(tables) > 1
    for number, table in enumerate(tables, start=1):
        yield _hand(table, f"{name}: hand {number}" if several else name)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _is_json(start: str) -> bool:
    """Whether the first line with anything in it is of JSON: a section of TOML begins with a bracket too."""
    return start[:1] == "{" or (start[:1] == "[" and start[1:].lstrip()[:1] in ("", "{", "]"))


def _one_text(lines: Iterable[bytes], name: str) -> Iterator[str]:
    """Lines that are held together, as text."""
    size = 0
    for line in lines:
        size += len(line)
        if size > MOST_BYTES:
            told = f"expected at most {MOST_BYTES} bytes; more hands may stand as JSON, an object a line"
            raise UserMistake(told, Location(name))
        try:
            yield line.decode("utf-8")
        except UnicodeDecodeError:
            raise UserMistake("expected TOML or JSON in UTF-8", Location(name)) from None


def _one_a_line(lines: Iterable[bytes], name: str, first: int) -> Iterator[tuple[HandNote, str]]:
    for number, line in enumerate(lines, start=first):
        place = f"{name}: line {number}"
        for text in _one_text([line], place):
            if text.strip():
                for table in _of_json(text, place):
                    yield _hand(table, place)


def _of_json(text: str, name: str) -> list[object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserMistake(f"not JSON: {error}", Location(name)) from error
    return found if isinstance(found, list) else [found]


def _of_toml(text: str, name: str) -> list[object]:
    table = _loaded(text, name)
    hands = table.get("hand")
    return hands if isinstance(hands, list) and len(table) == 1 else [table]


def _hand(table: object, name: str) -> tuple[HandNote, str]:
    if not isinstance(table, Mapping):
        raise UserMistake(f"expected the keys of a hand, found {table!r}", Location(name))
    return hand_of(table, name), name


def with_called_wins(note: HandNote, name: str) -> HandNote:
    """The same note; where it calls a tsumo and does not say the last play, that was its draw.

    Raises:
        UserMistake: When the note lacks what a win needs, or calls one that contradicts the last play.
    """
    if note.chombo:
        # No win stands beside it, so none need be judged.
        return note
    place = Location(name)
    for seat in (*note.ron, *(() if note.tsumo is None else (note.tsumo,))):
        _check_winner(note, seat, place)
    if note.tsumo is not None:
        return _with_draw(note, note.tsumo, place)
    if note.ron:
        _check_ron(note, place)
    return note


def _check_winner(note: HandNote, seat: Seat, place: Location) -> None:
    if seat >= note.players:
        raise UserMistake(f"seat {seat} wins, and the hand has {note.players} players", place)
    if note.seats[seat].tehai is None:
        raise UserMistake(f"seat {seat} wins: seat.{seat} must have its 'tehai'", place)


def _with_draw(note: HandNote, seat: Seat, place: Location) -> HandNote:
    if note.ron:
        raise UserMistake("'tsumo' and 'ron' exclude each other", place)
    if note.seats[seat].drawn is None:
        raise UserMistake(f"tsumo of seat {seat}: seat.{seat} must have the tile 'drawn'", place)
    if note.last_seat is None:
        return replace(note, last_kind=PlayKind.DRAW, last_seat=seat)
    if (note.last_kind, note.last_seat) != (PlayKind.DRAW, seat):
        last = f"{note.last_kind.name.lower()} {note.last_seat}"
        raise UserMistake(f"tsumo of seat {seat}: 'last' must be 'draw {seat}', found {last!r}", place)
    return note


def _check_ron(note: HandNote, place: Location) -> None:
    seat, kind = note.last_seat, note.last_kind
    if seat is None or kind not in _WON_ON:
        raise UserMistake("'ron' needs the tile: 'last' must be a play such as 'discard 2 9m'", place)
    if note.last_tile is None and not (note.seats[seat].river and kind == PlayKind.DISCARD):
        raise UserMistake(f"'ron' needs the tile: 'last' must be as '{kind.name.lower()} {seat} 9m'", place)
    if seat in note.ron:
        raise UserMistake(f"seat {seat} calls ron on its own tile", place)
    if len(set(note.ron)) < len(note.ron):
        raise UserMistake("'ron' names a seat twice", place)
