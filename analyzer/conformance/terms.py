"""Terms of the catalogue of faults: ``"honba > 0"``, ``"other(winner, loser)"``, ``"-1000 * sticks"``.

A term is a number, or text in the syntax of Python's expressions without anything that runs code: numbers,
texts, lists, arithmetic, comparisons, ``and or not``, an element of a list, and words with arguments.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import CodeType
from typing import Any, Final, TypeAlias

from analyzer.vocabulary import TILES

__all__ = ["NoOccasion", "Term", "Value", "Words", "flat", "value_of"]

Value: TypeAlias = int | str | list[int]
Term: TypeAlias = int | str
Words: TypeAlias = Callable[[str, Sequence[Value]], Value]
"""Value of a word with its arguments; raises NoOccasion where it has no meaning."""


class NoOccasion(LookupError):
    """A log has no place for a fault here, or the fault would change the course of the game."""


_SYNTAX: Final = (
    *(ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Call, ast.List, ast.Subscript, ast.Compare),
    *(ast.UnaryOp, ast.Not, ast.USub, ast.BoolOp, ast.And, ast.Or),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
)
"""Without attributes, and with no names but ours, a term reaches nothing else."""


def value_of(term: Term, words: Words) -> Value:
    """Value of a term; truth is 1 or 0.

    Raises:
        NoOccasion: When a word has no meaning here, or a list is too short.
        ValueError: When the text is no term.
    """
    if isinstance(term, int):
        return term
    try:
        found = eval(_code_of(term), {"__builtins__": {}}, _Names(words))  # noqa: S307 - _SYNTAX only
    except IndexError as error:
        raise NoOccasion(str(error)) from None
    except TypeError as error:
        raise ValueError(f"{term!r} is no term: {error}") from None
    return int(found) if isinstance(found, bool) else found


class _Names(dict[str, Any]):
    """What the names of a term stand for; one that is called ends with ``()``."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words

    def __missing__(self, name: str) -> object:
        word = name.removesuffix("()")
        if word == name:
            return self._words(name, ())
        return _FUNCTIONS.get(word, lambda *arguments: self._words(word, arguments))


@cache
def _code_of(term: str) -> CodeType:
    tree = ast.parse(term, mode="eval")
    for node in ast.walk(tree):
        is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
        if not isinstance(node, _SYNTAX) or is_chain:
            raise ValueError(f"{ast.unparse(node)} is no term")
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Name):
                raise ValueError(f"{ast.unparse(node)} is no term")
            node.func.id += "()"
    return compile(tree, "<term>", "eval")


def flat(values: Sequence[Value]) -> Iterator[int]:
    """Numbers, and those of lists."""
    for one in values:
        yield from one if isinstance(one, list) else [int(one)]


def _first(items: list[int], number: int) -> list[int]:
    if len(items) < number:
        raise NoOccasion("too few")
    return items[:number]


def _exchanged(items: list[int], one: int, another: int) -> list[int]:
    changed = list(items)
    changed[one], changed[another] = changed[another], changed[one]
    return changed


def _without(items: list[int], *gone: Value) -> list[int]:
    return [one for one in items if one not in flat(gone)]


_FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    "count": len,
    "max": max,
    "first": _first,
    "in_order": sorted,
    "backwards": lambda items: items[::-1],
    "joined": lambda *parts: [*flat(parts)],
    "without": _without,
    "replaced": lambda items, old, new: [new if one == old else one for one in items],
    "exchanged": _exchanged,
    "negated": lambda items: [-one for one in items],
    "plus": lambda items, place, by: [one + by * (at == place) for at, one in enumerate(items)],
    "ranked": lambda scores: sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat)),
    "copies": lambda tile: [tile // 4 * 4 + copy for copy in range(4)],
    "kinds": lambda tiles: sorted({tile // 4 for tile in tiles}),
    "same_kind": lambda tiles, tile: [one for one in tiles if one // 4 == tile // 4],
    "other_kind": lambda tiles, tile: [one for one in tiles if one // 4 != tile // 4],
    "alone": lambda tiles: [tile for tile in tiles if sum(one // 4 == tile // 4 for one in tiles) == 1],
    "simples": lambda tiles: [tile for tile in tiles if tile < 108 and tile // 4 % 9 not in (0, 8)],
    "tile_besides": lambda tiles: next(tile for tile in range(36, TILES) if tile not in tiles),
}
"""Words that need no log, of lists and of tiles; the README of the catalogue says what they mean."""
