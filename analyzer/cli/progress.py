"""How far a run has come, on standard error: a live line on a terminal, else a plain one now and then."""

from __future__ import annotations

import os
import sys
import time
from contextlib import AbstractContextManager
from threading import Lock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

import click

if TYPE_CHECKING:
    from rich.status import Status

    from analyzer.batch.totals import Totals

__all__ = ["Progress"]

_LIVE_AFTER: Final = 0.7
"""Seconds before anything is shown: most commands are over by then, and rich need not be imported."""
_PLAIN_EVERY: Final = 10.0
"""Seconds between plain lines."""
_STARTING: Final = "reading (the first large run of a version compiles for a minute)"


class Progress(AbstractContextManager["Progress"]):
    """Shows the counts that it is called with."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._live = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._began = self._shown = time.monotonic()
        self._status: Status | None = None
        self._lock = Lock()
        self._timer = Timer(_LIVE_AFTER, self._start_live)
        self._timer.daemon = True

    def __enter__(self) -> Self:
        if self._live and not self._quiet:
            self._timer.start()
        return self

    def __call__(self, totals: Totals) -> None:
        """Show these counts, if it is time to."""
        now = time.monotonic()
        if self._quiet:
            return
        if self._status is not None:
            self._status.update(self._line(totals, now))
        elif not self._live and now - self._shown >= _PLAIN_EVERY:
            click.echo(self._line(totals, now), err=True)
            self._shown = now

    def _line(self, totals: Totals, now: float) -> str:
        seconds = max(now - self._began, 1e-9)
        return (
            f"{totals.games:,} games, {totals.games / seconds:,.0f}/s, {seconds:.0f} s, "
            f"{totals.verdicts.total():,} findings"
        )

    def _start_live(self) -> None:
        """Called from the timer's thread, for the first batch may take long."""
        from rich.console import Console

        with self._lock:
            if not self._timer.finished.is_set():
                self._status = Console(stderr=True).status(_STARTING)
                self._status.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._timer.cancel()
            if self._status is not None:
                self._status.stop()
