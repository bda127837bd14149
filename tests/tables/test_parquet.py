import hashlib

import pyarrow.parquet as pq
import pytest

from analyzer import __version__
from analyzer.audit import LogName, review
from analyzer.tables import parquet
from analyzer.tables.arrow import arrow_schema
from analyzer.tables.build import build_tables
from analyzer.tables.load import load
from analyzer.tables.parquet import TableWriter
from analyzer.tables.schema import SCHEMA_VERSION, TABLES
from tests.hands import Hand

IDS = [f"20{year}0101{hour:02}gm-00a9-0000-0000000{hour % 7}" for year in (21, 22) for hour in range(24)]


@pytest.fixture(scope="module")
def batches(small_game):
    """Tables of 48 games of two years, one of three players, and one log without date, in batches of five."""
    sanma = Hand("19m19p19s1234z258s", "334455p667788p5z", "334455s667788s5z", scores=(35000,) * 3 + (0,))
    sanma.scores.pop()
    logs = [(LogName(log_id, f"{log_id}.xml"), small_game) for log_id in IDS]
    logs.insert(7, (LogName("no-date", "no-date"), small_game))
    logs.append((LogName("sanma", "sanma"), sanma.draw(0, "5s").ryuukyoku(0, kind="yao9").xml()))
    wrong = small_game.replace(b'type="kaze4"', b'type="reach4"')
    logs[3] = (logs[3][0], wrong)
    logs[30] = (logs[30][0], wrong)
    return [build_tables(review(logs[start : start + 5])) for start in range(0, len(logs), 5)]


def written(folder, batches):
    writer = TableWriter(folder)
    for batch in batches:
        writer.add(batch)
    return writer.finish()


def digests(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }


def test_folders_are_years_and_players_and_nothing_else(tmp_path, batches):
    finished = written(tmp_path, batches)

    names = {path.relative_to(finished).as_posix() for path in finished.rglob("*.parquet")}

    assert names == {"findings/part-0.parquet"} | {
        f"{table}/{year}/{players}/part-0.parquet"
        for table in ("games", "players", "hands", "seats", "draws")
        for year, players in [
            ("year=2021", "players=4"),
            ("year=2022", "players=4"),
            ("year=__HIVE_DEFAULT_PARTITION__", "players=3"),
            ("year=__HIVE_DEFAULT_PARTITION__", "players=4"),
        ]
    }


def in_order(rows, *names):
    return sorted(rows, key=lambda row: [(row.get(name) is None, row.get(name)) for name in names])


@pytest.mark.parametrize("name", TABLES)
def test_what_was_written_is_read_again(tmp_path, batches, name):
    rows = [row for batch in batches for row in batch[name].to_pylist()]

    table = load(written(tmp_path, batches))[name]

    assert table.schema.equals(arrow_schema(name))
    assert in_order(table.to_pylist(), "year", "players") == in_order(rows, "year", "players", "log_id")


def test_files_are_the_same_in_whatever_order_the_batches_come(tmp_path, batches):
    forwards = digests(written(tmp_path / "a", batches))
    backwards = digests(written(tmp_path / "b", batches[::-1]))

    assert forwards == backwards


def test_files_are_the_same_however_little_memory_is_used_but_for_row_groups(tmp_path, batches, monkeypatch):
    roomy = load(written(tmp_path / "a", batches))
    monkeypatch.setattr(parquet, "_HELD_ROWS", 30)
    monkeypatch.setattr(parquet, "_GROUP_ROWS", 40)
    finished = written(tmp_path / "b", batches[::-1])
    tight = load(finished)

    assert all(roomy[name].to_pylist() == tight[name].to_pylist() for name in TABLES)
    assert list((tmp_path / "b" / "parts").rglob("*.arrow"))
    seats = pq.ParquetFile(finished / "seats" / "year=2022" / "players=4" / "part-0.parquet").metadata
    assert seats.num_rows == 24 * 12
    assert seats.num_row_groups > 5
    assert max(seats.row_group(index).num_rows for index in range(seats.num_row_groups)) <= 80


def test_files_say_what_wrote_them_and_are_packed_by_zstd(tmp_path, batches):
    file = written(tmp_path, batches) / "draws" / "year=2021" / "players=4" / "part-0.parquet"

    metadata = pq.read_metadata(file)

    assert metadata.metadata[b"tenhou_analyzer.table"] == b"draws"
    assert metadata.metadata[b"tenhou_analyzer.schema"] == str(SCHEMA_VERSION).encode()
    assert metadata.metadata[b"tenhou_analyzer.version"] == __version__.encode()
    assert metadata.row_group(0).column(0).compression == "ZSTD"


def test_columns_have_the_narrow_types_of_the_schema_in_the_files(tmp_path, batches):
    file = written(tmp_path, batches) / "seats" / "year=2021" / "players=4" / "part-0.parquet"

    types = {field.name: str(field.type) for field in pq.read_schema(file)}

    assert (types["seat"], types["delta"], types["tenpai"], types["log_id"]) == (
        "uint8",
        "int32",
        "bool",
        "string",
    )


def test_a_run_without_any_log_still_writes_the_findings(tmp_path):
    finished = written(tmp_path, [])

    assert load(finished)["findings"].num_rows == 0
    assert load(finished)["seats"].schema.equals(arrow_schema("seats"))
