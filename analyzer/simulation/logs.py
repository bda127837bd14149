"""Logs of games: hands are written as soon as they are over, and joined."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.encoder import Frame, encode
from analyzer.formats.events import Calls, Events, Games, Hands, Oddities, Plays
from analyzer.formats.mjlog.writer import write_games
from analyzer.formats.wide_rows import empty_results, split_results
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["frame_of", "joined", "one_hand_each", "with_owari", "written_hands"]

_TENTH: Final = 100
"""Points of a tenth of the final result."""
_GRADE: Final = 16
_RATE: Final = 2000.0
_EMPTY_RATE: Final = 1500.0
_ROOT_END: Final = b"</mjloggm>"
_HAND: Final = b"<INIT"


def frame_of(names: Sequence[str], seed: str | None = None) -> Frame:
    """What a log says beside the play.  All players have one grade, which shows that nobody played.

    Args:
        names: Of the seats.
        seed: Text of the shuffle seed; None for a log without.
    """
    first, second, third, fourth = (*names, "")[:SEATS]
    names = first, second, third, fourth
    return Frame(
        seed=seed,
        names=names,
        dan=tuple(_GRADE if name else 0 for name in names),
        rate=tuple(_RATE if name else _EMPTY_RATE for name in names),
        sex=tuple("M" if name else "C" for name in names),
    )


def one_hand_each(
    hands: Hands,
    plays: Plays,
    calls: Calls,
    deposits: NDArray[np.int32],
    players: int,
    go_type: int = ABSENT,
) -> Events:
    """Events of games of one hand each, without results."""
    count = len(hands.game)
    each, nothing = np.arange(count + 1, dtype=np.int32), np.zeros(0, np.int32)
    zero = np.zeros(count, np.int32)
    return Events(
        Games(
            go_type=np.full(count, go_type, np.int32),
            lobby=zero,
            players=np.full(count, players, np.uint8),
            announces_rules=np.zeros(count, np.bool_),
            first_dealer=zero,
            taikyoku=np.full(count, ABSENT, np.int32),
            hand_offsets=each,
            element_offsets=np.zeros(count + 1, np.int32),
        ),
        hands._replace(game=each[:-1]),
        plays,
        calls,
        deposits,
        split_results(empty_results(0)),
        Oddities(nothing, nothing, nothing, np.zeros(0, np.uint8), nothing),
    )


def with_owari(
    events: Events, over: NDArray[np.bool_], scores: NDArray[np.int32], results: NDArray[np.int32]
) -> Events:
    """Events whose last results say how games ended.

    Args:
        events: Of one hand each.
        over: Shape (games,): those that are over.
        scores: Shape (games, 4), points.
        results: Shape (games, 4), points: the final results.
    """
    last = events.hands.result_offsets[1:][over] - 1
    said = events.results
    final_scores, final_results = said.final_scores.copy(), said.final_results.copy()
    has_owari = said.has_owari.copy()
    final_scores[last], final_results[last] = scores[over], results[over] // _TENTH
    has_owari[last] = True
    said = said._replace(final_scores=final_scores, final_results=final_results, has_owari=has_owari)
    return events._replace(results=said)


def written_hands(events: Events, frames: Sequence[Frame] = (), seeds: Sequence[str] = ()) -> list[bytes]:
    """What each hand is written as.

    Args:
        events: Of games of one hand each, with results.
        frames: What logs say beside the play, one for each game that begins with its hand; else none.
        seeds: ``shuffle`` of each INIT, where games do not begin and hands have one.
    """
    if frames:
        return [log.removesuffix(_ROOT_END) for log in write_games(encode(events, frames))]
    # Written as one game, so that one header is cut off and not one for each hand.
    games = Games._make(column[:1] for column in events.games)
    games = games._replace(hand_offsets=np.array([0, len(events.hands.game)], np.int32))
    frame = frame_of([""] * SEATS)._replace(hand_seeds=tuple(seeds))
    (log,) = write_games(encode(events._replace(games=games), [frame]))
    return [_HAND + hand for hand in log.removesuffix(_ROOT_END).split(_HAND)[1:]]


def joined(hands: Sequence[bytes]) -> bytes:
    """The log of a game, from its hands as `written_hands` gives them."""
    return b"".join([*hands, _ROOT_END])
