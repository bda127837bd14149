"""What a batch works out, and what it leaves alone until somebody asks."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from analyzer.audit import LogName, review
from analyzer.audit.audit import Audit, shared
from analyzer.audit.wall import compare_draws, wall_truth
from analyzer.vocabulary import NO_TILE, PlayKind
from tests.logs import fixed_logs

WALL = f"{wall_truth.__module__}.{wall_truth.__qualname__}"
DRAWS_AND_PROGRESS = ("draw-kind", "shown-seats", "draw-payment", "next-kyoku", "next-honba", "final-scores")


def judged(checks: tuple[str, ...] | None) -> Audit:
    path = next(path for path in fixed_logs() if b"<SHUFFLE" in path.read_bytes())
    return review([(LogName(path.stem, path.name), path.read_bytes())], checks=checks).audit


def test_draws_and_progress_need_neither_walls_nor_wins() -> None:
    audit = judged(DRAWS_AND_PROGRESS)

    assert "settled" in vars(audit)
    assert "wins" not in vars(audit)
    assert WALL not in audit.worked_out


def test_what_was_not_asked_for_is_worked_out_when_somebody_looks() -> None:
    few, every = judged(DRAWS_AND_PROGRESS), judged(None)

    assert "wins" in vars(every)
    assert WALL in every.worked_out
    assert np.array_equal(few.wins.deltas, every.wins.deltas)


def test_what_several_checks_ask_for_is_worked_out_once() -> None:
    times = []

    @shared
    def hands_in(audit: Audit) -> int:
        times.append(audit)
        return len(audit.events.hands.game)

    audit = judged(())

    assert hands_in(audit) == hands_in(audit) > 0
    assert times == [audit]


PLAYS = (
    # One hand: a kan without a draw, a draw, a kan; riichi; a north drawn and another set aside.
    (PlayKind.KAKAN, 0, 8),
    (PlayKind.DRAW, 1, 16),
    (PlayKind.DORA, 255, 5),
    (PlayKind.ANKAN, 1, 16),
    (PlayKind.RIICHI, 2, 255),
    (PlayKind.DRAW, 2, 120),
    (PlayKind.KITA, 2, 121),
    (PlayKind.DRAW, 0, 120),
    (PlayKind.KITA, 0, 121),
    # The next hand begins with a kan, although the last play before it is a draw of that seat.
    (PlayKind.DRAW, 3, 1),
    (PlayKind.ANKAN, 3, 0),
)
Bytes = NDArray[np.uint8]
OFFSETS = np.array([0, 10, 11], np.int32)


def columns() -> tuple[Bytes, Bytes, Bytes]:
    kind, seat, tile = np.array(PLAYS, np.uint8).T
    return kind.copy(), seat.copy(), tile.copy()


@pytest.mark.parametrize("is_compiled", [False, True], ids=["plain", "compiled"])
def test_the_first_draw_that_leaves_the_wall_is_found(is_compiled: bool) -> None:
    kind, _, tile = columns()
    live = np.array([[7, 120, 0, 0], [9, 9, 9, 9]], np.uint8)
    replacements = np.array([[16, 0], [0, 0]], np.uint8)
    compared = np.array([True, False])
    first, due = np.full(2, -1, np.int64), np.full(2, NO_TILE, np.uint8)
    # The draw after the kakan is its replacement; between ankan and draw stands a riichi: the wall is due.
    run = compare_draws.compiled if is_compiled else compare_draws

    run(kind, tile, OFFSETS, compared, live, replacements, first, due)

    assert first.tolist() == [5, -1]
    assert due.tolist() == [7, NO_TILE]
