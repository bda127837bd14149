"""Archives of any size, made of a few logs that are repeated under ids of their own."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from analyzer.errors import UserMistake
from analyzer.formats.log_id import parse_log_id
from analyzer.simulate.archives import open_archive
from analyzer.sources import SourceLog, log_id_of

__all__ = ["id_of_copy", "write_repeated"]

_NAME: Final = re.compile(rb'(<UN n0=")[^"]*')
_FIRST_DAY: Final = date(2199, 1, 1)
"""As that of every made log: no real one has it."""
_GAMES_OF_A_DAY: Final = 2000
_ORDINARY: Final = "00a9-0000"
_GZIP_HEADER: Final = b"\x1f\x8b\x08" + bytes(6) + b"\xff"


def id_of_copy(source: str, number: int) -> str:
    """Log id of a copy of the log of a source: of a day that no real log has; later ones are higher."""
    named = parse_log_id(log_id_of(source))
    table = _ORDINARY if named is None else f"{named.go_type:04x}-{named.lobby}"
    day = _FIRST_DAY + timedelta(number // _GAMES_OF_A_DAY)
    return f"{day:%Y%m%d}00gm-{table}-{number:08x}"


class _Copies:
    """Copies of a log, packed; the name of the first player is another in each, so that no two are equal.

    What follows the name is packed once: a million copies take the time to write them down.
    """

    def __init__(self, log: SourceLog, name: re.Match[bytes]) -> None:
        self._source = log.source
        self._head, self._tail = log.data[: name.end(1)], log.data[name.end() :]
        squeezer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        self._packed = squeezer.compress(self._tail) + squeezer.flush()

    def copy(self, number: int) -> tuple[str, bytes]:
        """Id and gzip bytes of a copy."""
        head = self._head + b"%d" % number
        squeezer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
        packed_head = squeezer.compress(head) + squeezer.flush(zlib.Z_FULL_FLUSH)
        ending = struct.pack(
            "<2L", zlib.crc32(self._tail, zlib.crc32(head)), len(head) + len(self._tail) & 0xFFFFFFFF
        )
        return id_of_copy(self._source, number), _GZIP_HEADER + packed_head + self._packed + ending


def write_repeated(path: Path, logs: Sequence[SourceLog], games: int) -> None:
    """Write an archive of so many logs, all different in their ids and their bytes.

    Args:
        path: Where to; its ending tells a zip of gzip files, as Tenhou's own, from a database of houou-logs.
        logs: What to repeat; those that name no players are left out.
        games: Logs of the archive.

    Raises:
        UserMistake: When none of the logs can be repeated.
    """
    named = ((log, _NAME.search(log.data)) for log in logs)
    copies = [_Copies(log, name) for log, name in named if name is not None]
    if not copies:
        raise UserMistake("nothing to repeat; expected at least one mjlog that names its players")
    with open_archive(path) as archive:
        for number, log in enumerate(islice(cycle(copies), games)):
            archive.add_gzip(*log.copy(number))
