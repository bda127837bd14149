"""Every dialect of mjai gives the same game."""

from __future__ import annotations

import json
from collections import Counter

import numpy as np
import pytest

from analyzer import formats
from analyzer.vocabulary import PlayKind
from tests.formats.mjai.games import GAME, HORA, START, THREE, as_lines, found, reviewed


def replaced(old, new, game=GAME):
    """The game with one event replaced, which may become several or none."""
    place = game.index(old)
    return [*game[:place], *(new if isinstance(new, list) else [new]), *game[place + 1 :]]


def changed(kind, change, game=GAME):
    """The game with every event of a kind changed."""
    return [event | change(event) if event["type"] == kind else event for event in game]


def without(*names, kind, game=GAME):
    """The game without some members of the events of a kind."""
    return [
        {name: value for name, value in event.items() if event["type"] != kind or name not in names}
        for event in game
    ]


def text_replaced(old, new, game=GAME):
    return as_lines(game).replace(old, new)


def with_haipai(game=GAME):
    """Gimite's first version: the tiles of each seat have a line of their own."""
    events = []
    for event in game:
        if event["type"] != "start_kyoku":
            events.append({name: value for name, value in event.items() if name != "tsumogiri"})
            continue
        events.append({"type": "start_kyoku", "oya": event["oya"], "dora_marker": event["dora_marker"]})
        events += [{"type": "haipai", "actor": seat, "pais": event["tehais"][seat]} for seat in (0, 1, 2, 3)]
    return events


GIMITE_HORA = HORA | {
    "pai": "1s",
    "uradora_markers": ["P"],
    "hora_tehais": ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "1p", "2s", "3s"],
    "yakus": [["double_reach", 2], ["ippatsu", 1], ["pinfu", 1], ["ikkitsukan", 2]],
    "fu": 30,
    "fan": 6,
    "hora_points": 18000,
    "scores": [43000, 25000, 7000, 25000],
}
GIMITE = changed(
    "reach_accepted",
    lambda _: {"deltas": [-1000, 0, 0, 0], "scores": [24000, 25000, 25000, 25000]},
    without("scores", kind="start_kyoku", game=replaced(HORA, GIMITE_HORA)),
)
TRAFFIC = [{"type": "hello", "protocol": "mjsonp"}, {"type": "none"}, {"type": "error", "message": "?"}]

DIALECTS = {
    "members in another order": as_lines(GAME).replace(b'{"type"', b'{"a": 0, "type"'),
    "without blanks": json.dumps(GAME[0], separators=(",", ":")).encode() + b"\n" + as_lines(GAME[1:]),
    "what an engine thinks": as_lines([event | {"meta": {"q": [0.5]}, "can_act": True} for event in GAME]),
    "Mortal's start": as_lines([START | {"kyoku_first": 0, "aka_flag": True, "seed": [1, 2]}, *GAME[1:]]),
    "no start of the game": as_lines(GAME[1:]),
    "traffic": as_lines([entry for event in GAME for entry in (event, {"type": "none"})]),
    "traffic before the game": as_lines([*TRAFFIC, *GAME]),
    "kyoutaku": text_replaced(b"kyotaku", b"kyoutaku"),
    "the kyoku tells the dealer": as_lines(without("oya", kind="start_kyoku")),
    "whole numbers with a point": text_replaced(b"000,", b"000.0,"),
    "red fives as zeros": text_replaced(b"5pr", b"0p"),
    "no line says that a riichi stands": as_lines(
        [event for event in GAME if event["type"] != "reach_accepted"]
    ),
    "Gimite's": as_lines(GIMITE),
    "an array": json.dumps(GAME).encode(),
    "an array over many lines": json.dumps(GAME, indent=2).encode(),
    "lines with carriage returns": as_lines(GAME).replace(b"\n", b"\r\n"),
    "empty lines": as_lines(GAME).replace(b"\n", b"\n\n \n"),
    "a byte order mark": b"\xef\xbb\xbf" + as_lines(GAME),
    "no line end at the end": as_lines(GAME)[:-1],
}
DIALECTS_OF_THREE = {
    "a fourth seat without tiles": changed(
        "start_kyoku", lambda event: {"tehais": [*event["tehais"], []], "scores": [35000] * 3 + [0]}, THREE
    ),
    "a fourth seat of unknown tiles": changed(
        "start_kyoku", lambda event: {"tehais": [*event["tehais"], ["?"] * 13]}, THREE
    ),
    "kita": changed("nukidora", lambda _: {"type": "kita"}, THREE),
    "a kita without its tile": without("pai", kind="nukidora", game=THREE),
    "four deltas": changed("hora", lambda event: {"deltas": [*event["deltas"], 0]}, THREE),
}


