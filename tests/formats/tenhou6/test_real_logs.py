"""Real logs turned into tenhou.net/6 say the same as the mjlog itself, but for what the format lacks."""

from __future__ import annotations

import re

import pytest

from analyzer.audit import LogName, review
from analyzer.kernels import compiling
from tests.built_tables import build_tables
from tests.formats.tenhou6.converter import to_tenhou6
from tests.formats.tenhou6.documents import data_of
from tests.logs import corpus_bytes, corpus_paths, needs_corpus

pytestmark = needs_corpus

BATCH = 100
PATHS = corpus_paths("phoenix")

NOT_CARRIED = {
    "games": {"has_seed"},
    "players": set(),
    "hands": set(),
    "seats": {"shown"},
    "draws": {"shown0", "shown1", "shown2", "shown3"},
}
"""Columns that differ: the seed of the wall, and the tehai shown at a draw."""

NOT_STATED = {"shown-tiles", "win-tehai", "win-melds", "counters", "scores-before", "dealer"}
"""Checks of claims that JSON does not make: absent, every one."""


def named(path):
    log_id = path.name.split(".")[0]
    return LogName(log_id, path.name), corpus_bytes(path), log_id


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, len(PATHS), BATCH))
def test_the_tables_are_those_of_the_mjlog(start):
    logs = [named(path) for path in PATHS[start : start + BATCH]]

    with compiling():
        ours = review([(name, data) for name, data, _ in logs])
        theirs = review([(name, data_of(to_tenhou6(data, log_id))) for name, data, log_id in logs])

    tables, others = build_tables(ours), build_tables(theirs)
    for table, lacking in NOT_CARRIED.items():
        differing = {
            column
            for column in tables[table].column_names
            if not tables[table][column].equals(others[table][column])
        }
        assert differing == lacking, table
    assert theirs.findings == ()
    for check in NOT_STATED:
        assert theirs.tallies[check].passed == theirs.tallies[check].failed == 0
        assert theirs.tallies[check].absent > 0


def some_game(wanted):
    """The first log of which a hand's result has this label, as a document, and the hand."""
    for path in PATHS:
        name, data, log_id = named(path)
        if path.name[13:17] != "00a9" or not re.search(rb"<RYUUKYOKU ba", data):
            continue
        document = to_tenhou6(data, log_id)
        for place, hand in enumerate(document["log"][:-1]):
            if wanted(hand):
                return name, document, place
    raise LookupError


def checks_of(name, document):
    found = review([(name, data_of(document))]).findings
    return [(finding.check, finding.hand) for finding in found if finding.verdict.value == "inconsistent"]


def test_a_payment_changed_at_a_draw_is_found():
    name, document, place = some_game(lambda hand: hand[16] == ["流局", [1500, 1500, -1500, -1500]])
    document["log"][place][16] = ["流局", [1500, 1500, -1000, -2000]]

    assert ("draw-payment", place) in checks_of(name, document)


def test_a_tenpai_seat_left_out_is_found():
    name, document, place = some_game(lambda hand: hand[16] == ["流局", [1500, 1500, -1500, -1500]])
    document["log"][place][16] = ["流局", [3000, -1000, -1000, -1000]]

    assert ("shown-seats", place) in checks_of(name, document)


def test_a_label_of_another_draw_is_found():
    name, document, place = some_game(lambda hand: hand[16][0] == "流局")
    document["log"][place][16] = ["四槓散了"]

    assert ("draw-kind", place) in checks_of(name, document)


def test_a_payment_changed_at_a_win_is_found():
    name, document, place = some_game(lambda hand: hand[16][0] == "和了" and len(hand[16]) == 3)
    payments = document["log"][place][16][1]
    winner = document["log"][place][16][2][0]
    payments[winner] += 100

    assert ("win-payment", place) in checks_of(name, document)


def test_scores_that_do_not_follow_are_found():
    name, document, place = some_game(lambda hand: hand[16][0] == "和了")
    scores = document["log"][place + 1][1]
    scores[0], scores[1] = scores[0] + 1000, scores[1] - 1000

    assert ("next-scores", place + 1) in checks_of(name, document)


def test_a_hand_left_out_is_found():
    name, document, place = some_game(lambda hand: hand[16][0] == "和了")
    del document["log"][place + 1]

    assert {hand for _, hand in checks_of(name, document)} == {place + 1}
    assert checks_of(name, document)[0] == ("hand-order", place + 1)


def test_a_draw_changed_to_a_tile_that_is_used_up_is_found():
    name, document, place = some_game(lambda hand: 41 in hand[4])
    hand = document["log"][place]
    for index in range(4):
        hand[5][index] = 41

    assert any(at == place for _, at in checks_of(name, document))
