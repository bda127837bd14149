"""The archive as a researcher holds it: statistics, own rates, queries, and what is said of mistakes."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.archive import load_archive
from analyzer.stats.catalogue import shipped_catalogue
from analyzer.stats.views import shipped_views
from analyzer.tables.schema import TABLES
from tests.written_runs import write_run

pytestmark = pytest.mark.usefixtures("one_database")


def test_axes_categories_and_several_statistics_have_columns_of_their_own(archive):
    by_axes = archive.stat("draw_tenpai_count", by="room, is_all_last AS all_last")
    frame = archive.stat(["draw_rate", "draw_tenpai_count"])

    assert [*by_axes.columns][:4] == ["players", "room", "all_last", "category"]
    assert [*frame.columns] == [
        *("statistic", "players", "category", "category_number"),
        *("value", "low", "high", "n", "games", "left_out", "few"),
    ]
    assert frame["statistic"].unique().tolist() == ["draw_rate", "draw_tenpai_count"]
    counts = frame[frame["statistic"] == "draw_tenpai_count"]
    assert counts["category_number"].astype(int).astype(str).tolist() == counts["category"].tolist()
    assert frame["category_number"].isna().tolist() == (frame["statistic"] == "draw_rate").tolist()


def test_a_statistic_is_found_by_tab_and_called(archive):
    assert {*dir(archive.stats)} == {*shipped_catalogue().names}
    assert archive.stats.draw_rate(by="room").equals(archive.stat("draw_rate", by="room"))
    assert "draw_rate" in archive.stats._ipython_key_completions_()
    assert archive.stats["draw_rate"]().equals(archive.stat("draw_rate"))
    with pytest.raises(AttributeError, match="did you mean 'draw_rate'"):
        _ = archive.stats.draw_rates


def test_statistics_are_searched_by_words(archive):
    found = archive.statistics("draw RATE")

    assert "draw_rate" in found["name"].tolist()
    assert archive.statistics()["name"].tolist() == [*shipped_catalogue().names]
    assert archive.statistics("no such words").empty


def test_help_lists_the_views_and_the_stored_tables(archive):
    lines = repr(archive).splitlines()

    assert lines[0].endswith("; help(view) has the columns")
    names = [line.split()[0] for line in lines[1:]]
    assert names == [*shipped_views(), *(f"tables.{name}" for name in TABLES)]
    assert lines[1].split(maxsplit=1)[1] == "One row per game"
    assert archive._repr_html_().count("<tr>") == len(lines)


def test_help_on_a_view_has_type_unit_and_meaning_of_its_columns(archive):
    lines = repr(archive.help("riichi")).splitlines()
    found = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines[1:]}

    assert lines[0].startswith("riichi: One row per seat that declared riichi")
    assert found["is_chased"] == "bool; Another seat declared after this one"
    assert found["delta"].startswith("int32; points; Score change by the result")
    assert found["accepted_count"] == "int64; seats; Seats whose riichi was accepted"
    assert '<td style="text-align:left">Another seat declared after this one.</td>' in (
        archive.help("riichi")._repr_html_()
    )


@pytest.mark.parametrize("name", ["draws", "tables.draws"])
def test_help_on_a_stored_table_says_when_columns_are_null(archive, name):
    lines = repr(archive.help(name)).splitlines()

    for column, line in zip(TABLES["draws"], lines[1:], strict=True):
        assert line.split()[:2] == [column.name, f"{column.type};"]
        assert line.endswith(f"; null when {column.null}" if column.null else column.meaning.rstrip("."))


def test_months_are_an_axis(archive):
    by_month = archive.stat("draw_rate", by="date_trunc('month', date) AS month")
    by_text = archive.stat("draw_rate", by="year_month")

    days = archive.sql("SELECT DISTINCT players, date FROM hands ORDER BY ALL").dropna()
    months = sorted({(players, day.strftime("%Y-%m")) for players, day in days.itertuples(index=False)})
    shown = by_month.dropna(subset=["month"])
    assert list(zip(shown["players"], shown["month"].dt.strftime("%Y-%m-%d"), strict=True)) == [
        (players, f"{month}-01") for players, month in months
    ]
    shown = by_text.dropna(subset=["year_month"])
    assert list(zip(shown["players"], shown["year_month"], strict=True)) == months
    assert by_text["value"].tolist() == by_month["value"].tolist()


def test_whole_rows_of_a_view_lack_only_columns_of_a_table_that_the_run_left_out(archive):
    whole = set(archive.sql("SELECT * FROM seats LIMIT 1").columns)

    assert {"gain", "outcome", "room"} <= whole
    assert "suji_waits" not in whole
    for ask in (
        lambda: archive.sql("SELECT suji_waits FROM seats"),
        lambda: archive.stat("riichi_win_rate", by="wait_looks"),
    ):
        with pytest.raises(UserMistake, match="has no table 'plays': its run left it out"):
            ask()


def test_a_query_over_a_table_that_the_run_left_out_says_so(reviews, tmp_path):
    out = write_run(tmp_path / "out", *reviews, wanted=["games", "findings"])
    archive = load_archive(out)

    # A column of games has the name of that table.
    assert archive.sql("SELECT max(hands) AS most FROM tables.games")["most"][0] > 0
    with pytest.raises(UserMistake, match="has no table 'hands': its run left it out"):
        archive.sql("SELECT count(*) FROM hands")


def test_axes_and_queries_give_signed_numbers(archive):
    frame = archive.stat("win_rate", by="riichi_turn - first_riichi_turn AS later, seat - 3 AS before")
    found = archive.sql(
        "SELECT min(sign(delta)) AS a, 1::utinyint AS b, 1::uinteger AS c, min(seat - 9) AS d FROM seats"
    )

    assert frame["later"].dtype == frame["before"].dtype == "Int32"
    assert {*frame["before"]} == {-3, -2, -1, 0}
    assert frame["later"].min() == 0
    assert found.dtypes.astype(str).to_dict() == {"a": "Int32", "b": "Int32", "c": "Int64", "d": "Int32"}
    assert (found["b"] - 2).tolist() == [-1]
