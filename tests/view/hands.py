"""Hands for tests of pictures: one of each kind of ending, and the replay's facts after so many plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

import analyzer
from analyzer.formats.events import Events
from analyzer.replay import Facts, replay
from analyzer.view import Game, Hand
from analyzer.vocabulary import kind_text, parse_mpsz

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"

ENDINGS = {
    "ron": ("00a9-0000-d45e94d0", "E1.0"),
    "tsumo": ("00a9-0000-d45e94d0", "E4.0"),
    "double_ron": ("00a9-0000-d45e94d0", "E2.0"),
    "exhaustive_some_tenpai": ("00a9-0000-d45e94d0", "S1.0"),
    "exhaustive_nobody_tenpai": ("00a9-0000-d4f0c8b8", "E1.0"),
    "exhaustive_all_tenpai": ("00a9-0000-7d259e6c", "E1.0"),
    "nagashi_mangan": ("00a9-0000-7d4e1dd9", "E1.0"),
    "double_nagashi_of_three": ("00b9-0000-43ce82d1", "E1.0"),
    "kyuushu_kyuuhai_of_three": ("00b9-0000-93f4f9f2", "E1.0"),
    "suufon_renda": ("00a9-0000-f247381d", "E1.0"),
    "suucha_riichi": ("00a9-0000-9a451c9f", "E1.0"),
    "sanchahou": ("00a9-0000-2e5be2f1", "E1.0"),
    "suukaikan": ("00a9-0000-de44583c", "E1.0"),
    "chankan": ("00a9-0000-b9b5b211", "E1.0"),
    "kita_ron": ("00b9-0000-00dd2364", "E1.0"),
    "pao": ("00a9-0000-0bff2f2e", "E1.1"),
    "counted_yakuman": ("00a9-0000-dc5e7029", "E1.0"),
}
"""By name: which log of the samples, and which of its hands."""


@cache
def sample(name: str) -> Game:
    """A game of the samples by the end of its name."""
    (path,) = SAMPLES.glob(f"*{name}*")
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
