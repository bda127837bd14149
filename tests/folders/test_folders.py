"""Folders on a disk and in a store: the same operations give the same, and no message tells a password."""

from __future__ import annotations

import io
import os
import pickle
import sys
from uuid import uuid4

import pytest

from analyzer.errors import UserMistake
from analyzer.folders import Store, folder, public, stores
from tests.case_files import whole

CASES = whole("folders/urls")
pytest.importorskip("fsspec", reason="stores need the extra 'cluster'")


@pytest.fixture(params=["disk", "memory", pytest.param("s3", marks=pytest.mark.long)])
def place(request, tmp_path):
    """A new folder of each kind, which does not exist yet."""
    if request.param == "disk":
        return folder(tmp_path / "run")
    store = request.getfixturevalue("s3_bucket") if request.param == "s3" else "memory:/"
    return folder(f"{store}/{uuid4().hex}/run")


def test_what_was_written_is_read_listed_replaced_and_removed(place):
    place.write("hands/part-2.parquet", b"two")
    place.write("hands/part-1.parquet", b"a longer one")
    place.write("hands/part-1.parquet", b"one")
    place.write("manifest.json", memoryview(b"{}"))

    assert place.names() == ["hands/part-1.parquet", "hands/part-2.parquet", "manifest.json"]
    assert place.names("hands") == ["hands/part-1.parquet", "hands/part-2.parquet"]
    assert place.read("hands/part-1.parquet") == b"one"
    assert (place.size("hands/part-1.parquet"), place.size("manifest.json")) == (3, 2)
    copy = pickle.loads(pickle.dumps(place))  # noqa: S301 (our own)
    assert (copy.url, copy.local, copy.names()) == (place.url, place.local, place.names())
    for name in ("hands/part-1.parquet", "hands/part-1.parquet", "wins/a", "manifest.json"):
        place.remove(name)
    assert place.names() == ["hands/part-2.parquet"]


def test_what_does_not_exist_holds_nothing_and_is_not_found(place):
    assert (place.names(), place.names("hands"), place.size("manifest.json")) == ([], [], None)
    for read in (place.read, place.open):
        with pytest.raises(FileNotFoundError):
            read("manifest.json")


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
    os.mkfifo(tmp_path / "out" / "pipe")
    return folder(tmp_path / "out"), elsewhere


NO_LINK = "a symbolic link, which is not followed"


@pytest.mark.parametrize(
    "act",
    [
        *(
            lambda out, name=name: out.read(name)
            for name in ("manifest.json", "hands/letter", "hands/a/letter")
        ),
        lambda out: out.open("manifest.json"),
        lambda out: out.write("hands/a", b"a"),
        lambda out: out.remove("hands/letter"),
        lambda out: out.names("hands"),
    ],
)
def test_a_link_is_not_followed(linked, act):
    out, elsewhere = linked

    with pytest.raises(OSError, match=NO_LINK):
        act(out)

    assert [path.name for path in elsewhere.iterdir()] == ["letter"]
    assert out.names() == ["manifest.json", "pipe"]


def test_a_link_is_replaced_or_removed_and_not_what_it_leads_to_and_a_pipe_is_no_file(linked):
    out, elsewhere = linked

    for read in (out.read, out.open):
        with pytest.raises(OSError, match="not a file"):
            read("pipe")
    out.write("manifest.json", b"{}")
    assert out.read("manifest.json") == b"{}"
    (out.local / "manifest.json").unlink()
    (out.local / "manifest.json").symlink_to(elsewhere / "letter")
    out.remove("manifest.json")
    assert out.names() == ["pipe"]
    assert (elsewhere / "letter").read_bytes() == b"dear"
    # An output folder may be a link itself.
    itself = folder(out.local / "hands")
    itself.write("deeper/a", b"a")
    assert (elsewhere / "deeper" / "a").read_bytes() == itself.read("deeper/a") == b"a"


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


