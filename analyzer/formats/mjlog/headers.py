"""The headers of mjlogs: texts that no kernel needs."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ATTRIBUTES, NAME, TAG, TAGS
from analyzer.formats.headers import NOBODY, Header
from analyzer.formats.mjlog.markup import INTEGERS, TEXT, Markup, attribute_text
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["decoded", "headers_of"]

_OF_TAGS: Final = {
    "GO": ("rule", "csrule"),
    "UN": ("n0", "n1", "n2", "n3", "dan", "rate", "sx", "gold"),
    "SHUFFLE": ("seed",),
}
"""Attributes that are read, by tag, from its first element in each game; no name occurs twice."""
_FIELDS: Final = tuple(name for names in _OF_TAGS.values() for name in names)
_OF_PEOPLE: Final = ("n0", "dan", "rate", "sx", "gold")

_NOT_STATED: Final = 255
"""Stands for the form of an attribute that a log does not have."""
_LAST_TAG: Final = max(map(TAGS.index, _OF_TAGS))
_INT64_LIMIT: Final = 2**63
_ESCAPES: Final = re.compile("(?:%[0-9A-Fa-f]{2})+")
_NAMES_KEPT: Final = 1 << 15
"""Decoded names that are kept: most players occur again and again."""
_FEW: Final = 16
"""Values that are kept where only few differ."""
_LONGEST_KEPT: Final = 1000
"""Longest text that is kept: an escaped name has a hundred characters, but a log can hold megabytes."""
_NUMBER: Final = r"-?[0-9]{1,8}\.[0-9]{1,8}"
_FOUR_NUMBERS: Final = re.compile(rf"{_NUMBER}(?:,{_NUMBER}){{3}}")


def headers_of(markup: Markup) -> list[Header]:
    """Header of each game, players by its first UN; what should be a number and is none is None."""
    rows = _field_rows(markup)
    texts = {field: _field_texts(markup, rows[field]) for field in ("rule", "csrule", "rate", "sx", "seed")}
    names = [
        [decoded(text or "") for text in _field_texts(markup, rows[f"n{seat}"])] for seat in range(SEATS)
    ]
    announced = (
        (rule or "", csrule or "") for rule, csrule in zip(texts["rule"], texts["csrule"], strict=True)
    )
    lost = np.searchsorted(np.flatnonzero(markup.tag == TAG.BYE), markup.game_offsets)
    columns = (
        zip(*names, strict=True),
        _four_integers(markup, rows["dan"]),
        map(_four_numbers, texts["rate"]),
        map(_four_texts, texts["sx"]),
        np.any([rows[name] != ABSENT for name in _OF_PEOPLE], axis=0).tolist(),
        announced,
        texts["seed"],
        _hand_seeds(markup),
        np.diff(lost).tolist(),
    )
    return [*map(Header._make, zip(*columns, strict=True))]


def _field_rows(markup: Markup) -> dict[str, NDArray[np.int64]]:
    """By field: row of the attribute that states it, or ABSENT; shape (games,)."""
    games = len(markup.game_offsets) - 1
    rows = np.full((len(_FIELDS), games), ABSENT, np.int64)
    elements = np.flatnonzero(markup.tag <= _LAST_TAG)
    tags = markup.tag[elements]
    game = np.searchsorted(markup.game_offsets, elements, side="right") - 1
    for tag, names in _OF_TAGS.items():
        of_tag = tags == TAGS.index(tag)
        is_first = np.diff(game[of_tag], prepend=ABSENT) > 0
        _find_fields(markup, elements[of_tag][is_first], game[of_tag][is_first], names, rows)
    return dict(zip(_FIELDS, rows, strict=True))


def _find_fields(
    markup: Markup,
    elements: NDArray[np.int64],
    games: NDArray[np.int64],
    names: tuple[str, ...],
    rows: NDArray[np.int64],
) -> None:
    """Find the attributes of these names in some elements, at most one of each game."""
    field_of = np.full(256, ABSENT, np.int64)
    field_of[[ATTRIBUTES.index(name) for name in names]] = [_FIELDS.index(name) for name in names]
    first = markup.attribute_offsets[elements]
    counts = markup.attribute_offsets[elements + 1] - first
    for place in reversed(range(int(counts.max(initial=0)))):
        # From the last attribute to the first, so that the first of two equal names stays.
        has = counts > place
        attributes = first[has] + place
        fields = field_of[markup.name[attributes]]
        known = fields != ABSENT
        rows[fields[known], games[has][known]] = attributes[known]


def _field_texts(markup: Markup, rows: NDArray[np.int64]) -> list[str | None]:
    """Value of one attribute of each game as `attribute_text` has it; None where there is none."""
    stated = rows != ABSENT
    if not stated.any():
        return [None] * len(rows)
    rows = np.where(stated, rows, 0)
    forms = np.where(stated, markup.form[rows], _NOT_STATED).tolist()
    kept = markup.value_offsets if forms.count(INTEGERS) else markup.text_offsets
    starts, stops = kept[rows].tolist(), kept[rows + 1].tolist()
    if forms.count(TEXT) == len(forms):
        text = markup.text.data
        return [str(text[start:stop], "utf-8") for start, stop in zip(starts, stops, strict=True)]
    values = markup.values.data
    return [
        ",".join(map(str, values[start:stop]))
        if form == INTEGERS
        else None
        if form == _NOT_STATED
        else attribute_text(markup, row)
        for form, start, stop, row in zip(forms, starts, stops, rows.tolist(), strict=True)
    ]


def _hand_seeds(markup: Markup) -> list[tuple[str | None, ...]]:
    """``shuffle`` of each INIT of each game; the first where one has it twice."""
    inits = np.flatnonzero(markup.tag == TAG.INIT)
    found = np.flatnonzero(markup.name == NAME.shuffle)[::-1]
    elements = np.searchsorted(markup.attribute_offsets, found, side="right") - 1
    pairs = zip(elements.tolist(), found.tolist(), strict=True)
    seeds = {element: attribute_text(markup, attribute) for element, attribute in pairs}
    texts = tuple(map(seeds.get, inits.tolist()))
    bounds = np.searchsorted(inits, markup.game_offsets).tolist()
    return [texts[first:stop] for first, stop in pairwise(bounds)]


@lru_cache(_FEW)
def _four_texts(text: str | None) -> tuple[str | None, ...]:
    """The parts of a comma-separated text, one per seat; None for each seat that has none."""
    if text is None:
        return NOBODY
    return tuple(part or None for part in (*text.split(",", SEATS), *NOBODY)[:SEATS])


def _four_integers(markup: Markup, rows: NDArray[np.int64]) -> list[tuple[int | None, ...]]:
    """The numbers of the seats in one attribute of each game; None for each that cannot be read."""
    found: list[tuple[int | None, ...]] = [NOBODY] * len(rows)
    games = np.flatnonzero(rows != ABSENT)
    stated = rows[games]
    starts = markup.value_offsets[stated]
    is_plain = markup.form[stated] == INTEGERS
    is_plain &= markup.value_offsets[stated + 1] - starts >= SEATS
    values = markup.values[starts[is_plain, None] + np.arange(SEATS)].tolist()
    for game, four in zip(games[is_plain].tolist(), values, strict=True):
        found[game] = tuple(four)
    for game in games[~is_plain].tolist():
        found[game] = tuple(map(_integer, _four_texts(attribute_text(markup, rows[game]))))
    return found


def _four_numbers(text: str | None) -> tuple[float | None, ...]:
    """The numbers of the seats in a comma-separated text; None for each that cannot be read."""
    if text is not None and _FOUR_NUMBERS.fullmatch(text):
        return tuple(map(float, text.split(",")))
    return tuple(map(_number, _four_texts(text)))


def decoded(text: str) -> str:
    """A text without its percent escapes."""
    return _decoded_once(text) if len(text) <= _LONGEST_KEPT else _decoded(text)


def _decoded(text: str) -> str:
    # Tenhou escapes every byte, so nothing has to be searched for.
    if _ESCAPES.fullmatch(text):
        return bytes.fromhex(text.replace("%", " ")).decode("utf-8", errors="replace")
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text, encoding="utf-8", errors="replace")


_decoded_once: Final = lru_cache(_NAMES_KEPT)(_decoded)


@lru_cache(_FEW)
def _integer(text: str | None) -> int | None:
    """The number that a text of ASCII digits spells, within int64."""
    if text is None or len(text) > 20 or not text.isascii() or not text.removeprefix("-").isdigit():
        return None
    value = int(text)
    return value if -_INT64_LIMIT <= value < _INT64_LIMIT else None


def _number(text: str | None) -> float | None:
    """The number that a text of ASCII digits, perhaps with one point, spells."""
    if text is None or len(text) > 20 or not text.isascii():
        return None
    return float(text) if text.removeprefix("-").replace(".", "", 1).isdigit() else None
