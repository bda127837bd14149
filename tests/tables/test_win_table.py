"""Rows of wins, written out by hand, and counted in the text of real logs."""

import re

import pytest

from analyzer.audit import LogName, review
from analyzer.settlement.yaku_names import Yaku
from analyzer.vocabulary import tile_text
from tests.built_tables import build_tables
from tests.hands import Hand, log_of
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

NAME = LogName("2022010105gm-00a9-0000-00000001", "x")
QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")


def agari(hand, who, source, ten, worth, deltas, *, ba="0,0", melds=""):
    """End the hand by a win on the last discarded or drawn tile."""
    tsumo = who == source
    tile = hand.held[who][-1] if tsumo else hand.last[1]
    hai = sorted({*hand.held[who], tile})
    scores = [*hand.scores, 0][:4]
    sc = ",".join(f"{score // 100},{delta}" for score, delta in zip(scores, deltas, strict=True))
    hand.lines.append(
        f'<AGARI ba="{ba}" hai="{",".join(map(str, hai))}" {melds} machi="{tile}" ten="{ten}" {worth} '
        f'doraHai="{hand.indicator}" who="{who}" fromWho="{source}" sc="{sc}" />'
    )
    return hand


def wins_of(*hands):
    tables = build_tables(review([(NAME, log_of(*hands))], checks=["well-formed"]))
    rows = tables["wins"].to_pylist()
    assert len(rows) == sum(tables["hands"]["winner_count"].to_pylist())
    return rows


def ready(*, drawn="9m", tile="6s", melds=(), **options):
    """Seat 0 waits for 69s, and seat 1 discards one."""
    hand = Hand("123m456p78s1155z9m", *QUIET, indicator="3z", **options)
    return hand.turn(0, "5z", drawn).turn(1, tile)


def test_honba_and_sticks_are_those_of_the_winner_who_is_paid_for_them():
    hand = Hand(
        "123m456p78s11555z",
        "147m258p347s2234z",
        "123m456p78s22666z",
        "369m147p258s3447z",
        indicator="3z",
        kyoku="E1.1",
        kyotaku=2,
    )
    hand.turn(0, "9p").turn(1, "9s")
    agari(hand, 2, 1, "40,1300,0", 'yaku="19,1"', (0, -16, 36, 0), ba="1,2")
    agari(hand, 0, 1, "40,2000,0", 'yaku="18,1"', (20, -20, 0, 0), ba="1,0")

    first, second = wins_of(hand)

    named = ("seat", "loser", "honba", "kyotaku", "gain", "points", "is_dealer")
    assert [first[name] for name in named] == [2, 1, 1, 2, 3600, 1300, False]
    assert [second[name] for name in named] == [0, 1, 0, 0, 2000, 2000, True]
    assert (first["turn"], second["turn"]) == (1, 2)


def test_payments_of_two_winners_are_added_and_null_where_one_of_them_is_not_stated():
    def payments(last):
        hand = ready()
        agari(hand, 0, 1, "30,1000,0", 'yaku="8,1"', (10, -10, 0, 0))
        agari(hand, 2, 1, "30,1000,0", 'yaku="8,1"', (0, -10, 10, 0))
        hand.lines[-1] = last(hand.lines[-1])
        tables = build_tables(review([(NAME, log_of(hand))], checks=["well-formed"]))
        return tables["seats"]["delta"].to_pylist()

    assert payments(lambda agari: agari) == [1000, -2000, 1000, 0]
    assert payments(lambda agari: agari.replace(" sc=", " was=")) == [None] * 4


