"""The course of whole games, beside a slow count of the same XML that shares no code with ours."""

import pytest

from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import replay_with_course
from analyzer.replay.facts import NO_KINDS, NagashiEnd
from analyzer.tiles.counts import kinds_in
from analyzer.vocabulary import PlayKind
from tests.logs import corpus_bytes, corpus_paths, fixed_logs
from tests.replay.walked import walked
from tests.thinned import thinned

PHOENIX, EDGE = corpus_paths("phoenix"), corpus_paths("edge")
# Some of four players and some of three, some old; without the corpus those of the project alone.
PATHS = [*fixed_logs()[::4], *PHOENIX[::60], *PHOENIX[30:400:120], *EDGE[:3]]


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
def test_every_seat_of_a_game_has_the_course_that_its_elements_give(path):
    text = corpus_bytes(path).decode()

    for found, expected in zip(seats_of(decode(read_markup(text.encode())[0])), walked(text), strict=True):
        assert found == [tuple(seat) for seat in expected]
