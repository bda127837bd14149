"""Rows of the small game of conftest.py, written out by hand, and of real logs, counted by grep."""

import re
from datetime import date

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.tables import reviewed_batch
from analyzer.tables.arrow import arrow_schema
from analyzer.tables.schema import TABLES
from tests.built_tables import build_tables
from tests.hands import Hand
from tests.logs import corpus_bytes, corpus_paths, needs_corpus
from tests.tables.conftest import NAME

# `printf %s 2022010105gm-00a9-0000-00000001 | sha256sum` begins with 6b5643ab731cc73b.
KEYS = {
    "log_id": NAME.log_id,
    "game": 0x6B5643AB731CC73B >> 1,
    "year": 2022,
    "month": 1,
    "players": 4,
}


@pytest.fixture(scope="module")
def tables(small_review):
    return {name: table.to_pylist() for name, table in build_tables(small_review).items()}


def test_the_row_of_a_game(tables):
    assert tables["games"] == [
        KEYS
        | {
            "source": NAME.source,
            "date": date(2022, 1, 1),
            "hour": 5,
            "go_type": 169,
            "lobby": 0,
            "room": "houou",
            "length": "hanchan",
            "has_aka": True,
            "has_kuitan": True,
            "is_fast": False,
            "has_chips": False,
            "announces_rules": False,
            "rule_set": "tenhou-2010",
            "has_seed": False,
            "hands": 3,
            "is_complete": True,
        }
    ]


def test_players_are_placed_by_final_score_and_then_by_seat(tables):
    rows = tables["players"]

    assert rows[3] == KEYS | {
        "seat": 3,
        "name": "D",
        "dan": 16,
        "rate": 2000.0,
        "sex": "M",
        "start_score": 25000,
        "final_score": 27900,
        "final_result": 38.0,
        "final_chips": None,
        "placement": 1,
    }
    assert [row["placement"] for row in rows] == [4, 2, 3, 1]


def test_the_row_of_a_hand_that_was_won(tables):
    assert tables["hands"][2] == KEYS | {
        "hand": 2,
        "kyoku": 0,
        "honba": 2,
        "kyotaku": 1,
        "dealer": 0,
        "is_readable": True,
        "is_sound": True,
        "end": "agari",
        "draw_kind": None,
        "winner_count": 1,
        "winner": 3,
        "loser": 0,
        "is_tsumo": False,
        "draws": 1,
        "discards": 1,
        "turn": 1,
        "live_tiles": 69,
        "calls": 0,
        "kans": 0,
        "kita": 0,
        "open_seats": 0,
        "riichi_count": 0,
        "first_riichi_seat": None,
        "first_riichi_turn": None,
        "tenpai_count": 3,
        "is_all_last": False,
        "is_last": True,
        "kyotaku_after": 0,
        "next_kyoku": None,
        "next_honba": None,
        "next_dealer": None,
    }


def test_the_row_of_a_hand_that_was_drawn(tables):
    row = tables["hands"][1]

    assert {name: row[name] for name in ("end", "draw_kind", "winner", "is_tsumo")} == {
        "end": "ryuukyoku",
        "draw_kind": "suufon_renda",
        "winner": None,
        "is_tsumo": None,
    }
    assert (row["riichi_count"], row["first_riichi_seat"], row["first_riichi_turn"]) == (1, 0, 1)
    assert (row["next_kyoku"], row["next_honba"], row["next_dealer"]) == (0, 2, 0)


def test_the_row_of_the_seat_that_won(tables):
    assert tables["seats"][11] == KEYS | {
        "hand": 2,
        "seat": 3,
        "seat_wind": 3,
        "is_dealer": False,
        "is_winner": True,
        "is_loser": False,
        "score": 25000,
        "placement": 3,
        "delta": 2900,
        "delta_computed": 2900,
        "deposit": 0,
        "draws": 0,
        "discards": 0,
        "melds": 0,
        "open_melds": 0,
        "kans": 0,
        "kita": 0,
        "riichi_turn": None,
        "riichi_order": None,
        "riichi_accepted": False,
        "is_double_riichi": False,
        "tenpai": True,
        "shown": None,
        "waits": "4p6z",
        "wait_kinds": 2,
        "furiten": False,
        "furiten_discard": False,
        "furiten_passed": False,
        "furiten_riichi": False,
        "yaochu_kinds": 2,
        "river_yaochu": True,
        "river_called": False,
        "nagashi": False,
        "haipai_shanten": 0,
        "kyuushu_kinds": None,
        "kyuushu_shanten": None,
        "tenpai_turn": None,
        "tenpai_waits": None,
        "tenpai_wait_kinds": None,
        "tenpai_wait_live": None,
        "tenpai_way": None,
        "open_turn": None,
        "shanten_after": [],
        "riichi_waits": None,
        "riichi_wait_kinds": None,
        "riichi_wait_live": None,
        "riichi_furiten": None,
        # 4p6z: two of each in hand; a 6z lies in no river but that of the hand it wins.
        "wait_live": 4,
        "wait_shape": "shanpon",
        "keishiki": None,
        "nagashi_until": 0,
        "nagashi_end": "none",
    }


