"""`Events` to `Markup`: the inverse of `decode`, in the form of Tenhou's logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import ENDING, LONGEST_TYPE
from analyzer.formats.encode_elements import (
    ATTRIBUTE,
    ELEMENT,
    TEXT_BYTE,
    VALUE,
    add_init,
    add_plays,
    add_seed,
    copy_header,
)
from analyzer.formats.encode_results import add_agari, add_ryuukyoku
from analyzer.formats.events import Calls, Events, Hands, Plays, Results
from analyzer.formats.markup import Markup, MarkupBuilder, empty_markup, games_between
from analyzer.kernels import kernel
from analyzer.vocabulary import ABSENT

__all__ = ["Frame", "encode"]

_VERSION: Final = "2.3"
# The most attributes and numbers that an element has.
_OF_INIT: Final = (9, 6 + 4 + 4 + 1 + 4 * 13)
_OF_PLAY: Final = (3, 6)
_OF_RESULT: Final = (16, 2 + 4 * 14 + 8 + 1 + 3 + 48 + 8 + 2 * 8 + 3 + 2 * 16)


class Frame(NamedTuple):
    """What the log of one game says and `Events` do not hold."""

    seed: str | None
    """``seed`` of SHUFFLE as written; None for a log without SHUFFLE."""
    names: tuple[str, str, str, str]
    """Of the four seats; an empty seat has an empty name."""
    dan: tuple[int, ...]
    """Of four seats; empty where the log does not say.  The same holds for ``rate`` and ``sex``."""
    rate: tuple[float, ...]
    """A float is written with two decimals, an int without, as until 2010."""
    sex: tuple[str, ...]
    hand_seeds: tuple[str, ...] = ()
    """``shuffle`` of each INIT, as in 2009; empty where INIT has no ``shuffle``."""
    announced: tuple[str, str] = ("", "")
    """``rule`` and ``csrule`` of GO; empty where it has none."""


def encode(events: Events, frames: Sequence[Frame]) -> Markup:
    """Elements of games as Tenhou would have logged them.

    The elements follow the order of the rows; the ``element`` columns are ignored.  What is ABSENT is left
    out, and so are GO, UN and TAIKYOKU where nothing of them is stated.  What neither `Events` nor the frame
    holds is lost: reconnects, ``ratio``, chips of a win.  So are oddities.

    Args:
        events: Games of any number.
        frames: One per game.

    Raises:
        ValueError: When there is not one frame per game, or a game has seeds for some of its hands only.
    """
    games = len(events.games.go_type)
    if len(frames) != games:
        raise ValueError(f"{len(frames)} frames for {games} games")
    hands, results = events.hands, events.results
    header = _headers(events, frames)
    seed_offsets, seed_text = _hand_seeds(events, frames)
    out = _allocate(header, len(hands.game), len(events.plays.kind), len(results.hand), len(seed_text))
    write_elements(
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
    return games_between(out, 0, games)


def _headers(events: Events, frames: Sequence[Frame]) -> Markup:
    """Elements before the first hand of each game."""
    builder = MarkupBuilder()
    types, lobbies = events.games.go_type.tolist(), events.games.lobby.tolist()
    dealers = events.games.first_dealer.tolist()
    for frame, go_type, lobby, dealer in zip(frames, types, lobbies, dealers, strict=True):
        builder.start_game()
        builder.element("mjloggm", [("ver", _VERSION)])
        if frame.seed is not None:
            builder.element("SHUFFLE", [("seed", frame.seed), ("ref", "")])
        stated = (("type", go_type), ("lobby", lobby))
        go = [(name, str(value)) for name, value in stated if value != ABSENT]
        go += [(name, text) for name, text in zip(("rule", "csrule"), frame.announced, strict=True) if text]
        people = _players(frame)
        oya = [] if dealer == ABSENT else [("oya", str(dealer))]
        for tag, attributes in (("GO", go), ("UN", people), ("TAIKYOKU", oya)):
            if any(value for _, value in attributes):
                builder.element(tag, attributes)
    return builder.build()


def _players(frame: Frame) -> list[tuple[str, str]]:
    """Attributes of the first UN; Tenhou escapes every byte of a name."""
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
    """Room for the headers and for the most that so many hands, plays and results need."""
    parts = ((hands, _OF_INIT), (plays, _OF_PLAY), (results, _OF_RESULT))
    return empty_markup(
        len(header.game_offsets) - 1,
        len(header.tag) + hands + plays + results,
        len(header.name) + sum(count * most for count, (most, _) in parts),
        len(header.values) + sum(count * most for count, (_, most) in parts),
        len(header.text) + LONGEST_TYPE * results + seed_bytes,
    )


@kernel
def write_elements(
    header: Markup,
    hand_offsets: NDArray[np.int32],
    hands: Hands,
    plays: Plays,
    calls: Calls,
    deposits: NDArray[np.int32],
    results: Results,
    seed_offsets: NDArray[np.int32],
    seed_text: NDArray[np.uint8],
    out: Markup,
) -> None:
    """Write games: the elements of their headers, then their hands.

    ``header`` holds the elements before the first INIT of each game.  ``seed_offsets``, shape (hands + 1,),
    cuts ``seed_text``, UTF-8, into the seeds of hands; a hand with an empty seed has no ``shuffle``.  ``out``
    has room for all and is filled from the first row on.
    """
    cursor = np.zeros(4, np.int64)
    for game in range(len(hand_offsets) - 1):
        out.game_offsets[game] = cursor[ELEMENT]
        copy_header(header, game, out, cursor)
        for hand in range(int(hand_offsets[game]), int(hand_offsets[game + 1])):
            add_init(hands, hand, out, cursor)
            add_seed(seed_text, int(seed_offsets[hand]), int(seed_offsets[hand + 1]), out, cursor)
            first, stop = int(hands.play_offsets[hand]), int(hands.play_offsets[hand + 1])
            add_plays(plays, calls.code, deposits, first, stop, out, cursor)
            for row in range(int(hands.result_offsets[hand]), int(hands.result_offsets[hand + 1])):
                if int(results.end[row]) == ENDING.AGARI:
                    add_agari(results, row, out, cursor)
                else:
                    add_ryuukyoku(results, row, out, cursor)
    out.game_offsets[len(hand_offsets) - 1] = cursor[ELEMENT]
    out.attribute_offsets[cursor[ELEMENT]] = cursor[ATTRIBUTE]
    out.value_offsets[cursor[ATTRIBUTE]] = cursor[VALUE]
    out.text_offsets[cursor[ATTRIBUTE]] = cursor[TEXT_BYTE]