def test_two_wins_are_settled_together():
    # 38 fu: closed ron, closed triplet of dragons; 42 fu with a pair of the double East.
    hand = Hand(
        "123m456p78s11555z", "147m258p347s2234z", "123m456p78s22666z", "369m147p258s3447z", indicator="3z"
    )
    hand.turn(0, "9p").turn(1, "9s")
    agari(hand, 2, 1, "40,1300,0", 'yaku="19,1"', (0, -13, 13, 0))
    agari(hand, 0, 1, "50,2400,0", 'yaku="18,1"', (24, -24, 0, 0))
    tables = build_tables(review([(NAME, log_of(hand))], checks=["well-formed"]))

    assert tables["seats"]["delta_computed"].to_pylist() == [2400, -3700, 1300, 0]
    assert tables["wins"]["points_computed"].to_pylist() == [1300, 2400]


def test_a_win_that_the_rules_do_not_let_stand_has_no_value_by_them():
    hand = Hand("123m456p78s99m234s", *QUIET, indicator="3z").turn(0, "9m").turn(1, "1z")

    # 1z completes nothing.
    (row,) = wins_of(agari(hand, 0, 1, "30,1500,0", 'yaku="8,1"', (15, -15, 0, 0)))

    assert (row["points"], row["points_computed"]) == (1500, None)


def test_the_hand_of_a_tsumo_has_a_winner_and_no_loser():
    hand = Hand("123m456p78s1155z9m", *QUIET, indicator="3z").turn(0, "5z", "9m")
    hand.turn(1, "9p").turn(2, "9p").turn(3, "9p").draw(0, "9s")
    agari(hand, 0, 0, "30,1500,0", 'yaku="0,1"', (15, -5, -5, -5))
    tables = build_tables(review([(NAME, log_of(hand))], checks=["well-formed"]))
    (row,), seats = tables["hands"].to_pylist(), tables["seats"].to_pylist()

    named = ("winner", "loser", "is_tsumo", "winner_count", "draw_kind", "tenpai_count")
    assert [row[name] for name in named] == [0, None, True, 1, None, 1]
    assert [seat["is_winner"] for seat in seats] == [True, False, False, False]
    assert [seat["is_loser"] for seat in seats] == [False] * 4
    assert [seat["shown"] for seat in seats] == [None] * 4


def test_a_seat_that_wins_twice_by_the_log_is_one_row_and_one_winner():
    hand = ready()
    for _ in range(2):
        agari(hand, 0, 1, "30,1000,0", 'yaku="8,1"', (10, -10, 0, 0))

    assert [row["seat"] for row in wins_of(hand)] == [0]


def test_honba_and_sticks_that_the_log_does_not_state_are_null():
    hand = agari(ready(), 0, 1, "30,1000,0", 'yaku="8,1"', (10, -10, 0, 0), ba="")

    (row,) = wins_of(hand)

    assert (row["honba"], row["kyotaku"]) == (None, None)


def test_a_tsumo_has_no_loser_and_its_tile_was_not_seen():
    hand = Hand("123m456p78s1155z9m", *QUIET, indicator="3z").turn(0, "5z", "9m")
    hand.turn(1, "9p").turn(2, "9p").turn(3, "9p").draw(0, "9s")

    (row,) = wins_of(agari(hand, 0, 0, "30,1500,0", 'yaku="0,1"', (15, -5, -5, -5)))

    named = ("loser", "is_tsumo", "turn", "tile", "way")
    assert [row[name] for name in named] == [None, True, 2, "9s", "dama"]
    # 69s: seat 0 cannot see that seat 1 holds one of each.
    assert (row["wait_kinds"], row["wait_live"]) == (2, 8)


def test_ways_to_a_win_are_riichi_open_and_neither():
    riichi = Hand("123m456p78s1155z9m", *QUIET, indicator="3z").riichi(0, "5z", "9m").turn(1, "6s")
    called = Hand("123m456p78s1155z9m", *QUIET, indicator="3z")
    called.turn(0, "9m").turn(1, "5z").pon(0).discard(0, "9m").turn(1, "6s")

    rows = [
        *wins_of(agari(riichi, 0, 1, "40,2000,0", 'yaku="1,1"', (20, -20, 0, 0))),
        *wins_of(agari(called, 0, 1, "30,1000,0", 'yaku="18,1"', (10, -10, 0, 0))),
        *wins_of(agari(ready(), 0, 1, "40,2000,0", 'yaku="18,1"', (20, -20, 0, 0))),
    ]

    assert [row["way"] for row in rows] == ["riichi", "open", "dama"]


