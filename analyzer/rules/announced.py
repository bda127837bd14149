"""The rules that a lobby announces in ``rule`` and ``csrule``, and what in them is not documented.

Knows the entries as text, nothing of the format they come in.

Source: Longhorn-Riichi/InjusticeJudge, example_arml_game.json, which names Tenhou's blog article 39084756.
The final results of three games follow from their entries: of that one, of newattr2023.xml in
dnovikoff/tenhou, and of a chip table.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from enum import unique
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.rules.grades import Area, Grade, NotenPenalty
from analyzer.rules.loader import value_of
from analyzer.rules.rule_set import RULES, RuleValue

ALL_AREAS: Final = frozenset(Area)
HANCHAN: Final = 0x8
CHIPS: Final = 0x200
TSUMOGIRI_SHOWN: Final = 0x100
"""Bits of the GO type."""
_KEPT: Final = 1024
"""Lobbies whose rules are kept: each is met again and again."""
_RESULT: Final = frozenset({Area.RESULT})
_LENGTH: Final = frozenset({Area.GAME_END})
NUMBER: Final = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,3})?")
HEXADECIMAL: Final = re.compile(r"[0-9A-Fa-f]{1,16}")
_LONGEST_SHOWN: Final = 20


@unique
class Doubt(Grade):
    """What the rules of a lobby leave open in some hands: a number that does not fit there is no fault."""

    RENHOU = "renhou", "what a renhou is worth beside other yaku and dora is not documented"
    INDICATORS = "indicators", "which indicators a log shows where dora are switched off is not documented"
    WEST_ROUND = "west-round", "which winds a West or North round doubles is not documented"
    EVEN_TSUMO = "even-tsumo", "how an even tsumo below a mangan, or nagashi, is rounded is not documented"
    ABORTED = "aborted", "whether an abortive draw keeps the deal without renchan is not documented"
    SPLIT_FOUR = "split-four", "whether a tile held in meld and hand counts as melded is not documented"
    TIES = "ties", "how oka, sticks left and odd points are split at ties is not documented"
    YAME = "yame", "whether yame needs the target where no extension follows is not documented"
    NO_FLAGS = "no-flags", "csrule states no flags: whether that means the ordinary rules is not documented"
    CHIP_UMA = "chip-uma", "the default uma of chip tables with rules of their own is not documented"
    CHIP_VALUE = "chip-value", "whether the value of a chip enters the final result is not documented"
    RED_FIVES = "red-fives", "the log names no red five: a plain five may be one"
    UNSTATED = (
        "unstated",
        "GO of the time cannot state what start points, target, uma, oka and chips the lobby has",
    )


LEAST_HANDS: Final = 8
MOST_HANDS: Final = 9
NOTEN: Final = (16, 17, 18)
CHIP: Final = 19
POINTS_OF_ONE: Final = 20
UMA_FIRST: Final = 21
UMA_ROWS: Final = 5
UMA_COLUMNS: Final = 3
LENGTHS: Final = {"4": 1, "04": 1, "8": 2, "08": 2, "12": 3, "16": 4}
"""Hands as entries 8 and 9 have them, and the winds they are."""
NOTEN_DEFAULTS: Final = {3: (1000, 2000), 4: (1000, 1500, 3000)}
DEFAULT_UNIT: Final = "1000"
"""Points of a chip, and of one point of the final result."""
_ENTRIES: Final = (0, 1, LEAST_HANDS, MOST_HANDS, *NOTEN, CHIP, POINTS_OF_ONE)
_UMA: Final = range(UMA_FIRST, UMA_FIRST + UMA_ROWS * UMA_COLUMNS)


class Flags(NamedTuple):
    """A rule that bits of a word decide."""

    rule: str
    bits: tuple[int, ...]
    values: tuple[RuleValue, ...]
    """By the bits that are set: the first counts one, the second two."""
    seats: tuple[int, ...]
    """Numbers of players for which the rule means something."""


class Meanings(NamedTuple):
    """What `csrule.toml` says of the entries."""

    words: tuple[tuple[Flags, ...], ...]
    """Of entries 0 and 1."""
    without_rule: int
    """Bits of entry 0 that decide nothing."""
    numbers: dict[int, tuple[str, ...]]
    doubts: tuple[tuple[str, RuleValue, Doubt], ...]


@cache
def meanings() -> Meanings:
    """The meanings of entries, read once."""
    table = tomllib.loads(Path(__file__).with_name("csrule.toml").read_text(encoding="utf-8"))
    return Meanings(
        tuple(tuple(_flags(*row) for row in table[name]) for name in ("flags", "more_flags")),
        sum(table["without_rule"]),
        {place: tuple(rules) for place, *rules in table["numbers"]},
        tuple((rule, value_of(rule, value), Doubt(doubt)) for rule, value, doubt in table["doubts"]),
    )


def _flags(rule: str, bits: list[int], values: list[object], *seats: int) -> Flags:
    return Flags(rule, tuple(bits), tuple(value_of(rule, value) for value in values), seats or (3, 4))


class Stated(NamedTuple):
    """One rule that is announced.

    Attributes:
        rule: Field of the rule set.
        value: What it is to be.
        source: The entry that says so.
    """

    rule: str
    value: RuleValue
    source: str


class Announced(NamedTuple):
    """What the texts of a game say.

    Attributes:
        stated: Rules.
        unknown: Areas whose rules are not known.
        reasons: Why, one sentence for each entry that is not understood.
        doubts: What an understood entry leaves open in some hands.
    """

    stated: tuple[Stated, ...] = ()
    unknown: frozenset[Area] = frozenset()
    reasons: tuple[str, ...] = ()
    doubts: frozenset[Doubt] = frozenset()


class Gathered:
    """The rules of one table, gathered from what its log says of them."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.stated: list[Stated] = []
        self.unknown: set[Area] = set()
        self.reasons: list[str] = []
        self.doubts: set[Doubt] = set()

    def announced(self) -> Announced:
        """All that was found, with what a stated value leaves open."""
        stated = {(one.rule, one.value) for one in self.stated}
        doubts = self.doubts | {doubt for rule, value, doubt in meanings().doubts if (rule, value) in stated}
        return Announced(tuple(self.stated), frozenset(self.unknown), tuple(self.reasons), frozenset(doubts))


