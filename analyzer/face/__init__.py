"""The functions that `import analyzer` shows; each module is imported when one of its names is used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from inspect import signature
from typing import TypedDict

from analyzer.keywords import check_words
from analyzer.sources.asking import Asked, choice_of
from analyzer.sources.choice import Choice


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


def chosen(words: Choosing, function: Callable[..., object]) -> Choice:
    """The choice that a function was given; a UserMistake where a word is unknown or invalid."""
    check_words(words, Choosing, signature(function).parameters)
    return choice_of(**words)
