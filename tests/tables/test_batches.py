"""Games of several kinds beside each other: a row has what its own game has, and nothing of a neighbour's."""

from datetime import date

import pytest

from analyzer.audit import LogName, review
from tests.built_tables import build_tables
from tests.formats.tenhou6.documents import data_of, document, hand
from tests.hands import Hand, log_of
from tests.tables.conftest import NAME

QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")
PLAYED = (NAME.log_id, "cut", "three", "empty")


def sanma():
    """Seat 1 sets a north aside and declares riichi; the log ends the game with its draw."""
    tehai = ("19m147p258s12345z", "123p456p78s11555z", "19m258p369s13467z")
    hand = Hand(*tehai, scores=(*[35000] * 3, 0), indicator="9s")
    hand.turn(0, "9p").draw(1, "4z").kita(1).riichi(1, "1s").turn(2, "1s")
    hand.scores.pop()
    hand.ryuukyoku(1, deltas=(-1000, 2000, -1000, 0), owari=False)
    hand.lines[-1] = hand.lines[-1].replace("/>", 'owari="340,-6.0,370,32.0,340,-26.0,0,0.0" />')
    return hand.xml()


@pytest.fixture(scope="module")
def reviewed(small_game):
    """A whole game, one cut in its third hand, a sanma of one hand, and a log without a hand."""
    data = (small_game, small_game[: small_game.rindex(b"<AGARI")], sanma(), b'<mjloggm ver="2.3"></mjloggm>')
    logs = [(LogName(name, name), one) for name, one in zip(PLAYED, data, strict=True)]
    return review(logs, checks=["well-formed"])


@pytest.fixture(scope="module")
def tables(reviewed):
    return build_tables(reviewed)


NONE = [None]


@pytest.mark.parametrize(
    ("table", "column", "expected"),
    [
        ("games", "year", [2022, None, None, None]),
        ("games", "month", [1, None, None, None]),
        ("games", "date", [date(2022, 1, 1), None, None, None]),
        ("games", "hour", [5, None, None, None]),
        ("games", "players", [4, 4, 3, 4]),
        ("games", "hands", [3, 3, 1, 0]),
        ("games", "is_complete", [True, False, True, False]),
        ("players", "seat", [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3]),
        ("players", "start_score", [25000] * 8 + [35000] * 3 + NONE * 4),
        ("players", "final_score", [22100, 25000, 25000, 27900, *NONE * 4, 34000, 37000, 34000, *NONE * 4]),
        ("players", "final_result", [-28.0, 5.0, -15.0, 38.0, *NONE * 4, -6.0, 32.0, -26.0, *NONE * 4]),
        ("players", "placement", [4, 2, 3, 1, *NONE * 4, 2, 1, 3, *NONE * 4]),
        ("players", "name", ["A", "B", "C", "D"] * 2 + ["A", "B", "C"] + NONE * 4),
        ("hands", "log_id", [NAME.log_id] * 3 + ["cut"] * 3 + ["three"]),
        ("hands", "hand", [0, 1, 2, 0, 1, 2, 0]),
        ("hands", "is_last", [False, False, True, False, False, True, True]),
        ("hands", "end", ["ryuukyoku", "ryuukyoku", "agari", "ryuukyoku", "ryuukyoku", "none", "ryuukyoku"]),
        ("hands", "winner", [None, None, 3, *NONE * 4]),
        ("hands", "loser", [None, None, 0, *NONE * 4]),
        ("hands", "kita", [0, 0, 0, 0, 0, 0, 1]),
        ("hands", "calls", [0, 0, 0, 0, 0, 0, 1]),
        ("hands", "next_kyoku", [0, 0, None, 0, 0, None, None]),
        ("hands", "next_honba", [1, 2, None, 1, 2, None, None]),
        ("hands", "next_dealer", [0, 0, None, 0, 0, None, None]),
        ("hands", "riichi_count", [0, 1, 0, 0, 1, 0, 1]),
        ("hands", "first_riichi_seat", [None, 0, None, None, 0, None, 1]),
        ("seats", "seat", [0, 1, 2, 3] * 6 + [0, 1, 2]),
        ("seats", "is_winner", [False] * 11 + [True] + [False] * 15),
        ("seats", "is_loser", [False] * 8 + [True] + [False] * 18),
        ("seats", "kita", [0] * 25 + [1, 0]),
        ("seats", "deposit", [0] * 4 + [1000] + [0] * 11 + [1000] + [0] * 8 + [1000, 0]),
        ("seats", "shown", [True, *[False] * 3, *[False] * 4, *NONE * 4] * 2 + [False, True, False]),
        ("seats", "delta", [0] * 8 + [-1900, 0, 0, 2900] + [0] * 8 + NONE * 4 + [-1000, 2000, -1000]),
        ("wins", "log_id", [NAME.log_id]),
        ("draws", "log_id", [NAME.log_id] * 2 + ["cut"] * 2 + ["three"]),
        ("draws", "hand", [0, 1, 0, 1, 0]),
        ("draws", "shown0", [True, False, True, False, False]),
        ("draws", "shown1", [False] * 4 + [True]),
        ("draws", "shown3", [False] * 4 + NONE),
        ("draws", "delta1", [0] * 4 + [2000]),
        ("draws", "delta3", [0] * 4 + NONE),
        ("draws", "riichi_count", [0, 1, 0, 1, 1]),
    ],
)
def test_rows_follow_their_games(tables, table, column, expected):
    assert tables[table][column].to_pylist() == expected


