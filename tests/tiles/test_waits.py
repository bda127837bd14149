"""Waits and their shapes: named ones, and those of the definition."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.tiles.counts import counts, mask_text
from analyzer.tiles.suits import suit_tables
from analyzer.tiles.waits import WaitShape, is_read_in_runs, wait_shapes, waits
from tests.case_files import each, rows
from tests.tiles.tehai import near_wins, waits_by_definition


@each(rows("tiles/waits", "named"))
def test_a_tehai_has_its_waits(row):
    assert mask_text(int(waits(counts(row["tehai"])[None])[0])) == row["waits"]


def test_waits_are_those_of_the_definition_on_seeded_tehai():
    rows = near_wins(400, seed=1)

    found = waits(rows)

    assert np.count_nonzero(found) > 120
    assert [int(mask) for mask in found] == [waits_by_definition(row) for row in rows]


@pytest.mark.long
def test_compiled_and_plain_waits_and_shapes_are_identical():
    rows = near_wins(5000, seed=2)

    plain = waits(rows)
    with kernels.compiling():
        compiled = waits(rows)

        shapes = wait_shapes(rows, compiled)

    assert plain.dtype == compiled.dtype == np.uint64
    assert np.array_equal(plain, compiled)
    assert np.array_equal(wait_shapes(rows, plain), shapes)


def test_more_than_four_of_a_kind_is_refused():
    with pytest.raises(ValueError, match="more than four"):
        waits(counts("11111m")[None])


@each(rows("tiles/waits", "shapes"))
def test_the_shape_of_a_wait(row):
    concealed = counts(row["says"])[None]

    assert WaitShape(wait_shapes(concealed, waits(concealed))[0]) is WaitShape[row["shape"].upper()]


@each(rows("tiles/waits", "runs"))
def test_three_of_a_kind_are_read_in_a_run_for_some_wait_or_in_none(row):
    tehai, kind = counts(row["says"]), int(counts(row["of"]).argmax())
    rest = tehai.copy()
    rest[kind] -= 3

    assert is_read_in_runs(suit_tables(), rest, kind, waits(tehai[None])[0]) == row["is_read"]
    assert rest[kind] == tehai[kind] - 3
