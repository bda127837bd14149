"""One hand written down by a person, in the field's notation, as TOML; see `parse_hand` for the form.

Knows the words and what they may be, not what they mean on the table (`written`) nor any rule.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from analyzer.errors import Location, UserMistake, nearest
from analyzer.vocabulary import SEATS, TILES, PlayKind, Seat, kyoku_text, parse_kyoku, parse_mpsz

__all__ = ["HandNote", "MeldNote", "RiverTile", "SeatNote", "parse_hand", "parse_meld"]

T = TypeVar("T")

_MELD: Final = re.compile(r"(chi|pon|daiminkan|kakan|ankan)\s+([0-9]+[mpsz])(?:\s+from\s+([0-3]))?\Z")
_LAST: Final = re.compile(
    r"(draw|discard|chi|pon|daiminkan|kakan|ankan|kita)\s+([0-3])(?:\s+([0-9][mpsz]))?\Z"
)
_RIVER_GROUP: Final = re.compile(r"([0-9]+)([mpsz])(\*?)")
_MELD_TILES: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}


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
    """KITA, or any kan, when the last draw replaced one."""
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


def parse_hand(content: str, name: str) -> HandNote:
    """One hand from a TOML text.

    Keys: ``kyoku`` ("E2.1", required), ``players``, ``scores``, ``sticks``, ``left``, ``indicators``,
    ``ura``, ``last`` ("discard 2 9m": the last play, its seat and tile), ``replaces`` ("kan" or "kita",
    when the last draw did), ``ron`` (seats that call it on the last tile), ``tsumo`` (the seat),
    ``chombo`` (seats that committed it),
    ``discards_since_fourth_kan``, ``own_honba``, and sections ``seat.0`` to ``seat.3``, each with ``tehai``
    or ``waits``, ``drawn``, ``melds`` ("pon 555z from 2", "ankan 1111s"), ``kita``, ``river`` ("1z 9m* 5p":
    a star marks a tile that was called), ``riichi`` (number of the declaration discard), ``ippatsu``,
    ``declares_noten``, ``passed``, ``kept_apart``.

    Raises:
        UserMistake: When the text is not TOML, has a key or value that is not known, or lacks ``kyoku``;
            names the file, the key and what is accepted.
    """
    try:
        table: dict[str, object] = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserMistake(f"not TOML: {error}", Location(name)) from error
    return hand_of(table, name)


def hand_of(table: Mapping[str, object], name: str) -> HandNote:
    """One hand from the keys of a TOML table; as `parse_hand`."""
    readers: dict[str, Callable[[object], dict[str, object]]] = {
        "kyoku": _kyoku,
        "players": lambda value: {"players": _whole(value, 3, 4)},
        "scores": lambda value: {"scores": tuple(_whole(score, -(10**6), 10**6) for score in _list(value))},
        "sticks": lambda value: {"sticks": _whole(value, 0, 200)},
        "left": lambda value: {"left": _whole(value, 0, 70)},
        "indicators": lambda value: {"indicators": _tiles(value)},
        "ura": lambda value: {"ura": _tiles(value)},
        "last": _last,
        "ron": lambda value: {"ron": tuple(_whole(seat, 0, 3) for seat in _list(value))},
        "tsumo": lambda value: {"tsumo": _whole(value, 0, 3)},
        "chombo": lambda value: {"chombo": tuple(_whole(seat, 0, 3) for seat in _list(value))},
        "discards_since_fourth_kan": lambda value: {"discards_since_fourth_kan": _whole(value, 0, 70)},
        "replaces": lambda value: {"replaces": _replaced(value)},
        "own_honba": lambda value: {"own_honba": _whole(value, 0, 20)},
        "seat": lambda value: {"seats": _seats(value, name)},
    }
    values = _read(table, readers, Location(name))
    if "kyoku" not in values:
        raise UserMistake("'kyoku' is missing; expected a text such as 'E2.1'", Location(name))
    note = HandNote(**values)  # type: ignore[arg-type]
    if note.kyoku % SEATS >= note.players:
        raise UserMistake(f"kyoku: a game of three players has no {note.text}", Location(name))
    if note.scores is not None and len(note.scores) != note.players:
        told = f"expected {note.players} numbers, one per seat, found {len(note.scores)}"
        raise UserMistake(f"scores: {told}", Location(name))
    seats = {note.last_seat, *note.chombo, *(meld.source for seat in note.seats for meld in seat.melds)}
    if note.players < SEATS and (note.players in seats or note.seats[note.players] != SeatNote()):
        raise UserMistake("a game of three players has no seat 3", Location(name))
    return note


def _read(
    table: Mapping[str, object], readers: Mapping[str, Callable[[object], dict[str, object]]], place: Location
) -> dict[str, object]:
    """Values of all keys; a wrong one is named with its place."""
    values: dict[str, object] = {}
    for key, value in table.items():
        if key not in readers:
            near = nearest(key, readers, f"; accepted: {', '.join(readers)}")
            raise UserMistake(f"unknown key {key!r}{near}", place)
        try:
            values |= readers[key](value)
        except ValueError as error:
            if isinstance(error, UserMistake):
                raise
            raise UserMistake(f"{key}: {error}", place) from error
    return values


def _seats(value: object, name: str) -> tuple[SeatNote, ...]:
    if not isinstance(value, dict):
        raise ValueError("expected sections seat.0 to seat.3")
    seats = [SeatNote()] * 4
    for key, table in value.items():
        if str(key) not in ("0", "1", "2", "3") or not isinstance(table, dict):
            raise ValueError(f"expected sections seat.0 to seat.3, found {key!r}")
        seats[int(key)] = _seat(table, Location(f"{name}: seat.{key}"))
    return tuple(seats)


def _seat(table: Mapping[str, object], place: Location) -> SeatNote:
    readers: dict[str, Callable[[object], dict[str, object]]] = {
        "tehai": lambda value: {"tehai": _tiles(value)},
        "waits": lambda value: {"waits": _tiles(value)},
        "drawn": lambda value: {"drawn": _tiles(value, count=1)},
        "melds": lambda value: {"melds": tuple(parse_meld(meld) for meld in _list(value))},
        "kita": lambda value: {"kita": _whole(value, 0, 4)},
        "river": lambda value: {"river": _river(value)},
        "riichi": lambda value: {"riichi": _whole(value, 1, 30)},
        "ippatsu": lambda value: {"ippatsu": _flag(value)},
        "declares_noten": lambda value: {"declares_noten": _flag(value)},
        "passed": lambda value: {"passed": _flag(value)},
        "kept_apart": lambda value: {"kept_apart": _flag(value)},
    }
    note = SeatNote(**_read(table, readers, place))  # type: ignore[arg-type]
    if note.tehai is not None and note.waits is not None:
        raise UserMistake("'tehai' and 'waits' exclude each other: the waits follow from the tiles", place)
    return note


def _kyoku(value: object) -> dict[str, object]:
    kyoku, honba = parse_kyoku(_text(value))
    return {"kyoku": kyoku, "honba": honba or 0}


def _last(value: object) -> dict[str, object]:
    match = _LAST.match(_text(value))
    if match is None:
        raise ValueError(f"expected a play, its seat and tile, as 'discard 2 9m', found {value!r}")
    kind, seat, tile = match.groups()
    parse_mpsz(tile or "")
    return {"last_kind": PlayKind[kind.upper()], "last_seat": int(seat), "last_tile": tile}


def _replaced(value: object) -> PlayKind:
    if value not in ("kan", "kita"):
        raise ValueError(f"expected 'kan' or 'kita', found {value!r}")
    return PlayKind.KITA if value == "kita" else PlayKind.ANKAN


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


def _tiles(value: object, count: int | None = None) -> str:
    text = _text(value).replace(" ", "")
    kinds = parse_mpsz(text)
    if count is not None and len(kinds) != count:
        raise ValueError(f"expected {count} tile, found {value!r}")
    return text


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes, found {value!r}")
    return value


def _list(value: object) -> list[object]:
    if isinstance(value, tuple):
        return list(value)
    if not isinstance(value, list):
        raise ValueError(f"expected a list in brackets, found {value!r}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, found {value!r}")
    return value


def _whole(value: object, lowest: int, highest: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise ValueError(f"expected a whole number from {lowest} to {highest}, found {value!r}")
    return value