@pytest.mark.parametrize(
    ("go", "text"), [(b'<GO type="169" ', "0p"), (b'<GO type="171" ', "5p"), (b"<BYE ", "0p")]
)
def test_a_winning_red_five_is_red_unless_the_game_is_said_to_have_none(go, text):
    hand = Hand("123m46p789s11555z", *QUIET, indicator="3z")
    hand.turn(0, "9m").draw(1, "9m")
    hand.held[1].append(52)
    hand.taken.append(52)
    hand.last = (1, 52)
    hand.lines.append("<E52/>")

    log = log_of(agari(hand, 0, 1, "40,2000,0", 'yaku="18,1"', (20, -20, 0, 0)))
    log = log.replace(b'<GO type="169" ', go)

    assert build_tables(review([(NAME, log)], checks=["well-formed"]))["wins"]["tile"].to_pylist() == [text]


def test_han_and_dora_as_the_log_lists_them():
    worth = 'yaku="1,1,2,1,52,2,54,1,53,0"'

    (row,) = wins_of(agari(ready(), 0, 1, "30,12000,2", worth, (120, -120, 0, 0)))

    assert (row["han"], row["dora"], row["aka"], row["ura"], row["kita_dora"]) == (5, 2, 1, 0, 0)
    assert (row["yaku"], row["limit"], row["fu"], row["points"]) == (
        ["riichi", "ippatsu"],
        "haneman",
        30,
        12000,
    )


@pytest.mark.parametrize(
    ("ten", "worth", "expected"),
    [
        ("40,48000,5", 'yakuman="39,42"', ("yakuman", 2, None, None, ["daisangen", "tsuuiisou"])),
        ("40,48000,5", 'yakuman="39"', ("yakuman", 1, None, None, ["daisangen"])),
        ("30,48000,5", 'yaku="1,1,52,12"', ("kazoe_yakuman", 0, 13, 12, ["riichi"])),
    ],
)
def test_a_yakuman_has_no_han_and_a_counted_one_has(ten, worth, expected):
    (row,) = wins_of(agari(ready(), 0, 1, ten, worth, (480, -480, 0, 0)))

    assert tuple(row[name] for name in ("limit", "yakuman", "han", "dora", "yaku")) == expected


@pytest.mark.parametrize(
    ("listed", "expected"), [("52,3", (2, 1, 4)), ("52,1", (0, 1, 2)), ("53,1", (0, 0, 2))]
)
def test_norths_set_aside_are_taken_out_of_the_dora_that_the_log_adds_them_to(listed, expected):
    hand = Hand("123p456p78s114z9s9m", "147p258s369s1222z", "147p258s369s1333z", scores=(35000,) * 3)
    hand.draw(0, "5s").kita(0).draw(0, "6s").discard(0, "9m")
    hand.turn(1, "4s")

    (row,) = wins_of(agari(hand, 0, 1, "30,2000,0", f'yaku="1,1,{listed}"', (20, -20, 0, 0)))

    assert (row["dora"], row["kita_dora"], row["han"]) == expected


@pytest.mark.parametrize(
    ("limit", "text"),
    [(0, "none"), (1, "mangan"), (2, "haneman"), (3, "baiman"), (4, "sanbaiman"), (6, None), (-1, None)],
)
def test_limits_are_named_as_the_log_numbers_them(limit, text):
    (row,) = wins_of(agari(ready(), 0, 1, f"30,2000,{limit}", 'yaku="1,1"', (20, -20, 0, 0)))

    assert row["limit"] == text


