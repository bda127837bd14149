import inspect
import io
import os
import sys
import tarfile
import threading
import time

import pytest

from analyzer.errors import UserMistake
from analyzer.sources import Limits, Skipped, SourceLog, SourceProblem, iter_logs, read_unit
from analyzer.sources.units import Part, Unit
from tests.sources.archives import LOG, database, gz, tar_of, zip_of

JSON_LOG = b'{"title": ["", ""], "name": ["", "", "", ""], "rule": {"disp": ""}, "log": [[[0, 0, 0]]]}'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.gz").write_bytes(gz(LOG))
    (tmp_path / "a.txt").write_bytes(LOG)
    (tmp_path / "c.zip").write_bytes(zip_of([("x/1.mjlog", gz(LOG)), ("notes.txt", b"no log here")]))
    return tmp_path


def test_a_folder_gives_its_logs_in_sorted_order_whatever_their_names_say(folder):
    root = folder.as_posix()

    items = list(iter_logs([folder]))

    assert items == [
        SourceLog(f"{root}/a.txt", LOG),
        SourceLog(f"{root}/c.zip!x/1.mjlog", LOG),
        Skipped(f"{root}/c.zip!notes.txt"),
        SourceLog(f"{root}/b/2.gz", LOG),
    ]


@pytest.mark.parametrize("pack", [bytes, gz], ids=["plain", "gzip"])
def test_a_tar_archive_whose_first_member_is_named_as_logs_begin_is_none_of_them(tmp_path, pack):
    name = "<mjloggm ver=1>.mjlog"
    (tmp_path / "1").write_bytes(pack(tar_of([(name, LOG)])))

    assert list(iter_logs([tmp_path])) == [SourceLog(f"{tmp_path.as_posix()}/1!{name}", LOG)]


@pytest.mark.parametrize("pack", [bytes, gz], ids=["plain", "gzip"])
@pytest.mark.parametrize(("most", "is_log"), [(len(LOG), True), (len(LOG) - 1, False)])
def test_a_log_may_be_as_large_as_the_limit(tmp_path, pack, most, is_log):
    label = f"{tmp_path.as_posix()}/1"
    (tmp_path / "1").write_bytes(pack(LOG))

    (item,) = iter_logs([tmp_path], limits=Limits(log_bytes=most))

    assert item == (
        SourceLog(label, LOG)
        if is_log
        else SourceProblem(label, f"holds more than {most} bytes, too many for a log")
    )


