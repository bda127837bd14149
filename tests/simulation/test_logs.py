"""Logs of games put together from logs of their hands."""

import re

import numpy as np
import pytest

from analyzer.formats.decoder import decode
from analyzer.formats.encoder import encode
from analyzer.formats.events import Hands, Results
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import write_games
from analyzer.simulation.logs import NOBODY, frame_of, joined, one_hand_each, with_owari
from tests.simulation.rounds import plays_of

START, END = b'<mjloggm ver="2.3">', b"</mjloggm>"


@pytest.fixture(scope="module")
def samples(root):
    """Some logs of four players."""
    paths = sorted((root / "data" / "samples").glob("*-00a*.mjlog"))[::3]
    return [path.read_bytes() for path in paths]


def part_of(events, hand):
    """One hand of a game as a game of its own."""
    results = slice(*events.hands.result_offsets[hand : hand + 2])
    hands = Hands._make(column[hand : hand + 1] for column in events.hands)
    plays, calls, deposits = plays_of(events, hand)
    hands = hands._replace(
        play_offsets=np.array([0, len(plays.kind)], np.int32),
        result_offsets=np.array([0, results.stop - results.start], np.int32),
    )
    alone = one_hand_each(hands, plays, calls, deposits, 4)
    return alone._replace(results=Results._make(column[results] for column in events.results))


def test_a_log_cut_into_logs_of_its_hands_is_joined_as_it_was(samples):
    for log in samples:
        told, *hands = re.split(rb"(?=<INIT)", log.removesuffix(END))
        alone = [START + hand + END for hand in hands]

        assert joined([told + hands[0] + END, *alone[1:]]) == log


def test_a_hand_written_alone_is_written_as_in_its_log(samples):
    for log in samples:
        events = decode(read_markup(log)[0])
        hands = [
            write_games(encode(part_of(events, hand), [NOBODY]))[0] for hand in range(len(events.hands.game))
        ]

        assert joined(hands) == START + log[log.index(b"<INIT") :]


def test_the_first_hand_tells_type_names_and_seed(samples):
    hand = part_of(decode(read_markup(samples[0])[0]), 0)
    of_type = one_hand_each(hand.hands, hand.plays, hand.calls, hand.deposits, 4, go_type=169)

    (log,) = write_games(
        encode(of_type._replace(results=hand.results), [frame_of(("a", "b", "c", "d"), "mt,1")])
    )

    assert log.startswith(START + b'<SHUFFLE seed="mt,1" ref=""/><GO type="169" lobby="0"/><UN n0="%61"')
    assert b'<TAIKYOKU oya="0"/><INIT' in log


def test_the_last_result_of_a_game_that_is_over_says_how_it_ended(samples):
    hand = part_of(decode(read_markup(samples[0])[0]), 0)
    scores, results = np.array([[24000, 26000, 31000, 19000]]), np.array([[-16000, 6000, 41000, -31000]])

    goes_on, ends = (
        write_games(encode(with_owari(hand, np.array([over]), scores, results), [NOBODY]))[0]
        for over in (False, True)
    )

    assert b"owari" not in goes_on
    assert b'owari="240,-16.0,260,6.0,310,41.0,190,-31.0"' in ends
