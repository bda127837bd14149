"""What of files, folders, archives and streams is a log, a problem or skipped; one log out of several."""

from __future__ import annotations

import io
import json
import os
import subprocess
from pathlib import Path

import pytest

import analyzer
from analyzer.audit import review
from analyzer.batch.reviews import name_log
from analyzer.errors import MalformedLog, UserMistake
from analyzer.formats.any_format import read_log
from analyzer.sources import Limits, Skipped, SourceLog, SourceProblem, iter_logs, read_unit
from analyzer.sources.contents import games_of_lines, is_lines
from analyzer.sources.items import Blob
from analyzer.sources.plan import single_log
from analyzer.sources.units import Part, Unit
from tests.case_files import whole
from tests.formats.mjai.games import GAME, THREE, as_lines
from tests.formats.test_refusals import MJAI, UNREADABLE
from tests.sources.archives import LOG, database, gz, tar_of, zip_of

ID = "2022010105gm-00b9-0000-00000001"
TOO_MANY = "too many for a log"
POSIX = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")


def written(kind):
    """Bytes of files that hold logs, or others, by what they are."""
    known = whole("sources/contents")[kind]
    wide = {f"{name} in utf-16": (text, "utf-16") for name, text in known.pop("utf-16").items()}
    texts = {name: (text, "utf-8") for name, text in known.items()} | wide
    return {name: text.replace("{log}", LOG.decode()).encode(code) for name, (text, code) in texts.items()}


LOGS = written("logs")
OTHERS = written("others") | {"picture": b"\x89PNG\r\n", "a program": b"MZ" + bytes(200_000)}


@pytest.mark.parametrize("name", ["1", "1.mjlog"])
@pytest.mark.parametrize("kind", [*LOGS, *OTHERS])
def test_a_file_of_a_folder_is_a_log_by_its_content_and_not_by_its_name(tmp_path, kind, name):
    data = LOGS.get(kind) or OTHERS[kind]
    (tmp_path / name).write_bytes(data)

    label = f"{tmp_path.as_posix()}/{name}"
    assert list(iter_logs([tmp_path])) == [SourceLog(label, data) if kind in LOGS else Skipped(label)]
    # A named file is never skipped.
    assert list(iter_logs([label])) == [SourceLog(label, data)]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is empty"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "is a 7z archive, which is not supported; unpack it first"),
        (b"Rar!\x1a\x07\0", "is a rar archive, which is not supported; unpack it first"),
        (b"Rar!\x1a\x07\1\0", "is a rar archive, which is not supported; unpack it first"),
        (LOG + b" " * 1000, f"holds more than 1000 bytes, {TOO_MANY}"),
        (gz(LOG + b" " * 1000), f"holds more than 1000 bytes, {TOO_MANY}"),
    ],
)
def test_what_should_have_been_a_log_is_a_problem(tmp_path, data, problem):
    (tmp_path / "1").write_bytes(data)
    (tmp_path / "2.zip").write_bytes(zip_of([("a", data)]))
    limits = Limits(log_bytes=1000)

    root = tmp_path.as_posix()
    assert list(iter_logs([tmp_path], limits=limits)) == [
        SourceProblem(f"{root}/1", problem),
        SourceProblem(f"{root}/2.zip!a", problem),
    ]
    assert list(iter_logs([tmp_path / "1"], limits=limits)) == [SourceProblem(f"{root}/1", problem)]


@pytest.mark.parametrize("pack", [bytes, gz], ids=["plain", "gzip"])
def test_a_log_may_be_as_large_as_the_limit_and_a_tar_that_begins_like_one_is_none(tmp_path, pack):
    name, root = "<mjloggm ver=1>.mjlog", tmp_path.as_posix()
    (tmp_path / "1").write_bytes(pack(LOG))
    (tmp_path / "2").write_bytes(pack(tar_of([(name, LOG)])))

    assert list(iter_logs([tmp_path / "2"])) == [SourceLog(f"{root}/2!{name}", LOG)]
    assert next(iter_logs([tmp_path], limits=Limits(log_bytes=len(LOG)))) == SourceLog(f"{root}/1", LOG)


