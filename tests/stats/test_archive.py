"""The archive as a researcher holds it: from kept cells, from tables, and both alike."""

import shutil
from hashlib import sha256

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.folders import folder
from analyzer.stats import STATS
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import CATALOGUE, find
from analyzer.stats.compute import compute
from analyzer.stats.groups import STORED
from analyzer.stats.stored import read_cells, write_cells
from analyzer.tables.manifest import read_manifest
from tests.written_runs import write_logs


@pytest.fixture
def archive(samples):
    return load_archive(samples)


@pytest.fixture
def copy(samples, tmp_path):
    """A copy of the run that a test may change."""
    shutil.copytree(samples, tmp_path / "out")
    return tmp_path / "out"


def test_one_statistic_is_a_frame_of_value_interval_and_size(archive):
    frame = archive.stat("draw_rate", by=["players"])

    assert [*frame.columns] == ["players", "value", "low", "high", "n"]
    assert frame["players"].tolist() == [3, 4]
    assert frame["n"].sum() <= archive["hands"].num_rows


def test_a_statistic_with_bins_or_categories_has_a_column_of_them(archive):
    tenpai = archive.stat("tenpai_count")
    turns = archive.stat("tenpai_rate_by_turn")

    assert [*tenpai.columns] == ["category", "value", "low", "high", "n"]
    assert turns.columns[0] == "turn"
    assert turns["turn"].tolist() == sorted(turns["turn"])


def test_several_statistics_come_in_one_frame(archive):
    frame = archive.stat(["draw_rate", "tenpai_count"])

    assert [*frame.columns] == ["statistic", "at", "category", "value", "low", "high", "n"]
    assert frame["statistic"].unique().tolist() == ["draw_rate", "tenpai_count"]


def test_the_value_is_that_of_the_tables(archive):
    hands = archive.frame("hands")
    done = hands[hands["end"] != "none"]
    drawn = done["draw_kind"].isin(["exhaustive", "nagashi_mangan"])

    frame = archive.stat("draw_rate")

    assert (frame["value"][0], frame["n"][0]) == (drawn.mean(), len(done))


def test_what_is_wanted_is_one_group_of_it(archive):
    by = archive.stat("draw_rate", by="players").set_index("players")["value"]

    assert archive.stat("draw_rate", where={"players": 3})["value"].tolist() == [by[3]]
    assert archive.stat("draw_rate", where={"players": "4"})["value"].tolist() == [by[4]]
    assert archive.stat("riichi_rate", where={"dealer": "true"})["n"][0] == archive["hands"].num_rows
    with pytest.raises(UserMistake, match="'four' is not a value of players"):
        archive.stat("draw_rate", where={"players": "four"})


def test_fewer_rows_than_asked_for_say_nothing(archive):
    assert archive.stat("draw_rate", min_n=10**9).empty


def test_players_are_grouped_by_their_names(archive):
    frame = archive.stat("riichi_rate", by="player")

    names = set(archive.frame("players")["name"].dropna())
    assert set(frame["player"].dropna()) == names
    assert frame["n"].sum() == archive["seats"].num_rows


def test_kept_cells_are_those_of_the_tables(samples):
    run = read_manifest(folder(samples))
    kept = read_cells(run, CATALOGUE)

    keys = [(name, "ascending") for name in kept.column_names]
    assert kept.sort_by(keys).equals(compute(run, CATALOGUE, STORED).sort_by(keys))


def test_kept_cells_are_used_and_without_them_the_tables_are_counted(copy):
    kept = load_archive(copy).stat("draw_rate", by=["length", "room"])
    shutil.rmtree(copy / "hands")

    assert load_archive(copy).stat("draw_rate", by=["length", "room"]).equals(kept)
    with pytest.raises(UserMistake, match=r"hands/part-.*' is damaged"):
        load_archive(copy).stat("draw_rate", by=["kyoku"])


def test_cells_of_other_definitions_are_not_used(copy, monkeypatch):
    monkeypatch.setattr("analyzer.stats.stored.__version__", "0.0.1")

    assert read_cells(read_manifest(folder(copy)), [find("draw_rate")]) is None
    assert load_archive(copy).stat("draw_rate")["n"][0] > 0


def test_cells_of_other_tables_are_not_used(copy, samples):
    run = read_manifest(folder(copy))
    other = run._replace(parts={**run.parts, "wins": ()})

    assert read_cells(run, [find("draw_rate")]) is not None
    assert read_cells(other, [find("draw_rate")]) is None


def test_the_same_parts_give_the_same_bytes(samples, copy):
    shutil.rmtree(copy / STATS)
    digests = write_cells(read_manifest(folder(copy)))

    again = {path.name: path.read_bytes() for path in (copy / STATS).iterdir()}
    assert again == {path.name: path.read_bytes() for path in (samples / STATS).iterdir()}
    assert digests == {f"{STATS}/{name}": sha256(data).hexdigest() for name, data in again.items()}


def test_runs_loaded_together_have_the_rows_of_both(root, archive, tmp_path):
    paths = sorted((root / "data" / "samples").glob("*.mjlog"))
    halves = [write_logs(tmp_path / name, *paths[at::2]) for at, name in enumerate(("even", "odd"))]
    names = ["draw_rate", "tenpai_count", "draw_gain"]

    both = analyzer.load(*halves).stat(names, by="players")

    assert both.equals(archive.stat(names, by="players"))


def test_load_gives_tables_and_statistics(samples):
    archive = analyzer.load(samples)

    assert archive["games"].num_rows == 23
    assert archive.stat("draw_rate")["n"][0] > 0
