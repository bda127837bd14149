"""A fault in any form is named, by the check of what is wrong first."""

from __future__ import annotations

import copy
import hashlib

import pytest

from analyzer.audit import LogName, review
from tests.formats.mahjong_soul.records import FORMS, of_2019, sealed, simulated

NAME = LogName("game", "game")


def led(data, rules="auto"):
    """The first finding of each chain, by check; nothing may be refused."""
    result = review([(NAME, data)], rules)
    assert not result.refused, result.refused[0].reason
    return [one.check for one in result.findings if one.verdict != "undecided" and one.leads]


def of(game, name, *, where=lambda data: True, last=False):
    """Data of the first or last record of a name."""
    found = [one["data"] for one in game["records"] if one["name"].endswith(name) and where(one["data"])]
    return found[-1 if last else 0]


def swap(tiles, one, others):
    """A tile of a wall changes places with the first of some others that is another."""
    other = next(other for other in others if tiles[other] != tiles[one])
    tiles[one], tiles[other] = tiles[other], tiles[one]


def five_of_a_kind(tiles):
    tiles[-20] = "1z" if tiles[-20] != "1z" else "2z"


# What is changed in a wall, whether its hash is made anew, and the check that names it.
WALLS = {
    "two tiles that nobody draws": (lambda tiles: swap(tiles, -20, range(-21, -30, -1)), False, "wall-seed"),
    "two draws": (
        lambda tiles: swap(tiles, 53 if len(tiles) == 136 else 40, range(54, 60)),
        True,
        "wall-draws",
    ),
    "a tile of the dealer and one of the next": (
        lambda tiles: swap(tiles, 0, range(4, 8)),
        True,
        "wall-deal",
    ),
    "five of a kind": (five_of_a_kind, True, "wall-seed"),
}


@pytest.mark.parametrize("players", [4, 3])
@pytest.mark.parametrize("name", WALLS)
def test_what_is_wrong_in_a_wall_is_named_by_its_check(games, name, players):
    change, is_resealed, check = WALLS[name]
    game = copy.deepcopy(games[players])
    data = of(game, "NewRound")
    tiles = [data["paishan"][at : at + 2] for at in range(0, len(data["paishan"]), 2)]
    change(tiles)
    data |= sealed("".join(tiles)) if is_resealed else {"paishan": "".join(tiles)}

    assert led(FORMS["console"](game))[:1] == [check]
    # An ura indicator, which nobody sees, for the indicator above it.
    game = copy.deepcopy(games[players])
    data = of(game, "NewRound")
    below = [data["paishan"][at - 2 :][:2] for at in range(len(data["paishan"]) - 10, 0, -2)]
    data["doras"] = [next(tile for tile in below if tile != data["doras"][0] and tile[0] != "0")]
    assert led(FORMS["console"](game))[:1] == ["wall-indicators"]


def test_the_hash_of_2019_is_md5_of_what_is_left(games):
    game = of_2019(games[4])
    result = review([(NAME, FORMS["console"](game))], "auto")
    hands = len(result.events.hands.game)

    assert led(FORMS["console"](game)) == []
    for check in ("wall-seed", "wall-draws", "wall-indicators"):
        assert result.tallies[check].passed == hands
    assert result.tallies["wall-deal"].absent == hands

    of(game, "NewRound")["md5"] = hashlib.md5(b"").hexdigest()  # noqa: S324

    assert led(FORMS["console"](game)) == ["wall-seed"]


@pytest.mark.parametrize("text", [None, "kezi(1z,2z,3z)", "shunzi(1z,2z,3z)", "angang(9z,9z,9z,9z)", "x", ""])
def test_melds_that_are_none_or_left_out_claim_nothing(games, text):
    game = copy.deepcopy(games[4])
    melds = next(
        win["ming"] for one in game["records"] for win in one["data"].get("hules", ()) if win.get("ming")
    )
    melds[:] = [] if text is None else [text, *melds[1:]]
    result = review([(NAME, FORMS["answer" if text is None else "console"](game))], "auto")

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


RARE = (
    "chankan",
    "nagashi_mangan",
    "kyuushu_9",
    "suufon_renda",
    "suukaikan_2_2",
    "suucha_riichi",
    "triple_ron",
)
RARE += ("tenhou", "pao_daisangen_ron", "suukantsu")


@pytest.mark.parametrize(
    ("scenario", "players"), [*((name, 4) for name in RARE), ("kita_ron", 3), ("double_ron", 3)]
)
def test_what_is_rare_is_read_and_right(scenario, players):
    assert led(FORMS["answer"](simulated(players, scenario=scenario))) == []