def test_a_game_with_an_end_but_a_hand_without_a_result_is_not_complete(small_game):
    start = small_game.index(b"<RYUUKYOKU")
    log = small_game[:start] + small_game[small_game.index(b"<INIT", start) :]
    tables = build_tables(review([(NAME, log)], checks=["well-formed"]), ["games", "hands", "players"])

    assert tables["hands"]["end"].to_pylist() == ["none", "ryuukyoku", "agari"]
    assert tables["games"]["is_complete"].to_pylist() == [False]
    assert tables["players"]["final_score"].to_pylist() == [22100, 25000, 25000, 27900]


def test_names_are_replaced_wherever_there_are_some(reviewed, tables):
    stand_ins = {"A": "first", "B": None, "C": "third", "D": "A"}

    players = build_tables(reviewed, ["players"], stand_ins.get)["players"]

    four, three = ["first", None, "third", "A"], ["first", None, "third"]
    assert players["name"].to_pylist() == four * 2 + three + [None] * 4
    assert players.drop_columns("name").equals(tables["players"].drop_columns("name"))


@pytest.mark.parametrize(
    ("go_type", "expected"),
    [
        # Bits: 1 ranked, 2 no aka, 4 no kuitan, 8 hanchan, 32 tokujou, 64 fast, 128 joukyuu, 512 chips.
        (0x1, ("ippan", "tonpuu", True, True, False, False)),
        (0x9 | 0x80, ("joukyuu", "hanchan", True, True, False, False)),
        (0x1 | 0x20 | 0x2, ("tokujou", "tonpuu", False, True, False, False)),
        (0x9 | 0x20 | 0x80 | 0x4, ("houou", "hanchan", True, False, False, False)),
        (0x9 | 0x40, ("ippan", "hanchan", True, True, True, False)),
        (0x1 | 0x200, ("ippan", "tonpuu", True, True, False, True)),
    ],
)
def test_the_bits_of_a_game(go_type, expected):
    data = Hand(*QUIET, "19m19p1479s13567z", go_type=go_type).draw(0, "5z").xml()
    (game,) = build_tables(review([(NAME, data)], checks=["well-formed"]), ["games"])["games"].to_pylist()

    assert game["go_type"] == go_type
    named = ("room", "length", "has_aka", "has_kuitan", "is_fast", "has_chips")
    assert tuple(game[name] for name in named) == expected


def test_without_go_there_are_no_bits(tables):
    game = tables["games"].to_pylist()[3]

    named = ("go_type", "lobby", "room", "length", "has_aka", "has_kuitan", "is_fast", "has_chips")
    assert [game[name] for name in named] == [None] * 8


