"""Hands played by policies: every kind of call is made, wins are what the rules pay, hidden tiles stay so."""

import numpy as np
import pytest

from analyzer.replay.registers import HAND, SEAT, plain_tables
from analyzer.rules import load
from analyzer.simulation.desk import KUIKAE, SUUKAIKAN, Outlook, Wall, new_desks, plain_desks
from analyzer.simulation.games import Standing, hands_of, opening, settled_round
from analyzer.simulation.policy_games import makes_kita, play_batch
from analyzer.vocabulary import NO_TILE, DrawKind, PlayKind, parse_tiles
from analyzer.wall import haipai, layout_of

GREEDY = [200] * 4
"""Nerve of seats that together make every kind of call."""
SILENT = [0] * 4
"""Of seats that work for a closed tenpai and say nothing."""


def batch(rules, count, *, nerve, honba=0, own_honba=0, seed=1):
    """Hands of random walls, in all rounds that the rule set has, with the arguments of `play_batch`."""
    draw = np.random.default_rng(seed)
    seats, layout = rules.seats, layout_of(rules.seats)
    ids = np.arange(136)
    wall_ids = ids if seats == 4 else ids[(ids // 4 < 1) | (ids // 4 > 7)]
    tiles = np.stack([draw.permutation(wall_ids) for _ in range(count)]).astype(np.uint8)
    kyoku = np.array([hand // seats % 2 * 4 + hand % seats for hand in range(count)], np.int32)
    dealer = (kyoku % 4).astype(np.uint8)
    wall = Wall(tiles[:, layout.draws], tiles[:, layout.replacements], tiles[:, layout.dora])
    scores = tuple(25000 if seat < seats else 0 for seat in range(4))
    standings = [Standing(0, each, honba, 0, each % 4, scores, own_honba) for each in kyoku.tolist()]
    nothing = np.zeros((count, 2), np.uint8)
    dealt_tiles = haipai(tiles, dealer, layout)
    hands = hands_of(standings, dealt_tiles, wall.indicators[:, 0], nothing)
    own = np.full(count, own_honba, np.int32)
    return hands, wall, tiles[:, layout.ura], np.array([nerve] * count), own


def settled(rules, played, own_honba=0):
    """The hands settled; that their plays are legal, and that the rules pay and end them, is asked here."""
    return settled_round(played, [opening(rules)._replace(own_honba=own_honba)] * len(played.winners), rules)


def test_greedy_seats_make_every_kind_of_call():
    made = play_batch(*batch(load("tenhou"), 8, nerve=GREEDY, seed=10), load("tenhou")).plays.kind

    assert {*range(PlayKind.CHI, PlayKind.ANKAN + 1)} <= {*made.tolist()}


@pytest.mark.parametrize(("honba", "own_honba"), [(4, 0), (8, 8)])
def test_wins_have_the_yaku_that_ryanshi_and_paarenchan_ask_for(honba, own_honba):
    rules = load("sanma-ryanshi")
    given = batch(rules, 12, nerve=GREEDY[:3], honba=honba, own_honba=own_honba)

    played = play_batch(*given, rules)

    wins = settled(rules, played, own_honba).settled.wins
    assert len(wins.hand) > 3
    assert wins.is_valid.all()


def test_no_seat_plays_by_tiles_that_it_cannot_see():
    """Another wall and other hands of the others, but the first seat draws the same: it discards the same."""
    rules = load("tenhou")
    hands, wall, *given = batch(rules, 4, nerve=[50] * 4)
    hands = hands._replace(kyoku=np.zeros(4, np.int32), dealer=np.zeros(4, np.uint8))
    # The hidden tiles: those of the other seats, and all of the wall but the dealer's first draw.
    hidden = np.concatenate([hands.haipai[:, 1:].reshape(4, -1), wall.live[:, 1:]], axis=1)
    mixed = np.random.default_rng(3).permuted(hidden, axis=1)
    others = hands.haipai.copy()
    others[:, 1:] = mixed[:, :39].reshape(4, 3, 13)
    live = np.concatenate([wall.live[:, :1], mixed[:, 39:]], axis=1)

    first = play_batch(hands, wall, *given, rules)
    second = play_batch(hands._replace(haipai=others), wall._replace(live=live), *given, rules)

    def opening(played):
        return [
            [column[start + 1] for column in (played.plays.kind, played.plays.seat, played.plays.tile)]
            for start in played.hands.play_offsets[:-1].tolist()
        ]

    assert opening(first) == opening(second)
    assert first.plays.tile.tolist() != second.plays.tile.tolist()


def dealt(rules, haipai_of_seats, draws, nerve):
    """One hand with these haipai and first draws; the rest of the wall as it comes."""
    taken = []
    for text in (*haipai_of_seats, *draws):
        taken += parse_tiles(text, taken=taken)
    rows, live = np.reshape(taken[:52], (4, 13)), taken[52:]
    rest = [tile for tile in range(135, -1, -1) if tile not in taken]
    dead, rest = rest[:14], rest[14:]
    first = Standing(0, 0, 0, 0, 0, (25000,) * 4)
    hands = hands_of([first], rows[None].astype(np.uint8), [dead[0]], [(0, 0)])
    walls = Wall(
        np.array([live + rest], np.uint8),
        np.array([dead[5:9]], np.uint8),
        np.array([dead[:5]], np.uint8),
    )
    ura, own_honba = np.full((1, 5), NO_TILE, np.uint8), np.zeros(1, np.int32)
    return play_batch(hands, walls, ura, np.array([nerve]), own_honba, rules)


NOTHING = "147m258p369s2346z"
# The dealer is tenpai with and without the 9s it draws; its own wind is worth more to it.
TWO_WAIT = ["123456m123456p1z", "234456m23455p78s", "234m56788p23478s", "159m19p159s12346z"]


@pytest.mark.parametrize(
    ("name", "haipai", "drawn", "winners", "kind"),
    [
        ("tenhou", ["123m456p789s1155z", *[NOTHING] * 3], "5z", [0], 0),
        # Two rons are paid as the rule set says.
        ("tenhou", TWO_WAIT, "9s", [1, 2], 0),
        ("wrc", TWO_WAIT, "9s", [1], 0),
        ("tenhou", ["19m19p19s1234z248p", *[NOTHING] * 3], "8m", [], DrawKind.KYUUSHU_KYUUHAI),
    ],
)
def test_a_hand_ends_with_the_first_draw_or_discard(name, haipai, drawn, winners, kind):
    played = dealt(load(name), haipai, [drawn], SILENT)

    assert len(played.plays.kind) <= 2
    assert np.flatnonzero(played.winners[0]).tolist() == winners
    assert settled(load(name), played).settled.draws.kind.tolist() == [kind]


def test_a_seat_of_eleven_kinds_goes_for_thirteen_orphans():
    played = dealt(load("tenhou"), ["19m19p19s12345z24p", *[NOTHING] * 3], ["8m"], SILENT)

    assert len(played.plays.kind) > 2


@pytest.mark.parametrize(
    ("left", "in_riichi", "drawn", "makes"),
    [(1, 0, "9m", True), (0, 0, "4z", False), (1, 1, "9m", False), (1, 1, "4z", True)],
)
def test_a_north_is_set_aside_unless_no_tile_is_left_or_it_was_held_before_riichi(
    left, in_riichi, drawn, makes
):
    table = plain_tables(1)[0]
    table.hand[HAND.live_tiles], table.concealed[0][30] = left, 1
    table.seat[0][SEAT.riichi_order], table.seat[0][SEAT.last_draw] = in_riichi, parse_tiles(drawn)[0]

    assert makes_kita(Outlook(desk_of(load("tenhou-sanma")), table, None), 0) is makes


def desk_of(rules, nerve=(50, 50, 50, 50), *, kyoku=0, honba=0):
    """The desk of one hand whose indicator is 5z."""
    standing = Standing(0, kyoku, honba, 0, kyoku % 4, (25000,) * 4)
    haipai = np.full((1, 4, 13), NO_TILE, np.uint8)
    hands = hands_of([standing], haipai, [4 * 31], [(0, 0)])
    wall = Wall(*np.zeros((3, 1, 0), np.uint8))
    desks = new_desks(hands, wall, np.array([nerve[: rules.seats]]), np.zeros(1, np.int32), rules)
    return plain_desks(desks)[0]


def test_a_desk_holds_the_rules_that_bind_play_the_round_and_what_lies_open():
    """By Tenhou two rons are paid and three abort the hand; the WRC pays the nearest seat alone."""
    tenhou, wrc = (desk_of(load(name)) for name in ("tenhou", "wrc"))
    ryanshi, south = load("sanma-ryanshi"), desk_of(load("tenhou-sanma"), kyoku=4)

    assert (tenhou.paid_rons, wrc.paid_rons) == ([0, 2, 2, 0], [0, 2, 1, 1])
    assert (tenhou.kuikae, tenhou.suukaikan) == (KUIKAE.FORBIDDEN, SUUKAIKAN.AFTER_DISCARD)
    assert (tenhou.riichi_points, tenhou.riichi_tiles) == (1000, 4)
    assert (tenhou.suufon_renda, wrc.suufon_renda) == (1, 0)
    # From the fifth honba on, by the page of the rule set `sanma-ryanshi`.
    assert desk_of(ryanshi, honba=ryanshi.ryanshi_from - 1).least_yaku[:3] == [1, 1, 1]
    assert desk_of(ryanshi, honba=ryanshi.ryanshi_from).least_yaku[:3] == [2, 2, 2]
    # Of 5z one indicator, and no 2 to 8 man in a game of three.
    assert south.round_wind == 28
    assert {kind: seen for kind, seen in enumerate(south.seen) if seen} == {
        31: 1,
        **dict.fromkeys(range(1, 8), 4),
    }
