"""Rules that no source of a shipped set states: what another value of one would give is no fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any, Final, NamedTuple, cast

import numpy as np

from analyzer.audit.audit import Audit
from analyzer.audit.verdicts import Check, Detail, State, Verdicts
from analyzer.rules import RULES, UNSTATED, Area, RuleSet, RuleValue, names

_SETTLED: Final = frozenset({Area.CHOMBO})
"""Whatever the price of a chombo is, it is a fault."""


class _Otherwise(NamedTuple):
    """One value that a rule may as well have."""

    rule: str
    value: RuleValue


def without_unstated(audit: Audit, check: Check, verdicts: Verdicts) -> Verdicts:
    """The verdicts, failing ones undecided where another value of an unstated rule lets them pass.

    Values are tried one at a time, and only those of rules that are on or off or have grades: of a number
    nobody can say which others may be meant.
    """
    failing = np.unique(verdicts.game[verdicts.state == int(State.FAILED)])
    rule_sets = dict.fromkeys(index for index in audit.rule_of_game[failing].tolist() if index >= 0)
    for index in rule_sets:
        for other in _others(audit.rule_sets[index], check.areas - _SETTLED):
            verdicts = _where_it_passes(audit, check, verdicts, index, other)
    return verdicts


def _where_it_passes(
    audit: Audit, check: Check, verdicts: Verdicts, index: int, other: _Otherwise
) -> Verdicts:
    judged = check.run(_under(audit, index, other))
    failed = verdicts.state == int(State.FAILED)
    if len(judged.state) != len(failed):
        return verdicts
    passes = failed & (judged.state == int(State.PASSED))
    if not passes.any():
        return verdicts
    name, value = audit.rule_sets[index].name, str(other.value).lower()
    reason = f"{name} does not state {other.rule}; it is right if that is {value}"
    return verdicts.undecided_where(
        passes, lambda item: Detail(None, None, reason, verdicts.detail(item).element)
    )


def _under(audit: Audit, index: int, other: _Otherwise) -> Audit:
    """The batch, the games of a rule set under this value; worked out once for all checks."""
    name = f"{__name__}: {index} {other.rule} {other.value}"
    if name not in audit.worked_out:
        changed: dict[str, Any] = {other.rule: other.value}
        audit.worked_out[name] = audit.under(
            audit.ruling.instead(index, replace(audit.rule_sets[index], **changed))
        )
    return cast("Audit", audit.worked_out[name])


@cache
def _others(rules: RuleSet, areas: frozenset[Area]) -> tuple[_Otherwise, ...]:
    """What unstated rules of these areas may be besides; nothing for a user's own set, which states all."""
    if rules.name not in names():
        return ()
    stated = dict(rules.sources)
    unstated = [
        rule
        for rule, (_, about) in RULES.items()
        if about.area in areas and stated[rule].startswith(UNSTATED)
    ]
    return tuple(
        _Otherwise(rule, value) for rule in unstated for value in _values(rule) if value != rules.value(rule)
    )


def _values(rule: str) -> Iterator[RuleValue]:
    kind, _ = RULES[rule]
    if kind is bool:
        yield from (False, True)
    elif issubclass(kind, StrEnum):
        yield from kind
