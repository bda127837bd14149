"""Each fault that is planted in a record is named first by the check of what is wrong."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from tests.formats.majiang.records import SAMPLES, bytes_of, judged, record, sample, say, written

FAULTS = tomllib.loads(Path(__file__).with_name("faults.toml").read_text(encoding="utf-8"))["fault"]


def planted(game, fault):
    """Whether the fault could be planted in a game."""
    if fault["message"] == "game":
        return change(game, fault)
    for hand in game["log"][fault.get("hand", 0) :]:
        for place, message in enumerate(hand):
            if fault["message"] in message and fault.get("delete"):
                del hand[place]
                return True
            if fault["message"] in message and change(message[fault["message"]], fault):
                return True
    return False


def change(members, fault):
    if fault["member"] not in members:
        return False
    before = json.dumps(members[fault["member"]], ensure_ascii=False)
    after = re.sub(fault["pattern"], fault["by"], before, count=1)
    members[fault["member"]] = json.loads(after)
    return after != before


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault['message']} {fault.get('member', '')}")
def test_a_planted_fault_is_named_first_by_its_check(fault):
    for path in SAMPLES:
        game = json.loads(record(path))
        if planted(game, fault):
            found = judged(bytes_of(game), sample(path).audit.rule_sets[0]).findings
            named = [one.check for one in found if one.verdict != "undecided"]

            assert named[:1] == [fault["check"]], path.stem
            return
    pytest.fail("no sample has such a message")


FURITEN = (
    say("zimo", 0, p="s4"),
    say("dapai", 0, p="s4_"),
    say("zimo", 1, p="s1"),
    say("dapai", 1, p="s1_"),
    {
        "hule": {
            "l": 0,
            "shoupai": "m123456789p11s23s1",
            "baojia": 1,
            "fubaopai": None,
            "fu": 40,
            "fanshu": 2,
            "defen": 3900,
            "hupai": [{"name": "一気通貫", "fanshu": 2}],
            "fenpei": [3900, -3900, 0, 0],
        }
    },
)
"""Seat 0 waits for 1 and 4 of sou, and has discarded the 4."""


def test_a_win_in_furiten_is_named():
    found = judged(bytes_of(written(*FURITEN)), sample(SAMPLES[0]).audit.rule_sets[0]).findings

    assert "furiten" in [one.check for one in found if one.verdict == "inconsistent"]


@pytest.mark.parametrize(("han", "is_named"), [(1, True), (2, False), (3, True)])
def test_the_han_of_a_win_are_the_sum_of_its_yaku(han, is_named):
    *plays, end = FURITEN
    win = {"hule": end["hule"] | {"fanshu": han}}

    found = judged(bytes_of(written(*plays, win)), sample(SAMPLES[0]).audit.rule_sets[0]).findings

    assert ("well-formed" in [one.check for one in found if one.verdict != "undecided"]) == is_named
