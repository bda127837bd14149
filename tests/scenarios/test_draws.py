"""Every draw of the scripts, looked at in the XML alone, and judged by the whole referee.

Deltas, in hundreds, and who shows are written down from the rules: noten payments of 3,000 in all, with
three seats 2,000; nagashi mangan as a tsumo of 4,000 and 2,000 (format description, 4.6).
"""

import re
from typing import NamedTuple

import pytest

from analyzer.audit.findings import LogName
from analyzer.audit.review import review
from analyzer.rules import load
from analyzer.simulation.game_names import game_seed
from analyzer.simulation.scenarios import play_hands, play_scenario, scripted_scenarios
from analyzer.simulation.scene_player import ScenePlayer
from analyzer.vocabulary import NO_TILE
from analyzer.wall import walls

DRAWS = scripted_scenarios("draws")
BY_NAME = {row.name: row for row in DRAWS}
SEEDS = ("1", "2")
YAOCHU = {0, 8, 9, 17, 18, 26, *range(27, 34)}
NOBODY = ((0, 0, 0, 0), (0, 0, 0))

EXPECTED = {
    # Type, seats that show, deltas with four seats and with three.
    "tenpai_0": (None, "", *NOBODY),
    "tenpai_1": (None, "1", (-10, 30, -10, -10), (-10, 20, -10)),
    "tenpai_2": (None, "02", (15, -15, 15, -15), (10, -20, 10)),
    "tenpai_3": (None, "012", (10, 10, 10, -30), (0, 0, 0)),
    "tenpai_4": (None, "0123", *NOBODY),
    "riichi_draw": (None, "1", (-10, 30, -10, -10), (-10, 20, -10)),
    "furiten_tenpai": (None, "0", (30, -10, -10, -10), (20, -10, -10)),
    "yakuless_tenpai": (None, "2", (-10, -10, 30, -10), (-10, -10, 20)),
    "nagashi_mangan": ("nm", "", (-40, 80, -20, -20), (-40, 60, -20)),
    "nagashi_dealer": ("nm", "", (120, -40, -40, -40), (80, -40, -40)),
    "nagashi_tenpai": ("nm", "0", (-40, -20, 80, -20), (-40, -20, 60)),
    # The dealer receives 40 from each and pays 40; the child receives 40 from it and 20 from the others.
    "double_nagashi": ("nm", "", (80, -60, 40, -60), (40, -60, 20)),
    "nagashi_called": (None, "", *NOBODY),
    "kyuushu_9": ("yao9", "0", *NOBODY),
    "kyuushu_10": ("yao9", "1", *NOBODY),
    "kyuushu_11": ("yao9", "2", *NOBODY),
    "kyuushu_12": ("yao9", "1", *NOBODY),
    "kyuushu_13": ("yao9", "0", *NOBODY),
    "suufon_renda": ("kaze4", "", *NOBODY),
    "suufon_riichi": ("kaze4", "", *NOBODY),
    "suucha_riichi": ("reach4", "0123", *NOBODY),
    "sanchahou": ("ron3", "123", *NOBODY),
    "suukaikan_2_2": ("kan4", "", *NOBODY),
    "suukaikan_1_3": ("kan4", "", *NOBODY),
    "suukaikan_1_1_2": ("kan4", "", *NOBODY),
    # Only copies in the concealed part count against a wait on Tenhou (format description, 4.6).
    "karaten_concealed": (None, "", *NOBODY),
    "karaten_concealed_melds": (None, "", *NOBODY),
    "karaten_kan": (None, "0", (30, -10, -10, -10), (20, -10, -10)),
    "karaten_split": (None, "2", (-10, -10, 30, -10), (-10, -10, 20)),
    "karaten_seen": (None, "0", (30, -10, -10, -10), (20, -10, -10)),
    "karaten_indicator": (None, "0", (30, -10, -10, -10), (20, -10, -10)),
    "every_call": (None, "", *NOBODY),
    "kita_chain": (None, "", *NOBODY),
}
PLAYED = [(name, players) for name in EXPECTED for players in BY_NAME[name].players]


class Element(NamedTuple):
    tag: str
    attrib: dict

    def get(self, name):
        return self.attrib.get(name)


