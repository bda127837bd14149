"""What a record says, which rules judge it, what is refused and how, and other forms that it becomes."""

from __future__ import annotations

import copy
import json

import pytest

from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.conversion import convert
from analyzer.formats.mahjong_soul.messages import from_bytes
from tests.formats.mahjong_soul.records import (
    FORMS,
    HEADLESS,
    answer,
    console,
    field,
    simulated,
    varint,
)
from tests.logs import corpus_paths, needs_corpus

NAME = LogName("game", "game")
REAL = [path for path in corpus_paths("mahjong-soul-records") if path.suffix in (".json", ".pb")]
WALL = ("wall-seed", "wall-draws", "wall-indicators")


def read(data):
    (game,) = read_log(data)
    assert not isinstance(game, MalformedLog), game.message
    return game


def ruling(data):
    ruled = review([(NAME, data)]).audit.ruling
    return ruled.rule_sets[0], ruled.of_game[0].reason


@pytest.mark.parametrize("players", [4, 3])
def test_every_form_says_the_same(games, players):
    first = read(console(games[players])).events
    # Several games of a list are several games.
    two = json.loads(FORMS["clubs"](games[players])) * 2
    assert [game.events.games.players[0] for game in read_log(json.dumps(two).encode())] == [players] * 2
    for name, form in (FORMS | HEADLESS).items():
        assert name in HEADLESS or players == 3 or not review([(NAME, form(games[players]))]).findings
        events = read(form(games[players])).events
        for column in ("kind", "seat", "tile"):
            assert (getattr(events.plays, column) == getattr(first.plays, column)).all()
        for column in ("deltas", "scores", "yaku", "ten", "shown", "ura", "winner", "loser", "machi"):
            assert (getattr(events.results, column) == getattr(first.results, column)).all()


def test_the_head_tells_seats_length_and_room(games):
    rules, reason = ruling(console(games[4]))
    assert (rules.name, rules.winds, reason) == ("mahjong-soul", 1, None)
    rules, reason = ruling(console(games[3]))
    assert (rules.name, rules.winds, reason) == ("mahjong-soul-sanma", 1, None)


@pytest.mark.parametrize(
    ("category", "mode_id", "detail", "reason"),
    [
        (1, 0, {"init_point": 30000}, "leaves out dora_count, shiduan, fanfu, liqibang_value and"),
        (4, 0, {}, "the host of a friendly match"),
        (2, 13, {}, "local yaku"),
        (2, 0, {}, "in which room"),
        (9, 12, {}, "in which room"),
    ],
)
def test_other_rooms_are_of_unknown_rules(games, category, mode_id, detail, reason):
    game = copy.deepcopy(games[4])
    config = game["head"]["config"]
    config["category"], config["meta"]["mode_id"], config["mode"]["detail_rule"] = category, mode_id, detail

    assert reason in ruling(console(game))[1]


@pytest.mark.parametrize("form", HEADLESS.values(), ids=HEADLESS)
def test_without_a_head_the_user_may_name_the_rules(games, form):
    assert "in which room" in ruling(form(games[4]))[1]

    result = review([(NAME, form(games[4]))], "mahjong-soul-tonpuu")

    assert not [one for one in result.findings if one.check != "rule-set"]
    assert result.tallies["win-payment"].passed == len(result.wins.hand) > 0


@pytest.mark.parametrize(
    ("path", "value", "mode"),
    [
        ("head config meta mode_id", 41, "Bloodshed Skirmish, a special mode"),
        ("head config mode detail_rule", {"muyu_mode": 1}, "muyu_mode, a special mode"),
        ("records 3 name", ".lq.RecordRevealTile", "RevealTile, a special mode"),
    ],
)
def test_special_modes_are_refused_by_name(games, path, value, mode):
    at = game = copy.deepcopy(games[4])
    *steps, last = path.split()
    for step in steps:
        at = at[int(step) if step.isdigit() else step]
    at[last] = value

    for form in [console, answer][: 1 + path.startswith("head")]:
        with pytest.raises(MalformedLog) as refused:
            read_log(form(game))
        assert mode in refused.value.message


@pytest.mark.parametrize(
    ("octets", "name", "message"),
    [
        (b"\xff" * 12, "Wrapper", "expected a protobuf message"),
        (field(1, b"lq.RecordHule")[:-3], "Wrapper", "expected a protobuf message"),
        (varint(2 << 3 | 3), "Wrapper", "expected a protobuf message"),
        (varint(2 << 3 | 2) + varint(1 << 40), "Wrapper", "expected a protobuf message"),
        (field(1, 7), "Wrapper", "expected a protobuf message"),
        (b"\x0b", "Wrapper", "expected a protobuf message"),
        (field(1, b"") * 2000, "RecordHule", "more than 1000"),
        (field(5, b"\x01" * 2_000_000), "RecordHule", "more than 1000"),
    ],
)
def test_bytes_that_are_no_message_are_refused(octets, name, message):
    with pytest.raises(MalformedLog, match=message):
        from_bytes(octets, name)


def test_negative_numbers_are_of_32_bits():
    points = b"".join(map(varint, (-1000, 25000, (1 << 32) - 1000)))
    assert from_bytes(field(3, points), "RecordHule")["delta_scores"] == [-1000, 25000, -1000]
    assert from_bytes(varint(3 << 3) + varint(-1), "RecordHule")["delta_scores"] == [-1]


def test_a_record_that_stops_within_is_cut(games):
    game = copy.deepcopy(games[4])
    game["records"] = game["records"][:-3]
    result = review([(NAME, console(game))])

    assert not [one for one in result.findings if one.verdict == "inconsistent"]
    assert "whole-log" in [one.check for one in result.findings]


@pytest.mark.parametrize("target", ["mjai", "tenhou6", "mjlog"])
@pytest.mark.parametrize("players", [4, 3])
def test_it_becomes_another_form_that_is_right(games, players, target):
    rules = "mahjong-soul-sanma-tonpuu" if players == 3 else "mahjong-soul-tonpuu"
    result = review([(NAME, answer(games[players]))])
    text = convert(result.events, result.audit.headers, target).text

    again = review([(NAME, text.encode())], rules)

    assert not again.refused
    assert not [one for one in again.findings if one.verdict != "undecided"]
    assert again.tallies["win-payment"].passed == len(again.wins.hand) > 0


def test_without_sticks_and_what_is_just_drawn_a_riichi_stands_if_nobody_wins_on_it():
    game = simulated()
    assert any("liqi" in record["data"] for record in game["records"])
    for record in game["records"]:
        for name in ("liqi", "moqie"):
            record["data"].pop(name, None)
    result = review([(NAME, FORMS["rounds"](game))])

    assert not result.findings
    assert result.tallies["riichi-procedure"].passed > 0


@needs_corpus
@pytest.mark.parametrize("path", REAL, ids=[path.name for path in REAL])
def test_real_records_have_no_finding(path):
    rules = "auto" if "GameDetailRecords" not in path.name else "mahjong-soul-tonpuu"
    result = review([(NAME, path.read_bytes())], rules)
    found = [one.check for one in result.findings if one.verdict != "undecided"]
    hands = len(result.events.hands.game)

    # The wall of the test hand has twelve of each wind.
    assert found == (["tile-place", "wall-seed"] if "friendly-test" in path.name else [])
    if not found:
        assert [result.tallies[check].passed for check in WALL] == [hands] * 3
        assert result.tallies["win-payment"].passed == len(result.wins.hand)
