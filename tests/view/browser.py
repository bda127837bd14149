"""A headless browser where the machine has one; tests that need it are skipped where it has not."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zlib
from pathlib import Path

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

needs_browser = pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome")

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--hide-scrollbars",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--virtual-time-budget=2000",
)


def browse(address: str, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Open an address in a browser with a profile of its own, and wait until it is done."""
    command = [str(BROWSER), *_FLAGS, f"--user-data-dir={folder / 'profile'}", *flags, address]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=90, check=True)


def dumped(page: Path, folder: Path, turn: str = "") -> str:
    """The document after its scripts have run."""
    return browse(page.as_uri() + turn, folder, "--dump-dom").stdout


def console(page: Path, folder: Path) -> list[str]:
    """What the page and the browser itself had to say of it on the console."""
    said = browse(page.as_uri(), folder, "--enable-logging=stderr", "--dump-dom").stderr
    return [line for line in said.splitlines() if "CONSOLE" in line]


def screenshot(page: Path, folder: Path, *, width: int, dark: bool) -> Path:
    """A picture of a page; light or dark as the reader's system is."""
    shot = folder / f"{page.stem}-{width}-{dark}.png"
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    browse(page.as_uri(), folder, f"--window-size={width},320", scheme, f"--screenshot={shot}")
    return shot


def colours(png: Path) -> set[bytes]:
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
