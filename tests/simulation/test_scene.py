"""Words of a scene as steps, and what is wrong with words that are none."""

import pytest

from analyzer.simulation.scene import SceneMistake, parse_plays


def told(plays, players=4):
    """Each step as wind, word and tiles."""
    return [
        f"{'ESWN'[step.wind]} {step.act}{''.join(step.tiles)}" for step in parse_plays(plays, players)
    ]


def test_a_seat_draws_and_discards_until_another_is_named():
    assert told("E +5m -1z S - -9p") == ["E +5m", "E -1z", "S -", "S -9p"]


def test_calls_take_the_tiles_named_behind_them():
    plays = "S chi 46m -1s W pon 05p -1s N pon -1s E daiminkan ankan 1z kakan 2z kita"

    assert told(plays) == [
        *("S chi4m6m", "S -1s", "W pon0p5p", "W -1s", "N pon", "N -1s"),
        *("E daiminkan", "E ankan1z", "E kakan2z", "E kita"),
    ]


def test_several_seats_say_ron_one_after_the_other():
    assert told("E -5p S ron W ron") == ["E -5p", "S ron", "W ron"]


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
