"""The main job on archives, from the command line to the tables."""

import json
from typing import NamedTuple

import pytest

from analyzer.tables.load import load
from analyzer.tables.schema import tables_of
from tests.sources.archives import database, gz, tar_of, zip_of
from tests.thinned import thinned

pytestmark = pytest.mark.usefixtures("few_statistics")


class Log(NamedTuple):
    """A log to be packed: its id and its XML."""

    id: str
    data: bytes


def zip_of_gzip(path, logs):
    """Tenhou's archive of a player's games, mjlog_pf4-20_nN.zip: gzip files in a zip."""
    path.write_bytes(zip_of((f"mjlog/{log.id}&tw=0.mjlog", gz(log.data)) for log in logs))
    return path


def houou_logs_2(path, logs):
    return database(path, "houou-logs", [(log.id, gz(log.data)) for log in logs])


def tar_of_gzip_in_gzip(path, logs):
    path.write_bytes(gz(tar_of((f"logs/{log.id}.mjlog", gz(log.data)) for log in logs)))
    return path


OLD = "2019123123gm-00a9-0000-0000000a"
NEW = "2020010100gm-00a9-0000-0000000b"
PRIVATE = "2020010101gm-0009-7447-0000000c"
TONPUU = "2020020200gm-00a1-0000-0000000d"


@pytest.fixture
def games(logs, honest):
    """A hanchan of each of two years, one of a private lobby, one tonpuu; all with a player named Shiro."""
    kinds = {OLD: "169", NEW: "169", PRIVATE: "9", TONPUU: "161"}
    return [
        Log(
            log_id,
            honest.replace(b'type="169"', f'type="{kind}"'.encode())
            .replace(b'n0="%41"', b'n0="Shiro"')
            .replace(b'n1="%42"', f'n1="{log_id}"'.encode()),
        )
        for log_id, kind in kinds.items()
    ]


@pytest.fixture
def read(call, logs):
    """Runs over sources and gives the ids in the tables."""

    def read(*words, out="out", stdin=None):
        result = call("run", *words, "--out", out, "-q", "--workers", "1", stdin=stdin)
        assert result.exit_code in (0, 1), result.stderr
        return load(logs / out)["games"]["log_id"].to_pylist()

    return read


@pytest.mark.parametrize("make", thinned([zip_of_gzip, houou_logs_2, tar_of_gzip_in_gzip], 3))
@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--since", "2020"], [NEW, PRIVATE, TONPUU]),
        (["--until", "2019-12-31"], [OLD]),
        (["--since", "2020-01", "--until", "2020-01"], [NEW, PRIVATE]),
        (["--room", "houou", "--length", "hanchan"], [OLD, NEW]),
        (["--lobby", "7447"], [PRIVATE]),
        (["--players", "3"], []),
        (["--id", OLD, "--id", TONPUU], [OLD, TONPUU]),
        (["--limit", "2"], [OLD, NEW]),
        (["--sample", "100%"], [OLD, NEW, PRIVATE, TONPUU]),
    ],
)
def test_only_the_logs_asked_for_are_read(make, options, wanted, games, logs, call):
    make(logs / "archive", games)

    call("run", "archive", "--out", "out", "-q", *options)

    assert load(logs / "out")["games"]["log_id"].to_pylist() == wanted


def test_sources_may_be_listed_in_a_file_or_on_standard_input(games, logs, read):
    zip_of_gzip(logs / "one.zip", games[:2])
    zip_of_gzip(logs / "two.zip", games[2:])
    (logs / "list.txt").write_text("# both\none.zip\n\ntwo.zip\n", encoding="utf-8")

    assert (
        read("@list.txt")
        == read("@-", out="of-stdin", stdin=b"two.zip\none.zip\n")
        == [log.id for log in games]
    )


def test_an_archive_may_come_through_standard_input(games, logs, read):
    data = tar_of_gzip_in_gzip(logs / "archive", games).read_bytes()

    assert read("-", stdin=data) == [log.id for log in games]


def test_the_same_command_reads_only_what_is_new(games, logs, call):
    folder = logs / "logs"
    folder.mkdir()
    zip_of_gzip(folder / "one.zip", games[:3])
    first = call("run", "logs", "--out", "out")
    zip_of_gzip(folder / "two.zip", games[3:])

    second = call("run", "logs", "--out", "out")

    assert "Skipped" not in first.stderr
    assert "Skipped 3 logs already read." in second.stderr
    assert load(logs / "out")["games"]["log_id"].to_pylist() == [log.id for log in games]


@pytest.mark.parametrize(
    "options", [["--rules", "wrc"], ["--checks", "draw-kind"], ["--since", "2020"], ["--names", "drop"]]
)
def test_another_option_is_refused_until_a_fresh_start(options, games, logs, call):
    zip_of_gzip(logs / "archive", games)
    call("run", "archive", "--out", "out", "-q")

    refused = call("run", "archive", "--out", "out", "-q", *options)
    fresh = call("run", "archive", "--out", "out", "-q", *options, "--fresh")

    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "--fresh" in refused.stderr
    assert fresh.exit_code in (0, 1)


