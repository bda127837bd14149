"""Logs of games put together from logs of their hands."""

import numpy as np
import pytest

from analyzer.formats.decoder import decode
from analyzer.formats.events import Hands, Results
from analyzer.formats.mjlog.reader import read_markup
from analyzer.simulation.logs import frame_of, joined, one_hand_each, with_owari, written_hands
from tests.simulation.rounds import plays_of

START = b'<mjloggm ver="2.3">'


@pytest.fixture(scope="module")
def samples(root):
    """Some logs of four players."""
    paths = sorted((root / "data" / "samples").glob("*-00a*.mjlog"))[::3]
    return [path.read_bytes() for path in paths]


def part_of(events, hand, go_type=169):
    """One hand of a game as a game of its own."""
    results = slice(*events.hands.result_offsets[hand : hand + 2])
    hands = Hands._make(column[hand : hand + 1] for column in events.hands)
    plays, calls, deposits = plays_of(events, hand)
    hands = hands._replace(
        play_offsets=np.array([0, len(plays.kind)], np.int32),
        result_offsets=np.array([0, results.stop - results.start], np.int32),
    )
    alone = one_hand_each(hands, plays, calls, deposits, 4, go_type)
    return alone._replace(results=Results._make(column[results] for column in events.results))


def test_hands_written_one_by_one_are_joined_as_they_are_logged(samples):
    for log in samples:
        events = decode(read_markup(log)[0])
        parts = [part_of(events, hand) for hand in range(len(events.hands.game))]
        first, *others = parts

        hands = written_hands(first, [frame_of("abcd")]) + [written_hands(part)[0] for part in others]

        assert joined(hands)[joined(hands).index(b"<INIT") :] == log[log.index(b"<INIT") :]


def test_many_hands_that_are_written_together_are_told_apart(samples):
    """The first and the second hand of a log, as hands of two games that go on side by side."""
    events = decode(read_markup(samples[0])[0])
    stop = int(events.hands.result_offsets[2])
    both = events._replace(
        games=events.games._replace(hand_offsets=np.array([0, 2], np.int32)),
        hands=Hands._make(column[:2] for column in events.hands)._replace(
            play_offsets=events.hands.play_offsets[:3], result_offsets=events.hands.result_offsets[:3]
        ),
        results=Results._make(column[:stop] for column in events.results),
    )

    assert written_hands(both) == [written_hands(part_of(events, hand))[0] for hand in (0, 1)]


def test_seeds_of_hands_stand_in_them(samples):
    part = part_of(decode(read_markup(samples[0])[0]), 1)

    (hand,) = written_hands(part, seeds=["a,b"])

    assert b'shuffle="a,b"' in hand


def test_the_first_hand_tells_type_names_and_seed(samples):
    hand = part_of(decode(read_markup(samples[0])[0]), 0)

    (begun,) = written_hands(hand, [frame_of("abcd", "mt,1")])

    assert begun.startswith(START + b'<SHUFFLE seed="mt,1" ref=""/><GO type="169" lobby="0"/><UN n0="%61"')
    assert b'<TAIKYOKU oya="0"/><INIT' in begun


def test_the_last_result_of_a_game_that_is_over_says_how_it_ended(samples):
    hand = part_of(decode(read_markup(samples[0])[0]), 0)
    scores, results = np.array([[24000, 26000, 31000, 19000]]), np.array([[-16000, 6000, 41000, -31000]])

    goes_on, ends = (
        written_hands(with_owari(hand, np.array([over]), scores, results))[0] for over in (False, True)
    )

    assert b"owari" not in goes_on
    assert b'owari="240,-16.0,260,6.0,310,41.0,190,-31.0"' in ends
