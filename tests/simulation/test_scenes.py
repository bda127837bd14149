"""Scenes: their words read as steps, and played: what is named happens, and nothing else does."""

from dataclasses import replace

import numpy as np
import pytest

from analyzer.replay.notation import parse_meld
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
TENHOU = load("tenhou")
AT_ONCE, AFTER_DISCARD = (replace(TENHOU, suukaikan=Suukaikan[one]) for one in ("AT_ONCE", "AFTER_DISCARD"))
SHOWN_AT_ONCE, SHOWN_LATE = (
    replace(TENHOU, open_kan_dora=OpenKanDora[one]) for one in ("AT_ONCE", "BEFORE_DRAW")
)


def played(rules=TENHOU, *, dealer=0, seed="1", **scene):
    """The hand of a scene."""
    rule_set = load(rules) if isinstance(rules, str) else rules
    scores = [rule_set.start_points] * rule_set.seats + [0] * (4 - rule_set.seats)
    return play_scene(Scene(**scene), Standing(0, dealer, 0, 0, dealer, tuple(scores)), rule_set, seed)


def told(hand):
    return words(hand.plays)


def river(hand, seat):
    chosen = (hand.plays.kind == PlayKind.DISCARD) & (hand.plays.seat == seat)
    return hand.plays.tile[chosen]


CALLED = {"haipai": {"E": "33p", "S": TENPAI_3P}, "plays": "N -3p E pon 333p -1z E kakan 3333p S ron"}
KANS = {
    "haipai": {"E": "111222z", "S": "333444z"},
    "plays": "E ankan 1111z ankan 2222z - S ankan 3333z ankan 4444z -5p W -1s ...",
}
OPEN_KAN = {"haipai": {"S": "999p"}, "plays": "E -9p S daiminkan 9999p +2s - ...", "indicators": "1m2m"}
PLAYED = {
    "named tiles": ({"plays": "E +5m -1z S +7p -9m S ...", "haipai": {"E": "1z", "S": "9m"}},
        0, "0+5m, 0-1z, 1+7p, 1-9m"),
    "east is the dealer": ({"plays": "E +1z - S +2z - ...", "dealer": 2}, 0, "2+1z, 2-1z, 3+2z, 3-2z"),
    "what is not held is drawn": ({"plays": "E -1z S -2z ..."}, 0, "0+1z, 0-1z, 1+2z, 1-2z"),
    "a call": ({"haipai": {"W": "99p"}, "plays": "E -9p W pon 999p -1s ..."},
        0, "0+9p, 0-9p, 2 pon 9p, 2-1s"),
    "a stick is paid when the tile has passed": (
        {"haipai": {"E": TENPAI_3P}, "plays": "E riichi -2z S -9s ..."},
        0, "0+2z, 0 riichi, 0-2z, 0 pays, 1+9s, 1-9s"),
    "a stick is paid before a call": (
        {"haipai": {"E": TENPAI_3P, "S": "22z"}, "plays": "E riichi -2z S pon 222z -9s ..."},
        2, "0-2z, 0 pays, 1 pon 2z"),
    "indicators: of a closed kan before the replacement, of an open one before the discard": (
        {"haipai": {"E": "111z", "S": "999p"}, "indicators": "1m2m3m",
         "plays": "E ankan 1111z +2s -9p S daiminkan 9999p +3s - ..."},
        0, "0+1z, 0 ankan 1z, dora 2m, 0+2s, 0-9p, 1 daiminkan 9p, 1+3s, dora 3m, 1-3s"),
    "the indicator of an open kan comes before the replacement of the next kan": (
        {"haipai": {"S": "999p111z"}, "indicators": "1m2m3m",
         "plays": "E -9p S daiminkan 9999p +1z ankan 1111z +2s - ..."},
        2, "1 daiminkan 9p, 1+1z, 1 ankan 1z, dora 2m, dora 3m, 1+2s, 1-2s"),
    "shown at once": ({"rules": SHOWN_AT_ONCE, **OPEN_KAN}, 2, "1 daiminkan 9p, dora 2m, 1+2s"),
    "a robbed kan, shown at once": ({"rules": SHOWN_AT_ONCE, "indicators": "1z9s", **CALLED}, -1, "dora 9s"),
    "a robbed kan": ({"rules": SHOWN_LATE, "indicators": "1z9s", **CALLED}, -1, "0 kakan 3p"),
    "dots stop where so many are left": ({"plays": "...66 E -1z ..."}, 8, "0+1z, 0-1z"),
    "four winds end a hand": ({"plays": "E -1z S -1z W -1z N -1z E +6s - ..."}, -1, "3-1z"),
    "but not by the WRC": ({"rules": "wrc", "plays": "E -1z S -1z W -1z N -1z E -2z ..."}, 8, "0+2z, 0-2z"),
    "nor after a kan": (
        {"haipai": {"E": "2222z"}, "plays": "E ankan 2222z -1z S -1z W -1z N -1z E +6s - ..."},
        11, "0+6s, 0-6s"),
    "four kans at once": ({"rules": AT_ONCE, **KANS}, -1, "1 ankan 4z"),
    "four kans after the discard": ({"rules": AFTER_DISCARD, **KANS}, -1, "1-5p"),
    "a tsumo": ({"haipai": {"W": TENPAI_3P}, "plays": "W +3p tsumo", "indicators": "1z"}, -1, "2+3p"),
}  # fmt: skip
"""Scene, the place from which on its plays are told, and how."""