def names_in(logs):
    return set(load(logs / "out")["players"]["name"].to_pylist())


def test_names_are_kept_hashed_or_dropped(games, logs, call):
    zip_of_gzip(logs / "archive", games)
    (logs / "secret").write_text("only we know this")

    call("run", "archive", "--out", "out", "-q")
    kept = names_in(logs)
    call("run", "archive", "--out", "out", "-q", "--fresh", "--names", "hash", "--names-secret", "secret")
    hashed = names_in(logs)
    call("run", "archive", "--out", "out", "-q", "--fresh", "--names", "drop")

    assert "Shiro" in kept
    assert len(hashed) == len(kept)
    assert all(len(name) == 64 for name in hashed)
    assert names_in(logs) == {None}


def test_no_file_of_a_run_without_names_has_one(games, logs, call, few_statistics):
    few_statistics.undo()
    cut = Log("2020010102gm-00a9-0000-0000000e", games[0].data[:300])
    zip_of_gzip(logs / "archive", [*games, cut])

    call("run", "archive", "--out", "out", "-q", "--names", "drop")

    assert [
        path for path in (logs / "out").rglob("*") if path.is_file() and b"Shiro" in path.read_bytes()
    ] == []


def test_what_could_not_be_read_and_what_was_there_twice_is_listed(games, logs, call):
    folder = logs / "logs"
    folder.mkdir()
    zip_of_gzip(folder / "a.zip", games)
    zip_of_gzip(folder / "b.zip", games[:1])
    (folder / "c.mjlog").write_bytes(gz(games[0].data)[:100])

    result = call("run", "logs", "--out", "out", "-q", "--workers", "1")

    listed = [json.loads(line) for line in (logs / "out/quarantine.jsonl").read_text().splitlines()]
    assert result.exit_code == 1
    assert [(line["source"], line["class"]) for line in listed] == [
        (f"{logs}/logs/b.zip!mjlog/{OLD}&tw=0.mjlog", "duplicate"),
        (f"{logs}/logs/c.mjlog", "unreadable"),
    ]
    assert listed[0]["reason"] == f"same log as {logs}/logs/a.zip!mjlog/{OLD}&tw=0.mjlog"
    assert load(logs / "out")["games"]["log_id"].to_pylist() == [log.id for log in games]


@pytest.mark.parametrize("command", [["validate"], ["run", "-o", "out", "-q", "--workers", "1"]])
def test_a_choice_that_leaves_nothing_says_of_how_many(call, games, logs, command):
    zip_of_gzip(logs / "games.zip", games)
    (logs / "more").mkdir()
    (logs / "more" / f"{TONPUU[:-1]}f.mjlog").write_bytes(games[0].data)
    (logs / "more" / "notes.txt").write_bytes(b"no log")

    result = call(*command, "games.zip", "more", "--since", "2031")

    assert (result.exit_code, result.stderr) == (2, "Error: 0 of 5 logs match\n")


def test_a_choice_that_leaves_nothing_of_a_stream_cannot_say_of_how_many(call, games, logs):
    data = zip_of_gzip(logs / "games.zip", games).read_bytes()

    result = call("validate", "-", "--since", "2031", stdin=data)

    assert (result.exit_code, result.stderr) == (2, "Error: 0 logs match\n")


def test_what_matches_and_cannot_be_read_is_not_readable(call, logs):
    (logs / f"{OLD}.mjlog").write_bytes(b"<nolog/>")

    result = call("validate", f"{OLD}.mjlog", "--until", "2031")

    assert result.stderr == "Error: nothing readable; expected at least one mjlog\n"


@pytest.mark.long
def test_logs_that_end_before_their_first_hand_are_a_run_of_their_own(call, logs, honest, few_statistics):
    """Nobody's hands: all tables of hands are empty, every statistic counts nothing."""
    few_statistics.undo()
    head = honest[: honest.index(b"<INIT")]
    (logs / f"{OLD}.mjlog").write_bytes(head)
    (logs / f"{NEW}.mjlog").write_bytes(head + b"</mjloggm>")

    checked = call("validate", f"{OLD}.mjlog", f"{NEW}.mjlog")
    ran = call("run", f"{OLD}.mjlog", f"{NEW}.mjlog", "-o", "out", "-q", "--workers", "1")
    tables = load(logs / "out")

    assert (checked.exit_code, ran.exit_code) == (0, 0)
    rows = {name: tables[name].num_rows for name in tables_of(None)}
    assert rows == {"games": 2, "players": 8, "hands": 0, "seats": 0, "wins": 0, "draws": 0, "findings": 2}
    for words in (["stats", "out"], ["report", "out", "-o", "page.html"]):
        assert call(*words).exit_code == 0
