"""What a shell completes words with: the names of rule sets, checks, tables, scenarios and statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import click
from click.shell_completion import CompletionItem

Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
"""What click asks for the words that may stand for one begun."""

_ENDS: Final = ","


def _completion(
    named: Callable[[], Mapping[str, str]], *, several: bool = False, files: bool = False
) -> Completion:
    """A completion from names with a line of help each.

    Args:
        named: Gives them; called only when a shell asks.
        several: Whether the word is a list with commas, of which the last is completed.
        files: Whether the word may be a file too.
    """

    def complete(ctx: click.Context, param: click.Parameter, word: str) -> list[CompletionItem]:  # noqa: ARG001
        before, comma, begun = word.rpartition(_ENDS) if several else ("", "", word)
        given = before.split(_ENDS)
        found = [
            CompletionItem(f"{before}{comma}{name}", help=text)
            for name, text in named().items()
            if name.startswith(begun) and name not in given
        ]
        return found or ([CompletionItem(word, type="file")] if files else [])

    return complete


def _rule_sets() -> Mapping[str, str]:
    from analyzer.rules import load, names

    return {name: load(name).title for name in names()}


def _rule_sets_or_auto() -> Mapping[str, str]:
    return {"auto": "chosen for each log", **_rule_sets()}


def _checks() -> Mapping[str, str]:
    from analyzer.audit import CHECKS

    return {check.id: check.title for check in CHECKS}


def _tables() -> Mapping[str, str]:
    from analyzer.batch.outputs import CHOOSABLE

    return dict.fromkeys(("all", *CHOOSABLE), "table")


def _scenarios() -> Mapping[str, str]:
    from analyzer.simulation import SCENARIOS

    return {one.name: one.meaning for one in SCENARIOS}


def _statistics() -> Mapping[str, str]:
    from analyzer.stats.catalogue import shipped_catalogue

    catalogue = shipped_catalogue()
    return dict.fromkeys(catalogue.topics, "topic") | {one.name: one.definition for one in catalogue}


complete_rule_sets: Final = _completion(_rule_sets, files=True)
complete_rule_sets_or_auto: Final = _completion(_rule_sets_or_auto, files=True)
complete_checks: Final = _completion(_checks, several=True)
complete_tables: Final = _completion(_tables, several=True)
complete_scenarios: Final = _completion(_scenarios)
complete_statistics: Final = _completion(_statistics)