def elements(data):
    """Elements of a log in order, without the root."""
    found = re.findall(r'<(\w+)((?: \w+="[^"]*")*) ?/>', data.decode())
    return [Element(tag, dict(re.findall(r'(\w+)="([^"]*)"', text))) for tag, text in found]


class Look:
    """The first hand of a log, as the XML has it."""

    def __init__(self, data):
        every = elements(data)
        starts = [place for place, element in enumerate(every) if element.tag == "INIT"]
        self.elements = every[starts[0] : (*starts, None)[1]]
        self.players = 3 if self.elements[0].get("hai3") == "" else 4
        self.draw = self.elements[-1]

    def shown(self):
        return "".join(str(seat) for seat in range(4) if f"hai{seat}" in self.draw.attrib)

    def numbers(self, name):
        return [int(number) for number in self.draw.get(name).split(",")]

    def deltas(self):
        return tuple(self.numbers("sc")[1::2][: self.players])

    def kinds(self, tags):
        """Kinds drawn (TUVW) or discarded (DEFG) by a seat."""
        return [int(tag[1:]) // 4 for tag in self.tags() if re.fullmatch(rf"{tags}\d+", tag)]

    def tags(self):
        return [element.tag for element in self.elements]

    def calls(self):
        """Seat and name of each call, by the low bits of its code (format description, 4.4)."""
        found = []
        for call in (element for element in self.elements if element.tag == "N"):
            code = int(call.get("m"))
            if code & 4:
                name = "chi"
            elif code & 8:
                name = "pon"
            elif code & 16:
                name = "kakan"
            elif code & 0xFF == 0x20:
                name = "kita"
            else:
                name = "daiminkan" if code & 3 else "ankan"
            found.append((int(call.get("who")), name))
        return found

    def kans(self):
        """Number of kans by seat."""
        makers = [seat for seat, name in self.calls() if name.endswith("kan")]
        return sorted(makers.count(seat) for seat in set(makers))

    def haipai(self, seat):
        return [int(tile) // 4 for tile in self.elements[0].get(f"hai{seat}").split(",")]


def rules_for(players):
    return load("tenhou" if players == 4 else "tenhou-sanma")


def first_hand(name, players, seed, rules=None):
    """The log of a draw, cut behind it."""
    rules = rules or rules_for(players)
    (scene,) = BY_NAME[name].scenes_for(players)
    wall = walls(game_seed(seed), 1, players).tiles[0]

    def once(standing, _):
        return (
            None
            if standing.hands_played
            else ScenePlayer(scene, standing, rules, wall[wall != NO_TILE].tolist()).play()
        )

    return play_hands(name, rules, once)


@pytest.fixture(scope="module")
def logs():
    """Every draw with every number of players and for each seed, by name, players and seed."""
    return {
        (name, players, seed): first_hand(name, players, seed) for name, players in PLAYED for seed in SEEDS
    }


@pytest.fixture(scope="module")
def looks(logs):
    return {key: Look(data) for key, data in logs.items()}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "players"), PLAYED)
def test_the_first_hand_is_that_draw(looks, name, players, seed):
    look = looks[name, players, seed]
    kind, shown, *deltas = EXPECTED[name]

    assert look.draw.tag == "RYUUKYOKU"
    assert (look.draw.get("type"), look.shown(), look.deltas()) == (kind, shown, deltas[4 - players])


# By number of tenpai seats: what one gets, and what another pays, in hundreds.
NOTEN = {4: [(0, 0), (30, 10), (15, 15), (10, 30), (0, 0)], 3: [(0, 0), (20, 10), (10, 20), (0, 0)]}
TENPAI_SETS = [row for row in DRAWS if row.name.startswith("tenpai_sets_")]


@pytest.mark.parametrize("players", [4, 3])
def test_every_set_of_seats_is_tenpai_under_every_dealer_and_paid(players):
    rules, found = rules_for(players), []
    for row in (row for row in TENPAI_SETS if players in row.players):
        text = play_scenario(row, "1", rules).decode()
        hands = re.findall(r'<INIT [^>]*oya="(\d)".*?<RYUUKYOKU ([^>]*)/>', text)
        for dealer, draw in (hands[at] for at in row.shows):
            tenpai = {int(seat) for seat in re.findall(r"hai(\d)=", draw)}
            gets, pays = NOTEN[players][len(tenpai)]
            numbers = [int(one) for one in re.search(r'sc="([^"]*)"', draw)[1].split(",")]

            due = [gets if seat in tenpai else -pays for seat in range(players)]
            assert numbers[1 : 2 * players : 2] == due, (row.name, dealer, tenpai)
            found.append((dealer, *sorted(tenpai)))

    # Sixteen sets (eight) under four dealers (three), each once.
    assert len(set(found)) == len(found) == 2**players * players


