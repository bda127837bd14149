"""What a log says of its game as a whole beside what `Events` hold: players, announced rules, seeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.vocabulary import SEATS

NOBODY: Final = (None,) * SEATS
_NO_NAMES: Final = ("",) * SEATS
_LONGEST_NAME: Final = 200
"""Characters of a name in JSON; sites allow fewer than twenty."""


class Header(NamedTuple):
    """One game.  What its log does not state is None, or an empty text; lists have one entry per seat."""

    names: tuple[str, ...] = _NO_NAMES
    """Without percent escapes; empty for the fourth seat of three-player games."""
    dan: tuple[int | None, ...] = NOBODY
    """Grade: 0 none, 1-9 ninth to first kyuu, 10-19 first to tenth dan, 20 tenhou-i."""
    rate: tuple[float | None, ...] = NOBODY
    """Rating."""
    sex: tuple[str | None, ...] = NOBODY
    """``M``, ``F``, ``C`` for an empty seat."""
    states_people: bool = False
    """Whether the log says who plays, be it in part."""
    announced: tuple[str, str] = ("", "")
    """``rule`` and ``csrule`` of the lobby."""
    seed: str | None = None
    """Key of the walls of the game, as SHUFFLE states it."""
    hand_seeds: tuple[str | None, ...] = ()
    """``shuffle`` of each INIT, as in early 2009; nothing for a log without INIT."""
    disconnects: int = 0
    """How often a player loses the connection."""


class People(NamedTuple):
    """The players of a batch: by column of `Header` a list of games."""

    name: list[tuple[str, ...]]
    dan: list[tuple[int | None, ...]]
    rate: list[tuple[float | None, ...]]
    sex: list[tuple[str | None, ...]]


class Headers:
    """The headers of a batch by column; what nobody asks for is not read.

    Args:
        parts: Of the games in their order: one, or what gives a column of many by its name in `Header`.
    """

    def __init__(self, parts: Sequence[Header | Callable[[str], list[Any]]]) -> None:
        self._parts = parts

    def _column(self, name: str) -> list[Any]:
        values: list[Any] = []
        for part in self._parts:
            values += [getattr(part, name)] if isinstance(part, Header) else part(name)
        return values

    @cached_property
    def games(self) -> list[Header]:
        """The header of each game."""
        return [Header(*row) for row in zip(*map(self._column, Header._fields), strict=True)]

    @cached_property
    def seeds(self) -> list[str | None]:
        """Seed of each game."""
        return self._column("seed")

    @cached_property
    def hand_seeds(self) -> list[tuple[str | None, ...]]:
        """Seeds of the hands of each game."""
        return self._column("hand_seeds")

    @cached_property
    def disconnects(self) -> list[int]:
        """How often players of each game lose the connection."""
        return self._column("disconnects")

    @cached_property
    def have_seeds(self) -> NDArray[np.bool_]:
        """Whether each log carries the seed of its walls, for the game or for a hand; shape (games,)."""
        pairs = zip(self.seeds, self.hand_seeds, strict=True)
        return np.array([seed is not None or any(of_hands) for seed, of_hands in pairs], np.bool_)

    @cached_property
    def have_people(self) -> NDArray[np.bool_]:
        """Whether each log says who plays, be it in part; shape (games,)."""
        return np.array(self._column("states_people"), np.bool_)

    def seed_octets(self) -> tuple[NDArray[np.uint8], NDArray[np.integer], NDArray[np.integer]]:
        """The bytes of `seeds` together, and where each begins and ends; equal without one."""
        texts = [(seed or "").encode() for seed in self.seeds]
        bounds = np.cumsum([0, *map(len, texts)])
        return np.frombuffer(b"".join(texts), np.uint8), bounds[:-1], bounds[1:]

    @cached_property
    def announcements(self) -> dict[int, tuple[str, str]]:
        """``rule`` and ``csrule`` by game, for the games that have at least one of them."""
        return {row: words for row, words in enumerate(self._column("announced")) if any(words)}

    @cached_property
    def people(self) -> People:
        """The players of each game."""
        return People(*map(self._column, ("names", "dan", "rate", "sex")))


def stated_names(names: Sequence[object]) -> tuple[str, ...]:
    """Names that JSON gives by seat, cut to a length, without lone surrogates; empty for what is no text."""
    texts = (name[:_LONGEST_NAME] if isinstance(name, str) else "" for name in (*names, *_NO_NAMES)[:SEATS])
    return tuple(text.encode("utf-8", "replace").decode() for text in texts)