def can_be_shared(paid: int, seats: int, tenpai: int) -> bool:
    """Whether tenpai seats can share in hundreds what each of the others pays."""
    return paid * (seats - tenpai) % (100 * tenpai) == 0


class Entries(Gathered):
    """The entries of one csrule, and what is found in them."""

    def __init__(self, text: str, go_type: int, seats: int) -> None:
        super().__init__(seats)
        self.entries = [entry.strip() for entry in text.split(",")]
        self.go_type = go_type

    def entry(self, place: int) -> str:
        """An entry as written; empty beyond the last."""
        return self.entries[place] if place < len(self.entries) else ""

    def state(self, place: int | str, rule: str, value: RuleValue) -> None:
        """Add a rule that an entry decides."""
        self.stated.append(Stated(rule, value, f"csrule of the log, entry [{place}]"))

    def give_up(self, areas: frozenset[Area], place: int, why: str) -> None:
        """Leave areas undecided for what an entry says."""
        self.unknown |= areas
        self.reasons.append(f"csrule entry [{place}] is {shown(self.entry(place))}, {why}")

    def number(self, place: int, rule: str) -> int | None:
        """A whole number in the range of a rule; None where the entry is empty or cannot be that."""
        text, (_, about) = self.entry(place), RULES[rule]
        if not text:
            return None
        if not NUMBER.fullmatch(text) or "." in text or not about.lowest <= int(text) <= about.highest:
            self.give_up(ALL_AREAS, place, f"and {rule} cannot be that")
            return None
        return int(text)

    def flags(self, place: int, known: int) -> int | None:
        """A word of flags; None where it is empty or no such word."""
        text = self.entry(place)
        if not text:
            return None
        if not HEXADECIMAL.fullmatch(text):
            self.give_up(ALL_AREAS, place, "which is no word of flags")
            return None
        for bit in bits_of(int(text, 16) & ~known):
            self.give_up(ALL_AREAS, place, f"of which bit {bit:#x} is not documented")
        return int(text, 16)


