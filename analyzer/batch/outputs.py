"""What a run writes: which tables, whether statistics, and how the names of players are treated."""

from __future__ import annotations

import hashlib
import hmac
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Final, NamedTuple

from analyzer.audit.findings import Finding, Verdict
from analyzer.bounded import read_bounded
from analyzer.errors import UserMistake, nearest
from analyzer.stats import Extent
from analyzer.tables.schema import ON_REQUEST, TABLES, tables_of

_ALWAYS: Final = ("games", "findings")
"""Every log has a row in at least one of them."""
CHOOSABLE: Final = tuple(name for name in TABLES if name not in _ALWAYS)
"""What can be left out."""
_ALL: Final = "all"

SECRET_VARIABLE: Final = "TENHOU_ANALYZER_NAMES_SECRET"  # noqa: S105

_SALT_BYTES: Final = 16
_SEAL: Final = re.compile(r"scrypt\$([0-9a-f]{32})\$[0-9a-f]{32}")
_SCRYPT: Final = {"n": 1 << 15, "r": 8, "p": 1, "maxmem": 1 << 26}
"""32 MiB and about a tenth of a second for each guess.

Source: OWASP, Password Storage Cheat Sheet, scrypt (which takes three times as long, for passwords of many).
"""

_TEXT_OF_LOG: Final = re.compile(r"(,? found\b|:? ?['\"‘“「<{\[]).*", re.DOTALL)
"""The part of a message on a malformed log that may quote the log."""


class Outputs(NamedTuple):
    """The outputs that are wanted: tables in the order of the schema, and which statistics are counted."""

    tables: tuple[str, ...] = tables_of(None)
    statistics: Extent = Extent.HEADLINE

    def describe(self) -> list[str] | None:
        """The tables as JSON values; None for all that are not on request."""
        return None if self.tables == EVERYTHING.tables else [*self.tables]


EVERYTHING: Final = Outputs()


def outputs_of(names: Iterable[str] | None = None, statistics: str | None = None) -> Outputs:
    """The outputs that are asked for.

    Args:
        names: Tables, of `CHOOSABLE`; ``all`` and None are those that are written by default.
        statistics: An `Extent`; None for the headline ones, or none where a table that they need is left out.

    Raises:
        UserMistake: When there is no such table or extent, or statistics lack a table that they need.
    """
    asked = {_ALL} if names is None else set(names) - {*_ALWAYS}
    if _ALL in asked:
        asked |= {*CHOOSABLE} - {*ON_REQUEST}
        asked.remove(_ALL)
    for name in sorted(asked - {*CHOOSABLE}):
        near = nearest(name, CHOOSABLE)
        raise UserMistake(f"{name!r} is not a table{near}; expected some of {', '.join(CHOOSABLE)}")
    lacking = [name for name in CHOOSABLE if name not in asked and name not in ON_REQUEST]
    if statistics is None:
        statistics = Extent.NONE if lacking else Extent.HEADLINE
    if statistics not in [*Extent]:
        raise UserMistake(f"stats {statistics!r} is unknown; expected {', '.join(Extent)}")
    if lacking and statistics != Extent.NONE:
        raise UserMistake(
            f"--stats {statistics} counts over all tables; expected {', '.join(lacking)} too, or --stats none"
        )
    return Outputs(tuple(name for name in TABLES if name in asked or name in _ALWAYS), Extent(statistics))


class NameMode(StrEnum):
    """Treatment of names."""

    KEEP = "keep"
    HASH = "hash"
    DROP = "drop"


@dataclass(frozen=True, slots=True, repr=False)
class Names:
    """How names are treated, with the secret for hashing, which is empty in the other modes."""

    mode: NameMode = NameMode.KEEP
    secret: bytes = b""

    def __repr__(self) -> str:
        # The secret must not appear in a log or a traceback.
        return f"Names({self.mode.value})"

    @property
    def keeps(self) -> bool:
        """Whether names stay as they are."""
        return self.mode is NameMode.KEEP

    def stand_in(self, name: str) -> str | None:
        """What replaces a name: itself, the HMAC-SHA256 of its UTF-8 in hexadecimal digits, or nothing."""
        if self.mode is NameMode.HASH:
            return hmac.new(self.secret, name.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
        return name if self.keeps else None

    def seal(self, like: object = None) -> str:
        """A text that tells whether a secret is that of the seal ``like``; empty when nothing is hashed.

        It is salted and slow, so that even a weak secret is hard to guess; without ``like`` each differs.
        """
        if self.mode is not NameMode.HASH:
            return ""
        known = _SEAL.fullmatch(like) if isinstance(like, str) else None
        salt = os.urandom(_SALT_BYTES).hex() if known is None else known[1]
        digest = hashlib.scrypt(self.secret, salt=bytes.fromhex(salt), dklen=_SALT_BYTES, **_SCRYPT)
        return f"scrypt${salt}${digest.hex()}"

    def cleared(self, finding: Finding) -> Finding:
        """The finding without text of the log, which may contain a name.

        Only findings on malformed logs quote their text; all others contain numbers, tiles and yaku.
        """
        if self.keeps or finding.verdict is not Verdict.MALFORMED:
            return finding
        return replace(finding, claimed=None, message=self.cleared_reason(finding.message))

    def cleared_reason(self, reason: str) -> str:
        """A reason without quoted text of the log."""
        return reason if self.keeps else _TEXT_OF_LOG.sub("", reason)


KEEP: Final = Names()


def names_of(mode: str, secret_file: Path | None = None) -> Names:
    """The treatment of names; the secret for hashing is in the file, or else in `SECRET_VARIABLE`.

    Raises:
        UserMistake: When there is no such treatment, a secret but nothing to hash, or no secret for hashing.
    """
    if mode not in [*NameMode]:
        raise UserMistake(f"names {mode!r} is unknown; expected {', '.join(NameMode)}")
    if NameMode(mode) is not NameMode.HASH:
        if secret_file is not None:
            raise UserMistake(f"a secret is of no use with --names {mode}; expected --names hash")
        return Names(NameMode(mode))
    if secret_file is None:
        secret = os.environ.get(SECRET_VARIABLE, "").encode("utf-8", "surrogateescape")
    else:
        try:
            secret = read_bounded(secret_file).rstrip(b"\r\n")
        except OSError as error:
            raise UserMistake(f"{str(secret_file)!r} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise UserMistake(f"{str(secret_file)!r} is no secret: {error}") from None
    if not secret:
        raise UserMistake(
            f"--names hash needs a secret; expected --names-secret FILE, not empty, or {SECRET_VARIABLE}"
        )
    return Names(NameMode.HASH, secret)