def test_the_row_of_a_win(tables):
    assert tables["wins"] == [
        KEYS
        | {
            "hand": 2,
            "seat": 3,
            "loser": 0,
            "is_tsumo": False,
            "is_dealer": False,
            "turn": 1,
            "way": "dama",
            "tile": "6z",
            "fu": 40,
            "han": 1,
            "yakuman": 0,
            "limit": "none",
            "points": 1300,
            "points_computed": 1300,
            "gain": 2900,
            "kyotaku": 1,
            "honba": 2,
            "yaku": ["hatsu"],
            "dora": 0,
            "ura": 0,
            "aka": 0,
            "kita_dora": 0,
            "wait_kinds": 2,
            "wait_live": 4,
        }
    ]


def test_seats_of_a_draw_have_payments_logged_and_computed(tables):
    riichi, *others = tables["seats"][4:8]

    assert [(row["delta"], row["delta_computed"]) for row in tables["seats"][:8]] == [(0, 0)] * 8
    assert (riichi["deposit"], riichi["riichi_turn"], riichi["riichi_order"]) == (1000, 1, 1)
    assert (riichi["riichi_accepted"], riichi["is_double_riichi"], riichi["waits"]) == (True, True, "3z")
    assert [row["deposit"] for row in others] == [0, 0, 0]


def test_every_ryuukyoku_is_a_row_of_draws(tables):
    first, second = tables["draws"]

    assert (first["kind"], first["kind_computed"]) == ("kyuushu_kyuuhai", "kyuushu_kyuuhai")
    assert [first[f"shown{seat}"] for seat in range(4)] == [True, False, False, False]
    assert [first[f"tenpai{seat}"] for seat in range(4)] == [False, True, True, True]
    assert (first["tenpai_count"], first["is_dealer_tenpai"], first["live_tiles"]) == (3, False, 69)
    assert (second["hand"], second["honba"], second["riichi_count"]) == (1, 1, 1)
    assert [second[f"delta_computed{seat}"] for seat in range(4)] == [0, 0, 0, 0]


def test_the_empty_seat_of_three_players_has_no_row_and_no_value():
    hand = Hand("19m19p19s1234z258s", "334455p667788p5z", "334455s667788s5z", scores=(35000,) * 3 + (0,))
    hand.scores.pop()
    hand.draw(0, "5s").ryuukyoku(0, kind="yao9")
    tables = build_tables(review([(LogName("x", "x"), hand.xml())]))

    (draw,) = tables["draws"].to_pylist()

    assert tables["seats"]["seat"].to_pylist() == [0, 1, 2]
    assert tables["seats"]["seat_wind"].to_pylist() == [0, 1, 2]
    assert tables["players"]["placement"].to_pylist() == [1, 2, 3]
    assert (draw["year"], draw["players"], draw["tenpai3"], draw["delta3"]) == (None, 3, None, None)
    assert (draw["tenpai2"], draw["delta2"]) == (True, 0)


def test_without_rules_nothing_is_computed(small_game):
    tables = build_tables(review([(NAME, small_game)], rules="tenhou-sanma"))

    assert tables["games"]["rule_set"].to_pylist() == [None]
    assert tables["hands"]["tenpai_count"].to_pylist() == [None] * 3
    for name in ("tenpai", "nagashi", "delta_computed"):
        assert set(tables["seats"][name].to_pylist()) == {None}
    assert None not in tables["seats"]["waits"].to_pylist()
    assert tables["draws"]["kind_computed"].to_pylist() == [None, None]


def test_a_cut_hand_has_no_result_and_says_so(small_game):
    cut = small_game[: small_game.index(b"<RYUUKYOKU")]
    tables = build_tables(review([(NAME, cut)]))

    (hand,) = tables["hands"].to_pylist()

    assert (hand["end"], hand["draw_kind"], hand["winner_count"]) == ("none", None, 0)
    assert tables["seats"]["delta"].to_pylist() == [None] * 4
    assert tables["seats"]["shown"].to_pylist() == [None] * 4
    assert tables["games"]["is_complete"].to_pylist() == [False]
    assert tables["players"]["final_score"].to_pylist() == [None] * 4
    assert tables["draws"].num_rows == 0


