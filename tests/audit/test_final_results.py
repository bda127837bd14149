"""Final results by date: rounded up to 2022-01-13, not from 2022-01-31 on, either way where no day tells.

Source: format description, 4.8: 2,600 logs up to the one day, 29 from the other on, none between.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest

from analyzer.audit import LogName, review
from analyzer.simulation import simulate
from tests.faults import owari_of
from tests.logs import Elements

FORMS = ROUNDED, EXACT, WRONG = "rounded", "exact", "wrong"


@cache
def game(players: int) -> Elements:
    """A short game with some scores that are no whole thousands."""
    ((_, data),) = simulate(1, "final results", players=players, scenario="bust_by_tsumo")
    return Elements.of(data)


def with_results(players: int, form: str) -> Elements:
    """The game with final results by the tests' own arithmetic; wrong ones are a tenth off for two seats."""
    log = Elements(game(players))
    at = log.find(" owari=")
    scores = [int(score) for score in log.get(at, "owari").split(",")[: 2 * players : 2]]
    assert any(score % 10 for score in scores)
    stated = owari_of(scores, rounded=form == ROUNDED).split(",")
    if form == WRONG:
        stated[1], stated[3] = f"{float(stated[1]) + 0.1:.1f}", f"{float(stated[3]) - 0.1:.1f}"
    log.set(at, "owari", ",".join(stated))
    return log


def refused(players: int, days: Iterable[str | None], rules: str = "auto") -> dict[str, str]:
    """What is said of final results, by day and form of the log; None for a log whose name has no date."""
    kind, logs = 0xA9 if players == 4 else 0xB9, []
    for day, form in product(days, FORMS):
        log_id = "game" if day is None else f"{day}01gm-00{kind:02x}-0000-0123abcd"
        logs.append((LogName(log_id, f"{day} {form}"), with_results(players, form).xml()))
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


@pytest.mark.parametrize("players", [4, 3])
def test_a_result_passes_in_the_form_of_its_day_and_a_wrong_one_on_no_day(players: int) -> None:
    assert {*refused(players, BY_DAY)} == {f"{day} {form}" for day, forms in BY_DAY.items() for form in forms}


@pytest.mark.parametrize(("players", "name"), [(4, "tenhou"), (3, "tenhou-sanma")])
def test_a_rule_set_named_by_hand_has_one_form_alone(players: int, name: str) -> None:
    days = ("20220113", "20220120", "20220131", None)

    for rules, other in ((name, ROUNDED), (f"{name}-2010", EXACT)):
        due = {f"{day} {form}" for day in days for form in (other, WRONG)}
        assert {*refused(players, days, rules)} == due


def test_a_wrong_result_of_an_unknown_day_is_shown_beside_both_that_would_be_right() -> None:
    (message,) = refused(4, [None]).values()
    at = game(4).find(" owari=")
    scores = [int(score) for score in game(4).get(at, "owari").split(",")[::2]]

    for rounded in (True, False):
        tenths = owari_of(scores, rounded=rounded).split(",")[1::2]
        assert f"({', '.join(str(round(float(tenth) * 1000)) for tenth in tenths)})" in message
    assert " gives " in message
    assert " or " in message


@pytest.mark.parametrize("form", [ROUNDED, EXACT])
def test_results_of_wrong_scores_are_led_by_the_scores(form: str) -> None:
    log = with_results(4, form)
    at = log.find(" owari=")
    scores = [int(score) for score in log.get(at, "owari").split(",")[::2]]
    wrong = [scores[0] + 7, scores[1] - 7, *scores[2:]]
    log.set(at, "owari", owari_of(wrong, rounded=form == ROUNDED))

    found = review([(LogName("game", "game"), log.xml())]).findings

    final = [(one.check, one.leads) for one in found if one.check.startswith("final")]
    assert final == [("final-scores", True), ("final-result", False)]


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
    first, rest = log.get(at, "owari").split(",", 1)
    wrong = Elements(log)
    wrong.set(at, "owari", f"{int(first) + 10},{rest}")

    reviewed = [review([(LogName(name, name), one.xml())], checks=["final-scores"]) for one in (log, wrong)]

    assert [[str(finding.verdict) for finding in one.findings] for one in reviewed] == verdicts


AUTUMN = "2009090101gm-00{}-0000-0123abcd"
"""Tenpai-yame came, and the uma of tonpuusen changed from 10-5 to 20-10, at an unknown time of 2009."""


def of_autumn(go_type: str, log: Elements) -> list[tuple[str, str]]:
    """Checks of the end of a game with their verdicts, where it was played in autumn 2009."""
    name = AUTUMN.format(go_type)
    checks = ("game-over", "final-scores", "final-result")
    found = review([(LogName(name, name), log.xml())], checks=checks).findings
    return [(finding.check, str(finding.verdict)) for finding in found]


def test_a_hanchan_of_autumn_2009_is_judged_where_both_rule_sets_agree() -> None:
    assert of_autumn("a9", with_results(4, ROUNDED)) == []
    assert of_autumn("a9", with_results(4, WRONG)) == [("final-result", "inconsistent")]


@pytest.mark.parametrize(
    ("uma", "verdicts"),
    [
        ((5, -5, -10), [("final-result", "undecided")]),
        ((10, -10, -20), [("final-result", "undecided")]),
        ((15, -5, -20), [("final-result", "inconsistent")]),
    ],
)
def test_the_result_of_a_tonpuusen_of_autumn_2009_is_wrong_if_it_is_by_both_rule_sets(
    uma: tuple[int, int, int], verdicts: list[tuple[str, str]]
) -> None:
    ((_, data),) = simulate(1, "tonpuu", scenario="tonpuu", rules="tenhou-tonpuu")
    log = Elements.of(data)
    at = log.find(" owari=")
    scores = [int(score) for score in log.get(at, "owari").split(",")[::2]]
    assert all(score % 10 == 0 for score in scores)
    order = sorted(range(4), key=lambda seat: (-scores[seat], seat))
    results = {seat: scores[seat] // 10 - 30 + more for seat, more in zip(order[1:], uma, strict=True)}
    results[order[0]] = -sum(results.values())
    log.set(at, "owari", ",".join(f"{score},{results[seat]}.0" for seat, score in enumerate(scores)))

    assert of_autumn("a1", log) == verdicts


def test_a_game_of_autumn_2009_that_ends_by_one_rule_set_alone_is_undecided() -> None:
    # The top dealer is tenpai in South 4: the game ends with tenpai-yame, and goes on without.
    ((_, ended),) = simulate(1, "yame", scenario="tenpai_yame", rules="tenhou-2010")

    assert ("game-over", "undecided") in of_autumn("a9", Elements.of(ended))
