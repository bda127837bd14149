"""Pages in a headless browser as readers use them: real keys, widths, dark, paper, and what is read out."""

from __future__ import annotations

import base64
import json
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.view.browser import BROWSER, FLAGS

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

    def paper(self, file: Path) -> Path:
        """The page as PDF."""
        file.write_bytes(base64.b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"]))
        return file


@contextmanager
def a_tab(folder: Path) -> Iterator[Tab]:
    """A browser with a profile of its own and one page, ended afterwards."""
    import fcntl

    (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
    flags = [flag for flag in FLAGS if "time-budget" not in flag]
    command = [str(BROWSER), *flags, f"--user-data-dir={folder / 'tab'}", "--remote-debugging-pipe"]
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
