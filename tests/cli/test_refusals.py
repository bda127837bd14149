"""What is refused is one line with status 2, and nothing is written; each row of a table is a command."""

import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from analyzer.batch.run import run
from analyzer.batch.work import Job
from tests.cli.test_conformance import ENGINE, pack
from tests.sources.archives import zip_of

__all__ = ["pack"]

ROOT = Path(__file__).resolve().parents[2]
ROWS = tomllib.loads((ROOT / "tests" / "cases" / "cli" / "refusals.toml").read_text(encoding="utf-8"))
CASES = [
    pytest.param(f"{command} {words}".strip(), said, id=f"{command} {words}")
    for command, refused in ROWS.items()
    for said, lines in refused.items()
    for words in lines
]


@pytest.fixture(scope="module")
def place(tmp_path_factory, honest, pack):
    """The folder that the table describes."""
    place = tmp_path_factory.mktemp("place")
    game = (ROOT / "data" / "samples" / "2199010110gm-00a9-0000-7d4e1dd9.mjlog").read_bytes()
    (place / "honest.mjlog").write_bytes(honest)
    (place / "none.mjlog").write_bytes(b"<mjlog/>")
    (place / "game.mjlog").write_bytes(game)
    (place / "games.zip").write_bytes(zip_of([("game.mjlog", game), ("honest.mjlog", honest)]))
    (place / "foreign").mkdir()
    (place / "foreign" / "notes.txt").write_text("mine", encoding="utf-8")
    (place / "old").mkdir()
    (place / "old" / "manifest.json").write_text('{"terms": {"schema": 3}}', encoding="utf-8")
    (place / "club.toml").write_text("mine", encoding="utf-8")
    (place / "engine.py").write_text(ENGINE, encoding="utf-8")
    shutil.copytree(pack, place / "pack")
    shutil.copytree(pack, place / "bad-pack")
    (place / "bad-pack" / "cases" / "tenhou.jsonl").write_bytes(b"\xff\xfe{}\n")
    run([place / "honest.mjlog"], Job(place / "out"))
    return place


def contents(place):
    return {path: path.read_bytes() for path in place.rglob("*") if path.is_file() and path.name != "lock"}


@pytest.fixture(scope="module")
def before(place):
    return contents(place)


@pytest.mark.usefixtures("few_statistics")
@pytest.mark.parametrize(("words", "said"), CASES)
def test_a_mistake_is_one_line_with_status_2_and_changes_nothing(
    call, place, before, monkeypatch, words, said
):
    monkeypatch.chdir(place)

    result = call(*shlex.split(words))

    *usage, line = result.stderr.splitlines()
    assert (result.exit_code, result.stdout) == (2, "")
    assert all(one.startswith(("Usage: ", "Try ")) for one in usage if one)
    assert line.startswith("Error: ")
    assert said in line
    assert {path: data for path, data in contents(place).items() if "__pycache__" not in path.parts} == before
