import hashlib

import numpy as np
import pyarrow.parquet as pq
import pytest

from analyzer import __version__
from analyzer.audit import LogName, review
from analyzer.batch.engines.tasks import side_by_side
from analyzer.tables import merge as merging
from analyzer.tables import parquet
from analyzer.tables.arrow import arrow_schema
from analyzer.tables.build import build_tables
from analyzer.tables.load import load
from analyzer.tables.schema import SCHEMA_VERSION, TABLES
from tests.hands import Hand
from tests.tables.units import merge

IDS = [f"20{year}0101{hour:02}gm-00a9-0000-0000000{hour % 7}" for year in (21, 22) for hour in range(24)]


@pytest.fixture(scope="module")
def reviews(small_game):
    """Reviews of 48 games of two years, one of three players, one log without date, in fives."""
    sanma = Hand("19m19p19s1234z258s", "334455p667788p5z", "334455s667788s5z", scores=(35000,) * 3 + (0,))
    sanma.scores.pop()
    logs = [(LogName(log_id, f"{log_id}.xml"), small_game) for log_id in IDS]
    logs.insert(7, (LogName("no-date", "no-date"), small_game))
    logs.append((LogName("sanma", "sanma"), sanma.draw(0, "5s").ryuukyoku(0, kind="yao9").xml()))
    wrong = small_game.replace(b'type="kaze4"', b'type="reach4"')
    logs[3] = (logs[3][0], wrong)
    logs[30] = (logs[30][0], wrong)
    return [review(logs[start : start + 5]) for start in range(0, len(logs), 5)]


def pairs(reviews):
    """Units of two batches each."""
    return [reviews[start : start + 2] for start in range(0, len(reviews), 2)]


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }


def test_folders_are_years_and_players_and_nothing_else(tmp_path, reviews):
    finished = merge(tmp_path, pairs(reviews))

    names = {path.relative_to(finished).as_posix() for path in finished.rglob("*.parquet")}

    assert names == {"findings/part-0000.parquet"} | {
        f"{table}/{year}/{players}/part-0000.parquet"
        for table in ("games", "players", "hands", "seats", "wins", "draws")
        for year, players in [
            ("year=2021", "players=4"),
            ("year=2022", "players=4"),
            ("year=__HIVE_DEFAULT_PARTITION__", "players=3"),
            ("year=__HIVE_DEFAULT_PARTITION__", "players=4"),
        ]
        # The one game of three players has no winner.
        if not (table == "wins" and players == "players=3")
    }


def in_order(rows, *names):
    return sorted(rows, key=lambda row: [(row.get(name) is None, row.get(name)) for name in names])


@pytest.mark.parametrize("name", TABLES)
def test_what_was_written_is_read_again(tmp_path, reviews, name):
    rows = [row for review in reviews for row in build_tables(review)[name].to_pylist()]

    table = load(merge(tmp_path, pairs(reviews)))[name]

    assert table.schema.equals(arrow_schema(name))
    assert in_order(table.to_pylist(), "year", "players") == in_order(rows, "year", "players", "log_id")


def test_files_are_the_same_however_the_logs_are_spread_over_units(tmp_path, reviews):
    in_pairs = digests(merge(tmp_path / "a", pairs(reviews)))
    backwards = digests(merge(tmp_path / "b", [[review] for review in reviews[::-1]]))
    in_one = digests(merge(tmp_path / "c", [reviews[3:] + reviews[:3]]))

    assert in_pairs == backwards == in_one


@pytest.mark.parametrize("spread", [map, side_by_side])
def test_files_are_the_same_however_many_are_written_side_by_side(tmp_path, reviews, spread):
    one = digests(merge(tmp_path / "a", pairs(reviews)))

    assert digests(merge(tmp_path / "b", pairs(reviews), writers=2, spread=spread)) == one
    assert [path.name for path in (tmp_path / "b").iterdir() if "gathered" in path.name] == []


def test_those_who_write_side_by_side_have_about_as_much_to_write(tmp_path, reviews, monkeypatch):
    monkeypatch.setattr(parquet, "_FILE_ROWS", 100)
    shares = []

    merge(
        tmp_path,
        pairs(reviews),
        writers=3,
        spread=lambda work, tasks: shares.extend(tasks) or map(work, tasks),
    )

    sizes = [sum(file.values for file in share) for share in shares]
    assert len(sizes) == 3
    assert max(sizes) < 1.2 * min(sizes)
    assert {file.path for share in shares for file in share} == {*(tmp_path / "tables").rglob("*.parquet")}


