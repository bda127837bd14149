"""Sources and a choice of logs, from the words of a user."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from operator import index
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple, TypeAlias

from analyzer.bounded import read_bounded
from analyzer.errors import UserMistake
from analyzer.folders import Entry, Store, folder, is_url, public
from analyzer.formats.log_id import parse_log_id
from analyzer.printable import printable
from analyzer.sources.choice import LENGTHS, ROOMS, Choice
from analyzer.sources.items import Place, path_inside

STDIN: Final = "-"
_LIST: Final = "@"
_EXPECTED: Final = "expected a file, a folder, a URL, @FILE for a list of them, or - for standard input"

Asked: TypeAlias = str | int | Iterable[str | int] | None
"""What a user asks for: one or several words or numbers; None where nothing is asked for."""

_PAGE: Final = re.compile(
    r"https?://(?:tenhou\.net/\d/?(?:[?#]|\Z)|[^?#@]*\?(?:[^#]*&)?paipu=)", re.IGNORECASE
)
"""A URL of a viewer, Tenhou's or Mahjong Soul's; it holds nothing secret."""
_A_PAGE: Final = "this is a page, not a log; save the log"

_DAY: Final = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?", re.ASCII)
_LOBBY: Final = re.compile(r"[CL]?\d{1,9}", re.ASCII)
_SAMPLE: Final = re.compile(r"(\d{1,9})|(\d{1,3}(?:\.\d{1,9})?)%", re.ASCII)
_ROOM_SIGNS: Final = ("般", "上", "特", "鳳")
_SHOWN: Final = 100
"""Characters of a URL that a message repeats."""
_MOST_LISTED: Final = 128 * 1024 * 1024
"""Bytes of a list; a million files have some 100 MB."""
_AN_ID: Final = "2011020417gm-00a9-0000-b67fcaa3"


def choice_of(
    *,
    since: str | int | date | None = None,
    until: str | int | date | None = None,
    players: Asked = None,
    room: Asked = None,
    length: Asked = None,
    lobby: Asked = None,
    id: Asked = None,  # noqa: A002 - as the option is called
    sample: str | int | None = None,
    limit: int | None = None,
) -> Choice:
    """A choice from the words of a user; a list is several words, one alone, or one with commas.

    Args:
        since: First day: a year, a month or a day, as ``2019-04-01``.
        until: Last day; a year or a month counts to its end.
        players: ``3``, ``4``.
        room: Words of `ROOMS`.
        length: Words of `LENGTHS`.
        lobby: Numbers of lobbies, or with C or L before them as log ids have it.
        id: Log ids, links with one, or ``@FILE`` with one a line.
        sample: A share such as ``1%``, or a number of logs.
        limit: Most logs.

    Raises:
        UserMistake: When a word is invalid; the message names it and says what is expected.
    """
    first = None if since is None else _day("since", str(since), is_last=False)
    last = None if until is None else _day("until", str(until), is_last=True)
    if first is not None and last is not None and first > last:
        raise UserMistake(f"since {since} is after until {until}; expected a day on or before it")
    # A number of NumPy's could not be written to the terms of a run.
    limit = None if limit is None else index(limit)
    if limit is not None and limit < 1:
        raise UserMistake(f"limit {limit} is no number of logs; expected 1 or more")
    share, number = (None, None) if sample is None else _sample(str(sample))
    *others, highest = (f"{word} ({sign})" for word, sign in zip(ROOMS, _ROOM_SIGNS, strict=True))
    return Choice(
        first,
        last,
        tuple(int(word) for word in _words("players", players, ("3", "4"), "3 or 4")),
        _words("room", room, ROOMS, f"{', '.join(others)} or {highest}"),
        _words("length", length, LENGTHS, "tonpuu (東風) or hanchan (半荘)"),
        tuple(_lobby(word) for word in words_of(_some("lobby", lobby))),
        frozenset(found for text in _some("id", id) for found in _ids(text)),
        share,
        number,
        limit,
    )


def words_of(asked: Asked) -> Iterator[str]:
    """The words one by one."""
    return (word.strip() for text in _each(asked) for word in text.split(","))


def _each(asked: Asked) -> Iterator[str]:
    several = asked if isinstance(asked, Iterable) and not isinstance(asked, str) else (asked,)
    return (str(word) for word in several if word is not None)


def _some(what: str, asked: Asked) -> tuple[str, ...]:
    """What a user asks for; a list of nothing is a mistake, since who asks for nothing gets everything."""
    words = tuple(_each(asked))
    if asked is not None and not words:
        raise UserMistake(f"the list for {what} is empty; expected at least one, or no list to have all")
    return words


def _words(what: str, asked: Asked, known: tuple[str, ...], expected: str) -> tuple[str, ...]:
    words = tuple(dict.fromkeys(words_of(_some(what, asked))))
    for word in words:
        if word not in known:
            raise UserMistake(f"{what} {word!r} is unknown; expected {expected}")
    return words


def _day(what: str, text: str, *, is_last: bool) -> date:
    from calendar import monthrange

    match = _DAY.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        year, month = int(match[1]), int(match[2] or (12 if is_last else 1))
        day = int(match[3] or (monthrange(year, month)[1] if is_last else 1))
        return date(year, month, day)
    except ValueError:
        raise UserMistake(
            f"{what} {text!r} is no day; expected a day, month or year, as 2019-04-01, 2019-04 or 2019"
        ) from None


def _lobby(word: str) -> str:
    if not _LOBBY.fullmatch(word):
        raise UserMistake(
            f"lobby {word!r} is no lobby; expected a number such as 0 or 1521, or C or L and one"
        )
    return word


def _sample(text: str) -> tuple[float | None, int | None]:
    match = _SAMPLE.fullmatch(text.strip())
    if match is not None and match[1] and int(match[1]) > 0:
        return None, int(match[1])
    if match is not None and match[2] and 0 < float(match[2]) <= 100:
        return float(match[2]) / 100, None
    raise UserMistake(
        f"sample {text!r} is no sample; expected a share such as 1%, or a number of logs such as 500"
    )


def _ids(text: str) -> Iterator[str]:
    if not text.startswith(_LIST):
        yield _log_id(text, "")
        return
    name, expected = text.removeprefix(_LIST), "expected a file with a log id a line"
    listed = _listed(name, None, "replace", f"id {text!r}: cannot read {name!r}", expected)
    if not listed:
        raise UserMistake(f"id {text!r}: the file lists nothing; expected a log id a line")
    for number, line in listed:
        yield _log_id(line, f" in line {number} of {name}")


def _listed(
    name: str, stdin: BinaryIO | None, errors: str, problem: str, expected: str
) -> list[tuple[int, str]]:
    """The lines of a list with their numbers, without comments and blank lines.

    Raises:
        UserMistake: When it cannot be read, or has no end, as a device may; with these words.
    """
    try:
        data = read_bounded(stdin or Path(name), _MOST_LISTED)
    except (OSError, ValueError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise UserMistake(f"{problem}: {reason}; {expected}") from None
    lines = enumerate(map(str.strip, data.decode("utf-8-sig", errors).split("\n")), start=1)
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def _log_id(text: str, where: str) -> str:
    found = parse_log_id(text)
    if found is None:
        raise UserMistake(f"id {text[:80]!r}{where} holds no log id; expected one such as {_AN_ID}")
    return found.text


class Origin(NamedTuple):
    """One source.

    Attributes:
        text: The source as the user named it.
        place: File or folder; None for standard input.
        stream: What to read, for standard input.
        problem: Why there is nothing to read.
    """

    text: str
    place: Place | None
    stream: BinaryIO | None = None
    problem: str | None = None

    @property
    def label(self) -> str:
        """Its name in front of what comes of it: its place, a URL without login and query."""
        if self.place is None or self.problem is not None:
            return printable(self.text)
        if isinstance(self.place, Store):
            return printable(self.place.shown.rstrip("/"))
        return printable(self.place.as_posix())


def origins_of(
    sources: Sequence[str | os.PathLike[str]], stdin: BinaryIO | None = None, *, resolved: bool = False
) -> tuple[Origin, ...]:
    """The sources, with each list replaced by its entries, and each place once, as it was named first.

    If ``resolved``, the place of each file and folder is its absolute path, without links.

    ``@FILE`` is a text file with one file or folder a line, ``@-`` the same on standard input.  Blank lines
    and lines that begin with ``#`` are ignored; ``-`` and ``@`` have no special meaning in a list.

    Raises:
        UserMistake: When a source does not exist, or two of them read standard input.
    """
    asking = [str(source) for source in sources if source in (STDIN, _LIST + STDIN)]
    if len(asking) > 1:
        raise UserMistake(f"{asking[1]!r} reads standard input, which {asking[0]!r} has read already")
    # Lists name millions of files, mostly neighbours.
    real = lru_cache(maxsize=16)(os.path.realpath)
    found: dict[str, Origin] = {}
    for source in sources:
        for origin in _of_source(source, stdin):
            where = _where(origin.place, real)
            # The path of a pipe, such as /dev/fd/63, is a link to a name that cannot be opened.
            if resolved and isinstance(origin.place, Path) and not is_stream(origin):
                origin = origin._replace(place=Path(where))
            found.setdefault(where, origin)
    return tuple(found.values())


def _where(place: Place | None, real: Callable[[str], str]) -> str:
    """Where a source is, by whatever path or link it was named; ``real`` resolves links."""
    if place is None:
        return ""
    if isinstance(place, Store):
        return place.url.rstrip("/")
    path = str(place)
    try:
        is_link = os.path.islink(path)  # noqa: PTH114 (of a name that is too long it says no)
        return real(path) if is_link else os.path.normpath(Path(real(str(place.parent)), place.name))
    except ValueError:
        # No path has a NUL.
        return path


def exists(place: Place) -> bool:
    """Whether the file or folder exists; false for what cannot be a path."""
    if isinstance(place, Store):
        return place.exists()
    try:
        return place.exists()
    except (OSError, ValueError):
        return False


def file_finder(origin: Origin) -> Callable[[str], bool]:
    """Gives what tells whether a file is in a source, or is the source; its name begins with the label."""
    place, label = origin.place, origin.label
    if isinstance(place, Store):
        entries = place.entries() if place.entry() is None else [Entry("", 0, "")]
        return {path_inside(label, printable(entry.name)) for entry in entries}.__contains__
    return lambda file: os.path.isfile(f"{place}{file[len(label) :]}")  # noqa: PTH113 (no name is too long)


def is_stream(origin: Origin) -> bool:
    """Whether it can be read only once: standard input, or a pipe."""
    place = origin.place
    if place is None or isinstance(place, Store):
        return place is None
    return exists(place) and not place.is_dir() and not place.is_file()


def _of_source(source: str | os.PathLike[str], stdin: BinaryIO | None) -> Iterator[Origin]:
    text = os.fspath(source)
    if text == STDIN:
        yield Origin("<stdin>", None, stdin or _standard_input(text))
    elif isinstance(source, str) and source.startswith(_LIST):
        for line in _lines(source, stdin):
            if _PAGE.match(line):
                yield Origin(line, Path(line), problem=_A_PAGE)
            else:
                yield Origin(line, _place(line, must_exist=False))
    elif isinstance(source, str) and _PAGE.match(source):
        raise UserMistake(f"{text[:_SHOWN]!r}: {_A_PAGE}")
    else:
        yield Origin(text, _place(text, must_exist=True))


def _place(text: str, *, must_exist: bool) -> Place:
    """The place of a source; a URL may be that of a file on a disk."""
    try:
        place = folder(text).local or Store(text) if is_url(text) else Path(text)
        found = not must_exist or exists(place)
    except OSError as error:
        raise UserMistake(f"{public(text)!r} cannot be read: {error.strerror}") from None
    # A variable of a shell that is not set: Path would make it the working folder.
    if not found or not text:
        raise UserMistake(f"{public(text)!r} does not exist; {_EXPECTED}")
    return place


def _standard_input(source: str) -> BinaryIO:
    # It is None where it was closed before the process started.
    if sys.stdin is None:
        raise UserMistake(f"{source!r}: standard input is closed")
    return sys.stdin.buffer


def _lines(source: str, stdin: BinaryIO | None) -> Iterator[str]:
    name = source.removeprefix(_LIST)
    stream = (stdin or _standard_input(source)) if name == STDIN else None
    problem = f"{source!r}: cannot read the list {name!r}"
    return (line for _, line in _listed(name, stream, "surrogateescape", problem, _EXPECTED))
