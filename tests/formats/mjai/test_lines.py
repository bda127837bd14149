"""Every dialect of mjai gives the same game, and games of an engine have no finding."""

from __future__ import annotations

import copy
import json

import pytest

import analyzer
from analyzer import formats
from analyzer.audit import LogName, review
from analyzer.errors import MalformedLog
from analyzer.formats.any_format import read_log
from analyzer.formats.events import Oddity
from analyzer.formats.red_fives import numerous_reds
from analyzer.formats.words import YAKU_NAMES
from analyzer.vocabulary import NO_TILE, TILES, PlayKind
from tests.formats.mjai.games import (
    GAME,
    HAIPAI,
    START,
    THREE,
    as_lines,
    dahai,
    found,
    played,
    reviewed,
    start_kyoku,
    tsumo,
    written,
)
from tests.thinned import thinned


def changed(kind, game=GAME, *, without=(), **members):
    """The game with members of the events of a kind replaced, each perhaps by a function of the event."""
    events = []
    for event in game:
        if event["type"] == kind:
            given = {name: one(event) if callable(one) else one for name, one in members.items()}
            event = {name: value for name, value in {**event, **given}.items() if name not in without}
        events.append(event)
    return events


def text_replaced(old, new, game=GAME):
    return as_lines(game).replace(old, new)


GIMITE, GIMITE_FIRST = written("gimite"), written("gimite_first")
"""As Gimite's server writes it; in its first version the tiles of each seat have a line of their own."""
TRAFFIC = [{"type": "hello", "protocol": "mjsonp"}, {"type": "none"}, {"type": "error", "message": "?"}]

DIALECTS = {
    "members in another order": text_replaced(b'{"type"', b'{"a": 0, "type"'),
    "without blanks": json.dumps(GAME[0], separators=(",", ":")).encode() + b"\n" + as_lines(GAME[1:]),
    "what an engine thinks": as_lines([event | {"meta": {"q": [0.5]}, "can_act": True} for event in GAME]),
    "Mortal's start": as_lines([START | {"kyoku_first": 0, "aka_flag": True, "seed": [1, 2]}, *GAME[1:]]),
    "no start of the game": as_lines(GAME[1:]),
    "traffic": as_lines([entry for event in GAME for entry in (event, {"type": "none"})]),
    "traffic before the game": as_lines([*TRAFFIC, *GAME]),
    "kyoutaku": text_replaced(b"kyotaku", b"kyoutaku"),
    "the kyoku tells the dealer": as_lines(changed("start_kyoku", without=["oya"])),
    "whole numbers with a point": text_replaced(b"000,", b"000.0,"),
    "red fives as zeros": text_replaced(b"5pr", b"0p"),
    "no line says that a riichi stands": as_lines([one for one in GAME if one["type"] != "reach_accepted"]),
    "Gimite's": as_lines(GIMITE),
    "an array": json.dumps(GAME).encode(),
    "an array over many lines": json.dumps(GAME, indent=2).encode(),
    "lines with carriage returns": text_replaced(b"\n", b"\r\n"),
    "empty lines": text_replaced(b"\n", b"\n\n \n"),
    "a byte order mark": b"\xef\xbb\xbf" + as_lines(GAME),
    "no line end at the end": as_lines(GAME)[:-1],
    "a fourth seat without tiles": as_lines(
        changed("start_kyoku", THREE, tehais=lambda one: [*one["tehais"], []], scores=[35000] * 3 + [0])
    ),
    "a fourth seat of unknown tiles": as_lines(
        changed("start_kyoku", THREE, tehais=lambda one: [*one["tehais"], ["?"] * 13])
    ),
    "kita": as_lines(changed("nukidora", THREE, type="kita")),
    "a kita without its tile": as_lines(changed("nukidora", THREE, without=["pai"])),
    # The fourth seat is nobody's, whatever stands there.
    "four deltas": as_lines(changed("hora", THREE, deltas=lambda one: [*one["deltas"], 100])),
}
OF_THREE = [*DIALECTS][-5:]


def plays_in(data):
    """Kind, seat and tile of every play, and the payments."""
    events = formats.read(data)
    plays = zip(*(column.tolist() for column in events.plays[:3]), strict=True)
    return list(plays), events.results.deltas.tolist(), events.hands.haipai.tolist()


