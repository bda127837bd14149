"""Archives of repeated logs: as many as asked for, no two the same, and every one a log."""

import re
import sqlite3
import zipfile
from contextlib import closing

import pytest

from analyzer.batch.repeated import write_repeated
from analyzer.errors import UserMistake
from analyzer.sources import SourceLog, iter_logs, log_id_of

NAMED = b'<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="%41" n1="%42" sx="M"/></mjloggm>'
SANMA = SourceLog("2022010101gm-00b9-0000-0000000a.mjlog", NAMED.replace(b"169", b"185"))
OTHER = SourceLog("east 3.xml", NAMED)


def names_within(logs):
    return [re.search(rb'n0="([^"]*)"', log.data)[1] for log in logs]


@pytest.mark.parametrize("name", ["logs.zip", "logs.db"])
def test_every_copy_has_an_id_and_a_player_of_its_own(name, tmp_path):
    write_repeated(tmp_path / name, [SANMA, OTHER], 5)

    read = sorted(iter_logs([tmp_path / name]), key=lambda log: log_id_of(log.source)[-8:])

    assert [log_id_of(log.source) for log in read] == [
        "2199010100gm-00b9-0000-00000000",
        "2199010100gm-00a9-0000-00000001",
        "2199010100gm-00b9-0000-00000002",
        "2199010100gm-00a9-0000-00000003",
        "2199010100gm-00b9-0000-00000004",
    ]
    assert names_within(read) == [b"0", b"1", b"2", b"3", b"4"]
    assert read[2].data == SANMA.data.replace(b"%41", b"2")


def test_the_days_go_on_as_the_games_do(tmp_path):
    write_repeated(tmp_path / "logs.db", [OTHER], 2001)

    with closing(sqlite3.connect(tmp_path / "logs.db")) as database:
        last = database.execute("SELECT max(id) FROM logs").fetchone()

    assert last == ("2199010200gm-00a9-0000-000007d0",)


def test_members_are_gzip_files_kept_as_they_are(tmp_path):
    write_repeated(tmp_path / "logs.zip", [OTHER], 1)

    with zipfile.ZipFile(tmp_path / "logs.zip") as archive:
        [member] = archive.infolist()
        head = archive.read(member)[:2]

    assert (member.compress_type, head) == (zipfile.ZIP_STORED, b"\x1f\x8b")


def test_what_names_no_players_cannot_be_repeated(tmp_path):
    with pytest.raises(UserMistake, match="nothing to repeat"):
        write_repeated(tmp_path / "logs.zip", [SourceLog("a.xml", b"<mjloggm/>")], 3)

    assert not any(tmp_path.iterdir())
