"""One log out of several: by its id, and what is said where that is not enough."""

from pathlib import Path

import pytest

import analyzer
from analyzer.errors import MalformedLog, UserMistake
from analyzer.sources.plan import single_log
from tests.sources.archives import database, tar_of

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
    found = single_log(tar, asked)

    assert (found.source, found.data) == (f"{tar}!{IDS[1]}.mjlog", log(IDS[1]))
    assert single_log(tar, f"{tar}!mine.mjlog").data == log(IDS[0])
    assert single_log(path, asked).source == f"{path}!{IDS[1]}"
    assert analyzer.read(path, log_id=asked).name.log_id == IDS[1]


def test_of_several_logs_a_few_are_named(tar):
    with pytest.raises(
        UserMistake, match=rf"holds more than one log: {IDS[0]}, {IDS[1]}, .*!mine.mjlog; name"
    ):
        single_log(tar)


def test_an_id_that_is_not_there_is_told_beside_those_that_are(tar):
    absent = "2011020417gm-00a9-0000-b67fcaa3"

    with pytest.raises(UserMistake, match=rf"no log '{absent}' in '.*logs.tar'; it holds {IDS[0]}, "):
        single_log(tar, absent)


def test_a_source_with_one_log_needs_no_id_and_one_without_says_why(tmp_path):
    (tmp_path / "notes.txt").write_text("no log")
    with pytest.raises(MalformedLog, match="no log in it"):
        single_log(tmp_path)
    (tmp_path / "game.mjlog").write_bytes(log(IDS[0]))

    assert single_log(tmp_path).data == log(IDS[0])
