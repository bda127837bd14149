from __future__ import annotations

import numpy as np
import pytest

from analyzer.formats.element_names import ATTRIBUTES, TAGS, UNKNOWN
from analyzer.formats.mjlog.markup import Form, Markup, MarkupBuilder, attribute_text, concatenate


def markup_of(value: str, name: str = "sc") -> Markup:
    builder = MarkupBuilder()
    builder.start_game()
    builder.element("mjloggm", [(name, value)])
    return builder.build()


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
    markup = markup_of(value)

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
    markup = markup_of(value)

    assert markup.form.tolist() == [Form.TEXT]
    assert markup.values.size == 0
    assert attribute_text(markup, 0) == value


def test_a_tag_with_a_number_is_tag_and_number():
    builder = MarkupBuilder()
    builder.start_game()
    for name in ("T0", "G135", "W9999"):
        builder.element(name)

    markup = builder.build()

    assert [TAGS[tag] for tag in markup.tag] == ["T", "G", "W"]
    assert markup.digits.tolist() == [0, 135, 9999]


@pytest.mark.parametrize("name", ["T", "T071", "T-1", "T10000", "X71", "t71", "T7a", "INIT2", "init"])
def test_any_other_name_is_an_unknown_tag_kept_as_text(name):
    builder = MarkupBuilder()
    builder.start_game()
    builder.element(name, [("who", "1")])

    markup = builder.build()

    assert markup.tag.tolist() == [UNKNOWN]
    assert markup.name.tolist() == [UNKNOWN, ATTRIBUTES.index("who")]
    assert attribute_text(markup, 0) == name


def test_an_unknown_attribute_is_kept_with_its_name():
    markup = markup_of("1,2", name="wind")

    assert markup.name.tolist() == [UNKNOWN]
    assert markup.form.tolist() == [Form.TEXT]
    assert attribute_text(markup, 0) == "wind=1,2"


def test_concatenated_games_are_the_games_built_together():
    def add(builder: MarkupBuilder, tile: int) -> None:
        builder.start_game()
        builder.element("mjloggm", [("ver", "2.3")])
        builder.element(f"T{tile}")
        builder.element("N", [("who", "2"), ("m", "50251"), ("odd", "yes")])

    together, parts = MarkupBuilder(), []
    for tile in (1, 2, 3):
        add(together, tile)
        alone = MarkupBuilder()
        add(alone, tile)
        parts.append(alone.build())

    joined = concatenate(parts)

    for column, expected in zip(joined, together.build(), strict=True):
        np.testing.assert_array_equal(column, expected)
        assert column.dtype == expected.dtype


def test_no_games_at_all_are_a_markup_too():
    assert concatenate([]).game_offsets.tolist() == [0]