def test_every_draw_of_tenhou_is_expected_here():
    known = {row.name for row in DRAWS if any(row.makes_sense(rules_for(n)) for n in row.players)}

    assert known - {row.name for row in TENPAI_SETS} == set(EXPECTED)


def test_the_whole_referee_finds_nothing_but_that_the_logs_are_cut(logs):
    named = [
        (LogName(f"2199010110gm-00{'a9' if players == 4 else 'b9'}-0000-{place:08x}", name), data)
        for place, ((name, players, _), data) in enumerate(logs.items())
    ]

    reviewed = review(named)

    assert {finding.check for finding in reviewed.findings} == {"game-over", "whole-log"}
    assert reviewed.tallies["draw-payment"].passed == len(named)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("kinds", [9, 10, 11, 12, 13])
def test_kyuushu_is_declared_with_so_many_kinds_of_fourteen_tiles(looks, kinds, players, seed):
    look = looks[f"kyuushu_{kinds}", players, seed]
    caller = int(look.shown())

    held = [*look.haipai(caller), *look.kinds("TUVW"[caller])]
    assert len(held) == 14
    assert len(YAOCHU & set(held)) == kinds
    assert len(look.draw.get(f"hai{caller}").split(",")) == 14


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "wind"), [("suufon_renda", 27), ("suufon_riichi", 28)])
def test_four_first_discards_are_one_wind(looks, name, wind, seed):
    look = looks[name, 4, seed]

    assert [look.kinds(tag) for tag in "DEFG"] == [[wind]] * 4
    assert look.calls() == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_double_riichi_of_the_fourth_wind_pays_its_stick(looks, seed):
    look = looks["suufon_riichi", 4, seed]

    assert look.elements[-2].attrib == {"who": "3", "ten": "250,250,250,240", "step": "2"}
    assert look.draw.get("ba") == "0,1"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_fourth_stick_is_paid_before_the_hand_ends(looks, seed):
    look = looks["suucha_riichi", 4, seed]

    paid = [element.get("who") for element in look.elements if element.get("step") == "2"]
    assert paid == ["1", "2", "0", "3"]
    assert look.draw.get("ba") == "0,4"
    assert look.numbers("sc")[::2] == [240] * 4


@pytest.mark.parametrize("seed", SEEDS)
def test_a_riichi_tile_that_three_win_on_pays_no_stick(looks, seed):
    look = looks["sanchahou", 4, seed]

    assert [element.get("step") for element in look.elements if element.tag == "REACH"] == ["1"]
    assert re.fullmatch(r"D\d+", look.elements[-2].tag)
    assert int(look.elements[-2].tag[1:]) // 4 == 13
    assert look.draw.get("ba") == "0,0"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("name", "kans"), [("2_2", [2, 2]), ("1_3", [1, 3]), ("1_1_2", [1, 1, 2])])
def test_four_kans_fall_to_the_seats_as_the_name_says(looks, name, kans, players, seed):
    look = looks[f"suukaikan_{name}", players, seed]

    assert look.kans() == kans
    assert look.tags().count("DORA") == 4


def test_the_three_kans_of_one_seat_are_one_of_each_kind(looks):
    calls = looks["suukaikan_1_3", 4, "1"].calls()

    assert [name for seat, name in calls if seat == 1] == ["daiminkan", "ankan", "pon", "kakan"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("name", "makers"),
    [
        *(("nagashi_mangan", {1}), ("nagashi_dealer", {0}), ("nagashi_tenpai", {2})),
        *(("double_nagashi", {0, 2}), ("nagashi_called", {1}), ("tenpai_0", set())),
    ],
)
def test_rows_of_terminals_and_honours_are_those_of_the_seats_said(looks, name, makers, players, seed):
    look = looks[name, players, seed]

    rows = {seat for seat in range(players) if set(look.kinds("DEFG"[seat])) <= YAOCHU}
    assert rows == makers
    assert look.calls() == ([(2, "pon")] if name == "nagashi_called" else [])


