"""Columns of events as cases state them: ``"results.ten" = ["30 2000 1", ""]``, an entry for each row.

A text is a list of numbers or names of enumerations, T and F, "-" for ABSENT and "N" for no tile or seat, of
which those at the end are left out within a row; "…" stands for any others.
"""

from __future__ import annotations

from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, EndKind, PlayKind

NAMES = {
    name: member.value
    for kinds in (EndKind, DrawKind, PlayKind)
    for name, member in kinds.__members__.items()
}
NAMES |= {"-": ABSENT, "N": NO_TILE, "T": True, "F": False, "…": ...}


def read_entry(entry):
    if isinstance(entry, str):
        return [NAMES[word] if word in NAMES else int(word) for word in entry.split()]
    return [*map(read_entry, entry)] if isinstance(entry, list) else entry


def trimmed(entry):
    """A list without what stands for nothing at its end."""
    if not isinstance(entry, list):
        return entry
    kept = [*map(trimmed, entry)]
    while kept and kept[-1] in (NO_TILE, ABSENT, []):
        kept.pop()
    return kept


def is_as_stated(found, stated):
    if not isinstance(stated, list):
        return found == stated
    if stated[-1:] in ([...], [[...]]):
        found, stated = found[: len(stated) - 1], stated[:-1]
    return len(found) == len(stated) and all(map(is_as_stated, found, stated))


def assert_columns(events, columns, **others):
    """Columns have the values that are stated, by table and column."""
    for place, stated in columns.items():
        table, column = place.split(".")
        found = getattr(others[table] if table in others else getattr(events, table), column).tolist()
        assert is_as_stated([*map(trimmed, found)], read_entry(stated)), (place, found)
