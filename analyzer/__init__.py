"""A referee and a statistician for Tenhou mahjong logs.

These names are the public interface.  Each imports what it needs when it is used, so that
``import analyzer`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.errors import AnalyzerError
    from analyzer.explain.settled_hand import score
    from analyzer.face.logs import read, rule_set, settle, simulate, validate
    from analyzer.face.runs import load, run
    from analyzer.view import Game

__version__ = "0.3.0"

__all__ = [
    "AnalyzerError",
    "Game",
    "__version__",
    "load",
    "read",
    "rule_set",
    "run",
    "score",
    "settle",
    "simulate",
    "validate",
]


def __dir__() -> list[str]:
    return __all__


_ELSEWHERE = {
    "AnalyzerError": "analyzer.errors",
    "Game": "analyzer.view",
    "load": "analyzer.face.runs",
    "read": "analyzer.face.logs",
    "rule_set": "analyzer.face.logs",
    "run": "analyzer.face.runs",
    "score": "analyzer.explain.settled_hand",
    "settle": "analyzer.face.logs",
    "simulate": "analyzer.face.logs",
    "validate": "analyzer.face.logs",
}


def __getattr__(name: str) -> object:
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ELSEWHERE[name]), name)
