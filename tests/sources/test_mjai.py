"""mjai is read wherever logs are read, and a file of several games holds several logs."""

from __future__ import annotations

import gzip
import io
import json
import sqlite3
import tarfile
import zipfile
from contextlib import closing

import pytest

from analyzer.audit import review
from analyzer.batch.reviews import name_log
from analyzer.sources.items import SourceLog
from analyzer.sources.plan import iter_logs
from tests.formats.mjai.games import GAME, THREE, as_lines

TWO = as_lines([*GAME, *THREE])


def gzipped(folder):
    path = folder / "games.jsonl.gz"
    path.write_bytes(gzip.compress(TWO))
    return path


def zipped(folder):
    path = folder / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a/games.mjson", gzip.compress(TWO))
        archive.writestr("notes.json", '{"type": "object"}')
    return path


def tarred(folder):
    path = folder / "games.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("games.txt")
        member.size = len(TWO)
        archive.addfile(member, io.BytesIO(TWO))
    return path


def in_folder(folder):
    (folder / "games").write_bytes(json.dumps([*GAME, *THREE]).encode())
    return folder


def in_database(folder):
    path = folder / "logs.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE logs (log_id TEXT, log_content BLOB)")
        connection.execute("INSERT INTO logs VALUES (?, ?)", ("2022010105gm-00b9-0000-00000001", TWO))
    return path


@pytest.mark.parametrize("kept", [gzipped, zipped, tarred, in_folder, in_database])
def test_games_of_mjai_are_found_in_every_container(tmp_path, kept):
    logs = [item for item in iter_logs([kept(tmp_path)]) if isinstance(item, SourceLog)]
    result = review([(name_log(log.source), log.data) for log in logs])

    assert [len(logs), len(result.logs), len(result.refused)] == [1, 2, 0]
    assert [name.source.removeprefix(logs[0].source) for name in result.logs] == ["", "#2"]
    assert result.rule_sets == ("tenhou", "tenhou-sanma")
    assert {finding.verdict.value for finding in result.findings} == {"undecided"}


def test_findings_of_a_later_game_name_the_line_of_the_file(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(TWO.replace(b"[13000, -12000, 0]", b"[13100, -12100, 0]"))

    (log,) = iter_logs([path])
    result = review([(name_log(log.source), log.data)])
    (finding,) = [finding for finding in result.findings if finding.verdict == "inconsistent"]
    assert (finding.check, finding.source) == ("win-payment", f"{path.as_posix()}#2")
    lines = path.read_text(encoding="utf-8").split("\n")
    assert '"deltas": [13100' in lines[finding.element - 1]
