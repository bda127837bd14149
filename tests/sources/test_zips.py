import zipfile

import numpy as np
import pytest

from analyzer.sources import Limits, Skipped, SourceLog, SourceProblem
from tests.sources.archives import LOG, flag_encrypted, gz, overlapping_zip, with_method, zip_of


@pytest.mark.parametrize(
    "method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
)
def test_members_are_read_by_whatever_method_they_are_packed(read_stream, method):
    assert read_stream(zip_of([("1", LOG)], method)) == [SourceLog("<stdin>!1", LOG)]


def test_one_damaged_member_does_not_stop_the_others(read_stream):
    data = zip_of([("1", LOG), ("2", LOG + b"2"), ("3", LOG)], zipfile.ZIP_STORED)
    place = data.index(LOG + b"2")

    items = read_stream(data[: place + 3] + b"?" + data[place + 4 :])

    assert items[0] == SourceLog("<stdin>!1", LOG)
    assert items[1].source == "<stdin>!2"
    assert items[1].reason.startswith("is damaged: Bad CRC-32")
    assert items[2] == SourceLog("<stdin>!3", LOG)


def test_encrypted_members_are_problems(read_stream):
    assert read_stream(flag_encrypted(zip_of([("1", LOG)]))) == [SourceProblem("<stdin>!1", "is encrypted")]


def test_a_method_that_python_does_not_know_is_a_problem(read_stream):
    assert read_stream(with_method(zip_of([("1", LOG)]), 98)) == [
        SourceProblem("<stdin>!1", "is compressed by method 98, which cannot be read")
    ]


def test_names_are_labels_only(read_stream, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data = zip_of([("../../up.mjlog", LOG), ("/etc/abs", LOG), ("same", LOG), ("a\nb", LOG)])

    items = read_stream(data)

    assert [item.source for item in items] == [
        "<stdin>!../../up.mjlog",
        "<stdin>!/etc/abs",
        "<stdin>!same",
        r"<stdin>!a\x0ab",
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_of_one_name_are_both_read(read_stream):
    items = read_stream(zip_of([("1", LOG), ("1", LOG + b" ")]))

    assert [item.data for item in items] == [LOG, LOG + b" "]


def test_folders_of_an_archive_are_nothing(read_stream):
    assert read_stream(zip_of([("x/", b""), ("x/1", LOG)])) == [SourceLog("<stdin>!x/1", LOG)]


def test_overlapping_members_are_refused(read_stream):
    items = read_stream(overlapping_zip(copies=1000, size=1_000_000))

    assert items == [SourceProblem("<stdin>!a", "overlaps another member of its archive")] * 1000


def test_an_archive_that_unpacks_beyond_all_measure_is_left(read_stream):
    data = zip_of([(str(n), bytes(1_000_000)) for n in range(40)])

    items = read_stream(data, limits=Limits(free_bytes=10_000_000, ratio=100))

    assert items[:10] == [Skipped(f"<stdin>!{n}") for n in range(10)]
    assert items[10:] == [SourceProblem("<stdin>", "unpacks to more than 100 times its size")]


def test_a_member_beyond_the_limit_is_a_problem(read_stream):
    items = read_stream(zip_of([("1", LOG * 2000)]), limits=Limits(nested_bytes=50_000))

    assert items == [SourceProblem("<stdin>!1", "holds more than 50000 bytes, which is no log")]


def test_an_archive_of_too_many_members_is_refused(read_stream):
    items = read_stream(zip_of([(str(n), LOG) for n in range(11)]), limits=Limits(members=10))

    assert items == [SourceProblem("<stdin>", "has 11 members, more than 10")]


def test_an_archive_cut_short_is_a_problem(read_stream):
    (problem,) = read_stream(zip_of([("1", LOG)])[:-30])

    assert problem == SourceProblem("<stdin>", "is a damaged zip archive: File is not a zip file")


@pytest.mark.parametrize("method", [0, 8, 12, 14], ids=["stored", "deflate", "bzip2", "lzma"])
def test_any_damage_is_a_problem_or_a_log_and_never_an_exception(read_stream, method):
    chance = np.random.default_rng(20261121)
    whole = zip_of([("1", gz(LOG)), ("2", LOG * 30), ("d/3", b"text")], method)
    for _ in range(500):
        data = bytearray(whole)
        for _ in range(chance.integers(1, 7)):
            data[chance.integers(4, len(data))] = chance.choice([0, 1, 255, chance.integers(256)])

        items = read_stream(bytes(data))

        assert all(isinstance(item, SourceLog | SourceProblem | Skipped) for item in items)
