from __future__ import annotations

import numpy as np
import pytest

from analyzer.formats.element_names import ATTRIBUTES, TAGS, UNKNOWN
from analyzer.formats.mjlog.markup import Form, Markup, attribute_text, concatenate, games_between, markup_of


def with_value(value: str, name: str = "sc") -> Markup:
    return markup_of([("mjloggm", [(name, value)])])


@pytest.mark.parametrize(
    ("value", "form", "values"),
    [
        ("", Form.INTEGERS, []),
        ("0", Form.INTEGERS, [0]),
        ("-1,20,3", Form.INTEGERS, [-1, 20, 3]),
        ("2147483647,-2147483648", Form.INTEGERS, [2147483647, -2147483648]),
        ("300,10.0,448,64.0", Form.MIXED, [300, 100, 448, 640]),
        ("-75,-0.5", Form.MIXED, [-75, -5]),
        ("1,0.0", Form.MIXED, [1, 0]),
        # Eight numbers in turn, then the chip pairs of a real chip table's form, all integers.
        ("1,1.0,2,2.0,3,3.0,4,-4.5,-1,0,12,0", Form.MIXED, [1, 10, 2, 20, 3, 30, 4, -45, -1, 0, 12, 0]),
    ],
)
def test_numbers_are_kept_as_numbers(value, form, values):
    markup = with_value(value)

    assert markup.form.tolist() == [form]
    assert markup.values.tolist() == values
    assert markup.text.size == 0
    assert attribute_text(markup, 0) == value


@pytest.mark.parametrize(
    "value",
    [
        "007", "-0", "+1", " 1", "1,", ",1", "1,,2", "1e3", "2147483648", "-2147483649",
        "99999999999999999999", "1.0", "1,2.00", "1,-0.0", "1,02.0", "1.0,2", "1,2.0,3,400000000.0",
        "1,2.0,3.0", "1,2.0,3", "1,2.0,3,4", "\N{ARABIC-INDIC DIGIT ONE}",
        "mt19937ar", "1,1.0,2,2.0,3,3.0,4,4.0,5,5.0",
    ],
)  # fmt: skip
def test_what_would_not_come_back_the_same_is_kept_as_text(value):
    markup = with_value(value)

    assert markup.form.tolist() == [Form.TEXT]
    assert markup.values.size == 0
    assert attribute_text(markup, 0) == value


def test_a_tag_with_a_number_is_tag_and_number():
    markup = markup_of([(name, []) for name in ("mjloggm", "T0", "G135", "W9999")])

    assert [TAGS[tag] for tag in markup.tag] == ["mjloggm", "T", "G", "W"]
    assert markup.digits.tolist() == [0, 0, 135, 9999]


@pytest.mark.parametrize("name", ["T", "T071", "T-1", "T10000", "X71", "t71", "T7a", "INIT2", "init"])
def test_any_other_name_is_an_unknown_tag_kept_as_text(name):
    markup = markup_of([(name, [("who", "1")])])

    assert markup.tag.tolist() == [UNKNOWN]
    assert markup.name.tolist() == [UNKNOWN, ATTRIBUTES.index("who")]
    assert attribute_text(markup, 0) == name


def test_an_unknown_attribute_is_kept_with_its_name():
    markup = with_value("1,2", name="wind")

    assert markup.name.tolist() == [UNKNOWN]
    assert markup.form.tolist() == [Form.TEXT]
    assert attribute_text(markup, 0) == "wind=1,2"


def test_concatenated_games_are_the_games_again():
    parts = [
        markup_of(
            [
                ("mjloggm", [("ver", "2.3")]),
                (f"T{tile}", []),
                ("N", [("who", "2"), ("m", "50251"), ("odd", "yes")]),
            ]
        )
        for tile in (1, 2, 3)
    ]

    joined = concatenate(parts)

    assert joined.digits.tolist() == [0, 1, 0, 0, 2, 0, 0, 3, 0]
    for place, part in enumerate(parts):
        for column, expected in zip(games_between(joined, place, place + 1), part, strict=True):
            np.testing.assert_array_equal(column, expected)
            assert column.dtype == expected.dtype


def test_no_games_at_all_are_a_markup_too():
    assert concatenate([]).game_offsets.tolist() == [0]
