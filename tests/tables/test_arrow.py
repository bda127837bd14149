"""Columns as Arrow: what does not fit is null, and the types are those of the schema."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pytest

from analyzer.tables.arrow import Coded, Nullable, arrow_schema, arrow_table, stored_schema
from analyzer.tables.schema import TABLES
from tests.written_runs import build_tables


def findings(**columns):
    """Three rows, most of them null."""
    blank = {
        column.name: [None if column.null else "x"] * 3
        for column in TABLES["findings"]
        if column.name not in ("game", "count")
    }
    return arrow_table("findings", {**blank, "game": np.arange(3), "count": [1] * 3, **columns})


@pytest.mark.parametrize(
    "given", [[-3, 1 << 31, 0], np.array([-3, 1 << 31, 0]), np.array([-3.0, float(1 << 31), 0.0])]
)
def test_a_number_that_its_column_cannot_hold_is_null(given):
    assert findings(seat=given)["seat"].to_pylist() == [-3, None, 0]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"count": np.array([1, 1 << 31, 1])}, "column count has nulls"),
        ({"check": ["a", None, "b"]}, "column check has nulls"),
        ({"colour": ["red"] * 3}, r"differ from its schema: \['colour'\]"),
    ],
)
def test_a_null_where_none_may_stand_and_a_strange_column_are_errors(columns, message):
    with pytest.raises(ValueError, match=message):
        findings(**columns)


def test_values_keep_their_nulls():
    rows = findings(
        hand=Nullable(np.array([1, 2, 3], np.int32), np.array([False, True, False])),
        rule_set=Coded(np.array([1, -1, 0]), ("wrc", "tenhou")),
        reason=["a", None, ""],
    )

    assert rows["hand"].to_pylist() == [1, None, 3]
    assert rows["rule_set"].to_pylist() == ["tenhou", None, "wrc"]
    assert rows["reason"].to_pylist() == ["a", None, ""]


@pytest.mark.parametrize("name", TABLES)
def test_a_built_table_has_the_types_of_the_schema(small_review, name):
    built = build_tables(small_review, [name])[name].schema

    assert built.metadata == arrow_schema(name).metadata
    assert [field.nullable for field in built] == [field.nullable for field in arrow_schema(name)]
    assert [as_stored(field.type) for field in built] == stored_schema(name).types


def as_stored(arrow_type):
    """The type without the encoding of repeated strings."""
    if pa.types.is_list(arrow_type):
        return pa.list_(arrow_type.value_field.with_type(as_stored(arrow_type.value_type)))
    return arrow_type.value_type if pa.types.is_dictionary(arrow_type) else arrow_type


def test_fields_tell_their_meaning_unit_and_null():
    hand, reason = (arrow_schema("findings").field(name) for name in ("hand", "reason"))

    assert hand.metadata == {
        b"meaning": b"Index of the hand in its game, from 0.",
        b"unit": b"index",
        b"null": b"outside any hand",
    }
    assert reason.metadata.keys() == {b"meaning", b"null"}


def test_the_tables_of_a_run_need_no_pandas(tmp_path, small_game):
    for name in ("2022010101gm-00a9-0000-0000000a", "copy"):
        (tmp_path / f"{name}.mjlog").write_bytes(small_game)
    (tmp_path / "broken.mjlog").write_bytes(b"<mjloggm>")
    words = ["run", str(tmp_path), "--out", str(tmp_path / "out"), "--stats", "none"]
    program = f"""
import sys
from analyzer.cli.group import cli
try:
    cli.main({words!r})
finally:
    sys.exit("pandas" in sys.modules)
"""

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
    assert (tmp_path / "out" / "manifest.json").exists()
