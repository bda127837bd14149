import sqlite3
from contextlib import closing

import pytest

from analyzer.sources.items import Blob, Limits, Unreadable, everything
from analyzer.sources.sqlite import list_rows, read_rows
from tests.case_files import each, rows
from tests.sources.archives import (
    LOG,
    PACKERS,
    SCHEMAS,
    Member,
    database,
    inside,
    member_of,
    until_damage,
)

ALL = pytest.mark.parametrize("schema", SCHEMAS)
IDS = [f"2019{n // 100 + 1:02d}01{n % 24:02d}gm-00a9-0000-{n * 2654435761 % 2**32:08x}" for n in range(900)]
IDS.sort()


def logs_of(count, size=0):
    return [(name, PACKERS["gzip"](LOG + bytes(size) + name.encode())) for name in IDS[:count]]


def read(path, wanted=everything):
    """Members of all rows."""
    blob = Blob("it", path)
    return [member_of(item) for item in read_rows(blob, list_rows(blob, Limits(), wanted), Limits())]


@ALL
def test_every_archive_gives_its_wanted_logs_as_they_are_stored(tmp_path, schema):
    pack = PACKERS[SCHEMAS[schema]["packed"]]
    logs = [(name, pack(LOG + name.encode())) for name in IDS]
    path = database(tmp_path / "1.db", schema, logs)

    assert read(path) == [Member(*log) for log in logs]
    assert inside(path.read_bytes()) == ([Member(*log) for log in logs], None)
    wanted = read(path, lambda name: name.startswith("201903"))
    assert [member.name for member in wanted] == [name for name in IDS if name.startswith("201903")]


@ALL
def test_rows_without_a_log_are_counted_and_are_no_problem(tmp_path, schema):
    path = database(tmp_path / "1.db", schema, [("1", b"log"), ("2", None), ("3", ""), ("4", b"")])

    assert read(path) == [Member("1", b"log"), Member("", b"", absent=3)]
    assert read(path, lambda name: name != "2") == [Member("1", b"log"), Member("", b"", absent=2)]


@each(rows("sources/tables", "table"))
def test_a_table_of_any_form_gives_its_logs_unless_it_has_no_columns_or_order_of_its_own(tmp_path, row):
    path = tmp_path / "1.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(row["script"])

    if "refused" in row:
        with pytest.raises(Unreadable, match=row["refused"]):
            read(path)
    else:
        assert read(path) == [Member(name, data.encode(), *why) for name, data, *why in row["gives"]]


@pytest.mark.parametrize("mode", ["delete", "wal", "persist"])
def test_nothing_appears_beside_a_database_that_is_read(tmp_path, mode):
    path = database(tmp_path / "1.db", "houou-logs", logs_of(300))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("UPDATE logs SET was_error = 0")
        connection.commit()
    before = {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}

    assert len(read(path)) == 300
    assert {entry.name: entry.read_bytes() for entry in tmp_path.iterdir()} == before
    assert inside(path.read_bytes())[1] is None


@pytest.mark.parametrize("mode", ["wal", "delete"])
def test_a_database_with_changes_not_yet_in_it_is_refused(tmp_path, mode):
    path = database(tmp_path / "1.db", "houou-logs", logs_of(300))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
        connection.execute("PRAGMA cache_size = 1")
        connection.execute("BEGIN")
        connection.execute("UPDATE logs SET log = zeroblob(5000)")
        if mode == "wal":
            connection.execute("COMMIT")

        with pytest.raises(
            Unreadable, match=r"has unsaved changes in 1\.db-(wal|journal): close the program"
        ):
            read(path)


# What is damaged gives the rows before it, and one reason for the rest.


def without_a_page(data):
    """The page of the rows from the 300th is another."""
    leaf = data.index(IDS[300].encode() * 30) // 4096 * 4096
    return data[:leaf] + b"\xff" * 4096 + data[leaf + 4096 :]


