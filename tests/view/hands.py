"""Hands for tests of pictures: one of each kind of ending, tables laid by hand, the replay's facts."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import analyzer
from analyzer.explain.outcome import Outcome
from analyzer.explain.win import Win
from analyzer.formats.events import Events
from analyzer.replay import Facts, replay
from analyzer.view import Game, Hand
from analyzer.view.plays import Play
from analyzer.view.table import Meld, MeldTile, RiverTile, Side, Table
from analyzer.vocabulary import PlayKind, kind_text, parse_mpsz, parse_tiles
from tests.case_files import whole

TESTS = Path(__file__).resolve().parents[1]
SAMPLES = TESTS.parent / "data" / "samples"

ENDINGS = whole("view/endings")
"""By name: which log, and which of its hands."""


@cache
def sample(name: str) -> Game:
    """A game by the end of its name: one of `tests/games`, which stay as they are, else of the samples."""
    path, *_ = (*TESTS.glob(f"games/*{name}*"), *SAMPLES.glob(f"*{name}*"))
    return analyzer.read(path)


def ending(name: str) -> Hand:
    """A hand that ends so."""
    log, kyoku = ENDINGS[name]
    return sample(log).hands[kyoku]


def facts_after(events: Events, hand: int, turns: Sequence[int]) -> Facts:
    """What the replay says of a hand after so many plays: a row for each number, the log cut off there."""
    hands, plays = events.hands, events.plays
    start = int(hands.play_offsets[hand])
    rows = np.concatenate([np.arange(start, start + turn) for turn in turns]).astype(np.int64)
    repeated = (
        type(hands)
        ._make(
            column if name.endswith("_offsets") else column[np.full(len(turns), hand)]
            for name, column in zip(hands._fields, hands, strict=True)
        )
        ._replace(
            play_offsets=np.cumsum([0, *turns], dtype=np.int32),
            result_offsets=np.zeros(len(turns) + 1, np.int32),
        )
    )
    cut = events._replace(
        hands=repeated,
        plays=type(plays)._make(column[rows] for column in plays),
        results=type(events.results)._make(column[:0] for column in events.results),
    )
    return replay(cut)[0]


def tehai(*starts: str) -> tuple[str, ...]:
    """Four tehai that begin so, filled up with numbers from 1 to 8 of which a copy stays in the wall."""
    taken = Counter(kind for start in starts for kind in parse_mpsz(start))
    filled = []
    spare = [kind for step in range(7) for kind in range(27) if kind % 7 == step and kind % 9 < 8] * 3
    for start in starts:
        kinds = list(parse_mpsz(start))
        for kind in spare:
            if len(kinds) < 13 and taken[kind] < 3:
                kinds.append(kind)
                taken[kind] += 1
        filled.append("".join(map(kind_text, kinds)))
    return tuple(filled)


_LYING = re.compile(r"\((\d[mpsz])(?:\+(\d[mpsz]))?\)|(\d[mpsz]|##)")
_DISCARD = re.compile(r"(\()?(\[)?(\d[mpsz])\]?\)?(')?(\*)?")


def melded(text: str) -> Meld:
    """A meld as text shows it: ``pon (5z)5z5z from seat 3``, ``kakan 8p(8p+8p)8p``, ``ankan ##1z1z##``."""
    kind, tiles, *source = text.replace("from seat ", "").split()
    lying: list[MeldTile] = []
    for turned, added, plain in _LYING.findall(tiles):
        name = turned or plain.replace("##", "9s")
        lying.append(MeldTile(parse_tiles(name)[0], is_turned=bool(turned), is_hidden=plain == "##"))
        if added:
            lying.append(MeldTile(parse_tiles(added)[0], is_turned=True, is_added=True))
    return Meld(PlayKind[kind.upper()], int(source[0]) if source else None, tuple(lying))


def river(text: str) -> tuple[RiverTile, ...]:
    """Discards as text shows them: ``1m 2m' [3m] (4m) 5m*``; what was called was called by seat 1."""
    found = []
    for called, turned, name, as_drawn, won in _DISCARD.findall(text):
        (tile,) = parse_tiles(name)
        found.append(RiverTile(tile, bool(as_drawn), bool(turned), 1 if called else None, bool(won)))
    return tuple(found)


def a_side(seat: int = 0, tehai: str = "", *, lies: str = "", **more: Any) -> Side:
    """A seat of which only what a test speaks of is set, its tiles as text; seat 0 is the dealer."""
    for name in more.keys() & {"drawn", "won_on"}:
        (more[name],) = parse_tiles(more[name])
    more["melds"] = tuple(map(melded, more.get("melds", ())))
    more["kita"] = parse_tiles(more.get("kita", ""))
    return replace(
        Side(seat, "ABCD"[seat], seat, 25_000, None, parse_tiles(tehai)), river=river(lies), **more
    )


def a_table(*sides: Side, **more: Any) -> Table:
    """A table after the deal of East 1 with the indicator 9s, of which only what a test speaks of is set."""
    for name in ("indicators", "ura"):
        more[name] = parse_tiles(more.get(name, "9s" if name == "indicators" else ""))
    return replace(Table(0, 0, 0, 70, (), (), sides, 0, 9), **more)


_PLAY = re.compile(r"([a-z_]+)(?: (\d))?(?: (\d[mpsz]))?(?: (\d+[mpsz]))?(?: from (\d))?( as drawn)?")


def a_play(text: str, element: int = 0) -> Play:
    """A play as ``pon 0 5z 555z from 1``: kind, seat, tile, tiles of the meld, whence the tile was called."""
    found = _PLAY.fullmatch(text)
    assert found, text
    kind, seat, tile, tiles, source, drawn = found.groups()
    (named,) = parse_tiles(tile or "") or (None,)
    where = None if source is None else int(source)
    return Play(
        PlayKind[kind.upper()],
        None if seat is None else int(seat),
        named,
        drawn is not None,
        parse_tiles(tiles or ""),
        None if where is None else named,
        where,
        element,
    )


def an_end(kind: str, wins: Sequence[Sequence[int]] = (), **more: Any) -> Outcome:
    """The end of a hand; a win is its winner, and whose tile it is on if it is a ron."""
    made = [
        Win(one[0], *(one[1:] or [None]), None, (), 1, 30, (), None, 0, 1000, (), (0,) * 4) for one in wins
    ]
    told = {name: tuple(more[name]) if name in more else None for name in ("tenpai", "deltas")}
    return Outcome(kind, tuple(made), told["tenpai"], told["deltas"])
