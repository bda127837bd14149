"""What of files, folders, archives and streams is a log, what is skipped, and what is a problem."""

import io
import os
import subprocess

import pytest

from analyzer.errors import UserMistake
from analyzer.sources import Limits, Skipped, SourceLog, SourceProblem, iter_logs, read_unit
from analyzer.sources.units import Part, Unit
from tests.case_files import whole
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


@pytest.mark.parametrize("source", ["absent.zip", ""])
def test_a_source_that_does_not_exist_is_refused_before_anything_is_read(source):
    with pytest.raises(
        UserMistake, match=rf"'{source}' does not exist; expected a file, a folder, a URL, @FILE for"
    ):
        iter_logs([source])


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
