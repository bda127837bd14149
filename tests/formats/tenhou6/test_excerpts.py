"""Some hands of a game: what lies outside them is undecided, they themselves are judged in full."""

from __future__ import annotations

import pytest

from analyzer.audit import Verdict, review
from analyzer.vocabulary import EndKind
from tests.formats.tenhou6.documents import NAME, data_of, document, hand, name_of, played_out, tiles
from tests.formats.tenhou6.test_hands import DOUBLE_RON, FIRST, NOTEN

SCORES = (25000, 25000, 25000, 25000)


def judged(*hands, rules="auto", **members):
    value = document(*hands, **members)
    return review([(name_of(value), data_of(value))], rules)


def inconsistent(result):
    return [finding.check for finding in result.findings if finding.verdict.value == "inconsistent"]


def reason(result, check):
    return next(finding.reason for finding in result.findings if finding.check == check)


def states(result, *checks):
    return [(tally.passed, tally.failed, tally.undecided) for tally in map(result.tallies.get, checks)]


def won(kyoku=(0, 0, 0), scores=SCORES, deltas=(-1300, 1300, 0, 0), texts=FIRST[3:]):
    """A hand that the seat after the dealer wins by ron from the dealer, whoever deals."""
    dealer = kyoku[0] % 4
    seats = [DOUBLE_RON[(seat - dealer) % 4] for seat in range(4)]
    paid = [deltas[(seat - dealer) % 4] for seat in range(4)]
    win = [(1 + dealer) % 4, dealer, (1 + dealer) % 4, *texts]
    return hand(*seats, result=["和了", paid, win], kyoku=kyoku, scores=scores)


def test_one_hand_from_the_middle_is_an_excerpt():
    result = judged(won((2, 1, 0), (20000, 31000, 24000, 25000), (-1600, 1600, 0, 0)))

    assert inconsistent(result) == []
    assert reason(result, "whole-log") == "an excerpt that begins with E3.1"
    assert states(result, "game-start", "game-over", "whole-log") == [(0, 0, 1)] * 3
    assert states(result, "win-yaku", "win-fu", "win-points", "win-payment") == [(1, 0, 0)] * 4


# The next three passed silently before: honba, sticks and scores of a hand that begins midway were in doubt.
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

    assert check in inconsistent(judged(won((2, 1, 0), (20000, 31000, 24000, 25000), **plain)))


def test_the_first_hand_alone_begins_its_game_and_is_judged_so():
    result = judged(won())

    assert reason(result, "whole-log") == "an excerpt that ends with E1.0"
    assert states(result, "game-start", "game-over") == [(1, 0, 0), (0, 0, 1)]
    assert inconsistent(judged(won(scores=(26000, 24000, 25000, 25000)))) == ["game-start"]


def test_some_hands_are_judged_from_one_to_the_next():
    first = won((1, 0, 0), (24000, 26000, 25000, 25000))
    second = won((2, 0, 0), (24000, 24700, 26300, 25000))

    result = judged(first, second)

    assert inconsistent(result) == []
    assert reason(result, "whole-log") == "an excerpt that begins with E2.0"
    assert states(result, "next-kyoku", "next-scores", "game-over") == [(1, 0, 0), (1, 0, 0), (1, 0, 1)]
    second[1] = [24000, 24700, 25300, 26000]
    assert inconsistent(judged(first, second)) == ["next-scores"]


def test_the_last_hand_without_final_scores_is_an_excerpt_too():
    result = judged(won((7, 0, 0), (30100, 20000, 24900, 25000)))

    assert inconsistent(result) == []
    assert reason(result, "whole-log") == "an excerpt that begins with S4.0"
    assert states(result, "game-over", "final-scores") == [(0, 0, 1), (0, 0, 0)]


