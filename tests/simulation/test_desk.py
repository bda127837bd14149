"""The desks that kernels take: what of hands, seats and rules they hold."""

import numpy as np

from analyzer.rules import load
from analyzer.simulation.desk import KUIKAE, SUUKAIKAN, Wall, new_desks, plain_desks
from analyzer.simulation.games import Standing, hands_of
from analyzer.vocabulary import NO_TILE


def desk_of(rules, nerve=(50, 50, 50, 50), *, kyoku=0, honba=0):
    """The desk of one hand whose indicator is 5z."""
    standing = Standing(0, kyoku, honba, 0, kyoku % 4, (25000,) * 4)
    haipai = np.full((1, 4, 13), NO_TILE, np.uint8)
    hands = hands_of([standing], haipai, [4 * 31], [(0, 0)])
    wall = Wall(*np.zeros((3, 1, 0), np.uint8))
    desks = new_desks(hands, wall, np.array([nerve[: rules.seats]]), np.zeros(1, np.int32), rules)
    return plain_desks(desks)[0]


def test_a_desk_holds_the_nerve_of_each_seat():
    desk = desk_of(load("tenhou-sanma"), [10, 20, 110])

    assert desk.nerve == [10, 20, 110, 0]


def test_a_desk_holds_the_rules_that_bind_play():
    """By Tenhou two rons are paid and three abort the hand; the WRC pays the nearest seat alone."""
    tenhou, wrc = (desk_of(load(name)) for name in ("tenhou", "wrc"))

    assert (tenhou.paid_rons, wrc.paid_rons) == ([0, 2, 2, 0], [0, 2, 1, 1])
    assert (tenhou.kuikae, tenhou.suukaikan) == (KUIKAE.FORBIDDEN, SUUKAIKAN.AFTER_DISCARD)
    assert (tenhou.riichi_points, tenhou.riichi_tiles) == (1000, 4)
    assert (tenhou.suufon_renda, wrc.suufon_renda) == (1, 0)


def test_a_desk_knows_the_round_and_what_lies_open():
    desk = desk_of(load("tenhou-sanma"), kyoku=4)

    # South; of 5z one indicator, and no 2 to 8 man in a game of three.
    assert desk.round_wind == 28
    assert {kind: seen for kind, seen in enumerate(desk.seen) if seen} == {31: 1} | dict.fromkeys(
        range(1, 8), 4
    )


def test_under_ryanshi_five_honba_ask_for_two_yaku():
    """From the fifth honba on, by the page of the rule set `sanma-ryanshi`."""
    rules = load("sanma-ryanshi")

    assert desk_of(rules, honba=rules.ryanshi_from - 1).least_yaku[:3] == [1, 1, 1]
    assert desk_of(rules, honba=rules.ryanshi_from).least_yaku[:3] == [2, 2, 2]