@pytest.mark.parametrize("name", DIALECTS)
def test_a_game_is_the_same_in_every_dialect(name):
    data = DIALECTS[name]

    assert plays_in(data) == plays_in(as_lines(THREE if name in OF_THREE else GAME))
    assert [check for verdict, check, _ in found(data) if verdict != "undecided"] == []
    assert reviewed(data).rule_sets == ("tenhou-sanma" if name in OF_THREE else "tenhou",)


def test_what_a_line_leaves_out_follows_from_play_or_from_the_lines_before():
    events = formats.read(as_lines(GAME))

    # What an mjlog states beside a result: here one stick, the winner's, and one honba.
    assert (events.results.honba.tolist(), events.results.kyotaku.tolist()) == ([0, 1], [1, 0])
    with_sticks = formats.read(as_lines(changed("start_kyoku", kyotaku=2)))
    assert with_sticks.results.kyotaku.tolist() == [3, 2]
    named = reviewed([START | {"names": ["あ", "B", 7, None]}, *GAME[1:]])
    assert named.headers.people.name == [("あ", "B", "", "")]
    # Scores that a start does not state are those that the last result stated.
    scores = formats.read(as_lines(GIMITE)).hands.scores.tolist()
    assert scores == [[25000] * 4, [43000, 25000, 7000, 25000]]


