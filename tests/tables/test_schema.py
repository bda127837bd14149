import re

import pytest

from analyzer.tables.schema import DESCRIPTIONS, TABLES

TYPES = {
    *("bool", "int32", "int64", "float64", "date", "string", "category"),
    *("list<int32>", "list<category>"),
}
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]


@pytest.mark.parametrize("table", TABLES)
def test_names_of_a_table_are_distinct_and_plain(table):
    names = [column.name for column in TABLES[table]]

    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda value: getattr(value, "name", value))
def test_every_column_says_what_it_is(table, column):
    assert column.type in TYPES
    assert re.search(r"\.$", column.meaning)
    assert "|" not in "".join(column)


@pytest.mark.parametrize(
    ("table", "keys"),
    {
        "games": ["log_id"],
        "players": ["log_id", "seat"],
        "hands": ["log_id", "hand"],
        "seats": ["log_id", "hand", "seat"],
        "wins": ["log_id", "hand", "seat"],
        "draws": ["log_id", "hand"],
        "findings": ["log_id", "hand", "seat"],
        "plays": ["log_id", "hand", "seat"],
        "tehai": ["log_id", "hand", "seat"],
    }.items(),
)
def test_tables_are_joined_by_log_hand_and_seat(table, keys):
    names = [column.name for column in TABLES[table]]

    assert [name for name in names if name in ("log_id", "hand", "seat")] == keys


def test_columns_of_one_name_have_one_type():
    shared: dict[str, set[str]] = {}
    for _, column in COLUMNS:
        shared.setdefault(column.name, set()).add(column.type)

    assert {name: types for name, types in shared.items() if len(types) > 1} == {}


def test_the_key_of_games_alone_is_wider_than_the_other_integers():
    assert {column.name for _, column in COLUMNS if column.type == "int64"} == {"game"}


def test_every_table_is_described():
    assert list(DESCRIPTIONS) == list(TABLES)
