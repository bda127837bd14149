"""The same logs in every container that people keep them in, made by hand for the tests.

The schemas are those of the tools named, written down from their sources; nothing of the package has a part
in any of them.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import io
import json
import lzma
import re
import sqlite3
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa

from tests.formats.tenhou6.converter import to_tenhou6


class Log(NamedTuple):
    """A log to be packed: its id and its XML."""

    id: str
    data: bytes

    @property
    def day(self) -> str:
        return f"{self.id[:4]}-{self.id[4:6]}-{self.id[6:8]}"

    @property
    def hour(self) -> str:
        return f"{self.id[8:10]}:00"

    @property
    def is_tonpu(self) -> bool:
        return not int(self.id[13:17], 16) & 0x8

    @property
    def is_sanma(self) -> bool:
        return bool(int(self.id[13:17], 16) & 0x10)


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def zst(data: bytes) -> bytes:
    """One Zstandard frame without its size in the header, as a pipe gives it."""
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, "zstd") as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def lz4(data: bytes) -> bytes:
    """One LZ4 frame."""
    return pa.compress(data, codec="lz4", asbytes=True)


# Folders and archives of files


def folder(path: Path, logs: Sequence[Log]) -> Path:
    """A folder of plain XML."""
    return _files(path, ((f"{log.id}.mjlog", log.data) for log in logs))


def folders_by_day(path: Path, logs: Sequence[Log]) -> Path:
    """As clients and downloaders leave them: gzip or plain, in folders, seen from some seat."""
    forms = (
        lambda log: (f"{log.id}&tw=2.mjlog", gz(log.data)),
        lambda log: (f"{log.id}.xml", log.data),
        lambda log: (log.id, gz(log.data)),
        lambda log: (f"{log.id}.txt", log.data),
        lambda log: (f"{log.id}.xml.bz2", bz2.compress(log.data)),
        lambda log: (f"{log.id}.mjlog.zst", zst(log.data)),
        lambda log: (f"{log.id}.xz", lzma.compress(log.data)),
        lambda log: (f"{log.id}.lz4", lz4(log.data)),
    )
    named = (forms[place % len(forms)](log) for place, log in enumerate(logs))
    return _files(path, ((f"{log.day}/{name}", data) for log, (name, data) in zip(logs, named, strict=True)))


def _files(path: Path, members: Iterable[tuple[str, bytes]]) -> Path:
    for name, data in members:
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(data)
    return path


def zip_of_plain(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(_zip((f"2022/{log.id}.xml", log.data) for log in logs))
    return path


def zip_of_gzip(path: Path, logs: Sequence[Log]) -> Path:
    """Tenhou's archive of a player's games, mjlog_pf4-20_nN.zip: gzip files in a zip."""
    path.write_bytes(_zip((f"mjlog/{log.id}&tw=0.mjlog", gz(log.data)) for log in logs))
    return path


def gzip_in_zip_in_folder(path: Path, logs: Sequence[Log]) -> Path:
    """A zip per year half, each in a folder of its own, with files beside them that are no logs."""
    half = len(logs) // 2
    for name, some in (("one", logs[:half]), ("two", logs[half:])):
        (path / name).mkdir(parents=True)
        zip_of_gzip(path / name / "games.zip", some)
        (path / name / "scc20220101.html").write_text("00:00 | 10 | 四鳳東喰赤－ | -<br>", encoding="utf-8")
    return path


def zip_in_zip(path: Path, logs: Sequence[Log]) -> Path:
    """Zips of gzip files within a zip."""
    half = len(logs) // 2
    inner = [_zip((f"{log.id}.mjlog", gz(log.data)) for log in some) for some in (logs[:half], logs[half:])]
    path.write_bytes(_zip((f"part{place}.zip", data) for place, data in enumerate(inner)))
    return path


def _zip(members: Iterable[tuple[str, bytes]]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _tar(logs: Sequence[Log], *, packed: bool = False) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for log in logs:
            data = gz(log.data) if packed else log.data
            entry = tarfile.TarInfo(f"logs/{log.day}/{log.id}.mjlog")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def tar(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(_tar(logs))
    return path


def tar_of_gzip_in_gzip(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(gz(_tar(logs, packed=True)))
    return path


def tar_bz2(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(bz2.compress(_tar(logs)))
    return path


def tar_xz(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(lzma.compress(_tar(logs), preset=1))
    return path


def tar_zst(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(zst(_tar(logs)))
    return path


def tar_lz4(path: Path, logs: Sequence[Log]) -> Path:
    path.write_bytes(lz4(_tar(logs)))
    return path


# Databases

NEVER_FETCHED = "2022020200gm-00a9-0000-00000000"
EMPTIED = "2022020201gm-00a9-0000-00000001"
"""Ids of rows without a log, in the schemas that know such rows."""


def _database(path: Path, schema: str, rows: str, values: Iterable[tuple[object, ...]]) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(schema)
        database.executemany(rows, values)
    return path


_HOUOU_LOGS = """
CREATE TABLE logs (
    id TEXT PRIMARY KEY, date TEXT NOT NULL, num_players INTEGER NOT NULL, is_tonpu INTEGER NOT NULL,
    is_processed INTEGER NOT NULL, was_error INTEGER NOT NULL, log BLOB
) WITHOUT ROWID;
"""


def houou_logs_1(path: Path, logs: Sequence[Log]) -> Path:
    """houou-logs up to 1.0.8: one time of the last download."""
    return _houou_logs(path, logs, "CREATE TABLE last_fetch_time (time REAL);")


def houou_logs_2(path: Path, logs: Sequence[Log]) -> Path:
    """houou-logs 2.0: an index by state, the state of the downloads, the files seen."""
    more = """
    CREATE INDEX idx_logs_status_filter ON logs (is_processed, was_error, num_players, is_tonpu, id);
    CREATE TABLE fetch_state (kind TEXT PRIMARY KEY, last_attempt_time REAL);
    CREATE TABLE file_index (file TEXT PRIMARY KEY, size INTEGER);
    """
    return _houou_logs(path, logs, more)


def _houou_logs(path: Path, logs: Sequence[Log], more: str) -> Path:
    rows: list[tuple[object, ...]] = [
        (log.id, f"{log.day}T{log.hour}", 3 if log.is_sanma else 4, int(log.is_tonpu), 1, 0, gz(log.data))
        for log in logs
    ]
    rows.append((NEVER_FETCHED, "2022-02-02T00:00", 4, 0, 0, 0, None))
    rows.append((EMPTIED, "2022-02-02T01:00", 4, 0, 1, 1, b""))
    return _database(path, _HOUOU_LOGS + more, "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


_PHOENIX_LOGS = """
CREATE TABLE logs (
    log_id text primary key, date text, is_tonpusen int, is_sanma int, is_processed int, was_error int,
    log_content text
);
CREATE TABLE last_downloads (name text primary key, date int);
"""


def phoenix_logs(path: Path, logs: Sequence[Log]) -> Path:
    """phoenix-logs: gzip in a column that is declared text; an empty text where there is no log."""
    rows: list[tuple[object, ...]] = [
        (log.id, f"{log.day} {log.hour}", int(log.is_tonpu), int(log.is_sanma), 1, 0, gz(log.data))
        for log in logs
    ]
    rows.append((NEVER_FETCHED, "2022-02-02 00:00", 0, 0, 0, 0, ""))
    rows.append((EMPTIED, "2022-02-02 01:00", 0, 0, 1, 1, None))
    return _database(path, _PHOENIX_LOGS, "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def without_shuffle(logs: Sequence[Log]) -> list[Log]:
    """The logs as ``--strip`` of phoenix-logs leaves them: the element SHUFFLE cut out."""
    return [Log(log.id, re.sub(rb"<SHUFFLE[^>]*>", b"", log.data)) for log in logs]


def phoenix_logs_by_year(path: Path, logs: Sequence[Log]) -> Path:
    """The forks of 2019: bzip2, and a hash of the packed bytes; no dates."""
    schema = """
    CREATE TABLE logs (
        log_id text primary key, is_tonpusen int, is_hirosima int, is_processed int, was_error int,
        log_content text, log_hash text
    );
    """
    rows = []
    for log in logs:
        packed = bz2.compress(log.data)
        rows.append(
            (log.id, int(log.is_tonpu), int(log.is_sanma), 1, 0, packed, hashlib.sha256(packed).hexdigest())
        )
    return _database(path, schema, "INSERT INTO logs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def es4p(path: Path, logs: Sequence[Log]) -> Path:
    """es4p.db, the merged years 2016 to 2020: bzip2 in the third column."""
    schema = "CREATE TABLE logs (log_id text primary key, year text, log_content text, log_hash text);"
    rows = []
    for log in logs:
        packed = bz2.compress(log.data)
        rows.append((log.id, log.id[:4], packed, hashlib.sha256(packed).hexdigest()))
    return _database(path, schema, "INSERT INTO logs VALUES (?, ?, ?, ?)", rows)


def tenhou_logs_jl(path: Path, logs: Sequence[Log]) -> Path:
    """TenhouLogs.jl: LZ4 frames, times as milliseconds since 1970."""
    schema = """
    CREATE TABLE records (id TEXT PRIMARY KEY, timestamp INTEGER, content BLOB);
    CREATE TABLE indexes (id TEXT PRIMARY KEY, timestamp INTEGER, numrecords INTEGER);
    """
    rows = [(log.id, 1_640_995_200_000 + place, lz4(log.data)) for place, log in enumerate(logs)]
    made = _database(path, schema, "INSERT INTO records VALUES (?, ?, ?)", rows)
    with closing(sqlite3.connect(made)) as database, database:
        database.execute("INSERT INTO indexes VALUES ('scc20220101', 1640995200000, ?)", (len(logs),))
    return made


# tenhou.net/6


def tenhou6(log: Log) -> bytes:
    return json.dumps(to_tenhou6(log.data, log.id), ensure_ascii=False).encode()


def folder_of_json(path: Path, logs: Sequence[Log]) -> Path:
    return _files(path, ((f"{log.id}.json", tenhou6(log)) for log in logs))


def tenhou_db(path: Path, logs: Sequence[Log]) -> Path:
    """tenhou-db of riichi-rs: tenhou.net/6 JSON as it was fetched."""
    schema = """
    CREATE TABLE games (
        log_id TEXT PRIMARY KEY, start_date_time TEXT, duration_minutes INTEGER, rule_id TEXT, lobby_id TEXT,
        game_json BLOB, game_json_sha256 TEXT, last_checked INTEGER
    );
    CREATE TABLE archives (filename TEXT PRIMARY KEY, url TEXT, date_time_bin TEXT);
    """
    rows = []
    for log in logs:
        text = tenhou6(log)
        start = f"{log.day} {log.hour}"
        rows.append((log.id, start, 20, None, None, text, hashlib.sha256(text).hexdigest(), 0))
    return _database(path, schema, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)


Maker = Callable[[Path, Sequence[Log]], Path]

CONTAINERS: dict[str, Maker] = {
    "folders": folders_by_day,
    "zip": zip_of_plain,
    "zip-gzip": zip_of_gzip,
    "folder-zip-gzip": gzip_in_zip_in_folder,
    "zip-zip-gzip": zip_in_zip,
    "tar": tar,
    "tar-gzip": tar_of_gzip_in_gzip,
    "tar-bzip2": tar_bz2,
    "tar-xz": tar_xz,
    "tar-zstd": tar_zst,
    "tar-lz4": tar_lz4,
    "houou-logs-1": houou_logs_1,
    "houou-logs-2": houou_logs_2,
    "phoenix-logs": phoenix_logs,
    "phoenix-logs-forks": phoenix_logs_by_year,
    "es4p": es4p,
    "TenhouLogs.jl": tenhou_logs_jl,
}
"""What holds a log whole; the names are those of the tests."""

OF_JSON: dict[str, Maker] = {"json-folder": folder_of_json, "tenhou-db": tenhou_db}
"""What holds logs as tenhou.net/6 JSON."""
