"""The command line: it reads options, calls the other rooms, and returns an exit status."""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

from analyzer.garbage import collecting_seldom

__all__ = ["main"]

_INTERRUPTED: Final = 130
_BROKEN_PIPE: Final = 141


def main() -> None:
    """Run the command of this process and exit with its status."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A player's name must not stop a run on a terminal that cannot show it.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # NumPy starts threads for linear algebra on every core; nothing here uses linear algebra.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with collecting_seldom():
            status = _status()
            # At the end there is nothing to free either; but DuckDB complains of what nobody freed.
            if "duckdb" not in sys.modules:
                gc.freeze()
        sys.exit(status)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(_INTERRUPTED)


def _replace_closed_streams() -> None:
    """Replace standard streams that were closed before the process began.

    Their file descriptors are occupied too: otherwise the next file opened would become a standard stream of
    this process and of its children.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # This takes the lowest free descriptor.
            os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            # Never closed: the interpreter still writes to it at the very end.
            setattr(sys, name, open(nowhere, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def _status() -> int:
    """Exit status of the command, as in click's standalone mode except for Ctrl-C and closed pipes."""
    import click

    from analyzer.cli.group import ReaderGone, cli

    try:
        status = cli.main(prog_name="tenhou-analyzer", standalone_mode=False)
    except ReaderGone:
        _forget_stdout()
        return _BROKEN_PIPE
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0


def _forget_stdout() -> None:
    """Keep the interpreter from complaining at exit that nobody reads the rest of the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
