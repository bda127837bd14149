"""Final results by date: rounded up to 2022-01-13, not from 2022-01-31 on, either way where no day tells.

Source: format description, 4.8: 2,600 logs up to the one day, 29 from the other on, none between.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

import pytest

from analyzer.audit import LogName, review
from analyzer.simulation import simulate
from tests.logs import Elements

FORMS = ROUNDED, EXACT, WRONG = "rounded", "exact", "wrong"


UMA = {4: (10, -10, -20), 3: (0, -20)}
"""Thousands of the ranks below the top (mjlog-format, final results)."""
RETURN = {4: 30, 3: 40}


def _half_away(hundreds: int) -> int:
    """Hundreds to thousands, 500 points away from zero."""
    thousands = (abs(hundreds) + 5) // 10
    return thousands if hundreds >= 0 else -thousands


def owari_of(scores: list[int], *, rounded: bool = True, uma: Sequence[int] | None = None) -> str:
    """``owari`` of final scores: less the return points, with uma; the top has the rest.

    Up to 2022-01-13 in thousands, half away from zero; from 2022-01-31 on with one decimal.
    """
    seats = len(scores)
    order = sorted(range(seats), key=lambda seat: (-scores[seat], seat))
    final = [0] * seats
    for seat, added in zip(order[1:], uma or UMA[seats], strict=True):
        score = 10 * _half_away(scores[seat]) if rounded else scores[seat]
        final[seat] = score - 10 * RETURN[seats] + 10 * added
    final[order[0]] = -sum(final)
    pairs = [f"{score},{result / 10}" for score, result in zip(scores, final, strict=True)]
    return ",".join([*pairs, *["0,0.0"] * (4 - seats)])


@cache
def game(seats: int) -> Elements:
    """A short game with some scores that are no whole thousands."""
    ((_, data),) = simulate(1, "final results", players=seats, scenario="bust_by_tsumo")
    return Elements.of(data)


def scores_of(log: Elements) -> list[int]:
    """Final scores, in hundreds."""
    seats = 3 if int(log.get(log.find("<GO"), "type")) & 0x10 else 4
    return [int(score) for score in log.get(log.find(" owari="), "owari").split(",")[: 2 * seats : 2]]


def with_owari(log: Elements, owari: str) -> Elements:
    changed = Elements(log)
    changed.set(changed.find(" owari="), "owari", owari)
    return changed


def with_results(seats: int, form: str) -> Elements:
    """The game with final results by the tests' own arithmetic; wrong ones are a tenth off for two seats."""
    scores = scores_of(game(seats))
    assert any(score % 10 for score in scores)
    stated = owari_of(scores, rounded=form == ROUNDED).split(",")
    if form == WRONG:
        stated[1], stated[3] = f"{float(stated[1]) + 0.1:.1f}", f"{float(stated[3]) - 0.1:.1f}"
    return with_owari(game(seats), ",".join(stated))


def refused(seats: int, days: Iterable[str | None], rules: str = "auto") -> dict[str, str]:
    """What is said of final results, by day and form of the log; None for a log whose name has no date."""
    kind, logs = 0xA9 if seats == 4 else 0xB9, []
    for day, form in product(days, FORMS):
        log_id = "game" if day is None else f"{day}01gm-00{kind:02x}-0000-0123abcd"
        logs.append((LogName(log_id, f"{day} {form}"), with_results(seats, form).xml()))
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


@pytest.mark.parametrize("seats", [4, 3])
def test_a_result_passes_in_the_form_of_its_day_and_a_wrong_one_on_no_day(seats: int) -> None:
    assert {*refused(seats, BY_DAY)} == {f"{day} {form}" for day, forms in BY_DAY.items() for form in forms}


@pytest.mark.parametrize(("seats", "name"), [(4, "tenhou"), (3, "tenhou-sanma")])
def test_a_rule_set_named_by_hand_has_one_form_alone(seats: int, name: str) -> None:
    days = ("20220113", "20220120", "20220131", None)

    for rules, other in ((name, ROUNDED), (f"{name}-2010", EXACT)):
        due = {f"{day} {form}" for day in days for form in (other, WRONG)}
        assert {*refused(seats, days, rules)} == due


def test_a_wrong_result_of_an_unknown_day_is_shown_beside_both_that_would_be_right() -> None:
    (message,) = refused(4, [None]).values()

    for rounded in (True, False):
        tenths = owari_of(scores_of(game(4)), rounded=rounded).split(",")[1::2]
        assert f"({', '.join(str(round(float(tenth) * 1000)) for tenth in tenths)})" in message
    assert " gives " in message
    assert " or " in message


@pytest.mark.parametrize("form", [ROUNDED, EXACT])
def test_results_of_wrong_scores_are_led_by_the_scores(form: str) -> None:
    first, second, *others = scores_of(game(4))
    log = with_owari(game(4), owari_of([first + 7, second - 7, *others], rounded=form == ROUNDED))

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
    first, rest = log.get(log.find(" owari="), "owari").split(",", 1)
    wrong = with_owari(log, f"{int(first) + 10},{rest}")

    reviewed = [review([(LogName(name, name), one.xml())], checks=["final-scores"]) for one in (log, wrong)]

    assert [[str(finding.verdict) for finding in one.findings] for one in reviewed] == verdicts


def of_autumn(go_type: str, log: Elements) -> list[tuple[str, str]]:
    """Checks of the end of a game with their verdicts, where it was played in autumn 2009.

    Tenpai-yame came, and the uma of tonpuusen changed from 10-5 to 20-10, at an unknown time of that year.
    """
    name = f"2009090101gm-00{go_type}-0000-0123abcd"
    checks = ("game-over", "final-scores", "final-result")
    found = review([(LogName(name, name), log.xml())], checks=checks).findings
    return [(finding.check, str(finding.verdict)) for finding in found]


def test_a_hanchan_of_autumn_2009_is_judged_where_both_rule_sets_agree() -> None:
    assert of_autumn("a9", with_results(4, ROUNDED)) == []
    assert of_autumn("a9", with_results(4, WRONG)) == [("final-result", "inconsistent")]


@pytest.mark.parametrize(
    ("uma", "verdict"),
    [((5, -5, -10), "undecided"), ((10, -10, -20), "undecided"), ((15, -5, -20), "inconsistent")],
)
def test_the_result_of_a_tonpuusen_of_autumn_2009_is_wrong_if_it_is_by_both_rule_sets(
    uma: tuple[int, int, int], verdict: str
) -> None:
    ((_, data),) = simulate(1, "tonpuu", scenario="tonpuu", rules="tenhou-tonpuu")
    log = Elements.of(data)

    changed = with_owari(log, owari_of(scores_of(log), uma=uma))

    assert of_autumn("a1", changed) == [("final-result", verdict)]


def test_a_game_of_autumn_2009_that_ends_by_one_rule_set_alone_is_undecided() -> None:
    # The top dealer is tenpai in South 4: the game ends with tenpai-yame, and goes on without.
    ((_, ended),) = simulate(1, "yame", scenario="tenpai_yame", rules="tenhou-2010")

    assert ("game-over", "undecided") in of_autumn("a9", Elements.of(ended))
