"""Names of logs: Tenhou's id where a file is named by one, else the source itself."""

from __future__ import annotations

import re
from typing import Final

from analyzer.audit.case import LogName

__all__ = ["name_log"]

_NAMED_BY_ID: Final = re.compile(
    r"(?:.*[/!\\?]|^)(?:log=)?(\d{8}(?:\d{2})?gm-[0-9a-f]{4}-\d{4,5}-[0-9a-f]{8})(?:&tw=[0-3])?(?:\.\w{1,6})*$"
)
"""A file of a client or an archive: the id alone, the seat it was seen from, extensions."""


def name_log(source: str) -> LogName:
    """How a log is named, by the name of its file or member.

    A name that holds more than an id (``…-b67fcaa3-edited.mjlog``) is a log of its own, not that one.

    Example:
        >>> name_log("logs.zip!2011/2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog").log_id
        '2011020417gm-00a9-0000-b67fcaa3'
        >>> name_log("my/east-3.xml").log_id
        'my/east-3.xml'
    """
    match = _NAMED_BY_ID.match(source)
    return LogName(match[1] if match else source, source)
