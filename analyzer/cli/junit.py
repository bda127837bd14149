"""JUnit XML for build servers: one suite of cases, of findings or of the answers of an engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Final
from xml.sax.saxutils import escape, quoteattr

_IN_MEMORY: Final = 16 * 1024 * 1024
_COUNTED: Final = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""Attribute that counts what has come of a case, by its element."""


class Suite:
    """Cases that are written one after the other; texts must be printable, which XML can hold."""

    def __init__(self) -> None:
        # The counts stand in front of the cases, and there may be millions of these.
        self._cases = SpooledTemporaryFile(  # noqa: SIM115 (closed in lines)
            _IN_MEMORY, mode="w+", encoding="utf-8", newline="\n"
        )
        self._counts = Counter(tests=0, failures=0, errors=0, skipped=0)

    def add(self, classname: str, name: str, element: str = "", kind: str = "", *said: str) -> None:
        """Add a case.

        Args:
            classname: What it belongs to.
            name: Its own.
            element: What has come of it: failure, error or skipped; empty where it has passed.
            kind: Of that.
            said: What is said of that: in one line, and in full.
        """
        self._counts["tests"] += 1
        case = _tag("testcase", classname=classname, name=name)
        if not element:
            self._cases.write(f"  {case[:-1]}/>\n")
            return
        self._counts[_COUNTED[element]] += 1
        message, text = said
        start = _tag(element, type=kind, message=message)
        self._cases.write(f"  {case}\n    {start}{escape(text)}</{element}>\n  </testcase>\n")

    def lines(self, name: str, out: str = "", **attributes: str) -> Iterator[str]:
        """The whole, once all cases are there.

        Args:
            name: Of the suite.
            out: What else was said.
            attributes: Of the suite, and of the whole, which has no other.
        """
        counts = {counted: str(count) for counted, count in self._counts.items()}
        yield '<?xml version="1.0" encoding="UTF-8"?>'
        totals = counts | attributes
        yield f"{_tag('testsuites', **totals)}{_tag('testsuite', name=name, **totals)}"
        with self._cases as cases:
            cases.seek(0)
            yield from (line.removesuffix("\n") for line in cases)
        if out:
            yield f"  <system-out>{escape(out)}</system-out>"
        yield "</testsuite></testsuites>"


def _tag(element: str, **attributes: str) -> str:
    """A start tag."""
    told = (f" {name}={quoteattr(text)}" for name, text in attributes.items())
    return f"<{element}{''.join(told)}>"
