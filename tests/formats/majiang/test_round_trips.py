"""A game written as a record and read again is the same game; a record comes back to the byte."""

from __future__ import annotations

import json

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.conversion import convert
from tests.formats.majiang.records import KYUUSHU, SAMPLES, again, bytes_of, judged, record, sample, written
from tests.formats.test_conversion import plays_of, settled, verdicts
from tests.logs import corpus_paths, needs_corpus
from tests.thinned import thinned

RECORDS = [path for path in corpus_paths("majiang") if path.suffix == ".json"]


def untitled(data: bytes) -> str:
    """The record as its members are ordered, without a title, which no column has."""
    return bytes_of(json.loads(data) | {"title": ""}).decode()


@pytest.mark.parametrize("path", thinned(SAMPLES, 2), ids=lambda path: path.stem)
def test_a_sample_comes_back_with_the_same_plays_settlements_and_verdicts_and_to_the_byte(path):
    before, after = sample(path), judged(record(path).encode(), sample(path).audit.rule_sets[0])
    held = [check for check, tally in after.tallies.items() if tally.absent == before.tallies[check].absent]

    assert plays_of(after) == plays_of(before)
    assert settled(after) == settled(before)
    assert [finding for finding in after.findings if finding.verdict != "undecided"] == []
    assert len(held) > 35
    for check in held:
        assert verdicts(after)[check] == verdicts(before)[check], check
    assert again(record(path).encode()) == untitled(record(path).encode())


@needs_corpus
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_real_record_comes_back_to_the_byte_but_for_its_title_and_is_the_same_game_in_other_forms(path):
    data = path.read_bytes()
    read = judged(data)

    assert again(data) == untitled(data)
    for target in ("mjai", "tenhou6", "mjlog"):
        other = judged(convert(read.events, read.headers, target).text.encode())
        assert settled(other) == settled(read)
        assert len(other.events.plays.kind) == len(read.events.plays.kind)


UNROUNDED = {"rank": [2, 3, 1, 4], "defen": [25000, 24000, 30000, 21000]}


@pytest.mark.parametrize(
    "members",
    [
        {"qijia": 2, "player": ["a\n(R1500)", "", "い", 'd"']},
        {"point": ["52", "2", "-35", "-19"], "rank": [1, 2, 4, 3], "defen": [62000, 22000, -5000, 1000]},
        {
            "point": ["0.0", "-0.5", "10.5", "-10.0"],
            "rank": [2, 3, 1, 4],
            "defen": [25000, 24000, 30000, 21000],
        },
        {"point": [], "rank": [2, 3, 1, 4], "defen": [25000, 24000, 30000, 21000]},
    ],
)
def test_names_the_first_dealer_and_the_end_come_back(members):
    game = bytes_of(written(*KYUUSHU, **members))

    assert again(game) == game.decode()


def test_three_players_have_no_record():
    read = judged((SAMPLES[0].parent / "2199010110gm-00b9-0000-00dd2364.mjlog").read_bytes())

    with pytest.raises(MalformedLog, match="four players only"):
        convert(read.events, read.headers, "majiang")


def test_what_a_record_cannot_hold_is_told():
    path = next(path for path in SAMPLES if b"<SHUFFLE" in path.read_bytes())
    lost = {*convert(sample(path).events, sample(path).headers, "majiang").lost}

    assert {"which copy of a tile lies where", "the seed of the wall", "dice"} <= lost
    assert {"type and lobby of the game", "grades and ratings of players"} <= lost
    assert {"honba and sticks of results", "scores before results"} <= lost
    assert not any("melds" in one or "tehai" in one or "final" in one or "riichi that" in one for one in lost)
