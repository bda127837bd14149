"""Any bytes give events or an `AnalyzerError`, and no other exception."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyzer.errors import AnalyzerError, MalformedLog
from analyzer.formats import read
from analyzer.formats.events import Events
from analyzer.formats.headers import Headers
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.markup import markup_of
from analyzer.formats.mjlog.reader import read_markup
from analyzer.formats.mjlog.writer import ROOT_END, element_text
from analyzer.vocabulary import NO_SEAT, PlayKind
from tests.formats.logs import GAME, SANMA_GAME
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

each_count = pytest.mark.parametrize("count", [150, pytest.param(500, marks=pytest.mark.long)])
FEW_LOGS = 24


def survive(data: bytes) -> Events | None:
    """Everything this room does with a log; the events, or None for a log it refuses."""
    try:
        markup, problems = read_markup(data)
    except AnalyzerError:
        return None
    headers = Headers([Heads(markup)])
    assert (len(headers.seeds), len(headers.hand_seeds), len(headers.people.name)) == (1, 1, 1)
    assert len(headers.announcements) <= 1
    return decode(markup, problems)


def is_sound(events: Events) -> bool:
    """Whether the events hold only what later rooms rely on: seats, tiles and rows that exist."""
    plays, hands, results = events.plays, events.hands, events.results
    players = events.games.players[hands.game].repeat(hands.play_offsets[1:] - hands.play_offsets[:-1])
    acting = plays.kind != PlayKind.DORA
    called = (plays.kind >= PlayKind.CHI) & (plays.kind <= PlayKind.KITA)
    return bool(
        len(players) == len(plays.kind)
        and (plays.seat[acting] < players[acting]).all()
        and (
            plays.tile[(plays.kind != PlayKind.RIICHI) & (plays.kind != PlayKind.RIICHI_ACCEPTED)] < 136
        ).all()
        and (plays.row[called] == range(len(events.calls.code))).all()
        and (plays.row[plays.kind == PlayKind.RIICHI_ACCEPTED] == range(len(events.deposits))).all()
        and (hands.dealer < events.games.players[hands.game]).all()
        and ((results.winner < 4) | (results.winner == NO_SEAT)).all()
        and hands.result_offsets[-1] == len(results.hand)
    )


def flip(data: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


def cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data))]


def insert(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    piece = chance.choice(
        [b"<", b">", b'"', b"&", b"\x00", b"<T71/>", b"<INIT/>", b"<AGARI/>", b"</x>", b"<X y='1'/>"]
    )
    return data[:place] + piece + data[place:]


def drop_attribute(data: bytes, chance: random.Random) -> bytes:
    match = chance.choice(list(re.finditer(rb' \w+="[^"]*"', data)))
    return data[: match.start()] + data[match.end() :]


def double_attribute(data: bytes, chance: random.Random) -> bytes:
    match = chance.choice(list(re.finditer(rb' \w+="[^"]*"', data)))
    return data[: match.end()] + data[match.start() :]


def change_number(data: bytes, chance: random.Random) -> bytes:
    match = chance.choice(list(re.finditer(rb"\d+", data)))
    number = chance.choice(
        [b"", b"-1", b"4", b"136", b"255", b"65536", b"2147483648", b"9" * 20, b"0.5", b"x", b",", b"1,1"]
    )
    return data[: match.start()] + number + data[match.end() :]


def move_element(data: bytes, chance: random.Random) -> bytes:
    elements = re.findall(rb"<[^>]*>", data)
    elements.insert(chance.randrange(len(elements)), elements.pop(chance.randrange(1, len(elements) - 1)))
    return b"".join(elements)


DAMAGES = (move_element, change_number, drop_attribute, double_attribute, flip, insert, cut)


def read_damaged(logs: list[bytes], count: int, seed: int) -> int:
    """Read so many logs damaged in one to three ways; how many gave events."""
    chance = random.Random(seed)  # noqa: S311  # no secret
    survived = 0
    for number in range(count):
        data = logs[number % len(logs)]
        damages = chance.sample(DAMAGES, chance.randint(1, 3))
        # A cut comes last: a log of a few bytes leaves nothing to damage.
        for damage in sorted(damages, key=DAMAGES.index):
            data = damage(data, chance)
        events = survive(data)
        if events is not None:
            survived += 1
            assert is_sound(events)
    return survived


@each_count
def test_damaged_hand_made_logs_give_events_or_a_refusal(count):
    survived = read_damaged([GAME.encode(), SANMA_GAME.encode()], count, seed=1)

    # Some of each, or the damage proves nothing.
    assert 0 < survived < count


@needs_corpus
@each_count
def test_damaged_real_logs_give_events_or_a_refusal(count):
    logs = [corpus_bytes(path) for folder in ("phoenix", "edge") for path in corpus_paths(folder)]

    survived = read_damaged(sorted(logs, key=len)[:FEW_LOGS], count, seed=2)

    assert 0 < survived < count


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data):
    with pytest.raises(MalformedLog):
        read(data)


@given(st.binary(max_size=60), st.integers(0, len(GAME)))
def test_any_bytes_within_a_log_are_read_or_refused(piece, place):
    events = survive(GAME.encode()[:place] + piece + GAME.encode()[place:])

    assert events is None or is_sound(events)


NAMES = st.sampled_from(
    ["who", "m", "ten", "hai", "seed", "sc", "owari", "ba", "step", "type", "oya", "hai3", "yaku", "x"]
)
VALUES = st.one_of(
    st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="￾￿"), max_size=8
    ),
    st.lists(st.integers(-(2**33), 2**33), max_size=16).map(lambda numbers: ",".join(map(str, numbers))),
    st.lists(st.integers(-5, 140), max_size=16).map(lambda numbers: ",".join(map(str, numbers))),
)
TAGS = st.sampled_from(
    ["GO", "INIT", "N", "REACH", "DORA", "AGARI", "RYUUKYOKU", "BYE", "T52", "G99", "V200", "SAD"]
)


@given(st.lists(st.tuples(TAGS, st.dictionaries(NAMES, VALUES, max_size=6)), max_size=12))
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