def test_the_first_version_of_gimite_is_read_as_far_as_it_goes():
    result = reviewed(GIMITE_FIRST)

    plays, expected = (plays_in(as_lines(game))[0] for game in (GIMITE_FIRST, GAME))
    assert [(*play, tile // 4) for *play, tile in plays] == [(*play, tile // 4) for *play, tile in expected]
    assert {finding.verdict.value for finding in result.findings} == {"undecided"}
    assert [one.reason for one in result.audit.ruling.of_game] == [
        "the log does not state kyoku, honba and sticks"
    ]
    assert (result.tallies["tile-place"].passed, result.tallies["win-payment"].passed) == (2, 0)


def payments(**members):
    """The game with a change of every event that states payments."""
    game = GAME
    for kind in ("reach_accepted", "hora", "ryukyoku"):
        game = changed(kind, game, **members)
    return game


WIN = ("win-tehai", "win-yaku", "win-fu", "win-points", "win-dora", "win-payment", "riichi-deposit")
UNSTATED = ("win-tehai", "win-melds", "win-yaku", "win-fu", "win-points", "win-pao", "shown-seats")
NO_PAYMENTS = {"win-payment": (0, 1), "draw-payment": (0, 1)}
JUDGED = {
    "Gimite's win": (GIMITE, dict.fromkeys(WIN, (1, 0)) | {"next-scores": (0, 1), "scores-before": (1, 1)}),
    "mjai": (GAME, dict.fromkeys(UNSTATED, (0, 1)) | {"counters": (0, 2), "scores-before": (0, 2)}),
    "no deltas": (changed("hora", without=["deltas"]), {"win-payment": (0, 1), "draw-payment": (1, 0)}),
    "scores after it alone": (
        changed("hora", without=["deltas"], scores=[43000, 25000, 7000, 25000]),
        {"win-payment": (1, 0)},
    ),
    "a riichi without ura": (changed("hora", without=["ura_markers"]), {"win-dora": (0, 1)}),
    "no reason": (changed("ryukyoku", without=["reason"]), {"draw-kind": (0, 1), "draw-payment": (1, 0)}),
    "empty lists": (payments(deltas=[], scores=[]), NO_PAYMENTS),
    "no lists": (payments(without=["deltas", "scores"]), NO_PAYMENTS),
}
"""How often a check has passed, and how often what it needs is absent."""


@pytest.mark.parametrize("name", JUDGED)
def test_what_is_stated_is_judged_and_the_rest_is_absent(name):
    game, expected = JUDGED[name]
    result = reviewed(game)

    tallies = {check: result.tallies[check] for check in expected}
    assert {check: (tally.passed, tally.absent) for check, tally in tallies.items()} == expected
    assert [finding.check for finding in result.findings if finding.verdict != "undecided"] == []


KINDS = "the log's word for the kind of draw is not known: tired; known are exhaustive,"
LATE = [*GAME[:-2], {"type": "dahai", "actor": 0, "pai": "N"}, {"type": "ryukyoku"}, GAME[-1]]
NO_URA = "the log does not state the ura indicators of the win"
SAID = {
    "a word that nobody knows": (changed("ryukyoku", reason="tired"), "draw-kind", None, KINDS),
    "no draw without a reason": (LATE, "draw-kind", None, ""),
    "ura": (changed("hora", without=["ura_markers"]), "win-payment", "", NO_URA),
} | {
    word: (changed("ryukyoku", reason=word), "draw-kind", "suufon_renda", "")
    for word in ("kaze4", "四風連打", "Four Winds", "suufon_renda", "sufonrenta")
}
"""What a finding of this check claims, and how its reason begins."""


@pytest.mark.parametrize("name", SAID)
def test_a_result_that_is_none_is_said(name):
    game, check, claimed, reason = SAID[name]

    (finding,) = [finding for finding in reviewed(game).findings if finding.check == check]
    assert (finding.verdict == "undecided") == bool(reason)
    assert not claimed or finding.claimed == claimed
    assert str(finding.reason or "").startswith(reason)


@pytest.mark.parametrize(
    ("word", "han", "names"),
    [
        ("jikaze", 1, ["自風 北"]),
        ("bakaze", 1, ["場風 南"]),
        ("sangenpai", 2, ["役牌 白", "役牌 發"]),
        ("sangenpai", 1, []),
    ],
)
def test_words_for_winds_and_dragons_stand_for_those_of_the_hand(word, han, names):
    # Gimite's server has one word for each; in S2, of which seat 1 is the dealer, seat 0 is north.
    haipai = ("P P P F F 1m 2m 3m 4p 5p 6p 9s 9s", "1p " * 13, "1s " * 13, "2s " * 13)
    start = start_kyoku(haipai, 0, [25000] * 4) | {"bakaze": "S", "kyoku": 2, "oya": 1}
    pon = {"type": "pon", "actor": 0, "target": 1, "pai": "F", "consumed": ["F", "F"]}
    win = {"type": "hora", "actor": 0, "target": 0, "yakus": [[word, han]]}

    events = formats.read(as_lines([START, start, tsumo(1, "F"), dahai(1, "F"), pon, win]))

    yaku = [(YAKU_NAMES[number], of_one) for number, of_one in events.results.yaku[0].tolist() if number >= 0]
    assert yaku == [(name, 1) for name in names]
    assert (Oddity.UNKNOWN_YAKU in events.oddities.code) == (not names)


END, UNKNOWN = {"type": "end_game"}, {"type": "x_final", "scores": [1, 2, 3, 4]}


@pytest.mark.parametrize(
    "events", [[*GAME[:3], UNKNOWN, *GAME[3:], END], [*GAME, UNKNOWN, END], [*GAME, END, UNKNOWN]]
)
def test_an_unknown_event_is_ignored_and_said_once_after_the_end_too(events):
    ended = {(verdict, check) for verdict, check, _ in found([*GAME, END])}

    new = [one for one in found([*events, UNKNOWN]) if one[:2] not in ended]
    assert new == [("undecided", "known-vocabulary", events.index(UNKNOWN) + 1)]
    # A game may follow.
    games = reviewed([*GAME, END, UNKNOWN, *GAME]).logs
    assert [game.source for game in games] == ["game.jsonl", "game.jsonl#2"]


@pytest.mark.parametrize(
    ("data", "red_fives", "winds"),
    [
        (as_lines(GAME), True, 2),
        (as_lines([START | {"aka_flag": False}, *GAME[1:]]), False, 2),
        (as_lines([START | {"aka_flag": True, "kyoku_first": 4}, *GAME[1:]]), True, 1),
        (as_lines([START | {"gametype": "tonpu"}, *GAME[1:]]), True, 1),
        (text_replaced(b"5pr", b"5p"), False, 2),
    ],
)
def test_the_start_and_the_tiles_tell_red_fives_and_length(data, red_fives, winds):
    (rules,) = reviewed(data).audit.rule_sets

    assert (rules.name, sum(rules.red_fives) > 0, rules.winds) == ("tenhou", red_fives, winds)


def test_each_game_of_a_file_tells_its_own_red_fives():
    audit = reviewed(as_lines(GAME) + text_replaced(b"5pr", b"5p")).audit

    assert [any(audit.rule_set(game).red_fives) for game in (0, 1)] == [True, False]


TWO, THREE_REDS = (HAIPAI[1].replace(*reds) for reds in (("4p", "5pr"), ("4p 6p", "5pr 5pr")))


# Seat 3 has a 5pr in both hands; seat 1 has more of them.
@pytest.mark.parametrize(
    ("of_seat_1", "counts", "twice"),
    [
        ([TWO, TWO], (1, 2, 1), 0),
        ([THREE_REDS, THREE_REDS], (1, 3, 1), 0),
        ([THREE_REDS, TWO], (1, 2, 1), 1),
        ([TWO, HAIPAI[1]], None, 1),
    ],
)
def test_red_fives_of_one_suit_in_several_hands_are_in_the_wall(of_seat_1, counts, twice):
    hands = iter(of_seat_1)
    data = changed(
        "start_kyoku", tehais=lambda one: [one["tehais"][0], next(hands).split(), *one["tehais"][2:]]
    )

    assert numerous_reds(formats.read(as_lines(data))) == ({} if counts is None else {0: counts})
    assert [check for _, check, _ in found(data)].count("tile-place") == twice
    of_rules = [one for one in found(data, "tenhou") if one[:2] == ("undecided", "rule-set")]
    assert bool(of_rules) == (counts is not None)


def declared_and_won_on():
    """Up to the tile of a riichi that the three others may win on; no line says that it stands."""
    tehai = ["234567m345p55s67s", "345m234p678p99m67s", "112233m112233p9s", "456p789p111z22z67s"]
    return (
        analyzer.Game.build()
        .deal("E1.0", tehai, "4z")
        .draw(0, "7z").discard(0, "7z").draw(1, "6z").discard(1, "6z")
        .draw(2, "8s").riichi(2, "8s")
    )  # fmt: skip


def test_three_rons_are_those_of_all_others():
    game = declared_and_won_on().draw_ends("sanchahou", deltas=[0] * 4)
    read = reviewed(game.mjai.encode())

    assert [str(one) for one in read.findings if one.verdict != "undecided"] == []
    assert game.game().hand(0).settlement().draw.kind == "sanchahou"
    assert read.tallies["shown-seats"].absent == 1
    # Tenhou's custom: who declares nine kinds shows its tehai, and all who ron.
    for events, result, seats in ((read.events, 0, [0, 1, 3]), (formats.read(as_lines(GAME)), 1, [0])):
        assert [seat for seat in range(4) if events.results.shown[result, seat, 0] < TILES] == seats


@pytest.mark.parametrize(("end", "sticks"), [({"actor": 0, "target": 2}, 0), ({"actor": 2, "target": 2}, 1)])
def test_a_riichi_that_no_line_says_stands_does_unless_its_tile_is_won_on(end, sticks):
    lines = declared_and_won_on().mjai.encode() + as_lines([{"type": "hora"} | end])

    assert len(formats.read(lines).deposits) == sticks
    assert len(formats.read(declared_and_won_on().draw_ends("sanchahou").mjai.encode()).deposits) == 0


def test_a_log_that_stops_within_a_line_or_a_character_is_cut():
    name = as_lines(GAME) + '{"type":"hora","yakus":[["立直'.encode()

    for data in (as_lines(GAME)[:-20], name[:-1], name[:-2]):
        (game,) = read_log(data)
        assert game.events.oddities.code[-1] == Oddity.CUT
    for data, is_over in ((as_lines(GAME), False), (as_lines([*GAME, END]), True)):
        for text in (data, data.replace(b"\n", b"\n\n")):
            codes = read_log(text)[0].events.oddities.code
            assert (Oddity.CUT in codes, Oddity.NO_OWARI in codes) == (False, not is_over)
    # Behind a game that is over, another one is lost.
    for piece in (b"{", b'{"type":"start_game","na'):
        whole, lost = read_log(as_lines([*GAME, END]) + piece)
        assert Oddity.CUT not in whole.events.oddities.code
        assert lost.message.startswith(f"line {len(GAME) + 2}: expected one JSON object")
    # A whole line that is no JSON is none that was cut.
    for bad, message in (
        (name[:-1] + b'"]]}', "expected UTF-8"),
        (as_lines(GAME) + b'{"type":"x" "y"}', "expected"),
    ):
        with pytest.raises(MalformedLog, match=f"line {len(GAME) + 1}: {message}"):
            read_log(bad)


@pytest.mark.parametrize(
    "data", [as_lines(GAME[:1]), as_lines([GAME[0], END]), as_lines(GAME[:2])[:-30]],
    ids=["start", "start and end", "within the first deal"],
)  # fmt: skip
def test_a_game_without_a_hand_is_cut(data):
    judged = review([(LogName("game", "game"), data)])

    assert [str(finding) for finding in judged.findings] == [
        "game #1 whole-log: undecided: the log ends before its game does"
    ]


def test_tenpais_say_who_is_tenpai_where_every_tehai_is_shown():
    tenpais, tehais = [False, True, True, False], [tiles.split() for tiles in HAIPAI]
    paid = {"deltas": [-1500, 1500, 1500, -1500], "tehais": tehais, "tenpais": tenpais}
    (game,) = read_log(as_lines(changed("ryukyoku", reason="fanpai", **paid)))

    assert (game.events.results.shown[-1, :, 0] != NO_TILE).tolist() == tenpais


def test_a_kan_adds_another_copy_than_its_pon_has_even_if_all_others_are_held_elsewhere():
    haipai = ("E E 1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 1p", "E E" + " 2p" * 11, "3p " * 13, "4p " * 13)
    pon = {"type": "pon", "actor": 0, "target": 1, "pai": "E", "consumed": ["E", "E"]}
    turns = [event for seat in (1, 2, 3) for event in (tsumo(seat, "9s"), dahai(seat, "9s"))]
    plays = [tsumo(0, "9p"), dahai(0, "9p"), tsumo(1, "9p"), dahai(1, "E"), pon, dahai(0, "1p"), *turns]
    kakan = {"type": "kakan", "actor": 0, "pai": "E", "consumed": ["E", "E", "E"]}
    start = start_kyoku(haipai, 0, [25000] * 4, dora_marker="9m")

    events = formats.read(as_lines([START, start, *plays, tsumo(0, "2s"), kakan]))

    (added,) = events.plays.tile[events.plays.kind == PlayKind.KAKAN].tolist()
    assert added not in events.calls.tiles[0].tolist()
    assert added // 4 == events.calls.tiles[0, 0] // 4


def test_a_discard_of_the_tile_drawn_that_says_otherwise_is_found_where_no_other_copy_is_held():
    def lines(pai):
        events = copy.deepcopy(GAME)
        places = [place for place, event in enumerate(events) if event.get("tsumogiri")]
        for place in places:
            events[place]["tsumogiri"] = False
        # The first is the dealer's, whose first tile may be the fourteenth of the deal; seat 1 holds a 9p.
        for place in (places[1] - 1, places[1]):
            events[place]["pai"] = pai
        return [line - places[1] for _, check, line in found(events) if check == "well-formed"]

    assert lines("9p") == []
    assert lines("N") == [1]


@pytest.mark.parametrize(
    "seed", [*thinned(range(5), 5), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(10, 30))]
)
@pytest.mark.parametrize(
    ("players", "length", "rules"),
    [
        *(
            (4, "half", "tenhou"),
            (3, "half", "tenhou-sanma"),
            (4, "east", "tenhou"),
            (3, "east", "tenhou-sanma"),
        ),
        *((4, "half", "mahjong-soul"), (3, "half", "mahjong-soul-sanma")),
    ],
)
def test_a_game_of_the_engine_has_no_finding(seed, players, length, rules):
    is_tenhou = rules.startswith("tenhou")
    game = as_lines(played(seed, players, length, "tenhou" if is_tenhou else "mjsoul"))
    result = reviewed(game, "auto" if is_tenhou else rules)

    assert list(map(str, result.findings)) == []
    assert result.rule_sets == (rules,)
    # Final scores that are not stated are the last ones with what the last result pays.
    endings = result.audit.endings
    due = endings.scores[-1] - endings.leftover[-1]
    assert result.events.results.final_scores[-1].tolist() == due.tolist()
    # A game of East hands only is told by its end, but where somebody is bust, or has the target at last.
    is_south_4, (rule_set,) = result.events.hands.kyoku[-1] == 3 + players, result.audit.rule_sets
    ends_alike = min(due) < 0 or (is_south_4 and max(due) >= rule_set.target_points)
    assert length == "half" or rule_set.winds == 1 + ends_alike
    for check in ("win-payment", "next-scores", "next-kyoku", "game-over", "turn-order"):
        assert result.tallies[check].passed > 0, check


@pytest.mark.parametrize("without", [["scores"], []])
@pytest.mark.parametrize(
    ("deltas", "is_found"), [([-1000, 0], False), ([-2000, 0], True), ([0, -1000], True)], ids=str
)
def test_an_altered_stick_is_found_at_its_line(deltas, is_found, without):
    events = changed("reach_accepted", GIMITE, without=without, deltas=[*deltas, 0, 0])
    line = 1 + [event["type"] for event in events].index("reach_accepted")

    assert (("inconsistent", "riichi-deposit", line) in found(events)) == is_found