def test_a_folder_is_named_as_the_user_did_without_a_login_and_a_path_becomes_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my logs 100%"
    places = {
        "out": (str(tmp_path / "out"), tmp_path / "out", "out"),
        ".": (str(tmp_path), tmp_path, "."),
        path.as_uri(): (str(path), path, path.as_uri().removeprefix("file://")),
        "memory://me:secret@logs/out/": ("memory://me:secret@logs/out/", None, "memory://logs/out/"),
    }

    assert {
        named: (folder(named).url, folder(named).local, folder(named).shown) for named in places
    } == places


def test_nothing_is_left_of_a_file_that_cannot_be_written(tmp_path):
    (tmp_path / "taken").mkdir()

    with pytest.raises(OSError, match="taken"):
        folder(tmp_path).write("taken", b"a file")
    assert folder(tmp_path).names() == []


@pytest.mark.parametrize(("url", "missing", "message"), CASES["unusable"])
def test_a_url_that_cannot_be_used_is_one_line_that_says_what_is_missing(monkeypatch, url, missing, message):
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)

    with pytest.raises(UserMistake, match=message):
        folder(url)


def test_what_is_public_of_a_url_has_no_login_and_no_query():
    assert {text: public(text) for text in CASES["public"]} == CASES["public"]


def test_a_url_of_s3_has_a_login_a_bucket_a_path_and_options(monkeypatch):
    asked = []
    monkeypatch.setattr(stores, "_s3_files", lambda *words: asked.append(words) or "files")
    login = f"{uuid4().hex}:se@cret"

    store = Store(f"s3a://{login}@bucket/logs/why?/?region=eu-west-1").below("a")

    assert store.url == f"s3a://{login}@bucket/logs/why?/a?region=eu-west-1"
    assert {*asked} == {(f"{login}@bucket", "region=eu-west-1")}
    assert (store._files, store._root) == ("files", "bucket/logs/why?/a")


STAMPS = ["ETag", "md5Hash", "mtime", "LastModified", "created"]
"""The surest first."""


@pytest.mark.parametrize("key", [*STAMPS, "Last-Modified", "last_modified"])
def test_a_stamp_is_the_surest_that_the_store_tells(monkeypatch, key):
    memory = pytest.importorskip("fsspec.implementations.memory")
    place = STAMPS.index(key) if key in STAMPS else 3
    others = dict.fromkeys(STAMPS[place + 1 :], "another")
    told = {"type": "file", "size": 3, "name": "a", **others, key: "one"}
    monkeypatch.setattr(memory.MemoryFileSystem, "info", lambda *_, **__: told)

    assert folder(f"memory://{uuid4().hex}").entry("a") == ("a", 3, "one")


def test_any_error_of_a_store_is_an_oserror_without_the_password(monkeypatch):
    class NoCredentials(Exception):
        """As that of botocore, which is no OSError."""

    def refuse(*_args, **_more):
        raise NoCredentials("no credentials at https://me:password@host/a?token=password")

    store = folder(f"memory://me:password@{uuid4().hex}")
    monkeypatch.setattr(store._files, "cat_file", refuse, raising=False)

    with pytest.raises(OSError, match=r"no credentials at https://host/a'?: 'memory://\w+/a'$"):
        store.read("a")


def test_the_stamp_of_a_file_changes_with_its_content():
    store = folder(f"memory://{uuid4().hex}")
    store.write("logs/a", b"one")
    (before,) = store.entries()
    store.write("logs/a", b"two")

    assert (before.name, before.size, store.size("logs")) == ("logs/a", 3, None)
    assert store.entry("logs/a").stamp not in ("", before.stamp)


def test_a_marker_of_a_folder_is_no_file(monkeypatch):
    store = folder(f"memory://{uuid4().hex}/logs")
    found = {f"{store._root}/{name}": {"size": 0} for name in ("", "a/", "a/b")}
    monkeypatch.setattr(store._files, "find", lambda *_, **__: found, raising=False)

    assert store.names() == ["a/b"]
