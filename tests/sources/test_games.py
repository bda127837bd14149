"""One log out of several, and files of several games, wherever they are kept."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import analyzer
from analyzer.audit import review
from analyzer.batch.reviews import name_log
from analyzer.errors import MalformedLog, UserMistake
from analyzer.formats.any_format import read_log
from analyzer.sources.contents import games_of_lines, is_lines
from analyzer.sources.items import Blob, Limits, SourceLog, SourceProblem
from analyzer.sources.plan import iter_logs, single_log
from tests.formats.mjai.games import GAME, THREE, as_lines
from tests.formats.test_refusals import MJAI, UNREADABLE
from tests.sources.archives import database, gz, tar_of, zip_of

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

TWO = as_lines([*GAME, *THREE])


def test_games_of_mjai_are_found_in_containers(tmp_path):
    rows = [("2022010105gm-00b9-0000-00000001", TWO)]
    stored = database(tmp_path / "1.db", "phoenix-logs", rows).read_bytes()
    zipped = zip_of([("a/games.mjson", gz(TWO)), ("notes.json", b'{"type": "object"}')])
    for data in (stored, zipped, gz(tar_of([("games.txt", TWO)])), json.dumps([*GAME, *THREE]).encode()):
        items = iter_logs(["-"], stdin=io.BytesIO(data))
        (log,) = [item for item in items if isinstance(item, SourceLog)]
        result = review([(name_log(log.source), log.data)])

        assert [name.source.removeprefix(log.source) for name in result.logs] == ["", "#2"]
        assert (result.rule_sets, result.refused) == (("tenhou", "tenhou-sanma"), ())
        assert {finding.verdict.value for finding in result.findings} == {"undecided"}


WRONG = TWO.replace(b"[13000, -12000, 0]", b"[13100, -12100, 0]")
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
    data = TWO if form == "lines" else json.dumps([*GAME, *THREE]).encode()
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
