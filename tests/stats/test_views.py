"""Views: the names of their columns, what these mean, and the joins that they need."""

import re

from analyzer.stats.views import Views, shipped_views
from tests.case_files import whole

VIEWS = Views(whole("stats/views"))


def test_joined_columns_have_the_name_of_their_table_where_their_own_is_taken():
    columns = VIEWS["early"].columns()

    assert {"kans", "hand_kans", "sums_kans", "hands", "turn", "hand_end", "a", "b"} <= {*columns}
    assert columns.count("game") == columns.count("year") == 1


def test_only_the_joins_that_are_needed_are_made_by_the_keys_that_a_table_has():
    early = VIEWS["early"]
    sql = early.select(["hands", "hand_kans", "seat"])

    assert early.select(["seat"]).count("JOIN") == 1
    assert VIEWS["all_seats"].select(["seat", "a"]).count("JOIN") == 0
    assert early.tables(["sums_kans"]) == {"seats", "hands", "sums"}
    assert [sql.count(f'own."{key}" = ') for key in ("game", "hand", "seat")] == [2, 1, 0]
    assert sql.count("JOIN") == 2


def test_a_column_means_what_its_table_or_its_own_row_says():
    early = {one.name: one[1:4] for one in VIEWS["early"].described()}
    rons = {one.name: one[1:4] for one in VIEWS["rons"].described()}

    assert early["a"] == ("int32", "turns", "After it.")
    assert early["b"] == ("bool", "", "Late.")
    assert early["late"] == rons["late"] == ("bool", "", "In the second half of the year.")
    assert early["sums_kans"] == ("int32", "count", "Kans of all seats.")
    assert early["kans"] == ("int32", "count", "Kans of any kind.")
    assert early["hand_kans"] == ("int32", "count", "Kans of any kind by all seats.")
    assert early["riichi_turn"][2].endswith("declared riichi, from 1. Null: no riichi.")
    assert rons["seat"] == ("int32", "0-3", "Seat that dealt in.")
    assert rons["points"][:2] == ("int32", "points")


def test_every_view_has_the_month_and_every_column_a_meaning_and_every_number_a_unit():
    views = shipped_views()
    of_views = {name: view.described() for name, view in views.items()}
    told = [(name, one) for name, columns in of_views.items() for one in columns]

    assert len(told) > 3_000
    assert [(name, one.name) for name, one in told if not re.fullmatch(r"\S.*\.", one.meaning)] == []
    numbers = [(name, one) for name, one in told if re.search("int|float", one.type)]
    assert [(name, one.name) for name, one in numbers if not one.unit] == []
    assert {name for name, one in told if one.name == "year_month"} == {*views}


def test_what_helper_tables_say_is_of_columns_that_they_have():
    views = shipped_views()
    for name, helper in views.helpers.items():
        columns = views.shapes.columns_of(views.shapes.place(name))
        assert {*columns} == {*helper["columns"], *({*columns} & {"game", "hand", "seat"})}
