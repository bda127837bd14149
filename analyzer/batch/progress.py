"""Progress on standard error: within a second, and every few seconds from then on.

On a terminal and in a notebook one line is written again and again; anywhere else each is a line of its own.
"""

from __future__ import annotations

import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from operator import mul
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeVar

if TYPE_CHECKING:
    from analyzer.kernels.beside import KernelSet

Game = TypeVar("Game")
Unit = TypeVar("Unit")

_FIRST: Final = 0.5
"""Seconds before anything is shown: most commands end earlier."""
_LOOKS_EVERY: Final = 0.2
_RATE_OVER: Final = 60.0
"""Seconds over which the rate is measured: a slow start is soon forgotten."""
_NOTEBOOK_WIDTH: Final = 100


class _Form(NamedTuple):
    """How a line replaces the one before: what clears it, and after how many seconds."""

    clear: str
    every: float


_TERMINAL: Final = _Form("\r\x1b[2K", 0.0)
_NOTEBOOK: Final = _Form("\r" + " " * _NOTEBOOK_WIDTH + "\r", 1.0)
_LINES: Final = _Form("", 5.0)


class Progress(ExitStack):
    """Once entered, shows the counts that it is told, and lets its kernels be compiled beside."""

    def __init__(self, *, quiet: bool, kernels: KernelSet | None = None) -> None:
        super().__init__()
        self._quiet = quiet
        self._kernels = kernels
        self._form = _form()
        self._entered = self._began = time.monotonic()
        self._shown: float | None = None
        self._all: int | None = None
        self._done = self._counted = 0
        self._read: Callable[[], int] = lambda: 0
        self._grown: Callable[[], float] = lambda: 1.0
        self._findings: int | None = None
        self._ending = ""
        self._ends_since = self._began
        self._seen = deque[tuple[float, int]]()
        """When games were found to be done, in the last minute, and how many were then."""
        self._peaks: dict[str, float] = {}
        self._lock = RLock()
        self._is_over = Event()

    def __enter__(self) -> Self:
        self.callback(self._end)
        if self._kernels is not None:
            self.enter_context(self._kernels.beside(self.tell))
        if not self._quiet:
            Thread(target=self._go_on_showing, daemon=True).start()
        return self

    def begin(self, logs: int | None, earlier: int = 0) -> None:
        """At most ``logs`` logs will be read (None: unknown); ``earlier`` were read before.

        Counting runs in a thread of its own, so some units may be done before this is called; it may be
        called again when more is known.
        """
        self._all = logs
        if earlier:
            # Finding the logs that need not be read again has taken time.
            self._began = time.monotonic()

    def follow(self, read: Callable[[], int], grown: Callable[[], float] = lambda: 1.0) -> None:
        """Ask for what this machine has read, also of units under way.

        Args:
            read: The number of logs.
            grown: How many logs there were in what was counted as one, as archives in archives are.
        """
        self._read, self._grown = read, grown

    def count(self, games: int = 1, findings: int | None = None) -> None:
        """Note that so many more games are done, with so many findings where these are looked for."""
        self._counted += games
        if findings is not None:
            self._findings = findings + (self._findings or 0)

    def note_peak(self, worker: str, mebibytes: float | None) -> None:
        """Note the most memory that a worker has taken so far; None where that is unknown."""
        if mebibytes is not None:
            self._peaks[worker] = max(mebibytes, self._peaks.get(worker, 0))

    def say(self, text: str) -> None:
        """All logs are read; what is done now is shown with the seconds that all this has taken."""
        self._ends_since = self._ends_since if self._ending else time.monotonic()
        self._ending = text

    def tell(self, text: str) -> None:
        """Show a line that stays."""
        if not self._quiet:
            with self.paused():
                self._write(f"{text}\n")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Within the block other lines can be printed."""
        with self._lock:
            self._write("" if self._shown is None else self._form.clear)
            yield

    def _go_on_showing(self) -> None:
        while not self._is_over.wait(_LOOKS_EVERY):
            self.look()

    def look(self) -> None:
        """Show the counts, if it is time to."""
        now = time.monotonic()
        self._done = max(self._done, self._counted, self._read())
        if self._done > (self._seen[-1][1] if self._seen else 0):
            self._seen.append((now, self._done))
        while len(self._seen) > 2 and now - self._seen[1][0] >= _RATE_OVER:
            self._seen.popleft()
        is_due = (
            now - self._entered >= _FIRST if self._shown is None else now - self._shown >= self._form.every
        )
        with self._lock:
            if is_due and not self._is_over.is_set():
                clear = "" if self._shown is None else self._form.clear
                self._shown = now
                self._write(clear + self._fitting(self._line(now)))

    def _fitting(self, text: str) -> str:
        if self._form is _TERMINAL:
            from shutil import get_terminal_size

            return text[: get_terminal_size().columns - 1]
        return text[:_NOTEBOOK_WIDTH] if self._form is _NOTEBOOK else f"{text}\n"

    def _write(self, text: str) -> None:
        # Nobody may be listening any more.
        with suppress(OSError, ValueError):
            sys.stderr.write(text)
            sys.stderr.flush()

    def _line(self, now: float) -> str:
        if self._ending:
            # Another thread may have said it after ``now`` was taken.
            return f"{self._ending}, {max(now - self._ends_since, 0):.0f} s"
        rate, total = self._rate(now), self._total()
        words = [f"{self._done:,}{'' if total is None else f' of {total:,}'} games", f"{rate:,.0f}/s"]
        if total is not None and rate:
            left = (total - self._done) / rate - (now - self._seen[-1][0])
            words.append(f"{timedelta(seconds=round(max(left, 0)))} left")
        if self._findings is not None:
            words.append(f"{self._findings:,} findings")
        if self._peaks:
            # The most of every worker that has reported so far, added up.
            among = "" if len(self._peaks) == 1 else f" in {len(self._peaks)} workers"
            words.append(f"{sum(self._peaks.values()):,.0f} MiB{among}")
        if self._kernels is not None and self._kernels.is_being_compiled():
            words.append("compiling")
        return ", ".join(words)

    def _rate(self, now: float) -> float:
        """Games a second in the last minute.

        They come in batches, those of several workers at once, and the first ones late: the slope of a line
        through all that was seen depends least on this.
        """
        if len(self._seen) < 2:
            return self._done / max(now - self._began, 1e-9)
        seconds, done = zip(*self._seen, strict=True)
        middle = sum(seconds) / len(seconds)
        apart = [second - middle for second in seconds]
        slope: float = sum(map(mul, apart, done)) / sum(map(mul, apart, apart))
        return slope

    def _total(self) -> int | None:
        """How many games there will be; None where that is unknown, or was found to be wrong."""
        total = None if self._all is None else round(self._all * self._grown())
        return None if total is None or total < self._done else total

    def _end(self) -> None:
        with self._lock:
            self._is_over.set()
            self._write("" if self._shown is None else self._form.clear)


def is_quiet(progress: bool | None) -> bool:
    """Whether a call from Python shows nothing; None: unless on a terminal or in a notebook."""
    return _form() is _LINES if progress is None else not progress


def watched(games: Iterable[Game], count: int, kernels: KernelSet, *, quiet: bool) -> Iterator[Game]:
    """The games, of which there will be ``count``, with progress, while kernels may be compiled beside."""
    with Progress(quiet=quiet, kernels=kernels) as progress:
        progress.begin(count)
        for game in games:
            yield game
            progress.count()


def _form() -> _Form:
    if type(sys.stderr).__module__.startswith("ipykernel"):
        return _NOTEBOOK
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        return _TERMINAL
    return _LINES


def counted_beside(units: Iterable[Unit], count: Callable[[], object]) -> Iterator[Unit]:
    """The units; once the first is handed out, a thread counts the work, so that nobody waits for that.

    What ``count`` raises is raised here, after the last unit.
    """
    failed: list[BaseException] = []

    def counting() -> None:
        try:
            count()
        except BaseException as error:  # noqa: BLE001 - whoever takes the units gets it
            failed.append(error)

    # A daemon, because nobody waits for it when the run ends early.
    thread = Thread(target=counting, daemon=True)
    for unit in units:
        if thread.ident is None:
            thread.start()
        yield unit
    if thread.ident is None:
        thread.start()
    thread.join()
    if failed:
        raise failed[0]
