"""What is measured with: archives of real games under other ids and names, or of simulated ones."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from analyzer.simulation import simulate

CORPUS: Final = "TENHOU_CORPUS"
"""Names a folder of real logs; the games of its folder ``phoenix`` are used."""
_COPIES: Final = 40
"""Each has dates of its own: twelve months, and four weeks in each."""
_YEAR: Final = 2021
"""Until January 2022 final results were rounded, as in these games; later, each would be a finding."""
_NAMES: Final = re.compile(rb'( n[0-3]="[^"]+)(?=")')


def kind_of_games() -> str:
    """Which games are measured: ``real`` or ``simulated``."""
    return "real" if os.environ.get(CORPUS) else "simulated"


def archive_of(games: int, folder: Path) -> Path:
    """A zip of so many gzip files, as Tenhou's own: made once, and kept in the folder.

    Args:
        games: Logs in it, all different.
        folder: Where it is kept; made if need be.

    Raises:
        ValueError: When there are not so many real games.
    """
    kind = kind_of_games()
    path = folder / f"{games}-{kind}-games.zip"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        with ZipFile(unfinished, "w") as archive:
            written = 0
            for log_id, data in islice(_real() if kind == "real" else _simulated(games), games):
                archive.writestr(f"{log_id}.mjlog", gzip.compress(data, mtime=0))
                written += 1
        if written < games:
            raise ValueError(f"{CORPUS} has only enough logs for {written} games; expected {games}")
        unfinished.replace(path)
    return path


def _real() -> Iterator[tuple[str, bytes]]:
    """Log ids and logs of each real game, then of each copy with another date and other names."""
    paths = sorted(Path(os.environ[CORPUS], "phoenix").glob("*.mjlog"))
    logs = [(path.stem, _unpacked(path.read_bytes())) for path in paths]
    for copy in range(_COPIES):
        week, month = divmod(copy, 12)
        for log_id, data in logs:
            day = 7 * week + int(log_id[6:8]) % 7
            # Tenhou escapes every byte of a name, digits too.
            named = _NAMES.sub(rb"\g<1>%%3%d%%3%d" % divmod(copy, 10), data)
            yield f"{_YEAR}{month + 1:02}{day + 1:02}{log_id[8:]}", named


def _unpacked(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def _simulated(games: int) -> Iterator[tuple[str, bytes]]:
    """Log ids of a year that no real log has, and hanchan of simulated players."""
    for number, (_, data) in enumerate(simulate(games, "benchmarks", length="hanchan")):
        day, of_day = divmod(number, 2000)
        yield f"2199{day // 28 % 12 + 1:02}{day % 28 + 1:02}00gm-00a9-0000-{day:04x}{of_day:04x}", data
