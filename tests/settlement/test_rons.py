"""Several rons on one tile: who is paid under each pair of rules.

Source: Arcturus wiki, "Tochuu ryuukyoku", Sanchahou and its variants.
"""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.replay.notation import parse_hand
from analyzer.replay.written import facts_of_note
from analyzer.rules import load
from analyzer.rules.grades import DoubleRon, TripleRon
from analyzer.settlement.payments import paid_winners

TENHOU = load("tenhou")


@pytest.mark.parametrize(
    ("double", "triple", "discarder", "rons", "paid"),
    [
        (DoubleRon.PAY_ALL, TripleRon.ABORT, 0, [1, 3], [1, 3]),
        (DoubleRon.PAY_ALL, TripleRon.ABORT, 0, [1, 2, 3], []),
        (DoubleRon.PAY_ALL, TripleRon.PAY_ALL, 0, [1, 2, 3], [1, 2, 3]),
        (DoubleRon.PAY_ALL, TripleRon.HEAD_BUMP, 2, [0, 1, 3], [3]),
        (DoubleRon.HEAD_BUMP, TripleRon.ABORT, 2, [1, 0], [0]),
        (DoubleRon.HEAD_BUMP, TripleRon.PAY_ALL, 0, [1, 2, 3], [1, 2, 3]),
        (DoubleRon.HEAD_BUMP, TripleRon.ABORT, 0, [2], [2]),
    ],
)
def test_of_several_rons_those_are_paid_that_the_rules_name(double, triple, discarder, rons, paid):
    note = parse_hand(f'kyoku = "E1"\nlast = "discard {discarder} 5p"\nron = {rons}', "rons")
    rules = replace(TENHOU, double_ron=double, triple_ron=triple)

    assert np.flatnonzero(paid_winners(facts_of_note(note), rules)[0]).tolist() == paid