def shown(text: str) -> str:
    """An entry as a sentence has it."""
    if not text:
        return "empty"
    return text if NUMBER.fullmatch(text) or HEXADECIMAL.fullmatch(text) else repr(text[:_LONGEST_SHOWN])


def bits_of(word: int) -> Iterator[int]:
    """The bits that a word sets, lowest first."""
    return (1 << place for place in range(word.bit_length()) if word >> place & 1)


def is_default(text: str) -> bool:
    """Whether an entry says nothing: empty, or zero."""
    return not text.strip("0")


class Announcement(NamedTuple):
    """The texts of one game; empty where it has none.

    Attributes:
        rule: Entries with commas: start and end of a tournament, GO type in hexadecimal, four more.
        csrule: Entries with commas: two words of flags in hexadecimal, then numbers.
    """

    rule: str = ""
    csrule: str = ""


@lru_cache(_KEPT)
def announced(texts: Announcement, go_type: int, seats: int) -> Announced:
    """What a lobby announces.

    Args:
        texts: Of the game; ``csrule`` has entries, if only empty ones, or is empty.
        go_type: ``type`` of GO.
        seats: 3 or 4.

    Returns:
        No rule for an entry that is empty, which is the default; for an entry or bit that nobody has
        documented, a reason that names it.
    """
    entries = Entries(texts.csrule, go_type, seats)
    entries.reasons += _rule_entries(texts.rule, go_type)
    if entries.reasons:
        entries.unknown |= ALL_AREAS
    if texts.csrule:
        _read_flags(entries)
        _read_numbers(entries)
        _read_length(entries)
        _read_noten(entries)
        _read_uma(entries)
        _read_units(entries)
        _find_unknown(entries)
    return entries.announced()


def _rule_entries(text: str, go_type: int) -> Iterator[str]:
    """What is not understood in ``rule``: a GO type other than that of GO, undocumented entries."""
    for place, entry in enumerate(part.strip() for part in text.split(",")):
        if place == 2 and entry:
            stated = int(entry, 16) if HEXADECIMAL.fullmatch(entry) else None
            if stated is None or (stated ^ go_type) & ~TSUMOGIRI_SHOWN:
                yield f"rule entry [2] is {shown(entry)}, and GO type is {go_type:#x}"
        elif place > 2 and not is_default(entry):
            yield f"rule entry [{place}] is {shown(entry)}, whose meaning is not documented"


def _read_flags(entries: Entries) -> None:
    """Entries 0 and 1."""
    found = meanings()
    for place, (flags, others) in enumerate(zip(found.words, (found.without_rule, 0), strict=True)):
        word = entries.flags(place, sum({bit for one in flags for bit in one.bits}) | others)
        if word is None:
            # Ordinary rules, or all bits clear: they differ in how a game ends, and in kita.
            entries.doubts.add(Doubt.NO_FLAGS)
            continue
        for one in flags:
            if entries.seats in one.seats:
                is_set = sum(1 << number for number, bit in enumerate(one.bits) if word & bit)
                entries.state(place, one.rule, one.values[is_set])


def _read_numbers(entries: Entries) -> None:
    for place, rules in meanings().numbers.items():
        for rule in rules:
            value = entries.number(place, rule)
            if value is None:
                break
            entries.state(place, rule, value * (entries.seats - 1) if rule == "honba_ron" else value)


