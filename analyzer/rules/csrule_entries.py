"""A text of entries with commas, read entry by entry: numbers, words of flags, and what cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import unique
from typing import Final, NamedTuple

from analyzer.rules.grades import Area, Grade
from analyzer.rules.rule_set import RULES, RuleValue

__all__ = ["HEXADECIMAL", "NUMBER", "Doubt", "Entries", "Stated", "bits_of", "is_default", "shown"]


@unique
class Doubt(Grade):
    """What the rules of a lobby leave open in some hands: a number that does not fit there is no fault."""

    RENHOU = "renhou", "what a renhou is worth beside other yaku and dora is not documented"
    INDICATORS = "indicators", "which indicators a log shows where dora are switched off is not documented"
    WEST_ROUND = "west-round", "which winds a West or North round doubles is not documented"
    EVEN_TSUMO = (
        "even-tsumo",
        "how an even tsumo below a mangan, or nagashi, is rounded is not documented",
    )
    ABORTED = (
        "aborted",
        "whether an abortive draw keeps the deal without renchan is not documented",
    )
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


ALL_AREAS: Final = frozenset(Area)
NUMBER: Final = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,3})?")
HEXADECIMAL: Final = re.compile(r"[0-9A-Fa-f]{1,16}")
_LONGEST_SHOWN: Final = 20


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


class Entries:
    """The entries of one csrule, and what is found in them."""

    def __init__(self, text: str, go_type: int, seats: int) -> None:
        self.entries = [entry.strip() for entry in text.split(",")]
        self.go_type = go_type
        self.seats = seats
        self.stated: list[Stated] = []
        self.unknown: set[Area] = set()
        self.reasons: list[str] = []
        self.doubts: set[Doubt] = set()

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
