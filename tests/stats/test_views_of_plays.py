"""What needs tables on request: what lay on the table at a riichi, last discards, single plays and tiles."""

import pyarrow as pa
import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.tables.arrow import stored_schema
from analyzer.tables.load import RunTables
from tests.stats.frames import GRAINS, run_of, unit_of
from tests.written_runs import parts_of, write_manifest

pytestmark = pytest.mark.usefixtures("one_database")

FALSE = ("is_red", "is_tsumogiri", "is_riichi", "in_riichi")


def archive_of(out, plays, **tables):
    """A run of one hand with these plays."""
    return archive_with("plays", out, hand_of(plays, tables))


def hand_of(plays, tables):
    """Plays, each with what differs from an ordinary discard, and the other tables of their hand."""
    ordinary = {"kind": "discard", "tile": "1m", "turn": 1, "riichi_seats": 0, "live_tiles": 40, "shanten": 1}
    rows = [dict.fromkeys(FALSE, False) | ordinary | {"play": at} | play for at, play in enumerate(plays)]
    return rows, tables


def archive_with(name, out, *hands):
    """A run of games of one hand with these rows of a table on request."""
    units = []
    for game, (rows, tables) in enumerate(hands):
        unit = unit_of(first=game, **tables)
        keys = unit["hands"].select(["log_id", "game", "year", "month", "players", "hand"]).to_pylist()[0]
        unit[name] = pa.Table.from_pylist([keys | row for row in rows], schema=stored_schema(name))
        units.append(unit)
    place = folder(out)
    write_manifest(RunTables(place, parts_of(place, units, (*GRAINS, name))))
    return analyzer.load(out)


def discards(seat, *tiles):
    return [{"seat": seat, "tile": tile} for tile in tiles]


def riichi(seat, tile):
    return [{"seat": seat, "tile": tile, "is_riichi": True}]


def riichi_rows(archive, *columns):
    """These columns of each riichi, by game and seat."""
    query = (
        "select seat, wait_looks, is_genbutsu_wait, kamicha_called, shimocha_called from riichi "
        "order by game, seat"
    )
    found = archive.sql(query)[["seat", *columns]].astype(object)
    return [tuple(row) for row in found.where(found.notna(), None).to_numpy()]


def test_a_wait_looks_as_the_own_river_has_it(tmp_path):
    looks = {
        "4m": "suji",  # 1m and 7m lie in the river
        "5p": "suji",  # so do 2p and 8p
        "6p": "plain",  # 3p and 9p are others' discards
        "2s": "suji",  # the declaration tile is a red 5s
        "3s": "plain",  # 6s came after the declaration
        "9p7z": "honour",
        "2s7z": "suji",
        "17m": "furiten",
        "''": "plain",
    }
    plays = [
        *discards(0, "1m", "7m", "2p", "8p"),
        *discards(1, "6s", "3p", "9p", "6p"),
        *riichi(0, "0s"),
        *discards(0, "6s"),
    ]
    seats = [
        {
            "riichi_turn": "5 - - -",
            "riichi_waits": f"{waits} - - -",
            "riichi_furiten": f"{'FT'[one == 'furiten']} - - -",
        }
        for waits, one in looks.items()
    ]

    archive = archive_with("plays", tmp_path / "out", *(hand_of(plays, {"seats": one}) for one in seats))

    assert riichi_rows(archive, "wait_looks") == [(0, one) for one in looks.values()]


def test_a_wait_is_genbutsu_against_the_first_to_declare(tmp_path):
    waits = {
        "1m": True,  # in the river of the first to declare
        "2m9s": True,  # discarded by another since
        "4z": True,  # set aside since
        "3m": False,  # discarded by another before
        "5m": False,  # discarded after the second declaration
    }
    plays = [
        *discards(1, "1m"),
        *discards(2, "3m"),
        *riichi(1, "8z"),
        *discards(2, "2m"),
        {"seat": 3, "kind": "kita", "tile": "4z"},
        *riichi(3, "8s"),
        *discards(0, "5m"),
    ]
    seats = {"riichi_turn": "- 2 - 1", "riichi_order": "- 1 - 2", "riichi_furiten": "- F - F"}
    hands = [hand_of(plays, {"seats": seats | {"riichi_waits": f"- {one} - {one}"}}) for one in waits]

    archive = archive_with("plays", tmp_path / "out", *hands)

    assert riichi_rows(archive, "is_genbutsu_wait") == [
        row for is_genbutsu in waits.values() for row in ((1, None), (3, is_genbutsu))
    ]


def test_a_call_counts_by_the_seat_and_before_the_declaration(tmp_path):
    kinds = ("chi", "pon", "daiminkan", "ankan", "kita")
    hands = [
        hand_of(
            [
                {"seat": 3, "kind": kind, "tile": "1m"},
                *riichi(0, "1s"),
                {"seat": 1, "kind": kind, "tile": "2m"},
                *riichi(2, "2s"),
            ],
            {"seats": {"riichi_turn": "1 - 1 -", "riichi_order": "1 - 2 -"}},
        )
        for kind in kinds
    ]

    archive = archive_with("plays", tmp_path / "out", *hands)

    # Seat 3 sits left of seat 0 and right of seat 2, seat 1 the other way round.
    assert riichi_rows(archive, "kamicha_called", "shimocha_called") == [
        row for opens in (True, True, True, False, False) for row in ((0, opens, False), (2, opens, opens))
    ]


