"""Keyword arguments that several functions share, stated once and shown by each as its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from typing import Any, TypeVar, get_type_hints

from analyzer.errors import UserMistake, nearest

F = TypeVar("F", bound=Callable[..., object])


def sharing(words: type) -> Callable[[F], F]:
    """Let a function that ends with ``**`` of a typed dictionary show its keys, as Jupyter completes them.

    The function itself refuses other names, by `check_words`.
    """

    def shown(function: F) -> F:
        own = signature(function)
        *named, _ = own.parameters.values()
        # What is left out is decided where it is used, so no default is shown.
        shared = [
            Parameter(word, Parameter.KEYWORD_ONLY, default=..., annotation=hint)
            for word, hint in get_type_hints(words).items()
        ]
        made: Any = function
        made.__signature__ = own.replace(parameters=[*named, *shared])
        made.__annotations__ = {one.name: one.annotation for one in (*named, *shared)}
        made.__annotations__["return"] = own.return_annotation
        return function

    return shown


def check_words(given: Iterable[str], words: type, others: Iterable[str] = ()) -> None:
    """Refuse names that are no keys of a typed dictionary, by a UserMistake that gives the nearest right one.

    Args:
        given: The names.
        words: The typed dictionary.
        others: Names of other arguments, one of which may be meant too.
    """
    for word in given:
        if word not in words.__annotations__:
            raise UserMistake(f"{word!r} is not an option{nearest(word, [*words.__annotations__, *others])}")