def test_what_could_not_be_replayed_is_null_and_what_was_read_is_not(small_game):
    # Seat 1 discards without having drawn.
    broken = re.sub(rb"<U\d+/>", b"", small_game, count=1)
    hand = build_tables(review([(NAME, broken)]))["hands"].to_pylist()[1]

    assert (hand["is_readable"], hand["is_sound"], hand["tenpai_count"]) == (True, False, None)
    assert (hand["end"], hand["draw_kind"], hand["honba"]) == ("ryuukyoku", "suufon_renda", 1)


def test_a_log_without_any_hand_is_a_row_of_games_alone():
    tables = build_tables(review([(LogName("x", "x"), b'<mjloggm ver="2.3"></mjloggm>')]))

    (game,) = tables["games"].to_pylist()

    assert (game["log_id"], game["go_type"], game["hands"], game["is_complete"]) == ("x", None, 0, False)
    assert [tables[name].num_rows for name in ("players", "hands", "seats", "draws")] == [4, 0, 0, 0]


def test_findings_are_rows_with_the_fields_of_a_finding(small_game):
    wrong = small_game.replace(b'type="kaze4"', b'type="reach4"')
    (finding,) = (found := review([(NAME, wrong)], checks=["draw-kind"])).findings

    (row,) = build_tables(found)["findings"].to_pylist()

    keys = {"log_id", "game"}
    assert row["log_id"] == finding.log == NAME.log_id
    assert row["game"] == KEYS["game"]
    assert {name: row[name] for name in row.keys() - keys} == {
        name: getattr(finding, name) for name in row.keys() - keys
    }
    assert (row["hand"], row["kyoku"], row["honba"], row["check"]) == (1, 0, 1, "draw-kind")


@pytest.mark.parametrize("name", TABLES)
def test_tables_have_the_columns_of_the_schema_in_its_order(small_review, name):
    table = build_tables(small_review, TABLES)[name]

    assert table.schema.names == arrow_schema(name).names
    assert table.schema.metadata[b"tenhou_analyzer.table"] == name.encode()


@needs_corpus
@pytest.mark.parametrize("every", [50, pytest.param(10, marks=pytest.mark.long)])
def test_real_logs_have_the_rows_that_their_text_has(every):
    paths = corpus_paths("phoenix")[::every]
    texts = [corpus_bytes(path).decode() for path in paths]
    tables = build_tables(review([(LogName(path.stem, path.name), corpus_bytes(path)) for path in paths]))

    # Counted in the text, not by the reader: pairs of before and after of every result.
    logged: dict[tuple[str, int], np.ndarray] = {}
    for path, text in zip(paths, texts, strict=True):
        for index, hand in enumerate(text.split("<INIT ")[1:]):
            pairs = [re.split(",", sc) for sc in re.findall(r'\bsc="([^"]*)"', hand)]
            logged[path.stem, index] = 100 * sum(np.array(pair[1::2], int) for pair in pairs)
    seats = tables["seats"].to_pylist()
    assert {(row["log_id"], row["hand"], row["seat"]): row["delta"] for row in seats} == {
        (log, hand, seat): value
        for (log, hand), values in logged.items()
        for seat, value in enumerate(values)
        if not (seat == 3 and "-00b9-" in log)
    }
    assert tables["draws"].num_rows == sum(text.count("<RYUUKYOKU") for text in texts)
    assert tables["games"]["hands"].to_pylist() == [text.count("<INIT") for text in texts]
    assert all(row["delta"] == row["delta_computed"] for row in seats)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_the_same_whichever_others_are_wanted(small_game, small_review, name):
    (alone,) = build_tables(review([(NAME, small_game)]), [name]).values()

    assert alone.equals(build_tables(small_review, TABLES)[name])


_SETTLED = {"indicators", "ryuukyoku", "settled"}


@pytest.mark.parametrize(
    ("name", "worked_out"),
    [
        ("games", set()),
        ("players", set()),
        ("hands", _SETTLED),
        ("draws", _SETTLED),
        ("findings", set()),
    ],
)
def test_a_table_asks_for_no_more_than_it_needs(small_game, name, worked_out, monkeypatch):
    monkeypatch.setattr(reviewed_batch, "replay_with_course", None)
    found = review([(NAME, small_game)], checks=["well-formed"])
    before = set(vars(found.audit))

    build_tables(found, [name])

    assert set(vars(found.audit)) - before == worked_out
