"""Archives grow, change and move: what a later run into the same folder reads, keeps and takes out."""

import errno
import io
import json
import os
import shutil
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analyzer.batch import gone
from analyzer.batch import run as running
from analyzer.batch.run import run
from analyzer.batch.work import do_unit
from analyzer.errors import UserMistake
from analyzer.sources import Choice
from tests.batch.conftest import NAMES, games_of
from tests.batch.growing import Changes, Killed, ids_in, job_to, quarantine, told
from tests.sources.archives import tar_of, write_logs, zip_of

CASES = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "batch" / "growth.toml").read_text(encoding="utf-8")
)
A, B, C = (f"{name}.mjlog" for name in NAMES)
OPTIONS = {"named", "gone", "remove_missing", "players", "limit"}
EXPECTED = {"counts", "reads", "ids", "duplicates", "left", "refused"}


def cases():
    for name, case in CASES.items():
        for form in case.get("forms", [""]):
            runs = json.loads(json.dumps(case["runs"]).replace("{}", form))
            yield pytest.param(runs, case.get("fresh"), id=f"{name} {form}")


@pytest.fixture(scope="module")
def letters(honest, wrong):
    """Bytes of logs by letter."""
    own = {letter: honest + b" " * place for place, letter in enumerate("abc")}
    game, other, third = games_of(15, ref=NAMES[0]), games_of(16), games_of(18)
    files = {"g": game, "h": other[:-1] + b"," + game[1:], "k": game[:-1] + b"," + third[1:]}
    return {**own, **files, "0": b"", "w": wrong, "v": wrong.replace(b'lobby="0"', b'lobby="1"')}


@pytest.fixture
def job(tmp_path):
    return job_to(tmp_path / "out")


@pytest.fixture
def read(monkeypatch):
    """Names of the parts that runs read from now on."""
    names = []

    def reading(unit, job):
        names.extend(part.name for part in unit.parts)
        return do_unit(unit, job)

    monkeypatch.setattr(running, "do_unit", reading)
    return names


def name_of(word):
    """The name of a file: of a letter that of its log."""
    folder, slash, name = word.rpartition("/")
    is_log = name[0] in "ABC"
    return folder + slash + (NAMES["ABC".index(name[0])] + (name[1:] or ".mjlog") if is_log else name)


def files_of(text, letters):
    found = {}
    for word in text.split():
        name, is_given, content = word.rpartition("=")
        plain = name if is_given else word
        found[name_of(plain)] = letters[content if is_given else plain[-1].lower()]
    return found


@pytest.mark.parametrize(("runs", "fresh"), [*cases()])
def test_a_later_run_reads_what_is_new_and_keeps_what_stayed(tmp_path, job, read, letters, runs, fresh):
    known = {}
    for asked in runs:
        for name in asked.get("gone", ()):
            shutil.rmtree(tmp_path / name) if (tmp_path / name).is_dir() else (tmp_path / name).unlink()
        written = [name for name in asked if name not in OPTIONS | EXPECTED]
        for name in written:
            write_logs(tmp_path / name, files_of(asked[name], letters))
        named = [name.lstrip("@") for name in asked.get("named", written)]
        (tmp_path / "list").write_text("\n".join(f"{tmp_path}/{name}" for name in named), encoding="utf-8")
        is_list = any(name.startswith("@") for name in asked.get("named", ()))
        sources = [f"@{tmp_path}/list"] if is_list else [tmp_path / name for name in named]
        players = (asked["players"],) if "players" in asked else ()
        job = replace(job, choice=Choice(players=players, limit=asked.get("limit")))
        read.clear()
        if "refused" in asked:
            with pytest.raises(UserMistake, match=asked["refused"]):
                run(sources, job)
        else:
            outcome = run(sources, job, remove_missing=asked.get("remove_missing", False))
            known |= dict.fromkeys(named)
            counts = [outcome.earlier, outcome.read, outcome.removed]
            assert counts == asked.get("counts", counts)
            assert outcome.totals.duplicates == asked.get("duplicates", outcome.totals.duplicates)
        if "reads" in asked:
            assert read == [name_of(word) for word in asked["reads"].split()]
        if "ids" in asked:
            assert ids_in(job.out) == [NAMES["ABC".index(letter)] for letter in asked["ids"].split()]
        if "left" in asked:
            here = tmp_path.as_posix()
            expected = json.loads(json.dumps(asked["left"]).replace("{here}", here).replace("{A}", A))
            assert quarantine(job.out) == [(f"{here}/{name_of(source)}", *why) for source, *why in expected]
    if fresh is None:
        above = [name for name in known if not any(name.startswith(f"{other}/") for other in known)]
        there = [tmp_path / name for name in above if (tmp_path / name).exists()]
        run(there, replace(job, out=tmp_path / "fresh"))
        assert told(job.out) == told(tmp_path / "fresh")


