"""`Events` to `Markup`: the inverse of `decode`, in the form of Tenhou's logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encode_hands import compose_hands
from analyzer.formats.encode_markup import ATTRIBUTE, ELEMENT, TEXT_BYTE, VALUE
from analyzer.formats.encode_results import LONGEST_TYPE
from analyzer.formats.events import Events
from analyzer.formats.markup import Markup, MarkupBuilder
from analyzer.vocabulary import ABSENT

__all__ = ["Frame", "encode"]

_VERSION: Final = "2.3"
# Attributes and numbers that an element has at most.
_OF_INIT: Final = (9, 6 + 4 + 4 + 1 + 4 * 13)
_OF_PLAY: Final = (3, 6)
_OF_RESULT: Final = (16, 2 + 4 * 14 + 8 + 1 + 3 + 48 + 8 + 2 * 8 + 3 + 2 * 16)


class Frame(NamedTuple):
    """What the log of one game says and `Events` do not carry."""

    seed: str | None
    """``seed`` of SHUFFLE as written; None for a log without SHUFFLE."""
    names: tuple[str, str, str, str]
    """Of the four seats; empty for the empty one."""
    dan: tuple[int, ...]
    """Of four seats; none at all where the log does not say; so are the next two."""
    rate: tuple[float, ...]
    """Written with two decimals, but a whole number of type int, as until 2010, without."""
    sex: tuple[str, ...]
    hand_seeds: tuple[str, ...] = ()
    """``shuffle`` of each INIT, as in 2009; none at all where the log has no such."""


def encode(events: Events, frames: Sequence[Frame]) -> Markup:
    """Elements of games, such as Tenhou would have logged them.

    The ``element`` columns are not read: elements follow one another as the rows do.  What is ABSENT is
    left out.  Oddities, and what `Events` do not carry beyond the frame, are lost: reconnects, rules of
    custom lobbies, ``ratio``, chips of a win.

    Args:
        events: Games of any number.
        frames: One per game.

    Raises:
        ValueError: When there is not one frame per game, or a game has seeds of hands but not one for each.
    """
    games = len(events.games.go_type)
    if len(frames) != games:
        raise ValueError(f"{len(frames)} frames for {games} games")
    hands, results = events.hands, events.results
    header = _headers(events, frames)
    seed_offsets, seed_text = _hand_seeds(events, frames)
    out = _allocate(header, len(hands.game), len(events.plays.kind), len(results.hand), len(seed_text))
    used = compose_hands(
        header,
        events.games.hand_offsets,
        hands,
        events.plays,
        events.calls,
        events.deposits,
        results,
        seed_offsets,
        seed_text,
        out,
    )
    return _trimmed(out, used)


def _headers(events: Events, frames: Sequence[Frame]) -> Markup:
    """What stands before the first hand of each game."""
    builder = MarkupBuilder()
    types, lobbies = events.games.go_type.tolist(), events.games.lobby.tolist()
    dealers = np.maximum(events.games.first_dealer, 0).tolist()
    for frame, go_type, lobby, dealer in zip(frames, types, lobbies, dealers, strict=True):
        builder.start_game()
        builder.element("mjloggm", [("ver", _VERSION)])
        if frame.seed is not None:
            builder.element("SHUFFLE", [("seed", frame.seed), ("ref", "")])
        stated = (("type", go_type), ("lobby", lobby))
        builder.element("GO", [(name, str(value)) for name, value in stated if value != ABSENT])
        builder.element("UN", _players(frame))
        builder.element("TAIKYOKU", [("oya", str(dealer))])
    return builder.build()


def _players(frame: Frame) -> list[tuple[str, str]]:
    """Attributes of the first UN; of a name Tenhou encodes every byte."""
    names = (frame.names[seat].encode("utf-8").hex("%", 1).upper() for seat in range(len(frame.names)))
    attributes = [(f"n{seat}", name and f"%{name}") for seat, name in enumerate(names)]
    rates = (str(rate) if isinstance(rate, int) else f"{rate:.2f}" for rate in frame.rate)
    lists = (("dan", map(str, frame.dan)), ("rate", rates), ("sx", frame.sex))
    return attributes + [(name, text) for name, texts in lists if (text := ",".join(texts))]


def _hand_seeds(events: Events, frames: Sequence[Frame]) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Seeds of hands as offsets, shape (hands + 1,), into their bytes."""
    counts = np.diff(events.games.hand_offsets).tolist()
    seeds: list[bytes] = []
    for frame, hands in zip(frames, counts, strict=True):
        texts = frame.hand_seeds or ("",) * hands
        if len(texts) != hands:
            raise ValueError(f"{len(texts)} seeds for {hands} hands")
        seeds += [text.encode("utf-8") for text in texts]
    offsets = np.cumsum([0, *map(len, seeds)], dtype=np.int32)
    return offsets, np.frombuffer(b"".join(seeds), np.uint8).copy()


def _allocate(header: Markup, hands: int, plays: int, results: int, seed_bytes: int) -> Markup:
    """Room for the headers and for as much as any hands, plays and results may need."""
    parts = ((hands, _OF_INIT), (plays, _OF_PLAY), (results, _OF_RESULT))
    elements = len(header.tag) + hands + plays + results
    attributes = len(header.name) + sum(count * most for count, (most, _) in parts)
    values = len(header.values) + sum(count * most for count, (_, most) in parts)
    return Markup(
        game_offsets=np.zeros(len(header.game_offsets), np.int32),
        tag=np.empty(elements, np.uint8),
        number=np.empty(elements, np.int32),
        attribute_offsets=np.empty(elements + 1, np.int32),
        name=np.empty(attributes, np.uint8),
        form=np.empty(attributes, np.uint8),
        value_offsets=np.empty(attributes + 1, np.int32),
        text_offsets=np.empty(attributes + 1, np.int32),
        values=np.empty(values, np.int32),
        text=np.empty(len(header.text) + LONGEST_TYPE * results + seed_bytes, np.uint8),
    )


def _trimmed(out: Markup, used: NDArray[np.int64]) -> Markup:
    """The rows in use."""
    elements, attributes, values, text = (
        int(used[place]) for place in (ELEMENT, ATTRIBUTE, VALUE, TEXT_BYTE)
    )
    return Markup(
        game_offsets=out.game_offsets,
        tag=out.tag[:elements],
        number=out.number[:elements],
        attribute_offsets=out.attribute_offsets[: elements + 1],
        name=out.name[:attributes],
        form=out.form[:attributes],
        value_offsets=out.value_offsets[: attributes + 1],
        text_offsets=out.text_offsets[: attributes + 1],
        values=out.values[:values],
        text=out.text[:text],
    )
