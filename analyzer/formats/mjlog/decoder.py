"""`Markup` to `Events`: what elements mean; every problem becomes a row of oddities, never an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analyzer.errors import MalformedLog
from analyzer.formats.events import (
    STRUCTURAL,
    Calls,
    Events,
    Hands,
    Oddities,
    Oddity,
    Plays,
    ReadGame,
    ReadProblem,
    read_each,
)
from analyzer.formats.headers import Headers
from analyzer.formats.mjlog.attributes import AT, Walk, new_walk, readable, rows_of
from analyzer.formats.mjlog.heads import Heads, misstated_people
from analyzer.formats.mjlog.markup import (
    DRAW_TAGS,
    NAME,
    TAG,
    TAGS,
    UNKNOWN,
    Markup,
    attribute_text,
    empty_markup,
    games_between,
)
from analyzer.formats.mjlog.walk import Columns, fill_runs, read_heads, runs_of, walk_games
from analyzer.formats.unstated import read_words
from analyzer.formats.wide_rows import (
    HAND,
    blank_calls,
    blank_games,
    blank_plays,
    empty_hands,
    empty_results,
    split_hands,
    split_results,
)
from analyzer.kernels import is_compiling
from analyzer.vocabulary import ABSENT

_GAME, _HAND, _ELEMENT, _CODE, _DETAIL = range(5)
_OFTEN_ENOUGH: Final = 256
"""Rows of oddities to begin with; most logs have none."""
_KOKUSHI: Final = (47, 48)
"""Ids of AGARI, the second for thirteen waits."""
Rows = NDArray[np.int32]


def decode(markup: Markup, problems: Sequence[ReadProblem] = (), heads: Heads | None = None) -> Events:
    """Columns of everything that the games say.

    Rows hold only what can be used: a play with a bad tile, seat or call code has no row, and a value
    that cannot be read keeps its default; an oddity says so, and ``readable`` of the hand is False.
    A play before a game's first hand or after a hand's result is OUT_OF_PLACE (of the hand before it).

    One oddity per game says that the log ends early: NO_RESULT at the last element when the last hand has
    no result, else CUT where the bytes end (from ``problems``), else NO_OWARI at the last element when the
    last result has no ``owari``.

    Args:
        markup: Elements of one or more games.
        problems: What the reader repaired in the only game.
        heads: Of the markup, where they are known already.
    """
    capacity = met = _OFTEN_ENOUGH
    others = np.flatnonzero((markup.tag < DRAW_TAGS.start) | (markup.tag == UNKNOWN))
    starts = np.searchsorted(others, markup.game_offsets)
    while met >= capacity:
        capacity = met + 1
        columns, walk, elements = _allocate(markup), readable(new_walk(markup, capacity)), readable(markup)
        read_heads(elements, others, starts, columns.games, walk)
        runs = runs_of(markup, others, columns.games.players)
        rows = columns._replace(hands=rows_of(columns.hands), results=rows_of(columns.results))
        walk_games(elements, runs, rows, walk)
        fill_runs(runs, markup, columns.plays, int(walk.cursor[AT.runs]))
        met = int(walk.cursor[AT.oddities])
    events = _trimmed(columns, walk)
    _blank_what_is_unstated(events, markup)
    people = misstated_people(heads or Heads(markup), events.games.players)
    walked = np.concatenate([walk.oddities[:met], people])
    unstated = _unstated(markup, events)
    walked = np.concatenate([_without_missing(walked, unstated), unstated])
    merged = _merged(walked, _unknown(markup, events), _reported(problems, events), events.hands)
    if len(merged):
        structural = merged[np.isin(merged[:, _CODE], STRUCTURAL) & (merged[:, _HAND] != ABSENT)]
        events.hands.readable[structural[:, _HAND]] = False
    oddities = Oddities(
        game=merged[:, _GAME].copy(),
        hand=merged[:, _HAND].copy(),
        element=merged[:, _ELEMENT].copy(),
        code=merged[:, _CODE].astype(np.uint8),
        detail=merged[:, _DETAIL].copy(),
    )
    return events._replace(oddities=oddities)


def _blank_what_is_unstated(events: Events, markup: Markup) -> None:
    """Blank fu and final results that a converted mjlog, which has no SHUFFLE, writes as 0 for none.

    Only kokushi has 0 fu, and in no game have all seats a result of 0.
    """
    results = events.results
    shuffles = np.flatnonzero(markup.tag == TAG.SHUFFLE)
    seeded = np.searchsorted(markup.game_offsets, shuffles, side="right") - 1
    converted = ~np.isin(events.hands.game[results.hand], seeded)
    unstated = converted & (results.ten[:, 0] == 0) & ~np.isin(results.yakuman, _KOKUSHI).any(axis=1)
    results.ten[unstated, 0] = ABSENT
    results.final_results[converted & (results.final_results == 0).all(axis=1)] = ABSENT


def _allocate(markup: Markup) -> Columns:
    """Columns with a row for every element that may need one, filled with the marks of absence."""

    def count(tag: str) -> int:
        return int(np.count_nonzero(markup.tag == TAGS.index(tag)))

    # This counts unknown tags too: unused rows take no time.
    tile_plays = int(np.count_nonzero(markup.tag >= DRAW_TAGS.start))
    called, reached = count("N"), count("REACH")
    hands = empty_hands(count("INIT"))
    hands[:, HAND.kyoku : HAND.kyotaku + 1] = ABSENT
    return Columns(
        games=blank_games(len(markup.game_offsets) - 1),
        hands=hands,
        plays=blank_plays(tile_plays + called + reached + count("DORA")),
        # One row more than calls: a bad code is decoded into a row too, and that row is used again.
        calls=blank_calls(called + 1),
        deposits=np.full((reached, 4), ABSENT, np.int32),
        results=empty_results(count("AGARI") + count("RYUUKYOKU")),
    )


def _trimmed(columns: Columns, walk: Walk) -> Events:
    """The rows in use; oddities are added later."""
    plays, calls, deposits, results = (
        int(walk.cursor[place]) for place in (AT.plays, AT.calls, AT.deposits, AT.results)
    )
    empty = np.zeros(0, np.int32)
    return Events(
        games=columns.games,
        hands=split_hands(columns.hands, plays, results),
        plays=Plays._make(column[:plays] for column in columns.plays),
        calls=Calls._make(column[:calls] for column in columns.calls),
        deposits=columns.deposits[:deposits],
        results=split_results(columns.results[:results]),
        oddities=Oddities(empty, empty, empty, empty.astype(np.uint8), empty),
    )


def _places(markup: Markup, attributes: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """Row of each attribute, its game, and its element within that."""
    elements = np.searchsorted(markup.attribute_offsets, attributes, side="right") - 1
    games = np.searchsorted(markup.game_offsets, elements, side="right") - 1
    places = elements - markup.game_offsets[games]
    return list(zip(attributes.tolist(), games.tolist(), places.tolist(), strict=True))


def _unknown(markup: Markup, events: Events) -> Rows:
    """UNKNOWN_TAG and UNKNOWN_ATTRIBUTE: one for each text in each game, where it stands first."""
    rows: list[tuple[int, int, int, int, int]] = []
    met: set[tuple[int, bytes]] = set()
    for attribute, game, place in _places(markup, np.flatnonzero(markup.name == UNKNOWN)):
        start, stop = markup.text_offsets[attribute : attribute + 2]
        # The text of an attribute always has "=", that of a tag never.
        name, equals, _ = markup.text[start:stop].tobytes().partition(b"=")
        if (game, name + equals) not in met:
            met.add((game, name + equals))
            code = Oddity.UNKNOWN_ATTRIBUTE if equals else Oddity.UNKNOWN_TAG
            rows.append((game, ABSENT, place, code, attribute))
    return _with_hands(rows, events)


def _unstated(markup: Markup, events: Events) -> Rows:
    """What a game of another form, written as mjlog, is and leaves out, as ``unstated`` says in words."""
    rows: list[tuple[int, int, int, int, int]] = []
    for attribute, game, place in _places(markup, np.flatnonzero(markup.name == NAME.unstated)):
        try:
            marks: Sequence[tuple[int, int]] = read_words(attribute_text(markup, attribute))
        except ValueError:
            marks = [(int(Oddity.BAD_VALUE), NAME.unstated)]
        rows += [(game, ABSENT, place, *mark) for mark in marks]
    return _with_hands(rows, events)


def _without_missing(found: Rows, unstated: Rows) -> Rows:
    """The oddities without attributes that are missing where something is said to be unstated."""
    if not len(unstated):
        return found
    said, places = (rows[:, _GAME].astype(np.int64) << 32 | rows[:, _ELEMENT] for rows in (unstated, found))
    kept: Rows = found[(found[:, _CODE] != Oddity.MISSING_ATTRIBUTE) | ~np.isin(places, said)]
    return kept


def _reported(problems: Sequence[ReadProblem], events: Events) -> Rows:
    rows = [(0, ABSENT, problem.element, int(problem.code), ABSENT) for problem in problems]
    return _with_hands(rows, events)


def _with_hands(found: Sequence[tuple[int, int, int, int, int]], events: Events) -> Rows:
    """Rows with the hand that each stands in: the last that began before it in its game."""
    hands, rows = events.hands, np.array(found, np.int32).reshape(-1, 5)
    place = rows[:, _GAME].astype(np.int64) << 32 | rows[:, _ELEMENT]
    begins = hands.game.astype(np.int64) << 32 | hands.element
    hand = np.searchsorted(begins, place, side="right") - 1
    inside = hand >= events.games.hand_offsets[rows[:, _GAME]]
    rows[:, _HAND] = np.where(inside, hand, ABSENT)
    return rows


def _merged(walked: Rows, unknown: Rows, reported: Rows, hands: Hands) -> Rows:
    """All oddities in document order; each log that ends early is named once."""
    if not len(walked) and not len(unknown) and not len(reported):
        return walked
    last_hands = np.flatnonzero(np.diff(hands.game, append=-1) != 0)
    stopped = walked[(walked[:, _CODE] == Oddity.NO_RESULT) & np.isin(walked[:, _HAND], last_hands), _GAME]
    reported = reported[~((reported[:, _CODE] == Oddity.CUT) & np.isin(reported[:, _GAME], stopped))]
    ended = reported[reported[:, _CODE] == Oddity.CUT, _GAME]
    unended = np.isin(walked[:, _CODE], (Oddity.CUT, Oddity.NO_OWARI))
    walked = walked[~(unended & np.isin(walked[:, _GAME], ended))]
    rows = np.concatenate([walked, unknown, reported])
    return rows[np.lexsort((rows[:, _ELEMENT], rows[:, _GAME]))]


class Mjlogs(NamedTuple):
    """Games of which the elements are read."""

    markup: Markup

    @property
    def hand_count(self) -> int:
        """Hands of all games."""
        return int(np.count_nonzero(self.markup.tag == TAG.INIT))

    def read(self) -> tuple[Events, Callable[[str], list[Any]]]:
        """What the games say, and the columns of their headers."""
        heads = Heads(self.markup)
        return decode(self.markup, heads=heads), heads.column

    def between(self, first: int, stop: int) -> Mjlogs:
        """The games from one up to another."""
        return Mjlogs(games_between(self.markup, first, stop))


def scan_mjlogs(logs: Sequence[bytes]) -> tuple[Mjlogs, NDArray[np.bool_]]:
    """The mjlogs among some logs that have exactly the form of Tenhou, and which these are.

    None are where kernels are not compiled: there the scanner takes ten times as long as the reader.
    """
    if not is_compiling():
        return Mjlogs(empty_markup()), np.zeros(len(logs), np.bool_)
    from analyzer.formats.mjlog.scanner import scan

    markup, accepted = scan(logs)
    return Mjlogs(markup), accepted


def read_mjlogs(data: bytes) -> list[ReadGame | MalformedLog]:
    """Every mjlog of a file, mostly one; in any legal XML.

    Raises:
        MalformedLog: When none can be read.
    """
    scanned, accepted = scan_mjlogs([data])
    if accepted.all():
        return [_read(scanned.markup, ())]
    from analyzer.formats.mjlog.reader import logs_in, read_markup

    def read(log: bytes) -> ReadGame:
        return _read(*read_markup(log))

    try:
        return [read(data)]
    except MalformedLog:
        logs = logs_in(data)
        if len(logs) == 1:
            raise
    return read_each(logs, read)


def _read(markup: Markup, problems: Sequence[ReadProblem]) -> ReadGame:
    """What the only game says."""
    heads = Heads(markup)
    return ReadGame(decode(markup, problems, heads), Headers([heads.column]).games[0])
