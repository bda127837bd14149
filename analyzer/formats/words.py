"""The known words of JSON of every form, from ``words.toml``, each by its `key`."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from analyzer.vocabulary import LIMITS as LIMIT_NAMES
from analyzer.vocabulary import DrawKind

_FEW: Final = 1 << 10
"""Words that are kept with their meaning: most occur again and again."""
_WORDS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_NAMED_DRAWS: Final = {kind.text: kind for kind in DrawKind}


def key(word: str) -> str:
    """A word without what writers vary: width, case, blanks and punctuation."""
    return "".join(char for char in unicodedata.normalize("NFKC", word).casefold() if char.isalnum())


def _keys(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(key, words))


DORA: Final = 52
"""Tenhou counts each kita as one more dora."""
YAKU_NAMES: Final = tuple(_WORDS["yaku"])
"""Names of yaku by the ids of AGARI."""
URA_DORA: Final = YAKU_NAMES.index("裏ドラ")
YAKUMAN_IDS: Final = range(YAKU_NAMES.index("天和"), DORA)
_YAKU: Final = {
    key(word): number
    for number, (name, words) in enumerate(_WORDS["yaku"].items())
    for word in (name, *words)
}
"""Id by key, for yaku whose id does not depend on a wind."""
_SEAT_WIND: Final = _keys(_WORDS["seat_wind"])
_ROUND_WIND: Final = _keys(_WORDS["prevalent_wind"])
_EAST_OF_SEAT, _EAST_OF_ROUND = (YAKU_NAMES.index(f"{wind}風 東") for wind in ("自", "場"))
_KITA: Final = _keys(_WORDS["kita"])
YAKUMAN: Final = _keys(_WORDS["yakuman"])
"""Words that stand for the han of a yakuman."""
LIMITS: Final = {
    key(word): LIMIT_NAMES.index(name) for name, words in _WORDS["limits"].items() for word in words
} | dict.fromkeys(YAKUMAN, LIMIT_NAMES.index("yakuman"))
"""The third number of ``ten`` by key."""
DRAWS: Final = {
    key(word): _NAMED_DRAWS[name] for name, words in _WORDS["draws"].items() for word in (name, *words)
}
"""Kind of a draw by key, in JSON of every form."""
WON: Final = _keys(_WORDS["won"])
NO_RESULT: Final = _keys(_WORDS["no_result"])
ROOMS: Final = {key(word): kind for kind, words in _WORDS["rooms"].items() for word in words}
"""``ranked`` or ``hosted`` by key."""


@lru_cache(_FEW)
def yaku_id(word: str, round_wind: int, seat_wind: int) -> int | None:
    """Id of a yaku by its name, for the wind of the round and of the seat, 0 for east; a kita is a dora.

    Returns:
        None for a word that is not known.
    """
    name = key(word)
    if name in _SEAT_WIND:
        return _EAST_OF_SEAT + seat_wind
    if name in _ROUND_WIND:
        return _EAST_OF_ROUND + round_wind
    return DORA if name in _KITA else _YAKU.get(name)
