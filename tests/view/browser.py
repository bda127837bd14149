"""Pages in a headless browser as readers use them: real keys, widths, dark, paper, and what is read out.

Tests that need a browser are skipped where the machine has none.
"""

import base64
import json
import os
import re
import select
import shutil
import subprocess
import sys
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


CODES = {
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

_MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
_COLOURS = Path(__file__).with_name("colours.js").read_text(encoding="utf-8")


class Tab:
    """One open page, spoken to in the browser's own protocol over a pipe."""

    def __init__(self, writer: int, reader: int) -> None:
        self._writer, self._reader = writer, reader
        self._count = 0
        self._session: str | None = None
        self._rest = b""
        self.messages: list[str] = []
        self.requests: list[str] = []
        self.renew()

    def renew(self) -> None:
        """Be a fresh page, as wide as a screen, in a browser that stays."""
        if self._session is not None:
            self._session = None
            self.ask("Target.closeTarget", targetId=self._target)
        self._target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self.messages, self.requests = [], []
        self.look()

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
        if said.get("sessionId") != self._session:
            return said
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
            key = {"key": name, "code": name, "windowsVirtualKeyCode": CODES.get(name, ord(name[0].upper()))}
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

    def sheets(self) -> int:
        """How many sheets the page takes on paper."""
        paper = base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])
        return len(re.findall(rb"/Type\s*/Page\b", paper))

    def colours(self) -> set[str]:
        """Colours that are seen in the window, as ``e7efe6``; an empty page reads every fifth dot."""
        shot = self.ask("Page.captureScreenshot")["data"]
        self.ask("Page.navigate", url="about:blank")
        return set(self.value(_COLOURS.replace("PICTURE", shot)))

    def phone_words(self, page: Path) -> list[str]:
        """The words that are seen on a phone of 390 pixels, all of them large enough; the page is as wide."""
        self.look(390, 844)
        self.open(page)
        found = self.value(_MEASURE)
        assert [words for size, words in found if size < 14] == []
        assert self.value("document.documentElement.scrollWidth") == 390
        return [words for _, words in found]

    def loaded(self) -> list[str]:
        """Addresses outside the machine that the pages asked for."""
        return [one for one in self.requests if not one.startswith(("file:", "data:", "about:"))]


@contextmanager
def a_tab(folder: Path) -> Iterator[Tab]:
    """A browser with a profile of its own and one page at a time, ended afterwards."""
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
