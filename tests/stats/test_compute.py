"""Tables on the disk into cells, whatever the sizes of blocks and row groups."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.cells import added
from analyzer.stats.compute import compute
from analyzer.stats.reading import Piece, pieces_of
from analyzer.stats.statistic import MEAN, RATE, SHARES, Measure, Statistic
from tests.stats.archives import split, tables_of, write_archive
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
    return write_archive(
        tmp_path / "archive", tables_of(four_players()), tables_of(three_players()), group_rows=5
    )


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
@pytest.mark.parametrize(("group_rows", "unit_games"), [(1, 1000), (3, 3), (1000, 1), (1000, 2)])
def test_cells_do_not_depend_on_the_sizes_of_blocks_row_groups_and_units(
    tmp_path, archive, games, group_rows, unit_games
):
    units = [*split(four_players(), unit_games), *split(three_players(), unit_games)]
    other = write_archive(tmp_path / "other", *units, group_rows=group_rows)
    by = ["year", "players", "room"]

    assert sorted_cells(compute(other, STATISTICS, by, games)) == sorted_cells(
        compute(archive, STATISTICS, by)
    )


def sorted_cells(cells):
    return sorted(cells.to_pylist(), key=str)


@pytest.mark.parametrize("games", [1, 1000])
def test_a_unit_may_hold_games_of_several_years_and_numbers_of_players(tmp_path, archive, games):
    earlier = block_of(games={"hands": [1, 1], "year": [2021, 2022]}, hands={"winner_count": [1, 0]})
    mixed = write_archive(tmp_path / "mixed", tables_of(earlier, three_players(), four_players()))
    apart = write_archive(
        tmp_path / "apart", *split(earlier, 1), tables_of(three_players()), tables_of(four_players())
    )
    by = ["year", "players"]

    assert pieces_of(mixed) == [
        Piece("part-0000000000000000.parquet", 3, 1, is_whole=False),
        Piece("part-0000000000000000.parquet", 4, 6, is_whole=False),
    ]
    cells = compute(mixed, STATISTICS, by, games)
    assert sorted_cells(cells) == sorted_cells(compute(apart, STATISTICS, by))
    assert {(row["year"], row["players"]) for row in cells.to_pylist()} == {(2021, 4), (2022, 3), (2022, 4)}


def test_cells_of_two_archives_added_up_are_those_of_both(tmp_path, archive):
    first = compute(write_archive(tmp_path / "first", tables_of(four_players())), STATISTICS, ["players"])
    second = compute(write_archive(tmp_path / "second", tables_of(three_players())), STATISTICS, ["players"])

    both = added([first, second], ["players"])

    assert sorted_cells(both) == sorted_cells(compute(archive, STATISTICS, ["players"]))


def test_parts_of_different_runs_are_refused(tmp_path, archive):
    other = write_archive(tmp_path / "other", tables_of(block_of(games={"hands": [1], "year": [2022]})))
    file = f"seats/{other.parts['seats'][0].file}"
    archive.folder.write(file, other.folder.read(file))

    with pytest.raises(UserMistake, match=f"{file}' has 4 rows of games for 4; expected 24, by its games"):
        compute(archive, STATISTICS[1:2], [])


def test_a_part_with_rows_of_no_game_is_refused(tmp_path, archive):
    other = write_archive(tmp_path / "other", tables_of(block_of(games={"hands": [1], "year": [2022]})))
    file = f"games/{other.parts['games'][0].file}"
    archive.folder.write(file, other.folder.read(file))

    with pytest.raises(UserMistake, match="has 24 rows of games for 4; expected 4, by its games"):
        compute(archive, STATISTICS[1:2], [])


def test_a_damaged_part_is_named(archive):
    file = f"seats/{archive.parts['seats'][0].file}"
    archive.folder.write(file, b"PAR1")

    with pytest.raises(UserMistake, match=f"{file}' is damaged; repeat the run to repair it"):
        compute(archive, STATISTICS[1:2], [])


def test_a_measure_that_reads_more_than_its_statistic_names_is_named(archive):
    sly = STATISTICS[1]._replace(name="sly", columns=("seats.seat",))

    with pytest.raises(UserMistake, match=r"sly reads seats\.tenpai, which it does not name"):
        compute(archive, [sly], [])
