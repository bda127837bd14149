"""The course of real hands, beside a count of the same XML that shares no code with the package."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.formats.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import replay, replay_with_course
from analyzer.replay.course import NO_KINDS, NagashiEnd
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import PlayKind
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.replay.walked import walked
from tests.thinned import thinned

pytestmark = needs_corpus

# Some of four players and some of three, some old.
PATHS = [*corpus_paths("phoenix")[::60], *corpus_paths("phoenix")[30:400:120], *corpus_paths("edge")[:3]]


def events_of(path):
    return decode(read_markup(corpus_bytes(path))[0])


def seats_of(events):
    """Per hand and seat in play: the same as `walked` gives, from the package."""
    facts, _, found = replay_with_course(events)
    for hand, players in enumerate(facts.players.tolist()):
        yield [seat_of(facts, found, hand, seat) for seat in range(players)]


def seat_of(facts, found, hand, seat):
    at = hand * 4 + seat
    waits = kinds_in(int(facts.waits[hand, seat]))
    kyuushu = (int(found.kyuushu_kinds[hand, seat]), int(found.kyuushu_shanten[hand, seat]))
    tenpai = (set(kinds_in(int(found.tenpai_waits[hand, seat]))), int(found.tenpai_wait_live[hand, seat]))
    riichi = (
        set(kinds_in(int(found.riichi_waits[hand, seat]))),
        int(found.riichi_wait_live[hand, seat]),
        bool(found.riichi_furiten[hand, seat]),
    )
    held = facts.concealed[hand, seat].copy()
    if (facts.last_kind[hand], facts.last_seat[hand]) == (PlayKind.DRAW, seat):
        held[facts.last_tile[hand] // 4] -= 1
    return (
        int(found.haipai_shanten[hand, seat]),
        None if kyuushu[0] == NO_KINDS else kyuushu,
        found.shanten_after[found.shanten_offsets[at] : found.shanten_offsets[at + 1]].tolist(),
        int(found.open_turn[hand, seat]) or None,
        tenpai if found.tenpai_turn[hand, seat] else None,
        riichi if facts.riichi_turn[hand, seat] else None,
        (int(found.nagashi_until[hand, seat]), NagashiEnd(found.nagashi_end[hand, seat]).name.lower()),
        {kind for kind in waits if held[kind] < 4},
        int(found.wait_live[hand, seat]),
    )


@pytest.mark.parametrize("path", thinned(PATHS, 3), ids=lambda path: path.stem)
def test_every_seat_of_a_real_game_has_the_course_that_its_elements_give(path):
    text = corpus_bytes(path).decode()

    for found, expected in zip(seats_of(events_of(path)), walked(text), strict=True):
        assert found == [tuple(seat) for seat in expected]


def test_the_first_tenpai_is_the_first_discard_without_shanten():
    events = events_of(PATHS[0])
    found = replay_with_course(events)[2]

    for at, turn in enumerate(found.tenpai_turn.ravel().tolist()):
        after = found.shanten_after[found.shanten_offsets[at] : found.shanten_offsets[at + 1]].tolist()
        assert turn == (after.index(0) + 1 if 0 in after else 0)
    assert found.tenpai_turn.any()


@pytest.mark.parametrize("every", [150, pytest.param(25, marks=pytest.mark.long)])
def test_tenpai_by_shanten_is_tenpai_by_waits(every):
    for path in corpus_paths("phoenix")[::every]:
        events = events_of(path)
        # With a course, waits are worked out only where the shanten is none.
        facts, found = replay(events)[0], replay_with_course(events)[2]
        discards = np.flatnonzero(events.plays.kind == PlayKind.DISCARD)
        hand = np.searchsorted(events.hands.play_offsets, discards, side="right") - 1
        order = np.lexsort((discards, events.plays.seat[discards], hand))

        np.testing.assert_array_equal(found.shanten_after == 0, facts.waits_after[discards[order]] != 0)


@pytest.mark.long
def test_compiled_plays_of_real_games_equal_plain_plays():
    for path in PATHS[::4]:
        events = events_of(path)
        plain = replay_with_course(events, plays=True)[2].plays
        with kernels.compiling():
            compiled = replay_with_course(events, plays=True)[2].plays

        for name in plain._fields:
            np.testing.assert_array_equal(getattr(compiled, name), getattr(plain, name), err_msg=name)
