"""Views: the names of their columns, and the joins that they need."""

from analyzer.stats.views import Views, shipped_views

VIEWS = {
    "tables": {"sums": {"sql": "SELECT game, hand, sum(kans) AS kans FROM tables.seats GROUP BY ALL"}},
    "views": {
        "all_seats": {
            "table": "seats",
            "joins": {"hands": ["game", "hand"], "games": ["game"], "sums": ["game", "hand"]},
            "meaning": "Seats.",
            "columns": {"a": {"sql": "riichi_turn > 3"}, "b": {"sql": "a and honba > 0"}},
        },
        "early": {"of": "all_seats", "where": "not b", "meaning": "Some seats."},
    },
}


def test_joined_columns_have_the_name_of_their_table_where_their_own_is_taken():
    columns = Views(VIEWS)["early"].columns()

    assert {"kans", "hand_kans", "sums_kans", "hands", "turn", "hand_end", "a", "b"} <= {*columns}
    assert columns.count("game") == columns.count("year") == 1


def test_only_the_joins_that_are_needed_are_made():
    early = Views(VIEWS)["early"]

    assert early.select(["seat"]).count("JOIN") == 1
    assert Views(VIEWS)["all_seats"].select(["seat", "a"]).count("JOIN") == 0
    assert early.tables(["sums_kans"]) == {"seats", "hands", "sums"}


def test_every_column_of_every_view_can_be_computed():
    views = shipped_views()
    for name in views.names():
        assert views.shapes.describe(views[name].select(views[name].columns()))