@pytest.mark.parametrize("players", [3, 4])
def test_the_stick_of_a_riichi_stays_on_the_table(looks, players):
    look = looks["riichi_draw", players, "1"]

    assert [element.get("who") for element in look.elements if element.get("step") == "2"] == ["1"]
    assert look.draw.get("ba") == "0,1"


@pytest.mark.parametrize("players", [3, 4])
def test_karaten_is_where_the_name_says(looks, players):
    """All four tiles of the only wait: 1z in hand, 6s in hand, 3p in a kan, in pon and hand, on the table."""
    look = {
        name: looks[f"karaten_{name}", players, "1"]
        for name in ("concealed", "concealed_melds", "kan", "split", "seen", "indicator")
    }
    indicator = look["indicator"].elements[0].get("seed").split(",")[-1]

    assert look["concealed"].haipai(1).count(27) == 4
    assert look["concealed_melds"].haipai(1).count(23) == 4
    assert look["concealed_melds"].calls() == [(1, "pon")] * 3
    assert look["kan"].calls() == [(0, "ankan")]
    assert look["split"].calls() == [(2, "pon")]
    assert [int(tile) // 4 for tile in look["split"].draw.get("hai2").split(",")].count(11) == 1
    assert [*look["seen"].kinds("E"), *look["seen"].kinds("F")].count(11) == 4
    assert [*look["indicator"].kinds("E"), *look["indicator"].kinds("F")].count(11) == 3
    assert int(indicator) // 4 == 11


TENPAI_ELSEWHERE = {
    # Classes of karaten that count as tenpai: reference on the rules, 1; the others are noten.
    "tenhou": {"kan", "split", "seen", "indicator"},
    "mahjong-soul": {"kan", "split", "seen", "indicator"},
    "riichi-wiki": {"seen", "indicator"},
    "wrc-2015": {"concealed", "concealed_melds", "kan", "split", "seen", "indicator"},
    "sanma-ryanshi": set(),
}


@pytest.mark.parametrize("name", TENPAI_ELSEWHERE)
def test_which_karaten_is_tenpai_is_up_to_the_rule_set(name):
    rules = load(name)
    rows = [row.name for row in DRAWS if row.name.startswith("karaten_")]

    shown = {row for row in rows if Look(first_hand(row, rules.seats, "1", rules)).shown()}

    assert shown == {f"karaten_{each}" for each in TENPAI_ELSEWHERE[name]}


@pytest.mark.parametrize("players", [3, 4])
def test_every_call_is_made(looks, players):
    names = {name for _, name in looks["every_call", players, "1"].calls()}

    assert names == {"pon", "daiminkan", "kakan", "ankan", "chi" if players == 4 else "kita"}


def test_kita_follows_kita_without_a_new_indicator(looks):
    look = looks["kita_chain", 3, "1"]

    assert look.calls() == [(0, "kita"), (0, "kita"), (1, "kita"), (2, "kita")]
    assert "DORA" not in look.tags()


@pytest.mark.parametrize(
    ("rules", "deltas"),
    [
        # The stick goes back; a child's reverse mangan is 4,000 to the dealer and 2,000 to each other child.
        ("riichi-wiki", [40, -70, 20, 20]),
        ("sanma-ryanshi", [40, -50, 20, 0]),
        # 20,000 come off the final result, nothing off the score.
        ("wrc-2015", [0, 10, 0, 0]),
    ],
)
def test_a_noten_riichi_is_chombo_and_the_hand_is_played_again(rules, deltas):
    rule_set = load(rules)
    data = play_scenario(BY_NAME["noten_riichi"], "1", rule_set)

    starts = [each.get("seed").split(",")[:3] for each in elements(data) if each.tag == "INIT"]
    assert Look(data).numbers("sc")[1::2] == deltas
    assert starts[1] == starts[0] == ["0", "0", "0"]


def test_a_noten_riichi_is_chombo_at_suucha_riichi_too():
    look = Look(first_hand("noten_riichi_suucha", 4, "1", load("riichi-wiki")))

    # North pays 4,000 to the dealer and 2,000 to the others, and all sticks go back.
    assert look.deltas() == (50, 30, 30, -70)
    assert look.shown() == "0123"
