"""What is an expression, what it is called, and which names are in it."""

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.expressions import parsed, parsed_list, takes_whole_rows
from tests.case_files import rows


def test_names_are_found_and_texts_comments_and_functions_are_none():
    for row in rows("stats/expressions", "parsed"):
        found = parsed(row["text"])
        assert (found.sql, found.words) == (row["sql"], {*row["words"]})


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


def test_a_query_that_may_take_columns_without_their_names_is_told():
    for row in rows("stats/expressions", "queries"):
        assert takes_whole_rows(row["query"], ["turn", "honba"]) == row["whole"], row["query"]
