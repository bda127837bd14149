"""Simulated games: the same everywhere, legal, and with what was asked for."""

import re

import numpy as np
import pytest

from analyzer import kernels
from analyzer.audit.case import LogName
from analyzer.audit.review import review
from analyzer.errors import UserMistake
from analyzer.mjlog.log_id import parse_log_id
from analyzer.mjlog.reader import read_markup
from analyzer.mjlog.writer import write
from analyzer.simulate import SCENARIOS, simulate
from analyzer.wall import haipai, layout_of, live_draws, parse_seed, replacements, walls


def findings(logs, **options):
    named = [(LogName(log_id, log_id), data) for log_id, data in logs]
    return [str(finding) for finding in review(named, **options).findings]


def kinds(data):
    """``type`` of every draw, as the XML has it; None for an exhaustive one."""
    draws = re.findall(rb"<RYUUKYOKU ([^>]*)/>", data)
    found = [re.search(rb'type="(\w+)"', draw) for draw in draws]
    return [match and match[1].decode() for match in found]


@pytest.fixture(scope="module")
def ordinary():
    return {players: list(simulate(2, "tests", players=players, length="tonpuu")) for players in (3, 4)}


def test_the_same_arguments_give_the_same_bytes(ordinary):
    assert list(simulate(2, "tests", players=4, length="tonpuu")) == ordinary[4]


def test_a_game_does_not_depend_on_how_many_are_asked_for(ordinary):
    assert list(simulate(1, "tests", players=3, length="tonpuu")) == ordinary[3][:1]


def test_another_seed_gives_another_game(ordinary):
    (other,) = simulate(1, "other", players=4, length="tonpuu")

    assert other[0] != ordinary[4][0][0]
    assert other[1] != ordinary[4][0][1]


def test_compiled_games_equal_plain_ones(ordinary):
    with kernels.compiling():
        compiled = {
            players: list(simulate(2, "tests", players=players, length="tonpuu")) for players in (3, 4)
        }

    assert compiled == ordinary


def test_compiled_attempts_at_a_scenario_come_to_the_same_game():
    """Compiled, many attempts are played at once; the first that fits counts in either case."""
    wanted = {"players": 3, "length": "tonpuu", "scenario": "kyuushu_kyuuhai"}
    plain = list(simulate(1, "1", **wanted))

    with kernels.compiling():
        compiled = list(simulate(1, "1", **wanted))

    assert compiled == plain


@pytest.mark.parametrize("players", [3, 4])
def test_the_whole_referee_finds_nothing(ordinary, players):
    assert findings(ordinary[players]) == []


@pytest.mark.parametrize("players", [3, 4])
def test_the_form_is_that_of_tenhou(ordinary, players):
    for _, data in ordinary[players]:
        markup, problems = read_markup(data)

        assert list(problems) == []
        assert write(markup) == data


def test_log_ids_name_the_game_and_a_date_without_real_games(ordinary):
    log_id = parse_log_id(ordinary[3][0][0])

    assert log_id.text == ordinary[3][0][0]
    # 0xA1: ranked, Phoenix room; 0x10: three players.
    assert (log_id.day.year, log_id.go_type) == (2199, 0xB1)
    assert f'<GO type="{0xB1}" lobby="0"/>'.encode() in ordinary[3][0][1]


@pytest.mark.parametrize("players", [3, 4])
def test_every_tile_dealt_and_drawn_is_that_of_the_wall(ordinary, players):
    text = ordinary[players][0][1].decode()
    hands = text.split("<INIT ")[1:]
    ours = walls(parse_seed(re.search(r'seed="([^"]*)"', text)[1]), len(hands), players)
    layout = layout_of(players)
    dealers = np.array([int(re.search(r'oya="(\d)"', hand)[1]) for hand in hands], np.uint8)
    dealt = haipai(ours.tiles, dealers, layout)
    for row, hand in enumerate(hands):
        tiles = [re.search(rf'hai{seat}="([^"]*)"', hand)[1].split(",") for seat in range(players)]
        drawn = {int(tile) for tile in re.findall(r"<[TUVW](\d+)/>", hand)}

        assert [list(map(int, tehai)) for tehai in tiles] == dealt[row, :players].tolist()
        kans = len(drawn & set(replacements(ours.tiles[row : row + 1], layout)[0].tolist()))
        live = live_draws(ours.tiles[row : row + 1], layout)[0].tolist()
        assert drawn - set(replacements(ours.tiles[row : row + 1], layout)[0].tolist()) <= set(live)
        # With nobody winning a hand uses up its live wall, less a tile for each replacement drawn.
        if kinds(f"<INIT {hand}".encode()) == [None]:
            assert len(drawn) == len(live)
            assert set(live[: len(live) - kans]) <= drawn


