"""The errors of this package, each with the place it speaks of.

Knows nothing of formats, rules or files; a disagreement with the rules is a finding, never an error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.printable import printable


@dataclass(frozen=True, slots=True)
class Location:
    """Where in the input something is.

    Attributes:
        source: File, archive member or stream as the user named it; None when not known.
        hand: Index of the hand in its game, 0-based; None outside any hand.
        element: Index of the element among the children of the root, 1-based (the root is 0); of a log in
            lines the line, 1-based.
    """

    source: str | None = None
    hand: int | None = None
    element: int | None = None

    def __str__(self) -> str:
        parts = [self.source] if self.source is not None else []
        if self.hand is not None:
            parts.append(f"hand {self.hand}")
        if self.element is not None:
            parts.append(f"#{self.element}")
        return " ".join(parts)


class AnalyzerError(ValueError):
    """Input this package cannot go on with; the message says what was expected and what was found.

    `MalformedLog` and `UserMistake`, in `analyzer.errors`, are such errors.

    Examples:
        >>> import analyzer
        >>> try:
        ...     analyzer.load("nowhere")
        ... except analyzer.AnalyzerError as error:
        ...     print(error.message)
        'nowhere' holds no tables; expected the folder of a finished run
    """

    def __init__(self, message: str, location: Location | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.location = location if location is not None else Location()

    def __str__(self) -> str:
        place = str(self.location)
        return printable(f"{place}: {self.message}" if place else self.message)


class MalformedLog(AnalyzerError):
    """The bytes are not an mjlog, or not one that can be read."""


class UnsupportedFeature(AnalyzerError):
    """Something known that this package does not do."""


class UserMistake(AnalyzerError):
    """A value given by the user that cannot be used; the message names it and what would be accepted."""


def nearest(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a message on a name that does not exist: the nearest one that does, if any is near.

    Args:
        word: The name.
        known: The names that exist.
        otherwise: The end where none of them is near.
    """
    from difflib import get_close_matches

    names = [*known]
    # As `dealer_dan` for `dan`: too long to be like it.
    close = get_close_matches(word, names, n=1) or [name for name in names if word in name.split("_")]
    return f"; did you mean {close[0]!r}?" if close else otherwise


def missing_extra(what: str, extra: str) -> UserMistake:
    """The mistake of asking for what an extra must be installed for."""
    return UserMistake(
        f"{what} needs the extra {extra!r}; in a checkout of this project: pip install -e '.[{extra}]'"
    )
