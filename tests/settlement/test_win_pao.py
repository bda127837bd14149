import numpy as np
import pytest

from analyzer.settlement.payments import liable_seats
from analyzer.vocabulary import NO_SEAT, PlayKind, parse_mpsz

WINNER = 0
NOBODY = (NO_SEAT,) * 3


def liable(*melds):
    """Liable seats of daisangen, daisuushii, suukantsu; ``"pon 555z 2"`` is a pon off seat 2."""
    rows = [
        (PlayKind[word.upper()], min(parse_mpsz(text)), int(seat))
        for word, text, seat in map(str.split, melds)
    ]
    rows += [(0, 0, 0)] * (4 - len(rows))
    kind, tile, source = (np.array([column], np.uint8) for column in zip(*rows, strict=True))
    return tuple(liable_seats(kind, tile, source, np.array([WINNER], np.uint8))[0].tolist())


@pytest.mark.parametrize(
    ("melds", "seats"),
    [
        pytest.param(("pon 555z 1", "pon 666z 2", "pon 777z 3"), (3, NO_SEAT, NO_SEAT), id="third dragon"),
        pytest.param(
            ("pon 555z 1", "chi 123m 3", "pon 666z 2", "daiminkan 7777z 1"),
            (1, NO_SEAT, NO_SEAT),
            id="third dragon by daiminkan",
        ),
        pytest.param(
            ("pon 555z 1", "ankan 6666z 0", "kakan 7777z 2"),
            (2, NO_SEAT, NO_SEAT),
            id="a kakan keeps the source of its pon",
        ),
        pytest.param(("pon 555z 1", "pon 666z 2", "ankan 7777z 0"), NOBODY, id="third dragon by closed kan"),
        pytest.param(("pon 555z 1", "pon 666z 2"), NOBODY, id="two dragons"),
        pytest.param(
            ("pon 111z 1", "pon 222z 2", "pon 333z 3", "pon 444z 2"), (NO_SEAT, 2, NO_SEAT), id="fourth wind"
        ),
        pytest.param(("pon 111z 1", "pon 222z 2", "pon 333z 3"), NOBODY, id="three winds"),
        pytest.param(
            ("ankan 1111m 0", "kakan 2222m 1", "ankan 3333m 0", "daiminkan 4444m 3"),
            (NO_SEAT, NO_SEAT, 3),
            id="fourth kan",
        ),
        pytest.param(
            ("daiminkan 1111m 3", "ankan 2222m 0", "ankan 3333m 0", "kakan 4444m 1"),
            NOBODY,
            id="fourth kan added to a pon",
        ),
        pytest.param((), NOBODY, id="no melds"),
    ],
)
def test_who_gave_the_last_set_is_liable(melds, seats):
    assert liable(*melds) == seats
