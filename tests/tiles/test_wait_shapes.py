"""Shapes of waits, each tehai read by eye."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.tiles.counts import counts
from analyzer.tiles.waits import NO_WAIT, WaitShape, wait_shapes, waits

SHAPES = {
    "23m55z": WaitShape.RYANMEN,
    "1123m": WaitShape.RYANMEN,  # 11 and 23 for 14m; 123 and 1 is in it
    "13m55z": WaitShape.KANCHAN,
    "79s55z": WaitShape.KANCHAN,
    "12m55z": WaitShape.PENCHAN,
    "89p55z": WaitShape.PENCHAN,
    "1155z": WaitShape.SHANPON,
    "44m55m": WaitShape.SHANPON,
    "44m66z": WaitShape.SHANPON,
    "5z": WaitShape.TANKI,
    "123m5p": WaitShape.TANKI,
    "3445m": WaitShape.TANKI,  # also 44 and 35
    "1233m": WaitShape.TANKI,  # also 33 and 12
    "1122m3344p5566s7z": WaitShape.TANKI,  # seven pairs
    "19m19p19s123456z9s": WaitShape.TANKI,  # thirteen orphans, for 7z
    "19m19p19s1234567z": WaitShape.COMPLEX,  # thirteen kinds
    "2345m": WaitShape.COMPLEX,  # two tanki
    "1112m": WaitShape.COMPLEX,  # tanki and penchan
    "2224m": WaitShape.COMPLEX,  # tanki and kanchan
    "23456m11z": WaitShape.COMPLEX,  # three kinds
    "5556m": WaitShape.COMPLEX,
    "1234567m": WaitShape.COMPLEX,
}


@pytest.mark.parametrize(("tehai", "shape"), SHAPES.items())
def test_the_shape_of_a_wait(tehai, shape):
    concealed = counts(tehai)[None]

    assert WaitShape(wait_shapes(concealed, waits(concealed))[0]) is shape


def test_sets_beside_a_wait_do_not_change_its_shape():
    beside = counts("123s444p678p") + counts("13m55z")

    assert wait_shapes(beside[None], waits(beside[None])).tolist() == [WaitShape.KANCHAN]


def test_a_tehai_without_waits_has_no_shape_and_stays_as_it_was():
    concealed = np.stack([counts("147m1z"), counts("13m55z")])
    before = concealed.copy()

    assert wait_shapes(concealed, waits(concealed)).tolist() == [NO_WAIT, WaitShape.KANCHAN]
    np.testing.assert_array_equal(concealed, before)


@pytest.mark.long
def test_compiled_shapes_equal_plain_shapes():
    concealed = np.stack([counts(tehai) for tehai in SHAPES])
    plain = wait_shapes(concealed, waits(concealed))

    with kernels.compiling():
        compiled = wait_shapes(concealed, waits(concealed))

    np.testing.assert_array_equal(compiled, plain)
