"""A game written as a record and read again is the same game; a record comes back to the byte."""

from __future__ import annotations

import json

import pytest

from analyzer.errors import MalformedLog
from analyzer.formats.conversion import convert
from analyzer.formats.losses import Loss
from tests.formats.majiang.records import KYUUSHU, SAMPLES, again, bytes_of, judged, record, sample, written
from tests.formats.test_conversion import plays_of, settled, verdicts
from tests.logs import corpus_paths, needs_corpus

RECORDS = [path for path in corpus_paths("majiang") if path.suffix == ".json"]


def untitled(data: bytes) -> str:
    """The record as its members are ordered, without a title, which no column has."""
    return bytes_of(json.loads(data) | {"title": ""}).decode()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_comes_back_with_the_same_plays_and_settlements(path):
    read = judged(record(path).encode(), sample(path).case.rule_sets[0])

    assert plays_of(read) == plays_of(sample(path))
    assert settled(read) == settled(sample(path))
    assert [finding for finding in read.findings if finding.verdict != "undecided"] == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_comes_back_with_the_same_verdicts(path):
    before, after = sample(path), judged(record(path).encode(), sample(path).case.rule_sets[0])
    held = [check for check, tally in after.tallies.items() if tally.absent == before.tallies[check].absent]

    assert len(held) > 35
    for check in held:
        assert verdicts(after)[check] == verdicts(before)[check], check


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_we_write_comes_back_to_the_byte(path):
    assert again(record(path).encode()) == untitled(record(path).encode())


@needs_corpus
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_real_record_comes_back_to_the_byte_but_for_its_title(path):
    data = path.read_bytes()

    assert again(data) == untitled(data)


@needs_corpus
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("target", ["mjai", "tenhou6", "mjlog"])
def test_a_real_record_is_the_same_game_in_other_forms(path, target):
    read = judged(path.read_bytes())
    other = judged(convert(read.events, read.headers, target).text.encode())

    assert settled(other) == settled(read)
    assert len(other.events.plays.kind) == len(read.events.plays.kind)


@pytest.mark.parametrize(
    "text",
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
def test_names_the_first_dealer_and_the_end_come_back(text):
    game = bytes_of(written(*KYUUSHU, **text))

    assert again(game) == game.decode()


def test_three_players_have_no_record():
    read = judged((SAMPLES[0].parent / "2199010110gm-00b9-0000-00dd2364.mjlog").read_bytes())

    with pytest.raises(MalformedLog, match="four players only"):
        convert(read.events, read.headers, "majiang")


def test_what_a_record_cannot_hold_is_told():
    path = next(path for path in SAMPLES if b"<SHUFFLE" in path.read_bytes())
    lost = {lost.kind for lost in convert(sample(path).events, sample(path).headers, "majiang").lost}

    assert {Loss.IDENTITIES, Loss.WALL, Loss.DICE, Loss.TABLE, Loss.PEOPLE} <= lost
    assert {Loss.COUNTERS, Loss.SCORES_BEFORE} <= lost
    assert not lost & {Loss.MELDS, Loss.TEHAI, Loss.FINAL_RESULTS, Loss.SHOWN_TILES, Loss.RIICHI}
