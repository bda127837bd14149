"""Kernels that are compiled together, by a process beside the plain work, and used as soon as they are kept.

Nobody waits for compiling: a set of kernels runs plain until the cache has it, and compiled from then on.
On one core alone the work waits, where compiling is repaid: both at once would take longer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import BytesIO
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from analyzer.folders.disk import lock
from analyzer.kernels import is_compiling
from analyzer.kernels.caches import cache_folder, is_filled, is_where_asked, note_filled
from analyzer.printable import printable

if TYPE_CHECKING:
    from subprocess import Popen
    from types import TracebackType

_PROGRAM: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from analyzer.kernels.beside import do_until_left_alone; do_until_left_alone(*sys.argv[2:])"
)
_LONGEST_REASON: Final = 300


class KernelSet:
    """Kernels of one kind of work, which is measured in logs.

    Args:
        name: Of the file in the cache that says they are there.
        fill: What calls every one of them compiled, as ``module:function``.
        before: What calls a part of them, in a process of its own: only its end frees what compiling takes.
        loads_above: With more logs, loading the compiled kernels saves more time than it takes.
        compiles_above: Likewise compiling them, for one process.
    """

    def __init__(
        self, name: str, fill: str, *, before: str = "", loads_above: int, compiles_above: int
    ) -> None:
        self.name = name
        self.loads_above = loads_above
        self.compiles_above = compiles_above
        self._fills = (fill, before) if before else (fill,)
        self._is_loaded = False
        self._plain = 0
        self._lock = Lock()
        self._blocks = 0
        self._is_over = self._was_begun = False
        self._child: Popen[bytes] | None = None
        self._tell: Callable[[str], None] | None = None

    def is_ready(self) -> bool:
        """Whether all kernels are compiled and kept."""
        return self._is_loaded or is_compiling() or is_filled(self.name)

    def pays(self, logs: int) -> bool:
        """Whether to run kernels compiled on these logs, the next of this process.

        What has run plain for as long as loading takes, or compiling, is expected to go on.
        """
        if self._is_loaded or is_compiling():
            return True
        self._plain += logs
        if self._plain > self.loads_above and is_filled(self.name):
            self._is_loaded = True
        elif self._plain > self.compiles_above:
            self._is_loaded = not self._start()
        if self.is_being_compiled() and available_cores() == 1:
            self._wait()
        return self._is_loaded

    def compile_for(self, left: int | None, workers: int = 1) -> None:
        """Begin to compile beside the work where that pays.

        Args:
            left: Logs still to be worked on; None where that is unknown.
            workers: Processes that share them.
        """
        # Where all cores are busy, compiling takes its share from the work; one core does it first.
        share = workers + (workers >= available_cores() > 1)
        if left is not None and left > share * self.compiles_above:
            self._start()

    def compile_here(self) -> None:
        """Compile them in this process and wait, unless they are kept or another process does."""
        compile_set(self.name, *self._fills)

    def is_being_compiled(self) -> bool:
        """Whether a process that this one has started is compiling."""
        child = self._child
        return child is not None and child.poll() is None

    @contextmanager
    def beside(self, tell: Callable[[str], None] | None = None) -> Iterator[None]:
        """Let another process compile within the block, which ends it.

        Args:
            tell: Gets a line when compiling begins, and one if it fails: then the work goes on plain.
        """
        with self._lock:
            self._blocks += 1
            if self._blocks == 1:
                self._tell, self._is_over, self._was_begun = tell, False, False
        try:
            yield
        finally:
            with self._lock:
                self._blocks -= 1
                if not self._blocks:
                    self._is_over = True
                    self._end()

    def _start(self) -> bool:
        """Start the process, once, unless another compiles the same; False where nothing can be kept."""
        root = cache_folder()
        if root is None:
            return False
        with self._lock:
            if self._was_begun or self._is_over or self.is_ready() or _is_locked(root, self.name):
                return True
            self._was_begun = True
            if self._tell is not None:
                self._tell(compiling_text(root))
            self._child = _started("compile_set", self.name, *self._fills)
            Thread(target=self._watch, args=(self._child,), daemon=True).start()
        return True

    def _wait(self) -> None:
        """Wait for what is being compiled: beside work on the same core it would take as long, twice."""
        child = self._child
        if child is not None:
            child.wait()
            self._is_loaded = is_filled(self.name)

    def _watch(self, child: Popen[bytes]) -> None:
        """Wait for the process, and say so if it fails by itself."""
        with child.stdout or BytesIO() as stream:
            said = stream.read()
        if child.wait() and not self._is_over and self._tell is not None:
            reason = printable(said[:_LONGEST_REASON].decode("utf-8", "replace")).strip()
            self._tell(f"kernels could not be compiled, the work goes on without: {reason or 'no reason'}")

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            if child.stdin is not None:
                child.stdin.close()
            child.wait()


def _started(*words: str) -> Popen[bytes]:
    """A process that compiles and says why it cannot; it ends with its standard input, so with this one."""
    import json
    from subprocess import DEVNULL, PIPE, Popen

    # Not multiprocessing, which workers may not use.
    command = [sys.executable, "-c", _PROGRAM, json.dumps(sys.path), *words]
    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)  # noqa: S603 - our own words


def compiling_text(folder: Path) -> str:
    """The message when compiling begins; ``folder`` will keep the kernels."""
    when = "before" if available_cores() == 1 else "beside"
    text = f"compiling kernels {when} the work; kept in {folder}"
    if is_where_asked():
        return text
    return f"{text}, since others can write to the cache folder, or this user cannot"


def available_cores() -> int:
    """Cores that this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    else:  # noqa: RET505
        return os.cpu_count() or 1


def do_until_left_alone(does: str, *words: str) -> None:
    """Apply a function of this module; end at once when standard input is closed: whoever asked is gone."""
    sys.excepthook = _say_why
    Thread(target=_end_with_input, daemon=True).start()
    globals()[does](*words)


def _say_why(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
    """Tell the process that asked what went wrong, in one line."""
    first, *_rest = str(error).strip().splitlines() or [""]
    sys.stdout.write(f"{kind.__name__}: {first}")


def compile_set(name: str, fill: str, before: str = "") -> None:
    """Compile a set into the cache, unless it is kept or another process does; words as for `KernelSet`."""
    root = cache_folder()
    if root is None:
        return
    with _lock_file(root, name).open("ab") as file:
        if not lock(file) or is_filled(name):
            return
        if before:
            with _started("call", before) as process:
                process.wait()
        call(fill)
        note_filled(name)


def call(place: str) -> None:
    """Call the function at ``module:function``."""
    module, function = place.split(":")
    getattr(import_module(module), function)()


def _end_with_input() -> None:
    sys.stdin.read()
    os._exit(1)


def _is_locked(root: Path, name: str) -> bool:
    with suppress(OSError), _lock_file(root, name).open("ab") as file:
        return not lock(file)
    return False


def _lock_file(root: Path, name: str) -> Path:
    return root / f"{name}.lock"
