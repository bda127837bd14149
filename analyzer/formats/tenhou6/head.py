"""Everything of a game beside ``log``: rules, lobby, players and final scores."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final, TypeVar

from analyzer.formats.events import SoulTable
from analyzer.formats.headers import NOBODY, Header, stated_names
from analyzer.formats.json_document import Field
from analyzer.formats.log_id import GoType, LogId, parse_log_id
from analyzer.formats.words import ROOMS, key
from analyzer.vocabulary import RIICHI_STICK, SEATS

_RULE: Final = re.compile(
    r"(?P<seats>[三四]?)(?P<room>[般上特鳳])(?P<length>[東南])(?P<kuitan>喰?)(?P<aka>赤?)(?P<fast>速?)[－―\s]*"
)
"""The rule as Tenhou words it: seats, room, length, open tanyao, red fives, speed."""
_ROOMS: Final = {"上": GoType.JOUKYUU, "特": GoType.TOKUJOU, "鳳": GoType.JOUKYUU | GoType.TOKUJOU}
_SOUL_RULE: Final = re.compile(
    r"(?:(?P<seats>[三四34])(?:人|-?player)?)?(?P<room>.+?)(?:(?P<behind>[三四34])(?:人|-?player))?"
    r"(?:(?P<south>東南|东南|南|半荘|south)|(?P<east>東|东|east))?(?:風戦|戦|战)?"
    r"喰?(?P<aka>赤|redfives|red)?(?P<no_aka>akanashi|noredfives|nored)?"
)
"""The rule as converters word it, in lower case, of one width, without blanks.