# What goes by the name of a log is never passed over, whatever it holds.


@pytest.mark.parametrize(
    "data", [bytes(30_000), b"<html>503", b"\x89PNG\r\n"], ids=["zeros", "page", "picture"]
)
@pytest.mark.parametrize("name", [f"{ID}.mjlog.gz", f"log={ID}&tw=2.xml"])
def test_bytes_under_the_name_of_a_log_id_are_handed_on(tmp_path, name, data):
    (tmp_path / name).write_bytes(gz(data) if name.endswith(".gz") else data)
    (tmp_path / "a.zip").write_bytes(zip_of([(f"x/{name}", data)]))
    (tmp_path / "b.tar").write_bytes(tar_of([(f"x/{name}", data)]))
    root = tmp_path.as_posix()

    labels = sorted([f"{root}/{name}", f"{root}/a.zip!x/{name}", f"{root}/b.tar!x/{name}"])
    assert sorted(iter_logs([tmp_path])) == [SourceLog(label, data) for label in labels]


@pytest.mark.parametrize("empty", [zip_of([]), gz(zip_of([])), zip_of([("notes.txt", b"notes")])])
def test_an_archive_without_logs_under_the_name_of_a_log_id_is_a_problem(tmp_path, empty):
    (tmp_path / f"{ID}.mjlog").write_bytes(empty)
    (tmp_path / f"{ID}-table.png").write_bytes(b"\x89PNG\r\n")

    items = list(iter_logs([tmp_path]))

    assert sum(isinstance(item, SourceProblem) for item in items) == 1
    assert Skipped(f"{tmp_path.as_posix()}/{ID}-table.png") in items


@pytest.mark.parametrize("data", [bytes(30), b"<html>503", gz(b"none")], ids=["zeros", "page", "packed"])
def test_rows_of_a_table_of_logs_are_handed_on_whatever_they_hold(tmp_path, data):
    path = database(tmp_path / "1.db", "phoenix-logs", [(f"row-{n}", data) for n in range(9)])
    plain = b"none" if data.startswith(b"\x1f") else data

    stdin = io.BytesIO(path.read_bytes())
    for items in (iter_logs([path]), iter_logs([tmp_path]), iter_logs(["-"], stdin=stdin)):
        assert [(type(item), item.data) for item in items] == [(SourceLog, plain)] * 9


# Files, folders and streams.


@POSIX
@pytest.mark.parametrize("source", ["file", "pipe"])
def test_a_file_or_pipe_that_comes_in_pieces_or_with_another_size_is_read_whole(tmp_path, source):
    (tmp_path / "1").write_bytes(LOG)
    for size in (0, 1, len(LOG) - 1, len(LOG) + 1, 10 * len(LOG)):
        other = Unit("", "logs", str(tmp_path), "files", (Part("1", size=size),))
        assert list(read_unit(other)) == [SourceLog("logs/1", LOG)]

    read_end, write_end = os.pipe()
    program = "dd bs=10 count=1; sleep 0.01; dd bs=20 count=1; sleep 0.01; cat"
    given = {"stdin": (tmp_path / "1").open("rb"), "stdout": write_end, "stderr": subprocess.DEVNULL}
    with given["stdin"], subprocess.Popen(["/bin/sh", "-c", program], **given):
        os.close(write_end)
        unit = Unit("", "/dev/fd", "/dev/fd", "files", (Part(str(read_end)),))
        items = list(read_unit(unit) if source == "file" else iter_logs([f"/dev/fd/{read_end}"]))
    os.close(read_end)

    assert items == [SourceLog(f"/dev/fd/{read_end}", LOG)]


