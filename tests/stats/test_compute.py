"""Tables on the disk into cells, whatever the sizes of blocks and row groups."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.cells import added
from analyzer.stats.compute import compute
from analyzer.stats.reading import partitions_of
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from tests.stats.archives import write_archive
from tests.stats.frames import block_of

STATISTICS = (
    Statistic(
        "hands", "t", "games", MEAN, "hands", "D.", lambda rows: Measure(rows["hands"]), ("games.hands",)
    ),
    Statistic(
        "tenpai",
        "t",
        "seats",
        RATE,
        "share",
        "D.",
        lambda rows: Measure(rows["tenpai"] == 1),
        ("seats.tenpai",),
    ),
    Statistic(
        "yaku",
        "t",
        "wins",
        SHARES,
        "share",
        "D.",
        lambda rows: Measure(rows.items("yaku")[1], row=rows.items("yaku")[0], base=rows["seat"] >= 0),
        ("wins.yaku",),
    ),
    Statistic(
        "riichi", "t", "wins", RATE, "share", "D.", lambda rows: Measure(rows.known("seats.riichi_turn")),
        ("seats.riichi_turn",),
    ),
    Statistic(
        "dan", "t", "players", MEAN, "dan", "D.", lambda rows: Measure(rows["dan"]), ("players.dan",)
    ),
    Statistic(
        "three", "t", "hands", RATE, "share", "D.", lambda rows: Measure(rows["games.players"] == 3),
        ("games.players",),
    ),
)  # fmt: skip


def four_players():
    return block_of(
        games={"hands": [2, 0, 3, 1], "room": ["houou", "houou", "tokujou", "houou"], "year": [2022] * 4},
        people={"dan": [[10 + seat + game for seat in range(4)] for game in range(4)]},
        hands={
            "end": ["agari", "ryuukyoku", "agari", "agari", "ryuukyoku", "none"],
            "winner_count": [1, 0, 2, 1, 0, 0],
        },
        seats={
            "tenpai": [[seat <= hand for seat in range(4)] for hand in range(6)],
            "riichi_turn": [[5, None, None, None]] * 6,
        },
        wins={
            "hand": [0, 2, 2, 3],
            "seat": [0, 1, 0, 3],
            "loser": [1, 2, 2, None],
            "yaku": [["riichi", "pinfu"], ["tanyao"], [], ["chun"]],
        },
    )


def three_players():
    return block_of(
        players=3,
        games={"hands": [1], "year": [2022]},
        seats={"tenpai": [[True, False, False]]},
    )


@pytest.fixture
def archive(tmp_path):
    return write_archive(tmp_path / "archive", four_players(), three_players(), group_rows=5)


def totals(cells, name):
    return [(row["n"], row["total"]) for row in cells.to_pylist() if row["statistic"] == name]


def test_every_table_is_counted_over_all_partitions(archive):
    cells = compute(archive, STATISTICS, [])

    assert totals(cells, "hands") == [(5, 7.0)]
    assert totals(cells, "tenpai") == [(27, 1 + 2 + 3 + 4 + 4 + 4 + 1.0)]
    assert totals(cells, "riichi") == [(4, 2.0)]
    assert totals(cells, "yaku")[0] == (4, 0.0)
    assert sorted(totals(cells, "yaku")[1:]) == [(0, 1.0)] * 4
    assert totals(cells, "three") == [(7, 1.0)]


def test_groups_are_those_of_the_games(archive):
    cells = compute(archive, STATISTICS[:1], ["players", "room"])

    rows = [(row["players"], row["room"], row["n"], row["total"]) for row in cells.to_pylist()]
    assert sorted(rows) == [(3, "houou", 1, 1.0), (4, "houou", 3, 3.0), (4, "tokujou", 1, 3.0)]


@pytest.mark.parametrize("games", [1, 2, 3, 1000])
@pytest.mark.parametrize(("group_rows", "file_rows"), [(1, 1000), (3, 7), (1000, 1000), (1000, 5)])
def test_cells_do_not_depend_on_the_sizes_of_blocks_row_groups_and_files(
    tmp_path, archive, games, group_rows, file_rows
):
    sizes = {"group_rows": group_rows, "file_rows": file_rows}
    other = write_archive(tmp_path / "other", four_players(), three_players(), **sizes)
    by = ["year", "players", "room"]

    assert compute(other, STATISTICS, by, games).equals(compute(archive, STATISTICS, by))


def test_two_archives_added_up_are_one_of_both(tmp_path, archive):
    first = compute(write_archive(tmp_path / "first", four_players()), STATISTICS, ["players"])
    second = compute(write_archive(tmp_path / "second", three_players()), STATISTICS, ["players"])
    keys = [("statistic", "ascending"), ("players", "ascending"), ("category", "ascending")]

    both = added([first, second], ["players"])

    assert both.sort_by(keys).equals(compute(archive, STATISTICS, ["players"]).sort_by(keys))


def test_tables_of_different_runs_are_refused(tmp_path, archive):
    other = write_archive(tmp_path / "other", block_of(games={"hands": [1], "year": [2022]}))
    place = "seats/year=2022/players=4/part-0000.parquet"
    (archive / place).write_bytes((other / place).read_bytes())

    with pytest.raises(UserMistake, match="too few rows for its games; expected 20 more"):
        compute(archive, STATISTICS[1:2], [])


def test_a_table_with_more_rows_than_its_games_is_refused(tmp_path, archive):
    other = write_archive(tmp_path / "other", block_of(games={"hands": [1], "year": [2022]}))
    place = "games/year=2022/players=4/part-0000.parquet"
    (archive / place).write_bytes((other / place).read_bytes())

    with pytest.raises(UserMistake, match="more rows than its games have"):
        compute(archive, STATISTICS[1:2], [])


def test_a_measure_that_reads_more_than_its_statistic_names_is_named(archive):
    sly = STATISTICS[1]._replace(name="sly", columns=("seats.seat",))

    with pytest.raises(UserMistake, match=r"sly reads seats\.tenpai, which it does not name"):
        compute(archive, [sly], [])


def test_partitions_come_in_order_those_without_a_year_last(tmp_path):
    for place in (
        "year=2022/players=4",
        "year=2021/players=4",
        "year=2022/players=3",
        "year=__HIVE_DEFAULT_PARTITION__/players=4",
    ):
        (tmp_path / "games" / place).mkdir(parents=True)

    assert [(one.year, one.players) for one in partitions_of(tmp_path)] == [
        (2021, 4),
        (2022, 3),
        (2022, 4),
        (None, 4),
    ]
