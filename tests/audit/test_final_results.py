"""Final results by date: rounded up to 2022-01-13, not from 2022-01-31 on, either way where no day tells.

Source: format description, 4.8: 2,600 logs up to the one day, 29 from the other on, none between.
"""

from collections.abc import Iterable
from itertools import product

import pytest

from analyzer.audit import LogName, review
from analyzer.simulation import simulate
from tests.hands import Hand
from tests.logs import Elements

FORMS = ROUNDED, EXACT, WRONG = "rounded", "exact", "wrong"
TEHAI = {
    4: ("19m19p19s1234567z", "2288m2288p22334s", "3377m3377p33445s", "4466m4466p66778s"),
    3: ("19m19p19s1234567z", "22334455p66788s", "33445566s67788p"),
}
SCORES = {4: (-500, 30_000, 30_600, 39_900), 3: (25_500, 35_000, 44_500, 0)}
# Less 30,000 or 40,000; uma 20-10 or 20, and the top has the rest. A wrong one is a tenth off for two seats.
RESULTS = {
    (4, ROUNDED): "-5,-51.0,300,-10.0,306,11.0,399,50.0",
    (4, EXACT): "-5,-50.5,300,-10.0,306,10.6,399,49.9",
    (4, WRONG): "-5,-50.4,300,-10.1,306,10.6,399,49.9",
    (3, ROUNDED): "255,-34.0,350,-5.0,445,39.0,0,0.0",
    (3, EXACT): "255,-34.5,350,-5.0,445,39.5,0,0.0",
    (3, WRONG): "255,-34.4,350,-5.1,445,39.5,0,0.0",
}


def ending(owari: str, seats: int = 4, go_type: int | None = None) -> bytes:
    """A hand that nobody pays anything for, and the end of its game."""
    hand = Hand(*TEHAI[seats], scores=SCORES[seats], go_type=go_type)
    del hand.scores[seats:]
    hand.draw(0, "5z").ryuukyoku(0, kind="yao9", owari=False)
    hand.lines[-1] = hand.lines[-1].replace("/>", f'owari="{owari}" />')
    return hand.xml()


def refused(seats: int, days: Iterable[str | None], rules: str = "auto") -> dict[str, str]:
    """What is said of final results, by day and form of the log; None for a log whose name has no date."""
    kind, logs = 0xA9 if seats == 4 else 0xB9, []
    for day, form in product(days, FORMS):
        log_id = "game" if day is None else f"{day}01gm-00{kind:02x}-0000-0123abcd"
        logs.append((LogName(log_id, f"{day} {form}"), ending(RESULTS[seats, form], seats)))
    found = review(logs, rules).findings
    return {one.source: one.message for one in found if one.check == "final-result"}


BY_DAY = {
    "20100101": {EXACT, WRONG},
    "20220113": {EXACT, WRONG},
    "20220114": {WRONG},
    "20220130": {WRONG},
    "20220131": {ROUNDED, WRONG},
    "21990101": {ROUNDED, WRONG},
    None: {WRONG},
}


@pytest.mark.parametrize(("seats", "name"), [(4, "tenhou"), (3, "tenhou-sanma")])
def test_a_result_passes_in_the_form_of_its_day_or_of_the_rules_that_are_named(seats: int, name: str) -> None:
    assert {*refused(seats, BY_DAY)} == {f"{day} {form}" for day, forms in BY_DAY.items() for form in forms}
    for rules, other in ((name, ROUNDED), (f"{name}-2010", EXACT)):
        due = {f"{day} {form}" for day in BY_DAY for form in (other, WRONG)}
        assert {*refused(seats, BY_DAY, rules)} == due


def test_a_wrong_result_of_an_unknown_day_is_shown_beside_both_that_would_be_right() -> None:
    (message,) = refused(4, [None]).values()

    exact, rounded = "(-50500, -10000, 10600, 49900)", "(-51000, -10000, 11000, 50000)"
    assert message.partition(" gives ")[2].startswith(f"{exact} or {rounded}")


@pytest.mark.parametrize(
    "owari", ["2,-50.0,293,-11.0,306,11.0,399,50.0", "2,-49.8,293,-10.7,306,10.6,399,49.9"], ids=FORMS[:2]
)
def test_results_of_wrong_scores_are_led_by_the_scores(owari: str) -> None:
    found = review(
        [(LogName("game", "game"), ending(owari))], checks=["final-scores", "final-result"]
    ).findings

    assert [(one.check, one.leads) for one in found] == [("final-scores", True), ("final-result", False)]


@pytest.mark.parametrize(
    ("scenario", "verdicts"),
    [("bust_by_tsumo", [[], ["inconsistent"]]), ("leftover_stick", [["undecided"], ["undecided"]])],
)
def test_final_scores_need_a_rule_only_where_sticks_are_left(
    scenario: str, verdicts: list[list[str]]
) -> None:
    # No log of three players shows how games of 2009 ended, so neither who got the sticks.
    ((_, data),) = simulate(1, "final scores", scenario=scenario, players=3)
    log, name = Elements.of(data), "2009090101gm-00b9-0000-0123abcd"
    at = log.find(" owari=")
    wrong, (first, rest) = Elements(log), log.get(at, "owari").split(",", 1)
    wrong.set(at, "owari", f"{int(first) + 10},{rest}")

    reviewed = [review([(LogName(name, name), one.xml())], checks=["final-scores"]) for one in (log, wrong)]

    assert [[str(finding.verdict) for finding in one.findings] for one in reviewed] == verdicts


def of_autumn(go_type: int, log: bytes, check: str) -> list[str]:
    """Verdicts on the end of a game that was played in autumn 2009.

    Tenpai-yame came, and the uma of tonpuusen changed from 10-5 to 20-10, at an unknown time of that year.
    """
    name = f"2009090101gm-00{go_type:02x}-0000-0123abcd"
    return [str(finding.verdict) for finding in review([(LogName(name, name), log)], checks=[check]).findings]


@pytest.mark.parametrize(
    ("go_type", "owari", "verdicts"),
    [
        pytest.param(0xA9, RESULTS[4, ROUNDED], [], id="hanchan"),
        pytest.param(0xA9, RESULTS[4, WRONG], ["inconsistent"], id="hanchan, wrong"),
        pytest.param(0xA1, "-5,-41.0,300,-5.0,306,6.0,399,40.0", ["undecided"], id="tonpuusen, 10-5"),
        pytest.param(0xA1, RESULTS[4, ROUNDED], ["undecided"], id="tonpuusen, 20-10"),
        pytest.param(0xA1, "-5,-51.0,300,-5.0,306,16.0,399,40.0", ["inconsistent"], id="tonpuusen, wrong"),
    ],
)
def test_a_result_of_autumn_2009_is_judged_where_both_rule_sets_agree(
    go_type: int, owari: str, verdicts: list[str]
) -> None:
    assert of_autumn(go_type, ending(owari, go_type=go_type), "final-result") == verdicts


def test_a_game_of_autumn_2009_that_ends_by_one_rule_set_alone_is_undecided() -> None:
    # The top dealer is tenpai in South 4: the game ends with tenpai-yame, and goes on without.
    ((_, ended),) = simulate(1, "yame", scenario="tenpai_yame", rules="tenhou-2010")

    assert of_autumn(0xA9, ended, "game-over") == ["undecided"]
