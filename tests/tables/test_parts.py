"""Parts on a disk: what is written is read again, sorted, typed, and with what a reader needs to skip."""

import hashlib
from io import BytesIO

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer import __version__
from analyzer.audit import LogName, review
from analyzer.folders import folder
from analyzer.tables import parts
from analyzer.tables.build import game_rows
from analyzer.tables.parts import ordered, part_name, read_part, write_part
from analyzer.tables.schema import SCHEMA_VERSION, TABLES
from tests.hands import Hand
from tests.tables.logs import three_players
from tests.written_runs import build_tables

IDS = [f"20{year}0101{hour:02}gm-00a9-0000-0000000{hour}" for year in (21, 22) for hour in range(3)]
BACKWARDS = [*IDS[::-1], "sanma", "no-date"]


@pytest.fixture(scope="module")
def reviews(small_game):
    """Games of two years, the last first, one without date and one of three players, in threes."""
    ((_, sanma),) = three_players()
    wrong = small_game.replace(b'type="kaze4"', b'type="reach4"')
    data = {"sanma": sanma, BACKWARDS[1]: wrong, "no-date": wrong}
    logs = [(LogName(log_id, f"{log_id}.xml"), data.get(log_id, small_game)) for log_id in BACKWARDS]
    return [review(logs[start : start + 3]) for start in range(0, len(logs), 3)]


def batches(reviews, name):
    return [build_tables(review, [name])[name] for review in reviews]


def in_order(reviews, name, ids):
    """Rows of a table with these logs, log by log."""
    counts = np.concatenate(
        [np.bincount(game_rows(one, [name])[name][1], minlength=len(one.logs)) for one in reviews]
    )
    return ordered(batches(reviews, name), counts, np.array([BACKWARDS.index(log_id) for log_id in ids]))


@pytest.fixture
def out(tmp_path):
    return folder(tmp_path)


def written(out, rows, name):
    """The bytes of a part with these rows."""
    part = write_part(out, name, "part-a.parquet", rows)
    return out.read(f"{name}/{part.file}")


@pytest.mark.parametrize(
    ("first", "name"),
    [
        ("2022010100gm-00a9-0000-b67fcaa3", "part-2022010100gm-00a9-0000-b67fcaa3-01234567.parquet"),
        ("east3", "part-east3-01234567.parquet"),
        ("", "part-0123456789abcdef.parquet"),
        ("../escape", "part-0123456789abcdef.parquet"),
        ("東", "part-0123456789abcdef.parquet"),
        ("-", "part-0123456789abcdef.parquet"),
        ("x" * 65, "part-0123456789abcdef.parquet"),
    ],
)
def test_a_part_has_the_name_of_its_first_log_where_that_is_plain(first, name):
    assert part_name(first, "0123456789abcdef") == name


@pytest.mark.parametrize("name", [name for name in TABLES if name != "findings"])
def test_rows_stand_log_by_log_in_the_order_asked_for_and_are_read_again(out, reviews, name):
    listed = [row for batch in batches(reviews, name) for row in batch.to_pylist()]

    rows = in_order(reviews, name, sorted(BACKWARDS))

    assert rows.to_pylist() == sorted(listed, key=lambda row: row["log_id"])
    assert read_part(BytesIO(written(out, rows, name)), name).to_pylist() == rows.to_pylist()


@pytest.mark.parametrize("name", ["wins", "findings", "seats"])
def test_rows_of_several_groups_and_parts_are_put_in_order_again(out, reviews, monkeypatch, name):
    monkeypatch.setattr(parts, "_GROUP_ROWS", 2)
    read = [read_part(BytesIO(written(out, batch, name)), name) for batch in batches(reviews, name)]
    counts = np.ones(sum(map(len, read)), np.int64)

    rows = ordered(read, counts, np.arange(len(counts))[::-1])

    listed = [row for batch in batches(reviews, name) for row in batch.to_pylist()]
    assert rows.to_pylist() == listed[::-1]
    data = written(out, rows, name)
    assert read_part(BytesIO(data), name).to_pylist() == listed[::-1]
    groups = pq.read_metadata(BytesIO(data))
    sizes = [groups.row_group(number).num_rows for number in range(groups.num_row_groups)]
    assert (sum(sizes), {*sizes[:-1]}) == (len(listed), {2})


