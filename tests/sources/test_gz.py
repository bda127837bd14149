import numpy as np
import pytest

from analyzer.sources import Limits, SourceLog, SourceProblem
from tests.sources.archives import LOG, gz


def test_streams_one_after_another_are_one_file(read_stream):
    assert read_stream(gz(LOG[:20]) + gz(LOG[20:])) == [SourceLog("<stdin>", LOG)]


def test_zeros_behind_the_last_stream_are_padding(read_stream):
    assert read_stream(gz(LOG) + bytes(512)) == [SourceLog("<stdin>", LOG)]


@pytest.mark.parametrize("missing", [1, 8, 20])
def test_a_file_cut_short_is_a_problem(read_stream, missing):
    assert read_stream(gz(LOG)[:-missing]) == [SourceProblem("<stdin>", "is gzip cut short")]


def test_a_wrong_checksum_is_a_problem(read_stream):
    data = bytearray(gz(LOG))
    data[-8] ^= 1

    (problem,) = read_stream(bytes(data))

    assert isinstance(problem, SourceProblem)
    assert problem.reason.startswith("is damaged gzip: ")


def test_what_follows_a_stream_must_be_gzip(read_stream):
    (problem,) = read_stream(gz(LOG) + b"more")

    assert problem.reason.startswith("is damaged gzip: ")


def test_a_bomb_is_not_unpacked_to_the_end(read_stream):
    bomb = gz(bytes(40_000_000))

    (problem,) = read_stream(bomb, limits=Limits(log_bytes=1_000_000, ratio=100))

    assert problem == SourceProblem("<stdin>", "unpacks to more bytes than any log has")


def test_many_tiny_streams_are_refused(read_stream):
    (problem,) = read_stream(gz(b"") * 1001)

    assert problem == SourceProblem("<stdin>", "holds more than 1000 gzip streams")


def test_any_damage_is_a_problem_or_a_log_and_never_an_exception(read_stream):
    chance = np.random.default_rng(20261121)
    whole = gz(LOG * 20)
    for _ in range(1000):
        data = bytearray(whole)
        for _ in range(chance.integers(1, 5)):
            data[chance.integers(2, len(data))] = chance.integers(256)
        stop = chance.choice([len(data), chance.integers(3, len(data))])

        items = read_stream(bytes(data[:stop]))

        assert len(items) == 1
        assert isinstance(items[0], SourceLog | SourceProblem)
