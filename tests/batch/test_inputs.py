"""The list of the inputs of a unit, as it is kept and read again."""

import numpy as np
import pyarrow as pa
import pytest

from analyzer.batch.kept_units import (
    KeptUnit,
    counts_of,
    flags,
    inputs_of,
    integers,
    keep,
    kept_units,
    row_column,
)
from analyzer.batch.totals import InputKind
from analyzer.batch.unit_rows import Input, input_table
from analyzer.tables.schema import TABLES, game_key

LARGE_KEY = 0xFFEEDDCCBBAA9988


@pytest.fixture
def inputs():
    """A game, a log that could not be read, and rows of a database that hold no log."""
    counts = np.arange(6, dtype=np.int32).reshape(3, 2)
    return [
        Input("log", "a/log.xml", InputKind.READ, counts[0], 1, bytes(range(16)), rule_set="tenhou"),
        Input("bad.xml", "bad.xml", InputKind.MALFORMED, counts[1], LARGE_KEY, reason="is empty"),
        Input("logs.db", "logs.db", InputKind.ABSENT, counts[2], 3, inputs=7),
    ]


@pytest.fixture
def table(inputs):
    rows = {"hands": np.array([8, 0, 0]), "findings": np.array([2, 1, 0])}
    return input_table(inputs, rows)


@pytest.fixture
def again(out):
    """Keeps a table as the inputs of a unit; gives these, or some columns, as they are read again."""

    def read(table, columns=None):
        return inputs_of(out, keep(out, KeptUnit("0123456789abcdef", "-", b""), table, {}), columns)

    return read


def test_inputs_are_read_as_they_were_kept_in_the_order_of_log_ids(table, inputs, again):
    assert again(table).equals(table.take(pa.array([1, 0, 2])))


def test_inputs_are_kept_with_all_that_is_known_of_them(table, inputs):
    assert table["log_id"].to_pylist() == ["log", "bad.xml", "logs.db"]
    assert table["digest"].to_pylist() == [bytes(range(16)), None, None]
    assert table["reason"].to_pylist() == [None, "is empty", None]
    assert table["rule_set"].to_pylist() == ["tenhou", None, None]
    assert table["inputs"].to_pylist() == [1, 1, 7]
    assert table["game"].to_pylist() == [game_key(one.log_id) for one in inputs]
    assert counts_of(table).tolist() == [[0, 1], [2, 3], [4, 5]]


def test_a_table_that_is_not_wanted_has_no_rows(table):
    rows = {name: table[row_column(name)].to_pylist() for name in TABLES}

    assert rows.pop("hands") == [8, 0, 0]
    assert rows.pop("findings") == [2, 1, 0]
    assert {*map(tuple, rows.values())} == {(0, 0, 0)}


def test_some_columns_are_read_in_the_order_asked_for(table, again):
    some = again(table, ("source", "kind"))

    assert some.column_names == ["source", "kind"]
    assert integers(some, "kind").tolist() == [InputKind.MALFORMED, InputKind.READ, InputKind.ABSENT]


def test_keys_keep_their_bits(table):
    assert integers(table, "key").view(np.uint64).tolist() == [1, LARGE_KEY, 3]


def test_flags_and_numbers_of_a_slice_are_those_of_its_rows(table):
    flagged = table.set_column(
        table.schema.get_field_index("is_out"), "is_out", pa.array([False, True, False])
    )

    assert flags(flagged.slice(1), "is_out").tolist() == [True, False]
    assert integers(flagged.slice(1), "inputs").tolist() == [1, 7]
    assert counts_of(flagged.slice(1)).tolist() == [[2, 3], [4, 5]]
    assert flags(flagged.slice(3), "is_out").tolist() == []


def test_no_inputs_are_an_empty_list(again):
    none = again(input_table([], {}))

    assert none.num_rows == 0
    assert integers(none, "key").tolist() == flags(none, "is_out").tolist() == []


def test_what_is_known_of_the_unit_is_read_again(table, out):
    unit = KeptUnit("0123456789abcdef", "read in Tōkyō", b"\0\xff", replaces=("a", "b"))

    kept = keep(out, unit, table, {})

    assert kept_units(out) == {unit.unit: kept}