@pytest.mark.parametrize("size", [0, 1, len(LOG) - 1, len(LOG) + 1, 10 * len(LOG)])
def test_a_file_is_read_whole_whatever_its_size_was_when_it_was_listed(tmp_path, size):
    (tmp_path / "1").write_bytes(LOG)
    unit = Unit("", "logs", str(tmp_path), "files", (Part("1", size=size),))

    assert list(read_unit(unit)) == [SourceLog("logs/1", LOG)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_file_that_comes_in_pieces_is_read_whole():
    read_end, write_end = os.pipe()
    pieces = [LOG[:10], LOG[10:30], LOG[30:]]
    unit = Unit("", "logs", "/dev/fd", "files", (Part(str(read_end)),))

    def write() -> None:
        for piece in pieces:
            os.write(write_end, piece)
            time.sleep(0.01)
        os.close(write_end)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        items = list(read_unit(unit))
    finally:
        writer.join()
        os.close(read_end)

    assert items == [SourceLog(f"logs/{read_end}", LOG)]


def test_sources_come_in_the_order_given(folder):
    items = list(iter_logs([folder / "b" / "2.gz", folder / "a.txt"]))

    assert [item.source.rsplit("/", 1)[1] for item in items] == ["2.gz", "a.txt"]


def test_a_source_that_does_not_exist_is_refused_before_anything_is_read(tmp_path):
    with pytest.raises(
        UserMistake, match=r"absent\.zip' does not exist; expected a file, a folder, a URL, @FILE for"
    ):
        iter_logs([tmp_path / "absent.zip"])


def test_an_empty_name_is_not_the_working_folder():
    with pytest.raises(UserMistake, match="'' does not exist; expected a file"):
        iter_logs([""])


@pytest.mark.parametrize(
    "data", [LOG, gz(LOG), zip_of([("1.xml", LOG)]), gz(zip_of([("1.xml", gz(LOG))]))], ids=repr
)
def test_standard_input_is_told_by_its_content(read_stream, data):
    (item,) = read_stream(data)

    assert item.data == LOG
    assert item.source.startswith("<stdin>")


def test_a_named_file_is_handed_on_even_when_it_looks_like_no_log(tmp_path):
    path = tmp_path / "log.mjlog"
    path.write_bytes(b"no log")

    assert list(iter_logs([path])) == [SourceLog(path.as_posix(), b"no log")]


@pytest.mark.parametrize(
    "data",
    [
        LOG,
        b"\xef\xbb\xbf" + LOG,
        b"\n  " + LOG,
        b"<?xml version='1.0'?>" + LOG,
        LOG.decode().encode("utf-16"),
        b"<mjl0ggm><INIT seed='0'/>",
        b"damaged" + LOG,
        JSON_LOG,
        JSON_LOG.decode().encode("utf-16"),
        b"East 1: https://tenhou.net/6/#json=%7B%22log%22",
        "https://tenhou.net/5/#json={".encode("utf-16"),
    ],
    ids=[
        *("plain", "bom", "spaces", "declaration", "utf-16", "wrong root", "wrong start"),
        *("JSON", "JSON in utf-16", "link", "link in utf-16"),
    ],
)
def test_whatever_looks_like_a_log_in_a_folder_is_handed_on(tmp_path, data):
    (tmp_path / "1").write_bytes(data)

    assert list(iter_logs([tmp_path])) == [SourceLog(f"{tmp_path.as_posix()}/1", data)]


@pytest.mark.parametrize(
    "data",
    [
        b"# Origin\n",
        b"\x89PNG\r\n",
        b"<!DOCTYPE html><html>",
        b"<html>",
        b" <SVG>",
        b"00:12 | 31 | ",
        b"<project><a/></project>",
        b'<?xml version="1.0"?>\n<testsuites><testsuite name="x" tests="2"/></testsuites>',
        "<Project Sdk='x'/>".encode("utf-16"),
        b'{"name": "x", "log": {"version": "1.2", "entries": []}}',
        b'{"title": {"en": "x"}, "rule": "x", "type": "module"}',
        b"[1, 2]",
        b"see https://tenhou.net/6/",
        b"an element such as <INIT seed=",
    ],
    ids=repr,
)
@pytest.mark.parametrize("name", ["1", "1.xml", "1.json", "1.mjlog"])
def test_other_files_in_a_folder_are_passed_over_whatever_their_names_end_in(tmp_path, data, name):
    (tmp_path / name).write_bytes(data)

    assert list(iter_logs([tmp_path])) == [Skipped(f"{tmp_path.as_posix()}/{name}")]


def test_members_of_a_zip_of_other_xml_are_passed_over(tmp_path):
    members = ["[Content_Types].xml", "xl/workbook.xml"]
    (tmp_path / "1.xlsx").write_bytes(
        zip_of([(member, b'<?xml version="1.0"?>\n<Types xmlns="x"/>') for member in members])
    )

    assert list(iter_logs([tmp_path])) == [
        Skipped(f"{tmp_path.as_posix()}/1.xlsx!{member}") for member in members
    ]


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"7z\xbc\xaf\x27\x1c\0\4", "7z"), (b"Rar!\x1a\x07\0", "rar"), (b"Rar!\x1a\x07\1\0", "rar")],
)
def test_archives_that_are_not_supported_are_to_be_unpacked_first(tmp_path, data, name):
    problem = f"is a {name} archive, which is not supported; unpack it first"
    (tmp_path / "1").write_bytes(data)
    (tmp_path / "2.zip").write_bytes(zip_of([("a", data)]))

    assert list(iter_logs([tmp_path])) == [
        SourceProblem(f"{tmp_path.as_posix()}/1", problem),
        SourceProblem(f"{tmp_path.as_posix()}/2.zip!a", problem),
    ]
    assert list(iter_logs([tmp_path / "1"])) == [SourceProblem(f"{tmp_path.as_posix()}/1", problem)]