``玉の間南喰赤`` and ``三金の間東喰赤``, ``玉の間四人南``, ``Gold Room South``, ``3-Player Jade Room East``,
``友人戦南喰赤``, ``Friendly South Red Fives``.  Source: as in `words`.
"""
_THREE: Final = ("三", "3")
_FOUR: Final = ("四", "4")
IN_WORDS: Final = int(
    GoType.NO_AKA | GoType.NO_KUITAN | GoType.HANCHAN | GoType.SANMA | GoType.FAST | _ROOMS["鳳"]
)
"""Bits of GO that the words of ``disp`` say."""
_AKA_KEYS: Final = ("aka", "aka51", "aka52", "aka53")
_ONE_EACH: Final = (1, 1, 1)

DAN: Final = (
    *("新人", "９級", "８級", "７級", "６級", "５級", "４級", "３級", "２級", "１級"),
    *("初段", "二段", "三段", "四段", "五段", "六段", "七段", "八段", "九段", "十段", "天鳳"),
)
_DAN_NUMBERS: Final = {name: number for number, name in enumerate(DAN)} | {"天鳳位": len(DAN) - 1}
_SEXES: Final = ("M", "F", "C")
_LONGEST_NAME: Final = 200
_LONGEST_NUMBER: Final = 12
_TYPE_ENTRY: Final = 2
_STICK_ENTRY: Final = 10
_MOST_ENTRIES: Final = 199
_DIGITS: Final = {10: re.compile("[0-9]{1,6}"), 16: re.compile("[0-9A-Fa-f]{1,6}")}
_LOBBIES: Final = 999_999_999
_LOBBY_TEXT: Final = re.compile(r"[CL]?(?P<number>[0-9]{0,9})", re.ASCII)

T = TypeVar("T")


class Head:
    """What a document says of a game as a whole, everything beside ``log``.

    Attributes:
        log_id: ``ref``, if it is a log id of Tenhou.
        go_type: None when there is no log id and the rule is not in Tenhou's words.
        lobby: None when it is not stated, or of a game without a GO type.
        soul: The rule in words of Mahjong Soul; None when it has no such words.
        header: Players and announced rules.
        final_scores: Of four seats; None when no seat has any.
        final_results: In tenths, as the scores.
        has_aka: Whether the document says that the wall has red fives; None when it says nothing.
        reds: Red fives of man, pin and sou by ``aka51`` to ``aka53``, one where they say none.
        stick: Points of a riichi stick.
        contradicts: Whether the words of the rule say another GO type than the log id or the seats dealt to.

    Raises:
        MalformedLog: When a member has the wrong type.
    """

    def __init__(self, members: dict[str, Field], players: int) -> None:
        members = _stated(members)
        self.log_id = _log_id(members.get("ref"))
        announced = _entries(members.get("rule")), _entries(members.get("csrule"))
        is_object = "rule" in members and not isinstance(members["rule"].value, list)
        rule = _stated(members["rule"].members("an object")) if is_object else {}
        reds = _reds(rule)
        self.has_aka = any(reds.values()) if reds else None
        worded = _go_type(rule, self.has_aka, players)
        dealt = worded and int(worded & ~GoType.SANMA | GoType.SANMA * (players == 3))
        go_type = dealt if self.log_id is None else self.log_id.go_type
        if go_type is None:
            go_type = _number_of(announced[0], _TYPE_ENTRY, base=16)
        lobby, self.header, self.soul = _lobby(members.get("lobby"), self.log_id), _people(members), None
        self.go_type, self.lobby = go_type, None if go_type is None else lobby
        if go_type is not None:
            self.header = self.header._replace(announced=announced)
            self.has_aka = not go_type & GoType.NO_AKA
        elif "disp" in rule:
            self.soul = soul_table(_disp(rule), self.has_aka)
        if self.soul is not None:
            self.has_aka = SoulTable.RED_FIVES in self.soul
        of_suits = tuple(reds.get(key, 1) for key in _AKA_KEYS[1:])
        self.contradicts = bool(go_type is not None and worded is not None and (go_type ^ worded) & IN_WORDS)
        if go_type is not None and self.has_aka:
            # Tenhou has one of each suit; with three players there is no five of man.
            self.contradicts |= {*of_suits[players == 3 :]} != {1}
            of_suits = _ONE_EACH
        self.reds = tuple(max(number, 1) for number in of_suits)
        self.final_scores, self.final_results = _final(members.get("sc"), players)
        stick = _number_of(announced[1], _STICK_ENTRY, base=10)
        self.stick = RIICHI_STICK if stick is None else stick


def _stated(members: dict[str, Field]) -> dict[str, Field]:
    """The members that state something: null and an empty list state nothing."""
    return {name: field for name, field in members.items() if field.value not in (None, [])}


def _entries(field: Field | None) -> str:
    """A list of the rules of a lobby as the comma-separated text of GO; empty without one."""
    if field is None or not isinstance(field.value, list):
        return ""
    what = f"a list of at most {_MOST_ENTRIES} entries"
    return ",".join(_entry(entry) for entry in field.items(range(_MOST_ENTRIES + 1), what))


def _entry(field: Field) -> str:
    """A short text without lone surrogates."""
    value = field.value
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise field.error("an entry of rules: text or a number")
    return str(value)[:_LONGEST_NUMBER].encode("utf-8", "replace").decode("utf-8").replace(",", ";")


def _number_of(announced: str, place: int, base: int) -> int | None:
    """The number at one place of the rules of a lobby; None where there is none."""
    stated = announced.split(",")[place : place + 1]
    digits = _DIGITS[base].fullmatch(stated[0]) if stated else None
    return None if digits is None else int(digits[0], base)


def _log_id(ref: Field | None) -> LogId | None:
    if ref is None or not isinstance(ref.value, str):
        return None
    found = parse_log_id(ref.value[:_LONGEST_NAME])
    return found if found is not None and found.text == ref.value else None


def _reds(rule: dict[str, Field]) -> dict[str, int]:
    """Red fives by ``aka``, and of each suit by ``aka51`` to ``aka53``; what is not stated is left out."""
    stated = {key: rule[key] for key in _AKA_KEYS if key in rule}
    what = "a number of red fives"
    return {
        key: int(one.value) if isinstance(one.value, bool) else one.number(0, SEATS, what)
        for key, one in stated.items()
    }


def _go_type(rule: dict[str, Field], has_aka: bool | None, players: int) -> int | None:
    """GO type by the words of ``disp``; None when they are not Tenhou's."""
    words = None if "disp" not in rule else _RULE.fullmatch(_disp(rule))
    if words is None:
        return None
    aka = bool(words["aka"]) if has_aka is None else has_aka
    bits = (
        (GoType.RANKED, True),
        (GoType.NO_AKA, not aka),
        (GoType.NO_KUITAN, not words["kuitan"]),
        (GoType.HANCHAN, words["length"] == "南"),
        (GoType.SANMA, words["seats"] == "三" or (not words["seats"] and players == 3)),
        (GoType.FAST, bool(words["fast"])),
    )
    return sum((bit for bit, is_set in bits if is_set), int(_ROOMS.get(words["room"], 0)))


