"""A hand written by a person: read, laid on the table, or refused with the key and what is accepted."""

import numpy as np
import pytest

from analyzer.errors import UserMistake
from analyzer.replay import replay
from analyzer.replay.facts import FURITEN_DISCARD, FURITEN_RIICHI, Place
from analyzer.replay.notation import HandNote, MeldNote, RiverTile, parse_hand
from analyzer.replay.written import facts_of_note, indicators_of_note
from analyzer.tiles.counts import mask_text
from analyzer.vocabulary import EndKind, PlayKind, tile_text
from tests.hands import Hand


def noted(text):
    return parse_hand(text, "facts.toml")


def facts_of(text):
    return facts_of_note(noted(text))


def refused(text):
    with pytest.raises(UserMistake) as caught:
        facts_of(text)
    return str(caught.value)


def test_a_note_says_as_much_as_it_must():
    assert noted('kyoku = "S2.1"') == HandNote(kyoku=5, honba=1)


def test_melds_and_rivers_are_read_in_the_field_s_notation():
    note = noted('kyoku = "E1"\nseat.1 = { melds = ["pon 555z from 2", "ankan 1111s"], river = "19m* 5p" }')

    seat = note.seats[1]
    assert seat.melds == (MeldNote(PlayKind.PON, "555z", 2), MeldNote(PlayKind.ANKAN, "1111s", None))
    assert seat.river == (RiverTile("1m", False), RiverTile("9m", True), RiverTile("5p", False))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("players = 4", "facts.toml: 'kyoku' is missing; expected a text such as 'E2.1'"),
        ('kyoku = "E5"', "facts.toml: kyoku: 'E5' is not a kyoku; expected a form such as 'E2' or 'S4.1'"),
        ('kyoku = "E1"\nstick = 1', "facts.toml: unknown key 'stick'; did you mean 'sticks'?"),
        (
            'kyoku = "E1"\nplayers = 5',
            "facts.toml: players: expected a whole number from 3 to 4, found 5",
        ),
        (
            'kyoku = "E1"\nlast = "throw 2 9m"',
            ("facts.toml: last: expected a play, its seat and tile, as 'discard 2 9m', found 'throw 2 9m'"),
        ),
        (
            'kyoku = "E1"\nseat.4 = { tehai = "1m" }',
            "facts.toml: seat: expected sections seat.0 to seat.3, found '4'",
        ),
        (
            'kyoku = "E1"\nseat.2 = { tehia = "1m" }',
            "facts.toml: seat.2: unknown key 'tehia'; did you mean 'tehai'?",
        ),
        (
            'kyoku = "E1"\nseat.2 = { tehai = "8z" }',
            "facts.toml: seat.2: tehai: 8z in '8z' is not a tile; honours are 1z to 7z",
        ),
        (
            'kyoku = "E1"\nseat.2 = { tehai = "1m", waits = "1m" }',
            "facts.toml: seat.2: 'tehai' and 'waits' exclude each other: the waits follow from the tiles",
        ),
        (
            'kyoku = "E1"\nseat.2 = { melds = ["pon 556z from 1"] }',
            "facts.toml: seat.2: melds: 556z are not the tiles of a pon",
        ),
        (
            'kyoku = "E1"\nseat.2 = { melds = ["chi 124m from 1"] }',
            "facts.toml: seat.2: melds: 124m are not a sequence",
        ),
        (
            'kyoku = "E1"\nseat.2 = { melds = ["pon 555z"] }',
            (
                "facts.toml: seat.2: melds: 'pon 555z' must say from which seat, as 'pon 555z from 2'; "
                "an ankan must not"
            ),
        ),
        (
            'kyoku = "E1"\nseat.2 = { river = "1m**" }',
            (
                "facts.toml: seat.2: river: expected tiles with a star behind each that was called, as "
                "'1z 9m* 5p', found '1m**'"
            ),
        ),
        ('kyoku = "E1"\nseat.2 = { tehai = "123m" }', "seat.2: tehai: expected 13 tiles, found 3"),
        (
            'kyoku = "E1"\nindicators = "1m1m"\nseat.2 = { waits = "2m", river = "111m" }',
            "'1m' asks for more copies of 1m than there are",
        ),
        (
            'kyoku = "E1"\nlast = "draw 2 5p"\nseat.2 = { tehai = "123m456p789s1122z", drawn = "4p" }',
            "'last' draws 5p, and 'drawn' of seat.2 is 4p",
        ),
    ],
)
def test_a_mistake_is_named_with_its_key_and_what_is_accepted(text, expected):
    assert refused(text) == expected