def hanchan(*, short=False):
    """East 1 to South 4, each won by the seat after the dealer; without the first if short."""
    scores = [[25000] * 4]
    hands = []
    for kyoku in range(8):
        hands.append(won((kyoku, 0, 0), tuple(scores[-1])))
        after = list(scores[-1])
        after[kyoku % 4] -= 1300
        after[(kyoku + 1) % 4] += 1300
        scores.append(after)
    return hands[1:] if short else hands


# Everybody ends with 25,000; target points 20,000 make the game end after South 4.
def rules_with_low_target(tmp_path):
    from importlib import resources

    text = (resources.files("analyzer.rules") / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    old = "target_points = { value = 30_000"
    assert old in text
    text = text.replace(old, "target_points = { value = 20_000")
    path = tmp_path / "low.toml"
    path.write_text(text, encoding="utf-8")
    return path


FINAL = [25000, 25.0, 25000, 5.0, 25000, -15.0, 25000, -15.0]


def test_a_whole_game_needs_no_final_scores(tmp_path):
    result = judged(*hanchan(), rules=rules_with_low_target(tmp_path))

    assert inconsistent(result) == []
    assert states(result, "whole-log", "game-start", "game-over") == [(1, 0, 0), (1, 0, 0), (8, 0, 0)]
    assert states(result, "final-scores", "final-result") == [(0, 0, 0), (0, 0, 0)]


def test_empty_final_scores_are_none(tmp_path):
    rules = rules_with_low_target(tmp_path)

    for empty in ([], None, [0] * 8):
        assert states(judged(*hanchan(), rules=rules, sc=empty), "final-scores") == [(0, 0, 0)]


def test_with_final_scores_a_missing_first_hand_is_a_fault(tmp_path):
    rules = rules_with_low_target(tmp_path)

    result = judged(*hanchan(short=True), rules=rules, sc=FINAL)

    assert "game-start" in inconsistent(result)
    assert result.tallies["whole-log"].passed == 1
    # Without them it may be an excerpt.
    assert inconsistent(judged(*hanchan(short=True), rules=rules)) == []


def test_with_final_scores_a_missing_last_hand_is_a_fault(tmp_path):
    result = judged(*hanchan()[:-1], rules=rules_with_low_target(tmp_path), sc=FINAL)

    assert {"game-over", "final-scores"} <= set(inconsistent(result))


def test_final_scores_left_in_a_single_hand_make_no_game_of_it():
    hands = hanchan()

    for part in (hands[1:2], hands[1:3], hands[3:]):
        result = judged(*part, sc=FINAL)
        assert inconsistent(result) == []
        assert states(result, "final-scores", "final-result", "game-start") == [(0, 0, 1)] * 3
        assert result.tallies["whole-log"].undecided == 1


def test_a_log_that_is_no_json_and_begins_midway_has_a_fault(kyuushu_log):
    result = review([(NAME, kyuushu_log)])

    assert "game-start" in inconsistent(result)


@pytest.fixture
def kyuushu_log():
    from tests.formats.tenhou6.test_hands import NINE
    from tests.hands import Hand

    log = Hand(*NINE).draw(0, "6m").ryuukyoku(0, kind="yao9").xml()
    assert b'seed="0,0,0,' in log
    return log.replace(b'seed="0,0,0,', b'seed="4,0,0,')


@pytest.mark.parametrize("result", [["不明"], [""], [], None])
def test_play_without_a_result_is_judged(result):
    drawn = hand(*DOUBLE_RON, result=result)
    if result is None:
        del drawn[-1]

    reviewed = judged(drawn)

    assert inconsistent(reviewed) == []
    assert [finding.verdict.value for finding in reviewed.findings if finding.check == "well-formed"] == []
    assert reason(reviewed, "whole-log") == "the hand has no result"
    assert states(reviewed, "tile-place", "turn-order") == [(1, 0, 0)] * 2
    assert reviewed.facts.end.tolist() != [EndKind.AGARI]
    assert reviewed.tallies["game-over"].passed == 0


def test_a_fault_of_play_is_found_in_a_hand_without_a_result():
    seats = ((DOUBLE_RON[0][0], [25], [26]), *DOUBLE_RON[1:])

    assert inconsistent(judged(hand(*seats, result=["不明"]))) == ["tile-place"]


def test_a_hand_without_a_result_may_stand_before_another():
    result = judged(hand(*DOUBLE_RON, result=["不明"]), won((1, 0, 0), (23700, 26300, 25000, 25000)))

    assert inconsistent(result) == []
    assert {finding.verdict for finding in result.findings} == {Verdict.UNDECIDED}
    assert reason(result, "next-kyoku") == "the hand before it cannot be judged"
    assert states(result, "next-kyoku", "win-payment") == [(0, 0, 1), (1, 0, 0)]


@pytest.mark.parametrize(
    "names", [["A", "B", "C", ""], ["A", "B", "C"], ["", "", "", ""], ["?", "?", "?", None]]
)
@pytest.mark.parametrize("fourth", [[], [[], [], []]])
def test_a_fourth_seat_may_be_empty_or_left_out(names, fourth):
    seats = (
        ("99m123456789p67s", [44, 21, 35], ["f44", 60]),
        ("19m258p369s12235z", [46], [60]),
        ("11m147p147s12356z", [46], [60]),
    )
    texts = ["満貫4000点∀", "門前清自摸和(1飜)", "平和(1飜)", "一気通貫(2飜)", "ドラ(1飜)"]
    win = ["和了", [8000, -4000, -4000, 0], [0, 0, 0, *texts]]
    entries = [[0, 0, 0], [35000, 35000, 35000, 0], [39], []]
    for haipai, draws, discards in seats:
        entries += [tiles(haipai), draws, discards]

    result = judged([*entries, *fourth, win], disp="三鳳南喰赤", name=names)

    assert inconsistent(result) == []
    assert result.events.games.players.tolist() == [3]
    assert result.tallies["win-payment"].passed == 1


def test_noten_hands_of_an_excerpt_keep_their_sticks():
    result = judged(
        hand(*played_from(3), result=["全員不聴"], kyoku=(3, 2, 2), scores=(24000, 24000, 25000, 25000))
    )

    assert inconsistent(result) == []
    assert states(result, "draw-kind", "draw-payment") == [(1, 0, 0), (1, 0, 0)]


def played_from(dealer):
    seats = played_out(*NOTEN)
    return [seats[(seat - dealer) % 4] for seat in range(4)]


# Riichi wiki, Paarenchan: the dealer's eighth repeat in a row; an excerpt does not say who earned its honba.
def test_honba_earned_before_the_excerpt_leave_a_win_of_the_dealer_undecided(tmp_path):
    from importlib import resources

    text = (resources.files("analyzer.rules") / "sets" / "tenhou.toml").read_text(encoding="utf-8")
    assert "paarenchan = { value = 0" in text
    rules = tmp_path / "paarenchan.toml"
    rules.write_text(text.replace("paarenchan = { value = 0", "paarenchan = { value = 8"), encoding="utf-8")
    others = [f"147m258p19s123{dragon}{dragon}z" for dragon in "567"]
    plays = ([44], [60]), ([38], [60]), ([], []), ([], [])
    seats = [(text, *lists) for text, lists in zip(["234567m23477p67s", *others], plays, strict=True)]

    def of(honba):
        paid = 2900 + 300 * honba
        win = ["和了", [paid, -paid, 0, 0], [0, 1, 0, "30符2飜2900点", "平和(1飜)", "断幺九(1飜)"]]
        return judged(hand(*seats, result=win, kyoku=(4, honba, 0), dora=(41,)), rules=rules)

    checks = ("win-yaku", "win-payment")
    assert states(of(7), *checks) == [(1, 0, 0)] * 2
    assert states(of(8), *checks) == [(0, 0, 1)] * 2
    assert inconsistent(of(8)) == []
