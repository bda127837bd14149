"""Faults planted in games that were written by hand: words, places, changes, and where they must be found.

``tests/cases/conformance/faults.toml`` has the rows.
"""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from analyzer.audit import LogName, review
from analyzer.conformance.fault_catalogue import (
    FAULTS,
    FOLDER,
    Change,
    Fault,
    Place,
    all_of,
    filled,
    holds,
    text,
    value,
)
from analyzer.conformance.planting import (
    OPERATIONS,
    TWINS_OF_A_LOG,
    FindingRow,
    change,
    findings_of,
    plant,
    twins_in,
    twins_of,
)
from analyzer.conformance.samples import Sample, samples
from analyzer.conformance.site import Draft, Element, NoOccasion, elements_of, written
from analyzer.rules import load
from analyzer.simulation import SCENARIOS, simulate
from analyzer.vocabulary import parse_mpsz
from tests.case_files import whole
from tests.conformance.conftest import draft_of, drawn_hand, sanma_hand, site_at, won_hand
from tests.hands import log_of

ROWS = whole("conformance/faults")
NAMES = {"honba": 2, "scores": [250, 310, 200, 240], "kind": "nm"}


@pytest.fixture(scope="module")
def four():
    return draft_of(drawn_hand(), won_hand())


@pytest.fixture(scope="module")
def three():
    return draft_of(sanma_hand(), rules="tenhou-sanma")


# What the catalogue is made of.


def test_names_are_unique_meanings_one_sentence_and_changes_known():
    written = sum(file.read_text(encoding="utf-8").count("[[fault]]") for file in FOLDER.glob("*.toml"))

    assert written == len(FAULTS) == len({fault.meaning for fault in FAULTS.values()})
    assert all(fault.meaning.endswith(".") and "\n" not in fault.meaning for fault in FAULTS.values())
    assert {change.operation for fault in FAULTS.values() for change in fault.changes} <= OPERATIONS.keys()


@pytest.mark.parametrize(
    ("players", "place", "term", "expected", "names"),
    [
        *((4, *row, {}) for row in ROWS["words"]),
        *((3, *row, {}) for row in ROWS["words_of_three"]),
        *((4, "AGARI", *row, NAMES) for row in ROWS["terms"]),
    ],
)
def test_a_word_or_term_says_what_it_means(four, three, players, place, term, expected, names):
    found = value(site_at(four if players == 4 else three, place, **names), term)

    assert ([*found] if isinstance(found, tuple) else found) == expected


