"""JSON of any form: bytes to the games of a document, and values with their places.

A document is one object, a list of objects, one object a line, or links of tenhou.net/5 and /6.  A `Field` is
a value, `Members` are those of an object, `Written` are the texts that stand for something; each checks type
and range before a value is used, and names what is malformed with its place and what was expected.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn, TypeVar
from urllib.parse import unquote

from analyzer.errors import Location, MalformedLog
from analyzer.formats.builder import Face
from analyzer.formats.events import MAX_HANDS, Claim, Oddity
from analyzer.formats.unstated import CLAIMS, read_words
from analyzer.vocabulary import SEATS, Seat

compact_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Any value as JSON without spaces."""
LINK: Final = re.compile(rb"tenhou\.net/[56]/?[^\s#/]{0,200}+#json=")
"""How a link begins, from its host on; the JSON follows, percent-encoded or as it is."""
_LINK_TEXT: Final = re.compile(LINK.pattern.decode())
_NO_LINKS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[?\s*\{|<mjloggm|<\?xml)")
"""How JSON of games and mjlogs begin, which may have a link among their texts."""
MAX_BYTES: Final = 8 * 1024 * 1024
"""A game has up to 300 KB, with what an engine thinks of every move 700 KB."""
MAX_GAMES: Final = 1000
"""Most games of one file."""
_BEGINS: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*[{\[]")
_POINTS: Final = 100_000_000
_SHOWN: Final = 40
"""Characters of a value that a message repeats."""
_LONGEST_WORD: Final = 60
"""Characters of an unknown word that are kept."""
MISSING: Final = object()
"""The value of a member that is not there."""

T = TypeVar("T")


def looks_like_json(head: bytes) -> bool:
    """Whether bytes begin like a JSON object or list; XML never does."""
    return _BEGINS.match(head) is not None


def has_links(data: bytes) -> bool:
    """Whether a text holds links, alone or among other words."""
    return _NO_LINKS.match(data) is None and LINK.search(data) is not None


def _linked_json(text: str) -> list[tuple[int, str]]:
    """Line of each link, and its JSON with what follows on the line, up to the next link."""
    return [
        (number, unquote(part, errors="surrogateescape"))
        for number, line in enumerate(text.split("\n"), 1)
        for part in _LINK_TEXT.split(line)[1:]
    ]


def games_of(data: bytes) -> list[Field | MalformedLog]:
    """The object of each game; of a line or link that is no JSON, why.

    Raises:
        MalformedLog: When the bytes are not JSON of games, or beyond a bound.
    """
    # Other bytes than UTF-8 become lone surrogates, which no other bytes give.
    text = data.decode("utf-8-sig", "surrogateescape")
    games = _objects(_linked_json(text), are_links=True) if has_links(data) else _document(text)
    if not games:
        raise MalformedLog("expected a game, found an empty list")
    _refuse_too_many(len(games))
    return games


def _refuse_too_many(games: int) -> None:
    if games > MAX_GAMES:
        raise MalformedLog(f"expected at most {MAX_GAMES} games in one file, found {games}")


def _objects(numbered: list[tuple[int, str]], *, are_links: bool = False) -> list[Field | MalformedLog]:
    """The objects of lines or links, each with the number of its line."""
    _refuse_too_many(len(numbered))
    games: list[Field | MalformedLog] = []
    for number, line in numbered:
        try:
            value = parsed(line, f"line {number}: ", is_alone=not are_links)
            games.append(Field(value, f"line {number}"))
        except MalformedLog as error:
            games.append(error)
    return games


def _document(text: str) -> list[Field | MalformedLog]:
    """The games of one JSON text; where it is none, those of its lines, if one of them is a game."""
    try:
        document = Field(parsed(text, ""), "")
    except MalformedLog:
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        is_object = text.lstrip().startswith("{")
        if not is_object or len(lines) == 1 or not any(_is_game(line) for _, line in lines):
            raise
        return _objects(lines)
    return [*document.items()] if isinstance(document.value, list) else [document]


def _is_game(line: str) -> bool:
    """Whether a line is a whole object with hands."""
    if '"log"' not in line or not line.lstrip().startswith("{"):
        return False
    try:
        return isinstance(parsed(line, ""), dict)
    except MalformedLog:
        return False


def parsed(text: str, before: str, *, is_alone: bool = True) -> object:
    """A JSON text as Python values.

    Args:
        text: The JSON.
        before: What the message of an error begins with.
        is_alone: Whether nothing may follow it.

    Raises:
        MalformedLog: When it is not well-formed, has a key twice or NaN, or is nested too deeply.
    """
    try:
        if is_alone:
            text.encode()
            return _DECODER.decode(text)
        value, end = _DECODER.raw_decode(text)
        text[:end].encode()
        return value
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}" if not before else f"column {error.colno}"
        raise MalformedLog(f"{before}expected JSON, found at {place}: {error.msg}") from None
    except UnicodeEncodeError as error:
        octets = len(text[: error.start].encode())
        raise MalformedLog(f"{before}expected UTF-8, found other bytes at {octets}") from None
    except RecursionError:
        raise MalformedLog(f"{before}expected a few levels of lists, found far more") from None
    except MalformedLog as error:
        raise MalformedLog(before + error.message) from None
    except ValueError:
        # Python refuses integers of thousands of digits.
        raise MalformedLog(f"{before}expected numbers of a log, found one of thousands of digits") from None


def _without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members: dict[str, object] = {}
    for key, value in pairs:
        if key in members:
            raise MalformedLog(f"expected every key once, found {key[:40]!r} twice")
        members[key] = value
    return members


def _refuse(constant: str) -> NoReturn:
    raise MalformedLog(f"expected a number, found {constant}")


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_without_repetition, parse_constant=_refuse)


def malformed(place: str, expected: str, found: str, where: Location | None = None) -> MalformedLog:
    """The error at one place, in one line."""
    before = f"{place}: " if place else ""
    return MalformedLog(f"{before}expected {expected}, found {found}", where)


def seen_from_one_seat(field: Field, found: str) -> MalformedLog:
    """The error for a log that hides tiles."""
    # The line is enough: where one tile is hidden, most are.
    error = malformed(field.place.partition(",")[0], "every tile", repr(found[:20]), field.where)
    return MalformedLog(f"seen from one seat: {error.message}", error.location)


def shortened(text: str) -> str:
    """A word of a log as far as it is kept, without lone surrogates."""
    return text[:_LONGEST_WORD].encode("utf-8", "replace").decode("utf-8")


def _described(value: object) -> str:
    """A value in few characters, however large it is."""
    if value is MISSING:
        return "nothing"
    if isinstance(value, str):
        return repr(value[:_SHOWN])
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_SHOWN else "a number of more than 40 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "an object"


class Field:
    """A value of the document and its place.

    A method raises `MalformedLog` where the value is another than the one that it reads.

    Args:
        value: As the JSON parser gave it; MISSING for a member that is not there.
        place: Its place as a path, such as ``log[3][5][7]``.
        where: Location of errors.
    """

    def __init__(self, value: object, place: str, where: Location | None = None) -> None:
        self.value = value
        self.place = place
        self.where = where

    def error(self, expected: str) -> MalformedLog:
        """The error that names what was expected here."""
        return malformed(self.place, expected, _described(self.value), self.where)

    def values(self, counts: Sequence[int] | None = None, what: str = "a list") -> list[Any]:
        """Entries of a list without their places.

        Args:
            counts: Lengths that it may have; None for any.
            what: The list in words, for the error.
        """
        if not isinstance(self.value, list) or (counts is not None and len(self.value) not in counts):
            raise self.error(what)
        return self.value

    def items(self, counts: Sequence[int] | None = None, what: str = "a list") -> list[Field]:
        """Entries of a list; arguments and errors as for `values`."""
        values = self.values(counts, what)
        return [Field(value, f"{self.place}[{index}]", self.where) for index, value in enumerate(values)]

    def number(self, lowest: int, highest: int, what: str = "") -> int:
        """A whole number within a range; 25000.0, as tables of numbers write it, is a whole number."""
        value = self.value
        if isinstance(value, float) and abs(value) <= 2**53 and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
            raise self.error(what or f"a number from {lowest} to {highest}")
        return value

    def hundreds(self) -> int:
        """Points in hundreds, as an mjlog has them."""
        points = self.number(-_POINTS, _POINTS, "points")
        if points % 100:
            raise self.error("a multiple of 100")
        return points // 100

    def tenths(self) -> int:
        """Tenths of a final result."""
        value = self.value
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**6
        tenths = round(value * 10) if is_number else 0  # type: ignore[operator]  # it is a number
        if not is_number or abs(value * 10 - tenths) > 1e-6:  # type: ignore[operator]
            raise self.error("a final result with at most one decimal")
        return tenths

    def points(self, players: int) -> list[int]:
        """Points of four seats; a list of three is enough where three play."""
        values = self.values((players, SEATS), f"points of {players} seats")
        if not all(type(one) is int and one % 100 == 0 and abs(one) <= _POINTS for one in values):
            values = [100 * seat.hundreds() for seat in self.items()]
        return [*values, 0][:SEATS]

    def text(self, what: str) -> str:
        """A string; lone surrogates, which UTF-8 cannot encode, are replaced."""
        if not isinstance(self.value, str):
            raise self.error(what)
        return self.value.encode("utf-8", "replace").decode("utf-8")

    def claims(self) -> Claim:
        """What is not stated, as our writers say it."""
        what = f"words for what is not stated ({', '.join(CLAIMS)})"
        try:
            ((code, claims),) = read_words(self.text(what))
        except ValueError:
            raise self.error(what) from None
        if code != Oddity.UNSTATED:
            raise self.error(what)
        return Claim(claims)

    def members(self, what: str) -> dict[str, Field]:
        """Members of an object by key."""
        if not isinstance(self.value, dict):
            raise self.error(what)
        before = f"{self.place}." if self.place else ""
        return {key: Field(value, f"{before}{key}", self.where) for key, value in self.value.items()}


class Written(dict[object, T]):
    """What entries stand for, by how they are written.

    Texts are added as they are met, at most some thousand calls.  Another value raises KeyError or TypeError.

    Args:
        expected: An entry in words.
        plain: Most entries.
        other: Reads any other, or raises KeyError.
        hidden: The text for a tile that is not shown, in forms that have one.
    """

    def __init__(
        self,
        expected: str,
        plain: Mapping[Any, T],
        other: Callable[[object], T] | None = None,
        *,
        hidden: str | None = None,
    ) -> None:
        super().__init__(plain)
        self._expected, self._other, self._hidden = expected, other, hidden

    def __missing__(self, value: object) -> T:
        if self._other is None:
            raise KeyError(value)
        found = self._other(value)
        if isinstance(value, str):
            self[value] = found
        return found

    def of(self, field: Field) -> T:
        """What a value stands for."""
        try:
            return self[field.value]
        except (KeyError, TypeError):
            if isinstance(field.value, str) and self._hidden is not None and self._hidden in field.value:
                raise seen_from_one_seat(field, field.value) from None
            raise field.error(self._expected) from None

    def all_of(self, field: Field, counts: Sequence[int], what: str) -> list[T]:
        """What each entry of a list stands for; the place of an entry is only made for an error.

        Args:
            field: The list.
            counts: Lengths that it may have.
            what: The list in words, for the error.
        """
        values = field.values(counts, what)
        try:
            return [*map(self.__getitem__, values)]
        except (KeyError, TypeError):
            return [self.of(entry) for entry in field.items()]


class Members:
    """The members of an object; null states nothing.

    Args:
        value: The object.
        place: Its place.
        where: Location of errors.
        players: Seats that play, 3 or 4.
    """

    tiles: ClassVar[Written[Face]]
    """How the form writes tiles."""
    between: ClassVar[str] = ", "
    """What stands between the place of the object and the name of a member."""

    def __init__(
        self, value: dict[str, Any], place: str, where: Location | None = None, players: int = SEATS
    ) -> None:
        self.value, self.place, self.where, self.players = value, place, where, players

    def has(self, name: str) -> bool:
        """Whether it states the member."""
        return self.value.get(name) is not None

    def member(self, name: str) -> Field:
        """A member with its place."""
        before = f"{self.place}{self.between}" if self.place else ""
        return Field(self.value.get(name, MISSING), f"{before}{name}", self.where)

    def number(self, name: str, lowest: int, highest: int, unstated: int | None = None) -> int:
        """A whole number within a range; ``unstated`` where it may be left out and is."""
        value = self.value.get(name)
        if value is None and unstated is not None:
            return unstated
        if type(value) is int and lowest <= value <= highest:
            return value
        return self.member(name).number(lowest, highest)

    def seat(self, name: str) -> Seat:
        """A seat of the game."""
        return self.number(name, 0, self.players - 1)

    def points(self, name: str) -> list[int] | None:
        """Points of four seats, without a fourth of three; None where none are stated."""
        if self.value.get(name) in (None, []):
            return None
        return [*self.member(name).points(self.players)[: self.players], 0][:SEATS]

    def unstated(self) -> Claim:
        """What its member ``unstated`` says is not stated."""
        return self.member("unstated").claims() if self.has("unstated") else Claim(0)

    def word(self, name: str) -> str:
        """A text that is kept in part."""
        return shortened(self.member(name).text("a text"))

    def face(self, name: str) -> Face:
        """A tile."""
        return self.tiles.of(self.member(name))

    def faces(self, name: str, counts: Sequence[int]) -> list[Face]:
        """A list of tiles, of one of these lengths."""
        return self.tiles.all_of(self.member(name), counts, tile_count(counts))


def hands_of(log: Field) -> list[Field]:
    """The hands that a list of a game holds; their errors name the hand."""
    hands = log.values(range(1, MAX_HANDS + 1), f"a list of 1 to {MAX_HANDS} hands")
    return [Field(hand, f"{log.place}[{n}]", Location(hand=n)) for n, hand in enumerate(hands)]


def tile_count(counts: Sequence[int]) -> str:
    """How many tiles are expected, in words."""
    return f"{counts[0]} tiles" if len(counts) == 1 else f"{counts[0]} to {counts[-1]} tiles"