@pytest.mark.parametrize("table", ["games", "seats", "wins", "draws"])
def test_a_part_says_what_wrote_it_and_is_written_in_ways_that_all_engines_read(out, reviews, table):
    rows = batches(reviews, table)[0]

    part = write_part(out, table, "part-a.parquet", rows)

    data = out.read(f"{table}/part-a.parquet")
    assert part == ("part-a.parquet", len(rows), hashlib.sha256(data).hexdigest())
    found = pq.read_metadata(BytesIO(data))
    assert found.metadata == {
        b"tenhou_analyzer.table": table.encode(),
        b"tenhou_analyzer.schema": str(SCHEMA_VERSION).encode(),
        b"tenhou_analyzer.version": __version__.encode(),
    }
    columns = [found.row_group(0).column(number) for number in range(found.num_columns)]
    assert {way for column in columns for way in column.encodings} <= {
        *("PLAIN", "RLE", "RLE_DICTIONARY", "DELTA_BINARY_PACKED")
    }
    assert {column.compression for column in columns} <= {"ZSTD", "SNAPPY", "UNCOMPRESSED"}


def test_columns_have_the_types_of_the_schema_and_plain_strings(out, reviews):
    schema = pq.read_schema(BytesIO(written(out, batches(reviews, "wins")[0], "wins")))

    assert {
        name: str(schema.field(name).type) for name in ("log_id", "game", "seat", "points", "way", "yaku")
    } == {
        "log_id": "string",
        "game": "int64",
        "seat": "int32",
        "points": "int32",
        "way": "string",
        "yaku": "list<element: string not null>",
    }
    assert [field.nullable for field in schema] == [bool(column.null) for column in TABLES["wins"]]


def test_extremes_tell_which_rows_can_be_passed_over(out, reviews, monkeypatch):
    monkeypatch.setattr(parts, "_GROUP_ROWS", 3)

    data = written(out, in_order(reviews, "games", sorted(BACKWARDS)), "games")

    extremes = pq.read_metadata(BytesIO(data))
    groups = [
        {column.path_in_schema: column.statistics for column in map(group.column, range(group.num_columns))}
        for group in map(extremes.row_group, range(extremes.num_row_groups))
    ]
    assert {name for name, known in groups[0].items() if known} == {
        "log_id",
        "year",
        "month",
        "players",
        "date",
    }
    known = [(group["year"].min, group["year"].max, group["players"].min) for group in groups]
    assert known == [(2021, 2021, 4), (2022, 2022, 4), (None, None, 3)]
    assert [group["log_id"].min for group in groups] == [IDS[0], IDS[3], "no-date"]


@pytest.mark.parametrize("name", ["seats", "wins", "findings"])
def test_the_bytes_of_a_part_do_not_depend_on_the_batches_that_its_rows_were_built_in(out, small_game, name):
    other = Hand(
        "19m19p19s1234z258s", "334455p667788p5z", "334455s667788s5z", "1m2p3s4z5z6z7z" + "8m9p1s2m3p4s"
    )
    games = [small_game, other.draw(0, "5s").ryuukyoku(0, kind="yao9").xml(), small_game] * 2
    logs = [(LogName(log_id, log_id), data) for log_id, data in zip(IDS, games, strict=True)]
    together = build_tables(review(logs), [name])[name]
    apart = pa.concat_tables([build_tables(review([log]), [name])[name] for log in reversed(logs)][::-1])

    assert together.num_rows
    assert written(out, together, name) == written(out, apart, name)
