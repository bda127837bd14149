"""Hands played by policies: legal under every rule set, won as the settlement pays, blind to hidden tiles."""

import numpy as np
import pytest

from analyzer import kernels
from analyzer.formats.meld_codes import decode_call
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_PASSED, FURITEN_RIICHI, Illegal
from analyzer.rules import load, names
from analyzer.rules.grades import Furiten, OpenKanDora, RiichiAnkan
from analyzer.simulation.desk import KUIKAE, SUUKAIKAN, Wall, new_desks, plain_desks
from analyzer.simulation.games import Standing, hands_of, one_hand_each
from analyzer.simulation.policy_games import play_batch
from analyzer.simulation.results import settled_round
from analyzer.tiles.counts import counts
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, PlayKind
from analyzer.wall import haipai, layout_of

GREEDY = [200] * 4
"""Nerve of seats that together make every kind of call."""
SILENT = [0] * 4
"""Of seats that work for a closed tenpai and say nothing."""


def batch(rules, count, *, nerve=None, honba=0, own_honba=0, seed=1):
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
    nerves = np.array([nerve] * count) if nerve else draw.integers(0, 100, (count, seats))
    own = np.full(count, own_honba, np.int32)
    return hands, wall, tiles[:, layout.ura], nerves, own


def settled(rules, played, own_honba=0):
    own = np.full(len(played.winners), own_honba, np.int32)
    return settled_round(one_hand_each(played, rules), played.winners, rules, played.ura, own)


def unlawful(illegals, rules):
    """Codes of what the replay reports, but for what the rule set asks for."""
    shown = {
        OpenKanDora.BEFORE_DISCARD: Illegal.DORA_LATE,
        OpenKanDora.AFTER_DISCARD: Illegal.DORA_AFTER_DISCARD,
    }
    allowed = {shown.get(rules.open_kan_dora, Illegal.DORA_BEFORE_DRAW)}
    allowed |= {Illegal.KITA_OFF} if rules.nuki_dora else set()
    allowed |= {Illegal.ANKAN_AFTER_RIICHI} if rules.riichi_ankan != RiichiAnkan.NEVER else set()
    return set(illegals.code.tolist()) - allowed


def furiten_rons(facts, rules):
    """Winners by ron who were furiten; a tsumo in furiten is allowed (WRC rules, 5.7.5)."""
    bits = {
        Furiten.OWN_DISCARDS: FURITEN_DISCARD,
        Furiten.PASSED: FURITEN_PASSED,
        Furiten.AFTER_RIICHI: FURITEN_RIICHI,
    }
    bars = np.uint8(sum(bits[grade] for grade in rules.furiten))
    return facts.winners & (facts.ron_calls > 0)[:, None] & (facts.furiten & bars != 0)


@pytest.mark.parametrize("name", names()[::3])
def test_plays_and_wins_are_legal(name):
    rules = load(name)
    hands, wall, ura, nerves, own_honba = batch(rules, 8)
    nerves[::2] = GREEDY[: rules.seats]
    played, how = play_batch(hands, wall, ura, nerves, own_honba, rules)

    done = settled(rules, played)
    assert unlawful(done.illegals, rules) == set()
    assert not furiten_rons(done.facts, rules).any()
    assert (done.settled.won == (how == 0)).all()
    drawn = ~done.settled.won
    nagashi = done.settled.draws.kind == DrawKind.NAGASHI_MANGAN
    ends = np.where(nagashi, DrawKind.EXHAUSTIVE, done.settled.draws.kind)
    assert (ends[drawn] == how[drawn]).all()


@pytest.mark.parametrize(("honba", "own_honba"), [(4, 0), (8, 8)])
def test_wins_have_the_yaku_that_ryanshi_and_paarenchan_ask_for(honba, own_honba):
    rules = load("sanma-ryanshi")
    given = batch(rules, 12, nerve=GREEDY[:3], honba=honba, own_honba=own_honba)

    played, _ = play_batch(*given, rules)

    wins = settled(rules, played, own_honba).settled.wins
    assert len(wins.hand) > 3
    assert wins.is_valid.all()


def test_call_codes_say_what_was_called():
    rules = load("tenhou")
    played, _ = play_batch(*batch(rules, 8, nerve=GREEDY, seed=10), rules)
    plays, calls = played.plays, played.calls

    made = np.flatnonzero((plays.row != ABSENT) & (plays.kind != PlayKind.RIICHI_ACCEPTED))
    assert {*plays.kind[made].tolist()} == {2, 3, 4, 5, 6}
    for play in made.tolist():
        row, tiles = int(plays.row[play]), np.zeros(4, np.uint8)
        read = decode_call(int(calls.code[row]), int(plays.seat[play]), tiles)

        assert read[:2] == (plays.kind[play], plays.tile[play])
        assert read[2:] == (calls.called[row], calls.source[row])
        assert tiles.tolist() == calls.tiles[row].tolist()


