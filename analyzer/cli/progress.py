"""Progress of a run on standard error: a live line on a terminal, else a plain line now and then."""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import click

from analyzer.kernels import before_compiling

if TYPE_CHECKING:
    from rich.status import Status

    from analyzer.batch.totals import Totals
    from analyzer.batch.work import UnitReport

__all__ = ["Progress", "tell_of_compiling"]

_LIVE_AFTER: Final = 0.7
"""Seconds before anything is shown: most commands end earlier and never import rich."""
_PLAIN_EVERY: Final = 10.0
"""Seconds between plain lines."""
_RATE_OVER: Final = 60.0
"""Seconds over which the rate is measured: a slow start, as by compiling, is soon forgotten."""
_STARTING: Final = "reading (the first large run of a version compiles for a minute)"
_WRITING: Final = "writing the tables"


def tell_of_compiling(folder: Path | None) -> None:
    """Tell that kernels are being compiled, and which folder keeps them; None when no folder can."""
    from analyzer.batch.warming import compiling_text

    click.echo(compiling_text(folder), err=True)


class Progress(AbstractContextManager["Progress"]):
    """Shows the counts that it is called with, when it is time to."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown = time.monotonic()
        self._logs: int | None = None
        self._seen = deque([(self._shown, 0)])
        self._peaks: dict[str, float] = {}
        self._status: Status | None = None
        self._lock = Lock()
        self._telling = before_compiling(tell_of_compiling)
        self._timer = Timer(_LIVE_AFTER, self._start_live)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if self._quiet:
            return self
        self._telling.__enter__()
        if self._live:
            self._timer.start()
        return self

    def begin(self, logs: int | None, earlier: int) -> None:
        """Set the highest possible number of logs to read; None when it is unknown."""
        self._logs = logs
        if earlier:
            # Finding the logs that need not be read again has taken time.
            self._seen = deque([(time.monotonic(), 0)])

    def __call__(self, totals: Totals, report: UnitReport | None = None) -> None:
        """Show these counts, if it is time to."""
        now = time.monotonic()
        done = totals.games + totals.unreadable + totals.skipped
        self._seen.append((now, done))
        while now - self._seen[1][0] >= _RATE_OVER:
            self._seen.popleft()
        if report is not None and report.peak_mebibytes is not None:
            self._peaks[report.worker] = max(report.peak_mebibytes, self._peaks.get(report.worker, 0))
        self._show(self._line(totals, done), now)

    def finish(self) -> None:
        """Show that everything is read."""
        self._show(_WRITING, time.monotonic())

    def _show(self, text: str, now: float) -> None:
        if self._quiet:
            return
        if self._status is not None:
            self._status.update(text)
        elif not self._live and now - self._shown >= _PLAIN_EVERY:
            click.echo(text, err=True)
            self._shown = now

    def _line(self, totals: Totals, done: int) -> str:
        (first, before), (last, _) = self._seen[0], self._seen[-1]
        rate = (done - before) / max(last - first, 1e-9)
        of_all = "" if self._logs is None else f" of {self._logs:,}"
        left = None if self._logs is None or not rate else max(self._logs - done, 0) / rate
        return ", ".join(
            [
                f"{totals.games:,}{of_all} games",
                f"{rate:,.0f}/s",
                *([] if left is None else [f"{timedelta(seconds=round(left))} left"]),
                f"{totals.verdicts.total():,} findings",
                *self._memory(),
            ]
        )

    def _memory(self) -> list[str]:
        """Peak memory of all workers that have reported so far, added up."""
        if not self._peaks:
            return []
        among = "" if len(self._peaks) == 1 else f" in {len(self._peaks)} workers"
        return [f"{sum(self._peaks.values()):,.0f} MiB{among}"]

    def _start_live(self) -> None:
        """Runs in the timer's thread, because the first batch may take long."""
        from rich.console import Console

        with self._lock:
            if not self._timer.finished.is_set():
                self._status = Console(stderr=True).status(_STARTING)
                self._status.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._quiet:
            self._telling.__exit__(kind, error, trace)
        with self._lock:
            self._timer.cancel()
            if self._status is not None:
                self._status.stop()