@POSIX
def test_a_folder_gives_its_logs_in_order_of_names_and_tells_whatever_else_lies_in_it(tmp_path):
    logs = tmp_path / "logs"
    (logs / "b").mkdir(parents=True)
    (logs / "a\nb\x1b[2J").write_bytes(LOG)
    (logs / "b" / "2.gz").write_bytes(gz(LOG))
    (logs / "c.zip").write_bytes(zip_of([("x/1.mjlog", gz(LOG)), ("notes.txt", b"no log here")]))
    os.mkfifo(logs / "d.pipe")
    (logs / "e.link").symlink_to(tmp_path)
    (logs / "f.link").symlink_to(tmp_path / "nowhere")
    (logs / "g.link").symlink_to("g.link")
    with open(os.fsencode(logs) + b"/\xff", "wb") as stream:  # noqa: PTH123 (a name that is no text)
        stream.write(LOG)
    root = logs.as_posix()

    assert list(iter_logs([logs])) == [
        # Control characters of names do not reach a report.
        SourceLog(rf"{root}/a\x0ab\x1b[2J", LOG),
        SourceLog(f"{root}/c.zip!x/1.mjlog", LOG),
        Skipped(f"{root}/c.zip!notes.txt"),
        SourceProblem(f"{root}/f.link", "cannot be read: no such file or directory"),
        SourceProblem(f"{root}/g.link", "cannot be read: too many levels of symbolic links"),
        SourceLog(rf"{root}/\udcff", LOG),
        Skipped(f"{root}/d.pipe"),
        Skipped(f"{root}/e.link"),
        SourceLog(f"{root}/b/2.gz", LOG),
    ]


def test_standard_input_is_read_no_further_than_its_logs_are_asked_for():
    archive = tar_of([(f"{n}.xml", LOG) for n in range(3000)])
    stream = io.BytesIO(archive)
    items = iter_logs(["-"], stdin=stream)
    next(items)

    assert stream.tell() < len(archive) / 3
    assert sum(1 for _ in items) == 2999


TWO = zip_of([("b.tar.gz", gz(tar_of([("c.gz", gz(LOG))])))])
TOO_DEEP = "is nested deeper than 2 archives"
STREAMS = {
    "a log": (LOG, SourceLog("<stdin>", LOG)),
    "a packed log": (gz(LOG), SourceLog("<stdin>", LOG)),
    "what is no log, packed": (gz(b"MZ" + bytes(90)), SourceLog("<stdin>", b"MZ" + bytes(90))),
    "a zip": (zip_of([("1.xml", LOG)]), SourceLog("<stdin>!1.xml", LOG)),
    "a packed zip of packed logs": (gz(zip_of([("1.xml", gz(LOG))])), SourceLog("<stdin>!1.xml", LOG)),
    "two deep": (TWO, SourceLog("<stdin>!b.tar.gz!c.gz", LOG)),
    "two zips": (zip_of([("b.zip", zip_of([("c.gz", gz(LOG))]))]), SourceLog("<stdin>!b.zip!c.gz", LOG)),
    "three deep": (zip_of([("a.zip", TWO)]), SourceProblem("<stdin>!a.zip!b.tar.gz!c.gz", TOO_DEEP)),
    "three zips": (
        zip_of([("a.zip", zip_of([("b.zip", zip_of([]))]))]),
        SourceProblem("<stdin>!a.zip!b.zip", TOO_DEEP),
    ),
    "packed four times": (gz(gz(gz(gz(LOG)))), SourceProblem("<stdin>", TOO_DEEP)),
    "without end": (LOG * 100, SourceProblem("<stdin>", "holds more than 5000 bytes; give it as a file")),
}


@pytest.mark.parametrize("name", STREAMS)
def test_standard_input_is_told_by_its_content_and_archives_are_opened_two_deep(name):
    data, item = STREAMS[name]

    items = iter_logs(["-"], limits=Limits(nested_bytes=5000), stdin=io.BytesIO(data))
    assert list(items) == [item]


# One log out of several, and files of several games, wherever they are kept.

SAMPLES = Path(__file__).resolve().parents[2] / "data" / "samples"
IDS = ("2199010110gm-00a9-0000-d45e94d0", "2199010110gm-00a9-0000-7d4e1dd9")


def log(log_id: str) -> bytes:
    return (SAMPLES / f"{log_id}.mjlog").read_bytes()


