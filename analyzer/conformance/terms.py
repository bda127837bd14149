"""Terms of the catalogue of faults: ``"honba > 0"``, ``"other(winner, loser)"``, ``"-1000 * sticks"``.

A term is a number, or text in the syntax of Python's expressions without anything that runs code: numbers,
texts, lists, arithmetic, comparisons, ``and or not``, an element of a list, and words with arguments.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final, TypeAlias

from analyzer.vocabulary import TILES

__all__ = ["NoOccasion", "Term", "Value", "Words", "value_of"]

Value: TypeAlias = int | str | list[int]
Term: TypeAlias = int | str
Words: TypeAlias = Callable[[str, Sequence[Value]], Value]
"""Value of a word with its arguments; raises NoOccasion where it has no meaning."""


class NoOccasion(LookupError):
    """A log has no place for a fault here, or the fault would change the course of the game."""


_ARITHMETIC: Final[dict[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARISONS: Final[dict[type[ast.cmpop], Callable[[int, int], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def value_of(term: Term, words: Words) -> Value:
    """Value of a term; truth is 1 or 0.

    Raises:
        NoOccasion: When a word has no meaning here, or a list is too short.
        ValueError: When the text is no term.
    """
    return term if isinstance(term, int) else _value(_parsed(term), words)


@cache
def _parsed(term: str) -> ast.expr:
    return ast.parse(term, mode="eval").body


def _value(node: ast.expr, words: Words) -> Value:
    match node:
        case ast.Constant(value=int() | str() as value):
            return value
        case ast.Name(id=name):
            return words(name, ())
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
            values = [_value(one, words) for one in arguments]
            return _FUNCTIONS[name](*values) if name in _FUNCTIONS else words(name, values)
        case ast.List(elts=parts):
            return [_number(_value(part, words)) for part in parts]
        case ast.Subscript(value=of, slice=place):
            return _element(_numbers(_value(of, words)), _number(_value(place, words)))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return int(not _value(operand, words))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(_value(operand, words))
        case ast.BoolOp(op=ast.And(), values=parts):
            return int(all(_value(part, words) for part in parts))
        case ast.BoolOp(values=parts):
            return int(any(_value(part, words) for part in parts))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
            return _ARITHMETIC[type(sign)](_number(_value(left, words)), _number(_value(right, words)))
        case ast.Compare(left=left, ops=[sign], comparators=[right]):
            return int(_compare(_value(left, words), sign, _value(right, words)))
    raise ValueError(f"{ast.unparse(node)} is no term")


def _compare(left: Value, sign: ast.cmpop, right: Value) -> bool:
    match sign:
        case ast.Eq():
            return left == right
        case ast.NotEq():
            return left != right
        case ast.In():
            return left in _numbers(right)
        case ast.NotIn():
            return left not in _numbers(right)
    return _COMPARISONS[type(sign)](_number(left), _number(right))


def _element(numbers: list[int], place: int) -> int:
    if not -len(numbers) <= place < len(numbers):
        raise NoOccasion(f"no element {place} of {len(numbers)}")
    return numbers[place]


def _number(value: Value) -> int:
    if not isinstance(value, int):
        raise ValueError(f"{value!r} is no number")
    return value


def _numbers(value: Value) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list of numbers")
    return value


def _all_of(values: Sequence[Value]) -> Iterator[int]:
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
    return [one for one in items if one not in _all_of(gone)]


def _is_simple(tile: int) -> bool:
    return tile < 108 and tile // 4 % 9 not in (0, 8)


_FUNCTIONS: Final[dict[str, Callable[..., Value]]] = {
    "count": len,
    "max": max,
    "first": _first,
    "in_order": sorted,
    "backwards": lambda items: items[::-1],
    "joined": lambda *parts: [*_all_of(parts)],
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
    "simples": lambda tiles: [tile for tile in tiles if _is_simple(tile)],
    "tile_besides": lambda tiles: next(tile for tile in range(36, TILES) if tile not in tiles),
}
"""Words that need no log, of lists and of tiles; the README of the catalogue says what they mean."""
