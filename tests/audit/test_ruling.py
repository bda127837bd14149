"""A rule set that the user names, and a log that says otherwise: one finding, and nothing follows from it."""

import copy
import json
from dataclasses import replace
from functools import cache

import pytest

import analyzer
from analyzer import simulate
from analyzer.audit import LogName, Review, review
from analyzer.rules import NO_RED_FIVES, load
from analyzer.simulation.scenarios import SCENARIOS
from analyzer.simulation.scene import Scene
from tests.audit.made import scene_log
from tests.formats.mjai.games import GAME, HORA, as_lines
from tests.formats.tenhou6.documents import data_of, document, hand

FORMS = ("mjlog", "tenhou6", "mjai")
SHORT = "bust_by_tsumo"
"""A game of two hands, whatever its length."""


def judged(data: bytes, rules: str = "auto") -> Review:
    return review([(LogName("game", "game"), data)], rules)


def named(result: Review) -> list[tuple[str, str | None, str | None]]:
    """Check, claim and computed value of every inconsistent or malformed item."""
    faults = [finding for finding in result.findings if finding.verdict != "undecided"]
    return [(finding.check, finding.claimed, finding.computed) for finding in faults]


@cache
def game(**options) -> bytes:
    """A simulated game; each is played once."""
    ((_, data),) = simulate(1, "ruling", **options)
    return data


def simulated(form: str, **options) -> bytes:
    return getattr(analyzer.read(game(**options)), f"to_{form}")().text.encode()


def of_mahjong_soul(length: str, players: int) -> bytes:
    """A game by the rules of Mahjong Soul, in the words of its rooms."""
    rules = {4: "mahjong-soul", 3: "mahjong-soul-sanma"}[players] + "-tonpuu" * (length == "tonpuu")
    game = json.loads(simulated("tenhou6", length=length, players=players, rules=rules, scenario=SHORT))
    words = {"tonpuu": "東", "hanchan": "南"}[length]
    game["rule"]["disp"] = f"{'三' if players == 3 else ''}玉の間{words}喰赤"
    game.pop("ref", None)
    return json.dumps(game).encode()


@pytest.mark.parametrize("form", [*FORMS, "Mahjong Soul"])
@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("length", ["tonpuu", "hanchan"])
def test_another_length_than_the_log_states_is_one_finding(form, length, players):
    if form == "Mahjong Soul":
        hanchan, data = "mahjong-soul", of_mahjong_soul(length, players)
    else:
        hanchan, data = "tenhou", simulated(form, length=length, players=players, scenario=SHORT)
    hanchan += "-sanma" if players == 3 else ""
    tonpuu = f"{hanchan}-tonpuu"
    right, other = (tonpuu, hanchan) if length == "tonpuu" else (hanchan, tonpuu)
    claimed, computed = ("a tonpuusen", "a hanchan") if length == "tonpuu" else ("a hanchan", "a tonpuusen")

    result = judged(data, other)

    assert named(result) == [("rule-set", claimed, computed)]
    assert f"the log states {claimed}, {other} is {computed}" in result.findings[0].message
    assert result.rule_sets == (other,)
    assert named(judged(data, right)) == named(judged(data)) == []


def test_a_game_of_one_hand_states_no_length():
    data = simulated("mjlog", length="tonpuu", players=4, scenario=SHORT)
    assert b'type="161"' in data

    result = judged(data.replace(b'type="161"', b'type="2209"'), "tenhou-tonpuu")

    assert named(result) == []
    assert "rule-set" not in {finding.check for finding in result.findings}


@pytest.fixture(scope="module")
def without_reds() -> dict[str, bytes]:
    """A hand with a wall without red fives that shows all four copies of a five, by form."""
    fives = Scene(haipai={"E": "5555m"}, plays="E ankan 5555m - ...")
    read = analyzer.read(scene_log(fives, rules=replace(load("tenhou"), red_fives=NO_RED_FIVES)))
    games = {form: getattr(read, f"to_{form}")().text.encode() for form in ("tenhou6", "mjai")}
    assert b"5mr" not in games["mjai"]
    return games


@pytest.mark.parametrize("form", ["tenhou6", "mjai"])
def test_four_plain_fives_under_red_fives_are_one_finding(form, without_reds):
    data = without_reds[form]

    (finding,) = named(judged(data, "tenhou"))

    assert finding[0] == "rule-set"
    assert finding[1].startswith("four plain 5")
    assert finding[2] == "a red five"
    assert named(judged(data)) == []


