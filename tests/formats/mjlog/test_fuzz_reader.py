"""Any bytes give events or an `AnalyzerError`, and no other exception."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, MalformedLog
from analyzer.formats import read
from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.markup import ATTRIBUTES, TAGS, markup_of
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from analyzer.vocabulary import NO_SEAT, PlayKind
from tests.damage import damaged
from tests.formats.logs import GAME, SANMA_GAME


def survive(data: bytes) -> Events | None:
    """Everything this room does with a log; the events, which are sound, or None for a log it refuses."""
    try:
        markup, problems = read_markup(data)
    except AnalyzerError:
        return None
    headers = Headers([Heads(markup)])
    assert (len(headers.seeds), len(headers.hand_seeds), len(headers.people.name)) == (1, 1, 1)
    assert len(headers.announcements) <= 1
    events = decode(markup, problems)
    assert is_sound(events)
    return events


def is_sound(events: Events) -> bool:
    """Whether the events hold only what later rooms rely on: seats, tiles and rows that exist."""
    plays, hands, results = events.plays, events.hands, events.results
    players = events.games.players[hands.game].repeat(hands.play_offsets[1:] - hands.play_offsets[:-1])
    acting = plays.kind != PlayKind.DORA
    called = (plays.kind >= PlayKind.CHI) & (plays.kind <= PlayKind.KITA)
    has_tile = (plays.kind != PlayKind.RIICHI) & (plays.kind != PlayKind.RIICHI_ACCEPTED)
    return bool(
        len(players) == len(plays.kind)
        and (plays.seat[acting] < players[acting]).all()
        and (plays.tile[has_tile] < 136).all()
        and (plays.row[called] == range(len(events.calls.code))).all()
        and (plays.row[plays.kind == PlayKind.RIICHI_ACCEPTED] == range(len(events.deposits))).all()
        and (hands.dealer < events.games.players[hands.game]).all()
        and ((results.winner < 4) | (results.winner == NO_SEAT)).all()
        and hands.result_offsets[-1] == len(results.hand)
    )


@pytest.mark.parametrize("count", [150, pytest.param(1000, marks=pytest.mark.long)])
def test_damaged_logs_give_events_or_a_refusal(count):
    logs = [log.encode() for log in (GAME, SANMA_GAME)]

    survived = sum(survive(damaged(logs[seed % 2], seed)) is not None for seed in range(count))

    # Some of each, or the damage proves nothing.
    assert 0 < survived < count


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with pytest.raises(MalformedLog):
        read(data)


@given(st.binary(max_size=60), st.integers(0, len(GAME)))
def test_any_bytes_within_a_log_are_read_or_refused(piece, place):
    survive(GAME.encode()[:place] + piece + GAME.encode()[place:])


SOME_NAMES = st.sampled_from((*ATTRIBUTES[:12], "hai3", "sc", "owari", "x"))
NUMBERS = st.one_of(st.integers(-(2**33), 2**33), st.integers(-5, 140))
VALUES = st.one_of(
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="￾￿"), max_size=8
    ),
    st.lists(NUMBERS, max_size=16).map(lambda numbers: ",".join(map(str, numbers))),
)
SOME_TAGS = st.sampled_from((*TAGS[1:12], "T52", "G99", "V200", "SAD"))


@settings(max_examples=40)
@given(st.lists(st.tuples(SOME_TAGS, st.dictionaries(SOME_NAMES, VALUES, max_size=6)), max_size=12))
def test_any_elements_give_events_and_come_back_as_written(elements):
    whole = [("mjloggm", [("ver", "2.3")]), *((tag, [*stated.items()]) for tag, stated in elements)]
    markup = markup_of(whole)

    texts = (element_text(tag, attributes) for tag, attributes in whole[1:])
    data = "".join(['<mjloggm ver="2.3">', *texts, ROOT_END])
    again, problems = read_markup(data.encode())

    assert problems == []
    for column, expected in zip(again, markup, strict=True):
        assert column.tolist() == expected.tolist()
    assert is_sound(decode(markup))
