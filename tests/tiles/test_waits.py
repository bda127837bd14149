"""Waits and their shapes: named ones, those of the definition, and those of another package."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.tiles.counts import counts, kinds_in, mask_text
from analyzer.tiles.suits import POW5, suit_tables
from analyzer.tiles.waits import WaitShape, wait_shapes, waits, waits_from_codes
from tests.tiles.tehai import YAOCHU, near_wins, waits_by_definition

# Names and examples of the shapes: Riichi wiki, "Machi"; the waits themselves worked out by hand.
NAMED = [
    pytest.param("23m55z", "14m", id="ryanmen"),
    pytest.param("13m55z", "2m", id="kanchan"),
    pytest.param("12m55z", "3m", id="penchan"),
    pytest.param("11m55z", "1m5z", id="shanpon"),
    pytest.param("7z", "7z", id="tanki"),
    pytest.param("1234m", "14m", id="nobetan"),
    pytest.param("23456m55z", "147m", id="sanmenchan"),
    pytest.param("2345678p", "258p", id="sanmentan"),
    pytest.param("1113m", "23m", id="triplet with kanchan and tanki"),
    pytest.param("2223m", "134m", id="triplet with ryanmen and tanki"),
    pytest.param("3334555s", "23456s", id="tatsumaki"),
    pytest.param("2223456777p123s", "12345678p", id="eight waits"),
    pytest.param("1112345678999m", "123456789m", id="chuuren nine waits"),
    pytest.param("19m19p19s1234567z", "19m19p19s1234567z", id="kokushi thirteen waits"),
    pytest.param("119m19p19s123456z", "7z", id="kokushi single wait"),
    pytest.param("1133557799m224p", "4p", id="chiitoi"),
    pytest.param("2233445566778m", "258m", id="chiitoi that is also sets"),
    # A fifth copy is a wait like any other.
    pytest.param("1111m", "1m", id="tanki on the fifth copy only"),
    pytest.param("1111z", "1z", id="tanki on the fifth honour"),
    pytest.param("1111234m", "14m", id="nobetan, one end held four times"),
    pytest.param("3444456m", "2356m", id="four in the middle"),
    pytest.param("1133557799m2222p", "", id="chiitoi with four of a kind"),
    pytest.param("1133557799m222p", "", id="chiitoi with a triplet"),
    pytest.param("113355m4p", "", id="seven tiles, three pairs: chiitoi takes a whole closed hand"),
    pytest.param("119m19p19s1123456z", "", id="kokushi with 14 tiles"),
    pytest.param("1199m19p19s12345z", "", id="kokushi, two kinds missing"),
    pytest.param("119m19p19s12345z5p", "", id="kokushi with a strange tile"),
    pytest.param("14m55z", "", id="two tiles apart"),
    pytest.param("23m5z", "", id="three tiles"),
    pytest.param("89m12p55z1s", "", id="no run over the end of a suit"),
    pytest.param("12z55m", "", id="honours make no run"),
    pytest.param("", "", id="nothing"),
]


@pytest.mark.parametrize(("text", "expected"), NAMED)
def test_a_tehai_has_its_waits(text, expected):
    assert mask_text(int(waits(counts(text)[None])[0])) == expected


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


def test_codes_and_counters_kept_tile_by_tile_give_the_waits_of_the_counts():
    tables = suit_tables()
    for row in near_wins(100, seed=3):
        codes, counters = [0, 0, 0, 0], [0, 0, 0, 0, 0]
        for kind, count in enumerate(int(count) for count in row):
            for copy in range(count):
                codes[kind // 9] += POW5[kind % 9]
                counters[0] += 1
                counters[1] += copy == 0
                counters[2] += copy == 1
                counters[3] += kind in YAOCHU and copy == 0
                counters[4] += kind in YAOCHU and copy == 1

        assert waits_from_codes(tables, *codes, *counters) == waits(row[None])[0]


def test_more_than_four_of_a_kind_is_refused():
    with pytest.raises(ValueError, match="more than four"):
        waits(counts("11111m")[None])


def waits_short_of_four(rows):
    """Kinds waited for of which fewer than four are held, per row: other packages know no fifth copy."""
    return [
        tuple(kind for kind in kinds_in(int(mask)) if row[kind] < 4)
        for row, mask in zip(rows, waits(rows), strict=True)
    ]


def test_waits_agree_with_riichienv():
    evaluator = pytest.importorskip("riichienv").HandEvaluator
    rows = near_wins(6_000, seed=5)
    rows = rows[rows.sum(axis=1) == 13]

    ours = waits_short_of_four(rows)

    for row, expected in zip(rows.tolist(), ours, strict=True):
        ids = [kind * 4 + copy for kind, count in enumerate(row) for copy in range(count)]
        assert tuple(sorted(evaluator(ids).get_waits())) == expected, row


# Each tehai read by eye.
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
    "112233m5567799p": WaitShape.TANKI,  # seven pairs; also 123 123 567 5_7 99
    "19m19p19s123456z9s": WaitShape.TANKI,  # thirteen orphans, for 7z
    "19m19p19s1234567z": WaitShape.COMPLEX,  # thirteen kinds
    "2345m": WaitShape.COMPLEX,  # two tanki
    "1112m": WaitShape.COMPLEX,  # tanki and penchan
    "2224m": WaitShape.COMPLEX,  # tanki and kanchan
    "23456m11z": WaitShape.COMPLEX,  # three kinds
    "5556m": WaitShape.COMPLEX,
    "1234567m": WaitShape.COMPLEX,
    "123s444p678p13m55z": WaitShape.KANCHAN,
}


@pytest.mark.parametrize(("tehai", "shape"), SHAPES.items())
def test_the_shape_of_a_wait(tehai, shape):
    concealed = counts(tehai)[None]

    assert WaitShape(wait_shapes(concealed, waits(concealed))[0]) is shape