def _read_length(entries: Entries) -> None:
    """Entries 8 and 9: the hands that are played at least and at most, four to a wind."""
    least, most = entries.entry(LEAST_HANDS), entries.entry(MOST_HANDS)
    if is_default(least) and is_default(most):
        return
    for place, text in ((LEAST_HANDS, least), (MOST_HANDS, most)):
        if not is_default(text) and (text not in LENGTHS or entries.seats == 3):
            entries.give_up(_LENGTH, place, "and only 4, 8, 12 or 16 hands of four players are known")
            return
    winds = (1 + bool(entries.go_type & HANCHAN)) if is_default(least) else LENGTHS[least]
    if not is_default(least):
        entries.state(LEAST_HANDS, "winds", winds)
    if is_default(most):
        return
    added = LENGTHS[most] - winds
    has_extension = any(one.rule == "extension_winds" and one.value for one in entries.stated)
    if added < 0 or (added and not has_extension):
        entries.give_up(_LENGTH, MOST_HANDS, "which no extension leads to")
    else:
        entries.state(MOST_HANDS, "extension_winds", added)


def _read_noten(entries: Entries) -> None:
    """Entries 16 to 18: what each noten seat pays with one tenpai seat, two, three."""
    seats, places = entries.seats, NOTEN[: entries.seats - 1]
    if not any(map(entries.entry, places)):
        return
    paid: list[int] = []
    for tenpai, (place, otherwise) in enumerate(zip(places, NOTEN_DEFAULTS[seats], strict=True), 1):
        value = entries.number(place, "noten_penalty_points") if entries.entry(place) else otherwise
        if value is None:
            return
        if not can_be_shared(value, seats, tenpai):
            why = f"which {tenpai} seats cannot share in hundreds"
            entries.give_up(frozenset({Area.NOTEN_PENALTY}), place, why)
            return
        paid.append(value)
    entries.state("16] to [18", "noten_penalty", NotenPenalty.BY_TENPAI)
    entries.state("16] to [18", "noten_payments", tuple(paid))


def _read_uma(entries: Entries) -> None:
    """Entries 21 to 35: uma of ranks 2 to 4 with nobody, one, two, three, all below the start."""
    rows = [
        [UMA_FIRST + UMA_COLUMNS * row + rank for rank in range(entries.seats - 1)] for row in range(UMA_ROWS)
    ]
    if not any(entries.entry(place) for row in rows for place in row):
        if entries.go_type & CHIPS:
            entries.doubts.add(Doubt.CHIP_UMA)
        return
    for place in (place for row in rows for place in row):
        if not NUMBER.fullmatch(entries.entry(place)):
            entries.give_up(_RESULT, place, "beside other uma that are numbers")
            return
    uma = [tuple(round(1000 * float(entries.entry(place))) for place in row) for row in rows]
    if entries.seats == 3:
        if uma[3] != uma[4]:
            why = "and whether it or the next row is for three of three below the start is not documented"
            entries.give_up(_RESULT, rows[3][0], why)
            return
        uma.pop()
    entries.state("21] to [35", "uma_by_below", tuple(points for row in uma for points in row))


def _read_units(entries: Entries) -> None:
    """Entries 19 and 20: points of a chip, and of one point of the final result."""
    for place in (CHIP, POINTS_OF_ONE):
        if is_default(entries.entry(place)) or entries.entry(place) == DEFAULT_UNIT:
            continue
        if place == POINTS_OF_ONE:
            entries.give_up(_RESULT, place, "and what the final result makes of it is not documented")
        elif entries.go_type & CHIPS:
            entries.doubts.add(Doubt.CHIP_VALUE)


def _find_unknown(entries: Entries) -> None:
    known = {*_ENTRIES, *meanings().numbers, *_UMA}
    for place, entry in enumerate(entries.entries):
        if place not in known and not is_default(entry):
            entries.give_up(ALL_AREAS, place, "whose meaning is not documented")
