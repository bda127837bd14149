"""Some hands of a game: what lies outside them is undecided, they themselves are judged in full."""

from __future__ import annotations

from importlib import resources

import pytest

from analyzer.audit import Verdict, review
from analyzer.vocabulary import EndKind
from tests.formats.tenhou6.documents import (
    DOUBLE_RON,
    FIRST,
    KITA,
    KITA_WIN,
    NOTEN,
    data_of,
    document,
    hand,
    name_of,
    played_out,
    tiles,
    won,
)

SCORES = (25000, 25000, 25000, 25000)
FINAL = [25000, 25.0, 25000, 5.0, 25000, -15.0, 25000, -15.0]


def judged(*hands, rules="auto", **members):
    value = document(*hands, **members)
    return review([(name_of(value), data_of(value))], rules)


def inconsistent(result):
    return [finding.check for finding in result.findings if finding.verdict.value == "inconsistent"]


def reason(result, check):
    return next(finding.reason for finding in result.findings if finding.check == check)


def states(result, *checks):
    return [(tally.passed, tally.failed, tally.undecided) for tally in map(result.tallies.get, checks)]


def seen_from(dealer, values):
    return [values[(seat - dealer) % 4] for seat in range(4)]


def ron(kyoku, scores=SCORES, deltas=(-1300, 1300, 0, 0), texts=FIRST[3:]):
    """A hand that the seat after the dealer wins by ron from the dealer, whoever deals."""
    dealer = kyoku[0] % 4
    win = [(1 + dealer) % 4, dealer, (1 + dealer) % 4, *texts]
    seats = seen_from(dealer, DOUBLE_RON)
    return won(seen_from(dealer, deltas), win, seats=seats, kyoku=kyoku, scores=scores)


EAST_1, EAST_2, EAST_3, SOUTH_4 = (0, 0, 0), (1, 0, 0), (2, 0, 0), (7, 0, 0)
AFTER = (23700, 26300, 25000, 25000)
NOBODY_TENPAI = hand(
    *seen_from(3, played_out(*NOTEN)),
    result=["全員不聴"],
    kyoku=(3, 2, 2),
    scores=(24000, 24000, 25000, 25000),
)
"""Its sticks stay."""


# Hands, why they are no whole game, and what is known of start, steps and end: passed, failed, undecided.
@pytest.mark.parametrize(
    ("hands", "why", "start", "steps", "end"),
    [
        ([NOBODY_TENPAI], "begins with E4.2", 1, 0, 1),
        ([ron((2, 1, 0), (20000, 31000, 24000, 25000), (-1600, 1600, 0, 0))], "begins with E3.1", 1, 0, 1),
        ([ron(EAST_1)], "ends with E1.0", 0, 0, 1),
        ([ron(EAST_2, AFTER), ron(EAST_3, (23700, 25000, 26300, 25000))], "begins with E2.0", 1, 1, 1),
        ([ron(SOUTH_4, (30100, 20000, 24900, 25000))], "begins with S4.0", 1, 0, 1),
    ],
)
def test_some_hands_are_an_excerpt(hands, why, start, steps, end):
    result = judged(*hands)

    assert inconsistent(result) == []
    assert reason(result, "whole-log") == f"an excerpt that {why}"
    assert states(result, "game-start", "next-kyoku", "next-scores", "final-scores") == [
        (1 - start, 0, start),
        (steps, 0, 0),
        (steps, 0, 0),
        (0, 0, 0),
    ]
    assert result.tallies["game-over"].undecided == end
    wins = 0 if hands == [NOBODY_TENPAI] else len(hands)
    assert states(result, "win-yaku", "win-fu", "win-points", "win-payment") == [(wins, 0, 0)] * 4
    assert states(result, "draw-kind", "draw-payment") == [(len(hands) - wins, 0, 0)] * 2


# The first three passed silently once: honba, sticks and scores of a hand that begins midway were in doubt.
@pytest.mark.parametrize(
    ("change", "check"),
    [
        ({"deltas": (-1600, 2600, 0, 0)}, "win-payment"),
        ({"deltas": (-1300, 1300, 0, 0)}, "win-payment"),
        ({"texts": ["30符1飜1000点", "断幺九(1飜)"], "deltas": (-1300, 1300, 0, 0)}, "win-fu"),
        ({"texts": ["40符1飜1300点", "平和(1飜)"]}, "win-yaku"),
        ({"texts": ["40符1飜1500点", "断幺九(1飜)"]}, "win-points"),
    ],
)
def test_a_fault_within_an_excerpt_is_found(change, check):
    plain = {"deltas": (-1600, 1600, 0, 0)} | change

    assert check in inconsistent(judged(ron((2, 1, 0), (20000, 31000, 24000, 25000), **plain)))
    # So are a wrong start and a wrong step.
    second = ron(EAST_3, (23700, 25000, 25300, 26000))
    assert inconsistent(judged(ron(EAST_1, (26000, 24000, 25000, 25000)))) == ["game-start"]
    assert inconsistent(judged(ron(EAST_2, AFTER), second)) == ["next-scores"]


