"""Who played, and under what announcement: the texts of a log that no kernel needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

import numpy as np

from analyzer.mjlog.markup import ATTRIBUTES, TAGS, Markup, attribute_text
from analyzer.vocabulary import SEATS

__all__ = ["GameHeader", "Player", "read_header"]

_INIT: Final = TAGS.index("INIT")
_INT64_LIMIT: Final = 2**63


@dataclass(frozen=True, slots=True)
class Player:
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


@dataclass(frozen=True, slots=True)
class GameHeader:
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


def read_header(markup: Markup, game: int = 0) -> GameHeader:
    """Header of one game; a number that cannot be read is None.

    Args:
        markup: Elements of one or more games.
        game: Which of them.
    """
    first, stop = markup.game_offsets[game : game + 2].tolist()
    tags = markup.tag[first:stop]

    def of_first(tag: str) -> dict[str, str]:
        found = np.flatnonzero(tags == TAGS.index(tag))
        return _attributes(markup, first + int(found[0])) if len(found) else {}

    go, shuffle = of_first("GO"), of_first("SHUFFLE")
    ratios = list(_texts(markup, first, stop, "ratio").values())
    shuffles = _texts(markup, first, stop, "shuffle")
    inits = np.flatnonzero(tags == _INIT) + first
    title = go.get("title")
    return GameHeader(
        version=_attributes(markup, first).get("ver"),
        go_type=_integer(go.get("type")),
        lobby=go.get("lobby"),
        title=None if title is None else _decoded(title),
        rule=go.get("rule"),
        ranking=go.get("ranking"),
        csrule=go.get("csrule"),
        players=_players(of_first("UN")),
        seed=shuffle.get("seed"),
        ref=shuffle.get("ref"),
        hand_seeds=tuple(shuffles.get(init) for init in inits.tolist()),
        ratio=ratios[-1] if ratios else None,
    )


def _texts(markup: Markup, first: int, stop: int, name: str) -> dict[int, str]:
    """Texts of an attribute by element, over the elements of one game; where it stands twice, the first."""
    begin, end = int(markup.attribute_offsets[first]), int(markup.attribute_offsets[stop])
    found = np.flatnonzero(markup.name[begin:end] == ATTRIBUTES.index(name))[::-1] + begin
    elements = np.searchsorted(markup.attribute_offsets, found, side="right") - 1
    pairs = zip(elements.tolist(), found.tolist(), strict=True)
    texts = {element: attribute_text(markup, attribute) for element, attribute in pairs}
    return dict(sorted(texts.items()))


def _attributes(markup: Markup, element: int) -> dict[str, str]:
    """Known attributes of an element by name."""
    first, stop = markup.attribute_offsets[element : element + 2].tolist()
    return {
        ATTRIBUTES[markup.name[attribute]]: attribute_text(markup, attribute)
        for attribute in reversed(range(first, stop))
        if markup.name[attribute] < len(ATTRIBUTES)
    }


def _players(un: dict[str, str]) -> tuple[Player, ...]:
    dan, rate, sex, rc, gold = (_per_seat(un.get(name)) for name in ("dan", "rate", "sx", "rc", "gold"))
    return tuple(
        Player(
            name=_decoded(un.get(f"n{seat}", "")),
            dan=_integer(dan[seat]),
            rate=_number(rate[seat]),
            sex=sex[seat],
            rc=_integer(rc[seat]),
            gold=_integer(gold[seat]),
        )
        for seat in range(SEATS)
    )


def _per_seat(text: str | None) -> list[str | None]:
    """The parts of a comma-separated text, None for each seat that has none."""
    parts: list[str | None] = [] if text is None else [part or None for part in text.split(",")]
    return (parts + [None] * SEATS)[:SEATS]


def _decoded(text: str) -> str:
    return unquote(text, encoding="utf-8", errors="replace")


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
