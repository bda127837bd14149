"""Tables of a review: what they hold, and what is worked out for them."""

import re

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.settlement.yaku_names import Yaku
from analyzer.tables import reviewed_batch
from analyzer.tables.arrow import arrow_schema
from analyzer.tables.reviewed_batch import placements
from analyzer.tables.schema import TABLES, game_key
from analyzer.vocabulary import tile_text
from tests.logs import Elements, corpus_bytes, corpus_paths, needs_corpus
from tests.settlement.logged_wins import wins_of
from tests.settlement.second_opinions import DORA
from tests.tables.logs import NAME, several
from tests.written_runs import build_tables


def test_the_key_of_a_game_follows_from_its_log_id():
    # `printf %s 2022010105gm-00a9-0000-00000001 | sha256sum` begins with 6b5643ab731cc73b.
    assert game_key(NAME.log_id) == 0x6B5643AB731CC73B >> 1


def test_names_are_replaced_wherever_there_are_some():
    reviewed = review(several(), checks=["well-formed"])
    plain = build_tables(reviewed, ["players"])["players"]

    players = build_tables(reviewed, ["players"], {"A": "first", "B": None, "C": "third", "D": "A"}.get)[
        "players"
    ]

    four, three = ["first", None, "third", "A"], ["first", None, "third"]
    assert players["name"].to_pylist() == four * 2 + three + [None] * 4
    assert players.drop_columns("name").equals(plain.drop_columns("name"))


def test_findings_are_rows_with_the_fields_of_a_finding(small_game):
    wrong = small_game.replace(b'type="kaze4"', b'type="reach4"')
    (finding,) = (found := review([(NAME, wrong)], checks=["draw-kind"])).findings

    (row,) = build_tables(found)["findings"].to_pylist()

    assert (row["log_id"], row.pop("game")) == (NAME.log_id, game_key(NAME.log_id))
    assert row == {name: getattr(finding, "log" if name == "log_id" else name) for name in row}
    assert (row["hand"], row["kyoku"], row["honba"], row["check"]) == (1, 0, 1, "draw-kind")


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_the_same_whichever_others_are_wanted(small_game, small_review, name):
    (alone,) = build_tables(review([(NAME, small_game)]), [name]).values()

    assert alone.equals(build_tables(small_review, TABLES)[name])
    assert alone.schema.names == arrow_schema(name).names
    assert (name in build_tables(small_review)) == (name not in ("plays", "tehai"))


_SETTLED = {"indicators", "ryuukyoku", "settled"}


@pytest.mark.parametrize(
    ("name", "worked_out"),
    [("games", set()), ("players", set()), ("hands", _SETTLED), ("draws", _SETTLED), ("findings", set())],
)
def test_a_table_asks_for_no_more_than_it_needs(small_game, name, worked_out, monkeypatch):
    monkeypatch.setattr(reviewed_batch, "replay_with_course", None)
    found = review([(NAME, small_game)], checks=["well-formed"])
    before = set(vars(found.audit))

    build_tables(found, [name])

    assert set(vars(found.audit)) - before == worked_out


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ((25000, 25000, 25000, 25000), (1, 2, 3, 4)),
        ((10000, 40000, 30000, 20000), (4, 1, 2, 3)),
        ((30000, 20000, 30000, 20000), (1, 3, 2, 4)),
        ((-100, -200, 50000, 50300), (3, 4, 2, 1)),
        # The empty seat is behind all others.
        ((35000, 40000, 30000, None), (2, 1, 3, 4)),
        ((-1000, -500, -2000, None), (2, 1, 3, 4)),
    ],
    ids=str,
)
def test_seats_are_placed_by_score_and_ties_go_to_the_lower_seat(scores, expected):
    in_play = np.array([[score is not None for score in scores]])

    assert placements(np.array([[score or 0 for score in scores]], np.int32), in_play).tolist() == [
        [*expected]
    ]