# Moves.


def test_what_moved_keeps_its_rows_and_only_files_of_its_size_are_looked_into(
    tmp_path, job, read, letters, monkeypatch
):
    """Of a file of several games too, and of one that has another time, but of none with a bad game."""
    looked, look, several = [], gone.digests_of, games_of(15, 16, 18)
    games, bad = f"{NAMES[2]}.json", {"bad.json": games_of(21)[1:-1] + b"\n{"}
    logs = {A: letters["a"], B: letters["w"], games: several, **bad}
    run([write_logs(tmp_path / "logs", logs)], job)
    moved = {A: letters["a"], **{f"2022/{name}": data for name, data in logs.items() if name != A}}
    write_logs(tmp_path / "logs", {**moved, "new.xml": letters["c"]})
    (tmp_path / "logs" / A).touch()
    read.clear()

    def noting(unit, **how):
        looked.extend(part.name for part in unit.parts)
        return look(unit, **how)

    monkeypatch.setattr(gone, "digests_of", noting)

    outcome = run([tmp_path / "logs"], job)

    assert {*looked} == {A, *(f"2022/{name}" for name in (B, games, *bad))}
    # Of the file that is read again both inputs go from their old place.
    assert ({*read}, outcome.removed) == ({"new.xml", "2022/bad.json"}, 2)


@pytest.mark.parametrize("games", [[(15,), (16,)], [(15,), (16, 18)]])
def test_swapped_files_keep_rows_only_where_their_bytes_state_each_id(tmp_path, job, read, games):
    logs = {f"{name}.json": games_of(*drawn, ref=own) for name, own, drawn in zip("xy", NAMES, games)}  # noqa: B905
    run([write_logs(tmp_path / "logs", logs)], job)
    before = ids_in(job.out)
    write_logs(tmp_path / "logs", {"x.json": logs["y.json"], "y.json": logs["x.json"]})
    read.clear()

    run([tmp_path / "logs"], job)

    # A second game that states none is named after its file.
    assert read == (["x.json"] if len(games[1]) > 1 else [])
    assert [name for name in ids_in(job.out) if name in NAMES] == [name for name in before if name in NAMES]


# What is damaged, and of a source that is not named.

DAMAGED = {
    "hands/*": ("damaged tables", [b""]),
    ".units/*.arrow": ("a damaged list of inputs", [bytes(100)]),
    ".units/terms.json": ("damaged terms", [b"[1]", None]),
}


@pytest.mark.parametrize(
    ("place", "damage"), [(place, damage) for place, (_, every) in DAMAGED.items() for damage in every]
)
def test_what_is_damaged_of_a_source_that_is_not_named_is_not_forgotten(
    tmp_path, job, letters, place, damage
):
    one, two = (write_logs(tmp_path / name, {}) for name in ("one", "two"))
    run([write_logs(one, {A: letters["a"]})], job)
    (file,) = job.out.glob(place)
    file.unlink() if damage is None else file.write_bytes(damage)

    with pytest.raises(
        UserMistake, match=rf"{DAMAGED[place][0]} of '.*one/.*; expected its source to be named"
    ):
        run([write_logs(two, {B: letters["b"]})], job)

    assert run([one, two], job).read == 2
    assert ids_in(job.out) == NAMES[:2]


