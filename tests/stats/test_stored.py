"""The statistics that a run keeps beside its tables."""

import pyarrow.parquet as pq
import pytest

from analyzer.batch.reviews import Terms, review_all
from analyzer.sources import iter_logs
from analyzer.stats import Extent, stored
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import Catalogue, shipped_catalogue
from analyzer.stats.stored import write_statistics
from tests.written_runs import write_run


@pytest.fixture(scope="module")
def parts(root, tmp_path_factory):
    """A run over some sample games in two parts or more."""
    logs = sorted((root / "data" / "samples").glob("*.mjlog"))
    halves = [
        batch.review for half in (logs[:3], logs[3:6]) for batch in review_all(iter_logs(half), Terms())
    ]
    return load_archive(write_run(tmp_path_factory.mktemp("parts") / "out", *halves)).runs[0]


def test_a_run_keeps_the_headline_statistics_and_all_when_asked(archive, monkeypatch):
    some = [one for one in shipped_catalogue() if one.topic in ("draws", "riichi", "players")]
    monkeypatch.setattr(stored, "shipped_catalogue", lambda: Catalogue(some))
    kept = archive.runs[0].folder
    of_extent = {}
    for extent in (Extent.ALL, Extent.HEADLINE):
        write_statistics(archive.runs[0], extent)
        of_extent[extent] = pq.read_table(kept.local / "stats.parquet").to_pandas()

    everything, table = of_extent[Extent.ALL], pq.read_table(kept.local / "stats.parquet")
    headline = {one.name for one in some if one.headline}
    assert {*table["statistic"].unique().to_pylist()} == headline
    assert {"draw_rate_with_riichi", "riichi_gain"} <= headline
    # What has no meaning without an axis is left out.
    assert {*everything["statistic"]} == {one.name for one in some if not one.axis}
    wanted = everything[everything["statistic"].isin(headline)].reset_index(drop=True)
    assert wanted.equals(of_extent[Extent.HEADLINE])
    assert set(table["by"].unique().to_pylist()) == {"overall", "year", "room", "length"}
    assert b"definition.draw_rate" in table.schema.metadata
    own = table.to_pandas().query("statistic == 'draw_rate' and by == 'room'")
    counted = archive.stat("draw_rate", by="room")
    assert own[["players", "room", "value", "n", "games"]].values.tolist() == (
        counted[["players", "room", "value", "n", "games"]].values.tolist()
    )


@pytest.mark.parametrize(("processes", "least"), [(1, "_SPREAD_GAMES"), (2, "_MANY_GAMES")])
def test_many_games_are_counted_in_processes_of_their_own_to_the_same_values(
    parts, monkeypatch, processes, least
):
    run, spread_over = parts, []
    few = [one for one in shipped_catalogue() if one.topic == "draws" and one.headline]
    monkeypatch.setattr(stored, "shipped_catalogue", lambda: Catalogue(few))

    def spread(work, tasks):
        spread_over.append([sum(part.rows for part in task.parts_of("games")) for task in tasks])
        return [work(task) for task in tasks]

    here = write_statistics(run, processes=processes, spread=spread)
    monkeypatch.setattr(stored, least, 1)
    there = write_statistics(run, processes=processes, spread=spread)

    (games,) = spread_over
    assert len(games) == processes
    assert all(games)
    assert sum(games) == sum(part.rows for part in run.parts_of("games"))
    assert here == there
