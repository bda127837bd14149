"""Which tenpai would have a yaku: the rows of a file, all of them closed."""

import numpy as np
import pytest

from analyzer.replay import replay
from analyzer.rules import load
from analyzer.settlement.wait_values import has_ron_yaku, has_yaku_wait
from tests.hands import Hand
from tests.settlement.notes import rows

QUIET = ("147m258p369s2346z", "258m369p147s2347z", "369m147p258s2367z")
RULES, EAST = load("tenhou"), np.array([0], np.int32)
CASES = rows("settlement/keishiki")


@pytest.mark.parametrize("row", CASES, ids=[row["description"] for row in CASES])
def test_one_wait_with_a_yaku_is_enough(row):
    facts = replay(Hand(row["tehai"], *QUIET).turn(0, "4z").events())[0]
    asked = np.array([[True, False, False, False]])

    assert has_ron_yaku(facts, EAST, RULES, asked).tolist() == [[row["by_ron"], False, False, False]]
    assert has_yaku_wait(facts, EAST, RULES).tolist() == asked.tolist()
    assert not has_ron_yaku(facts, EAST, RULES, ~asked).any()
