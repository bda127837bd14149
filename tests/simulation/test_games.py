"""Games played out: what results say, where games stand after hands, how they end, what logs are made of."""

import re
from dataclasses import replace

import numpy as np
import pytest

from analyzer.formats.mjlog.writer import write_hands
from analyzer.replay import Illegal
from analyzer.rules import load
from analyzer.rules.grades import DealerRepeat
from analyzer.settlement.game_end import final_results
from analyzer.simulation.games import (
    Played,
    Standing,
    advance,
    frame_of,
    opening,
    play_out,
    settled_round,
    write_owari,
)
from analyzer.simulation.scenarios import closer, play_hands
from analyzer.simulation.scene import Scene
from analyzer.vocabulary import ABSENT, NO_TILE, DrawKind, mpsz
from tests.hands import Hand
from tests.scenarios.telling import hands_of_scenes, read

NO_URA = np.full((1, 5), NO_TILE, np.uint8)


def played_hand(events, *winners, ura=NO_URA):
    """The hand of a log as these seats win it."""
    who = np.isin(np.arange(4), winners)[None]
    return Played(events.hands, events.plays, events.calls, events.deposits, who, ura)


def round_won_by(*winners, events=None, ura=NO_URA):
    """West discards 5p in its first turn: East (2,000 as dealer), South (2,000) and North (1,300) can win."""
    tehai = "22m567s678s333p67p", "234m567m345s22s67p", "147m147p147s1234z", "345m678m456s88s46p"
    waited = Hand(*tehai).turn(0, "9m").turn(1, "9m").turn(2, "5p").events()
    rules = load("tenhou")
    played = played_hand(events or waited, *winners, ura=ura)
    return settled_round(played, [opening(rules)], rules)


def tiles(row):
    return mpsz(tile for tile in row.tolist() if tile != NO_TILE)


def numbers(row):
    return [number for number in row.reshape(-1).tolist() if number != ABSENT]


# Results as logs state them; several winners are in `tests/scenarios`.


def test_three_winners_are_all_shown_where_they_abort_the_hand():
    results = round_won_by(0, 1, 3).events.results

    assert results.draw_kind.tolist() == [DrawKind.SANCHAHOU]
    assert [tiles(row) for row in results.shown[0]] == [
        "22m33367p566778s", "234567m67p22345s", "", "345678m46p45688s",
    ]  # fmt: skip


def test_a_win_says_what_was_held_and_what_it_is_worth():
    results = round_won_by(1).events.results

    assert (tiles(results.shown[0, 1]), tiles(results.machi)) == ("234567m567p22345s", "5p")
    assert (int(results.loser[0]), numbers(results.ten)) == (2, [30, 2000, 0])
    # Pinfu before tanyao, one han each.
    assert numbers(results.yaku) == [7, 1, 8, 1]
    assert (tiles(results.dora[0]), bool(results.has_ura[0])) == ("9s", False)


def test_a_riichi_winner_shows_as_many_ura_as_there_are_indicators():
    hand = Hand("22m567s678s333p67p", "258m258p258s1234z", "147m147p147s1234z", "369m369p369s1567z")
    events = hand.riichi(0, "9m").turn(1, "5p").events()

    results = round_won_by(0, events=events, ura=np.array([[100, 96, 92]], np.uint8)).events.results

    assert (tiles(results.ura[0]), bool(results.has_ura[0])) == ("8s", True)
    # Double riichi, ippatsu, tanyao; ura is listed though it is none.
    assert numbers(results.yaku) == [21, 2, 2, 1, 8, 1, 53, 0]
    assert results.kyotaku.tolist() == [1]
    assert results.scores.tolist() == [[24000, 25000, 25000, 25000]]


def test_melds_stand_latest_first_and_a_kakan_in_the_place_of_its_pon():
    hand = Hand("258m258p258s1234z", "5566z234m567p8s19p", "147m147p147s1234z", "369m369p369s1237z")
    hand.turn(0, "5z").pon(1).discard(1, "1p").turn(2, "6z").pon(1).discard(1, "9p")
    hand.turn(2, "9m").turn(3, "9m").turn(0, "9m").draw(1, "5z").kakan(1, "5z").draw(1, "8s")
    _, pon_6z, kakan_5z = (int(code) for code in re.findall(r'm="(\d+)"', "".join(hand.lines)))

    results = round_won_by(1, events=hand.events()).events.results

    assert numbers(results.melds) == [pon_6z, kakan_5z]


