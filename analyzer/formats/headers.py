"""Who played, and under what announcement: the texts of a log that no kernel needs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import TAGS
from analyzer.formats.header_texts import (
    decoded,
    field_rows,
    field_texts,
    four_integers,
    four_numbers,
    four_texts,
    integer,
    texts_by_element,
)
from analyzer.formats.markup import Markup
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["GameHeader", "Headers", "People", "Player", "read_header", "read_headers"]

_INIT: Final = TAGS.index("INIT")


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
        rule: ``rule`` as written.
        ranking: ``ranking`` as written.
        csrule: Rules of a lobby, as written; `analyzer.rules` reads them.
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


class People(NamedTuple):
    """Who sits on the seats of a batch, as `Player` has it; each a list of games, four seats in each."""

    name: list[tuple[str, ...]]
    dan: list[tuple[int | None, ...]]
    rate: list[tuple[float | None, ...]]
    sex: list[tuple[str | None, ...]]
    rc: list[tuple[int | None, ...]]
    gold: list[tuple[int | None, ...]]


class Headers(Sequence[GameHeader]):
    """Headers of a batch, one per game; each part is read when it is first asked for.

    A number that cannot be read is None.

    Args:
        markup: The batch.
    """

    def __init__(self, markup: Markup) -> None:
        self._markup = markup

    def __len__(self) -> int:
        return len(self._markup.game_offsets) - 1

    @overload
    def __getitem__(self, game: int) -> GameHeader: ...
    @overload
    def __getitem__(self, game: slice) -> tuple[GameHeader, ...]: ...
    def __getitem__(self, game: int | slice) -> GameHeader | tuple[GameHeader, ...]:
        return self._whole[game]

    @cached_property
    def seeds(self) -> list[str | None]:
        """``GameHeader.seed`` of each game."""
        return self._texts("seed")

    @cached_property
    def hand_seeds(self) -> list[tuple[str | None, ...]]:
        """``GameHeader.hand_seeds`` of each game."""
        inits = np.flatnonzero(self._markup.tag == _INIT)
        bounds = np.searchsorted(inits, self._markup.game_offsets).tolist()
        seeds = texts_by_element(self._markup, "shuffle")
        if not seeds:
            return [(None,) * (stop - first) for first, stop in pairwise(bounds)]
        texts = tuple(seeds.get(init) for init in inits.tolist())
        return [texts[first:stop] for first, stop in pairwise(bounds)]

    @cached_property
    def announcements(self) -> dict[int, tuple[str, str]]:
        """``rule`` and ``csrule`` of the games that have one of them; the other may be empty."""
        stated = np.flatnonzero((self._rows["rule"] != ABSENT) | (self._rows["csrule"] != ABSENT)).tolist()
        if not stated:
            return {}
        rules, csrules = self._texts("rule"), self._texts("csrule")
        pairs = {game: (rules[game] or "", csrules[game] or "") for game in stated}
        return {game: pair for game, pair in pairs.items() if any(pair)}

    @cached_property
    def people(self) -> People:
        """The players of each game."""
        names = ([decoded(text or "") for text in self._texts(f"n{seat}")] for seat in range(SEATS))
        return People(
            list(zip(*names, strict=True)),
            four_integers(self._markup, self._rows["dan"]),
            [four_numbers(text) for text in self._texts("rate")],
            [four_texts(text) for text in self._texts("sx")],
            four_integers(self._markup, self._rows["rc"]),
            four_integers(self._markup, self._rows["gold"]),
        )

    @cached_property
    def _whole(self) -> tuple[GameHeader, ...]:
        titles = self._texts("title")
        return tuple(
            map(
                GameHeader,
                self._texts("ver"),
                map(integer, self._texts("type")),
                self._texts("lobby"),
                (None if title is None else decoded(title) for title in titles),
                self._texts("rule"),
                self._texts("ranking"),
                self._texts("csrule"),
                _seated(self.people),
                self.seeds,
                self._texts("ref"),
                self.hand_seeds,
                self._last_ratios(),
            )
        )

    @cached_property
    def _rows(self) -> dict[str, NDArray[np.int64]]:
        return field_rows(self._markup)

    def _texts(self, field: str) -> list[str | None]:
        return field_texts(self._markup, self._rows[field])

    def _last_ratios(self) -> list[str | None]:
        """``ratio`` of the last element of each game that has it."""
        last: list[str | None] = [None] * len(self)
        for element, text in sorted(texts_by_element(self._markup, "ratio").items()):
            last[int(np.searchsorted(self._markup.game_offsets, element, side="right")) - 1] = text
        return last


def read_header(markup: Markup) -> GameHeader:
    """Header of the first game; a number that cannot be read is None."""
    return read_headers(markup)[0]


def read_headers(markup: Markup) -> Headers:
    """Headers of all games, in order."""
    return Headers(markup)


def _seated(people: People) -> Iterator[tuple[Player, ...]]:
    return (tuple(map(Player, *seats)) for seats in zip(*people, strict=True))
