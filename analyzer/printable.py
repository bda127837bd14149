r"""Makes text of logs and names of files safe to show: no character controls the terminal.

Everything that is shown passes here; tables and objects keep the text as it was written.
"""

from __future__ import annotations

import re
from typing import Final

# Listed by number, because the interpreter's tables of characters grow from version to version.
_OBEYED: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: line breaks, bells, sequences that move the cursor, colour or rename
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"  # invisible
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f"  # invisible, line breaks, direction of text
    "\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"  # invisible, not characters, half characters
    "\U000e0000-\U000e0fff"  # tags
    "]"
)
_FORMULA: Final = tuple("=+-@\t\r＝＋－＠")
_NUMBER: Final = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")


def printable(text: str) -> str:
    r"""A text that is safe to show anywhere: control, invisible and undecodable characters are escaped.

    Examples:
        >>> print(printable("log\n1"))
        log\x0a1
    """
    if text.isascii() and text.isprintable():
        return text
    return _OBEYED.sub(_escaped, text) if _OBEYED.search(text) else text


def json_text(text: str) -> str:
    r"""The same JSON, with escapes for the characters that `printable` escapes.

    Examples:
        >>> print(json_text('["\u202e"]'))
        ["\u202e"]
    """
    return _OBEYED.sub(_json_escaped, text) if _OBEYED.search(text) else text


def csv_text(text: str) -> str:
    """A CSV field that is `printable` and that no spreadsheet takes for a formula: an apostrophe prevents it.

    Examples:
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
    # Line breaks stand between values, never inside one.
    if match[0] == "\n":
        return "\n"
    octets = match[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{octets[place : place + 4]}" for place in range(0, len(octets), 4))
