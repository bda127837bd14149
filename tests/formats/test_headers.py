"""What a log says beside its events: players, seeds, announced rules, and its id and type."""

from __future__ import annotations

from datetime import date

import pytest

from analyzer import formats
from analyzer.formats.headers import Headers
from analyzer.formats.log_id import GoType, LogId, Room, parse_log_id
from analyzer.formats.mjlog.heads import Heads
from analyzer.formats.mjlog.scanner import scan
from tests.case_files import whole
from tests.formats.logs import END, GAME, HEAD, INIT, game
from tests.work import peak_bytes

CASES = whole("formats/headers")
NOBODY = (None,) * 4
SEED, HAND_SEED = "mt19937ar-sha512-n288-base64,AAAA", "mt19937ar,C41242CB"
SEEDED = INIT.replace(" oya=", f' shuffle="{HAND_SEED}" oya=')
"""As in early 2009, when each hand had a seed."""


def read(*logs: str | bytes) -> Headers:
    """The headers of logs in Tenhou's form, read together."""
    markup, accepted = scan([log if isinstance(log, bytes) else log.encode() for log in logs])
    assert accepted.all()
    return Headers([Heads(markup).column])


def test_long_texts_are_not_kept_in_memory():
    """Long lists, one after another, are let go again."""
    logs = [GAME.replace("M,F,M,M", f"{number}," * 50_000).encode() for number in range(20)]

    assert peak_bytes(lambda: [formats.read_logs([log]).read()[1].people for log in logs]) < 2_000_000


def test_the_header_of_a_log():
    headers = read(GAME)

    assert headers.people == (
        [("A", "\N{HIRAGANA LETTER A}", "C", "D")],
        [(16, 17, 0, 20)],
        [(2100.5, 1500.0, 1499.99, 2300.0)],
        [("M", "F", "M", "M")],
    )
    assert (headers.seeds, headers.hand_seeds, headers.announcements) == ([SEED], [(None, None)], {})
    assert (headers.disconnects, headers.have_people.tolist()) == ([1], [True])


def test_a_log_that_says_nothing_has_an_empty_header_and_no_logs_have_none():
    headers = read("<mjloggm></mjloggm>")

    assert headers.people == ([("",) * 4], *[[NOBODY]] * 3)
    assert (headers.seeds, headers.hand_seeds, headers.announcements) == ([None], [()], {})
    assert (headers.have_seeds.tolist(), headers.have_people.tolist()) == ([False], [False])
    assert [len(places) for places in headers.seed_octets()] == [0, 1, 1]
    assert read().people == ([],) * 4


def test_the_headers_of_a_batch_are_those_of_its_games():
    go = '<GO type="257" lobby="1" title="%E6%9D%B1" rule=",,0101,0" ranking="" csrule="0FE0BF0B,,30000"/>'
    logs = [
        GAME,
        "<mjloggm></mjloggm>",
        HEAD.replace('lobby="0"', 'lobby="C1"').replace(' ref=""', "") + INIT + END,
        GAME.replace(' owari="', ' ratio="2000,10" owari="').replace('lobby="0"', 'lobby="1,2.0"'),
        game(INIT, SEEDED, '<UN n1="%5A" />').decode(),
        "<mjloggm><INIT/></mjloggm>",
        HEAD.replace('<GO type="169" lobby="0"/>', go) + END,
        '<mjloggm><UN gold="118940,3956,26887,70451" rc="0,10,0,10"/></mjloggm>',
        game(INIT, SEEDED, init=SEEDED).decode(),
    ]
    headers, alone = read(*logs), [read(log) for log in logs]

    assert headers.announcements == {6: (",,0101,0", "0FE0BF0B,,30000")}
    assert headers.seeds == [SEED, None, SEED, SEED, SEED, None, SEED, None, SEED]
    assert headers.hand_seeds == [
        *((None, None), (), (None,), (None, None), (None, None, HAND_SEED), (None,), (), ()),
        (HAND_SEED, None, HAND_SEED),
    ]
    assert headers.have_seeds.tolist() == [True, False, True, True, True, False, True, False, True]
    assert headers.have_people.tolist() == [True, False, True, True, True, False, True, True, True]
    people = [one for single in alone for one in zip(*single.people, strict=True)]
    assert list(zip(*headers.people, strict=True)) == people


@pytest.mark.parametrize(("old", "new", "seat", "stated"), CASES["people"])
def test_what_cannot_be_read_of_a_player_is_not_stated(old, new, seat, stated):
    people = formats.read_logs([GAME.encode(), GAME.replace(old, new).encode()]).read()[1].people

    assert " ".join(str(column[1][seat]) for column in people) == stated
    assert [column[0] for column in people] == [column[0] for column in read(GAME).people]


def test_a_log_id_is_found_in_names_and_links():
    for text, found, day, hour, *rest in CASES["log_ids"]:
        expected = LogId(found, date.fromisoformat(day), None if hour < 0 else hour, *rest)
        assert parse_log_id(text) == expected
    assert [text for text in CASES["no_log_ids"] if parse_log_id(text) is not None] == []


@pytest.mark.parametrize(("value", "bits", "room"), CASES["types"])
def test_a_type_is_its_room_its_length_and_its_rare_bits(value, bits, room):
    go = GoType(value)

    assert go.room == Room[room]
    assert {name for name in CASES["bits"].split() if GoType[name] in go} == {*bits.split()}