@pytest.mark.long
@pytest.mark.parametrize("name", ["tenhou", "tenhou-sanma"])
def test_compiled_hands_equal_plain_ones(name):
    rules = load(name)
    given = batch(rules, 6, nerve=GREEDY[: rules.seats])
    plain, ends = play_batch(*given, rules)

    with kernels.compiling():
        compiled, compiled_ends = play_batch(*given, rules)

    assert compiled_ends.tolist() == ends.tolist()
    assert compiled.winners.tolist() == plain.winners.tolist()
    for ours, theirs in zip((*plain.plays, *plain.calls), (*compiled.plays, *compiled.calls), strict=True):
        assert ours.tolist() == theirs.tolist()


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

    first, _ = play_batch(hands, wall, *given, rules)
    second, _ = play_batch(hands._replace(haipai=others), wall._replace(live=live), *given, rules)

    def opening(played):
        return [
            [column[start + 1] for column in (played.plays.kind, played.plays.seat, played.plays.tile)]
            for start in played.hands.play_offsets[:-1].tolist()
        ]

    assert opening(first) == opening(second)
    assert first.plays.tile.tolist() != second.plays.tile.tolist()


def ids(mpsz, taken):
    """Lowest tile ids of these kinds that are still free."""
    found = []
    for kind, count in enumerate(counts(mpsz).tolist()):
        free = [kind * 4 + copy for copy in range(4) if kind * 4 + copy not in taken]
        found += free[:count]
        taken.update(free[:count])
    return found


def dealt(rules, haipai_of_seats, draws, nerve):
    """One hand with these haipai and first draws; the rest of the wall as it comes."""
    taken = set()
    rows = [ids(text, taken) for text in haipai_of_seats]
    live = [tile for text in draws for tile in ids(text, taken)]
    rest = [tile for tile in range(135, -1, -1) if tile not in taken]
    dead, rest = rest[:14], rest[14:]
    first = Standing(0, 0, 0, 0, 0, (25000,) * 4)
    hands = hands_of([first], np.array([rows], np.uint8), [dead[0]], [(0, 0)])
    walls = Wall(
        np.array([live + rest], np.uint8),
        np.array([dead[5:9]], np.uint8),
        np.array([dead[:5]], np.uint8),
    )
    ura, own_honba = np.full((1, 5), NO_TILE, np.uint8), np.zeros(1, np.int32)
    return play_batch(hands, walls, ura, np.array([nerve]), own_honba, rules)


def test_a_complete_first_draw_is_tenhou():
    played, ends = dealt(load("tenhou"), ["123m456p789s1155z", *["147m258p369s2346z"] * 3], ["5z"], SILENT)

    assert ends.tolist() == [0]
    assert played.winners.tolist() == [[True, False, False, False]]
    assert len(played.plays.kind) == 1


@pytest.mark.parametrize(
    ("name", "winners"),
    [
        ("tenhou", [False, True, True, False]),
        ("wrc", [False, True, False, False]),
    ],
)
def test_two_rons_are_paid_as_the_rule_set_says(name, winners):
    # The dealer is tenpai with and without the 9s it draws; its own wind is worth more to it.
    waits = ["234456m23455p78s", "234m56788p23478s"]
    played, ends = dealt(load(name), ["123456m123456p1z", *waits, "159m19p159s12346z"], ["9s"], SILENT)

    assert ends.tolist() == [0]
    assert played.winners.tolist() == [winners]


@pytest.mark.parametrize(
    ("haipai", "declares"), [("19m19p19s1234z258p", True), ("19m19p19s12345z25p", False)]
)
def test_a_seat_of_ten_kinds_ends_the_hand_and_one_of_eleven_goes_for_orphans(haipai, declares):
    _, ends = dealt(load("tenhou"), [haipai, *["147m258p369s2346z"] * 3], ["5p"], SILENT)

    assert (ends.tolist() == [DrawKind.KYUUSHU_KYUUHAI]) is declares


def desk_of(rules, nerve=(50, 50, 50, 50), *, kyoku=0, honba=0):
    """The desk of one hand whose indicator is 5z."""
    standing = Standing(0, kyoku, honba, 0, kyoku % 4, (25000,) * 4)
    haipai = np.full((1, 4, 13), NO_TILE, np.uint8)
    hands = hands_of([standing], haipai, [4 * 31], [(0, 0)])
    wall = Wall(*np.zeros((3, 1, 0), np.uint8))
    desks = new_desks(hands, wall, np.array([nerve[: rules.seats]]), np.zeros(1, np.int32), rules)
    return plain_desks(desks)[0]


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
