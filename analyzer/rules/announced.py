"""The rules that a lobby announces in ``rule`` and ``csrule``, and what in them is not documented.

Knows the entries as text, nothing of the format they come in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from analyzer.rules.csrule import (
    CHIP,
    DEFAULT_UNIT,
    DOUBTS,
    FLAGS,
    HEAD_BUMP,
    KNOWN_ENTRIES,
    KNOWN_FLAGS,
    KNOWN_MORE_FLAGS,
    LEAST_HANDS,
    LENGTHS,
    MORE_FLAGS,
    MOST_HANDS,
    NO_RENCHAN_BY_TENPAI,
    NO_RENCHAN_BY_WIN,
    NOTEN,
    NOTEN_DEFAULTS,
    NUMBERS,
    PAO_OF_KANS,
    POINTS_OF_ONE,
    RIICHI_WITHOUT_DRAW,
    SANCHAHOU_OFF,
    UMA_COLUMNS,
    UMA_FIRST,
    UMA_ROWS,
)
from analyzer.rules.csrule_entries import HEXADECIMAL, NUMBER, Doubt, Entries, Stated, is_default, shown
from analyzer.rules.grades import Area, DealerRepeat, Liability, NotenPenalty, TripleRon

__all__ = ["Announced", "Announcement", "announced"]

ALL_AREAS: Final = frozenset(Area)
HANCHAN: Final = 0x8
CHIPS: Final = 0x200
TSUMOGIRI_SHOWN: Final = 0x100
"""Bits of the GO type."""
_KEPT: Final = 1024
"""Lobbies whose rules are kept: each is met again and again."""
_RESULT: Final = frozenset({Area.RESULT})
_LENGTH: Final = frozenset({Area.GAME_END})


class Announcement(NamedTuple):
    """The texts of one game; empty where it has none.

    Attributes:
        rule: Entries with commas: start and end of a tournament, GO type in hexadecimal, four more.
        csrule: Entries with commas: two words of flags in hexadecimal, then numbers.
    """

    rule: str = ""
    csrule: str = ""


class Announced(NamedTuple):
    """What the texts of a game say.

    Attributes:
        stated: Rules.
        unknown: Areas whose rules are not known.
        reasons: Why, one sentence for each entry that is not understood.
        doubts: What an understood entry leaves open in some hands.
    """

    stated: tuple[Stated, ...]
    unknown: frozenset[Area]
    reasons: tuple[str, ...]
    doubts: frozenset[Doubt]


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
        _read_more_flags(entries)
        _read_numbers(entries)
        _read_length(entries)
        _read_noten(entries)
        _read_uma(entries)
        _read_units(entries)
        _find_unknown(entries)
    stated = {(one.rule, one.value) for one in entries.stated}
    entries.doubts |= {doubt for rule, value, doubt in DOUBTS if (rule, value) in stated}
    return Announced(
        tuple(entries.stated), frozenset(entries.unknown), tuple(entries.reasons), frozenset(entries.doubts)
    )


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
    """Entry 0."""
    word = entries.flags(0, KNOWN_FLAGS)
    if word is None:
        # Ordinary rules, or all bits clear: they differ in how a game ends, and in kita.
        entries.doubts.add(Doubt.NO_FLAGS)
        return
    for flag in FLAGS:
        if entries.seats in flag.seats:
            entries.state(0, flag.rule, flag.when_set if word & flag.bit else flag.when_clear)
    if entries.seats == 4:
        entries.state(0, "triple_ron", _triple_ron(word))
    entries.state(0, "dealer_repeat", _dealer_repeat(word))
    # The last tile leaves nothing to discard into: riichi needs one tile more.
    entries.state(0, "riichi_tiles", 1 if word & RIICHI_WITHOUT_DRAW else entries.seats)


def _triple_ron(word: int) -> TripleRon:
    if not word & SANCHAHOU_OFF:
        return TripleRon.ABORT
    return TripleRon.HEAD_BUMP if word & HEAD_BUMP else TripleRon.PAY_ALL


def _dealer_repeat(word: int) -> DealerRepeat:
    by_win, by_tenpai = not word & NO_RENCHAN_BY_WIN, not word & NO_RENCHAN_BY_TENPAI
    if by_win:
        return DealerRepeat.TENPAI if by_tenpai else DealerRepeat.WIN
    return DealerRepeat.TENPAI_ONLY if by_tenpai else DealerRepeat.NEVER


def _read_more_flags(entries: Entries) -> None:
    """Entry 1."""
    word = entries.flags(1, KNOWN_MORE_FLAGS)
    if word is None:
        entries.doubts.add(Doubt.NO_FLAGS)
        return
    for flag in MORE_FLAGS:
        entries.state(1, flag.rule, flag.when_set if word & flag.bit else flag.when_clear)
    kans = (Liability.SUUKANTSU,) if word & PAO_OF_KANS else ()
    entries.state(1, "pao", (Liability.DAISANGEN, Liability.DAISUUSHII, *kans))


def _read_numbers(entries: Entries) -> None:
    for place, rules in NUMBERS:
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
        if value * (seats - tenpai) % (100 * tenpai):
            entries.give_up(
                frozenset({Area.NOTEN_PENALTY}), place, f"which {tenpai} seats cannot share in hundreds"
            )
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
    for place, entry in enumerate(entries.entries):
        if place not in KNOWN_ENTRIES and not is_default(entry):
            entries.give_up(ALL_AREAS, place, "whose meaning is not documented")