def _disp(rule: dict[str, Field]) -> str:
    return rule["disp"].text("the rule in words")[:_LONGEST_NAME]


def soul_table(disp: str, has_aka: bool | None) -> SoulTable | None:
    """The table of Mahjong Soul that a rule in words describes; None when it names no room of that site.

    Args:
        disp: The words.
        has_aka: Whether the document says elsewhere that the wall has red fives; None when it says nothing.
            Rooms with fixed rules have red fives.

    Examples:
        >>> soul_table("玉の間四人南", None)
        <SoulTable.HANCHAN|FOUR|RED_FIVES: 26>
    """
    text = "".join(unicodedata.normalize("NFKC", disp).casefold().split()).rstrip("-―")
    words = _SOUL_RULE.fullmatch(text)
    room = None if words is None else ROOMS.get(key(words["room"]))
    if words is None or room is None:
        return None
    seats = words["seats"] or words["behind"]
    aka = bool(words["aka"]) or (room == "ranked" and not words["no_aka"]) if has_aka is None else has_aka
    bits = (
        (SoulTable.TONPUUSEN, words["east"]),
        (SoulTable.HANCHAN, words["south"]),
        (SoulTable.THREE, seats in _THREE),
        (SoulTable.FOUR, seats in _FOUR),
        (SoulTable.RED_FIVES, aka),
        (SoulTable.HOSTED, room == "hosted"),
    )
    return SoulTable(sum(bit for bit, is_set in bits if is_set))


def _lobby(field: Field | None, log_id: LogId | None) -> int | None:
    if field is not None:
        text = _LOBBY_TEXT.fullmatch(field.value) if isinstance(field.value, str) else None
        if text is not None:
            return int(text["number"]) if text["number"] else None
        return field.number(0, _LOBBIES, "the number of a lobby")
    return None if log_id is None else int(log_id.lobby.lstrip("CL"))


def _people(members: dict[str, Field]) -> Header:
    """The players; grades and ratings stand beside their names only."""
    if "name" not in members:
        return Header()
    fields = members["name"].items((3, SEATS), "names of the seats")
    names = ["" if one.value is None else one.text("a name") for one in fields]
    return Header(
        stated_names(names),
        _of_seats(members, "dan", _dan),
        _of_seats(members, "rate", _rate),
        _of_seats(members, "sx", _sex),
        states_people=True,
    )


def _of_seats(
    members: dict[str, Field], name: str, read: Callable[[Field], T | None]
) -> tuple[T | None, ...]:
    if name not in members:
        return NOBODY
    fields = members[name].items((3, SEATS), f"{name} of the seats")
    return (*map(read, fields), None)[:SEATS]


def _dan(field: Field) -> int | None:
    """Number of a grade; None for a grade of another site."""
    return _DAN_NUMBERS.get(field.value) if isinstance(field.value, str) else None


def _rate(field: Field) -> float | None:
    """A rating; None for what is no number of a few digits."""
    value = field.value
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 10**6:
        return None
    return float(value) if "e" not in str(value) else None


def _sex(field: Field) -> str | None:
    return field.value if isinstance(field.value, str) and field.value in _SEXES else None


def _final(field: Field | None, players: int) -> tuple[list[int] | None, list[int] | None]:
    """Final scores and results of ``sc``; none when that is empty or all zeros."""
    if field is None:
        return None, None
    numbers = field.items((2 * players, 2 * SEATS), f"final points and results of {players} seats")
    if all(number.value == 0 for number in numbers):
        return None, None
    pairs = [
        (100 * points.hundreds(), result.tenths())
        for points, result in zip(numbers[::2], numbers[1::2], strict=True)
    ]
    scores, results = (list(column) for column in zip(*pairs, *[(0, 0)] * (SEATS - len(pairs)), strict=True))
    return scores, results if any(results) else None