def test_folders_may_lie_deeper_than_python_calls_itself(tmp_path):
    deep = tmp_path
    for _ in range(300):
        deep /= "d"
        deep.mkdir()
    (deep / "1").write_bytes(LOG)
    (tmp_path / "d" / "e").mkdir()
    (tmp_path / "d" / "e" / "2").write_bytes(LOG)
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + 150)
    try:
        first, second = iter_logs([tmp_path])
    finally:
        sys.setrecursionlimit(usual)

    assert first.source == f"{deep.as_posix()}/1"
    assert second.source == f"{tmp_path.as_posix()}/d/e/2"


def test_an_empty_file_is_a_problem_for_it_should_have_been_a_log(tmp_path):
    (tmp_path / "1.mjlog").touch()

    assert list(iter_logs([tmp_path])) == [SourceProblem(f"{tmp_path.as_posix()}/1.mjlog", "is empty")]


def test_a_log_beyond_the_limit_is_a_problem(read_stream):
    items = read_stream(LOG, limits=Limits(log_bytes=len(LOG) - 1))

    assert items == [SourceProblem("<stdin>", f"holds more than {len(LOG) - 1} bytes, too many for a log")]


def test_containers_within_each_other_are_opened_to_a_depth(read_stream):
    two = zip_of([("b.tar.gz", gz(tar_of([("c.gz", gz(LOG))])))])

    assert read_stream(two) == [SourceLog("<stdin>!b.tar.gz!c.gz", LOG)]
    assert read_stream(zip_of([("a.zip", two)])) == [
        SourceProblem("<stdin>!a.zip!b.tar.gz!c.gz", "is nested deeper than 2 archives")
    ]
    assert read_stream(gz(gz(gz(gz(LOG))))) == [SourceProblem("<stdin>", "is nested deeper than 2 archives")]


