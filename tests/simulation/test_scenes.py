"""Scenes: their words read as steps, and played: what is named happens, and nothing else does."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.rules import load
from analyzer.rules.grades import OpenKanDora, Suukaikan
from analyzer.simulation.games import Standing
from analyzer.simulation.scene import Scene, SceneMistake, parse_plays
from analyzer.tiles.counts import counts
from analyzer.tiles.waits import waits
from analyzer.vocabulary import NO_TILE, PlayKind, mpsz, parse_mpsz, tile_text
from tests.scenarios.telling import play_scene, words

TENPAI_3P = "111m456789s55z12p"
"""Waits for 3p alone."""


def played(rules="tenhou", *, dealer=0, seed="1", **scene):
    """The hand of a scene."""
    rule_set = load(rules) if isinstance(rules, str) else rules
    scores = [rule_set.start_points] * rule_set.seats + [0] * (4 - rule_set.seats)
    return play_scene(Scene(**scene), Standing(0, dealer, 0, 0, dealer, tuple(scores)), rule_set, seed)


def told(hand):
    return words(hand.plays)


def river(hand, seat):
    chosen = (hand.plays.kind == PlayKind.DISCARD) & (hand.plays.seat == seat)
    return hand.plays.tile[chosen]


def test_named_tiles_are_drawn_and_discarded():
    hand = played(haipai={"E": "1z", "S": "9m"}, plays="E +5m -1z S +7p -9m S ...", dealer=0)

    assert told(hand)[:4] == ["0+5m", "0-1z", "1+7p", "1-9m"]


def test_east_is_the_dealer_whatever_its_seat():
    hand = played(plays="E +1z - S +2z - ...", dealer=2)

    assert told(hand)[:4] == ["2+1z", "2-1z", "3+2z", "3-2z"]


def test_a_tile_the_seat_is_not_known_to_hold_is_drawn_in_that_turn():
    assert told(played(plays="E -1z S -2z ..."))[:4] == ["0+1z", "0-1z", "1+2z", "1-2z"]


def test_a_tile_discarded_after_a_call_is_dealt():
    hand = played(haipai={"W": "99p"}, plays="E -9p W pon -1s ...")

    assert told(hand)[:4] == ["0+9p", "0-9p", "2 pon 9p", "2-1s"]
    assert "1s" in {tile_text(tile) for tile in hand.hands.haipai[0][2].tolist()}


def test_seats_that_are_skipped_discard_what_they_draw():
    drawn = told(played(plays="E -1z W -2z ..."))[2:4]

    assert drawn[0].replace("+", "-") == drawn[1]
    assert drawn[1].startswith("1-")


def test_the_same_seat_named_again_is_a_round_later():
    seats = [word[0] for word in told(played(plays="E - E - ..."))[:10]]

    assert seats == ["0", "0", "1", "1", "2", "2", "3", "3", "0", "0"]


def test_a_red_five_is_taken_only_where_it_is_written():
    hand = played(haipai={"S": "46m"}, plays="E -5m S chi 46m -0p ...")

    assert told(hand)[1:4] == ["0-5m", "1 chi 5m", "1-0p"]
    assert 16 not in hand.calls.tiles[0]


def test_a_pon_may_name_its_red_five():
    hand = played(haipai={"S": "055m"}, plays="E -5m S pon 05m -1z ...")

    assert 16 in hand.calls.tiles[0]
    assert hand.calls.tiles[0, 3] == NO_TILE


def test_the_stick_of_a_riichi_is_paid_once_its_tile_has_passed():
    hand = played(haipai={"E": TENPAI_3P}, plays="E riichi -2z S -9s ...")

    assert told(hand)[:6] == ["0+2z", "0 riichi", "0-2z", "0 pays", "1+9s", "1-9s"]
    assert hand.deposits.tolist() == [[24000, 25000, 25000, 25000]]


def test_the_stick_is_paid_before_the_tile_is_called():
    hand = played(haipai={"E": TENPAI_3P, "S": "22z"}, plays="E riichi -2z S pon -9s ...")

    assert told(hand)[2:5] == ["0-2z", "0 pays", "1 pon 2z"]


def test_a_closed_kan_shows_its_indicator_before_the_replacement_and_an_open_one_before_the_discard():
    hand = played(
        haipai={"E": "111z", "S": "999p"}, plays="E ankan 1z +2s -9p S daiminkan +3s - ...", dora="1m2m3m"
    )

    assert told(hand)[:9] == [
        *("0+1z", "0 ankan 1z", "dora 2m", "0+2s", "0-9p", "1 daiminkan 9p", "1+3s", "dora 3m", "1-3s"),
    ]


def test_the_indicator_of_an_open_kan_comes_before_the_replacement_of_the_next_kan():
    hand = played(haipai={"S": "999p111z"}, plays="E -9p S daiminkan +1z ankan 1z +2s - ...", dora="1m2m3m")

    assert told(hand)[2:9] == [
        *("1 daiminkan 9p", "1+1z", "1 ankan 1z", "dora 2m", "dora 3m", "1+2s", "1-2s"),
    ]


def test_a_rule_set_may_show_the_indicator_of_an_open_kan_at_once():
    rules = replace(load("tenhou"), open_kan_dora=OpenKanDora.AT_ONCE)

    hand = played(rules, haipai={"S": "999p"}, plays="E -9p S daiminkan +2s - ...", dora="1m2m")

    assert told(hand)[2:5] == ["1 daiminkan 9p", "dora 2m", "1+2s"]


def test_a_kakan_is_made_of_the_old_pon():
    hand = played(haipai={"S": "99p"}, plays="E -9p S pon -1s S kakan 9p - ...")

    assert hand.calls.called.tolist() == [hand.calls.tiles[1, 0] // 4 * 4 + hand.calls.called[0] % 4] * 2
    assert hand.calls.source.tolist() == [0, 0]


@pytest.mark.parametrize(
    ("shown", "last"),
    [(OpenKanDora.AT_ONCE, "dora 9s"), (OpenKanDora.BEFORE_DRAW, "0 kakan 3p")],
)
def test_a_robbed_kan_has_its_indicator_only_where_it_is_shown_at_once(shown, last):
    rules = replace(load("tenhou"), open_kan_dora=shown)
    plays = "N -3p E pon -1z E kakan 3p S ron"

    hand = played(rules, haipai={"E": "33p", "S": TENPAI_3P}, plays=plays, dora="1z9s")

    assert told(hand)[-1] == last
    assert hand.winners.tolist() == [[False, True, False, False]]


def test_dots_stop_where_so_many_tiles_are_left():
    hand = played(plays="...66 E -1z ...")

    assert told(hand)[8:10] == ["0+1z", "0-1z"]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_no_tile_is_anywhere_twice(seed):
    hand = played(haipai={"E": "111z", "S": "999p"}, plays="E ankan 1z -9p S daiminkan - ...", seed=seed)
    drawn = hand.plays.tile[(hand.plays.kind == PlayKind.DRAW) | (hand.plays.kind == PlayKind.DORA)]

    lying = [*hand.hands.haipai[0].ravel().tolist(), *drawn.tolist(), *hand.ura[0].tolist()]
    lying.append(int(hand.hands.indicator[0]))

    assert len(set(lying)) == len(lying)


@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
def test_seats_without_a_haipai_are_dealt_noten_ones(seed):
    hand = played(plays="...", seed=seed)
    dealt = np.stack([counts(mpsz(tiles.tolist())) for tiles in hand.hands.haipai[0]])

    assert waits(dealt).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_nobody_draws_what_another_waits_for(seed):
    hand = played(haipai={"S": TENPAI_3P}, plays="...", seed=seed)

    drawn = hand.plays.tile[hand.plays.kind == PlayKind.DRAW]
    assert "3p" not in {tile_text(tile) for tile in drawn.tolist()}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_seat_filled_with_terminals_and_honours_discards_nothing_else(seed):
    hand = played(fill={"W": "yaochu"}, plays="...", seed=seed)
    texts = {tile_text(tile) for tile in river(hand, 2).tolist()}

    assert len(river(hand, 2)) == 17
    assert texts <= {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{rank}z" for rank in range(1, 8))}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_indicators_that_are_not_named_make_no_dora_of_named_tiles(seed):
    """All honours are named, and an indicator in the circle of winds or dragons makes dora of one."""
    hand = played(haipai={"E": "1234567z"}, plays="E ankan 1z - ...", seed=seed)
    shown = [int(hand.hands.indicator[0]), *hand.plays.tile[hand.plays.kind == PlayKind.DORA].tolist()]

    assert all(tile < 27 * 4 for tile in [*shown, *hand.ura[0].tolist()])


def test_the_seed_decides_what_is_not_named_and_nothing_else_does():
    first, again, other = (played(plays="...", seed=seed) for seed in ("1", "1", "2"))

    assert told(first) == told(again)
    assert told(first) != told(other)


def test_the_rule_set_ends_a_hand_before_its_words_do():
    plays = "E -1z S -1z W -1z N -1z E -2z ..."

    assert len(told(played("tenhou", plays=plays))) == 8
    assert told(played("wrc", plays=plays))[8:10] == ["0+2z", "0-2z"]


def test_four_winds_after_a_kan_end_nothing():
    words = "-1z S -1z W -1z N -1z E +6s - ..."
    ended = played(plays=f"E {words}")
    goes_on = played(haipai={"E": "2222z"}, plays=f"E ankan 2z {words}")

    assert told(ended)[-1] == "3-1z"
    assert "0+6s" in told(goes_on)


@pytest.mark.parametrize(
    ("form", "last"),
    [
        (Suukaikan.AT_ONCE, "1 ankan 4z"),
        (Suukaikan.AFTER_DISCARD, "1-5p"),
    ],
)
def test_four_kans_end_a_hand_where_the_rule_set_says(form, last):
    rules = replace(load("tenhou"), suukaikan=form)

    hand = played(
        rules,
        haipai={"E": "111222z", "S": "333444z"},
        plays="E ankan 1z ankan 2z - S ankan 3z ankan 4z -5p W -1s ...",
    )

    assert told(hand)[-1] == last


def test_after_a_call_a_seat_discards_what_the_scene_does_not_name():
    named = "99p2468m2468s13z"

    hand = played(haipai={"S": named}, plays="E -9p S pon - ...")

    assert river(hand, 1)[0] // 4 not in parse_mpsz(named)


def test_a_tsumo_is_on_the_tile_drawn():
    hand = played(haipai={"W": TENPAI_3P}, plays="W +3p tsumo", dora="1z")

    assert told(hand)[-1] == "2+3p"
    assert hand.winners.tolist() == [[False, False, True, False]]


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ({"plays": "E -1z"}, "'E -1z' does not come to an end"),
        ({"plays": "E +1z -5s ...", "haipai": {"E": "123456789m1234p"}}, "E of .* is dealt 14 tiles"),
        ({"plays": "E +1z S +1z W +1z N +1z E +1z ..."}, "asks for more copies of 1z"),
        ({"plays": "E +1z +2z ..."}, r"'\+2z' of E in .* draws a second time"),
        ({"plays": "E - S pon -1z ..."}, "'pon' calls a discard that the scene does not name"),
        (
            {"plays": "E -9p S pon - ...", "haipai": {"S": "99p2468m2468s135z"}},
            "a seat has called and names no discard",
        ),
    ],
)
def test_a_scene_that_cannot_be_played_says_why(scene, complaint):
    with pytest.raises(SceneMistake, match=complaint):
        played(**scene)


def test_a_tile_that_three_players_do_not_have_cannot_be_named():
    with pytest.raises(SceneMistake, match="'5m' is not in the wall of this game"):
        played("tenhou-sanma", plays="E -5m ...")


def steps_of(plays, players=4):
    """Each step as wind, word and tiles."""
    return [f"{'ESWN'[step.wind]} {step.act}{''.join(step.tiles)}" for step in parse_plays(plays, players)]


def test_a_seat_draws_and_discards_until_another_is_named():
    assert steps_of("E +5m -1z S - -9p") == ["E +5m", "E -1z", "S -", "S -9p"]


def test_calls_take_the_tiles_named_behind_them():
    plays = "S chi 46m -1s W pon 05p -1s N pon -1s E daiminkan ankan 1z kakan 2z kita"

    assert steps_of(plays) == [
        *("S chi4m6m", "S -1s", "W pon0p5p", "W -1s", "N pon", "N -1s"),
        *("E daiminkan", "E ankan1z", "E kakan2z", "E kita"),
    ]


def test_several_seats_say_ron_one_after_the_other():
    assert steps_of("E -5p S ron W ron") == ["E -5p", "S ron", "W ron"]


@pytest.mark.parametrize(("word", "live"), [("...", 0), ("...12", 12)])
def test_dots_play_on_until_so_many_tiles_are_left(word, live):
    (step,) = parse_plays(word, 4)

    assert (step.act, step.live) == ("...", live)


def test_a_step_knows_its_word():
    steps = parse_plays("E riichi -1z S chi 23m -", 4)

    assert [step.word for step in steps] == ["riichi", "-1z", "chi23m", "-"]


@pytest.mark.parametrize(
    ("plays", "complaint"),
    [
        ("+5m", r"'\+5m' of '\+5m' stands before any seat"),
        ("E tumo", "'tumo' of 'E tumo' is no word of a scene"),
        ("ES -", "'ES' of 'ES -' is no word of a scene"),
        ("E -55m", "'-55m' of 'E -55m' comes with 2 tiles"),
        ("E +", r"'\+' of 'E \+' comes with 0 tiles"),
        ("E - 5m", "'5m' of 'E - 5m' is no word of a scene"),
        ("S chi 4m", "'chi4m' of 'S chi 4m' comes with 1 tiles"),
        ("E ankan", "'ankan' of 'E ankan' comes with 0 tiles"),
        ("E daiminkan 1z", "'daiminkan1z' of 'E daiminkan 1z' comes with 1 tiles"),
        ("E ...200", "'...200' of 'E ...200' is no word of a scene"),
        ("E -5", "'-5' of 'E -5' is no word of a scene"),
    ],
)
def test_a_word_that_is_none_is_named(plays, complaint):
    with pytest.raises(SceneMistake, match=complaint):
        parse_plays(plays, 4)


def test_a_three_player_game_has_no_north():
    with pytest.raises(SceneMistake, match="'N' of 'N -' is no word of a scene"):
        parse_plays("N -", 3)