@pytest.fixture
def tar(tmp_path):
    """Two logs named by their ids, and one that is not."""
    path = tmp_path / "logs.tar"
    path.write_bytes(tar_of([(f"{name}.mjlog", log(name)) for name in IDS] + [("mine.mjlog", log(IDS[0]))]))
    return path


@pytest.mark.parametrize("asked", [IDS[1], f"http://tenhou.net/0/?log={IDS[1]}&tw=2"], ids=["id", "link"])
def test_a_log_is_found_by_id_by_link_and_by_the_name_that_findings_give_it(tar, tmp_path, asked):
    path = database(tmp_path / "logs.db", "houou-logs", [(name, log(name)) for name in IDS])

    assert single_log(tar, asked) == (f"{tar}!{IDS[1]}.mjlog", log(IDS[1]), 1.0, 1)
    assert single_log(tar, f"{tar}!mine.mjlog").data == log(IDS[0])
    assert single_log(path, asked).source == f"{path}!{IDS[1]}"
    assert analyzer.read(path, log_id=asked).log_id == IDS[1]


def test_an_id_that_is_not_there_is_told_beside_those_that_are_and_a_source_without_logs(tar, tmp_path):
    absent = "2011020417gm-00a9-0000-b67fcaa3"
    (tmp_path / "notes").mkdir()

    with pytest.raises(UserMistake, match=rf"no log '{absent}' in '.*logs.tar'; it holds {IDS[0]}, "):
        single_log(tar, absent)
    with pytest.raises(MalformedLog, match="no log in it"):
        single_log(tmp_path / "notes")


# mjai is read wherever logs are read.

BOTH = as_lines([*GAME, *THREE])


def test_games_of_mjai_are_found_in_containers(tmp_path):
    rows = [("2022010105gm-00b9-0000-00000001", BOTH)]
    stored = database(tmp_path / "1.db", "phoenix-logs", rows).read_bytes()
    zipped = zip_of([("a/games.mjson", gz(BOTH)), ("notes.json", b'{"type": "object"}')])
    for data in (
        stored,
        zipped,
        gz(tar_of([("games.txt", BOTH)])),
        json.dumps([*GAME, *THREE]).encode(),
    ):
        items = iter_logs(["-"], stdin=io.BytesIO(data))
        (log,) = [item for item in items if isinstance(item, SourceLog)]
        result = review([(name_log(log.source), log.data)])

        assert [name.source.removeprefix(log.source) for name in result.logs] == ["", "#2"]
        assert (result.rule_sets, result.refused) == (("tenhou", "tenhou-sanma"), ())
        assert {finding.verdict.value for finding in result.findings} == {"undecided"}


WRONG = BOTH.replace(b"[13000, -12000, 0]", b"[13100, -12100, 0]")
MOST = max(len(as_lines(game)) for game in (GAME, THREE))


@pytest.fixture
def of_few_bytes(monkeypatch):
    """Logs may have no more bytes than the larger game of two."""
    new = Limits.__init__
    monkeypatch.setattr(Limits, "__init__", lambda self, **asked: new(self, **{**asked, "log_bytes": MOST}))


@pytest.mark.parametrize("pack", [bytes, gz], ids=["plain", "gzip"])
@pytest.mark.parametrize("is_large", [False, True], ids=["one log", "too large for one log"])
def test_findings_name_the_game_and_the_line_of_the_file(tmp_path, request, pack, is_large):
    if is_large:
        request.getfixturevalue("of_few_bytes")
    path = tmp_path / "games.jsonl"
    lines = WRONG * 3 + as_lines([{"type": "start_game"}, {"type": "tsumo", "actor": 0, "pai": "1m"}])
    path.write_bytes(pack(lines))
    source, numbered = path.as_posix(), lines.decode().splitlines()

    names = [source, *(f"{source}#{place}" for place in range(2, 8))]
    found = [item.source for item in iter_logs([path])]
    *wrong, last = [one for one in analyzer.validate(path, progress=False) if one.verdict != "undecided"]

    assert found == (names if is_large else [source])
    assert [one.source for one in wrong] == names[1:6:2]
    assert all('"deltas": [13100' in numbered[one.element - 1] for one in wrong)
    assert (last.source, last.element) == (names[6], len(numbered))
    assert last.message.startswith(f"not a readable log: line {len(numbered)}: expected 'start_kyoku'")


