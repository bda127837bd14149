"""Who played, and under what announcement: the texts of a log that no kernel needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.mjlog.markup import ATTRIBUTES, TAGS, Form, Markup, attribute_text
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["GameHeader", "Player", "read_header", "read_headers"]

_FIELDS: Final = {
    "mjloggm": ("ver",),
    "GO": ("type", "lobby", "title", "rule", "ranking", "csrule"),
    "UN": ("n0", "n1", "n2", "n3", "dan", "rate", "sx", "rc", "gold"),
    "SHUFFLE": ("seed", "ref"),
}
"""Attributes read of the first element of each tag; no two have a name in common."""
_NAMES: Final = tuple(name for names in _FIELDS.values() for name in names)

_INTEGERS: Final = int(Form.INTEGERS)
_TEXT: Final = int(Form.TEXT)
_NOT_STATED: Final = 255
"""In place of the form of an attribute that a log does not have."""
_NOBODY: Final = (None,) * SEATS
_INIT: Final = TAGS.index("INIT")
_INT64_LIMIT: Final = 2**63
_ESCAPES: Final = re.compile("(?:%[0-9A-Fa-f]{2})+")
_NAMES_KEPT: Final = 1 << 15
"""Players whose decoded names are kept: each is met again and again."""


class Player(NamedTuple):
    """The person behind a seat, as the first UN has it.

    Attributes:
        name: Decoded from percent-UTF-8; empty for the fourth seat of three-player games.
        dan: Grade: 0 none, 1-9 ninth to first kyuu, 10-19 first to tenth dan, 20 tenhou-i; None where
            the log does not say.
        rate: Rating; None where the log does not say.
        sex: ``M``, ``F``, ``C`` for an empty seat; None where the log does not say.
        rc: A number of chip tables whose meaning is not published; None elsewhere.
        gold: A number of tables for money; None elsewhere.
    """

    name: str
    dan: int | None = None
    rate: float | None = None
    sex: str | None = None
    rc: int | None = None
    gold: int | None = None


class GameHeader(NamedTuple):
    """What a log says of its game as a whole; None where it does not say.

    Attributes:
        version: ``ver`` of the root.
        go_type: ``type`` of GO; its bits are read by `GoType`.
        lobby: Lobby as written.
        title: Title of a tournament, percent-decoded.
        rule: ``rule`` as written; its inside is not published.
        ranking: ``ranking`` as written.
        csrule: Rule numbers of a custom lobby, as written.
        players: One per seat.
        seed: Key of the game's walls, as written (SHUFFLE).
        ref: ``ref`` of SHUFFLE.
        hand_seeds: ``shuffle`` of each INIT, as early 2009 has it; None for hands without.
        ratio: What points and chips are worth (``ratio`` of the last result), as written.
    """

    version: str | None
    go_type: int | None
    lobby: str | None
    title: str | None
    rule: str | None
    ranking: str | None
    csrule: str | None
    players: tuple[Player, ...]
    seed: str | None
    ref: str | None
    hand_seeds: tuple[str | None, ...]
    ratio: str | None


def read_header(markup: Markup) -> GameHeader:
    """Header of the first game; a number that cannot be read is None."""
    return read_headers(markup)[0]


def read_headers(markup: Markup) -> tuple[GameHeader, ...]:
    """Headers of all games, in order; a number that cannot be read is None."""
    columns = _columns(markup)
    return tuple(
        map(
            GameHeader,
            columns["ver"],
            map(_integer, columns["type"]),
            columns["lobby"],
            (None if title is None else _decoded(title) for title in columns["title"]),
            columns["rule"],
            columns["ranking"],
            columns["csrule"],
            _people(columns),
            columns["seed"],
            columns["ref"],
            _hand_seeds(markup),
            _last_ratios(markup),
        )
    )


def _columns(markup: Markup) -> dict[str, list[str | None]]:
    """Texts of each of the fields, one per game, by name."""
    rows = _rows(markup)
    text, values = markup.text.tobytes(), markup.values.data
    return {name: _texts(markup, text, values, rows[field]) for field, name in enumerate(_NAMES)}


def _rows(markup: Markup) -> NDArray[np.int64]:
    """Shape (fields, games): the attribute that states a field, or ABSENT."""
    games = len(markup.game_offsets) - 1
    rows = np.full((len(_NAMES), games), ABSENT, np.int64)
    for tag, names in _FIELDS.items():
        elements = np.flatnonzero(markup.tag == TAGS.index(tag))
        game = np.searchsorted(markup.game_offsets, elements, side="right") - 1
        is_first = np.diff(game, prepend=ABSENT) > 0
        _find_fields(markup, elements[is_first], game[is_first], names, rows)
    return rows


def _find_fields(
    markup: Markup,
    elements: NDArray[np.int64],
    games: NDArray[np.int64],
    names: tuple[str, ...],
    rows: NDArray[np.int64],
) -> None:
    """Write down which attributes of some elements, one of each game, state the fields of these names."""
    field_of = np.full(256, ABSENT, np.int64)
    field_of[[ATTRIBUTES.index(name) for name in names]] = [_NAMES.index(name) for name in names]
    first = markup.attribute_offsets[elements]
    counts = markup.attribute_offsets[elements + 1] - first
    for place in reversed(range(int(counts.max(initial=0)))):
        # From the last attribute to the first, so that of a name given twice the first stays.
        has = counts > place
        attributes = first[has] + place
        fields = field_of[markup.name[attributes]]
        known = fields != ABSENT
        rows[fields[known], games[has][known]] = attributes[known]


def _texts(markup: Markup, text: bytes, values: memoryview[int], rows: NDArray[np.int64]) -> list[str | None]:
    """Value of one attribute of each game as `attribute_text` has it; None where there is none."""
    stated = rows != ABSENT
    if not stated.any():
        return [None] * len(rows)
    rows = np.where(stated, rows, 0)
    forms = np.where(stated, markup.form[rows], _NOT_STATED).tolist()
    kept = markup.value_offsets if forms.count(_INTEGERS) else markup.text_offsets
    starts, stops = kept[rows].tolist(), kept[rows + 1].tolist()
    if forms.count(_TEXT) == len(forms):
        return [text[start:stop].decode() for start, stop in zip(starts, stops, strict=True)]
    return [
        ",".join(map(str, values[start:stop]))
        if form == _INTEGERS
        else None
        if form == _NOT_STATED
        else attribute_text(markup, row)
        for form, start, stop, row in zip(forms, starts, stops, rows.tolist(), strict=True)
    ]


def _people(columns: dict[str, list[str | None]]) -> Iterator[tuple[Player, ...]]:
    """Who sits on the seats, per game."""
    dan, rate, sex, rc, gold = (_by_seat(columns[name]) for name in ("dan", "rate", "sx", "rc", "gold"))
    return zip(
        *(
            map(
                Player,
                (_decoded(name or "") for name in columns[f"n{seat}"]),
                map(_integer, dan[seat]),
                map(_number, rate[seat]),
                sex[seat],
                map(_integer, rc[seat]),
                map(_integer, gold[seat]),
            )
            for seat in range(SEATS)
        ),
        strict=True,
    )


def _by_seat(texts: list[str | None]) -> list[list[str | None]]:
    """The parts of comma-separated texts, one column per seat; None for each seat that has none."""
    if texts.count(None) == len(texts):
        return [texts] * SEATS
    parts = [_NOBODY if text is None else (*text.split(","), *_NOBODY) for text in texts]
    return [[part[seat] or None for part in parts] for seat in range(SEATS)]


def _hand_seeds(markup: Markup) -> list[tuple[str | None, ...]]:
    """``shuffle`` of each INIT, per game."""
    inits = np.flatnonzero(markup.tag == _INIT)
    bounds = np.searchsorted(inits, markup.game_offsets).tolist()
    seeds = _by_element(markup, "shuffle")
    if not seeds:
        return [(None,) * (stop - first) for first, stop in pairwise(bounds)]
    texts = tuple(seeds.get(init) for init in inits.tolist())
    return [texts[first:stop] for first, stop in pairwise(bounds)]


def _last_ratios(markup: Markup) -> list[str | None]:
    """``ratio`` of the last element of each game that has it."""
    last: list[str | None] = [None] * (len(markup.game_offsets) - 1)
    for element, text in sorted(_by_element(markup, "ratio").items()):
        last[int(np.searchsorted(markup.game_offsets, element, side="right")) - 1] = text
    return last


def _by_element(markup: Markup, name: str) -> dict[int, str]:
    """Texts of an attribute by element; where it stands twice, the first."""
    found = np.flatnonzero(markup.name == ATTRIBUTES.index(name))[::-1]
    elements = np.searchsorted(markup.attribute_offsets, found, side="right") - 1
    pairs = zip(elements.tolist(), found.tolist(), strict=True)
    return {element: attribute_text(markup, attribute) for element, attribute in pairs}


@lru_cache(_NAMES_KEPT)
def _decoded(text: str) -> str:
    # Tenhou escapes every byte, which takes no search for what is escaped.
    if _ESCAPES.fullmatch(text):
        return bytes.fromhex(text.replace("%", " ")).decode("utf-8", errors="replace")
    if "%" not in text:
        return text
    from urllib.parse import unquote

    return unquote(text, encoding="utf-8", errors="replace")


@lru_cache
def _integer(text: str | None) -> int | None:
    """The number that ASCII digits spell, within int64."""
    if text is None or len(text) > 20 or not text.isascii() or not text.removeprefix("-").isdigit():
        return None
    value = int(text)
    return value if -_INT64_LIMIT <= value < _INT64_LIMIT else None


def _number(text: str | None) -> float | None:
    """The number that ASCII digits and perhaps one point spell."""
    if text is None or len(text) > 20 or not text.isascii():
        return None
    return float(text) if text.removeprefix("-").replace(".", "", 1).isdigit() else None
