"""What is wrong with the elements outside hands that say who plays: UN and BYE, and heads given twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analyzer.formats.element_names import NAME, TAG
from analyzer.formats.events import Oddity
from analyzer.formats.mjlog.markup import INTEGERS, TEXT, Markup, attribute_text
from analyzer.vocabulary import ABSENT, SEATS

__all__ = ["misstated_people"]

_FORMS: Final = {
    NAME.dan: re.compile(b"(?:1?[0-9]|20)(?:,(?:1?[0-9]|20)){3}"),
    NAME.rate: re.compile(rb"[0-9]{1,8}(?:\.[0-9]{1,8})?(?:,[0-9]{1,8}(?:\.[0-9]{1,8})?){3}"),
    NAME.sx: re.compile(b"[MFC]?(?:,[MFC]?){3}"),
}
"""What UN says of four seats: a grade from 0 to 20, a rating, and whether man, woman or nobody."""
_HIGHEST_DAN: Final = 20


def _allowed(pattern: str) -> NDArray[np.bool_]:
    """Whether a byte may stand at each place of a text; 9 is any digit, M man, woman or nobody."""
    classes = {"9": "0123456789", "M": "MFC"}
    made = np.zeros((len(pattern), 256), np.bool_)
    for place, sign in enumerate(pattern):
        made[place, list(classes.get(sign, sign).encode())] = True
    return made


_USUAL: Final = {NAME.rate: _allowed(",".join(["9999.99"] * SEATS)), NAME.sx: _allowed("M,M,M,M")}
"""What nearly all logs have: these need no regular expression."""
_Fault = tuple[int, Oddity, int]
"""Element among all elements, code and detail."""


def misstated_people(markup: Markup, players: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Oddities of UN, BYE, SHUFFLE and TAIKYOKU, as rows of game, hand, element, code and detail.

    They belong to no hand, for none is less readable by them.  An attribute that is empty states nothing.

    Args:
        markup: Elements of one or more games.
        players: Of each game.

    Source: Tenhou: the heads of 681 games of the corpus, 2009 to 2025.
    """
    rows = np.flatnonzero((markup.name >= NAME.dan) & (markup.name <= NAME.sx))
    found = [
        *_misformed(markup, rows),
        *_unnamed(markup, rows),
        *_without_oya(markup),
        *_given_again(markup, rows),
        *_bad_leavers(markup, players),
    ]
    games = _games_of(markup, np.array([element for element, _, _ in found], np.int64)).tolist()
    oddities = [
        (game, ABSENT, element - int(markup.game_offsets[game]), code, detail)
        for game, (element, code, detail) in zip(games, found, strict=True)
    ]
    return np.array(oddities, np.int32).reshape(-1, 5)


def _elements_of(markup: Markup, attributes: NDArray[np.int64]) -> NDArray[np.int64]:
    # Of another type, all offsets would be copied to that of what is looked for.
    return np.searchsorted(markup.attribute_offsets, attributes.astype(np.int32), side="right") - 1


def _games_of(markup: Markup, elements: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.searchsorted(markup.game_offsets, elements, side="right") - 1


def _misformed(markup: Markup, rows: NDArray[np.int64]) -> Iterator[_Fault]:
    """Attributes of UN that do not have their form."""
    rows = rows[~(_are_grades(markup, rows) | _are_usual(markup, rows))]
    starts, stops = markup.text_offsets[rows].tolist(), markup.text_offsets[rows + 1].tolist()
    names, forms = markup.name[rows].tolist(), markup.form[rows].tolist()
    for row, name, form, start, stop in zip(rows.tolist(), names, forms, starts, stops, strict=True):
        if name not in _FORMS:
            continue
        if form == TEXT:
            fits = start == stop or _FORMS[name].fullmatch(markup.text.data, start, stop)
        else:
            text = attribute_text(markup, row).encode()
            fits = not text or _FORMS[name].fullmatch(text)
        if not fits:
            (element,) = _elements_of(markup, np.array([row])).tolist()
            yield element, Oddity.BAD_VALUE, name


def _are_grades(markup: Markup, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether attributes are four grades in numbers, as most are: those need no text."""
    starts = markup.value_offsets[rows]
    found: NDArray[np.bool_] = (markup.name[rows] == NAME.dan) & (markup.form[rows] == INTEGERS)
    found &= markup.value_offsets[rows + 1] - starts == SEATS
    grades = markup.values[starts[found, None] + np.arange(SEATS)]
    found[found] = ((grades >= 0) & (grades <= _HIGHEST_DAN)).all(axis=1)
    return found


def _are_usual(markup: Markup, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
    starts = markup.text_offsets[rows]
    sizes, names = markup.text_offsets[rows + 1] - starts, markup.name[rows]
    found = np.zeros(len(rows), np.bool_)
    for name, allowed in _USUAL.items():
        own = np.flatnonzero((names == name) & (sizes == len(allowed)) & (markup.form[rows] == TEXT))
        places = np.arange(len(allowed))
        found[own] = allowed[places, markup.text[starts[own, None] + places]].all(axis=1)
    return found


def _unnamed(markup: Markup, rows: NDArray[np.int64]) -> Iterator[_Fault]:
    """UN of all players without the name of one, which is empty for the seat that nobody has."""
    elements = np.unique(_elements_of(markup, rows))
    for name in (NAME.n0, NAME.n1, NAME.n2, NAME.n3):
        for element in _that_lack(markup, elements, name):
            yield element, Oddity.MISSING_ATTRIBUTE, name


def _without_oya(markup: Markup) -> Iterator[_Fault]:
    """TAIKYOKU that names no dealer."""
    for element in _that_lack(markup, np.flatnonzero(markup.tag == TAG.TAIKYOKU), NAME.oya):
        yield element, Oddity.MISSING_ATTRIBUTE, NAME.oya


def _that_lack(markup: Markup, elements: NDArray[np.int64], name: int) -> list[int]:
    """Those of some elements that have no attribute of a name."""
    stated = _elements_of(markup, np.flatnonzero(markup.name == name))
    lacking: list[int] = elements[~np.isin(elements, stated)].tolist()
    return lacking


def _given_again(markup: Markup, rows: NDArray[np.int64]) -> Iterator[_Fault]:
    """A second SHUFFLE, TAIKYOKU or UN of all players in one game."""
    players = np.unique(_elements_of(markup, rows[markup.name[rows] == NAME.dan]))
    heads = (np.flatnonzero(markup.tag == tag) for tag in (TAG.SHUFFLE, TAG.TAIKYOKU))
    for elements in (players, *heads):
        for element in elements[1:][np.diff(_games_of(markup, elements)) == 0].tolist():
            yield element, Oddity.OUT_OF_PLACE, ABSENT


def _bad_leavers(markup: Markup, players: NDArray[np.uint8]) -> Iterator[_Fault]:
    """BYE without a seat of its game."""
    elements = np.flatnonzero(markup.tag == TAG.BYE)
    seats = players[_games_of(markup, elements)].tolist()
    firsts, stops = (
        markup.attribute_offsets[elements].tolist(),
        markup.attribute_offsets[elements + 1].tolist(),
    )
    for element, first, stop, seated in zip(elements.tolist(), firsts, stops, seats, strict=True):
        named = [row for row in range(first, stop) if markup.name[row] == NAME.who]
        if not named:
            yield element, Oddity.MISSING_ATTRIBUTE, NAME.who
        elif attribute_text(markup, named[0]) not in ("0", "1", "2", "3")[:seated]:
            yield element, Oddity.BAD_VALUE, NAME.who
