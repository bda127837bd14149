"""A program that answers cases: a JSON line in, a JSON line out, and nothing that it does stops the run.

``python -m analyzer.conformance.adapters package.module:function`` makes such a program of a function.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from time import monotonic
from typing import Final, TypeAlias

from analyzer.errors import UserMistake

Json: TypeAlias = dict[str, object]
_FUNCTION: Final = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*\Z")
_LONGEST: Final = 1 << 20
"""Bytes of an answer."""
_TO_START: Final = 30.0
"""Seconds more for the first answer of a process."""
_SHOWN: Final = 80


class NoAnswerError(Exception):
    """A case has no answer that can be read; the message says what the adapter did instead."""


def command_of(adapter: str) -> list[str]:
    """The command of a program with its arguments, a Python file, or ``package.module:function``.

    Raises:
        UserMistake: When there is no such program.
    """
    if _FUNCTION.match(adapter):
        return [sys.executable, "-m", "analyzer.conformance.adapters", adapter]
    try:
        words = shlex.split(adapter)
    except ValueError as error:
        raise UserMistake(f"{adapter!r} is no command: {error}") from None
    if len(words) == 1 and words[0].endswith(".py") and Path(words[0]).is_file():
        return [sys.executable, *words]
    if not words or shutil.which(words[0]) is None:
        told = "expected a program, a Python file or package.module:function"
        raise UserMistake(f"there is no program {(words or [adapter])[0]!r}; {told}")
    return words


class Adapter:
    """A process that answers one case after the other; one that breaks down is started anew."""

    def __init__(self, command: Sequence[str], seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._said = TemporaryFile()  # noqa: SIM115 - closed with the adapter
        """What the process writes to standard error while it answers."""

    def close(self) -> None:
        """End the process."""
        self._stop()
        self._said.close()

    def ask(self, question: Json) -> Json:
        """The answer to a question.

        Raises:
            NoAnswerError: When there is none in time, or none that can be read.
        """
        limit = self._seconds
        if self._process is None:
            self._process, limit = self._start(), limit + _TO_START
        try:
            return _read(self._exchange(self._process, question, limit), question)
        except NoAnswerError:
            # What else it has written or will write belongs to no question.
            self._stop()
            raise
        finally:
            # The process writes where this one stands, so that the file holds no more than one answer's.
            self._said.seek(0)
            self._said.truncate()

    def _start(self) -> subprocess.Popen[bytes]:
        pipe, is_group = subprocess.PIPE, os.name != "nt"
        return subprocess.Popen(  # noqa: S603 - the user names it
            self._command, stdin=pipe, stdout=pipe, stderr=self._said, start_new_session=is_group
        )

    def _exchange(self, process: subprocess.Popen[bytes], question: Json, limit: float) -> bytes:
        answer, deadline = b"", monotonic() + limit
        timer = Timer(limit, _kill, [process])
        timer.start()
        try:
            if process.stdin is not None and process.stdout is not None:
                process.stdin.write(json.dumps(question, ensure_ascii=False).encode() + b"\n")
                process.stdin.flush()
                answer = process.stdout.readline(_LONGEST)
        except OSError:
            pass  # It is gone, as the empty answer tells.
        finally:
            timer.cancel()
        if monotonic() >= deadline:
            raise NoAnswerError(f"no answer within {limit:g} seconds")
        if not answer:
            raise NoAnswerError(self._death(process))
        if len(answer) == _LONGEST:
            raise NoAnswerError(f"more than {_LONGEST:,} bytes in one line")
        return answer

    def _death(self, process: subprocess.Popen[bytes]) -> str:
        try:
            status = f"exit status {process.wait(1)}"
            if process.returncode == 0 and self._command[-1].endswith(".py"):
                status += f"; a function in it is named {Path(self._command[-1]).stem}:answer"
        except subprocess.TimeoutExpired:
            status = "its output is closed"
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - _LONGEST))
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        return f"died, {status}" + (f": {lines[-1][: _SHOWN * 2].strip()}" if lines else "")

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            _kill(process)
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and what it has started."""
    with suppress(OSError):
        if os.name == "nt":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _read(answer: bytes, question: Json) -> Json:
    try:
        found = json.loads(answer)
    except (ValueError, RecursionError):
        raise NoAnswerError(f"answered {_shown(answer)}, which is no JSON") from None
    if not isinstance(found, dict):
        raise NoAnswerError(f"answered {_shown(answer)}, which is no object")
    if found.pop("case", None) != question["case"]:
        raise NoAnswerError(f"answered {_shown(answer)}: its 'case' is not {question['case']!r}")
    return found


def _shown(answer: bytes) -> str:
    text = answer.decode(errors="replace").strip()
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


def _answer_with(adapter: str) -> None:
    """Answer every line with what the function gives for it; what it prints goes to standard error."""
    module, _, name = adapter.partition(":")
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        function = getattr(import_module(module), name)
        for line in sys.stdin.buffer:
            question = json.loads(line)
            # The function may take the question apart.
            case = question["case"]
            try:
                answer = function(question)
                if not isinstance(answer, Mapping):
                    raise TypeError(f"{name} gave {answer!r:.80}; expected a dict")
                text = json.dumps({**answer, "case": case})
            except Exception as error:  # noqa: BLE001 - it is the user's, and the next case may do
                place = traceback.extract_tb(error.__traceback__)[-1]
                where = f"{Path(place.filename).name}, line {place.lineno}"
                told = f"{type(error).__name__}: {error} ({where})"
                text = json.dumps({"case": case, "error": told})
            answers.write(f"{text}\n")
            answers.flush()


if __name__ == "__main__":
    _answer_with(sys.argv[1])