@pytest.mark.usefixtures("of_few_bytes")
def test_of_a_large_file_only_the_games_that_are_too_large_are_unreadable(tmp_path):
    path = tmp_path / "games.jsonl"
    middle = as_lines([GAME[0], {"type": "none", "meta": "x" * MOST}, *GAME[1:]])
    path.write_bytes(as_lines(GAME) + middle + as_lines(THREE))

    first, second, third = iter_logs([path])
    assert (first, third) == (
        SourceLog(path.as_posix(), as_lines(GAME)),
        SourceLog(f"{path.as_posix()}#3", as_lines(THREE), line=len(GAME) + len(GAME) + 2),
    )
    reason = f"holds more than {MOST} bytes, too many for a log"
    assert second == SourceProblem(f"{path.as_posix()}#2", reason)


@pytest.mark.parametrize("form", ["lines", "array"])
def test_a_game_of_a_file_of_several_is_read_by_the_name_that_findings_give_it(tmp_path, form):
    path = tmp_path / "games.jsonl"
    data = BOTH if form == "lines" else json.dumps([*GAME, *THREE]).encode()
    path.write_bytes(data.replace(b"[13000, -12000, 0]", b"[13100, -12100, 0]"))
    source = path.as_posix()

    second = analyzer.read(path, log_id=f"{source}#2")
    (wrong,) = [one for one in second.findings if one.verdict == "inconsistent"]
    (same,) = [one for one in analyzer.validate(path, progress=False) if one.verdict == "inconsistent"]
    assert wrong == same
    for asked in (None, f"{source}#3"):
        with pytest.raises(
            UserMistake, match=rf"more than one log: {source}, {source}#2; name one with --id"
        ):
            analyzer.read(path, log_id=asked)
    assert len(analyzer.read(path, log_id=source).hands[0].claimed.deltas) == 4
    for target in ("mjai", "tenhou6", "mjlog") if form == "lines" else ():
        written = getattr(second, f"to_{target}")().text.encode()
        assert analyzer.read(written).hand(0).claimed == second.hand(0).claimed


# A game alone that stops within its last line is a cut one.
@pytest.mark.parametrize(
    "name", [name for name, (place, *_) in UNREADABLE.items() if place >= 0 and name != "its last line"]
)
def test_a_large_file_with_a_bad_line_is_cut_into_the_same_games(name):
    place, line, _ = UNREADABLE[name]
    good = MJAI.splitlines()
    bad = [*good]
    bad[place] = line
    data = b"\n".join([*good, *bad, *good, b""])

    games = [*games_of_lines(Blob("games", None, data), len(MJAI) + 100)]

    assert [(game.source, game.line) for game in games] == [
        ("games", 1),
        ("games#2", len(GAME) + 2),
        ("games#3", 2 * len(GAME) + 3),
    ]
    assert games[0].data == games[2].data == MJAI
    with pytest.raises(MalformedLog):
        read_log(games[1].data, games[1].line)


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("bad", [b"{\n", b"7\n", b'{"title": 1, \n'])
def test_a_large_file_of_a_game_a_line_with_a_bad_line_is_cut_into_the_same_games(bad, place):
    lines = [b'{"log": 1}\n'] * 3
    lines[place] = bad

    games = [*games_of_lines(Blob("games", None, b"".join(lines)), 20)]

    assert [(game.data, game.line) for game in games] == [*zip(lines, (1, 2, 3), strict=True)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"type":"none"}\n{}\n', True),
        (b'{"title": \n{"log": 1}\n{}', True),
        (b'{\n "log": 1\n}\n', False),
        (b'nothing\n{"log": 1}\n', False),
        (b'{"log": 1}', False),
    ],
)
def test_a_file_has_lines_where_one_is_whole(data, expected):
    assert is_lines(data) is expected
