"""A fault in any form is named, by the check of what is wrong first."""

from __future__ import annotations

import copy
import hashlib
import json

import pytest

from analyzer.audit import LogName, review
from tests.formats.mahjong_soul.records import FORMS, SALT, of_2019, sealed, simulated

NAME = LogName("game", "game")


def led(data, rules="auto"):
    """The first finding of each chain, by check; nothing may be refused."""
    result = review([(NAME, data)], rules)
    assert not result.refused, result.refused[0].reason
    return [one.check for one in result.findings if one.verdict != "undecided" and one.leads]


@pytest.fixture(scope="module")
def games():
    # Both have a draw with payments, a ron, a riichi and a win with melds.
    return {4: simulated(), 3: simulated(3, seed="f")}


def of(game, name, *, where=lambda data: True, last=False):
    """Data of the first or last record of a name."""
    found = [one["data"] for one in game["records"] if one["name"].endswith(name) and where(one["data"])]
    return found[-1 if last else 0]


def reseal(data):
    data |= sealed(data["paishan"])


def payment_of_draw(game):
    data = of(game, "NoTile", where=lambda data: "delta_scores" in data["scores"][0])
    scores = data["scores"][0]["delta_scores"]
    scores[0], scores[1] = scores[0] + 500, scores[1] - 500


def points(game):
    win = of(game, "Hule")["hules"][0]
    name = "dadian" if "dadian" in win else "point_zimo_xian" if win["zimo"] else "point_rong"
    win[name] += 300


def tehai(game):
    hand = of(game, "Hule")["hules"][0]["hand"]
    hand[0] = "1m" if hand[0] != "1m" else "9m"


def with_melds(game):
    return next(
        win["ming"]
        for record in game["records"]
        for win in record["data"].get("hules", ())
        if win.get("ming")
    )


def meld(game):
    melds = with_melds(game)
    melds[0] = "kezi(1z,1z,1z)" if "1z" not in melds[0] else "kezi(2z,2z,2z)"


def kind_of_meld(game):
    melds = with_melds(game)
    tile = melds[0][-3:-1]
    melds[0] = f"angang({tile},{tile},{tile},{tile})"


def meld_too_many(game):
    with_melds(game).append("minggang(9m,9m,9m,9m)")


def tenpai(game):
    players = of(game, "NoTile")["players"]
    one = next(one for one in players if one["tingpai"])
    one["tingpai"] = False


def indicator(game):
    data = of(game, "NewRound")
    wall = data["paishan"]
    # An ura indicator, which nobody sees, for the indicator above it.
    below = [wall[place - 2 : place] for place in range(len(wall) - 10, len(wall) - 30, -2)]
    data["doras"] = [next(tile for tile in below if tile != data["doras"][0] and tile[0] != "0")]


def tile_of_the_wall(game):
    data = of(game, "NewRound")
    wall = data["paishan"]
    # Two tiles that nobody draws change places.
    at = next(at for at in range(len(wall) - 40, 0, -2) if wall[at : at + 2] != wall[at + 2 : at + 4])
    data["paishan"] = wall[:at] + wall[at + 2 : at + 4] + wall[at : at + 2] + wall[at + 4 :]


def swapped_draws(game):
    data = of(game, "NewRound")
    wall, at = data["paishan"], 2 * (53 if data["tiles3"] else 40)
    data["paishan"] = wall[:at] + wall[at + 2 : at + 4] + wall[at : at + 2] + wall[at + 4 :]
    assert data["paishan"] != wall
    reseal(data)


def swapped_deal(game):
    data = of(game, "NewRound")
    wall = data["paishan"]
    # The first tile of the dealer and one of the next seat change places.
    at = next(at for at in range(8, 16, 2) if wall[at : at + 2] != wall[:2])
    data["paishan"] = wall[at : at + 2] + wall[2:at] + wall[:2] + wall[at + 2 :]
    reseal(data)


def five_of_a_kind(game):
    data = of(game, "NewRound")
    wall = data["paishan"]
    data["paishan"] = wall[:-40] + ("1z" if wall[-40:-38] != "1z" else "2z") + wall[-38:]
    reseal(data)


def ordinary(data):
    return not data["hules"][0]["yiman"]


def ron(data):
    return not data["hules"][0]["zimo"]


def of_child(data):
    return not data["hules"][0]["qinjia"]


def with_stick(data):
    return "liqi" in data


def last_hand(data):
    return data["ju"] + data["ben"] + data["chang"] > 0


# Check, name of a record, which of them, path of a value in it, and what is added to it or its new value.
VALUES = [
    ("win-payment", "Hule", None, "delta_scores 0", 1000),
    ("scores-before", "Hule", None, "old_scores 1", 100),
    ("win-points", "Hule", ron, "hules 0 point_rong", 300),
    ("win-fu", "Hule", ordinary, "hules 0 fu", 10),
    ("win-yaku", "Hule", None, "hules 0 fans 0 val", 1),
    ("win-yaku", "Hule", ordinary, "hules 0 count", 1),
    ("win-yaku", "Hule", None, "hules 0 fans 0 id", "16"),
    ("well-formed", "Hule", None, "scores 0", 100),
    ("well-formed", "Hule", of_child, "hules 0 qinjia", "true"),
    ("wall-seed", "NewRound", None, "sha256", f'"{hashlib.sha256(b"").hexdigest()}"'),
    ("wall-seed", "NewRound", None, "salt", f'"{SALT[::-1]}"'),
    ("wall-seed", "NewRound", None, "sha256", '",,"'),
    ("wall-seed", "NewRound", None, "saltSha256", f'"{hashlib.sha256(b"").hexdigest()}"'),
    ("well-formed", "Tile", with_stick, "liqi liqibang", 1),
    ("riichi-deposit", "Tile", with_stick, "liqi score", -1000),
    ("well-formed", "DealTile", None, "left_tile_count", -1),
    ("next-honba", "NewRound", last_hand, "ben", 1),
    ("next-scores", "NewRound", last_hand, "scores 0", 100),
    ("final-scores", "head", None, "result players 0 part_point_1", 100),
    ("final-result", "head", None, "result players 0 total_point", 5000),
]


