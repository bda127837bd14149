"""What processes take to start, each measured by itself and from its very beginning."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

__all__ = ["Startup", "machine_text", "measure_startup"]

_OFTEN: Final = 7
_COMMAND: Final = """
import sys, time
from analyzer.cli import main
sys.argv = ["tenhou-analyzer", *sys.argv[1:]]
try:
    main()
finally:
    print(time.process_time(), file=sys.stderr)
"""
_BATCH: Final = """
import sys, time
from pathlib import Path
from analyzer.audit import LogName
from analyzer.audit.review import review
from analyzer.kernels import compiling
from analyzer.tables.build import build_tables
with compiling():
    build_tables(review([(LogName("", sys.argv[1]), Path(sys.argv[1]).read_bytes())]))
print(time.process_time(), file=sys.stderr)
"""


class Startup(NamedTuple):
    """Time of the processor, in seconds, from the start of the interpreter on.

    Attributes:
        help_seconds: ``--help``.
        one_log_seconds: ``validate`` of one log, to its end.
        kept_seconds: One log reviewed and its tables built by compiled kernels that a cache keeps.
        compiling_seconds: The same with an empty cache.
    """

    help_seconds: float
    one_log_seconds: float
    kept_seconds: float
    compiling_seconds: float


def measure_startup(log: bytes) -> Startup:
    """Start the processes, one after another; takes some minutes, most of them for the compiler.

    Args:
        log: What they read, not compressed.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "one.mjlog")
        path.write_bytes(log)
        environment = _environment(Path(folder))
        compiling = _seconds(environment, _BATCH, path)
        return Startup(
            _median(environment, _COMMAND, "--help"),
            _median(environment, _COMMAND, "validate", path),
            _median(environment, _BATCH, path),
            compiling,
        )


def _environment(folder: Path) -> dict[str, str]:
    """An environment in which Python keeps its bytecode, as it does unless told not to."""
    cache = folder / "cache"
    cache.mkdir()
    ours = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **ours,
        "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        "TENHOU_ANALYZER_CACHE": str(cache),
    }


def _median(environment: Mapping[str, str], program: str, *words: str | Path) -> float:
    return statistics.median(_seconds(environment, program, *words) for _ in range(_OFTEN))


def _seconds(environment: Mapping[str, str], program: str, *words: str | Path) -> float:
    """What a process says of its own time; the last thing that it says."""
    done = subprocess.run(  # noqa: S603 (our own interpreter and program)
        [sys.executable, "-c", program, *map(str, words)],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    return float(done.stderr.split()[-1])


def machine_text() -> str:
    """Interpreter, system and processor."""
    return f"Python {platform.python_version()}, {platform.system()}, {_processor()}"


def _processor() -> str:
    """Its name, where the system tells; else its kind."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return f"{line.partition(':')[2].strip()}, {platform.machine()}"
    return platform.processor() or platform.machine()
