"""Bytes to the head and records of each game, in the forms that people hold them in: protobuf or JSON.

A message is an object of the fields in ``messages.toml``; a field has its type, or the default of protobuf.
Every byte is hostile, and nothing is judged.
"""

from __future__ import annotations

import binascii
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import RED_FACES, Face
from analyzer.formats.json_document import MAX_GAMES, Field, Members, Written, parsed
from analyzer.printable import printable
from analyzer.rules import OTHER_FIELDS
from analyzer.vocabulary import SEATS

_MOST_ENTRIES: Final = 1000
"""Of one list."""
_MOST_RECORDS: Final = 100_000
"""A long game has some 3,000 records, clicks and emotes."""
_VARINT_BYTES: Final = 10
_SKIPPED: Final = {1: 8, 5: 4}
"""Bytes of a value by its wire type."""
_HALF: Final = 1 << 31
_SHOWN: Final = 60

Message = dict[str, Any]
"""Fields by name, each of its type."""
_WORDS: Final = {
    "int": "a number",
    "bool": "true or false",
    "text": "a text",
    "flag": "a number, or true or false",
}
_SPARSE: Final = ("GameDetailRule",)
"""Messages of which only the fields that are there are kept, `OTHER_FIELDS` for all that are not known."""


class _Kind(NamedTuple):
    name: str
    others: tuple[str, ...]
    """Names that JSON has instead: of MessageToDict, and of one tool for tiles."""
    type: str
    """``int``, ``bool``, ``flag`` (a number, also of true or false), ``text``, ``bytes``, or a message."""
    is_list: bool

    @property
    def default(self) -> object:
        """What a missing field stands for."""
        return [] if self.is_list else {"int": 0, "bool": False, "text": "", "bytes": b""}.get(self.type)


def _fields(text: str) -> dict[int, _Kind]:
    fields: dict[int, _Kind] = {}
    for entry in text.split(", "):
        number, name, kind = entry.split(" ")
        first, *rest = name.split("_")
        others = (first + "".join(map(str.capitalize, rest)), f"begin_tiles[{name[-1]}]")
        fields[int(number)] = _Kind(name, others, kind.removesuffix("*"), kind.endswith("*"))
    return fields


_TEXTS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_MESSAGES: Final = {name: _fields(text) for name, text in _TEXTS.items()}


FACE_OF: Final[dict[str, Face]] = {
    f"{number}{suit}": 9 * "mpsz".index(suit) + number - 1
    for suit in "mpsz"
    for number in range(1, 8 if suit == "z" else 10)
} | {f"0{'mps'[kind // 9]}": face for kind, face in RED_FACES.items()}


def from_bytes(data: bytes, name: str) -> Message:
    """A message of protobuf; of an unknown one nothing.

    Raises:
        MalformedLog: When the bytes are no such message.
    """
    fields = _MESSAGES.get(name, {})
    found = {} if name in _SPARSE else {kind.name: kind.default for kind in fields.values()}
    place = 0
    while place < len(data):
        key, place = _varint(data, place)
        one: int | bytes | None = None
        match key & 7:
            case 0:
                one, place = _varint(data, place)
            case 2:
                size, place = _varint(data, place)
                one, place = data[place : place + size], place + size
            case wire if wire in _SKIPPED:
                place += _SKIPPED[wire]
            case wire:
                raise _broken(f"a field of wire type {wire} in {shortened(name)!r}")
        if place > len(data):
            raise _broken(f"{shortened(name)!r} that goes on behind its end")
        kind = fields.get(key >> 3)
        if kind is None and name in _SPARSE:
            found[OTHER_FIELDS] = 1
        if kind is not None:
            _add(found, kind, one, _MOST_RECORDS if name == "GameDetailRecords" else _MOST_ENTRIES)
    return found


