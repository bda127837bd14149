"""Games put together from hands that were played side by side."""

import numpy as np
import pytest

from analyzer.formats.decoder import decode
from analyzer.formats.events import Hands, Results
from analyzer.formats.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from analyzer.simulation.joining import one_hand_each, whole_games
from tests.simulation.rounds import plays_of


@pytest.fixture(scope="module")
def samples(root):
    """Some logs of four players, as one batch."""
    paths = sorted((root / "data" / "samples").glob("*-00a*.mjlog"))[::3]
    return decode(concatenate([read_markup(path.read_bytes())[0] for path in paths]))


def side_by_side(events):
    """One part for the first hands of all games, one for the second, and so on, with the games of each."""
    first, stop = events.games.hand_offsets[:-1], events.games.hand_offsets[1:]
    for place in range(int((stop - first).max())):
        games = np.flatnonzero(stop - first > place)
        yield [part_of(events, int(first[game]) + place) for game in games], games


def part_of(events, hand):
    results = slice(*events.hands.result_offsets[hand : hand + 2])
    count = results.stop - results.start
    hands = Hands._make(column[hand : hand + 1] for column in events.hands)
    plays, calls, deposits = plays_of(events, hand)
    hands = hands._replace(play_offsets=np.array([0, len(plays.kind)], np.int32))
    alone = one_hand_each(hands, plays, calls, deposits, 4)
    return alone._replace(
        hands=alone.hands._replace(result_offsets=np.array([0, count], np.int32)),
        results=Results._make(column[results] for column in events.results),
    )


def test_games_cut_into_hands_are_put_together_as_they_were(samples):
    parts, games = [], []
    for alone, of_games in side_by_side(samples):
        parts += alone
        games += [np.array([game]) for game in of_games]

    whole = whole_games(parts, games, samples.games.go_type, 4)

    assert len(set(np.diff(samples.games.hand_offsets).tolist())) > 1
    np.testing.assert_array_equal(whole.games.hand_offsets, samples.games.hand_offsets, strict=True)
    np.testing.assert_array_equal(whole.deposits, samples.deposits, strict=True)
    for part in ("hands", "plays", "calls", "results"):
        for name in set(getattr(samples, part)._fields) - {"element"}:
            ours, logged = (getattr(getattr(each, part), name) for each in (whole, samples))
            np.testing.assert_array_equal(ours, logged, err_msg=name, strict=True)