def test_last_discards_are_those_that_may_keep_tenpai_or_deal_in(tmp_path):
    archive = archive_of(
        tmp_path / "out",
        [
            {"seat": 0, "kind": "draw", "live_tiles": 4, "shanten": 0},
            {"seat": 0, "live_tiles": 4, "shanten": 0},
            {"seat": 1, "kind": "draw", "live_tiles": 3, "shanten": 0},
            {"seat": 1, "live_tiles": 3, "shanten": 1, "turn": 17},
            {"seat": 2, "kind": "chi", "live_tiles": 3, "shanten": 0},
            {"seat": 2, "live_tiles": 3, "shanten": 0, "turn": 17, "riichi_seats": 1},
            {"seat": 3, "kind": "draw", "live_tiles": 2, "shanten": 0, "in_riichi": True},
            {"seat": 3, "live_tiles": 2, "shanten": 0, "in_riichi": True},
            {"seat": 0, "kind": "draw", "live_tiles": 1, "shanten": 1},
            {"seat": 0, "live_tiles": 1, "shanten": 1, "turn": 18, "riichi_seats": 1},
        ],
        seats={"tenpai_turn": [5, 4, 17, 3], "delta": [-2000, 0, 0, 2000], "deposit": [0, 0, 0, 1000]},
        wins={"seat": [3], "loser": [0]},
    )

    names = "seat, could_be_tenpai, is_tenpai, makes_tenpai, deals_in, gain"
    found = archive.sql(f"select {names} from last_discards order by turn, seat")
    assert found.to_numpy().tolist() == [
        [1, True, False, False, False, 0],
        [2, True, True, True, False, 0],
        [0, False, False, False, True, -2000],
    ]


def test_a_run_without_plays_says_so(tmp_path):
    archive = analyzer.load(run_of(tmp_path / "out", seats={"riichi_turn": [5, None, None, None]}))

    with pytest.raises(UserMistake, match="has no table 'plays': its run left it out"):
        archive.stat("riichi_win_rate", by="wait_looks")
    assert archive.stat("riichi_win_rate")["n"].tolist() == [1]


def test_plays_are_a_view_with_the_columns_of_their_hands(tmp_path):
    archive = archive_of(
        tmp_path / "out",
        [
            {"seat": 0, "tile": "1m", "turn": 1, "is_tsumogiri": True},
            {"seat": 1, "tile": "2m", "turn": 1},
            {"seat": 0, "kind": "pon", "tile": "2m", "turn": 2},
            {"seat": 0, "tile": "3m", "turn": 2},
        ],
        hands={"honba": [2]},
    )

    frame = archive.rate("plays", "is_tsumogiri", of="kind = 'discard'", by="turn")

    assert frame[["turn", "value", "n", "games"]].to_numpy().tolist() == [[1, 0.5, 2, 1], [2, 0, 1, 1]]
    assert archive.mean("plays", "honba")["n"].tolist() == [4]


def test_red_fives_and_the_shape_of_a_haipai_are_axes(tmp_path):
    dealt = ["0555m1112223z4p6s", "123m40p46789s123z", "19m19p19s1234567z", "1112345678999m"]
    rows = [
        {"seat": seat, "haipai": haipai, "indicators": "1m", "win_tehai": None, "ura_indicators": None}
        for seat, haipai in enumerate(dealt)
    ]

    archive = archive_with("tehai", tmp_path / "out", (rows, {"hands": {"honba": [0]}}))

    for axis, expected in (
        ("haipai_aka", {0: 2, 1: 2}),
        ("haipai_honours", {0: 1, 3: 1, 7: 2}),
        ("haipai_suit", {2: 1, 4: 1, 5: 1, 13: 1}),
    ):
        frame = archive.rate("seats", "seat = 0", by=axis)
        assert dict(zip(frame[axis], frame["n"], strict=True)) == expected


def test_who_is_noten_before_the_last_three_tiles_may_be_tenpai_by_a_call(tmp_path):
    def late(seat, live_tiles, shanten, kind="discard"):
        return {"seat": seat, "live_tiles": live_tiles, "shanten": shanten, "kind": kind}

    archive = archive_of(
        tmp_path / "out",
        [
            # Seat 0 calls at three tiles, seat 1 draws its tile, seat 2 calls too early, seat 3 has tenpai.
            *(late(0, 6, 1), late(1, 5, 1), late(2, 4, 2), late(3, 4, 0)),
            *(late(2, 4, 1, "pon"), late(2, 4, 1), late(0, 3, 0, "chi"), late(0, 3, 0)),
            *(late(1, 2, 0, "draw"), late(1, 2, 0), late(2, 1, 1, "draw"), late(2, 1, 1)),
        ],
        hands={"end": ["ryuukyoku"], "draw_kind": ["exhaustive"]},
        seats={"delta": [[1500, 1500, -1500, -1500]], "tenpai": [[True, True, False, False]]},
    )

    frame = archive.mean("late_noten", "gain", by="seat, keiten")

    assert frame[["seat", "keiten", "value"]].to_numpy().tolist() == [
        [0, "call", 1500.0],
        [1, "draw", 1500.0],
        [2, "noten", -1500.0],
    ]
