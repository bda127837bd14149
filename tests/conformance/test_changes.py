"""Changes of a log that the catalogue of faults makes: what becomes of a game that was written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.fault_catalogue import value
from analyzer.conformance.planting import change
from analyzer.conformance.site import Draft, Element, NoOccasion, elements_of, written
from analyzer.rules import load
from tests.conformance.made_game import draft_of, drawn_hand, sanma_hand, site_at, won_hand
from tests.hands import log_of


@pytest.fixture(scope="module")
def four():
    return draft_of(drawn_hand(), won_hand())


@pytest.fixture(scope="module")
def three():
    return draft_of(sanma_hand(), rules="tenhou-sanma")


def changed(honest, place, operation, *arguments):
    draft = honest.fresh()
    change(site_at(draft, place), operation, *arguments)
    return draft


def differences(honest, draft):
    """Attributes that are no longer what they were, by element."""
    found = {}
    for at, (before, after) in enumerate(zip(honest.elements, draft.elements, strict=True)):
        assert before.name == after.name
        names = dict.fromkeys([*before.attributes, *after.attributes])
        new = {name: after.attributes.get(name) for name in names}
        new = {name: value for name, value in new.items() if value != before.attributes.get(name)}
        if new:
            place = sum(one.name == before.name for one in honest.elements[:at])
            found[f"{before.name} {place}" if place else before.name] = new
    return found


def names(draft):
    return [element.name for element in draft.elements]


IN_THE_LOG = [
    ("AGARI", "set", {"yaku": "'19,1'"}, {"AGARI": {"yaku": "19,1"}}),
    ("AGARI", "set", {"ba[0]": "ba[1] + 1"}, {"AGARI": {"ba": "2,1"}}),
    ("RYUUKYOKU", "set", {"type": "'nm'"}, {"RYUUKYOKU": {"type": "nm"}}),
    ("AGARI", "set", {"ten[0]": "ten[0] + 10", "ba[1]": 0}, {"AGARI": {"ten": "50,1300,0", "ba": "1,0"}}),
    ("AGARI", "set", {"owari[1]": "'7.5'"}, {"AGARI": {"owari": "270,7.5,224,-27.6,266,6.6,240,-16.0"}}),
    ("AGARI", "set", {"yaku": "[*yaku, 52, 1]"}, {"AGARI": {"yaku": "18,1,52,1"}}),
    ("AGARI", "pay-here", {"who": 100, "fromWho": -100}, {"AGARI": {"sc": "270,0,240,-17,240,27,240,0"}}),
    ("AGARI", "restate", {"who": 500}, {"AGARI": {"sc": "270,0,240,-16,245,26,240,0"}}),
    ("INIT 1", "restate", {"3": -500}, {"INIT 1": {"ten": "270,240,240,235"}}),
    ("REACH 1", "restate", {"0": 500}, {"REACH 1": {"ten": "245,250,250,250"}}),
]


@pytest.mark.parametrize(("place", "operation", "argument", "expected"), IN_THE_LOG)
def test_an_attribute_is_changed_and_nothing_else(four, place, operation, argument, expected):
    assert differences(four, changed(four, place, operation, argument)) == expected


def test_attributes_are_put_where_results_have_them(four):
    draft = changed(four, "RYUUKYOKU", "set", {"hai{dealer + 1}": "tehai(0)", "type": "'nm'"})
    element = site_at(draft, "RYUUKYOKU").element

    assert list(element.attributes) == ["type", "ba", "sc", "hai0", "hai1"]
    assert element.attributes["hai1"] == element.attributes["hai0"]
    other = site_at(changed(four, "GO", "set", {"type": 1, "new": 2}), "GO").element
    assert other.attributes == {"type": "1", "lobby": "0", "new": "2"}


def test_attributes_are_dropped_if_they_are_there(four):
    assert differences(four, changed(four, "AGARI", "drop", "ba", "hai")) == {
        "AGARI": {"ba": None, "hai": None}
    }
    with pytest.raises(NoOccasion, match="no attribute m"):
        changed(four, "AGARI", "drop", "m")


HEAD = ["mjloggm", "GO", "UN", "TAIKYOKU"]
DRAWN = ["INIT", "T33", "REACH", "D33", "REACH", "U69", "E69", "V70", "F70", "W34", "G34", "RYUUKYOKU"]
WON = ["INIT", "T105", "D0", "N", "G133", "T69", "D69", "U102", "E102", "AGARI"]


@pytest.mark.parametrize(
    ("place", "operation", "arguments", "expected"),
    [
        ("U", "remove", [1], [*HEAD, *DRAWN[:5], *DRAWN[6:], *WON]),
        ("U", "remove", [2], [*HEAD, *DRAWN[:5], *DRAWN[7:], *WON]),
        ("V", "repeat", [1], [*HEAD, *DRAWN[:8], *DRAWN[7:], *WON]),
        ("V", "repeat", [2], [*HEAD, *DRAWN[:9], *DRAWN[7:], *WON]),
        ("U", "move", [1], [*HEAD, *DRAWN[:5], "E69", "U69", *DRAWN[7:], *WON]),
        ("E 1", "move", [1], [*HEAD, *DRAWN, *WON[:-2], "AGARI", "E102"]),
        ("U", "insert", ["BYE who={seat}", "T5"], [*HEAD, *DRAWN[:5], "BYE", "T5", *DRAWN[5:], *WON]),
        ("INIT", "remove", ["len(span)"], [*HEAD, *WON]),
        ("INIT 1", "remove", ["len(span)"], [*HEAD, *DRAWN]),
        ("INIT", "repeat", ["len(span)"], [*HEAD, *DRAWN, *DRAWN, *WON]),
        ("INIT", "move", ["len(init(1).span)", "len(span)"], [*HEAD, *WON, *DRAWN]),
    ],
)
def test_elements_are_taken_away_and_put_in(four, place, operation, arguments, expected):
    assert names(changed(four, place, operation, *arguments)) == expected


def test_new_elements_have_their_attributes_and_copies_are_their_own(four):
    inserted = changed(four, "U", "insert", "REACH who={seat} step={1 + 1}")
    copied = changed(four, "AGARI", "repeat", 1)

    assert inserted[9] == Element("REACH", {"who": "1", "step": "2"})
    assert copied[-1] == copied[-2]
    assert copied[-1].attributes is not copied[-2].attributes


@pytest.mark.parametrize(("place", "by"), [("AGARI", [1]), ("E 1", [2]), ("INIT", [11, "len(span)"])])
def test_nothing_is_moved_behind_the_end_of_the_log(four, place, by):
    with pytest.raises(NoOccasion, match="the log ends before"):
        changed(four, place, "move", *by)


def test_the_hand_behind_the_last_is_no_occasion(four):
    with pytest.raises(NoOccasion, match="no hand 2"):
        changed(four, "INIT 1", "move", "len(init(1).span)", "len(span)")


def test_walls_are_forgotten_wherever_a_log_states_their_seeds(four):
    seeded = four.fresh()
    seeded[1].name = "SHUFFLE"
    for place in ("INIT", "INIT 1"):
        site_at(seeded, place).element.attributes["shuffle"] = "mt19937ar,abc"
    site_at(seeded, "AGARI").element.attributes["shuffle"] = "kept"

    draft = changed(seeded, "AGARI", "forget-wall", 1)

    assert names(draft) == ["mjloggm", *HEAD[2:], *DRAWN, *WON]
    assert [one.name for one in draft.elements if "shuffle" in one.attributes] == ["AGARI"]


def test_two_tiles_are_exchanged_through_the_hand_and_in_no_other(four):
    # 119, the indicator, and 69, which seat 0 draws and discards.
    draft = changed(four, "AGARI", "swap-tiles", 119, 69)

    assert names(draft) == [*HEAD, *DRAWN, *WON[:5], "T119", "D119", *WON[7:]]
    assert site_at(draft, "INIT 1").element.attributes["seed"] == "0,1,1,0,0,69"
    assert site_at(draft, "AGARI").element.attributes["doraHai"] == "69"
    assert site_at(draft, "INIT").element == site_at(four, "INIT").element


def test_exchanged_tiles_change_places_in_every_tehai(four):
    draft = changed(four, "AGARI", "swap-tiles", 5, 12)
    before, after = (site_at(of, "INIT 1").element.attributes for of in (four, draft))

    assert after["hai0"] == before["hai0"].replace("0,12,", "0,5,")
    assert after["hai2"] == before["hai2"].replace("5,8,13", "12,8,13")
    assert site_at(draft, "AGARI").element.attributes["hai"].startswith("12,8,13,")
    assert differences(four, draft).keys() == {"INIT 1", "AGARI"}


def test_one_element_names_another_tile(four):
    drawn = changed(four, "U", "replace-tile", "tile", 135)
    shown = changed(four, "AGARI", "replace-tile", "machi", 135)

    assert names(drawn)[9] == "U135"
    assert names(drawn)[10] == "E69"
    assert shown[-1].attributes["machi"] == "135"
    assert shown[-1].attributes["hai"] == four[-1].attributes["hai"].replace(",102,", ",135,")
    assert differences(four, shown)["AGARI"].keys() == {"machi", "hai"}


# Behind a draw that pays 100 points more to seat 0, 100 less to seat 1: all scores, and the final results.
PAID = "240,31,250,-11,250,-10,250,-10"
AFTER = {
    "INIT 1": {"ten": "271,239,240,240"},
    "AGARI": {"sc": "271,0,239,-16,240,26,240,0", "owari": "271,37.1,223,-27.7,266,6.6,240,-16.0"},
}


@pytest.mark.parametrize(
    ("operation", "argument", "due"),
    [
        ("pay", {"0": 100, "1": -100}, {"RYUUKYOKU": {"sc": PAID}}),
        (
            "pay-instead",
            "[3100, -1100, -1000, -1000]",
            {"RYUUKYOKU": {"sc": "240,31,250,-11,250,-10,250,-10"}},
        ),
        ("carry", {"0": 100, "1": -100}, {"RYUUKYOKU": {"sc": "241,30,249,-10,250,-10,250,-10"}}),
    ],
)
def test_another_payment_is_carried_to_all_scores_that_follow(four, operation, argument, due):
    assert differences(four, changed(four, "RYUUKYOKU", operation, argument)) == due | AFTER


def test_scores_that_a_riichi_states_are_carried_too(four):
    draft = changed(four, "T", "carry", {"3": 1000, "2": -1000})

    assert differences(four, draft)["REACH 1"] == {"ten": "240,250,240,260"}
    assert "REACH" not in differences(four, draft)


@pytest.mark.parametrize(
    ("less", "possible"), [(24_000, True), (24_100, False)], ids=["1000 points are left", "900 are left"]
)
def test_a_riichi_needs_its_stick(four, less, possible):
    # Seat 0 has 25,000 before its riichi; what it lacks, seat 1 has.
    if possible:
        draft = changed(four, "INIT", "carry", {"0": -less, "1": less})
        assert site_at(draft, "REACH 1").element.attributes["ten"] == "0,490,250,250"
    else:
        with pytest.raises(NoOccasion, match="another course"):
            changed(four, "INIT", "carry", {"0": -less, "1": less})


@pytest.mark.parametrize(
    ("tenpai", "deltas"),
    [
        ("[0]", [3000, -1000, -1000, -1000]),
        ("[1]", [-1000, 3000, -1000, -1000]),
        ("[0, 2]", [1500, -1500, 1500, -1500]),
        ("[1, 2, 3]", [-3000, 1000, 1000, 1000]),
        ("[]", [0, 0, 0, 0]),
    ],
)
def test_a_draw_pays_other_seats_as_tenpai(four, tenpai, deltas):
    draft = changed(four, "RYUUKYOKU", "pay-instead", f"noten_payment({tenpai})")

    assert site_at(draft, "RYUUKYOKU").paid == deltas
    assert site_at(draft, "INIT 1").element.numbers("ten") == [240 + deltas[0] // 100] + [
        250 + delta // 100 for delta in deltas[1:]
    ]


def test_a_draw_that_pays_so_already_stays(four):
    assert differences(four, changed(four, "RYUUKYOKU", "pay-instead", "noten_payment([0])")) == {}


VALUES = [
    # 40 fu: 1300, 2600, 5200 of one to three han, and a mangan of four; 30 fu are 1000.
    (("with_yaku(52, 1)", "ten[0]"), "18,1,52,1", "40,2600,0", (-2900, 3900)),
    (("with_yaku(52, 2)", "ten[0]"), "18,1,52,2", "40,5200,0", (-5500, 6500)),
    (("with_yaku(52, 3)", "ten[0]"), "18,1,52,3", "40,8000,1", (-8300, 9300)),
    (("yaku", 30), "18,1", "30,1000,0", (-1300, 2300)),
    (("yaku", "ten[0] + 10"), "18,1", "50,1600,0", (-1900, 2900)),
    (("yaku", "ten[0]", 2), "18,1", "40,2600,0", (-2900, 3900)),
]


@pytest.mark.parametrize(("terms", "yaku", "ten", "paid"), VALUES)
def test_a_win_of_another_value_is_paid_by_the_rules(four, terms, yaku, ten, paid):
    draft = changed(four, "AGARI", "revalue", *terms)
    win = site_at(draft, "AGARI").element

    assert (win.attributes["yaku"], win.attributes["ten"]) == (yaku, ten)
    # One honba from the loser, and the stick.
    assert site_at(draft, "AGARI").paid == [0, *paid, 0]


def test_han_that_are_worth_the_same_are_no_occasion(four):
    with pytest.raises(NoOccasion, match="worth the same"):
        changed(four, "AGARI", "revalue", "yaku", "ten[0]", 1)


@pytest.mark.parametrize(
    ("who", "terms", "deltas"),
    [
        # 1000 each of two han 30 fu; 400, and 700 from the dealer, of one han 40 fu.  One honba, one stick.
        (0, ("yaku", 30, 2), [4300, -1100, -1100, -1100]),
        (2, ("yaku", 40), [-800, -500, 2800, -500]),
    ],
    ids=["dealer", "child"],
)
def test_a_tsumo_of_another_value_is_shared(four, who, terms, deltas):
    draft = four.fresh()
    draft[25].attributes |= {"who": f"{who}", "fromWho": f"{who}"}

    change(site_at(draft, "AGARI"), "revalue", *terms)

    assert site_at(draft, "AGARI").paid == deltas


def test_honba_are_of_the_first_winner_alone(four):
    draft = four.fresh()
    second = Element("AGARI", dict(draft[25].attributes))
    del draft[25].attributes["owari"]
    draft.elements.append(second)
    second.attributes |= {"who": "3", "ba": "1,0", "sc": "270,0,224,-13,266,0,240,13"}

    change(site_at(draft, "AGARI 1"), "revalue", "with_yaku(52, 1)", "ten[0]")

    assert site_at(draft, "AGARI 1").paid == [0, -2600, 0, 2600]


@pytest.mark.parametrize(
    ("source", "more", "deltas"),
    [
        (1, 1, [0, -1900, 2900, 0]),
        (1, "-ba[0]", [0, -1300, 2300, 0]),
        # A tsumo: 100 from each.
        (2, 2, [-200, -1800, 3200, -200]),
    ],
)
def test_honba_are_300_of_the_loser_or_100_of_each(four, source, more, deltas):
    draft = four.fresh()
    draft[25].attributes["fromWho"] = f"{source}"

    change(site_at(draft, "AGARI"), "pay-honba", more)

    assert site_at(draft, "AGARI").paid == deltas


def test_a_result_states_the_end_of_the_game_and_the_log_goes_on(four):
    draft = changed(four, "RYUUKYOKU", "end", "final_scores")

    assert names(draft) == [*HEAD, *DRAWN, *WON]
    # 27,000 and the stick that is left, and 24,000 in the order of the seats.
    assert draft[15].attributes["owari"] == "280,38.0,240,4.0,240,-16.0,240,-26.0"


@pytest.mark.parametrize(("left", "first"), [(0, "270,37.0"), (1, "280,38.0"), (2, "290,39.0")])
def test_sticks_left_at_the_end_are_of_the_first(four, left, first):
    draft = changed(four, "RYUUKYOKU", "set", {"ba[1]": left})
    change(site_at(draft, "RYUUKYOKU"), "end", "final_scores")

    assert draft[15].attributes["owari"] == f"{first},240,4.0,240,-16.0,240,-26.0"


def test_the_game_ends_with_other_scores_and_the_results_of_these(four):
    draft = changed(four, "AGARI", "end", "exchanged(final_scores, 0, 1)")

    assert differences(four, draft) == {"AGARI": {"owari": "224,-27.6,270,37.0,266,6.6,240,-16.0"}}


def test_the_game_ends_with_other_results_of_the_same_scores(four):
    results = "plus(plus(results_of(final_scores), 0, -100), 3, 100)"
    draft = changed(four, "AGARI", "end", "final_scores", results)

    assert differences(four, draft) == {"AGARI": {"owari": "270,36.9,224,-27.6,266,6.6,240,-15.9"}}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("270,37,224,-28,266,7,240,-16", "270,36,224,-27,266,6,240,-16"),
        ("270,37.0,224,-27.6,266,6.6,240,-16.0,1,2", "270,36.9,224,-27.6,266,6.6,240,-16.0,1,2"),
        ("", "270,36.9,224,-27.6,266,6.6,240,-16.0"),
    ],
    ids=["in thousands", "with chips", "not there"],
)
def test_the_end_is_written_as_the_log_writes_it(four, old, new):
    draft = four.fresh()
    draft[25].attributes["owari"] = old

    end = ("[27000, 22400, 26600, 24000]", "[36900, -27600, 6600, -16000]")
    change(site_at(draft, "AGARI"), "end", *end)

    assert draft[25].attributes["owari"] == new


def test_what_chombo_took_of_the_final_results_stays_taken(four):
    taken = np.array([[0, 0, 0, 0], [0, -20_000, 0, 0]], np.int32)
    draft = four.fresh()
    draft.judged = Judged(four.judged, draws=four.judged.draws._replace(final_points=taken))

    assert value(site_at(draft, "AGARI"), "results_of(final_scores)") == [37000, -47600, 6600, -16000]


class Judged:
    """A review with something else in it."""

    def __init__(self, review, **other):
        self.__dict__.update(other)
        self.review = review

    def __getattr__(self, name):
        return getattr(self.review, name)


def played_on(honest, place, begin):
    """A log whose game plays on behind an element, what INIT says of the new hands, and all findings."""
    draft = changed(honest, place, "play-on", begin)
    behind = site_at(honest, place).index + 1
    inits = [one for one in draft.elements[behind:] if one.name == "INIT"]
    judged = review([(LogName("made", "made"), written(draft.elements))], draft.rules.name)
    # That the hand-written draw has tiles left, and so is none, is not what these tests are about.
    of_draw = ("draw-kind", "shown-seats", "draw-payment")
    found = [one for one in judged.findings if one.verdict == "inconsistent"]
    said = [(one.check, one.element) for one in found if one.check not in of_draw]
    return draft, [(init.numbers("seed")[:3], init.numbers("ten")) for init in inits], said


def test_a_game_plays_on_as_the_rules_number_its_hands(four):
    draft, inits, said = played_on(four, "RYUUKYOKU", "follows")

    assert names(draft)[:17] == [*HEAD, *DRAWN, "INIT"]
    assert inits[0] == ([0, 1, 1], [270, 240, 240, 240])
    # The leading child wins 3,900 off the leader of the others, the honba and the stick.
    assert inits[1] == ([1, 0, 0], [228, 292, 240, 240])
    assert said == []
    assert [one.name for one in draft.elements if "owari" in one.attributes] == ["AGARI"]


def test_the_first_of_other_hands_may_be_one_that_the_rules_do_not_give(four):
    for begin, check in (("plus(follows, 1, 1)", "next-honba"), ("plus(follows, 2, 1)", "next-kyotaku")):
        _, _, said = played_on(four, "RYUUKYOKU", begin)
        assert said == [(check, 16)]


@pytest.mark.parametrize("begin", ["[0, 1, 0]", "[0, 0, 1]"])
def test_a_game_may_begin_with_other_hands(four, begin):
    draft, inits, said = played_on(four, "TAIKYOKU", begin)

    assert names(draft)[:5] == [*HEAD, "INIT"]
    assert inits[0][1] == [250] * 4
    assert said == [("game-start", 4)]


def test_a_game_of_three_plays_on_without_a_fourth_seat(three):
    _, inits, said = played_on(three, "RYUUKYOKU", "follows")

    assert inits[0] == ([1, 1, 0], [350, 350, 350, 0])
    assert said == [("game-over", 13)]


def test_a_draft_knows_its_hands(four):
    assert (four.inits(), four.last_results()) == ([4, 16], [15, 25])
    assert (four.span(0), four.span(1)) == (range(4, 16), range(16, 26))
    for hand in (-1, 2):
        with pytest.raises(NoOccasion, match="no hand"):
            four.span(hand)


def test_a_draft_is_of_one_game_of_a_batch():
    logs = [log_of(won_hand()), log_of(drawn_hand(), won_hand())]
    judged = review([(LogName(str(at), "made"), data) for at, data in enumerate(logs)], "tenhou")

    draft = Draft(elements_of(logs[1]), load("tenhou"), judged, 1)

    assert [*draft.rows] == [1, 2]
    assert [site_at(draft, place).follows[0] for place in ("INIT", "INIT 1")] == [0, 1]
