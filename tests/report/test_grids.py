"""Tables as the template wants them."""

from analyzer.report.grids import Percent, grid


def test_columns_of_numbers_are_known_and_written_with_separators():
    shown = grid("c", ("name", "n", "rate"), [("a", 1234567, Percent(0.12345)), ("b", 2, Percent(1))])

    assert shown.numeric == {1, 2}
    assert shown.rows == (("a", "1,234,567", "12.35 %"), ("b", "2", "100.00 %"))


def test_what_is_missing_is_empty_and_small_numbers_keep_their_digits():
    assert grid("c", ("a", "b"), [(None, 0.012344), (True, 123456.7)]).rows == (
        ("", "0.01234"),
        ("yes", "123,457"),
    )