def text_of(numbers):
    """Tile ids of a game with red fives as mpsz, worked out from the numbers of Tenhou's tiles."""
    tiles = sorted(int(one) for one in numbers.split(","))
    named = [("mpsz"[one // 36], "0" if one in (16, 52, 88) else str(one // 4 % 9 + 1)) for one in tiles]
    suits = ["".join(digit for suit, digit in named if suit == own) + own for own in "mpsz"]
    return "".join(suit for suit in suits if len(suit) > 1)


def attributes(element):
    return dict(re.findall(r' (\w+)="([^"]*)"', element))


def numbers_of(text):
    return [int(part) for part in text.split(",") if part]


def expected_wins(log_id, text):
    """What the rows of wins must say by the text of their elements."""
    elements = Elements.of(text.encode())
    for win in wins_of(elements, log_id):
        fu, points, _ = win.ten
        yield {
            "log_id": log_id,
            "hand": elements.inits().index(int(win.hand.rpartition("#")[2])),
            "seat": win.winner,
            "loser": None if win.is_tsumo else win.loser,
            "fu": fu,
            "points": points,
            "points_computed": points,
            "gain": win.deltas[win.winner],
            "tile": tile_text(win.machi),
            "yaku": [Yaku(one).name.lower() for one in (*dict(win.yaku), *win.yakuman) if one not in DORA],
            "han": None if win.yakuman else sum(han for _, han in win.yaku),
        }


def expected_tehai(log_id, hand, text):
    """What the rows of a hand must say of tiles by the text of its elements."""
    added = re.findall(r'<DORA hai="(\d+)"', text)
    first = re.search(r'seed="[^"]*,(\d+)"', text)[1]
    wins = {}
    for win in map(attributes, re.findall(r"<AGARI[^>]*>", text)):
        wins.setdefault(win["who"], win)
    for seat, dealt in re.findall(r' hai(\d)="([\d,]+)"', text.partition(">")[0]):
        win = wins.get(seat, {})
        found = [dealt, win.get("hai"), ",".join([first, *added]), win.get("doraHaiUra")]
        names = ("haipai", "win_tehai", "indicators", "ura_indicators")
        tiles = {name: one and text_of(one) for name, one in zip(names, found, strict=True)}
        yield {"log_id": log_id, "hand": hand, "seat": int(seat)} | tiles


def rows_of(table, like):
    return [{name: row[name] for name in like[0]} for row in table.to_pylist()]


@needs_corpus
@pytest.mark.parametrize("every", [50, pytest.param(16, marks=pytest.mark.long)])
def test_rows_of_real_logs_are_what_their_text_says(every):
    paths = corpus_paths("phoenix")[::every]
    logs = [(LogName(path.name.partition(".")[0], path.name), corpus_bytes(path)) for path in paths]
    tables = build_tables(review(logs), TABLES)
    texts = [(name.log_id, data.decode()) for name, data in logs]
    hands = [(log, *one) for log, text in texts for one in enumerate(text.split("<INIT")[1:])]

    wins = [win for log, text in texts for win in expected_wins(log, text)]
    assert rows_of(tables["wins"], wins) == wins
    assert all(row["wait_live"] >= 1 for row in tables["wins"].to_pylist())
    tehai = [row for log, hand, text in hands for row in expected_tehai(log, hand, text)]
    assert rows_of(tables["tehai"], tehai) == tehai
    # Pairs of before and after of every result.
    paid = {
        (log, hand): 100 * sum(np.array(numbers_of(sc)[1::2]) for sc in re.findall(r'\bsc="([^"]*)"', text))
        for log, hand, text in hands
    }
    seats = tables["seats"].to_pylist()
    assert [row["delta"] for row in seats] == [paid[row["log_id"], row["hand"]][row["seat"]] for row in seats]
    assert len(seats) == sum(3 if "-00b9-" in log else 4 for log, _, _ in hands)
    assert all(row["delta"] == row["delta_computed"] for row in seats)
    assert tables["draws"].num_rows == sum(text.count("<RYUUKYOKU") for _, text in texts)
    assert tables["games"]["hands"].to_pylist() == [text.count("<INIT") for _, text in texts]
