"""What is an expression, what it is called, and which names are in it."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.expressions import parsed, parsed_list, takes_whole_rows


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


def test_text_that_no_encoding_has_is_no_expression():
    with pytest.raises(UserMistake, match="is not an SQL expression"):
        parsed_list("\ud800", "where")


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
