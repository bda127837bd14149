"""A headless browser where the machine has one; tests that need it are skipped where it has not."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import zlib
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

_has_browser = pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome")

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-extensions",
    "--hide-scrollbars",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--virtual-time-budget=2000",
)


def needs_browser(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that starts a browser, which takes long."""
    return pytest.mark.long(_has_browser(test))


def browse(address: str, folder: Path, *flags: str) -> subprocess.CompletedProcess[str]:
    """Open an address in a browser with a profile of its own, and wait until it is done."""
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", *flags, address]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=300, check=True)


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


def printed_pages(page: Path, folder: Path) -> int:
    """How many sheets a page takes on paper; what it does before it is printed is done."""
    paper = folder / f"{page.stem}.pdf"
    browse(page.as_uri(), folder, f"--print-to-pdf={paper}")
    return len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes()))


_MEASURE = """
<!DOCTYPE html><body data-sizes=""><iframe style="width:390px;height:800px;border:0"></iframe>
<script type="application/json" id="page">@PAGE@</script>
<script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {
  const page = frame.contentDocument, sizes = [];
  for (const closed of page.querySelectorAll("details")) closed.open = true;
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), holder = walker.currentNode.parentElement;
    if (!/\\p{L}/u.test(words) || !holder.checkVisibility() || !holder.getClientRects().length) continue;
    const inside = holder.closest("svg");
    const scale = inside ? inside.getScreenCTM().a : 1;
    const size = scale * parseFloat(frame.contentWindow.getComputedStyle(holder).fontSize);
    sizes.push([Math.round(size * 10) / 10, words]);
  }
  document.body.dataset.sizes = JSON.stringify(sizes);
  document.body.dataset.width = page.documentElement.scrollWidth;
});
frame.srcdoc = JSON.parse(document.getElementById("page").textContent);
</script></body>
"""


def phone_words(page: Path, folder: Path) -> tuple[list[tuple[float, str]], int]:
    """The words that are seen on a phone of 390 pixels with their height, and the width of the page there."""
    outer = folder / f"{page.stem}-phone.html"
    inner = json.dumps(page.read_text(encoding="utf-8")).replace("<", "\\u003c")
    outer.write_text(_MEASURE.replace("@PAGE@", inner), encoding="utf-8")
    said = dumped(outer, folder)
    (sizes,) = re.findall(r'data-sizes="([^"]*)"', said)
    (width,) = re.findall(r'data-width="(\d+)"', said)
    return [(size, words) for size, words in json.loads(unescape(sizes))], int(width)


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
