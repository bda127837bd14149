"""Runs a function on a few tasks, each in its own process; none of these outlives this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Final, Generic, TypeVar

from analyzer.batch.engines.processes import ending, no_interrupts
from analyzer.batch.engines.worker import Answer, Failure, serve_once
from analyzer.errors import AnalyzerError

__all__ = ["side_by_side"]

Task = TypeVar("Task")
Result = TypeVar("Result")

_PATIENCE: Final = 1.0
"""Seconds for a killed process to be gone."""


def side_by_side(work: Callable[[Task], Result], tasks: Sequence[Task]) -> list[Result]:
    """The results of a function for all tasks, run at the same time.

    Args:
        work: A function of a module, or a ``partial`` of one.  What it raises is raised here.
        tasks: One per process.

    Raises:
        AnalyzerError: When a process ends before its work does.
    """
    children: list[_Child[Result]] = []
    try:
        for task in tasks:
            children.append(_Child(work, task))  # noqa: PERF401 - those that were started must be ended
        results: dict[_Child[Result], Result] = {}
        while waiting := [child for child in children if child not in results]:
            spoke = wait([child.connection for child in waiting])
            results |= {child: child.hear() for child in waiting if child.connection in spoke}
        return [results[child] for child in children]
    finally:
        for child in children:
            child.process.kill()
        for child in children:
            child.end()


class _Child(Generic[Result]):
    """One process, as seen from here."""

    def __init__(self, work: Callable[[Task], Result], task: Task) -> None:
        context = get_context("spawn")
        here, there = context.Pipe()
        self.connection: Connection = here
        self.process = context.Process(target=serve_once, args=(there, work, task), daemon=True)
        with no_interrupts():
            self.process.start()
        there.close()

    def hear(self) -> Result:
        """Its result."""
        try:
            message: Answer[Result] | Failure = self.connection.recv()
        except (EOFError, OSError):
            self.process.join(_PATIENCE)
            raise AnalyzerError(
                f"a process ended before its work did: {ending(self.process.exitcode)}"
            ) from None
        if isinstance(message, Failure):
            message.error.add_note(f"In a process of its own:\n{message.trace}")
            raise message.error
        return message.result

    def end(self) -> None:
        """Wait until it is gone."""
        self.process.join(_PATIENCE)
        self.connection.close()
