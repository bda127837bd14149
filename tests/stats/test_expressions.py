"""What is an expression over the columns of a row, and what is not."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.expressions import parsed, parsed_list, parsed_query

HARM = [
    "1; DROP TABLE seats",
    "1) FROM seats; DROP TABLE seats --",
    "1 FROM read_text('/etc/passwd')",
    "(SELECT content FROM read_text('/etc/passwd'))",
    "EXISTS (SELECT 1 FROM glob('/*'))",
    "seat IN (SELECT 1)",
    "read_text('/etc/passwd')",
    "getenv('HOME')",
    "current_setting('temp_directory')",
    "getvariable('x')",
    "nextval('x')",
    "write_log('x')",
    "random() < 0.5",
    "lpad('a', 2000000000, 'b') = ''",
    "length(format('{:1000000000d}', honba)) > 0",
    "length(printf('%01000000000d', honba)) > 0",
    "len(range(1000000000)) > 1",
    "bar(1, 0, 1, 100000000) = ''",
    "list_reduce([name, name], lambda x, y: x || y) = ''",
    "to_json(name) = ''",
    "alias(honba) = ''",
    "__internal_json_copy_to_json(honba) = ''",
    "now()",
    "main.upper('x')",
    "unnest([1, 2])",
    "sum(gain)",
    "count(*)",
    "sum(gain) OVER ()",
    "*",
    "COLUMNS('.*')",
    "seats.seat",
    "$1",
    "?",
    "#1",
    "DEFAULT",
    "a WHERE b",
    "a GROUP BY ALL",
    "a ORDER BY a",
    "a LIMIT 1",
    "a UNION SELECT 1",
    "DISTINCT a",
    "a AND",
    "",
    "COPY seats TO 'x.parquet'",
    "x" * 100_000,
    "(" * 5_000 + "1" + ")" * 5_000,
]


@pytest.mark.parametrize("text", HARM, ids=[text[:30] for text in HARM])
def test_nothing_but_an_expression_is_taken(text):
    with pytest.raises(UserMistake):
        parsed_list(text, "where")


def test_brackets_that_would_take_the_parser_minutes_are_refused_before_it():
    with pytest.raises(UserMistake, match="more than 500 brackets within one another"):
        parsed("(" * 10_000)
    assert parsed("(" * 100 + "honba" + ")" * 100).columns == {"honba"}


@pytest.mark.parametrize("text", [None, 3, ["honba"]])
def test_an_expression_is_text(text):
    with pytest.raises(UserMistake, match="expected text"):
        parsed_list(text, "by")


@pytest.mark.parametrize(
    ("text", "sql", "columns"),
    [
        ("honba > 0 -- more than none", "(honba > 0)", {"honba"}),
        ("riichi_turn IS NOT NULL;", "(riichi_turn IS NOT NULL)", {"riichi_turn"}),
        ("Honba", "Honba", {"honba"}),
        ("list_contains(yaku, 'riichi')", "list_contains(yaku, 'riichi')", {"yaku"}),
        ("case when tenpai then 'a''b' end", "CASE  WHEN (tenpai) THEN ('a''b') ELSE NULL END", {"tenpai"}),
    ],
)
def test_an_expression_is_written_anew_without_what_does_not_belong_to_it(text, sql, columns):
    found = parsed(text)

    assert (found.sql, found.columns) == (sql, columns)


def test_what_a_lambda_binds_is_no_column():
    assert parsed("list_filter(shanten_after, lambda x: x < turn)").columns == {"shanten_after", "turn"}


def test_a_list_has_names_by_text_or_as():
    found = parsed_list("seat_wind, honba>0, greatest(han, 1) AS hans, 'a,b' = name")

    assert [one.name for one in found] == ["seat_wind", "honba>0", "hans", "'a,b' = name"]


def test_one_expression_is_not_several():
    with pytest.raises(UserMistake, match="has 2 expressions; expected one"):
        parsed("honba, kyoku", "where")


def test_values_that_columns_are_compared_with_are_told():
    found = parsed("room = 'houou' AND 3 <> players AND year IN (2019, 2020) AND length = tonpuu")

    assert {*found.compared} == {("room", "houou"), ("players", 3), ("year", 2019), ("year", 2020)}
    assert found.paired == (("length", "tonpuu"),)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT 1; SELECT 2",
        "DROP TABLE seats",
        "COPY (SELECT 1) TO 'x.parquet'",
        "ATTACH 'x.parquet'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "PRAGMA database_list",
        "SET threads = 4",
        "CALL checkpoint()",
        "CREATE TABLE x AS SELECT 1",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_parquet('x.parquet')",
        "SELECT * FROM glob('/*')",
        "SELECT * FROM query('SELECT 1')",
        "SELECT * FROM json_execute_serialized_sql('{}')",
        "SELECT * FROM pandas_scan(1::POINTER)",
        "SELECT * FROM seats WHERE getenv('HOME') = ''",
        "SELECT current_setting('temp_directory')",
    ],
)
def test_a_query_is_one_select_over_tables(query):
    with pytest.raises(UserMistake):
        parsed_query(query)


def test_a_query_tells_its_tables_and_columns():
    query = (
        "WITH q AS (SELECT game, turn FROM hands) SELECT q.turn, sum(gain) FROM q JOIN seats s USING (hand)"
    )

    assert parsed_query(query) == ({"q", "hands", "seats"}, {"game", "turn", "q", "gain", "hand"})
    assert parsed_query("SELECT * FROM hands") == ({"hands"}, None)
    assert parsed_query("SELECT turn FROM hands NATURAL JOIN seats") == ({"hands", "seats"}, None)