@pytest.mark.parametrize(("scene", "first", "expected"), PLAYED.values(), ids=PLAYED)
def test_a_scene_is_played_as_it_says(scene, first, expected):
    due = expected.split(", ")
    found = told(played(**scene))

    assert found[first:][: len(due)] == due


def test_winners_are_those_who_say_so():
    assert played(**CALLED, rules=SHOWN_LATE).winners.tolist() == [[False, True, False, False]]
    tsumo = played(haipai={"W": TENPAI_3P}, plays="W +3p tsumo")
    assert tsumo.winners.tolist() == [[False, False, True, False]]


def test_a_tile_discarded_after_a_call_is_dealt_and_what_is_not_named_is_a_filler():
    named = "99p2468m2468s13z"
    one = played(haipai={"W": "99p"}, plays="E -9p W pon 999p -1s ...")
    other = played(haipai={"S": named}, plays="E -9p S pon 999p - ...")

    assert "1s" in {tile_text(tile) for tile in one.hands.haipai[0][2].tolist()}
    assert river(other, 1)[0] // 4 not in parse_mpsz(named)


def test_seats_that_are_skipped_discard_what_they_draw():
    drawn = told(played(plays="E -1z W -2z ..."))[2:4]
    seats = [word[0] for word in told(played(plays="E - E - ..."))[:10]]

    assert drawn[0].replace("+", "-") == drawn[1]
    assert drawn[1].startswith("1-")
    assert seats == ["0", "0", "1", "1", "2", "2", "3", "3", "0", "0"]


def test_a_red_five_is_taken_only_where_it_is_written():
    plain = played(haipai={"S": "46m"}, plays="E -5m S chi 546m -0p ...")
    named = played(haipai={"S": "055m"}, plays="E -5m S pon 505m -1z ...")

    assert told(plain)[1:4] == ["0-5m", "1 chi 5m", "1-0p"]
    assert 16 not in plain.calls.tiles[0]
    assert 16 in named.calls.tiles[0]
    assert named.calls.tiles[0, 3] == NO_TILE


def test_a_stick_is_written_with_the_scores():
    hand = played(haipai={"E": TENPAI_3P}, plays="E riichi -2z S -9s ...")

    assert hand.deposits.tolist() == [[24000, 25000, 25000, 25000]]


