"""Games played out, and their logs put together from what their hands are written as."""

import numpy as np
import pytest

from analyzer.formats.decoder import decode
from analyzer.formats.events import Hands, Results
from analyzer.formats.mjlog.reader import read_markup
from analyzer.rules import load
from analyzer.simulation.games import frame_of, one_hand_each, opening, play_out, with_owari, written_hands
from tests.simulation.rounds import played_hand

START = b'<mjloggm ver="2.3">'


@pytest.fixture(scope="module")
def samples(root):
    """Some logs of four players."""
    paths = sorted((root / "data" / "samples").glob("*-00a*.mjlog"))[::3]
    return [path.read_bytes() for path in paths]


def part_of(events, hand):
    """One hand of a game as a game of its own."""
    results = slice(*events.hands.result_offsets[hand : hand + 2])
    alone = one_hand_each(played_hand(events, hand), load("tenhou"))
    hands = alone.hands._replace(result_offsets=np.array([0, results.stop - results.start], np.int32))
    return alone._replace(hands=hands, results=Results._make(column[results] for column in events.results))


def test_hands_are_written_one_by_one_as_they_are_logged(samples):
    for log in samples:
        events = decode(read_markup(log)[0])

        hands = [written_hands(part_of(events, hand))[0] for hand in range(len(events.hands.game))]

        assert b"".join(hands) == log[log.index(b"<INIT") : log.index(b"</mjloggm")]


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

    (hand,) = written_hands(part, ["a,b"])

    assert b'shuffle="a,b"' in hand


def test_a_log_begins_with_type_names_and_seed(samples):
    events = decode(read_markup(samples[0])[0])
    hands = iter([played_hand(events, 0), None])

    (log,) = play_out([frame_of("abcd")._replace(seed="mt,1")], load("tenhou"), lambda *_: next(hands))

    assert log.startswith(START + b'<SHUFFLE seed="mt,1" ref=""/><GO type="169" lobby="0"/><UN n0="%61"')
    assert b'<TAIKYOKU oya="0"/><INIT' in log
    assert log.count(b"<INIT") == 1


def test_the_last_result_of_a_game_that_is_over_says_how_it_ended(samples):
    """Uma of 20 and 10, 5,000 to the top for each seat: the rule of Tenhou, worked out by hand."""
    rules, hand = load("tenhou"), part_of(decode(read_markup(samples[0])[0]), 0)
    standing = opening(rules)._replace(scores=(24000, 26000, 31000, 19000))

    goes_on, ends = (
        written_hands(with_owari(hand, np.array([over]), [standing], rules))[0] for over in (False, True)
    )

    assert b"owari" not in goes_on
    assert b'owari="240,-16.0,260,6.0,310,41.0,190,-31.0"' in ends
