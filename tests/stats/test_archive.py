"""The archive as a researcher holds it: from kept cells, from tables, and both alike."""

import shutil

import pytest

import analyzer
from analyzer.errors import UserMistake
from analyzer.stats import STATS
from analyzer.stats.archive import load_archive, statistics_table
from analyzer.stats.catalogue import CATALOGUE, find
from analyzer.stats.compute import compute
from analyzer.stats.groups import STORED
from analyzer.stats.stored import read_cells, write_cells


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
    kept = read_cells(samples, CATALOGUE)

    keys = [(name, "ascending") for name in kept.column_names]
    assert kept.sort_by(keys).equals(compute(samples, CATALOGUE, STORED).sort_by(keys))


def test_kept_cells_are_used_and_without_them_the_tables_are_counted(copy):
    kept = load_archive(copy).stat("draw_rate", by=["length", "room"])
    shutil.rmtree(copy / "hands")

    assert load_archive(copy).stat("draw_rate", by=["length", "room"]).equals(kept)
    with pytest.raises(UserMistake, match="has no table 'hands'"):
        load_archive(copy).stat("draw_rate", by=["kyoku"])


def test_cells_of_other_definitions_are_not_used(copy, monkeypatch):
    monkeypatch.setattr("analyzer.stats.stored.__version__", "0.0.1")

    assert read_cells(copy, [find("draw_rate")]) is None
    assert load_archive(copy).stat("draw_rate")["n"][0] > 0


def test_the_same_tables_give_the_same_bytes(samples, tmp_path):
    write_cells(samples, tmp_path)

    again = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert again == {path.name: path.read_bytes() for path in (samples / STATS).iterdir()}


def test_an_archive_added_to_itself_has_twice_the_rows_and_the_same_values(archive):
    statistics = [find(name) for name in ("draw_rate", "tenpai_count", "draw_gain")]

    once = statistics_table([archive], statistics, ["players"]).to_pandas()
    twice = statistics_table([archive, archive], statistics, ["players"]).to_pandas()

    assert (twice["n"] == 2 * once["n"]).all()
    assert twice["value"].equals(once["value"])


def test_load_gives_tables_and_statistics(samples):
    archive = analyzer.load(samples)

    assert archive["games"].num_rows == 23
    assert archive.stat("draw_rate")["n"][0] > 0
