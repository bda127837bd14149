"""The functions that `import analyzer` shows; each module is imported when one of its names is used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypedDict, TypeVar, get_type_hints

from analyzer.errors import nearest
from analyzer.sources.asking import Asked

P = ParamSpec("P")
R = TypeVar("R")


class Choosing(TypedDict, total=False):
    """Which logs are read, in the words of the options of the commands; `run` explains them."""

    since: str | int | date | None
    until: str | int | date | None
    players: Asked
    room: Asked
    length: Asked
    lobby: Asked
    id: Asked
    sample: str | int | None
    limit: int | None


def takes_choice(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function with ``**choice`` show the words of it as its own, as Jupyter completes them.

    A word that it does not have is a TypeError, which names the nearest one.
    """
    own, words = signature(function), get_type_hints(Choosing)
    *named, _ = own.parameters.values()
    shown = [Parameter(word, Parameter.KEYWORD_ONLY, default=None, annotation=words[word]) for word in words]
    parameters = {one.name: one for one in (*named, *shown)}

    @wraps(function)
    def asked(*args: P.args, **given: P.kwargs) -> R:
        for word in given:
            if word not in parameters:
                near = nearest(word, parameters)
                raise TypeError(f"{function.__name__}() has no argument {word!r}{near}")
        return function(*args, **given)

    made: Any = asked
    made.__signature__ = own.replace(parameters=[*parameters.values()])
    made.__annotations__ = {name: one.annotation for name, one in parameters.items()} | {
        "return": own.return_annotation
    }
    return asked
