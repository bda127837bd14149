"""Bytes to the head and records of each game, in the forms that people hold them in; nothing is judged."""

from __future__ import annotations

import binascii
import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.errors import Location, MalformedLog
from analyzer.formats.mahjong_soul.messages import At, Message, from_bytes, from_json, shortened
from analyzer.formats.tenhou6.document import Field, parsed
from analyzer.vocabulary import SEATS

__all__ = ["MAX_BYTES", "SoulRecords", "games_of", "looks_like_record", "one_game"]

MAX_BYTES: Final = 8 * 1024 * 1024
"""A game has some 60 KB as protobuf, 300 KB as JSON."""
_MAX_GAMES: Final = 1000
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

    def records(self) -> Iterator[At]:
        """The records, read one by one, so that a hostile file takes little memory."""
        for element, entry in enumerate(self.entries, 1):
            try:
                named = _named(entry, f"record {element}")
            except MalformedLog as error:
                raise MalformedLog(error.message, Location(element=element)) from None
            if named is not None:
                name, data = named
                yield At(data, f"record {element}, {shortened(name)}", SEATS, name, element)


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


def games_of(data: bytes, max_bytes: int = MAX_BYTES) -> list[SoulRecords]:
    """The games in the bytes of a file.

    Raises:
        MalformedLog: When they hold no game, or are beyond a bound.
    """
    if len(data) > max_bytes:
        raise MalformedLog(f"expected at most {max_bytes} bytes, found {len(data)}")
    if _BINARY.match(data) is not None:
        return [_of_protobuf(data)]
    if data.lstrip(_BLANK)[:1] not in (b"{", b"["):
        return [_of_protobuf(_of_text(data))]
    games = _document(data)
    if len(games) > _MAX_GAMES:
        raise MalformedLog(f"expected at most {_MAX_GAMES} games in one file, found {len(games)}")
    has_objects = b'DiscardTile"' in data
    unsaid = frozenset(name for name, stated in _MAY_LACK.items() if has_objects and not stated.search(data))
    return [_of_json(game, unsaid) for game in games]


def one_game(data: bytes, place: int) -> bytes:
    """One of several games as bytes of its own."""
    games = _document(data) if data.lstrip(_BLANK)[:1] == b"[" else []
    return json.dumps(games[place]).encode() if len(games) > 1 else data


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