def _add(found: Message, kind: _Kind, one: int | bytes | None, most: int) -> None:
    """Add a field, or the numbers of a packed list."""
    is_number = kind.type in ("int", "bool", "flag")
    if is_number and kind.is_list and isinstance(one, bytes):
        many = _numbers(one)
    elif one is None or isinstance(one, int) != is_number:
        raise _broken(f"a field of another type as {kind.name!r}")
    elif isinstance(one, int):
        many = [one != 0 if kind.type == "bool" else _signed(one)]
    elif kind.type == "text":
        many = [one.decode("utf-8", "replace")]
    else:
        many = [one if kind.type == "bytes" else from_bytes(one, kind.type)]
    if not kind.is_list:
        found[kind.name] = many[0]
        return
    found[kind.name] += many
    if len(found[kind.name]) > most:
        raise _broken(f"a list of more than {most} entries")


def _numbers(data: bytes) -> list[object]:
    numbers: list[object] = []
    place = 0
    while place < len(data) and len(numbers) <= _MOST_ENTRIES:
        value, place = _varint(data, place)
        numbers.append(_signed(value))
    return numbers


def _varint(data: bytes, place: int) -> tuple[int, int]:
    """A number, and the place behind it."""
    value = 0
    for count, octet in enumerate(data[place : place + _VARINT_BYTES]):
        value |= (octet & 0x7F) << (7 * count)
        if octet < 0x80:
            return value, place + count + 1
    raise _broken("a number that does not end")


def _signed(value: int) -> int:
    """A number of 32 bits; negative ones are written in 32 bits or in 64."""
    return (value + _HALF) % (2 * _HALF) - _HALF


def _broken(found: str) -> MalformedLog:
    return MalformedLog(f"expected a protobuf message, found {found}")


def from_json(value: object, name: str, place: str) -> Message:
    """A message of JSON, in either spelling; of an unknown one nothing.

    Raises:
        MalformedLog: When a field has another type.
    """
    if not isinstance(value, dict):
        raise Field(value, place).error("an object")
    found: Message = {}
    names = set[str]()
    for kind in _MESSAGES.get(name, {}).values():
        names |= {kind.name, *kind.others}
        one = value.get(kind.name)
        if one is None:
            one = next((value[other] for other in kind.others if value.get(other) is not None), None)
        if one is None and name in _SPARSE:
            continue
        if one is None:
            found[kind.name] = kind.default
        elif not kind.is_list:
            found[kind.name] = _typed(one, kind, place)
        elif isinstance(one, list) and len(one) <= _MOST_ENTRIES:
            found[kind.name] = [_typed(entry, kind, place) for entry in one]
        else:
            raise Field(one, f"{place}, {kind.name}").error(f"a list of at most {_MOST_ENTRIES}")
    if name in _SPARSE and any(one and other not in names for other, one in value.items()):
        found[OTHER_FIELDS] = 1
    return found


def _typed(value: object, kind: _Kind, place: str) -> object:
    if isinstance(value, float) and value.is_integer():
        # Tables of numbers write 25000.0.
        value = int(value)
    match kind.type, value:
        case "bool", bool():
            return value
        case "flag", bool():
            return int(value)
        case (("int" | "flag"), int()) if not isinstance(value, bool) and abs(value) < _HALF:
            return value
        case "text", str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case (("int" | "bool" | "flag" | "text"), _):
            raise Field(value, f"{place}, {kind.name}").error(_WORDS[kind.type])
    return from_json(value, kind.type, f"{place}, {kind.name}")


def shortened(text: str) -> str:
    """A text as far as a message repeats it, in one line."""
    return printable(text[:_SHOWN])


