"""Where logs are written: a folder, a zip archive, a database."""

import gzip
import sqlite3
import sys
import zipfile

import pytest

from analyzer.errors import UserMistake
from analyzer.simulation.archives import open_archive

HANCHAN = "2199010110gm-00a9-0000-00000001"
SANMA_TONPUU = "2199010110gm-00b1-0000-00000002"
LOGS = {HANCHAN: b"<mjloggm/>", SANMA_TONPUU: b"<mjloggm ver='2.3'/>"}


def write_to(path, logs=LOGS):
    with open_archive(path) as add:
        for log_id, data in logs.items():
            add(log_id, data)
    return path


def test_a_folder_is_made_with_its_first_log_has_a_file_for_each_and_keeps_what_is_in_it(tmp_path):
    folder = tmp_path / "new"

    write_to(folder, {})
    assert not folder.exists()
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    write_to(folder)

    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "notes.txt": b"mine",
        f"{HANCHAN}.mjlog": b"<mjloggm/>",
        f"{SANMA_TONPUU}.mjlog": b"<mjloggm ver='2.3'/>",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right on Windows")
@pytest.mark.parametrize("name", ["out", "logs.zip", "logs.db"])
def test_a_log_replaces_a_link_and_not_what_it_leads_to(tmp_path, name):
    (tmp_path / "letter").write_bytes(b"dear")
    link = tmp_path / name / f"{HANCHAN}.mjlog" if name == "out" else tmp_path / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(tmp_path / "letter")

    write_to(tmp_path / name)

    assert not link.is_symlink()
    assert (tmp_path / "letter").read_bytes() == b"dear"


def test_a_zip_archive_has_a_member_for_each_log_and_no_time_in_it(tmp_path):
    path = write_to(tmp_path / "deep" / "down" / "logs.zip")

    with zipfile.ZipFile(path) as archive:
        members = {member.filename: archive.read(member) for member in archive.infolist()}
        times = {member.date_time for member in archive.infolist()}
    assert members == {f"{log_id}.mjlog": data for log_id, data in LOGS.items()}
    assert times == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("name", ["logs.db", "logs.sqlite", "LOGS.SQLITE3"])
def test_a_database_has_the_rows_of_houou_logs(tmp_path, name):
    path = write_to(tmp_path / name)

    database = sqlite3.connect(path)
    rows = database.execute(
        "SELECT id, date, num_players, is_tonpu, is_processed, was_error FROM logs ORDER BY id"
    ).fetchall()
    contents = [gzip.decompress(blob) for (blob,) in database.execute("SELECT log FROM logs ORDER BY id")]
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    database.close()
    assert rows == [
        (HANCHAN, "2199-01-01T10:00", 4, 0, 1, 0),
        (SANMA_TONPUU, "2199-01-01T10:00", 3, 1, 1, 0),
    ]
    assert contents == [LOGS[HANCHAN], LOGS[SANMA_TONPUU]]
    assert tables == {"logs", "fetch_state", "file_index"}


@pytest.mark.parametrize("name", ["logs.zip", "logs.db"])
def test_an_archive_is_replaced_when_the_new_one_is_complete(tmp_path, name):
    path = write_to(tmp_path / name, {HANCHAN: b"old"})
    before = path.read_bytes()

    with pytest.raises(TypeError):
        write_to(path, {SANMA_TONPUU: b"new", HANCHAN: None})

    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    # The same logs give the same bytes, at any time.
    assert write_to(path).read_bytes() == write_to(tmp_path / f"again-{name}").read_bytes() != before


def test_a_folder_in_place_of_a_file_and_a_file_in_place_of_a_folder_are_mistakes(tmp_path):
    (tmp_path / "logs.db").mkdir()
    (tmp_path / "logs").touch()

    for name, told in (("logs.db", r"logs\.db is a folder"), ("logs", "logs is a file")):
        with pytest.raises(UserMistake, match=told):
            write_to(tmp_path / name)
