"""What a batch works out, and what it leaves alone until somebody asks."""

from __future__ import annotations

import numpy as np

from analyzer.audit import LogName, review
from analyzer.audit.audit import Audit, shared
from analyzer.audit.wall import wall_truth
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