class Record(Members):
    """A record, or a message within one.

    Args:
        value: The message.
        place: Its place.
        players: Seats that play.
        name: Of a record: ``NewRound``, ``DealTile`` …
        element: Of a record, its place in the list that holds it, from 1; clicks and emotes count.
    """

    tiles = Written("a tile such as '5m', '0m' or '1z'", FACE_OF)

    def __init__(
        self, value: Message, place: str, players: int = SEATS, name: str = "", element: int = 0
    ) -> None:
        super().__init__(value, place, None, players)
        self.name, self.element = name, element

    def count(self, name: str, most: int = 9999) -> int:
        """A number from 0 on."""
        return self.number(name, 0, most)

    def each(self, name: str) -> list[Record]:
        """The messages of a list."""
        values = enumerate(self.value[name])
        return [Record(one, f"{self.place}, {name}[{n}]", self.players) for n, one in values]


_MAX_RECORDS: Final = 100_000
_HEAD: Final = 1 << 16
_BINARY: Final = re.compile(
    rb"(?:\x03..\n\x00\x12.{1,4}?)?(?:\n\x15\.lq\.GameDetailRecords\x12|\x1a.{1,3}?\n[\x20-\x40][0-9]{6}-)",
    re.DOTALL,
)
"""How protobuf begins: the file of ``data_url``, or the server's answer, alone or as it came."""
_SENT: Final = re.compile(rb"\x03..\n\x00\x12", re.DOTALL)
_DIGITS: Final = re.compile(rb"\s*(?:([0-9A-Fa-f]{96})|[A-Za-z0-9+/]{64})")
"""How protobuf begins in hexadecimal or in base64."""
_IN_JSON: Final = re.compile(
    rb'"(?:\.?lq\.)?(?:RecordNewRound|GameDetailRecords)"|"name"\s*:\s*"NewRound"|"ChUubHEuR2FtZURldGFpb'
    rb'|"uuid"\s*:\s*"[0-9]{6}-[0-9a-f]{8}-[0-9a-f]{4}-'
)
_LISTS: Final = ("data", "record", "records", "actions", "rounds", "details")
"""Members that hold the records, or an object or text that does."""
_DEEPEST: Final = 8
_BLANK: Final = b"\xef\xbb\xbf \t\r\n"


class SoulRecords(NamedTuple):
    """A game."""

    head: Message | None
    """A RecordGame; None where there is none."""
    entries: list[object]
    unsaid: frozenset[str] = frozenset()
    """Of `_MAY_LACK`, what no record of JSON states; a missing field is no default then."""

    def records(self) -> Iterator[Record]:
        """The records, read one by one, so that a hostile file takes little memory."""
        for element, entry in enumerate(self.entries, 1):
            try:
                named = _named(entry, f"record {element}")
            except MalformedLog as error:
                raise MalformedLog(error.message, Location(element=element)) from None
            if named is not None:
                name, data = named
                yield Record(data, f"record {element}, {shortened(name)}", SEATS, name, element)


_MAY_LACK: Final = {"liqi": re.compile(rb'"liqi"\s*:\s*\{'), "moqie": re.compile(b'"moqie"')}
"""Fields that RiichiEnv's rounds lack."""


def looks_like_record(data: bytes) -> bool:
    """Whether bytes begin like a record in any form."""
    head = data[:_HEAD].lstrip(_BLANK)
    if head[:1] in (b"{", b"["):
        return _IN_JSON.search(head) is not None
    if head[:1] == b"<":
        return False
    digits = _DIGITS.match(head)
    start = data if digits is None else _of_text(digits[0])
    return _BINARY.match(start) is not None


def games_of(data: bytes) -> list[SoulRecords]:
    """The games in the bytes of a file.

    Raises:
        MalformedLog: When they hold no game, or are beyond a bound.
    """
    if _BINARY.match(data) is not None:
        return [_of_protobuf(data)]
    if data.lstrip(_BLANK)[:1] not in (b"{", b"["):
        return [_of_protobuf(_of_text(data))]
    games = _document(data)
    if len(games) > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {len(games)}")
    has_objects = b'DiscardTile"' in data
    unsaid = frozenset(name for name, stated in _MAY_LACK.items() if has_objects and not stated.search(data))
    return [_of_json(game, unsaid) for game in games]