# Names of sources.


def test_a_source_is_its_place_whatever_it_is_called(tmp_path, job, monkeypatch, read, letters):
    here = write_logs(tmp_path / "2021", {A: letters["a"], B: letters["b"]})
    (tmp_path / "up").mkdir()
    (tmp_path / "link").symlink_to(here, target_is_directory=True)
    monkeypatch.chdir(here)
    run([here], job)
    read.clear()

    for name in (".", "../link", f"file://{here}"):
        outcome = run([name], job)
        assert (read, outcome.removed, outcome.totals.duplicates) == ([], 0, 0)
    (here / A).unlink()
    assert run(["../up/../2021/"], job).removed == 1
    assert ids_in(job.out) == [NAMES[1]]


def test_two_folders_that_are_called_alike_are_two(tmp_path, job, monkeypatch, honest):
    """Also their logs without an id, which are called by their files."""
    for year in ("2021", "2022"):
        monkeypatch.chdir(write_logs(tmp_path / year, {"game.xml": honest + b"\n" * int(year)}))
        outcome = run(["."], job)

    assert (outcome.earlier, outcome.read, outcome.removed) == (1, 1, 0)
    assert ids_in(job.out) == [f"{tmp_path.as_posix()}/{year}/game.xml" for year in ("2021", "2022")]


@pytest.mark.parametrize(("number", "stay"), [(errno.EACCES, 2), (errno.EIO, 2), (errno.ENOENT, 1)])
def test_what_came_of_a_folder_that_cannot_be_listed_now_stays_unless_it_is_gone(
    tmp_path, job, monkeypatch, letters, number, stay
):
    logs = write_logs(tmp_path / "logs", {A: letters["a"], f"2022/{B}": letters["b"], C: letters["c"]})
    run([logs], job)
    (logs / C).unlink()
    scandir = os.scandir

    def failing(folder):
        if str(folder).endswith("2022"):
            raise OSError(number, os.strerror(number))
        return scandir(folder)

    with monkeypatch.context() as broken:
        broken.setattr(os, "scandir", failing)
        outcome = run([logs], job)

    assert (outcome.removed, ids_in(job.out)) == (3 - stay, NAMES[:stay])
    reason = f"cannot be read: {os.strerror(number).lower()}"
    assert quarantine(job.out) == [(f"{logs.as_posix()}/2022", "unreadable", reason)]
    assert run([logs], job).totals.unreadable == 0


# Streams, small units, samples.


def run_with(stdin, sources, job):
    """A run with these bytes on standard input."""
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin))):
        return run(sources, job)


def test_standard_input_is_no_place_where_a_file_could_be_gone(tmp_path, job, letters):
    a, b = ((name, letters[letter]) for name, letter in ((A, "a"), (B, "b")))
    run_with(zip_of([a]), ["-"], job)

    for members, expected in (([b], (1, 1, 0)), ([a, b], (2, 0, 0))):
        outcome = run_with(zip_of(members), ["-"], job)
        assert (outcome.earlier, outcome.read, outcome.removed) == expected
    assert outcome.totals.duplicates == 0
    assert ids_in(job.out) == NAMES[:2]
    # What comes twice and was read once is read once more.
    outcome = run_with(tar_of([a, a, b]), ["-"], job)
    assert (outcome.earlier, outcome.read, outcome.totals.duplicates) == (2, 1, 1)
    # And what comes twice and was read twice is not.
    with pytest.warns(UserWarning, match="Duplicate name"):
        (tmp_path / "twice.zip").write_bytes(zip_of([a, a]))
    assert [run([tmp_path / "twice.zip"], job).read for _ in range(2)] == [2, 0]


