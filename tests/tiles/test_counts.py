import pytest

from analyzer.tiles.counts import counts, kinds_in, mask_text
from analyzer.vocabulary import parse_mpsz


def test_counts_of_text_count_a_red_five_as_a_five():
    held = counts("055p1z")

    assert held[13] == 3
    assert held[27] == 1
    assert held.sum() == 4


def test_no_tiles_are_34_zeros():
    assert counts("").tolist() == [0] * 34


@pytest.mark.parametrize("text", ["", "1m", "17z", "9m19p19s1z", "147m258p369s1234567z", "123456789m123z"])
def test_mask_text_is_read_back_as_its_kinds(text):
    mask = sum(1 << kind for kind in parse_mpsz(text))

    assert mask_text(mask) == text
    assert kinds_in(mask) == parse_mpsz(text)
