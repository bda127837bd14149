"""Which logs are wanted: decided by name before a byte is read, or else by the first element.

A log id states the date, the kind of game and the lobby.  Where a name holds no id, players, room, length and
lobby come from the log's own GO; such a log has no date, so any bound on the date leaves it out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import date
from functools import cached_property
from hashlib import blake2b
from typing import Final, TypeAlias

from analyzer.formats.log_id import GoType, Room, parse_log_id

ROOMS: Final = tuple(room.name.lower() for room in Room)
LENGTHS: Final = ("tonpuu", "hanchan")
_HEAD: Final = 4096
KEYS: Final = 1 << 64
"""`log_key` is below this."""

_NAMED_BY_ID: Final = re.compile(
    r"(?:.*[/!\\?])?(?:log=)?(\d{8}(?:\d{2})?gm-[0-9a-f]{4}-[CL]?\d{4,9}-x?[0-9a-f]{8,12})"
    r"(?:&tw=[0-3])?(?:\.\w{1,6})*$",
    re.ASCII | re.DOTALL,
)
"""How clients and archives name a file: where it lies, the id, the seat it was seen from, extensions."""
_GO: Final = re.compile(rb"<GO\s([^>]*)>")
_TYPE: Final = re.compile(rb"""\btype\s*=\s*["'](\d{1,9})["']""")
_LOBBY: Final = re.compile(rb"""\blobby\s*=\s*["']([CL]?\d{1,9})["']""")
_REF: Final = re.compile(
    rb'(?:"|%22)ref(?:"|%22)\s*(?::|%3A)\s*(?:"|%22)([^"%]{1,64})(?:"|%22)', re.IGNORECASE
)
"""In JSON, and in a link with the JSON percent-encoded."""
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


_Game: TypeAlias = tuple[date | None, int, str | None]
"""Day, GO type and lobby, as far as they are known."""


@dataclass(frozen=True)
class Choice:
    """Which logs are wanted; the default wants all.

    Attributes:
        since: First day (of the log id; Japan).
        until: Last day.
        players: 3, 4; empty for both.
        rooms: Words of `ROOMS`; empty for all.
        lengths: Words of `LENGTHS`; empty for both.
        lobbies: Digits, or digits after C or L as an id has them; empty for all.
        ids: Log ids; empty for all.
        sample: Share of the logs, above 0 and at most 1, drawn by their ids: the same share always gives the
            same logs, and a smaller share is part of a larger one.
        sample_logs: Number of logs instead of a share; `plan` computes the share.
        limit: Most logs, the first ones in the order of the sources.
    """

    since: date | None = None
    until: date | None = None
    players: tuple[int, ...] = ()
    rooms: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    lobbies: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()
    sample: float | None = None
    sample_logs: int | None = None
    limit: int | None = None

    @cached_property
    def asks_game(self) -> bool:
        """Whether it filters by anything that the id or the GO states."""
        return any((self.since, self.until, self.players, self.rooms, self.lengths, self.lobbies))

    @cached_property
    def asks_log(self) -> bool:
        """Whether it can leave out a log for any reason but their number."""
        return self.asks_game or bool(self.ids) or self.sample is not None

    def by_name(self, source: str) -> bool | None:
        """Whether the log of this name is wanted; None where only its content can tell."""
        if self.ids and log_id_of(source) not in self.ids:
            return False
        if self.sample is not None and log_key(source) >= self.sample * KEYS:
            return False
        if not self.asks_game:
            return True
        # The name of a folder says nothing about a log.
        found = parse_log_id(source[max(map(source.rfind, "/!\\")) + 1 :])
        return None if found is None else self._wants(found.day, found.go_type, found.lobby)

    def rules_out(self, source: str) -> bool:
        """Whether the name alone rules out what is in it: it is a log id, and not a wanted one.

        Any other name may be that of an archive, whose content decides.
        """
        return self.asks_log and log_id_of(source) != source and self.by_name(source) is False

    def by_content(self, source: str, data: bytes) -> bool:
        """Whether a log is wanted, by its name or else by its bytes; one without id and GO is not."""
        known = self.by_name(source)
        if known is not None:
            return known
        game = _game_of_bytes(data)
        return game is not None and self._wants(*game)

    def describe(self) -> dict[str, object]:
        """The choice as JSON values; empty where everything is wanted."""
        asked = {one.name: getattr(self, one.name) for one in fields(self)}
        return {name: _as_json(value) for name, value in asked.items() if value}

    def _wants(self, day: date | None, go_type: int, lobby: str | None) -> bool:
        if self.since is not None and (day is None or day < self.since):
            return False
        if self.until is not None and (day is None or day > self.until):
            return False
        go = GoType(go_type)
        return (
            (not self.players or (3 if GoType.SANMA in go else 4) in self.players)
            and (not self.rooms or go.room.name.lower() in self.rooms)
            and (not self.lengths or ("hanchan" if GoType.HANCHAN in go else "tonpuu") in self.lengths)
            and (not self.lobbies or any(_is_lobby(lobby, asked) for asked in self.lobbies))
        )


def _as_json(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return sorted(value) if isinstance(value, tuple | frozenset) else value


def log_id_of(source: str) -> str:
    """The log id in the name of a file or member; the source itself where its name is not just an id.

    Examples:
        >>> log_id_of("logs.zip!2011/2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog")
        '2011020417gm-00a9-0000-b67fcaa3'
        >>> log_id_of("my/east-3.xml")
        'my/east-3.xml'
    """
    match = _NAMED_BY_ID.match(source)
    return match[1] if match else source


def log_key(source: str) -> int:
    """Position of a log among all for sampling: 64 evenly spread bits, the same for the same log id."""
    return int.from_bytes(blake2b(log_id_of(source).encode(errors="replace"), digest_size=8).digest(), "big")


def _game_of_bytes(data: bytes) -> _Game | None:
    """The game by a log's GO, or by the id in a tenhou.net/6 log or link; None where both are missing."""
    # UTF-16 and UTF-32 put zeros between the characters.
    head = data[:_HEAD].replace(b"\0", b"")
    go = _GO.search(head)
    if go is None:
        plain = data.replace(b"\0", b"") if data.startswith(_UTF16) else data
        ref = None if head.lstrip()[:1] == b"<" else _REF.search(plain)
        found = parse_log_id(ref[1].decode("ascii", "replace")) if ref else None
        return None if found is None else (found.day, found.go_type, found.lobby)
    kind, lobby = _TYPE.search(go[1]), _LOBBY.search(go[1])
    if kind is None:
        return None
    return None, int(kind[1]), None if lobby is None else lobby[1].decode()


def _is_lobby(lobby: str | None, asked: str) -> bool:
    """Whether a lobby is the wanted one: with its letter, or any lobby of that number."""
    if lobby is None:
        return False
    return lobby == asked or (asked.isdigit() and int(lobby.lstrip("CL")) == int(asked))