def test_what_is_not_toml_is_refused():
    assert refused("kyoku = ").startswith("facts.toml: not TOML: ")


def test_no_tile_lies_in_two_places():
    facts = facts_of(
        """
        kyoku = "E1"
        indicators = "5m"
        seat.0 = { tehai = "055m123p456s7z", melds = ["pon 111z from 1"], river = "9m" }
        seat.1 = { river = "1z*" }
        """
    )

    place = facts.place[0]
    assert (place == Place.INDICATOR).sum() == 1
    assert (place == Place.CONCEALED).sum() == 10
    assert (place == Place.MELD).sum() == 3
    assert (place == Place.RIVER).sum() == 1
    assert (place == Place.RIVER + 1).sum() == 0  # the tile called lies in the meld


def test_a_tile_drawn_that_the_last_play_names_too_is_one_tile():
    seat = '{ tehai = "123m456p789s1155z", drawn = "5z" }'

    named, unnamed = (
        facts_of(f'kyoku = "E1"\nlast = "{last}"\nseat.0 = {seat}\nseat.1 = {{ river = "5z" }}')
        for last in ("draw 0 5z", "draw 0")
    )

    assert named.last_tile[0] == unnamed.last_tile[0]
    assert (named.place == unnamed.place).all()


def test_the_waits_of_a_seat_that_has_drawn_are_those_before_its_draw():
    facts = facts_of('kyoku = "E1"\nlast = "draw 0"\nseat.0 = { tehai = "123m456p789s11z23s", drawn = "9p" }')

    assert mask_text(int(facts.waits[0, 0])) == "14s"
    assert facts.concealed[0, 0].sum() == 14
    assert facts.last_kind[0] == PlayKind.DRAW


def test_furiten_follows_from_the_river_and_from_what_is_said():
    facts = facts_of(
        """
        kyoku = "E1"
        seat.0 = { tehai = "123m456p789s11z23s", river = "1s" }
        seat.1 = { waits = "5p", riichi = 1, river = "9m", passed = true }
        """
    )

    assert facts.furiten[0].tolist() == [FURITEN_DISCARD, FURITEN_RIICHI, 0, 0]


def test_a_riichi_whose_tile_is_won_on_does_not_stand():
    facts = facts_of(
        'kyoku = "E1"\nron = [1]\nlast = "discard 0 5p"\n'
        'seat.0 = { waits = "1m", riichi = 1, river = "5p" }\n'
        'seat.1 = { waits = "5p", riichi = 1, river = "1z" }'
    )

    assert facts.riichi_passed[0].tolist() == [False, True, False, False]
    assert facts.riichi_sticks[0] == 1
    assert facts.end[0] == EndKind.AGARI


@pytest.mark.parametrize("turn", [1, 6])
def test_a_riichi_without_a_river_stands_when_a_discard_of_its_seat_is_won_on(turn):
    facts = facts_of(
        f'kyoku = "E1"\nron = [1]\nlast = "discard 0 5p"\nseat.0.riichi = {turn}\nseat.1.waits = "5p"'
    )

    assert facts.riichi_passed[0].tolist() == [True, False, False, False]
    assert facts.riichi_sticks[0] == 1


def test_indicators_keep_their_order():
    shown, under = indicators_of_note(noted('kyoku = "E1"\nindicators = "9m1p"\nura = "9m0s"'))

    assert shown.tolist() == [[32, 36]]
    assert under.tolist() == [[33, 88]]


