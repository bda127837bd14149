"""Names of logs: Tenhou's id where a file is named by one, else the source itself."""

from __future__ import annotations

from analyzer.audit.case import LogName
from analyzer.sources import log_id_of

__all__ = ["name_log"]


def name_log(source: str) -> LogName:
    """How a log is named, by the name of its file or member.

    A name that holds more than an id (``…-b67fcaa3-edited.mjlog``) is a log of its own, not that one.

    Example:
        >>> name_log("logs.zip!2011/2011020417gm-00a9-0000-b67fcaa3&tw=2.mjlog").log_id
        '2011020417gm-00a9-0000-b67fcaa3'
        >>> name_log("my/east-3.xml").log_id
        'my/east-3.xml'
    """
    return LogName(log_id_of(source), source)
