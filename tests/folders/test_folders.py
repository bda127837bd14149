"""Folders on a disk and in a store: the same operations give the same, and no message tells a password."""

from __future__ import annotations

import io
import os
import pickle
import sys
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analyzer.errors import UserMistake
from analyzer.folders import Store, folder, public

pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")


@pytest.fixture(params=["disk", "memory", pytest.param("s3", marks=pytest.mark.long)])
def place(request, tmp_path):
    """A new folder of each kind, which does not exist yet."""
    if request.param == "disk":
        return folder(tmp_path / "run")
    store = request.getfixturevalue("s3_bucket") if request.param == "s3" else "memory:/"
    return folder(f"{store}/{uuid4().hex}/run")


def test_what_was_written_is_read_and_listed(place):
    place.write("hands/part-2.parquet", b"two")
    place.write("hands/part-1.parquet", b"one")
    place.write("manifest.json", memoryview(b"{}"))

    assert place.names() == ["hands/part-1.parquet", "hands/part-2.parquet", "manifest.json"]
    assert place.names("hands") == ["hands/part-1.parquet", "hands/part-2.parquet"]
    assert place.read("hands/part-2.parquet") == b"two"
    assert place.size("manifest.json") == 2


def test_a_second_file_of_a_name_replaces_the_first(place):
    place.write("a.txt", b"a longer one")
    place.write("a.txt", b"short")

    assert (place.read("a.txt"), place.size("a.txt"), place.names()) == (b"short", 5, ["a.txt"])


def test_a_folder_that_does_not_exist_holds_nothing(place):
    assert place.names() == []
    assert place.names("hands") == []
    assert place.size("manifest.json") is None


def test_a_file_that_does_not_exist_is_not_found(place):
    with pytest.raises(FileNotFoundError):
        place.read("manifest.json")
    with pytest.raises(FileNotFoundError):
        place.open("manifest.json")


@pytest.mark.skipif(sys.platform == "win32", reason="no named pipes there")
def test_a_pipe_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "manifest.json")

    with pytest.raises(OSError, match="not a file"):
        folder(tmp_path).read("manifest.json")
    with pytest.raises(OSError, match="not a file"):
        folder(tmp_path).open("manifest.json")


@pytest.fixture
def linked(tmp_path):
    """An output folder with links to a folder and to a file elsewhere, and that folder."""
    if sys.platform == "win32":
        pytest.skip("links need a right on Windows")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "letter").write_bytes(b"dear")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "hands").symlink_to(elsewhere)
    (tmp_path / "out" / "manifest.json").symlink_to(elsewhere / "letter")
    return folder(tmp_path / "out"), elsewhere


@pytest.mark.parametrize("name", ["manifest.json", "hands/letter", "hands/deeper/letter"])
def test_a_link_is_not_read(linked, name):
    for read in (linked[0].read, linked[0].open):
        with pytest.raises(OSError, match="a symbolic link, which is not followed"):
            read(name)


def test_a_file_replaces_a_link_and_not_what_it_leads_to(linked):
    out, elsewhere = linked

    out.write("manifest.json", b"{}")

    assert out.read("manifest.json") == b"{}"
    assert (elsewhere / "letter").read_bytes() == b"dear"


@pytest.mark.parametrize(
    "change", [lambda out: out.write("hands/a", b"a"), lambda out: out.remove("hands/letter")]
)
def test_nothing_is_changed_in_a_folder_behind_a_link(linked, change):
    out, elsewhere = linked

    with pytest.raises(OSError, match="a symbolic link, which is not followed"):
        change(out)

    assert [path.name for path in elsewhere.iterdir()] == ["letter"]


def test_nothing_is_listed_in_a_folder_behind_a_link(linked):
    assert linked[0].names() == ["manifest.json"]
    with pytest.raises(OSError, match="a symbolic link, which is not followed"):
        linked[0].names("hands")


def test_a_link_is_removed_and_not_what_it_leads_to(linked):
    out, elsewhere = linked

    out.remove("manifest.json")

    assert out.names() == []
    assert (elsewhere / "letter").read_bytes() == b"dear"


def test_an_output_folder_may_be_a_link_itself(linked):
    out = folder(linked[0].local / "hands")

    out.write("deeper/a", b"a")

    assert (linked[1] / "deeper" / "a").read_bytes() == out.read("deeper/a") == b"a"


def test_a_removed_file_is_gone_and_may_be_removed_again(place):
    place.write("hands/a", b"a")
    place.write("hands/b", b"b")

    place.remove("hands/a")
    place.remove("hands/a")
    place.remove("wins/a")

    assert place.names() == ["hands/b"]