def change(game, name, where, path, value):
    """Change a value of the head, or of the first record of a name."""
    at = game["head"] if name == "head" else of(game, name, where=where or (lambda data: True))
    *steps, last = [int(step) if step.isdigit() else step for step in path.split()]
    for step in steps:
        at = at[step]
    at[last] = at[last] + value if isinstance(value, int) else json.loads(value)


FAULTS = {
    payment_of_draw: "draw-payment",
    points: "win-points",
    tehai: "win-tehai",
    meld: "win-melds",
    kind_of_meld: "win-melds",
    meld_too_many: "win-melds",
    tenpai: "shown-seats",
    indicator: "wall-indicators",
    tile_of_the_wall: "wall-seed",
    swapped_draws: "wall-draws",
    swapped_deal: "wall-deal",
    five_of_a_kind: "wall-seed",
}


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize(("check", "name", "where", "path", "value"), VALUES)
def test_a_wrong_value_is_named_by_its_check(games, check, name, where, path, value, players):
    game = copy.deepcopy(games[players])
    change(game, name, where, path, value)

    assert led(FORMS["console"](game))[:1] == [check]


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("fault", FAULTS, ids=lambda one: one.__name__)
def test_a_fault_is_named_by_its_check(games, fault, players):
    game = copy.deepcopy(games[players])
    fault(game)

    assert led(FORMS["console"](game))[:1] == [FAULTS[fault]]


@pytest.mark.parametrize("form", FORMS)
def test_an_honest_game_has_no_finding_in_any_form_and_a_wrong_payment_one(games, form):
    game = copy.deepcopy(games[4])
    assert led(FORMS[form](game)) == []

    change(game, "Hule", None, "delta_scores 0", 1000)

    assert led(FORMS[form](game)) == ["win-payment"]


def test_the_hash_of_2019_is_md5_of_what_is_left(games):
    game = of_2019(games[4])
    result = review([(NAME, FORMS["console"](game))], "auto")
    hands = len(result.events.hands.game)

    assert led(FORMS["console"](game)) == []
    assert [result.tallies[check].passed for check in ("wall-seed", "wall-draws", "wall-indicators")] == [
        hands
    ] * 3
    assert result.tallies["wall-deal"].absent == hands

    of(game, "NewRound")["md5"] = hashlib.md5(b"").hexdigest()  # noqa: S324

    assert led(FORMS["console"](game)) == ["wall-seed"]


@pytest.mark.parametrize("text", ["kezi(1z,2z,3z)", "shunzi(1z,2z,3z)", "angang(9z,9z,9z,9z)", "x", ""])
def test_melds_that_are_none_claim_nothing(games, text):
    game = copy.deepcopy(games[4])
    with_melds(game)[0] = text
    result = review([(NAME, FORMS["console"](game))], "auto")

    assert not result.findings
    assert result.tallies["win-melds"].absent == 1


def test_a_form_without_melds_claims_nothing_of_them(games):
    game = copy.deepcopy(games[4])
    with_melds(game).clear()
    result = review([(NAME, FORMS["answer"](game))], "auto")

    assert not result.findings
    assert result.tallies["win-melds"].absent == 1


def test_a_wall_without_a_hash_or_no_wall_claims_nothing(games):
    game = copy.deepcopy(games[4])
    for name in ("sha256", "salt", "saltSha256"):
        del of(game, "NewRound")[name]
    del of(game, "NewRound", last=True)["paishan"]
    # A salt that is not stated leaves its hash open.
    del of(game, "NewRound", where=lambda data: "salt" in data)["salt"]
    result = review([(NAME, FORMS["console"](game))], "auto")
    hands = len(result.events.hands.game)

    assert not result.findings
    assert (result.tallies["wall-seed"].passed, result.tallies["wall-seed"].absent) == (hands - 3, 3)
    assert result.tallies["wall-draws"].absent == 1


def test_the_second_winner_must_not_come_first():
    game = simulated(scenario="double_ron")
    assert led(FORMS["answer"](game)) == []

    of(game, "Hule", where=lambda data: len(data["hules"]) == 2)["hules"].reverse()

    assert led(FORMS["answer"](game))[:1] == ["winner-order"]


@pytest.mark.parametrize(
    ("scenario", "players"),
    [
        *((name, 4) for name in ("chankan", "nagashi_mangan", "kyuushu_9", "suufon_renda", "suukaikan_2_2")),
        *((name, 4) for name in ("suucha_riichi", "triple_ron", "tenhou", "pao_daisangen_ron", "suukantsu")),
        *((name, 3) for name in ("kita_ron", "double_ron")),
    ],
)
def test_what_is_rare_is_read_and_right(scenario, players):
    game = simulated(players, scenario=scenario)

    assert led(FORMS["console"](game)) == []
    assert led(FORMS["answer"](game)) == []