def test_a_rule_set_without_abortive_draws_plays_on():
    logs = list(simulate(1, "1", rules="wrc"))

    assert findings(logs, rules="wrc") == []
    assert {kind for _, data in logs for kind in kinds(data)} == {None}


CHEAP = {
    ("tenpai_1", 3): "34",
    ("tenpai_2", 4): "58",
    ("tenpai_3", 4): "113",
    ("riichi_draw", 4): "68",
    ("nagashi_mangan", 3): "102",
    ("kyuushu_kyuuhai", 4): "150",
    ("suukaikan", 3): "23",
    ("every_call", 3): "146",
    ("every_call", 4): "33",
    ("extension", 4): "8",
    ("leftover_sticks", 4): "63",
}
"""Seeds whose first attempt is a short game with the scenario; the others are among the samples."""

SIGNS = {
    "tenpai_1": lambda text: bool(re.search(r'<RYUUKYOKU ba="[^"]*" sc="[^"]*" hai\d="[\d,]*" />', text)),
    "tenpai_2": lambda text: bool(
        re.search(r'<RYUUKYOKU ba="[^"]*" sc="[^"]*"( hai\d="[\d,]*"){2} />', text)
    ),
    "tenpai_3": lambda text: bool(
        re.search(r'<RYUUKYOKU ba="[^"]*" sc="[^"]*"( hai\d="[\d,]*"){3} />', text)
    ),
    "riichi_draw": lambda text: bool(re.search(r'step="2"/>(?:(?!<INIT).)*<RYUUKYOKU ba', text)),
    "nagashi_mangan": lambda text: 'type="nm"' in text,
    "kyuushu_kyuuhai": lambda text: 'type="yao9"' in text,
    "suukaikan": lambda text: 'type="kan4"' in text,
    "every_call": lambda text: len(set(re.findall(r'<N who="(\d)"', text))) > 1,
    "extension": lambda text: '<INIT seed="4,' in text,
    "leftover_sticks": lambda text: not re.search(r'ba="\d+,0"[^>]*owari', text),
}


@pytest.mark.parametrize(("scenario", "players"), CHEAP)
def test_a_scenario_is_seen_in_the_xml_and_found_legal(scenario, players):
    seed = CHEAP[scenario, players]

    logs = list(simulate(1, seed, players=players, length="tonpuu", scenario=scenario))

    assert SIGNS[scenario](logs[0][1].decode())
    assert findings(logs) == []


def test_every_scenario_has_a_name_of_its_own():
    names = [scenario.name for scenario in SCENARIOS]

    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": -1}, "-1 games cannot be played; expected 0 or more"),
        ({"players": 2}, "2 players cannot play; expected 3 or 4"),
        ({"length": "long"}, "'long' is not a length of a game; expected tonpuu or hanchan"),
        (
            {"scenario": "suufon_renda", "players": 3},
            "the scenario 'suufon_renda' cannot happen with 3 players",
        ),
        (
            {"rules": "wrc", "length": "tonpuu"},
            "the rule set 'wrc' plays 2 winds, which is no tonpuu",
        ),
        ({"rules": "tenhou-sanma"}, "the rule set 'tenhou-sanma' is for 3 players, not 4"),
    ],
)
def test_values_that_cannot_be_used_are_named_before_any_game(options, message):
    with pytest.raises(UserMistake) as error:
        simulate(**({"games": 1, "seed": "1"} | options))

    assert str(error.value) == message


def test_an_unknown_scenario_is_named_with_those_there_are():
    with pytest.raises(UserMistake, match=r"'rain' is not a scenario; known are tenpai_0, tenpai_1"):
        simulate(1, "1", scenario="rain")


def test_no_games_are_no_logs():
    assert list(simulate(0, "1")) == []