def played(data):
    """Kind, seat and tile of every play, and the payments."""
    events = formats.read(data)
    plays = zip(*(column.tolist() for column in events.plays[:3]), strict=True)
    return list(plays), events.results.deltas.tolist(), events.hands.haipai.tolist()


@pytest.mark.parametrize("name", DIALECTS)
def test_a_game_of_four_is_the_same_in_every_dialect(name):
    assert played(DIALECTS[name]) == played(as_lines(GAME))
    assert [check for verdict, check, _ in found(DIALECTS[name]) if verdict != "undecided"] == []


@pytest.mark.parametrize("name", DIALECTS_OF_THREE)
def test_a_game_of_three_is_the_same_in_every_dialect(name):
    data = as_lines(DIALECTS_OF_THREE[name])

    assert played(data) == played(as_lines(THREE))
    assert reviewed(data).rule_sets == ("tenhou-sanma",)
    assert found(data) == [("undecided", "game-over", None)] or found(data)[0][1] == "game-over"


def test_plays_are_those_of_the_lines():
    events = formats.read(as_lines(GAME))

    assert Counter(events.plays.kind.tolist()) == {
        PlayKind.DRAW: 4,
        PlayKind.DISCARD: 3,
        PlayKind.RIICHI: 1,
        PlayKind.RIICHI_ACCEPTED: 1,
    }
    assert events.plays.element.tolist() == [3, 4, 5, 6, 7, 8, 9, 10, 14]
    assert events.hands.element.tolist() == [2, 13]
    assert events.results.element.tolist() == [11, 15]


