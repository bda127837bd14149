"""Facts of hands written down by hand, and of every real hand of the corpus."""

from typing import Any

import numpy as np
import pytest

from analyzer import kernels
from analyzer.formats import read_logs
from analyzer.formats.events import Events
from analyzer.formats.mjlog.decoder import decode
from analyzer.formats.mjlog.reader import read_markup
from analyzer.replay import Illegal, replay, replay_with_course
from analyzer.replay.facts import Place
from tests.case_files import each, rows
from tests.hands import Hand, log_of
from tests.logs import corpus_bytes, corpus_paths, needs_all_logs
from tests.replay.written_cases import Case, played, value

FILES = ("moves", "calls", "endings", "course")
CASES = [case for name in FILES for case in rows(f"replay/{name}")]


@each(CASES, "case")
def test_a_written_hand_leaves_what_its_case_says(case: Case) -> None:
    for hand, step in played(case):
        facts, illegals, course = replay_with_course(hand.events(), plays="plays_of_course" in step)

        found = [Illegal(int(code)).name for code in illegals.code]
        assert [f"{name} {seat}" for name, seat in zip(found, illegals.seat, strict=True)] == step.get(
            "illegal", []
        )
        for columns, said in ((facts, "facts"), (course, "course")):
            expected = step.get(said, {})
            assert {name: value(columns, name) for name in expected} == expected
        for name, expected in step.get("plays_of_course", {}).items():
            assert getattr(course.plays, name).tolist() == expected, name
        if "after" in step:
            assert [
                after.tolist() for after in np.split(course.shanten_after, course.shanten_offsets[1:4])
            ] == (step["after"])


def every_hand() -> Events:
    """The hands of all cases as one batch."""
    hands = [[hand.xml() for hand, _ in played(case)][-1] for case in CASES]
    return read_logs(hands).read()[0]


def assert_equal(one: Any, other: Any) -> None:
    """Every column of the results of two replays."""
    for name in one._fields:
        first, second = getattr(one, name), getattr(other, name)
        if hasattr(first, "_fields"):
            assert_equal(first, second)
        else:
            np.testing.assert_array_equal(first, second, err_msg=name)


@pytest.mark.long
def test_compiled_and_plain_replays_of_all_cases_are_equal() -> None:
    events = every_hand()
    plain = replay_with_course(events, plays=True)
    with kernels.compiling():
        compiled = replay_with_course(events, plays=True)

    for one, other in zip(plain, compiled, strict=True):
        assert_equal(one, other)


def test_facts_are_the_same_with_a_course_which_has_single_plays_if_they_are_asked_for() -> None:
    events = every_hand()

    facts, illegals = replay(events)
    followed, reported, course = replay_with_course(events)

    assert_equal(facts, followed)
    assert_equal(illegals, reported)
    assert len(course.plays.turn) == 0


def test_hands_of_a_game_are_replayed_apart() -> None:
    tehai = ("45m234p234s55p678s", "1199m1199p1199s1z", "2288m2288p2z3z4z5z6z", "3377m3377p7z1z2z3z4z")
    first, second = Hand(*tehai).turn(0, "7z").turn(1, "7z"), Hand(*tehai).draw(0, "7z")

    facts, _ = replay(decode(read_markup(log_of(first, second))[0]))

    assert facts.draws[:, :2].tolist() == [[1, 1], [1, 0]]


@needs_all_logs
def test_no_real_hand_has_an_illegal_event_and_every_tile_lies_in_one_place() -> None:
    events, _ = read_logs([corpus_bytes(path) for path in corpus_paths("phoenix")]).read()

    with kernels.compiling():
        facts, illegals = replay(events)

    # Whether an indicator is late, and whether there is kita, is the rule set's.
    assert set(illegals.code.tolist()) == {Illegal.DORA_LATE, Illegal.KITA_OFF, Illegal.ANKAN_AFTER_RIICHI}
    held = np.stack([(facts.place == Place.CONCEALED + seat).sum(axis=1) for seat in range(4)], axis=1)
    assert (held == facts.concealed.sum(axis=2)).all()
    drawn = facts.draws.sum(axis=1) + 13 * facts.players.astype(np.int64)
    shown = (facts.place >= Place.CONCEALED).sum(axis=1)
    assert (shown == drawn).all()