def test_a_folder_has_no_size_of_its_own(tmp_path):
    store = folder(f"memory://{uuid4().hex}")
    store.write("hands/a", b"a")

    assert store.size("hands") is None


def test_a_stream_reads_anywhere_in_a_file(place):
    data = bytes(range(256)) * 10_000
    place.write("data", data)

    with place.open("data") as stream:
        assert stream.seek(-10, io.SEEK_END) == len(data) - 10
        assert stream.read() == data[-10:]
        assert stream.read() == b""
        stream.seek(1_000_000)
        assert stream.read(5) == data[1_000_000:1_000_005]
        stream.seek(-5, io.SEEK_CUR)
        assert stream.read(1_200_000) == data[1_000_000:2_200_000]
        assert stream.tell() == 2_200_000


def test_pyarrow_reads_a_table_that_it_wrote(place):
    table = pa.table({"log_id": ["a", "b"], "points": [8000, 1300]})
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink)

    place.write("hands/part-a.parquet", sink.getvalue())

    with place.open("hands/part-a.parquet") as stream:
        assert pq.read_table(stream) == table


def test_a_folder_is_the_same_in_another_process(place):
    place.write("a", b"a")

    copy = pickle.loads(pickle.dumps(place))  # noqa: S301 (our own)

    assert (copy.url, copy.local, copy.names()) == (place.url, place.local, ["a"])


def test_a_path_becomes_absolute_and_a_url_stays_as_it_was_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    assert (folder("out").url, folder("out").local) == (str(tmp_path / "out"), tmp_path / "out")
    assert (folder("memory://logs/out/").url, folder("memory://logs/out/").local) == (
        "memory://logs/out/",
        None,
    )


def test_messages_name_a_folder_as_the_user_did_but_without_a_login():
    assert [folder(named).shown for named in (".", "../out", "memory://me:secret@logs/out")] == [
        ".",
        "../out",
        "memory://logs/out",
    ]


def test_the_url_of_a_file_is_a_path(tmp_path):
    path = tmp_path / "my logs 100%"

    assert folder(path.as_uri()).local == path


def test_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path):
    (tmp_path / "taken").mkdir()

    with pytest.raises(OSError, match="taken"):
        folder(tmp_path).write("taken", b"a file")

    assert folder(tmp_path).names() == []


def test_a_scheme_that_nobody_knows_is_a_mistake_of_the_user():
    with pytest.raises(UserMistake, match=r"^'gopher7://logs' cannot be used: .*gopher7"):
        folder("gopher7://logs")


def test_a_chain_of_urls_is_a_mistake_of_the_user():
    with pytest.raises(UserMistake, match="is a chain of URLs"):
        folder("zip://a::memory://logs.zip")


def test_without_fsspec_one_line_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec.core", None)

    with pytest.raises(UserMistake, match=r"^'s3://logs' needs .*: pip install -e '.\[cluster\]'$"):
        folder("s3://me:password@logs")


def test_where_a_store_needs_another_package_one_line_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "gcsfs", None)

    with pytest.raises(UserMistake, match=r"^'gs://logs' needs more: .*gcsfs"):
        folder("gs://logs")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s3://bucket/logs.zip", "s3://bucket/logs.zip"),
        ("ftp://me:se@cret@host/logs", "ftp://host/logs"),
        ("https://me@host/a.zip?X-Amz-Signature=secret", "https://host/a.zip"),
        ("403, url='https://host/a?token=secret' of me", "403, url='https://host/a' of me"),
        ("data/a?b@c", "data/a?b@c"),
    ],
)
def test_what_is_public_of_a_url_has_no_login_and_no_query(text, expected):
    assert public(text) == expected


def test_any_error_of_a_store_is_an_oserror_without_the_password(monkeypatch):
    class NoCredentials(Exception):
        """As that of botocore, which is no OSError."""

    def refuse(*_args, **_more):
        raise NoCredentials("no credentials at https://me:password@host/a?token=password")

    store = folder(f"memory://me:password@{uuid4().hex}")
    monkeypatch.setattr(store._files, "cat_file", refuse, raising=False)

    with pytest.raises(OSError, match="no credentials at https://host/a") as caught:
        store.read("a")

    assert "password" not in str(caught.value)


def test_the_stamp_of_a_file_changes_with_its_content():
    store = folder(f"memory://{uuid4().hex}")
    assert isinstance(store, Store)
    store.write("logs/a", b"one")
    before = store.entries()
    store.write("logs/a", b"two")

    assert [(entry.name, entry.size) for entry in before] == [("logs/a", 3)]
    assert store.entry("logs/a").stamp not in ("", before[0].stamp)
