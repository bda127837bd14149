"""Real logs turned into tenhou.net/6 say the same as the mjlog itself; real JSON has only its own faults."""

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


def drawn(hand):
    return hand[16] == ["流局", [1500, 1500, -1500, -1500]]


def won(hand):
    return hand[16][0] == "和了" and len(hand[16]) == 3


def paid_more(log, place):
    deltas, (winner, *_) = log[place][16][1:]
    deltas[winner] += 100


def moved_points(log, place):
    scores = log[place + 1][1]
    scores[0], scores[1] = scores[0] + 1000, scores[1] - 1000


def ends_in(*result):
    return lambda log, place: log[place].__setitem__(16, [*result])


# Which hand is changed, how, and which check says so of which hand from it on.
@pytest.mark.parametrize(
    ("wanted", "change", "check", "later"),
    [
        (drawn, ends_in("流局", [1500, 1500, -1000, -2000]), "draw-payment", 0),
        (drawn, ends_in("流局", [3000, -1000, -1000, -1000]), "shown-seats", 0),
        (lambda hand: hand[16][0] == "流局", ends_in("四槓散了"), "draw-kind", 0),
        (won, paid_more, "win-payment", 0),
        (won, moved_points, "next-scores", 1),
        (won, lambda log, place: log.pop(place + 1), "hand-order", 1),
        (
            lambda hand: 41 in hand[4],
            lambda log, place: log[place][5].__setitem__(slice(4), [41] * 4),
            None,
            0,
        ),
    ],
)
def test_a_change_to_a_real_log_is_found(wanted, change, check, later):
    name, document, place = next(
        (name, document, place)
        for name, data, log_id in map(named, PATHS)
        if log_id[13:17] == "00a9" and re.search(rb"<RYUUKYOKU ba", data)
        for document in [to_tenhou6(data, log_id)]
        for place, hand in enumerate(document["log"][:-1])
        if wanted(hand)
    )
    change(document["log"], place)

    found = review([(name, data_of(document))]).findings

    wrong = [(one.check, one.hand) for one in found if one.verdict.value == "inconsistent"]
    assert place + later in [hand for one, hand in wrong if check in (one, None)]


UNREADABLE = {"83a16b41958c": "found 60"}
"""A sample written by hand, which draws a tile 60."""
WRONG = {
    # The winner gets 1,000 more than is paid, with no stick on the table; `sc` of the whole game has not.
    "49e1d9a9fdba": ["win-payment"],
    "a2ed50816b3e": ["win-payment"],
    # An editor's position with three kans before the fourth, and one indicator.
    "635a3a994caa": ["dora-indicators"],
}
ROUNDED = {"final-result"}
"""Results of Tenhou are judged by date, which is not the subject here."""


def reviewed(folder):
    paths = sorted(corpus_paths(folder))
    return review([(LogName(path.stem, path.name), path.read_bytes()) for path in paths])


def found(result, verdict):
    by_file = {}
    for finding in result.findings:
        if finding.leads and finding.verdict.value == verdict and finding.check not in ROUNDED:
            by_file.setdefault(finding.source.split("-")[0], []).append(finding.check)
    return by_file


@pytest.fixture(scope="module")
def tenhou():
    return reviewed("tenhou6")


@pytest.fixture(scope="module")
def soul():
    return reviewed("mahjong-soul")


def test_nothing_is_wrong_with_the_files_of_tenhou(tenhou):
    assert (found(tenhou, "inconsistent"), found(tenhou, "malformed")) == ({}, {})
    assert tenhou.tallies["win-payment"].undecided == tenhou.tallies["draw-payment"].undecided == 0


def test_nothing_is_wrong_with_the_files_of_mahjong_soul_but_what_they_prove(soul):
    assert found(soul, "inconsistent") == WRONG
    assert found(soul, "malformed").keys() == UNREADABLE.keys()
    assert {name for name in soul.rule_sets if name} == {"mahjong-soul"}


def test_every_win_of_mahjong_soul_is_judged(soul):
    for check in ("win-yaku", "win-points", "win-pao", "win-payment"):
        assert soul.tallies[check].undecided == 0, check
        assert soul.tallies[check].passed > 60, check
    assert soul.tallies["final-result"].passed == 4


def test_an_excerpt_says_what_it_is_and_no_more(tenhou):
    said = {
        str(finding.reason).rsplit(" ", 1)[0] for finding in tenhou.findings if finding.check == "whole-log"
    }

    assert said == {"an excerpt that begins with", "an excerpt that ends with"}
    assert tenhou.tallies["whole-log"].undecided == 40