def test_standard_input_without_end_is_cut_off(read_stream):
    (problem,) = read_stream(LOG * 2, limits=Limits(nested_bytes=len(LOG)))

    assert problem == SourceProblem("<stdin>", f"holds more than {len(LOG)} bytes; give it as a file")


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_control_characters_of_names_do_not_reach_a_report(tmp_path):
    (tmp_path / "a\nb\x1b[2J").write_bytes(LOG)
    path = os.fsencode(tmp_path) + b"/\xff"
    with open(path, "wb") as stream:  # noqa: PTH123 (a name that is no text)
        stream.write(LOG)

    names = [item.source.rsplit("/", 1)[1] for item in iter_logs([tmp_path])]

    assert names == [r"a\x0ab\x1b[2J", r"\udcff"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_is_read_once(tmp_path):
    read_end, write_end = os.pipe()
    os.write(write_end, gz(LOG))
    os.close(write_end)
    try:
        items = list(iter_logs([f"/dev/fd/{read_end}"]))
    finally:
        os.close(read_end)

    assert items == [SourceLog(f"/dev/fd/{read_end}", LOG)]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_a_problem(tmp_path):
    path = tmp_path / "1.mjlog"
    path.write_bytes(LOG)
    path.chmod(0)

    assert list(iter_logs([tmp_path])) == [
        SourceProblem(path.as_posix(), "cannot be read: permission denied")
    ]


def test_standard_input_is_read_no_further_than_its_logs_are_asked_for():
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for n in range(3000):
            info = tarfile.TarInfo(f"{n}.xml")
            info.size = len(LOG)
            tar.addfile(info, io.BytesIO(LOG))
    stream = io.BytesIO(archive.getvalue())
    items = iter_logs(["-"], stdin=stream)
    next(items)

    assert stream.tell() < len(archive.getvalue()) / 3
    assert sum(1 for _ in items) == 2999


@pytest.mark.parametrize(
    ("data", "is_log"),
    [
        (b'{"title":["",""],"name":["A","B","C","D"],"rule":{"disp":"x"},"log":[]}', True),
        (b'\xef\xbb\xbf\n[{"log":[[[0,0,0],[]]],"ref":""}]', True),
        (b'{"version": 3, "name": "notes"}', False),
        (b"[1, 2, 3]", False),
        (b'{"type":"start_game","names":["a"]}', True),
        (b'{"names":["a"],"type": "start_game"}\n{"type":"end_game"}\n', True),
        (b'[{"type":"start_game"}]', True),
        (b'{"type":"hello","protocol":"mjsonp"}\n{"type":"start_game"}\n', True),
        (b'{"type":"hello"}', False),
        (b'{"type":"object","properties":{}}', False),
    ],
)
def test_json_in_a_folder_is_a_log_when_it_has_the_parts_of_one(tmp_path, data, is_log):
    (tmp_path / "1.json").write_bytes(data)

    label = f"{tmp_path.as_posix()}/1.json"
    assert list(iter_logs([tmp_path])) == [SourceLog(label, data) if is_log else Skipped(label)]


# What goes by the name of a log is never passed over, whatever it holds.

ID = "2022010105gm-00b9-0000-00000001"


@pytest.mark.parametrize(
    "data", [bytes(30_000), b"<html>503", b"\x89PNG\r\n"], ids=["zeros", "page", "picture"]
)
@pytest.mark.parametrize("name", [f"{ID}.mjlog", f"{ID}.mjlog.gz", ID, f"log={ID}&tw=2.xml"])
def test_bytes_under_the_name_of_a_log_id_are_handed_on(tmp_path, name, data):
    (tmp_path / name).write_bytes(gz(data) if name.endswith(".gz") else data)
    (tmp_path / "a.zip").write_bytes(zip_of([(f"x/{name}", data)]))
    (tmp_path / "b.tar").write_bytes(tar_of([(f"x/{name}", data)]))
    root = tmp_path.as_posix()

    assert sorted(iter_logs([tmp_path])) == sorted(
        [
            SourceLog(f"{root}/{name}", data),
            SourceLog(f"{root}/a.zip!x/{name}", data),
            SourceLog(f"{root}/b.tar!x/{name}", data),
        ]
    )


@pytest.mark.parametrize("empty", [zip_of([]), gz(zip_of([])), zip_of([("notes.txt", b"notes")])])
def test_an_archive_without_logs_under_the_name_of_a_log_id_is_a_problem(tmp_path, empty):
    (tmp_path / f"{ID}.mjlog").write_bytes(empty)

    problems = [item for item in iter_logs([tmp_path]) if isinstance(item, SourceProblem)]

    assert len(problems) == 1


def test_the_name_of_a_picture_of_a_log_is_no_log_id(tmp_path):
    (tmp_path / f"{ID}-table.png").write_bytes(b"\x89PNG\r\n")

    assert list(iter_logs([tmp_path])) == [Skipped(f"{tmp_path.as_posix()}/{ID}-table.png")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_whatever_else_lies_in_a_folder_is_told(tmp_path):
    (tmp_path / "logs").mkdir()
    os.mkfifo(tmp_path / "logs" / "a.pipe")
    (tmp_path / "logs" / "b.link").symlink_to(tmp_path)
    (tmp_path / "logs" / "c.link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "logs" / "d.link").symlink_to("d.link")
    root = (tmp_path / "logs").as_posix()

    assert sorted(iter_logs([tmp_path / "logs"])) == [
        Skipped(f"{root}/a.pipe"),
        Skipped(f"{root}/b.link"),
        SourceProblem(f"{root}/c.link", "cannot be read: no such file or directory"),
        SourceProblem(f"{root}/d.link", "cannot be read: too many levels of symbolic links"),
    ]


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        pytest.param(bytes(30), 1, id="zeros"),
        pytest.param(b"<html>503", 1, id="page"),
        pytest.param(gz(b"none"), 1, id="packed"),
        pytest.param(bytes(30), 9_000, id="zeros-large", marks=pytest.mark.long),
        pytest.param(b"<html>503", 9_000, id="page-large"),
        pytest.param(gz(b"none"), 9_000, id="packed-large", marks=pytest.mark.long),
    ],
)
def test_rows_of_a_table_of_logs_are_handed_on_whatever_they_hold(tmp_path, read_stream, data, rows):
    path = database(tmp_path / "1.db", "phoenix-logs", [(f"row-{n}", data) for n in range(rows)])
    plain = b"none" if data.startswith(b"\x1f") else data

    for items in (iter_logs([path]), iter_logs([tmp_path]), read_stream(path.read_bytes())):
        assert [(type(item), item.data) for item in items] == [(SourceLog, plain)] * rows
