r"""Text of logs and names of files, made fit to be shown: a terminal obeys no character of them.

What is shown passes here; what is kept, in tables and objects, stays as it was written.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["csv_text", "json_text", "printable"]

# By number, not by the interpreter's tables, which grow from version to version.
_OBEYED: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: line breaks, bells, sequences that move, colour and rename
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # invisible
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # invisible, line breaks, and what turns the direction of text
    "\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"  # invisible, none at all, halves of characters
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
_FORMULA: Final = tuple("=+-@\t\r＝＋－＠")
_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")


def printable(text: str) -> str:
    r"""A text that can be shown anywhere: what is obeyed, invisible or undecodable is written as an escape.

    Example:
        >>> print(printable("log\n1"))
        log\x0a1
    """
    return _OBEYED.sub(_escaped, text) if _OBEYED.search(text) else text


def json_text(text: str) -> str:
    r"""JSON that says the same, with escapes for what `printable` escapes.

    Example:
        >>> print(json_text('["\u202e"]'))
        ["\u202e"]
    """
    return _OBEYED.sub(_json_escaped, text) if _OBEYED.search(text) else text


def csv_text(text: str) -> str:
    """A field of CSV that is `printable` and no formula to a spreadsheet, for which an apostrophe says so.

    Example:
        >>> csv_text("=1+1"), csv_text("-8")
        ("'=1+1", '-8')
    """
    shown = printable(text)
    return f"'{shown}" if text.startswith(_FORMULA) and not _NUMBER.fullmatch(text) else shown


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _json_escaped(match: re.Match[str]) -> str:
    # The line breaks between values are not part of any.
    if match[0] == "\n":
        return "\n"
    octets = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{octets[place : place + 4]}" for place in range(0, len(octets), 4))