@pytest.mark.parametrize(
    ("where", "attribute", "expected"),
    [
        (b"<TAIKYOKU", b'<SHUFFLE seed="mt19937ar,abc" ref=""/><TAIKYOKU', True),
        (b"<INIT ", b'<INIT shuffle="abc" ', True),
        (b"<TAIKYOKU", b"<TAIKYOKU", False),
    ],
    ids=["of the game", "of a hand", "none"],
)
def test_a_log_has_the_seed_of_its_walls_or_of_some(small_game, where, attribute, expected):
    log = small_game.replace(where, attribute, 1)
    games = build_tables(review([(NAME, log)], checks=["well-formed"]), ["games"])["games"]

    assert games["has_seed"].to_pylist() == [expected]


def test_chips_are_those_of_the_end():
    hand = Hand(*QUIET, "19m19p1479s13567z", go_type=0x209).draw(0, "5z").ryuukyoku(kind="yao9", owari=False)
    hand.lines[-1] = hand.lines[-1].replace(
        "/>", 'owari="250,25.0,250,5.0,250,-10.0,250,-20.0,3,0,-1,0,0,0,-2,0" />'
    )
    players = build_tables(review([(NAME, hand.xml())], checks=["well-formed"]), ["players"])["players"]

    assert players["final_result"].to_pylist() == [25.0, 5.0, -10.0, -20.0]
    assert players["final_chips"].to_pylist() == [3, -1, 0, -2]


def test_sums_of_a_hand_are_those_of_its_seats():
    hand = Hand("11m345p6778s1111z", *QUIET)
    hand.turn(0, "9p").turn(1, "1m").pon(0).discard(0, "7s").turn(1, "6z").turn(2, "9p").turn(3, "9m")
    hand.draw(0, "5z").ankan(0, "1z").draw(0, "9s").dora("1s").discard(0, "9s").turn(1, "5z")
    tables = build_tables(review([(NAME, log_of(hand))], checks=["well-formed"]))
    (row,), first = tables["hands"].to_pylist(), tables["seats"].to_pylist()[0]

    named = ("draws", "discards", "turn", "calls", "kans", "kita", "open_seats")
    assert [row[name] for name in named] == [8, 8, 3, 2, 1, 0, 1]
    named = ("draws", "discards", "melds", "open_melds", "kans", "kita", "open_turn")
    assert [first[name] for name in named] == [3, 3, 2, 1, 1, 0, 2]


def test_whether_a_tehai_was_shown_json_does_not_say(small_game):
    tehai = ("19m19p19s1234z258s", "147m258p369s1567z", "258m369p147s2345z", "369m147p258s3467z")
    seats = [(text, [45] if seat == 0 else [], []) for seat, text in enumerate(tehai)]
    json = data_of(document(hand(*seats, result=["九種九牌"])))
    logs = [(LogName("json", "log.json"), json), (NAME, small_game)]
    tables = build_tables(review(logs, checks=["well-formed"]), ["seats", "draws"])

    assert tables["draws"]["kind"].to_pylist() == ["kyuushu_kyuuhai", "kyuushu_kyuuhai", "suufon_renda"]
    assert tables["draws"]["shown0"].to_pylist() == [None, True, False]
    assert tables["draws"]["shown3"].to_pylist() == [None, False, False]
    assert tables["seats"]["shown"].to_pylist() == [None] * 4 + [True] + [False] * 7 + [None] * 4


def test_a_meld_before_the_first_discard_opens_the_tehai_at_that_discard():
    made = Hand("147m258p369s2346z", "11m345p6778s2355z", *QUIET[1:]).turn(0, "9p", "1m").pon(1)
    seats = build_tables(review([(NAME, made.discard(1, "7s").xml())], checks=["well-formed"]), ["seats"])

    assert seats["seats"]["open_turn"].to_pylist() == [None, 1, None, None]


def test_a_riichi_with_the_first_discard_has_its_waits(tables):
    rows = [row for row in tables["seats"].to_pylist() if row["riichi_turn"] == 1]
    named = ("riichi_waits", "riichi_wait_kinds", "riichi_wait_live", "riichi_furiten")

    # 3z, of which the seat holds one; 69s behind the indicator 9s, of which no tile is out.
    assert [[row[name] for name in named] for row in rows[:2]] == [["3z", 1, 3, False]] * 2
    assert [rows[2][name] for name in named] == ["69s", 2, 7, False]
