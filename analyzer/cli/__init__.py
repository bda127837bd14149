"""The command line: options in, exit status out; what is done is done by the rooms below."""

from __future__ import annotations

import gc
import os
import sys
from typing import Final

__all__ = ["main"]

_INTERRUPTED: Final = 130
_BROKEN_PIPE: Final = 141
_GARBAGE_AFTER: Final = 50_000
"""New objects after which the interpreter looks for garbage; by default 700."""


def main() -> None:
    """Run the command that the process was started with, and exit with its status."""
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A name in a log must not break off a run on a terminal that lacks its characters.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    # Imports make objects by the ten thousand, all of which stay: to look through them again and again
    # takes a seventh of the time in which one log is validated.
    gc.set_threshold(_GARBAGE_AFTER)
    # NumPy starts threads for linear algebra, of which there is none here, on every core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        status = _status()
        # Nor is there anything to be found among them at the end.
        gc.freeze()
        sys.exit(status)
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted.\n")
        sys.exit(_INTERRUPTED)


def _replace_closed_streams() -> None:
    """Let nobody's words go nowhere, where a standard stream was closed before the process began.

    The numbers of closed ones are taken too: else the next file opened would be a standard stream, to this
    process and to those that it starts.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free.
            os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            # Never closed, for at the very end the interpreter still writes to it.
            setattr(sys, name, open(nowhere, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def _status() -> int:
    """Exit status of the command; what click does in its standalone mode, but for Ctrl-C and pipes."""
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
    """Keep the interpreter from complaining at exit that nobody reads what is left in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