def test_of_standard_input_no_more_is_read_again_than_should_stay(tmp_path, job, letters):
    """Nobody knows whether it comes again."""
    logs = write_logs(tmp_path / "logs", {"one.json": letters["g"], B: letters["b"]})
    run_with(letters["h"], [logs, "-"], job)
    assert ids_in(job.out) == [*NAMES[:2], "<stdin>"]
    write_logs(logs, {B: letters["b"]})

    run_with(zip_of([(C, letters["c"])]), [logs, "-"], job)

    assert ids_in(job.out) == [*NAMES[1:], "<stdin>"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_nor_is_a_pipe_with_a_name_or_without(tmp_path, job, letters):
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as writer:
        writer.submit((tmp_path / "pipe").write_bytes, zip_of([(A, letters["a"])]))
        run([tmp_path / "pipe"], job)
    reading, writing = os.pipe()
    os.write(writing, zip_of([(B, letters["b"])]))
    os.close(writing)
    try:
        # Its name is a link, to a name that cannot be opened.
        outcome = run([f"/dev/fd/{reading}"], job)
    finally:
        os.close(reading)

    assert (outcome.read, outcome.removed) == (1, 0)
    assert ids_in(job.out) == NAMES[:2]


def test_many_small_units_become_one_and_few_beside_large_ones_or_those_half_full_stay(tmp_path, job, many):
    logs = [(log.source, log.data) for log in many(35)]
    for unit_logs, numbers, expected in (
        (3, (1, 2, 3), [1, 2, 1]),
        (4, (2, 4, 6), [1, 2, 3]),
        (16, (32, 33, 34, 35), [2, 3, 4, 5]),
    ):
        parts, each = [], replace(job, out=tmp_path / str(unit_logs))
        for number in numbers:
            run([write_logs(tmp_path / "logs", dict(logs[:number]))], each, unit_logs=unit_logs)
            parts.append(len([*each.out.glob("games/*")]))
        assert parts == expected


# Whatever runs come before, a run over everything gives what one fresh run gives.

SOURCES = ("a", "b", "c.zip")
FILES = (f"{NAMES[0]}.mjlog", f"x/{NAMES[1]}.mjlog", f"{NAMES[1]}.mjlog", "nameless.xml")

change = st.tuples(
    st.sampled_from(SOURCES), st.sampled_from(FILES), st.sampled_from(["a", "b", "w", "x", None])
)
some_named = st.lists(st.sampled_from(SOURCES), min_size=1, unique=True)
step = st.tuples(st.lists(change, max_size=4), some_named, st.none() | st.integers(0, 60))


@pytest.mark.long
@settings(max_examples=20)
@given(steps=st.lists(step, min_size=1, max_size=5))
def test_a_run_over_everything_gives_what_a_fresh_one_gives(letters, steps):
    """Runs before it may end at some change of their files."""
    with tempfile.TemporaryDirectory() as folder:
        here, held = Path(folder), {name: {} for name in SOURCES}
        sources, job = [here / name for name in SOURCES], job_to(here / "grown")
        for changes, some, stop in steps:
            for source, file, content in changes:
                held[source].pop(file, None)
                if content is not None:
                    held[source][file] = letters.get(content, b"<mjlog/>")
            for name, logs in held.items():
                write_logs(here / name, logs)
            with pytest.MonkeyPatch.context() as patch:
                Changes(patch, job.out, stop=stop)
                try:
                    run([here / name for name in some], job, unit_logs=2, remove_missing=True)
                except Killed:
                    continue
        outcome = run(sources, job, unit_logs=2, remove_missing=True)
        once = run(sources, job_to(here / "fresh"), unit_logs=2)

        assert told(job.out) == told(here / "fresh")
        assert outcome.totals.accounts() == once.totals.accounts()
