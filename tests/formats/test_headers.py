from __future__ import annotations

from datetime import date

import pytest

from analyzer.formats.headers import Headers
from analyzer.formats.log_id import GoType, LogId, Room, parse_log_id
from analyzer.formats.mjlog.heads import Heads, decoded
from analyzer.formats.mjlog.markup import concatenate
from analyzer.formats.mjlog.reader import read_markup
from tests.formats.logs import END, GAME, HEAD, INIT, game
from tests.work import peak_bytes

NOBODY = (None,) * 4


def read(*logs: str | bytes) -> Headers:
    texts = (log if isinstance(log, bytes) else log.encode() for log in logs)
    return Headers([Heads(concatenate([read_markup(text)[0] for text in texts]))])


def test_long_texts_are_not_kept_in_memory():
    """Names of megabytes, one after another, are let go again."""
    texts = [f"%41{number}" + "x" * 1_000_000 for number in range(30)]

    peak = peak_bytes(lambda: [decoded(text)[0] for text in texts])

    assert peak < 10_000_000


def test_the_header_of_a_log():
    headers = read(GAME)

    assert headers.people.name == [("A", "\N{HIRAGANA LETTER A}", "C", "D")]
    assert headers.people.dan == [(16, 17, 0, 20)]
    assert headers.people.rate == [(2100.5, 1500.0, 1499.99, 2300.0)]
    assert headers.people.sex == [("M", "F", "M", "M")]
    assert headers.seeds == ["mt19937ar-sha512-n288-base64,AAAA"]
    assert headers.hand_seeds == [(None, None)]
    assert headers.announcements == {}
    assert headers.disconnects == [1]
    assert headers.have_people.tolist() == [True]


def test_a_log_that_says_nothing_has_an_empty_header():
    headers = read("<mjloggm/>")

    assert headers.people == ([("",) * 4], *[[NOBODY]] * 3)
    assert (headers.seeds, headers.hand_seeds, headers.announcements) == ([None], [()], {})
    assert headers.have_seeds.tolist() == [False]
    assert [len(places) for places in headers.seed_octets()] == [0, 1, 1]


def test_a_lobby_with_its_own_rules_states_them():
    go = '<GO type="257" lobby="1" title="%E6%9D%B1" rule=",,0101,0" ranking="" csrule="0FE0BF0B,,30000"/>'

    headers = read(GAME, HEAD.replace('<GO type="169" lobby="0"/>', go) + END)

    assert headers.announcements == {1: (",,0101,0", "0FE0BF0B,,30000")}


def test_a_table_for_money_has_gold_and_no_dan():
    headers = read('<mjloggm><UN gold="118940,3956,26887,70451" rc="0,10,0,10"/></mjloggm>', "<mjloggm/>")

    assert headers.have_people.tolist() == [True, False]
    assert headers.people.dan == [NOBODY] * 2


def test_the_seeds_of_early_2009_stand_in_each_hand():
    init = INIT.replace(" oya=", ' shuffle="mt19937ar,C41242CB" oya=')

    headers = read(game(INIT, init, init=init))

    assert headers.hand_seeds == [("mt19937ar,C41242CB", None, "mt19937ar,C41242CB")]
    assert headers.have_seeds.tolist() == [True]


def test_the_first_un_names_the_players_and_a_return_does_not():
    headers = read(game('<UN n1="%5A" />'))

    assert headers.people.name[0][1] == "\N{HIRAGANA LETTER A}"


def test_the_headers_of_a_batch_are_those_of_its_games():
    init = INIT.replace(" oya=", ' shuffle="mt19937ar,C41242CB" oya=')
    logs = [
        GAME,
        "<mjloggm/>",
        HEAD.replace('lobby="0"', 'lobby="C1"').replace('seed="mt', 'ref="1" seed="mt') + INIT + END,
        GAME.replace(' owari="', ' ratio="2000,10" owari="').replace('lobby="0"', 'lobby="1,2.0"'),
        game(INIT, init, '<UN n1="%5A" />').decode(),
        "<mjloggm><INIT/></mjloggm>",
    ]
    headers, alone = read(*logs), [read(log) for log in logs]

    assert list(zip(*headers.people, strict=True)) == [
        people for one in alone for people in zip(*one.people, strict=True)
    ]
    assert headers.seeds == [one.seeds[0] for one in alone]
    assert headers.hand_seeds == [one.hand_seeds[0] for one in alone]
    assert [len(seeds) for seeds in headers.hand_seeds] == [2, 0, 1, 2, 3, 1]


def test_the_people_of_a_batch_are_listed_game_by_game():
    logs = [
        GAME,
        GAME.replace('dan="16,17,0,20"', 'dan="1,2,3,4,5"').replace("M,F,M,M", "M,,F"),
        GAME.replace("16,17,0,20", "16,x,18.0"),
        GAME.replace('dan="16,17,0,20"', ""),
        GAME.replace("2100.50", "1e3"),
        "<mjloggm/>",
    ]

    people = read(*logs).people

    letters = ("A", "\N{HIRAGANA LETTER A}", "C", "D")
    assert people.name == [letters] * 5 + [("",) * 4]
    assert people.dan == [
        (16, 17, 0, 20),
        (1, 2, 3, 4),
        (16, None, None, None),
        NOBODY,
        (16, 17, 0, 20),
        NOBODY,
    ]
    rates = (2100.5, 1500.0, 1499.99, 2300.0)
    assert people.rate == [rates] * 4 + [(None, *rates[1:]), NOBODY]
    assert people.sex == [("M", "F", "M", "M"), ("M", None, "F", None)] + [("M", "F", "M", "M")] * 3 + [
        NOBODY
    ]