def _document(data: bytes) -> list[object]:
    """The games of JSON: of a list of games each, else the one that it is."""
    document = parsed(data.decode("utf-8-sig", "surrogateescape"), "")
    if (
        document
        and isinstance(document, list)
        and all(isinstance(one, dict) and any(name in one for name in _LISTS[1:]) for one in document)
    ):
        return document
    return [document]


def _of_text(text: bytes) -> bytes:
    """The bytes that a text in hexadecimal or base64 stands for."""
    octets = b"".join(text.split())
    digits = _DIGITS.match(octets)
    try:
        if digits is not None and digits[1] is not None:
            return binascii.unhexlify(octets)
        return binascii.a2b_base64(octets, strict_mode=True)
    except binascii.Error as error:
        raise MalformedLog(f"expected base64 or hexadecimal digits, found other text: {error}") from None


def _of_protobuf(data: bytes) -> SoulRecords:
    if _SENT.match(data) is not None:
        data = from_bytes(data[3:], "Wrapper")["data"]
    if data[:1] == b"\n":
        return SoulRecords(None, _entries(data, 0))
    answer = from_bytes(data, "ResGameRecord")
    return SoulRecords(answer["head"], _entries(answer["data"], 0) or _elsewhere(answer["data_url"]))


def _of_json(game: object, unsaid: frozenset[str]) -> SoulRecords:
    entries = _entries(game, 0)
    if not isinstance(game, dict):
        return SoulRecords(None, entries, unsaid)
    head = next((game[name] for name in ("head", "header") if isinstance(game.get(name), dict)), game)
    entries = entries or _elsewhere(game.get("data_url") or game.get("dataUrl"))
    return SoulRecords(from_json(head, "RecordGame", "head"), entries, unsaid)


def _elsewhere(address: object) -> list[object]:
    """Of a game without records: nothing, or why there are none."""
    if isinstance(address, str) and address:
        raise MalformedLog(f"the record holds no hands; they are at {shortened(address)}")
    return []


def _entries(value: object, depth: int) -> list[object]:
    """The list of records in a value, however it is wrapped."""
    if depth > _DEEPEST:
        raise MalformedLog("expected records within a few objects, found far more")
    if isinstance(value, str):
        value = _of_text(value.encode("utf-8", "replace"))
    if isinstance(value, bytes):
        wrapper = from_bytes(value, "Wrapper")
        value = from_bytes(wrapper["data"], wrapper["name"].rpartition(".")[2])
    if isinstance(value, dict):
        found = (_entries(value[name], depth + 1) for name in _LISTS if value.get(name))
        return next((entries for entries in found if entries), [])
    if not isinstance(value, list):
        return []
    if all(isinstance(one, list) for one in value):
        value = [entry for one in value for entry in one]
    if len(value) > _MAX_RECORDS:
        raise MalformedLog(f"expected at most {_MAX_RECORDS} records of a game, found {len(value)}")
    return value


def _named(entry: object, place: str) -> tuple[str, Message] | None:
    """Name and message of an entry of the list; None of a click, an emote or the like."""
    if isinstance(entry, dict) and "name" not in entry and "@type" not in entry:
        entry = entry.get("result")
        if not entry:
            return None
    if isinstance(entry, str):
        entry = _of_text(entry.encode("utf-8", "replace"))
    if isinstance(entry, bytes):
        entry = from_bytes(entry, "Wrapper")
    if not isinstance(entry, dict):
        raise Field(entry, place).error("an object with 'name' and 'data'")
    stated, data = entry.get("name", entry.get("@type")), entry.get("data", entry)
    if not isinstance(stated, str):
        raise Field(stated, f"{place}, name").error("a text")
    name = stated.rpartition(".")[2].removeprefix("Record")
    if isinstance(data, str):
        data = _of_text(data.encode("utf-8", "replace"))
    if isinstance(data, bytes):
        return name, from_bytes(data, f"Record{name}")
    return name, from_json(data, f"Record{name}", f"{place}, {shortened(name)}")
