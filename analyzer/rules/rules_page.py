"""The table of all rules, made from RULES and the shipped sets: what each decides, can be, and is.

Run as ``python -m analyzer.rules.rules_page``; docs/rules.md holds what it prints.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import groupby
from typing import Final

from analyzer.rules.grades import Area
from analyzer.rules.loader import distinct_names, load
from analyzer.rules.rule_file import accepted_grades, value_text
from analyzer.rules.rule_set import RULES

__all__ = ["rules_table"]

_HEAD: Final = ("| Rule | Decides | Values |", "|---|---|---|")


def rules_table() -> str:
    """Markdown: a table for each area, its grades below it."""
    parts: list[str] = []
    for area, rules in groupby(RULES, key=lambda name: RULES[name][1].area):
        rows = [f"| `{name}` | {RULES[name][1].meaning} | {_values(name)} |" for name in rules]
        parts.append("\n".join([f"### {_heading(area)}", "", *_HEAD, *rows]))
        if grades := _grades(area):
            parts.append(grades)
    return "\n\n".join(parts) + "\n"


def _heading(area: Area) -> str:
    return f"`[{area.value}]`: {area.meaning}"


def _values(rule: str) -> str:
    """The value that most sets have, then every other with its sets."""
    by_name = {name: value_text(load(name).value(rule)) for name in distinct_names()}
    counted = [value for value, _ in Counter(by_name.values()).most_common()]
    others = [f"`{value}` {', '.join(_of(by_name, value))}" for value in counted[1:]]
    return "; ".join([f"`{counted[0]}`", *others])


def _of(by_name: dict[str, str], value: str) -> list[str]:
    return [name for name, found in by_name.items() if found == value]


def _grades(area: Area) -> str:
    """What the values of an area mean that are words."""
    lines = [
        f"- `{name}`: " + "; ".join(f"`{one.value}` {one.meaning}" for one in grades)
        for name, (kind, rule) in RULES.items()
        if rule.area == area and (grades := accepted_grades(kind))
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.stdout.write(rules_table())
