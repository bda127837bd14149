"""The dead wall as data, against the places stated in the description of the format."""

import pytest

from analyzer.wall import SeedForm, layout_of

# Order of replacement tiles, indicators and ura: measured on real logs (format description, 4.9, item 6);
# the two early forms: d-bug1 to d-bug9, d-bye, d-pao and d-shuffle of the corpus, 115 hands.
CASES = [
    (4, SeedForm.BASE64, [1, 0, 3, 2], [5, 7, 9, 11, 13], [4, 6, 8, 10, 12]),
    (3, SeedForm.BASE64, [1, 0, 3, 2, 5, 4, 7, 6], [9, 11, 13, 15, 17], [8, 10, 12, 14, 16]),
    (4, SeedForm.HEX, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13]),
    (4, SeedForm.PER_HAND, [0, 1, 2, 3], [4, 6, 8, 10, 12], [5, 7, 9, 11, 13]),
]


@pytest.mark.parametrize(("players", "form", "replacements", "dora", "ura"), CASES)
def test_dead_wall_lies_where_real_logs_have_it(players, form, replacements, dora, ura):
    layout = layout_of(players, form)

    assert layout.replacements.tolist() == replacements
    assert layout.dora.tolist() == dora
    assert layout.ura.tolist() == ura


# 136 - 4 * 13 - 14 and 108 - 3 * 13 - 14.
@pytest.mark.parametrize(("players", "first", "count"), [(4, 83, 70), (3, 68, 55)])
def test_live_wall_is_drawn_downwards_to_the_fourteen_tiles_of_the_dead_wall(players, first, count):
    draws = layout_of(players).draws.tolist()

    assert draws == list(range(first, 13, -1))
    assert len(draws) == count