@pytest.mark.parametrize(
    ("listed", "yaku", "dora"),
    [
        # 0 menzen tsumo, 1 riichi; 52 dora, 53 ura dora, 54 red fives.
        ("0,1,1,1", ["menzen_tsumo", "riichi"], (0, 0, 0)),
        ("1,1,52,1", ["riichi"], (1, 0, 0)),
        ("1,1,53,2", ["riichi"], (0, 2, 0)),
        ("1,1,54,3", ["riichi"], (0, 0, 3)),
    ],
)
def test_dora_are_no_yaku(listed, yaku, dora):
    (row,) = wins_of(agari(ready(), 0, 1, "30,2000,0", f'yaku="{listed}"', (20, -20, 0, 0)))

    assert row["yaku"] == yaku
    assert (row["dora"], row["ura"], row["aka"]) == dora


def test_a_win_that_states_nothing_has_nulls():
    (row,) = wins_of(agari(ready(), 0, 1, "30,2000,0", "", (20, -20, 0, 0)))

    assert {name for name, value in row.items() if value is None} >= {"han", "dora", "ura", "aka", "yaku"}


@needs_corpus
@pytest.mark.parametrize("every", [40, pytest.param(8, marks=pytest.mark.long)])
def test_rows_of_real_logs_are_what_their_text_says(every):
    paths = corpus_paths("phoenix")[::every]
    logs = [(LogName(path.name.partition(".")[0], path.name), corpus_bytes(path)) for path in paths]
    tables = build_tables(review(logs, checks=["well-formed"]))

    rows = tables["wins"].to_pylist()
    expected = [
        (name.log_id, hand, result)
        for name, data in logs
        for hand, text in enumerate(data.decode().split("<INIT ")[1:])
        for result in re.findall(r"<AGARI [^>]*>", text)
    ]
    assert len(rows) == len(expected)
    for row, (log_id, hand, text) in zip(rows, expected, strict=True):
        found = dict(re.findall(r'(\w+)="([^"]*)"', text))
        numbers = {
            name: [int(part) for part in found.get(name, "").split(",") if part]
            for name in ("yaku", "yakuman")
        }
        pairs = list(zip(numbers["yaku"][::2], numbers["yaku"][1::2], strict=True))
        fu, points, _ = map(int, found["ten"].split(","))
        who, source = int(found["who"]), int(found["fromWho"])
        assert (row["log_id"], row["hand"], row["seat"]) == (log_id, hand, who)
        assert (row["loser"], row["fu"], row["points"]) == (None if who == source else source, fu, points)
        assert row["points_computed"] == points
        assert row["gain"] == 100 * int(found["sc"].split(",")[2 * who + 1])
        assert row["tile"] == tile_text(int(found["machi"]))
        assert row["yaku"] == [Yaku(number).name.lower() for number, _ in pairs if number < 52] + [
            Yaku(number).name.lower() for number in numbers["yakuman"]
        ]
        assert row["han"] == (None if numbers["yakuman"] else sum(han for _, han in pairs))
        assert row["wait_live"] >= 1


@needs_corpus
@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.long)])
def test_tables_of_real_logs_stand_beside_each_other_by_counts_alone(every):
    paths = [*corpus_paths("phoenix")[3 :: 10 * every], *corpus_paths("edge")[::every]]
    logs = [(LogName(path.name.partition(".")[0], path.name), corpus_bytes(path)) for path in paths]
    tables = {name: table.to_pylist() for name, table in build_tables(review(logs)).items()}

    def keys(rows, *names):
        return [[row[name] for name in names] for row in rows]

    def repeated(rows, counts):
        return [row for row, count in zip(rows, counts, strict=True) for _ in range(count)]

    games, hands = tables["games"], tables["hands"]
    assert keys(hands, "log_id") == keys(repeated(games, [game["hands"] for game in games]), "log_id")
    for name, counts in (("seats", "players"), ("wins", "winner_count")):
        above = repeated(hands, [hand[counts] for hand in hands])
        assert keys(tables[name], "log_id", "hand") == keys(above, "log_id", "hand")