def test_words_of_tiles_and_of_yaku(four):
    for place, term, expected in ROWS["tiles"]:
        tiles = value(site_at(four, place), term)
        assert sorted(tile // 4 for tile in tiles) == sorted(parse_mpsz(expected)), term
    for yaku, term, expected in ROWS["words_of_yaku"]:
        site = site_at(four.fresh(), "AGARI")
        site.element.attributes["yaku"] = yaku
        assert value(site, term) == expected, (yaku, term)


def test_a_term_without_a_meaning_here_is_no_occasion_and_holds_not(four):
    for place, term in ROWS["meaningless"]:
        with pytest.raises(NoOccasion):
            value(site_at(four, place, **NAMES), term)
    for terms, expected in ROWS["conditions"]:
        assert holds(site_at(four, "AGARI"), terms) is expected, terms


def test_attributes_are_words_and_names_come_before_them(four):
    site = site_at(four, "AGARI", who=7, many=[1, 2])

    assert [value(site, word) for word in ("who", "many")] == [7, [1, 2]]
    assert filled(site, "N who={fromWho} m={[1, 2]}") == "N who=1 m=1,2"
    assert (text(site, "ba"), text(site, "fromWho"), text(site, "'nm'")) == ("1,1", "1", "nm")


def test_a_place_is_found_from_an_element_or_is_no_occasion(four):
    for start, place, *due in ROWS["places"]:
        sought = Place(**place | {"such": tuple(place.get("such", ()))})
        if due:
            assert [[site.element.name for site in all_of(site_at(four, start), sought)]] == due, place
        else:
            with pytest.raises(NoOccasion):
                all_of(site_at(four, start), sought)


# What becomes of a log.


def changed(honest, place, operation, *arguments, before=None):
    draft = honest.fresh()
    site_at(draft, place).element.attributes.update(before or {})
    change(site_at(draft, place), operation, *arguments)
    return draft


def differences(honest, draft):
    """Attributes that are no longer what they were, by element; empty where they are gone."""
    found = {}
    for at, (before, after) in enumerate(zip(honest.elements, draft.elements, strict=True)):
        names = dict.fromkeys([*before.attributes, *after.attributes])
        new = {name: after.attributes.get(name, "") for name in names}
        new = {name: value for name, value in new.items() if value != before.attributes.get(name)}
        if new:
            place = sum(one.name == before.name for one in honest.elements[:at])
            found[f"{before.name} {place}" if place else before.name] = new
    return found


def names(draft):
    return [element.name for element in draft.elements]


@pytest.mark.parametrize(
    "row", ROWS["change"], ids=lambda row: " ".join((row["at"], *map(str, row["change"])))
)
def test_a_change_is_made_and_nothing_else(four, three, row):
    honest = three if row.get("players") == 3 else four
    if "no_occasion" in row:
        with pytest.raises(NoOccasion, match=row["no_occasion"]):
            changed(honest, row["at"], *row["change"])
        return
    draft = changed(honest, row["at"], *row["change"], before=row.get("before"))

    if "gives" in row:
        assert differences(honest, draft) == row["gives"]
    for at, due in row.get("made", {}).items():
        assert [*draft[int(at)].attributes.items()] == [*due.items()]
    assert names(draft) == row.get("elements", names(honest))
    if "elements" not in row:
        site = site_at(draft, row["at"])
        assert site.element.attributes | row.get("states", {}) == site.element.attributes
        assert "paid" not in row or site.paid == row["paid"]


def test_a_copy_of_an_element_is_its_own(four):
    copied = changed(four, "AGARI", "repeat", 1)

    assert copied[-1] == copied[-2]
    assert copied[-1].attributes is not copied[-2].attributes


def test_walls_are_forgotten_wherever_a_log_states_their_seeds(four):
    seeded = four.fresh()
    seeded[1].name = "SHUFFLE"
    for place in ("INIT", "INIT 1", "AGARI"):
        site_at(seeded, place).element.attributes["shuffle"] = "mt19937ar,abc"

    draft = changed(seeded, "AGARI", "forget-wall", 1)

    assert names(draft) == [name for name in names(four) if name != "GO"]
    assert [one.name for one in draft.elements if "shuffle" in one.attributes] == ["AGARI"]
    # The walls of other hands that follow have other seeds.
    assert "SHUFFLE" not in names(changed(seeded, "RYUUKYOKU", "play-on", "follows"))


def test_honba_are_of_the_first_winner_alone(four):
    draft = four.fresh()
    second = Element("AGARI", dict(draft[25].attributes))
    del draft[25].attributes["owari"]
    draft.elements.append(second)
    second.attributes |= {"who": "3", "ba": "1,0", "sc": "270,0,224,-13,266,0,240,13"}

    change(site_at(draft, "AGARI 1"), "revalue", "with_yaku(52, 1)", "ten[0]")

    assert site_at(draft, "AGARI 1").paid == [0, -2600, 0, 2600]


def test_what_chombo_took_of_the_final_results_stays_taken(four):
    taken = np.array([[0, 0, 0, 0], [0, -20_000, 0, 0]], np.int32)
    draft = four.fresh()
    draft.judged = SimpleNamespace(draws=four.judged.draws._replace(final_points=taken))

    assert value(site_at(draft, "AGARI"), "results_of(final_scores)") == [37000, -47600, 6600, -16000]


@pytest.mark.parametrize(("place", "begin", "first", "said"), ROWS["played_on"])
def test_a_game_plays_on_as_the_rules_number_its_hands(four, three, place, begin, first, said):
    honest, place = three if "three" in place else four, place.partition(" ")[0]
    draft = changed(honest, place, "play-on", begin)
    behind = site_at(honest, place).index + 1
    inits = [one for one in draft.elements[behind:] if one.name == "INIT"]
    judged = review([(LogName("made", "made"), written(draft.elements))], draft.rules.name)
    # That the hand-written draw has tiles left, and so is none, is not what this is about.
    of_draw = ("draw-kind", "shown-seats", "draw-payment")
    found = [one for one in judged.findings if one.verdict == "inconsistent" and one.check not in of_draw]

    assert [(init.numbers("seed")[:3], init.numbers("ten")) for init in inits][: len(first)] == [
        *map(tuple, first)
    ]
    assert [[one.check, one.element] for one in found] == said
    assert [one.name for one in draft.elements[behind:] if "owari" in one.attributes] == ["AGARI"]


# Logs as drafts.


def test_a_draft_knows_its_hands_in_a_batch(four):
    logs = [log_of(won_hand()), log_of(drawn_hand(), won_hand())]
    judged = review([(LogName(str(at), "made"), data) for at, data in enumerate(logs)], "tenhou")
    draft = Draft(elements_of(logs[1]), load("tenhou"), judged, 1)

    assert [*draft.rows] == [1, 2]
    assert [site_at(draft, place).follows[0] for place in ("INIT", "INIT 1")] == [0, 1]
    assert (four.inits(), four.last_results()) == ([4, 16], [15, 25])
    assert (four.span(0), four.span(1)) == (range(4, 16), range(16, 26))
    for hand in (-1, 2):
        with pytest.raises(NoOccasion, match="no hand"):
            four.span(hand)


def test_elements_have_their_tiles_in_the_name_and_what_the_format_does_not_have_stays():
    data = b'<mjloggm ver="2.3"><NEW far="out"/><T71/><BYE who="1" why="a=b" /></mjloggm>'
    elements = elements_of(data)

    assert [(one.name, one.attributes) for one in elements] == [
        ("mjloggm", {"ver": "2.3"}),
        ("NEW", {"far": "out"}),
        ("T71", {}),
        ("BYE", {"who": "1", "why": "a=b"}),
    ]
    assert written(elements) == data


# Faults, and twins.


REST = Place(within="rest")


def fault(*changes, at="AGARI", when=(), names=None, found=REST, seat=None):
    return Fault("made", "Made.", Place(at), when, names or {}, changes, "none", found, seat=seat)


NOTHING = Change("set", ({"new": 1},), Place())
ANOTHER = Change("insert", ("BYE who=1",), Place("draw", within="log"))


@pytest.mark.parametrize(
    ("planted", "hand", "expected"),
    [
        (fault(NOTHING), 1, (1, 25, None)),
        (fault(NOTHING, seat="fromWho"), 1, (1, 25, 1)),
        (fault(NOTHING, at="INIT", found=Place("discard", within="rest")), 0, (0, 7, None)),
        (fault(NOTHING, found=Place(offset=-1)), 1, (1, 24, None)),
        # Where something is put in before, the element is found where it then stands.
        (fault(ANOTHER), 1, (1, 26, None)),
        (fault(ANOTHER, found=Place("inserted")), 1, (0, 5, None)),
        (fault(ANOTHER, found=Place("log")), 1, (None, None, None)),
        # No such element; what it needs does not hold; no such hand.
        (fault(NOTHING), 0, None),
        (fault(NOTHING, when=("fromWho == 2",)), 1, None),
        (fault(NOTHING), 2, None),
    ],
)
def test_a_fault_is_found_at_its_place_or_has_no_occasion(four, planted, hand, expected):
    if expected is None:
        with pytest.raises(NoOccasion):
            plant(planted, four, hand)
    else:
        assert plant(planted, four, hand).finding[2:] == expected


def test_names_are_worked_out_before_anything_changes_and_a_change_is_made_at_each_of_its_places(four):
    first, again = (Change("set", ({f"ba[{place}]": "twice"},), Place()) for place in (0, 1))
    each = Change("set", ({"new": "seat"},), Place("draw", within="hand", each=True))

    named = plant(fault(first, again, names={"once": "ba[0] + 1", "twice": "2 * once"}), four, 1)
    spread = plant(fault(each), four, 1)

    assert (named.elements[25].attributes["ba"], four[25].attributes["ba"]) == ("4,4", "1,1")
    new = [(at, one.attributes["new"]) for at, one in enumerate(spread.elements) if "new" in one.attributes]
    assert new == [(17, "0"), (21, "0"), (23, "1")]


@pytest.fixture(scope="module")
def played():
    """A game in which one seat is tenpai at its first draw."""
    ((_, data),) = simulate(1, "1", players=4, scenario="tenpai_1", rules="tenhou")
    return data


def test_a_payment_that_ends_the_game_elsewhere_is_no_occasion(played):
    judged = review([(LogName("a", "a"), played)])
    draft = Draft(elements_of(played), load("tenhou"), judged, 0).fresh()

    with pytest.raises(NoOccasion, match="another course"):
        change(site_at(draft, "RYUUKYOKU"), "pay", {"0": 30_000, "1": -30_000})


def twins(data, shows, times=1):
    """Twins of one log, or of one that is there several times, log by log."""
    rules = load("tenhou")
    logs = [Sample(str(at), "", shows, data) for at in range(times)]
    judged = review([(LogName(one.scenario, one.scenario), data) for one in logs], rules.name)
    made = [*twins_of(rules, judged, logs)]
    return [[twin for sample, twin in made if sample is one] for one in logs]


def test_a_log_has_three_twins_in_the_hands_that_show_something_and_the_last(played):
    last = sum(one.name == "INIT" for one in elements_of(played)) - 1
    made = {shows: twins(played, shows, 3) for shows in ((), (0,), (last,))}
    names = [twin.fault.name for of_a_log in made[(0,)] for twin in of_a_log]
    hands = {
        shows: {twin.finding.hand for of_a_log in logs for twin in of_a_log} - {None}
        for shows, logs in made.items()
    }

    assert [len(of_a_log) for of_a_log in made[(0,)]] == [TWINS_OF_A_LOG] * 3
    assert max(Counter(names).values()) == 1
    assert last > 0
    assert hands[()] <= {last}
    assert 0 in hands[(0,)]
    assert hands[(last,)] <= {last}
    for twin in made[(0,)][0]:
        log = (LogName("b", "b"), written(twin.elements))
        (found,) = review([log], "tenhou", checks=[twin.finding.check]).findings
        assert FindingRow(found.check, found.verdict, found.hand, found.element, found.seat) == twin.finding


def test_a_fault_has_no_more_twins_than_it_may(played, monkeypatch):
    monkeypatch.setattr("analyzer.conformance.planting.TWINS_OF_A_LOG", 1000)
    monkeypatch.setattr("analyzer.conformance.planting.TWINS_OF_A_FAULT", 1)

    first, second = twins(played, (0,), 2)

    assert len(first) == len({twin.fault.name for twin in first}) > TWINS_OF_A_LOG
    assert second == []
    # A log that announces its rules may do so wrong, and what is due may be undecided.
    shown = twins_in("mjlog", first, load("tenhou"))
    said = {(twin.fault.announced, one[1].verdict) for twin, one in zip(first, shown, strict=True) if one}
    assert said >= {(False, verdict) for verdict in ("inconsistent", "undecided", "malformed")}
    assert any(is_announced for is_announced, _ in said)


def test_a_log_with_findings_or_with_bytes_to_be_repaired_has_no_twins(played):
    assert twins(played.replace(b'ba="0,0"', b'ba="7,0"', 1), (0,)) == [[]]
    assert twins(played.replace(b"><", b">\n<"), (0,)) == [[]]
    # Findings are told from those of other logs, and of the wall.
    cut = log_of(drawn_hand(), won_hand())
    logs = [LogName("a", "x"), LogName("a", "y"), LogName("b", "y")]
    judged = review(list(zip(logs, (played, cut, cut), strict=True)), "tenhou")
    of_the_wall = replace(judged.findings[0], source="x", check="wall-tiles")
    judged = judged._replace(findings=(of_the_wall, *judged.findings))
    found = [{(one.log, one.source) for one in findings_of(judged, name)} for name in logs]
    assert found == [set(), {("a", "y")}, {("b", "y")}]


def test_scenarios_of_form_show_one_game_in_several_forms(monkeypatch):
    forms = ("no_ref", "no_lobby", "indented", "draw_then_call", "tenpai_1")
    rows = [row for row in SCENARIOS if row.name in forms]
    monkeypatch.setattr("analyzer.conformance.samples.SCENARIOS", rows)
    monkeypatch.setattr("analyzer.conformance.samples.HANDS", ())

    made = {one.scenario: one for one in samples(load("tenhou"), "1")}
    plays = {name: [one.name for one in elements_of(made[name].data)] for name in forms}

    assert [*made] == [row.name for row in rows]
    assert plays["draw_then_call"] == plays["no_lobby"] == plays["indented"] != plays["tenpai_1"]
    assert len({made[name].data for name in forms}) == 5
    assert b"lobby=" not in made["no_lobby"].data
    # What a form says of seeds needs walls that came from them.
    assert [name for name in forms if b"<SHUFFLE" in made[name].data] == ["no_ref"]
