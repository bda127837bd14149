"""The elements outside hands (SHUFFLE, GO, UN, TAIKYOKU, BYE): headers of games, and what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, pairwise
from operator import itemgetter
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.events import Oddity
from analyzer.formats.headers import NOBODY
from analyzer.formats.mjlog.markup import INTEGERS, NAME, TAG, TEXT, Markup, attribute_text
from analyzer.vocabulary import ABSENT, SEATS

_NAMES: Final = (NAME.n0, NAME.n1, NAME.n2, NAME.n3)
_OF_PEOPLE: Final = frozenset({NAME.dan, NAME.rc, NAME.gold, NAME.rate, NAME.sx})
"""What only an UN of all players has; that of a player who returns has a name alone."""
_HIGHEST_DAN: Final = 20
_DAN: Final = "(?:1?[0-9]|20)"
_RATE: Final = r"[0-9]{1,8}(?:\.[0-9]{1,8})?"
_SEX: Final = "[MFC]?"
_FORMS: Final = {
    name: re.compile(f"(?:(?:{seat}(?:,{seat}){{3}})?;)*+")
    for name, seat in ((NAME.dan, _DAN), (NAME.rate, _RATE), (NAME.sx, _SEX))
}
"""What UN says of four seats, a grade, a rating, man or woman or nobody: of any number of games."""
_INT64_LIMIT: Final = 2**63
_ESCAPES: Final = re.compile("(?:%[0-9A-Fa-f][0-9A-Fa-f])++")

T = TypeVar("T")


class Heads:
    """The elements outside hands of some games: their headers by column, each read when it is asked for.

    Args:
        markup: Of the games.
    """

    def __init__(self, markup: Markup) -> None:
        elements = np.flatnonzero((markup.tag >= TAG.SHUFFLE) & (markup.tag <= TAG.BYE))
        starts = markup.attribute_offsets[elements]
        counts = markup.attribute_offsets[elements + 1] - starts
        stops = np.cumsum(counts)
        self.markup, self.tag = markup, markup.tag[elements]
        self.games = len(markup.game_offsets) - 1
        self.game = np.searchsorted(markup.game_offsets, elements, side="right") - 1
        self.element = elements - markup.game_offsets[self.game]
        """Index within the game, as `tag` and `game` by element."""
        self.head = np.repeat(np.arange(len(elements)), counts)
        """Place of the element in these columns, as `name` by attribute."""
        self.rows = np.arange(counts.sum()) + np.repeat(starts - stops + counts, counts)
        self.name = markup.name[self.rows]
        self._firsts: dict[int, NDArray[np.bool_]] = {}

    def column(self, name: str) -> list[Any]:
        """A column of `Header`: players by the first UN, None for what should be a number and is none."""
        return _COLUMNS[name](self)

    def texts(self, attributes: NDArray[np.int64]) -> list[str]:
        """Values of some attributes."""
        markup, rows = self.markup, self.rows[attributes]
        forms = markup.form[rows].tolist()
        starts, stops = markup.text_offsets[rows].tolist(), markup.text_offsets[rows + 1].tolist()
        # Hardly a log has letters that are not escaped, and text is cut faster than bytes are decoded.
        text = self._text
        return [
            text[start:stop] if form == TEXT and text is not None else attribute_text(markup, row)
            for form, start, stop, row in zip(forms, starts, stops, rows.tolist(), strict=True)
        ]

    @cached_property
    def _text(self) -> str | None:
        """All texts together, if they are ASCII."""
        text = self.markup.text.tobytes()
        return text.decode() if text.isascii() else None

    def stating(self, names: Collection[int]) -> NDArray[np.bool_]:
        """Whether each element has some of these attributes; shape (elements,)."""
        found = np.zeros(len(self.tag), np.bool_)
        found[self.head[np.isin(self.name, list(names))]] = True
        return found

    def first(self, tag: int, name: int) -> list[str | None]:
        """By game an attribute of its first element of a kind; None where that lacks it."""
        found = self.firsts(tag, name)
        values: list[str | None] = [None] * self.games
        for game, text in zip(self.game[self.head[found]].tolist(), self.texts(found), strict=True):
            values[game] = text
        return values

    def firsts(self, tag: int, name: int) -> NDArray[np.int64]:
        """Attributes of this name, each of the first element of a kind in its game."""
        return np.flatnonzero((self.name == name) & self.is_first(tag)[self.head])

    def whole_numbers(self, attributes: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.int32]]:
        """Which values are a whole number for each seat, and the numbers of those; shape (those, 4)."""
        markup, rows = self.markup, self.rows[attributes]
        starts = markup.value_offsets[rows]
        is_one = (markup.form[rows] == INTEGERS) & (markup.value_offsets[rows + 1] - starts == SEATS)
        return is_one, markup.values[starts[is_one, None] + np.arange(SEATS)]

    def is_first(self, tag: int) -> NDArray[np.bool_]:
        """Whether each element is the first of this kind in its game; shape (elements,)."""
        if tag not in self._firsts:
            is_first = np.zeros(len(self.tag), np.bool_)
            of_kind = np.flatnonzero(self.tag == tag)
            is_first[of_kind[np.unique(self.game[of_kind], return_index=True)[1]]] = True
            self._firsts[tag] = is_first
        return self._firsts[tag]


def _names(heads: Heads) -> list[Any]:
    seats = [_decoded([text or "" for text in heads.first(TAG.UN, name)]) for name in _NAMES]
    return list(zip(*seats, strict=True))


def _states_people(heads: Heads) -> list[Any]:
    stating = heads.stating((NAME.n0, NAME.dan, NAME.rate, NAME.sx, NAME.gold)) & heads.is_first(TAG.UN)
    states = np.zeros(heads.games, np.bool_)
    states[heads.game[stating]] = True
    return [bool(one) for one in states]


def _announced(heads: Heads) -> list[Any]:
    rule, csrule = (heads.first(TAG.GO, name) for name in (NAME.rule, NAME.csrule))
    return [(one or "", other or "") for one, other in zip(rule, csrule, strict=True)]


def _disconnects(heads: Heads) -> list[Any]:
    lost: list[Any] = np.bincount(heads.game[heads.tag == TAG.BYE], minlength=heads.games).tolist()
    return lost


def misstated_people(heads: Heads, players: NDArray[np.integer]) -> NDArray[np.int32]:
    """Oddities of UN, BYE, SHUFFLE and TAIKYOKU, as rows of game, hand, element, code and detail.

    They belong to no hand, for none is less readable by them.  An attribute that is empty states nothing.

    Args:
        heads: Elements outside the hands of games.
        players: Of each game; shape (games,).

    Source: Tenhou: the heads of 681 games of the corpus, 2009 to 2025.
    """
    found = sorted(_faults(heads, players), key=itemgetter(0))
    rows = [
        (heads.game[head], ABSENT, heads.element[head], int(code), detail) for head, code, detail in found
    ]
    return np.array(rows, np.int32).reshape(-1, 5)


def _faults(heads: Heads, players: NDArray[np.integer]) -> Iterator[tuple[int, Oddity, int]]:
    """Place of an element, code and detail of all that is wrong."""
    of_all = heads.stating(_OF_PEOPLE) & (heads.tag == TAG.UN)
    for name in _FORMS:
        stated = np.flatnonzero(of_all[heads.head] & (heads.name == name))
        if name == NAME.dan:
            is_right, numbers = heads.whole_numbers(stated)
            is_right[is_right] = ((numbers >= 0) & (numbers <= _HIGHEST_DAN)).all(axis=1)
            stated = stated[~is_right]
        texts = heads.texts(stated)
        if not _have_form(name, texts):
            wrong = [not _have_form(name, [text]) for text in texts]
            for head in heads.head[stated[wrong]].tolist():
                yield head, Oddity.BAD_VALUE, name
    # The seat that nobody has is named too, by an empty name.
    needed = [(of_all, name) for name in _NAMES]
    needed += [(heads.tag == TAG.TAIKYOKU, NAME.oya), (heads.tag == TAG.BYE, NAME.who)]
    for asked, name in needed:
        for head in np.flatnonzero(asked & ~heads.stating((name,))).tolist():
            yield head, Oddity.MISSING_ATTRIBUTE, name
    lost = np.flatnonzero((heads.name == NAME.who) & (heads.tag == TAG.BYE)[heads.head])
    for head, text in zip(heads.head[lost].tolist(), heads.texts(lost), strict=True):
        if text not in ("0", "1", "2", "3")[: players[heads.game[head]]]:
            yield head, Oddity.BAD_VALUE, NAME.who
    once = (heads.tag == TAG.SHUFFLE) | (heads.tag == TAG.TAIKYOKU) | heads.stating((NAME.dan,))
    rows = np.flatnonzero(once)
    kinds = heads.game[rows] * (TAG.BYE + 1) + heads.tag[rows]
    for head in np.delete(rows, np.unique(kinds, return_index=True)[1]).tolist():
        yield head, Oddity.OUT_OF_PLACE, ABSENT


def _hand_seeds(markup: Markup) -> list[tuple[str | None, ...]]:
    """``shuffle`` of each INIT of each game; the first where one has it twice."""
    inits = np.flatnonzero(markup.tag == TAG.INIT)
    found = np.flatnonzero(markup.name == NAME.shuffle)[::-1]
    elements = np.searchsorted(markup.attribute_offsets, found, side="right") - 1
    pairs = zip(elements.tolist(), found.tolist(), strict=True)
    seeds = {element: attribute_text(markup, attribute) for element, attribute in pairs}
    texts = tuple(map(seeds.get, inits.tolist()))
    bounds = np.searchsorted(inits, markup.game_offsets).tolist()
    return [texts[first:stop] for first, stop in pairwise(bounds)]


def _have_form(name: int, texts: Sequence[str]) -> bool:
    """Whether each text says of four seats what it should, or nothing."""
    joined = ";".join([*texts, ""])
    return joined.count(";") == len(texts) and _FORMS[name].fullmatch(joined) is not None


def _dan(heads: Heads) -> list[Any]:
    found = heads.firsts(TAG.UN, NAME.dan)
    games, (are_numbers, numbers) = heads.game[heads.head[found]], heads.whole_numbers(found)
    dan: list[Any] = [NOBODY] * heads.games
    for game, four in zip(games[are_numbers].tolist(), numbers.tolist(), strict=True):
        dan[game] = tuple(four)
    rest = found[~are_numbers]
    for game, text in zip(games[~are_numbers].tolist(), heads.texts(rest), strict=True):
        dan[game] = _of_seats(text, _integer)
    return dan


def _rate(heads: Heads) -> list[Any]:
    texts = [text or "" for text in heads.first(TAG.UN, NAME.rate)]
    if not _have_form(NAME.rate, texts):
        return [_of_seats(text, _number) for text in texts]
    numbers = map(float, ",".join(filter(None, texts)).split(","))
    return [tuple(islice(numbers, SEATS)) if text else NOBODY for text in texts]


def _sex(heads: Heads) -> list[Any]:
    texts = [text or "" for text in heads.first(TAG.UN, NAME.sx)]
    known = {text: _of_seats(text, lambda part: part or None) for text in set(texts)}
    return [known[text] for text in texts]


def _of_seats(text: str, read: Callable[[str], T | None]) -> tuple[T | None, ...]:
    """The parts of a comma-separated text, one per seat; None for each that cannot be read."""
    return (*[read(part) for part in text.split(",", SEATS)], *NOBODY)[:SEATS]


def _decoded(texts: Sequence[str]) -> list[str]:
    """Texts without their percent escapes."""
    # Tenhou escapes every byte, so that together they are one run of escapes, and line feeds separate them.
    names = _ESCAPES.sub(_letters, "%0A".join(texts)).split("\n")
    if len(names) == len(texts):
        return names
    return [_ESCAPES.sub(_letters, text) for text in texts]


def _letters(escapes: re.Match[str]) -> str:
    return bytes.fromhex(escapes[0].replace("%", " ")).decode("utf-8", errors="replace")


def _integer(text: str) -> int | None:
    """The number that a text of ASCII digits spells, within int64."""
    if len(text) > 20 or not text.isascii() or not text.removeprefix("-").isdigit():
        return None
    value = int(text)
    return value if -_INT64_LIMIT <= value < _INT64_LIMIT else None


def _number(text: str) -> float | None:
    """The number that a text of ASCII digits, perhaps with one point, spells."""
    if len(text) > 20 or not text.isascii():
        return None
    return float(text) if text.removeprefix("-").replace(".", "", 1).isdigit() else None


_COLUMNS: Final[Mapping[str, Callable[[Heads], list[Any]]]] = {
    "names": _names,
    "dan": _dan,
    "rate": _rate,
    "sex": _sex,
    "states_people": _states_people,
    "announced": _announced,
    "seed": lambda heads: heads.first(TAG.SHUFFLE, NAME.seed),
    "hand_seeds": lambda heads: _hand_seeds(heads.markup),
    "disconnects": _disconnects,
}
