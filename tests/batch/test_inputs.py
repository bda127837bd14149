import numpy as np
import pyarrow as pa
import pytest

from analyzer.batch.inputs import (
    Input,
    counts_of,
    flags,
    input_table,
    integers,
    read_inputs,
    record_of,
    row_column,
    written,
)
from analyzer.batch.totals import InputKind
from analyzer.tables.schema import TABLES, game_key

LARGE_KEY = 0xFFEEDDCCBBAA9988


@pytest.fixture
def inputs():
    """A game, a log that could not be read, and rows of a database that hold no log."""
    counts = np.arange(6, dtype=np.int32).reshape(3, 2)
    return [
        Input("log", "a/log.xml", InputKind.READ, counts[0], bytes(range(16)), rule_set="tenhou"),
        Input("bad.xml", "bad.xml", InputKind.MALFORMED, counts[1], reason="is empty"),
        Input("logs.db", "logs.db", InputKind.ABSENT, counts[2], inputs=7),
    ]


@pytest.fixture
def table(inputs):
    rows = {"hands": np.array([8, 0, 0]), "findings": np.array([2, 1, 0])}
    return input_table(inputs, np.array([1, LARGE_KEY, 3], np.uint64), rows)


def test_inputs_are_read_as_they_were_written(table, inputs):
    again = read_inputs(written(table, ""))

    assert again.equals(table)
    assert again["log_id"].to_pylist() == ["log", "bad.xml", "logs.db"]
    assert again["digest"].to_pylist() == [bytes(range(16)), None, None]
    assert again["reason"].to_pylist() == [None, "is empty", None]
    assert again["rule_set"].to_pylist() == ["tenhou", None, None]
    assert again["inputs"].to_pylist() == [1, 1, 7]
    assert again["game"].to_pylist() == [game_key(one.log_id) for one in inputs]
    assert counts_of(again).tolist() == [[0, 1], [2, 3], [4, 5]]


def test_a_table_that_is_not_wanted_has_no_rows(table):
    rows = {name: table[row_column(name)].to_pylist() for name in TABLES}

    assert rows.pop("hands") == [8, 0, 0]
    assert rows.pop("findings") == [2, 1, 0]
    assert {*map(tuple, rows.values())} == {(0, 0, 0)}


def test_some_columns_are_read_in_the_order_asked_for(table):
    some = read_inputs(written(table, ""), ("source", "kind"))

    assert some.column_names == ["source", "kind"]
    assert integers(some, "kind").tolist() == [InputKind.READ, InputKind.MALFORMED, InputKind.ABSENT]


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


def test_no_inputs_are_an_empty_list():
    none = input_table([], np.zeros(0, np.uint64), {})

    again = read_inputs(written(none, ""))

    assert again.num_rows == 0
    assert integers(again, "key").tolist() == flags(again, "is_out").tolist() == []


def test_a_text_about_the_inputs_is_read_again(table):
    assert record_of(written(table, "read in Tōkyō")) == "read in Tōkyō"