def test_the_first_version_of_gimite_is_read_as_far_as_it_goes():
    result = reviewed(with_haipai())

    plays, expected = (played(as_lines(game))[0] for game in (with_haipai(), GAME))
    assert [(*play, tile // 4) for *play, tile in plays] == [(*play, tile // 4) for *play, tile in expected]
    assert {finding.verdict.value for finding in result.findings} == {"undecided"}
    assert [one.reason for one in result.audit.ruling.of_game] == [
        "the log does not state kyoku, honba and sticks"
    ]
    assert result.tallies["tile-place"].passed == 2
    assert result.tallies["win-payment"].passed == 0


def test_scores_that_a_start_does_not_state_are_those_that_the_last_result_stated():
    events = formats.read(as_lines(GIMITE))

    assert events.hands.scores.tolist() == [[25000] * 4, [43000, 25000, 7000, 25000]]
    tallies = reviewed(GIMITE).tallies
    assert (tallies["next-scores"].absent, tallies["next-scores"].passed) == (1, 0)
    assert tallies["scores-before"].passed == 1


def test_what_gimite_states_of_a_win_is_judged():
    tallies = reviewed(GIMITE).tallies

    for check in (
        "win-tehai",
        "win-yaku",
        "win-fu",
        "win-points",
        "win-dora",
        "win-payment",
        "riichi-deposit",
    ):
        assert (tallies[check].passed, tallies[check].absent) == (1, 0), check


def test_what_mjai_does_not_state_is_absent():
    tallies = reviewed(GAME).tallies

    for check in ("win-tehai", "win-melds", "win-yaku", "win-fu", "win-points", "win-pao"):
        assert tallies[check].absent == 1, check
    for check in ("counters", "scores-before"):
        assert tallies[check].absent == 2, check
    assert tallies["shown-seats"].absent == 1


def test_a_result_without_deltas_is_not_judged():
    result = reviewed(without("deltas", kind="hora"))

    assert result.tallies["win-payment"].absent == 1
    assert np.all(result.events.results.deltas[0] < 0)
    assert [finding.check for finding in result.findings if finding.verdict != "undecided"] == []


def test_a_win_in_riichi_without_ura_indicators_is_undecided():
    result = reviewed(without("ura_markers", kind="hora"))

    assert result.tallies["win-dora"].absent == 1
    (finding,) = [finding for finding in result.findings if finding.check == "win-payment"]
    assert finding.reason == "the log does not state the ura indicators of the win"


def test_a_draw_without_a_reason_is_the_one_that_play_gives():
    result = reviewed(without("reason", kind="ryukyoku"))

    assert result.tallies["draw-kind"].absent == 1
    assert result.tallies["draw-payment"].passed == 1


def test_a_draw_without_a_reason_must_be_one():
    late = replaced(GAME[-2], [{"type": "dahai", "actor": 0, "pai": "N"}, {"type": "ryukyoku"}])

    (failed,) = [entry for entry in found(late) if entry[0] == "inconsistent"]
    assert failed == ("inconsistent", "draw-kind", 16)


@pytest.mark.parametrize("word", ["kita", "nukidora", "抜きドラ"])
def test_a_kita_among_the_yaku_is_a_dora(word):
    yakus = [["reach", 1], ["ippatsu", 1], ["ikkitsukan", 2], [word, 1]]
    data = as_lines(changed("hora", lambda _: {"yakus": yakus}, THREE))

    assert "win-yaku" not in {check for _, check, _ in found(data)}


def test_unknown_words_are_undecided():
    result = reviewed(changed("ryukyoku", lambda _: {"reason": "tired"}))

    (finding,) = [finding for finding in result.findings if finding.check == "draw-kind"]
    assert finding.reason.startswith(
        "the log's word for the kind of draw is not known: tired; known are exhaustive,"
    )


@pytest.mark.parametrize("word", ["kaze4", "四風連打", "Four Winds", "suufon_renda", "sufonrenta"])
def test_a_draw_has_its_kind_in_the_words_of_every_form(word):
    result = reviewed(changed("ryukyoku", lambda _: {"reason": word}))

    (finding,) = [finding for finding in result.findings if finding.check == "draw-kind"]
    assert (finding.verdict, finding.claimed) == ("inconsistent", "suufon_renda")


def test_empty_lists_of_payments_and_scores_state_nothing():
    empty, left_out = GAME, GAME
    for kind in ("reach_accepted", "hora", "ryukyoku"):
        empty = changed(kind, lambda _: {"deltas": [], "scores": []}, empty)
        left_out = without("deltas", "scores", kind=kind, game=left_out)

    result = reviewed(empty)

    assert found(empty) == found(left_out)
    assert (result.tallies["win-payment"].absent, result.tallies["draw-payment"].absent) == (1, 1)


@pytest.mark.parametrize("is_after", [False, True])
def test_an_unknown_event_is_ignored_and_said_after_the_end_too(is_after):
    end, unknown = {"type": "end_game"}, {"type": "x_final", "scores": [1, 2, 3, 4]}
    events = [*GAME, end, unknown] if is_after else [*GAME, unknown, end]

    ended = found(as_lines([*GAME, end]))
    assert [one for one in found(as_lines(events)) if one not in ended] == [
        ("undecided", "known-vocabulary", events.index(unknown) + 1)
    ]


def test_a_game_follows_an_unknown_event_after_the_end():
    games = reviewed([*GAME, {"type": "end_game"}, {"type": "x_final"}, *GAME]).logs

    assert [game.source for game in games] == ["game.jsonl", "game.jsonl#2"]


def test_an_unknown_event_is_ignored_and_said():
    result = reviewed([*GAME[:3], {"type": "sigh", "actor": 0}, *GAME[3:]])

    (finding,) = [finding for finding in result.findings if finding.check == "known-vocabulary"]
    assert (finding.verdict, finding.element) == ("undecided", 4)


def test_an_unknown_event_behind_the_end_leaves_the_game_readable():
    result = reviewed([*GAME, {"type": "end_game"}, {"type": "x_final", "scores": [1, 2, 3, 4]}])

    (finding,) = [finding for finding in result.findings if finding.check == "known-vocabulary"]
    assert (finding.verdict, result.unreadable) == ("undecided", 0)


@pytest.mark.parametrize(
    ("start", "red_fives", "winds"),
    [
        ({}, True, 2),
        ({"aka_flag": False}, False, 2),
        ({"aka_flag": True, "kyoku_first": 4}, True, 1),
        ({"gametype": "tonpu"}, True, 1),
    ],
)
def test_the_start_of_the_game_tells_red_fives_and_length(start, red_fives, winds):
    (rules,) = reviewed([START | start, *GAME[1:]]).audit.rule_sets

    assert (rules.name, rules.red_fives, rules.winds) == ("tenhou", red_fives, winds)


def test_without_a_red_five_among_its_tiles_the_wall_has_none():
    (rules,) = reviewed(text_replaced(b"5pr", b"5p")).audit.rule_sets

    assert not rules.red_fives


def test_names_are_those_of_the_start():
    assert reviewed([START | {"names": ["あ", "B", 7, None]}, *GAME[1:]]).headers.people.name == [
        ("あ", "B", "", "")
    ]


def test_a_finding_on_a_payment_says_what_the_log_has_and_what_play_gives():
    (finding,) = [
        finding
        for finding in reviewed(changed("hora", lambda _: {"deltas": [13000, 0, -12000, 0]})).findings
        if finding.check == "win-payment"
    ]

    assert finding.place == "game E1.0 #11"
    assert finding.message.startswith(
        "payments (+13000, 0, -12000, 0), not (+19000, 0, -18000, 0): log has only payments "
        "(+13000, 0, -12000, 0); play gives 123m 456m 789m 123s 11p by ron on 1s: double riichi 2, "
    )