@pytest.mark.parametrize(
    ("winners", "told"),
    [([2, 3], "wins that tenhou does not pay"), ([], "hands that tenhou does not end here")],
)
def test_what_the_rules_neither_pay_nor_end_is_a_mistake(winners, told):
    with pytest.raises(RuntimeError, match=told):
        round_won_by(*winners)


# Games.


def test_a_log_begins_with_type_names_and_seed_and_stops_without_its_end_where_no_hand_is_given():
    hands = iter([played_hand(nine_kinds()), None])

    (log,) = play_out([frame_of("abcd")._replace(seed="mt,1")], load("tenhou"), lambda *_: next(hands))

    head = b'<SHUFFLE seed="mt,1" ref=""/><GO type="169" lobby="0"/><UN n0="%61"'
    assert log.startswith(b'<mjloggm ver="2.3">' + head)
    assert b'<TAIKYOKU oya="0"/><INIT' in log
    assert (log.count(b"<INIT"), log.count(b"owari")) == (1, 0)


def test_the_last_result_of_a_game_that_is_over_says_how_it_ended():
    """Uma of 20 and 10, 5,000 to the top for each seat: the rule of Tenhou, worked out by hand."""
    rules, events = load("tenhou"), round_won_by(1).events
    standing = opening(rules)._replace(scores=(24000, 26000, 31000, 19000))

    write_owari(events, np.array([False]), [standing], rules)
    (goes_on,) = write_hands(events)
    write_owari(events, np.array([True]), [standing], rules)
    (ends,) = write_hands(events)

    assert "owari" not in goes_on
    assert 'owari="240,-16.0,260,6.0,310,41.0,190,-31.0"' in ends


@pytest.mark.parametrize(
    ("winner", "expected"),
    [
        (1, Standing(1, 1, 0, 0, 1, (25000, 27000, 23000, 25000))),
        # A dealer who wins has earned a honba alone.
        (0, Standing(1, 0, 1, 0, 0, (27000, 25000, 23000, 25000), own_honba=1)),
    ],
)
def test_a_game_goes_on_with_the_scores_and_the_dealer_that_a_win_leaves(winner, expected):
    standings, over = advance([opening(load("tenhou"))], round_won_by(winner))

    assert (standings, over.tolist()) == ([expected], [False])


@pytest.mark.parametrize(("haipai", "own"), [({"E": "111m456789s55z12p"}, 1), ({}, 0)])
def test_a_draw_earns_a_honba_for_a_dealer_in_tenpai_alone(haipai, own):
    rules = replace(load("tenhou"), dealer_repeat=DealerRepeat.ANY_DRAW)

    _, (_, standing) = hands_of_scenes([Scene(haipai=haipai, plays="...")], rules)

    assert (standing.honba, standing.own_honba) == (1, own)


def test_what_chombo_costs_adds_up_to_the_end_of_the_game():
    """Three hands, each with a riichi of a noten seat that its exhaustive draw brings to light."""
    rules, offenders = load("wrc"), ["S", "S", "W"]

    def next_hand(standing, play):
        if standing.hands_played < len(offenders):
            plays = "{0} - {0} riichi - ...".format(offenders[standing.hands_played])
            return play(Scene(plays=plays, illegal=(Illegal.RIICHI_NOTEN,)), standing)
        return play(closer(standing, 4, "chombo"), standing)

    said = read(play_hands("chombo", rules, next_hand)).results

    fair = final_results(said.final_scores[-1:], rules)[0]
    # 20,000 each time; results are in tenths of a thousand.
    assert (100 * said.final_results[-1] - fair).tolist() == [0, -40_000, -20_000, 0]


NINE_KINDS = "258m19m19p19s1234z", "334455m667788p5z", "334455s667788m5z", "334455p667788s5z"


def nine_kinds():
    return Hand(*NINE_KINDS).draw(0, "5m").events()


@pytest.mark.parametrize(
    ("events", "meant"),
    [
        # An indicator is shown, and nobody has made a kan; a hand is legal, and said not to be.
        (Hand(*NINE_KINDS).dora("9p").draw(0, "5m").events(), ()),
        (nine_kinds(), (Illegal.NO_WINNING_TILE,)),
    ],
)
def test_an_illegal_play_must_be_meant_and_one_that_is_meant_be_there(events, meant):
    hands = iter([played_hand(events)._replace(illegal=meant), None])

    with pytest.raises(RuntimeError, match="illegal plays"):
        play_hands("illegal", load("tenhou"), lambda *_: next(hands))
