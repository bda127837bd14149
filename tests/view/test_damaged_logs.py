"""Whatever is done to a log, what can be read of it can be drawn and explained."""

from __future__ import annotations

import random

import pytest
from lxml import etree

import analyzer
from analyzer.errors import AnalyzerError
from tests.damage import damaged, excerpt
from tests.thinned import thinned
from tests.view.hands import SAMPLES


@pytest.mark.parametrize("seed", thinned(range(60), 3))
def test_a_damaged_log_is_drawn_and_explained_or_refused(seed):
    logs = sorted(SAMPLES.glob("*.mjlog"))
    part = excerpt(logs[seed % len(logs)].read_bytes(), random.Random(seed))  # noqa: S311 - not for secrets
    data = damaged(part, seed)
    try:
        game = analyzer.read(data)
    except AnalyzerError:
        return

    assert repr(game)
    assert repr(game.findings)
    for hand in game.hands[:2]:
        assert repr(hand)
        assert etree.fromstring(hand.svg()) is not None
        if game.rule_set is not None and hand.rules().seats == hand.players:
            assert repr(hand.explain())
            assert hand.html()
