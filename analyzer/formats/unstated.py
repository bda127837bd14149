"""The words of ``unstated``: what form a converted log had, and what its source leaves out.

Words stand between blanks: members of `Claim`, and of `Oddity` in `OF_TABLE`, in lower case with hyphens.
Behind a colon stands what the form says of its table, with ``+`` between: a number, and members of an
enumeration of its own; as in ``majiang:2+whole-results red-fives``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, IntFlag
from functools import lru_cache
from typing import Final

from analyzer.formats.events import OF_TABLE, Claim, EngineTable, Oddity, RecordTable, SoulTable

Mark = tuple[int, int]
"""An `Oddity` and its detail."""

_FEW: Final = 1 << 10
"""Texts that are kept with their meaning: most occur again and again."""
_LONGEST: Final = 500
_MOST_REDS: Final = 4
_FLAGS: Final[dict[Oddity, type[IntFlag]]] = {
    Oddity.TENHOU6: EngineTable,
    Oddity.MJAI: EngineTable,
    Oddity.MAJIANG: RecordTable,
    Oddity.MAHJONG_SOUL: SoulTable,
}
_HIGHEST: Final = {Oddity.MAJIANG: 3, Oddity.MORE_REDS: 444}
"""The highest number behind the word of an oddity: the first dealer, and three digits of red fives."""


def _word(member: Enum) -> str:
    return member.name.lower().replace("_", "-")


CLAIMS: Final = {_word(claim): claim for claim in Claim}
_ODDITIES: Final = {_word(code): code for code in OF_TABLE}
_DETAILS: Final = {code: {_word(flag): int(flag) for flag in flags} for code, flags in _FLAGS.items()}


def words_of(marks: Sequence[Mark]) -> str:
    """Oddities and their details in words; that of UNSTATED are bits of `Claim`."""
    return _in_words(tuple(marks))


def claim_words(claims: Claim) -> str:
    """Claims in words."""
    return words_of([(Oddity.UNSTATED, claims)])


@lru_cache(_FEW)
def _in_words(marks: tuple[Mark, ...]) -> str:
    words: list[str] = []
    for number, detail in marks:
        code = Oddity(number)
        if code == Oddity.UNSTATED:
            words += [word for word, claim in CLAIMS.items() if claim & detail]
            continue
        flags = _DETAILS.get(code, {})
        rest = detail & ~sum(flags.values())
        details = [f"{rest}"] * (code in _HIGHEST) + [word for word, flag in flags.items() if flag & detail]
        words.append(f"{_word(code)}:{'+'.join(details)}" if details else _word(code))
    return " ".join(words)


def read_words(text: str) -> tuple[Mark, ...]:
    """What `words_of` wrote; UNSTATED of nothing for an empty text.

    Raises:
        ValueError: When a word is not known.
    """
    if len(text) > _LONGEST:
        raise ValueError(text[:_LONGEST])
    return _marks(text)


@lru_cache(_FEW)
def _marks(text: str) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    claims = 0
    for word in text.split():
        name, colon, details = word.partition(":")
        if name in CLAIMS and not colon:
            claims |= CLAIMS[name]
        elif name in _ODDITIES:
            marks.append((int(_ODDITIES[name]), _detail(_ODDITIES[name], details, word)))
        else:
            raise ValueError(word)
    return (*marks, (int(Oddity.UNSTATED), claims)) if claims or not marks else tuple(marks)


def _detail(code: Oddity, text: str, word: str) -> int:
    detail, flags, highest = 0, _DETAILS.get(code, {}), _HIGHEST.get(code, -1)
    for part in text.split("+") if text else ():
        is_number = part.isascii() and part.isdigit() and len(part) <= len(str(highest))
        if is_number and max(map(int, part)) <= _MOST_REDS and int(part) <= highest:
            detail |= int(part)
        elif part in flags:
            detail |= flags[part]
        else:
            raise ValueError(word)
    return detail