@pytest.mark.parametrize("rules", ["auto", "tenhou"])
def test_red_fives_that_a_log_states_and_four_plain_ones_contradict_each_other(rules, without_reds):
    game = json.loads(without_reds["tenhou6"])
    lines = [json.loads(line) for line in without_reds["mjai"].splitlines()]
    lines[0]["aka_flag"] = True
    game |= {"rule": {"disp": "電脳麻将", "aka": 1}}
    game.pop("ref", None)

    for data in (json.dumps(game).encode(), as_lines(lines)):
        assert [check for check, *_ in named(judged(data, rules))] == ["rule-set"]
    # In another form of the log no red five is invented.
    entries = json.loads(analyzer.read(as_lines(lines)).to_tenhou6().text)["log"]
    assert {51, 52, 53}.isdisjoint({number for one in entries for part in one[2:16] for number in part})


def played(deltas: list[int], five: str = "5m") -> bytes:
    """A game without red fives, or with one where the winner holds a five; its haneman is paid so."""
    events = copy.deepcopy(GAME)
    text = json.dumps(events).replace("5pr", "5p")
    events = json.loads(text)
    tehai = events[1]["tehais"][0]
    tehai[tehai.index("5m")] = five
    events[events.index(HORA)]["deltas"] = deltas
    return as_lines(events)


HANEMAN, MANGAN, BAIMAN = ([points + 1000, 0, -points, 0] for points in (18_000, 12_000, 24_000))


def states(result: Review) -> tuple[int, int, int]:
    tally = result.tallies["win-payment"]
    return tally.passed, tally.failed, tally.undecided


@pytest.mark.parametrize(
    ("deltas", "five", "rules", "expected"),
    [
        pytest.param(HANEMAN, "5m", "tenhou", (1, 0, 0), id="right without a red five"),
        pytest.param(BAIMAN, "5m", "tenhou", (0, 0, 1), id="right with red fives"),
        pytest.param(MANGAN, "5m", "tenhou", (0, 1, 0), id="less than without"),
        pytest.param(BAIMAN, "5mr", "tenhou", (0, 1, 0), id="the log names red fives"),
        pytest.param(BAIMAN, "5m", "wrc-2015", (0, 1, 0), id="no red fives by the rules"),
        pytest.param(BAIMAN, "5m", "auto", (0, 1, 0), id="no red fives by the tiles"),
    ],
)
def test_where_fewer_fives_are_seen_what_rests_on_a_red_one_is_undecided(deltas, five, rules, expected):
    result = judged(played(deltas, five), rules)

    assert states(result) == expected
    assert "rule-set" not in {finding.check for finding in result.findings}


@pytest.mark.parametrize("rules", ["auto", "tenhou"])
def test_an_engine_that_does_not_state_how_hands_begin_is_judged_by_its_play_alone(rules):
    events = [{key: value for key, value in event.items() if key != "bakaze"} for event in GAME]

    assert states(judged(as_lines(events), rules)) == (0, 0, 1)


def test_a_claim_of_aka_dora_where_no_tile_is_red_is_undecided():
    seats = (
        ("19m258p369s12344z", [25], [60]),
        ("234567m46p22678s", [], []),
        ("345678m34p45688s", [], []),
        ("147m258p147s1257z", [], []),
    )
    won = ["和了", [-2600, 2600, 0, 0], [1, 0, 1, "40符2飜2600点", "断幺九(1飜)", "赤ドラ(1飜)"]]
    game = document(hand(*seats, result=won), rule={"disp": "another"})

    result = judged(data_of(game), "tenhou")

    assert named(result) == []
    assert "the log names no red five: a plain five may be one" in {one.reason for one in result.findings}


@pytest.mark.parametrize(
    ("rest", "messages"),
    [
        ("345p22s66z", ["no win (open, with a wait that gives fewer than 2 han of yaku)"]),
        # Waits of Red and Green: each makes two with White.
        ("345p7766z", []),
    ],
)
def test_a_wait_of_one_yaku_makes_a_win_of_two_illegal(rest: str, messages: list[str]) -> None:
    """Three-player rule page, 2011-09-10, ryanshi: after a call every finishing tile must give two."""
    ryanshi = load("sanma-ryanshi")
    four_wins = next(row.scenes[:4] for row in SCENARIOS if row.name == "ryanshi")
    # South calls White and 8s; Green makes two yaku, 2s would make one.
    calls = "E -5z S pon 555z -1m E -8s S pon 888s -9m E -6z S ron"
    scene = Scene(haipai={"S": f"19m88s55z{rest}"}, indicators="9m", plays=calls)
    data = scene_log(*four_wins, scene, rules=replace(ryanshi, ryanshi_from=0))

    found = review([(LogName("game", "game"), data)], ryanshi, ["win-yaku"]).findings

    assert [one.sentence.partition("play gives ")[2] for one in found] == messages