def test_a_kakan_is_made_of_the_old_pon():
    hand = played(haipai={"S": "99p"}, plays="E -9p S pon 999p -1s S kakan 9999p - ...")

    assert hand.calls.called.tolist() == [hand.calls.tiles[1, 0] // 4 * 4 + hand.calls.called[0] % 4] * 2
    assert hand.calls.source.tolist() == [0, 0]


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_what_is_not_named_is_harmless(seed):
    kans = {"E": "111z", "S": "999p"}
    hand = played(haipai=kans, plays="E ankan 1111z -9p S daiminkan 9999p - ...", seed=seed)
    quiet, waited = played(plays="...", seed=seed), played(haipai={"S": TENPAI_3P}, plays="...", seed=seed)
    honours = played(haipai={"E": "1234567z"}, plays="E ankan 1111z - ...", seed=seed)

    # No tile is anywhere twice.
    drawn = hand.plays.tile[(hand.plays.kind == PlayKind.DRAW) | (hand.plays.kind == PlayKind.DORA)]
    lying = [*hand.hands.haipai[0].ravel().tolist(), *drawn.tolist(), *hand.ura[0].tolist()]
    lying.append(int(hand.hands.indicator[0]))
    assert len(set(lying)) == len(lying)
    # Seats without a haipai are dealt noten ones.
    dealt = np.stack([counts(mpsz(tiles.tolist())) for tiles in quiet.hands.haipai[0]])
    assert waits(dealt).tolist() == [0, 0, 0, 0]
    # Nobody draws what another waits for.
    drawn = waited.plays.tile[waited.plays.kind == PlayKind.DRAW]
    assert "3p" not in {tile_text(tile) for tile in drawn.tolist()}
    # All honours are named, and an indicator in the circle of winds or dragons would make dora of one.
    turned = honours.plays.tile[honours.plays.kind == PlayKind.DORA].tolist()
    shown = [int(honours.hands.indicator[0]), *turned, *honours.ura[0].tolist()]
    assert all(tile < 27 * 4 for tile in shown)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_a_seat_filled_with_terminals_and_honours_discards_nothing_else(seed):
    hand = played(fill={"W": "yaochu"}, plays="...", seed=seed)
    texts = {tile_text(tile) for tile in river(hand, 2).tolist()}

    assert len(river(hand, 2)) == 17
    assert texts <= {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{rank}z" for rank in range(1, 8))}


def test_the_seed_decides_what_is_not_named_and_nothing_else_does():
    first, again, other = (played(plays="...", seed=seed) for seed in ("1", "1", "2"))

    assert told(first) == told(again)
    assert told(first) != told(other)


@pytest.mark.parametrize(
    ("scene", "complaint"),
    [
        ({"plays": "E -1z"}, "'E -1z' does not come to an end"),
        ({"plays": "E +1z -5s ...", "haipai": {"E": "123456789m1234p"}}, "E of .* is dealt 14 tiles"),
        ({"plays": "E +1z S +1z W +1z N +1z E +1z ..."}, "asks for more copies of 1z"),
        ({"plays": "E +1z +2z ..."}, r"'\+2z' of E in .* draws a second time"),
        (
            {"plays": "E -9p S pon 999p - ...", "haipai": {"S": "99p2468m2468s135z"}},
            "a seat has called and names no discard",
        ),
        # With four sets any thirteenth tile is tenpai.
        ({"plays": "...", "haipai": {"S": "123456789m123p"}}, "no harmless tile is left for '...'"),
        ({"plays": "E -5m ...", "rules": "tenhou-sanma"}, "'5m' is not in the wall of this game"),
    ],
)
def test_a_scene_that_cannot_be_played_says_why(scene, complaint):
    with pytest.raises(SceneMistake, match=complaint):
        played(**scene)


def steps_of(plays, players=4):
    """Each step as wind, word and tiles."""
    return [f"{'ESWN'[step.wind]} {step.act}{''.join(step.tiles)}" for step in parse_plays(plays, players)]


@pytest.mark.parametrize(
    ("plays", "steps"),
    [
        # A seat draws and discards until another is named; several say ron one after the other.
        ("E +5m -1z S - -9p", "E +5m, E -1z, S -, S -9p"),
        ("E -5p S ron W ron", "E -5p, S ron, W ron"),
        # Of a call the first tile is the one called, and of a kakan the last the one added.
        ("S chi 546m -1s W pon 505p -1s", "S chi4m6m, S -1s, W pon0p5p, W -1s"),
        ("E daiminkan 1111z ankan 1111z", "E daiminkan1z1z1z, E ankan1z1z1z1z"),
        ("E kakan 5550p kita", "E kakan0p, E kita4z"),
    ],
)
def test_words_are_read_as_steps(plays, steps):
    assert steps_of(plays) == steps.split(", ")


def test_dots_and_words_are_known():
    steps = parse_plays("E riichi -1z S chi 123m - ...12 ...", 4)

    assert [step.word for step in steps] == ["riichi", "-1z", "chi123m", "-", "...12", "..."]
    assert [step.live for step in steps[-2:]] == [12, 0]


@pytest.mark.parametrize("meld", ["chi 546m", "pon 505p", "daiminkan 1111z", "ankan 1111z", "kakan 5550p"])
def test_a_call_of_a_scene_is_a_meld_of_facts(meld):
    note = parse_meld(meld, needs_source=False)
    (step,) = parse_plays(f"E {meld}", 4)

    assert PlayKind[step.act.upper()] == note.kind
    assert "".join(tile[0] for tile in step.tiles) in note.tiles


@pytest.mark.parametrize(
    ("plays", "complaint"),
    [
        ("+5m", r"'\+5m' of '\+5m' stands before any seat"),
        ("E tumo", "'tumo' of 'E tumo' is no word of a scene"),
        ("ES -", "'ES' of 'ES -' is no word of a scene"),
        ("E -55m", "'-55m' of 'E -55m': expected 0 or 1 tiles, found 2"),
        ("E +", r"'\+' of 'E \+': expected 1 tiles, found 0"),
        ("E - 5m", "'5m' of 'E - 5m' is no word of a scene"),
        ("S chi 45m", "'chi45m' of 'S chi 45m': 45m are not the tiles of a chi"),
        ("E ankan", "'ankan' of 'E ankan': expected a meld as 'pon 555z from 2' or 'ankan 1111s'"),
        ("E daiminkan 111z", "111z are not the tiles of a daiminkan"),
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