def test_a_written_hand_has_the_facts_of_the_same_hand_replayed():
    """Two ways to one table: a log replayed, and the table at its end written down."""
    log = Hand("123m456p789s11z23s", "19m19p19s1234567z", "147m258p369s1234z", "555m666p777s2233z")
    log.turn(0, "5z").turn(1, "2p").turn(2, "5z", "1m").turn(3, "6z").ryuukyoku()
    replayed, illegals = replay(log.events())

    written = facts_of(
        """
        kyoku = "E1"
        scores = [25000, 25000, 25000, 25000]
        left = 66
        indicators = "9s"
        last = "discard 3 6z"
        seat.0 = { tehai = "123m456p789s11z23s", river = "5z" }
        seat.1 = { tehai = "19m19p19s1234567z", river = "2p", passed = true }
        seat.2 = { tehai = "47m258p369s12345z", river = "1m" }
        seat.3 = { tehai = "555m666p777s2233z", river = "6z" }
        """
    )

    assert len(illegals.code) == 0
    differing = {"place", "play_count", "waits_after", "first_discard", "last_tile"}
    for name in set(written._fields) - differing:
        assert np.array_equal(getattr(written, name), getattr(replayed, name)), name
    assert (written.first_discard // 4).tolist() == (replayed.first_discard // 4).tolist()


def test_open_and_closed_melds_are_counted_apart_and_their_givers_remembered():
    facts = facts_of(
        """
        kyoku = "E1"
        seat.2 = { melds = ["ankan 2222z", "kakan 7777s from 0", "ankan 1111z"], tehai = "55p67p" }
        """
    )

    assert (facts.meld_count[0, 2], facts.open_melds[0, 2], facts.kans[0, 2]) == (3, 1, 3)
    assert facts.meld_source[0, 2, :3].tolist() == [2, 0, 2]
    assert facts.river_called[0].tolist() == [True, False, False, False]
    assert facts.call_count[0] == 3


@pytest.mark.parametrize("five", ["5p", "0p"])
@pytest.mark.parametrize("meld", ["0555p", "5055p", "5505p", "5550p", "5555p"])
def test_the_tile_robbed_is_the_one_written_however_the_kakan_is(meld, five):
    facts = facts_of(
        f'kyoku = "E1"\nlast = "kakan 1 {five}"\nron = [2]\nseat.1 = {{ melds = ["kakan {meld} from 0"] }}'
    )

    assert tile_text(int(facts.last_tile[0])) == five


def test_a_riichi_is_double_at_the_first_discard_only():
    facts = facts_of(
        'kyoku = "E1"\nlast = "discard 3 1z"\n'
        'seat.0 = { waits = "1m", riichi = 1, river = "5p" }\n'
        'seat.1 = { waits = "5p", riichi = 2, river = "1z9m" }'
    )

    assert facts.double_riichi[0].tolist() == [True, False, False, False]


@pytest.mark.parametrize(("ron", "stands"), [("[1]", False), ("[]", True)])
def test_a_riichi_at_the_last_discard_stands_unless_it_is_won_on(ron, stands):
    facts = facts_of(
        f'kyoku = "E1"\nron = {ron}\nlast = "discard 0 5p"\n'
        'seat.0 = { waits = "1m", riichi = 1, river = "5p" }\nseat.1 = { waits = "5p" }'
    )

    assert facts.riichi_passed[0, 0] == stands
    assert facts.riichi_sticks[0] == int(stands)


def test_the_fourth_copy_of_a_wait_that_was_just_drawn_was_to_be_had_before():
    facts = facts_of('kyoku = "E1"\nlast = "draw 0"\nseat.0 = { tehai = "6777889m234p234s", drawn = "7m" }')

    assert mask_text(int(facts.waits[0, 0])) == "7m"
    assert facts.wait_outside_concealed[0, 0]
    assert facts.wait_outside_own[0, 0]


def test_norths_set_aside_are_own_tiles():
    facts = facts_of('kyoku = "E1"\nplayers = 3\nseat.0 = { tehai = "123456789p123s4z", kita = 3 }')

    assert facts.wait_outside_concealed[0, 0]
    assert not facts.wait_outside_own[0, 0]


@pytest.mark.parametrize(("river", "first_round"), [("1z", True), ("1z2z", False)])
def test_the_first_round_ends_with_the_second_discard_of_a_seat(river, first_round):
    assert facts_of(f'kyoku = "E1"\nseat.0 = {{ river = "{river}" }}').first_round[0] == first_round


def test_the_fourth_wind_is_the_play_of_the_fourth_first_discard():
    rivers = [
        f'seat.{seat} = {{ river = "{river}" }}' for seat, river in enumerate(("1z9m", "1z", "1z", "1z"))
    ]
    facts = facts_of('kyoku = "E1"\nlast = "discard 0 9m"\n' + "\n".join(rivers))

    # Four draws and discards, and the same of seat 0 once more.
    assert facts.play_count[0] - 1 - facts.fourth_wind[0] == 2


@pytest.mark.parametrize(
    ("melds", "after"),
    [
        ({0: ["ankan 1111m", "ankan 2222m"], 1: ["ankan 3333m", "ankan 4444m"]}, True),
        ({0: ["ankan 1111m", "ankan 2222m", "ankan 3333m", "ankan 4444m"]}, False),
    ],
)
def test_four_kans_count_where_they_are_of_several_seats(melds, after):
    seats = [f"seat.{seat} = {{ melds = {kans} }}".replace("'", '"') for seat, kans in melds.items()]
    facts = facts_of('kyoku = "E1"\nlast = "discard 3 1z"\n' + "\n".join(seats))

    assert (facts.fourth_kan[0] >= 0) == after
    assert (facts.fourth_kan_discard[0] >= 0) == after
