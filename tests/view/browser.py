"""Pages in a headless browser as readers use them: real keys, widths, dark, paper, and what is read out.

Tests that need a browser are skipped where the machine has none.
"""

from __future__ import annotations

import base64
import json
import os
import re
import select
import shutil
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

_has_browser = pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)


def needs_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that starts a browser, which takes long."""
    return pytest.mark.long(_has_browser(test))


_CODES = {
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
    "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "Tab": 9, "Enter": 13,
}  # fmt: skip

_PATIENCE = 60
"""Seconds after which a browser that says nothing is given up."""

_PLUG = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""The browser reads from 3 and writes to 4."""


_MEASURE = """
(() => {
  const sizes = [];
  for (const closed of document.querySelectorAll("details")) closed.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), holder = walker.currentNode.parentElement;
    if (!/\\p{L}/u.test(words) || !holder.checkVisibility() || !holder.getClientRects().length) continue;
    const inside = holder.closest("svg");
    const scale = inside ? inside.getScreenCTM().a : 1;
    sizes.push([Math.round(10 * scale * parseFloat(getComputedStyle(holder).fontSize)) / 10, words]);
  }
  return sizes;
})()
"""


class Tab:
    """One open page, spoken to in the browser's own protocol over a pipe."""

    def __init__(self, writer: int, reader: int) -> None:
        self._writer, self._reader = writer, reader
        self._count = 0
        self._session: str | None = None
        self._rest = b""
        self.messages: list[str] = []
        self.requests: list[str] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> Any:
        """Call a method of the protocol and wait for its result."""
        self._count += 1
        asked: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self._session is not None:
            asked["sessionId"] = self._session
        os.write(self._writer, json.dumps(asked).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._count:
                assert "error" not in said, said
                return said["result"]

    def _next(self) -> Any:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._reader], [], [], _PATIENCE)
            assert ready, f"the browser has said nothing for {_PATIENCE} seconds"
            more = os.read(self._reader, 1 << 16)
            assert more, "the browser ended"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        said = json.loads(line)
        if said.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
            self.messages.append(json.dumps(said["params"]))
        if said.get("method") == "Network.requestWillBeSent":
            self.requests.append(said["params"]["request"]["url"])
        return said

    def open(self, page: Path, at: str = "") -> None:
        """Load a page and wait until it is there."""
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=page.as_uri() + at)
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def look(self, width: int = 1280, height: int = 800, *, dark: bool = False) -> None:
        """Set the size of the window and the mode of the system."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])

    def press(self, *names: str) -> None:
        """Press keys, one after the other."""
        for name in names:
            key = {"key": name, "code": name, "windowsVirtualKeyCode": _CODES.get(name, ord(name[0].upper()))}
            text = {"text": "\r"} if name == "Enter" else {"text": name} if len(name) == 1 else {}
            self.ask("Input.dispatchKeyEvent", type="keyDown", **key, **text)
            self.ask("Input.dispatchKeyEvent", type="keyUp", **key)

    def value(self, expression: str) -> Any:
        """The value of an expression on the page."""
        found = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def read_out(self) -> list[tuple[str, str]]:
        """Role and name of all that a screen reader finds, in order."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node.get("ignored") and "role" in node
        ]

    def shoot(self, file: Path, *, whole: bool = False) -> Path:
        """A picture of the window, or of the whole page."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=whole)
        file.write_bytes(base64.b64decode(shot["data"]))
        return file

    def sheets(self) -> int:
        """How many sheets the page takes on paper."""
        paper = base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", paper))

    def colours(self, folder: Path) -> set[bytes]:
        """The colours that are seen in the window."""
        return _colours_of(self.shoot(folder / "shot.png"))

    def phone_words(self, page: Path) -> tuple[list[tuple[float, str]], int]:
        """The words that are seen on a phone of 390 pixels with their height, and the width of the page."""
        self.look(390, 844)
        self.open(page)
        sizes = [(size, words) for size, words in self.value(_MEASURE)]
        return sizes, self.value("document.documentElement.scrollWidth")

    def loaded(self) -> list[str]:
        """Addresses outside the machine that the pages asked for."""
        return [one for one in self.requests if not one.startswith(("file:", "data:", "about:"))]


@contextmanager
def a_tab(folder: Path) -> Iterator[Tab]:
    """A browser with a profile of its own and one page, ended afterwards."""
    import fcntl

    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    command = [str(BROWSER), *_FLAGS, f"--user-data-dir={folder / 'tab'}", "--remote-debugging-pipe"]
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (theirs_in, theirs_out)]
    process = subprocess.Popen(
        [sys.executable, "-c", _PLUG, *map(str, ends), *command], pass_fds=ends, stderr=subprocess.DEVNULL
    )
    for end in (theirs_in, theirs_out, *ends):
        os.close(end)
    try:
        yield Tab(ours_out, ours_in)
    finally:
        process.terminate()
        process.wait(timeout=30)
        os.close(ours_out)
        os.close(ours_in)


def _colours_of(png: Path) -> set[bytes]:
    """The colours of a picture of 8 bits a channel."""
    data = png.read_bytes()
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    size = {2: 3, 6: 4}[kind]
    raw, place = b"", 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place : place + 8])
        raw += data[place + 8 : place + 8 + length] if name == b"IDAT" else b""
        place += 12 + length
    return _colours(zlib.decompress(raw), width * size, height, size)


def _colours(rows: bytes, stride: int, height: int, size: int) -> set[bytes]:
    """Undo the filters of PNG line by line."""
    found: set[bytes] = set()
    above = bytearray(stride)
    for row in range(height):
        start = row * (stride + 1)
        line = bytearray(rows[start + 1 : start + 1 + stride])
        _unfilter(rows[start], line, above, size)
        found.update(bytes(line[place : place + 3]) for place in range(0, stride, size * 5))
        above = line
    return found


def _unfilter(kind: int, line: bytearray, above: bytearray, size: int) -> None:
    if kind == 0:
        return
    for place in range(len(line)):
        left = line[place - size] if place >= size else 0
        up = above[place]
        corner = above[place - size] if place >= size else 0
        guess = left + up - corner
        near = min((left, up, corner), key=lambda value: abs(guess - value))
        line[place] = (line[place] + (left, up, (left + up) // 2, near)[kind - 1]) & 255
