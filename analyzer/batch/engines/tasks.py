"""Runs a function on a few tasks, each in its own process; none of these outlives this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from analyzer.batch.engines.processes import Worker, end_all, that_spoke
from analyzer.batch.engines.worker import Answer, Failure
from analyzer.errors import AnalyzerError

__all__ = ["side_by_side"]

Task = TypeVar("Task")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    """The results of a function for all tasks, run at the same time.

    Args:
        work: A function of a module, or a ``partial`` of one.  What it raises is raised here.
        tasks: One per process.

    Raises:
        AnalyzerError: When a process ends before its work does.
    """
    workers: list[Worker] = []
    answers: dict[Worker, Result] = {}
    try:
        for task in tasks:
            workers.append(Worker())
            workers[-1].send(work, task)
        while len(answers) < len(workers):
            for worker in that_spoke(worker for worker in workers if worker not in answers):
                said = _said(worker)
                if said is not None:
                    answers[worker] = cast("Result", said.result)
        return [answers[worker] for worker in workers]
    finally:
        end_all(workers)


def _said(worker: Worker) -> Answer | None:
    try:
        said = worker.hear()
    except (EOFError, OSError):
        raise AnalyzerError(f"a process ended before its work did: {worker.ending()}") from None
    if isinstance(said, Failure):
        said.error.add_note(f"In a process of its own:\n{said.trace}")
        raise said.error
    return said