DAMAGES = {"cut short": lambda data: data[: len(data) // 8192 * 4096], "a page of rows": without_a_page}


@ALL
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_gives_the_rows_before_the_damage_and_one_reason(tmp_path, schema, damage):
    logs = [(name, name.encode() * 30) for name in IDS]
    path = database(tmp_path / "1.db", schema, [*logs, ("absent", None)])
    path.write_bytes(DAMAGES[damage](path.read_bytes()))

    for found, problem in (read_all(path), inside(path.read_bytes())):
        assert found == [Member(*log) for log in logs[: len(found)]]
        assert "that cannot be read: database disk image is malformed" in problem
        # Where rows have no numbers, those of an inner page are read before its leaves.
        assert len(found) >= (250 if schema != "houou-logs" or damage != "cut short" else 0)


@pytest.mark.parametrize("schema", [name for name in SCHEMAS if name != "houou-logs"])
def test_a_damaged_log_costs_nothing_but_itself(tmp_path, schema):
    logs = [(name, name.encode() * 1000) for name in IDS[:100]]
    path = database(tmp_path / "1.db", schema, logs)
    # Pages that hold nothing but the 50th log lead nowhere.
    data = bytearray(path.read_bytes())
    for page in range(0, len(data), 4096):
        if data[page + 4 : page + 4096].count(IDS[50].encode()) > 120:
            data[page : page + 4] = b"\xff" * 4
    path.write_bytes(data)

    members = read(path)

    assert read(path, lambda name: name != IDS[50]) == [Member(*log) for log in logs if log[0] != IDS[50]]
    damaged = Member(IDS[50], b"", "cannot be read: database disk image is malformed")
    assert members == [damaged if log[0] == IDS[50] else Member(*log) for log in logs]


def read_all(path):
    """Members of all rows, and what is wrong with the listing."""
    parts, problem = until_damage(list_rows(Blob("it", path), Limits()))
    return until_damage(read_rows(Blob("it", path), parts, Limits()))[0], problem


def test_a_row_that_has_gone_since_it_was_listed_is_missed(tmp_path):
    path = database(tmp_path / "1.db", "phoenix-logs", logs_of(3))
    parts = list(list_rows(Blob("it", path), Limits()))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM logs WHERE log_id = ?", (IDS[1],))
        connection.commit()

    members = [member_of(item) for item in read_rows(Blob("it", path), parts, Limits())]

    first, _, last = (Member(*log) for log in logs_of(3))
    assert members == [first, Member(IDS[1], b"", "is not found again"), last]


def test_reading_does_not_wait_for_ever_for_a_lock(tmp_path, monkeypatch):
    monkeypatch.setattr("analyzer.sources.sqlite._BUSY_SECONDS", 0.1)
    path = database(tmp_path / "1.db", "phoenix-logs", logs_of(3))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")

        with pytest.raises(Unreadable, match="database is locked"):
            list(list_rows(Blob("it", path), Limits()))


def same_pages(path, tables, *logs):
    """A database in which so many tables name the pages of the same logs as theirs."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t0(log_id TEXT, log BLOB)")
        connection.executemany("INSERT INTO t0 VALUES (?, ?)", zip(IDS, logs, strict=False))
        connection.execute("PRAGMA writable_schema = ON")
        connection.executemany(
            "INSERT INTO sqlite_master SELECT type, ?1, ?1, rootpage, replace(sql, 't0', ?1) "
            "FROM sqlite_master WHERE name = 't0'",
            [(f"t{number}",) for number in range(1, tables)],
        )
        connection.commit()
    return path


def test_rows_hold_no_more_bytes_than_their_file(tmp_path):
    """Fifty tables of one log of a megabyte are no fifty megabytes; nor is nothing, very many times."""
    path = same_pages(tmp_path / "1.db", 50, bytes(1_000_000))
    empty = same_pages(tmp_path / "2.db", 99, *[None] * 300)

    for file, fewest, most in ((path, 2, 4), (empty, 0, 0)):
        listed = until_damage(list_rows(Blob("it", file), Limits()))
        for found, problem in (listed, inside(file.read_bytes())):
            assert problem == "is a damaged SQLite database: its rows hold more bytes than its file"
            assert fewest <= len(found) <= most
    with pytest.raises(Unreadable, match="is an SQLite database of more than 100 tables"):
        read(same_pages(tmp_path / "3.db", 101, bytes(10)))
    assert inside(b"SQLite format 3\0" + bytes(100))[1].startswith("cannot be ")
