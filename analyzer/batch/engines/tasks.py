"""Runs a function on a few tasks, each in its own process; none of these outlives this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any, TypeVar

from analyzer.batch.engines.processes import Processes
from analyzer.batch.engines.scheduling import Died, Trial
from analyzer.batch.engines.worker import Answer, Failure
from analyzer.errors import AnalyzerError

__all__ = ["side_by_side"]

Result = TypeVar("Result")


def side_by_side(work: Callable[[Any], Result], tasks: Sequence[Any]) -> list[Result]:
    """The results of a function of a module, or a ``partial`` of one, for all tasks at the same time.

    What it raises is raised here; AnalyzerError when a process ends before its work does.
    """
    results: dict[int, Any] = {}
    with closing(Processes(len(tasks))) as processes:
        trials = [Trial(task) for task in tasks]
        for trial in trials:
            processes.send(trial, work)
        while len(results) < len(tasks):
            for trial, outcome in processes.hear(is_waiting=True):
                if outcome is None:
                    processes.send(trial, work)
                else:
                    results[id(trial)] = _result(outcome)
    return [results[id(trial)] for trial in trials]


def _result(outcome: Answer | Failure | Died) -> object:
    match outcome:
        case Answer(result):
            return result
        case Failure(error, trace):
            error.add_note(f"In a process of its own:\n{trace}")
            raise error
        case Died(how):
            raise AnalyzerError(f"a process ended before its work did: {how}")