def test_a_table_of_many_rows_has_several_files_in_the_order_of_its_logs(tmp_path, reviews, monkeypatch):
    whole = load(merge(tmp_path / "a", pairs(reviews)))
    monkeypatch.setattr(parquet, "_FILE_ROWS", 40)
    finished = merge(tmp_path / "b", pairs(reviews))

    files = parquet.part_files(finished / "seats" / "year=2022" / "players=4")
    ids = [pq.read_table(file)["log_id"].to_pylist() for file in files]
    assert [file.name for file in files] == [f"part-{number:04}.parquet" for number in range(7)]
    assert [log for part in ids for log in part] == sorted(log for part in ids for log in part)
    assert sum(len({*part}) for part in ids) == 24
    assert all(40 - 12 < len(part) < 40 + 12 for part in ids[:-1])
    assert all(load(finished)[name].to_pylist() == whole[name].to_pylist() for name in TABLES)


def test_every_column_is_handed_over_in_one_piece(tmp_path, reviews, monkeypatch):
    """The writer may begin a page at the end of a chunk, so the bytes would depend on the units."""
    pieces = []
    write = pq.ParquetWriter.write_table

    def watched(writer, table, **options):
        pieces.extend(column.num_chunks for column in table.columns)
        write(writer, table, **options)

    monkeypatch.setattr(pq.ParquetWriter, "write_table", watched)
    merge(tmp_path, [[review] for review in reviews])

    assert set(pieces) == {1}


def test_files_are_the_same_whether_rows_are_moved_first_or_not(tmp_path, reviews, monkeypatch):
    strewn = [reviews[::2], reviews[1::2]]
    at_once = digests(merge(tmp_path / "a", strewn))
    for name, value in {"_GATHERED_LOGS": 16, "_BATCH_LOGS": 3, "_MOST_READS": 0}.items():
        monkeypatch.setattr(merging, name, value)
    moved = []
    move = merging._move
    monkeypatch.setattr(merging, "_move", lambda *args: moved.append(args) or move(*args))

    assert digests(merge(tmp_path / "b", strewn)) == at_once
    assert len(moved) == 4 * len(TABLES)
    assert [path.name for path in (tmp_path / "b").iterdir() if "gathered" in path.name] == []


def test_rows_are_the_same_however_little_memory_is_used(tmp_path, reviews, monkeypatch):
    roomy = load(merge(tmp_path / "a", pairs(reviews)))
    monkeypatch.setattr(parquet, "_GROUP_ROWS", 40)
    finished = merge(tmp_path / "b", pairs(reviews[::-1]))
    tight = load(finished)

    assert all(roomy[name].to_pylist() == tight[name].to_pylist() for name in TABLES)
    seats = pq.ParquetFile(finished / "seats" / "year=2022" / "players=4" / "part-0000.parquet").metadata
    assert seats.num_rows == 24 * 12
    assert seats.num_row_groups > 5
    assert max(seats.row_group(index).num_rows for index in range(seats.num_row_groups)) <= 40 + 12


def test_logs_that_are_not_kept_are_in_no_table(tmp_path, reviews):
    kept = np.ones(50, np.bool_)
    kept[[0, 7]] = False

    tables = load(merge(tmp_path, pairs(reviews), kept))

    assert tables["games"].num_rows == 48
    left_out = {log.log_id for review in reviews for log in review.logs} - set(
        tables["games"]["log_id"].to_pylist()
    )
    assert len(left_out) == 2
    assert all(not left_out & set(tables[name]["log_id"].to_pylist()) for name in TABLES)


def test_files_say_what_wrote_them_and_are_packed_by_zstd(tmp_path, reviews):
    file = merge(tmp_path, [reviews]) / "draws" / "year=2021" / "players=4" / "part-0000.parquet"

    metadata = pq.read_metadata(file)

    assert metadata.metadata[b"tenhou_analyzer.table"] == b"draws"
    assert metadata.metadata[b"tenhou_analyzer.schema"] == str(SCHEMA_VERSION).encode()
    assert metadata.metadata[b"tenhou_analyzer.version"] == __version__.encode()
    assert metadata.row_group(0).column(0).compression == "ZSTD"


def test_columns_have_the_narrow_types_of_the_schema_in_the_files(tmp_path, reviews):
    file = merge(tmp_path, [reviews]) / "seats" / "year=2021" / "players=4" / "part-0000.parquet"

    types = {field.name: str(field.type) for field in pq.read_schema(file)}

    assert (types["seat"], types["delta"], types["tenpai"], types["log_id"]) == (
        "uint8",
        "int32",
        "bool",
        "string",
    )


def test_no_unit_at_all_still_gives_the_findings(tmp_path):
    (tmp_path / "units").mkdir()
    finished = merge(tmp_path, [])

    assert load(finished)["findings"].num_rows == 0
    assert load(finished)["seats"].schema.equals(arrow_schema("seats"))


def test_tables_left_out_change_none_of_the_others(tmp_path, reviews):
    wanted = {"hands", "findings"}
    every = digests(merge(tmp_path / "a", pairs(reviews)))

    some = merge(tmp_path / "b", pairs(reviews), wanted=wanted)

    assert {path.name for path in some.iterdir()} == wanted
    assert digests(some) == {path: digest for path, digest in every.items() if path.split("/")[0] in wanted}
