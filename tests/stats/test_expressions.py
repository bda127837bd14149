"""What is an expression, what it is called, and which names are in it."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import shipped_catalogue
from analyzer.stats.expressions import parsed, parsed_list, query_words, takes_whole_rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "where is empty; expected an SQL expression"),
        (" \n", "where is empty"),
        ("honba AND", "where 'honba AND' is not an SQL expression: syntax error"),
        ("honba > 0)", "is not an SQL expression: syntax error"),
        ("honba > 0; select 1", "has 2 statements; expected one"),
        ("1; DROP TABLE seats", "has 2 statements; expected one"),
        ("1) FROM seats; DROP TABLE seats --", "is not an SQL expression"),
        ("\ud800", "is not an SQL expression"),
        ("'open", "is not an SQL expression"),
    ],
)
def test_a_text_that_is_no_expression_is_told_in_one_line(text, message):
    with pytest.raises(UserMistake, match=message) as told:
        parsed_list(text, "where")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", [None, 3, ["honba"]])
def test_an_expression_is_text(text):
    with pytest.raises(UserMistake, match="expected text"):
        parsed_list(text, "by")


@pytest.mark.parametrize(
    ("text", "sql", "words"),
    [
        ("honba > 0 -- more than none", "(honba > 0)", {"honba"}),
        ("honba /* riichi, too */ > 0", "(honba   > 0)", {"honba"}),
        ("riichi_turn IS NOT NULL;", "(riichi_turn IS NOT NULL)", {"riichi_turn", "is", "not", "null"}),
        ('"Honba" + KYOKU', '("Honba" + KYOKU)', {"honba", "kyoku"}),
        ("list_contains(yaku, 'riichi')", "(list_contains(yaku, 'riichi'))", {"yaku"}),
        ("year(date) = 'it''s year'", "(year(date) = 'it''s year')", {"date"}),
    ],
)
def test_names_are_found_and_texts_comments_and_functions_are_none(text, sql, words):
    found = parsed(text)

    assert (found.sql, found.words) == (sql, words)


def test_a_list_has_names_by_text_or_as():
    found = parsed_list(
        "seat_wind, honba>0, greatest(han, 1) AS hans, 'a,b' = name, cast(a as int) as \"the a\""
    )

    assert [one.name for one in found] == ["seat_wind", "honba>0", "hans", "'a,b' = name", "the a"]
    assert found[2].sql == "(greatest(han, 1))"
    assert parsed_list("seat_wind, honba, ") == parsed_list("seat_wind, honba")
    assert found[3].texts == ("a,b",)


def test_one_expression_is_not_several():
    with pytest.raises(UserMistake, match="has 2 expressions; expected one"):
        parsed("honba, kyoku", "where")


def test_every_expression_of_the_catalogue_is_parsed():
    for one in shipped_catalogue():
        assert all(parsed_list(text) for text in (one.value, one.of, one.usual) if text)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        (None, "expected text with one SELECT"),
        ("", "query has 0 statements; expected one"),
        ("SELECT 1; SELECT 2", "query has 2 statements; expected one"),
        ("SELECT * FRM seats", "query is not a SELECT: syntax error"),
        ("DROP TABLE seats", "query is not a SELECT; no query can write"),
        ("COPY (SELECT 1) TO 'x.parquet'", "query is not a SELECT"),
        ("SET threads = 4", "query is not a SELECT"),
    ],
)
def test_a_query_is_one_select(query, message):
    with pytest.raises(UserMistake, match=message):
        query_words(query)


def test_a_query_tells_its_names():
    query = "WITH q AS (SELECT game FROM Hands) SELECT sum(gain) AS n FROM q JOIN tables.seats USING (game)"

    assert {"q", "game", "hands", "gain", "seats"} <= query_words(query)
    assert "sum" not in query_words(query)


@pytest.mark.parametrize(
    ("query", "is_whole"),
    [
        ("SELECT turn, count(*), count ( * ) FROM hands", False),
        ("SELECT (SELECT turn) FROM hands", False),
        ("SELECT 2 * turn, turn * 2, honba * turn FROM hands", False),
        ("SELECT turn * (1 + honba) FROM hands", False),
        ("SELECT '*' FROM hands -- *", False),
        ("SELECT * FROM hands", True),
        ("SELECT DISTINCT ON (turn) * FROM hands", True),
        ("SELECT h.* EXCLUDE (turn) FROM hands h", True),
        ("SELECT count(*) FROM (SELECT DISTINCT * FROM hands)", True),
        ("SELECT turn FROM hands NATURAL JOIN seats", True),
        ("SELECT max(COLUMNS('honba.*')) FROM hands", True),
        ("FROM hands", True),
        ("TABLE hands", True),
        ("SUMMARIZE hands", True),
    ],
)
def test_a_query_that_may_take_columns_without_their_names_is_told(query, is_whole):
    assert takes_whole_rows(query, ["turn", "honba"]) == is_whole
