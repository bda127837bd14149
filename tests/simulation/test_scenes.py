"""Scenes: their words read as steps, and played: what is named happens, and nothing else does."""

import numpy as np
import pytest

from analyzer.replay.notation import parse_meld
from analyzer.rules import load
from analyzer.simulation.games import Standing
from analyzer.simulation.scene import Scene, SceneMistake, parse_plays
from analyzer.tiles.counts import counts
from analyzer.tiles.waits import waits
from analyzer.vocabulary import NO_TILE, YAOCHU_KINDS, PlayKind, mpsz, parse_mpsz, tile_text
from tests.case_files import each, rows
from tests.scenarios.telling import play_scene, words
from tests.settlement.notes import varied

TENPAI_3P = "111m456789s55z12p"
"""Waits for 3p alone."""
TENHOU = load("tenhou")


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


@each(rows("simulation/scenes", "played"))
def test_a_scene_is_played_as_it_says(row):
    scene = dict(row["scene"])
    rules = varied(load(scene.pop("rules", "tenhou")), row.get("with", {}))
    due = row["expected"].split(", ")

    assert told(played(rules, **scene))[row["first"] :][: len(due)] == due


def test_winners_are_those_who_say_so_and_sticks_and_kakan_have_their_rows():
    robbed = played(haipai={"E": "33p", "S": TENPAI_3P}, plays="N -3p E pon 333p -1z E kakan 3333p S ron")
    tsumo = played(haipai={"W": TENPAI_3P}, plays="W +3p tsumo")
    riichi = played(haipai={"E": TENPAI_3P}, plays="E riichi -2z S -9s ...")
    kakan = played(haipai={"S": "99p"}, plays="E -9p S pon 999p -1s S kakan 9999p - ...").calls

    assert robbed.winners.tolist() == [[False, True, False, False]]
    assert tsumo.winners.tolist() == [[False, False, True, False]]
    assert riichi.deposits.tolist() == [[24000, 25000, 25000, 25000]]
    # A kakan is made of the old pon.
    assert kakan.called.tolist() == [kakan.tiles[1, 0] // 4 * 4 + kakan.called[0] % 4] * 2
    assert kakan.source.tolist() == [0, 0]


def test_what_is_not_named_is_a_filler_or_the_tile_drawn():
    named = "99p2468m2468s13z"
    one = played(haipai={"W": "99p"}, plays="E -9p W pon 999p -1s ...")
    other = played(haipai={"S": named}, plays="E -9p S pon 999p - ...")
    drawn = told(played(plays="E -1z W -2z ..."))[2:4]
    seats = [word[0] for word in told(played(plays="E - E - ..."))[:10]]

    assert "1s" in {tile_text(tile) for tile in one.hands.haipai[0][2].tolist()}
    assert river(other, 1)[0] // 4 not in parse_mpsz(named)
    # Seats that are skipped discard what they draw.
    assert drawn[0].replace("+", "-") == drawn[1]
    assert drawn[1].startswith("1-")
    assert seats == ["0", "0", "1", "1", "2", "2", "3", "3", "0", "0"]


def test_a_red_five_is_taken_only_where_it_is_written():
    plain = played(haipai={"S": "46m"}, plays="E -5m S chi 546m -0p ...")
    named = played(haipai={"S": "055m"}, plays="E -5m S pon 505m -1z ...")
    held = [told(played(haipai={"S": "055m"}, plays=f"S -{tile} ..."))[3] for tile in ("5m", "0m")]

    assert held == ["1-5m", "1-0m"]
    assert told(plain)[1:4] == ["0-5m", "1 chi 5m", "1-0p"]
    assert 16 not in plain.calls.tiles[0]
    assert 16 in named.calls.tiles[0]
    assert named.calls.tiles[0, 3] == NO_TILE


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


def test_a_seat_filled_with_terminals_and_honours_discards_nothing_else_whatever_the_seed():
    hands = [played(fill={"W": "yaochu"}, plays="...", seed=seed) for seed in "1231"]

    for hand in hands:
        assert len(river(hand, 2)) == 17
        assert {tile // 4 for tile in river(hand, 2).tolist()} <= {*YAOCHU_KINDS}
    # The seed decides what is not named, and nothing else does.
    assert told(hands[0]) == told(hands[3]) != told(hands[1])


@each(rows("simulation/scenes", "refused"))
def test_a_scene_that_cannot_be_played_says_why(row):
    with pytest.raises(SceneMistake, match=row["complaint"]):
        played(**row["scene"])


@each(rows("simulation/scenes", "words"))
def test_words_are_read_as_steps(row):
    steps = [f"{'ESWN'[step.wind]} {step.act}{''.join(step.tiles)}" for step in parse_plays(row["plays"], 4)]

    assert steps == row["steps"].split(", ")


def test_dots_and_words_are_known_and_a_call_is_a_meld_of_facts():
    steps = parse_plays("E riichi -1z S chi 123m - ...12 ...", 4)

    assert [step.word for step in steps] == ["riichi", "-1z", "chi123m", "-", "...12", "..."]
    assert [step.live for step in steps[-2:]] == [12, 0]
    for meld in ("chi 546m", "pon 505p", "daiminkan 1111z", "ankan 1111z", "kakan 5550p"):
        note, (step,) = parse_meld(meld, needs_source=False), parse_plays(f"E {meld}", 4)
        assert PlayKind[step.act.upper()] == note.kind
        assert "".join(tile[0] for tile in step.tiles) in note.tiles


@each(rows("simulation/scenes", "mistakes"))
def test_a_word_that_is_none_is_named(row):
    with pytest.raises(SceneMistake, match=row["complaint"]):
        parse_plays(row["plays"], row.get("players", 4))