def hanchan():
    """East 1 to South 4, each won by the seat after the dealer: everybody ends with 25,000."""
    hands, scores = [], list(SCORES)
    for kyoku in range(8):
        hands.append(ron((kyoku, 0, 0), tuple(scores)))
        scores[kyoku % 4] -= 1300
        scores[(kyoku + 1) % 4] += 1300
    return hands


def changed_rules(tmp_path, old, new):
    text = (resources.files("analyzer.rules") / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.fixture
def low_target(tmp_path):
    """Rules with target points of 20,000, which make the game end after South 4."""
    return changed_rules(tmp_path, "target_points = { value = 30_000", "target_points = { value = 20_000")


def test_a_whole_game_needs_no_final_scores(low_target):
    for nothing in ({}, {"sc": []}, {"sc": None}, {"sc": [0] * 8}):
        result = judged(*hanchan(), rules=low_target, **nothing)

        assert inconsistent(result) == []
        assert states(result, "whole-log", "game-start", "game-over") == [(1, 0, 0), (1, 0, 0), (8, 0, 0)]
        assert states(result, "final-scores", "final-result") == [(0, 0, 0), (0, 0, 0)]


def test_with_final_scores_a_missing_hand_is_a_fault(low_target):
    first = judged(*hanchan()[1:], rules=low_target, sc=FINAL)
    last = judged(*hanchan()[:-1], rules=low_target, sc=FINAL)

    assert "game-start" in inconsistent(first)
    assert first.tallies["whole-log"].passed == 1
    assert {"game-over", "final-scores"} <= set(inconsistent(last))
    # Without them it may be an excerpt.
    assert inconsistent(judged(*hanchan()[1:], rules=low_target)) == []

    # Left in a few hands they make no game of them.
    for part in (slice(1, 2), slice(1, 3), slice(3, None)):
        result = judged(*hanchan()[part], sc=FINAL)
        assert inconsistent(result) == []
        assert states(result, "final-scores", "final-result", "game-start", "whole-log") == [(0, 0, 1)] * 4


@pytest.mark.parametrize("result", [["不明"], [""], [], None])
def test_play_without_a_result_is_judged(result):
    firsts = DOUBLE_RON[0], (DOUBLE_RON[0][0], [25], [26])
    value, wrong = (hand(first, *DOUBLE_RON[1:], result=result) for first in firsts)
    if result is None:
        del value[-1], wrong[-1]

    reviewed = judged(value)

    assert inconsistent(reviewed) == []
    assert [finding.verdict.value for finding in reviewed.findings if finding.check == "well-formed"] == []
    assert reason(reviewed, "whole-log") == "the hand has no result"
    assert states(reviewed, "tile-place", "turn-order") == [(1, 0, 0)] * 2
    assert reviewed.facts.end.tolist() != [EndKind.AGARI]
    assert reviewed.tallies["game-over"].passed == 0
    assert inconsistent(judged(wrong)) == ["tile-place"]


def test_a_hand_without_a_result_may_stand_before_another():
    result = judged(hand(*DOUBLE_RON, result=["不明"]), ron(EAST_2, AFTER))

    assert inconsistent(result) == []
    assert {finding.verdict for finding in result.findings} == {Verdict.UNDECIDED}
    assert reason(result, "next-kyoku") == "the hand before it cannot be judged"
    assert states(result, "next-kyoku", "win-payment") == [(0, 0, 1), (1, 0, 0)]


@pytest.mark.parametrize(
    "names", [["A", "B", "C", ""], ["A", "B", "C"], ["", "", "", ""], ["?", "?", "?", None]]
)
@pytest.mark.parametrize("fourth", [[], [[], [], []]])
def test_a_fourth_seat_may_be_empty_or_left_out(names, fourth):
    seats = [entry for haipai, *lists in KITA for entry in (tiles(haipai), *lists)]
    win = ["和了", [8000, -4000, -4000, 0], [0, 0, 0, "満貫4000点∀", *KITA_WIN]]

    result = judged(
        [[0, 0, 0], [35000, 35000, 35000, 0], [39], [], *seats, *fourth, win], disp="三鳳南喰赤", name=names
    )

    assert inconsistent(result) == []
    assert result.events.games.players.tolist() == [3]
    assert result.tallies["win-payment"].passed == 1


# Riichi wiki, Paarenchan: the dealer's eighth repeat in a row; an excerpt does not say who earned its honba.
@pytest.mark.parametrize(("honba", "state"), [(7, (1, 0, 0)), (8, (0, 0, 1))])
def test_honba_earned_before_the_excerpt_leave_a_win_of_the_dealer_undecided(honba, state, tmp_path):
    rules = changed_rules(tmp_path, "paarenchan = { value = 0", "paarenchan = { value = 8")
    others = [f"147m258p19s123{dragon}{dragon}z" for dragon in "567"]
    plays = ([44], [60]), ([38], [60]), ([], []), ([], [])
    seats = [(text, *lists) for text, lists in zip(["234567m23477p67s", *others], plays, strict=True)]
    paid = 2900 + 300 * honba
    win = [0, 1, 0, "30符2飜2900点", "平和(1飜)", "断幺九(1飜)"]

    result = judged(won([paid, -paid, 0, 0], win, seats=seats, kyoku=(4, honba, 0), dora=(41,)), rules=rules)

    assert inconsistent(result) == []
    assert states(result, "win-yaku", "win-payment") == [state] * 2