def test_the_seeds_of_a_batch_are_listed_game_by_game():
    init = INIT.replace(" oya=", ' shuffle="mt19937ar,C41242CB" oya=')
    logs = [GAME.encode(), game(INIT, init), b"<mjloggm><INIT/></mjloggm>"]

    headers = read(*logs)

    assert headers.seeds == ["mt19937ar-sha512-n288-base64,AAAA"] * 2 + [None]
    assert headers.hand_seeds == [(None, None), (None, None, "mt19937ar,C41242CB"), (None,)]
    assert headers.have_seeds.tolist() == [True, True, False]


def test_no_games_have_no_headers():
    headers = read()

    assert (headers.seeds, headers.hand_seeds, headers.announcements) == ([], [], {})
    assert headers.people == ([],) * 4


@pytest.mark.parametrize(
    ("old", "new", "seat", "expected"),
    [
        ("%41", "%FF%41%", 0, ("\N{REPLACEMENT CHARACTER}A%", 16, 2100.5, "M")),
        ("%41", "%FF%41", 0, ("\N{REPLACEMENT CHARACTER}A", 16, 2100.5, "M")),
        ("%41", "%e3%81%82", 0, ("\N{HIRAGANA LETTER A}", 16, 2100.5, "M")),
        ("%41", "%4", 0, ("%4", 16, 2100.5, "M")),
        ("%41", "12", 0, ("12", 16, 2100.5, "M")),
        ("%41", "", 0, ("", 16, 2100.5, "M")),
        ("%41", "a+b", 0, ("a+b", 16, 2100.5, "M")),
        ("16,17,0,20", "x,17", 0, ("A", None, 2100.5, "M")),
        ("16,17,0,20", "9" * 30, 0, ("A", None, 2100.5, "M")),
        ("16,17,0,20", "16,17", 3, ("D", None, 2300.0, "M")),
        ("2100.50", "1e3", 0, ("A", 16, None, "M")),
        ("2100.50", "nan", 0, ("A", 16, None, "M")),
        ("2100.50", "-12.5", 0, ("A", 16, -12.5, "M")),
        ("2100.50", "2100", 0, ("A", 16, 2100.0, "M")),
        ("M,F,M,M", "", 0, ("A", 16, 2100.5, None)),
    ],
)
def test_what_cannot_be_read_of_a_player_is_not_stated(old, new, seat, expected):
    people = read(GAME.replace(old, new)).people

    assert (people.name[0][seat], people.dan[0][seat], people.rate[0][seat], people.sex[0][seat]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog",
            LogId("2011020417gm-00a9-0000-b67fcaa3", date(2011, 2, 4), 17, 0xA9, "0000", "b67fcaa3"),
        ),
        (
            "https://tenhou.net/0/?log=2022062622gm-0009-12717-4ba5fb37&ts=3",
            LogId("2022062622gm-0009-12717-4ba5fb37", date(2022, 6, 26), 22, 9, "12717", "4ba5fb37"),
        ),
        (
            "logs/20090220gm-00e1-0000-cd94aac8.xml.gz",
            LogId("20090220gm-00e1-0000-cd94aac8", date(2009, 2, 20), None, 0xE1, "0000", "cd94aac8"),
        ),
        (
            "a_2023010101gm-0101-C1234-0123abcd",
            LogId("2023010101gm-0101-C1234-0123abcd", date(2023, 1, 1), 1, 0x101, "C1234", "0123abcd"),
        ),
    ],
)
def test_a_log_id_is_found_in_names_and_links(text, expected):
    assert parse_log_id(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "double-ron.mjlog",
        "2011020417gm-00a9-0000",
        "2011023017gm-00a9-0000-b67fcaa3",
        "2011020424gm-00a9-0000-b67fcaa3",
        "2011020417gm-00g9-0000-b67fcaa3",
        "92011020417gm-00a9-0000-b67fcaa3",
    ],
)
def test_a_name_without_a_log_id_has_none(text):
    assert parse_log_id(text) is None


# The types as players know them: room, length, seats, speed.
@pytest.mark.parametrize(
    ("value", "room", "hanchan", "sanma", "fast"),
    [
        (169, Room.HOUOU, True, False, False),
        (225, Room.HOUOU, False, False, True),
        (185, Room.HOUOU, True, True, False),
        (177, Room.HOUOU, False, True, False),
        (241, Room.HOUOU, False, True, True),
        (161, Room.HOUOU, False, False, False),
        (137, Room.JOUKYUU, True, False, False),
        (41, Room.TOKUJOU, True, False, False),
        (9, Room.IPPAN, True, False, False),
        (1, Room.IPPAN, False, False, False),
    ],
)
def test_a_ranked_type_is_its_room_and_length(value, room, hanchan, sanma, fast):
    go = GoType(value)

    assert go.room == room
    assert [GoType.HANCHAN in go, GoType.SANMA in go, GoType.FAST in go] == [hanchan, sanma, fast]
    assert GoType.RANKED in go
    assert not go & (GoType.NO_AKA | GoType.NO_KUITAN)
    assert not go & (GoType.CUSTOM | GoType.CHIPS | GoType.SKILL | GoType.LIGHT_SPEED)


@pytest.mark.parametrize(
    ("value", "bit"),
    [
        (1 | 0x2, GoType.NO_AKA),
        (1 | 0x4, GoType.NO_KUITAN),
        (257, GoType.CUSTOM),
        (553, GoType.CHIPS),
        (1601, GoType.CHIPS),
        (2113, GoType.SKILL),
        (0x1001, GoType.LIGHT_SPEED),
    ],
)
def test_a_rare_bit_has_a_name(value, bit):
    assert bit in GoType(value)
    assert bit not in GoType(169)
