"""Which expressions could give values of any size, and that what people ask for is none of them."""

from __future__ import annotations

import pytest

from analyzer.errors import UserMistake
from analyzer.stats.catalogue import shipped_catalogue
from analyzer.stats.expressions import parsed, parsed_list

ITEMS = "[name || name || name || name, name || name || name || name]"
PLAYERS = ", ".join(f"'player {number:04}'" for number in range(900))
TOO_LARGE = {
    "a long text for every letter": f"replace(name, 'a', '{'b' * 5000}')",
    "a few for every letter again and again": "replace(" * 6 + "name" + ", 'a', 'aaaaaaaa')" * 6,
    "the same by a pattern": "regexp_replace(" * 6 + "name" + ", 'a', 'aaaaaaaa', 'g')" * 6,
    "a text between texts": "concat_ws(name, " * 20 + "name" + ", name, name)" * 20,
    "two characters for one": "hex(" * 50 + "name" + ")" * 50,
    "a sign before each sign": "[" * 50 + "name" + "::varchar]" * 50,
    "a list of lists for every item": (
        f"list_transform({ITEMS}, lambda name: list_transform({ITEMS}, lambda name: {ITEMS}))"
    ),
    "within a condition": f"honba > 0 AND length(replace(name, 'a', '{'b' * 5000}')) > 9",
    "lambdas within lambdas": "".join(f"list_transform(yaku, lambda x{n}: " for n in range(9))
    + "1"
    + ")" * 9,
}
USUAL = [
    "replace(replace(replace(name, 'a', 'b'), 'c', 'd'), 'e', 'ff')",
    "[x * 2 for x in shanten_after if x > 1]",
    "list_filter(yaku, lambda x: x IN ('riichi', 'ippatsu', 'tsumo', 'pinfu', 'tanyao', 'dora'))",
    "list_sum(list_transform(yaku, lambda x: list_sum(list_transform(yaku, lambda y: len(x) + len(y)))))",
    "array_to_string(list_sort(list_transform(yaku, lambda x: upper(x))), ', ')",
    "concat_ws('/', room, length, year)",
    "regexp_replace(name, '[0-9]+', '#', 'g')",
    f"name IN ({PLAYERS})",
    "CASE WHEN honba = 0 THEN 'none' WHEN honba < 3 THEN 'few' ELSE 'many' END",
    " AND ".join(["honba > 0"] * 500),
]


@pytest.mark.parametrize("text", TOO_LARGE.values(), ids=TOO_LARGE)
def test_an_expression_whose_values_could_fill_the_memory_is_refused(text):
    with pytest.raises(
        UserMistake, match="may give very large values; expected fewer functions in one another"
    ):
        parsed(text)


@pytest.mark.parametrize("text", USUAL)
def test_what_people_ask_for_is_counted(text):
    assert parsed(text)


def test_every_expression_of_the_catalogue_is_counted():
    for one in shipped_catalogue():
        assert all(parsed_list(text) for text in (one.value, one.of, one.usual) if text)
