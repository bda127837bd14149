"""The table of scenarios: what users may ask for, and the games that come of it."""

import re
import tomllib
from dataclasses import replace

from analyzer.rules import load, names
from analyzer.simulation import scenarios, simulate
from analyzer.simulation.deck import deal_out
from analyzer.simulation.scenarios import HANDS, SCENARIOS, play_scenario
from analyzer.simulation.scene import Scene

SETS = [replace(load(name), winds=winds) for name in names() for winds in (1, 2)]
SCRIPTED = [row for row in SCENARIOS if row.scenes]
BY_NAME = {row.name: row for row in SCENARIOS}


def attribute(name, text):
    return re.findall(rf'\b{name}="([^"]*)"', text)


def test_names_are_unique_and_easily_typed_and_meanings_are_one_line():
    found = [row.name for row in (*SCENARIOS, *HANDS)]
    meanings = [row.meaning for row in SCENARIOS]

    assert len(set(found)) == len(found)
    assert [name for name in found if not re.fullmatch(r"[a-z][a-z0-9_]*", name)] == []
    assert [text for text in meanings if "\n" in text or text.endswith(".") or not 5 < len(text) < 110] == []


def test_a_scenario_makes_sense_under_some_rule_set_and_only_with_as_many_players_as_it_says():
    for row in SCENARIOS:
        fitting = {rules.seats for rules in SETS if row.makes_sense(rules)}

        assert set() < fitting <= set(row.players), row.name


def test_after_its_scenes_a_game_is_brought_to_its_end_by_wins_of_3900():
    """A draw with the dealer noten, then seven children in turn: South 4 ends the game."""
    ((_, data),) = simulate(1, "1", scenario="tenpai_1", rules="tenhou")
    text = data.decode()
    wins = re.findall(r"<AGARI [^>]*>", text)

    # Walls made to measure have no seed.
    assert "SHUFFLE" not in text
    # 3,900 is three han and 30 fu of a child: tanyao, pinfu, iipeikou.
    assert [attribute("ten", win) for win in wins] == [["30,3900,0"]] * 7
    assert {tuple(sorted(attribute("yaku", win)[0].split(",")[::2])) for win in wins} == {("7", "8", "9")}
    assert attribute("owari", text) == attribute("owari", wins[-1])
    assert [seed.split(",")[0] for seed in re.findall(r'<INIT seed="([^"]*)"', text)] == list("01234567")


def test_every_row_of_every_file_can_be_asked_for():
    rows = [
        row["name"]
        for path in scenarios._FOLDER.glob("*.toml")
        for key in ("scenario", "hands")
        for row in tomllib.loads(path.read_text("utf-8")).get(key, ())
    ]

    assert len(rows) > 400
    assert sorted(rows) == sorted(row.name for row in (*SCRIPTED, *HANDS))


def test_every_tehai_and_scene_that_files_share_is_named_by_one():
    shared = scenarios._FILES["common"]
    text = "".join((scenarios._FOLDER / f"{file}.toml").read_text("utf-8") for file in scenarios._FILES)

    assert [name for name in (*shared["tehai"], *shared["scenes"]) if f'"{name}' not in text] == []


def test_kans_show_their_indicators_where_these_do_not_count():
    """Kan dora are a flag of lobbies (bit 0x20 of csrule); the fourth kan ends the hand after a discard."""
    rules = replace(load("tenhou"), kan_dora=False)

    first, *_ = play_scenario(BY_NAME["suukaikan_2_2"], "1", rules).split(b"<RYUUKYOKU")

    assert first.count(b"<DORA") == 4


def test_a_single_hand_waits_until_the_rules_pay_it():
    """Under ryanshi a hand with one yaku is none from so many honba on: the deal has to move on first."""
    rules, (row,) = load("sanma-ryanshi"), (row for row in HANDS if row.name == "closed_kan_of_simples")
    aborted = Scene(haipai={"E": "19m19p19s123z3468p"}, plays="E +6s kyuushu_kyuuhai")

    (game,) = deal_out([row], [[aborted] * rules.ryanshi_from], rules, "1")

    assert row.worth["yaku"] == "tanyao"
    # Another hand, with more yaku, comes between.
    assert game.hands[rules.ryanshi_from :][:2] == ("", row.name)
